"""A table's settings apart from its game's options: clock, bots, rights, looks."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from core.rules import IllegalAction

SECONDS: Final = range(10, 3601)
"""The range of a turn's time in live play."""

HOURS: Final = range(1, 169)
"""The range of a turn's time in slow play: up to a week."""

CLUE_TIME: Final = "clue-time"
GUESS_TIME: Final = "guess-time"
"""The settings for a move's time."""

LONGEST_PACE: Final = 30.0
"""The longest pace in seconds; a slower bot looks dead."""

SWITCH_VALUES: Final = ("off", "on")
"""The typed values of a switch."""


class ClockMode(Enum):
    """The effect when a turn's time is up."""

    OFF = "off"
    """Turns have no time."""
    ADVISORY = "advisory"
    """The table gets a message."""
    ENFORCED = "enforced"
    """The turn ends."""
    SLOW = "slow"
    """The turn ends; its time is in hours."""


class StopPolicy(Enum):
    """The people who may stop the game, besides its host and managers of the room."""

    HOST = "host"
    ANYONE = "anyone"


class JoinPolicy(Enum):
    """The people who may take a chair, besides the host and managers of the room."""

    ANYONE = "anyone"
    HOST = "host"
    """Nobody else; the host seats spectators."""


class BoardTheme(Enum):
    """The background of board pictures."""

    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class LobbySettings:
    """The settings of one table."""

    clock: ClockMode = ClockMode.OFF
    clue_seconds: int = 180
    guess_seconds: int = 180
    slow_hours: int = 24
    """The time in slow play for a clue, and for all guesses after it."""
    bot: str = "teammate"
    """The bot that fills empty chairs at the start."""
    pace_seconds: float = 2.0
    """The least time that a bot seems to think."""
    stop: StopPolicy = StopPolicy.HOST
    join: JoinPolicy = JoinPolicy.ANYONE
    theme: BoardTheme = BoardTheme.DARK
    thread: bool = False
    """Whether the game gets its own thread, on platforms with threads."""
    reactions: bool = False
    """Whether boards offer reactions as buttons; the first reaction of a person sets it."""


def changed(settings: LobbySettings, name: str, value: str) -> LobbySettings:
    """Return the settings with the typed value of one of them; raises IllegalAction."""
    setting = _BY_NAME[name]
    change: dict[str, Any] = {setting.field: setting.read(value.strip().lower())}
    return replace(settings, **change)


def shown(settings: LobbySettings) -> tuple[tuple[str, str], ...]:
    """Return the names and typed values of all settings."""
    return tuple((one.name, one.show(getattr(settings, one.field))) for one in SETTINGS)


def duration(seconds: int) -> str:
    """Return the typed form of a time.

    >>> duration(180), duration(90), duration(45)
    ('3m', '1m30s', '45s')
    """
    minutes, rest = divmod(seconds, 60)
    return (f"{minutes}m" if minutes else "") + (f"{rest}s" if rest or not minutes else "")


_DURATION: Final = re.compile(r"(?:([0-9]{1,4}) ?m(?:in)?)? ?(?:([0-9]{1,4}) ?(?:s(?:ec)?)?)?")


def _read_seconds(text: str) -> int:
    found = _DURATION.fullmatch(text)
    minutes, seconds = found.groups(default="0") if found and text else ("0", "0")
    total = 60 * int(minutes) + int(seconds)
    if total not in SECONDS:
        least, most = duration(SECONDS[0]), duration(SECONDS[-1])
        raise IllegalAction("table-setting-seconds", value=text, least=least, most=most)
    return total


def _read_hours(text: str) -> int:
    digits = text.removesuffix("h").strip()
    plain = digits.isascii() and digits.isdigit() and len(digits) < 5
    if not plain or int(digits) not in HOURS:
        raise IllegalAction("table-setting-hours", value=text, least=HOURS[0], most=HOURS[-1])
    return int(digits)


