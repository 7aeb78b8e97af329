"""The listener: a person's chance to pick each card for a clue.

It is a log-linear blend of the stored models, fitted to 377 first picks and 455 marked clues by
people (Cultural Codes, Shaikh et al. 2023, validation part) by `python -m tools.fit_listener`. The
features of a card are the cosine of each model, the square of its positive part, whether the two
words form a term ("jug", "band"), and features from association lists (`core.agents.listings`).
Cross-validation over games selected them; `python -m benchmarks.people` prints their accuracy. The
listener never learns during games.

Axes: B cards, C clue words, E experts, F features.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import Vocabulary, vocabulary_form
from core.agents.clue_lookup import ClueLookup, ClueMatch, default_understanding
from core.agents.clue_memory import ClueMemory, PairWeights, RecalledPairs, recalled_pairs
from core.agents.explanations import Mixture
from core.agents.listings import LISTING_FEATURES, LISTING_SOURCES, NEAR_MODELS, SCALE, Listings
from core.agents.plackett_luce import LAPSE, pick_chances
from core.rating.colt import Floats
from core.words.association_lists import association_lists
from core.words.ensemble import STORED
from core.words.receptive_words import (
    ReceptiveModel,
    ReceptiveVocabulary,
    collocations,
    receptive_model,
    receptive_vocabulary,
    word_vectors,
)
from core.words.vectors import UNALIKE, Singles

TOGETHER: Final = 2.0
"""The feature of two words that form a term."""

ALONE: Final = 0.4
"""The weight of a single model, as a share of the sum of the cosines' weights.

Models agree in part, so one alone is less sure than their sum. Chosen with `LISTS_ALONE` and
`BLENDED` by the targets that a simulated person with other vectors finds
(`python -m benchmarks.strangers`).
"""

LISTS_ALONE: Final = 0.25
"""The share of the lists' weights that goes with a single model."""

BLENDED: Final = 0.4
"""The share of a mixture for all models together."""

GUESS_LAPSE: Final = 0.5
"""The share of picks that follow no score if only pieces of the clue are known."""

TERMS_KEPT: Final = 1024
"""Cards whose terms are cached."""


@dataclass(frozen=True, slots=True)
class ListenerWeights:
    """The weights of cosines and their squares by model, of collocations, and of lists."""

    cosines: tuple[float, ...]
    squares: tuple[float, ...]
    together: float
    listed: tuple[float, ...]

    @staticmethod
    def of(array: Floats) -> "ListenerWeights":
        """Return the weights from an array (F,) in feature order."""
        found, models = array.tolist(), len(STORED)
        together = 2 * models
        return ListenerWeights(
            tuple(found[:models]),
            tuple(found[models:together]),
            found[together],
            tuple(found[together + 1 :]),
        )

    @property
    def array(self) -> Floats:
        """The weights in feature order, float64 (F,)."""
        return np.array([*self.cosines, *self.squares, self.together, *self.listed])

    def without(self, models: Collection[str]) -> "ListenerWeights":
        """Return the weights, with some models' weights set to 0."""
        voices = [name not in models for name in STORED]
        pairs = [zip(each, voices, strict=True) for each in (self.cosines, self.squares)]
        cosines, squares = (tuple(one * voice for one, voice in each) for each in pairs)
        heard = [set(models).isdisjoint(sources) for sources in LISTING_SOURCES]
        listed = tuple(one * voice for one, voice in zip(self.listed, heard, strict=True))
        return ListenerWeights(cosines, squares, self.together, listed)

    @property
    def without_lists(self) -> "ListenerWeights":
        """The weights for first scores, without lists."""
        moved = self.array - FITTED_WEIGHTS.array + WITHOUT_LISTS.array
        return replace(ListenerWeights.of(moved), listed=WITHOUT_LISTS.listed)


FITTED_WEIGHTS: Final = ListenerWeights(
    cosines=(0.816, 0.489, 0.691, 0.146, 0.833, 1.04),
    squares=(0.045, -0.263, -0.091, -0.014, -0.191, -0.261),
    together=0.179,
    listed=(0.706, 0.143, 0.44, 0.837, 0.188, -0.586, -0.556, -0.031, -0.61),
)
"""The fitted weights."""

WITHOUT_LISTS: Final = ListenerWeights(
    cosines=(1.072, 0.417, 0.678, 0.334, 0.706, 1.718),
    squares=(0.063, -0.261, -0.133, -0.059, -0.148, -0.309),
    together=0.464,
    listed=(0.0,) * LISTING_FEATURES,
)
"""The weights fitted without the features of lists."""


