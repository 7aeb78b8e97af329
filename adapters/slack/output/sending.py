"""Edits through the response URLs of presses, which no rate limit counts, and idempotent posts.

Slack has no idempotency keys. So after a lost answer this module searches for the post by the nonce
in its metadata. Other apps can read the metadata, which say nothing about the game.
"""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from secrets import token_hex
from time import monotonic
from typing import Any, Final

import structlog
from aiohttp import ClientSession
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient
from slack_sdk.webhook.webhook_response import WebhookResponse

from adapters.chat.calls import CallFault, count_fault
from adapters.chat.message_view import UNKNOWN_MARKER
from adapters.slack.connection import api_errors
from adapters.slack.connection.payloads import json_object
from adapters.slack.ids import SLACK, SlackHandle
from adapters.slack.output.blocks import SlackBlock, files_in
from adapters.slack.output.files import PictureNotReady
from core.recent import RecentDict

URL_SECONDS: Final = 1700.0
"""Lifetime of a response URL in seconds; Slack's is 30 minutes."""

URL_USES: Final = 5
"""The most uses of a response URL."""

REFUSED_BLOCKS: Final = frozenset({"400", "invalid_blocks"})
"""Errors from a response URL if a picture is not ready."""

RESPONSE_URL: Final = "response_url"
"""The method name in metrics of response URLs."""

POST_EVENT: Final = "spyring_post"
"""The event type in the metadata of a message."""

POSTS_SEARCHED: Final = 100
"""The number of a channel's messages to search."""

NOT_READABLE: Final = api_errors.CLOSED_ERRORS | {"missing_scope", "thread_not_found"}
"""Errors for a conversation that the bot cannot read."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class ResponseUrls:
    """The response URL of the newest press on each message."""

    _urls: RecentDict[str, tuple[float, int, str]] = field(default_factory=RecentDict, init=False)

    def pressed(self, message: str, url: str) -> None:
        """Store the response URL of a press on a message."""
        self._urls[message] = (monotonic(), URL_USES, url)

    def can_edit(self, message: str) -> bool:
        """Return whether a message has a usable response URL."""
        at, uses, _ = self._urls.get(message, (0.0, 0, ""))
        return bool(uses) and monotonic() - at <= URL_SECONDS

    async def edit(
        self, message: str, text: str, blocks: list[SlackBlock], session: ClientSession | None
    ) -> bool:
        """Edit a message; return False without a usable URL, or if Slack refuses the edit.

        Raises PictureNotReady, which does not count as a use.
        """
        if not self.can_edit(message):
            self._urls.pop(message, None)
            return False
        pressed = at, uses, url = self._urls[message]
        fault = await send(url, text, blocks, session, replace=True)
        if fault in REFUSED_BLOCKS and any(files_in(blocks)):
            raise PictureNotReady
        if self._urls.get(message) is pressed:  # no further press meanwhile
            self._urls[message] = (at, 0 if fault else uses - 1, url)
        return not fault


async def send(
    url: str,
    text: str,
    blocks: list[SlackBlock] | None,
    session: ClientSession | None,
    *,
    replace: bool = False,
) -> str:
    """Send or `replace` a message through a response URL; return Slack's error, "" for none."""
    how = {"replace_original": True} if replace else {"response_type": "ephemeral"}
    content = {"blocks": blocks} if blocks else {}
    body: SlackBlock = {"text": text, "replace_original": False, **how, **content}
    try:
        answer = await AsyncWebhookClient(url, session=session).send_dict(body)
    except api_errors.CALL_ERRORS as error:
        fault, kind = api_errors.error_of(error), api_errors.fault_of(error)
    except UnicodeDecodeError:  # the library reads the answer as text
        fault = kind = CallFault.UNREADABLE
    else:
        fault, kind = _fault_in(answer)
    if fault:
        count_fault(SLACK, RESPONSE_URL, kind)
        _LOG.info("answer-not-taken", platform=SLACK, fault=fault)
    return fault


def _fault_in(answer: WebhookResponse) -> tuple[str, CallFault]:
    """Return the error of an answer ("" for none), by name, status or kind; and its kind.

    Slack confirms a message by a text or by an object.
    """
    content = json_object(answer.body) or {"ok": answer.body.strip() == "ok"}
    is_ok = answer.status_code == HTTPStatus.OK
    named = str(content.get("error") or "") or ("" if is_ok else str(answer.status_code))
    kind = api_errors.answered_fault(answer.status_code, named)
    return "" if is_ok and content.get("ok") is True else named or kind.value, kind


def post_metadata(nonce: str) -> dict[str, Any]:
    """Return the metadata of a message with a nonce."""
    return {"event_type": POST_EVENT, "event_payload": {"nonce": nonce}}


async def post_once(client: AsyncWebClient, channel: str, **content: Any) -> None:  # noqa: ANN401
    """Post a message; search for it before a retry. Raises the errors of calls."""
    nonce = token_hex(12)
    for pause in (*api_errors.REPEAT_PAUSES[CallFault.BROKEN], None):
        try:
            await client.chat_postMessage(channel=channel, metadata=post_metadata(nonce), **content)
        except api_errors.CALL_ERRORS as error:
            is_known = api_errors.fault_of(error) in (CallFault.REFUSED, CallFault.LIMITED)
            if pause is None or is_known:
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
    """Return the message posted under a nonce `after` another one, in the `thread` if any.

    Return None if the bot may not read the conversation. Raises the errors of calls.
    """
    oldest = after.ts if after and after.channel == channel else None
    in_thread = partial(client.conversations_replies, ts=thread)
    search = in_thread if thread else client.conversations_history
    try:
        answer = await search(
            channel=channel, oldest=oldest, limit=POSTS_SEARCHED, include_all_metadata=True
        )
    except SlackApiError as error:
        if not api_errors.is_error(error, NOT_READABLE):
            raise
        _LOG.info("post-not-searched", platform=SLACK, fault=api_errors.error_of(error))
        return None
    for message in answer.get("messages") or ():
        if message.get("metadata") == post_metadata(nonce):
            files = tuple(files_in(message.get("blocks") or ()))
            return SlackHandle(channel, message["ts"], UNKNOWN_MARKER, files)
    return None
