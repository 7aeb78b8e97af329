"""Edits of messages by the response URLs of presses on them, which no rate limit counts."""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

import structlog
from aiohttp import ClientSession
from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.slack.calls import CALL_ERRORS
from adapters.slack.ids import SLACK
from adapters.slack.output.blocks import SlackBlock

URL_SECONDS: Final = 1700.0
"""Seconds in which a response URL is used; Slack takes it for 30 minutes."""

URL_USES: Final = 5
"""Times that Slack takes a response URL."""

MESSAGES_KNOWN: Final = 10_000

_LOG = structlog.get_logger()


class ResponseUrls:
    """Messages on which somebody has pressed; `now` is a clock in seconds."""

    def __init__(self, *, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._urls: OrderedDict[str, tuple[float, int, str]] = OrderedDict()

    def pressed(self, message: str, url: str) -> None:
        """Remember the response URL of a press on a message of this timestamp."""
        self._urls[message] = (self._now(), URL_USES, url)
        self._urls.move_to_end(message)
        if len(self._urls) > MESSAGES_KNOWN:
            self._urls.popitem(last=False)

    def can_edit(self, message: str) -> bool:
        """Return whether a press on a message can edit it."""
        at, uses, _ = self._urls.get(message, (0.0, 0, ""))
        return bool(uses) and self._now() - at <= URL_SECONDS

    async def edit(
        self, message: str, text: str, blocks: list[SlackBlock], session: ClientSession | None
    ) -> bool:
        """Edit a message; return False where no press on it can, or Slack does not take it."""
        if not self.can_edit(message):
            self._urls.pop(message, None)
            return False
        at, uses, url = self._urls[message]
        self._urls[message] = (at, uses - 1, url)
        if await send(url, text, blocks, session, replace=True):
            return True
        self._urls.pop(message, None)
        return False


async def send(
    url: str,
    text: str,
    blocks: list[SlackBlock] | None,
    session: ClientSession | None,
    *,
    replace: bool = False,
) -> bool:
    """Send to a response URL, to the presser alone or in place of the message.

    Returns whether Slack took it.
    """
    how = {"replace_original": True} if replace else {"response_type": "ephemeral"}
    content = {"blocks": blocks} if blocks else {}
    body: SlackBlock = {"text": text, "replace_original": False, **how, **content}
    try:
        answer = await AsyncWebhookClient(url, session=session).send_dict(body)
    except CALL_ERRORS as error:
        _LOG.info("answer-not-taken", platform=SLACK, fault=type(error).__name__)
        return False
    if answer.status_code != 200:
        _LOG.info("answer-not-taken", platform=SLACK, fault=str(answer.status_code))
    return answer.status_code == 200
