"""The measurements of the research page, with results as plain JSON types.

The page shows only the value of `measured`: `blocks.py` writes it as Markdown, `tasks.py` draws it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from bot.arena import experiment_cells as cells
from bot.arena.colt import PAPER_PAIRS, trained
from bot.arena.colt_data import read_pairs, read_team_points
from bot.arena.experiment import MEASURES, RUNS, heading
from bot.arena.jobs import JobPlan
from bot.arena.learn import as_json as learnt_json
from bot.arena.policies import THRESHOLDS, ArenaPolicies
from bot.arena.simulate import play_series, solo_game
from bot.arena.source import CONTROL, ExpertSource, model_set_from
from bot.arena.sweep import Over, Sweep, points_json
from bot.arena.table import FOLLOWING, STATIC_ROLE, play_all, table_entries
from bot.arena.table import as_json as table_json
from bot.progress import counted
from core.arena.pair import Pair
from core.arena.surface import QUOTED_PAIRS, TeamPoints, log_surface, paper_surface, quoted_colt
from core.arena.teams import TeamPairs, play_pairs
from core.codenames.model import Role
from core.words.ensemble import MODELS

Research: TypeAlias = dict[str, Any]
"""All results, as plain JSON types."""

PAPER_RUNS: Final = 580
"""The paper's runs of an agent with a teammate."""

PAPER_STATIC_RUNS: Final = 1700
"""The paper's runs of a static pair: 85,000 games."""

FOLLOWED_AGENTS: Final = (*cells.FOLLOWERS, "best", "best-average")
"""The agents with learning curves."""

THRESHOLD_GAMES: Final = 30
"""Games of a pair with a threshold spymaster, as in Kim et al."""


def measured(bench: Path, runs: range, plan: JobPlan) -> Research:
    """Measure everything, with the paper's data in a folder; return the results. Raises Refusal.

    `runs` are an agent's runs with each teammate.
    """
    papers = measurement(ExpertSource(str(bench)), runs, plan, by_game=True)
    found: Research = {
        "bench": {
            **paper_tables(papers),
            "learn": learning(papers),
            "sweeps": _sweeps(papers.agents),
        },
        "embedded": paper_tables(measurement(CONTROL, runs[:RUNS], _embedded_plan(plan))),
        "colt": _fits(bench),
    }
    found["surface"] = _surfaces(bench, found["bench"]["tables"])
    found["threshold"] = thresholds(ExpertSource(None, models=MODELS))
    return found


def measurement(
    source: ExpertSource, runs: range, plan: JobPlan, *, by_game: bool = False
) -> cells.Baselines:
    """Play a source's static pairs and agents; return their results. Raises Refusal.

    `by_game` also plays the agents with learning curves, and keeps every game's CoLT.
    """
    experts = model_set_from(source).experts
    agents = cells.Experiment(source, experts, runs.start, len(runs), by_game=by_game, plan=plan)
    static = replace(agents, runs=static_runs(len(runs)))
    return play_all(static, agents, cells.FOLLOWERS if by_game else FOLLOWING)


def paper_tables(found: cells.Baselines) -> dict[str, Any]:
    """Return the paper's Tables 2 to 4."""
    return {
        "head": heading(found.agents),
        "static_head": heading(found.experiment),
        "tables": table_json(table_entries(found)),
    }


def learning(found: cells.Baselines) -> dict[str, Any]:
    """Return the learning curves by role, partner and agent."""
    asked = product(Role, cells.PartnerModel, FOLLOWED_AGENTS)
    return {
        f"{role.value} {partner.value} {agent}": learnt_json(
            found.beside_all(cells.LearnQuestion(agent, role, partner))
        )
        for role, partner, agent in asked
    }


def static_runs(runs: int) -> int:
    """Return the runs of a static pair, in the paper's proportion to an agent's runs."""
    return max(1, runs * PAPER_STATIC_RUNS // PAPER_RUNS)


def _embedded_plan(plan: JobPlan) -> JobPlan:
    """Return a plan with a separate file of results, if the plan has one."""
    store = plan.store and plan.store.with_name(f"{plan.store.name}.embedded")
    return replace(plan, store=store)


def _sweeps(agents: cells.Experiment) -> dict[str, Any]:
    """Return the sweeps of ACE in both chairs, without its partner's model."""
    experiment = replace(agents, runs=min(agents.runs, RUNS), by_game=False)
    asked = [*product(Role, (Over.CONSTANT, Over.GREEDY)), (Role.SPYMASTER, Over.NEIGHBOUR_COUNTS)]
    swept = {}
    for role, over in asked:
        sweep = Sweep(experiment, cells.LearnQuestion("ace", role, cells.PartnerModel.WITHOUT))
        swept[f"{over.value} {role.value}"] = points_json(sweep.over(over))
    return swept


def authors_pairs(bench: Path) -> tuple[TeamPairs, str]:
    """Return the authors' pairs of teams in a bench folder, and their checksum; raises Refusal."""
    return read_pairs(str(bench / "colt" / "training.npz"))


def _fits(bench: Path) -> dict[str, Any]:
    """Return the fits of CoLT to the authors' pairs and to generated ones."""
    pairs, checksum = authors_pairs(bench)
    own = play_pairs(PAPER_PAIRS, np.random.default_rng(0))
    return {
        "authors": trained(pairs, {"sha256": checksum}).to_json(),
        "generated": trained(own, {"seed": 0}).to_json(),
    }


def static_points(entries: Sequence[Mapping[str, Any]]) -> TeamPoints:
    """Return CoLT, win rate and turns to win of all static pairs in a table."""
    static = [entry for entry in entries if entry["role"] == STATIC_ROLE]
    columns = ([one["mean"] for one in static if one["measure"] == name] for name in MEASURES)
    return TeamPoints(*(np.array(column, dtype=np.float64) for column in columns))


def _surfaces(bench: Path, entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the CoLT of the paper's quoted teams by the paper's surface and by ours, with R2."""
    papers = read_team_points(str(bench / "colt" / "figure3.json"))
    ours = static_points(entries)
    paper, own = paper_surface(papers), log_surface(ours)
    told = zip(QUOTED_PAIRS, quoted_colt(paper), quoted_colt(own), strict=True)
    return {
        "quoted": [
            {"colt": colt, "win_rate": rate, "win_turns": turns, "paper": seen, "ours": found}
            for (colt, rate, turns), seen, found in told
        ],
        "r2": {
            "paper": papers.r2(paper(papers.win_rates, papers.win_turns)),
            "ours": ours.r2(own(ours.win_rates, ours.win_turns)),
        },
    }


def thresholds(source: ExpertSource, games: int = THRESHOLD_GAMES) -> list[dict[str, Any]]:
    """Play threshold spymasters with every expert by table rules; return the results.

    Each pair plays `games` games on the same deals.
    """
    models = model_set_from(source)
    policies = ArenaPolicies(models)
    found = []
    for name, guesser in counted([*product(THRESHOLDS, models.experts)]):
        pair = Pair(policies.named(name), policies.named(guesser))
        played = play_series(solo_game(pair, models.board_words), range(games))
        won = [len(game.outcomes) for game in played if game.won]
        told = {"spymaster": name, "guesser": guesser, "games": games, "wins": len(won)}
        found.append({**told, "win_turns": won, "first_seed": 0})
    return found
