"""Experts, ACE and chance as players of the paper's solitaire game.

Not every player needs all that the protocols hand it: hence the unused arguments.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from core.agents.ace import (
    AceVariant,
    choose_expert,
    clue_credits,
    guess_credits,
    named_credits,
)
from core.agents.ace import learn as ace_learn
from core.agents.associations import Vocabulary
from core.agents.expert import ClueProposal, Expert
from core.agents.memory import Memory, PlayedTurn
from core.agents.position import BoardPosition, KeyedBoard
from core.agents.random_bot import random_clue, random_guesses
from core.arena.paper import PaperSpymaster, paper_guesses, paper_spymaster
from core.arena.solitaire import Advice, Announcement, FinishedGame, GuessRequest, SeenTurn

PLAYER_BOARDS_KEPT: Final = 64
"""Boards that a player keeps its candidates for: more than one run of 50 games."""


class Unobservant:
    """A player that learns nothing from what everybody sees."""

    def watch(
        self,
        memory: Memory,
        board: KeyedBoard,  # noqa: ARG002
        turn: SeenTurn,  # noqa: ARG002
    ) -> Memory:
        """Return the memory unchanged."""
        return memory

    def review(self, memory: Memory, game: FinishedGame) -> Memory:  # noqa: ARG002
        """Return the memory unchanged."""
        return memory


class NonLearner(Unobservant):
    """A player that learns nothing."""

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:  # noqa: ARG002
        """Return the memory unchanged."""
        return memory


class ExpertPlayer(NonLearner):
    """One language model in both chairs, as the paper's base agents."""

    def __init__(self, expert: Expert, *, boards_kept: int = PLAYER_BOARDS_KEPT) -> None:
        self.expert = expert
        self._spymaster = lru_cache(maxsize=boards_kept)(self._prepare)

    def _prepare(self, board: KeyedBoard) -> PaperSpymaster:
        return paper_spymaster(self.expert.spymaster.associations(board.cards), board)

    def clue(self, position: BoardPosition) -> ClueProposal:
        """Return the expert's clue."""
        return self._spymaster(position.board).clue(position)

    def guesses(self, question: GuessRequest) -> tuple[int, ...]:
        """Return the expert's guesses on a clue."""
        source, covered = self.expert.guesser, question.covered
        return paper_guesses(source, question.cards, covered, question.word, question.number)

    def announce(
        self,
        position: BoardPosition,
        memory: Memory,  # noqa: ARG002
        rng: np.random.Generator,  # noqa: ARG002
    ) -> Announcement:
        """Return the expert's clue."""
        return Announcement(self.clue(position))

    def advise(
        self,
        question: GuessRequest,
        memory: Memory,  # noqa: ARG002
        rng: np.random.Generator,  # noqa: ARG002
    ) -> Advice:
        """Return the expert's guesses."""
        return Advice(self.guesses(question))


@dataclass(frozen=True, slots=True)
class AcePlayer(Unobservant):
    """ACE over an ensemble of experts, in the order given."""

    experts: tuple[ExpertPlayer, ...]
    variant: AceVariant = AceVariant.REPOSITORY

    @property
    def names(self) -> tuple[str, ...]:
        """The experts' names."""
        return tuple(player.expert.name for player in self.experts)

    def announce(
        self, position: BoardPosition, memory: Memory, rng: np.random.Generator
    ) -> Announcement:
        """Return the clue of the expert that is best so far."""
        chosen = choose_expert(memory, self.names, self.variant, rng)
        proposals = [player.clue(position) for player in self.experts]
        earned = clue_credits(proposals, chosen, self.variant)
        return Announcement(proposals[chosen], named_credits(self.names, earned))

    def advise(self, question: GuessRequest, memory: Memory, rng: np.random.Generator) -> Advice:
        """Return the guesses of the expert that is best so far."""
        chosen = choose_expert(memory, self.names, self.variant, rng)
        lists = [player.guesses(question) for player in self.experts]
        earned = guess_credits(lists, chosen, self.variant)
        return Advice(lists[chosen], named_credits(self.names, earned))

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        """Return ACE's memory after a turn."""
        return ace_learn(memory, turn, self.variant)


@dataclass(frozen=True, slots=True)
class RandomPlayer(NonLearner):
    """The random player in both chairs."""

    vocabulary: Vocabulary

    def announce(
        self,
        position: BoardPosition,  # noqa: ARG002
        memory: Memory,  # noqa: ARG002
        rng: np.random.Generator,
    ) -> Announcement:
        """Return any clue with any number."""
        return Announcement(random_clue(self.vocabulary, rng))

    def advise(
        self,
        question: GuessRequest,
        memory: Memory,  # noqa: ARG002
        rng: np.random.Generator,
    ) -> Advice:
        """Return some of the covered cards."""
        return Advice(random_guesses(sorted(question.covered), question.number, rng))
