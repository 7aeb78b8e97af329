"""Tests of answers to response URLs: an answer counts only when Slack confirms it."""

import pytest
from structlog.testing import capture_logs

from adapters.slack.connection.pacing import http_session
from adapters.slack.output.files import PictureNotReady
from adapters.slack.output.sending import ResponseUrls, send
from tests.loopback.slack import SlackServer
from tests.loopback.slack.server import PAGES
from tests.loopback.table import in_loop

KINDS = {
    **dict.fromkeys(("html", "plain"), "broken"),
    **dict.fromkeys(("sign in", "no json", "no object", "empty", "no text"), "unreadable"),
    "ratelimited": "limited",
    "cut": "cut",
}
"""Answers that are no success, and the kind of fault that operators see."""


@in_loop
@pytest.mark.parametrize("fault", KINDS)
async def test_what_is_no_success_is_a_fault_that_operators_are_told(fault: str) -> None:
    async with SlackServer() as server, http_session() as session:
        url = server.response_url(server.channel("games"), server.person("Ann").id)
        server.fail("response_url", fault, times=2)  # the library retries a cut request
        with capture_logs() as logs:
            assert await send(url, "hello", None, session)
        told = [(one["method"], one["fault"]) for one in logs if one["event"] == "call-failed"]
        assert told == [("response_url", KINDS[fault])]
        assert {*PAGES} - {"plain ok"} <= {*KINDS}


@in_loop
@pytest.mark.parametrize("answer", ["", "plain ok"])
async def test_a_message_is_taken_where_slack_says_so_in_a_text_or_an_object(answer: str) -> None:
    async with SlackServer() as server, http_session() as session:
        url = server.response_url(server.channel("games"), server.person("Ann").id)
        server.fail("response_url", answer)
        with capture_logs() as logs:
            assert await send(url, "hello", None, session) == ""
        assert not logs


@in_loop
async def test_an_error_with_the_status_of_success_is_no_success() -> None:
    async with SlackServer() as server, http_session() as session:
        pressed, channel = ResponseUrls(), server.channel("games")
        pressed.pressed("1.2", server.response_url(channel, server.person("Ann").id, "1.2"))
        server.fail("response_url", "invalid_blocks", times=2, http=200)
        picture = {"type": "image", "slack_file": {"id": "F1"}, "alt_text": "a board"}
        with pytest.raises(PictureNotReady):
            await pressed.edit("1.2", "hello", [picture], session)
        assert not await pressed.edit("1.2", "hello", [], session)
