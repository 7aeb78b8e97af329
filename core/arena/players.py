"""Agents that follow experts, and chance, as players of the paper's game.

Not every player needs all that the protocols hand it: an underscore marks what it does not.
"""

from dataclasses import dataclass
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
from core.agents.expert import ClueProposal
from core.agents.memory import Memory, PlayedTurn
from core.agents.position import BoardPosition
from core.agents.random_bot import random_clue, random_guesses
from core.arena.ace_kernel import ArmRule
from core.arena.paper_game import Advice, Announcement, Guesser, GuessRequest, Spymaster
from core.arena.paper_kernels import Cards
from core.arena.tournament import Arena, ExpertAgent

VARIANTS: Final = {ArmRule.ACE: AceVariant.REPOSITORY, ArmRule.ACE_PAPER: AceVariant.PAPER}


@dataclass(frozen=True, slots=True)
class ArenaPlayer(Spymaster, Guesser):
    """An agent that follows experts of an arena, in both chairs."""

    arena: Arena
    agent: ExpertAgent

    @property
    def _variant(self) -> AceVariant | None:
        return VARIANTS.get(self.agent.rule)

    def announce(
        self, position: BoardPosition, memory: Memory, rng: np.random.Generator
    ) -> Announcement:
        """Return the clue of the expert that is followed now.

        Raises ValueError where every neighbour of an own card is on the board.
        """
        chosen, cards = self._chosen(memory, rng), self.arena.cards(position)
        if self._variant is None:
            return Announcement(self._clue(self.agent.experts[chosen], cards))
        proposals = [self._clue(name, cards) for name in self.agent.experts]
        earned = clue_credits(proposals, chosen, self._variant)
        return Announcement(proposals[chosen], named_credits(self.agent.experts, earned))

    def _clue(self, expert: str, cards: Cards) -> ClueProposal:
        column, number = self.arena.clue(expert, cards)
        word = self.arena.vocabulary.words[column]
        return ClueProposal(word, max(number, 1), (), number == 0)

    def advise(self, question: GuessRequest, memory: Memory, rng: np.random.Generator) -> Advice:
        """Return the guesses of the expert that is followed now.

        Raises KeyError for a clue outside the vocabulary.
        """
        chosen = self._chosen(memory, rng)
        if self._variant is None:
            return Advice(self._guesses(self.agent.experts[chosen], question))
        lists = [self._guesses(name, question) for name in self.agent.experts]
        earned = guess_credits(lists, chosen, self._variant)
        return Advice(lists[chosen], named_credits(self.agent.experts, earned))

    def _guesses(self, expert: str, question: GuessRequest) -> tuple[int, ...]:
        cards = self.arena.seen_cards(question.cards, question.covered)
        column = self.arena.vocabulary.columns[question.word]
        return self.arena.guesses(expert, cards, column, question.number)

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        """Return the memory after a turn, from which ACE alone learns."""
        return memory if self._variant is None else ace_learn(memory, turn, self._variant)

    def _chosen(self, memory: Memory, rng: np.random.Generator) -> int:
        """Return the place of the expert to follow."""
        names, variant = self.agent.experts, self._variant
        if variant is None:
            return int(rng.integers(len(names)))
        return choose_expert(memory, names, variant, rng, exploration=self.agent.exploration)


@dataclass(frozen=True, slots=True)
class RandomPlayer(Spymaster, Guesser):
    """The random player in both chairs."""

    vocabulary: Vocabulary

    def announce(
        self, _position: BoardPosition, _memory: Memory, rng: np.random.Generator, /
    ) -> Announcement:
        """Return any clue with any number."""
        return Announcement(random_clue(self.vocabulary, rng))

    def advise(
        self, question: GuessRequest, _memory: Memory, rng: np.random.Generator, /
    ) -> Advice:
        """Return some of the covered cards."""
        return Advice(random_guesses(sorted(question.covered), question.number, rng))
