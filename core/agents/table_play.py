"""Clues and guesses of an expert at a table with people, under the full rules.

The paper's agents (`core.arena.paper_kernels`) assume a partner that thinks exactly as they do.
People do not, so the table's spymaster keeps its distance from bad cards, more from worse ones, and
gives the clue on which people should see the most cards. The table's guesser reconsiders the board
before each guess, may stop, and returns to unfinished earlier clues.

Distances between similarities are in *deviations*: the standard deviation of the model's
similarities between the board's cards and all clue words. So one set of thresholds fits models
whose cosines have different ranges.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import NO_VECTOR, Associations, AssociationSource
from core.agents.expert import ClueProposal
from core.agents.position import BoardPosition, CardKind, rows
from core.words.vectors import Singles

_LEAST_VARIANCE: Final = 1e-12
"""Keeps distances finite if all similarities are equal."""


@dataclass(frozen=True, slots=True)
class SpymasterMargins:
    """The spymaster's margins against bad cards, in deviations of the model's similarities.

    They protect partners who think differently. `related` suits people, who see fewer relations
    than models do. benchmarks/README.md shows the cost and gain of each between models.
    """

    bystander: float = 0.4
    """The least lead of a target over any bystander."""
    opponent: float = 0.6
    """The least lead over any card of an opponent."""
    assassin: float = 1.5
    """The least lead over the assassin, which loses the game."""
    related: float = 3.4
    """The height above the mean similarity at which people see a relation half of the time."""
    blur: float = 0.6
    """The scale of both curves, of seeing relations and of telling cards apart."""
    least: float = 0.35
    """The least chance of finding a target."""
    most: int = 4
    """The most targets of a clue: more are hard to follow, and win no more games."""

    def margin(self, kind: CardKind) -> float:
        """Return the least lead of a target over a bad card of this kind."""
        margins = {CardKind.BYSTANDER: self.bystander, CardKind.OPPONENT: self.opponent}
        return margins.get(kind, self.assassin)


@dataclass(frozen=True, slots=True)
class Scale:
    """The mean and the standard deviation of a model's similarities around a board."""

    mean: float
    deviation: float

    def similarity(self, deviations: float) -> np.float32:
        """Return the similarity at a number of deviations above the mean."""
        return np.float32(self.mean + deviations * self.deviation)

    def deviations(self, similarity: float) -> float:
        """Return the number of deviations by which a similarity exceeds the mean."""
        return (similarity - self.mean) / self.deviation


def scale_of(associations: Associations) -> Scale:
    """Return the scale of a board's similarities without unknown words."""
    similarity = associations.similarity
    known = int(np.count_nonzero(similarity > NO_VECTOR))
    if known == 0:
        return Scale(0.0, 1.0)
    # Each unknown similarity is -1: it lowers the sum by 1 and raises that of squares by 1.
    unknown = similarity.size - known
    mean = (float(similarity.sum()) + unknown) / known
    squares = (float(np.vdot(similarity, similarity)) - unknown) / known
    return Scale(mean, sqrt(max(squares - mean * mean, _LEAST_VARIANCE)))


def clue_for_people(
    associations: Associations,
    position: BoardPosition,
    sayable: NDArray[np.bool_],
    margins: SpymasterMargins,
) -> ClueProposal:
    """Return the best clue for people among the `sayable` words, bool (V,).

    People do not find a card because a model ranks it first among 25: they must see the relation,
    and no better one. So each covered own card that leads every covered bad card by that card's
    margin has a chance to be found, the product of two logistic curves: of its similarity, and of
    its room above the danger. Cards with enough chance are the word's targets, at most
    `margins.most`. The best word has the largest sum of chances: two clear targets beat four
    far-fetched ones. If no word has a target, the fallback is the best word for any one card; if
    the model knows no own card, it is any word without targets. Raises ValueError if no word is
    sayable.
    """
    columns = np.flatnonzero(sayable)
    if columns.size == 0:
        raise ValueError("no word may be said")
    own = rows(position.own())
    own = own[associations.known[own]]
    if own.size == 0:
        return ClueProposal(associations.vocabulary.words[columns[0]], 1, (), fallback=True)
    speaker = _Speaker(associations, position, own, margins, scale_of(associations))
    return speaker.clearest(columns[speaker.related[columns]]) or speaker.least_bad(columns)


