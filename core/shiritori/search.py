"""The search for the value of one position, in slices of as many nodes as the caller likes.

A node is a position whose successors are looked at: about 10 microseconds of compiled code, and 100
times as long in plain Python. The same slices give the same answers, whatever their lengths.
"""

from typing import Final

from core.shiritori.graph import Core, GameValue, SoundPair
from core.shiritori.search_arrays import (
    DEPTH,
    NODES,
    ProofTable,
    open_board,
    open_path,
)

TABLE_BITS: Final = 20
"""The logarithm of the entries of a table, of 32 bytes each."""


class Search:
    """The search of a core for its value.

    `table` may be shared by searches of one list of words, as long as its sounds keep their
    numbers.
    """

    def __init__(self, core: Core, table: ProofTable) -> None:
        # Imported only here: most games ask for no proof, and numba's import takes a moment.
        from core.shiritori.search_kernel import search, start, summed  # noqa: PLC0415

        self._search, self._summed = search, summed
        self._core = core
        self._table = table
        self._board = open_board(core)
        self._path = open_path(self._board)
        start(self._board, self._path, table, core.token)

    @property
    def nodes(self) -> int:
        """The number of positions opened so far."""
        return int(self._path.scalars[NODES])

    @property
    def value(self) -> GameValue:
        """The value for the player to move, as far as it is proved."""
        if self._path.scalars[DEPTH] >= 0:
            return GameValue.UNKNOWN
        return GameValue.WIN if self._summed(self._path, 0)[0] == 0 else GameValue.LOSS

    def advance(self, nodes: int) -> GameValue:
        """Go on for at most so many nodes; return the value."""
        self._search(self._board, self._path, self._table, nodes)
        return self.value

    def ratios(self) -> dict[SoundPair, float]:
        """Return for each word to play how hard it seems to prove that it wins: 0 if it does.

        The ratio is that of the numbers for and against, infinite for a word proved to lose.
        """
        places = range(self._path.begin[0], self._path.begin[1])
        return {self._pair(place): self._ratio(place) for place in places}

    def _pair(self, place: int) -> SoundPair:
        kind, sounds = self._path.next_kind[place], self._core.sounds
        return sounds[self._board.first[kind]], sounds[self._board.last[kind]]

    def _ratio(self, place: int) -> float:
        proof = self._path.next_proof[place]
        return self._path.next_disproof[place] / proof if proof else float("inf")
