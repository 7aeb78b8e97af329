import io
import re
from collections.abc import Sequence
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.terminal import plain
from adapters.terminal.cells import printable
from bot.cli.play.client import LocalClient
from bot.games import Update
from bot.store.faults import Fault, StoreFault
from core.codenames.model import Options
from core.rules import Seat
from core.words.packs import Pack
from tests.adapters.terminal.tables import CLUES, TEXTS, chairs, dealt, key, keyword_of, secret_of
from tests.adapters.terminal.tables import lines as lines_of
from tests.adapters.terminal.tables import words_of as words
from tests.profile import examples

SPYMASTER, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")


def run(
    typed: Sequence[str], table: LocalClient | None = None, seats: Sequence[Seat] | None = None
) -> tuple[int, list[str]]:
    """Type lines; return the exit code and the output lines.

    Unless a table is given, the people sit in `seats`, or in all.
    """
    table = table or dealt(people=seats)
    people = table.people
    stdout = io.StringIO()
    stdin = io.StringIO("".join(f"{line}\n" for line in typed))
    code = plain.Script(table, TEXTS, seats=people, stdin=stdin, stdout=stdout).run()
    return code, stdout.getvalue().splitlines()


def game() -> list[str]:
    """Return the lines of a complete game on the default deal: Blue finds all its cards at once."""
    return ["zephyr 9", *words(dealt(), "blue")]


@pytest.mark.parametrize("asked", ["why", "why zephyr", "red-guesser: why zephyr"])
def test_the_chances_on_a_clue_are_not_told_while_the_game_runs(asked: str) -> None:
    _, lines = run(["zephyr 2", asked])
    (refused,) = [line for line in lines if line.startswith("! ")]
    assert "would help a guesser" in refused


def test_a_spymaster_may_give_the_clue_why() -> None:
    assert "blue-spymaster clue why 2" in run(["why 2"])[1]


def test_a_game_is_played_from_the_deal_to_the_key() -> None:
    code, lines = run(game())
    identities = {"blue": "B", "red": "R", "bystander": "T", "assassin": "K"}
    letters = "".join(identities[identity] for _, identity in key(dealt()))
    rows = [letters[start : start + 5] for start in range(0, 25, 5)]
    assert code == 0
    assert lines[0].startswith("dealt 5x5 blue,red drawn ")
    assert lines[1:4] == ["turn 1 blue", "to-act blue-spymaster", "blue-spymaster clue zephyr 9"]
    assert lines[4:6] == [
        "to-act blue-guesser",
        f"blue-guesser guess {words(dealt(), 'blue')[0]} blue",
    ]
    lines = [line for line in lines if not line.startswith("# ")]
    assert lines[-5:-3] == ["end game-over", "won blue cards"]
    assert lines[-3] == " ".join(["key", *rows])
    assert lines[-2].startswith("secret ")
    assert lines[-1].startswith("pack ")


def test_every_event_is_one_line() -> None:
    table = dealt()
    _, lines = run(game(), table)
    told = [line for line in lines if not line.startswith(("to-act", "key", "secret", "pack", "#"))]
    assert told == lines_of(table)


@pytest.mark.parametrize("typed", [["\ufeffzephyr 2", "log"], ["\ufeff# said", "zephyr 2"]])
def test_a_byte_order_mark_before_the_first_line_is_no_part_of_it(typed: list[str]) -> None:
    code, lines = run(typed)
    assert code == 0
    assert "blue-spymaster clue zephyr 2" in lines
    assert not any(line.startswith("!") for line in lines)


def test_a_byte_order_mark_alone_is_the_end_of_the_input() -> None:
    stdout = io.StringIO()
    table = dealt()
    plain.Script(table, TEXTS, seats=table.people, stdin=io.StringIO("\ufeff"), stdout=stdout).run()
    assert stdout.getvalue().splitlines()[-2:] == ["to-act blue-spymaster", "end-of-input"]


