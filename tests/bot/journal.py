"""The log of a test: what is written while it runs, and nothing afterwards."""

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog

from bot.logs import LogFormat, log_nowhere, log_to


@contextmanager
def journal(
    level: str = "debug", *, form: LogFormat = "json", **more: Any
) -> Iterator[io.StringIO]:
    """Yield the text of the log, as it is written."""
    written = io.StringIO()
    log_to(written, form=form, level=level, **more)
    try:
        yield written
    finally:
        reset_log()


def reset_log() -> None:
    """Let nobody hear the log any more, as before anything was logged."""
    log_nowhere()
    structlog.reset_defaults()
    logging.getLogger().setLevel(logging.WARNING)


def entries(written: io.StringIO) -> list[dict[str, Any]]:
    """Return what was logged as JSON."""
    return [json.loads(line) for line in written.getvalue().splitlines()]
