"""Tests of HTTP requests: each of Slack's is handled once, and all others are refused."""

import asyncio
import json
from dataclasses import dataclass, replace
from time import time

import pytest
from aiohttp import ClientSession
from pydantic import SecretStr
from slack_sdk.signature import Clock, SignatureVerifier
from structlog.testing import capture_logs
from yarl import URL

from adapters.slack.connection.web import SignedRequests
from bot.chat.request import FatalError
from bot.games import StoreFault
from bot.identity import GuildId
from bot.settings import HOST
from bot.store.faults import Fault
from tests.adapters.slack.hall import Workspace, settings_of, workspace
from tests.loopback.slack.http import SIGNING_SECRET, HTTPRequests, Request
from tests.loopback.table import in_loop
from tests.services import at_work

FORM = "application/x-www-form-urlencoded"


def requests_of(it: Workspace) -> HTTPRequests:
    """Return the sender of the workspace's requests."""
    assert isinstance(it.server.socket, HTTPRequests)
    return it.server.socket


@in_loop
async def test_a_turn_is_played_by_http() -> None:
    async with workspace(by_http=True) as it:
        session = await it.playing()
        giver = it.due(session)
        await giver.press(it.board(), "Give a clue")
        form = await giver.modal("one word")
        assert "errors" in await giver.submit(form, {"one word": "two words", "1 to 9": "2"})
        assert await giver.submit(form, {"one word": "zebra", "1 to 9": "2"}) == {}
        await it.onlooker.sees("zebra", it.channel)
        guesser = it.due(await it.session())
        await guesser.say(f"<@{it.server.bot_user}> guess A1", it.channel)
        await it.onlooker.sees("→", it.channel)
        await it.people[0].open_home()
        await it.people[0].home("Your games")


@in_loop
@pytest.mark.parametrize("by_http", [True, False])
async def test_settings_of_the_library_in_the_environment_change_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, *, by_http: bool
) -> None:
    for name in ("CLIENT_ID", "CLIENT_SECRET", "SIGNING_SECRET", "BOT_TOKEN", "SCOPES"):
        monkeypatch.setenv(f"SLACK_{name}", "0123456789abcdef")
    async with workspace(by_http=by_http) as it:
        await it.typed(it.people[0], "new")
        await it.onlooker.sees("Join", it.channel)
    assert "unused" not in caplog.text


@in_loop
async def test_a_request_that_comes_again_is_refused_and_done_once() -> None:
    async with workspace(by_http=True) as it:
        await it.typed(it.people[0], "new")
        lobby = await it.onlooker.sees("Join", it.channel)
        await it.people[1].press(lobby, "Join")
        press = requests_of(it).sent[-1]
        with capture_logs() as logs:
            assert await requests_of(it).resend(press) == (401, "Unauthorized\n")
        assert {"event": "request-refused", "fault": "replay"}.items() <= logs[0].items()
        assert len((await it.session()).lobby.people) == 2


@in_loop
async def test_forged_and_old_requests_are_refused() -> None:
    async with workspace(by_http=True) as it:
        slack = requests_of(it)
        body = f"command=%2Fcodenames&text=new&team_id=T0TEAM&channel_id={it.channel}&user_id=UANN"
        assert (await slack.request(body, FORM, age=301))[0] == 401
        assert (await slack.request(body, FORM, age=-301))[0] == 401
        forger = HTTPRequests(it.server, slack.url, "f" * 32)
        assert (await forger.request(body, FORM))[0] == 401
        good = slack.sent[0].headers
        for changed in (
            {},
            {"X-Slack-Signature": "v0="},
            {"X-Slack-Signature": "v0=é"},
            {"X-Slack-Request-Timestamp": "soon"},
            {"X-Slack-Request-Timestamp": "9" * 40},
            {"X-Slack-Request-Timestamp": ""},
        ):
            headers = {**good, **changed} if changed else {"Content-Type": FORM}
            assert (await slack.resend(Request(headers, body, 0)))[0] == 401
        assert not it.server.messages_of(it.channel)


