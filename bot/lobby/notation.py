"""One line of text for everything that can be wished for around a game.

``join red``, ``chair red spymaster``, ``bot red-guesser gloss``, ``spymaster red``,
``replace red-guesser discord:42``, ``set clock slow``, ``start``, ``takeback``. A chair is named by
its seat or by team and role, as far as need be; a person as ``platform:id``, or by the number that
the lobby shows. The verbs are none that a game has.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from bot.identity import User, bot_user
from bot.lobby import chairs, members, progress, settings
from bot.lobby.context import ChairFilter, LobbyAction
from bot.lobby.model import Lobby
from bot.lobby.phrases import names, shown
from core.command import Command, InputType, Option
from core.rules import ANYWAY, InvalidNotation, Seat

LONGEST_NUMBER: Final = 4
"""Digits of a member's number; Python refuses to read numbers of thousands of digits."""

_PAIR: Final = re.compile(r"[A-Za-z-]+=[^=]+")

_TEAM: Final = Option("side", InputType.TEAM, default="")
_TABLE: Final = Option("table", InputType.TEXT, default="")
"""The code of a table elsewhere, which is brought to the room."""

_CHAIRS: Final = Option("seat", InputType.CHAIR, default="")
_VALUE: Final = Option("value", InputType.VALUE, default="")
_WHO: Final = Option("who", InputType.PERSON)
_HEIR: Final = replace(_WHO, default="")
_MEMBER: Final = Option("member", InputType.PERSON, default="")
_PLACE: Final = Option("place", InputType.SEAT)
_SUCCESSOR: Final = Option("who", InputType.MEMBER)
_SETTING: Final = Option("setting", InputType.SETTING, default="")

_GROUP: Final = "table"
"""The group of commands that a game's own list is shorter without."""


def parse(line: str, lobby: Lobby) -> LobbyAction | None:
    """Return the action that a line stands for, or None where its verb is not of the table.

    Raises InvalidNotation.
    """
    verb, *words = line.split(maxsplit=1) or [""]
    read = _READERS.get(verb.lower())
    return read(words[0].strip() if words else "", lobby) if read else None


def _bare(kind: type[LobbyAction], rest: str, _lobby: Lobby) -> LobbyAction:
    """Return an action whose line is its verb."""
    if rest:
        raise InvalidNotation("line-too-long", verb=kind.verb, rest=rest)
    return kind()


def _join(rest: str, lobby: Lobby) -> members.Join:
    words = rest.lower().split()
    _check_end("join", words[1:])
    if words and words[0] not in lobby.teams:
        raise InvalidNotation("table-team-unknown", team=words[0], teams=lobby.teams)
    return members.Join(words[0] if words else None)


def _with_chairs(
    kind: Callable[[ChairFilter], LobbyAction], rest: str, lobby: Lobby
) -> LobbyAction:
    """Return the action of a kind on the chairs that are named."""
    spot, others = _read_chairs(rest.split(), lobby)
    _check_chair(others, lobby)
    return kind(spot)


def _bot(rest: str, lobby: Lobby) -> chairs.SeatBot:
    words = rest.split()
    spot, others = _read_chairs(words, lobby)
    if not any(map(spot.fits, lobby.chairs)):
        spot, others = _read_apart(words, lobby)
    _check_chair(others[:-1], lobby)
    return chairs.SeatBot(spot, settings.bot_name(others[-1].lower()) if others else None)


def _spymaster(rest: str, lobby: Lobby) -> chairs.PickSpymaster:
    words = rest.split()
    team = words.pop(0).lower() if words and words[0].lower() in lobby.teams else None
    if words and not team and not (":" in words[0] or words[0].isdigit()):
        team = words[0]
        raise InvalidNotation("table-team-unknown", team=team, teams=lobby.teams)
    _check_end("spymaster", words[1:])
    return chairs.PickSpymaster(team, _person(words[0], lobby) if words else None)


def _replace(rest: str, lobby: Lobby) -> chairs.Replace:
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
    return chairs.Replace(_single(spot, lobby), _successor(words[0], lobby))


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


def _answer(kind: type[progress.Agree | progress.Refuse], rest: str, lobby: Lobby) -> LobbyAction:
    """Return an answer about the chair that is named, or about none."""
    spot, others = _read_chairs(rest.split(), lobby)
    _check_chair(others, lobby)
    return kind(_single(spot, lobby) if rest else None)


def _about_person(
    kind: type[members.ChangeHost | members.RemoveMember], rest: str, lobby: Lobby
) -> LobbyAction:
    """Return an action on the person who is named; the host may be changed for who asks."""
    words = rest.split()
    if not words and kind is members.ChangeHost:
        return members.ChangeHost()
    if not words:
        raise InvalidNotation("table-who-missing", verb=kind.verb)
    _check_end(kind.verb, words[1:])
    return kind(_person(words[0], lobby))