@dataclass(frozen=True, slots=True, eq=False)
class Picks:
    """The match of a clue, or None, and each card's chance, (B,), sum 1."""

    understood: ClueMatch | None
    chances: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Listener:
    """A prediction of a person's picks for a clue, by all models of an ensemble together.

    `models` are the stored models by name, `remembered` a guild's pairs by their understood words.
    """

    models: Mapping[str, ReceptiveModel]
    understanding: ClueLookup
    collocations: "Collocations"
    listings: Listings
    weights: ListenerWeights = FITTED_WEIGHTS
    remembered: RecalledPairs = field(default_factory=dict)

    def weighted(self, weights: ListenerWeights) -> "Listener":
        """Return the listener with other weights."""
        return replace(self, weights=weights)

    def remembering(self, memory: ClueMemory, weights: PairWeights) -> "Listener":
        """Return the listener with the pairs of a guild's memory."""
        if not memory.pairs:
            return self
        read_card = self.understanding.read_card
        pairs = recalled_pairs(memory, weights, self._understood_as, read_card)
        return replace(self, remembered=pairs)

    def understand(self, clue: str) -> ClueMatch | None:
        """Match a clue to known words; None if no part matches."""
        return self.understanding.understand(clue)

    def _understood_as(self, clue: str) -> str:
        heard = self.understand(clue)
        return heard.word if heard else vocabulary_form(clue)

    def _read(self, cards: Sequence[str]) -> list[str]:
        return [*map(self.understanding.read_card, cards)]

    def picks(self, cards: Sequence[str], clue: str) -> Picks:
        """Return each covered card's chance of the first pick for a clue.

        All chances are equal if the clue or all cards are unknown. For a clue that is unknown, or
        known only by pieces, only the guild's memory of it decides.
        """
        heard = self.understand(clue)
        is_guess = heard is None or not heard.is_sure
        log_odds = self._log_odds(cards, [self._understood_as(clue)])[:, 0].astype(np.float64)
        if is_guess and log_odds.any():
            return Picks(heard, pick_chances(log_odds))
        if heard is None:
            return Picks(None, np.full(len(cards), 1 / len(cards)))
        scores = self.features(cards, heard.word) @ self.weights.array + log_odds
        return Picks(heard, pick_chances(scores, GUESS_LAPSE if is_guess else LAPSE))

    def scores(
        self, cards: Sequence[str], vocabulary: Vocabulary, near: Mapping[str, Singles]
    ) -> Singles:
        """Return first scores of cards for all clue words, without lists, float32 (B, V).

        `near` contains the cosines of each stored model, float32 (B, V).
        """
        quick = self.weights.without_lists
        return _blended(quick, near, self._together(cards, vocabulary, quick))

    def _by_lists(self, cards: Sequence[str], words: Sequence[str]) -> Singles:
        """Return the sum of the lists' weighted features, float32 (B, C)."""
        features = self.listings.features(self._read(cards), words)
        weights = np.array(self.weights.listed, np.float32)
        weighted: Singles = np.tensordot(weights, features, axes=1)
        return weighted

    def near(self, cards: Sequence[str], words: tuple[str, ...]) -> dict[str, Singles]:
        """Return each stored model's cosines of cards with words, float32 (B, C); -1 if unknown."""
        read = self._read(cards)
        return {name: self.models[name].cosines(read, words) for name in STORED}

    def shared(
        self, own: Sequence[str], bad: Sequence[str], vocabulary: Vocabulary
    ) -> NDArray[np.intp]:
        """Return the columns of clues in the lists of at least two own cards and of no bad card.

        The strongest come first.
        """
        return self.listings.shared(self._read(own), self._read(bad), vocabulary.words)

    def mixture(
        self,
        cards: Sequence[str],
        vocabulary: Vocabulary,
        near: Mapping[str, Singles],
        columns: NDArray[np.intp],
    ) -> Mixture:
        """Return a mixture of single models, then their blend, for C of the V clue words.

        A model's share is proportional to its weight. `columns` contains the C words, `near` each
        stored model's cosines for them, float32 (B, C).
        """
        weights = np.maximum(self.weights.cosines, 0)
        words = [vocabulary.words[column] for column in columns]
        together = self._together(cards, vocabulary, self.weights)[:, columns]
        together += self._log_odds(cards, words)
        alone = np.float32(ALONE * weights.sum())
        listed = self._by_lists(cards, words)
        beside = together + np.float32(LISTS_ALONE) * listed
        each = [alone * _scaled(near[name]) + beside for name in STORED]
        blended = _blended(self.weights, near, together + listed)
        shares = np.append((1 - BLENDED) * weights / weights.sum(), BLENDED)
        return Mixture(shares, np.stack([*each, blended]))

    def recalled(self, cards: Sequence[str], vocabulary: Vocabulary) -> NDArray[np.intp]:
        """Return the columns of clues that memory links to one of the cards, strongest first."""
        read = {*self._read(cards)}
        speaking = {
            clue: sum(max(pairs[card], 0.0) for card in read & pairs.keys())
            for clue, pairs in self.remembered.items()
        }
        strongest = sorted(speaking, key=lambda clue: (-speaking[clue], clue))
        return vocabulary.present([clue for clue in strongest if speaking[clue] > 0])

    def recalled_clue(self, clue: str) -> str | None:
        """Return a clue's word in memory; None if the guild does not remember it."""
        word = self._understood_as(clue)
        return word if word in self.remembered else None

    def _log_odds(self, cards: Sequence[str], words: Sequence[str]) -> Singles:
        """Return the log-odds of remembered pairs, float32 (B, C)."""
        found = np.zeros((len(cards), len(words)), np.float32)
        read = self._read(cards)
        for column, word in enumerate(words) if self.remembered else ():
            if pairs := self.remembered.get(word):
                found[:, column] = [pairs.get(card, 0.0) for card in read]
        return found

    def _together(
        self, cards: Sequence[str], vocabulary: Vocabulary, weights: ListenerWeights
    ) -> Singles:
        """Return the weighted feature of words that form a term, float32 (B, V)."""
        together = np.zeros((len(cards), len(vocabulary)), dtype=np.float32)
        for row, card in enumerate(self._read(cards)):
            joined = self.collocations.clues(card, vocabulary)
            together[row, joined] = TOGETHER * weights.together
        return together

    def features(self, cards: Sequence[str], word: str) -> Floats:
        """Return the features of cards for an understood word, float64 (B, F).

        A model that does not know a card or the word has features of 0.
        """
        read = self._read(cards)
        near = [_voice(self.models[name].closeness(read, word)) for name in STORED]
        together = np.array([TOGETHER * self.collocations.joins(word, card) for card in read])
        columns = [*near, *(np.maximum(cosines, 0) ** 2 for cosines in near), together]
        return np.hstack([np.stack(columns, axis=1), self.listings.of_clue(tuple(read), word)])

    def features_of(self, cards: Sequence[str], words: tuple[str, ...]) -> Floats:
        """Return the `features` of cards for many words at once, float64 (C, B, F)."""
        read = self._read(cards)
        cosines = np.stack([_voice(near) for near in self.near(cards, words).values()])
        together = [
            [TOGETHER * self.collocations.joins(word, card) for word in words] for card in read
        ]
        listed = self.listings.features(read, words)
        every = [*cosines, *np.maximum(cosines, 0) ** 2, np.array(together), *listed]
        return np.stack(every, axis=-1).swapaxes(0, 1)


