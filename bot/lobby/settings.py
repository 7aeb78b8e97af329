"""The settings of a table beside the options of its game: clock, bots, who may stop and join."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from core.rules import IllegalAction

SECONDS: Final = range(10, 3601)
"""A turn's time, where people play at one sitting."""

HOURS: Final = range(1, 169)
"""A turn's time in slow play: up to a week."""

CLUE_TIME: Final = "clue-time"
GUESS_TIME: Final = "guess-time"
"""Settings of how long a move may take."""

LONGEST_PACE: Final = 30.0
"""Seconds; who waits longer for a bot takes it for dead."""

SWITCH_VALUES: Final = ("off", "on")
"""How people type whether something is."""


class ClockMode(Enum):
    """The effect of the end of a turn's time."""

    OFF = "off"
    """There is no time."""
    ADVISORY = "advisory"
    """The table is told."""
    ENFORCED = "enforced"
    """The turn ends."""
    SLOW = "slow"
    """The turn ends, and its time is counted in hours."""


class StopPolicy(Enum):
    """The people who may stop the game, besides the host and those who manage the room."""

    HOST = "host"
    ANYONE = "anyone"


class JoinPolicy(Enum):
    """The people who may begin to play, besides the host and those who manage the room."""

    ANYONE = "anyone"
    HOST = "host"
    """Nobody: the host gives chairs to people who watch."""


class BoardTheme(Enum):
    """The background that pictures of the board are made for."""

    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class LobbySettings:
    """The settings of one table."""

    clock: ClockMode = ClockMode.OFF
    clue_seconds: int = 180
    guess_seconds: int = 180
    slow_hours: int = 24
    """The time of a clue, and of all guesses on it, in slow play."""
    bot: str = "teammate"
    """The bot that fills chairs that are empty at the start."""
    pace_seconds: float = 2.0
    """How long a bot seems to think at least."""
    stop: StopPolicy = StopPolicy.HOST
    join: JoinPolicy = JoinPolicy.ANYONE
    theme: BoardTheme = BoardTheme.DARK
    thread: bool = False
    """Whether the game is played in a thread of its own, where the platform has threads."""
    reactions: bool = False
    """Whether reactions to pick by are offered on boards; the first reaction of anybody sets it."""


def changed(settings: LobbySettings, name: str, value: str) -> LobbySettings:
    """Return the settings with the one called `name` set as a person typed it.

    Raises IllegalAction.
    """
    setting = _BY_NAME.get(name)
    if setting is None:
        raise IllegalAction("table-setting-unknown", name=name, names=SETTING_NAMES)
    change: dict[str, Any] = {setting.field: setting.read(value.strip().lower())}
    return replace(settings, **change)


def shown(settings: LobbySettings) -> tuple[tuple[str, str], ...]:
    """Return the settings' names and values as people type them."""
    return tuple((one.name, one.show(getattr(settings, one.field))) for one in SETTINGS)


def duration(seconds: int) -> str:
    """Return a time as people type it.

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
    """Return the name by which a bot is known: ``expert:gloss`` and ``bot:gloss`` are gloss."""
    return text.removeprefix("bot:").removeprefix("expert:")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of a table: how it is typed and picked, at the table and for new tables."""

    name: str
    field: str
    """The field of `LobbySettings`."""
    read: Callable[[str], object]
    """Return a typed value; raises IllegalAction."""
    show: Callable[[Any], str] = str
    offered: tuple[str, ...] = ()
    """Values that people may pick from; the game names its bots."""
    worded: bool = False
    """Whether there are no other values, each with a label of its own."""
    bounds: range | None = None
    """The bounds of a whole number."""
    by_game: bool = False
    """Whether only games have it that time some chair by it, and label it themselves."""
    form: str = "table"
    """The form of the lobby that has it."""
    admin: str = ""
    """The command by which a guild sets it for its new tables."""
    option: str = ""
    """The option of that command, where it is not called as the setting."""

    @property
    def asked(self) -> str:
        """The name of the option of its command."""
        return self.option or self.name


def _worded(
    name: str,
    values: Mapping[str, object],
    admin: str = "",
    *,
    listed: str = "",
    form: str = "table",
    option: str = "",
) -> Setting:
    """Return a setting with these values; a refusal lists them as the value `listed`."""
    known = {listed: tuple(values)} if listed else {}

    def read(text: str) -> object:
        if text not in values:
            raise IllegalAction(f"table-setting-{name}", value=text, **known)
        return values[text]

    def show(value: object) -> str:
        return next(text for text, one in values.items() if one == value)

    offered = tuple(values)
    return Setting(
        name, name, read, show, offered, worded=True, form=form, admin=admin, option=option
    )


def _turn_time(name: str, field: str) -> Setting:
    offered = ("30s", "1m", "1m30s", "2m", "3m", "5m", "10m", "30m")
    return Setting(
        name, field, _read_seconds, duration, offered, by_game=True, form="clock", admin="timers"
    )


SETTINGS: Final = (
    _worded("clock", {one.value: one for one in ClockMode}, "timers", listed="modes", form="clock"),
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
    _worded("stop", {one.value: one for one in StopPolicy}, "stop", form="people", option="who"),
    _worded("join", {one.value: one for one in JoinPolicy}, form="people"),
    _worded("theme", {one.value: one for one in BoardTheme}, "theme", listed="themes"),
    _worded("thread", dict(zip(SWITCH_VALUES, (False, True), strict=True)), "threads"),
)
"""All settings, in the order in which they are shown."""

_BY_NAME: Final = MappingProxyType({one.name: one for one in SETTINGS})

SETTING_NAMES: Final = tuple(_BY_NAME)
"""The settings, as people name them."""

OFFERED: Final = MappingProxyType({one.name: one.offered for one in SETTINGS if one.offered})
"""Values that people may pick from, by the settings' names."""


def admin_settings() -> Mapping[str, tuple[Setting, ...]]:
    """Return the settings of new tables by the guild's commands that set them."""
    commands = dict.fromkeys(one.admin for one in SETTINGS if one.admin)
    return {name: tuple(one for one in SETTINGS if one.admin == name) for name in commands}
