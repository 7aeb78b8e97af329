"""``spyring arena colt`` on published data, on generated games, and on a server's own turns."""

import asyncio
import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bot.__main__ import main
from bot.arena.colt_data import read_pairs, read_team_points
from bot.ratings.facts import settled_turns
from bot.ratings.turns import insert_turns
from bot.store.connection import Store
from bot.store.location import file_url
from bot.store.migration import upgrade
from core.arena.teams import play_pairs
from core.rating.colt import OUTCOME_COUNT, OUTCOMES, WEIGHTS, outcome_of
from core.rules import Refusal
from tests.bot.ratings.games import (
    ACE,
    ANN,
    BLUE_GUESS,
    BLUE_SPY,
    BOB,
    TABLE,
    blue,
    clue_thoughts,
    game,
    keep_game,
    red,
)
from tests.databases import with_store

DATA = Path(__file__).parents[4] / "shared/paper-bench/colt"

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"needs the paper's data in {DATA}")


def colt(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["arena", "colt", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    code, out, err = colt(capsys, *arguments, "--json")
    assert code == 0, err
    return dict(json.loads(out))


def write_pairs(path: Path, **changed: Any) -> str:
    """Write a valid file of pairs, except for the changed arrays."""
    pairs = play_pairs(200, np.random.default_rng(0))
    arrays = {"difference": pairs.differences, "win_probability": pairs.wins, **changed}
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})
    return str(path)


def test_generated_games_are_trained_on_and_repeated_by_their_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = report(capsys, "--generate", "500", "--seed", "3")
    assert (found["pairs"], found["test_pairs"]) == (500, 50)
    assert found["source"] == {"teams": "paper", "seed": 3, "games_per_pair": 1000}
    assert set(found["fits"]) == {"table-1", "paper", "optimum", "intercept", "both"}
    table = found["fits"]["table-1"]["weights"]
    assert table == {one.code: WEIGHTS[one.index] for one in OUTCOMES}
    assert found["fits"]["both"]["train"]["r2"] > found["fits"]["paper"]["train"]["r2"] > 0.8
    assert found == report(capsys, "--generate", "500", "--seed", "3")
    assert found != report(capsys, "--generate", "500", "--seed", "4")


@pytest.mark.slow
def test_varied_teams_differ_more(capsys: pytest.CaptureFixture[str]) -> None:
    paper = report(capsys, "--generate", "300")["fits"]["table-1"]["train"]
    varied = report(capsys, "--generate", "300", "--teams", "varied")["fits"]["table-1"]["train"]
    assert varied["l1"] > 1.5 * paper["l1"]


