"""``spyring arena ladder``: its page, resuming after a kill, several processes, the final suite."""

import csv
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from core.words.ensemble import MODELS
from tests.processes import has_ended, is_there

ASSASSIN = """
import json, os, signal, sys
marker, parent = sys.argv[1], os.getppid()
asked = 0
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "hello":
        print('{"type": "ready", "name": "killer", "version": "1", "author": "t"}', flush=True)
    elif kind == "ask-clue":
        asked += 1
        if asked == 3 and not os.path.exists(marker):
            open(marker, "w").close()
            os.kill(parent, signal.SIGKILL)
        print('{"type": "clue", "word": "zebrafish", "number": 1}', flush=True)
"""


def agent(folder: Path, name: str, spymaster: str, guesser: str = "") -> None:
    folder.mkdir(exist_ok=True)
    lines = [f"spymaster = {spymaster!r}", *([f"guesser = {guesser!r}"] if guesser else [])]
    (folder / f"{name}.toml").write_text("\n".join(lines), encoding="utf-8")


def ladder(folder: Path, *options: str) -> int:
    return main(["arena", "ladder", str(folder), "--boards", "3", *options])


def files(folder: Path, *endings: str) -> list[bytes]:
    return [(folder / f"development{ending}").read_bytes() for ending in endings]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    agent(folder, "chance", "random", "random")
    agent(folder, "words", "gloss", "sense")
    agent(folder, "level", "minilm")
    return folder


