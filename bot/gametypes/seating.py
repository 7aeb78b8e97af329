"""Seating: people and bots in the chairs of a table that a command line requests."""

import getpass
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from bot.settings import Settings
from core.rules import Refusal, Seat
from core.view import shorten

HUMAN = "human"
HUMAN_PREFIX = "human:"
EXPERT_PREFIX = "expert:"

GUEST: Final = "guest"
"""The name of unnamed people, with a number from the second on."""

LONGEST_TYPED_NAME: Final = 32
"""The most characters of a person's name."""


@dataclass(frozen=True, slots=True)
class Seating:
    """People's names by seat in playing order, empty if not given, and the other seats' bots."""

    people: Mapping[Seat, str]
    bots: Mapping[Seat, str]


def assign(
    usual: Mapping[Seat, str], named: Sequence[str], allowed: Callable[[Seat], Sequence[str]]
) -> Seating:
    """Return the usual seating, except for named chairs such as ``red-guesser=human``.

    `allowed` returns the names for a chair. Raises Refusal for another name.
    """
    sitting = dict(usual)
    for text in named:
        seat, name = _assignment(text, sitting)
        sitting[seat] = name
    people = {seat: name for seat, name in sitting.items() if is_person(name)}
    bots = {seat: name for seat, name in sitting.items() if seat not in people}
    for seat, name in bots.items():
        known = allowed(seat)
        if name not in known and EXPERT_PREFIX + name not in known:
            raise Refusal("bot-unknown", name=name, known=tuple(known))
    return Seating(
        {
            seat: "" if name == HUMAN else check_name(name.removeprefix(HUMAN_PREFIX))
            for seat, name in people.items()
        },
        {seat: name.removeprefix(EXPERT_PREFIX) for seat, name in bots.items()},
    )


def people_named(seating: Seating, yours: str) -> dict[Seat, str]:
    """Return all people's names by seat: `yours` for the first unnamed person, then guests.

    Raises Refusal if two people have the same name.
    """
    unnamed = _names_for_all(yours, seating)
    people = {seat: name or next(unnamed) for seat, name in seating.people.items()}
    for name in people.values():
        if [*people.values()].count(name) > 1:
            raise Refusal("name-twice", name=name, chair=[*people][-1])
    return people


def is_person(text: str) -> bool:
    """Return whether a text seats a person in a chair, with or without a name."""
    return text == HUMAN or text.startswith(HUMAN_PREFIX)


def is_guest(name: str) -> bool:
    """Return whether a name belongs to an unnamed person."""
    return name == GUEST or (name.startswith(f"{GUEST}-") and name[len(GUEST) + 1 :].isdecimal())


def name_of(arguments: Namespace, settings: Settings) -> str:
    """Return the name of the person at the terminal; raises Refusal for a bad one."""
    return check_name(arguments.name or settings.player or login_name())


def login_name() -> str:
    """Return the login name, with unprintable characters replaced and cut to the longest name."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):
        user = ""
    letters = (letter if letter.isprintable() and letter != " " else "-" for letter in user)
    return "".join(letters)[:LONGEST_TYPED_NAME] or GUEST


def check_name(name: str) -> str:
    """Return a person's name; raises Refusal if you cannot type it in a command."""
    if not name.isprintable() or len(name) > LONGEST_TYPED_NAME or name.split() != [name]:
        raise Refusal(
            "name-form", name=shorten(name, LONGEST_TYPED_NAME), longest=LONGEST_TYPED_NAME
        )
    return name


def _names_for_all(yours: str, seating: Seating) -> Iterator[str]:
    """Yield your name, then unused names of guests."""
    taken = {yours, *seating.people.values()}
    yield yours
    for number in count(2):
        if f"{GUEST}-{number}" not in taken:
            yield f"{GUEST}-{number}"


def _assignment(text: str, sitting: Mapping[Seat, str]) -> tuple[Seat, str]:
    seat, equals, name = text.partition("=")
    if not equals or not name:
        raise Refusal("chair-form", text=text, chair=[*sitting][-1])
    if seat not in sitting:
        raise Refusal("chair-unknown", seat=seat, chairs=tuple(sitting))
    return Seat(seat), name
