"""Shiritori at a keyboard: people type the word alone, and scripts are told the words."""

from collections.abc import Sequence
from typing import Final

from core.game import TextInterface
from core.rules import Seat
from core.shiritori.model import Event, Observation
from core.shiritori.notation import CONCEDE, HINT, NO_SOUND, SAY, event_line, plain
from core.view import Phrase, phrase


def line(text: str, _observation: Observation) -> str:
    """Return the line that a text stands for: a word, or a command."""
    typed = plain(text)
    verb = typed.partition(" ")[0].casefold()
    return typed if verb in (SAY, CONCEDE, HINT) else f"{SAY} {typed}"


def script_lines(before: Sequence[Observation], after: Sequence[Observation]) -> tuple[str, ...]:
    """Return the lines of what happened between two looks: words, failures, who is out, the end."""
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
    """Return what the observer may type now."""
    return phrase("shiritori-expects", sound=observation.sound or NO_SOUND)


def seat_name(seat: Seat, observation: Observation) -> Phrase:
    """Return what a chair is called within a sentence."""
    chair = observation.options.chair(seat)
    return phrase("shiritori-seat", number=chair.number if chair else 0)


SHIRITORI_TEXT: Final = TextInterface(line, line, script_lines, expected, seat_name)
"""Shiritori at a keyboard."""
