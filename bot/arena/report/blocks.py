"""The results of the research page as Markdown, a block for each table."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from statistics import fmean
from typing import Any, Final, TypeAlias

import numpy as np

from bot.arena.experiment import MEASURES
from bot.arena.page import markdown
from bot.arena.policies import THRESHOLDS
from bot.arena.report.measure import Research
from bot.arena.table import AXES, PAPER_AGENTS
from core.arena.statistics import mean_interval, wilson

Figures: TypeAlias = Mapping[tuple[str | None, ...], Mapping[str, Any]]

PAPER_TABLES: Final = {
    "colt": "table2_colt",
    "win_rate": "table3_win_rate",
    "win_turns": "table4_win_time",
}
"""The names of the paper's tables in its bench folder, by measure."""

ROLES: Final = ("spymaster", "guesser")
PARTNERS: Final = ("with", "without")

ROW: Final = "chair, teammate's model"
"""The heading of a row's role, and of whether the ensemble has the teammate's model."""

KEYS: Final = (*AXES, "measure")
"""The fields that identify a result in a table."""

KIM: Final = {
    "threshold-low": (0.941, 8.7),
    "threshold-medium": (0.903, 7.5),
    "threshold-high": (0.828, 5.7),
}
"""The win rates and turns of Kim et al. 2019 by aggressiveness, as ACE's authors count them."""


def blocks_of(found: Research, paper: Mapping[str, Any]) -> dict[str, str]:
    """Return the blocks of the page by name; `paper` contains the published tables."""
    bench = found["bench"]
    return {
        "data": _data(found),
        "static": _static(bench, paper),
        "agents": _agents(bench, paper),
        "agents-each": _agents_beside(bench, paper),
        "embedded": _embedded(found["embedded"]),
        "learning": _learning(bench["learn"], paper),
        "sweeps": _sweeps(bench["sweeps"]),
        "colt": _colt(found["colt"]),
        "surface": _surface(found["surface"]),
        "threshold": _threshold(found["threshold"]),
    }


def _data(found: Research) -> str:
    rows = []
    for name, part in (("the paper's models", "bench"), ("the embedded models", "embedded")):
        head, static = found[part]["head"], found[part]["static_head"]
        games = [f"{one['games']:,} ({one['seeds'][0]})" for one in (static, head)]
        rows.append([name, " ".join(head["experts"]), head["checksum"][:12], *games])
    games_of = [f"games of each {one} (first seed)" for one in ("static pair", "agent")]
    return markdown(["data", "experts", "checksum", *games_of], rows)


def figures_of(entries: Sequence[Mapping[str, Any]]) -> Figures:
    """Return the results of tables by role, partner, agent, teammate and measure."""
    return {tuple(entry[key] for key in KEYS): entry for entry in entries}


def told(interval: Mapping[str, Any], digits: int = 3) -> str:
    """Return a mean with half its interval's width, as text."""
    margin = "" if interval["ci95"][0] is None else f" ±{_half_width(interval):.{digits}f}"
    return f"{interval['mean']:.{digits}f}{margin}"


def _half_width(interval: Mapping[str, Any]) -> float:
    low, high = interval["ci95"]
    return 0.0 if low is None else (float(high) - float(low)) / 2


def _static(part: Mapping[str, Any], paper: Mapping[str, Any]) -> str:
    """Return the paper's Tables 2 to 4 of all static pairs, with our differences from them."""
    names, figures = part["head"]["experts"], figures_of(part["tables"])
    return "\n".join(
        _static_table(measure, names, figures, paper[PAPER_TABLES[measure]]["static"])
        for measure in MEASURES
    )


def _static_table(
    measure: str, names: Sequence[str], figures: Figures, published: Mapping[str, Any]
) -> str:
    found = {
        pair: (figures["static", None, *pair, measure], published[pair[0]][pair[1]])
        for pair in product(names, repeat=2)
    }
    rows = [[one, *(_beside(*found[one, other]) for other in names)] for one in names]
    apart = {pair: abs(ours["mean"] - theirs) for pair, (ours, theirs) in found.items()}
    matched = [apart[name, name] for name in names]
    worst = max(apart, key=lambda pair: apart[pair])
    widest = max(_half_width(ours) for ours, _ in found.values())
    return markdown([f"{MEASURES[measure]}, spymaster", *names], rows) + (
        f"\nThe mean absolute difference is {fmean(apart.values()):.3f} over all pairs, and "
        f"{fmean(matched):.3f} over pairs that share a model. The largest is {apart[worst]:.2f}, "
        f"for `{worst[0]}` with `{worst[1]}`.\nOur widest interval is ±{widest:.3f}.\n"
    )


def _beside(ours: Mapping[str, Any], theirs: float | None) -> str:
    """Return a mean with the paper's in brackets, if any."""
    return f"{ours['mean']:.2f}" + ("" if theirs is None else f" ({theirs:.2f})")


def _agents_beside(part: Mapping[str, Any], paper: Mapping[str, Any]) -> str:
    """Return the paper's Tables 2 to 4 of the agents, by teammate."""
    names, figures = part["head"]["experts"], figures_of(part["tables"])
    tables = []
    for measure in MEASURES:
        rows, widest = list[list[str]](), 0.0
        for role, partner, (agent, short) in product(ROLES, PARTNERS, PAPER_AGENTS.items()):
            ours = {name: figures[role, partner, agent, name, measure] for name in names}
            widest = max(widest, *map(_half_width, ours.values()))
            theirs = _published(paper, measure, role, partner, short)
            cells = [_beside(ours[name], theirs[name]) for name in names]
            rows.append([f"{role}, {partner}", f"{agent} ({short})", *cells])
        head = [f"{MEASURES[measure]}, {ROW}", "agent", *names]
        tables.append(f"{markdown(head, rows)}\nOur widest interval is ±{widest:.3f}.\n")
    return "\n".join(tables)


