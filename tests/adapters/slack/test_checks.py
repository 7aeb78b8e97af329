"""Tests of the findings of `spyring doctor` about Slack."""

from adapters.slack.checks import check_tokens
from adapters.slack.connection.scopes import SCOPES
from tests.loopback.slack import SlackServer
from tests.loopback.table import in_loop

BROKEN = "xoxb-1-broken"


def told(findings: list[tuple[str, object]]) -> list[tuple[str, str]]:
    return [(level, str(getattr(said, "key", ""))) for level, said in findings]


async def checked(
    server: SlackServer, bot: str | None = None, app: str | None = None
) -> list[tuple[str, str]]:
    tokens = (server.bot_token if bot is None else bot, server.app_token if app is None else app)
    return told([*await check_tokens(*tokens, server.api_url)])


@in_loop
async def test_tokens_that_slack_takes_are_sound() -> None:
    async with SlackServer(SCOPES) as server:
        assert await checked(server) == [
            ("ok", "slack-check-workspace"),
            ("ok", "slack-check-scopes"),
            ("ok", "slack-check-board"),
            ("ok", "slack-check-files"),
            ("ok", "slack-check-connection"),
        ]
        assert await checked(server, bot="", app="") == []
        assert server.violations == []


@in_loop
async def test_tokens_that_slack_refuses_are_faults() -> None:
    async with SlackServer(SCOPES) as server:
        assert await checked(server, BROKEN, BROKEN) == [("fault", "slack-check-token")] * 2


@in_loop
async def test_scopes_that_lack_are_faults_and_further_ones_are_named() -> None:
    async with SlackServer(SCOPES.keys() - {"commands"}) as server:
        assert ("fault", "slack-check-missing") in await checked(server, app="")
    async with SlackServer({*SCOPES, "admin"}) as server:
        assert ("warning", "slack-check-further") in await checked(server, app="")


@in_loop
async def test_a_slack_that_validates_nothing_is_not_asked_for_it() -> None:
    async with SlackServer(SCOPES) as server:
        server.fail("blocks.validate", "unknown_method")
        assert "slack-check-board" not in str(await checked(server))
        server.fail("blocks.validate", "invalid_blocks")
        assert ("fault", "slack-check-blocks") in await checked(server)


@in_loop
async def test_a_workspace_that_takes_no_files_is_a_warning() -> None:
    async with SlackServer(SCOPES) as server:
        server.fail("files.getUploadURLExternal", "file_uploads_disabled")
        assert ("warning", "slack-check-no-files") in await checked(server)
    async with SlackServer(SCOPES.keys() - {"files:write"}) as server:
        assert "files" not in str(await checked(server, app=""))
        assert server.violations == []


@in_loop
async def test_a_slack_that_is_not_reached_is_a_warning() -> None:
    async with SlackServer(SCOPES) as server:
        url = server.api_url
    assert told([*await check_tokens("xoxb-1", "", url)]) == [("warning", "slack-check-unreached")]
