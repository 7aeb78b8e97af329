"""A game for a person at a real terminal: keys typed ahead, suspension, resizing."""

import os
import signal

import pytest

from tests.bot.terminals import terminal

TABLE = ("play", "--as", "spymaster", "--bots", "random", "--seed", "1")
PROMPT = "WORD NUMBER, or help"


def test_what_is_typed_before_there_is_a_prompt_is_no_answer() -> None:
    with terminal(*TABLE) as game:
        game.type("nonsense 99\rresign\ry\r")
        game.read(PROMPT)
        game.type("zephyr 1\r")
        asked = game.read("gives the clue zephyr 1").partition(PROMPT)[2]
        assert "nonsense" not in asked
        assert "resign" not in asked


@pytest.mark.slow
def test_ctrl_z_suspends_and_the_table_is_drawn_anew_with_what_was_typed() -> None:
    with terminal(*TABLE) as game:
        game.read(PROMPT)
        game.type("zephyr\x1a")
        _, status = os.waitpid(game.program.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        game.program.send_signal(signal.SIGCONT)
        told = game.read_on("┘")
        assert "Playing order" in told
        game.read_on("blue spymaster> zephyr")
        game.type(" 1\r")
        game.read("gives the clue zephyr 1")


@pytest.mark.slow
def test_another_size_draws_the_table_anew() -> None:
    with terminal(*TABLE) as game:
        game.read(PROMPT)
        game.resize(24, 60)
        game.program.send_signal(signal.SIGWINCH)
        told = game.read_on("┘")
        assert max(len(line) for line in told.split("\n") if "─" in line) <= 60


@pytest.mark.slow
def test_a_covered_screen_stays_covered_when_it_is_drawn_anew() -> None:
    chairs = [f"{team}-{role}" for team in ("blue", "red") for role in ("spymaster", "guesser")]
    people = [f"--chair={chair}=human" for chair in chairs]
    with terminal("play", "--seed", "1", *people) as game:
        game.read("Press Enter when nobody else is looking.")
        game.resize(30, 70)
        game.program.send_signal(signal.SIGWINCH)
        told = game.read_on("Hand the keyboard to the blue spymaster.")
        told += game.read_on("Press Enter when nobody else is looking.")
        assert "┌" not in told
        game.type("\r")
        game.read_on(PROMPT)