@dataclass(frozen=True, slots=True)
class _Speaker:
    """A spymaster at a board: `own` (O,) are the places of its cards that the model knows."""

    associations: Associations
    position: BoardPosition
    own: NDArray[np.intp]
    caution: SpymasterMargins
    scale: Scale

    @property
    def related(self) -> NDArray[np.bool_]:
        """The words on which people may see a card, bool (V,): few, and quick to find."""
        nearest = self.associations.similarity[self.own].max(axis=0)
        return self._seen(nearest) >= self.caution.least

    def clearest(self, columns: NDArray[np.intp]) -> ClueProposal | None:
        """Return the word on which people find the most targets, or None without targets."""
        similarity = self.associations.similarity[np.ix_(self.own, columns)]
        room = similarity - self._danger(columns)
        chances = self._seen(similarity) * _logistic(room * self._steepness)
        chances[(chances < self.caution.least) | (room <= 0)] = 0
        if not chances.any():
            return None
        best = int(_found(chances, self.caution.most).argmax())
        targets = np.argsort(-chances[:, best], kind="stable")[: self.caution.most]
        kept = np.sort(self.own[targets[chances[targets, best] > 0]])
        word = self.associations.vocabulary.words[columns[best]]
        return ClueProposal(word, len(kept), tuple(kept.tolist()))

    def least_bad(self, columns: NDArray[np.intp]) -> ClueProposal:
        """Return the word with the most room above the danger for any one card."""
        similarity = self.associations.similarity[np.ix_(self.own, columns)]
        room = similarity - self._danger(columns)
        card, best = divmod(int(room.argmax()), room.shape[1])
        word = self.associations.vocabulary.words[columns[best]]
        return ClueProposal(word, 1, (int(self.own[card]),), fallback=True)

    def _seen(self, similarity: Singles) -> Singles:
        """Return the chance that people see the relation, for each similarity."""
        far = similarity - self.scale.similarity(self.caution.related)
        return _logistic(far * self._steepness)

    @property
    def _steepness(self) -> np.float32:
        return np.float32(1 / (self.caution.blur * self.scale.deviation))

    def _danger(self, columns: NDArray[np.intp]) -> Singles:
        """Return the similarity (C,) above which a target of each word is safe."""
        danger = np.full(columns.size, NO_VECTOR, dtype=np.float32)
        for kind in (CardKind.OPPONENT, CardKind.BYSTANDER, CardKind.ASSASSIN):
            bad = rows(self.position.places(kind))
            similarity = self.associations.similarity[np.ix_(bad, columns)]
            nearest = similarity.max(axis=0, initial=NO_VECTOR)
            margin = np.float32(self.caution.margin(kind) * self.scale.deviation)
            np.maximum(danger, nearest + margin, out=danger)
        return danger


def _logistic(values: Singles) -> Singles:
    """Return 1 / (1 + exp(-x)) of each value without overflow."""
    curve: Singles = np.float32(0.5) * (1 + np.tanh(values * np.float32(0.5)))
    return curve


def _found(chances: Singles, most: int) -> Singles:
    """Return the mean number of cards found (C,) among the `most` likeliest of each word."""
    if len(chances) > most:
        chances = np.sort(chances, axis=0)[-most:]
    found: Singles = chances.sum(axis=0)
    return found


@dataclass(frozen=True, slots=True)
class GuesserThresholds:
    """The closeness for further guesses, in deviations above the model's mean similarity."""

    further: float = 1.0
    """The least closeness to the clue for a guess after the turn's first."""
    earlier: float = 3.0
    """The least closeness to an earlier clue for a guess from it."""


