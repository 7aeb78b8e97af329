"""The cells of `benchmarks.teammate`: an agent, its teammates, and its statistics."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from time import process_time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.held_out import StaticTeammate, between, perturbed, play_beside, shuffled
from bot.models.ensemble import ModelSet
from core.agents.expert import Expert
from core.arena.ace_kernel import ArmRule
from core.arena.adaptive import (
    BLEND_PRIOR,
    Clues,
    Ensemble,
    TeammateGuesser,
    TeammateSpymaster,
)
from core.arena.players import ArenaPlayer
from core.arena.tournament import (
    RUN_GAMES,
    AgentPair,
    Arena,
    ExpertAgent,
    GameResults,
    joined,
)
from core.codenames.model import Role
from core.rating.colt import ENDED_BY, OWN_FOUND, Ending, colt_of_counts

Floats = NDArray[np.float64]

ROLES: Final = ("spymaster", "guesser")
ACE: Final = "ace"
BEST: Final = "best-static"

NEVER, ALWAYS = 1e-9, 1 - 1e-9
"""The prior probabilities of a blend that exclude the blend, or the experts."""

AGENTS: Final[Mapping[str, tuple[Clues, float]]] = {
    "teammate": (Clues.ANY, BLEND_PRIOR),
    "teammate-arms": (Clues.ARMS, BLEND_PRIOR),
    "teammate-exact": (Clues.ANY, NEVER),
    "teammate-blend": (Clues.ANY, ALWAYS),
    "teammate-arms-exact": (Clues.ARMS, NEVER),
    "teammate-arms-blend": (Clues.ARMS, ALWAYS),
}
"""The agent and its ablations: clues, and the prior probability that a teammate is a blend."""

COLUMNS: Final = ("CoLT", "win rate", "win turns", "assassin", "found", "first game")
NO_WIN: Final = 25.0
NOISES: Final = (0.3, 0.6, 1.0)
"""The noise of perturbed teammates, in standard deviations of similarities."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output."""

    bench: str
    models: tuple[str, ...]
    first_run: int
    runs: int
    games: int
    teammates: tuple[str, ...]
    seed: int
    roles: tuple[str, ...]
    agents: tuple[str, ...]
    ensemble: tuple[str, ...]
    without: bool
    held_out: bool
    cells: bool
    json: bool


