import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bot.programs import MOST_SECONDS, environment, process, run, shell, unread

BOARD = ("board", "--keyword", "swordfish")
SIMULATE = ("simulate", "--spymaster", "random", "--guesser", "random", "--games", "1")
PLAY = ("play", "--plain", "--as", "watcher", "--bots", "random")
LIGHT = [BOARD, ("--help",), ("play", "--help")]
"""Commands that load no bots; loading them takes seconds."""
COMMANDS = [
    *LIGHT[:2],
    PLAY,
    *(pytest.param(one, marks=pytest.mark.slow) for one in (*LIGHT[2:], SIMULATE)),
]
CLOSED = ["<&-", ">&-", "<&- >&-", "<&- >&- 2>&-"]
FULL = Path("/dev/full")

needs_full = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full, a disk without room")


@pytest.mark.sampled
@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_reader_who_has_gone_is_no_fault(arguments: tuple[str, ...]) -> None:
    with unread() as stdout:
        ended = process(*arguments, stdout=stdout)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.slow
def test_a_reader_may_go_while_a_record_is_checked(tmp_path: Path) -> None:
    record = str(tmp_path / "game.json")
    assert run(*PLAY, "--record", record).returncode == 0
    with unread() as stdout:
        ended = process("board", "--verify", record, stdout=stdout)
    assert (ended.returncode, ended.stderr) == (141, b"")


@pytest.mark.sampled
@needs_full
@pytest.mark.parametrize("arguments", COMMANDS)
def test_an_output_without_room_is_said_in_one_sentence(arguments: tuple[str, ...]) -> None:
    with FULL.open("wb") as stdout:
        ended = process(*arguments, stdout=stdout)
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"spyring: This command's input or output failed")
    assert ended.stderr.count(b"\n") == 1


@needs_full
def test_a_refusal_that_nobody_can_read_is_a_refusal_all_the_same() -> None:
    ended = shell("2>/dev/full", "board", "--verify", "no-such-file")
    assert ended.returncode == 2


@pytest.mark.sampled
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_output_of_few_characters_shows_a_readable_board(encoding: str) -> None:
    ended = process(*BOARD, setting={"PYTHONIOENCODING": encoding})
    lines = ended.stdout.decode("ascii").splitlines()
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert lines[2] == "  +-----+-----+-----+-----+-----+"
    assert lines[3].startswith("A | ")
    assert {len(line) for line in lines[2:9]} == {len(lines[2])}


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("arguments", "closed"),
    [
        *((BOARD, closed) for closed in CLOSED),
        *((arguments, CLOSED[-1]) for arguments in LIGHT[1:]),
        *(
            pytest.param(arguments, closed, marks=pytest.mark.slow)
            for arguments in (*LIGHT[1:], PLAY, SIMULATE)
            for closed in (CLOSED if arguments not in LIGHT else CLOSED[:-1])
        ),
    ],
)
def test_closed_streams_read_as_empty_and_swallow_what_is_written(
    arguments: tuple[str, ...], closed: str
) -> None:
    ended = shell(closed, *arguments)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.slow
def test_a_person_without_an_input_leaves_at_once() -> None:
    ended = shell("<&-", "play", "--bots", "random", "--as", "spymaster", "--seed", "1")
    assert ended.returncode == 0
    assert ended.stdout.endswith(b"end-of-input\n")


@pytest.mark.sampled
@pytest.mark.parametrize(
    "moment", ["bot.texts", "numpy", "pydantic", "bot.files", "bot.arena.players"]
)
def test_an_interrupt_while_the_program_is_loaded_ends_it_without_a_word(moment: str) -> None:
    # Python prints each module as it is imported, so the test depends on no durations.
    # Without the interrupt, the simulation would run for minutes.
    arguments = ("-X", "importtime", "-m", "bot", *SIMULATE[:-1], "100000")
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as program:
        assert program.stderr
        for line in program.stderr:
            if line.split(b"|")[-1].strip() == moment.encode():
                break
        program.send_signal(signal.SIGINT)
        rest = program.communicate(timeout=MOST_SECONDS)[1]
    assert program.returncode == 130
    assert b"Traceback" not in rest
    assert b"KeyboardInterrupt" not in rest


@pytest.mark.slow
def test_a_game_in_a_terminal_loads_no_http_server() -> None:
    ended = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-X", "importtime", "-m", "bot", *PLAY],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment(),
        timeout=MOST_SECONDS,
        check=False,
    )
    assert ended.returncode == 0
    loaded = {line.split(b"|")[-1].strip() for line in ended.stderr.splitlines()}
    assert b"bot.cli.play.client" in loaded
    assert not [name for name in loaded if name.startswith(b"aiohttp")]


IGNORED = f"""
import os, signal
from bot.__main__ import main
code = main({BOARD!r})
os.kill(os.getpid(), signal.SIGINT)
raise SystemExit(code)
"""


def test_an_interrupt_that_is_ignored_stays_so() -> None:
    # A shell does the same with its background processes.
    ignoring = ["/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-c", IGNORED]
    ended = subprocess.run(  # noqa: S603 - our own program
        ignoring, capture_output=True, env=environment(), timeout=MOST_SECONDS, check=False
    )
    assert ended.returncode == 0
    assert b"Key card" in ended.stdout
