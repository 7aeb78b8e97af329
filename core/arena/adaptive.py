"""The agent that models its teammate, in both chairs of the paper's game.

It works like the bot at a table: the teammate's moves update the weights of explanations of the
teammate (`core.agents.explanations`), and the agent gives the best clue for their mixture
(`core.agents.clue_search`). Only the rules and the explanations differ: the teammate is one of an
arena's experts with some noise, or a blend of them; a clue may mean six cards, and a number may
count unlikely ones. `TeammateSpymaster` and `TeammateGuesser` are players of
`core.arena.paper_game`.

As spymaster the agent predicts a guesser, so it uses the similarities of the experts' guessers; as
guesser, those of their spymasters. In most ensembles both chairs share one model.

Axes: M experts, N board words, B cards, V clue words, C shortlisted clue words, S draws.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents import clue_search
from core.agents.associations import AssociationSource
from core.agents.expert import ClueProposal
from core.agents.explanations import Blend, Explanations, Mixture
from core.agents.memory import Memory, PlayedTurn, booked
from core.agents.position import BoardPosition, CardKind, KeyedBoard
from core.arena import paper_game
from core.arena.paper_kernels import Cards
from core.arena.tournament import Arena
from core.rating.colt import Floats, by_outcome
from core.rating.race import MIDDLING_TURNS, Race
from core.words.vectors import Singles

HEARD_BOARDS_KEPT: Final = 2
"""Boards whose similarities to all clue words are cached: 7 MB for seven experts."""

OTHER_CHAIR: Final = "-other"
"""The suffix of an expert's opinion from the chair that is not the teammate's."""

NOISES: Final = (0.03, 0.1, 0.3, 0.6)
"""Scales of an expert's noise, in standard deviations of its similarities."""

GUESSER_TRUST: Final = 2.5
"""The sum of the blend's weights for an unknown guesser: similarities against noise."""

SPYMASTER_TRUST: Final = 3.0
"""The sum of the blend's weights for an unknown spymaster."""

BLEND_PRIOR: Final = 0.5
"""The prior probability that a teammate is a blend; ablations use other values."""

SPREAD: Final = 1.5
"""The prior deviation of a blend's weights."""

MOST_MEANT: Final = 6
"""The greatest number of a clue."""

SCREENED: Final = 300
"""Clues on the shortlist."""

PICK_NOISE: Final = 0.9
"""The scale of the noise in picks, relative to the explanations' noise.

Chosen on development runs: 1.0 wins .01 more games with models outside the ensemble, 0.8 wins .1
turns sooner with the paper's.
"""

EXPERTS_DRAWN: Final = 64
"""Draws of the teammate's explanations: the experts of the mixture that judges clues."""

GUESS_DRAWS: Final = 128
"""Draws for the chance that the spymaster means a card."""

USUAL_WEIGHT: Final = 20.0
"""The weight in turns of the prior of a pair's outcomes; as in `core.rating.estimate`."""

USUAL_TURNS: Final = by_outcome(
    *(0.02, 0.03, 0.0),
    *(0.15, 0.03, 0.04, 0.01),
    *(0.30, 0.03, 0.04, 0.0),
    *(0.22, 0.02, 0.03, 0.0),
    0.08,
)
"""The prior of a pair's outcomes: turns of pairs that hardly know each other."""

OWN_TURNS: Final = "turns"
"""The memory's arm that counts the pair's outcomes."""

_SHORTEST: Final = 1e-6
"""The least deviation, so that a division stays finite if a model knows nothing."""


class Clues(Enum):
    """The clues from which a spymaster chooses."""

    ANY = "any"
    """The whole vocabulary."""
    ARMS = "arms"
    """The experts' clues, with their numbers."""


class Ensemble:
    """Some experts of an arena, in standard deviations of each expert's similarities.

    `names` are the experts in order, then a second entry for each expert whose chairs have
    different similarities: its other chair is one more opinion. `spoken` float32 (M, N, V) are the
    spymasters' similarities, `heard` the guessers', the other chairs last. `levelled` is the mean
    of `spoken` and of `spoken` standardised card by card, because a clue competes with a card's
    other clues: a spymaster means only cards with the clue among their neighbours.
    """

    def __init__(self, arena: Arena, names: Sequence[str]) -> None:
        """Standardise the named experts of an arena; raises KeyError for an unknown name."""
        experts = [arena.experts[name] for name in names]
        apart = [expert for expert in experts if not expert.single]
        self.arena: Final = arena
        self.names: Final = (*names, *(f"{expert.name}{OTHER_CHAIR}" for expert in apart))
        spoken = [*(one.spymaster for one in experts), *(one.guesser for one in apart)]
        heard = [*(one.guesser for one in experts), *(one.spymaster for one in apart)]
        self.spoken: Final = np.stack([_standard(source, arena.words) for source in spoken])
        self.heard: Final = np.stack([_standard(source, arena.words) for source in heard])
        self.levelled: Final = np.stack([levelled(one) for one in self.spoken])
        self._experts = tuple(names)
        self.board: Final = lru_cache(maxsize=HEARD_BOARDS_KEPT)(self._board)

    def _board(self, words: tuple[int, ...]) -> Singles:
        """Return the guessers' similarities on a board, float32 (M, B, V)."""
        return self.heard[:, list(words)]

    def expert_clues(self, cards: Cards) -> list[tuple[int, int]]:
        """Return the column and the number of each expert's own clue; a fallback has number 1.

        Raises ValueError if every neighbour of an own card is on the board.
        """
        clues = [self.arena.clue(name, cards) for name in self._experts]
        return [(column, max(number, 1)) for column, number in clues]


