"""Hangman, bundled for the application."""

from operator import attrgetter

from core.game import GameInterface
from core.hangman import notation
from core.hangman.command import HANGMAN, usable
from core.hangman.model import Action, Event, Observation
from core.hangman.present import describe, present
from core.hangman.text_interface import TEXT_INTERFACE

GAME: GameInterface[Action, Event, Observation] = GameInterface(
    commands=HANGMAN,
    parse=notation.parse,
    action_line=notation.action_line,
    event_line=notation.event_line,
    closing_lines=notation.closing_lines,
    present=present,
    describe=describe,
    usable=usable,
    turn=attrgetter("turn"),
    text_interface=TEXT_INTERFACE,
)
