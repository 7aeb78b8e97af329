"""Values of the lab's options, as they are read from the command line."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from math import inf, nan
from typing import Any, Final

from bot.gametypes.cli import OptionAdder, natural

MOST_SECONDS: Final = 3600.0
"""Seconds that a program may have for an answer at most."""


def whole_number(least: int, most: int, fault: str) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range; `fault` says what any other one cannot do."""

    def read(text: str) -> int:
        number = natural(text)
        if not least <= number <= most:
            raise ArgumentTypeError(f"{number} {fault}: choose {least} to {most}")
        return number

    return read


def exploration(text: str) -> float:
    """Return the constant of ACE's exploration that a text holds: from 0 up."""
    if not 0.0 <= (constant := _number(text)) < inf:
        raise ArgumentTypeError(f"{text!r} is not a number from 0 up: write one such as 0.5")
    return constant


def seconds(text: str) -> float:
    """Return a time limit in seconds, above zero and no more than an hour."""
    if not 0.0 < (limit := _number(text)) <= MOST_SECONDS:
        raise ArgumentTypeError(f"{text!r} is no time limit: write seconds from 0.1 to 3600")
    return limit


def _number(text: str) -> float:
    """Return the number that a text holds, one that is in no range where it holds none."""
    try:
        return float(text)
    except ValueError:
        return nan


def describer(adder: OptionAdder, group: Any = None) -> Callable[..., object]:  # noqa: ANN401
    """Return a function that adds an option: its flag, its sentence's name, and argparse's words.

    `group` is the part of argparse's parser that the options belong to, where it is not the whole.
    """
    parser = group or adder.parser

    def add(flag: str, said: str, **words: Any) -> None:  # noqa: ANN401 - argparse's own
        parser.add_argument(flag, help=adder.say(said), **words)

    return add
