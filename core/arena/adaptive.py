"""The agent that models its teammate, in both chairs of the paper's game.

`core.agents.clue_search` and `core.agents.guess_order` think; here they are given the experts of
an arena. An `Ensemble` holds the experts' similarities in the form that both need. A
`TeammateSpymaster` or `TeammateGuesser` plays on places in the arena's list of words, which
`core.arena.adaptive_runs` does fast, or on cards, as a player of `core.arena.solitaire`: the
moves are the same.

As spymaster the agent hears with the experts' guessers, for it foresees a guesser; as guesser with
the experts' spymasters. In most ensembles both chairs look at one model.

Axes: M experts, N board words, B cards, V clue words, U covered cards.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import AssociationSource, Vocabulary
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
from core.agents.position import BoardPosition, KeyedBoard
from core.arena.experts import ABSENT, Cards, Scratch, scratch
from core.arena.experts import best_clue as expert_clue
from core.arena.solitaire import Advice, Announcement, FinishedGame, GuessRequest, SeenTurn
from core.arena.tables import ArenaTables
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
    what the other chair of such an expert sees is one more opinion. `places` int64 are the experts
    in the arena's tables. `spoken` float32 (M, N, V) are of the experts' spymasters, `heard` of
    their guessers, the other chairs last, and `levelled` the mean of `spoken` and of the
    same in standard deviations of each card. A spymaster means only cards in whose own list of
    neighbours the clue stands, and that depends on how the clue compares with others for that card.
    """

    def __init__(self, arena: Arena, names: Sequence[str]) -> None:
        """Take an arena and the names of experts in it; raises KeyError for another name."""
        experts = [arena.experts[name] for name in names]
        listed = list(arena.experts)
        apart = [expert for expert in experts if not expert.single]
        self.names: Final = (*names, *(f"{expert.name}{OTHER_CHAIR}" for expert in apart))
        self.words: Final = arena.words
        self.vocabulary: Final[Vocabulary] = experts[0].spymaster.vocabulary
        self.places: Final = np.array([listed.index(name) for name in names], dtype=np.int64)
        self.tables: Final[ArenaTables] = arena.tables
        self.room: Final[Scratch] = scratch(arena.tables)
        spoken = [*(one.spymaster for one in experts), *(one.guesser for one in apart)]
        heard = [*(one.guesser for one in experts), *(one.spymaster for one in apart)]
        self.spoken: Final = np.stack([_standard(source, arena.words) for source in spoken])
        self.heard: Final = np.stack([_standard(source, arena.words) for source in heard])
        self.levelled: Final = np.stack([levelled(one) for one in self.spoken])
        self._rows = {word: row for row, word in enumerate(arena.words)}
        columns = self.vocabulary.columns
        self._columns = np.array([columns.get(word, ABSENT) for word in arena.words])
        self.board: Final = lru_cache(maxsize=HEARD_BOARDS_KEPT)(self._board)

    def rows(self, cards: Sequence[str]) -> NDArray[np.int64]:
        """Return where cards stand in the arena's list; raises KeyError for another word."""
        return np.array([self._rows[card] for card in cards], dtype=np.int64)

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
        clues = [expert_clue(self.tables, place, cards, self.room) for place in self.places]
        if any(column == ABSENT for column, _ in clues):
            raise ValueError("no neighbour of an own card is off the board")
        return [(int(column), max(int(number), 1)) for column, number in clues]


def _standard(source: AssociationSource, words: tuple[str, ...]) -> Singles:
    return standardised(source.associations(words).similarity)


