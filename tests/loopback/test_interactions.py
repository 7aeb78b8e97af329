"""The lifetime of an interaction: late, repeated, expired and unsuitable answers."""

import asyncio
import io

import discord
import pytest

from tests.loopback.discord import Callback, NoAnswer
from tests.loopback.discord.flag import InteractionKind
from tests.loopback.discord.model import Interaction
from tests.loopback.table import Table, in_loop, table


def failures(t: Table, *codes: int) -> bool:
    """Return whether the bot's commands failed with exactly these codes."""
    return [getattr(each, "code", None) for each in t.bot.failures] == list(codes)


def newest(t: Table) -> Interaction:
    """Return the newest interaction."""
    return list(t.server.world.interactions.values())[-1]


@in_loop
async def test_an_answer_after_three_seconds_is_unknown() -> None:
    async with table() as t:
        t.server.hub.hold("INTERACTION_CREATE")
        t.ann.patience = 0.5
        waiting = asyncio.create_task(t.ann.slash("/codenames new", rows=5))
        await t.server.until(lambda: t.server.world.interactions)
        t.server.clock.advance(4)
        t.server.hub.release()
        with pytest.raises(NoAnswer, match="10062"):
            await waiting
        await t.server.until(lambda: failures(t, 10062))
        assert t.ann.sees() == []


@in_loop
async def test_a_repeated_interaction_is_answered_once() -> None:
    async with table() as t:
        t.server.hub.repeat("INTERACTION_CREATE")
        await t.ann.slash("/codenames new", rows=5)
        await t.server.until(lambda: failures(t, 40060))
        assert [each.text for each in t.ann.sees()] == ["5 rows"]


@in_loop
async def test_a_token_dies_after_fifteen_minutes() -> None:
    async with table() as t:
        await t.ann.slash("/codenames new", rows=5)
        interaction = newest(t)
        hook = discord.Webhook.partial(
            t.server.world.application.id, interaction.token, client=t.bot
        )
        await hook.send("still here", wait=True)
        t.server.clock.advance(15 * 60 + 1)
        with pytest.raises(discord.HTTPException, match="50027"):
            await hook.send("too late", wait=True)
        assert [each.text for each in t.ann.sees()] == ["5 rows", "still here"]


@in_loop
async def test_nothing_follows_before_the_first_answer() -> None:
    async with table() as t:
        t.server.hub.hold("INTERACTION_CREATE")
        t.ann.patience = 0.1
        with pytest.raises(NoAnswer):
            await t.ann.slash("/codenames new", rows=5)
        hook = discord.Webhook.partial(t.server.world.application.id, newest(t).token, client=t.bot)
        with pytest.raises(discord.NotFound, match="10015"):
            await hook.send("early", wait=True)


@in_loop
async def test_follow_ups_can_be_edited_fetched_and_deleted() -> None:
    async with table() as t:
        await t.ann.slash("/codenames new", rows=5)
        hook = t.bot.interactions[-1].followup
        file = discord.File(io.BytesIO(b"log"), "log.txt", description="the log")
        sent = await hook.send("more", ephemeral=True, wait=True, file=file)
        assert [each.text for each in t.ben.sees()] == ["5 rows"]
        await sent.edit(content="less")
        assert t.ann.last().text == "less"
        assert t.ann.last().pictures[0].description == "the log"
        assert (await hook.fetch_message(sent.id)).content == "less"
        await sent.delete()
        assert [each.text for each in t.ann.sees()] == ["5 rows"]
        with pytest.raises(discord.NotFound, match="10008"):
            await hook.fetch_message(sent.id)


@in_loop
async def test_an_answer_of_the_wrong_kind_is_refused() -> None:
    async with table() as t:
        t.server.hub.hold("INTERACTION_CREATE")
        for kind, callback in (
            (InteractionKind.COMPLETION, Callback.MESSAGE),
            (InteractionKind.COMMAND, Callback.CHOICES),
            (InteractionKind.COMMAND, Callback.UPDATE),
            (InteractionKind.MODAL, Callback.MODAL),
        ):
            made = t.server.service.reception.open(kind, t.ann.user, t.games, {})
            url = f"{t.server.api_url}/interactions/{made.id}/{made.token}/callback"
            body = {"type": int(callback), "data": MODAL if callback is Callback.MODAL else {}}
            session = t.bot.http._HTTPClient__session  # type: ignore[attr-defined]
            async with session.post(url, json=body) as answer:
                assert answer.status == 400
                assert (await answer.json())["code"] == 50035
        assert len(t.server.violations) == 4
        t.server.violations.clear()


MODAL = {
    "custom_id": "m",
    "title": "M",
    "components": [
        {
            "type": 18,
            "label": "L",
            "component": {"type": 4, "custom_id": "t", "style": 1},
        }
    ],
}