def _blended(weights: ListenerWeights, near: Mapping[str, Singles], others: Singles) -> Singles:
    """Return the sum of the weighted cosines (B, C) and the `others`."""
    total = others.copy()
    pairs = zip(weights.cosines, weights.squares, strict=True)
    for name, (linear, square) in zip(STORED, pairs, strict=True):
        # A row at a time stays in the processor's cache.
        for row, cosines in zip(total, near[name], strict=True):
            part = np.maximum(cosines, 0)
            part *= np.float32(square * SCALE**2)
            part += np.float32(linear * SCALE)
            part *= cosines
            part *= cosines > UNALIKE
            np.add(row, part, out=row)
    return total


def _scaled(cosines: Singles) -> Singles:
    """Return cosines as features, 0 for unknown words."""
    return np.where(cosines > -1, cosines * np.float32(SCALE), np.float32(0))


def _voice(closeness: Singles) -> Floats:
    return np.where(closeness > -1, closeness.astype(np.float64) * SCALE, 0.0)


class Collocations:
    """Pairs of words that form a term in English: "ice cream", "boat house", "boathouse"."""

    def __init__(
        self,
        followers: Mapping[str, Collection[str]],
        heard: ReceptiveVocabulary,
        known: ClueLookup,
    ) -> None:
        """Index the followers of each word in terms, with the receptive and all known words."""
        self._followers = followers
        leaders: defaultdict[str, list[str]] = defaultdict(list)
        for first, others in self._followers.items():
            for other in others:
                leaders[other].append(first)
        self._leaders = {word: tuple(before) for word, before in leaders.items()}
        self._bases = heard.bases
        self._known = known
        self.clues: Final = lru_cache(maxsize=TERMS_KEPT)(self._find_clues)

    def _find_clues(self, card: str, vocabulary: Vocabulary) -> NDArray[np.intp]:
        """Return the columns of the clue words that form a term with a card, in order."""
        found: set[str] = set()
        for word in self._forms(card):
            found.update(self._followers.get(word, ()), self._leaders.get(word, ()))
            found.update(self._known.sorted_words.behind(word))
            found.update(self._known.sorted_words.before(word))
        return np.sort(vocabulary.present(sorted(found)))

    def joins(self, one: str, other: str) -> bool:
        """Return whether two words form a term in either order; texts of several words never do."""
        pairs = product(self._forms(one), self._forms(other))
        return any(self._is_term(*pair) or self._is_term(*pair[::-1]) for pair in pairs)

    def _is_term(self, first: str, second: str) -> bool:
        return second in self._followers.get(first, ()) or first + second in self._known

    def _forms(self, text: str) -> set[str]:
        return set() if " " in text else {text, self._bases.get(text, text)}


@cache
def default_listener() -> Listener:
    """Return the listener of the embedded models; the first call takes half a second."""
    known, heard = default_understanding(), receptive_vocabulary()
    models = {name: receptive_model(name) for name in STORED}
    return Listener(models, known, Collocations(collocations(), heard, known), default_listings())


@cache
def default_listings(english: Callable[[str], str] = str) -> Listings:
    """Return the features of the embedded lists, with the `english` of `Listings`."""
    vectors = {name: word_vectors(name) for name in NEAR_MODELS}
    return Listings(association_lists(), vectors, receptive_vocabulary().bases, english)