def _agents(part: Mapping[str, Any], paper: Mapping[str, Any] | None) -> str:
    """Return every agent's mean over teammates, with the paper's in brackets."""
    rows, figures = [], figures_of(part["tables"])
    for role, partner, (agent, short) in product(ROLES, PARTNERS, PAPER_AGENTS.items()):
        row = [f"{role}, {partner}", f"{agent} ({short})"]
        for measure in MEASURES:
            ours = told(figures[role, partner, agent, "mean", measure])
            theirs = paper and _published(paper, measure, role, partner, short)["mean"]
            row.append(ours + ("" if theirs is None else f" ({theirs:.2f})"))
        rows.append(row)
    return markdown([ROW, "agent", *MEASURES.values()], rows)


def _embedded(part: Mapping[str, Any]) -> str:
    """Return the agents' means with the embedded models, and the models' names."""
    return _agents(part, None) + named_models(part["head"]["experts"])


def named_models(names: Iterable[str]) -> str:
    """Return a line that names the models behind a table."""
    return f"\nModels: {', '.join(f'`{name}`' for name in names)}.\n"


def _published(
    paper: Mapping[str, Any], measure: str, role: str, partner: str, agent: str
) -> dict[str, float]:
    """Return the paper's results by teammate, and their mean."""
    table = paper[PAPER_TABLES[measure]]
    by_agent = table[role][partner]
    if role == "guesser":
        found = {name: row[agent] for name, row in by_agent.items()}
        told_mean = table["guesser_mean"][partner].get(agent)
        return {"mean": told_mean or fmean(found.values()), **found}
    return {"mean": fmean(by_agent[agent].values()), **by_agent[agent]}


def _learning(learn: Mapping[str, Any], paper: Mapping[str, Any]) -> str:
    """Return each learning agent's CoLT without the first games, and its half-learnt game."""
    published = paper["table5_colt_without_first_t_games"]
    places = [str(games) for games in published["t"]]
    rows = []
    for name, found in learn.items():
        role, partner, agent = name.split()
        if not agent.startswith("ace"):
            continue
        without = found["without_first_games"]
        theirs = published[partner][role] if agent == "ace-repo" else [None] * len(places)
        cells = [
            _beside(without[place], value) for place, value in zip(places, theirs, strict=True)
        ]
        half = found["half_learnt_game"]
        rows.append([f"{role}, {partner}", agent, *cells, "-" if half is None else str(half)])
    head = [ROW, "agent", *(f"t = {place}" for place in places), "half learnt"]
    return markdown(head, rows)


def _sweeps(sweeps: Mapping[str, Any]) -> str:
    parts = []
    for name, points in sweeps.items():
        over, role = name.split()
        rows = [
            [point["value"], *(told(point[measure]) for measure in MEASURES)] for point in points
        ]
        parts.append(markdown([f"{over}, {role}", *MEASURES.values()], rows))
    return "\n".join(parts)


def _colt(fits: Mapping[str, Any]) -> str:
    rows = []
    for data, report in fits.items():
        for name, fit in report["fits"].items():
            cells = [f"{fit[part][key]:.{digits}f}" for key, digits in (("r2", 3), ("l1", 4))
                     for part in ("train", "test")]  # fmt: skip
            rows.append([f"{data}, {report['pairs']:,} pairs", name, *cells])
    head = ["data", "fit", "R2, train", "R2, test", "L1, train", "L1, test"]
    return markdown(head, rows)


def _surface(found: Mapping[str, Any]) -> str:
    rows = [
        [
            f"{one['win_rate']:.2f}, {one['win_turns']:.2f}",
            f"{one['colt']:.2f}",
            f"{one['paper']:.3f}",
            f"{one['ours']:.2f}",
        ]
        for one in found["quoted"]
    ]
    r2 = found["r2"]
    head = ["win rate, turns", "CoLT, quoted", "CoLT, the paper's surface", "CoLT, our pairs"]
    return markdown(head, rows) + (
        f"\nR2 is {r2['paper']:.3f} for the paper's surface on its own teams, and {r2['ours']:.3f} "
        "for the regression on our pairs.\n"
    )


def _threshold(found: Sequence[Mapping[str, Any]]) -> str:
    """Return each threshold's win rate, with Wilson's interval, and its turns to win."""
    rows = []
    for name in THRESHOLDS:
        of = [one for one in found if one["spymaster"] == name]
        games, wins = (sum(one[key] for one in of) for key in ("games", "wins"))
        turns = mean_interval(np.array([turn for one in of for turn in one["win_turns"]]))
        low, high = wilson(wins / games, games)
        rate, published = f"{wins / games:.3f} ({low:.3f} to {high:.3f})", KIM[name]
        told_turns = f"{turns.mean:.2f} ±{turns.half_width or 0:.2f}"
        row = [name, str(games), rate, f"{published[0]:.3f}", told_turns, f"{published[1]:.1f}"]
        rows.append(row)
    head = ["spymaster", "games", "win rate", "win rate, Kim et al.", "turns to win"]
    models = named_models(dict.fromkeys(one["guesser"] for one in found))
    return markdown([*head, "turns to win, Kim et al."], rows) + models
