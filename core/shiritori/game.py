"""Shiritori, bundled for the application."""

from operator import attrgetter

from core.game import GameInterface
from core.shiritori import notation
from core.shiritori.command import SHIRITORI, usable
from core.shiritori.model import Action, Event, Observation
from core.shiritori.present import describe, present
from core.shiritori.text_interface import SHIRITORI_TEXT

GAME: GameInterface[Action, Event, Observation] = GameInterface(
    commands=SHIRITORI,
    parse=notation.parse,
    action_line=notation.action_line,
    event_line=notation.event_line,
    closing_lines=notation.closing_lines,
    present=present,
    describe=describe,
    usable=usable,
    turn=attrgetter("turn"),
    text_interface=SHIRITORI_TEXT,
)
