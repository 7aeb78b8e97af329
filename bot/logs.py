"""The log for operators, set up once at the start of the program.

Modules log events with ``structlog.get_logger().warning("name-of-event", game=...)``; libraries'
logs have the same handler. `Redaction` hides secrets. Most libraries log only warnings and errors,
because rows and statements in their logs would contain deals.
"""

import logging
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from enum import Enum
from math import inf
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Final, Literal, TextIO
from uuid import UUID

import structlog
from structlog.stdlib import BoundLogger, LoggerFactory, ProcessorFormatter
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.files import make_private_file
from bot.identity import Room, User

HIDDEN: Final = "(hidden)"

SECRET_NAMES: Final = frozenset(
    {"token", "password", "keyword", "secret", "key", "deal", "seed", "observation", "state"}
)
"""Words in the names of fields whose values `Redaction` always hides."""

SHORTEST: Final = 6
"""The fewest characters of a secret to search for: shorter ones occur in any text."""

LONGEST_LOGGED_TEXT: Final = 2000
"""The most characters of a logged text."""

MOST_FRAMES: Final = 30

REPEAT_SECONDS: Final = 60.0
"""Time within which `RepeatFilter` drops repeated warnings of a fault."""

_URL_PASSWORD: Final = re.compile(r"(?<=://)([^/\s:@]*):[^\s]*@")

_WORDS: Final = re.compile(r"[^a-z]+")


class Redaction:
    """A structlog processor that hides secrets, including the texts in `secrets`."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = sorted({one for one in secrets if len(one) >= SHORTEST}, key=len)[::-1]

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        """Return the redacted event."""
        raised = _raised(event.pop("exc_info", None))
        event.pop("stack_info", None)
        shown: EventDict = {str(name): self._field(str(name), event[name]) for name in event}
        if raised is not None:
            shown["error"] = _kinds(raised)
            shown["raised_at"] = _places(raised.__traceback__)
        return shown

    def _field(self, name: str, value: object) -> object:
        words = _WORDS.split(name.casefold())
        return HIDDEN if SECRET_NAMES.intersection(words) else self._shown(value)

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
        return "".join(map(_visible, text[:LONGEST_LOGGED_TEXT]))


class RepeatFilter:
    """A structlog processor that drops repeated warnings within a minute.

    Warnings with the same event and `fault` count as repeats. The next one that passes has their
    number in `repeats`. `now` is a clock in seconds.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._written: dict[tuple[object, object], float] = {}
        self._dropped: Counter[tuple[object, object]] = Counter()

    def __call__(self, _logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        """Return the event with its count; raises DropEvent."""
        if method != "warning" or "fault" not in event:
            return event
        kind, now = (event["event"], event["fault"]), self._now()
        if now - self._written.get(kind, -inf) < REPEAT_SECONDS:
            self._dropped[kind] += 1
            raise structlog.DropEvent
        self._written[kind] = now
        repeats = self._dropped.pop(kind, 0)
        return {**event, "repeats": repeats} if repeats else event


def _visible(character: str) -> str:
    """Return a character, escaped if it is a control character."""
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
    """Return the types of an exception and of its causes, the last raised first."""
    kinds = [type(error).__name__]
    while (cause := error.__cause__ or error.__context__) is not None and len(kinds) < MOST_FRAMES:
        kinds.append(type(cause).__name__)
        error = cause
    return " < ".join(kinds)


def _places(trace: TracebackType | None) -> list[str]:
    """Return the frames of a traceback, the innermost last, without source lines."""
    frames = traceback.StackSummary.extract(traceback.walk_tb(trace), lookup_lines=False)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames][-MOST_FRAMES:]


def error_location(error: BaseException) -> str:
    """Return the type and the location of an error."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return type(error).__name__
    last = frames[-1]
    return f"{type(error).__name__} in {last.name}, {Path(last.filename).name}:{last.lineno}"


LogFormat = Literal["console", "json"]
"""Lines for people, or one JSON object per line."""

OWN_LOGGERS: Final = ("adapters", "bot")
"""The parents of all our loggers."""

_TALKATIVE: Final = ("discord", "slack_bolt", "slack_sdk")
"""Libraries that log from level info on; all others log from warning on."""


def log_to(
    stream: TextIO,
    *,
    form: LogFormat = "console",
    level: str = "info",
    secrets: Iterable[str] = (),
    listeners: Sequence[Processor] = (),
    clock: Callable[[], float] = monotonic,
) -> None:
    """Write the log to a stream from now on.

    `secrets` are texts to hide; `listeners` process each event of ours, including dropped repeats.
    `clock` returns seconds.
    """
    _set_up(logging.StreamHandler(stream), form, level, secrets, [*listeners, RepeatFilter(clock)])


def log_to_file(path: Path, *, level: str = "info") -> None:
    """Append the log to a private file from now on, or discard it if the file cannot be written."""
    try:
        make_private_file(path)
        handler: logging.Handler = logging.FileHandler(path, encoding="utf-8", delay=False)
    except OSError:
        handler = logging.NullHandler()
    _set_up(handler, "json", level, (), (RepeatFilter(),))


def log_nowhere() -> None:
    """Discard the log from now on."""
    _set_up(logging.NullHandler(), "json", "error", (), ())


def _set_up(
    handler: logging.Handler,
    form: LogFormat,
    level: str,
    secrets: Iterable[str],
    listeners: Sequence[Processor],
) -> None:
    redaction = Redaction(secrets)
    handler.setFormatter(_formatter(handler, form, redaction))
    # No traceback on a full disk or a closed pipe.
    logging.raiseExceptions = False
    root = logging.getLogger()
    for former in [*root.handlers]:
        if isinstance(former.formatter, _Formatter):
            root.removeHandler(former)
            former.close()
    root.addHandler(handler)
    _set_levels(level.upper())
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared(),
            *listeners,
            # Not in our handler, so that other handlers get redacted events, too.
            redaction,
            ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=LoggerFactory(),
        wrapper_class=BoundLogger,
        cache_logger_on_first_use=False,
    )


def _set_levels(level: str) -> None:
    logging.getLogger().setLevel(logging.WARNING)
    for name in OWN_LOGGERS:
        logging.getLogger(name).setLevel(level)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))


def _shared() -> tuple[Processor, ...]:
    return (
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    )


def _formatter(handler: logging.Handler, form: LogFormat, redaction: Redaction) -> "_Formatter":
    stream = getattr(handler, "stream", None)
    coloured = form == "console" and stream is not None and stream.isatty()
    renderer: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False, sort_keys=True)
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=coloured and sys.platform != "win32")
    )
    return _Formatter(
        foreign_pre_chain=(*_shared(), _first_line, redaction),
        processors=[ProcessorFormatter.remove_processors_meta, renderer],
    )


class _Formatter(ProcessorFormatter):
    """Marks a handler as ours."""


def _first_line(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Return a library's event without further lines: error messages, tracebacks, rows."""
    return {**event, "event": str(event["event"]).partition("\n")[0]}
