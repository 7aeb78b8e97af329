"""Options of lobby commands, and the parsers of the words after a verb.

Lines name a chair by its seat, team or role, and a person as ``platform:id`` or by their number in
the lobby. Each parser gets the action's class, the words and the table, and raises InvalidNotation.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol

from bot.identity import User, bot_user
from bot.lobby import settings
from bot.lobby.context import ChairFilter, LobbyAction
from bot.lobby.model import Lobby
from bot.lobby.phrases import names, shown
from core.command import Command, InputType, Option
from core.rules import ANYWAY, InvalidNotation, Seat

LONGEST_NUMBER: Final = 4
"""Digits of a member's number; Python refuses to parse thousands of digits."""

_PAIR: Final = re.compile(r"[A-Za-z-]+=[^=]+")

SIDE: Final = Option("side", InputType.TEAM, default="")
CODE: Final = Option("table", InputType.TEXT, default="")
"""The code of a table elsewhere, to bring it to the room."""

CHAIRS: Final = Option("seat", InputType.CHAIR, default="")
VALUE: Final = Option("value", InputType.VALUE, default="")
WHO: Final = Option("who", InputType.PERSON)
HEIR: Final = replace(WHO, default="")
MEMBER: Final = Option("member", InputType.PERSON, default="")
PLACE: Final = Option("place", InputType.SEAT)
SUCCESSOR: Final = Option("who", InputType.MEMBER)
SETTING: Final = Option("setting", InputType.SETTING, default="")

GROUP: Final = "table"
"""The group of commands that a game's own list leaves out."""


class ActionMaker(Protocol):
    """The class of an action."""

    command: Command

    def __call__(self, *named: object) -> LobbyAction:
        """Return the action with these fields."""


def read_team(kind: ActionMaker, rest: str, lobby: Lobby) -> LobbyAction:
    """Return an action for the named team, or for any."""
    words = rest.lower().split()
    _check_end("join", words[1:])
    if words and words[0] not in lobby.teams:
        raise InvalidNotation("table-team-unknown", team=words[0], teams=lobby.teams)
    return kind(words[0] if words else None)


def read_chairs(kind: ActionMaker, rest: str, lobby: Lobby) -> LobbyAction:
    """Return an action on the named chairs."""
    spot, others = _read_chairs(rest.split(), lobby)
    _check_chair(others, lobby)
    return kind(spot)


def read_bot(kind: ActionMaker, rest: str, lobby: Lobby) -> LobbyAction:
    """Return an action on the named chairs, and the bot after them, if any."""
    words = rest.split()
    spot, others = _read_chairs(words, lobby)
    if not any(map(spot.fits, lobby.chairs)):
        spot, others = _read_apart(words, lobby)
    _check_chair(others[:-1], lobby)
    return kind(spot, settings.bot_name(others[-1].lower()) if others else None)


def read_spymaster(kind: ActionMaker, rest: str, lobby: Lobby) -> LobbyAction:
    """Return an action for a named team and person, both optional."""
    words = rest.split()
    team = words.pop(0).lower() if words and words[0].lower() in lobby.teams else None
    if words and not team and not (":" in words[0] or words[0].isdigit()):
        team = words[0]
        raise InvalidNotation("table-team-unknown", team=team, teams=lobby.teams)
    _check_end("spymaster", words[1:])
    return kind(team, _person(words[0], lobby) if words else None)


def read_successor(kind: ActionMaker, rest: str, lobby: Lobby) -> LobbyAction:
    """Return an action on one chair, and the person or bot after it."""
    spot, words = _read_chairs(rest.split(), lobby)
    apart, who = _read_apart(rest.split(), lobby)
    if not words and apart != ChairFilter() and sum(map(apart.fits, lobby.chairs)) == 1:
        spot, words = apart, who
    _check_end("replace", words[1:] if spot != ChairFilter() else ())
    if spot == ChairFilter() or not words:
        if words:
            _check_chair(words, lobby)
        first = next((chair.seat for chair in lobby.chairs), "")
        raise InvalidNotation("table-replace-missing", chair=first)
    return kind(_single(spot, lobby), _successor(words[0], lobby))


def _successor(text: str, lobby: Lobby) -> User:
    """Return a person, or a bot: ``bot:gloss``, ``expert:gloss``, ``gloss``."""
    is_bot = text.lower().startswith(("bot:", "expert:")) or not (":" in text or text.isdigit())
    return bot_user(settings.bot_name(text.lower())) if is_bot else _person(text, lobby)


