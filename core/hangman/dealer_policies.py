"""The policies of dealers that keep words.

They answer from the words that are still possible, so no answer can contradict an earlier one.
docs/hangman.md states the rule of `cheating`, which is Tom Moertel's.

On small lists the optimal dealer is exact: a minimax search against the best guesser. The price of
a game is its number of guesses; with lives, wrong guesses count before all others, and the dealer
wins if they reach the number of lives. A single word costs one guess. The search ignores hints,
and wrong solutions, which never pay (docs/hangman.md).

On longer lists it uses rollouts, on very long ones `cheating`.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import log2
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from core.hangman import partitions
from core.hangman.candidates import Candidates, Family, mask_of
from core.hangman.lookahead import REJECTION, simulate_answers
from core.hangman.model import Places
from core.hangman.partitions import Bits, Branch, Exhausted, Partition, SearchLimits

DealerPolicy: TypeAlias = Callable[[Candidates, str, np.random.Generator], Places]
"""The answers of a dealer that keeps words: the places of a new letter, none to reject it."""


def cheating_worth(family: Family) -> tuple[int, int]:
    """Return the worth of a family to `cheating`: its score; in ties it accepts the letter."""
    return family.score, bool(family.places)


def _keeping(worth: Callable[[Family], tuple[int, int]]) -> DealerPolicy:
    """Return the dealer that keeps the family with the greatest worth, ties broken at random."""

    def answer(candidates: Candidates, letter: str, rng: np.random.Generator) -> Places:
        families = candidates.families(letter)
        most = max(map(worth, families))
        tied = [family.places for family in families if worth(family) == most]
        # Without a tie no random number is drawn.
        return tied[0] if len(tied) == 1 else tied[int(rng.integers(len(tied)))]

    return answer


cheating: Final = _keeping(cheating_worth)
"""Rejects if that scores strictly more than any acceptance, else accepts with the highest score."""

stubborn: Final = _keeping(lambda family: (not family.places, family.score))
"""Rejects whenever a word without the letter is left, else accepts with the highest score."""

largest: Final = _keeping(lambda family: (family.size, not family.places))
"""Keeps the most words; in a tie it rejects, and leaves the rest to chance."""

FAMILY_POLICIES: Final[Mapping[str, DealerPolicy]] = MappingProxyType(
    {"cheating": cheating, "stubborn": stubborn, "largest": largest}
)
"""The dealers that look one answer ahead, by their names in the options."""

Price: TypeAlias = int

GUESS: Final[Price] = 1
WRONG: Final[Price] = 1 << 20
"""The price of a guess, and the surcharge for a wrong one if lives count: more than all guesses."""

SEVERAL_WORDS_PRICE: Final[Price] = 2 * GUESS
"""The least price of several words: a guess that separates two of them, and one more."""

NEVER: Final[Price] = 1 << 60
"""A price above any game's."""

LIFE: Final = 3
"""The weight of the words that a rejection leaves when branches are sorted, if lives count.

On random lists, twice as many words cost the best guesser 0.65 more wrong guesses.
"""

DEALER_LIMITS: Final = SearchLimits(words=60, nodes=3_000, choices=12, wide=10_000, doublings=2.0)
PROOF_LIMITS: Final = replace(DEALER_LIMITS, words=150, nodes=30_000)
"""The limits for an answer, which takes milliseconds, and for the proof after a game."""


@dataclass(frozen=True, slots=True)
class MissedWin:
    """A missed win: the number (from 0) of the guess that missed it, and the letter that wins."""

    guess: int
    letter: str
    wrong: int
    """The most wrong guesses that it costs, whatever the dealer answers."""


def optimal(
    candidates: Candidates,
    letter: str,
    lives: int | None,
    rng: np.random.Generator,
    limits: SearchLimits = DEALER_LIMITS,
) -> Places:
    """Return the answer to a letter; rollouts break ties.

    `lives` are the wrong guesses left, None if they don't count.
    """
    families = candidates.families(letter)
    if lives == 1 and not families[0].places:
        return ()
    if len(candidates) > limits.wide:
        return cheating(candidates, letter, rng)
    ranked = _ranked(candidates, letter, families, lives, limits)
    with suppress(Exhausted):
        if len(candidates) <= limits.words:
            return _exact(candidates, letter, ranked, lives, limits)
    return ranked[0].places


