"""Hangman at a keyboard: the meaning of bare text, and the output of scripts."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.hangman.game import GAME, TEXT_INTERFACE
from core.hangman.model import SetWord
from core.hangman.options import Dealer, Mode
from core.rules import InvalidNotation, Seat, Secret
from core.words.word_lists import KANA
from tests.core.hangman.tables import DEALER, Play, fixed, table

KANA_WORDS = ("がっこう", "らーめん", "くだもの")


def thought(asked: str = "") -> Play:
    """Return a table whose dealer thinks of a word, after a guess of a letter or a word."""
    play = table(dealer=Dealer.THOUGHT)
    if asked:
        play.line("guess1", f"guess {asked}" if len(asked) == 1 else f"solve {asked}")
    return play


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("u", "guess u"),
        (" U ", "guess  U "),
        ("trumps", "solve trumps"),
        ("solve trumps", "solve trumps"),
        ("Guess u", "Guess u"),
        ("hint", "hint"),
        # To a guesser the dealer's verbs are words like any other.
        ("answer", "solve answer"),
        ("word", "solve word"),
        ("3", "guess 3"),
        ("no way", "guess no way"),
        ("", "guess "),
    ],
)
def test_a_guesser_types_a_letter_or_a_word(text: str, line: str) -> None:
    assert TEXT_INTERFACE.line(text, table().seen("guess1")) == line


@pytest.mark.parametrize(("text", "line"), [("ら", "guess ら"), ("ラーメン", "solve ラーメン")])
def test_kana_are_letters_too(text: str, line: str) -> None:
    play = table(KANA_WORDS, category=KANA)
    assert TEXT_INTERFACE.line(text, play.seen("guess1")) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("u", "guess u"),
        ("under", "guess u"),
        ("  r", "guess r"),
        ("Ｓ", "guess S"),
        ("3u", "guess 3"),
        ("solve", "guess s"),
        ("solve trumps", "solve trumps"),
        ("guess u", "guess u"),
        ("hint", "hint"),
        ("", "guess "),
    ],
)
def test_of_a_scripts_line_the_first_letter_counts(text: str, line: str) -> None:
    assert TEXT_INTERFACE.script(text, table().seen("guess1")) == line


def test_where_hints_are_off_a_script_guesses_their_first_letter() -> None:
    assert TEXT_INTERFACE.script("hint", table(hints=False).seen("guess1")) == "guess h"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("2 5", (1, 4)),
        ("none", ()),
        ("e 2", (1,)),
        ("answer 2", (1,)),
        (".e..e.", (1, 4)),
        ("· E · · _ -", (1,)),
        ("......", ()),
    ],
)
def test_a_dealer_types_places_or_a_pattern(text: str, places: tuple[int, ...]) -> None:
    seen = thought("e").seen("dealer")
    action = GAME.parse(TEXT_INTERFACE.line(text, seen), seen, 1)
    assert getattr(action, "places", None) == places


@pytest.mark.parametrize("text", ["e", ".e..x.", ".e...", "x.....", ""])
def test_a_pattern_that_is_none_of_the_board_is_refused(text: str) -> None:
    seen = thought("e").seen("dealer")
    with pytest.raises(InvalidNotation):
        GAME.parse(TEXT_INTERFACE.line(text, seen), seen, 1)


def test_a_pattern_may_show_the_letters_that_are_known() -> None:
    play = thought("u")
    play.line("dealer", TEXT_INTERFACE.line("..u...", play.seen("dealer")))
    play.line("guess1", "r")
    assert TEXT_INTERFACE.line(".ru...", play.seen("dealer")) == "answer 2"
    assert TEXT_INTERFACE.line(".r.u..", play.seen("dealer")) == "answer .r.u.."


def test_a_dealer_says_yes_or_no_to_a_word() -> None:
    play = thought("trumps")
    assert TEXT_INTERFACE.line("no", play.seen("dealer")) == "answer no"
    assert TEXT_INTERFACE.script("yes", play.seen("dealer")) == "answer yes"


def test_a_dealer_who_sets_the_word_types_it_alone() -> None:
    seen = table(dealer=Dealer.WORD).seen("dealer")
    assert TEXT_INTERFACE.line("trumps", seen) == "word trumps"
    assert GAME.parse(TEXT_INTERFACE.line("trumps", seen), seen, 1) == SetWord(1, Secret("trumps"))


@given(st.text(max_size=20))
def test_no_text_is_more_than_refused(text: str) -> None:
    for play, seat in ((table(), "guess1"), (thought("e"), "dealer"), (thought(), "guess1")):
        seen = play.seen(seat)
        for read in (TEXT_INTERFACE.line, TEXT_INTERFACE.script):
            with suppress(InvalidNotation):
                assert GAME.parse(read(text, seen), seen, 1).turn == 1


def told(play: Play, letters: str, seat: str = "guess1") -> tuple[str, ...]:
    before = play.seen()
    play.guess(letters, seat)
    return TEXT_INTERFACE.script_lines([before], [play.seen()])


def test_a_script_is_told_each_board_as_it_is_after_a_guess() -> None:
    play = table(verbose=True)
    assert told(play, "u") == ("good ..u... [u] words=4/19 crumbs trucks trumps truths",)
    assert told(play, "h") == ("sorry ..u... [hu] words=3/15 crumbs trucks trumps",)


def test_the_checks_game_is_told_to_the_word() -> None:
    play = table(verbose=True)
    counted = ["4/19", "4/15", "4/11", "3/9", "2/6", "1/3", "1/2", "1/1", "1/0"]
    lines = [line for letter in "urshbcpmt" for line in told(play, letter)]
    assert [line.rpartition("=")[2].split()[0] for line in lines[:-1]] == counted
    assert [line.split()[0] for line in lines[:-1]] == ["good"] * 3 + ["sorry"] * 3 + ["good"] * 3
    assert lines[-2].startswith("good trumps [bchmprstu]")
    assert lines[-1] == "won guessers"


def test_a_script_is_told_the_boards_before_the_first_guess_once() -> None:
    readers = [fixed("trumps", mode=Mode.RACE).seen(seat) for seat in ("blue1", "red1", "blue1")]
    assert TEXT_INTERFACE.opening_lines(readers) == ("blue ...... []", "red ...... []")
    play = table()
    assert TEXT_INTERFACE.opening_lines([play.seen()]) == ("...... []",)
    play.guess("u")
    assert TEXT_INTERFACE.opening_lines([play.seen()]) == ()


def test_nothing_is_told_where_nothing_was_answered() -> None:
    play = table()
    before = play.seen()
    play.line("guess1", "u")
    assert TEXT_INTERFACE.script_lines([before], [play.seen()]) == ()
    assert TEXT_INTERFACE.script_lines([play.seen()], [play.seen()]) == ()


def test_where_several_guess_a_script_is_told_who() -> None:
    play = fixed("trumps", mode=Mode.TURNS, guessers=2)
    assert told(play, "u") == ("guess1 guess u", "good ..u... [u]")
    assert told(play, "e", "guess2") == ("guess2 guess e", "sorry ..u... [eu]")
    before = play.seen()
    play.solve("trucks")
    said = TEXT_INTERFACE.script_lines([before], [play.seen()])
    assert said == ("guess1 solve trucks", "sorry ..u... [eu]")
    before = play.seen()
    play.hint("guess2")
    assert TEXT_INTERFACE.script_lines([before], [play.seen()])[0].startswith("guess2 hint ")


def test_a_dealer_is_told_what_is_asked() -> None:
    play = thought()
    before = play.seen()
    play.line("guess1", "u")
    assert TEXT_INTERFACE.script_lines([before], [play.seen()]) == ("guess1 guess u",)
    before = play.seen()
    play.line("dealer", "answer 3")
    assert TEXT_INTERFACE.script_lines([before], [play.seen()]) == ("good ..u... [u]",)
    before = play.seen()
    play.line("guess1", "solve trumps")
    assert TEXT_INTERFACE.script_lines([before], [play.seen()]) == ("guess1 solve trumps",)


def race(*readers: str | None) -> tuple[str, ...]:
    """Return a script's output about a race, for these readers."""
    play, lines = fixed("trumps", mode=Mode.RACE), list[str]()
    for guesser, line in (
        ("red1", "guess u"),
        ("blue1", "guess m"),
        ("red1", "solve crumbs"),
        ("blue1", "solve trumps"),
    ):
        before = [play.seen(reader) for reader in readers]
        play.line(guesser, line)
        lines += TEXT_INTERFACE.script_lines(before, [play.seen(reader) for reader in readers])
    return tuple(lines)


