"""The cells of the paper's tables: an agent in one chair with one teammate, over many runs.

A job (`jobs.py`) plays some of a cell's runs, in any process that can load its source.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np

from bot.arena.jobs import JobPlan, fingerprint_of, run_jobs
from bot.arena.source import ExpertSource, arena_of, model_set_from
from core.agents.ace import EXPLORATION
from core.agents.expert import Expert
from core.arena.ace_kernel import ArmRule
from core.arena.adaptive import Clues, Ensemble, TeammateGuesser, TeammateSpymaster
from core.arena.pair import Pair
from core.arena.paper_game import SolitaireTeam
from core.arena.players import ArenaPlayer, play_team_runs
from core.arena.statistics import RunFigures, run_figures
from core.arena.tournament import AgentPair, ExpertAgent, GameResults
from core.codenames.model import Role
from core.rating.colt import Floats

FIRST_RUN: Final = 2000
"""The first run of the paper's tables; development uses lower numbers."""

JOB_RUNS: Final = 20
"""The most runs in one job: a thousand games."""

FIGURES: Final = tuple(one.name for one in fields(RunFigures))

OF_GAMES: Final = ("without_first", "by_game")
"""The statistics of single games."""


class PartnerModel(Enum):
    """Whether the agent's ensemble contains its teammate's model."""

    WITH = "with"
    WITHOUT = "without"


@dataclass(frozen=True, slots=True)
class ModellingAgent:
    """The agent that models its teammate, with these experts."""

    experts: tuple[str, ...]
    clues: Clues = Clues.ANY


TEAMMATES: Final = {"teammate": Clues.ANY, "teammate-arms": Clues.ARMS}
"""The agents that model their teammate, by name, with the clues from which each chooses."""

FOLLOWERS: Final = {
    "ace-repo": ArmRule.ACE,
    "ace-paper": ArmRule.ACE_PAPER,
    "random": ArmRule.ANY,
}
"""The agents that follow one of their experts each turn, by name, with their rule."""

ADAPTIVE: Final = {"ace": ArmRule.ACE, **FOLLOWERS, **TEAMMATES}
"""The agents with an ensemble, including ACE's name in the paper's tables."""

AVERAGE_STATIC: Final = "average"
BEST_STATIC: Final = "best"

PICKED_AGENTS: Final = (AVERAGE_STATIC, BEST_STATIC, "best-average")
"""The agents in the paper's tables that are picked from the static pairs: A, B and BA.

B is the best static expert with a teammate, A the average of all, BA the best expert on average
over teammates. B and A depend on the results: they are bounds, not agents that could play.
"""

CellAgent: TypeAlias = ExpertAgent | ModellingAgent


@dataclass(frozen=True, slots=True)
class LearnQuestion:
    """An agent, its chair, and whether it listens to its teammate's model."""

    agent: str
    role: Role
    partner: PartnerModel = PartnerModel.WITH


@dataclass(frozen=True, slots=True)
class TableCell:
    """A pair of agents and its runs; `by_game` also keeps every game's CoLT."""

    source: ExpertSource
    spymaster: CellAgent
    guesser: CellAgent
    first_run: int
    runs: int
    by_game: bool = False

    @property
    def parts(self) -> "tuple[TableCell, ...]":
        """The same cell split into parts of at most `JOB_RUNS` runs."""
        end = self.first_run + self.runs
        return tuple(
            replace(self, first_run=first, runs=min(JOB_RUNS, end - first))
            for first in range(self.first_run, end, JOB_RUNS)
        )

    @property
    def key(self) -> str:
        """The key of the cell's results."""
        runs = f"runs {self.first_run} to {self.first_run + self.runs - 1}"
        near = "" if self.source.neighbours is None else f" {self.source.neighbours} neighbours"
        games = " by game" if self.by_game else ""
        return f"{_named(self.spymaster)} {_named(self.guesser)} {runs}{games}{near}"


def _named(agent: CellAgent) -> str:
    if isinstance(agent, ModellingAgent):
        return f"TEAMMATE:{agent.clues.value}({','.join(agent.experts)})"
    rule = f"{agent.rule.name}:{agent.exploration}"
    return f"{rule}({','.join(agent.experts)})"


def played(cell: TableCell) -> dict[str, Any]:
    """Play a cell; return the statistics of its runs as plain JSON types. Raises AssetError."""
    figures = run_figures(_results(cell))
    left_out = () if cell.by_game else OF_GAMES
    return {name: getattr(figures, name).tolist() for name in FIGURES if name not in left_out}


def _results(cell: TableCell) -> GameResults:
    """Play the games of a cell; at most one of its agents models the other."""
    arena, first, runs = arena_of(cell.source), cell.first_run, cell.runs
    team: SolitaireTeam
    match cell.spymaster, cell.guesser:
        case ExpertAgent() as spymaster, ExpertAgent() as guesser:
            return arena.play_runs(AgentPair(spymaster, guesser), first_run=first, runs=runs)
        case ModellingAgent() as agent, ExpertAgent() as teammate:
            ensemble = ensemble_of(cell.source, agent.experts)
            team = Pair(TeammateSpymaster(ensemble, agent.clues), ArenaPlayer(arena, teammate))
        case ExpertAgent() as teammate, ModellingAgent() as agent:
            ensemble = ensemble_of(cell.source, agent.experts)
            team = Pair(ArenaPlayer(arena, teammate), TeammateGuesser(ensemble))
        case _:
            raise ValueError("two agents that model each other")
    return play_team_runs(lambda _: team, arena.words, first_run=first, runs=runs)


@lru_cache(maxsize=1)
def ensemble_of(source: ExpertSource, experts: tuple[str, ...]) -> Ensemble:
    """Return the ensemble of an agent that models its teammate; raises AssetError."""
    return Ensemble(arena_of(source), experts)


