"""Engines, which ask bots for their choices, in this process or in worker processes."""

import asyncio
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import numpy as np

from core.agents.memory import Memory
from core.bot import AnyChoice

O_contra = TypeVar("O_contra", contravariant=True)

FALLBACK: Final = "fallback"
"""The cause of a move that replaces a bot's late one."""


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A request to a bot: its game and name, its observation and memory, the seed of its draws.

    `host` owns the table; the queue uses it, the choice does not.
    """

    game: str
    bot: str
    observation: Any = field(repr=False)
    memory: Memory = field(repr=False)
    seed: tuple[int, ...]
    host: str = field(default="", repr=False, compare=False)


class Engine(Protocol):
    """Asks bots for choices; the same request gives the same choice."""

    async def choose(self, request: MoveRequest) -> AnyChoice:
        """Return the bot's choice."""


class Bot(Protocol[O_contra]):
    """A bot of a game with observations O_contra."""

    def choose(
        self, observation: O_contra, memory: Memory, rng: np.random.Generator, /
    ) -> AnyChoice:
        """Return the bot's choice."""


class BotSet(Protocol):
    """The bots of a game by their names."""

    def __getitem__(self, name: str, /) -> Bot[Any]:
        """Return a bot; raises AssetError or KeyError for an unknown name."""


BotLoader: TypeAlias = Callable[[], BotSet]
"""Loads the bots of a game, which may take a second."""

BotLoaders: TypeAlias = Mapping[str, BotLoader]
"""Loaders of the bots of each game, by the games' names."""


def loading(loaders: BotLoaders) -> Callable[[str], BotSet]:
    """Return a cached function from a game's name to its bots; it raises the loader's errors."""
    return cache(lambda game: loaders[game]())


def compute(bots: BotSet, request: MoveRequest) -> AnyChoice:
    """Return the choice of one of the bots."""
    rng = np.random.default_rng(request.seed)
    return bots[request.bot].choose(request.observation, request.memory, rng)


class LocalEngine:
    """Runs bots in a thread of this process."""

    def __init__(self, loaders: BotLoaders) -> None:
        self._bots_of = loading(loaders)
        self._lock = threading.Lock()

    async def choose(self, request: MoveRequest) -> AnyChoice:
        """Return the bot's choice; raises AssetError for an unknown bot."""
        return await asyncio.to_thread(self._choose, request)

    def _choose(self, request: MoveRequest) -> AnyChoice:
        # One at a time: bots of one expert share its cache of a board.
        with self._lock:
            return compute(self._bots_of(request.game), request)
