"""The research page: its blocks, and numbers on it that a fresh run reproduces."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.arena.experiment_cells import (
    Experiment,
    LearnQuestion,
    PartnerModel,
    cell_figures,
    played,
)
from bot.arena.jobs import JobPlan
from bot.arena.learn import as_json, learnt
from bot.arena.page import csv_text, markdown, with_blocks
from bot.arena.report.blocks import (
    PAPER_TABLES,
    PARTNERS,
    ROLES,
    _embedded,
    _threshold,
    blocks_of,
    figures_of,
    told,
)
from bot.arena.report.measure import (
    PAPER_RUNS,
    PAPER_STATIC_RUNS,
    learning,
    measurement,
    paper_tables,
    static_runs,
)
from bot.arena.report.tasks import kept_blocks, rounded
from bot.arena.report.teammate import (
    TEAMMATE_RESULTS,
    holds,
    teammate_blocks,
    win_rates_by_teammate,
)
from bot.arena.source import CONTROL, ExpertSource, model_set_from
from bot.arena.table import PAPER_AGENTS
from bot.texts import Texts
from core.arena.statistics import mean_interval
from core.codenames.model import Role
from core.rules import Refusal
from tests.bot.arena.bench import write_bench
from tests.bot.arena.test_tables import PAPERS, needs_papers

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "research.md"
KEPT = teammate_blocks(json.loads((DOCS / TEAMMATE_RESULTS).read_text()))

TEXT = (
    "Head\n<!-- begin one -->\nold\n<!-- end one -->\nfoot <!-- begin two -->\n<!-- end two -->\n"
)


def results() -> dict[str, Any]:
    return dict(json.loads((DOCS / "research.json").read_text()))


def test_blocks_are_written_anew_and_the_rest_stays() -> None:
    page = with_blocks(TEXT, {"one": "new\n", "two": r"a\1b" + "\n"})
    assert page == (
        "Head\n<!-- begin one -->\nnew\n<!-- end one -->\n"
        "foot <!-- begin two -->\na\\1b\n<!-- end two -->\n"
    )
    assert with_blocks(page, {"one": "new\n", "two": r"a\1b" + "\n"}) == page


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        ({"one": "", "two": "", "three": ""}, "lacks the block three"),
        ({"one": ""}, "has a block two that no report writes"),
    ],
)
def test_a_page_with_other_blocks_is_refused(blocks: dict[str, str], message: str) -> None:
    with pytest.raises(Refusal) as refused:
        with_blocks(TEXT, blocks)
    assert message in Texts.load("en").say(refused.value.phrase)


def test_tables_are_markdown() -> None:
    assert markdown(["a", "b"], [["1", "2"]]) == "| a | b |\n| --- | ---: |\n| 1 | 2 |\n"
    assert told({"mean": 1.23456, "ci95": [1.0, 1.5]}) == "1.235 ±0.250"
    assert told({"mean": 1.0, "ci95": [None, None]}, 1) == "1.0"


def test_rows_of_csv_have_quotation_marks_where_they_are_needed() -> None:
    assert csv_text([("name", "mean"), ('"a", b', 0.5)]) == 'name,mean\n"""a"", b",0.5\n'


def test_numbers_are_rounded_wherever_they_stand() -> None:
    assert rounded({"a": [1 / 3, 2, None, "x", True]}) == {"a": [0.33333, 2, None, "x", True]}


def test_the_page_says_what_the_results_say_and_of_which_models() -> None:
    stored = "Models: `minilm`, `piece`, `gloss`, `wordnet`, `sense`.\n"
    page, (embedded, threshold) = PAGE.read_text(), (results()["embedded"], results()["threshold"])
    for name, block in (("embedded", _embedded(embedded)), ("threshold", _threshold(threshold))):
        assert f"<!-- begin {name} -->\n{block}<!-- end {name} -->\n" in page
    assert _embedded(embedded).endswith(stored)
    assert _threshold(threshold).endswith(stored.replace(".", ", `fusion`, `senseg`."))
    assert stored in KEPT["teammate-real"]


@pytest.mark.parametrize("name", list(KEPT))
def test_the_page_says_what_was_kept_of_the_agent_that_models_its_teammate(name: str) -> None:
    block = f"<!-- begin {name} -->\n{KEPT[name]}<!-- end {name} -->\n"
    assert block in PAGE.read_text()


@pytest.mark.parametrize(
    ("real", "claimed"),
    [([0.5, 0.9], True), ([0.49, 0.9], False), ([0.9, -0.6], False), ([2.0, 3.0], True)],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_gain_is_claimed_where_each_real_bench_shows_half_of_it(
    real: list[float], claimed: bool, sign: int
) -> None:
    assert holds(sign * 1.0, [sign * gain for gain in real]) is claimed
    assert not holds(0.0, real)


def beside(agent: str, teammate: str, won: float, gain: float) -> dict[str, Any]:
    names = {"role": "guesser", "partner": "with", "agent": agent, "teammate": teammate}
    found = {"mean": won, "ci95": [won - 0.01, won + 0.01]}
    over = {"mean": gain, "ci95": [gain - 0.02, gain + 0.02]}
    return {**names, "win_rate": found, "win_rate over ace": over}


def test_win_rates_stand_beside_those_of_ace_and_the_least_gain_is_named() -> None:
    entries = [
        beside(agent, teammate, won, won - 0.5)
        for agent, each in {
            "best-static": (0.7, 0.6),
            "ace": (0.5, 0.5),
            "teammate": (0.8, 0.4),
        }.items()
        for teammate, won in zip(("erratic", "shuffled", "mean"), (*each, 0.6), strict=True)
    ]
    block = win_rates_by_teammate({"entries": entries})
    assert "| guesser | erratic | 0.700 | 0.500 | 0.800 (0.300 ±0.020) |\n" in block
    assert block.endswith("Smallest gain over ACE: guesser, `teammate` -0.1000 (shuffled).\n")


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"final": {"entries": [{}]}}'])
def test_what_was_not_kept_by_the_benchmark_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / TEAMMATE_RESULTS).write_text(text)
    with pytest.raises(Refusal) as refused:
        kept_blocks(str(tmp_path / TEAMMATE_RESULTS))
    assert "restore it from the repository" in Texts.load("en").say(refused.value.phrase)