@dataclass(frozen=True, slots=True)
class Teammate:
    """A teammate's name, and the experts that an ensemble without it omits."""

    name: str
    player: StaticTeammate
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The statistics (runs, columns) of an agent with a teammate, and games per second."""

    agent: str
    teammate: str
    values: Floats
    speed: float


class Experiment:
    """The arena, its teammates, and the ensembles of agents."""

    def __init__(self, configuration: Configuration, bench: ModelSet) -> None:
        self.configuration = configuration
        self.names = tuple(bench.experts)
        experts = dict(bench.experts)
        self.teammates = list(self._own(bench.experts))
        if configuration.held_out:
            made = dict(self._made(bench))
            experts.update(made)
            self.teammates = [Teammate(name, StaticTeammate((name,)), ()) for name in made]
            self.teammates += self._changing()
        if configuration.teammates:
            kept = [one for one in self.teammates if one.name in configuration.teammates]
            self.teammates = kept
        self.teammates = [one for one in self.teammates if self._ensemble(one)]
        self.arena = Arena(experts, bench.board_words)
        self.arena.prepare()
        self._known = lru_cache(maxsize=1)(self._made_ensemble)

    def _own(self, experts: Mapping[str, Expert]) -> Iterator[Teammate]:
        for name, one in experts.items():
            leaves = self.configuration.without and one.single
            yield Teammate(name, StaticTeammate((name,)), (name,) if leaves else ())

    def _made(self, bench: ModelSet) -> Iterator[tuple[str, Expert]]:
        rng, words = np.random.default_rng(self.configuration.seed), bench.board_words
        first, second = (bench.experts[self.names[place]] for place in (0, -1))
        for scale in NOISES:
            name = f"{first.name}+{scale}"
            yield name, perturbed(name, first, words, scale, rng)
        name = f"{first.name}~{second.name}"
        yield name, between(name, first, second, words)
        yield "shuffled", shuffled("shuffled", first, words, rng)

    def _changing(self) -> Iterator[Teammate]:
        two = (self.names[0], self.names[-1])
        yield Teammate("switched", StaticTeammate(two), ())
        yield Teammate("erratic", StaticTeammate(self.names[:3], erratic=True), ())

    def row(self, role: str, agent: str, teammate: Teammate) -> Row:
        """Play an agent with a teammate; return its statistics."""
        if agent in AGENTS:
            self._known(self._ensemble(teammate))
        start = process_time()
        results = self._results(role, agent, teammate)
        spent = process_time() - start
        values = np.stack([figures(part) for part in by_run(results, self.configuration.games)])
        return Row(agent, teammate.name, values, len(results) / max(spent, 1e-9))

    def _ensemble(self, teammate: Teammate) -> tuple[str, ...]:
        names = self.configuration.ensemble or self.names
        return tuple(name for name in names if name not in teammate.left_out)

    def _made_ensemble(self, names: tuple[str, ...]) -> Ensemble:
        return Ensemble(self.arena, names)

    def _results(self, role: str, agent: str, teammate: Teammate) -> GameResults:
        ensemble = self._ensemble(teammate)
        asked, runs = self.configuration.first_run, self.configuration.runs
        if agent not in AGENTS:
            return self._followers(role, agent, teammate, ensemble)
        known, (clues, prior) = self._known(ensemble), AGENTS[agent]
        player = (
            TeammateGuesser(known, prior)
            if role == "guesser"
            else TeammateSpymaster(known, clues, prior)
        )
        return play_beside(
            self.arena,
            player,
            teammate.player,
            first_run=asked,
            runs=runs,
            games=self.configuration.games,
        )

    def _followers(
        self, role: str, agent: str, teammate: Teammate, ensemble: tuple[str, ...]
    ) -> GameResults:
        """Return the games of ACE, or of the best expert with the teammate."""
        if agent == ACE:
            return self._pair(role, ExpertAgent(ensemble, ArmRule.ACE), teammate)
        each = [self._pair(role, ExpertAgent((name,)), teammate) for name in ensemble]
        return max(each, key=lambda results: figures(results)[0])

    def _pair(self, role: str, agent: ExpertAgent, teammate: Teammate) -> GameResults:
        """Return the games of an agent that follows experts."""
        experts, asked = teammate.player.experts, self.configuration
        if len(experts) > 1 and not teammate.player.erratic:
            return self._with_switch(role, agent, teammate)
        other = ExpertAgent(experts, ArmRule.ANY if len(experts) > 1 else ArmRule.FIXED)
        pair = AgentPair(agent, other) if role == "spymaster" else AgentPair(other, agent)
        runs = range(asked.first_run, asked.first_run + asked.runs)
        played = [
            self.arena.play(pair, first_seed=run * RUN_GAMES, games=asked.games) for run in runs
        ]
        return joined(played)

    def _with_switch(self, role: str, agent: ExpertAgent, teammate: Teammate) -> GameResults:
        """Return the games with a switched teammate, played by objects."""
        asked = self.configuration
        return play_beside(
            self.arena,
            ArenaPlayer(self.arena, agent),
            teammate.player,
            first_run=asked.first_run,
            runs=asked.runs,
            games=asked.games,
            role=Role(role),
        )


def by_run(results: GameResults, games: int) -> Iterator[GameResults]:
    """Yield the games of each run."""
    for first in range(0, len(results), games):
        part = slice(first, first + games)
        yield replace(
            results,
            outcomes=results.outcomes[part],
            winner=results.winner[part],
            first=results.first[part],
            fallbacks=results.fallbacks[part],
        )


def figures(results: GameResults) -> Floats:
    """Return the statistics of games, in the order of `COLUMNS`."""
    counts = results.counts().astype(np.float64)
    total, won = counts.sum(axis=0), results.winner == 0
    return np.array(
        [
            colt_of_counts(total),
            won.mean(),
            results.turns[won].mean() if won.any() else NO_WIN,
            total[ENDED_BY == Ending.ASSASSIN].sum() / len(results),
            total @ OWN_FOUND / total.sum(),
            colt_of_counts(counts[0]),
        ]
    )