ODD_PAYLOADS = (
    *(
        {"type": "block_actions", "actions": [{"value": "s:1"}], name: odd}
        for name in ("team", "user", "channel", "container", "view")
        for odd in ("x", ["x"], 5)
    ),
    {"type": "block_actions", "actions": [{"selected_option": "x"}]},
    {"type": "block_actions", "actions": ["x"]},
    {"type": "view_submission", "view": {"callback_id": "f:1", "state": ["x"]}},
    {"type": "view_submission", "view": {"callback_id": "f:1", "state": {"values": "x"}}},
    {"type": "view_submission", "view": {"callback_id": "f:1", "state": {"values": {"a": "x"}}}},
    {"type": "view_closed", "view": {"callback_id": "f:1", "blocks": [{"slack_file": "x"}]}},
)
ODD_EVENTS = tuple(
    {"type": "event_callback", "event": event}
    for event in (
        {"type": "reaction_added", "item": "x"},
        {"type": "tokens_revoked", "tokens": ["x"]},
        {"type": "app_mention", "user_profile": "x"},
    )
)


ODD_BODIES = (
    ("[]", "application/json"),
    ("5", "application/json"),
    ('"text"', "application/json"),
    ("null", "application/json"),
    ("{", "application/json"),
    ("{", FORM),
    ("payload=[]", FORM),
    ("payload=5", FORM),
    ("payload=no", FORM),
    ("payload=", FORM),
    ('{"team": 5}', "application/json"),
    ('{"type": "event_callback", "event": "text"}', "application/json"),
    ('{"authorizations": [5]}', "application/json"),
    ('{"event": []}', "application/json"),
    ('{"event": null}', "application/json"),
    ('payload={"type":"block_actions","actions":{}}', FORM),
    ('payload={"type":"block_actions","actions":[5]}', FORM),
    ('payload={"type":"view_submission","view":[]}', FORM),
    ('payload={"type":"view_submission","view":"text"}', FORM),
    ("[" * 100_000, "application/json"),
    ("", FORM),
    ("", "application/json"),
    ("new", "text/plain"),
    ("--b\r\nContent-Disposition: form-data; name=x\r\n\r\n5\r\n--b--", "multipart/form-data"),
    ("payload={}&payload={}", FORM),
    ('{"type": ["a"]}', "application/json"),
    ('{"command": ["a"]}', "application/json"),
    *((f"payload={json.dumps(one)}", FORM) for one in ODD_PAYLOADS),
    *((json.dumps(one), "application/json") for one in ODD_EVENTS),
)
"""Bodies, with their kind, that Slack never sends."""


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize("kind", sorted({kind for _, kind in ODD_BODIES}))
async def test_signed_bodies_that_are_not_of_slacks_kinds_are_refused(kind: str) -> None:
    wrong = list[object]()
    async with workspace(by_http=True) as it:
        for body in [body for body, of in ODD_BODIES if of == kind]:
            with capture_logs() as logs:
                answer = await requests_of(it).request(body, kind)
            told = {"event": "request-refused", "fault": "body"}.items() <= logs[0].items()
            faults = [log for log in logs if log["event"] == "fault"]
            if answer != (400, "Bad Request\n") or not told or faults:
                wrong.append((body[:100], answer, logs))
    assert wrong == []


