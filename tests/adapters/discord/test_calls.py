"""Tests of failed requests to Discord: each failure has a kind, whatever the request."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
import pytest
from structlog.testing import capture_logs

from adapters.chat.calls import CallFault
from adapters.discord.calls import DISCORD_ERRORS, fault_of
from tests.adapters.discord.hall import Hall, hall
from tests.loopback.discord import Cut, Garbled, Refused, TooMany
from tests.loopback.discord.fault import Fault
from tests.loopback.table import in_loop

JSON: Final = "application/json"

FAULTS: Final[dict[str, tuple[Fault, CallFault]]] = {
    "html": (Garbled(503, text="<html>503 Service Unavailable</html>"), CallFault.BROKEN),
    "plain": (Garbled(503, "text/plain", "bad gateway"), CallFault.BROKEN),
    "page": (Garbled(), CallFault.UNREADABLE),
    "no json": (Garbled(kind=JSON, text='{"id": "1'), CallFault.UNREADABLE),
    "empty": (Garbled(kind=JSON, text=""), CallFault.UNREADABLE),
    "cut": (Cut(), CallFault.CUT),
    "ban": (TooMany(via=False), CallFault.LIMITED),
    "refused": (Refused(403, 50001, "Missing Access"), CallFault.REFUSED),
}
"""Failures of a request, and their kinds."""


def requests(h: Hall) -> dict[str, Callable[[], Awaitable[Any]]]:
    """Return the requests made outside interactions, by name."""
    http, channel = h.client.http, h.channel.id
    place = h.client.get_partial_messageable(channel)
    message = place.get_partial_message(h.onlooker.last().id)
    person = discord.Object(h.people[0].user.id)
    return {
        "post": lambda: place.send("hello"),
        "edit": lambda: message.edit(attachments=[]),
        "fetch": message.fetch,
        "react": lambda: message.add_reaction("✅"),
        "take away": lambda: message.remove_reaction("✅", person),
        "clear": message.clear_reactions,
        "open": lambda: http.start_private_message(person.id),
        "begin": lambda: http.start_thread_without_message(
            channel,
            name="a",
            auto_archive_duration=60,
            type=discord.ChannelType.public_thread.value,
        ),
        "archive": lambda: http.edit_channel(channel, archived=False),
        "commands": lambda: http.bulk_upsert_global_commands(h.client.application_id or 0, []),
        "list": lambda: http.logs_from(channel, 10),
    }


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize("name", FAULTS)
async def test_every_fault_of_every_request_has_its_kind(name: str) -> None:
    fault, kind = FAULTS[name]
    async with hall() as h:
        await h.people[0].slash("/codenames new")
        session = await h.session()
        await h.post(session.game_id)
        for what, request in requests(h).items():
            h.server.faults.add("* *", fault, times=2)  # aiohttp retries some itself
            with capture_logs() as logs, pytest.raises(DISCORD_ERRORS) as caught:
                await request()
            assert fault_of(caught.value) is kind, what
            counted = [log["fault"] for log in logs if log["event"] == "call-failed"]
            assert counted == ([] if kind is CallFault.REFUSED else [kind.value]), what
            h.server.faults.clear()


def test_a_time_out_has_its_kind() -> None:
    assert fault_of(TimeoutError()) is CallFault.TIMEOUT
    assert fault_of(asyncio.CancelledError()) is CallFault.REFUSED