def _standard(source: AssociationSource, words: tuple[str, ...]) -> Singles:
    """Return standardised similarities (N, V): less their mean, in standard deviations."""
    similarity = source.associations(words).similarity
    scale = max(float(similarity.std()), _SHORTEST)
    scaled: Singles = ((similarity - similarity.mean()) / scale).astype(np.float32)
    return scaled


def levelled(similarity: Singles) -> Singles:
    """Return the mean of similarities (N, V) and their row-by-row standardised values."""
    centred = similarity - similarity.mean(axis=1, keepdims=True)
    rows = centred / np.maximum(similarity.std(axis=1, keepdims=True), _SHORTEST)
    mean: Singles = ((similarity + rows) / 2).astype(np.float32)
    return mean


def teammate_family(
    experts: int, trust: float, prior: float, *, is_levelled: bool = False
) -> Explanations:
    """Return the explanations of a stranger: an expert with some noise, or a blend of experts.

    `trust` is the sum of the blend's weights, `prior` its prior probability. With features of two
    kinds (`is_levelled`), the blend uses the second.
    """
    alone = np.concatenate([np.eye(experts) / noise for noise in NOISES])
    if is_levelled:
        alone = np.concatenate([alone, np.zeros_like(alone)], axis=1)
    priors = np.array([prior, *np.full(len(alone), (1 - prior) / len(alone))])
    blend = Blend(np.full(experts, trust / experts), np.eye(experts) / SPREAD**2)
    return Explanations(alone, priors, blend)


class _Modeller(paper_game.LearningPlayer):
    """The agent that models its teammate, in either chair."""

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        """Return the memory after counting the turn's outcome."""
        told = booked(memory, PlayedTurn(turn.outcome, ((OWN_TURNS, 1.0),)))
        return replace(told, turns=memory.turns + 1)


@dataclass(frozen=True, eq=False)
class TeammateSpymaster(_Modeller, paper_game.Spymaster):
    """The agent as spymaster."""

    ensemble: Ensemble
    clues: Clues = Clues.ANY
    blend_prior: float = BLEND_PRIOR

    @cached_property
    def family(self) -> Explanations:
        """The explanations of its guesser."""
        return teammate_family(len(self.ensemble.names), GUESSER_TRUST, self.blend_prior)

    def announce(
        self, position: BoardPosition, memory: Memory, rng: np.random.Generator
    ) -> ClueProposal:
        """Return the clue to give."""
        clue = self.clue(position, memory, rng)
        word = self.ensemble.arena.vocabulary.words[clue.column]
        return ClueProposal(word, clue.number, ())

    def clue(
        self, position: BoardPosition, memory: Memory, rng: np.random.Generator
    ) -> clue_search.PlannedClue:
        """Return the clue to give; raises ValueError if every clue word is on the board."""
        cards = self.ensemble.arena.cards(position)
        heard = self.ensemble.board(tuple(cards.words.tolist()))
        weights = self.family.draws(memory.evidence, EXPERTS_DRAWN).astype(np.float32)
        counts = np.array(memory.arm(OWN_TURNS).counts) + USUAL_WEIGHT * np.array(USUAL_TURNS)
        race = Race(tuple((counts / counts.sum()).tolist()), MIDDLING_TURNS)
        own, other = len(position.own()), len(position.places(CardKind.OPPONENT))
        left = clue_search.CardsLeft(own, other, len(position.covered))
        worth = clue_search.turn_worth(position, left, race, MOST_MEANT, found=0.0, missed=0.0)
        if self.clues is Clues.ARMS:
            return self._best_arm(cards, weights, heard, position, worth, rng)
        scores = _mean_scores(weights, heard)
        hopes = clue_search.hopeful(scores, position, None, MOST_MEANT, SCREENED)
        looked = np.setdiff1d(hopes, self.ensemble.arena.tables.columns[cards.words])
        if looked.size == 0:
            raise ValueError("no clue word is off the board")
        mixture = _mixture(weights, heard[:, :, looked])
        clue = clue_search.best_clue(mixture, position, worth, rng, promise=0.0)
        return replace(clue, column=int(looked[clue.column]))

    def _best_arm(
        self,
        cards: Cards,
        weights: Singles,
        heard: Singles,
        position: BoardPosition,
        worth: Floats,
        rng: np.random.Generator,
    ) -> clue_search.PlannedClue:
        """Return the best of the experts' own clues; in a tie, the first."""
        arms = self.ensemble.expert_clues(cards)
        columns = np.array([column for column, _ in arms])
        mixture = _mixture(weights, heard[:, :, columns])
        values = clue_search.clue_values(mixture, position, worth, rng, clue_search.LATER_DRAWS)
        numbers = np.minimum([number for _, number in arms], len(values))
        best = int(values[numbers - 1, np.arange(len(arms))].argmax())
        return clue_search.PlannedClue(int(columns[best]), int(numbers[best]), ())

    def watch(self, memory: Memory, board: KeyedBoard, turn: paper_game.PublicTurn) -> Memory:
        """Return the memory after learning from the guesser's picks."""
        arena = self.ensemble.arena
        cards = arena.cards(BoardPosition(board, turn.covered))
        places, column = np.flatnonzero(cards.covered), arena.vocabulary.columns[turn.word]
        heard = self.ensemble.heard[:, cards.words[places], column].T.astype(np.float64)
        picks = np.searchsorted(places, turn.turned).tolist()
        return replace(memory, evidence=self.family.after_picks(memory.evidence, heard, picks))


