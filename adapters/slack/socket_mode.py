"""The connection to Slack by Socket Mode, for those who host the bot themselves."""

import asyncio
from typing import Final

import structlog
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.calls import CALL_ERRORS, TOKEN_ERRORS, data_of, error_of, is_error
from adapters.slack.client import SlackClient
from adapters.slack.ids import SLACK
from bot.chat.request import FatalError
from core.backoff import backoff

NO_TOKEN: Final = TOKEN_ERRORS | {"not_allowed_token_type"}
"""Errors after which it is useless to try again."""

_LOG = structlog.get_logger()


async def run_socket_mode(
    app: AsyncApp, api: AsyncWebClient, client: SlackClient, app_token: str
) -> None:
    """Stay connected until cancelled; raises FatalError where Slack takes no token."""
    handler = AsyncSocketModeHandler(app, app_token, web_client=api)
    try:
        await _connect(api, handler)
        await asyncio.Event().wait()
    finally:
        await handler.disconnect_async()  # type: ignore[no-untyped-call]
        await client.settle()
        await handler.close_async()  # type: ignore[no-untyped-call]


async def _connect(api: AsyncWebClient, handler: AsyncSocketModeHandler) -> None:
    """Connect, again after longer and longer pauses; raises FatalError."""
    for pause in backoff(1.0, 60.0):
        try:
            answer = data_of(await api.auth_test())
            await handler.connect_async()  # type: ignore[no-untyped-call]
        except SlackApiError as error:
            if is_error(error, NO_TOKEN):
                raise FatalError("slack-bad-token") from None
            _LOG.warning("not-connected", platform=SLACK, fault=error_of(error))
        except CALL_ERRORS as error:
            _LOG.warning("not-connected", platform=SLACK, fault=error_of(error))
        else:
            _LOG.info("connected", platform=SLACK, team=str(answer.get("team_id") or ""))
            return
        await asyncio.sleep(pause)
