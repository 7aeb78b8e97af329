"""The lessons of Codenames: the turns of a game that ACE learns from, and its progress."""

from typing import Final

from bot.lobby.model import Status
from bot.ratings.facts import LEARNERS, GameFacts
from bot.ratings.transcript import LearningRules, Teammates, Transcript
from core.codenames.model import Observation, TurnEnded
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
            guilds=transcript.guilds,
            at={turn: end.at for turn, end in ends.items()},
            thoughts=transcript.thoughts,
            out={turn: end.state.out for turn, end in ends.items() if end.state.out},
            taken_back=transcript.taken_back,
            over=transcript.outcome is not None,
            stopped=transcript.status is Status.STOPPED,
            winners=transcript.outcome.winners if transcript.outcome else frozenset(),
            reason=public.ending.reason if public.ending else None,
        )


LEARNING_RULES: Final = CodenamesLearning()
"""The lessons of Codenames."""
