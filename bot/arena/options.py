"""Readers of the lab's options on the command line."""

from argparse import ArgumentTypeError
from collections.abc import Callable
from math import inf, nan
from typing import Final

from bot.gametypes.cli import natural

MOST_SECONDS: Final = 3600.0
"""The longest time limit for a program."""


def whole_number(least: int, most: int, fault: str) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range; `fault` is the reason to refuse others."""

    def read(text: str) -> int:
        number = natural(text)
        if not least <= number <= most:
            raise ArgumentTypeError(f"{number} {fault}: choose {least} to {most}")
        return number

    return read


def exploration(text: str) -> float:
    """Return ACE's exploration constant, 0 or more."""
    if not 0.0 <= (constant := _number(text)) < inf:
        raise ArgumentTypeError(f"{text!r} is not a number from 0 up: write one such as 0.5")
    return constant


def seconds(text: str) -> float:
    """Return a time limit in seconds, above zero and at most an hour."""
    if not 0.0 < (limit := _number(text)) <= MOST_SECONDS:
        raise ArgumentTypeError(f"{text!r} is no time limit: write seconds from 0.1 to 3600")
    return limit


def _number(text: str) -> float:
    """Return a text's number, or NaN, which is in no range."""
    try:
        return float(text)
    except ValueError:
        return nan
