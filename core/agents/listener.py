"""The listener: how likely a person picks each card on a clue.

A log-linear blend of the stored models, fitted to 377 first picks and 455 marked clues of people
(Cultural Codes, Shaikh et al. 2023, validation part) by `python -m tools.fit_listener`: of a card,
the cosine of each model, the square of its positive part, whether the two words are said together
("jug", "band"), and what lists of associations say (`core.agents.listings`). The features were
chosen by cross-validation over games; `python -m benchmarks.people` prints how well they do.
Nothing is learnt while games run.

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
from core.words.vectors import Singles

TOGETHER: Final = 2.0
"""The feature of two words that are said together."""

ALONE: Final = 0.4
"""The weight of a model that speaks alone, in all the weights of the cosines together.

Models agree in part, so that one alone is less sure than their sum. Chosen with `LISTS_ALONE` and
`BLENDED` by the meant cards that a person made of other vectors finds
(`python -m benchmarks.strangers`).
"""

LISTS_ALONE: Final = 0.25
"""The part of the lists' weights that counts beside a model that speaks alone."""

BLENDED: Final = 0.4
"""The share of people in a mixture who take a clue as all models together do."""

GUESS_LAPSE: Final = 0.5
"""The same where only pieces of the clue are known."""

TERMS_KEPT: Final = 1024
"""Cards whose terms are kept."""


@dataclass(frozen=True, slots=True)
class ListenerWeights:
    """The weights of the cosines and their squares by model, of collocations, and of the lists."""

    cosines: tuple[float, ...]
    squares: tuple[float, ...]
    together: float
    listed: tuple[float, ...]

    @staticmethod
    def of(array: Floats) -> "ListenerWeights":
        """Return the weights of an array (F,) in the order of the features."""
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
        """The weights in the order of the features, float64 (F,)."""
        return np.array([*self.cosines, *self.squares, self.together, *self.listed])

    def without(self, models: Collection[str]) -> "ListenerWeights":
        """Return the weights with which some models say nothing."""
        voices = [name not in models for name in STORED]
        pairs = [zip(each, voices, strict=True) for each in (self.cosines, self.squares)]
        cosines, squares = (tuple(one * voice for one, voice in each) for each in pairs)
        heard = [set(models).isdisjoint(sources) for sources in LISTING_SOURCES]
        listed = tuple(one * voice for one, voice in zip(self.listed, heard, strict=True))
        return ListenerWeights(cosines, squares, self.together, listed)

    @property
    def without_lists(self) -> "ListenerWeights":
        """The weights as they would be had no list been read, by which a first look goes."""
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
"""The weights that are fitted to the features without those of the lists."""