DEFAULT_MARGINS: Final = SpymasterMargins()
DEFAULT_THRESHOLDS: Final = GuesserThresholds()


@dataclass(frozen=True, slots=True)
class KnownClue:
    """A clue of the guesser's own spymaster, as a known word or None.

    `number` is None for unlimited; `covered` are the places covered at the time of the clue,
    `found` the team's cards uncovered in its turn, in order.
    """

    word: str | None
    number: int | None
    covered: frozenset[int]
    found: tuple[int, ...] = ()

    @property
    def owed(self) -> int:
        """The number of cards still to find: 0 for clues of 0 and unlimited."""
        return max(0, (self.number or 0) - len(self.found))


@dataclass(frozen=True, slots=True)
class GuesserView:
    """A guesser's view before a guess, without the key.

    `own` are the team's uncovered places, `clues` those of its spymaster, the current one last.
    `made` is the number of guesses after the current clue.
    """

    cards: tuple[str, ...]
    covered: frozenset[int]
    own: frozenset[int]
    clues: tuple[KnownClue, ...]
    made: int


class GuessReason(Enum):
    """The reason for a guess; values end phrase keys."""

    CLUE = "clue"
    """The current clue."""
    EARLIER = "earlier"
    """An earlier clue: an unfinished one, or any one if the current clue is unknown."""
    UNRELATED = "unrelated"
    """The weakest relation to a clue of number 0."""
    CHANCE = "chance"
    """None: the clue and all earlier ones are unknown."""


@dataclass(frozen=True, slots=True)
class CardPick:
    """A card to guess, and the reason."""

    place: int
    basis: GuessReason


def guess_with_people(
    source: AssociationSource,
    view: GuesserView,
    thresholds: GuesserThresholds,
    rng: np.random.Generator,
) -> CardPick | None:
    """Return the next card to guess, or None to end the turn.

    - A number n: the n cards nearest to the clue, one at a time; after the first only while the
      nearest is convincing. The (n + 1)th guess, and any after an unconvincing card, only on
      evidence from an earlier unfinished clue.
    - 0 (none of our cards): one guess, on an earlier unfinished clue, else on the card least
      related to the clue; further guesses only on earlier clues.
    - Unlimited: while the nearest card is convincing, then on earlier clues.
    - A clue that the model does not know: one guess, on an earlier unfinished clue with any
      evidence, else on the card nearest to any earlier clue (no bad card is near those), else at
      random.

    A clue is unfinished while fewer cards than its number were found for it.
    """
    scale = scale_of(source.associations(view.cards))
    guesser = _Guesser(source, view, thresholds, scale)
    clue = view.clues[-1]
    first = view.made == 0
    if clue.word is None or not knows(source, view.cards, clue.word):
        return guesser.blind(rng) if first else None
    if clue.number == 0:
        unfinished = guesser.earlier(any_evidence=False)
        farthest = guesser.ranked(clue.word, view.covered)[-1]
        return unfinished or (CardPick(farthest, GuessReason.UNRELATED) if first else None)
    if clue.number is None or view.made < clue.number:
        nearest = guesser.ranked(clue.word, view.covered)[0]
        if first or guesser.deviations(nearest, clue.word) >= thresholds.further:
            return CardPick(nearest, GuessReason.CLUE)
    return guesser.earlier(any_evidence=False)


def knows(source: AssociationSource, cards: tuple[str, ...], word: str) -> bool:
    """Return whether a model has a vector for a word."""
    return float(source.closeness(cards, word).max()) > NO_VECTOR


def rank_cards(
    source: AssociationSource, cards: tuple[str, ...], places: frozenset[int], word: str | None
) -> tuple[tuple[int, float], ...]:
    """Return the places of cards with their similarity to a word, nearest first; empty for None."""
    if word is None:
        return ()
    closeness = source.closeness(cards, word).tolist()
    ranked = sorted(places, key=lambda place: (-closeness[place], cards[place]))
    return tuple((place, closeness[place]) for place in ranked)


