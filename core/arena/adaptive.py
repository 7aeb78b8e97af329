"""The agent that models its teammate, in both chairs of the paper's game.

`core.agents.clue_search` and `core.agents.guess_order` think; here they are given the experts of
an arena. An `Ensemble` holds the experts' similarities in the form that both need. A
`TeammateSpymaster` or `TeammateGuesser` is a player of `core.arena.paper_game`.

As spymaster the agent hears with the experts' guessers, for it foresees a guesser; as guesser with
the experts' spymasters. In most ensembles both chairs look at one model.

Axes: M experts, N board words, B cards, V clue words, U covered cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import AssociationSource
from core.agents.belief import (
    Belief,
    Explanations,
    after_picks,
    new_belief,
    with_outcome,
)
from core.agents.clue_search import (
    GUESSER_TRUST,
    ChosenClue,
    ClueQuestion,
    Goal,
    after_clue,
    best_clue,
    best_of,
)
from core.agents.expert import ClueProposal
from core.agents.guess_order import (
    SPYMASTER_TRUST,
    ClueEvidence,
    after_key,
    ordered_cards,
)
from core.agents.memory import Memory, PlayedTurn
from core.agents.position import BoardPosition, CardKind, KeyedBoard
from core.arena.paper_game import Advice, Announcement, GuessRequest, SeenTurn
from core.arena.paper_kernels import ABSENT, Cards
from core.arena.tournament import Arena

Singles = NDArray[np.float32]

HEARD_BOARDS_KEPT: Final = 2
"""Boards whose similarities to all clue words are kept: 7 MB for seven experts."""

OTHER_CHAIR: Final = "-other"
"""The end of the name of an expert's opinion from the chair that the teammate does not sit in."""

REVIEW_SEED: Final = 17
"""The seed of the draws with which a shown key is read: the same key teaches the same."""

_SHORTEST: Final = 1e-6
"""The least deviation; it keeps a division finite where a model knows nothing."""


class Clues(Enum):
    """The clues among which a spymaster chooses."""

    ANY = "any"
    """All of the vocabulary."""
    ARMS = "arms"
    """Those of the experts, with their numbers."""


@dataclass(frozen=True, slots=True)
class TeammateOptions:
    """Switches of the agent; all but the first are for ablations."""

    clues: Clues = Clues.ANY
    goal: Goal = Goal.WIN
    explanations: Explanations = Explanations.BOTH


