import re
from collections.abc import Sequence

import pytest
from prompt_toolkit.data_structures import Size

from adapters.terminal.render import PlayOptions
from adapters.terminal.screen import CLEAR
from bot.cli.play.client import LocalClient
from core.codenames.model import Options
from core.rules import Seat
from core.view import phrase
from core.words.packs import Pack
from tests.adapters.terminal.keys import (
    INTERRUPT,
    SMALL,
    STEERING,
    TALL,
    between_prompts,
    play,
    read,
)
from tests.adapters.terminal.tables import (
    CLUES,
    TEXTS,
    chairs,
    dealt,
    key,
    keyword_of,
    words_of,
)

SPYMASTER, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")
BADGE = re.compile("[●■○✖] [BRTK]")


def shared(typed: Sequence[str], table: LocalClient | None = None) -> tuple[int, str]:
    """Return the output for lines typed at a table without bots."""
    table = table or dealt()
    return play(typed, table, chairs(table))


def alone(
    typed: Sequence[str],
    seat: Seat = SPYMASTER,
    table: LocalClient | None = None,
    size: Size = TALL,
) -> tuple[int, str]:
    """Return the output for lines typed by one person among bots."""
    table = table or dealt(people=(seat,))
    return play(typed, table, (seat,), size=size)


def screens(written: str) -> list[str]:
    """Return the output between one clearing of the screen and the next."""
    return [read(part) for part in written.split(CLEAR)]


def game(table: LocalClient) -> list[str]:
    """Return lines with which Blue's two people find all their cards in one turn."""
    guesses = [line for word in words_of(table, "blue") for line in (word, "")]
    return ["", "zephyr 9", "", *guesses]


def test_people_play_a_whole_game_on_one_keyboard() -> None:
    table = dealt()
    code, written = shared(game(table), table)
    told = screens(written)[-1]
    assert code == 0
    assert table.outcome is not None
    assert "Blue wins: all its cards are uncovered." in told
    for line in table.game.closing_lines(table.observe(None)):
        assert line in told
    assert "docs/fair-deal.md" in told


@pytest.mark.sampled
@pytest.mark.parametrize("asked", ["why", "why zephyr", " Why zephyr"])
def test_the_chances_on_a_clue_are_told_only_after_the_game(asked: str) -> None:
    table = dealt()
    clue, *guesses = game(table)[1:]
    _, written = shared(["", asked, clue, guesses[0], asked, *guesses[1:]], table)
    assert read(written).count("would help a guesser: ask again when it's over") == 2
    assert table.answer("why").title["word"] == "zephyr"


def test_the_help_names_the_questions_that_may_be_asked_after_the_game() -> None:
    assert "why [CLUE]" in read(alone(["help"])[1])


@pytest.mark.slow
def test_the_same_seed_and_keys_give_the_same_bytes_between_prompts() -> None:
    first, again = (between_prompts(shared(game(dealt()))[1]) for _ in range(2))
    assert first == again
    first, again = (between_prompts(alone(["zephyr 2", "", "log"] * 3)[1]) for _ in range(2))
    assert first == again
    assert "zephyr 2" in first


@pytest.mark.sampled
@pytest.mark.parametrize(
    "count",
    [pytest.param(count, marks=pytest.mark.slow if 3 < count < 11 else ()) for count in range(12)],
)
def test_a_person_may_leave_at_any_prompt(count: int) -> None:
    code, written = shared(game(dealt())[:count])
    assert code == 0
    assert read(written).endswith("You left the game.")
    assert "secret" not in read(written).partition("This board comes from a seed")[0]


def test_the_screen_is_covered_before_another_person_looks() -> None:
    _, written = shared(["", "zephyr 2", "", "key"])
    before, cover, spymaster, told, handed, guesser = screens(written)
    assert before == ""
    assert (
        "Hand the keyboard to the blue spymaster. Press Enter when nobody else is looking." in cover
    )
    assert BADGE.search(spymaster.split("┘")[0])
    assert "Blue spymaster gives the clue zephyr 2." in told
    assert "Hand the keyboard to the blue guesser." in handed
    for screen in (cover, told, handed):
        assert "┌" not in screen
    assert not BADGE.search(guesser.split("┘")[0])
    assert "Only spymasters can see the key, so blue guesser can't" in guesser


def test_clearing_takes_what_has_scrolled_off_too() -> None:
    assert CLEAR.endswith("\x1b[3J")


