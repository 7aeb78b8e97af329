"""A person's own data: what is stored, as a file, and its end."""

import asyncio
import json
from typing import Any, Final

from bot.chat.privacy.export import export
from bot.chat.privacy.leave import leave_and_forget
from bot.chat.request import CONFIRM, Reply, ReplyFile, Request
from bot.games.service import Games
from bot.lobby.settings import SWITCH_VALUES
from bot.ratings.learn import lock_learning
from bot.ratings.remembered_clues import drop_clues_of
from bot.store import rooms
from bot.store.erasure import erase, request_erasure
from core.rules import Refusal
from core.view import Choice, Choices, Fields, Text, Tone, View, phrase

EXPORT: Final = "spyring-export.json"
"""The name of the file."""


async def shown(games: Games, request: Request) -> View:
    """Return what is stored about the asker, in sentences and counts."""
    found = await _stored(games, request)
    rows = tuple(
        (None, phrase("privacy-part", part=part), phrase("privacy-count", count=len(stored)))
        for part, stored in found.items()
        if part != "user" and stored
    )
    blocks = (
        (Fields(rows), Text(phrase("privacy-why")), Text(phrase("privacy-rights"), Tone.QUIET))
        if rows
        else (Text(phrase("privacy-nothing")),)
    )
    return View(phrase("privacy-title"), blocks)


async def exported(games: Games, request: Request) -> Reply:
    """Return all that is stored about the asker as a file of JSON; raises Refusal for nothing."""
    found = await _stored(games, request)
    _check_some(found)
    content = await asyncio.to_thread(json.dumps, found, ensure_ascii=False, indent=1)
    view = View(phrase("privacy-export-title"), (Text(phrase("privacy-export")),))
    return Reply(view, ReplyFile(EXPORT, f"{content}\n".encode()))


async def remembered(games: Games, request: Request) -> View:
    """Let pairs of a clue and a card be kept in which the asker has a part, or delete them all."""
    chosen, caller = request.text("remembered"), request.caller
    keeps = chosen == SWITCH_VALUES[1]
    async with games.store.writing() as conn:
        if not keeps:
            await lock_learning(conn)  # before the person, as whoever forgets one does
        await rooms.ensure_user(conn, caller.user, caller.name)
        await rooms.change_user(conn, caller.user, remember_clues=keeps)
        if not keeps:
            await drop_clues_of(conn, caller.user)
            await request_erasure(conn, games.now())
    await erase(games.store)
    said = phrase("privacy-clues", remembered=chosen)
    return View(phrase("privacy-clues-title"), (Text(said),))


async def deleting(games: Games, request: Request) -> View:
    """Return what deleting means, and the choice to do it; raises Refusal for nothing stored."""
    _check_some(await _stored(games, request))
    sure = Choice(phrase("privacy-delete-sure"), f"privacy delete {CONFIRM}", Tone.BAD)
    blocks = (Text(phrase("privacy-delete")), Choices((sure,)))
    return View(phrase("privacy-delete-title"), blocks)


async def deleted(games: Games, request: Request) -> View:
    """Let the asker leave their games, forget them, and say so."""
    forgotten = await leave_and_forget(games, request.caller.user)
    said = phrase("privacy-deleted", games=len(forgotten))
    return View(phrase("privacy-delete-title"), (Text(said),))


async def _stored(games: Games, request: Request) -> dict[str, Any]:
    """Return what is stored about the asker; what a guild remembers of clues in that guild alone.

    In a direct message, which nobody else reads, it is that of all guilds.
    """
    caller = request.caller
    guild = None if request.is_direct else caller.guild
    return await games.store.read_long(lambda conn: export(conn, caller.user, guild))


def _check_some(found: dict[str, Any]) -> None:
    if not any(stored for part, stored in found.items() if part != "user"):
        raise Refusal("privacy-nothing")
