"""Games that a person at a real terminal leaves and resumes."""

import re
import signal
import sqlite3
from pathlib import Path

import pytest

from tests.bot.programs import run
from tests.bot.terminals import terminal


def words(written: str) -> set[str]:
    """Return the words of the cards on the first board in the output."""
    return {cell for cell in re.split("[│ ]{2,}", written.partition("┘")[0]) if cell.isalpha()}


TABLE = ("--as", "spymaster", "--bots", "random", "--name", "ANN")


@pytest.mark.parametrize(
    "end", ["ctrl-c", *(pytest.param(end, marks=pytest.mark.slow) for end in ("kill", "quit"))]
)
def test_a_game_that_was_left_goes_on_with_the_next_start(tmp_path: Path, end: str) -> None:
    state = ("--state", str(tmp_path / "games.db"))
    with terminal("play", *TABLE, "--seed", "1", *state) as first:
        board = words(first.read("WORD NUMBER, or help"))
        if end == "quit":
            first.type("quit\r")
        elif end == "ctrl-c":
            first.type("\x03")
            first.read("Leave the game? [y/N]")
            first.type("y\r")
        else:
            first.program.send_signal(signal.SIGKILL)
        assert first.end() == (-signal.SIGKILL if end == "kill" else 0)
        assert ("The game is saved" in first.written) == (end != "kill")
    with terminal("play", *state) as second:
        told = second.read("WORD NUMBER, or help")
        assert "Welcome back: this is game" in told
        welcome = told[told.index("Welcome") :].split("\n")[:2]
        assert max(map(len, welcome)) <= 80
        assert ", turn " in told
        assert len(board & words(told)) > 20
        second.type("\x04")
        assert second.end() == 0


@pytest.mark.slow
def test_a_second_terminal_on_the_same_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    state = ("--state", str(tmp_path / "games.db"))
    with terminal("play", *TABLE, "--seed", "1", *state) as first:
        first.read("WORD NUMBER, or help")
        refused = run("play", "--plain", *state)
        assert refused.returncode == 2
        assert refused.stderr.decode().startswith("spyring: Another terminal is using")
        assert refused.stdout == b""
        first.type("zephyr 1\r")
        first.read("gives the clue zephyr 1")


@pytest.mark.slow
def test_without_a_state_file_an_interactive_game_is_kept_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with terminal("play", *TABLE) as first:
        first.read("covered")
        first.program.send_signal(signal.SIGKILL)
        first.end()
    assert (tmp_path / "spyring" / "spyring.db").stat().st_size > 0


@pytest.mark.sampled
@pytest.mark.parametrize("kept", [False, True])
def test_a_script_depends_on_no_earlier_run_unless_it_names_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    state = ("--state", str(tmp_path / "games.db")) if kept else ()
    boards = {run("play", "--plain", *state).stdout.splitlines()[0] for _ in range(2)}
    assert len(boards) == (1 if kept else 2)
    assert not (tmp_path / "spyring").exists()


@pytest.mark.parametrize(
    ("state", "said"),
    [("notes.txt", "is damaged or no database"), ("folder", "is a folder")],
)
def test_what_is_no_state_file_is_one_sentence(tmp_path: Path, state: str, said: str) -> None:
    (tmp_path / "notes.txt").write_text("Buy milk. " * 500, encoding="utf-8")
    (tmp_path / "folder").mkdir()
    refused = run("play", "--plain", "--state", str(tmp_path / state))
    assert refused.returncode == 2
    told = refused.stderr.decode()
    assert said in told
    assert len(told.splitlines()) == 1


def test_a_fault_of_ours_ends_with_a_reference_that_the_log_has_too(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    state = ("play", "--plain", "--state", str(path))
    assert run(*state).returncode == 0
    with sqlite3.connect(path) as games:
        games.execute("UPDATE events SET tag = 'nonsense', body = '{}' WHERE version = 3")
    games.close()
    failed = run(*state)
    told = failed.stderr.decode()
    assert failed.returncode == 70
    assert "Traceback" not in told
    found = re.search(r"reference ([0-9a-f]{8})", told)
    assert found
    assert found[1] in (tmp_path / "games.db.log").read_text(encoding="utf-8")
