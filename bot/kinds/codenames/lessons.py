"""What turns of Codenames teach ACE, and how far a game has come for that."""

from typing import Final

from bot.learning.course import Course, Lessons, Mates
from bot.learning.facts import LEARNERS, GameFacts, is_standard
from bot.lobby.model import Status
from core.codenames.model import Observation, TurnEnded
from core.rules import Seat


def progress(public: Observation) -> int | None:
    """Return how many clues have been given, each of which settles the turn before it.

    None for a game that does not count.
    """
    if not is_standard(public.options):
        return None
    return sum(turn.clue is not None for turn in public.turns)


def mates_of(public: Observation, seat: Seat) -> Mates:
    """Return the chairs of the team's other role: those whom a bot adapts to."""
    chairs = {chair.seat: chair for chair in public.options.chairs}
    own = chairs[seat]
    mates = [
        chair for chair in chairs.values() if chair.team is own.team and chair.role is not own.role
    ]
    return Mates(mates[0].role, tuple(chair.seat for chair in mates))


def facts_of(course: Course) -> GameFacts:
    """Return all of a game that learning looks at."""
    public: Observation = course.public
    ends = {step.state.number: step for step in course.steps if isinstance(step.event, TurnEnded)}
    return GameFacts(
        game_id=course.game_id,
        options=public.options,
        turns=public.turns,
        sitters={turn: end.sitters for turn, end in ends.items()},
        guilds=course.guilds,
        at={turn: end.at for turn, end in ends.items()},
        thoughts=course.thoughts,
        out={turn: end.state.out for turn, end in ends.items() if end.state.out},
        taken_back=course.taken_back,
        over=course.outcome is not None,
        stopped=course.status is Status.STOPPED,
        winners=course.outcome.winners if course.outcome else frozenset(),
        reason=public.ending.reason if public.ending else None,
    )


LESSONS: Final = Lessons(LEARNERS, mates_of, progress, facts_of)
"""What Codenames teaches."""
