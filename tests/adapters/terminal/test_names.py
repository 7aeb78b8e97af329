"""People at one terminal who have given their names, and how the game calls them."""

import io

import pytest

from adapters.terminal import plain
from adapters.terminal.input import seat_name
from adapters.terminal.screen import CLEAR
from bot.texts import Texts
from core.codenames.model import Options
from core.hangman.options import Mode
from core.hangman.options import Options as Hangman
from core.rules import IllegalAction, Seat
from core.view import phrase
from tests.adapters.terminal.hangman import laid
from tests.adapters.terminal.keys import play, read
from tests.adapters.terminal.tables import TEXTS, chairs, dealt, words_of

SPYMASTER, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")
NAMES = {SPYMASTER: "ANNA", GUESSER: "BEN"}


def test_who_shares_a_keyboard_reads_the_names_that_were_said() -> None:
    table = dealt(people=(SPYMASTER, GUESSER), names=NAMES)
    word = words_of(table, "bystander")[0]
    _, written = play(["", "zephyr 2", "", word, "y"], table, (SPYMASTER, GUESSER))
    screens = [read(part) for part in written.split(CLEAR)]
    assert "Hand the keyboard to ANNA (blue). Press Enter" in screens[1]
    assert "ANNA (blue)>" in screens[2]
    assert "ANNA (blue) gives the clue zephyr 2." in screens[3]
    assert f"BEN (blue) uncovers {word}: a bystander." in read(written)
    assert "Red spymaster (bot) gives the clue" in read(written)


def test_a_prompt_and_a_handed_keyboard_name_people_in_japanese_too() -> None:
    table = dealt(people=(SPYMASTER, GUESSER), names=NAMES)
    _, written = play([""], table, (SPYMASTER, GUESSER), texts=Texts.load("ja"))
    assert "ANNAさん（青）に交代してください。" in read(written)


def test_who_has_said_no_name_is_called_by_the_chair_beside_who_has() -> None:
    table = dealt(people=(SPYMASTER, GUESSER), names={SPYMASTER: "ANNA"})
    calls = [
        TEXTS.say(phrase("rating-person", name=seat_name(table, seat))) for seat in chairs(table)
    ]
    assert calls == [
        "ANNA (blue)",
        "blue guesser",
        "Red spymaster (bot)",
        "Red guesser (bot)",
    ]


def test_guests_are_people_who_have_said_no_name() -> None:
    for name in ("guest", "guest-2", "guest-12"):
        table = dealt(people=(SPYMASTER,), names={SPYMASTER: name})
        assert all(table.name(seat) is None for seat in chairs(table))
    table = dealt(people=(SPYMASTER,), names={SPYMASTER: "guest-house"})
    assert table.name(SPYMASTER) is not None


@pytest.mark.parametrize(
    ("names", "english", "japanese"),
    [
        (NAMES, "ANNA stops the game.", "ANNAさんが"),
        ({}, "Blue spymaster stops the game.", "青チームのスパイマスターが"),
        ({GUESSER: "BEN"}, "Blue spymaster stops the game.", "青チームのスパイマスターが"),
    ],
)
def test_who_stops_a_game_without_a_name_is_called_by_the_chair(
    names: dict[Seat, str], english: str, japanese: str
) -> None:
    table = dealt(people=(SPYMASTER, GUESSER), names=names)
    (told,) = table.submit(SPYMASTER, "stop")
    assert TEXTS.say(told.phrase) == english
    assert Texts.load("ja").say(told.phrase).startswith(japanese)


def test_who_points_is_named_under_the_board() -> None:
    two = Options(guessers=2, marks=2)
    table = dealt(two, people=(SPYMASTER, GUESSER), names=NAMES)
    table.submit(SPYMASTER, "clue zephyr 2")
    word = words_of(table, "blue")[0]
    _, written = play([f"{word}"], table, (GUESSER,))
    assert f"Marks on {word}: BEN." in read(written)


def test_hangman_names_who_guesses_and_who_is_to_wait() -> None:
    options = Hangman(mode=Mode.TURNS, guessers=2)
    first, second = Seat("guess1"), Seat("guess2")
    table = laid(options, first, second, named={first: "ANNA", second: "BEN"})
    for refused in (table.check, table.submit):
        with pytest.raises(IllegalAction) as waits:
            refused(second, "guess u")
        assert TEXTS.say(waits.value.phrase) == "ANNA guesses now: wait for your turn."
    told = play(["", "u", ""], table, (first, second))[1]
    assert "Turn 1: ANNA guesses a letter" in read(told)
    assert "ANNA guesses U." in read(told)
    assert "Hand the keyboard to BEN." in read(told)


def test_what_scripts_read_of_the_game_has_chairs_and_no_names() -> None:
    read_by = []
    for names in ({}, NAMES):
        table = dealt(people=(SPYMASTER, GUESSER), names=names)
        typed = "\n".join(("zephyr 2", words_of(table, "assassin")[0], ""))
        out = io.StringIO()
        plain.Script(
            table, TEXTS, seats=(SPYMASTER, GUESSER), stdin=io.StringIO(typed), stdout=out
        ).run()
        read_by.append([line for line in out.getvalue().splitlines() if line[:1] != "#"])
    assert read_by[0] == read_by[1]
    assert "blue-spymaster clue zephyr 2" in read_by[0]
