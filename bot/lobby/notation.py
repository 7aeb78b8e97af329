"""One line of text for everything that can be wished for around a game.

``join red``, ``chair red spymaster``, ``bot red-guesser gloss``, ``spymaster red``,
``replace red-guesser discord:42``, ``set clock slow``, ``start``, ``takeback``. A chair is named by
its seat or by team and role, as far as need be; a person as ``platform:id``, or by the number that
the lobby shows. The verbs are none that a game has.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.identity import User, bot_user
from bot.lobby import settings
from bot.lobby.actions import (
    Agree,
    Drop,
    HandOver,
    Join,
    Leave,
    Pause,
    PickSpymaster,
    Refuse,
    Rematch,
    RemoveBot,
    Replace,
    Resume,
    RetryDirect,
    SeatBot,
    SetOption,
    SetTable,
    Shuffle,
    Spot,
    Stand,
    Start,
    Stop,
    TableAction,
    TakeBack,
    TakeChair,
    Watch,
)
from bot.lobby.model import Lobby
from bot.lobby.summary import names, typed
from core.command import Command, Kind, Option
from core.rules import InvalidNotation, Seat
from core.view import cut

REPEATED: Final = 60
"""Characters of a line that a refusal repeats."""

LONGEST_NUMBER: Final = 4
"""Digits of a member's number; Python refuses to read numbers of thousands of digits."""

_PAIR: Final = re.compile(r"[A-Za-z-]+=[^=]+")

_TEAM: Final = Option("side", Kind.TEXT, default="")
_CHAIRS: Final = Option("seat", Kind.LINE, default="")
_VALUE: Final = Option("value", Kind.LINE, default="")
_WHO: Final = Option("who", Kind.TEXT)

COMMANDS: Final = (
    Command("join", (_TEAM,)),
    Command("chair", (_CHAIRS,)),
    Command("stand"),
    Command("watch"),
    Command("leave"),
    Command("reach"),
    Command("bot", (_CHAIRS,)),
    Command("unbot", (_CHAIRS,)),
    Command("shuffle"),
    Command("spymaster", (_TEAM, Option("member", Kind.TEXT, default=""))),
    Command("replace", (Option("place", Kind.TEXT), _WHO)),
    Command("host", (_WHO,)),
    Command("drop", (_WHO,)),
    Command("set", (Option("setting", Kind.TEXT, default=""), _VALUE)),
    Command("start"),
    Command("stop"),
    Command("rematch"),
    Command("takeback"),
    Command("agree"),
    Command("refuse"),
    Command("pause"),
    Command("resume"),
)

_BARE: Final[Mapping[str, Callable[[], TableAction]]] = MappingProxyType(
    {
        "stand": Stand,
        "watch": Watch,
        "leave": Leave,
        "reach": RetryDirect,
        "shuffle": Shuffle,
        "start": Start,
        "stop": Stop,
        "rematch": Rematch,
        "takeback": TakeBack,
        "agree": Agree,
        "refuse": Refuse,
        "pause": Pause,
        "resume": Resume,
    }
)


def parse(line: str, lobby: Lobby) -> TableAction | None:
    """Return the action that a line stands for, or None where its verb is not of the table.

    Raises InvalidNotation.
    """
    verb, *words = line.split(maxsplit=1) or [""]
    verb, rest = verb.lower(), words[0].strip() if words else ""
    if verb in _BARE:
        if rest:
            raise InvalidNotation("line-too-long", verb=verb, rest=_shown(rest))
        return _BARE[verb]()
    return _READERS[verb](rest, lobby) if verb in _READERS else None


def action_line(action: TableAction) -> str:
    """Return the line of an action; `parse` reads it back."""
    match action:
        case Join(team=team):
            return _joined("join", team)
        case TakeChair(spot=spot):
            return _joined("chair", *_spot_words(spot))
        case SeatBot(spot=spot, name=name):
            return _joined("bot", *_spot_words(spot), name)
        case RemoveBot(spot=spot):
            return _joined("unbot", *_spot_words(spot))
        case PickSpymaster(team=team, user=user):
            return _joined("spymaster", team, user)
        case Replace(seat=seat, user=user):
            return _joined("replace", seat, user)
        case HandOver(user=user) | Drop(user=user):
            return _joined("host" if isinstance(action, HandOver) else "drop", user)
        case SetTable(name=name, value=value, more=()) | SetOption(name=name, value=value, more=()):
            return _joined("set", name, value)
        case SetTable() | SetOption():
            return _joined("set", *(f"{name}={value}" for name, value in action.pairs))
        case _:
            return next(verb for verb, kind in _BARE.items() if kind is type(action))


def _joined(*words: object) -> str:
    return " ".join(str(word) for word in words if word is not None)


def _spot_words(spot: Spot) -> tuple[str | None, ...]:
    return (spot.seat, spot.team, spot.role)


def _join(rest: str, _lobby: Lobby) -> Join:
    words = rest.lower().split()
    _check_end("join", words[1:])
    return Join(words[0] if words else None)


def _chair(rest: str, lobby: Lobby) -> TakeChair:
    spot, others = _read_spot(rest.split(), lobby)
    _check_chair(others, lobby)
    return TakeChair(spot)


def _bot(rest: str, lobby: Lobby) -> SeatBot:
    words = rest.split()
    spot, others = _read_spot(words, lobby)
    if not any(map(spot.fits, lobby.chairs)):
        spot, others = _read_apart(words, lobby)
    _check_chair(others[:-1], lobby)
    return SeatBot(spot, settings.bot_name(others[-1].lower()) if others else None)


