"""Answers about a position: the winner, the winning words, and the word to play without a proof.

A `Solver` works in slices of nodes, so that its caller can watch a clock; `solved` and `choose`
count nodes. A value other than `GameValue.UNKNOWN` is proved, unless two 64-bit keys collide.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Final

from core.shiritori import graph
from core.shiritori.graph import Core, Counts, GameValue, SoundPair
from core.shiritori.resistance import Resistance
from core.shiritori.search import TABLE_BITS, ProofTable, Search, open_table

FIRST_SLICE: Final = 500
"""The first slice of each of several questions, in nodes; later slices double."""

SLICE: Final = 5_000
"""The nodes between two checks of a choice: about 50 milliseconds of compiled code."""

OPENING: Final = 50
"""The cost of reducing the position of a question, in nodes."""

RESISTANCE_SHARE: Final = 4
"""The search in a lost position gets at least one in this many of a choice's nodes."""

UNBOUNDED: Final = 1 << 62


@dataclass(frozen=True, slots=True)
class SolverChoice:
    """The pair of a word to play, and the proved value of its position."""

    pair: SoundPair
    value: GameValue


@dataclass(slots=True)
class _Question:
    """A position to search: after a word of `pair`, or with the token at `sound` if it is None."""

    sound: int
    pair: SoundPair | None
    nodes: int


