"""The bots at a table: when they act, how they sit beside people, and what they say afterwards.

A bot guesser among bots guesses. Beside people it points first, and guesses when a person points
at the same card or when it has been told to go on; a bot that would rather stop says so and waits
in the same way. What bots think stays with their `Company` until the game is over.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from bot.games import Table
from core.agents.memory import EMPTY, Memory, combine
from core.agents.policy import Policy
from core.agents.reading import played_turn
from core.agents.thoughts import ClueThoughts, GuessThoughts, Thoughts
from core.codenames.actions import Action, Guess, Pass, Point, Unpoint
from core.codenames.model import Event, Observation, Role, State, Turn
from core.codenames.notation import number_text
from core.codenames.present import who
from core.rules import Seat
from core.view import Phrase, phrase

CodenamesTable: TypeAlias = Table[State, Action, Event, Observation]
Cast: TypeAlias = Callable[[], Mapping[Seat, Policy]]
"""Loads the bots when the first of them has to think."""

Memories: TypeAlias = dict[tuple[Seat, Seat], Memory]
"""What the bot of the first seat remembers of who sits in the second."""

NEAREST = 3
"""Cards that a guesser's recap names beyond those that it was asked for."""


@dataclass(slots=True)
class Company:
    """The bots of one table. `bots` are their seats; `seed` makes all that they draw repeatable."""

    table: CodenamesTable
    bots: frozenset[Seat]
    cast: Cast
    seed: int
    memories: Memories = field(default_factory=dict)
    _policies: Mapping[Seat, Policy] = field(default_factory=dict, repr=False)
    _thoughts: dict[tuple[int, Seat], Thoughts] = field(default_factory=dict, repr=False)
    _learnt: int = 0

    @property
    def humans(self) -> frozenset[Seat]:
        """The seats that people sit in."""
        chairs = self.table.observe(None).options.chairs
        return frozenset(chair.seat for chair in chairs) - self.bots

    def act(self, *, waited: bool = False) -> Sequence[Event]:
        """Do at most one thing that a bot has to do now; return what happened, if anything.

        `waited` says that the people beside the bots have had their time, or told them to go on.
        """
        self._learn()
        for seat in sorted(self.table.to_act & self.bots):
            action = self._wish(seat, waited=waited)
            if action is not None:
                return self.table.act(seat, action)
        return ()

    def advice(self) -> tuple[Phrase, ...]:
        """Return what the bots that wait for people would do, if they were told to go on."""
        return tuple(
            self._advised(seat) for seat in sorted(self.table.to_act & self.bots) if self._waits()
        )

    def recap(self) -> tuple[Phrase, ...]:
        """Return what each clue of a bot meant and what bots took clues for, once all is over."""
        self._learn()
        if self.table.outcome is None:
            return ()
        observation = self.table.observe(None)
        return tuple(
            said
            for turn in observation.turns
            for chair in observation.options.chairs
            for said in self._recalled(observation, turn, chair.seat)
        )

    def _wish(self, seat: Seat, *, waited: bool) -> Action | None:
        observation = self.table.observe(seat)
        if observation.clue is None and not self._speaks(observation):
            return None
        wish = self._chosen(seat, observation)
        if wish is None or not self._beside_people(observation):
            return wish
        return _beside(observation, seat, wish, agreed=waited or self._agreed(observation, wish))

    def _speaks(self, observation: Observation) -> bool:
        """Return whether the table waits for a spymaster's clue, not for a keyword."""
        chair = observation.chair
        return bool(observation.cards) and chair is not None and chair.role is Role.SPYMASTER

    def _chosen(self, seat: Seat, observation: Observation) -> Action | None:
        """Return what the seat's policy would do, and keep its thoughts."""
        if not self._policies:
            self._policies = self.cast()
        choice = self._policies[seat].choose(
            observation, self._memory(observation, seat), self._generator(observation, seat)
        )
        if isinstance(choice.action, Guess) or observation.clue is None:
            self._thoughts.setdefault((observation.number, seat), choice.thoughts.value)
        return choice.action

    def _generator(self, observation: Observation, seat: Seat) -> np.random.Generator:
        """Return the generator of a seat in a turn: the same each time it is asked for."""
        seats = [chair.seat for chair in observation.options.chairs]
        # A seed's trailing zeros do not count, so that seats are counted from 1 keeps this stream
        # apart from the one that deals.
        return np.random.default_rng([self.seed, observation.number, seats.index(seat) + 1])

    def _memory(self, observation: Observation, seat: Seat) -> Memory:
        """Return what the bot remembers of all whom its clues reach, or whose clues reach it."""
        mates = (self.memories.get((seat, mate), EMPTY) for mate in _mates(observation, seat))
        return combine(mates)

    def _beside_people(self, observation: Observation) -> bool:
        """Return whether a person guesses with this bot."""
        chair = observation.chair
        return chair is not None and any(
            other.seat in self.humans
            for other in observation.options.chairs
            if other.team is chair.team and other.role is Role.GUESSER is chair.role
        )

    def _agreed(self, observation: Observation, wish: Action) -> bool:
        marked = {place for seat, place in observation.marks if seat in self.humans}
        return isinstance(wish, Guess) and wish.card in marked

    def _waits(self) -> bool:
        """Return whether people are to act on the clue that the bots guess on, too."""
        return self.table.observe(None).clue is not None and bool(self.table.to_act & self.humans)

    def _advised(self, seat: Seat) -> Phrase:
        observation = self.table.observe(seat)
        wish = self._chosen(seat, observation)
        name = who(observation, seat)
        if isinstance(wish, Guess | Point):
            return phrase("advice-guess", seat=name, card=observation.cards[wish.card].word)
        return phrase("advice-pass" if isinstance(wish, Pass) else "advice-marked", seat=name)

    def _learn(self) -> None:
        """Let the bots learn from the turns that have ended since they last did."""
        observation = self.table.observe(None)
        ended = [turn for turn in observation.turns if turn.end is not None]
        for turn in ended[self._learnt :]:
            for seat in sorted(self.bots):
                self._learn_turn(observation, turn, seat)
        self._learnt = len(ended)

    def _learn_turn(self, observation: Observation, turn: Turn, seat: Seat) -> None:
        thoughts = self._thoughts.get((turn.number, seat))
        guessed = {guess.seat for guess in turn.guesses}
        if thoughts is None or (isinstance(thoughts, GuessThoughts) and seat not in guessed):
            return
        played = played_turn(turn, thoughts.credits, observation.out)
        for mate in _mates(observation, seat):
            if played and (isinstance(thoughts, GuessThoughts) or mate in guessed):
                memory = self.memories.get((seat, mate), EMPTY)
                self.memories[seat, mate] = self._policies[seat].learn(memory, played)

    def _recalled(self, observation: Observation, turn: Turn, seat: Seat) -> Iterator[Phrase]:
        thoughts = self._thoughts.get((turn.number, seat))
        if thoughts is None or turn.clue is None:
            return
        if isinstance(thoughts, ClueThoughts):
            yield _meant(observation, turn, seat, thoughts)
        elif turn.clue.seat not in self.bots or thoughts.ranking:
            yield _understood(observation, turn, seat, thoughts)


