"""An expert: one language model that can sit in either chair, and its proposals.

Its play depends on the table's rules, so strategies sit on top of the same associations:
`core.arena.paper_kernels` plays exactly like the paper's base agents, `core.agents.table_play` with
people.
"""

from dataclasses import dataclass

from core.agents.associations import AssociationSource


@dataclass(frozen=True, slots=True)
class ClueProposal:
    """A clue that an expert would give, and the places of its target cards."""

    word: str
    number: int
    targets: tuple[int, ...]
    fallback: bool = False
    """Whether no clue passed the rule, so that this is the least bad one."""
    credits: tuple[tuple[str, float], ...] = ()
    """Each expert's credit for it, by name."""


@dataclass(frozen=True, slots=True)
class Expert:
    """A named language model; its two chairs may use different similarities."""

    name: str
    spymaster: AssociationSource
    guesser: AssociationSource

    @property
    def single(self) -> bool:
        """Whether both chairs share a source, so that the expert is its own best partner."""
        return self.spymaster is self.guesser


def expert(name: str, source: AssociationSource) -> Expert:
    """Return an expert with one source for both chairs."""
    return Expert(name, source, source)
