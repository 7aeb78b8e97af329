"""How a table is set, in words that people read, and which settings it has at all."""

from collections.abc import Iterator
from functools import reduce

from bot.lobby import settings
from bot.lobby.model import DEFAULT, Lobby
from bot.lobby.settings import CLUE_TIME, GUESS_TIME, TableSettings
from bot.lobby.wording import TIMES, of_game
from core.view import Phrase, phrase


def names(lobby: Lobby) -> tuple[str, ...]:
    """Return the settings that a table has: those that none of its chairs heeds are left out."""
    heeded = {chair.timed for chair in lobby.chairs}
    unheeded = {CLUE_TIME, GUESS_TIME} - heeded
    if all(chair.bot for chair in lobby.chairs):
        unheeded.add("bot")
    return tuple(name for name in settings.NAMES if name not in unheeded)


def shown(lobby: Lobby) -> tuple[tuple[str, str], ...]:
    """Return the names and values of a table's settings as people type them."""
    own = names(lobby)
    return tuple((name, value) for name, value in settings.shown(lobby.settings) if name in own)


def typed(lobby: Lobby) -> tuple[str, ...]:
    """Return a table's settings as people type them, one after the other."""
    return tuple(f"{name} {value}" for name, value in shown(lobby))


def summary(lobby: Lobby, now: TableSettings) -> Phrase:
    """Return in words how a table is set, or would be: what is unusual, and what all ask for."""
    return reduce(_and, _parts(lobby, now))


def _and(first: Phrase, following: Phrase) -> Phrase:
    return phrase("table-and", first=first, following=following)


def _parts(lobby: Lobby, now: TableSettings) -> Iterator[Phrase]:
    times = of_game(lobby, TIMES, clue=_time(now.clue_seconds), guess=_time(now.guess_seconds))
    yield phrase("table-now-clock", mode=now.clock.value, times=times, hours=now.slow_hours)
    yield phrase("table-now-pace", seconds=now.pace_seconds)
    if now.bot != DEFAULT.bot and "bot" in names(lobby):
        yield phrase("table-now-bot", bot=now.bot)
    yield phrase("table-now-stop", stop=now.stop.value)
    yield phrase("table-now-theme", theme=now.theme.value)
    if now.thread:
        yield phrase("table-now-thread")


def _time(seconds: int) -> Phrase:
    minutes, rest = divmod(seconds, 60)
    return phrase("table-time", minutes=minutes, seconds=rest)