def test_what_a_guesser_reads_does_not_change_with_the_hidden_key() -> None:
    tables = [dealt(), dealt(order=tuple(reversed(range(25))))]
    seen = [
        screens(shared(["", "zephyr 2", "", "board", "help", "log", "left", "key"], table)[1])
        for table in tables
    ]
    assert seen[0][3:] == seen[1][3:]
    assert seen[0][2] != seen[1][2]


def test_a_person_is_told_what_happened_in_the_meantime() -> None:
    table = dealt()
    wrong = words_of(table, "bystander")[0]
    _, written = shared(["", "zephyr 2", "", wrong, "", ""], table)
    assert (
        "Since you last looked: 25 cards are on the table. Playing order: blue, red. "
        "Turn 1: Blue plays. Blue spymaster gives the clue zephyr 2. "
        f"Blue guesser uncovers {wrong}: a bystander. That ends the turn. Turn 2: Red plays."
    ) in screens(written)[-1]


def test_one_person_among_bots_is_never_asked_to_hand_over() -> None:
    _, written = alone(["zephyr 2", "quark 1"])
    assert CLEAR not in written
    assert "Hand the keyboard" not in read(written)


def test_bots_tell_what_they_do_in_sentences() -> None:
    _, written = alone(["zephyr 2"])
    assert re.search(r"Blue guesser uncovers \w+: a \w+ card\.|a bystander|the assassin", written)


def test_a_person_sees_the_board_before_the_bots_have_thought() -> None:
    table = dealt(people=(GUESSER,))
    _, written = alone([], seat=GUESSER, table=table)
    told = read(written)
    first_word = table.observe(None).cards[0].word
    assert told.index(first_word) < told.index("gives the clue")


def test_the_key_is_shown_to_the_spymaster_and_hidden_on_demand() -> None:
    _, written = alone(["key"])
    shown, hidden = screens(written)
    assert BADGE.search(shown.split("┘")[0])
    assert not BADGE.search(hidden.split("┘")[0])
    assert "The key is hidden; type key to see it." in hidden
    assert BADGE.search(screens(alone(["key", "key"])[1])[1].split("┘")[1])


def test_how_the_board_was_made_is_told_once() -> None:
    assert (
        read(alone(["zephyr 1", "quark 1", "key", "key"])[1]).count("This board comes from a seed")
        == 1
    )


@pytest.mark.sampled
@pytest.mark.parametrize("answer", ["n", "no", "what", "tiger"])
def test_a_guess_is_not_made_unless_it_is_confirmed(answer: str) -> None:
    table = dealt()
    word = words_of(table, "blue")[0]
    _, written = shared(["", "zephyr 2", "", word, answer], table)
    assert f"Uncover {word}? [Y/n]" in read(written)
    assert "Nothing was done." in read(written)
    assert table.observe(None).turn.guesses == ()


@pytest.mark.sampled
@pytest.mark.parametrize("answer", ["", "y", "YES", "ｙ", "Ｙｅｓ"])
def test_a_guess_that_is_confirmed_is_made(answer: str) -> None:
    table = dealt()
    word = words_of(table, "blue")[0]
    _, written = shared(["", "zephyr 2", "", word, answer], table)
    assert f"Blue guesser uncovers {word}: a blue card." in read(written)
    assert len(table.observe(None).turn.guesses) == 1


def test_a_place_is_confirmed_as_the_word_on_it() -> None:
    _, written = shared(["", "zephyr ２", "", "Ｂ３"])
    assert "Uncover oyster? [Y/n]" in read(written)


@pytest.mark.parametrize(
    ("text", "told"), [("ｈｅｌｐ", "why [CLUE]"), ("Ｗｈｙ", "would help a guesser")]
)
def test_commands_may_be_typed_in_full_width(text: str, told: str) -> None:
    assert told in read(alone([text])[1])


@pytest.mark.sampled
@pytest.mark.parametrize("answer", ["", "y", "Yes", "はい", "ｙ"])
def test_a_misspelled_card_is_uncovered_where_the_person_says_that_it_is_meant(answer: str) -> None:
    table = dealt()
    word = words_of(table, "blue")[0]
    _, written = shared(["", "zephyr 2", "", f"{word}x", answer], table)
    asked = f"There's no card {word}x on this board. Did you mean {word}? [Y/n]"
    assert asked in read(written)
    assert f"Uncover {word}?" not in read(written)
    assert f"Blue guesser uncovers {word}: a blue card." in read(written)


@pytest.mark.sampled
@pytest.mark.parametrize("answer", ["n", "NO", "いいえ"])
def test_a_misspelled_card_is_not_uncovered_where_it_is_not_meant(answer: str) -> None:
    table = dealt()
    word = words_of(table, "blue")[0]
    _, written = shared(["", "zephyr 2", "", f"{word}x", answer], table)
    assert "Nothing was done." in read(written)
    assert table.observe(None).turn.guesses == ()


