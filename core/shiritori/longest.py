"""The longest chain of a list of words, with an upper bound that proves it.

The program adds a node, the *outside*, where the chain begins and ends; then as many words lead
into each sound as out of it. An integer program finds the most words with this property, which are
a chain if they are connected (Inui and Shinano, 2004). If they are not, the next program forbids
each separate part unless a word leads into it. Each solution bounds the longest chain, and its part
around the outside is a chain.
"""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse.csgraph import connected_components

from core.shiritori.graph import Counts, SoundPair


class LongestSearch:
    """The search for the longest chain from the sound `start`, or from any sound.

    `chain` is the longest chain found, as the sounds of its words; `bound` is the maximum length of
    any chain. The program has a variable for each of P pairs of nodes: the number of its words in
    use.
    """

    def __init__(self, counts: Counts, start: int | None) -> None:
        self._outside = len(counts)
        most = np.pad(counts, (0, 1))
        most[: self._outside, self._outside] = 1
        most[self._outside, slice(self._outside) if start is None else start] = 1
        self._first, self._last = np.nonzero(most)
        self._most = most[self._first, self._last]
        self.chain: tuple[SoundPair, ...] = ()
        self.bound = 0
        if self._outside:
            nodes = np.arange(self._outside + 1)[:, None]
            balance = (self._last == nodes).astype(int) - (self._first == nodes)
            begins = self._first == self._outside
            self._limits = [LinearConstraint(balance, 0, 0), LinearConstraint(begins, 1, 1)]
            self._solve()

    @property
    def complete(self) -> bool:
        """Whether no chain is longer than the one found."""
        return len(self.chain) == self.bound

    def advance(self, programs: int) -> None:
        """Solve up to `programs` programs, until the longest chain is found."""
        for _ in range(programs):
            if self.complete:
                return
            self._solve()

    def _solve(self) -> None:
        """Solve the program, and add a limit for each separate part."""
        words = (self._first < self._outside) & (self._last < self._outside)
        solution = milp(
            -words.astype(int),
            integrality=np.ones(len(words)),
            bounds=Bounds(0, self._most),
            constraints=self._limits,
            options={"mip_rel_gap": 0},
        )
        used = np.zeros((self._outside + 1, self._outside + 1), np.int32)
        used[self._first, self._last] = np.rint(solution.x)
        _, parts = connected_components(used, directed=False)
        is_lost = parts != parts[self._outside]
        self.chain = max(self.chain, _chain(used * ~is_lost, self._outside), key=len)
        self.bound = round(-solution.fun)
        for part in set(parts[used.any(axis=1) & is_lost].tolist()):
            self._limits.append(self._entered(np.flatnonzero(parts == part)))

    def _entered(self, sounds: NDArray[np.intp]) -> LinearConstraint:
        """Return the limit that forbids words from these sounds unless one leads into them."""
        leads_in = np.isin(self._last, sounds) & ~np.isin(self._first, sounds)
        out = self._first == sounds[:, None]
        return LinearConstraint(out - (out @ self._most)[:, None] * leads_in, -np.inf, 0)


def _chain(used: Counts, outside: int) -> tuple[SoundPair, ...]:
    """Return connected words in order, from the outside and back (Hierholzer)."""
    left = [np.repeat(np.arange(len(row)), row).tolist() for row in used]
    path, nodes = [outside], list[int]()
    while path:
        if left[path[-1]]:
            path.append(left[path[-1]].pop())
        else:
            nodes.append(path.pop())
    return tuple(pairwise(nodes[-2:0:-1]))
