"""The records of the games of an evening: where each goes, and what is said of it."""

import json

from bot.files import check_writable, further, shown, write
from bot.record import record_json, recorded
from core.codenames.model import Observation
from core.view import Phrase, phrase


def path_of(path: str | None, game: int) -> str | None:
    """Return where the evening's game of this number, from 1, is to be recorded.

    Raises FileError where that would fail: better before the game than after it.
    """
    if path is None:
        return None
    named = path if game == 1 else further(path, game)
    check_writable(named)
    return named


def keep(path: str, observation: Observation, *, over: bool) -> Phrase:
    """Record a game that is over, and say so; of one that was left, say that it has no record.

    Only the end of a game uncovers its secret: leaving it uncovers nothing. Raises FileError.
    """
    if not over:
        return phrase("record-left", path=shown(path))
    document = json.dumps(record_json(recorded(observation)), ensure_ascii=False, indent=1)
    write(path, f"{document}\n".encode())
    return phrase("record-written", path=shown(path))