def test_another_answer_than_yes_or_no_is_the_card_that_is_meant() -> None:
    table = dealt()
    one, other = words_of(table, "blue")[:2]
    _, written = shared(["", "zephyr 2", "", f"{one}x", other, "y"], table)
    assert f"Uncover {other}? [Y/n]" in read(written)
    assert [guess.card for guess in table.observe(None).turn.guesses] == [
        [word for word, _ in key(table)].index(other)
    ]


def test_a_misspelled_card_that_is_uncovered_already_is_refused_without_a_question() -> None:
    word = words_of(dealt(), "blue")[0]
    told = read(shared(["", "zephyr 2", "", word, "y", f"{word}x"])[1])
    assert "Did you mean" not in told
    assert f"{word} is uncovered already: choose a covered card." in told


def test_a_misspelled_card_is_marked_where_marks_are_awaited() -> None:
    table = dealt(Options(guessers=2, marks=2))
    word = words_of(table, "blue")[0]
    table.submit(SPYMASTER, "clue zephyr 2")
    play([f"{word}x", "y"], table, [GUESSER])
    assert [card for _, card in table.observe(None).marks] == [
        [name for name, _ in key(table)].index(word)
    ]


def test_what_cannot_be_done_is_refused_without_a_question() -> None:
    word = words_of(dealt(), "blue")[0]
    once = read(shared(["", "zephyr 2", "", word, "y"])[1])
    twice = read(shared(["", "zephyr 2", "", word, "y", word])[1])
    assert twice.count("[Y/n]") == once.count("[Y/n]") > 0
    assert f"{word} is uncovered already: choose a covered card." in twice


def test_giving_up_is_confirmed() -> None:
    kept, given = dealt(), dealt()
    assert "Resign for your team? [y/N]" in read(shared(["", "resign", ""], kept)[1])
    shared(["", "resign", "y"], given)
    assert kept.outcome is None
    assert given.outcome is not None


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ocean", 'Add a number to ocean: how many cards it fits, such as "ocean 2".'),
        ("tiger 2", '"tiger" is the card tiger: choose another clue.'),
        (
            "guess tiger",
            "Only guessers mark or uncover cards and end the turn: leave that to them.",
        ),
        ("", "No bot is waiting for you: type a move, or help."),
        ("red-spymaster: key", "red-spymaster isn't a person's chair here"),
        ("log", "There's no clue yet."),
        ("left", "= Blue: 9 of 9 cards to find"),
        ("help", "clue WORD NUMBER Give a clue"),
    ],
)
def test_every_line_has_an_answer(text: str, sentence: str) -> None:
    table = dealt()
    before = table.version
    _, written = shared(["", text], table)
    assert sentence in read(written)
    assert table.version == before


def test_the_board_can_be_asked_for() -> None:
    assert read(alone(["board"])[1]).count("┌") == 2


def test_leaving_by_interrupt_asks_first() -> None:
    table = dealt()
    code, written = shared(["", INTERRUPT, "n", "zephyr 2", INTERRUPT, "y", ""], table)
    assert code == 0
    assert "Leave the game? [y/N]" in read(written)
    assert "Hand the keyboard to the blue guesser." in read(written)
    assert "┌" not in screens(written)[-1]


def test_a_second_interrupt_leaves() -> None:
    code, written = shared([INTERRUPT, INTERRUPT])
    assert code == 0
    assert "You left the game." in read(written)


def test_quitting_leaves() -> None:
    assert read(shared(["", "quit", "zephyr 2"])[1]).endswith("You left the game.")


def test_one_of_several_guessers_may_act_from_the_same_keyboard() -> None:
    table = dealt(Options(guessers=2))
    shared(["", "zephyr 2", "", "mark tiger", "blue-guesser-2: mark tiger"], table)
    assert {seat for seat, _ in table.observe(None).marks} == {"blue-guesser", "blue-guesser-2"}


def test_a_waiting_bot_says_what_it_would_do_and_goes_on_at_an_empty_line() -> None:
    table = dealt(Options(guessers=2), people=(GUESSER,))
    _, written = alone(["", ""], GUESSER, table)
    told = read(written)
    advised = re.search(r"Blue guesser 2 would uncover (\w+)\.", told)
    assert advised
    assert f"Blue guesser 2 marks {advised[1]}." in told
    assert "a card, Enter to let the bots go on, or help" in told
    assert f"Uncover {advised[1]}? [Y/n]" in told
    assert f"Blue guesser 2 uncovers {advised[1]}:" in told


