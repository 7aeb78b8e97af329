"""The search for the value of one position, in slices of any number of nodes.

To open a node, the search examines the successors of a position: this takes about 10 microseconds
compiled, and 100 times as long in plain Python. The sizes of the slices do not change the answers.

`core.shiritori.search_kernel` searches on arrays: the board, the path to the current position, and
the table. A *kind* of word is a pair of sounds. Linked lists by first and by last sound hold the
kinds that are left; the search removes and restores them (Knuth, Dancing Links, 2000). It removes
the kinds of a settled sound (`core.shiritori.graph.settle`).
"""

from math import inf
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.compiled import Integers, integers, zeros
from core.shiritori.graph import Core, GameValue, SoundPair

TABLE_BITS: Final = 20
"""The logarithm of the number of entries in a table, of 32 bytes each."""

TRAIL: Final = 0
"""Index in `SearchBoard.scalars` of the number of entries in `trail`."""

STAMP: Final = 1
"""Index in `SearchBoard.scalars` of the last walk's stamp."""

DEPTH: Final = 0
"""Index in `ProofPath.scalars` of the current depth, -1 after the search."""

NODES: Final = 1
"""Index in `ProofPath.scalars` of the number of opened positions."""


class SearchBoard(NamedTuple):
    """A position under search, with k kinds and n sounds.

    `first`, `last`, `left` (k,): sounds of a kind, and the number of its words left; `offset` (k,):
    the index in `keys` of its key for no word, followed by those for one word and so on.
    `token_key` (n,): the key of a token at the sound. `loop` (n,): the kind that leads from a sound
    to itself, or -1. The four links (k + n,) end at the head of a sound s, k + s. `degree` (n,):
    kinds that are left. `value` (n,): WON, LOST or 0. `trail`: removed kinds, and k + s for a
    settled sound s. `marks`, `sources` (n,): the stamp of the last walk that passed, along or
    against the words.
    """

    first: Integers
    last: Integers
    left: Integers
    offset: Integers
    keys: Integers
    token_key: Integers
    loop: Integers
    out_next: Integers
    out_back: Integers
    in_next: Integers
    in_back: Integers
    degree: Integers
    value: Integers
    trail: Integers
    marks: Integers
    sources: Integers
    queue: Integers
    scalars: Integers


def open_board(core: Core) -> SearchBoard:
    """Return the board of a core without links, which `start` adds."""
    first, last = np.nonzero(core.counts)
    counts = core.counts[first, last].astype(np.int64)
    size, kinds = len(core.sounds), len(first)
    names = np.array(core.sounds, np.uint64)
    loop = np.full(size, -1)
    loops = np.flatnonzero(first == last)
    loop[first[loops]] = loops
    offset = np.cumsum(counts + 1) - counts - 1
    keys = _kind_keys(names[first], names[last], counts)
    known = (first, last, counts, offset, keys, _mixed(names + np.uint64(1 << 60)), loop)
    links, trail = [kinds + size] * 4, kinds + size + 1
    sizes = (*links, size, size, trail, size, size, trail, 2)
    return SearchBoard._make((*map(integers, known), *map(zeros, sizes)))


def _kind_keys(
    first: NDArray[np.uint64], last: NDArray[np.uint64], counts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the keys of each kind for 0 words (which is 0), 1 word, ... up to its count."""
    begin = np.repeat(np.cumsum(counts + 1) - counts - 1, counts + 1)
    number = (np.arange(len(begin)) - begin).astype(np.uint64)
    pairs = np.repeat((first << np.uint64(20)) + last, counts + 1)
    keys = _mixed((pairs << np.uint64(20)) + number)
    return np.where(number == 0, 0, keys)


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return pseudorandom numbers (splitmix64: Steele, Lea and Flood, OOPSLA 2014)."""
    mixed = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (mixed ^ (mixed >> np.uint64(31))).view(np.int64)


class ProofTable(NamedTuple):
    """Positions by their keys, each (size,), size a power of two.

    `work` counts the positions opened below one; a new entry replaces the one with the least work.
    """

    key: Integers
    proof: Integers
    disproof: Integers
    work: Integers


class ProofPath(NamedTuple):
    """The positions from the root to the current one, and their successors.

    By depth: the token's sound, the kind that led there and the trail before it, the limits of the
    proof numbers, the key of the words in reach, the number of positions opened before, and the
    index of the first successor. By successor: its kind, key and proof numbers.
    """

    token: Integers
    kind: Integers
    trail: Integers
    proof_limit: Integers
    disproof_limit: Integers
    key: Integers
    entered: Integers
    begin: Integers
    next_kind: Integers
    next_key: Integers
    next_proof: Integers
    next_disproof: Integers
    scalars: Integers


def open_table(bits: int) -> ProofTable:
    """Return an empty table of 2**bits entries."""
    size = 1 << bits
    return ProofTable(zeros(size), zeros(size), zeros(size), zeros(size))


def open_path(board: SearchBoard) -> ProofPath:
    """Return an empty path, with room for the longest on the board."""
    first, left = np.asarray(board.first), np.asarray(board.left)
    depth = 2 + int(left.sum())
    successors = int(left @ np.bincount(first)[first])
    sizes = [depth] * 8 + [successors + len(first) + 1] * 4 + [2]
    return ProofPath._make(zeros(size) for size in sizes)


class Search:
    """The search of a core; searches of one graph may share a `table`."""

    def __init__(self, core: Core, table: ProofTable) -> None:
        # A local import: most games need no proof, and numba's import takes a moment.
        from core.shiritori.search_kernel import search, start, summed  # noqa: PLC0415

        self._search, self._summed = search, summed
        self._core = core
        self._table = table
        self._board = open_board(core)
        self._path = open_path(self._board)
        start(self._board, self._path, table, core.token)

    @property
    def nodes(self) -> int:
        """The number of opened positions."""
        return int(self._path.scalars[NODES])

    @property
    def value(self) -> GameValue:
        """The value for the player to move, if it is proved."""
        if self._path.scalars[DEPTH] >= 0:
            return GameValue.UNKNOWN
        return GameValue.WIN if self._summed(self._path, 0)[0] == 0 else GameValue.LOSS

    def advance(self, nodes: int) -> GameValue:
        """Search up to `nodes` more nodes; return the value."""
        self._search(self._board, self._path, self._table, nodes)
        return self.value

    def ratios(self) -> dict[SoundPair, float]:
        """Return the ratio of disproof to proof for each word: 0 for a win, infinite for a loss."""
        board, path, sounds = self._board, self._path, self._core.sounds
        found: dict[SoundPair, float] = {}
        for place in range(path.begin[0], path.begin[1]):
            kind, proof = path.next_kind[place], path.next_proof[place]
            pair = sounds[board.first[kind]], sounds[board.last[kind]]
            found[pair] = path.next_disproof[place] / proof if proof else inf
        return found