def _person(text: str, lobby: Lobby) -> User:
    """Return the person that is named by a number of the lobby's, from 1, or as platform:id."""
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        if 1 <= int(text) <= len(lobby.members):
            return lobby.members[int(text) - 1].user
        raise InvalidNotation("table-who-number", number=text, members=len(lobby.members))
    try:
        return User.parse(text)
    except ValueError:
        raise InvalidNotation("table-who-unread", who=text) from None


def _stop(rest: str, _lobby: Lobby) -> progress.Stop:
    anyway = rest.lower() == ANYWAY
    if rest and not anyway:
        raise InvalidNotation("line-too-long", verb="stop", rest=rest)
    return progress.Stop(anyway)


def _set(rest: str, lobby: Lobby) -> members.ChangeSetting | members.ChangeOption:
    (name, value), *more = _pairs(rest)
    if not name or not value:
        raise InvalidNotation("table-set-missing", now=tuple(map(" ".join, shown(lobby))))
    own = {one in settings.SETTING_NAMES for one in (name, *(other for other, _ in more))}
    if len(own) > 1:
        raise InvalidNotation("table-set-mixed", names=names(lobby))
    return (members.ChangeSetting if own == {True} else members.ChangeOption)(
        name, value, tuple(more)
    )


def _pairs(rest: str) -> Sequence[tuple[str, str]]:
    """Return the names and values of ``rows=4 cols=4``, or of a single ``rows 4``, at least one."""
    words = rest.split()
    if len(words) > 1 and all(_PAIR.fullmatch(word) for word in words):
        parts = [word.partition("=") for word in words]
    else:
        parts = [rest.replace("=", " ", 1).partition(" ")]
    return [(name.lower(), value.strip()) for name, _, value in parts]


def _read_chairs(words: Sequence[str], lobby: Lobby) -> tuple[ChairFilter, list[str]]:
    """Return the chairs that the first words name, and the words after them."""
    rest = list(words)
    named: dict[str, str] = {}
    while rest and (meaning := _meaning(rest[0].lower(), lobby)) not in (None, *named):
        named[str(meaning)] = rest.pop(0).lower()
    seat = Seat(named["seat"]) if "seat" in named else None
    return ChairFilter(seat, named.get("team"), named.get("role")), rest


def _read_apart(words: Sequence[str], lobby: Lobby) -> tuple[ChairFilter, list[str]]:
    """Return the chairs that are named before the last word, and the words from there on.

    The last may name a bot that is called as a chair or a role is.
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
    """Raise InvalidNotation where words are left that should name a chair."""
    if words:
        chairs = tuple(chair.seat for chair in lobby.chairs)
        raise InvalidNotation("table-chair-unknown", chair=" ".join(words), chairs=chairs)


def _check_end(verb: str, words: Sequence[str]) -> None:
    """Raise InvalidNotation where words are left that mean nothing."""
    if words:
        raise InvalidNotation("table-line-extra", verb=verb, rest=" ".join(words))


_LINES: Final[Mapping[Command, Callable[[str, Lobby], LobbyAction]]] = MappingProxyType(
    {
        Command("join", (_TABLE, _TEAM)): _join,
        Command("chair", (_CHAIRS,)): partial(_with_chairs, members.TakeChair),
        Command("stand", group=_GROUP): partial(_bare, members.LeaveChair),
        Command("watch"): partial(_bare, members.Watch),
        Command("leave"): partial(_bare, members.Leave),
        Command("reach", group=_GROUP): partial(_bare, members.RetryDirectMessages),
        Command("bot", (_CHAIRS,)): _bot,
        Command("unbot", (_CHAIRS,), group=_GROUP): partial(_with_chairs, chairs.RemoveBot),
        Command("shuffle"): partial(_bare, chairs.Shuffle),
        Command("spymaster", (_TEAM, _MEMBER), group=_GROUP): _spymaster,
        Command("replace", (_PLACE, _SUCCESSOR), group=_GROUP): _replace,
        Command("host", (_HEIR,), group=_GROUP): partial(_about_person, members.ChangeHost),
        Command("drop", (_WHO,), group=_GROUP): partial(_about_person, members.RemoveMember),
        Command("set", (_SETTING, _VALUE)): _set,
        Command("start"): partial(_bare, progress.Start),
        Command("stop"): _stop,
        Command("rematch"): partial(_bare, progress.Rematch),
        Command("takeback"): partial(_bare, progress.TakeBack),
        Command("agree", (_CHAIRS,), group=_GROUP): partial(_answer, progress.Agree),
        Command("refuse", (_CHAIRS,), group=_GROUP): partial(_answer, progress.Refuse),
        Command("pause", group=_GROUP): partial(_bare, progress.Pause),
        Command("resume", group=_GROUP): partial(_bare, progress.Resume),
    }
)
"""The commands, and what reads the rest of their lines."""

LOBBY_COMMANDS: Final = tuple(_LINES)

_READERS: Final = {command.name: read for command, read in _LINES.items()}