def _mixture(weights: Singles, heard: Singles) -> Mixture:
    """Return draws of explanations (S, M) as experts that hear clues (M, B, C)."""
    scores = np.tensordot(weights / np.float32(PICK_NOISE), heard, axes=1)
    return Mixture(np.full(len(weights), 1 / len(weights)), scores)


def _mean_scores(weights: Singles, heard: Singles) -> Singles:
    """Return the mean scores (B, C) of clues, with the explanations scaled to equal weight."""
    alike = weights / np.maximum(np.abs(weights).sum(axis=1, keepdims=True), _SHORTEST)
    return np.tensordot(alike.mean(axis=0), heard, axes=1)


@dataclass(frozen=True, eq=False)
class TeammateGuesser(_Modeller, paper_game.Guesser):
    """The agent as guesser."""

    ensemble: Ensemble
    blend_prior: float = BLEND_PRIOR

    @cached_property
    def family(self) -> Explanations:
        """The explanations of its spymaster."""
        experts = len(self.ensemble.names)
        return teammate_family(experts, SPYMASTER_TRUST, self.blend_prior, is_levelled=True)

    def advise(
        self, question: paper_game.PublicTurn, memory: Memory, rng: np.random.Generator
    ) -> paper_game.Advice:
        """Return the guesses in order."""
        places, features = self._heard(question)
        scores = features @ self.family.draws(memory.evidence, GUESS_DRAWS).T
        number = min(question.number, len(places))
        noisy = scores + rng.gumbel(size=scores.shape)
        ranks = np.argsort(np.argsort(-noisy, axis=0), axis=0)
        likely = (ranks < number).mean(axis=1) + _SHORTEST * scores.mean(axis=1)
        order = np.argsort(-likely, kind="stable")
        return paper_game.Advice(tuple(places[order[:number]].tolist()))

    def review(
        self, memory: Memory, board: KeyedBoard, turns: Sequence[paper_game.PublicTurn], /
    ) -> Memory:
        """Return the memory after learning from the key of a finished game."""
        evidence, kinds = memory.evidence, np.array(board.kinds)
        for turn in turns:
            places, features = self._heard(turn)
            is_own = kinds[places] == CardKind.OWN
            number = min(turn.number, len(places))
            evidence = self.family.after_key(evidence, features, is_own, number)
        return replace(memory, evidence=evidence)

    def _heard(self, clue: paper_game.PublicTurn) -> tuple[NDArray[np.intp], Floats]:
        """Return the covered places and the features of their cards for a clue."""
        arena = self.ensemble.arena
        places = np.array(sorted(clue.covered), dtype=np.intp)
        rows, column = arena.rows(clue.cards)[places], arena.vocabulary.columns[clue.word]
        sources = (self.ensemble.spoken, self.ensemble.levelled)
        features = [source[:, rows, column].T.astype(np.float64) for source in sources]
        return places, np.concatenate(features, axis=1)
