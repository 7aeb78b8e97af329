"""The parts that a game provides for the contract that every game must pass."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis.strategies import SearchStrategy

from core.game import GameInterface
from core.rules import Form, Rules, Seat


@dataclass(frozen=True, slots=True)
class Contract:
    """One game's part of the contract.

    `tables` draws rules with options of every kind. `fill` writes a line for an open action, which
    the game accepts in about half of the cases. `shuffled` returns the state with everything
    changed that the seat cannot know, and `retold` an event of the one state as in the log of the
    other. `sealed` returns the state with everything changed that must not be printed, even for a
    seat that knows it, and `wire` returns all bytes that a seat gets: views, pictures and lines.
    """

    game: GameInterface[Any, Any, Any]
    tables: SearchStrategy[Rules[Any, Any, Any, Any]]
    fill: Callable[[Any, Form, Random], str]
    shuffled: Callable[[Any, Any, Seat | None, Random], Any]
    retold: Callable[[Any, Any, Any], Any]
    sealed: Callable[[Any, Any, Random], Any]
    wire: Callable[[Any, Any], bytes]
    seats: Callable[[Any], tuple[Seat, ...]]
