"""Tests of what the library's app is given."""

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
        assert "response-url-refused" in [log["event"] for log in logs]
        assert other.calls == []
