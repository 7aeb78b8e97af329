"""Players of the paper's game that follow experts or play at random, and runs with experts.

An underscore marks the parameters of a protocol that a player ignores.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, cast

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
from core.arena.adaptive import TeammateSpymaster
from core.arena.engine_game import NO_MEMORIES, PairMemories, PlayedGame
from core.arena.paper_kernels import Cards
from core.arena.tournament import RUN_GAMES, Arena, ExpertAgent, GameResults, on_arrays
from core.codenames.model import Role

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
    ) -> paper_game.Announcement:
        """Return the clue of the chosen expert.

        Raises ValueError if every neighbour of an own card is on the board.
        """
        chosen, cards = self._chosen(memory, rng), self.arena.cards(position)
        if self._variant is None:
            return paper_game.Announcement(self._clue(self.agent.experts[chosen], cards))
        proposals = [self._clue(name, cards) for name in self.agent.experts]
        earned = clue_credits(proposals, chosen, self._variant)
        return paper_game.Announcement(proposals[chosen], named_credits(self.agent.experts, earned))

    def _clue(self, expert: str, cards: Cards) -> ClueProposal:
        column, number = self.arena.clue(expert, cards)
        word = self.arena.vocabulary.words[column]
        return ClueProposal(word, max(number, 1), (), number == 0)

    def advise(
        self, question: paper_game.GuessRequest, memory: Memory, rng: np.random.Generator
    ) -> paper_game.Advice:
        """Return the guesses of the chosen expert; raises KeyError for a clue it does not know."""
        chosen = self._chosen(memory, rng)
        if self._variant is None:
            return paper_game.Advice(self._guesses(self.agent.experts[chosen], question))
        lists = [self._guesses(name, question) for name in self.agent.experts]
        earned = guess_credits(lists, chosen, self._variant)
        return paper_game.Advice(lists[chosen], named_credits(self.agent.experts, earned))

    def _guesses(self, expert: str, question: paper_game.GuessRequest) -> tuple[int, ...]:
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
    ) -> paper_game.Announcement:
        """Return a random clue with a random number."""
        return paper_game.Announcement(random_clue(self.vocabulary, rng))

    def advise(
        self, question: paper_game.GuessRequest, _memory: Memory, rng: np.random.Generator, /
    ) -> paper_game.Advice:
        """Return random covered cards."""
        return paper_game.Advice(random_guesses(sorted(question.covered), question.number, rng))


@dataclass(frozen=True, slots=True)
class StaticTeammate:
    """A teammate that follows one expert, or several in turn.

    Each expert plays an equal share of a run's games, one after the other. With `erratic`, each
    turn draws a random expert.
    """

    experts: tuple[str, ...]
    erratic: bool = False

    def expert(self, game: int, games: int, rng: np.random.Generator) -> str:
        """Return the expert of a turn in a game of a run."""
        size = len(self.experts)
        if self.erratic:
            return self.experts[int(rng.integers(size))]
        return self.experts[game * size // games]


@dataclass(frozen=True, slots=True)
class _ChangingPlayer(ArenaPlayer):
    """A teammate in a game, with an expert from `draw` each turn."""

    draw: Callable[[], str]

    def _chosen(self, _memory: Memory, _rng: np.random.Generator, /) -> int:
        return self.agent.experts.index(self.draw())


def play_beside(
    arena: Arena,
    agent: paper_game.Spymaster | paper_game.Guesser,
    teammate: StaticTeammate,
    *,
    first_run: int,
    runs: int,
    games: int = RUN_GAMES,
    role: Role | None = None,
) -> GameResults:
    """Play whole runs with experts of an arena; return the games. Each run begins without memory.

    Run k has the boards of seeds `RUN_GAMES` k and up. An agent for both chairs needs a `role`.
    Raises KeyError for an expert that is not in the arena.
    """
    speaks = role is Role.SPYMASTER if role else isinstance(agent, TeammateSpymaster)
    played, seated = list[PlayedGame](), cast("Any", agent)
    for run in range(first_run, first_run + runs):
        memories: PairMemories = (NO_MEMORIES,)
        for game in range(games):
            seed = run * RUN_GAMES + game
            chooser = np.random.default_rng((seed, 1))
            expert = partial(teammate.expert, game, games, chooser)
            other = _ChangingPlayer(arena, ExpertAgent(teammate.experts, ArmRule.ANY), expert)
            pair = (seated, other) if speaks else (other, seated)
            board = paper_game.paper_board(seed, arena.words)
            result, memories = paper_game.play_paper(
                (paper_game.SolitaireTeam(*pair),), board, memories, seed
            )
            played.append(result)
    return on_arrays(played)
