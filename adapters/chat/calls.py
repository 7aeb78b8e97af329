"""Markers of messages: whom a message has called, and in which turn."""

from typing import Final
from zlib import crc32

from bot.games import GameView, Status
from core.view import Phrase, phrase

UNKNOWN_MARKER: Final = "-"
"""The page of a message that was found again."""

NOBODY_MARKER: Final = "nobody"
"""The page of a message that was posted while nobody of its platform was called."""

_AND: Final = "-"
"""Stands between those whom a page calls."""


def turn_marker(game_view: GameView, platform: str) -> str | None:
    """Return the name of what people are called for, None where nobody of the platform is.

    It tells them apart without naming them: in every game they are called something else.
    """
    people = [user for user in game_view.due if user.platform == platform]
    if game_view.due and not people:
        return None
    called = sorted(f"{crc32(f'{game_view.game_id} {one.id}'.encode()):08x}" for one in people)
    return f"{game_view.status.value}.{game_view.turn}.{_AND.join(called)}"


def calls_all(shown: str, wanted: str | None) -> bool:
    """Return whether a message of a page has called, in this turn, all whom another page calls.

    So it has where that calls nobody (None); of one that was found again nothing is known.
    """
    if wanted is None or shown == UNKNOWN_MARKER:
        return True
    before, _, called = shown.rpartition(".")
    now, _, people = wanted.rpartition(".")
    return before == now and {*people.split(_AND)} - {""} <= {*called.split(_AND)}


def kept_marker(shown: str, game_view: GameView, platform: str) -> str:
    """Return the marker of an edited message; one that was found again has called who is due."""
    if shown != UNKNOWN_MARKER:
        return shown
    return turn_marker(game_view, platform) or UNKNOWN_MARKER


def moved(shown: str) -> Phrase:
    """Return the sentence that is left of a message of a marker which another has replaced."""
    status, _, rest = shown.partition(".")
    turn = phrase("chat-moved-turn", turn=rest.partition(".")[0])
    return turn if status == Status.RUNNING.value else phrase("chat-moved")
