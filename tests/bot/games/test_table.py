import pytest

from bot.games import Table
from core.codenames.actions import Guess
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.game import GAME
from core.codenames.model import Options
from core.codenames.rules import Codenames
from core.rules import CHANCE, CLOCK, IllegalAction, InvalidNotation, Seat, replay
from core.words.packs import default_pack
from tests.bot.tables import Fixed, new_table

SPYMASTER = Seat("blue-spymaster")
GUESSER = Seat("blue-guesser")


def test_chance_deals_once() -> None:
    table = new_table()
    assert len(table.events) == 2
    assert table.deal(Fixed()) == ()
    assert table.turn == 1


def test_a_line_is_done_and_kept() -> None:
    table = new_table()
    events = table.submit(SPYMASTER, "clue zephyr 2")
    assert table.events[-1:] == events
    assert table.lines(events) == ("blue-spymaster clue zephyr 2",)
    assert table.to_act == {GUESSER}


def test_the_events_replay_to_the_same_table() -> None:
    table = new_table()
    table.submit(SPYMASTER, "clue zephyr 2")
    table.submit(GUESSER, "guess A1")
    state = replay(table.rules, table.events)
    assert table.rules.observe(state, None) == table.observe(None)


@pytest.mark.parametrize("seat", [CHANCE, CLOCK])
@pytest.mark.parametrize("line", ["expire", "pass", "deal 00"])
def test_nobody_submits_as_chance_or_clock(seat: Seat, line: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        new_table().submit(seat, line)
    assert refused.value.phrase.key == "seat-reserved"


def test_a_line_for_another_turn_is_refused_and_changes_nothing() -> None:
    table = new_table()
    before = table.events
    with pytest.raises(IllegalAction) as refused:
        table.submit(SPYMASTER, "clue zephyr 2", turn=0)
    assert refused.value.phrase.key == "other-turn"
    assert table.events == before


def test_a_line_that_cannot_be_read_changes_nothing() -> None:
    table = new_table()
    before = table.events
    with pytest.raises(InvalidNotation):
        table.submit(SPYMASTER, "sing")
    assert table.events == before


def test_a_bots_action_is_judged_like_a_persons() -> None:
    table = new_table()
    with pytest.raises(IllegalAction):
        table.act(GUESSER, Guess(1, 0))


def test_a_view_offers_what_the_seat_may_do_and_the_public_nothing() -> None:
    table = new_table()
    assert table.view(SPYMASTER) != table.view(None)
    assert table.outcome is None


def test_a_table_before_the_deal_can_be_looked_at() -> None:
    table = Table(GAME, Codenames(Options(), Supply(default_pack()), Referee()))
    assert table.view(None).title.key == "title-deal"
    assert table.to_act == {CHANCE}