@pytest.mark.sampled
@pytest.mark.parametrize(
    "count",
    [pytest.param(count, marks=pytest.mark.slow if 3 < count < 9 else ()) for count in range(10)],
)
def test_the_input_may_end_before_any_line(count: int) -> None:
    code, lines = run(game()[:count])
    assert code == 0
    assert lines[-1] == "end-of-input"
    assert not any(line.startswith(("key", "secret")) for line in lines)


def test_the_input_may_end_without_a_line_break() -> None:
    table, stdout = dealt(), io.StringIO()
    people = chairs(table)
    plain.Script(table, TEXTS, seats=people, stdin=io.StringIO("zephyr 2"), stdout=stdout).run()
    assert stdout.getvalue().splitlines()[-3:] == [
        "blue-spymaster clue zephyr 2",
        "to-act blue-guesser",
        "end-of-input",
    ]


def test_a_game_may_be_left() -> None:
    assert run(["quit", "zephyr 2"]) == (0, [*run([])[1][:-1], "quit"])


@pytest.mark.sampled
@pytest.mark.parametrize("seats", [(), (GUESSER,), (SPYMASTER,), ("red-guesser", "red-spymaster")])
def test_the_same_seed_and_input_give_the_same_bytes(seats: tuple[Seat, ...]) -> None:
    typed = ["help", "board", "zephyr 2", "A1", "A2", "pass", "", "key", "left", "log"] * 3
    assert run(typed, seats=seats) == run(typed, seats=seats)


def test_bots_alone_play_to_the_end_without_reading() -> None:
    code, lines = run(["nonsense"], seats=())
    assert code == 0
    after = lines[next(n for n, line in enumerate(lines) if line.startswith("pack ")) + 1 :]
    assert after[0].startswith("# Decisive turns")
    assert 1 <= len(after[1:]) <= 3
    assert all(re.search(r"went from \d+% to \d+%\.$", line) for line in after[1:])
    assert not any(line.startswith(("to-act", "!")) for line in lines)


@settings(max_examples=examples(25, quick=5), deadline=None)
@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=12)))
def test_no_input_breaks_or_hangs_the_game(typed: list[str]) -> None:
    code, lines = run(typed, table=dealt(Options(3, 3)))
    assert code == 0
    assert all(line == printable(line) for line in lines)


@settings(max_examples=examples(25, quick=5), deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [*CLUES, "clue zephyr 1", "quark 0", "2 yodel", "A1", "guess b2", "C3", "pass",
             "resign", "mark a2", "unmark A2", "key", "board", "red-guesser: resign", "go"]
        ),
        max_size=30,
    )
)  # fmt: skip
def test_no_secret_is_written_before_the_end_but_to_a_spymaster(typed: list[str]) -> None:
    table = dealt(Options(3, 3))
    secret = secret_of(table)
    _, lines = run([*typed, "quit"], table)
    asked = [number for number, line in enumerate(lines) if line.startswith("key ")]
    if table.outcome is None:
        assert secret not in "\n".join(lines)
        assert all(lines[number - 1].endswith("-spymaster") for number in asked)


