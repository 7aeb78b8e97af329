"""Posts whose answers were lost: they are found again by the nonce in their metadata.

Slack takes no nonce that keeps a message from being posted twice. The metadata of a message can be
read by other apps in its channel: they tell nothing of the game.
"""

import asyncio
from secrets import token_hex
from typing import Any, Final

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.chat.faults import CallFault
from adapters.chat.message_view import UNKNOWN_MARKER
from adapters.slack.connection.api_errors import (
    CALL_ERRORS,
    CLOSED_ERRORS,
    REPEAT_PAUSES,
    error_of,
    fault_of,
    is_error,
)
from adapters.slack.ids import SLACK
from adapters.slack.output.blocks import files_in
from adapters.slack.output.handle import SlackHandle

POST_EVENT: Final = "spyring_post"
"""The event type in the metadata of a message."""

POSTS_SEARCHED: Final = 100
"""Messages of a channel among which one is looked for."""

NOT_READABLE: Final = CLOSED_ERRORS | {"missing_scope", "thread_not_found"}
"""Errors of a conversation that the bot may not read."""

_LOG = structlog.get_logger()


def post_metadata(nonce: str) -> dict[str, Any]:
    """Return the metadata of a message that is posted under a nonce."""
    return {"event_type": POST_EVENT, "event_payload": {"nonce": nonce}}


async def post_once(client: AsyncWebClient, channel: str, **content: Any) -> None:  # noqa: ANN401
    """Post a message that nobody draws again; one whose answer was lost is looked for first.

    Raises the errors of calls.
    """
    nonce = token_hex(12)
    for pause in (*REPEAT_PAUSES[CallFault.BROKEN], None):
        try:
            await client.chat_postMessage(channel=channel, metadata=post_metadata(nonce), **content)
        except CALL_ERRORS as error:
            if pause is None or fault_of(error) in (CallFault.REFUSED, CallFault.LIMITED):
                raise
            thread = str(content.get("thread_ts") or "")
            if await find_post(client, channel, nonce, None, thread):
                return
            await asyncio.sleep(pause)
        else:
            return


async def find_post(
    client: AsyncWebClient,
    channel: str,
    nonce: str,
    after: SlackHandle | None,
    thread: str = "",
) -> SlackHandle | None:
    """Return the message that was posted under a nonce `after` another one.

    It is looked for in the `thread`, if any, and where the bot may read the conversation. Raises
    SlackApiError and connection errors.
    """
    oldest = after.ts if after and after.channel == channel else None
    try:
        answer = await client.api_call(
            "conversations.replies" if thread else "conversations.history",
            http_verb="GET",
            params={
                "channel": channel,
                "ts": thread or None,
                "oldest": oldest,
                "limit": POSTS_SEARCHED,
                "include_all_metadata": True,
            },
        )
    except SlackApiError as error:
        if not is_error(error, NOT_READABLE):
            raise
        _LOG.info("post-not-searched", platform=SLACK, fault=error_of(error))
        return None
    for message in answer.get("messages") or ():
        if message.get("metadata") == post_metadata(nonce):
            files = tuple(files_in(message.get("blocks") or ()))
            return SlackHandle(channel, message["ts"], UNKNOWN_MARKER, files)
    return None
