"""The players of a duel, by name: bots of a model set and programs, under either rule set."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from bot.arena.experiment_cells import TEAMMATES
from bot.arena.external.agent import (
    HELLO_SECONDS,
    TIME_LIMIT_SECONDS,
    AgentPlayer,
    AgentPolicy,
    ExternalAgent,
    close_all,
)
from bot.arena.external.protocol import GameOptions
from bot.arena.pairs import EXEC, PairNames
from bot.arena.policies import ArenaPolicies, table_rules
from bot.arena.simulate import PaperAgents, PaperPlayer, Ruleset, paper_play
from bot.gametypes.codenames.policies import ACE_NAMES, RANDOM
from bot.models.ensemble import ModelSet
from core.agents.policy import Policy
from core.arena.adaptive import (
    Ensemble,
    TeammateGuesser,
    TeammateSpymaster,
)
from core.arena.engine_game import DUEL_OPTIONS, Pair, PairMemories, PlayedGame, play_table
from core.arena.paper_game import Guesser, SolitaireTeam, Spymaster
from core.codenames.model import Role

DuelPlay: TypeAlias = Callable[..., tuple[PlayedGame, PairMemories]]
"""Plays a game from the players' memories and a seed; returns it with the memories after it.

The first pair sits where blue does, or the second where `swapped` is true: at paper's boards blue
moves first.
"""


@dataclass(frozen=True, slots=True)
class DuelSetup:
    """The words, models and rules of duels, and how long programs may take for an answer."""

    model_set: ModelSet
    ruleset: Ruleset
    without: tuple[str, ...] = ()
    seconds: float = TIME_LIMIT_SECONDS


class DuelPlayers(ABC):
    """Makes players by name, and the function that plays; keeps what was made for later games."""

    _play_duel: DuelPlay
    """Plays a game of pairs, which come first."""

    def __init__(self, setup: DuelSetup, folder: Path) -> None:
        """Take a setup, and a folder for files that programs read; raises AssetError."""
        self.agents = list[ExternalAgent]()
        self._setup = setup
        self._file = folder / "vocabulary.txt"
        self._file.write_text("\n".join(setup.model_set.clue_words) + "\n", encoding="utf-8")

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The names of all bots."""

    def play(self, blue: PairNames, red: PairNames) -> DuelPlay:
        """Return a function that plays games of two pairs; raises Refusal."""
        started = len(self.agents)
        pairs = (self._pair(blue), self._pair(red))
        return partial(self._play_duel, pairs, spectators=tuple(self.agents[started:]))

    @abstractmethod
    def _pair(self, names: PairNames) -> SolitaireTeam | Pair:
        """Return the players of a pair; raises Refusal."""

    def _agent(self, name: str, role: Role) -> ExternalAgent:
        """Return a program in one chair: each chair has a program of its own."""
        rules, seconds = self._setup.ruleset.value, self._setup.seconds
        hello = HELLO_SECONDS if seconds == TIME_LIMIT_SECONDS else seconds
        options = GameOptions(
            type="options", rules=rules, role=role, seconds=seconds, vocabulary=str(self._file)
        )
        agent = ExternalAgent(name.removeprefix(EXEC), options, hello)
        self.agents.append(agent)
        return agent


class PaperDuelPlayers(DuelPlayers):
    """Players of the paper's game."""

    def __init__(self, setup: DuelSetup, folder: Path) -> None:
        super().__init__(setup, folder)
        self._bots = PaperAgents(setup.model_set, setup.without)
        self._words = frozenset(setup.model_set.clue_words)
        self._play_duel = partial(paper_play, setup.model_set.board_words)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all bots."""
        return (*ACE_NAMES, *TEAMMATES, *self._setup.model_set.experts, RANDOM)

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
        experts, without = self._setup.model_set.experts, self._setup.without
        names = tuple(name for name in experts if name not in without)
        return Ensemble(self._bots.arena, names)

    def _player(self, name: str, role: Role) -> PaperPlayer | AgentPlayer:
        if name.startswith(EXEC):
            return AgentPlayer(self._agent(name, role), self._words)
        return self._bots.player(name)


class TablePlayers(DuelPlayers):
    """Bots at a table."""

    def __init__(self, setup: DuelSetup, folder: Path) -> None:
        super().__init__(setup, folder)
        self._policies = ArenaPolicies(setup.model_set, setup.without)
        self._rules = table_rules(DUEL_OPTIONS, setup.model_set.board_words)
        self._play_duel = partial(play_table, self._rules)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all bots."""
        return self._policies.names

    def _pair(self, names: PairNames) -> Pair:
        return Pair(
            self._policy(names.spymaster, Role.SPYMASTER), self._policy(names.guesser, Role.GUESSER)
        )

    def _policy(self, name: str, role: Role) -> Policy:
        if name.startswith(EXEC):
            return AgentPolicy(self._agent(name, role), self._rules.referee)
        return self._policies.named(name)


@contextmanager
def duel_players(setup: DuelSetup) -> Iterator[DuelPlayers]:
    """Yield the players of a setup, whose programs end with the block; raises Refusal."""
    with TemporaryDirectory(prefix="spyring-") as folder:
        make = PaperDuelPlayers if setup.ruleset is Ruleset.PAPER else TablePlayers
        source: DuelPlayers = make(setup, Path(folder))
        try:
            yield source
        finally:
            close_all(source.agents)
