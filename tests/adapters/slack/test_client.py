"""Tests of the library's app as the adapter sets it up."""

import pytest
from structlog.testing import capture_logs

from tests.adapters.slack.hall import workspace
from tests.loopback.slack import SlackServer
from tests.loopback.table import in_loop


@in_loop
async def test_nothing_is_sent_to_a_response_url_that_is_not_slacks() -> None:
    async with workspace() as it, SlackServer() as other:
        other.channel("games")
        forged = other.response_url("CGAMES", "UANN")
        it.server.response_url = lambda *_: forged  # type: ignore[method-assign]
        ann = it.people[0]
        with capture_logs() as logs:
            await it.typed(ann, "guess", "A1")
            await ann.sees("game", it.channel)
        told = [log for log in logs if log["event"] == "response-url-refused"]
        assert {log["fault"] for log in told} == {"host"}  # logged once a minute
        assert other.calls == []


@in_loop
async def test_people_of_other_workspaces_are_not_told_by_a_forged_response_url_either() -> None:
    async with workspace() as it, SlackServer() as other:
        other.channel("games")
        forged = other.response_url("CGAMES", "UANN")
        it.server.response_url = lambda *_: forged  # type: ignore[method-assign]
        it.server.fail("auth.test", "account_inactive", times=20)
        await it.typed(it.people[0], "new")
        assert other.calls == []


@in_loop
async def test_slack_is_asked_once_whether_the_bot_is_in_a_channel() -> None:
    async with workspace() as it:
        for words in ("new", "chair blue-spymaster", "stand"):
            await it.typed(it.people[0], words)
        await it.people[0].sees("Ann", it.channel)
        asked = [one for one in it.server.calls if one.method == "conversations.info"]
        assert len(asked) == 1


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize("kind", ["plain", "sign in", "cut"])
async def test_a_person_is_served_though_slack_does_not_tell_who_the_bot_is(kind: str) -> None:
    async with workspace() as it:
        it.server.fail("auth.test", kind, times=100)
        await it.typed(it.people[0], "new")
        await it.onlooker.sees("Join", it.channel)
        await it.people[0].say(f"<@{it.server.bot_user}> guess whale", it.channel)
        await it.people[0].sees("started yet", it.channel)
