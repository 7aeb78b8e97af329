import pytest

from core.codenames.clue import Referee
from core.codenames.command import usable
from core.codenames.deal import Supply
from core.codenames.model import Options
from core.codenames.rules import Codenames
from core.rules import Seat
from tests.core.codenames.boards import PACK, dealt

KEY = "BBBB RRR T K"
GUESSING = ["guess", "mark", "unmark", "pass", "resign"]


@pytest.mark.parametrize(
    ("seat", "names"),
    [("blue-spymaster", ["clue", "resign"]), ("red-guesser", GUESSING), (None, [])],
)
def test_each_chair_has_the_commands_of_its_role(seat: str | None, names: list[str]) -> None:
    play = dealt(KEY)
    observation = play.rules.observe(play.state, Seat(seat) if seat else None)
    assert [command.name for command in usable(observation)] == names


def test_a_keyword_can_be_typed_only_where_the_table_waits_for_one() -> None:
    rules = Codenames(Options(keyword=True), Supply(PACK), Referee())
    waiting = usable(rules.observe(rules.initial(), Seat("blue-spymaster")))
    assert [command.name for command in waiting] == ["keyword", "clue", "resign"]