def test_in_a_race_each_board_is_told_to_its_team_and_only_the_progress_to_others() -> None:
    assert race("blue1") == (
        "red good 1/6 guesses=1 wrong=0",
        *("blue1 guess m", "blue good ...m.. [m]"),
        "red sorry 1/6 guesses=2 wrong=1",
        "blue good trumps [m]",
        *("red1 guess u", "red1 solve crumbs", "red sorry ..u... [u]"),
        "won blue",
    )
    assert race("blue1", "red1") == race("red1", "blue1")
    assert "red good ..u... [u]" in race("blue1", "red1")
    assert race(None)[1:3] == ("blue good 1/6 guesses=1 wrong=0", "red sorry 1/6 guesses=2 wrong=1")


@pytest.mark.parametrize(
    ("play", "seat", "what"),
    [
        (table(), "guess1", "guess"),
        (table(dealer=Dealer.WORD), "dealer", "word"),
        (thought("e"), "dealer", "places"),
        (thought("trumps"), "dealer", "verdict"),
    ],
)
def test_it_is_said_what_may_be_typed(play: Play, seat: str, what: str) -> None:
    assert TEXT_INTERFACE.expected(play.seen(seat))["what"] == what


def test_seats_have_names_with_a_number_where_there_are_several() -> None:
    alone, several = table().seen(), table(mode=Mode.RACE, guessers=2).seen()
    assert TEXT_INTERFACE.seat(Seat("guess1"), alone)["number"] == 0
    assert TEXT_INTERFACE.seat(Seat("red2"), several)["number"] == 2
    assert TEXT_INTERFACE.seat(DEALER, several)["team"] == "dealer"
