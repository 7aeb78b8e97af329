"""Agents that play shiritori: ours, and any object of yours with a `play` method.

>>> from core.shiritori.judge import Rule
>>> from core.shiritori.word_index import WordIndex
>>> from core.words.packs import Pack
>>> class Longest:
...     def play(self, judge, chain, opening=""):
...         left = [one for one in judge.playable if not judge.judge(chain, one.reading).fault]
...         return max((one.reading for one in left), key=len, default=None)
>>> pack = Pack("animals", ("ねこ", "こあら", "らっこ", "こうもり", "りす"))
>>> greedy = GreedyAgent(np.random.default_rng(1))
>>> record = play_game(Judge(Rule(), WordIndex(pack)), (Longest(), greedy))
>>> record.chain, record.loser
(('コウモリ', 'リス'), 0)
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final, Protocol

import numpy as np

from core.shiritori import graph
from core.shiritori.graph import Counts, GameValue, SoundPair, WordGraph
from core.shiritori.judge import Judge, WordFault
from core.shiritori.search import open_table
from core.shiritori.solver import FIRST_SLICE, Solver, choose, solved
from core.shiritori.word_index import ListedWord

HINT_TABLE_BITS: Final = 14
"""The logarithm of the number of entries in the table of a short search."""


class Agent(Protocol):
    """A player."""

    def play(self, judge: Judge, chain: Sequence[str], opening: str = "") -> str | None:
        """Return the word to play, given the readings so far; None to concede."""


@dataclass(frozen=True)
class LinkedWords:
    """Words of a judge's list, as a graph of their sounds."""

    judge: Judge
    words: tuple[ListedWord, ...] = field(repr=False)

    @cached_property
    def graph(self) -> WordGraph:
        """The words by the sounds that link them, in the order of `words`."""
        return graph.word_graph([self.judge.rule.ends(word.reading) for word in self.words])

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The places of the words by their readings."""
        return {word.reading: place for place, word in enumerate(self.words)}

    def counts(self, chain: Sequence[str]) -> Counts:
        """Return the numbers of remaining words, int32 (sounds, sounds)."""
        places = self.places
        return self.graph.counts([places[one] for one in chain if one in places])

    def token(self, chain: Sequence[str], opening: str = "") -> int | None:
        """Return the number of the next sound, None if it is free.

        Raises ValueError for a sound with which no word begins or ends.
        """
        sound = self.judge.next_sound(chain, opening)
        return self.graph.sounds.index(sound) if sound else None

    def moves(self, chain: Sequence[str], opening: str = "") -> list[SoundPair]:
        """Return the pairs of sounds with a word that may be played."""
        try:
            return graph.moves(self.counts(chain), self.token(chain, opening))
        except ValueError:
            return []

    def word(self, pair: SoundPair, chain: Sequence[str], rng: np.random.Generator) -> str:
        """Return the reading of a random unused word of a pair."""
        return str(rng.choice(self.unused((pair,), chain)))

    def unused(self, pairs: Collection[SoundPair], chain: Sequence[str]) -> tuple[str, ...]:
        """Return the readings of all unused words of some pairs, in the order of the list."""
        used = frozenset(chain)
        found = (self.words[place].reading for place in self.graph.places(pairs))
        return tuple(reading for reading in found if reading not in used)

    def hint(
        self, chain: Sequence[str], opening: str = "", *, nodes: int = 0
    ) -> tuple[tuple[str, ...], bool]:
        """Return words that provably win against one opponent, and whether all provably lose.

        Other words may win, too. The reductions or a search of about `nodes` nodes prove it.
        """
        pairs = self._settled_wins(chain, opening)
        if pairs or not nodes:
            return self.unused(pairs, chain), False
        if not self.moves(chain, opening):
            return (), True
        solver = Solver(self.counts(chain), self.token(chain, opening), open_table(HINT_TABLE_BITS))
        solver.decide(nodes, FIRST_SLICE)
        return self.unused(solver.proved, chain), solver.value is GameValue.LOSS

    def _settled_wins(self, chain: Sequence[str], opening: str) -> Collection[SoundPair]:
        """Return the pairs that lead to a sound from which the next player loses."""
        counts = graph.unpaired(self.counts(chain))
        _, values = graph.settle(counts)
        return [
            pair
            for pair in self.moves(chain, opening)
            if counts[pair] and values[pair[1]] == GameValue.LOSS
        ]


@lru_cache(maxsize=16)
def playable_words(judge: Judge) -> LinkedWords:
    """Return the graph of a judge's playable words, cached."""
    return LinkedWords(judge, judge.playable)