def test_a_ladder_is_played_and_told(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder(small) == 0
    said = capsys.readouterr().out
    text = (small / "development.md").read_text(encoding="utf-8")
    table = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    assert table in said
    assert "<!--" not in said
    assert "| 3 | chance | below all | 0.0% of 12 |" in text
    assert "best-average" not in text
    names = ", ".join(f"`{name}`" for name in MODELS)
    assert f"Models: {names}; checksum " in text
    with (small / "development.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["agent"] for row in rows} == {"chance", "words", "level"}
    assert sum(float(row["rating"]) for row in rows) == pytest.approx(0, abs=0.05)
    assert rows[-1]["verdict"] == "below all"
    with (small / "development-pairs.csv").open(encoding="utf-8") as file:
        pairs = list(csv.DictReader(file))
    boards = [sum(int(pair[f"boards {how}"]) for how in ("won", "tied", "lost")) for pair in pairs]
    assert boards == [3, 3, 3]
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    assert (small / "development.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (small / "development.svg").read_bytes()


@pytest.mark.slow
def test_started_again_it_plays_nothing_and_a_new_agent_plays_its_own_games(small: Path) -> None:
    ladder(small)
    before = files(small, ".jsonl", ".md", ".csv", "-pairs.csv")
    ladder(small)
    assert files(small, ".jsonl", ".md", ".csv", "-pairs.csv") == before
    agent(small, "more", "piece", "piece")
    ladder(small)
    results = files(small, ".jsonl")[0]
    assert results.startswith(before[0])
    added = results[len(before[0]) :].decode().splitlines()
    assert all("more = piece + piece" in line for line in added)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="programs play on POSIX systems only")
def test_killed_in_a_game_it_goes_on_to_the_same_result(tmp_path: Path) -> None:
    program, marker = tmp_path / "assassin.py", tmp_path / "marker"
    program.write_text(ASSASSIN, encoding="utf-8")
    command = shlex.join([sys.executable, "-I", "-S", str(program), str(marker)])
    folders = tmp_path / "killed", tmp_path / "calm"
    for folder in folders:
        agent(folder, "words", "gloss", "sense")
        agent(folder, "zebra", f"exec:{command}", "gloss")
    line = [sys.executable, "-m", "bot", "arena", "ladder", str(folders[0]), "--boards", "3"]
    killed = subprocess.run(line, check=False, capture_output=True)  # noqa: S603
    assert killed.returncode == -signal.SIGKILL
    assert marker.exists()
    assert not (folders[0] / "development.md").exists()
    for folder in folders:
        assert ladder(folder) == 0
    endings = (".md", ".csv", "-pairs.csv")
    assert files(folders[0], *endings) == files(folders[1], *endings)


@pytest.mark.slow
def test_several_processes_play_the_same_games(small: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for path in small.glob("*.toml"):
        other.mkdir(exist_ok=True)
        (other / path.name).write_bytes(path.read_bytes())
    ladder(small)
    ladder(other, "--jobs", "2")
    assert files(small, ".md", ".csv") == files(other, ".md", ".csv")


WAITING = """
import json, os, sys
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "hello":
        print('{"type": "ready", "name": "waits", "version": "1", "author": "t"}', flush=True)
    elif kind == "ask-clue":
        with open(sys.argv[1], "w") as pipe:
            pipe.write(str(os.getpid()))
        os.read(os.pipe()[0], 1)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_all_processes_and_their_agents(
    tmp_path: Path, end: signal.Signals
) -> None:
    pipe, program = tmp_path / "pipe", tmp_path / "waiting.py"
    os.mkfifo(pipe)
    program.write_text(WAITING, encoding="utf-8")
    command = shlex.join([sys.executable, "-I", "-S", str(program), str(pipe)])
    agent(tmp_path / "held", "words", "gloss", "sense")
    agent(tmp_path / "held", "waits", f"exec:{command}", "gloss")
    line = [sys.executable, "-m", "bot", "arena", "ladder", str(tmp_path / "held")]
    options = ["--boards=3", "--jobs=2", "--time-limit=600"]
    with subprocess.Popen(  # noqa: S603
        [*line, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as played:
        waiting = int(pipe.read_text(encoding="utf-8"))
        assert is_there(waiting)
        played.send_signal(end)
        assert played.wait(60) != 0
    assert has_ended(waiting)


def test_a_folder_of_other_things_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.txt").write_text("Dear", encoding="utf-8")
    assert ladder(tmp_path) == 2
    assert str(tmp_path) in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_forfeit_is_told_with_its_reason(tmp_path: Path) -> None:
    agent(tmp_path / "forfeits", "chance", "random", "random")
    agent(tmp_path / "forfeits", "none", "exec:./no-such-program", "random")
    ladder(tmp_path / "forfeits")
    text = (tmp_path / "forfeits" / "development.md").read_text(encoding="utf-8")
    assert "- none, spymaster, 3 games: `it cannot be started: No such file or directory`" in text
    assert "| 1 | chance | above all | 100.0% of 6 |" in text


@pytest.mark.slow
def test_the_final_suite_is_played_once(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder(small, "--suite", "final") == 0
    assert "seeds 4000000 to 4000002" in (small / "final.md").read_text(encoding="utf-8")
    capsys.readouterr()
    assert ladder(small, "--suite", "final") != 0
    assert "only once" in capsys.readouterr().err
    assert ladder(small) == 0


@pytest.mark.slow
def test_a_final_suite_that_was_begun_is_finished_by_the_same_agents(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ladder(small, "--suite", "final")
    mark = small / "final.mark.json"
    mark.write_text(mark.read_text(encoding="utf-8").replace("true", "false"), encoding="utf-8")
    assert ladder(small, "--suite", "final") == 0
    mark.write_text(mark.read_text(encoding="utf-8").replace("true", "false"), encoding="utf-8")
    agent(small, "more", "piece", "piece")
    capsys.readouterr()
    assert ladder(small, "--suite", "final") != 0
    assert "begun with other agents" in capsys.readouterr().err
    mark.write_text("?", encoding="utf-8")
    assert ladder(small, "--suite", "final") != 0


@pytest.mark.parametrize("option", ["--boards=0", "--jobs=0", "--jobs=x", "--suite=other"])
def test_options_that_make_no_sense_are_refused(small: Path, option: str) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "ladder", str(small), option])
