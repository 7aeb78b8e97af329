"""The parts that a game hands in to be held to the contract that every game must pass."""

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

    `tables` draws rules with options of every kind. `fill` writes a line for an open action, in
    about half of the cases one that the game accepts. `shuffled` returns the state with all that
    the seat cannot know exchanged for something else, and `retold` an event of the one state as
    it would stand in the log of the other. `sealed` returns the state with all exchanged that
    nothing may print, whoever knows it, and `wire` returns every byte that a seat is sent: views,
    pictures and lines.
    """

    game: GameInterface[Any, Any, Any]
    tables: SearchStrategy[Rules[Any, Any, Any, Any]]
    fill: Callable[[Any, Form, Random], str]
    shuffled: Callable[[Any, Any, Seat | None, Random], Any]
    retold: Callable[[Any, Any, Any], Any]
    sealed: Callable[[Any, Any, Random], Any]
    wire: Callable[[Any, Any], bytes]
    seats: Callable[[Any], tuple[Seat, ...]]