def standardised(similarity: Singles) -> Singles:
    """Return similarities (N, V) less their mean, in their standard deviations."""
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
class TeammateSpymaster:
    """The agent as spymaster."""

    ensemble: Ensemble
    options: TeammateOptions = TeammateOptions()

    def start(self) -> Belief:
        """Return the belief about a strange guesser."""
        return new_belief(self.ensemble.names, GUESSER_TRUST)

    def clue(self, cards: Cards, belief: Belief, rng: np.random.Generator) -> ChosenClue:
        """Return the clue to give."""
        kinds = np.where(cards.kinds == cards.side, 0, np.maximum(cards.kinds, 1))
        question = ClueQuestion(
            self.ensemble.board(tuple(cards.words.tolist())),
            kinds,
            cards.covered,
            self.ensemble.own_words(cards.words),
        )
        goal, explanations = self.options.goal, self.options.explanations
        if self.options.clues is Clues.ANY:
            return best_clue(question, belief, rng, goal, explanations)
        arms = self.ensemble.expert_clues(cards)
        return best_of(question, belief, rng, arms, goal, explanations)

    def after_turn(
        self,
        belief: Belief,
        cards: Cards,
        said: tuple[int, int],
        turned: Sequence[int],
    ) -> Belief:
        """Return the belief after the guesser turned some places, in order, on a clue.

        `cards` are those before the turn, `said` the column and the number of the clue.
        """
        column, number = said
        places = np.flatnonzero(cards.covered)
        heard = self.ensemble.heard[:, cards.words[places], column].T.astype(np.float64)
        is_own = cards.kinds[places] == cards.side
        clean = bool((cards.kinds[list(turned)] == cards.side).all())
        told = after_clue(belief, heard, is_own, number, clean=clean)
        return after_picks(told, heard, heard, np.searchsorted(places, turned).tolist())

    def announce(
        self, position: BoardPosition, memory: Memory, rng: np.random.Generator
    ) -> Announcement:
        """Return the clue to give now."""
        chosen = self.clue(cards_of(self.ensemble, position), self._belief(memory), rng)
        word = self.ensemble.vocabulary.words[chosen.column]
        return Announcement(ClueProposal(word, chosen.number, ()))

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        """Return the memory with the turn's outcome counted."""
        return replace(
            memory,
            turns=memory.turns + 1,
            teammate=with_outcome(self._belief(memory), turn.outcome),
        )

    def watch(self, memory: Memory, board: KeyedBoard, turn: SeenTurn) -> Memory:
        """Return the memory after the guesser's picks."""
        cards = cards_of(self.ensemble, BoardPosition(board, turn.covered))
        said = (self.ensemble.vocabulary.columns[turn.word], turn.number)
        told = self.after_turn(self._belief(memory), cards, said, turn.turned)
        return replace(memory, teammate=told)

    def review(self, memory: Memory, game: FinishedGame) -> Memory:  # noqa: ARG002 - the protocol's
        """Return the memory unchanged: a spymaster knew the key."""
        return memory

    def _belief(self, memory: Memory) -> Belief:
        return self.start() if memory.teammate is None else memory.teammate


@dataclass(frozen=True, slots=True, eq=False)
class TeammateGuesser:
    """The agent as guesser."""

    ensemble: Ensemble
    options: TeammateOptions = TeammateOptions()

    def start(self) -> Belief:
        """Return the belief about a strange spymaster."""
        return new_belief(self.ensemble.names, SPYMASTER_TRUST)

    def evidence(
        self, words: NDArray[np.int64], covered: NDArray[np.bool_], column: int, number: int
    ) -> ClueEvidence:
        """Return a clue as the agent hears it."""
        places = np.flatnonzero(covered)
        rows = words[places]
        exact = self.ensemble.spoken[:, rows, column].T.astype(np.float64)
        blended = self.ensemble.levelled[:, rows, column].T.astype(np.float64)
        return ClueEvidence(places, exact, blended, min(number, len(places)))

    def guesses(
        self, clue: ClueEvidence, belief: Belief, rng: np.random.Generator
    ) -> tuple[int, ...]:
        """Return the places to turn, in order."""
        order, _ = ordered_cards(clue, belief, rng, self.options.explanations)
        return tuple(order[: clue.number].tolist())

    def after_game(
        self, belief: Belief, kinds: NDArray[np.int64], clues: Iterable[ClueEvidence]
    ) -> Belief:
        """Return the belief after the clues of a game whose key is shown."""
        rng = np.random.default_rng(REVIEW_SEED)
        for clue in clues:
            belief = after_key(belief, clue, kinds, rng)
        return belief

    def advise(self, question: GuessRequest, memory: Memory, rng: np.random.Generator) -> Advice:
        """Return the cards to turn, in order."""
        words = self.ensemble.rows(question.cards)
        clue = self._heard(words, question.covered, question.word, question.number)
        return Advice(self.guesses(clue, self._belief(memory), rng))

    def _heard(
        self, words: NDArray[np.int64], covered: frozenset[int], word: str, number: int
    ) -> ClueEvidence:
        column = self.ensemble.vocabulary.columns[word]
        return self.evidence(words, covered_mask(len(words), covered), column, number)

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        """Return the memory with the turn's outcome counted."""
        return replace(
            memory,
            turns=memory.turns + 1,
            teammate=with_outcome(self._belief(memory), turn.outcome),
        )

    def review(self, memory: Memory, game: FinishedGame) -> Memory:
        """Return the memory after a game whose key is shown."""
        words = self.ensemble.rows(game.board.cards)
        turns = game.turns
        clues = [self._heard(words, one.covered, one.word, one.number) for one in turns]
        kinds = np.array(game.board.kinds, dtype=np.int64)
        told = self.after_game(self._belief(memory), kinds, clues)
        return replace(memory, teammate=told)

    def _belief(self, memory: Memory) -> Belief:
        return self.start() if memory.teammate is None else memory.teammate


def cards_of(ensemble: Ensemble, position: BoardPosition) -> Cards:
    """Return a position as arrays."""
    board = position.board
    covered = covered_mask(len(board.cards), position.covered)
    kinds = np.array(board.kinds, dtype=np.int64)
    return Cards(ensemble.rows(board.cards), kinds, covered, 0)


def covered_mask(cards: int, covered: frozenset[int]) -> NDArray[np.bool_]:
    """Return which of so many places are covered, bool (B,)."""
    mask = np.zeros(cards, dtype=np.bool_)
    mask[list(covered)] = True
    return mask