@in_loop
@pytest.mark.parametrize(
    "body",
    [
        {"type": "nonsense"},
        {"type": "block_actions"},
        {"type": "shortcut", "callback_id": "other"},
        {"type": "message_action", "callback_id": "other"},
    ],
)
async def test_what_the_bot_does_not_have_is_refused(
    body: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    async with workspace(by_http=True) as it:
        who = {"user": {"id": it.people[0].id}, "team": {"id": it.server.team}}
        with capture_logs() as logs:
            asked = f"payload={json.dumps(body | who)}"
            assert await requests_of(it).request(asked, FORM) == (400, "Bad Request\n")
        assert [log["event"] for log in logs] == ["request-refused"]
        assert not caplog.records


@in_loop
async def test_other_pages_are_not_there_and_health_is() -> None:
    async with workspace(by_http=True) as it, ClientSession() as browser:
        site = requests_of(it).url.removesuffix("/slack/events")
        for path, status in (("/healthz", 200), ("/", 404), ("/slack/install", 404)):
            async with browser.get(site + path) as page:
                assert page.status == status
        async with browser.get(requests_of(it).url) as page:
            assert page.status == 405


@in_loop
async def test_a_connection_ends_with_its_answer_so_that_none_is_kept_open() -> None:
    async with workspace(by_http=True) as it, asyncio.timeout(60):
        reader, writer = await asyncio.open_connection(HOST, URL(requests_of(it).url).port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2)
        assert (await reader.read()).count(b"200 OK") == 1
        writer.close()


@in_loop
async def test_slack_is_told_its_challenge() -> None:
    async with workspace(by_http=True) as it:
        body = json.dumps({"type": "url_verification", "challenge": "abc", "token": ""})
        status, answer = await requests_of(it).request(body, "application/json")
        assert (status, json.loads(answer)) == (200, {"challenge": "abc"})


@in_loop
async def test_an_event_that_fails_is_done_when_it_comes_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with workspace(by_http=True) as it:
        faults = iter([StoreFault(Fault.LOST, "gone")])
        real = it.services.games_of

        async def games_of(user: object) -> object:
            if (fault := next(faults, None)) is not None:
                raise fault
            return await real(user)  # type: ignore[arg-type]

        monkeypatch.setattr(type(it.services), "games_of", lambda _, user: games_of(user))
        await it.people[0].open_home()
        await it.people[0].home("Your games")
        assert [one.status for one in requests_of(it).sent[-2:]] == [503, 200]


@in_loop
async def test_a_workspace_is_purged_once_the_database_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with workspace(by_http=True) as it:
        await it.typed(it.people[0], "new")
        await it.onlooker.sees("Join", it.channel)
        faults = iter([StoreFault(Fault.LOST, "gone")])
        real = it.services.purge

        async def purge(guild: GuildId) -> None:
            if (fault := next(faults, None)) is not None:
                raise fault
            await real(guild)

        monkeypatch.setattr(type(it.services), "purge", lambda _, guild: purge(guild))
        await it.server.event({"type": "app_uninstalled"})
        async with asyncio.timeout(10):
            while await it.services.guilds("slack"):
                await asyncio.sleep(0.01)


@in_loop
async def test_a_port_that_is_taken_ends_the_program_with_a_sentence() -> None:
    async with workspace(by_http=True) as it:
        with pytest.raises(FatalError) as caught:
            await it.app.run()
        assert caught.value.phrase.key == "web-port-taken"


@in_loop
@pytest.mark.parametrize("host", ["203.0.113.9", "no-such-host.invalid"])
async def test_an_address_of_another_machine_ends_the_program_with_a_sentence(host: str) -> None:
    async with workspace(by_http=True) as it:
        with pytest.raises(FatalError) as caught:
            await replace(it.app, address=(host, 3000)).run()
        assert caught.value.phrase.key == "web-host-unknown"


@dataclass
class SetClock(Clock):
    """A clock that stands still until it is set."""

    seconds: float

    def now(self) -> float:
        return self.seconds


def test_signatures_are_remembered_as_long_as_they_could_be_sent_again() -> None:
    clock = SetClock(time())
    signed = SignedRequests(SIGNING_SECRET, clock)
    stamp = str(int(clock.seconds))
    signature = (
        SignatureVerifier(SIGNING_SECRET).generate_signature(timestamp=stamp, body="body") or ""
    )
    headers = {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": signature}
    assert [signed.fault(headers, b"body") for _ in range(2)] == ["", "replay"]
    clock.seconds += 299
    assert signed.fault(headers, b"body") == "replay"
    clock.seconds += 2
    assert signed.fault(headers, b"body") == "timestamp"


@in_loop
async def test_a_bot_token_that_slack_does_not_take_ends_the_program_before_it_listens() -> None:
    async with workspace() as it:
        settings = settings_of(it.server, bot_token=SecretStr("xoxb-no"))
        with capture_logs() as logs, pytest.raises(FatalError) as caught:
            async with asyncio.timeout(10):
                await replace(it.app, settings=settings, address=(HOST, 0)).run()
        assert caught.value.phrase.key == "slack-bad-token"
        assert not [log for log in logs if log["event"] == "listening"]


@in_loop
async def test_a_slack_that_cannot_be_asked_about_the_token_keeps_nobody_from_listening() -> None:
    async with workspace() as it:
        it.server.fail("auth.test", "html", times=100)
        with capture_logs() as logs:
            app = replace(it.app, address=(HOST, 0), settings=settings_of(it.server))
            async with at_work(app), asyncio.timeout(20):
                while not [log for log in logs if log["event"] == "listening"]:
                    await asyncio.sleep(0.01)
        it.server.mend()
        assert "not-connected" in [log["event"] for log in logs]
