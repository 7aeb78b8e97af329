"""An expert: one language model that can sit in either chair, and what it says there.

How it speaks and guesses depends on the rules of the table, so that is a strategy on top of the
same associations: `core.arena.paper_kernels` does exactly what the paper's base agents do,
`core.agents.table_play` plays with people.
"""

from dataclasses import dataclass

from core.agents.associations import AssociationSource


@dataclass(frozen=True, slots=True)
class ClueProposal:
    """A clue that an expert would give, and the places of the cards that it means."""

    word: str
    number: int
    targets: tuple[int, ...]
    fallback: bool = False
    """Whether no clue satisfied the rule and this one is the least bad."""


@dataclass(frozen=True, slots=True)
class Expert:
    """A named language model; its two chairs may look at different similarities."""

    name: str
    spymaster: AssociationSource
    guesser: AssociationSource

    @property
    def single(self) -> bool:
        """Whether both chairs think alike, so that the expert is its own best partner."""
        return self.spymaster is self.guesser


def expert(name: str, source: AssociationSource) -> Expert:
    """Return the expert that thinks with one source in both chairs."""
    return Expert(name, source, source)