@dataclass(frozen=True, slots=True, eq=False)
class Picks:
    """A clue as it was understood, None for not at all, and each card's chance, (B,), sum 1."""

    understood: ClueMatch | None
    chances: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Listener:
    """A person who hears a clue, as the models of an ensemble together foresee one.

    `models` has the stored models by name, `remembered` the pairs of a guild, by what
    their words are understood as.
    """

    models: Mapping[str, ReceptiveModel]
    understanding: ClueLookup
    collocations: "Collocations"
    listings: Listings
    weights: ListenerWeights = FITTED_WEIGHTS
    remembered: RecalledPairs = field(default_factory=dict)

    def weighted(self, weights: ListenerWeights) -> "Listener":
        """Return a listener with other weights and the same models."""
        return replace(self, weights=weights)

    def remembering(self, memory: ClueMemory, weights: PairWeights) -> "Listener":
        """Return a listener who also goes by the pairs of a guild's memory."""
        if not memory.pairs:
            return self
        read_card = self.understanding.read_card
        pairs = recalled_pairs(memory, weights, self._understood_as, read_card)
        return replace(self, remembered=pairs)

    def understand(self, clue: str) -> ClueMatch | None:
        """Return what a clue is understood as; None where nothing of it is known."""
        return self.understanding.understand(clue)

    def _understood_as(self, clue: str) -> str:
        heard = self.understand(clue)
        return heard.word if heard else vocabulary_form(clue)

    def _read(self, cards: Sequence[str]) -> list[str]:
        return [*map(self.understanding.read_card, cards)]

    def picks(self, cards: Sequence[str], clue: str) -> Picks:
        """Return the chance of each of some covered cards to be picked first on a clue.

        All are as likely where nothing of the clue, or no card, is known. A clue that is not
        understood, or by pieces, means what it is remembered to have meant.
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
        """Return the scores of cards for all clue words at a first look, float32 (B, V).

        `near` has the cosines of each stored model, float32 (B, V). No list is read.
        """
        quick = self.weights.without_lists
        return _blended(quick, near, self._together(cards, vocabulary, quick))

    def _by_lists(self, cards: Sequence[str], words: Sequence[str]) -> Singles:
        """Return the weighted features that come from lists, float32 (B, C)."""
        features = self.listings.features(self._read(cards), words)
        weights = np.array(self.weights.listed, np.float32)
        weighted: Singles = np.tensordot(weights, features, axes=1)
        return weighted

    def near(self, cards: Sequence[str], words: tuple[str, ...]) -> dict[str, Singles]:
        """Return each stored model's cosines of cards for words, float32 (B, C); -1 if unknown."""
        read = self._read(cards)
        return {name: self.models[name].cosines(read, words) for name in STORED}

    def shared(
        self, own: Sequence[str], bad: Sequence[str], vocabulary: Vocabulary
    ) -> NDArray[np.intp]:
        """Return the columns of the clues that stand in lists of two own cards and of no bad one.

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
        """Return the models as experts who take some clue words each for itself, then their blend.

        A model's share is its weight's. `columns` has C of the V words, `near` has the cosines of
        each stored model for these, float32 (B, C).
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
        """Return the columns of the clues that are remembered to speak for one of some cards.

        The strongest come first.
        """
        read = {*self._read(cards)}
        speaking = {
            clue: sum(max(pairs[card], 0.0) for card in read & pairs.keys())
            for clue, pairs in self.remembered.items()
        }
        strongest = sorted(speaking, key=lambda clue: (-speaking[clue], clue))
        return vocabulary.present([clue for clue in strongest if speaking[clue] > 0])

    def recalled_clue(self, clue: str) -> str | None:
        """Return a clue as it is remembered; None for one that is not."""
        word = self._understood_as(clue)
        return word if word in self.remembered else None

    def _log_odds(self, cards: Sequence[str], words: Sequence[str]) -> Singles:
        """Return the log-odds that remembered pairs add, float32 (B, C)."""
        found = np.zeros((len(cards), len(words)), np.float32)
        read = self._read(cards)
        for column, word in enumerate(words) if self.remembered else ():
            if pairs := self.remembered.get(word):
                found[:, column] = [pairs.get(card, 0.0) for card in read]
        return found

    def _together(
        self, cards: Sequence[str], vocabulary: Vocabulary, weights: ListenerWeights
    ) -> Singles:
        """Return the weighted feature of words that are said together, float32 (B, V)."""
        together = np.zeros((len(cards), len(vocabulary)), dtype=np.float32)
        for row, card in enumerate(self._read(cards)):
            joined = self.collocations.clues(card, vocabulary)
            together[row, joined] = TOGETHER * weights.together
        return together

    def features(self, cards: Sequence[str], word: str) -> Floats:
        """Return the features of cards beside a word that is understood, float64 (B, F).

        A model that does not know a card or the word says nothing: its features are 0.
        """
        read = self._read(cards)
        near = {name: _voice(self.models[name].closeness(read, word)) for name in STORED}
        together = [TOGETHER * self.collocations.joins(word, card) for card in read]
        columns = [
            *near.values(),
            *(np.maximum(cosines, 0) ** 2 for cosines in near.values()),
            np.array(together, dtype=np.float64),
        ]
        return np.hstack([np.stack(columns, axis=1), self.listings.of_clue(tuple(read), word)])

    def features_of(self, cards: Sequence[str], words: tuple[str, ...]) -> Floats:
        """Return the `features` of cards beside each of many words at once, float64 (C, B, F)."""
        read = self._read(cards)
        cosines = np.stack([_voice(near) for near in self.near(cards, words).values()])
        together = [
            [TOGETHER * self.collocations.joins(word, card) for word in words] for card in read
        ]
        listed = self.listings.features(read, words)
        every = [*cosines, *np.maximum(cosines, 0) ** 2, np.array(together), *listed]
        return np.stack(every, axis=-1).swapaxes(0, 1)


