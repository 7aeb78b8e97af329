import pytest

from adapters.terminal.input import (
    LocalCommand,
    awaited_verb,
    namesake,
    offered_line,
    read_address,
    read_line,
    read_local_command,
)
from bot.cli.play.client import LocalClient
from core.codenames.model import Options
from core.rules import InvalidNotation, Refusal, Seat
from core.view import all_cells
from core.words.packs import Pack
from tests.adapters.terminal.tables import dealt

SPYMASTER, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")


@pytest.fixture
def table() -> LocalClient:
    """A table with the default deal, on which Blue is to give a clue."""
    return dealt()


@pytest.fixture
def guessing(table: LocalClient) -> LocalClient:
    """The same table after a clue."""
    table.submit(SPYMASTER, "clue zephyr 2")
    return table


@pytest.mark.parametrize("order", list(LocalCommand))
def test_an_order_is_its_word_alone_in_any_case(order: LocalCommand) -> None:
    assert read_local_command(f"  {order.value.upper()} ") is order


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_line_lets_the_bots_go_on(text: str) -> None:
    assert read_local_command(text) is LocalCommand.GO


@pytest.mark.parametrize("text", ["board 2", "2 key", "guess board", "helpless"])
def test_a_line_with_more_than_the_word_is_no_order(text: str) -> None:
    assert read_local_command(text) is None


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("clue ocean 2", "clue ocean 2"),
        ("ocean 2", "clue ocean 2"),
        ("2 ocean", "clue 2 ocean"),
        ("board 2", "clue board 2"),
        ("pass 2", "clue pass 2"),
        ("mark 3", "clue mark 3"),
        ("CLUE ocean 2", "CLUE ocean 2"),
        ("resign", "resign"),
    ],
)
def test_a_clue_may_leave_its_verb_out(table: LocalClient, text: str, line: str) -> None:
    assert read_line(table, SPYMASTER, text) == line


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("tiger", "guess tiger"),
        (" TIGER ", "guess tiger"),
        ("b3", "guess oyster"),
        ("guess b3", "guess b3"),
        ("mark tiger", "mark tiger"),
        ("pass", "pass"),
    ],
)
def test_a_card_may_stand_alone(guessing: LocalClient, text: str, line: str) -> None:
    assert read_line(guessing, GUESSER, text) == line


def test_a_card_that_needs_marks_first_is_pointed_at() -> None:
    table = dealt(Options(guessers=2, marks=2))
    table.submit(SPYMASTER, "clue zephyr 2")
    assert read_line(table, GUESSER, "tiger") == "mark tiger"
    table.submit(GUESSER, "mark tiger")
    table.submit(Seat("blue-guesser-2"), "mark tiger")
    assert read_line(table, GUESSER, "tiger") == "guess tiger"


def test_a_keyword_is_read_to_the_last_space() -> None:
    table = dealt(Options(keyword=True))
    assert read_line(table, SPYMASTER, " two words ") == "keyword  two words "


@pytest.mark.parametrize(
    ("text", "key"),
    [("tigr", "card-near"), ("xyzzy", "card-unknown"), ("pass now", "line-too-long")],
)
def test_what_cannot_be_read_is_refused_as_it_was_most_likely_meant(
    guessing: LocalClient, text: str, key: str
) -> None:
    with pytest.raises(InvalidNotation) as refused:
        read_line(guessing, GUESSER, text)
    assert refused.value.phrase.key == key


def test_a_seat_that_nothing_is_awaited_from_must_name_a_verb(table: LocalClient) -> None:
    with pytest.raises(InvalidNotation) as refused:
        read_line(table, GUESSER, "tiger")
    assert refused.value.phrase.key == "line-unknown"


def test_an_allowed_closed_action_is_spelled_as_the_game_does(guessing: LocalClient) -> None:
    assert offered_line(guessing, GUESSER, "guess B3") == "guess oyster"


def test_an_open_or_forbidden_action_is_not_offered(guessing: LocalClient) -> None:
    assert offered_line(guessing, GUESSER, "pass") is None
    assert offered_line(guessing, SPYMASTER, "clue ocean 2") is None


def test_the_cells_of_a_view_come_by_rows(table: LocalClient) -> None:
    assert [cell.place for cell in all_cells(table.view(None))][4:7] == ["A5", "B1", "B2"]


def test_a_card_alone_stands_for_what_choosing_it_does(table: LocalClient) -> None:
    assert awaited_verb(table, SPYMASTER) is None
    table.submit(SPYMASTER, "clue zephyr 2")
    assert awaited_verb(table, GUESSER) == "guess"
    marks = dealt(Options(guessers=2, marks=2))
    marks.submit(SPYMASTER, "clue zephyr 2")
    assert awaited_verb(marks, GUESSER) == "mark"


ODD = ("Star:Wars", "left", "pass", "quit", "tiger", "lamp", "red-guess:er", "fork", "tulip")


@pytest.fixture
def odd() -> LocalClient:
    """A table after a clue, whose cards look like commands and names of seats."""
    table = dealt(Options(3, 3), pack=Pack("odd", ODD))
    table.submit(SPYMASTER, "clue zephyr 2")
    return table


SEATS = (SPYMASTER, GUESSER, Seat("red-guesser"))


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("tiger", (GUESSER, "tiger")),
        ("red-guesser: mark tiger", ("red-guesser", "mark tiger")),
        (" blue-spymaster :key", (SPYMASTER, "key")),
        ("Star:Wars", (GUESSER, "Star:Wars")),
        ("Sta:Wars", (GUESSER, "Sta:Wars")),
        ("guess Star:Wars", (GUESSER, "guess Star:Wars")),
        ("red-guess:er", (GUESSER, "red-guess:er")),
        (": tiger", (GUESSER, ": tiger")),
    ],
)
def test_only_the_name_of_a_seat_before_a_colon_says_who_acts(
    odd: LocalClient, text: str, read: tuple[str, str]
) -> None:
    assert read_address(odd, GUESSER, text, SEATS) == read


@pytest.mark.parametrize("name", ["red-guesser-2", "green-guesser", "red"])
def test_what_can_only_be_meant_as_a_seat_and_is_none_is_refused(
    odd: LocalClient, name: str
) -> None:
    with pytest.raises(Refusal) as refused:
        read_address(odd, GUESSER, f"{name}: tiger", SEATS)
    assert refused.value.phrase.key == "terminal-seat-unknown"


def test_a_keyword_with_a_colon_is_a_keyword() -> None:
    table = dealt(Options(keyword=True))
    text = "blue-spymastr: my secret"
    assert read_address(table, SPYMASTER, text, SEATS) == (SPYMASTER, text)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("text", "line"),
    [("left", "guess left"), (" LEFT ", "guess left"), ("pass", "guess pass"),
     ("quit", "guess quit"), ("tiger", None), ("key", None), ("", None), ("left 2", None)],
)  # fmt: skip
def test_a_command_that_is_also_a_card_is_noticed(
    odd: LocalClient, text: str, line: str | None
) -> None:
    assert namesake(odd, GUESSER, text) == line


def test_where_no_card_can_be_chosen_no_command_is_mistaken_for_one(odd: LocalClient) -> None:
    assert namesake(odd, SPYMASTER, "left") is None


def test_a_keyword_is_not_its_own_verb() -> None:
    table = dealt(Options(keyword=True))
    with pytest.raises(Refusal) as refused:
        read_line(table, SPYMASTER, "keyword")
    assert refused.value.phrase.key == "keyword-missing"
    assert read_line(table, SPYMASTER, "open sesame") == "keyword open sesame"
