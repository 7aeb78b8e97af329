"""The length of a test run: the quick profile, or with TEST_PROFILE=full everything."""

import os
from typing import Final, TypeVar

FULL: Final = os.environ.get("TEST_PROFILE") == "full"

T = TypeVar("T")


def examples(full: int, *, quick: int | None = None) -> int:
    """Return the number of examples of a property, by default a fifth of the full number."""
    return either(full, quick=max(1, full // 5) if quick is None else quick)


def either(full: T, *, quick: T) -> T:
    """Return the value for this run's profile; tests that use it are marked `longer`."""
    return full if FULL else quick