BEFORE = {"clue": [], "guess": ["zephyr 2"]}


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        (["ocean"], 'Add a number to ocean: how many cards it fits, such as "ocean 2".'),
        (["ocean 12"], "A clue's number can't be 12: choose 1 to 9, 0, or unlimited."),
        (["clue"], 'Type a word and a number, such as "ocean 2".'),
        (["two words 2"], 'A clue is one word, and "two words" is several'),
        (["x! 2"], '"x!" isn\'t a word'),
        (["tiger 2"], '"tiger" is the card tiger: choose another clue.'),
        (
            ["guess tiger"],
            "Only guessers mark or uncover cards and end the turn: leave that to them.",
        ),
        (["keyword foo"], "This table isn't waiting for a keyword: play on."),
        (["zephyr 2", "guess"], "Name a card: its word, or its place, such as B3."),
        (["zephyr 2", "tigr"], "There's no card tigr on this board. Did you mean tiger?"),
        (["zephyr 2", "B9"], "There's no card B9 on this board: type a card's word"),
        (["zephyr 2", "pass"], "Guess at least once before you end the turn."),
        (["zephyr 2", "pass now"], '"pass" is typed alone: leave out "now".'),
        (["zephyr 2", "planet", "planet"], "planet is uncovered already"),
        (
            ["zephyr 2", "unmark tiger"],
            "You haven't marked tiger, so there's no mark to take off.",
        ),
        (["zephyr 2", "mark tiger", "mark tiger"], "You've marked tiger already"),
        (["zephyr 2", "key"], "Only spymasters can see the key"),
        (
            ["zephyr 2", "clue quark 2"],
            "Only the spymaster gives clues: guess, or wait for your turn.",
        ),
        (["red-spymaster: clue zephyr 2"], "It is Blue's turn: wait for yours."),
        (["red-guesser: tiger"], '"tiger" isn\'t a command here: type one of guess, mark'),
        (["green-guesser: tiger"], "green-guesser isn't a person's chair here"),
        ([""], "No bot is waiting for you: type a move, or help."),
        (["go"], "No bot is waiting for you: type a move, or help."),
        (["deal 00"], "A clue's number can't be 00"),
    ],
)
def test_what_cannot_be_done_is_refused_with_what_to_do_instead(
    typed: list[str], refusal: str
) -> None:
    _, lines = run([*typed, "quit"])
    assert lines[-3].startswith("! ")
    assert refusal in lines[-3]


def test_a_refused_line_changes_nothing() -> None:
    table = dealt()
    before = table.version
    run(["ocean", "tiger 2", "guess tiger", "key", "board", "help", "left", "log", ""], table)
    assert table.version == before


def test_a_remark_in_the_input_is_skipped() -> None:
    assert run(["# zephyr 2", "quit"])[1][-2:] == ["to-act blue-spymaster", "quit"]


def test_the_key_is_shown_to_the_spymaster_who_asks_and_nowhere_else() -> None:
    _, lines = run(["key", "zephyr 2", "key", "blue-spymaster: key", "quit"])
    assert sum(line.startswith("key ") for line in lines) == 2
    assert "! Only spymasters can see the key, so blue-guesser can't: play without it." in lines


def test_the_board_that_is_asked_for_holds_no_key_even_for_a_spymaster() -> None:
    _, lines = run(["board", "quit"])
    board = [line for line in lines if line.startswith("# ")]
    assert len(board) == 17
    assert not any(glyph in line for line in board for glyph in "●■▲◆★○✖")


def test_remarks_stay_within_80_cells() -> None:
    _, lines = run(["board", "help", "left", "log", "quit"], table=dealt(Options(10, 10, 5)))
    assert max(len(line) for line in lines if line.startswith("#")) <= 80


def test_several_guessers_act_in_order_unless_a_line_says_who() -> None:
    table = dealt(Options(guessers=2))
    _, lines = run(["zephyr 2", "mark tiger", "blue-guesser-2: mark tiger"], table)
    assert lines[-5:] == [
        "blue-guesser mark tiger",
        "to-act blue-guesser blue-guesser-2",
        "blue-guesser-2 mark tiger",
        "to-act blue-guesser blue-guesser-2",
        "end-of-input",
    ]


def test_an_empty_line_ends_the_guesses_as_pass_does() -> None:
    table = dealt()
    own = words(table, "blue")[0]
    _, lines = run(["zephyr 2", "", own, "", "go"], table)
    assert "! Guess at least once before you end the turn." in lines
    assert "end passed blue-guesser" in lines
    assert lines[-3].startswith("! No bot is waiting")


@pytest.mark.parametrize("go", ["", "go"])
def test_a_bot_points_before_a_person_and_guesses_when_it_is_told_to(go: str) -> None:
    table = dealt(Options(guessers=2), people=(GUESSER,))
    _, lines = run([go], table)
    pointed = next(line for line in lines if line.startswith("blue-guesser-2 "))
    guessed = next(line for line in lines if line.startswith("blue-guesser-2 guess "))
    assert pointed.split()[1] == "mark"
    assert guessed.split()[2] == pointed.split()[2]


