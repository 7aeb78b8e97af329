"""The cells of the paper's tables: an agent in one chair beside one teammate, over many runs.

A cell is played by any process that finds its source, so it is a job (`jobs.py`). Axes: R runs,
T teammates, G games of a run.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bot.gametypes.codenames.arena.source import ExpertSource, arena_of
from core.agents.ace import EXPLORATION
from core.agents.expert import Expert
from core.arena.runs import colt_by_game, colt_without_first, run_counts, run_figures
from core.arena.tournament import AgentPair, ArmRule, ExpertAgent

FIRST_RUN: Final = 2000
"""The first run of the paper's tables; development uses those below."""

LEFT_OUT: Final = (0, 1, 2, 5, 10, 15, 30, 40)
"""How many first games the columns of the paper's Table 5 leave out."""


class ChairRole(Enum):
    """The chair in which the agent sits; the teammate has the other."""

    SPYMASTER = "spymaster"
    GUESSER = "guesser"


class PartnerModel(Enum):
    """Whether the agent's ensemble holds the model that the teammate thinks with."""

    WITH = "with"
    WITHOUT = "without"


@dataclass(frozen=True, slots=True)
class TableCell:
    """A pair of agents and the runs that it plays; `by_game` also keeps every game's CoLT."""

    source: ExpertSource
    spymaster: ExpertAgent
    guesser: ExpertAgent
    first_run: int
    runs: int
    by_game: bool = False

    @property
    def key(self) -> str:
        """The cell's name."""
        runs = f"{self.first_run}+{self.runs}"
        near = "" if self.source.neighbours is None else f" {self.source.neighbours} neighbours"
        games = " by game" if self.by_game else ""
        return f"{_named(self.spymaster)} {_named(self.guesser)} {runs}{games}{near}"


def _named(agent: ExpertAgent) -> str:
    rule = f"{agent.rule.name}:{agent.exploration}"
    return f"{rule}({','.join(agent.experts)})"


def played(cell: TableCell) -> dict[str, Any]:
    """Return what the runs of a cell came to, as JSON; raises AssetError."""
    results = arena_of(cell.source).play_runs(
        AgentPair(cell.spymaster, cell.guesser), first_run=cell.first_run, runs=cell.runs
    )
    counts, figures = run_counts(results), run_figures(results)
    told: dict[str, Any] = {
        "colt": figures.colt.tolist(),
        "win_rate": figures.win_rate.tolist(),
        "win_turns": figures.win_turns.tolist(),
        "assassins": figures.assassins.tolist(),
        "outcomes": counts.sum(axis=(0, 1)).tolist(),
        "fallbacks": int(results.fallbacks.sum()),
        "games": len(results),
    }
    if cell.by_game:
        told["without_first"] = [colt_without_first(counts, games).tolist() for games in LEFT_OUT]
        told["by_game"] = colt_by_game(counts).tolist()
    return told


@dataclass(frozen=True, slots=True, eq=False)
class CellFigures:
    """The figures of a cell by run, float64 (R,); tables take them from what `played` returned."""

    colt: NDArray[np.float64]
    win_rate: NDArray[np.float64]
    win_turns: NDArray[np.float64]
    assassins: NDArray[np.float64]
    without_first: tuple[NDArray[np.float64], ...] = ()
    """CoLT without so many first games as `LEFT_OUT` says, (R,) each."""
    by_game: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 0)))
    """CoLT of every game alone, (R, G)."""


def cell_figures(told: Mapping[str, Any]) -> CellFigures:
    """Return the figures that `played` put into JSON."""
    return CellFigures(
        np.array(told["colt"]),
        np.array(told["win_rate"]),
        np.array(told["win_turns"]),
        np.array(told["assassins"]),
        tuple(np.array(values) for values in told.get("without_first", ())),
        np.array(told.get("by_game", np.zeros((0, 0)))),
    )


def mean_figures(cells: Sequence[CellFigures]) -> CellFigures:
    """Return the mean over teammates, run by run, for cells share their boards."""
    first = cells[0]
    return CellFigures(
        np.mean([cell.colt for cell in cells], axis=0),
        np.mean([cell.win_rate for cell in cells], axis=0),
        np.mean([cell.win_turns for cell in cells], axis=0),
        np.mean([cell.assassins for cell in cells], axis=0),
        tuple(
            np.mean([cell.without_first[place] for cell in cells], axis=0)
            for place in range(len(first.without_first))
        ),
        np.mean([cell.by_game for cell in cells], axis=0),
    )


@dataclass(frozen=True, slots=True)
class Experiment:
    """A source's cells: who can sit where, and the runs that are played."""

    source: ExpertSource
    experts: Mapping[str, Expert]
    first_run: int
    runs: int
    exploration: float = EXPLORATION
    by_game: bool = False
    chosen: tuple[str, ...] = ()
    """The only experts that an adaptive agent may listen to, where some are chosen."""

    @property
    def ensemble(self) -> tuple[str, ...]:
        """The names of the experts that an adaptive agent may listen to."""
        if self.chosen:
            return self.chosen
        return tuple(name for name in self.experts if name not in self.source.others)

    def listened(self, teammate: str, partner: PartnerModel) -> tuple[str, ...]:
        """Return the ensemble beside a teammate, with or without the teammate's own model.

        A model whose two chairs look at different vectors is never its own partner, so that
        leaving it out would take away nothing; source: the authors' code.
        """
        if partner is PartnerModel.WITH or not self.experts[teammate].single:
            return self.ensemble
        return tuple(name for name in self.ensemble if name != teammate)

    def adaptive(
        self, role: ChairRole, partner: PartnerModel, teammate: str, rule: ArmRule
    ) -> TableCell:
        """Return the cell of an agent that listens to all its experts beside a teammate."""
        names = self.listened(teammate, partner)
        agent = ExpertAgent(names, rule if len(names) > 1 else ArmRule.FIXED, self.exploration)
        return self._cell(role, agent, ExpertAgent((teammate,)))

    def static(self, spymaster: str, guesser: str) -> TableCell:
        """Return the cell of two experts."""
        return self._cell(ChairRole.SPYMASTER, ExpertAgent((spymaster,)), ExpertAgent((guesser,)))

    def _cell(self, role: ChairRole, agent: ExpertAgent, teammate: ExpertAgent) -> TableCell:
        is_spymaster = role is ChairRole.SPYMASTER
        pair = (agent, teammate) if is_spymaster else (teammate, agent)
        return TableCell(self.source, *pair, self.first_run, self.runs, self.by_game)

    def static_beside(self, role: ChairRole, expert: str, teammate: str) -> TableCell:
        """Return the cell of an expert in a chair beside a teammate."""
        pair = (expert, teammate) if role is ChairRole.SPYMASTER else (teammate, expert)
        return self.static(*pair)


def distinct(cells: Collection[TableCell]) -> tuple[TableCell, ...]:
    """Return cells without those that come twice, in their order."""
    return tuple({cell.key: cell for cell in cells}.values())