def _mates(observation: Observation, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats of the team's other role: those whom a bot adapts to."""
    chairs = {chair.seat: chair for chair in observation.options.chairs}
    own = chairs[seat]
    return tuple(
        chair.seat
        for chair in chairs.values()
        if chair.team is own.team and chair.role is not own.role
    )


def _beside(observation: Observation, seat: Seat, wish: Action, *, agreed: bool) -> Action | None:
    """Return what a bot does beside people that would like to do `wish`."""
    if not isinstance(wish, Guess):
        return wish if agreed or not isinstance(wish, Pass) else None
    own = [place for marker, place in observation.marks if marker == seat]
    if agreed:
        return wish
    if wish.card in own:
        return None
    if own:
        return Unpoint(wish.turn, own[0])
    return Point(wish.turn, wish.card)


def _meant(observation: Observation, turn: Turn, seat: Seat, thoughts: ClueThoughts) -> Phrase:
    targets = ", ".join(card for card, _ in thoughts.targets)
    key = "recap-clue" if thoughts.targets else "recap-clue-random"
    return phrase(
        key,
        turn=turn.number,
        seat=who(observation, seat),
        word=thoughts.word,
        number=thoughts.number,
        targets=targets,
        expert=thoughts.expert,
    )


def _understood(
    observation: Observation, turn: Turn, seat: Seat, thoughts: GuessThoughts
) -> Phrase:
    number = turn.clue.number if turn.clue else None
    cards = ", ".join(card for card, _ in thoughts.ranking[: (number or 1) + NEAREST - 1])
    return phrase(
        "recap-guess" if cards else "recap-guess-unknown",
        turn=turn.number,
        seat=who(observation, seat),
        word=thoughts.clue,
        number=number_text(number),
        cards=cards,
        expert=thoughts.expert,
    )