def _single(chair_filter: ChairFilter, lobby: Lobby) -> Seat:
    seats = [chair.seat for chair in lobby.chairs if chair_filter.fits(chair)]
    if len(seats) != 1:
        chairs = tuple(seats or (chair.seat for chair in lobby.chairs))
        raise InvalidNotation("table-chair-which", chairs=chairs)
    return seats[0]


def read_answer(kind: ActionMaker, rest: str, lobby: Lobby) -> LobbyAction:
    """Return an answer about the named chair, or about no chair."""
    spot, others = _read_chairs(rest.split(), lobby)
    _check_chair(others, lobby)
    return kind(_single(spot, lobby) if rest else None)


def read_person(kind: ActionMaker, rest: str, lobby: Lobby) -> LobbyAction:
    """Return an action on the named person; on the actor, if the person is optional."""
    words, (who, *_) = rest.split(), kind.command.options
    if not words and who.default is None:
        raise InvalidNotation("table-who-missing", verb=kind.command.name)
    _check_end(kind.command.name, words[1:])
    return kind(_person(words[0], lobby)) if words else kind()


def _person(text: str, lobby: Lobby) -> User:
    """Return the person of a number in the lobby, from 1, or of ``platform:id``."""
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        if 1 <= int(text) <= len(lobby.members):
            return lobby.members[int(text) - 1].user
        raise InvalidNotation("table-who-number", number=text, members=len(lobby.members))
    try:
        return User.parse(text)
    except ValueError:
        raise InvalidNotation("table-who-unread", who=text) from None


def read_anyway(kind: ActionMaker, rest: str, _lobby: Lobby) -> LobbyAction:
    """Return an action with the flag `anyway`."""
    anyway = rest.lower() == ANYWAY
    if rest and not anyway:
        raise InvalidNotation("line-too-long", verb="stop", rest=rest)
    return kind(anyway)


def read_pairs(rest: str, lobby: Lobby) -> Sequence[tuple[str, str]]:
    """Return names and values, either all of the table or all of the game."""
    (name, value), *more = pairs = _pairs(rest)
    if not name or not value:
        raise InvalidNotation("table-set-missing", now=tuple(map(" ".join, shown(lobby))))
    own = {one in settings.SETTING_NAMES for one in (name, *(other for other, _ in more))}
    if len(own) > 1:
        raise InvalidNotation("table-set-mixed", names=names(lobby))
    return pairs


def _pairs(rest: str) -> Sequence[tuple[str, str]]:
    """Return the names and values of ``rows=4 cols=4``, or of one ``rows 4``."""
    words = rest.split()
    if len(words) > 1 and all(_PAIR.fullmatch(word) for word in words):
        parts = [word.partition("=") for word in words]
    else:
        parts = [rest.replace("=", " ", 1).partition(" ")]
    return [(name.lower(), value.strip()) for name, _, value in parts]


def _read_chairs(words: Sequence[str], lobby: Lobby) -> tuple[ChairFilter, list[str]]:
    """Return the filter of the first words that name chairs, and the words after them."""
    rest = list(words)
    named: dict[str, str] = {}
    while rest and (meaning := _meaning(rest[0].lower(), lobby)) not in (None, *named):
        named[str(meaning)] = rest.pop(0).lower()
    seat = Seat(named["seat"]) if "seat" in named else None
    return ChairFilter(seat, named.get("team"), named.get("role")), rest


def _read_apart(words: Sequence[str], lobby: Lobby) -> tuple[ChairFilter, list[str]]:
    """Return the filter of the words before the last, and the other words.

    The last word may be a bot with the name of a chair or role.
    """
    spot, others = _read_chairs(words[:-1], lobby)
    return spot, [*others, *words[-1:]]


def _meaning(word: str, lobby: Lobby) -> str | None:
    for chair in lobby.chairs:
        for meaning in ("seat", "team", "role"):
            if getattr(chair, meaning) == word:
                return meaning
    return None


def _check_chair(words: Sequence[str], lobby: Lobby) -> None:
    """Raise InvalidNotation for words that should name a chair."""
    if words:
        chairs = tuple(chair.seat for chair in lobby.chairs)
        raise InvalidNotation("table-chair-unknown", chair=" ".join(words), chairs=chairs)


def _check_end(verb: str, words: Sequence[str]) -> None:
    """Raise InvalidNotation for superfluous words."""
    if words:
        raise InvalidNotation("table-line-extra", verb=verb, rest=" ".join(words))
