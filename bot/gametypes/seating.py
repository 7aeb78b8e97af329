"""Who sits where: people and bots in the chairs of a table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import count
from typing import Final

from bot.simulation import ACE_NAMES, RANDOM
from core.codenames.model import Chair, Options, OptionsError, Role, Team
from core.rules import Seat
from core.view import cut
from core.words.ensemble import MODELS

HUMAN = "human"
HUMAN_PREFIX = "human:"
EXPERT_PREFIX = "expert:"

KNOWN: Final = (*sorted(ACE_NAMES), RANDOM, HUMAN, *(EXPERT_PREFIX + name for name in MODELS))
"""Who can be asked to sit in a chair."""

GUEST: Final = "guest"
"""The name of people who have said none, with their number from the second on."""

LONGEST_NAME: Final = 32
"""Characters of a person's name."""


class You(Enum):
    """The chair that the person at the terminal takes."""

    SPYMASTER = "spymaster"
    GUESSER = "guesser"
    WATCHER = "watcher"


@dataclass(frozen=True, slots=True)
class Seating:
    """The people's seats in playing order of the teams, and the name of the bot in each other.

    `names` are those people's who have said theirs.
    """

    humans: tuple[Seat, ...]
    bots: Mapping[Seat, str]
    names: Mapping[Seat, str] = field(default_factory=dict)


def seat_everybody(
    options: Options, you: You, team: Team, bots: str, named: Sequence[str] = ()
) -> Seating:
    """Return the seating in which `you` sit in `team`, `bots` in all other chairs.

    `named` overrides single chairs: ``red-guesser=human``, ``red-guesser=human:ANNA``. Raises
    OptionsError for a team or a chair that the table has not, and for a name that nobody has.
    """
    if team not in options.playing:
        playing = tuple(name.value for name in options.playing)
        raise OptionsError("team-not-playing", team=team.value, playing=playing)
    sitting = {
        chair.seat: HUMAN if _is_yours(chair, you, team) else bots for chair in options.chairs
    }
    return assigned(sitting, named, lambda _seat: KNOWN)


def assigned(
    usual: Mapping[Seat, str], named: Sequence[str], allowed: Callable[[Seat], Sequence[str]]
) -> Seating:
    """Return the usual seating but for the chairs that are named, as ``red-guesser=human``.

    `allowed` are those who may be asked to sit in a chair. Raises OptionsError.
    """
    sitting = dict(usual)
    for text in named:
        seat, name = _assignment(text, sitting)
        sitting[seat] = name
    people = {seat: name for seat, name in sitting.items() if is_person(name)}
    machines = {seat: name for seat, name in sitting.items() if seat not in people}
    for seat, name in machines.items():
        _check_known(name, allowed(seat))
    return Seating(
        humans=tuple(people),
        bots={seat: bot_name(name) for seat, name in machines.items()},
        names={
            seat: check_name(name.removeprefix(HUMAN_PREFIX))
            for seat, name in people.items()
            if name != HUMAN
        },
    )


def people_named(seating: Seating, yours: str) -> dict[Seat, str]:
    """Return everybody's name by seat: `yours` for the first person without one, then guests.

    Raises OptionsError where two people have the same name.
    """
    named = dict(seating.names)
    nameless = [seat for seat in seating.humans if seat not in named]
    named |= dict(zip(nameless, _names_for_all(yours, seating), strict=False))
    people = {seat: named[seat] for seat in seating.humans}
    for name in people.values():
        if [*people.values()].count(name) > 1:
            raise OptionsError("name-twice", name=name, chair=seating.humans[-1])
    return people


def is_person(text: str) -> bool:
    """Return whether a person is asked to sit in a chair, with a name or without."""
    return text == HUMAN or text.startswith(HUMAN_PREFIX)


def is_guest(name: str) -> bool:
    """Return whether this is what somebody is called who has said no name."""
    return name == GUEST or (name.startswith(f"{GUEST}-") and name[len(GUEST) + 1 :].isdecimal())


def check_name(name: str) -> str:
    """Return a person's name; raises OptionsError for one that nobody could type in a line."""
    if not name.isprintable() or len(name) > LONGEST_NAME or name.split() != [name]:
        raise OptionsError("name-form", name=cut(name, LONGEST_NAME), longest=LONGEST_NAME)
    return name


def name_from(text: str) -> str:
    """Return a name that is as like to a text as a name can be."""
    letters = (letter if letter.isprintable() and letter != " " else "-" for letter in text)
    return "".join(letters)[:LONGEST_NAME] or GUEST


def check_keyword(options: Options, seating: Seating) -> None:
    """Raise OptionsError where nobody may type the keyword that the table waits for."""
    roles = {chair.seat: chair.role for chair in options.chairs}
    if options.keyword and not any(roles[seat] is Role.SPYMASTER for seat in seating.humans):
        raise OptionsError("keyword-nobody")


def bot_name(text: str) -> str:
    """Return the name by which a bot is known to the ensemble: ``expert:gloss`` is gloss."""
    return text.removeprefix(EXPERT_PREFIX)


def _names_for_all(yours: str, seating: Seating) -> Iterator[str]:
    """Yield your name, then guests' that nobody has."""
    taken = {yours, *seating.names.values()}
    yield yours
    for number in count(2):
        if f"{GUEST}-{number}" not in taken:
            yield f"{GUEST}-{number}"


def _is_yours(chair: Chair, you: You, team: Team) -> bool:
    return chair.team is team and chair.role.value == you.value and chair.number == 1


def _check_known(name: str, allowed: Sequence[str]) -> None:
    if name not in allowed and EXPERT_PREFIX + name not in allowed:
        raise OptionsError("bot-unknown", name=name, known=tuple(allowed))


def _assignment(text: str, sitting: Mapping[Seat, str]) -> tuple[Seat, str]:
    seat, equals, name = text.partition("=")
    if not equals or not name:
        raise OptionsError("chair-form", text=text, chair=[*sitting][-1])
    if seat not in sitting:
        raise OptionsError("chair-unknown", seat=seat, chairs=tuple(sitting))
    return Seat(seat), name
