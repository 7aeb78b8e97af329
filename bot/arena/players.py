"""Players by name: programs, and bots from a model set, under either rule set."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

from bot.arena.experiment_cells import TEAMMATES
from bot.arena.external import agent as external
from bot.arena.external.protocol import GameOptions
from bot.arena.pairs import EXEC, PairNames
from bot.arena.policies import ArenaPolicies, table_rules
from bot.arena.source import check_installed
from bot.gametypes.codenames.policies import ACE_NAMES, RANDOM, check_left
from bot.models.ensemble import ModelSet, known
from core.agents.ace import EXPLORATION
from core.agents.policy import Policy
from core.arena.adaptive import (
    Ensemble,
    TeammateGuesser,
    TeammateSpymaster,
)
from core.arena.engine_game import DUEL_OPTIONS, ArenaGame, EngineGame, PairMemories, PolicyPair
from core.arena.paper_game import Guesser, PaperGame, SolitaireTeam, Spymaster, paper_board
from core.arena.players import VARIANTS, ArenaPlayer, RandomPlayer
from core.arena.tournament import Arena, ExpertAgent
from core.codenames.model import Role

ARM_RULES: Final = {variant.value: rule for rule, variant in VARIANTS.items()}
"""The rule of each variant of ACE, by the variant's name."""

BeginGame: TypeAlias = Callable[..., ArenaGame]
"""Begins a game from the players' memories and a seed.

The first pair plays blue, or the second if `swapped`; on the paper's boards blue moves first.
"""


class Ruleset(Enum):
    """The rules of games; one table of results never mixes them."""

    PAPER = "paper"
    """Forced guesses, no stopping, any clue off the board."""
    TABLE = "table"
    """The rule book's solo game: lawful clues, an extra guess, stopping."""


@dataclass(frozen=True, slots=True)
class DuelSetup:
    """The words, models and rules of games, the time limit for programs, and ACE's constant."""

    model_set: ModelSet
    ruleset: Ruleset
    without: tuple[str, ...] = ()
    seconds: float = external.TIME_LIMIT_SECONDS
    exploration: float = EXPLORATION


