"""``spyring arena learn``: the learning curve of one agent with every teammate."""

from argparse import Namespace
from collections.abc import Mapping
from typing import Any, Final

from bot.arena import experiment as experiments
from bot.arena import experiment_cells as cells
from bot.gametypes.cli import OptionAdder
from bot.models.ensemble import known
from core.arena.statistics import LEFT_OUT, MeanInterval, RunFigures, half_gained, mean_interval
from core.rating.colt import Floats
from core.view import Phrase, phrase

STEADY_GAMES: Final = 10
"""The last games of a run, whose mean is an agent's final level."""


class LearnTask(experiments.ExperimentTask):
    """One agent with every teammate."""

    name = "learn"
    by_game = True

    def add_axes(self, adder: OptionAdder) -> None:
        """Add the agent and its chair."""
        experiments.add_chair_options(adder)
        adder.describe("--agent", "arena-agent", metavar="A", default="ace-repo")

    def output(
        self, experiment: cells.Experiment, arguments: Namespace
    ) -> experiments.ExperimentOutput:
        """Play the runs; return the results. Raises Refusal."""
        beside = learnt(experiment, experiments.asked_of(arguments.agent, arguments))
        every = {**beside, experiments.MEAN: cells.mean_figures(beside.values())}
        entries = experiments.entries_of({(name,): figures for name, figures in every.items()})
        later = [
            ((experiments.MEAN,), f"colt without {games} games", value)
            for games, value in _without_first(every[experiments.MEAN]).items()
        ]
        asked = {name: getattr(arguments, name) for name in ("agent", "role", "partner")}
        return experiments.ExperimentOutput(
            ("teammate",),
            [*entries, *later],
            {**asked, **as_json(beside)},
            experiments.measure_lines(every),
            sentences(every[experiments.MEAN]),
        )


def learnt(experiment: cells.Experiment, question: cells.LearnQuestion) -> dict[str, RunFigures]:
    """Play an agent; return its statistics by teammate. Raises AssetError for an unknown agent."""
    names = (*cells.FOLLOWERS, *cells.TEAMMATES, *cells.PICKED_AGENTS, *experiment.experts)
    known(dict.fromkeys(names), (question.agent,))
    picked = question.agent in cells.PICKED_AGENTS
    own = (experiment.cell(question, teammate) for teammate in experiment.experts)
    figures = experiment.play(cells.static_cells(experiment) if picked else own)
    return cells.Baselines(experiment, figures, experiment).beside_all(question)


def as_json(beside: Mapping[str, RunFigures]) -> dict[str, Any]:
    """Return the mean over teammates, each teammate's statistics, and the learning curve."""
    mean = cells.mean_figures(beside.values())
    return {
        **_measures(mean),
        "by_teammate": {teammate: _measures(figures) for teammate, figures in beside.items()},
        "without_first_games": {
            str(games): value.to_json() for games, value in _without_first(mean).items()
        },
        "by_game": [mean_interval(column).to_json() for column in mean.by_game.T],
        "half_learnt_game": half_learnt(mean.by_game),
    }


def _without_first(mean: RunFigures) -> dict[int, MeanInterval]:
    """Return CoLT by the number of omitted first games."""
    columns = map(mean_interval, mean.without_first.T)
    return dict(zip(LEFT_OUT, columns, strict=True))


def _measures(figures: RunFigures) -> dict[str, Any]:
    """Return the statistics of a cell; `ci95` is the interval of CoLT."""
    colt, rate, turns = experiments.measures_of(figures).values()
    return {
        "colt": colt.mean,
        "win_rate": rate.mean,
        "win_turns": turns.mean,
        "assassins": float(figures.assassins.mean()),
        "ci95": [colt.low, colt.high],
        "win_rate_ci95": [rate.low, rate.high],
        "win_turns_ci95": [turns.low, turns.high],
    }


def half_learnt(by_game: Floats) -> int | None:
    """Return the number of the game in which an agent has learnt half, if any.

    Half means halfway from the CoLT of the first game to the CoLT of the last `STEADY_GAMES`.
    """
    curve = by_game.mean(axis=0)
    place = half_gained(curve.tolist(), float(curve[0]), float(curve[-STEADY_GAMES:].mean()))
    return None if place is None else place + 1


def sentences(mean: RunFigures) -> tuple[Phrase, ...]:
    """Return sentences on learning, from the mean over teammates."""
    means = _without_first(mean).items()
    without = ", ".join(f"{games}: {value.mean:.3f}" for games, value in means)
    half = half_learnt(mean.by_game)
    return (
        phrase("arena-without-first", figures=without),
        phrase("arena-never-half") if half is None else phrase("arena-half-learnt", game=half),
    )