def _blended(weights: ListenerWeights, near: Mapping[str, Singles], others: Singles) -> Singles:
    """Return the sum of all weighted features, of cosines (B, C) and the `others`."""
    total = others.copy()
    pairs = zip(weights.cosines, weights.squares, strict=True)
    for name, (linear, square) in zip(STORED, pairs, strict=True):
        scaled = _scaled(near[name])
        total += np.float32(linear) * scaled
        total += np.float32(square) * np.square(np.maximum(scaled, 0))
    return total


def _scaled(cosines: Singles) -> Singles:
    """Return cosines as features; a model that does not know a word says nothing."""
    return np.where(cosines > -1, cosines * np.float32(SCALE), np.float32(0))


def _voice(closeness: Singles) -> Floats:
    return np.where(closeness > -1, closeness.astype(np.float64) * SCALE, 0.0)


class Collocations:
    """Pairs of words that English has a term for: "ice cream", "boat house", "boathouse"."""

    def __init__(
        self,
        followers: Mapping[str, frozenset[str]],
        heard: ReceptiveVocabulary,
        known: ClueLookup,
    ) -> None:
        """Take which words follow a word in a term, and all words that are known."""
        self._followers = followers
        leaders: defaultdict[str, set[str]] = defaultdict(set)
        for first, others in self._followers.items():
            for other in others:
                leaders[other].add(first)
        self._leaders = {word: frozenset(before) for word, before in leaders.items()}
        self._bases = heard.bases
        self._known = known
        self.clues: Final = lru_cache(maxsize=TERMS_KEPT)(self._find_clues)

    def _find_clues(self, card: str, vocabulary: Vocabulary) -> NDArray[np.intp]:
        """Return the columns of the clue words that join a card, in their order."""
        found: set[str] = set()
        for word in self._forms(card):
            found |= self._followers.get(word, frozenset()) | self._leaders.get(word, frozenset())
            found.update(self._known.sorted_words.behind(word))
            found.update(self._known.sorted_words.before(word))
        return np.sort(vocabulary.present(sorted(found)))

    def joins(self, one: str, other: str) -> bool:
        """Return whether a word stands before or behind another one in a term; texts never do."""
        pairs = product(self._forms(one), self._forms(other))
        return any(self._is_term(*pair) or self._is_term(*pair[::-1]) for pair in pairs)

    def _is_term(self, first: str, second: str) -> bool:
        return second in self._followers.get(first, ()) or first + second in self._known

    def _forms(self, text: str) -> set[str]:
        return set() if " " in text else {text, self._bases.get(text, text)}


@cache
def default_listener() -> Listener:
    """Return the listener of the embedded models; takes half a second once."""
    known, heard = default_understanding(), receptive_vocabulary()
    models = {name: receptive_model(name) for name in STORED}
    return Listener(models, known, Collocations(collocations(), heard, known), default_listings())


@cache
def default_listings(english: Callable[[str], str] = str) -> Listings:
    """Return the features of the embedded lists; `english` is that of `Listings`."""
    vectors = {name: word_vectors(name) for name in NEAR_MODELS}
    return Listings(association_lists(), vectors, receptive_vocabulary().bases, english)