def _unbot(rest: str, lobby: Lobby) -> RemoveBot:
    spot, others = _read_spot(rest.split(), lobby)
    _check_chair(others, lobby)
    return RemoveBot(spot)


def _spymaster(rest: str, lobby: Lobby) -> PickSpymaster:
    words = rest.split()
    team = words.pop(0).lower() if words and words[0].lower() in lobby.teams else None
    if words and not team and not (":" in words[0] or words[0].isdigit()):
        team = _shown(words[0])
        raise InvalidNotation("table-team-unknown", team=team, teams=lobby.teams)
    _check_end("spymaster", words[1:])
    return PickSpymaster(team, _person(words[0], lobby) if words else None)


def _replace(rest: str, lobby: Lobby) -> Replace:
    spot, words = _read_spot(rest.split(), lobby)
    apart, who = _read_apart(rest.split(), lobby)
    if not words and apart != Spot() and sum(map(apart.fits, lobby.chairs)) == 1:
        spot, words = apart, who
    _check_end("replace", words[1:] if spot != Spot() else ())
    if spot == Spot() or not words:
        if words:
            _check_chair(words, lobby)
        raise InvalidNotation("table-replace-missing", chair=_first_seat(lobby))
    return Replace(_single(spot, lobby), _successor(words[0], lobby))


def _first_seat(lobby: Lobby) -> str:
    return lobby.chairs[0].seat if lobby.chairs else ""


def _successor(text: str, lobby: Lobby) -> User:
    """Return a person, or a bot: ``bot:gloss``, ``expert:gloss``, ``gloss``."""
    is_bot = text.lower().startswith(("bot:", "expert:")) or not (":" in text or text.isdigit())
    return bot_user(settings.bot_name(text.lower())) if is_bot else _person(text, lobby)


def _single(spot: Spot, lobby: Lobby) -> Seat:
    seats = [chair.seat for chair in lobby.chairs if spot.fits(chair)]
    if len(seats) != 1:
        chairs = tuple(seats or (chair.seat for chair in lobby.chairs))
        raise InvalidNotation("table-chair-which", chairs=chairs)
    return seats[0]


def _host(rest: str, lobby: Lobby) -> HandOver:
    return HandOver(_only_person("host", rest, lobby))


def _drop(rest: str, lobby: Lobby) -> Drop:
    return Drop(_only_person("drop", rest, lobby))


def _only_person(verb: str, rest: str, lobby: Lobby) -> User:
    words = rest.split()
    if not words:
        raise InvalidNotation("table-who-missing", verb=verb)
    _check_end(verb, words[1:])
    return _person(words[0], lobby)


def _person(text: str, lobby: Lobby) -> User:
    """Return the person that is named by a number of the lobby's, from 1, or as platform:id."""
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        if 1 <= int(text) <= len(lobby.members):
            return lobby.members[int(text) - 1].user
        raise InvalidNotation("table-who-number", number=text, members=len(lobby.members))
    try:
        return User.parse(text)
    except ValueError:
        raise InvalidNotation("table-who-unread", who=_shown(text)) from None


def _set(rest: str, lobby: Lobby) -> SetTable | SetOption:
    (name, value), *more = _pairs(rest)
    if not name or not value:
        raise InvalidNotation("table-set-missing", now=typed(lobby))
    own = {one in settings.NAMES for one in (name, *(other for other, _ in more))}
    if len(own) > 1:
        raise InvalidNotation("table-set-mixed", names=names(lobby))
    return (SetTable if own == {True} else SetOption)(name, value, tuple(more))


def _pairs(rest: str) -> Sequence[tuple[str, str]]:
    """Return the names and values of ``rows=4 cols=4``, or of a single ``rows 4``, at least one."""
    words = rest.split()
    if len(words) > 1 and all(_PAIR.fullmatch(word) for word in words):
        parts = [word.partition("=") for word in words]
    else:
        parts = [rest.replace("=", " ", 1).partition(" ")]
    return [(name.lower(), value.strip()) for name, _, value in parts]


def _read_spot(words: Sequence[str], lobby: Lobby) -> tuple[Spot, list[str]]:
    """Return the chairs that the first words name, and the words after them."""
    rest = list(words)
    named: dict[str, str] = {}
    while rest and (meaning := _meaning(rest[0].lower(), lobby)) not in (None, *named):
        named[str(meaning)] = rest.pop(0).lower()
    seat = Seat(named["seat"]) if "seat" in named else None
    return Spot(seat, named.get("team"), named.get("role")), rest


def _read_apart(words: Sequence[str], lobby: Lobby) -> tuple[Spot, list[str]]:
    """Return the chairs that are named before the last word, and the words from there on.

    The last may name a bot that is called as a chair or a role is.
    """
    spot, others = _read_spot(words[:-1], lobby)
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
        raise InvalidNotation("table-chair-unknown", chair=_shown(" ".join(words)), chairs=chairs)


def _check_end(verb: str, words: Sequence[str]) -> None:
    """Raise InvalidNotation where words are left that mean nothing."""
    if words:
        raise InvalidNotation("table-line-extra", verb=verb, rest=_shown(" ".join(words)))


def _shown(text: str) -> str:
    return cut(text, REPEATED)


_READERS: Final[Mapping[str, Callable[[str, Lobby], TableAction]]] = MappingProxyType(
    {
        "join": _join,
        "chair": _chair,
        "bot": _bot,
        "unbot": _unbot,
        "spymaster": _spymaster,
        "replace": _replace,
        "host": _host,
        "drop": _drop,
        "set": _set,
    }
)
