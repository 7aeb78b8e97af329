"""Features of the listener from lists of associations.

A clue may be in a card's list or a card in a clue's, or close to that list's words in one of three
models. A text of several words has the lists of all its words. Without a list the features are 0.

Axes: T texts with lists, O other texts, N associations of their lists, B cards, C clues,
F features.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise, starmap
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.words.association_lists import AssociationLists
from core.words.receptive_words import LISTED, WordVectors
from core.words.vectors import Singles

NEAR_MODELS: Final = ("minilm", "gloss", "piece")
"""The models for closeness to listed words: those that helped to predict people."""

LISTING_SOURCES: Final[Sequence[frozenset[str]]] = (
    *(frozenset((LISTED,)) for _ in range(2)),
    *(frozenset((LISTED, name)) for name in NEAR_MODELS for _ in range(2)),
    frozenset((LISTED,)),
)
"""The models behind each feature.

The features are: in the card's list; in the clue's; by each model, close to the words in the one
and in the other; the number of lists with the card.
"""

LISTING_FEATURES: Final = len(LISTING_SOURCES)

STRENGTHS: Final = np.array((2.0, 1.4, 0.9), np.float32)
"""The feature of a word in a list, by its step."""

STEP_SHARES: Final = np.array((1.0, 0.5, 0.25), np.float32)
"""The weight of an association within its list, by its step."""

SHARPNESS: Final = np.float32(20.0)
"""The sharpness of the mean over a list, which favours the nearest associations."""

SCALE: Final = 5.0
"""A factor for cosines that brings all features to a similar size."""

COUNTED_AT_ONCE: Final = 1_000_000
"""Listed words times texts in one batch, which takes four megabytes."""

LEAST_MEAN: Final = np.float32(1e-9)
"""Prevents a division by zero for a list of unknown words."""

FEATURES_KEPT: Final = 512
"""Pairs of a board and a clue in the cache, a kilobyte each."""

VOCABULARIES_KEPT: Final = 2
"""Vocabularies in the cache, with the numbers of their words."""

SHARED: Final = 2
"""The fewest own cards whose lists must contain a clue for the search to evaluate it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Lists:
    """The concatenated lists of some words: the listed words' numbers and steps, (N,).

    `spans` and `owners` have, for each word with a list, the list's part and the word's text.
    """

    listed: NDArray[np.intp]
    steps: NDArray[np.uint8]
    spans: Sequence[slice]
    owners: NDArray[np.intp]

    @property
    def sizes(self) -> NDArray[np.intp]:
        """The number of associations in each list."""
        return np.array([span.stop - span.start for span in self.spans], np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class _WordIndex:
    """The numbers, ascending, of the words of some texts, each with the text's column, (N,)."""

    numbers: NDArray[np.intp]
    columns: NDArray[np.intp]
    texts: int


class Listings:
    """The features of cards and clues from lists of associations."""

    def __init__(
        self,
        lists: AssociationLists,
        vectors: Mapping[str, WordVectors],
        bases: Mapping[str, str],
        english: Callable[[str], str] = str,
    ) -> None:
        """Find the lists' words in models by name; `bases` has the clue words of inflected forms.

        `english` translates a text into English words.
        """
        self._lists = lists
        self._vectors = {name: vectors[name] for name in NEAR_MODELS}
        self._places = {name: one.places(lists.words) for name, one in self._vectors.items()}
        self._bases = bases
        self._english = english
        self.of_clue: Final = lru_cache(maxsize=FEATURES_KEPT)(
            lambda cards, clue: self.features(cards, [clue])[:, :, 0].T
        )
        """Returns the features of a tuple of cards for a clue, (B, F)."""
        self._clue_index = lru_cache(maxsize=VOCABULARIES_KEPT)(
            lambda clues: self._index([*map(self._english, clues)])
        )

    def features(self, cards: Sequence[str], clues: Sequence[str]) -> Singles:
        """Return the features of cards for clues, float32 (F, B, C)."""
        cards, clues = ([*map(self._english, texts)] for texts in (cards, clues))
        of_cards, of_clues = self._of(cards), self._of(clues)
        near = [
            side
            for name in NEAR_MODELS
            for side in (
                self._near(name, of_cards, cards, clues),
                self._near(name, of_clues, clues, cards).T,
            )
        ]
        times = np.log1p([self._times(card) for card in cards]) / 3
        return np.stack(
            [
                self._in_list(of_cards, len(cards), self._index(clues)),
                self._in_list(of_clues, len(clues), self._index(cards)).T,
                *near,
                np.broadcast_to(times[:, None], (len(cards), len(clues))),
            ]
        ).astype(np.float32)

    def shared(
        self, own: Sequence[str], bad: Sequence[str], clues: tuple[str, ...]
    ) -> NDArray[np.intp]:
        """Return the clues in the lists of at least two own cards and of no bad card.

        They are indices of `clues`, strongest first by the sum over own cards.
        """
        cards = [*map(self._english, (*own, *bad))]
        strengths = self._in_list(self._of(cards), len(cards), self._clue_index(clues))
        mine, theirs = strengths[: len(own)], strengths[len(own) :]
        found = np.flatnonzero(((mine > 0).sum(axis=0) >= SHARED) & ~theirs.any(axis=0))
        order = np.argsort(-mine[:, found].sum(axis=0), kind="stable")
        return found[order]

    def _numbers(self, text: str) -> list[int]:
        numbers, bases = self._lists.numbers, self._bases
        found = (numbers.get(one, numbers.get(bases.get(one, one))) for one in text.split())
        return [number for number in found if number is not None]

    def _times(self, card: str) -> int:
        return max((int(self._lists.times[one]) for one in self._numbers(card)), default=0)

    def _of(self, texts: Sequence[str]) -> _Lists:
        """Return the lists of all words in some texts."""
        stored, owners = list[slice](), list[int]()
        for owner, text in enumerate(texts):
            found = [self._lists.span(number) for number in self._numbers(text)]
            stored += (span for span in found if span.stop > span.start)
            owners += [owner] * (len(stored) - len(owners))
        ends = [0, *accumulate(span.stop - span.start for span in stored)]
        places = np.concatenate(
            [np.zeros(0, np.intp), *(np.arange(span.start, span.stop) for span in stored)]
        )
        return _Lists(
            self._lists.listed[places].astype(np.intp),
            self._lists.steps[places],
            [*starmap(slice, pairwise(ends))],
            np.array(owners, np.intp),
        )

    def _index(self, texts: Sequence[str]) -> _WordIndex:
        """Return the numbers of the texts' words in the lists."""
        pairs = sorted(
            (one, column) for column, text in enumerate(texts) for one in self._numbers(text)
        )
        numbers, columns = np.array(pairs, np.intp).reshape(-1, 2).T
        return _WordIndex(numbers, columns, len(texts))

    def _in_list(self, of: _Lists, texts: int, index: _WordIndex) -> Singles:
        """Return the strength of other texts' words in the lists of texts, float32 (T, O)."""
        found = np.zeros((texts, index.texts), np.float32)
        first, end = (np.searchsorted(index.numbers, of.listed, side) for side in ("left", "right"))
        times = end - first
        hits = np.repeat(np.arange(len(times)), times)
        later = np.arange(len(hits)) - np.repeat(np.cumsum(times) - times, times)
        owners, columns = np.repeat(of.owners, of.sizes)[hits], index.columns[first[hits] + later]
        np.maximum.at(found, (owners, columns), STRENGTHS[of.steps[hits]])
        return found

    def _near(self, name: str, of: _Lists, texts: Sequence[str], others: Sequence[str]) -> Singles:
        """Return the closeness of other texts to the words in the lists of texts, float32 (T, O).

        It is the logarithm of a mean of exponentials, so that the nearest associations count most;
        0 for a text without a list and for an unknown other text.
        """
        means = np.full((len(texts), len(others)), LEAST_MEAN)
        vectors, (words, place) = self._vectors[name], np.unique(of.listed, return_inverse=True)
        rows, theirs = vectors.at(self._places[name][words]), vectors.of_texts(others)
        shares = STEP_SHARES[of.steps] * np.take(rows.any(axis=1), place)
        lists = np.repeat(np.arange(len(of.sizes)), of.sizes)
        shares /= np.maximum(np.bincount(lists, shares).astype(np.float32), LEAST_MEAN)[lists]
        rows *= SHARPNESS
        step = max(1, COUNTED_AT_ONCE // max(1, len(words)))
        for start in range(0, len(others) if of.spans else 0, step):
            part = slice(start, start + step)
            likely = rows @ theirs[part].T
            np.exp(likely, out=likely)
            for owner, span in zip(of.owners.tolist(), of.spans, strict=True):
                mean = shares[span] @ likely[place[span]]
                np.maximum(means[owner, part], mean, out=means[owner, part])
        near = SCALE / SHARPNESS * np.log(means)
        near[np.setdiff1d(np.arange(len(texts)), of.owners)] = 0
        near[:, ~theirs.any(axis=1)] = 0
        return near