@pytest.mark.slow
def test_weights_stand_beside_the_papers(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "weights.csv"
    code, out, _ = colt(capsys, "--generate", "300", "--csv", str(file))
    assert code == 0
    code, _, said = colt(capsys, "--generate", "300", "--csv", str(file))
    assert (code, "exists already" in said) == (2, True)
    lines = out.splitlines()
    assert lines[0].startswith("CoLT from 300 pairs of teams; the first 30 are the test set")
    assert next(line for line in lines if line.startswith("0001")).split()[1] == "-9.740"
    assert "table-1: the paper's Table 1" in lines
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert [row["outcome"] for row in rows[:OUTCOME_COUNT]] == [one.code for one in OUTCOMES]
    assert float(rows[2]["table-1"]) == -9.74
    measures = ["intercept", "r2_train", "l1_train", "r2_test", "l1_test"]
    assert [row["outcome"] for row in rows[OUTCOME_COUNT:]] == measures


@pytest.mark.slow
@needs_data
def test_on_the_authors_data_the_quality_is_the_papers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = report(capsys, "--data", str(DATA / "training.npz"))
    assert (found["pairs"], found["test_pairs"]) == (20_000, 2_000)
    for name in ("table-1", "paper"):
        fit = found["fits"][name]
        assert (round(fit["train"]["r2"], 3), round(fit["test"]["r2"], 3)) == (0.885, 0.883)
    assert "both" not in found["fits"]


@needs_data
def test_the_teams_of_figure_3_are_read() -> None:
    points = read_team_points(str(DATA / "figure3.json"))
    assert len(points.colt) == len(points.win_turns) == 500


def test_a_file_of_ones_own_is_trained_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = write_pairs(tmp_path / "pairs.npz")
    found = report(capsys, "--data", file)
    assert (found["pairs"], found["source"]["sha256"]) == (200, read_pairs(file)[1])


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"difference": None}, "colt-data-file"),
        ({"difference": np.array(["a"] * 200)}, "colt-data-file"),
        ({"difference": np.array([{}], dtype=object)}, "colt-data-file"),
        ({"difference": np.zeros((200, 35))}, "colt-data-shape"),
        ({"difference": np.zeros((199, 36))}, "colt-data-shape"),
        ({"win_probability": np.float64(0.5)}, "colt-data-shape"),
        ({"win_probability": np.full((200, 1), 0.5)}, "colt-data-shape"),
        ({"difference": np.ones((200, 36))}, "colt-data-values"),
        ({"difference": np.full((200, 36), np.nan)}, "colt-data-values"),
        ({"win_probability": np.full(200, 1.5)}, "colt-data-values"),
        ({"win_probability": np.full(200, np.nan)}, "colt-data-values"),
        (
            {"difference": np.zeros((99, 36)), "win_probability": np.full(99, 0.5)},
            "colt-data-few",
        ),
    ],
)
def test_wrong_arrays_are_refused(tmp_path: Path, changed: dict[str, Any], key: str) -> None:
    file = write_pairs(tmp_path / "pairs.npz", **changed)
    with pytest.raises(Refusal) as refusal:
        read_pairs(file)
    assert refusal.value.phrase.key == key


@pytest.mark.parametrize("content", [b"", b"weights", b"PK\x03\x04 torn", b"\x93NUMPY"])
def test_what_is_no_file_of_arrays_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "pairs.npz"
    file.write_bytes(content)
    code, _, err = colt(capsys, "--data", str(file))
    assert code != 0
    assert "isn't a file of pairs" in err


def test_a_torn_file_of_arrays_is_refused(tmp_path: Path) -> None:
    file = Path(write_pairs(tmp_path / "pairs.npz"))
    whole = file.read_bytes()
    for cut in (len(whole) // 2, len(whole) - 10):
        file.write_bytes(whole[:cut])
        with pytest.raises(Refusal):
            read_pairs(str(file))
    file.write_bytes(whole[:1000] + b"\xff" * 8 + whole[1008:])
    with pytest.raises(Refusal):
        read_pairs(str(file))


@pytest.mark.parametrize(
    "content",
    ["[]", "{", '{"colt": [1]}', '{"colt": [1], "winr": [1, 2], "wint": [1]}',
     '{"colt": [], "winr": [], "wint": []}', '{"colt": [1], "winr": [1], "wint": [0]}',
     '{"colt": ["a"], "winr": [1], "wint": [1]}', '{"colt": 1, "winr": 1, "wint": 1}',
     '{"colt": [NaN], "winr": [1], "wint": [1]}'],
)  # fmt: skip
def test_what_is_no_file_of_teams_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "teams.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(Refusal) as refusal:
        read_team_points(str(file))
    assert refusal.value.phrase.key == "colt-points-file"


@pytest.mark.parametrize(
    ("arguments", "idle"),
    [
        (("--data", "x", "--generate", "500", "--teams", "varied"), "--generate, --teams"),
        (("--turns", "--teams", "paper"), "--teams"),
    ],
)
def test_options_that_would_do_nothing_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], idle: str
) -> None:
    code, _, err = colt(capsys, *arguments)
    assert code != 0
    assert f"leave out {idle}" in err


