import os
import pty
import shlex
import subprocess
from pathlib import Path

import pytest

from bot.cli.operators import OPERATORS
from bot.store.location import file_url
from tests.bot.programs import MOST_SECONDS, command, environment, run
from tests.bot.store.damage import DAMAGES, add_a_game_without_its_index, sound


@pytest.fixture
def state(tmp_path: Path) -> str:
    """A file with the tables of this version."""
    file = str(tmp_path / "games.db")
    assert run("migrate", "--state", file).returncode == 0
    return file


@pytest.mark.parametrize("name", OPERATORS)
def test_every_command_says_what_it_does_and_where_it_looks(name: str) -> None:
    told = run(name, "--help")
    assert (told.returncode, told.stderr) == (0, b"")
    assert b"--state FILE" in told.stdout


def test_a_file_is_made_and_then_known_to_be_ready(tmp_path: Path) -> None:
    file = tmp_path / "new" / "games.db"
    first = run("migrate", "--state", str(file))
    assert first.returncode == 0
    assert first.stdout.startswith(b"The database was updated from nothing to ")
    again = run("migrate", setting={"DATABASE_URL": file_url(file)})
    assert b"is up to date" in again.stdout
    assert (first.stderr, again.stderr) == (b"", b"")


@pytest.mark.parametrize("empty_url", ["postgresql"], indirect=True)
def test_a_server_is_migrated(empty_url: str) -> None:
    told = run("migrate", setting={"DATABASE_URL": empty_url})
    assert (told.returncode, told.stderr) == (0, b"")
    assert run("leaderboard", setting={"DATABASE_URL": empty_url}).stderr == (
        b"spyring: There's no guild yet: the first game in a guild creates it.\n"
    )


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("leaderboard",), b"There's no guild yet"),
        (("leaderboard", "--days", "0"), b"choose 1 to 3660"),
        (("leaderboard", "--days", "ten"), b"choose 1 to 3660"),
        (("profile", "zoe"), b"Nobody here is called"),
        (("replay", "xyz"), b'no game called "xyz"'),
        (("export", "terminal:zoe"), b"Nothing is stored about terminal:zoe"),
        (("forget", "terminal:zoe"), b"Nothing is stored about terminal:zoe"),
        (("purge", "terminal:home"), b"There's no guild"),
        (("migrate", "--to", "9999"), b"choose one of 0001"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    state: str, arguments: tuple[str, ...], said: bytes
) -> None:
    refused = run(*arguments, "--state", state)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert said in refused.stderr
    assert b"Traceback" not in refused.stderr


@pytest.mark.parametrize("name", ["leaderboard", "rebuild"])
@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://ann:swordfish@127.0.0.1:1/games", b"doesn't answer"),
        ("mysql://ann:swordfish@db/games", b"isn't the address of a database"),
        ("sqlite:////no/such/games.db", b"There's no file /no/such/games.db"),
    ],
)
def test_a_database_that_cannot_be_reached_is_one_sentence(
    name: str, url: str, said: bytes
) -> None:
    refused = run(name, setting={"DATABASE_URL": url})
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert said in refused.stderr
    assert refused.stderr.count(b"\n") == 1
    assert b"swordfish" not in refused.stderr


def test_a_file_that_may_not_be_read_is_one_sentence(tmp_path: Path) -> None:
    refused = run("leaderboard", "--state", str(tmp_path))
    assert refused.returncode == 2
    assert refused.stderr.count(b"\n") == 1
    assert b"Traceback" not in refused.stderr


