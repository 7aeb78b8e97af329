"""Tests of calls within Slack's rate limits."""

import asyncio

import pytest
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.connection import pacing
from adapters.slack.connection.pacing import PacedClient, Pauses, TooLate
from adapters.slack.output import files
from bot.chat.services import ChatServices
from bot.games import StoreFault
from bot.store.faults import Fault
from tests.adapters.slack.hall import open_games, workspace
from tests.loopback.slack import SlackServer
from tests.loopback.table import in_loop


@in_loop
async def test_messages_to_a_channel_are_a_second_apart_and_those_to_others_are_not() -> None:
    async with SlackServer() as server:
        server.tiers = True
        one, other = server.channel("one"), server.channel("other")
        api = PacedClient(server.bot_token, server.api_url)
        async with asyncio.timeout(5):
            await asyncio.gather(
                *(api.chat_postMessage(channel=to, text="hello") for to in (one, other, one))
            )
        moments = [call.at for call in server.calls if call.sent["channel"] == one]
        assert len(moments) == 2
        assert moments[1] - moments[0] >= 1


@in_loop
async def test_a_method_that_is_used_up_waits_and_others_do_not() -> None:
    async with SlackServer() as server:
        server.tiers = True
        ann = server.person("Ann")
        api = PacedClient(server.bot_token, server.api_url)
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


async def known(api: PacedClient, *people: str) -> list[AsyncSlackResponse]:
    """Request all people at the same time; return the answers."""
    async with asyncio.timeout(0.2):
        return await asyncio.gather(*(api.users_info(user=one) for one in people))


@in_loop
async def test_no_call_of_a_method_is_sent_before_the_pause_is_over_that_slack_asks_for() -> None:
    async with SlackServer() as server:
        ann, channel = server.person("Ann"), server.channel("games")
        pauses = Pauses()
        api = PacedClient(server.bot_token, server.api_url, None, pauses, "T1")
        other = PacedClient(server.bot_token, server.api_url, None, pauses, "T2")
        server.fail("users.info", "ratelimited", retry_after=30)
        for _ in range(2):  # the one that was refused, and those after it
            with pytest.raises(TimeoutError):
                await known(api, ann.id, ann.id)
            assert 28 < api.delay("users.info") <= 30
        refused = [call.answer["ok"] for call in server.calls]
        assert refused.count(False) == 1
        assert len(refused) <= 2, "one was on its way already"
        await api.conversations_info(channel=channel)
        await known(other, ann.id)
        assert other.delay("users.info") == 0


@in_loop
async def test_messages_that_wait_for_their_channel_wait_for_a_pause_of_the_method() -> None:
    async with SlackServer() as server:
        channels = [server.channel(name) for name in ("one", "two")]
        api = PacedClient(server.bot_token, server.api_url)
        server.fail("chat.postMessage", "ratelimited", retry_after=30)
        for channel in channels:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.2):
                    await api.chat_postMessage(channel=channel, text="hello")
        assert len(server.calls) == 1
        assert api.delay("chat.postMessage") > 28


@in_loop
async def test_a_call_goes_on_once_the_pause_is_over() -> None:
    clock = [1_000_000.0]
    async with SlackServer() as server:
        ann = server.person("Ann")
        pauses = Pauses(now=lambda: clock[0])
        api = PacedClient(server.bot_token, server.api_url, None, pauses)
        await pauses.add("", "users.info", 30)
        with pytest.raises(TimeoutError):
            await known(api, ann.id)
        clock[0] += 30
        assert (await known(api, ann.id))[0]["ok"]


@in_loop
async def test_a_pause_is_kept_by_the_process_that_is_started_next() -> None:
    clock = [1_000_000.0]
    async with open_games() as games:
        services = ChatServices(games, "en")
        first = Pauses(services, now=lambda: clock[0])
        await first.add("T1", "users.info", 10)
        clock[0] += 20
        await first.add("T1", "chat.update", 30)
        clock[0] += 10
        after = Pauses(services, now=lambda: clock[0])
        await after.load()
        rests = [after.rest("T1", method) for method in ("chat.update", "users.info")]
        assert rests == [20, 0]
        assert after.rest("T2", "chat.update") == 0
        clock[0] -= 10**9
        assert after.rest("T1", "chat.update") == pacing.LONGEST_PAUSE


@in_loop
async def test_an_app_that_is_started_again_keeps_to_what_slack_asked_the_one_before() -> None:
    async with workspace() as it:
        await it.services.mark_synced(pacing.PAUSES_SUBJECT, '{" auth.test": 99999999999.0}')
        again = asyncio.create_task(it.app.run())
        await asyncio.wait({again}, timeout=0.3)
        again.cancel()
        await asyncio.wait({again})
        assert [call.method for call in it.server.calls].count("auth.test") == 1


@in_loop
async def test_a_pause_counts_though_the_database_does_not_keep_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def lost(*_: object) -> None:
        raise StoreFault(Fault.LOST, "gone")

    async with open_games() as games:
        services = ChatServices(games, "en")
        monkeypatch.setattr(ChatServices, "mark_synced", lost)
        monkeypatch.setattr(ChatServices, "last_synced", lost)
        pauses = Pauses(services)
        await pauses.load()
        await pauses.add("T1", "users.info", 30)
        assert pauses.rest("T1", "users.info") > 28


@in_loop
async def test_a_modal_that_would_come_too_late_is_not_asked_for() -> None:
    async with SlackServer() as server:
        pauses = Pauses()
        api = PacedClient(server.bot_token, server.api_url, None, pauses)
        await pauses.add("", "views.open", 30)
        with pytest.raises(TooLate):
            await api.views_open(trigger_id="1", view={"type": "modal"})
        assert server.calls == []
