"""The bots at a table: when they act, how they sit beside people, and what they say afterwards.

A bot guesser among bots guesses. Beside people it points at its own pick and keeps to it; it
guesses when a person then points at the same card, or when it has been told to go on; a bot that
would rather stop says so and waits in the same way. What bots think stays with their `Company`
until the game is over.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from bot.games import Table
from core.agents.memory import EMPTY, Memory, combine
from core.agents.policy import Policy
from core.agents.reading import played_turn
from core.agents.thoughts import ClueThoughts, GuessThoughts, Thoughts
from core.codenames.actions import Action, Guess, Point, Unpoint
from core.codenames.model import Event, Observation, Pointed, Role, State, Turn
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

        `waited` says that the people beside the bots have had their time.
        """
        self._learn()
        for seat in sorted(self.table.to_act & self.bots):
            action = self._wish(seat)
            if action is not None:
                return self.table.act(seat, action)
        plan = self._plan(None) if waited else ()
        return self.table.act(*plan[0]) if plan else ()

    def go(self, seat: Seat) -> Sequence[Event]:
        """Let the bots that wait go on, as the person in the seat tells them to.

        Return what happened. Where a card needs more marks than it has, bots join in, and the
        person's mark is added if it is still lacking: telling bots to go on is agreeing.
        """
        plan = self._plan(seat)
        return tuple(event for actor, action in plan for event in self.table.act(actor, action))

    def consequence(self, seat: Seat, line: str | None = None) -> str | None:
        """Return the guess that follows at once if a person types the line, as a line of its own.

        Without a line it is what follows if the person lets the bots go on. None if no card is
        uncovered by that, or by the person alone.
        """
        if line is None:
            guesses = [action for _, action in self._plan(seat) if isinstance(action, Guess)]
        else:
            action = self.table.game.parse(line, self.table.observe(seat), self.table.turn)
            guesses = self._answers(action) if isinstance(action, Point) else []
        observation = self.table.observe(seat)
        return self.table.game.action_line(guesses[0], observation) if guesses else None

    def advice(self) -> tuple[Phrase, ...]:
        """Return what the bots that wait for people would do, if they were told to go on."""
        bots, joined = self._waiting(), self._joined()
        leader = bots[:1] if joined is None else []
        advised = tuple(self._advised(seat, leads=seat in leader) for seat in bots)
        if joined is None:
            return advised
        card = self.table.observe(None).cards[joined].word
        return (*advised, phrase("advice-join", card=card))

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

    def _wish(self, seat: Seat) -> Action | None:
        """Return what a bot does by itself now; None where it waits."""
        observation = self.table.observe(seat)
        if observation.clue is None and not self._speaks(observation):
            return None
        wish = self._chosen(seat, observation)
        if wish is None or not self._are_beside_people:
            return wish
        return self._shown(seat, observation, wish)

    def _speaks(self, observation: Observation) -> bool:
        """Return whether the table waits for a spymaster's clue, not for a keyword."""
        chair = observation.chair
        return bool(observation.cards) and chair is not None and chair.role is Role.SPYMASTER

    def _chosen(self, seat: Seat, observation: Observation) -> Action | None:
        """Return what the seat's policy would do, and keep its thoughts.

        Beside people it is asked for a pick of its own, as if no marks were needed: a bot that
        only seconds what others mark would leave them to themselves.
        """
        if not self._policies:
            self._policies = self.cast()
        asked = _unmarked(observation) if self._are_beside_people else observation
        choice = self._policies[seat].choose(
            asked, self._memory(observation, seat), self._generator(observation, seat)
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

    # Beside people.

    @property
    def _are_beside_people(self) -> bool:
        """Whether people are to act on the clue that the bots guess on, too."""
        return self.table.observe(None).clue is not None and bool(self.table.to_act & self.humans)

    def _waiting(self) -> list[Seat]:
        """Return the bots that wait for the people beside them."""
        return sorted(self.table.to_act & self.bots) if self._are_beside_people else []

    def _shown(self, seat: Seat, observation: Observation, wish: Action) -> Action | None:
        """Return how a bot shows people its wish, or does it once they agree; None if it waits."""
        own = sorted(place for marker, place in observation.marks if marker == seat)
        if isinstance(wish, Guess) and wish.card in own:
            return wish if self._are_agreed(observation, wish.card) else None
        if own:
            return Unpoint(observation.number, own[0])
        return Point(wish.turn, wish.card) if isinstance(wish, Guess) else None

    def _are_agreed(self, observation: Observation, card: int) -> bool:
        """Return whether a person has just pointed at the card at which a bot points.

        A mark that was there before the bot's is no answer to it.
        """
        last = self.table.events[-1]
        pointed = isinstance(last, Pointed) and last.seat in self.humans and last.card == card
        return pointed and len(_markers(observation, card)) >= observation.options.marks

    def _answers(self, action: Point) -> list[Guess]:
        """Return the guess with which a bot would answer a person's pointing, if one would."""
        public = self.table.observe(None)
        markers = _markers(public, action.card)
        if len(markers) + 1 < public.options.marks:
            return []
        wishes = [self._own_wish(bot) for bot in self._waiting() if bot in markers]
        return [wish for wish in wishes if isinstance(wish, Guess) and wish.card == action.card]

    def _plan(self, seat: Seat | None) -> tuple[tuple[Seat, Action], ...]:
        """Return who does what if the bots go on: marks as they are needed, then a guess.

        The seat is the person's who tells them to, if one does. A card that people have marked
        comes first where marks are needed, and it is theirs to guess.
        """
        bots = self._waiting()
        if not bots or (seat is not None and seat not in self.table.to_act):
            return ()
        wish, joined = self._own_wish(bots[0]), self._joined()
        if joined is not None:
            return self._marked(joined, bots, seat, guesser=seat)
        if isinstance(wish, Guess):
            return self._marked(wish.card, bots, seat, guesser=bots[0])
        return () if wish is None else ((bots[0], wish),)

    def _marked(
        self, card: int, bots: Sequence[Seat], seat: Seat | None, *, guesser: Seat | None
    ) -> tuple[tuple[Seat, Action], ...]:
        """Return the marks that the card lacks, and its guess where no mark lacks then."""
        public = self.table.observe(None)
        needed = public.options.marks if public.options.marks > 1 else 0
        markers = _markers(public, card)
        helpers = [other for other in (*bots, seat) if other and other not in markers]
        marks = [
            (other, Point(public.number, card))
            for other in helpers[: max(0, needed - len(markers))]
        ]
        if guesser is None or len(markers) + len(marks) < needed:
            return tuple(marks)
        return (*marks, (guesser, Guess(public.number, card)))

    def _joined(self) -> int | None:
        """Return the card that bots join people in, if people want another than the first bot.

        That is only where several must mark a card; else people guess for themselves.
        """
        bots, public = self._waiting(), self.table.observe(None)
        if not bots or public.options.marks == 1:
            return None
        theirs = sorted({place for marker, place in public.marks if marker in self.humans})
        best = max(theirs, key=lambda place: len(_markers(public, place)), default=None)
        wish = self._own_wish(bots[0])
        return None if isinstance(wish, Guess) and wish.card == best else best

    def _own_wish(self, seat: Seat) -> Action | None:
        return self._chosen(seat, self.table.observe(seat))

    def _advised(self, seat: Seat, *, leads: bool) -> Phrase:
        """Return what a bot would do, and that it does if it `leads` when the bots go on."""
        wish, observation = self._own_wish(seat), self.table.observe(seat)
        name = who(observation, seat)
        if not isinstance(wish, Guess):
            return phrase("advice-pass" if leads else "advice-pass-too", seat=name)
        card = observation.cards[wish.card].word
        return phrase("advice-guess" if leads else "advice-guess-too", seat=name, card=card)

    # Learning and telling.

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


def _unmarked(observation: Observation) -> Observation:
    """Return the observation of a table at which one guesser decides."""
    options = replace(observation.options, marks=1)
    return replace(observation, options=options, marks=frozenset())


def _markers(observation: Observation, card: int) -> frozenset[Seat]:
    """Return who points at a card."""
    return frozenset(seat for seat, place in observation.marks if place == card)


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