@needs_papers
def test_every_block_of_the_page_is_of_the_results() -> None:
    paper = json.loads((PAPERS / "tables.json").read_text())
    blocks = blocks_of(results(), paper) | kept_blocks(str(DOCS / TEAMMATE_RESULTS))
    assert with_blocks(PAGE.read_text(), blocks) == PAGE.read_text()


def test_static_pairs_and_agents_play_in_the_papers_proportion() -> None:
    assert static_runs(PAPER_RUNS) == PAPER_STATIC_RUNS == 85_000 // 50
    assert static_runs(1) == 2


def test_a_report_is_of_the_games_that_tables_and_learning_play(tmp_path: Path) -> None:
    source = ExpertSource(str(write_bench(tmp_path / "bench")))
    found = measurement(source, range(1), JobPlan(), by_game=True)
    told_of, curves = paper_tables(found), learning(found)
    assert (told_of["head"]["lps"], told_of["static_head"]["lps"]) == (1, static_runs(1))
    figures = {key: one["mean"] for key, one in figures_of(told_of["tables"]).items()}
    experiment = replace(found.agents, runs=static_runs(1))
    pair = cell_figures(played(experiment.static("g5", "w")))
    assert figures["static", None, "g5", "w", "colt"] == mean_interval(pair.colt).mean
    for key, one in curves.items():
        role, partner, agent = key.split()
        colt = figures.get((role, partner, agent.removesuffix("-repo"), "mean", "colt"))
        assert colt == (None if agent == "ace-paper" else one["colt"])
    asked = LearnQuestion("ace-paper", Role.GUESSER, PartnerModel.WITHOUT)
    beside = learnt(found.agents, asked)
    assert curves["guesser without ace-paper"] == as_json(beside)


def test_a_number_stands_beside_the_papers_by_pair_and_by_teammate() -> None:
    bench = results()["bench"]
    blocks = blocks_of(results(), same_numbers(bench))
    assert blocks["static"].count("The mean absolute difference is 0.000 over all pairs") == 3
    found = {key: one["mean"] for key, one in figures_of(bench["tables"]).items()}
    colt = found["guesser", "without", "ace", "g5", "colt"]
    rows = [row.split(" | ") for row in blocks["agents-each"].splitlines()]
    row = next(row for row in rows if row[:2] == ["| guesser, without", "ace (ACE)"])
    assert row[2 + bench["head"]["experts"].index("g5")] == f"{colt:.2f} ({colt:.2f})"


def same_numbers(bench: dict[str, Any]) -> dict[str, Any]:
    """Return published tables with the same numbers as ours."""
    names, figures = bench["head"]["experts"], figures_of(bench["tables"])

    def mean(*key: str | None) -> float:
        return float(figures[key]["mean"])

    tables: dict[str, Any] = {
        table: {
            "static": {
                one: {two: mean("static", None, one, two, measure) for two in names}
                for one in names
            },
            "spymaster": {
                partner: {
                    short: {
                        name: mean("spymaster", partner, agent, name, measure) for name in names
                    }
                    for agent, short in PAPER_AGENTS.items()
                }
                for partner in PARTNERS
            },
            "guesser": {
                partner: {
                    name: {
                        short: mean("guesser", partner, agent, name, measure)
                        for agent, short in PAPER_AGENTS.items()
                    }
                    for name in names
                }
                for partner in PARTNERS
            },
            "guesser_mean": {partner: {} for partner in PARTNERS},
        }
        for measure, table in PAPER_TABLES.items()
    }
    places = [0, 1, 2, 5, 10, 15, 30, 40]
    each = {role: [0.0] * len(places) for role in ROLES}
    learning = {"t": places, "with": each, "without": each}
    return {**tables, "table5_colt_without_first_t_games": learning}


@pytest.mark.slow  # plays 8,750 games
def test_a_fresh_run_gives_the_numbers_of_the_page() -> None:
    found = results()["embedded"]
    head = found["static_head"]
    source = replace(CONTROL, models=tuple(head["experts"]))
    models = model_set_from(source)
    assert models.checksum == head["checksum"]
    experiment = Experiment(source, models.experts, head["first_lp"], head["lps"])
    figures = cell_figures(played(experiment.static("gloss", "sense")))
    told_of = {
        entry["measure"]: entry
        for entry in found["tables"]
        if (entry["role"], entry["agent"], entry["teammate"]) == ("static", "gloss", "sense")
    }
    for measure, entry in told_of.items():
        fresh = mean_interval(getattr(figures, measure)).to_json()
        assert rounded(fresh) == {key: entry[key] for key in fresh}


def test_a_folder_without_the_papers_tables_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "report", "--bench", str(tmp_path)]) == 2
    assert "tables.json" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["{", "[]", '{"tables": []}'])
def test_figures_need_the_results_of_a_report(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text(text)
    line = ["arena", "figures", "--bench", str(tmp_path), "--results", str(wrong)]
    assert main(line) == 2
    assert "choose its research.json" in capsys.readouterr().err
