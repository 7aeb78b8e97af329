"""Bots for worker processes, which load them by name."""

import gc
import os
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.agents.thoughts import CodenamesChoice
from tests.bot.tables import Scripted


class Hanging(Scripted):
    """Never answers."""

    def choose(self, *_: Any) -> CodenamesChoice:
        threading.Event().wait()
        raise AssertionError


class Dying(Scripted):
    """Ends its process."""

    def choose(self, *_: Any) -> CodenamesChoice:
        os._exit(3)


class Failing(Scripted):
    """Fails with a secret in its error."""

    def choose(self, *_: Any) -> CodenamesChoice:
        raise ValueError("the assassin is A1")


LOADED: list[list[str]] = []
"""Data that a bot loads at its first request, and keeps."""


class Loading(Scripted):
    """Reports whether the garbage collector tracks its loaded data."""

    def choose(self, *task: Any) -> CodenamesChoice:
        if not LOADED:
            LOADED.append(["words"])
        collected = any(one is LOADED[0] for one in gc.get_objects())
        return replace(super().choose(*task), cause="collected" if collected else "kept")


class Cast:
    """One bot of each kind."""

    def __getitem__(self, name: str, /) -> Scripted:
        kinds = {
            "good": Scripted,
            "hanging": Hanging,
            "dying": Dying,
            "failing": Failing,
            "loading": Loading,
        }
        return kinds[name]()


@dataclass(frozen=True, slots=True)
class MortalCast(Cast):
    """Bots one of which ends its first process; a file records that."""

    file: Path

    def __getitem__(self, name: str, /) -> Scripted:
        if name != "mortal":
            return Cast.__getitem__(self, name)
        if self.file.exists():
            return Scripted()
        self.file.touch()
        return Dying()


def noted_cast(file: Path) -> Cast:
    """Load the bots, and record the process in a file."""
    with file.open("a") as noted:
        noted.write(f"{os.getpid()}\n")
    return Cast()


def no_cast() -> Cast:
    """Fail to load any bot."""
    raise FileNotFoundError("/models")
