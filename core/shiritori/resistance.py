"""Words to play in a lost position: those after which the opponent may most likely go wrong.

Every word loses against an opponent who makes no mistake. One who does is taken to prefer answers
that leave few answers: an answer that leaves n weighs 1/(n + 1)². The word is played after which
winning answers weigh least.
"""

from collections import deque
from typing import Final

from core.shiritori.graph import Counts, GameValue, SoundPair, after, moves, reduce_position
from core.shiritori.search import Search
from core.shiritori.search_arrays import ProofTable

ANSWER_NODES: Final = 200
"""Nodes that an answer is searched for; one that is not decided counts half."""

REDUCTION: Final = 50
"""Nodes that reducing a position counts for."""

_WINS: Final = {GameValue.LOSS: 1.0, GameValue.UNKNOWN: 0.5, GameValue.WIN: 0.0}
"""The part of an answer that wins, by the value of the position after it."""


class Resistance:
    """Looks at the words of a lost position one after the other, those with few answers first."""

    def __init__(self, counts: Counts, token: int, table: ProofTable) -> None:
        self._counts = counts
        self._table = table
        self._left = counts.sum(axis=1)
        ordered = sorted(moves(counts, token), key=lambda pair: int(self._left[pair[1]]))
        self._open = deque(ordered)
        self._share = dict.fromkeys(ordered, (1.0, True))
        self.nodes = 0

    @property
    def done(self) -> bool:
        """Whether all words have been looked at."""
        return not self._open

    def advance(self, nodes: int) -> None:
        """Go on for about so many nodes, one word at least."""
        end = self.nodes + nodes
        while self._open and self.nodes < end:
            pair = self._open.popleft()
            counts = after(self._counts, pair)
            settled = reduce_position(counts, pair[1]).value is GameValue.WIN
            self._share[pair] = self._winning_share(counts, pair), settled

    def choice(self) -> SoundPair:
        """Return the word to play, by its sounds.

        Of equal ones it is one that reductions alone do not settle, then that with the fewest
        answers.
        """
        return min(self._share, key=lambda pair: (*self._share[pair], int(self._left[pair[1]])))

    def _winning_share(self, counts: Counts, pair: SoundPair) -> float:
        """Return how much of the answers to a word wins, by weight; `counts` are those after it."""
        total = winning = 0.0
        for answer in moves(counts, pair[1]):
            left = int(self._left[answer[1]]) - (answer[1] in (pair[0], answer[0]))
            weight = float(counts[answer]) / (max(left, 0) + 1) ** 2
            total += weight
            winning += weight * _WINS[self._value(after(counts, answer), answer[1])]
        return winning / total if total else 0.0

    def _value(self, counts: Counts, token: int) -> GameValue:
        """Return the value of a position, as far as it is found quickly."""
        self.nodes += REDUCTION
        core = reduce_position(counts, token)
        if core.value is not GameValue.UNKNOWN:
            return core.value
        search = Search(core, self._table)
        value = search.advance(ANSWER_NODES)
        self.nodes += search.nodes
        return value