class Solver:
    """The value of a position and of its words; the next word is free if `token` is None.

    With a free word, the first player wins exactly if one sound is won: a word that wins without
    the pairs that cancel wins with them, and opening such a pair only passes the turn.
    """

    def __init__(self, counts: Counts, token: int | None, table: ProofTable | None = None) -> None:
        self._counts = counts
        self._token = token
        self._table = open_table(TABLE_BITS) if table is None else table
        self._unpaired = graph.unpaired(counts)
        self._core, self._values = graph.settle(self._unpaired)
        self._known: dict[SoundPair, GameValue] = {}
        self._ratios: dict[SoundPair, float] = {}
        self.value = GameValue.UNKNOWN
        """The value for the player to move, if it is proved."""
        self.nodes = 0
        """The work so far: opened positions, and `OPENING` for each question."""
        self._search: Search | None = None
        self._left = 0
        self._questions = deque(self._first_questions())
        if not self._questions:
            self.value = GameValue.LOSS

    @property
    def decided(self) -> bool:
        """Whether a word provably wins, or all provably lose."""
        return self.value is GameValue.LOSS or bool(self.proved)

    @property
    def proved(self) -> frozenset[SoundPair]:
        """The pairs that provably win, by a question about the pair or about its first sound."""
        return self.winning | {pair for pair, ratio in self._ratios.items() if ratio == 0}

    @property
    def winning(self) -> frozenset[SoundPair]:
        """The pairs that provably win by their own questions; all winning pairs if `complete`."""
        return frozenset(pair for pair, value in self._known.items() if value is GameValue.WIN)

    @property
    def complete(self) -> bool:
        """Whether everything is proved: the value, and for every word whether it wins."""
        return not self._questions

    def advance(self, nodes: int) -> None:
        """Search about `nodes` more nodes, or until everything is proved."""
        end = self.nodes + nodes
        while self._questions and self.nodes < end:
            self._ask(self._questions[0], end - self.nodes)

    def decide(self, nodes: int, step: int) -> None:
        """Search up to about `nodes` nodes, or until the position is `decided`."""
        while not self.decided and self.nodes < nodes:
            self.advance(min(step, nodes - self.nodes))

    def choice(self) -> SolverChoice | None:
        """Return a word that provably wins, otherwise the most promising one, if one is left.

        That is the word whose win seems easiest to prove; if all provably lose, the word that
        leaves an unsettled position with the fewest answers.
        """
        ratios = self._ratios if self._search is None else self._ratios | self._search.ratios()
        pairs = graph.moves(self._counts, self._token)
        best = min(pairs, key=lambda pair: self._rank(pair, ratios), default=None)
        if best is None:
            return None
        wins = self._known.get(best) is GameValue.WIN or ratios.get(best) == 0
        return SolverChoice(best, GameValue.WIN if wins else min(self.value, GameValue.UNKNOWN))

    def resistance(self) -> Resistance | None:
        """Return a `Resistance` to examine the words of a provably lost position, else None."""
        if self.value is not GameValue.LOSS or self._token is None:
            return None
        lost = graph.moves(self._counts, self._token)
        return Resistance(self._counts, self._token, self._table) if lost else None

    def _first_questions(self) -> Iterable[_Question]:
        if self._token is not None:
            return [_Question(self._token, None, UNBOUNDED)]
        linked = (self._core > 0).sum(axis=1)
        starts = {first for first, _ in graph.moves(self._counts, None)}
        hopeful = sorted(starts, key=lambda sound: (-int(self._values[sound]), int(linked[sound])))
        return [_Question(sound, None, FIRST_SLICE) for sound in hopeful]

    def _ask(self, question: _Question, nodes: int) -> None:
        """Spend at most `nodes` nodes on the first question."""
        if self._search is None:
            value = self._open(question)
        else:
            before = self._search.nodes
            value = self._search.advance(min(nodes, self._left))
            self._left -= self._search.nodes - before
            self.nodes += self._search.nodes - before
        if value is not GameValue.UNKNOWN or self._left <= 0:
            self._close(question, value)

    def _open(self, question: _Question) -> GameValue:
        core = (
            graph.core_at(self._core, self._values, question.sound)
            if question.pair is None
            else self._after(question.pair)
        )
        self._left = question.nodes
        self.nodes += OPENING
        if core.value is GameValue.UNKNOWN:
            self._search = Search(core, self._table)
            self.nodes += self._search.nodes
            return self._search.value
        return core.value

    def _after(self, pair: SoundPair) -> Core:
        """Return the core of the position after a word of a pair."""
        return graph.reduce_position(graph.after(self._counts, pair), pair[1])

    def _close(self, question: _Question, value: GameValue) -> None:
        """Record the answer to the first question, or requeue the question."""
        self._questions.popleft()
        if question.pair is None and self._search is not None:
            self._ratios.update(self._search.ratios())
        self._search = None
        if value is GameValue.UNKNOWN:
            question.nodes *= 2
            self._questions.append(question)
        elif question.pair is None:
            self._take_sound(value)
        else:
            self._known[question.pair] = GameValue(-value)

    def _take_sound(self, value: GameValue) -> None:
        """Record the value of a first sound; after a win ask about every word."""
        if value is GameValue.WIN:
            self.value = GameValue.WIN
            pairs = graph.moves(self._counts, self._token)
            pairs.sort(key=lambda pair: (self._ratios.get(pair, inf), not self._settles(pair)))
            self._questions = deque(_Question(pair[1], pair, FIRST_SLICE) for pair in pairs)
        elif not self._questions:
            self.value = GameValue.LOSS

    def _settles(self, pair: SoundPair) -> bool:
        """Return whether the reductions prove that a word wins."""
        value = self._values[pair[1]]
        uncancelled = bool(self._unpaired[pair])
        return uncancelled and value == (GameValue.WIN if pair[0] == pair[1] else GameValue.LOSS)

    def _rank(self, pair: SoundPair, ratios: Mapping[SoundPair, float]) -> tuple[float, ...]:
        known = self._known.get(pair, GameValue.UNKNOWN)
        answers = int(self._counts[pair[1]].sum())
        refuted = self.value is GameValue.LOSS and self._after(pair).value is GameValue.WIN
        return -known, ratios.get(pair, inf), refuted, answers


def solved(
    counts: Counts, token: int | None, nodes: int, table: ProofTable | None = None
) -> Solver:
    """Return the solver of a position after `nodes` nodes."""
    solver = Solver(counts, token, table)
    solver.advance(nodes)
    return solver


def choose(
    counts: Counts, token: int | None, nodes: int, table: ProofTable | None = None
) -> SolverChoice | None:
    """Return the word to play after at most `nodes` nodes, or None if no word is left."""
    solver = Solver(counts, token, table)
    solver.decide(nodes, SLICE)
    resistance = solver.resistance()
    if resistance is None:
        return solver.choice()
    resistance.advance(max(nodes - solver.nodes, nodes // RESISTANCE_SHARE))
    return SolverChoice(resistance.choice(), GameValue.LOSS)
