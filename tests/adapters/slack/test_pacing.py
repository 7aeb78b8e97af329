"""Tests of calls within Slack's rate limits."""

import asyncio

import pytest

from adapters.slack.client import web_client
from adapters.slack.output import files
from tests.adapters.slack.hall import workspace
from tests.loopback.slack import SlackServer
from tests.loopback.table import in_loop


@in_loop
async def test_messages_to_a_channel_are_a_second_apart_and_those_to_others_are_not() -> None:
    async with SlackServer() as server:
        server.tiers = True
        one, other = server.channel("one"), server.channel("other")
        api = web_client(server.bot_token, server.api_url)
        api.retry_handlers.clear()  # so that a refusal would be raised
        async with asyncio.timeout(5):
            await asyncio.gather(
                *(api.chat_postMessage(channel=to, text="hello") for to in (one, other, one))
            )
        moments = [call.at for call in server.calls if call.sent["channel"] == one]
        assert moments[1] - moments[0] >= 1


@in_loop
async def test_a_method_that_is_used_up_waits_and_others_do_not() -> None:
    async with SlackServer() as server:
        server.tiers = True
        ann = server.person("Ann")
        api = web_client(server.bot_token, server.api_url)
        api.retry_handlers.clear()
        assert api.delay("users.info") == 0
        await asyncio.gather(*(api.users_info(user=ann.id) for _ in range(100)))
        assert 50 < api.delay("users.info") <= 60
        assert api.delay("chat.update") == 0
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.1):
                await api.users_info(user=ann.id)
        assert len(server.calls) == 100


@in_loop
async def test_where_uploads_are_used_up_a_board_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PICTURE_SECONDS", -1.0)
    async with workspace() as it:
        await it.playing()
        board = await it.onlooker.sees("A1 ", it.channel)
        assert "image" not in [block["type"] for block in board.blocks]
        assert not [call for call in it.server.calls if call.method.startswith("files.")]
