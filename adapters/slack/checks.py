"""Checks of Slack for `spyring doctor`: tokens, scopes, and whether it accepts our boards."""

from collections.abc import AsyncIterator
from typing import Final

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.platform import PlatformFinding
from adapters.slack.connection.api_errors import CALL_ERRORS, error_of, is_error
from adapters.slack.connection.pacing import PacedClient
from adapters.slack.connection.scopes import OPTIONAL_SCOPES, SCOPES, granted_scopes
from adapters.slack.limits import SLACK_LIMITS
from adapters.slack.output.blocks import Line, SlackBlock, actions, blocks_of, button
from core.view import Tone, phrase

UNPLAYED_ERRORS: Final = frozenset({"unknown_method", "method_not_found", "not_allowed_token_type"})
"""Errors if the method that validates blocks is missing or not allowed for the token."""


async def check_tokens(bot_token: str, app_token: str, api_url: str) -> list[PlatformFinding]:
    """Return findings about the tokens that are not empty."""
    findings = list[PlatformFinding]()
    try:
        if bot_token:
            findings += [one async for one in _bot(PacedClient(bot_token, api_url))]
        if app_token:
            findings.append(await _connects(PacedClient(app_token, api_url)))
    except CALL_ERRORS as error:
        findings.append(("warning", phrase("slack-check-unreached", problem=error_of(error))))
    return findings


async def _bot(api: AsyncWebClient) -> AsyncIterator[PlatformFinding]:
    """Yield whether the bot token is valid, has exactly our scopes, and can post boards."""
    try:
        answer = await api.auth_test()
    except SlackApiError as error:
        yield "fault", phrase("slack-check-token", name="SLACK_BOT_TOKEN", problem=error_of(error))
        return
    yield "ok", phrase("slack-check-workspace", team=str(answer.get("team") or ""))
    granted = granted_scopes(answer.headers)
    if granted:
        yield _scopes(granted)
    if (found := await _sample(api)) is not None:
        yield found
    if not granted or "files:write" in granted:
        yield await _takes_files(api)


def _scopes(granted: frozenset[str]) -> PlatformFinding:
    if missing := sorted(SCOPES.keys() - granted):
        return "fault", phrase("slack-check-missing", scopes=tuple(missing))
    if further := sorted(granted - SCOPES.keys() - OPTIONAL_SCOPES.keys()):
        return "warning", phrase("slack-check-further", scopes=tuple(further))
    return "ok", phrase("slack-check-scopes")


async def _sample(api: AsyncWebClient) -> PlatformFinding | None:
    """Return whether Slack accepts a board, None if it cannot validate one."""
    try:
        await api.api_call("blocks.validate", json={"blocks": sample_board()})
    except SlackApiError as error:
        if is_error(error, UNPLAYED_ERRORS):
            return None
        return "fault", phrase("slack-check-blocks", problem=error_of(error))
    return "ok", phrase("slack-check-board")


async def _takes_files(api: AsyncWebClient) -> PlatformFinding:
    """Return whether the workspace accepts files; Slack forgets an announced upload."""
    try:
        await api.files_getUploadURLExternal(filename="board.png", length=1)
    except SlackApiError as error:
        return "warning", phrase("slack-check-no-files", problem=error_of(error))
    return "ok", phrase("slack-check-files")


def sample_board() -> list[SlackBlock]:
    """Return a text and rows of buttons with the longest labels and values."""
    label, value = "W" * SLACK_LIMITS.label, "w" * (SLACK_LIMITS.custom_id - 2)
    rows = [
        actions([button(label, f"{value}{row}{column}", Tone.PLAIN) for column in range(5)])
        for row in range(5)
    ]
    return blocks_of([Line("A board"), *rows])


async def _connects(api: AsyncWebClient) -> PlatformFinding:
    """Return whether the app-level token opens a connection, which is not used."""
    try:
        await api.apps_connections_open(app_token=str(api.token))
    except SlackApiError as error:
        problem = error_of(error)
        return "fault", phrase("slack-check-token", name="SLACK_APP_TOKEN", problem=problem)
    return "ok", phrase("slack-check-connection")
