"""Calls of Slack's Web API, and the meaning of its errors."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import structlog
from aiohttp import ClientError
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.http_retry.builtin_async_handlers import AsyncConnectionErrorRetryHandler
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState

from adapters.chat.screen import MessageDeleted, Unreachable
from adapters.slack.ids import SLACK

CALL_ERRORS: Final = (OSError, ClientError, TimeoutError, SlackClientError)
"""Errors of a call that was not answered, or not with success."""

GONE_ERRORS: Final = frozenset({"message_not_found"})
"""Errors of a message that was deleted."""

FROZEN_ERRORS: Final = frozenset({"edit_window_closed", "cant_update_message"})
"""Errors of a message that can be edited no more."""

CLOSED_ERRORS: Final = frozenset(
    {
        "cannot_dm_bot",
        "channel_not_found",
        "invalid_user_combination",
        "is_archived",
        "messages_tab_disabled",
        "not_in_channel",
        "restricted_action",
        "restricted_action_read_only_channel",
        "team_not_found",
        "user_disabled",
        "user_not_found",
        "user_not_visible",
    }
)
"""Errors of a channel or a person whom no message reaches."""

TOKEN_ERRORS: Final = frozenset(
    {"account_inactive", "invalid_auth", "not_authed", "token_expired", "token_revoked"}
)
"""Errors of a token that Slack takes no more."""

REMOVED_ERRORS: Final = frozenset({"account_inactive", "token_revoked"})
"""Errors of a token whose app was removed from the workspace."""

POSTING_METHODS: Final = ("chat.postEphemeral", "chat.postMessage")
"""Methods that show something once more each time that they are called."""

_LOG = structlog.get_logger()


class RepeatableCallRetryHandler(AsyncConnectionErrorRetryHandler):
    """Sends calls again whose connection has failed, except those that post something.

    Slack may have posted it, and only the answer was lost.
    """

    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        if request.url.endswith(POSTING_METHODS):
            return False
        return await super()._can_retry_async(
            state=state, request=request, response=response, error=error
        )


def error_of(error: BaseException) -> str:
    """Return Slack's name of an error, or the kind of a fault of the connection."""
    if isinstance(error, SlackApiError):
        return str(error.response.get("error") or error.response.status_code)
    return type(error).__name__


def is_error(error: BaseException, names: frozenset[str]) -> bool:
    """Return whether Slack answered with one of these errors."""
    return isinstance(error, SlackApiError) and error_of(error) in names


@contextmanager
def reaching() -> Iterator[None]:
    """Raise MessageDeleted or Unreachable where Slack says so; tell operators of lost tokens."""
    try:
        yield
    except SlackApiError as error:
        if is_error(error, GONE_ERRORS):
            raise MessageDeleted from error
        if is_error(error, CLOSED_ERRORS):
            raise Unreachable from error
        tell_token(error)
        raise


def tell_token(error: SlackApiError) -> None:
    """Tell operators that Slack takes the token no more, where that is so."""
    if is_error(error, TOKEN_ERRORS):
        _LOG.error("token-refused", platform=SLACK, fault=error_of(error))


def data_of(answer: Any) -> dict[str, Any]:  # noqa: ANN401 - the library's response
    """Return the JSON object of an answer."""
    data = answer.data
    return dict(data) if isinstance(data, dict) else {}
