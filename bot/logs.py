"""The log: what happened, for operators; set up once, by whoever runs the program.

Modules say what happened by ``structlog.get_logger().warning("name-of-event", game=...)``; what the
libraries say goes the same way. Nothing secret gets through: see `redaction`. The libraries that
would tell of rows and statements, which hold deals, are heard from warnings on only.
"""

import logging
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Literal, TextIO

import structlog
from structlog.stdlib import BoundLogger, LoggerFactory, ProcessorFormatter
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.redaction import Redaction

Form = Literal["console", "json"]
"""For people, or for programs: one JSON object a line."""

OWN: Final = "bot"
"""The logger above all of ours."""

_TALKATIVE: Final = ("discord", "slack_bolt", "slack_sdk")
"""Libraries whose information serves operators; of all others only warnings do."""


def log_to(
    stream: TextIO,
    *,
    form: Form = "console",
    level: str = "info",
    secrets: Iterable[str] = (),
    listeners: Sequence[Processor] = (),
) -> None:
    """Write the log to a stream from now on.

    `secrets` are texts that are never written; `listeners` are shown each event of ours.
    """
    _set_up(logging.StreamHandler(stream), form, level, secrets, listeners)


def log_to_file(path: Path, *, form: Form = "json", level: str = "info") -> None:
    """Write the log to the end of a file from now on, or nowhere where that cannot be written.

    A game in a terminal is played without its log rather than not at all.
    """
    try:
        handler: logging.Handler = logging.FileHandler(path, encoding="utf-8", delay=False)
    except OSError:
        handler = logging.NullHandler()
    _set_up(handler, form, level, (), ())


def log_nowhere() -> None:
    """Let nobody hear the log from now on."""
    _set_up(logging.NullHandler(), "json", "error", (), ())


def _set_up(
    handler: logging.Handler,
    form: Form,
    level: str,
    secrets: Iterable[str],
    listeners: Sequence[Processor],
) -> None:
    redaction = Redaction(secrets)
    handler.setFormatter(_formatter(handler, form, redaction))
    # A full disk or a closed pipe must not end in a traceback on the next event.
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
            # Here and not in our handler, so that no other handler is shown more.
            redaction,
            ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=LoggerFactory(),
        wrapper_class=BoundLogger,
        cache_logger_on_first_use=False,
    )


def _set_levels(level: str) -> None:
    logging.getLogger().setLevel(logging.WARNING)
    logging.getLogger(OWN).setLevel(level)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))


def _shared() -> tuple[Processor, ...]:
    return (
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    )


def _formatter(handler: logging.Handler, form: Form, redaction: Redaction) -> "_Formatter":
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
    """By this, a handler is known as ours."""


def _first_line(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Return a library's event without what it adds below: texts of errors, tracebacks, rows."""
    return {**event, "event": str(event["event"]).partition("\n")[0]}
