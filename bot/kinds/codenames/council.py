"""What bots of Codenames do beside people, and what they say of it.

A bot guesser among bots guesses. Beside people it points at its own pick and keeps to it; it
guesses when a person then points at the same card, or when it has been told to go on; a bot that
would rather stop says so and waits in the same way.
"""

from dataclasses import replace
from typing import Final

from bot.council import Council, Plan, Sight, Wishes
from core.codenames.actions import Action, Guess, Point, Unpoint
from core.codenames.model import Observation, Pointed, Role
from core.codenames.present import who
from core.rules import Seat
from core.view import WHEN, Phrase, phrase


def is_beside_people(sight: Sight) -> bool:
    """Return whether people are to act on the clue that the bots guess on, too."""
    return sight.public.clue is not None and bool(sight.to_act & sight.people)


def waiting(sight: Sight) -> tuple[Seat, ...]:
    """Return the bots that wait for the people beside them."""
    return sight.due if is_beside_people(sight) else ()


def asked(sight: Sight) -> tuple[Seat, ...]:
    """Return the bots that have something to do or to say now: a keyword is for people to type."""
    return tuple(seat for seat in sight.due if sight.public.clue or _speaks(sight, seat))


def _speaks(sight: Sight, seat: Seat) -> bool:
    """Return whether the table waits for the seat's clue, not for a keyword."""
    chair = sight.bots[seat].chair
    return bool(sight.public.cards) and chair is not None and chair.role is Role.SPYMASTER


def question(sight: Sight, seat: Seat) -> Observation:
    """Return what a bot is shown when it is asked what it would do.

    Beside people it is asked for a pick of its own, as if no marks were needed: a bot that only
    seconds what others mark would leave them to themselves.
    """
    observation: Observation = sight.bots[seat]
    return _unmarked(observation) if is_beside_people(sight) else observation


def step(sight: Sight, seat: Seat, wish: Action | None) -> Action | None:
    """Return what a bot with this wish does by itself now; None where it waits."""
    if wish is None or not is_beside_people(sight):
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
    for seat in waiting(sight):
        wish = wishes[seat]
        if seat in markers and isinstance(wish, Guess) and wish.card == action.card:
            return wish
    return None


def plan(sight: Sight, wishes: Wishes, person: Seat | None) -> Plan:
    """Return who does what if the bots go on: marks as they are needed, then a guess.

    `person` is the seat of who tells them to, if somebody does. A card that people have marked
    comes first where marks are needed, and it is theirs to guess.
    """
    bots = waiting(sight)
    if not bots or (person is not None and person not in sight.to_act):
        return ()
    wish, joined = wishes[bots[0]], _joined(sight, wishes)
    if joined is not None:
        return _marked(sight, joined, person, guesser=person)
    if isinstance(wish, Guess):
        return _marked(sight, wish.card, person, guesser=bots[0])
    return () if wish is None else ((bots[0], wish),)


def consequence(sight: Sight, wishes: Wishes, person: Seat, action: Action | None) -> Guess | None:
    """Return the guess that follows at once on a person's action, or on letting the bots go on."""
    if action is not None:
        return answer(sight, wishes, action)
    planned = plan(sight, wishes, person)
    return next((action for _, action in planned if isinstance(action, Guess)), None)


def advice(
    sight: Sight,
    wishes: Wishes,
    reader: Seat | None = None,  # noqa: ARG001 - all hear the same
) -> tuple[Phrase, ...]:
    """Return what the bots that wait for people would do, if they were told to go on."""
    joined = _joined(sight, wishes)
    leader = waiting(sight)[:1] if joined is None else ()
    advised = tuple(
        _advised(sight, seat, wishes[seat], leads=seat in leader) for seat in waiting(sight)
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


def foretold(sight: Sight) -> tuple[Phrase, ...]:
    """Return what the first bot that waits does when its patience ends, by what it points at.

    A bot uncovers no card but the one at which it points. Nothing is foretold of one that points at
    several: it has joined people in theirs.
    """
    for first in waiting(sight)[:1]:
        marked = [place for marker, place in sight.public.marks if marker == first]
        if len(marked) > 1:
            return ()
        wishes = {first: Guess(sight.public.number, marked[0]) if marked else None}
        planned = plan(sight, wishes, None)
        if planned:
            return (_foretold(sight, *planned[0]),)
        if not marked and _joined(sight, wishes) is None:
            return (phrase("patience-open", seat=who(sight.public, first), when=WHEN),)
    return ()


def _foretold(sight: Sight, seat: Seat, action: Guess | Point) -> Phrase:
    name, card = who(sight.public, seat), sight.public.cards[action.card].word
    if isinstance(action, Guess):
        return phrase("patience-guess", seat=name, card=card, when=WHEN)
    return phrase("patience-point", seat=name, card=card, when=WHEN)


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
    helpers = [seat for seat in (*waiting(sight), person) if seat and seat not in markers]
    lacking = helpers[: max(0, needed - len(markers))]
    marks = tuple((seat, Point(public.number, card)) for seat in lacking)
    if guesser is None or len(markers) + len(marks) < needed:
        return marks
    return (*marks, (guesser, Guess(public.number, card)))


def _joined(sight: Sight, wishes: Wishes) -> int | None:
    """Return the card that bots join people in, if people want another than the first bot.

    That is only where several must mark a card; else people guess for themselves.
    """
    bots, public = waiting(sight), sight.public
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


COUNCIL: Final = Council(asked, waiting, question, step, plan, consequence, advice, foretold)
"""How bots of Codenames behave."""