@dataclass(frozen=True, slots=True)
class _Guesser:
    """A guesser with one model at a board."""

    source: AssociationSource
    look: GuesserView
    conviction: GuesserThresholds
    scale: Scale

    def blind(self, rng: np.random.Generator) -> CardPick:
        """Return the covered place that is safest according to earlier clues, or a random one."""
        covered = sorted(self.look.covered)
        found = self.earlier(any_evidence=True) or self._safest()
        return found or CardPick(covered[int(rng.integers(len(covered)))], GuessReason.CHANCE)

    def _safest(self) -> CardPick | None:
        """Return the covered place nearest to a known earlier clue with a number other than 0."""
        words = [self._known(clue) for clue in self.look.clues[:-1] if clue.number != 0]
        nearest = [
            (self.deviations(place, word), -place)
            for word in words
            for place in self.look.covered
            if word is not None
        ]
        return CardPick(-max(nearest)[1], GuessReason.EARLIER) if nearest else None

    def earlier(self, *, any_evidence: bool) -> CardPick | None:
        """Return the covered place with the most evidence from an earlier unfinished clue, if any.

        Without `any_evidence` it must pass the threshold for earlier clues.
        """
        claims = [
            (self.deviations(place, word), -place)
            for clue in self._tallied()[:-1]
            if (word := self._known(clue)) is not None
            for place in self._owed(word, clue)
        ]
        best, place = max(claims, default=(-np.inf, 0))
        enough = any_evidence or best >= self.conviction.earlier
        return CardPick(-place, GuessReason.EARLIER) if claims and enough else None

    def _owed(self, word: str, clue: KnownClue) -> tuple[int, ...]:
        """Return the covered ones among a clue's nearest cards, as many as it owes.

        Cards that proved not to be the team's were not targets; the team's cards found in other
        turns may have been.
        """
        meant = clue.covered & (self.look.covered | self.look.own)
        nearest = self.ranked(word, meant.difference(clue.found))[: clue.owed]
        return tuple(place for place in nearest if place in self.look.covered)

    def _tallied(self) -> list[KnownClue]:
        """Return the clues, each with the found cards that count for it.

        Cards of a clue's own turn count for it, up to its number. Each further card was an extra
        guess and counts for the nearest unfinished clue. So all models agree on the total of cards
        owed.
        """
        clues: list[KnownClue] = []
        for clue in self.look.clues:
            number = len(clue.found) if clue.number is None else clue.number
            clues.append(replace(clue, found=clue.found[:number]))
            for extra in clue.found[number:]:
                unfinished = [place for place, one in enumerate(clues) if one.owed][::-1]
                near = [self._nearness(extra, clues[place]) for place in unfinished]
                if unfinished:
                    best = unfinished[near.index(max(near))]
                    clues[best] = replace(clues[best], found=(*clues[best].found, extra))
        return clues

    def _nearness(self, place: int, clue: KnownClue) -> float:
        word = self._known(clue)
        return -np.inf if word is None else self.deviations(place, word)

    def _known(self, clue: KnownClue) -> str | None:
        """Return the word of a clue if the model has a vector for it."""
        word, cards = clue.word, self.look.cards
        return word if word is not None and knows(self.source, cards, word) else None

    def ranked(self, word: str, places: frozenset[int]) -> Sequence[int]:
        """Return covered places, the nearest to a word first."""
        ranking = rank_cards(self.source, self.look.cards, places, word)
        return [place for place, _ in ranking]

    def deviations(self, place: int, word: str) -> float:
        """Return the closeness of a card to a word, in deviations above the mean."""
        closeness = self.source.closeness(self.look.cards, word)
        return self.scale.deviations(float(closeness[place]))
