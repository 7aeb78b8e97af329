"""A short chain for people who do not know shiritori yet."""

from typing import Final

from core.shiritori.model import Observation, State, WordPlayed
from core.shiritori.options import Options
from core.shiritori.present import chain_grid
from core.view import Block

EXAMPLE_CHAIN: Final = (("しりとり", "シリトリ"), ("りす", "リス"), ("すいか", "スイカ"))
"""Words and their readings."""


def boards() -> tuple[Block, ...]:
    """Return the words of two players in turn."""
    options = Options()
    chain = tuple(
        WordPlayed(options.chairs[place % 2].seat, word, reading)
        for place, (word, reading) in enumerate(EXAMPLE_CHAIN)
    )
    observation = Observation(options, None, State(chain), "", frozenset())
    return (chain_grid(observation),)
