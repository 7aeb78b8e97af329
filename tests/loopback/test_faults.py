"""Faults of the REST side, each against the real discord.py."""

import asyncio

import aiohttp
import discord
import pytest

from tests.loopback.discord import Broken, Budget, Cut, Refused, Settings, Slow, TooMany
from tests.loopback.table import in_loop, table

POST = "POST /channels/{channel_id}/messages"


@in_loop
async def test_a_request_that_came_too_soon_is_repeated() -> None:
    async with table() as t:
        t.server.faults.add(POST, TooMany(0.01), times=2)
        await t.channel.send("hello")
        assert [each.text for each in t.ann.sees()] == ["hello"]
        assert t.server.faults.pending == 0
        assert t.server.api.requests[POST] == 3


@in_loop
async def test_a_global_limit_halts_all_routes() -> None:
    async with table() as t:
        t.server.faults.add(POST, TooMany(0.05, everywhere=True))
        first = asyncio.create_task(t.channel.send("first"))
        await t.server.until(lambda: t.server.faults.pending == 0)
        other = t.server.channel(t.guild, "other")
        await t.server.until(lambda: t.bot.get_channel(other.id))
        channel = t.bot.get_channel(other.id)
        assert isinstance(channel, discord.TextChannel)
        await asyncio.gather(first, channel.send("second"))
        assert t.ann.last().text == "first"


@in_loop
async def test_a_limit_without_via_is_a_ban() -> None:
    async with table() as t:
        t.server.faults.add(POST, TooMany(via=False))
        with pytest.raises(discord.HTTPException, match="429"):
            await t.channel.send("hello")
        assert t.ann.sees() == []


@in_loop
async def test_an_interaction_is_limited_in_its_own_way() -> None:
    async with table() as t:
        t.server.faults.add("POST /interactions/*", TooMany(0.01), times=2)
        assert (await t.ann.slash("/codenames new", rows=5)).text == "5 rows"


@in_loop
async def test_a_lost_answer_does_not_double_a_message_with_a_nonce() -> None:
    async with table() as t:
        t.server.faults.add(POST, Broken(took_effect=True))
        await t.channel.send("hello", nonce="one")
        assert [each.text for each in t.ann.sees()] == ["hello"]
        assert t.server.api.requests[POST] == 2


@in_loop
async def test_a_failed_request_is_repeated() -> None:
    async with table() as t:
        t.server.faults.add(POST, Broken(status=500))
        await t.channel.send("hello")
        assert [each.text for each in t.ann.sees()] == ["hello"]


@in_loop
async def test_a_503_is_not_repeated() -> None:
    async with table() as t:
        t.server.faults.add(POST, Broken(status=503, took_effect=True))
        with pytest.raises(discord.DiscordServerError):
            await t.channel.send("hello")
        assert [each.text for each in t.ann.sees()] == ["hello"]


@in_loop
async def test_an_answer_lost_in_a_callback_meets_its_own_effect() -> None:
    async with table() as t:
        t.server.faults.add("POST /interactions/*", Broken(took_effect=True))
        assert (await t.ann.slash("/codenames new", rows=5)).text == "5 rows"
        await t.server.until(lambda: t.bot.failures)
        assert "40060" in str(t.bot.failures[0])


@in_loop
async def test_a_cut_connection_is_an_error() -> None:
    async with table() as t:
        for took_effect in (False, True):
            t.server.faults.add(POST, Cut(took_effect=took_effect))
            with pytest.raises((aiohttp.ClientError, OSError)):
                await t.channel.send("hello")
        assert [each.text for each in t.ann.sees()] == ["hello"]


@in_loop
async def test_a_slow_answer_comes_after_its_effect() -> None:
    async with table() as t:
        gate = asyncio.Event()
        t.server.faults.add(POST, Slow(gate))
        sending = asyncio.create_task(t.channel.send("hello"))
        await t.server.until(t.ann.sees)
        assert not sending.done()
        gate.set()
        assert (await sending).content == "hello"


@in_loop
async def test_any_refusal_can_be_made_to_happen() -> None:
    async with table() as t:
        route = f"POST /channels/{t.games.id}/*"
        t.server.faults.add(route, Refused(403, 50001, "Missing Access"))
        with pytest.raises(discord.Forbidden, match="50001"):
            await t.channel.send("hello")
        await t.channel.send("again")


@in_loop
async def test_a_budget_is_told_by_headers_and_obeyed() -> None:
    budget = {POST: Budget(2, 0.3)}
    async with table(Settings(limits=budget)) as t:
        for n in range(4):
            await t.channel.send(str(n))
        assert [each.text for each in t.ann.sees()] == ["0", "1", "2", "3"]
        assert t.server.service.ledger.invalid == 0


@in_loop
async def test_more_than_the_budget_is_refused() -> None:
    async with table(Settings(limits={POST: Budget(1, 60.0)})) as t:
        url = f"{t.server.api_url}/channels/{t.games.id}/messages"
        headers = {"Authorization": f"Bot {t.server.settings.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            answers = [await session.post(url, json={"content": "x"}) for _ in range(2)]
            assert [each.status for each in answers] == [200, 429]
            body = await answers[1].json()
        assert 0 < body["retry_after"] <= 60
        assert answers[0].headers["X-RateLimit-Remaining"] == "0"
        assert answers[0].headers["Content-Type"] == "application/json"
        assert t.server.service.ledger.invalid == 1


@in_loop
async def test_a_message_deleted_under_the_bot_is_unknown() -> None:
    async with table() as t:
        sent = await t.channel.send("board")
        t.server.erase(t.ann.last())
        with pytest.raises(discord.NotFound, match="10008"):
            await sent.edit(content="later")
        assert [each.code for each in t.server.refusals] == [10008]


@in_loop
async def test_too_many_requests_over_all_routes_wait_too() -> None:
    async with table(Settings(everywhere=Budget(6, 0.2))) as t:
        for n in range(8):
            await t.channel.send(str(n))
        assert [each.text for each in t.ann.sees()] == [str(n) for n in range(8)]
        assert t.server.service.ledger.invalid > 0
        assert (await t.ann.slash("/codenames new", rows=5)).text == "5 rows"
