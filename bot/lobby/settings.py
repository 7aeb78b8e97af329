"""How a table is set, beside the options of its game: clock, bots, and who may stop."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, get_type_hints

from bot.codec import Body, CodecError, read_value, write_value
from core.rules import IllegalAction
from core.view import cut

SECONDS: Final = range(10, 3601)
"""A turn's time, where people play at one sitting."""

HOURS: Final = range(1, 169)
"""A turn's time in slow play: up to a week."""

CLUE_TIME: Final = "clue-time"
GUESS_TIME: Final = "guess-time"
"""Settings of how long a move may take."""

LONGEST_PACE: Final = 30.0
"""Seconds; who waits longer for a bot takes it for dead."""

SWITCH: Final = ("off", "on")
"""How people type whether something is."""

REPEATED: Final = 60
"""Characters of a value that a refusal repeats."""


class Clocking(Enum):
    """What happens when a turn's time is up."""

    OFF = "off"
    """There is no time."""
    ADVISORY = "advisory"
    """The table is told."""
    ENFORCED = "enforced"
    """The turn ends."""
    SLOW = "slow"
    """The turn ends, and its time is counted in hours."""


class Stopping(Enum):
    """Who may stop the game, besides the host and those who manage the room."""

    HOST = "host"
    ANYONE = "anyone"


class Shade(Enum):
    """What pictures of the board are meant to be looked at on."""

    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of one table."""

    clock: Clocking = Clocking.OFF
    clue_seconds: int = 180
    guess_seconds: int = 180
    slow_hours: int = 24
    """The time of a clue, and of all guesses on it, in slow play."""
    bot: str = "ace"
    """The bot that fills chairs that are empty at the start."""
    pace_seconds: float = 2.0
    """How long a bot seems to think at least."""
    stop: Stopping = Stopping.HOST
    theme: Shade = Shade.DARK
    thread: bool = False
    """Whether the game is played in a thread of its own, where the platform has threads."""

    def to_json(self) -> Body:
        """Return the settings as JSON."""
        written: Body = write_value(TableSettings, self)
        return written

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> "TableSettings":
        """Return the settings that JSON holds, of this version or any other.

        What is not known is left out; what lacks or cannot be read takes its default.
        """
        hints = get_type_hints(cls)
        read: dict[str, Any] = {}
        for field in fields(cls):
            if field.name in body:
                try:
                    read[field.name] = read_value(hints[field.name], body[field.name])
                except CodecError:
                    continue
        return cls(**read)


def changed(settings: TableSettings, name: str, value: str) -> TableSettings:
    """Return the settings with the one called `name` set as a person typed it.

    Raises IllegalAction.
    """
    if name not in _FIELDS:
        raise IllegalAction(
            "table-setting-unknown", name=cut(name, REPEATED), names=_known(_FIELDS)
        )
    field, read = _FIELDS[name]
    change: dict[str, Any] = {field: read(value.strip().lower())}
    return replace(settings, **change)


def shown(settings: TableSettings) -> tuple[tuple[str, str], ...]:
    """Return the settings' names and values as people type them."""
    values = (
        settings.clock.value,
        duration(settings.clue_seconds),
        duration(settings.guess_seconds),
        str(settings.slow_hours),
        settings.bot,
        f"{settings.pace_seconds:g}",
        settings.stop.value,
        settings.theme.value,
        "on" if settings.thread else "off",
    )
    return tuple(zip(_FIELDS, values, strict=True))


def duration(seconds: int) -> str:
    """Return a time as people type it.

    >>> duration(180), duration(90), duration(45)
    ('3m', '1m30s', '45s')
    """
    minutes, rest = divmod(seconds, 60)
    return (f"{minutes}m" if minutes else "") + (f"{rest}s" if rest or not minutes else "")


def _read_clock(text: str) -> Clocking:
    modes = {mode.value: mode for mode in Clocking}
    if text not in modes:
        raise IllegalAction("table-setting-clock", value=cut(text, REPEATED), modes=_known(modes))
    return modes[text]


_DURATION: Final = re.compile(r"(?:([0-9]{1,4}) ?m(?:in)?)? ?(?:([0-9]{1,4}) ?(?:s(?:ec)?)?)?")


def _read_seconds(text: str) -> int:
    found = _DURATION.fullmatch(text)
    minutes, seconds = found.groups(default="0") if found and text else ("0", "0")
    total = 60 * int(minutes) + int(seconds)
    if total not in SECONDS:
        least, most = duration(SECONDS[0]), duration(SECONDS[-1])
        raise IllegalAction(
            "table-setting-seconds", value=cut(text, REPEATED), least=least, most=most
        )
    return total


def _read_hours(text: str) -> int:
    digits = text.removesuffix("h").strip()
    plain = digits.isascii() and digits.isdigit() and len(digits) < 5
    if not plain or int(digits) not in HOURS:
        raise IllegalAction(
            "table-setting-hours", value=cut(text, REPEATED), least=HOURS[0], most=HOURS[-1]
        )
    return int(digits)


_PACE: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3})?) ?s?")


def _read_pace(text: str) -> float:
    found = _PACE.fullmatch(text)
    if not found or float(found[1]) > LONGEST_PACE:
        raise IllegalAction("table-setting-pace", value=cut(text, REPEATED), most=int(LONGEST_PACE))
    return float(found[1])


def _read_stop(text: str) -> Stopping:
    rights = {right.value: right for right in Stopping}
    if text not in rights:
        raise IllegalAction("table-setting-stop", value=cut(text, REPEATED))
    return rights[text]


def _read_theme(text: str) -> Shade:
    shades = {shade.value: shade for shade in Shade}
    if text not in shades:
        raise IllegalAction("table-setting-theme", value=cut(text, REPEATED), themes=_known(shades))
    return shades[text]


def _read_thread(text: str) -> bool:
    if text not in SWITCH:
        raise IllegalAction("table-setting-thread", value=cut(text, REPEATED))
    return text == "on"


def bot_name(text: str) -> str:
    """Return the name by which a bot is known: ``expert:gloss`` and ``bot:gloss`` are gloss."""
    return text.removeprefix("bot:").removeprefix("expert:")


def _known(names: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(names)


_FIELDS: Final[Mapping[str, tuple[str, Callable[[str], object]]]] = MappingProxyType(
    {
        "clock": ("clock", _read_clock),
        CLUE_TIME: ("clue_seconds", _read_seconds),
        GUESS_TIME: ("guess_seconds", _read_seconds),
        "hours": ("slow_hours", _read_hours),
        "bot": ("bot", bot_name),
        "pace": ("pace_seconds", _read_pace),
        "stop": ("stop", _read_stop),
        "theme": ("theme", _read_theme),
        "thread": ("thread", _read_thread),
    }
)

NAMES: Final = tuple(_FIELDS)
"""The settings, as people name them."""

_TURN_TIMES: Final = ("30s", "1m", "1m30s", "2m", "3m", "5m", "10m", "30m")

OFFERED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "clock": tuple(mode.value for mode in Clocking),
        CLUE_TIME: _TURN_TIMES,
        GUESS_TIME: _TURN_TIMES,
        "hours": ("1", "4", "8", "12", "24", "48", "72", "168"),
        "pace": ("0", "1", "2", "3", "5", "10", "20"),
        "stop": tuple(right.value for right in Stopping),
        "theme": tuple(shade.value for shade in Shade),
        "thread": SWITCH,
    }
)
"""Values that people may pick from, by the settings' names; bots are the game's to name."""
