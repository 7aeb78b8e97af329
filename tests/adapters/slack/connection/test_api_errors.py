"""Tests of failed calls: every answer of Slack has a kind."""

from typing import Final

import pytest
from structlog.testing import capture_logs

from adapters.chat.calls import CallFault
from adapters.slack.connection import api_errors, pacing
from adapters.slack.connection.api_errors import (
    CALL_ERRORS,
    error_of,
    fault_of,
    is_response_url,
    pauses_before_repeats,
)
from adapters.slack.connection.pacing import PacedClient
from tests.loopback.slack import SlackServer
from tests.loopback.slack.methods import METHODS
from tests.loopback.slack.server import PAGES
from tests.loopback.table import in_loop

KINDS: Final = {
    **dict.fromkeys(("html", "plain", "internal_error", "service_unavailable"), CallFault.BROKEN),
    **dict.fromkeys(("sign in", "plain ok", "no json", "no object"), CallFault.UNREADABLE),
    **dict.fromkeys(("empty", "no text"), CallFault.UNREADABLE),
    **dict.fromkeys(("cut", "lost"), CallFault.CUT),
    "slow": CallFault.TIMEOUT,
    "ratelimited": CallFault.LIMITED,
    "channel_not_found": CallFault.REFUSED,
}
"""Failures of a call, and their kinds."""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the pause between the tries of a call."""
    pauses = {fault: (0.0,) * len(tries) for fault, tries in api_errors.REPEAT_PAUSES.items()}
    monkeypatch.setattr(api_errors, "REPEAT_PAUSES", pauses)


@pytest.mark.sampled
@in_loop
@pytest.mark.parametrize("kind", KINDS)
async def test_every_fault_of_every_method_has_its_kind_and_is_repeated_where_that_is_safe(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert KINDS.keys() >= PAGES.keys()
    if kind == "slow":
        monkeypatch.setattr(pacing, "CALL_SECONDS", 0.05)
    async with SlackServer() as server:
        api = PacedClient(server.bot_token, server.api_url)
        for method in METHODS:
            server.calls.clear()
            if kind == "slow":
                server.fail(method, times=10, slow=30)
            else:
                server.fail(method, kind, times=10, retry_after=0)
            with capture_logs() as logs, pytest.raises(CALL_ERRORS) as caught:
                await api.api_call(method, json={"channel": "C1"})
            assert fault_of(caught.value) is KINDS[kind], method
            assert error_of(caught.value) in (kind, KINDS[kind].value)
            tries = 1 + len(pauses_before_repeats(method, KINDS[kind]))
            assert kind == "slow" or len(server.calls) == tries, method
            counted = [one["fault"] for one in logs if one["event"] == "call-failed"]
            told = () if KINDS[kind] is CallFault.REFUSED else (KINDS[kind],) * tries
            assert counted == [*told]


@in_loop
@pytest.mark.parametrize("kind", ["html", "plain", "no json", "cut", "lost", "slow", "500"])
async def test_an_upload_that_fails_is_sent_again(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pacing, "CALL_SECONDS", 0.5)
    async with SlackServer() as server:
        if kind == "slow":
            server.fail("upload", slow=30)
        elif kind == "500":
            server.fail("upload", http=500)
        else:
            server.fail("upload", kind)
        api = PacedClient(server.bot_token, server.api_url)
        await api.files_upload_v2(filename="board.png", content=b"a picture", title="a board")
        assert [file.is_complete for file in server.files.values()] == [True]


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://hooks.slack.com/commands/T1/2/3", True),
        ("https://slack.com/app_respond", True),
        ("http://127.0.0.1:9999/respond/r1", True),
        ("http://127.0.0.1:9998/respond/r1", False),
        ("https://127.0.0.1:9999/respond/r1", False),
        ("http://hooks.slack.com/commands/T1/2/3", False),
        ("https://hooks.slack.com:8443/commands", False),
        ("https://hooks.slack.com@example.org/", False),
        ("https://user@hooks.slack.com/", False),
        ("https://example.org/#hooks.slack.com", False),
        ("http://169.254.169.254/latest/meta-data/", False),
        ("file:///etc/passwd", False),
        ("https://[/", False),
        ("", False),
    ],
)
def test_response_urls_are_of_slack_or_of_the_service_in_the_settings(
    url: str, *, expected: bool
) -> None:
    assert is_response_url(url, "http://127.0.0.1:9999/api/") is expected
    assert not is_response_url("http://127.0.0.1:9999/respond/r1", "")
