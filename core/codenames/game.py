"""Codenames, bundled for the application."""

from dataclasses import replace
from functools import partial
from operator import attrgetter

from core.codenames import notation
from core.codenames.actions import Action
from core.codenames.command import CODENAMES, first_press, only_shows, usable
from core.codenames.model import Event, Observation
from core.codenames.present import describe, present
from core.game import GameInterface

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
    first_press=first_press,
    only_shows=only_shows,
)

SEEDED = replace(GAME, present=partial(present, seeded=True))
"""Codenames with deals from a known seed, which its tables mention."""
