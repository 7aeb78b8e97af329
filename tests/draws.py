"""Draws that a run of the tests can repeat, where the programs ask the operating system."""

import os
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

SEED: Final = os.environ.get("TEST_SEED", "")
"""What this run's deals, names and examples follow from; empty for those that every run has."""


@contextmanager
def drawn_for(test: str) -> Iterator[None]:
    """Let deals, bots and games' names of this process follow from a test's name and the seed.

    A fault that needs a rare deal then comes with one seed, each time, and not once in twenty
    runs. What a test starts as a process of its own still draws from the operating system.
    """
    source = random.Random(f"{SEED}:{test}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "randbits", source.getrandbits)
        patch.setattr(secrets, "choice", source.choice)
        patch.setattr(secrets, "token_bytes", lambda length=32: source.randbytes(length))
        yield