@lru_cache(maxsize=16)
def accepted_words(judge: Judge) -> LinkedWords:
    """Return the graph of all words that a judge accepts, cached."""
    return LinkedWords(judge, judge.accepted)


@dataclass(frozen=True, slots=True)
class RandomAgent:
    """Plays any legal word; concedes without one, as the Rust original's agent does."""

    rng: np.random.Generator

    def play(self, judge: Judge, chain: Sequence[str], opening: str = "") -> str | None:
        """Return a random word; None if none is left."""
        words = playable_words(judge)
        counts, pairs = words.counts(chain), words.moves(chain, opening)
        return words.word(self.pick(counts, pairs), chain, self.rng) if pairs else None

    def pick(self, counts: Counts, pairs: Sequence[SoundPair]) -> SoundPair:
        """Return the pair of a random word, each word equally likely."""
        left = np.array([counts[pair] for pair in pairs], np.float64)
        return pairs[int(self.rng.choice(len(pairs), p=left / left.sum()))]


class GreedyAgent(RandomAgent):
    """Plays the word that leaves the opponent the fewest answers."""

    def pick(self, counts: Counts, pairs: Sequence[SoundPair]) -> SoundPair:
        """Return a random pair among those that leave the fewest answers."""
        left = counts.sum(axis=1)
        answers = [int(left[pair[1]]) - (pair[0] == pair[1]) for pair in pairs]
        fewest = min(answers)
        best = [pair for pair, count in zip(pairs, answers, strict=True) if count == fewest]
        return best[int(self.rng.integers(len(best)))]


@dataclass(frozen=True, slots=True)
class SolverAgent:
    """Searches for a word that provably wins, in at most `nodes` positions per move."""

    rng: np.random.Generator
    nodes: int

    def play(self, judge: Judge, chain: Sequence[str], opening: str = "") -> str | None:
        """Return a word; None if none is left."""
        word, _ = self.choose(judge, chain, opening)
        return word

    def choose(
        self, judge: Judge, chain: Sequence[str], opening: str = ""
    ) -> tuple[str | None, GameValue]:
        """Return a word, and the proved value for two players with the words of bots."""
        words = playable_words(judge)
        if not words.moves(chain, opening):
            return None, GameValue.LOSS
        found = choose(words.counts(chain), words.token(chain, opening), self.nodes)
        if found is None:
            return None, GameValue.LOSS
        return words.word(found.pair, chain, self.rng), found.value

    def missed(self, judge: Judge, chain: Sequence[str]) -> tuple[str, ...]:
        """Return words that would provably have won instead of a chain's last; none if that won.

        The proof counts all words that the judge accepts. It also holds against a bot, which may
        play fewer words.
        """
        words, before = accepted_words(judge), chain[:-1]
        found = solved(words.counts(before), words.token(before), self.nodes)
        winning = words.unused(found.winning, before)
        return () if chain[-1] in winning else winning


@dataclass(frozen=True, slots=True)
class AgentRecord:
    """A finished game of agents: the readings, the loser's number, and the fault (None: conceded).

    `word` is the loser's last word.
    """

    chain: tuple[str, ...]
    loser: int
    fault: WordFault | None = None
    word: str = ""


def play_game(
    judge: Judge, agents: Sequence[Agent], chain: Sequence[str] = (), opening: str = ""
) -> AgentRecord:
    """Play until an agent concedes or gives a wrong word, and so loses; return the game.

    Agents move in turn from the first. If the judge accepts several readings, the first counts.
    """
    readings, mover = list(chain), 0
    while (word := agents[mover].play(judge, tuple(readings), opening)) is not None:
        verdict = judge.judge(readings, word, opening)
        if verdict.fault:
            return AgentRecord(tuple(readings), mover, verdict.fault, word)
        readings.append(verdict.reading)
        mover = (mover + 1) % len(agents)
    return AgentRecord(tuple(readings), mover)
