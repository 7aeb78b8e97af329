"""Tests of faults between Slack and the adapter: nothing is lost, and nothing doubled."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from adapters.slack.input import interactions
from bot.chat.request import FatalError
from bot.identity import GuildId
from tests.adapters.slack.hall import Workspace, settings_of, workspace
from tests.loopback.table import in_loop


async def opened(it: Workspace) -> None:
    """Open a table of Codenames."""
    await it.typed(it.people[0], "new")


@in_loop
async def test_a_post_that_comes_too_soon_is_sent_again() -> None:
    async with workspace() as it:
        it.server.fail("chat.postMessage", "ratelimited", retry_after=0)
        await opened(it)
        await it.onlooker.sees("Join", it.channel)
        assert len([one for one in it.server.messages_of(it.channel) if not one.reader]) == 1


@in_loop
async def test_an_error_of_the_service_is_got_over() -> None:
    async with workspace() as it:
        it.server.fail("chat.postMessage", "internal_error", times=1)
        it.server.fail("files.getUploadURLExternal", "", http=500)
        await opened(it)
        await it.onlooker.sees("Join", it.channel)


@in_loop
async def test_a_board_that_was_deleted_is_posted_anew() -> None:
    async with workspace() as it:
        await opened(it)
        lobby = await it.onlooker.sees("Join", it.channel)
        it.server.delete(lobby)
        await it.typed(it.people[1], "join")
        again = await it.onlooker.sees("Bob", it.channel)
        assert again.ts > lobby.ts


@in_loop
async def test_a_channel_without_the_bot_is_told_to_the_one_who_opens() -> None:
    async with workspace() as it:
        away = it.server.channel("elsewhere", member=False)
        ann = it.people[0]
        await ann.command("/codenames", "new", away)
        refused = await ann.sees("/invite", away)
        assert refused.reader == ann.id
        assert not [one for one in it.server.messages_of(away) if not one.reader]


@in_loop
async def test_what_slack_sends_twice_is_done_once() -> None:
    async with workspace() as it:
        await it.playing()
        it.server.repeated = True
        giver = it.due(await it.session())
        await it.typed(giver, "clue", "zebra", "2")
        await it.onlooker.sees("zebra", it.channel)
        guesser = it.due(await it.session())
        await guesser.say(f"<@{it.server.bot_user}> guess B2", it.channel)
        state: Any = (await it.session()).state
        while not state.uncovered:
            await it.server.changed()
            state = (await it.session()).state
        assert len(state.uncovered) == 1
        (clue,) = [turn.clue for turn in state.turns]
        assert clue.word == "zebra"


@in_loop
@pytest.mark.parametrize("how", ["disconnect", "cut"])
async def test_a_connection_that_ends_is_made_anew(how: str) -> None:
    async with workspace() as it:
        await opened(it)
        await it.onlooker.sees("Join", it.channel)
        await getattr(it.server, how)()
        while it.server.connections < 2:
            await it.server.changed()
        await it.typed(it.people[1], "join")
        await it.onlooker.sees("Bob", it.channel)


@in_loop
async def test_a_workspace_that_removes_the_app_is_forgotten() -> None:
    async with workspace() as it:
        await opened(it)
        await it.onlooker.sees("Join", it.channel)
        assert await it.services.guilds("slack") == {GuildId("slack:T0TEAM")}
        await it.server.event({"type": "app_uninstalled"})
        async with asyncio.timeout(10):
            while await it.services.guilds("slack"):
                await asyncio.sleep(0.01)


@in_loop
async def test_a_token_that_slack_does_not_take_ends_the_program() -> None:
    async with workspace() as it:
        no = {"bot_token": SecretStr("xoxb-no"), "app_token": SecretStr("xapp-no")}
        wrong = settings_of(it.server, **no)
        with pytest.raises(FatalError) as caught:
            await replace(it.app, settings=wrong).run()
        assert caught.value.phrase.key == "slack-bad-token"


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize(
    ("error", "event"),
    [
        ("is_archived", "room-closed"),
        ("not_in_channel", "room-closed"),
        ("channel_not_found", "room-closed"),
        ("token_revoked", "token-refused"),
        ("account_inactive", "token-refused"),
    ],
)
async def test_operators_are_told_why_a_board_cannot_be_shown(error: str, event: str) -> None:
    async with workspace() as it:
        it.server.fail("chat.postMessage", error)
        with capture_logs() as logs:
            await opened(it)
            async with asyncio.timeout(10):
                while event not in [log["event"] for log in logs]:
                    await asyncio.sleep(0.01)


@in_loop
async def test_a_bot_that_was_removed_from_a_channel_asks_to_be_invited_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(interactions, "MEMBER_SECONDS", 0.0)
    async with workspace() as it:
        ann, *_ = it.people
        await ann.command("/hangman", "new length:5", it.channel)
        await it.onlooker.sees("Hangman", it.channel)
        members = it.server.places[it.channel].members
        members.discard(it.server.bot_user)
        version = (await it.session()).version
        await ann.command("/hangman", "guess e", it.channel)
        await ann.sees("Type /invite", it.channel)
        assert (await it.session()).version == version
        members.add(it.server.bot_user)
        await ann.command("/hangman", "guess e", it.channel)
        await it.onlooker.sees("is it E?", it.channel)