def test_a_keyword_is_typed_unseen_and_taken_as_it_is() -> None:
    table = dealt(Options(3, 3, keyword=True))
    _, written = shared(["", "", " open sesame　Ａ ", "resign", "y"], table)
    assert "Type the keyword that the key card comes from" in read(written)
    assert "asterisks" in read(written)
    assert "You typed nothing: type the keyword, or press Ctrl-D to leave." in read(written)
    assert "sesame" not in written.partition("wins")[0]
    assert keyword_of(table) == " open sesame　Ａ "


@pytest.mark.parametrize(("size", "oldest"), [(Size(rows=18, columns=80), False), (TALL, True)])
def test_the_oldest_turns_give_way_to_the_board_on_a_small_screen(size: Size, oldest: bool) -> None:
    table = dealt()
    for number, word in enumerate(words_of(table, "bystander")[:6]):
        team = ("blue", "red")[number % 2]
        table.submit(Seat(f"{team}-spymaster"), f"clue {CLUES[number]} 1")
        table.submit(Seat(f"{team}-guesser"), f"guess {word}")
    _, written = play([""], table, chairs(table), size=size)
    shown = screens(written)[-1]
    assert ("1. Blue: zephyr 1" in shown) is oldest
    assert "6. Red: vortex 1" in shown


def test_a_narrow_screen_is_kept_to() -> None:
    _, written = alone([], size=Size(rows=40, columns=60))
    lines = STEERING.sub("", written).split("\n")
    assert max(len(line) for line in lines if "│" in line or "─" in line) <= 60


def test_those_who_only_look_on_see_the_board_and_the_end() -> None:
    table = dealt(people=())
    code, written = play([], table, ())
    assert code == 0
    assert read(written).count("┌") > 2
    assert table.outcome is not None


def test_a_table_at_which_nobody_can_act_says_so() -> None:
    table = dealt()
    code, written = play([], table, ())
    assert code == 1
    assert "Nobody at this table can act" in read(written)


def test_colours_are_written_only_where_they_are_wanted() -> None:
    table = dealt(people=(SPYMASTER,))
    _, written = play([], table, (SPYMASTER,), manner=PlayOptions(colour=True))
    assert "48;5;25" in written
    assert "48;5;25" not in alone([])[1]


def beside(typed: Sequence[str], marks: int) -> tuple[LocalClient, str]:
    """Return the table, and the output for a person in one team with a bot."""
    table = dealt(Options(guessers=2, marks=marks), people=(GUESSER,))
    return table, read(alone(typed, GUESSER, table)[1])


def picked(marks: int) -> str:
    """Return the first card that the bot marks."""
    found = re.search(r"Blue guesser 2 would uncover (\w+)\.", beside([], marks)[1])
    assert found
    return found[1]


@pytest.mark.sampled
@pytest.mark.parametrize("marks", [1, 2])
@pytest.mark.parametrize("line", ["mark {}", ""])
def test_nothing_is_uncovered_by_agreeing_with_a_bot_before_it_is_confirmed(
    marks: int, line: str
) -> None:
    word = picked(marks)
    table, told = beside([line.format(word), "n"], marks)
    assert f"Uncover {word}? [Y/n]" in told
    assert "Nothing was done." in told
    assert table.observe(None).turn.guesses == ()
    assert f"Blue guesser 2 uncovers {word}:" in beside([line.format(word), "y"], marks)[1]


def test_pointing_at_another_card_than_a_bot_asks_nothing_and_leaves_the_bots_mark() -> None:
    word = picked(2)
    other = next(word_ for word_ in words_of(dealt(), "red") if word_ != word)
    table, told = beside([other], 2)
    assert "[Y/n]" not in told
    assert f"Blue guesser marks {other}." in told
    assert "Type a card to mark it" in told
    assert f"If you let the bots go on, they help you uncover {other}." in told
    places = {card.word: place for place, card in enumerate(table.observe(None).cards)}
    assert table.observe(None).marks == {
        (GUESSER, places[other]),
        ("blue-guesser-2", places[word]),
    }


def test_an_empty_line_makes_the_bot_join_a_person_and_asks_first() -> None:
    word = picked(2)
    other = next(word_ for word_ in words_of(dealt(), "red") if word_ != word)
    told = beside([other, "", "y"], 2)[1]
    assert f"Uncover {other}? [Y/n]" in told
    assert f"Blue guesser 2 marks {other}. Blue guesser uncovers {other}: a red card." in told


