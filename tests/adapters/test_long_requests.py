"""Requests that may take seconds are acknowledged first: platforms wait three seconds at most."""

import asyncio

import pytest

from bot.chat.request import Reply, Request, RequestAnswer
from bot.games.service import Games
from core.view import View
from tests.adapters.discord.hall import Hall, hall
from tests.adapters.discord.input.test_interactions import newest
from tests.adapters.discord.input.test_requests_answered import CARDS, manager
from tests.adapters.slack.hall import workspace
from tests.bot.chat.asking import reanswer, waiting_for
from tests.loopback.discord import Callback, Upload
from tests.loopback.table import in_loop


class Noting:
    """Notes Discord's acknowledgement of a request when its work begins."""

    told: Callback | None = None

    def __init__(self, h: Hall) -> None:
        self._hall = h
        reanswer(h.porter, self._noted)

    def _noted(self, answer: RequestAnswer) -> RequestAnswer:
        async def noted(games: Games, request: Request) -> View | Reply:
            self.told = newest(self._hall).callback
            return await answer(games, request)

        return noted


@pytest.mark.sampled
@pytest.mark.parametrize("line", ["/privacy show", "/privacy export", "/privacy delete"])
def test_a_persons_data_are_looked_for_once_discord_knows_that_it_takes_a_while(line: str) -> None:
    @in_loop
    async def ask() -> None:
        async with hall() as h:
            await h.playing()
            handler = Noting(h)
            answer = await h.people[0].slash(line)
            assert handler.told is Callback.DEFERRED_MESSAGE
            assert answer.ephemeral

    ask()


@in_loop
async def test_data_are_deleted_and_packs_read_once_discord_knows_that_it_takes_a_while() -> None:
    async with hall() as h:
        ann = h.people[0]
        await h.playing()
        asked = (await ann.slash("/privacy delete")).message
        handler = Noting(h)
        assert asked is not None
        answer = await ann.press(asked, asked.buttons[0].label or "")
        assert handler.told is Callback.DEFERRED_MESSAGE
        assert "is deleted" in answer.text
        handler.told = None
        file = Upload("animals.txt", "\n".join(CARDS).encode())
        await manager(h).slash("/admin packs add", file=file)
        assert handler.told is Callback.DEFERRED_MESSAGE


@in_loop
async def test_what_is_soon_done_is_answered_at_once() -> None:
    async with hall() as h:
        handler = Noting(h)
        assert (await h.people[0].slash("/leaderboard")).callback is Callback.MESSAGE
        assert handler.told is None


@in_loop
async def test_a_persons_data_are_deleted_once_slack_knows_that_the_request_has_come() -> None:
    async with workspace() as it:
        await it.playing()
        ann = it.people[0]
        told = asyncio.Event()
        reanswer(it.services, waiting_for(told))
        it.server.socket.acknowledge_seconds = 1.0  # sooner than a long request is acknowledged
        await ann.command("/spyring", "privacy delete", it.channel)
        told.set()
        asked = await ann.sees("Delete all my data", it.channel)
        told.clear()
        await ann.press(asked, next(iter(asked.labels)))
        told.set()
        await ann.sees("is deleted", it.channel)
