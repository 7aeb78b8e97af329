"""Tests of the connection through Socket Mode: how it ends and reconnects."""

import asyncio
import json
from dataclasses import replace

import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from adapters.slack.connection import socket_mode
from bot.chat.request import FatalError
from tests.adapters.slack.hall import settings_of, workspace
from tests.loopback.table import in_loop


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize("how", ["cut", "aborted", "asked"])
async def test_a_connection_that_ends_is_made_anew_at_once(how: str) -> None:
    async with workspace() as it:
        for number in (2, 3):
            if how == "asked":
                await it.server.disconnect("refresh_requested")
            else:
                await it.server.cut(abruptly=how == "aborted")
            async with asyncio.timeout(5):
                while it.server.connections < number:
                    await it.server.changed()
        await it.typed(it.people[0], "new")
        await it.onlooker.sees("Join", it.channel)


@in_loop
async def test_steady_connections_that_end_one_after_another_are_made_anew_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket_mode, "STEADY_SECONDS", 0.0)
    async with workspace() as it, asyncio.timeout(5):
        for number in range(2, 8):
            await it.server.cut()
            while it.server.connections < number:
                await it.server.changed()


@in_loop
async def test_a_connection_that_slack_does_not_open_in_time_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket_mode, "HANDSHAKE_SECONDS", 0.1)
    async with workspace() as it:
        it.server.socket.hanging = 1
        with capture_logs() as logs:
            await it.server.cut()
            async with asyncio.timeout(10):
                while it.server.connections < 2:
                    await it.server.changed()
        assert "not-connected" in [log["event"] for log in logs]


@in_loop
async def test_what_keeps_a_connection_from_being_made_is_got_over() -> None:
    async with workspace() as it:
        it.server.fail("apps.connections.open", "html", times=4)
        with capture_logs() as logs:
            await it.server.cut(abruptly=True)
            async with asyncio.timeout(20):
                while it.server.connections < 2:
                    await it.server.changed()
        told = [log for log in logs if log["event"] == "not-connected"]
        assert [log["fault"] for log in told] == ["broken"]
        assert "exc_info" not in told[0]


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize("kind", ["at the start", "later"])
@pytest.mark.parametrize("error", ["invalid_auth", "not_allowed_token_type", "missing_scope"])
async def test_an_app_token_that_slack_does_not_take_ends_the_program_with_a_sentence(
    error: str, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with workspace() as it:
        it.server.fail("apps.connections.open", error, times=100)
        if kind == "at the start":
            running = asyncio.create_task(it.app.run())
        else:
            it.server.mend()
            running = asyncio.create_task(it.app.run())
            while it.server.connections < 2:
                await it.server.changed()
            it.server.fail("apps.connections.open", error, times=100)
            await it.server.socket.close_newest()
        with pytest.raises(FatalError) as caught:
            async with asyncio.timeout(10):
                await running
        assert caught.value.phrase.key == "slack-bad-app-token"
        assert "Traceback" not in caplog.text
        it.server.mend()


@in_loop
async def test_a_bot_token_in_the_place_of_the_app_token_is_told_as_that() -> None:
    async with workspace() as it:
        server = it.server
        settings = settings_of(server, app_token=SecretStr(server.bot_token))
        with pytest.raises(FatalError) as caught:
            await replace(it.app, settings=settings).run()
        assert caught.value.phrase.key == "slack-bad-app-token"
        assert dict(caught.value.phrase.params) == {"problem": "not_allowed_token_type"}


@in_loop
async def test_an_envelope_that_is_none_is_left_and_the_next_is_taken() -> None:
    async with workspace() as it:
        for strange in ("", "[]", "no json", '"hello"', '{"type": "slash_commands"}', "{}"):
            await it.server.socket.send_text(strange)
        await it.server.socket.send_text('{"type":"events_api","envelope_id":"1","payload":[]}')
        await it.typed(it.people[0], "new")
        await it.onlooker.sees("Join", it.channel)
        assert it.server.connections == 1


@in_loop
@pytest.mark.parametrize("name", ["team", "user", "channel", "container", "view"])
async def test_an_interaction_of_an_odd_shape_is_left_without_a_stack_trace(name: str) -> None:
    async with workspace() as it:
        payload = {"type": "block_actions", "actions": [{"value": "s:1"}], name: ["x"]}
        envelope = {"type": "interactive", "envelope_id": "1", "payload": payload}
        with capture_logs() as logs:
            await it.server.socket.send_text(json.dumps(envelope))
            async with asyncio.timeout(2):
                while "request-refused" not in [log["event"] for log in logs]:
                    await asyncio.sleep(0.01)
        assert "fault" not in [log["event"] for log in logs]


@in_loop
async def test_a_person_of_an_odd_shape_is_left() -> None:
    async with workspace() as it:
        event = {"type": "user_change", "user": "x"}
        payload = {"type": "event_callback", "event_id": "E1", "event": event}
        envelope = {"type": "events_api", "envelope_id": "1", "payload": payload}
        with capture_logs() as logs:
            await it.server.socket.send_text(json.dumps(envelope))
            await it.typed(it.people[0], "new")
            await it.onlooker.sees("Join", it.channel)
        assert "fault" not in [log["event"] for log in logs]


@in_loop
async def test_what_the_bot_does_not_have_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    async with workspace() as it:
        with capture_logs() as logs:
            sending = asyncio.create_task(it.people[0].shortcut("other"))
            async with asyncio.timeout(2):  # in three seconds it would count as not acknowledged
                while "request-refused" not in [log["event"] for log in logs]:
                    await asyncio.sleep(0.01)
        sending.cancel()
        assert "fault" not in [log["event"] for log in logs]
        assert not caplog.records
