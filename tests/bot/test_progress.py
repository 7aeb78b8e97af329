import io
from collections.abc import Callable
from itertools import count

import pytest

from bot.cli.main import main
from bot.progress import ERASE_LINE, counted, progress


class Screen(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def ticking(seconds: float) -> Callable[[], float]:
    """Return a clock that advances by this many seconds with each reading."""
    moments = count(0, seconds)
    return lambda: float(next(moments))


def test_a_terminal_is_told_how_much_is_done_until_it_is() -> None:
    screen = Screen()
    assert list(counted("abc", stream=screen, clock=ticking(1))) == [*"abc"]
    told = screen.getvalue().split(ERASE_LINE)
    assert told == ["", "0/3", "1/3", "2/3", ""]


def test_short_work_is_not_told() -> None:
    screen = Screen()
    assert list(counted(range(3), stream=screen, clock=ticking(0))) == [0, 1, 2]
    assert screen.getvalue() == ""


def test_it_is_not_told_oftener_than_can_be_read() -> None:
    screen = Screen()
    with progress(100, stream=screen, clock=ticking(0.01)) as report:
        for done in range(100):
            report(done)
    assert 0 < screen.getvalue().count("/100") < 20


def test_what_is_no_terminal_is_told_nothing() -> None:
    written = io.StringIO()
    assert list(counted(range(3), stream=written, clock=ticking(1))) == [0, 1, 2]
    assert written.getvalue() == ""


def test_work_that_fails_leaves_nothing_behind() -> None:
    screen = Screen()

    def fail() -> None:
        with progress(2, stream=screen, clock=ticking(1)) as report:
            report(1)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert screen.getvalue() == f"{ERASE_LINE}1/2{ERASE_LINE}"


def test_a_simulation_at_a_terminal_tells_how_many_games_have_been_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("PATIENCE_SECONDS", "EVERY_SECONDS"):
        monkeypatch.setattr(f"bot.progress.{name}", 0)
    asked = ["simulate", "--spymaster", "random", "--guesser", "random", "--games", "2", "--json"]
    assert main(asked) == 0
    silent = capsys.readouterr()
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    assert main(asked) == 0
    assert screen.getvalue() == f"{ERASE_LINE}0/2{ERASE_LINE}1/2{ERASE_LINE}"
    assert silent.err == ""
    assert '"games": 2' in capsys.readouterr().out
