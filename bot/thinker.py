"""Who thinks for bots: a task in, a choice out, in this process or (`bot.pool`) in others."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import numpy as np

from bot.assets import default_experts
from bot.simulation import Policies
from core.agents.language import language_of
from core.agents.memory import Memory
from core.agents.policy import Manner, Policy
from core.agents.thoughts import Choice
from core.codenames.model import Observation
from core.words.ensemble import MODELS
from core.words.lexicon import default_lexicon


@dataclass(frozen=True, slots=True)
class Task:
    """What a bot is asked: its name, what it sees and remembers, and the seed of its draws."""

    bot: str
    observation: Observation = field(repr=False)
    memory: Memory = field(repr=False)
    seed: tuple[int, ...]


class Thinker(Protocol):
    """Lets bots choose; the same task gives the same choice."""

    async def think(self, task: Task) -> Choice:
        """Return what the bot does."""
        ...


class Cast(Protocol):
    """The bots that there are."""

    def named(self, name: str, /) -> Policy:
        """Return a bot; raises AssetError for a name that nobody has."""
        ...


Casting: TypeAlias = Callable[[], Cast]
"""Loads the bots, which takes a second or so."""


def embedded_cast(ensemble: Sequence[str] = MODELS) -> Policies:
    """Return the bots of the embedded models; `ensemble` names those that ACE listens to.

    Raises AssetError for a name that no model has.
    """
    others = tuple(name for name in MODELS if name not in ensemble)
    experts = default_experts((*ensemble, *others))
    return Policies(experts, Manner(language_of(default_lexicon())), without=others)


def chosen(cast: Cast, task: Task) -> Choice:
    """Return what a bot of the cast does."""
    rng = np.random.default_rng(task.seed)
    return cast.named(task.bot).choose(task.observation, task.memory, rng)


class InlineThinker:
    """Thinks in a thread of this process; the bots are loaded when the first has to think."""

    def __init__(self, casting: Casting) -> None:
        self._casting = casting
        self._cast: Cast | None = None
        self._lock = threading.Lock()

    async def think(self, task: Task) -> Choice:
        """Return what the bot does; raises AssetError for a name that nobody has."""
        return await asyncio.to_thread(self._think, task)

    def _think(self, task: Task) -> Choice:
        # One at a time: bots of one expert share what it knows of a board.
        with self._lock:
            if self._cast is None:
                self._cast = self._casting()
            return chosen(self._cast, task)
