"""Shiritori's interfaces for the application and the keyboard, where people type words alone."""

from collections.abc import Sequence
from operator import attrgetter

from core.game import GameInterface, TextInterface
from core.rules import Seat
from core.shiritori import notation
from core.shiritori.command import SHIRITORI, usable
from core.shiritori.model import Action, Event, Observation
from core.shiritori.notation import CONCEDE, HINT, NO_SOUND, SAY, event_line, plain
from core.shiritori.present import describe, present
from core.view import Phrase, phrase


def line(text: str, _observation: Observation) -> str:
    """Return the line of a typed text: a word, or a command."""
    typed = plain(text)
    verb = typed.partition(" ")[0].casefold()
    return typed if verb in (SAY, CONCEDE, HINT) else f"{SAY} {typed}"


def script_lines(before: Sequence[Observation], after: Sequence[Observation]) -> tuple[str, ...]:
    """Return the news between two observations, as lines: words, failures, losers, the end."""
    old, new = before[0].state, after[0].state
    events: list[Event] = [
        *new.chain[len(old.chain) :],
        *new.failed[len(old.failed) :],
        *([new.hint] if new.hint and not old.hint else []),
        *new.out[len(old.out) :],
        *([new.ending] if new.ending and not old.ending else []),
    ]
    return tuple(event_line(event, after[0]) for event in events)


def expected(observation: Observation) -> Phrase:
    """Return the input that the observer may type now."""
    return phrase("shiritori-expects", sound=observation.sound or NO_SOUND)


def seat_name(seat: Seat, observation: Observation) -> Phrase:
    """Return a chair's name within a sentence."""
    chair = observation.options.chair(seat)
    return phrase("shiritori-seat", number=chair.number if chair else 0)


GAME: GameInterface[Action, Event, Observation] = GameInterface(
    commands=SHIRITORI,
    parse=notation.parse,
    action_line=notation.action_line,
    event_line=notation.event_line,
    present=present,
    describe=describe,
    usable=usable,
    turn=attrgetter("state.turn"),
    text_interface=TextInterface(line, line, script_lines, expected, seat_name),
)