class Ensemble:
    """Some experts of an arena, in standard deviations of each expert's similarities.

    `names` are the experts in order, then again those whose chairs look at different similarities:
    what the other chair of such an expert sees is one more opinion. `spoken` float32 (M, N, V) are
    of the experts' spymasters, `heard` of their guessers, the other chairs last, and `levelled` the
    mean of `spoken` and of the same in standard deviations of each card. A spymaster means only
    cards in whose own list of neighbours the clue stands, and that depends on how the clue compares
    with others for that card.
    """

    def __init__(self, arena: Arena, names: Sequence[str]) -> None:
        """Take an arena and the names of experts in it; raises KeyError for another name."""
        experts = [arena.experts[name] for name in names]
        apart = [expert for expert in experts if not expert.single]
        self.arena: Final = arena
        self.names: Final = (*names, *(f"{expert.name}{OTHER_CHAIR}" for expert in apart))
        spoken = [*(one.spymaster for one in experts), *(one.guesser for one in apart)]
        heard = [*(one.guesser for one in experts), *(one.spymaster for one in apart)]
        self.spoken: Final = np.stack([_standard(source, arena.words) for source in spoken])
        self.heard: Final = np.stack([_standard(source, arena.words) for source in heard])
        self.levelled: Final = np.stack([levelled(one) for one in self.spoken])
        columns = arena.vocabulary.columns
        self._experts = tuple(names)
        self._columns = np.array([columns.get(word, ABSENT) for word in arena.words])
        self.board: Final = lru_cache(maxsize=HEARD_BOARDS_KEPT)(self._board)

    def own_words(self, words: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the columns of the board's words, which may not be said."""
        columns = self._columns[words]
        known: NDArray[np.int64] = columns[columns != ABSENT]
        return known

    def _board(self, words: tuple[int, ...]) -> Singles:
        """Return what guessers hear on a board, float32 (M, B, V)."""
        heard: Singles = self.heard[:, list(words)]
        return heard

    def expert_clues(self, cards: Cards) -> list[tuple[int, int]]:
        """Return each expert's own clue, its column and number, 1 for a fallback.

        Raises ValueError where every neighbour of an own card is on the board.
        """
        clues = [self.arena.clue(name, cards) for name in self._experts]
        return [(column, max(number, 1)) for column, number in clues]


def _standard(source: AssociationSource, words: tuple[str, ...]) -> Singles:
    """Return similarities (N, V) less their mean, in their standard deviations."""
    similarity = source.associations(words).similarity
    scale = max(float(similarity.std()), _SHORTEST)
    scaled: Singles = ((similarity - similarity.mean()) / scale).astype(np.float32)
    return scaled


def levelled(similarity: Singles) -> Singles:
    """Return the mean of similarities (N, V) and of the same standardised row by row."""
    centred = similarity - similarity.mean(axis=1, keepdims=True)
    rows = centred / np.maximum(similarity.std(axis=1, keepdims=True), _SHORTEST)
    mean: Singles = ((similarity + rows) / 2).astype(np.float32)
    return mean


@dataclass(frozen=True, slots=True, eq=False)
class _TeammateModel:
    """The agent in either chair."""

    ensemble: Ensemble
    options: TeammateOptions = TeammateOptions()

    trust: ClassVar[float]
    """How far a stranger is trusted to be like the experts."""

    def belief(self, memory: Memory) -> Belief:
        """Return the belief about the teammate, that about a stranger before the first turn."""
        if memory.teammate is not None:
            return memory.teammate
        return new_belief(self.ensemble.names, self.trust)

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        """Return the memory with the turn's outcome counted."""
        told = with_outcome(self.belief(memory), turn.outcome)
        return replace(memory, turns=memory.turns + 1, teammate=told)


@dataclass(frozen=True, slots=True, eq=False)
class TeammateSpymaster(_TeammateModel):
    """The agent as spymaster."""

    trust = GUESSER_TRUST

    def announce(
        self, position: BoardPosition, memory: Memory, rng: np.random.Generator
    ) -> Announcement:
        """Return the clue to give now."""
        chosen = self.clue(self.ensemble.arena.cards(position), self.belief(memory), rng)
        word = self.ensemble.arena.vocabulary.words[chosen.column]
        return Announcement(ClueProposal(word, chosen.number, ()))

    def clue(self, cards: Cards, belief: Belief, rng: np.random.Generator) -> ChosenClue:
        """Return the clue to give, and the chance that it comes off."""
        question = ClueQuestion(
            self.ensemble.board(tuple(cards.words.tolist())),
            cards.kinds,
            cards.covered,
            self.ensemble.own_words(cards.words),
        )
        goal, explanations = self.options.goal, self.options.explanations
        if self.options.clues is Clues.ANY:
            return best_clue(question, belief, rng, goal, explanations)
        arms = self.ensemble.expert_clues(cards)
        return best_of(question, belief, rng, arms, goal, explanations)

    def watch(self, memory: Memory, board: KeyedBoard, turn: SeenTurn) -> Memory:
        """Return the memory after the guesser's picks."""
        arena, turned = self.ensemble.arena, turn.turned
        cards = arena.cards(BoardPosition(board, turn.covered))
        places, column = np.flatnonzero(cards.covered), arena.vocabulary.columns[turn.word]
        heard = self.ensemble.heard[:, cards.words[places], column].T.astype(np.float64)
        is_own = cards.kinds[places] == CardKind.OWN
        clean = bool((cards.kinds[list(turned)] == CardKind.OWN).all())
        told = after_clue(self.belief(memory), heard, is_own, turn.number, clean=clean)
        picks = np.searchsorted(places, turned).tolist()
        return replace(memory, teammate=after_picks(told, heard, heard, picks))

    def review(self, memory: Memory, _board: KeyedBoard, _turns: Sequence[SeenTurn], /) -> Memory:
        """Return the memory unchanged: a spymaster knew the key."""
        return memory


@dataclass(frozen=True, slots=True, eq=False)
class TeammateGuesser(_TeammateModel):
    """The agent as guesser."""

    trust = SPYMASTER_TRUST

    def advise(self, question: GuessRequest, memory: Memory, rng: np.random.Generator) -> Advice:
        """Return the cards to turn, in order."""
        clue = self._heard(question.cards, question)
        order, _ = ordered_cards(clue, self.belief(memory), rng, self.options.explanations)
        return Advice(tuple(order[: clue.number].tolist()))

    def review(self, memory: Memory, board: KeyedBoard, turns: Sequence[SeenTurn], /) -> Memory:
        """Return the memory after a game whose key is shown."""
        rng, belief = np.random.default_rng(REVIEW_SEED), self.belief(memory)
        kinds = np.array(board.kinds, dtype=np.int64)
        for turn in turns:
            belief = after_key(belief, self._heard(board.cards, turn), kinds, rng)
        return replace(memory, teammate=belief)

    def _heard(self, cards: Sequence[str], clue: GuessRequest | SeenTurn) -> ClueEvidence:
        """Return a clue as the agent hears it."""
        arena = self.ensemble.arena
        places = np.array(sorted(clue.covered), dtype=np.intp)
        rows, column = arena.rows(cards)[places], arena.vocabulary.columns[clue.word]
        exact = self.ensemble.spoken[:, rows, column].T.astype(np.float64)
        blended = self.ensemble.levelled[:, rows, column].T.astype(np.float64)
        return ClueEvidence(places, exact, blended, min(clue.number, len(places)))
