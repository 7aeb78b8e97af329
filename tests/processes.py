"""The end of processes that tests did not start themselves."""

import os
import select
from pathlib import Path

PATIENCE_SECONDS = 60.0


def has_ended(process: int) -> bool:
    """Return whether a process has ended, or ends in time: a killed one may take a moment."""
    try:
        handle = os.pidfd_open(process)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], PATIENCE_SECONDS)[0])
    finally:
        os.close(handle)


def is_there(process: int) -> bool:
    """Return whether a process exists, even one that only waits for its parent to reap it."""
    return Path(f"/proc/{process}").exists()