@pytest.mark.parametrize("pairs", ["99", "1000001", "many"])
def test_a_number_of_pairs_is_in_bounds(capsys: pytest.CaptureFixture[str], pairs: str) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "colt", "--generate", pairs])
    assert "--generate" in capsys.readouterr().err


# A server's own turns.


def evening(name: str, letters: str, **earned: float) -> Callable[[Store], Any]:
    """Return a function that stores a game of Ann and Bob in which ACE gives all clues to Bob."""
    table = TABLE | {BLUE_SPY: ACE, BLUE_GUESS: BOB}
    facts = game(
        *(blue(number, letters) for number in range(1, 5)),
        red(5, "RR"),
        name=name,
        table=table
        | {seat: ANN for seat, user in TABLE.items() if user == ACE and seat != BLUE_SPY},
        thoughts={(number, BLUE_SPY): clue_thoughts(**earned) for number in range(1, 5)},
    )

    async def store_game(store: Store) -> None:
        async with store.writing() as conn:
            await keep_game(conn, name)
            await insert_turns(conn, settled_turns(facts))

    return store_game


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A database without games."""
    file = tmp_path / "games.db"
    asyncio.run(upgrade(file_url(file)))
    return file


@pytest.fixture
def server(empty: Path) -> Path:
    """A database in which two games were played."""
    url = file_url(empty)
    with_store(url, evening("abc234", "BB", gloss=1.0, sense=0.25))
    with_store(url, evening("abd234", "BBR", gloss=0.5, minilm=0.5))
    return empty


def test_a_servers_turns_give_a_rating_of_its_own(
    capsys: pytest.CaptureFixture[str], server: Path
) -> None:
    found = report(capsys, "--turns", str(server), "--generate", "400")
    assert found["source"] == {"turns": 10, "seed": 0}
    # ACE and Bob are one team, Ann and the bot gloss the other.
    assert (found["teams"], found["people"]) == (2, 1)
    assert set(found["fits"]) == {"table-1", "paper", "intercept", "both"}
    own, table = found["fits"]["both"], found["fits"]["table-1"]
    assert own["test"]["l1"] < table["test"]["l1"]
    # No team here finds nine cards at once: that weight stays.
    assert own["weights"]["9000"] == pytest.approx(WEIGHTS[outcome_of("9000").index])


def test_people_are_spread_over_the_experts(
    capsys: pytest.CaptureFixture[str], server: Path
) -> None:
    found = report(capsys, "--turns", str(server), "--generate", "200")["experts"]
    # Bob's credits are 4 + 2 of gloss, 2 of minilm and 1 of sense, of nine in all.
    assert [(one["expert"], one["leads"]) for one in found] == [
        ("gloss", 1), ("minilm", 0), ("sense", 0),
    ]  # fmt: skip
    assert [one["share"] for one in found] == pytest.approx([6 / 9, 2 / 9, 1 / 9])
    good, bad = WEIGHTS[outcome_of("2000").index], WEIGHTS[outcome_of("2100").index]
    assert [one["colt"] for one in found] == pytest.approx([(4 * good + 2 * bad) / 6, bad, good])


def test_the_spread_is_told_in_words(capsys: pytest.CaptureFixture[str], server: Path) -> None:
    code, out, _ = colt(capsys, "--turns", str(server), "--generate", "200")
    assert code == 0
    assert "2 teams have played 10 rated turns" in out
    assert "The experts most like one person (" in out
    assert any(line.split()[:2] == ["gloss", "66.7%"] for line in out.splitlines())
    for user in (ANN, BOB):
        assert str(user) not in out


def test_without_turns_there_is_nothing_to_train_on(
    capsys: pytest.CaptureFixture[str], empty: Path
) -> None:
    code, _, err = colt(capsys, "--turns", str(empty))
    assert code != 0
    assert "Nobody has played a rated turn" in err


def test_a_database_that_is_not_there_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, err = colt(capsys, "--turns", str(tmp_path / "none.db"))
    assert code != 0
    assert "none.db" in err
