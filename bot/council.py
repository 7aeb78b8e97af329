"""What bots do beside people, and what they say of it: pure, for the wishes come from elsewhere.

A bot guesser among bots guesses. Beside people it points at its own pick and keeps to it; it
guesses when a person then points at the same card, or when it has been told to go on; a bot that
would rather stop says so and waits in the same way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from core.codenames.actions import Action, Guess, Point, Unpoint
from core.codenames.model import Chair, Event, Observation, Pointed, Role
from core.codenames.present import who
from core.rules import Seat
from core.view import Phrase, phrase

Wishes: TypeAlias = Mapping[Seat, Action | None]
"""What each bot that waits for people would do if it sat alone."""

Plan: TypeAlias = tuple[tuple[Seat, Action], ...]
"""Who does what, one after the other."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A table of Codenames as its bots see it; `bots` are their seats with what each may know.

    `people` are the seats in which people sit, `last` is the game's last event that counts.
    """

    public: Observation
    to_act: frozenset[Seat]
    people: frozenset[Seat]
    bots: Mapping[Seat, Observation] = field(repr=False)
    last: Event | None = field(default=None, repr=False)

    @property
    def is_beside_people(self) -> bool:
        """Whether people are to act on the clue that the bots guess on, too."""
        return self.public.clue is not None and bool(self.to_act & self.people)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The bots that wait for the people beside them."""
        return self.due if self.is_beside_people else ()

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The bots that have something to do or to say now: a keyword is for people to type."""
        return tuple(seat for seat in self.due if self.public.clue or self._speaks(seat))

    @property
    def due(self) -> tuple[Seat, ...]:
        """The bots that the table waits for."""
        return tuple(sorted(self.to_act & self.bots.keys()))

    def _speaks(self, seat: Seat) -> bool:
        """Return whether the table waits for the seat's clue, not for a keyword."""
        chair = self.bots[seat].chair
        return bool(self.public.cards) and chair is not None and chair.role is Role.SPYMASTER


def question(sight: Sight, seat: Seat) -> Observation:
    """Return what a bot is shown when it is asked what it would do.

    Beside people it is asked for a pick of its own, as if no marks were needed: a bot that only
    seconds what others mark would leave them to themselves.
    """
    observation = sight.bots[seat]
    return _unmarked(observation) if sight.is_beside_people else observation


def step(sight: Sight, seat: Seat, wish: Action | None) -> Action | None:
    """Return what a bot with this wish does by itself now; None where it waits."""
    if wish is None or not sight.is_beside_people:
        return wish
    own = sorted(place for marker, place in sight.public.marks if marker == seat)
    if isinstance(wish, Guess) and wish.card in own:
        return wish if _are_agreed(sight, wish.card) else None
    if own:
        return Unpoint(sight.public.number, own[0])
    return Point(wish.turn, wish.card) if isinstance(wish, Guess) else None


def answer(sight: Sight, wishes: Wishes, action: Action) -> Guess | None:
    """Return the guess with which a bot would answer a person's action, if one would."""
    if not isinstance(action, Point):
        return None
    markers = _markers(sight.public, action.card)
    if len(markers) + 1 < sight.public.options.marks:
        return None
    for seat in sight.waiting:
        wish = wishes[seat]
        if seat in markers and isinstance(wish, Guess) and wish.card == action.card:
            return wish
    return None


def plan(sight: Sight, wishes: Wishes, person: Seat | None) -> Plan:
    """Return who does what if the bots go on: marks as they are needed, then a guess.

    `person` is the seat of who tells them to, if somebody does. A card that people have marked
    comes first where marks are needed, and it is theirs to guess.
    """
    bots = sight.waiting
    if not bots or (person is not None and person not in sight.to_act):
        return ()
    wish, joined = wishes[bots[0]], _joined(sight, wishes)
    if joined is not None:
        return _marked(sight, joined, person, guesser=person)
    if isinstance(wish, Guess):
        return _marked(sight, wish.card, person, guesser=bots[0])
    return () if wish is None else ((bots[0], wish),)


def advice(sight: Sight, wishes: Wishes) -> tuple[Phrase, ...]:
    """Return what the bots that wait for people would do, if they were told to go on."""
    joined = _joined(sight, wishes)
    leader = sight.waiting[:1] if joined is None else ()
    advised = tuple(
        _advised(sight, seat, wishes[seat], leads=seat in leader) for seat in sight.waiting
    )
    if joined is None:
        return advised
    return (*advised, phrase("advice-join", card=sight.public.cards[joined].word))


def _advised(sight: Sight, seat: Seat, wish: Action | None, *, leads: bool) -> Phrase:
    """Return what a bot would do, and that it does if it `leads` when the bots go on."""
    name = who(sight.bots[seat], seat)
    if not isinstance(wish, Guess):
        return phrase("advice-pass" if leads else "advice-pass-too", seat=name)
    card = sight.public.cards[wish.card].word
    return phrase("advice-guess" if leads else "advice-guess-too", seat=name, card=card)


def _are_agreed(sight: Sight, card: int) -> bool:
    """Return whether a person has just pointed at the card at which a bot points.

    A mark that was there before the bot's is no answer to it.
    """
    last = sight.last
    pointed = isinstance(last, Pointed) and last.seat in sight.people and last.card == card
    return pointed and len(_markers(sight.public, card)) >= sight.public.options.marks


def _marked(sight: Sight, card: int, person: Seat | None, *, guesser: Seat | None) -> Plan:
    """Return the marks that the card lacks, and its guess where no mark lacks then."""
    public = sight.public
    needed = public.options.marks if public.options.marks > 1 else 0
    markers = _markers(public, card)
    helpers = [seat for seat in (*sight.waiting, person) if seat and seat not in markers]
    lacking = helpers[: max(0, needed - len(markers))]
    marks = tuple((seat, Point(public.number, card)) for seat in lacking)
    if guesser is None or len(markers) + len(marks) < needed:
        return marks
    return (*marks, (guesser, Guess(public.number, card)))


def _joined(sight: Sight, wishes: Wishes) -> int | None:
    """Return the card that bots join people in, if people want another than the first bot.

    That is only where several must mark a card; else people guess for themselves.
    """
    bots, public = sight.waiting, sight.public
    if not bots or public.options.marks == 1:
        return None
    theirs = sorted({place for marker, place in public.marks if marker in sight.people})
    best = max(theirs, key=lambda place: len(_markers(public, place)), default=None)
    wish = wishes[bots[0]]
    return None if isinstance(wish, Guess) and wish.card == best else best


def _unmarked(observation: Observation) -> Observation:
    """Return the observation of a table at which one guesser decides."""
    options = replace(observation.options, marks=1)
    return replace(observation, options=options, marks=frozenset())


def _markers(observation: Observation, card: int) -> frozenset[Seat]:
    """Return who points at a card."""
    return frozenset(seat for seat, place in observation.marks if place == card)


def mates_of(observation: Observation, seat: Seat) -> tuple[Chair, ...]:
    """Return the chairs of the team's other role: those whom a bot adapts to."""
    chairs = {chair.seat: chair for chair in observation.options.chairs}
    own = chairs[seat]
    return tuple(
        chair for chair in chairs.values() if chair.team is own.team and chair.role is not own.role
    )
