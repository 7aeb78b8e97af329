"""The results of the research page as Markdown: a block for each table, with its command."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from bot.arena.page import markdown
from bot.arena.policies import THRESHOLDS
from bot.arena.report.measure import Research
from core.arena.duels import wilson
from core.arena.statistics import mean_interval

Row = Sequence[str]

BENCH: Final = "--bench FOLDER"

MEASURE_NAMES: Final = {"colt": "CoLT", "win_rate": "win rate", "win_turns": "turns to win"}

PAPER_TABLES: Final = {
    "colt": "table2_colt",
    "win_rate": "table3_win_rate",
    "win_turns": "table4_win_time",
}
"""The names of the paper's tables in its bench, by measure."""

PAPER_AGENTS: Final = {
    "average": "A",
    "best": "B",
    "ace": "ACE",
    "best-average": "BA",
    "random": "R",
}
"""The paper's names of its agents."""

KEYS: Final = ("role", "partner", "agent", "teammate", "measure")
"""The names of the values that tell the figures of a table apart."""

KIM: Final = {
    "threshold-low": (0.941, 8.7),
    "threshold-medium": (0.903, 7.5),
    "threshold-high": (0.828, 5.7),
}
"""Win rate and turns of Kim et al. 2019 by aggressiveness, as ACE's authors count them."""


def blocks_of(found: Research, paper: Mapping[str, Any]) -> dict[str, str]:
    """Return the blocks of the page by name; `paper` are the published tables of a bench."""
    bench = found["bench"]
    return {
        "data": _data(found),
        "static": _static(bench, paper),
        "agents": _agents(bench, paper),
        "embedded": _agents(found["embedded"], None),
        "learning": _learning(bench["learn"], paper),
        "sweeps": _sweeps(bench["sweeps"]),
        "colt": _colt(found["colt"]),
        "surface": _surface(found["surface"]),
        "threshold": _threshold(found["threshold"]),
    }


def _data(found: Research) -> str:
    rows = []
    for name, part in (("the paper's models", "bench"), ("the embedded models", "embedded")):
        head = found[part]["head"]
        seeds = "{} to {}".format(*head["seeds"])
        told = (" ".join(head["experts"]), head["checksum"][:12], str(head["games"]), seeds)
        rows.append([name, *told])
    return markdown(["data", "experts", "checksum", "games a pair", "seeds"], rows)


def _mean(
    entries: Sequence[Mapping[str, Any]],
    role: str,
    partner: str | None,
    agent: str,
    teammate: str,
    measure: str,
) -> Mapping[str, Any]:
    """Return one figure of the tables."""
    wanted = (role, partner, agent, teammate, measure)
    return next(
        entry
        for entry in entries
        if wanted
        == tuple(entry[key] for key in ("role", "partner", "agent", "teammate", "measure"))
    )


def told(interval: Mapping[str, Any], digits: int = 3) -> str:
    """Return a mean with half the width of its interval."""
    margin = "" if interval["ci95"][0] is None else f" ±{_half_width(interval):.{digits}f}"
    return f"{interval['mean']:.{digits}f}{margin}"


def _half_width(interval: Mapping[str, Any]) -> float:
    low, high = interval["ci95"]
    return 0.0 if low is None else (float(high) - float(low)) / 2


def _static(part: Mapping[str, Any], paper: Mapping[str, Any]) -> str:
    """Return CoLT of all static pairs, ours and the paper's, and how far they are apart."""
    names, published = part["head"]["experts"], paper["table2_colt"]["static"]
    rows, apart, widths = [], dict[tuple[str, str], float](), list[float]()
    for spymaster in names:
        row = [spymaster]
        for guesser in names:
            entry = _mean(part["tables"], "static", None, spymaster, guesser, "colt")
            ours = entry["mean"]
            widths.append(_half_width(entry))
            theirs = published[spymaster][guesser]
            apart[spymaster, guesser] = abs(ours - theirs)
            row.append(f"{ours:.2f} ({theirs:.2f})")
        rows.append(row)
    matched = [apart[name, name] for name in names]
    worst = max(apart, key=lambda pair: apart[pair])
    return markdown(["spymaster", *names], rows) + (
        f"\nOurs, and the paper's in brackets. Mean absolute difference over all pairs "
        f"{_average(apart.values()):.3f}, over those that think alike {_average(matched):.3f};\n"
        f"the largest is {apart[worst]:.2f}, of {worst[0]} with {worst[1]}. "
        f"Our widest interval is ±{max(widths):.2f}.\n"
    )


def _average(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


def _agents(part: Mapping[str, Any], paper: Mapping[str, Any] | None) -> str:
    """Return the mean over teammates of every agent, beside the paper's where it is known."""
    rows = []
    for role in ("spymaster", "guesser"):
        for partner in ("with", "without"):
            for agent, short in PAPER_AGENTS.items():
                row = [f"{role}, {partner}", f"{agent} ({short})"]
                for measure in MEASURE_NAMES:
                    ours = _mean(part["tables"], role, partner, agent, "mean", measure)
                    theirs = paper and _published(paper, measure, role, partner, short)
                    row.append(told(ours) + ("" if theirs is None else f" ({theirs:.2f})"))
                rows.append(row)
    return markdown(["chair, partner", "agent", *MEASURE_NAMES.values()], rows)


def _published(
    paper: Mapping[str, Any], measure: str, role: str, partner: str, agent: str
) -> float | None:
    """Return the paper's mean over teammates; None where it gives none."""
    table = paper[PAPER_TABLES[measure]]
    if role == "guesser":
        found = table.get("guesser_mean", {}).get(partner, {}).get(agent)
        if found is None:
            by_teammate = table["guesser"][partner]
            found = _average(row[agent] for row in by_teammate.values())
        return float(found)
    row = table["spymaster"][partner][agent]
    return float(row.get("mean", _average(row.values())))


def _learning(learn: Mapping[str, Any], paper: Mapping[str, Any]) -> str:
    """Return CoLT without the first games, of each agent that learns, and when half is learnt."""
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
            f"{without[place]['mean']:.2f}" + ("" if value is None else f" ({value:.2f})")
            for place, value in zip(places, theirs, strict=True)
        ]
        half = found["half_learnt_game"]
        rows.append([f"{role}, {partner}", agent, *cells, "-" if half is None else str(half)])
    head = ["chair, partner", "agent", *(f"t = {place}" for place in places), "half learnt"]
    return markdown(head, rows)


def _sweeps(sweeps: Mapping[str, Any]) -> str:
    parts = []
    for name, points in sweeps.items():
        over, role = name.split()
        rows = [
            [point["value"], *(told(point[measure]) for measure in MEASURE_NAMES)]
            for point in points
        ]
        parts.append(markdown([f"{over}, {role}", *MEASURE_NAMES.values()], rows))
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
    head = ["win rate, turns", "quoted", "the paper's surface", "our pairs"]
    return markdown(head, rows) + (
        f"\nR2 of the paper's surface on its own teams {r2['paper']:.3f}, of the regression on our "
        f"pairs {r2['ours']:.3f}.\n"
    )


def _threshold(found: Sequence[Mapping[str, Any]]) -> str:
    """Return the win rates with Wilson's intervals, and the turns, of each threshold."""
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
    head = ["spymaster", "games", "win rate", "theirs", "turns to win", "theirs"]
    return markdown(head, rows)
