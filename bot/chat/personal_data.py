"""A person's own data: a summary, an export and its deletion."""

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
"""The name of the exported file."""


async def shown(games: Games, request: Request) -> View:
    """Return a summary of the caller's stored data."""
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
    """Return all stored data of the caller as a JSON file; raises Refusal if there are none."""
    found = await _stored(games, request)
    _check_some(found)
    content = await asyncio.to_thread(json.dumps, found, ensure_ascii=False, indent=1)
    view = View(phrase("privacy-export-title"), (Text(phrase("privacy-export")),))
    return Reply(view, ReplyFile(EXPORT, f"{content}\n".encode()))


async def remembered(games: Games, request: Request) -> View:
    """Allow storage of the caller's pairs of a clue and a card, or delete them all."""
    chosen, caller = request.text("remembered"), request.caller
    keeps = chosen == SWITCH_VALUES[1]
    async with games.store.writing() as conn:
        if not keeps:
            await lock_learning(conn)  # before the person, as in `forget`
        await rooms.ensure_user(conn, caller.user, caller.name)
        await rooms.change_user(conn, caller.user, remember_clues=keeps)
        if not keeps:
            await drop_clues_of(conn, caller.user)
            await request_erasure(conn, games.now())
    await erase(games.store)
    said = phrase("privacy-clues", remembered=chosen)
    return View(phrase("privacy-clues-title"), (Text(said),))


async def deleting(games: Games, request: Request) -> View:
    """Describe a deletion, and offer the choice to confirm it; raises Refusal without data."""
    _check_some(await _stored(games, request))
    sure = Choice(phrase("privacy-delete-sure"), f"privacy delete {CONFIRM}", Tone.BAD)
    blocks = (Text(phrase("privacy-delete")), Choices((sure,)))
    return View(phrase("privacy-delete-title"), blocks)


async def deleted(games: Games, request: Request) -> View:
    """Make the caller leave their games, forget them, and confirm it."""
    forgotten = await leave_and_forget(games, request.caller.user)
    said = phrase("privacy-deleted", games=len(forgotten))
    return View(phrase("privacy-delete-title"), (Text(said),))


async def _stored(games: Games, request: Request) -> dict[str, Any]:
    """Return the caller's stored data, with remembered clues only from the request's guild.

    In a direct message, which nobody else reads, they come from all guilds.
    """
    caller = request.caller
    guild = None if request.is_direct else caller.guild
    return await games.store.read_long(lambda conn: export(conn, caller.user, guild))


def _check_some(found: dict[str, Any]) -> None:
    if not any(stored for part, stored in found.items() if part != "user"):
        raise Refusal("privacy-nothing")