def test_too_few_marks_are_refused_with_who_can_mark_the_card() -> None:
    other = next(word for word in words_of(dealt(), "red") if word != picked(2))
    told = beside([f"guess {other}"], 2)[1]
    assert f"{other} has 0 of the 2 marks that it needs. " in told
    assert "These can still mark it: Blue guesser, Blue guesser 2." in told


@pytest.mark.parametrize(("answer", "is_card"), [("y", True), ("", False)])
def test_a_command_that_is_also_a_card_is_asked_about(answer: str, is_card: bool) -> None:
    words = ("left", "tiger", "lamp", "fork", "tulip", "whale", "piano", "glove", "bread")
    table = dealt(Options(3, 3), pack=Pack("odd", words))
    told = read(shared(["", "zephyr 2", "", "left", answer, *(["y"] if is_card else [])], table)[1])
    assert '"left" is also a card. Do you mean the card? [y/N]' in told
    assert ("Uncover left? [Y/n]" in told) is is_card
    assert bool(table.observe(None).turns[0].guesses) is is_card


def test_a_screen_is_not_crowded_by_what_can_be_done_at_any_time() -> None:
    table = dealt()
    table.submit(SPYMASTER, "clue zephyr 2")
    table.submit(GUESSER, f"guess {words_of(table, 'blue')[0]}")
    told = read(play([""], table, chairs(table))[1])
    assert "pass – End the turn" in told
    assert "resign" not in told
    assert "Mark a card" not in told


def test_the_keyword_is_asked_for_once() -> None:
    _, written = shared([""], dealt(Options(3, 3, keyword=True)))
    assert read(written).count("Type the keyword that the key card comes from") == 1


def test_help_tells_of_the_tab_key() -> None:
    assert "Tab completes what you type." in read(alone(["help"])[1])


def test_a_move_is_taken_back_by_whoever_is_named() -> None:
    table = dealt()
    word = words_of(table, "bystander")[0]
    typed = ["", "zephyr 2", "", word, "y", "", "blue-guesser: takeback", "red-guesser: agree"]
    told = read(shared(typed, table)[1])
    assert "Hand the keyboard to the blue guesser." in told
    assert table.turn == 1
    assert table.observe(None).turns[0].guesses == ()


@pytest.mark.parametrize("answer", ["", "y"])
def test_stopping_is_confirmed(answer: str) -> None:
    table = dealt()
    code, written = shared(["", "stop", answer], table)
    assert code == 0
    assert "Stop the game for good? If your side is losing, it loses the game. [y/N]" in read(
        written
    )
    assert table.is_stopped is (answer == "y")


def test_the_rules_of_the_game_are_told_in_its_own_words() -> None:
    told = read(alone(["rules"])[1])
    assert "Codenames: the rules" in told
    for number in range(1, 6):
        assert TEXTS.say(phrase(f"codenames-rules-{number}")) in told
    assert "rules show the rules of the game" in read(alone(["help"])[1])
    for size in (SMALL, TALL):
        _, written = alone(["rules"], size=size)
        rules = (
            between_prompts(written).partition("Codenames: the rules")[2].partition("You left")[0]
        )
        assert rules.count("\n") < size.rows


def test_the_hint_for_a_clue_says_nothing_that_the_form_above_it_says() -> None:
    told = read(alone([])[1])
    assert told.count("how many cards it fits") == 1
    assert "For two cards that ocean fits, type ocean 2. New here? Type rules." in told


def test_each_person_is_told_once_what_to_type() -> None:
    hint = "Type a card: its word, or its place, such as B3. New here? Type rules."
    table = dealt()
    bystanders = words_of(table, "bystander")
    lines = ["", "zephyr 1", "", bystanders[0], "", "", "quark 1", "", bystanders[1], "", ""]
    _, written = shared([*lines, "yodel 1", ""], table)
    told = screens(written)
    assert ["New here?" in screen for screen in told] == [
        *(False, False, True, False, False, True),
        *(False, False, True, False, False, True),
        *(False, False, False, False, False, False),
    ][: len(told)]
    assert sum(hint in screen for screen in told) == 2


def test_what_just_happened_stays_in_view_on_a_small_screen() -> None:
    table = dealt(people=(GUESSER,))
    card = words_of(table, "bystander")[0]
    _, written = alone([card, ""], GUESSER, table, size=SMALL)
    seen = between_prompts(written).replace("You left the game.", "").rstrip().split("\n")
    told = "\n".join(seen[-(SMALL.rows - 1) :])
    assert f"uncovers {card}: a bystander" in told, told
    assert "┌" in told
