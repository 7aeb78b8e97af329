"""Players of the paper's game that follow experts or play at random, and runs of it.

An underscore marks the parameters of a protocol that a player ignores.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
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
from core.agents.policy import random_clue, random_guesses
from core.agents.position import BoardPosition
from core.arena import paper_game
from core.arena.ace_kernel import ArmRule
from core.arena.engine_game import NO_MEMORIES, PairMemories, PlayedGame
from core.arena.paper_kernels import Cards
from core.arena.tournament import RUN_GAMES, Arena, ExpertAgent, GameResults, on_arrays

VARIANTS: Final = {ArmRule.ACE: AceVariant.REPOSITORY, ArmRule.ACE_PAPER: AceVariant.PAPER}


@dataclass(frozen=True, slots=True)
class ArenaPlayer(paper_game.Spymaster, paper_game.Guesser):
    """An agent that follows experts of an arena, in both chairs."""

    arena: Arena
    agent: ExpertAgent

    @property
    def _variant(self) -> AceVariant | None:
        return VARIANTS.get(self.agent.rule)

    def announce(
        self, position: BoardPosition, memory: Memory, rng: np.random.Generator
    ) -> ClueProposal:
        """Return the clue of the chosen expert.

        Raises ValueError if every neighbour of an own card is on the board.
        """
        chosen, cards = self._chosen(memory, rng), self.arena.cards(position)
        if self._variant is None:
            return self._clue(self.agent.experts[chosen], cards)
        proposals = [self._clue(name, cards) for name in self.agent.experts]
        earned = clue_credits(proposals, chosen, self._variant)
        return replace(proposals[chosen], credits=named_credits(self.agent.experts, earned))

    def _clue(self, expert: str, cards: Cards) -> ClueProposal:
        column, number = self.arena.clue(expert, cards)
        word = self.arena.vocabulary.words[column]
        return ClueProposal(word, max(number, 1), (), number == 0)

    def advise(
        self, question: paper_game.PublicTurn, memory: Memory, rng: np.random.Generator
    ) -> paper_game.Advice:
        """Return the guesses of the chosen expert; raises KeyError for a clue it does not know."""
        chosen = self._chosen(memory, rng)
        if self._variant is None:
            return paper_game.Advice(self._guesses(self.agent.experts[chosen], question))
        lists = [self._guesses(name, question) for name in self.agent.experts]
        earned = guess_credits(lists, chosen, self._variant)
        return paper_game.Advice(lists[chosen], named_credits(self.agent.experts, earned))

    def _guesses(self, expert: str, question: paper_game.PublicTurn) -> tuple[int, ...]:
        cards = self.arena.seen_cards(question.cards, question.covered)
        column = self.arena.vocabulary.columns[question.word]
        return self.arena.guesses(expert, cards, column, question.number)

    def learn(self, memory: Memory, turn: PlayedTurn) -> Memory:
        """Return the memory after a turn; only ACE learns."""
        return memory if self._variant is None else ace_learn(memory, turn, self._variant)

    def _chosen(self, memory: Memory, rng: np.random.Generator) -> int:
        """Return the index of the expert to follow."""
        names, variant = self.agent.experts, self._variant
        if variant is None:
            return int(rng.integers(len(names)))
        return choose_expert(memory, names, variant, rng, exploration=self.agent.exploration)


@dataclass(frozen=True, slots=True)
class RandomPlayer(paper_game.Spymaster, paper_game.Guesser):
    """The random player in both chairs."""

    vocabulary: Vocabulary

    def announce(
        self, _position: BoardPosition, _memory: Memory, rng: np.random.Generator, /
    ) -> ClueProposal:
        """Return a random clue with a random number."""
        return random_clue(self.vocabulary, rng)

    def advise(
        self, question: paper_game.PublicTurn, _memory: Memory, rng: np.random.Generator, /
    ) -> paper_game.Advice:
        """Return random covered cards."""
        return paper_game.Advice(random_guesses(sorted(question.covered), question.number, rng))


def play_team_runs(
    seated: Callable[[int], paper_game.SolitaireTeam],
    words: Sequence[str],
    *,
    first_run: int,
    runs: int,
    games: int = RUN_GAMES,
) -> GameResults:
    """Play whole runs on boards of some words; return the games. Each run begins without memory.

    Run k has the boards with seeds `RUN_GAMES` k and up; `seated` returns the team for a seed.
    """
    played = list[PlayedGame]()
    for run in range(first_run, first_run + runs):
        memories: PairMemories = (NO_MEMORIES,)
        for seed in range(run * RUN_GAMES, run * RUN_GAMES + games):
            board = paper_game.paper_board(seed, words)
            game, memories = paper_game.PaperGame((seated(seed),), board, memories, seed).play()
            played.append(game)
    return on_arrays(played)
