import pytest

from adapters.terminal.order import Order, cells, offered, read_line, read_order
from adapters.terminal.ports import AnyTable
from core.codenames.model import Options
from core.rules import InvalidNotation, Seat
from tests.adapters.terminal.tables import dealt, undealt

SPYMASTER, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")


@pytest.fixture
def table() -> AnyTable:
    """A table with the default deal, on which blue is to give a clue."""
    return dealt()


@pytest.fixture
def guessing(table: AnyTable) -> AnyTable:
    """The same table with a clue standing."""
    table.submit(SPYMASTER, "clue zephyr 2")
    return table


@pytest.mark.parametrize("order", list(Order))
def test_an_order_is_its_word_alone_in_any_case(order: Order) -> None:
    assert read_order(f"  {order.value.upper()} ") is order


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_line_lets_the_bots_go_on(text: str) -> None:
    assert read_order(text) is Order.GO


@pytest.mark.parametrize("text", ["board 2", "2 key", "guess board", "helpless"])
def test_a_line_with_more_than_the_word_is_no_order(text: str) -> None:
    assert read_order(text) is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("clue ocean 2", "clue ocean 2"),
        ("ocean 2", "clue ocean 2"),
        ("2 ocean", "clue 2 ocean"),
        ("board 2", "clue board 2"),
        ("pass 2", "clue pass 2"),
        ("point 3", "clue point 3"),
        ("CLUE ocean 2", "CLUE ocean 2"),
        ("resign", "resign"),
    ],
)
def test_a_clue_may_leave_its_verb_out(table: AnyTable, text: str, line: str) -> None:
    assert read_line(table, SPYMASTER, text) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("tiger", "guess tiger"),
        (" TIGER ", "guess tiger"),
        ("b3", "guess oyster"),
        ("guess b3", "guess b3"),
        ("point tiger", "point tiger"),
        ("pass", "pass"),
    ],
)
def test_a_card_may_stand_alone(guessing: AnyTable, text: str, line: str) -> None:
    assert read_line(guessing, GUESSER, text) == line


def test_a_card_that_needs_marks_first_is_pointed_at() -> None:
    table = dealt(Options(guessers=2, marks=2))
    table.submit(SPYMASTER, "clue zephyr 2")
    assert read_line(table, GUESSER, "tiger") == "point tiger"
    table.submit(GUESSER, "point tiger")
    table.submit(Seat("blue-guesser-2"), "point tiger")
    assert read_line(table, GUESSER, "tiger") == "guess tiger"


def test_a_keyword_is_read_to_the_last_space() -> None:
    table = undealt(Options(keyword=True))
    assert read_line(table, SPYMASTER, " two words ") == "keyword  two words "


@pytest.mark.parametrize(
    ("text", "key"),
    [("tigr", "card-near"), ("xyzzy", "card-unknown"), ("pass now", "line-too-long")],
)
def test_what_cannot_be_read_is_refused_as_it_was_most_likely_meant(
    guessing: AnyTable, text: str, key: str
) -> None:
    with pytest.raises(InvalidNotation) as refused:
        read_line(guessing, GUESSER, text)
    assert refused.value.phrase.key == key


def test_a_seat_that_nothing_is_awaited_from_must_name_a_verb(table: AnyTable) -> None:
    with pytest.raises(InvalidNotation) as refused:
        read_line(table, GUESSER, "tiger")
    assert refused.value.phrase.key == "line-unknown"


def test_an_allowed_closed_action_is_spelled_as_the_game_does(guessing: AnyTable) -> None:
    assert offered(guessing, GUESSER, "guess B3") == "guess oyster"


def test_an_open_or_forbidden_action_is_not_offered(guessing: AnyTable) -> None:
    assert offered(guessing, GUESSER, "pass") is None
    assert offered(guessing, SPYMASTER, "clue ocean 2") is None


def test_the_cells_of_a_view_come_by_rows(table: AnyTable) -> None:
    assert [cell.place for cell in cells(table.view(None))][4:7] == ["A5", "B1", "B2"]