def cell_figures(told: Mapping[str, Any]) -> RunFigures:
    """Return the statistics in a result of `played`; missing statistics are empty arrays."""
    return RunFigures(*(np.array(told.get(name, [])) for name in FIGURES))


def mean_figures(cells: Iterable[RunFigures]) -> RunFigures:
    """Return the mean over teammates, run by run, because cells share their boards."""
    return _folded(lambda values: np.mean(values, axis=0), cells)


def _folded(fold: Callable[..., Floats], cells: Iterable[RunFigures]) -> RunFigures:
    """Return the statistics after folding each one over the cells."""
    listed = list(cells)
    return RunFigures(*(fold([getattr(cell, name) for cell in listed]) for name in FIGURES))


@dataclass(frozen=True, slots=True)
class Experiment:
    """The cells of a source, their runs, and the plan to play them."""

    source: ExpertSource
    experts: Mapping[str, Expert]
    first_run: int
    runs: int
    exploration: float = EXPLORATION
    by_game: bool = False
    chosen: tuple[str, ...] = ()
    """The ensemble of adaptive agents, by default the source's experts without its `others`."""
    plan: JobPlan = field(default_factory=JobPlan)

    @property
    def checksum(self) -> str:
        """The checksum of the words and experts."""
        return model_set_from(self.source).checksum

    def play(self, cells: Iterable[TableCell]) -> dict[str, RunFigures]:
        """Play cells, each once; return their statistics by key. Raises Refusal."""
        parts = {cell.key: cell.parts for cell in cells}
        jobs = [part for some in parts.values() for part in some]
        told = run_jobs(played, jobs, self.plan, fingerprint_of({"checksum": self.checksum}))
        results = iter(map(cell_figures, told))
        return {
            key: _folded(np.concatenate, [next(results) for _ in some])
            for key, some in parts.items()
        }

    @property
    def ensemble(self) -> tuple[str, ...]:
        """The names of the experts in an adaptive agent's ensemble."""
        if self.chosen:
            return self.chosen
        return tuple(name for name in self.experts if name not in self.source.others)

    def listened(self, teammate: str, partner: PartnerModel) -> tuple[str, ...]:
        """Return the ensemble for a teammate, with or without the teammate's own model.

        A model with different vectors in its two chairs always stays in, as in the authors' code:
        it is never its own partner.
        """
        if partner is PartnerModel.WITH or not self.experts[teammate].single:
            return self.ensemble
        return tuple(name for name in self.ensemble if name != teammate)

    def cell(self, question: LearnQuestion, teammate: str) -> TableCell:
        """Return the cell of an expert, or of an agent that is not picked, with a teammate."""
        names = self.listened(teammate, question.partner)
        agent: CellAgent
        match ADAPTIVE.get(question.agent):
            case ArmRule() as rule:
                chosen = rule if len(names) > 1 else ArmRule.FIXED
                agent = ExpertAgent(names, chosen, self.exploration)
            case Clues() as clues:
                agent = ModellingAgent(names, clues)
            case None:
                agent = ExpertAgent((question.agent,))
        chairs: tuple[CellAgent, CellAgent] = (agent, ExpertAgent((teammate,)))
        spymaster, guesser = chairs if question.role is Role.SPYMASTER else chairs[::-1]
        return TableCell(self.source, spymaster, guesser, self.first_run, self.runs, self.by_game)

    def static(self, spymaster: str, guesser: str) -> TableCell:
        """Return the cell of two experts."""
        return self.cell(LearnQuestion(spymaster, Role.SPYMASTER), guesser)


@dataclass(frozen=True, slots=True)
class Baselines:
    """The statistics of all static pairs, and the agents picked from them."""

    experiment: Experiment
    figures: Mapping[str, RunFigures]
    """The statistics of cells, by key."""
    agents: Experiment
    """The experiment of agents that play, which may have other runs."""

    def beside_all(self, question: LearnQuestion) -> dict[str, RunFigures]:
        """Return an agent's statistics by teammate."""
        agents = self.agents
        if question.agent in PICKED_AGENTS:
            return {one: self.picked(question, one) for one in agents.experts}
        return {one: self.figures[agents.cell(question, one).key] for one in agents.experts}

    def picked(self, question: LearnQuestion, teammate: str) -> RunFigures:
        """Return the statistics of one of the `PICKED_AGENTS`; averages are run by run."""
        if question.agent == AVERAGE_STATIC:
            names = self.experiment.listened(teammate, question.partner)
            return mean_figures(self._static(question.role, name, teammate) for name in names)
        return self._static(question.role, self.best(question, teammate), teammate)

    def best(self, question: LearnQuestion, teammate: str) -> str:
        """Return the expert of the ensemble with the highest CoLT, with a teammate or with all.

        Without the partner, pairs of one model do not count, as in the paper's tables.
        """
        listened, partner = self.experiment.listened, question.partner
        teammates = (teammate,) if question.agent == BEST_STATIC else (*self.experiment.experts,)

        def colt(expert: str) -> float:
            beside = [one for one in teammates if expert in listened(one, partner)]
            colts = [float(self._static(question.role, expert, one).colt.mean()) for one in beside]
            return sum(colts) / len(colts)

        return max(listened(teammate, partner), key=colt)

    def _static(self, role: Role, expert: str, teammate: str) -> RunFigures:
        """Return the statistics of an expert in a chair with a teammate."""
        return self.figures[self.experiment.cell(LearnQuestion(expert, role), teammate).key]


def static_cells(experiment: Experiment) -> tuple[TableCell, ...]:
    """Return the cells of all pairs of experts."""
    names = tuple(experiment.experts)
    return tuple(experiment.static(spymaster, guesser) for spymaster in names for guesser in names)
