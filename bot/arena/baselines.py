"""The agents of the paper's tables that are picked from the static pairs.

B is the best static expert beside a teammate, A the average of all, BA the expert that is best on
average over teammates. B and A know the result beforehand: they are bounds to compare with, not
agents that could be played.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from bot.arena.experiment_cells import (
    CellFigures,
    Experiment,
    LearnQuestion,
    TableCell,
    mean_figures,
)
from core.codenames.model import Role

AVERAGE_STATIC: Final = "average"
BEST_STATIC: Final = "best"

PICKED_AGENTS: Final = (AVERAGE_STATIC, BEST_STATIC, "best-average")
"""The agents that are picked from the static pairs: A, B and BA."""


@dataclass(frozen=True, slots=True)
class Baselines:
    """The agents that do not learn, by the figures of all static pairs."""

    experiment: Experiment
    figures: Mapping[str, CellFigures]
    """The figures of cells by their keys."""

    def beside_all(self, question: LearnQuestion, agents: Experiment) -> dict[str, CellFigures]:
        """Return an agent's figures by teammate; one that is not picked may have other runs."""
        if question.agent in PICKED_AGENTS:
            return {one: self.picked(question, one) for one in agents.experts}
        return {one: self.figures[agents.cell(question, one).key] for one in agents.experts}

    def picked(self, question: LearnQuestion, teammate: str) -> CellFigures:
        """Return the figures of one of the `PICKED_AGENTS`; an average is taken run by run."""
        if question.agent == AVERAGE_STATIC:
            names = self.experiment.listened(teammate, question.partner)
            return mean_figures(self._static(question.role, name, teammate) for name in names)
        return self._static(question.role, self.best(question, teammate), teammate)

    def best(self, question: LearnQuestion, teammate: str) -> str:
        """Return the expert of the ensemble with the highest CoLT, beside a teammate or all.

        Without the partner a pair that thinks alike does not count; so do the paper's tables.
        """
        names = self.experiment.listened(teammate, question.partner)
        if question.agent == BEST_STATIC:
            return max(names, key=lambda name: self._colt(question.role, name, (teammate,)))
        beside = {
            name: [
                one
                for one in self.experiment.experts
                if name in self.experiment.listened(one, question.partner)
            ]
            for name in names
        }
        return max(names, key=lambda name: self._colt(question.role, name, beside[name]))

    def _colt(self, role: Role, expert: str, teammates: Collection[str]) -> float:
        colts = [float(self._static(role, expert, one).colt.mean()) for one in teammates]
        return sum(colts) / len(colts)

    def _static(self, role: Role, expert: str, teammate: str) -> CellFigures:
        """Return the figures of an expert in a chair beside a teammate."""
        return self.figures[self.experiment.cell(LearnQuestion(expert, role), teammate).key]


def static_cells(experiment: Experiment) -> tuple[TableCell, ...]:
    """Return the cells of all pairs of experts."""
    names = tuple(experiment.experts)
    return tuple(experiment.static(spymaster, guesser) for spymaster in names for guesser in names)
