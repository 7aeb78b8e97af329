"""Codenames, bundled for the application."""

from dataclasses import replace
from functools import partial
from operator import attrgetter

from core.codenames import notation
from core.codenames.actions import Action, Guess, Point
from core.codenames.command import CODENAMES, usable
from core.codenames.model import Event, Observation
from core.codenames.present import describe, present
from core.game import GameInterface
from core.rules import Legal


def _first_press(action: Action, legal: Legal[Action]) -> Action:
    """Return the mark on a card that could be guessed, which comes before the guess."""
    if not isinstance(action, Guess) or action not in legal.actions:
        return action
    point = Point(action.turn, action.card)
    return point if point in legal.actions else action


GAME: GameInterface[Action, Event, Observation] = GameInterface(
    commands=CODENAMES,
    parse=notation.parse,
    action_line=notation.action_line,
    event_line=notation.event_line,
    closing_lines=notation.revealed_lines,
    present=present,
    describe=describe,
    usable=usable,
    turn=attrgetter("number"),
    first_press=_first_press,
    only_shows=lambda action: isinstance(action, Point),
)

SEEDED = replace(GAME, present=partial(present, seeded=True))
"""Codenames where CHANCE draws from a seed that somebody knows, and the table says so."""