class DuelPlayers(ABC):
    """Players by name, and functions that begin their games; call `close` at the end."""

    _begin: BeginGame
    """Begins a game, with the pairs as first argument."""

    def __init__(self, setup: DuelSetup) -> None:
        """Prepare the players of a setup; raises AssetError."""
        self.agents = list[external.ExternalAgent]()
        self._setup, self._files = setup, ExitStack()

    def close(self) -> None:
        """Stop the programs, and delete their file of words."""
        external.close_all(self.agents)
        self._files.close()

    @cached_property
    def _vocabulary(self) -> str:
        """The path of a file that lists the clue words for programs."""
        path = Path(
            self._files.enter_context(TemporaryDirectory(prefix="spyring-")), "vocabulary.txt"
        )
        words = self._setup.model_set.vocabulary.words
        path.write_text("\n".join(words) + "\n", encoding="utf-8")
        return str(path)

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The names of all bots."""

    def pairing(self, blue: PairNames, red: PairNames) -> BeginGame:
        """Return a function that begins games between two pairs; raises Refusal."""
        started = len(self.agents)
        pairs = (self._pair(blue), self._pair(red))
        return partial(self._begin, pairs, spectators=tuple(self.agents[started:]))

    @abstractmethod
    def _pair(self, names: PairNames) -> SolitaireTeam | PolicyPair:
        """Return the players of a pair; raises Refusal."""

    def _agent(self, name: str, role: Role) -> external.ExternalAgent:
        """Return a program in one chair; each chair has its own process."""
        rules, seconds = self._setup.ruleset.value, self._setup.seconds
        hello = external.HELLO_SECONDS if seconds == external.TIME_LIMIT_SECONDS else seconds
        options = GameOptions(
            type="options", rules=rules, role=role, seconds=seconds, vocabulary=self._vocabulary
        )
        agent = external.ExternalAgent(name.removeprefix(EXEC), options, hello)
        self.agents.append(agent)
        return agent


class PaperPlayers(DuelPlayers):
    """Players of the paper's game, and the arena for those that follow experts."""

    def __init__(self, setup: DuelSetup) -> None:
        """Prepare the players of a setup; raises AssetError, for example without numba."""
        super().__init__(setup)
        check_installed("numba")
        models = setup.model_set
        known(models.experts, setup.without)
        self.arena = Arena(models.experts, models.board_words)
        self._listened = tuple(name for name in models.experts if name not in setup.without)
        self._begin = partial(begin_paper, models.board_words)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all bots."""
        return (*ACE_NAMES, *TEAMMATES, *self.arena.experts, RANDOM)

    def named(self, name: str) -> ExpertAgent:
        """Return an agent that follows experts; raises AssetError if unknown or without experts."""
        if name in ACE_NAMES:
            check_left(self.arena.experts, self._setup.without)
            return ExpertAgent(self._listened, ARM_RULES[name], self._setup.exploration)
        known(dict.fromkeys((*ACE_NAMES, *self.arena.experts, RANDOM)), (name,))
        return ExpertAgent((name,))

    def _pair(self, names: PairNames) -> SolitaireTeam:
        return SolitaireTeam(self._spymaster(names.spymaster), self._guesser(names.guesser))

    def _spymaster(self, name: str) -> Spymaster:
        if name in TEAMMATES:
            return TeammateSpymaster(self._ensemble, TEAMMATES[name])
        return self._player(name, Role.SPYMASTER)

    def _guesser(self, name: str) -> Guesser:
        if name in TEAMMATES:
            return TeammateGuesser(self._ensemble)
        return self._player(name, Role.GUESSER)

    @cached_property
    def _ensemble(self) -> Ensemble:
        """The ensemble of an agent that models its teammate."""
        return Ensemble(self.arena, self._listened)

    def _player(self, name: str, role: Role) -> ArenaPlayer | RandomPlayer | external.AgentPlayer:
        if not name.startswith(EXEC):
            return self.player(name)
        words = frozenset(self._setup.model_set.vocabulary.words)
        return external.AgentPlayer(self._agent(name, role), words)

    def player(self, name: str) -> ArenaPlayer | RandomPlayer:
        """Return an agent as a player; raises AssetError as `named` does."""
        if name == RANDOM:
            return RandomPlayer(self.arena.vocabulary)
        return ArenaPlayer(self.arena, self.named(name))


class TablePlayers(DuelPlayers):
    """Bots at a table."""

    def __init__(self, setup: DuelSetup) -> None:
        super().__init__(setup)
        self._policies = ArenaPolicies(setup.model_set, setup.without)
        self._rules = table_rules(DUEL_OPTIONS, setup.model_set.board_words)
        self._begin = partial(EngineGame, self._rules)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all bots."""
        return self._policies.names

    def _pair(self, names: PairNames) -> PolicyPair:
        return PolicyPair(
            self._policy(names.spymaster, Role.SPYMASTER), self._policy(names.guesser, Role.GUESSER)
        )

    def _policy(self, name: str, role: Role) -> Policy:
        if name.startswith(EXEC):
            return external.AgentPolicy(self._agent(name, role), self._rules.referee)
        return self._policies.named(name)


def begin_paper(
    words: Sequence[str],
    teams: Sequence[SolitaireTeam],
    memories: PairMemories,
    seed: int,
    **seating: Any,  # noqa: ANN401 - of `PaperGame`
) -> PaperGame:
    """Begin the paper's game for a seed, on the board that the paper's code deals."""
    return PaperGame(teams, paper_board(seed, words), memories, seed, **seating)


def duel_players(setup: DuelSetup) -> DuelPlayers:
    """Return the players of a setup; close them at the end. Raises Refusal."""
    return (PaperPlayers if setup.ruleset is Ruleset.PAPER else TablePlayers)(setup)
