"""The log of a test, from its start to its end."""

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
    """Yield the text of the log as it grows."""
    written = io.StringIO()
    log_to(written, form=form, level=level, **more)
    try:
        yield written
    finally:
        reset_log()


def reset_log() -> None:
    """Restore the state before the log was set up."""
    log_nowhere()
    structlog.reset_defaults()
    logging.getLogger().setLevel(logging.WARNING)


def entries(written: io.StringIO) -> list[dict[str, Any]]:
    """Return the log's entries as parsed JSON."""
    return [json.loads(line) for line in written.getvalue().splitlines()]
