"""The lessons of Codenames: a game's facts for learning, its progress, and a bot's teammates."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeAlias

from bot.identity import User
from bot.ratings.facts import GameFacts
from core.agents.explanations import Evidence
from core.agents.turn_evidence import turn_evidence
from core.codenames.model import ClueGiven, Identity, Observation, Role, TurnEnded, Uncovered
from core.rules import Seat


@dataclass(frozen=True, slots=True)
class Step:
    """An event that counts, with its time, the state after it, and the sitters."""

    at: datetime
    event: Any = field(repr=False)
    state: Any = field(repr=False)
    sitters: Mapping[Seat, User]


@dataclass(frozen=True, slots=True)
class Teammates:
    """The seats of the people to whom a bot adapts, and their role."""

    role: Role
    seats: tuple[Seat, ...]


def settled_count(public: Observation) -> int:
    """Return the number of clues, each of which settles the turn before it."""
    return sum(turn.clue is not None for turn in public.turns)


def mates_of(public: Observation, seat: Seat) -> Teammates:
    """Return the chairs of the other role in the bot's team."""
    chairs = public.options.chairs
    own = next(one for one in chairs if one.seat == seat)
    mates = [one for one in chairs if one.team is own.team and one.role is not own.role]
    return Teammates(mates[0].role, tuple(one.seat for one in mates))


def evidence_of(public: Observation, known: Collection[int]) -> Mapping[tuple[int, Seat], Evidence]:
    """Return the evidence of finished turns about their players, without `known` turns.

    It may take seconds: call it in a thread.
    """
    return {
        (turn.number, seat): told
        for turn in public.turns
        if turn.end is not None and turn.number not in known
        for seat, told in turn_evidence(public, turn).items()
    }


def example_of(public: Observation, turn: int, seat: Seat) -> tuple[str, str] | None:
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


def with_steps(facts: GameFacts, steps: Collection[Step]) -> GameFacts:
    """Return a game's facts with those that follow from its steps, by turn."""
    last = {step.state.number: step for step in steps if step.state.number}
    movers = _movers(steps)
    return replace(
        facts,
        sitters=_sitters(steps, movers),
        movers={turn: dict(moves) for turn, moves in movers.items()},
        shared={turn: _shared(moves) for turn, moves in _movers(steps, passes=True).items()},
        at={turn: step.at for turn, step in last.items()},
        out={turn: step.state.out for turn, step in last.items() if step.state.out},
    )


_Moves: TypeAlias = list[tuple[Seat, User]]
"""Moves of a turn in order: the seat and the user."""


def _movers(steps: Iterable[Step], *, passes: bool = False) -> dict[int, _Moves]:
    """Return the users who gave a clue, guessed or passed, with their seats, by turn."""
    found = defaultdict[int, _Moves](list)
    for step in steps:
        ended = step.event if passes and isinstance(step.event, TurnEnded) else None
        seat = ended.by if ended else _mover(step.event)
        if seat and (user := step.sitters.get(seat)):
            found[step.state.number].append((seat, user))
    return found


def _shared(moves: _Moves) -> frozenset[Seat]:
    """Return the seats in which several users made moves."""
    seats = Counter(seat for seat, _ in set(moves))
    return frozenset(seat for seat, users in seats.items() if users > 1)


def _sitters(steps: Iterable[Step], movers: Mapping[int, _Moves]) -> dict[int, dict[Seat, User]]:
    """Return each chair's sitter at the beginning of each turn.

    The sitter of an empty chair is the user who made a move in it during the turn, or else the last
    user who left it and has no other chair.
    """
    found, before = dict[int, dict[Seat, User]](), dict[Seat, User]()
    for step in steps:
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
