"""A block of games of a ladder: what one job plays."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class GameBlock:
    """Games to be played in one go: what their players learn is kept from each to the next.

    `agents` are the identities of two agents in a duel, of one that plays solo.
    """

    agents: tuple[str, ...]
    spymasters: tuple[str, ...]
    guessers: tuple[str, ...]
    seeds: tuple[int, ...]

    @property
    def key(self) -> str:
        """The key of the block's result."""
        return json.dumps([self.agents, self.spymasters, self.guessers, self.seeds])


BlockResults: TypeAlias = Mapping[GameBlock, dict[str, Any]]
"""The results of blocks, as JSON has them."""
