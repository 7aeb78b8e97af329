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
"""Returns the name of a person or bot."""


def team_words(teams: Iterable[str]) -> tuple[Phrase, ...]:
    """Return the names of teams, for use in a sentence."""
    return tuple(phrase("identity-word", name=team) for team in teams)


def names(lobby: Lobby) -> tuple[str, ...]:
    """Return the settings of a table, except those that none of its chairs uses."""
    heeded = {chair.time_setting for chair in lobby.chairs}
    unheeded = {one.name for one in settings.SETTINGS if one.by_game} - heeded
    if all(chair.bot for chair in lobby.chairs):
        unheeded.add("bot")
    return tuple(name for name in settings.SETTING_NAMES if name not in unheeded)


def shown(lobby: Lobby) -> tuple[tuple[str, str], ...]:
    """Return the names and typed values of a table's settings."""
    own = names(lobby)
    return tuple((name, value) for name, value in settings.shown(lobby.settings) if name in own)


def summary(lobby: Lobby, now: LobbySettings) -> Phrase:
    """Describe settings of a table: non-default values, plus those that are always shown."""
    return reduce(joined, _parts(lobby, now))


def summary_with_clock(lobby: Lobby, played: Phrase) -> Phrase:
    """Return a description of the game, with the time for moves if there is a clock."""
    clock = lobby.settings.clock is not ClockMode.OFF
    return joined(played, next(_parts(lobby, lobby.settings))) if clock else played


def joined(first: Phrase, following: Phrase) -> Phrase:
    """Return two phrases as one list."""
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
"""A clause: the direct messages to players of a `role`."""

INSTEAD: Final = "instead"
"""A clause: the place where players of a `role` look if direct messages fail."""

NOTE: Final = "note"
"""A private note to the player of a `seat` and `role` until there is something to see."""

TIMES: Final = "times"
"""A clause: the times of a move, `clue` and `guess`."""

NO_TAKE_BACK: Final = "no-take-back"
"""The refusal of a take-back, with an alternative."""

STOP_FORFEITS: Final = "stop-forfeits"
"""The warning that a stop counts as a loss, with an alternative."""

RULES: Final = tuple(f"rules-{number}" for number in range(1, 6))
"""The rules, in five sentences."""

EXAMPLE: Final = "rules-example"
"""The caption of the example below the rules."""

WHICH_BOT: Final = "which-bot"
"""The label of the choice of a bot, in games with several bots for a chair."""


def of_game(lobby: Lobby, said: str, **values: object) -> Phrase:
    """Return a phrase that each game words itself."""
    return phrase(f"{lobby.kind}-{said}", **values)


def chair_phrase(lobby: Lobby, chair: LobbyChair) -> Phrase:
    """Return a chair's name, for use alone."""
    return phrase(chair.name_key, team=chair.team, role=chair.role, number=lobby.number(chair))


def chair_within(lobby: Lobby, chair: LobbyChair) -> Phrase:
    """Return a chair's name, for use inside a sentence."""
    number = lobby.number(chair)
    return phrase(f"{chair.name_key}-within", team=chair.team, role=chair.role, number=number)


def seat_within(lobby: Lobby, seat: Seat) -> Phrase | str:
    """Return the name of a seat's chair, for use inside a sentence."""
    chair = lobby.chair(seat)
    return chair_within(lobby, chair) if chair else str(seat)


def group_phrase(chair: LobbyChair, count: int) -> Phrase:
    """Return the name of one or several chairs of this kind."""
    return phrase(f"{chair.name_key}-any", team=chair.team, role=chair.role, count=count)


def is_named(bot: str, chair: LobbyChair | None) -> str:
    """Return ``yes`` for a bot that a person chose, ``no`` for the default bot of a chair."""
    return "no" if bot == DEFAULT.bot or (chair and bot == chair.role) else "yes"
