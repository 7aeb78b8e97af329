"""The agents of the paper's tables, by name: some follow an expert, others are picked.

B is the best static expert beside a teammate, A the average of all, BA the expert that is best on
average over teammates, R another expert at random each turn. B and A know the result beforehand:
they are bounds to compare with, not agents that could be played.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.arena.experiment_cells import (
    TEAMMATES,
    CellFigures,
    ChairRole,
    Experiment,
    PartnerModel,
    TableCell,
    mean_figures,
)
from core.arena.tournament import ArmRule

AVERAGE_STATIC: Final = "average"
BEST_STATIC: Final = "best"

PICKED_AGENTS: Final = (AVERAGE_STATIC, BEST_STATIC, "best-average")
"""The agents that are picked from the static pairs: A, B and BA."""

ADAPTIVE: Final = {
    "ace-repo": ArmRule.ACE,
    "ace-paper": ArmRule.ACE_PAPER,
    "random": ArmRule.ANY,
}
"""Agents that follow one of their experts each turn."""

AGENT_RULES: Final = {"ace": ArmRule.ACE, **ADAPTIVE}
"""The rules of these agents, also by the names of the paper's tables."""


@dataclass(frozen=True, slots=True)
class LearnQuestion:
    """An agent, the chair it sits in, and whether it listens to its teammate's own model."""

    agent: str
    role: ChairRole
    partner: PartnerModel

    def cell(self, experiment: Experiment, teammate: str) -> TableCell:
        """Return the cell of an agent that is not picked, beside a teammate."""
        if self.agent in AGENT_RULES:
            rule = AGENT_RULES[self.agent]
            return experiment.adaptive(self.role, self.partner, teammate, rule)
        if self.agent in TEAMMATES:
            clues = TEAMMATES[self.agent]
            return experiment.modelling(self.role, self.partner, teammate, clues)
        return experiment.static_beside(self.role, self.agent, teammate)


@dataclass(frozen=True, slots=True)
class Baselines:
    """The agents that do not learn, by the figures of all static pairs."""

    experiment: Experiment
    figures: Mapping[str, CellFigures]
    """The figures of cells by their keys."""

    def beside_all(self, question: LearnQuestion, agents: Experiment) -> dict[str, CellFigures]:
        """Return an agent's figures by teammate; one that is not picked may have other runs."""
        agent, role, partner = question.agent, question.role, question.partner
        if agent in PICKED_AGENTS:
            return {one: self.picked(agent, role, partner, one) for one in agents.experts}
        return {one: self.figures[question.cell(agents, one).key] for one in agents.experts}

    def static(self, role: ChairRole, expert: str, teammate: str) -> CellFigures:
        """Return the figures of an expert in a chair beside a teammate."""
        return self.figures[self.experiment.static_beside(role, expert, teammate).key]

    def picked(
        self, agent: str, role: ChairRole, partner: PartnerModel, teammate: str
    ) -> CellFigures:
        """Return the figures of one of the `PICKED_AGENTS` beside a teammate."""
        if agent == AVERAGE_STATIC:
            return self.average(role, partner, teammate)
        pick = self.best if agent == BEST_STATIC else self.best_average
        return self.static(role, pick(role, partner, teammate), teammate)

    def average(self, role: ChairRole, partner: PartnerModel, teammate: str) -> CellFigures:
        """Return the mean figures, run by run, of all experts of the ensemble."""
        names = self.experiment.listened(teammate, partner)
        return mean_figures(self.static(role, name, teammate) for name in names)

    def best(self, role: ChairRole, partner: PartnerModel, teammate: str) -> str:
        """Return the expert of the ensemble with the highest CoLT beside a teammate."""
        names = self.experiment.listened(teammate, partner)
        return max(names, key=lambda name: float(self.static(role, name, teammate).colt.mean()))

    def best_average(self, role: ChairRole, partner: PartnerModel, teammate: str) -> str:
        """Return the expert of the ensemble with the highest mean CoLT over all teammates.

        Without the partner a pair that thinks alike does not count; so do the paper's tables.
        """
        names = self.experiment.listened(teammate, partner)
        return max(names, key=lambda name: self._over_teammates(role, partner, name))

    def _over_teammates(self, role: ChairRole, partner: PartnerModel, expert: str) -> float:
        beside = [
            float(self.static(role, expert, teammate).colt.mean())
            for teammate in self.experiment.experts
            if expert in self.experiment.listened(teammate, partner)
        ]
        return sum(beside) / len(beside)


def static_cells(experiment: Experiment) -> tuple[TableCell, ...]:
    """Return the cells of all pairs of experts."""
    names = tuple(experiment.experts)
    return tuple(experiment.static(spymaster, guesser) for spymaster in names for guesser in names)
