"""The lessons of Codenames: a game's facts for learning, and its progress."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import Final, TypeAlias

from bot.identity import User
from bot.lobby.model import Status
from bot.ratings.facts import LEARNERS, GameFacts
from bot.ratings.transcript import LearningRules, Teammates, Transcript
from core.agents.explanations import Evidence
from core.agents.listener_policy import TEAMMATE
from core.agents.turn_evidence import turn_evidence
from core.codenames.model import ClueGiven, Identity, Observation, TurnEnded, Uncovered
from core.rules import Seat


class CodenamesLearning(LearningRules[Observation]):
    """The lessons of Codenames."""

    learners = LEARNERS

    def progress(self, public: Observation) -> int:
        """Return the number of clues, each of which settles the turn before it."""
        return sum(turn.clue is not None for turn in public.turns)

    def teammates(self, public: Observation, seat: Seat) -> Teammates:
        """Return the chairs of the other role in the bot's team."""
        chairs = public.options.chairs
        own = next(one for one in chairs if one.seat == seat)
        mates = [one for one in chairs if one.team is own.team and one.role is not own.role]
        return Teammates(mates[0].role, tuple(one.seat for one in mates))

    def remembered_cards(self, public: Observation, bot: str) -> tuple[str, ...]:
        """Return the board's words for `teammate`, the only bot that remembers clues."""
        return public.words if bot == TEAMMATE else ()

    def evidence(
        self, public: Observation, known: Collection[int]
    ) -> Mapping[tuple[int, Seat], Evidence]:
        """Return the evidence of finished turns about their players, without `known` turns."""
        return {
            (turn.number, seat): told
            for turn in public.turns
            if turn.end is not None and turn.number not in known
            for seat, told in turn_evidence(public, turn).items()
        }

    def example(self, public: Observation, turn: int, seat: Seat) -> tuple[str, str] | None:
        """Return a turn's clue with a guesser's first card, or the first found card for a giver."""
        found = next(one for one in public.turns if one.number == turn)
        clue, own = found.clue, Identity.of(found.team)
        if clue is None:
            return None
        cards = (
            public.words[guess.card]
            for guess in found.guesses
            if guess.seat == seat or (clue.seat == seat and guess.identity is own)
        )
        card = next(cards, None)
        return None if card is None else (clue.word, card)

    def facts(self, transcript: Transcript) -> GameFacts:
        """Return the facts of a game for learning."""
        public: Observation = transcript.public
        last = {step.state.number: step for step in transcript.steps if step.state.number}
        movers = _movers(transcript)
        return GameFacts(
            game_id=transcript.game_id,
            options=public.options,
            words=public.words,
            turns=public.turns,
            sitters=_sitters(transcript, movers),
            movers={turn: dict(moves) for turn, moves in movers.items()},
            shared={n: _shared(moves) for n, moves in _movers(transcript, passes=True).items()},
            guilds=transcript.guilds,
            at={turn: step.at for turn, step in last.items()},
            thoughts=transcript.thoughts,
            evidence=transcript.evidence,
            out={turn: step.state.out for turn, step in last.items() if step.state.out},
            taken_back=transcript.taken_back,
            over=transcript.outcome is not None,
            stopped=transcript.status is Status.STOPPED,
            winners=transcript.outcome.winners if transcript.outcome else frozenset(),
            reason=public.ending.reason if public.ending else None,
            forfeit=transcript.forfeit,
        )


_Moves: TypeAlias = list[tuple[Seat, User]]
"""Moves of a turn in order: the seat and the user."""


def _movers(transcript: Transcript, *, passes: bool = False) -> dict[int, _Moves]:
    """Return the users who gave a clue, guessed or passed, with their seats, by turn."""
    found = defaultdict[int, _Moves](list)
    for step in transcript.steps:
        ended = step.event if passes and isinstance(step.event, TurnEnded) else None
        seat = ended.by if ended else _mover(step.event)
        if seat and (user := step.sitters.get(seat)):
            found[step.state.number].append((seat, user))
    return found


def _shared(moves: _Moves) -> frozenset[Seat]:
    """Return the seats in which several users made moves."""
    seats = Counter(seat for seat, _ in set(moves))
    return frozenset(seat for seat, users in seats.items() if users > 1)


def _sitters(transcript: Transcript, movers: Mapping[int, _Moves]) -> dict[int, dict[Seat, User]]:
    """Return each chair's sitter at the beginning of each turn.

    An empty chair has the user who made a move in it during the turn, or else the last user who
    left it and has no other chair.
    """
    found, before = dict[int, dict[Seat, User]](), dict[Seat, User]()
    for step in transcript.steps:
        number = step.state.number
        if number and number not in found:
            seated = frozenset(step.sitters.values())
            left = {seat: user for seat, user in before.items() if user not in seated}
            found[number] = {**left, **dict(movers.get(number, ())), **step.sitters}
        before |= step.sitters
    return found


def _mover(event: object) -> Seat | None:
    """Return the seat that gave a clue or uncovered a card."""
    if isinstance(event, ClueGiven):
        return event.clue.seat
    return event.seat if isinstance(event, Uncovered) else None


LEARNING_RULES: Final = CodenamesLearning()
"""The lessons of Codenames."""
