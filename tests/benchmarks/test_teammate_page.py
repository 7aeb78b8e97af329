"""Outputs of the teammate benchmarks become means with intervals, and commands without a path."""

from typing import Any

import pytest

from benchmarks.teammate_page import command_of, part_of

CONFIGURATION = {
    "bench": "/anywhere/bench",
    "models": [],
    "first_run": 2000,
    "runs": 2,
    "games": 50,
    "roles": ["spymaster"],
    "agents": ["teammate"],
    "without": True,
    "held_out": False,
}
DUELS = {**CONFIGURATION, "boards": 25}


def row(agent: str, teammate: str, first: float, second: float) -> dict[str, Any]:
    return {
        "role": "spymaster",
        "agent": agent,
        "teammate": teammate,
        "by_run": [[first, 1.0, 3.0, 0.0, 2.0, 1.0], [second, 0.5, 3.0, 0.5, 2.0, 1.0]],
        "games_per_second": 10.0,
    }


def output(**changed: Any) -> dict[str, Any]:
    rows = [
        row("ace", "w", 1.0, 1.0),
        row("ace", "wg", 0.0, 1.0),
        row("teammate", "w", 2.0, 3.0),
        row("teammate", "wg", 4.0, 5.0),
    ]
    return {"configuration": CONFIGURATION | changed, "checksum": "c", "rows": rows}


def figures(part: dict[str, Any], agent: str, teammate: str) -> dict[str, Any]:
    return next(
        one for one in part["entries"] if (one["agent"], one["teammate"]) == (agent, teammate)
    )


def test_means_are_taken_run_by_run_and_gains_are_over_ace() -> None:
    part = part_of([output()])
    assert part["seeds"] == [100000, 100099]
    assert part["games"] == 100
    mean = figures(part, "teammate", "mean")
    assert mean["colt"]["mean"] == 3.5  # of runs 3 and 4
    assert mean["colt"]["ci95"] == pytest.approx([3.5 - 6.3531, 3.5 + 6.3531], abs=1e-4)
    assert mean["colt over ace"] == {"mean": 2.75, "ci95": [-0.42655, 5.92655]}  # 2.5 and 3
    assert figures(part, "teammate", "mean of same")["colt"]["mean"] == 2.5
    assert figures(part, "teammate", "wg")["win_rate over ace"]["mean"] == 0.0
    assert "colt over ace" not in figures(part, "ace", "mean")
    assert mean["partner"] == "without"


def test_commands_name_no_folder_of_this_machine() -> None:
    wanted = (
        "python -m benchmarks.teammate --bench FOLDER --first-run 2000 --runs 2 "
        "--role spymaster --agent teammate --without --json"
    )
    assert command_of(output()) == wanted
    told = command_of(output(models=["a", "b"], held_out=True, ensemble=["g3"], bench="/x"))
    assert "--vectors VECTORS --models a,b" in told
    assert "--ensemble g3 --without --held-out" in told


def test_outputs_of_other_runs_make_no_part() -> None:
    with pytest.raises(ValueError, match="same data, runs and seeds"):
        part_of([output(), output(first_run=1000)])


def test_duels_have_their_means_and_forecasts() -> None:
    rows = [
        {"role": "spymaster", "agent": "teammate", "teammate": name, "by_run": won}
        | {"colt": colt, "exact": 0.5}
        for name, won, colt in (("w", [0.5, 0.7], 0.6), ("wg", [0.9, 1.0], 0.8))
    ]
    part = part_of([{"configuration": DUELS, "checksum": "c", "duels": rows}])
    assert part["games"] == 100
    assert part["commands"][0].startswith("python -m benchmarks.teammate_duels --bench FOLDER")
    mean = figures(part, "teammate", "mean")
    assert mean["won"]["mean"] == 0.775
    assert mean["colt"] == 0.7
    assert figures(part, "teammate", "mean of same")["won"]["mean"] == 0.6
