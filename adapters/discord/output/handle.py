"""Handles of messages: where a message is, and whom it has called in which turn."""

from dataclasses import dataclass
from typing import Final
from zlib import crc32

from adapters.discord.output.response import DISCORD
from bot.games import GameView

UNKNOWN_MARKER: Final = "-"
"""The page of a message that was found again."""

NOBODY_MARKER: Final = "nobody"
"""The page of a message that was posted while nobody on Discord was called."""

_AND: Final = "-"
"""Stands between those whom a page calls."""


@dataclass(frozen=True, slots=True)
class Handle:
    """The place of a message, its page, and the key of the remark on that page."""

    channel: int
    message: int
    marker: str
    remark: str = ""

    def __str__(self) -> str:
        remark = f":{self.remark}" if self.remark else ""
        return f"{self.channel}:{self.message}:{self.marker}{remark}"

    @classmethod
    def parse(cls, text: str) -> "Handle":
        """Return the handle that `str` wrote."""
        channel, message_id, page, *remark = text.split(":")
        return cls(int(channel), int(message_id), page, *remark)


def turn_marker(game_view: GameView) -> str | None:
    """Return the name of what people are called for, None where nobody on Discord is.

    It tells them apart without naming them: in every game they are called something else.
    """
    people = [user for user in game_view.due if user.platform == DISCORD]
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
