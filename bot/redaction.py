"""What an event of the log may show: plain values, and of all else the kind only.

Three lines of defence, for a log is read by many and kept for long: fields that are named like a
secret, values that are typed as one or of a kind that could hold one, and texts that hold a
password or one of the secrets that this program was given. Of an exception it is told what kind
it is and where it was raised: its text may quote a keyword, a deal or a row.
"""

import re
import sys
import traceback
from collections.abc import Iterable, Mapping
from datetime import date
from enum import Enum
from types import TracebackType
from typing import Any, Final
from uuid import UUID

from structlog.typing import EventDict, WrappedLogger

from bot.identity import Room, User

HIDDEN: Final = "(hidden)"

NAMES: Final = frozenset(
    {"token", "password", "keyword", "secret", "key", "deal", "seed", "observation", "state"}
)
"""Words in the names of fields whose values are hidden, whatever they are."""

SHORTEST: Final = 6
"""Characters of the shortest secret that is looked for: a shorter one would be found anywhere."""

LONGEST: Final = 2000
"""Characters of a text that are written."""

MOST_FRAMES: Final = 30

_URL_PASSWORD: Final = re.compile(r"(?<=://)([^/\s:@]*):[^\s]*@")

_WORDS: Final = re.compile(r"[^a-z]+")


class Redaction:
    """A processor of structlog that lets nothing secret through; `secrets` are texts to hide."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = sorted({one for one in secrets if len(one) >= SHORTEST}, key=len)[::-1]

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        """Return the event as it may be written."""
        raised = _raised(event.pop("exc_info", None))
        event.pop("stack_info", None)
        shown: EventDict = {str(name): self._field(str(name), event[name]) for name in event}
        if raised is not None:
            shown["error"] = _kinds(raised)
            shown["raised_at"] = _places(raised.__traceback__)
        return shown

    def _field(self, name: str, value: object) -> object:
        words = _WORDS.split(name.casefold())
        return HIDDEN if NAMES.intersection(words) else self._shown(value)

    def _shown(self, value: object) -> object:
        match value:
            case None | bool() | int() | float():
                return value
            case str():
                return self._text(value)
            case BaseException():
                return _kinds(value)
            case date() | UUID() | User() | Room():
                return self._text(str(value))
            case Enum():
                return self._shown(value.value)
            case Mapping():
                return {str(name): self._field(str(name), value[name]) for name in value}
            case tuple() | list() | set() | frozenset():
                return [self._shown(one) for one in value]
            case _:
                return f"({type(value).__name__})"

    def _text(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        text = _URL_PASSWORD.sub(rf"\1:{HIDDEN}@", text)
        return "".join(map(_visible, text[:LONGEST]))


def _visible(character: str) -> str:
    """Return a character as it may be written: none starts a line or steers a terminal."""
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode()


def _raised(given: Any) -> BaseException | None:  # noqa: ANN401 - whatever exc_info was given
    if isinstance(given, BaseException):
        return given
    if isinstance(given, tuple):
        return given[1] if isinstance(given[1], BaseException) else None
    return sys.exception() if given else None


def _kinds(error: BaseException) -> str:
    """Return the kinds of an exception and of what led to it, the last first."""
    kinds = [type(error).__name__]
    while (cause := error.__cause__ or error.__context__) is not None and len(kinds) < MOST_FRAMES:
        kinds.append(type(cause).__name__)
        error = cause
    return " < ".join(kinds)


def _places(trace: TracebackType | None) -> list[str]:
    """Return where an exception was raised, the innermost place last, without any source."""
    frames = traceback.StackSummary.extract(traceback.walk_tb(trace), lookup_lines=False)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames][-MOST_FRAMES:]
