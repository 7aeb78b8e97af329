"""Starts of the command line: imported modules, and processor time relative to bare Python.

    python -m benchmarks.start --starts 5

`play` is the plain game as read by a script: the first line deals the first board, and the first
clue is in the first line that names one. Each number is the median of the starts; the game's seed
is 1.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

SPYRING: Final = ("-m", "bot")

MODULES: Final = """
import sys
from bot.__main__ import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(len(sys.modules), file=sys.stderr)
"""


def main() -> None:
    """Print each start: modules, processor time in ms, and its ratio to bare Python."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--starts", type=int, default=5, help="starts of each kind (default: 5)")
    starts: int = parser.parse_args().starts
    python = sys.version.partition(" ")[0]
    print(
        f"starts={starts} seed=1 python={python}\n{'start':<24}{'modules':>8}{'ms':>8}{'times':>7}"
    )
    bare = _median(partial(_whole, "-c", "pass"), starts)
    _report("bare Python", None, bare, bare)
    _report(
        "--help", _modules("--help"), _median(partial(_whole, *SPYRING, "--help"), starts), bare
    )
    with TemporaryDirectory() as folder:
        modules = _modules(*_game(folder))
    for name, mark in (("play, first board", "dealt"), ("play, first clue", " clue ")):
        _report(name, modules, _median(partial(_until, mark), starts), bare)


def _report(name: str, modules: int | None, seconds: float, bare: float) -> None:
    print(f"{name:<24}{modules or '-':>8}{1000 * seconds:>8.0f}{seconds / bare:>7.1f}")


def _median(start: Callable[[], float], starts: int) -> float:
    start()  # fills the cache of files
    return median(start() for _ in range(starts))


def _game(folder: str) -> Iterator[str]:
    """Yield the command line of a game that is kept in a folder."""
    yield from ("play", "--seed", "1", "--state", str(Path(folder) / "games.db"))


def _whole(*arguments: str) -> float:
    """Return the processor time of a whole program, in seconds."""
    before = os.times()
    command = [sys.executable, *arguments]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)  # noqa: S603 - our own
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def _until(mark: str) -> float:
    """Return the processor time of a game until it writes a line with a mark, in seconds."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, *SPYRING, *_game(folder)]
        with subprocess.Popen(  # noqa: S603 - our own
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as game:
            assert game.stdout is not None
            assert any(mark in line.decode() for line in game.stdout)
            spent = Path(f"/proc/{game.pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
            game.kill()
    return sum(map(int, spent.split()[11:13])) / os.sysconf("SC_CLK_TCK")


def _modules(*arguments: str) -> int:
    """Return the number of modules that a whole program imports."""
    command = [sys.executable, "-c", MODULES, *arguments]
    run = subprocess.run(command, input=b"", capture_output=True, check=True)  # noqa: S603 - our own
    return int(run.stderr.split()[-1])


if __name__ == "__main__":
    main()