@pytest.mark.slow
def test_a_damaged_file_is_called_damaged_by_every_command(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    sound(file)
    DAMAGES["a page of zeros"](file)
    for typed in (("migrate",), ("rebuild",), ("leaderboard",), ("run",), ("play", "--plain")):
        refused = run(*typed, "--state", str(file))
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert b"is damaged" in refused.stderr
        assert refused.stderr.count(b"\n") == 1
    looked = run("doctor", "--state", str(file))
    assert looked.returncode == 1
    assert b"fault    database  The file with the games is damaged" in looked.stdout


def test_an_index_that_lacks_rows_is_damage_to_commands_that_go_through_all(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    sound(file)
    add_a_game_without_its_index(file)
    for typed in ("migrate", "rebuild"):
        refused = run(typed, "--state", str(file))
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert b"is damaged" in refused.stderr


def played(state: str) -> None:
    """Play in a file, so that it contains a person's name and a running game."""
    alone = ("play", "--plain", "--bots", "random", "--solo", "--as", "spymaster")
    assert run(*alone, "--name", "Zoe", "--state", state).returncode == 0


def test_where_nobody_can_be_asked_nothing_is_deleted_without_yes(state: str) -> None:
    played(state)
    refused = run("forget", "Zoe", "--state", state)
    assert refused.returncode == 2
    assert b"add --yes" in refused.stderr
    assert run("profile", "Zoe", "--state", state).returncode == 0
    done = run("forget", "Zoe", "--yes", "--state", state)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Nobody here is called" in run("profile", "Zoe", "--state", state).stderr


@pytest.mark.parametrize(
    ("answer", "stays"),
    [*(pytest.param(no, True, marks=pytest.mark.slow) for no in (b"n\n", b"\n")), (b"y\n", False)],
)
def test_at_a_terminal_one_is_asked_before_anything_is_deleted(
    state: str, answer: bytes, stays: bool
) -> None:
    played(state)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(  # noqa: S603 - our own program
        command("forget", "Zoe", "--state", state),
        stdin=theirs,
        stdout=subprocess.PIPE,
        env=environment(),
    )
    os.close(theirs)
    os.write(ours, answer)
    said, _ = process.communicate(timeout=MOST_SECONDS)
    os.close(ours)
    assert process.returncode == 0
    assert b"for good? [y/N]" in said
    assert (b"Nothing was changed." in said) is stays
    assert (run("profile", "Zoe", "--state", state).returncode == 0) is stays


def test_a_game_of_the_terminal_is_told_again_without_its_deal(state: str) -> None:
    played(state)
    told = run("replay", "xyz", "--state", state)
    assert told.returncode == 2
    exported = run("export", "Zoe", "--state", state)
    game = exported.stdout.split(b'"game_id": "')[1].split(b'"')[0].decode()
    told = run("replay", game, "--state", state)
    assert (told.returncode, told.stderr) == (0, b"")
    assert b"The deal is shown when the game is over." in told.stdout
    assert b"secret" not in told.stdout


def test_a_backup_brings_back_what_was_deleted_later(state: str) -> None:
    played(state)
    saved = run("backup", "--state", state)
    assert (saved.returncode, saved.stderr) == (0, b"")
    backup = saved.stdout.decode().partition(" is in ")[2].partition(", ")[0]
    assert backup.startswith(f"{state}.20")
    assert run("forget", "Zoe", "--yes", "--state", state).returncode == 0
    restored = run("restore", backup, "--yes", "--state", state)
    assert (restored.returncode, restored.stderr) == (0, b"")
    assert run("profile", "Zoe", "--state", state).returncode == 0


def test_no_file_is_replaced_where_nobody_can_be_asked(state: str, tmp_path: Path) -> None:
    backup = str(tmp_path / "kept.backup")
    assert run("backup", backup, "--state", state).returncode == 0
    for typed in ("backup", "restore"):
        refused = run(typed, backup, "--state", state)
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert b"add --yes" in refused.stderr
    assert run("backup", backup, "--yes", "--state", state).returncode == 0


def test_a_damaged_file_is_refused_with_the_command_that_mends_it(state: str) -> None:
    assert run("backup", "--state", state).returncode == 0
    DAMAGES["truncated"](Path(state))
    refused = run("leaderboard", "--state", state)
    command = shlex.split(refused.stderr.decode().rpartition(": ")[2])
    assert command[:2] == ["spyring", "restore"]
    assert run(*command[1:], "--yes").returncode == 0
    assert b"There's no guild yet" in run("leaderboard", "--state", state).stderr


@pytest.mark.parametrize("url", ["postgresql://ann:swordfish@127.0.0.1:1/games", "sqlite://"])
@pytest.mark.parametrize("typed", [("backup",), ("restore", "kept.backup")])
def test_what_is_no_file_is_backed_up_by_its_own_programs(url: str, typed: tuple[str, ...]) -> None:
    refused = run(*typed, setting={"DATABASE_URL": url})
    assert refused.returncode == 2
    assert b"pg_dump -Fc and pg_restore" in refused.stderr