def test_a_bot_guesses_the_card_that_a_person_points_at_too() -> None:
    table = dealt(Options(guessers=2), people=(GUESSER,))
    _, before = run([], table)
    word = next(line for line in before if line.startswith("blue-guesser-2 mark")).split()[2]
    _, lines = run([f"mark {word}"], dealt(Options(guessers=2), people=(GUESSER,)))
    assert any(line.startswith(f"blue-guesser-2 guess {word} ") for line in lines)


def test_the_bots_advice_is_passed_on_once() -> None:
    table = dealt(Options(guessers=2), people=(GUESSER,))
    _, lines = run(["left", "left"], table)
    assert sum("would uncover" in line for line in lines) == 1


def test_a_keyword_may_be_typed_and_is_not_written_before_the_end() -> None:
    table = dealt(Options(3, 3, keyword=True))
    _, lines = run(["open sesame", "quit"], table)
    assert lines[0] == "to-act blue-spymaster red-spymaster"
    assert "typed blue-spymaster" in lines[1]
    assert "sesame" not in "\n".join(lines)


def test_a_keyword_that_looks_as_if_it_named_a_seat_is_not_repeated() -> None:
    table = dealt(Options(3, 3, keyword=True))
    _, lines = run(["swordfish: my secret", "quit"], table)
    assert "typed blue-spymaster" in lines[1]
    assert "swordfish" not in "\n".join(lines)


@pytest.mark.parametrize(
    "line",
    [
        "Ｏｐｅｎ　１",
        "keyword Ｏｐｅｎ　１",
        "ｋｅｙｗｏｒｄ　Ｏｐｅｎ　１",
        "ｂｌｕｅ－ｓｐｙｍａｓｔｅｒ：ｋｅｙｗｏｒｄ　Ｏｐｅｎ　１",
    ],
)
def test_a_keyword_in_full_width_is_taken_as_it_is(line: str) -> None:
    table = dealt(Options(3, 3, keyword=True))
    run([line], table)
    assert keyword_of(table) == "Ｏｐｅｎ　１"


def test_an_order_in_full_width_is_no_keyword() -> None:
    table = dealt(Options(3, 3, keyword=True))
    _, lines = run(["ｑｕｉｔ"], table)
    assert lines[-1] == "quit"


def test_lines_may_be_typed_in_full_width() -> None:
    _, lines = run(["ｃｌｕｅ　かわ　２", "ｇｕｅｓｓ　Ａ１", "ｑｕｉｔ"])
    assert "blue-spymaster clue かわ 2" in lines
    (guessed,) = [line for line in lines if line.startswith("blue-guesser guess ")]
    assert key(dealt())[0][0] in guessed
    assert lines[-1] == "quit"


def test_a_keyword_is_written_in_full_at_the_end() -> None:
    table = dealt(Options(3, 3, keyword=True))
    _, lines = run(["keyword  open sesame ", "resign"], table)
    assert lines[-2] == "keyword  open sesame "


def test_a_table_at_which_nobody_can_act_ends_with_a_code_of_its_own() -> None:
    stdout = io.StringIO()
    code = plain.Script(dealt(), TEXTS, seats=(), stdin=io.StringIO(), stdout=stdout).run()
    assert code == 1
    assert (
        stdout.getvalue()
        .splitlines()[-1]
        .startswith("! Nobody at this table can act, so the game stops here.")
    )


@pytest.mark.parametrize(
    ("card", "answered"), [("left", "# "), ("pass", "! Guess at least once"), ("quit", "quit")]
)
def test_a_command_that_is_also_a_card_is_done_and_the_card_explained(
    card: str, answered: str
) -> None:
    words = (card, "tiger", "lamp", "fork", "tulip", "whale", "piano", "glove", "bread")
    table = dealt(Options(3, 3), pack=Pack("odd", words))
    _, lines = run(["zephyr 2", card], table)
    hint = lines.index(f'# "{card}" is also a card: to choose the card, type "guess {card}".')
    assert lines[hint + 1].startswith(answered)
    assert table.observe(None).turn.guesses == ()


