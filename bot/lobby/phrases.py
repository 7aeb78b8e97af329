"""Sentences about the chairs and settings of a table."""

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import Final, TypeAlias

from bot.identity import User
from bot.lobby import settings
from bot.lobby.model import DEFAULT, Lobby, LobbyChair
from bot.lobby.settings import ClockMode, LobbySettings
from core.rules import Seat
from core.view import Phrase, phrase

NameOf: TypeAlias = Callable[[User], Phrase | str]
"""What people and bots are called."""


def team_words(teams: Iterable[str]) -> tuple[Phrase, ...]:
    """Return the names of teams as they stand in a sentence."""
    return tuple(phrase("identity-word", name=team) for team in teams)


def names(lobby: Lobby) -> tuple[str, ...]:
    """Return the settings that a table has: those that none of its chairs heeds are left out."""
    heeded = {chair.time_setting for chair in lobby.chairs}
    unheeded = {one.name for one in settings.SETTINGS if one.by_game} - heeded
    if all(chair.bot for chair in lobby.chairs):
        unheeded.add("bot")
    return tuple(name for name in settings.SETTING_NAMES if name not in unheeded)


def shown(lobby: Lobby) -> tuple[tuple[str, str], ...]:
    """Return the names and values of a table's settings as people type them."""
    own = names(lobby)
    return tuple((name, value) for name, value in settings.shown(lobby.settings) if name in own)


def summary(lobby: Lobby, now: LobbySettings) -> Phrase:
    """Return in words how a table is set, or would be: what is unusual, and what all ask for."""
    return reduce(joined, _parts(lobby, now))


def summary_with_clock(lobby: Lobby, played: Phrase) -> Phrase:
    """Return in words what is played, and the time for it where there is a clock."""
    clock = lobby.settings.clock is not ClockMode.OFF
    return joined(played, next(_parts(lobby, lobby.settings))) if clock else played


def joined(first: Phrase, following: Phrase) -> Phrase:
    """Return two phrases as one, such as the parts of a list."""
    return phrase("table-and", first=first, following=following)


def _parts(lobby: Lobby, now: LobbySettings) -> Iterator[Phrase]:
    times = of_game(lobby, TIMES, clue=_time(now.clue_seconds), guess=_time(now.guess_seconds))
    yield phrase("table-now-clock", mode=now.clock.value, times=times, hours=now.slow_hours)
    yield phrase("table-now-pace", seconds=now.pace_seconds)
    if now.bot != DEFAULT.bot and "bot" in names(lobby):
        yield phrase("table-now-bot", bot=now.bot)
    yield phrase("table-now-stop", stop=now.stop.value)
    if now.join is not DEFAULT.join:
        yield phrase("table-now-join")
    yield phrase("table-now-theme", theme=now.theme.value)
    if now.thread:
        yield phrase("table-now-thread")


def _time(seconds: int) -> Phrase:
    minutes, rest = divmod(seconds, 60)
    return phrase("table-time", minutes=minutes, seconds=rest)


OWN_VIEW: Final = "own"
"""A clause: what comes by direct message to who sits in a chair of a `role`."""

INSTEAD: Final = "instead"
"""A clause: where it is found by whom no direct message reaches; by `role`."""

NOTE: Final = "note"
"""What who sits as `seat`, a chair of a `role`, reads alone until there is something to see."""

TIMES: Final = "times"
"""How long a move may take: `clue` and `guess` are times, inside a sentence."""

NO_TAKE_BACK: Final = "no-take-back"
"""Why no move can be taken back now, and what to do instead."""

STOP_FORFEITS: Final = "stop-forfeits"
"""Why a stop gives the game up for who stops it now, and what to do instead."""

RULES: Final = tuple(f"rules-{number}" for number in range(1, 6))
"""The rules, in five sentences."""

EXAMPLE: Final = "rules-example"
"""What the picture shows that stands below the rules."""

WHICH_BOT: Final = "which-bot"
"""What tells bots apart; only of a game that has several for a chair."""


def of_game(lobby: Lobby, said: str, **values: object) -> Phrase:
    """Return what the table's game says itself."""
    return phrase(f"{lobby.kind}-{said}", **values)


def chair_phrase(lobby: Lobby, chair: LobbyChair) -> Phrase:
    """Return a chair's name as it stands alone."""
    return phrase(chair.name_key, team=chair.team, role=chair.role, number=lobby.number(chair))


def chair_within(lobby: Lobby, chair: LobbyChair) -> Phrase:
    """Return a chair's name as it stands inside a sentence."""
    number = lobby.number(chair)
    return phrase(f"{chair.name_key}-within", team=chair.team, role=chair.role, number=number)


def seat_within(lobby: Lobby, seat: Seat) -> Phrase | str:
    """Return the name of a seat's chair inside a sentence."""
    chair = lobby.chair(seat)
    return chair_within(lobby, chair) if chair else str(seat)


def group_phrase(chair: LobbyChair, count: int) -> Phrase:
    """Return what one or several chairs that are like this one are called."""
    return phrase(f"{chair.name_key}-any", team=chair.team, role=chair.role, count=count)


def is_named(bot: str, chair: LobbyChair | None) -> str:
    """Return ``yes`` for an agent that somebody chose, ``no`` for the usual one of a chair."""
    return "no" if bot == DEFAULT.bot or (chair and bot == chair.role) else "yes"