_PACE: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3})?) ?s?")


def _read_pace(text: str) -> float:
    found = _PACE.fullmatch(text)
    if not found or float(found[1]) > LONGEST_PACE:
        raise IllegalAction("table-setting-pace", value=text, most=int(LONGEST_PACE))
    return float(found[1])


def bot_name(text: str) -> str:
    """Return a bot's name without prefix: ``expert:gloss`` and ``bot:gloss`` are gloss."""
    return text.removeprefix("bot:").removeprefix("expert:")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its typed values, and its place in forms and admin commands."""

    name: str
    field: str
    """The field of `LobbySettings`."""
    read: Callable[[str], object]
    """Parses a typed value; raises IllegalAction."""
    show: Callable[[Any], str] = str
    offered: tuple[str, ...] = ()
    """Values to pick from; the values of `bot` come from the game."""
    worded: bool = False
    """Whether the list of values is complete, with a label for each."""
    bounds: range | None = None
    """The bounds of an integer setting."""
    by_game: bool = False
    """Whether only games with a chair of this time have it, under their own label."""
    form: str = "table"
    """The form of the lobby that contains it."""
    admin: str = ""
    """The admin command that sets it for a guild's new tables."""
    option: str = ""
    """The command's option, if it differs from the setting's name."""

    @property
    def asked(self) -> str:
        """The option's name in the admin command."""
        return self.option or self.name


def _worded(name: str, values: Mapping[str, object]) -> Setting:
    """Return a setting with a closed list of typed values."""

    def read(text: str) -> object:
        if text not in values:
            raise IllegalAction(f"table-setting-{name}", value=text, choices=tuple(values))
        return values[text]

    def show(value: object) -> str:
        return next(text for text, one in values.items() if one == value)

    return Setting(name, name, read, show, tuple(values), worded=True)


def _by_value(kind: type[Enum]) -> Mapping[str, object]:
    return {one.value: one for one in kind}


def _turn_time(name: str, field: str) -> Setting:
    offered = ("30s", "1m", "1m30s", "2m", "3m", "5m", "10m", "30m")
    return Setting(
        name, field, _read_seconds, duration, offered, by_game=True, form="clock", admin="timers"
    )


SETTINGS: Final = (
    replace(_worded("clock", _by_value(ClockMode)), form="clock", admin="timers"),
    _turn_time(CLUE_TIME, "clue_seconds"),
    _turn_time(GUESS_TIME, "guess_seconds"),
    Setting(
        "hours",
        "slow_hours",
        _read_hours,
        offered=("1", "4", "8", "12", "24", "48", "72", "168"),
        bounds=HOURS,
        form="clock",
        admin="timers",
    ),
    Setting("bot", "bot", bot_name),
    Setting(
        "pace",
        "pace_seconds",
        _read_pace,
        "{:g}".format,
        ("0", "1", "2", "3", "5", "10", "20"),
        admin="timers",
    ),
    replace(_worded("stop", _by_value(StopPolicy)), form="people", admin="stop", option="who"),
    replace(_worded("join", _by_value(JoinPolicy)), form="people"),
    replace(_worded("theme", _by_value(BoardTheme)), admin="theme"),
    replace(_worded("thread", {"off": False, "on": True}), admin="threads"),
)
"""All settings, in display order."""

_BY_NAME: Final = MappingProxyType({one.name: one for one in SETTINGS})

SETTING_NAMES: Final = tuple(_BY_NAME)
"""The names of all settings."""

OFFERED: Final = MappingProxyType({one.name: one.offered for one in SETTINGS if one.offered})
"""Values to pick from, by setting."""


def admin_settings() -> Mapping[str, tuple[Setting, ...]]:
    """Return the settings that guilds can set for new tables, by admin command."""
    commands = dict.fromkeys(one.admin for one in SETTINGS if one.admin)
    return {name: tuple(one for one in SETTINGS if one.admin == name) for name in commands}
