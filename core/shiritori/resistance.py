"""Words to play in a lost position: those after which the opponent is most likely to go wrong.

Every word loses against an opponent who makes no mistake. Other opponents are of two kinds, equally
likely at first: one plays any word, the other a word that leaves the fewest answers. A line of play
has a weight for each kind: the probability that the opponent is of that kind and gives those
answers. The chance of a word is the weight of its lines in which the opponent goes wrong, with the
best word in each lost position that follows (expectimax against a mixture of opponents). The search
examines the likeliest lines first, as if one's own words were random.
"""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.shiritori.graph import Counts, GameValue, SoundPair, after, moves, reduce_position
from core.shiritori.search import ProofTable, Search

ANSWER_NODES: Final = 200
"""The most nodes of a search after an answer."""

REDUCTION: Final = 100
"""The cost in nodes of reducing a position, and of opening its search."""

OPPONENT_KINDS: Final = 2
"""Kinds of opponents: one plays any word, the other one that leaves the fewest answers."""

CHANCES: Final = {GameValue.WIN: 1.0, GameValue.UNKNOWN: 0.5, GameValue.LOSS: 0.02}
"""The chance after an answer, by the value of the position.

An unexamined lost position is a little better than the end of the game.
"""

Weights: TypeAlias = NDArray[np.float64]


@dataclass(slots=True, eq=False)
class _Word:
    """A word to play in a lost position, and its chance.

    `reach` is the probability that a game comes to the word. `answers` are the unexamined ones, the
    likeliest last: their last sounds and their weights (kinds,).
    """

    pair: SoundPair
    turn: "_Turn"
    reach: float
    chance: float = 0.0
    answers: list[tuple[int, Weights]] | None = None


@dataclass(slots=True, eq=False)
class _Turn:
    """A lost position: its weights (kinds,), and the word whose answer led to it."""

    token: int
    weights: Weights
    word: _Word | None = None
    words: list[_Word] = field(default_factory=list)

    @property
    def chance(self) -> float:
        """The chance of the best word, or that of an unexamined position if it is higher."""
        unknown = CHANCES[GameValue.LOSS] * float(self.weights.sum())
        return max(unknown, *(word.chance for word in self.words))


class Resistance:
    """Examines the words of a lost position and the lines that follow, answer by answer."""

    def __init__(self, counts: Counts, token: int, table: ProofTable) -> None:
        self._counts = counts
        self._table = table
        self._lines: list[tuple[float, int, _Word]] = []
        self._numbers = count()
        self._root = _Turn(token, np.full(OPPONENT_KINDS, 1 / OPPONENT_KINDS))
        self._open(self._root, counts, 1.0)
        self.nodes = 0

    def advance(self, nodes: int) -> None:
        """Search about `nodes` more nodes, at least one answer."""
        end = self.nodes + nodes
        while self._lines and self.nodes < end:
            self._look(heappop(self._lines)[-1])

    def choice(self) -> SoundPair:
        """Return the pair of the word to play; in a tie, one that leaves the fewest answers."""
        left = self._counts.sum(axis=1)
        best = max(self._root.words, key=lambda word: (word.chance, -int(left[word.pair[1]])))
        return best.pair

    def _open(self, turn: _Turn, counts: Counts, reach: float) -> None:
        """Queue the words of a lost position."""
        pairs = moves(counts, turn.token)
        turn.words = [_Word(pair, turn, reach / len(pairs)) for pair in pairs]
        for word in turn.words:
            self._put(word, word.reach)

    def _put(self, word: _Word, reach: float) -> None:
        heappush(self._lines, (-reach, next(self._numbers), word))

    def _look(self, word: _Word) -> None:
        """Examine the likeliest unexamined answer to a word."""
        counts, total = after(self._counts_at(word.turn), word.pair), word.turn.weights.sum()
        if word.answers is None:
            word.answers = _answers(counts, word.pair[1], word.turn.weights)
        sound, weights = word.answers.pop()
        if word.answers:
            self._put(word, float(word.reach * word.answers[-1][1].sum() / total))
        counts[word.pair[1], sound] -= 1
        reach = float(word.reach * weights.sum() / total)
        self._value(_Turn(sound, weights, word), counts, reach)

    def _value(self, turn: _Turn, counts: Counts, reach: float) -> None:
        """Record the value of a position, and open it if it is lost."""
        value = self._searched(counts, turn.token)
        if not counts[turn.token].any():
            return
        self._improve(turn.word, CHANCES[value] * float(turn.weights.sum()))
        if value is GameValue.LOSS:
            self._open(turn, counts, reach)

    def _searched(self, counts: Counts, token: int) -> GameValue:
        """Return the value of a position, if a short search proves it."""
        self.nodes += REDUCTION
        core = reduce_position(counts, token)
        if core.value is not GameValue.UNKNOWN:
            return core.value
        search = Search(core, self._table)
        value = search.advance(ANSWER_NODES)
        self.nodes += REDUCTION + search.nodes
        return value

    def _improve(self, word: _Word | None, more: float) -> None:
        """Add to the chance of a word, and to those of the words before it."""
        while word is not None and more > 0:
            before = word.turn.chance
            word.chance += more
            more, word = word.turn.chance - before, word.turn.word

    def _counts_at(self, turn: _Turn) -> Counts:
        """Return a new array of the counts in a position."""
        counts = self._counts.copy()
        while turn.word is not None:
            counts[turn.word.pair] -= 1
            counts[turn.word.pair[1], turn.token] -= 1
            turn = turn.word.turn
        return counts


def _answers(counts: Counts, token: int, weights: Weights) -> list[tuple[int, Weights]]:
    """Return the answers to a word, the likeliest last; `weights` (kinds,) are those before it."""
    left = counts.sum(axis=1)
    sounds = np.flatnonzero(counts[token])
    leaves = left[sounds] - (sounds == token)
    fewest = leaves == leaves.min()
    shares = np.array([counts[token, sounds] / left[token], fewest / fewest.sum()])
    weighted = weights[:, None] * shares
    order = np.argsort(-weighted.sum(axis=0), kind="stable")
    return [(int(sounds[place]), weighted[:, place]) for place in order[::-1]]
