"""Who thinks for bots: a task in, a choice out, in this process or (`bot.pool`) in others."""

import asyncio
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

import numpy as np

from core.agents.memory import Memory
from core.choice import Choice

FALLBACK: Final = "fallback"
"""The cause of an action that no bot chose in time."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a bot is asked: its game and name, what it sees and remembers, its draws' seed."""

    game: str
    bot: str
    observation: Any = field(repr=False)
    memory: Memory = field(repr=False)
    seed: tuple[int, ...]


class Thinker(Protocol):
    """Lets bots choose; the same task gives the same choice."""

    async def think(self, task: Task) -> Choice[Any, Any]:
        """Return what the bot does."""
        ...


class Player(Protocol):
    """A bot of any game."""

    def choose(
        self,
        observation: Any,  # noqa: ANN401 - the game's own
        memory: Memory,
        rng: np.random.Generator,
        /,
    ) -> Choice[Any, Any]:
        """Return what the bot does."""
        ...


class Cast(Protocol):
    """The bots that there are in a game."""

    def named(self, name: str, /) -> Player:
        """Return a bot; raises AssetError for a name that nobody has."""
        ...


Casting: TypeAlias = Callable[[], Cast]
"""Loads the bots of a game, which may take a second or so."""

Castings: TypeAlias = Mapping[str, Casting]
"""What loads the bots of each game, by the games' names."""


@dataclass(slots=True)
class Stage:
    """The bots of all games; those of a game are loaded when they are asked for first."""

    castings: Castings
    _casts: dict[str, Cast] = field(default_factory=dict)

    def has(self, game: str) -> bool:
        """Return whether the bots of a game have been loaded."""
        return game in self._casts

    def cast(self, game: str) -> Cast:
        """Return the bots of a game; raises whatever loading them raises."""
        if game not in self._casts:
            self._casts[game] = self.castings[game]()
        return self._casts[game]


def chosen(cast: Cast, task: Task) -> Choice[Any, Any]:
    """Return what a bot of the cast does."""
    rng = np.random.default_rng(task.seed)
    return cast.named(task.bot).choose(task.observation, task.memory, rng)


class InlineThinker:
    """Thinks in a thread of this process."""

    def __init__(self, castings: Castings) -> None:
        self._stage = Stage(castings)
        self._lock = threading.Lock()

    async def think(self, task: Task) -> Choice[Any, Any]:
        """Return what the bot does; raises AssetError for a name that nobody has."""
        return await asyncio.to_thread(self._think, task)

    def _think(self, task: Task) -> Choice[Any, Any]:
        # One at a time: bots of one expert share what it knows of a board.
        with self._lock:
            return chosen(self._stage.cast(task.game), task)
