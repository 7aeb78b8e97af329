"""Bots for worker processes, who load them by name."""

import os
import threading
from typing import Any

from core.agents.thoughts import CodenamesChoice
from tests.bot.tables import Scripted


class Hanging(Scripted):
    """Never answers."""

    def choose(self, *_: Any) -> CodenamesChoice:
        threading.Event().wait()
        raise AssertionError


class Dying(Scripted):
    """Takes its process with it."""

    def choose(self, *_: Any) -> CodenamesChoice:
        os._exit(3)


class Failing(Scripted):
    """Fails, and its error tells a secret."""

    def choose(self, *_: Any) -> CodenamesChoice:
        raise ValueError("the assassin is A1")


class Cast:
    """One bot of each kind."""

    def named(self, name: str, /) -> Scripted:
        kinds = {"good": Scripted, "hanging": Hanging, "dying": Dying, "failing": Failing}
        return kinds[name]()


def no_cast() -> Cast:
    """Fail to load anything."""
    raise FileNotFoundError("/models")
