"""``spyring arena table`` and ``learn`` on made-up models, and on the paper's if present."""

import csv
import json
import os
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.__main__ import main
from bot.arena.experiment_cells import (
    JOB_RUNS,
    Baselines,
    Experiment,
    LearnQuestion,
    PartnerModel,
    cell_figures,
    mean_figures,
    played,
    static_cells,
)
from bot.arena.source import ExpertSource, model_set_from
from core.agents.expert import Expert
from core.arena.statistics import RunFigures
from core.arena.tournament import RUN_GAMES
from core.codenames.model import Role
from tests.bot.arena.bench import FEW, write_bench
from tests.core.agents.boards import made_up_source

PAPERS = Path(os.environ.get("SPYRING_BENCH", Path(__file__).parents[4] / "shared/paper-bench"))

needs_papers = pytest.mark.skipif(
    not PAPERS.is_dir(), reason="needs the paper's bench: set SPYRING_BENCH to its folder"
)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_bench(tmp_path_factory.mktemp("bench"))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file for the games that several tests of this module need."""
    return tmp_path_factory.mktemp("kept") / "results"


def said(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    assert main(["arena", *line]) == 0
    return capsys.readouterr().out


def told(capsys: pytest.CaptureFixture[str], *line: str) -> dict[str, Any]:
    return dict(json.loads(said(capsys, *line, "--json")))


def made_up(names: str, **colts: float) -> Baselines:
    """Return the baselines of experts whose pairs have these CoLTs, else 0; `x` has two models."""
    source = made_up_source(0)
    experts = {
        name: Expert(name, source, made_up_source(1) if name == "x" else source) for name in names
    }
    experiment = Experiment(ExpertSource("none"), experts, 0, 1)
    figures = {
        cell.key: figures_of(colts.get(cell.spymaster.experts[0] + cell.guesser.experts[0], 0.0))
        for cell in static_cells(experiment)
    }
    return Baselines(experiment, figures, experiment)


def figures_of(colt: float) -> RunFigures:
    values: tuple[list[float], ...] = ([colt], [0.5], [5.0], [0.1], [], [])
    return RunFigures(*map(np.array, values))


def best(baselines: Baselines, role: Role, partner: PartnerModel, teammate: str) -> str:
    return baselines.best(LearnQuestion("best", role, partner), teammate)


def picked_colt(baselines: Baselines, agent: str, partner: PartnerModel) -> list[float]:
    """Return the CoLT by run of a spymaster with the expert `a`."""
    asked = LearnQuestion(agent, Role.SPYMASTER, partner)
    return [*map(float, baselines.picked(asked, "a").colt)]


def test_the_best_expert_is_that_beside_the_teammate() -> None:
    baselines = made_up("abc", aa=2.0, ba=1.0, ca=0.5, ab=3.0)
    assert best(baselines, Role.SPYMASTER, PartnerModel.WITH, "a") == "a"
    assert best(baselines, Role.SPYMASTER, PartnerModel.WITHOUT, "a") == "b"
    assert best(baselines, Role.GUESSER, PartnerModel.WITHOUT, "a") == "b"
    assert picked_colt(baselines, "best", PartnerModel.WITHOUT) == [1.0]


def test_the_best_on_average_leaves_out_matched_pairs_without_the_partner() -> None:
    baselines = made_up("abc", aa=9.0, ba=1.0, bb=1.0, bc=1.0, cc=1.0)

    def best_average(partner: PartnerModel, teammate: str) -> str:
        return baselines.best(LearnQuestion("best-average", Role.SPYMASTER, partner), teammate)

    assert best_average(PartnerModel.WITH, "b") == "a"
    assert best_average(PartnerModel.WITHOUT, "a") == "b"
    assert best_average(PartnerModel.WITHOUT, "b") == "a"


def test_an_expert_with_two_faces_is_not_left_out() -> None:
    baselines = made_up("axb", xx=1.5)
    assert baselines.experiment.listened("x", PartnerModel.WITHOUT) == ("a", "x", "b")
    assert baselines.experiment.listened("a", PartnerModel.WITHOUT) == ("x", "b")
    assert best(baselines, Role.GUESSER, PartnerModel.WITHOUT, "x") == "x"


def test_the_average_is_taken_run_by_run() -> None:
    baselines = made_up("ab", aa=2.0, ba=1.0)
    assert picked_colt(baselines, "average", PartnerModel.WITH) == [1.5]
    assert picked_colt(baselines, "average", PartnerModel.WITHOUT) == [1.0]
    both = mean_figures([figures_of(1.0), figures_of(4.0)])
    assert both.colt.tolist() == [2.5]


def test_a_cell_that_comes_twice_is_played_once(bench: Path) -> None:
    source = ExpertSource(str(bench))
    experiment = Experiment(source, model_set_from(source).experts, 0, 2)
    cells = [
        experiment.cell(LearnQuestion("ace", Role.SPYMASTER, partner), teammate)
        for partner in PartnerModel
        for teammate in experiment.experts
    ]
    assert len(cells) - len({cell.key for cell in cells}) == 1


def test_a_cell_that_is_played_in_parts_has_the_figures_of_all_its_runs(bench: Path) -> None:
    source = ExpertSource(str(bench))
    experts = model_set_from(source).experts
    experiment = Experiment(source, experts, 3, JOB_RUNS + 2, by_game=True)
    cell = experiment.cell(LearnQuestion("ace", Role.SPYMASTER), "g1")
    assert [part.runs for part in cell.parts] == [JOB_RUNS, 2]
    (found,) = experiment.play([cell, cell]).values()
    whole = cell_figures(played(cell))
    for one in fields(RunFigures):
        assert np.array_equal(getattr(found, one.name), getattr(whole, one.name))
    assert found.by_game.shape == (JOB_RUNS + 2, RUN_GAMES)


def test_a_table_has_every_pair_and_agent_in_three_measures(
    bench: Path, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.csv"
    line = ("table", "--bench", str(bench), *FEW, "--resume", str(kept))
    report = told(capsys, *line, "--csv", str(path))
    entries = report["tables"]
    assert report["seeds"] == [0, 49]
    assert len(entries) == 3 * (49 + 4 * 5 * 8)
    assert all(entry["ci95"] == [None, None] for entry in entries)
    rows = list(csv.reader(path.read_text().splitlines()))
    assert rows[0][:5] == ["role", "partner", "agent", "teammate", "measure"]
    assert len(rows) == 1 + len(entries)
    matched = [one for one in entries if one["agent"] == one["teammate"] == "g5"]
    learn = told(
        capsys, "learn", "--role", "spymaster", "--agent", "g5", "--bench", str(bench), *FEW
    )
    assert matched[0]["mean"] == learn["by_teammate"]["g5"]["colt"]


def test_a_table_goes_on_where_it_was_stopped(
    bench: Path, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ("table", "--bench", str(bench), *FEW, "--resume")
    whole = said(capsys, *line, str(kept))
    stopped = tmp_path / "stopped"
    stopped.write_text("".join(kept.read_text().splitlines(keepends=True)[:-3]))
    figures = tmp_path / "table.csv"
    figures.write_text("of a run before", encoding="utf-8")
    assert said(capsys, *line, str(stopped), "--csv", str(figures)) == whole
    assert figures.read_text(encoding="utf-8").startswith("role,partner,agent,")


def test_a_run_that_begins_replaces_no_file(
    bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figures, results = tmp_path / "table.csv", tmp_path / "results"
    figures.write_text("mine", encoding="utf-8")
    line = ["table", "--bench", str(bench), *FEW, "--csv", str(figures)]
    assert main(["arena", *line, "--resume", str(results)]) == 2
    assert "table.csv exists already" in capsys.readouterr().err
    assert figures.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "agent", ["ace-repo", "ace-paper", "random", "best", "best-average", "average"]
)
def test_an_agent_is_measured_beside_every_teammate(
    agent: str, bench: Path, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = told(
        capsys, "learn", "--role", "guesser", "--partner", "without", "--agent", agent,
        "--bench", str(bench), *FEW, "--resume", str(kept),
    )  # fmt: skip
    assert report["agent"] == agent
    assert set(report["by_teammate"]) == {"w", "g5", "g1", "g2", "g3", "wg", "cn"}
    mean = np.mean([one["colt"] for one in report["by_teammate"].values()])
    assert report["colt"] == pytest.approx(float(mean))
    assert report["without_first_games"]["0"]["mean"] == pytest.approx(report["colt"])
    assert len(report["by_game"]) == 50


@pytest.mark.slow  # it thinks for each of 350 games
@pytest.mark.parametrize("agent", ["teammate", "teammate-arms"])
@pytest.mark.parametrize("role", ["spymaster", "guesser"])
def test_an_agent_that_models_its_teammate_is_measured(
    agent: str, role: str, bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ("learn", "--role", role, "--agent", agent, "--bench", str(bench), *FEW)
    report = told(capsys, *line)
    best = told(capsys, "learn", "--role", role, "--agent", "best", "--bench", str(bench), *FEW)
    assert report["colt"] > best["colt"] - 0.2


@pytest.mark.parametrize("task", ["table", "learn", "sweep"])
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(
    task: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    needed = {
        "table": (),
        "learn": ("--role", "guesser"),
        "sweep": ("--role", "guesser", "--over", "c"),
    }
    line = ["arena", task, *needed[task], "--bench", str(tmp_path / "none")]
    assert main([*line, "--csv", str(tmp_path / "no" / "file.csv")]) == 2
    assert "file.csv" in capsys.readouterr().err
    older = tmp_path / "older.csv"
    older.write_bytes(b"older")
    assert main([*line, "--csv", str(older)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert older.read_bytes() == b"older"


def test_what_an_agent_came_to_is_written_as_csv(
    bench: Path, kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "learn.csv"
    line = ("learn", "--role", "guesser", "--bench", str(bench), *FEW, "--resume", str(kept))
    report = told(capsys, *line, "--partner", "without", "--csv", str(path))
    rows = list(csv.reader(path.read_text().splitlines()))
    assert rows[0] == ["teammate", "measure", "mean", "low", "high", "runs"]
    found = {(row[0], row[1]): float(row[2]) for row in rows[1:]}
    assert found["mean", "colt"] == pytest.approx(report["colt"])
    assert found["mean", "colt without 0 games"] == pytest.approx(report["colt"])


def test_an_agent_that_nobody_knows_is_refused(
    bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["arena", "learn", "--role", "guesser", "--agent", "nobody", "--bench", str(bench)]
    assert main(line) == 2
    assert "nobody" in capsys.readouterr().err


def test_text_has_a_line_for_each_teammate(
    bench: Path, kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(capsys, "learn", "--role", "spymaster", "--bench", str(bench), *FEW)
    assert [line.split()[0] for line in text.splitlines()[-10:-2]] == [
        *("w", "g5", "g1", "g2", "g3", "wg", "cn"),
        "mean",
    ]
    tables = said(capsys, "table", "--bench", str(bench), *FEW, "--resume", str(kept))
    assert "colt, spymaster without" in tables
    assert "win_turns, guesser with" in tables


def sweep_of(capsys: pytest.CaptureFixture[str], bench: Path, *line: str) -> list[str]:
    report = told(
        capsys, "sweep", "--role", "spymaster", "--bench", str(bench), *FEW, "--over", *line
    )
    return [point["value"] for point in report["points"]]


@pytest.mark.slow  # plays ACE in thirty ensembles
def test_a_sweep_grows_an_ensemble(bench: Path, capsys: pytest.CaptureFixture[str]) -> None:
    greedy = sweep_of(capsys, bench, "greedy")
    assert [name.count("+") for name in greedy] == list(range(7))
    assert all(longer.startswith(shorter) for shorter, longer in pairwise(greedy))


def test_a_sweep_is_over_constants_or_neighbours(
    bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sweep_of(capsys, bench, "c", "--values", "0, 9") == ["0.0", "9.0"]
    path = tmp_path / "sweep.csv"
    swept = sweep_of(capsys, bench, "neighbours", "--values", "50", "--csv", str(path))
    assert swept == ["50"]
    rows = list(csv.reader(path.read_text().splitlines()))
    assert [row[:2] for row in rows[1:]] == [
        ["50", name] for name in ("colt", "win_rate", "win_turns")
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (("greedy", "--values", "3"), "leave them out"),
        (("c", "--values", "much"), "not a number from 0 up"),
        (("neighbours", "--values", "0"), "choose 1 to 300"),
    ],
)
def test_values_that_a_sweep_cannot_have_are_refused(
    line: tuple[str, ...], message: str, bench: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["arena", "sweep", "--role", "guesser", "--bench", str(bench), "--over", *line]
    assert main(asked) == 2
    assert message in capsys.readouterr().err


def entry_of(entries: list[dict[str, Any]], role: str, partner: str | None, agent: str) -> float:
    return next(
        float(entry["mean"])
        for entry in entries
        if (entry["role"], entry["partner"], entry["agent"]) == (role, partner, agent)
        and (entry["teammate"], entry["measure"]) == ("mean", "colt")
    )


@pytest.mark.slow  # plays 75,000 games
@needs_papers
def test_the_papers_tables_come_out(capsys: pytest.CaptureFixture[str]) -> None:
    entries = told(capsys, "table", "--bench", str(PAPERS), "--lps", "10")["tables"]
    paper = json.loads((PAPERS / "tables.json").read_text())["table2_colt"]["static"]
    apart = {
        (entry["agent"], entry["teammate"]): abs(
            entry["mean"] - paper[entry["agent"]][entry["teammate"]]
        )
        for entry in entries
        if entry["role"] == "static" and entry["measure"] == "colt"
    }
    assert np.mean(list(apart.values())) < 0.12
    assert np.mean([one for pair, one in apart.items() if pair[0] == pair[1]]) < 0.05
    assert entry_of(entries, "spymaster", "with", "ace") == pytest.approx(1.94, abs=0.05)
    assert entry_of(entries, "spymaster", "without", "ace") == pytest.approx(0.86, abs=0.1)
    assert entry_of(entries, "guesser", "with", "ace") == pytest.approx(1.91, abs=0.05)
    assert entry_of(entries, "guesser", "without", "ace") == pytest.approx(0.76, abs=0.12)
