"""Bots' intentions from their own view; `test_beside_people` plays them through the door."""

from dataclasses import replace

from bot.gametypes.bots import TableView
from bot.gametypes.codenames.teamplay import CODENAMES_TEAM_PLAY
from bot.ratings.lessons import Teammates, mates_of
from core.codenames.actions import Guess, Pass, Point
from core.codenames.model import Observation, Options, Role
from core.rules import Seat
from tests.bot.tables import new_table

SPY, BOT, PERSON = Seat("blue-spymaster"), Seat("blue-guesser"), Seat("blue-guesser-2")


def _sight(*marks: tuple[Seat, str], options: Options | None = None) -> TableView[Observation]:
    """Return a table with a clue, a bot and a person who guess together, and marks."""
    table = new_table(options or Options(guessers=2))
    table.submit(SPY, "clue zephyr 3")
    for seat, place in marks:
        table.submit(seat, f"mark {place}")
    return TableView(
        public=table.observe(None),
        to_act=table.to_act,
        people=frozenset({SPY, PERSON}),
        bots={BOT: table.observe(BOT)},
        last=table.events[-1],
    )


def test_a_sight_prints_nothing_that_only_its_bots_may_know() -> None:
    table = new_table()
    sight = TableView(
        public=table.observe(None),
        to_act=table.to_act,
        people=frozenset(),
        bots={SPY: table.observe(SPY)},
        last=table.events[0],
    )
    assert CODENAMES_TEAM_PLAY.bots_to_act(sight) == (SPY,)
    assert "layout=Layout" not in repr(sight)
    assert "bots" not in repr(sight)


def test_nobody_is_asked_to_type_a_keyword() -> None:
    table = new_table(Options(keyword=True))
    sight = TableView(table.observe(None), table.to_act, frozenset(), {SPY: table.observe(SPY)})
    assert sight.due == (SPY,)
    assert CODENAMES_TEAM_PLAY.bots_to_act(sight) == ()


def test_beside_people_a_bot_is_asked_as_if_no_marks_were_needed() -> None:
    sight = _sight((PERSON, "A1"), options=Options(guessers=2, marks=2))
    asked = CODENAMES_TEAM_PLAY.observation_for(sight, BOT)
    assert (asked.options.marks, asked.marks) == (1, frozenset())
    alone = TableView(sight.public, frozenset({BOT}), frozenset(), sight.bots, sight.last)
    assert CODENAMES_TEAM_PLAY.observation_for(alone, BOT).marks == {(PERSON, 0)}


def test_a_bot_is_asked_with_the_seats_of_people_in_sight() -> None:
    sight = _sight()
    assert CODENAMES_TEAM_PLAY.observation_for(sight, BOT).people == {SPY, PERSON}
    assert sight.public.people == frozenset()


def test_a_bot_that_wishes_nothing_does_nothing() -> None:
    assert CODENAMES_TEAM_PLAY.step(_sight(), BOT, None) is None


def test_only_pointing_is_answered_with_a_guess() -> None:
    sight = replace(_sight((BOT, "A1")), intentions={BOT: Guess(1, 0)})
    assert CODENAMES_TEAM_PLAY.consequence(sight, PERSON, Point(1, 0)) == Guess(1, 0)
    assert CODENAMES_TEAM_PLAY.consequence(sight, PERSON, Point(1, 1)) is None
    assert CODENAMES_TEAM_PLAY.consequence(sight, PERSON, Pass(1)) is None


def test_bots_that_nobody_waits_beside_have_no_plan_and_no_advice() -> None:
    sight = _sight()
    wishes = {BOT: Guess(1, 0)}
    alone = TableView(sight.public, frozenset({BOT}), frozenset(), sight.bots, sight.last, wishes)
    assert CODENAMES_TEAM_PLAY.plan(alone, None) == ()
    assert CODENAMES_TEAM_PLAY.advice(alone, None) == ()


def _foretold(sight: TableView[Observation]) -> list[tuple[str, object]]:
    cards = {str(card.word): place for place, card in enumerate(sight.public.cards)}
    said = CODENAMES_TEAM_PLAY.announcements(sight)
    return [(one.key, cards.get(str(dict(one.params).get("card")))) for one in said]


def test_what_a_bot_does_in_the_end_is_foretold_from_what_it_points_at() -> None:
    assert _foretold(_sight((BOT, "A2"), (PERSON, "A3"))) == [("patience-guess", 1)]
    assert _foretold(_sight((PERSON, "A3"))) == [("patience-open", None)]


def test_a_card_that_a_bot_points_at_with_people_is_not_the_one_that_it_would_uncover() -> None:
    marks = Options(guessers=2, marks=2)
    joined = _sight((BOT, "A5"), (PERSON, "A3"), (BOT, "A3"), options=marks)
    assert _foretold(joined) == []
    sight = replace(joined, intentions={BOT: Guess(1, 4)})
    assert CODENAMES_TEAM_PLAY.plan(sight, None) == ()


def test_bots_that_nobody_waits_beside_foretell_nothing() -> None:
    sight = _sight((BOT, "A2"))
    alone = TableView(sight.public, frozenset({BOT}), frozenset(), sight.bots, sight.last)
    assert _foretold(alone) == []


def test_the_mates_of_a_chair_are_those_of_the_teams_other_role() -> None:
    public = _sight().public
    assert mates_of(public, SPY) == Teammates(Role.GUESSER, (BOT, PERSON))
    assert mates_of(public, PERSON) == Teammates(Role.SPYMASTER, (SPY,))
