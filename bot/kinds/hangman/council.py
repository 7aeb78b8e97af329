"""What the bots of hangman do beside people: who guesses with people waits for them.

A dealer answers at once. A bot that guesses on a board on which people may guess, too, says its
letter and leaves the guessing to them until it is told to go on.
"""

from math import inf
from typing import Final

from bot.council import Council, Plan, Sight, Wishes
from core.hangman.actions import Action, GuessLetter, Solve
from core.hangman.model import Observation
from core.hangman.options import Chair, Role
from core.hangman.present import who
from core.rules import Seat
from core.view import WHEN, Phrase, phrase


def asked(sight: Sight) -> tuple[Seat, ...]:
    """Return the bots that the table waits for.

    In a race the team that has guessed less comes first, and none gets ahead of the people.
    """
    public: Observation = sight.public
    chairs = {chair.seat: chair for chair in public.options.chairs}
    guesses = {one.team: one.guesses for one in public.progress}
    made = {seat: guesses.get(chairs[seat].team, -1) for seat in sight.to_act}
    fewest = min((made[seat] for seat in sight.to_act & sight.people), default=inf)
    level = (seat for seat in sight.due if made[seat] <= fewest)
    return tuple(sorted(level, key=made.__getitem__))


def paced(sight: Sight) -> bool:
    """Return whether a guesser is next: a dealer answers at once."""
    chairs = {chair.seat: chair for chair in sight.public.options.chairs}
    return all(chairs[seat].role is Role.GUESSER for seat in asked(sight)[:1])


def waiting(sight: Sight) -> tuple[Seat, ...]:
    """Return the bots that leave their team's guess to the people on it."""
    chairs: dict[Seat, Chair] = {chair.seat: chair for chair in sight.public.options.chairs}
    teams = {chairs[seat].team for seat in sight.to_act & sight.people}
    guessers = (seat for seat in sight.due if chairs[seat].role is Role.GUESSER)
    return tuple(seat for seat in guessers if chairs[seat].team in teams)


def step(sight: Sight, seat: Seat, wish: Action | None) -> Action | None:
    """Return what a bot with this wish does by itself now; None where it waits."""
    return None if seat in waiting(sight) else wish


def plan(sight: Sight, wishes: Wishes, person: Seat | None) -> Plan:
    """Return the guess of the first waiting bot, of the person's own team where one asks."""
    chairs: dict[Seat, Chair] = {chair.seat: chair for chair in sight.public.options.chairs}
    team = chairs[person].team if person in chairs else None
    bots = [seat for seat in waiting(sight) if team in (None, chairs[seat].team)]
    return tuple((seat, wishes[seat]) for seat in bots[:1] if wishes[seat] is not None)


def consequence(sight: Sight, wishes: Wishes, person: Seat, action: Action | None) -> Action | None:
    """Return the guess that follows if a person lets the bots go on; none follows on a guess."""
    planned = () if action is not None else plan(sight, wishes, person)
    return planned[0][1] if planned else None


def advice(sight: Sight, wishes: Wishes, reader: Seat | None = None) -> tuple[Phrase, ...]:
    """Return what the bots that wait would guess, of those on boards that the reader is shown."""
    public: Observation = sight.public
    chairs = {chair.seat: chair for chair in public.options.chairs}
    own = chairs[reader].team if reader else None
    heard = (
        seat
        for seat in waiting(sight)
        if chairs[seat].team is own or public.board_of(chairs[seat].team)
    )
    return tuple(said for seat in heard for said in _advised(public, seat, wishes[seat]))


def _advised(public: Observation, seat: Seat, wish: Action | None) -> tuple[Phrase, ...]:
    match wish:
        case GuessLetter(letter=text) | Solve(word=text):
            return (phrase("hangman-advice", seat=who(public, seat), guess=text.upper()),)
        case _:
            return ()


def foretold(sight: Sight) -> tuple[Phrase, ...]:
    """Return that the first bot that waits guesses; what, only those may know who see its board."""
    first = waiting(sight)[:1]
    return tuple(
        phrase("hangman-patience", seat=who(sight.public, seat), when=WHEN) for seat in first
    )


COUNCIL: Final = Council(
    asked=asked,
    paced=paced,
    waiting=waiting,
    step=step,
    plan=plan,
    consequence=consequence,
    advice=advice,
    foretold=foretold,
)
"""How bots of hangman behave."""
