"""The guesser bot: the letter with the fewest expected wrong guesses.

The bot treats all possible words as equally likely. It searches a game with few words to its end;
with more, it looks one guess beyond the letters that rank best. If no word of the list is possible,
it ranks letters by the whole list.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, log2
from typing import Final

from core.hangman.candidates import Candidates, Family
from core.hangman.partitions import Bits, Branch, Exhausted, Partitions, SearchLimits

DOUBLING: Final = 0.3
"""The cost of twice as many words, in wrong guesses; tuned on English words of six letters."""

PACE: Final = 0.01
"""The cost of a guess, in wrong guesses: among equally safe letters, the most informative wins."""

GUESSER_LIMITS: Final = SearchLimits(words=30, nodes=2_000, choices=4, wide=20_000)
"""The limits for a guess; with more words, the bot guesses the letter that ranks best."""


def next_guess(
    candidates: Candidates, *, listed: bool = True, limits: SearchLimits = GUESSER_LIMITS
) -> str:
    """Return the next guess: a letter that is not guessed yet, or the only word that is left.

    If the dictionary may lack the word (`listed` is False), it guesses letters only.
    Raises ValueError if no word is left or every letter is guessed.
    """
    if len(candidates) < 2:
        solves = listed and len(candidates)
        return candidates.word(0) if solves else most_frequent(candidates)
    if len(candidates) <= limits.words:
        found = Prospects(candidates, limits.nodes).best()
        if found is not None:
            return found
    ranked = sorted(_ranked(candidates))
    if len(candidates) > limits.wide:
        return ranked[0][1]
    return min((_ahead(candidates, letter), letter) for _, letter in ranked[: limits.choices])[1]


def most_frequent(candidates: Candidates) -> str:
    """Return the new letter in the most candidates; ties go to the one in the most listed words.

    Raises ValueError if no word is left or every letter is guessed.
    """
    if not len(candidates):
        raise ValueError("no word is left")
    here, everywhere = candidates.counts(), candidates.dictionary.all().counts()
    code = candidates.dictionary.code
    return max(candidates.unguessed, key=lambda one: (here[code(one)], everywhere[code(one)]))


def commonest(alphabet: Sequence[str], guessed: frozenset[str], holding: Mapping[str, int]) -> str:
    """Return the next guess at an unlisted word: the letter in the most words.

    `holding` counts the words with each letter. Raises ValueError if every letter is guessed.
    """
    left = [letter for letter in alphabet if letter not in guessed]
    return max(left, key=lambda letter: holding.get(letter, 0))


def _ranked(candidates: Candidates) -> Iterator[tuple[float, str]]:
    """Yield the expected cost of each informative letter, and the letter.

    The number of words that an answer leaves determines its cost.
    """
    for letter in candidates.unguessed:
        families = candidates.families(letter)
        if len(families) > 1:
            later = (DOUBLING * log2(family.size) for family in families)
            yield _expected(families, later), letter


def _ahead(candidates: Candidates, letter: str) -> float:
    """Return the expected cost of a letter if the next guess is the letter that ranks best."""
    families = candidates.families(letter)
    left = (candidates.answered(letter, family.places) for family in families)
    return _expected(families, (min(_ranked(words), default=(0.0, ""))[0] for words in left))


def _expected(families: Iterable[Family], later: Iterable[float]) -> float:
    """Return the expected wrong guesses, given those after each answer; each guess costs `PACE`."""
    size = wrong = 0.0
    for family, more in zip(families, later, strict=True):
        size += family.size
        wrong += family.size * (more + (not family.places))
    return PACE + wrong / size


class Prospects(Partitions):
    """The exhaustive search of a game with few words, all equally likely.

    `value` is the least expected number of wrong guesses until a single word is left; each guess
    adds `PACE`. A node is a position.
    """

    __slots__ = ("_values",)

    def __init__(self, candidates: Candidates, nodes: int) -> None:
        super().__init__(candidates, nodes)
        self._values: dict[Bits, float] = {}

    def best(self) -> str | None:
        """Return the best letter, or None if the nodes run out."""
        try:
            least = self.value(self.every)
            branches = self.partition(self.every).branches
            chosen = next(one for one in branches if self._after(self.every, one, inf) <= least)
        except Exhausted:
            return None
        return self.letter(chosen.letter)

    def value(self, words: Bits) -> float:
        """Return the expected wrong guesses for one word or several; raises Exhausted."""
        if words & (words - 1) == 0:
            return 0.0
        known = self._values.get(words)
        if known is None:
            known = self._values[words] = self._searched(words)
        return known

    def _searched(self, words: Bits) -> float:
        self.look(1)
        least = inf
        # Branches are sorted by rejections, so all branches after one over the bound exceed it.
        for branch in self.partition(words).branches:
            if _bound(words, branch) >= least:
                break
            least = min(least, self._after(words, branch, least))
        return least

    def _after(self, words: Bits, branch: Branch, limit: float) -> float:
        """Return the expected wrong guesses after a letter, exact only below `limit`."""
        expected = _bound(words, branch)
        for left in (branch.rejected, *branch.accepted):
            if expected >= limit:
                break
            if left:
                expected += left.bit_count() / words.bit_count() * self.value(left)
        return expected


def _bound(words: Bits, branch: Branch) -> float:
    """Return the probability that the letter is wrong, plus its `PACE`."""
    return PACE + branch.rejected.bit_count() / words.bit_count()