def last_missed_win(
    standings: Sequence[tuple[Candidates, int]], limits: SearchLimits = PROOF_LIMITS
) -> MissedWin | None:
    """Return the last win that the guessers missed in a lost game, if any.

    `standings` are the possible words and the lives left before each guess. The search ends without
    a result at a position that is too large to prove it lost.
    """
    with suppress(Exhausted):
        for guess in reversed(range(len(standings))):
            candidates, lives = standings[guess]
            lost = lives * WRONG
            if len(candidates) > limits.words:
                break
            tree = Tree(candidates, lives=True, nodes=limits.nodes)
            known = tree.known(candidates.guessed)
            price = tree.price(tree.every, known, lost)
            if price < lost:
                return MissedWin(guess, tree.best(tree.every, known, price), price // WRONG)
    return None


def _exact(
    candidates: Candidates,
    letter: str,
    families: Sequence[Family],
    lives: int | None,
    limits: SearchLimits,
) -> Places:
    """Return the answer that costs the best guesser the most; raises Exhausted."""
    tree = Tree(candidates, lives=lives is not None, nodes=limits.nodes)
    known = tree.known(candidates.guessed | {letter})
    limit = NEVER if lives is None else lives * WRONG
    masks = partitions.by_mask(candidates, letter)
    dearest, chosen = -1, families[0]
    for family in families:
        paid = GUESS if family.places else tree.wrong
        words = masks[mask_of(family.places)]
        price = paid + tree.price(words, known, limit - paid, above=dearest - paid)
        if price > dearest:
            dearest, chosen = price, family
        if dearest >= limit:
            break
    return chosen.places


def _ranked(
    candidates: Candidates,
    letter: str,
    families: Sequence[Family],
    lives: int | None,
    limits: SearchLimits,
) -> Sequence[Family]:
    """Return the answers by their rollouts, the best first.

    An answer precedes the answer of `cheating` if it costs no simulated guesser less, and the best
    of them more. Answers that seem far worse have no rollouts and come last.
    """
    cheated = max(families, key=cheating_worth)
    hopeful = sorted(families, key=lambda one: (one is cheated, _worth(one, lives)), reverse=True)
    least = _worth(cheated, lives) - limits.doublings
    count = sum(_worth(one, lives) >= least for one in hopeful[: limits.choices])
    if count < 2:
        return hopeful
    answers = [one.places for one in hopeful[:count]]
    wrong, guesses = simulate_answers(candidates, letter, answers, lives=lives is not None)
    prices = guesses if lives is None else np.minimum(wrong * WRONG + guesses, lives * WRONG)
    better = (prices >= prices[0]).all(axis=1) & (prices.min(axis=1) > prices[0].min())
    better[0] = not better.any()
    order = np.lexsort((-prices.sum(axis=1), ~better))
    return [*(hopeful[place] for place in order), *hopeful[count:]]


def _worth(family: Family, lives: int | None) -> float:
    """Return the estimated worth of an answer, in doublings of the score."""
    bonus = REJECTION if lives is not None and not family.places else 0.0
    return log2(family.score + 1) + bonus


class Tree(partitions.Partitions):
    """The minimax search of a game, memoized.

    A node is a letter at a position. Cached results cost no nodes. `wrong` is the price of a wrong
    guess.
    """

    __slots__ = ("_bounds", "_step", "wrong")

    def __init__(self, candidates: Candidates, *, lives: bool, nodes: int) -> None:
        super().__init__(candidates, nodes)
        self._step = WRONG if lives else GUESS
        self.wrong = WRONG + GUESS if lives else GUESS
        self._bounds: dict[tuple[Bits, bool], tuple[Price, Price]] = {}

    def price(self, words: Bits, guessed: Bits, limit: Price, above: Price = 0) -> Price:
        """Return the price of the rest of the game, at most `limit`; raises Exhausted.

        Instead of a price up to `above`, it may return any number up to `above`. The limit of the
        search grows by one wrong guess at a time, since a low limit cuts most of the tree.
        """
        bound = min(limit, max(above + 1, self._step))
        while True:
            found = self.value(words, guessed, bound)
            if found < bound or bound == limit:
                return min(found, limit)
            bound = min(limit, (found // self._step + 1) * self._step)

    def value(self, words: Bits, guessed: Bits, limit: Price, having: int | None = None) -> Price:
        """Return the price of the rest of the game; if `limit` or more, any such number.

        Alpha-beta search. `having`, if known, is the maximum number of words that share a letter.
        Raises Exhausted.
        """
        if words & (words - 1) == 0:
            return GUESS if self.spelled(words) & ~guessed else 0
        least = self._least(words, having or words.bit_count())
        if least >= limit:
            return least
        split = self.partition(words)
        settled = not split.common & ~guessed
        if (words, settled) not in self._bounds:
            self.look(len(split.branches))
            self._bounds[words, settled] = (self._least(words, split.having), NEVER)
        low, high = self._bounds[words, settled]
        if low >= limit or low == high:
            return low
        ceiling = min(limit, high)
        found = self._search(split, guessed, low, ceiling)
        self._bounds[words, settled] = (found, found if found < ceiling else high)
        return found

    def best(self, words: Bits, guessed: Bits, price: Price) -> str:
        """Return the first letter of the alphabet with which the game costs its `price`.

        For a single word, whose letters cost no wrong guess, it is the first covered one.
        """
        if words & (words - 1) == 0:
            return self.letter(self.spelled(words) & ~guessed)
        split = self.partition(words)
        cheapest = (
            one
            for one in sorted(split.branches)
            if self._worst(one, guessed, price + 1, split.having) == price
        )
        return self.letter(next(cheapest).letter)

    def _search(self, split: Partition, guessed: Bits, low: Price, ceiling: Price) -> Price:
        """Return the least price of a branch, or `ceiling` if none costs less."""
        found = ceiling
        for branch in split.branches:
            self.look(1)
            found = min(found, self._worst(branch, guessed, found, split.having))
            if found <= low:
                break
        return found

    def _worst(self, branch: Branch, guessed: Bits, limit: Price, having: int) -> Price:
        """Return the price of the dearest answer; if `limit` or more, any such number."""
        known, worst = guessed | branch.letter, 0
        if branch.rejected:
            worst = self.wrong + self.value(branch.rejected, known, limit - self.wrong, having)
        for words in branch.accepted:
            if worst >= limit:
                break
            worst = max(worst, GUESS + self.value(words, known, limit - GUESS, having))
        return worst

    def _least(self, words: Bits, having: int) -> Price:
        """Return a lower bound on the price of several words.

        If each letter is in at most h of n words, the dealer can reject (n - 1) // h letters and
        still has a word.
        """
        rejections = (words.bit_count() - 1) // having
        return max(SEVERAL_WORDS_PRICE, rejections * self.wrong + GUESS)

    def order(self, branch: Branch) -> tuple[int, Bits]:
        """Return the sort key of a branch: the words left at worst; a rejection weighs more."""
        rejected = branch.rejected.bit_count() * (LIFE if self.wrong > GUESS else 1)
        return max(rejected, branch.accepted[0].bit_count()), branch.letter
