"""The length of a run of the tests: the quick profile, or with TEST_PROFILE=full all of it."""

import os
from typing import Final, TypeVar

FULL: Final = os.environ.get("TEST_PROFILE") == "full"

T = TypeVar("T")


def examples(full: int, *, quick: int | None = None) -> int:
    """Return the number of examples of a property, unless said a fifth of the full number."""
    return either(full, quick=max(1, full // 5) if quick is None else quick)


def either(full: T, *, quick: T) -> T:
    """Return the value for the profile of this run; tests that differ are marked as `longer`."""
    return full if FULL else quick
