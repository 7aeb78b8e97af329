"""The listener: how likely a person picks each card on a clue.

A log-linear blend of the stored models, fitted to 377 first picks and 455 marked clues of people
(Cultural Codes, Shaikh et al. 2023, validation part) by `python -m tools.fit_listener`: of a card,
the cosine of each model, the square of its positive part, and whether the two words are said
together ("jug", "band"). The weights were chosen by cross-validation over games;
`python -m benchmarks.people` prints how well they do. Nothing is learnt while games run.

Axes: B cards, C clue words, E experts, F features.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import Vocabulary
from core.agents.explanations import Mixture
from core.agents.plackett_luce import LAPSE, pick_chances
from core.agents.understanding import Understanding, Understood, default_understanding
from core.words.ensemble import STORED
from core.words.heard import HeardModel, HeardWords, collocations, heard_model, heard_words

SCALE: Final = 5.0
"""A factor of the cosines, so that all features are about as large."""

TOGETHER: Final = 2.0
"""The feature of two words that are said together."""

ALONE: Final = 0.5
"""The weight of a model that speaks alone, in all the weights of the cosines together.

Models agree in part, so that one alone is less sure than their sum. Chosen with `BLENDED` by the
meant cards that a person made of other vectors finds (`python -m benchmarks.strangers`).
"""

BLENDED: Final = 0.3
"""The share of people in a mixture who take a clue as all models together do."""

GUESS_LAPSE: Final = 0.5
"""The same where only pieces of the clue are known."""

TERMS_KEPT: Final = 1024
"""Cards whose terms are kept."""


@dataclass(frozen=True, slots=True)
class ListenerWeights:
    """The weights: of the cosines by model, of their squares by model, of collocations."""

    cosines: tuple[float, ...]
    squares: tuple[float, ...]
    together: float

    @property
    def array(self) -> NDArray[np.float64]:
        """The weights in the order of the features, float64 (F,)."""
        return np.array([*self.cosines, *self.squares, self.together])

    def without(self, models: Collection[str]) -> "ListenerWeights":
        """Return the weights with which some models say nothing."""
        voices = [name not in models for name in STORED]
        pairs = [zip(each, voices, strict=True) for each in (self.cosines, self.squares)]
        cosines, squares = (tuple(one * voice for one, voice in each) for each in pairs)
        return ListenerWeights(cosines, squares, self.together)


FITTED_WEIGHTS: Final = ListenerWeights(
    cosines=(1.259, 0.641, 0.943, 0.451, 0.837),
    squares=(0.107, -0.376, -0.121, -0.062, -0.161),
    together=0.652,
)
"""The fitted weights."""


@dataclass(frozen=True, slots=True, eq=False)
class Picks:
    """A clue as it was understood, None for not at all, and each card's chance, (B,), sum 1."""

    understood: Understood | None
    chances: NDArray[np.float64]


class Listener:
    """A person who hears a clue, as the models of an ensemble together foresee one."""

    def __init__(
        self,
        models: Mapping[str, HeardModel],
        understanding: Understanding,
        collocations: "Collocations",
        weights: ListenerWeights = FITTED_WEIGHTS,
    ) -> None:
        """Take the stored models by name; raises KeyError where one is missing."""
        self._models = {name: models[name] for name in STORED}
        self._understanding = understanding
        self._collocations = collocations
        self.weights: Final = weights
        self.understand: Final = understanding.understand
        """Returns the word that a clue is understood as; None where nothing of it is known."""

    def weighted(self, weights: ListenerWeights) -> "Listener":
        """Return a listener with other weights and the same models."""
        if weights == self.weights:
            return self
        return Listener(self._models, self._understanding, self._collocations, weights)

    def picks(self, cards: Sequence[str], clue: str) -> Picks:
        """Return the chance of each of some covered cards to be picked first on a clue.

        All are as likely where nothing of the clue, or no card, is known.
        """
        heard = self.understand(clue)
        if heard is None:
            return Picks(None, np.full(len(cards), 1 / len(cards)))
        scores = self.features(cards, heard.word) @ self.weights.array
        return Picks(heard, pick_chances(scores, LAPSE if heard.is_sure else GUESS_LAPSE))

    def scores(
        self, cards: Sequence[str], vocabulary: Vocabulary, near: Mapping[str, NDArray[np.float32]]
    ) -> NDArray[np.float32]:
        """Return the weighted features of cards for all clue words, float32 (B, V).

        `near` has the cosines of each stored model, float32 (B, V).
        """
        return self._blended(near, self._together(cards, vocabulary))

    def _blended(
        self, near: Mapping[str, NDArray[np.float32]], together: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the sum of all weighted features, of cosines (B, C) and words said together."""
        total = together.copy()
        weights = zip(self.weights.cosines, self.weights.squares, strict=True)
        for name, (linear, square) in zip(STORED, weights, strict=True):
            scaled = _scaled(near[name])
            total += np.float32(linear) * scaled
            total += np.float32(square) * np.square(np.maximum(scaled, 0))
        return total

    def mixture(
        self,
        cards: Sequence[str],
        vocabulary: Vocabulary,
        near: Mapping[str, NDArray[np.float32]],
        columns: NDArray[np.intp],
    ) -> Mixture:
        """Return the models as experts who take some clue words each for itself, then their blend.

        A model's share is its weight's. `near` is that of `scores`; `columns` has C of the V words.
        """
        weights = np.maximum(self.weights.cosines, 0)
        together = self._together(cards, vocabulary)[:, columns]
        alone = np.float32(ALONE * weights.sum())
        cosines = {name: near[name][:, columns] for name in STORED}
        each = [alone * _scaled(cosines[name]) + together for name in STORED]
        shares = np.append((1 - BLENDED) * weights / weights.sum(), BLENDED)
        return Mixture(shares, np.stack([*each, self._blended(cosines, together)]))

    def _together(self, cards: Sequence[str], vocabulary: Vocabulary) -> NDArray[np.float32]:
        """Return the weighted feature of words that are said together, float32 (B, V)."""
        together = np.zeros((len(cards), len(vocabulary)), dtype=np.float32)
        for row, card in enumerate(cards):
            read = self._understanding.read_card(card)
            joined = self._collocations.clues(read, vocabulary)
            together[row, joined] = TOGETHER * self.weights.together
        return together

    def features(self, cards: Sequence[str], word: str) -> NDArray[np.float64]:
        """Return the features of cards beside a word that is understood, float64 (B, F).

        A model that does not know a card or the word says nothing: its features are 0.
        """
        read = [*map(self._understanding.read_card, cards)]
        near = {name: _voice(model.closeness(read, word)) for name, model in self._models.items()}
        together = [TOGETHER * self._collocations.joins(word, card) for card in read]
        columns = [
            *near.values(),
            *(np.maximum(cosines, 0) ** 2 for cosines in near.values()),
            np.array(together, dtype=np.float64),
        ]
        return np.stack(columns, axis=1)


def _scaled(cosines: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return cosines as features; a model that does not know a word says nothing."""
    return np.where(cosines > -1, cosines * np.float32(SCALE), np.float32(0))


def _voice(closeness: NDArray[np.float32]) -> NDArray[np.float64]:
    return np.where(closeness > -1, closeness.astype(np.float64) * SCALE, 0.0)


class Collocations:
    """Pairs of words that English has a term for: "ice cream", "boat house", "boathouse"."""

    def __init__(
        self, followers: Mapping[str, frozenset[str]], heard: HeardWords, known: Understanding
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
    known, heard = default_understanding(), heard_words()
    models = {name: heard_model(name) for name in STORED}
    return Listener(models, known, Collocations(collocations(), heard, known))