def test_a_carriage_return_at_the_end_of_a_line_is_no_part_of_it() -> None:
    table, stdout = dealt(Options(3, 3, keyword=True)), io.StringIO()
    stdin = io.StringIO("sesame\r\nblue-spymaster: key\r\n", newline="")
    plain.Script(table, TEXTS, seats=chairs(table), stdin=stdin, stdout=stdout).run()
    assert table.observe(None).typed_by == "blue-spymaster"
    assert keyword_of(table) == "sesame"
    assert "\nkey " in stdout.getvalue()


def test_help_tells_each_seat_what_it_may_come_to_type_and_of_no_tab() -> None:
    told = {}
    for number, typed in enumerate((["help"], ["zephyr 2", "help"])):
        lines = run([*typed, "quit"])[1]
        heads = (re.match(r"#   (\w+)", line) for line in lines)
        told[number] = [head[1] for head in heads if head]
        assert not any("Tab" in line for line in lines)
    assert told[0][:2] == ["clue", "resign"]
    assert told[1][:5] == ["guess", "mark", "unmark", "pass", "resign"]


def test_a_bot_that_lacks_a_mark_goes_on_with_the_persons() -> None:
    table = dealt(Options(guessers=2, marks=2), people=(GUESSER,))
    _, lines = run([""], table)
    word = next(line for line in lines if line.startswith("blue-guesser-2 mark")).split()[2]
    agreed = lines.index(f"blue-guesser mark {word}")
    assert lines[agreed + 1].startswith(f"blue-guesser-2 guess {word} ")


@pytest.mark.parametrize("word", ["two", "*"])
def test_a_number_that_is_none_is_answered_with_what_to_type(word: str) -> None:
    _, lines = run([f"ocean {word}"])
    assert lines[3] == (
        f"! A clue's number can't be {word}: type one word, then 1 to 9, 0, or unlimited, "
        'such as "ocean 2".'
    )


def test_a_move_is_taken_back_as_remarks_and_the_table_waits_as_before() -> None:
    table = dealt()
    word = words(table, "bystander")[0]
    typed = ["zephyr 2", word, "blue-guesser: takeback", "agree", "quit"]
    _, lines = run(typed, table)
    asked = next(n for n, line in enumerate(lines) if "take" in line and line.startswith("# "))
    assert lines[asked - 1] == "to-act red-spymaster"
    assert lines[-2] == "to-act blue-guesser"
    assert not any(line.startswith("! ") for line in lines)
    assert table.observe(None).turns[0].guesses == ()


@pytest.mark.parametrize("verb", ["takeback", "agree", "refuse"])
def test_what_cannot_be_taken_back_is_refused(verb: str) -> None:
    assert run([verb])[1][-3].startswith("! ")


def test_a_game_that_is_stopped_ends_without_its_secret() -> None:
    code, lines = run(["zephyr 2", "stop", "never read"])
    assert code == 0
    assert lines[-1].startswith("# ")
    assert "stops the game" in lines[-1]
    assert not any(line.startswith(("key", "secret", "won")) for line in lines)


class Faulty:
    """A table at which bots fail to act for a while."""

    def __init__(self, table: LocalClient, failures: int) -> None:
        self._table = table
        self.failures = failures

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    def act(self, *, after_patience: bool = False) -> Sequence[Update]:
        if self.failures:
            self.failures -= 1
            raise StoreFault(Fault.FULL, "SQLITE_FULL")
        return self._table.act(after_patience=after_patience)


@pytest.mark.parametrize(("typed", "over"), [(["", "", ""], True), (["", "quit"], False)])
def test_bots_that_fail_try_again_at_the_next_line(typed: list[str], over: bool) -> None:
    table, stdout = Faulty(dealt(people=()), 3), io.StringIO()
    stdin = io.StringIO("".join(f"{line}\n" for line in typed))
    code = plain.Script(
        cast("LocalClient", table), TEXTS, seats=(), stdin=stdin, stdout=stdout
    ).run()
    told = stdout.getvalue()
    assert code == 0
    assert told.count("! Nothing was changed, because the disk with the games is full.") == (
        3 if over else 2
    )
    assert ("\nwon " in told) is over
