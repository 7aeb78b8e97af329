"""The arena tables of the lab's experts, cached across tests: they take two seconds to make."""

from collections.abc import Sequence

import pytest

from core.agents.expert import Expert
from core.arena import paper_kernels
from core.arena.paper_kernels import ArenaTables, arena_tables


class KeptTables:
    """A cache of the last result of `arena_tables`."""

    def __init__(self) -> None:
        self._experts: list[Expert] = []
        self._others: tuple[object, ...] = ()
        self._tables: ArenaTables | None = None

    def __call__(
        self, experts: Sequence[Expert], words: tuple[str, ...], reach: int | None = None
    ) -> ArenaTables:
        """Return the tables of exactly these experts on these words."""
        same = (*map(id, experts),) == (*map(id, self._experts),)
        if self._tables is None or not same or self._others != (words, reach):
            self._tables = arena_tables(experts, words, reach)
            self._experts, self._others = [*experts], (words, reach)
        return self._tables


_KEPT = KeptTables()


@pytest.fixture(autouse=True)
def _tables_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper_kernels, "arena_tables", _KEPT)
