"""The lessons of Codenames: the turns of a game that bots learn from, and its progress."""

from collections.abc import Collection, Mapping
from typing import Final

from bot.lobby.model import Status
from bot.ratings.facts import LEARNERS, GameFacts
from bot.ratings.transcript import LearningRules, Step, Teammates, Transcript
from core.agents.personas import Evidence
from core.agents.turn_evidence import turn_evidence
from core.codenames.model import ClueGiven, Observation, TurnEnded, Uncovered
from core.rules import Seat


class CodenamesLearning(LearningRules[Observation]):
    """The lessons of Codenames."""

    learners = LEARNERS

    def progress(self, public: Observation) -> int:
        """Return the number of clues given, each of which settles the turn before it."""
        return sum(turn.clue is not None for turn in public.turns)

    def teammates(self, public: Observation, seat: Seat) -> Teammates:
        """Return the chairs of the team's other role, to which a bot adapts."""
        chairs = {chair.seat: chair for chair in public.options.chairs}
        own = chairs[seat]
        mates = [
            chair
            for chair in chairs.values()
            if chair.team is own.team and chair.role is not own.role
        ]
        return Teammates(mates[0].role, tuple(chair.seat for chair in mates))

    def evidence(
        self, public: Observation, known: Collection[int]
    ) -> Mapping[tuple[int, Seat], Evidence]:
        """Return what finished turns but `known` ones tell about who played them."""
        return {
            (turn.number, seat): told
            for turn in public.turns
            if turn.end is not None and turn.number not in known
            for seat, told in turn_evidence(public, turn).items()
        }

    def facts(self, transcript: Transcript) -> GameFacts:
        """Return the facts of a game that learning goes by."""
        public: Observation = transcript.public
        ends = {
            step.state.number: step
            for step in transcript.steps
            if isinstance(step.event, TurnEnded)
        }
        return GameFacts(
            game_id=transcript.game_id,
            options=public.options,
            turns=public.turns,
            sitters={turn: end.sitters for turn, end in ends.items()},
            shared=_shared(transcript, ends),
            guilds=transcript.guilds,
            at={turn: end.at for turn, end in ends.items()},
            thoughts=transcript.thoughts,
            evidence=transcript.evidence,
            out={turn: end.state.out for turn, end in ends.items() if end.state.out},
            taken_back=transcript.taken_back,
            over=transcript.outcome is not None,
            stopped=transcript.status is Status.STOPPED,
            winners=transcript.outcome.winners if transcript.outcome else frozenset(),
            reason=public.ending.reason if public.ending else None,
        )


def _shared(transcript: Transcript, ends: Mapping[int, Step]) -> dict[int, frozenset[Seat]]:
    """Return by turn the seats from which somebody else had moved than sat there at its end."""
    shared = dict[int, set[Seat]]()
    for step in transcript.steps:
        seat, number = _mover(step.event), step.state.number
        end = ends.get(number)
        if seat and end and step.sitters.get(seat) != end.sitters.get(seat):
            shared.setdefault(number, set()).add(seat)
    return {number: frozenset(seats) for number, seats in shared.items()}


def _mover(event: object) -> Seat | None:
    """Return the seat from which a clue was given or a card uncovered."""
    if isinstance(event, ClueGiven):
        return event.clue.seat
    return event.seat if isinstance(event, Uncovered) else None


LEARNING_RULES: Final = CodenamesLearning()
"""The lessons of Codenames."""
