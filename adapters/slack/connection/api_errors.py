"""Errors of Slack's Web API, and when to repeat a call."""

from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from aiohttp import ClientError
from slack_sdk.errors import SlackApiError, SlackClientError

from adapters.chat.calls import CallFault, connection_fault

CALL_ERRORS: Final = (OSError, ClientError, TimeoutError, SlackClientError)
"""Errors for a call that failed or got no answer."""

GONE_ERRORS: Final = frozenset({"message_not_found"})
"""Errors for a message that was deleted."""

FROZEN_ERRORS: Final = frozenset({"edit_window_closed", "cant_update_message"})
"""Errors for a message that can no longer be edited."""

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
"""Errors for a channel or a person that messages cannot reach."""

TOKEN_ERRORS: Final = frozenset(
    {"account_inactive", "invalid_auth", "not_authed", "token_expired", "token_revoked"}
)
"""Errors for an invalid token."""

NO_TOKEN: Final = TOKEN_ERRORS | {"missing_scope", "no_permission", "not_allowed_token_type"}
"""Errors at the start after which a retry is useless."""

REMOVED_ERRORS: Final = frozenset({"account_inactive", "token_revoked"})
"""Errors for a token whose app was removed from the workspace."""

LIMIT_ERRORS: Final = frozenset({"rate_limited", "ratelimited"})
"""Errors for a call that came too soon."""

BROKEN_ERRORS: Final = frozenset(
    {"fatal_error", "internal_error", "request_timeout", "service_unavailable"}
)
"""Slack's own faults; the call may have been executed in part (docs.slack.dev)."""

POST: Final = "chat.postMessage"
"""The method that posts a message, which is not idempotent."""

TRIGGERED: Final = frozenset({"views.open", "views.push"})
"""The methods that open a modal, within three seconds after a press."""

REPEAT_PAUSES: Final[Mapping[CallFault, tuple[float, ...]]] = {
    CallFault.LIMITED: (0.0, 0.0),
    CallFault.BROKEN: (0.3, 1.0),
    CallFault.UNREADABLE: (0.3, 1.0),
    CallFault.CUT: (0.1, 0.5),
    CallFault.TIMEOUT: (0.0,),
}
"""Seconds before each retry of a call; a limited one also waits for its budget."""

UNNAMED_RETRY_SECONDS: Final = 1.0
"""The pause after a limited call if Slack states none."""

RESPONSE_HOSTS: Final = frozenset(
    {"hooks.slack.com", "slack.com", "hooks.slack-gov.com", "slack-gov.com"}
)
"""Hosts of response URLs (docs.slack.dev, and GovSlack's)."""


def fault_of(error: BaseException) -> CallFault:
    """Return the kind of a call's error."""
    if isinstance(error, SlackApiError):
        return answered_fault(_status(error), _slack_error(error))
    return connection_fault(error)


def answered_fault(status: int, error: str) -> CallFault:
    """Return the kind of a failed answer; `error` is "" if it is not Slack's."""
    if status == HTTPStatus.TOO_MANY_REQUESTS or error in LIMIT_ERRORS:
        return CallFault.LIMITED
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR or error in BROKEN_ERRORS:
        return CallFault.BROKEN
    return CallFault.REFUSED if error else CallFault.UNREADABLE


def error_of(error: BaseException) -> str:
    """Return Slack's name of an error, else the kind of its fault."""
    fault = fault_of(error)
    unnamed = type(error).__name__ if fault is CallFault.REFUSED else fault.value
    return _slack_error(error) or unnamed


def pauses_before_repeats(method: str, fault: CallFault) -> tuple[float, ...]:
    """Return the seconds before each retry of a failed call, empty if a retry is not safe.

    A message may have been posted although the answer was lost, so callers search for it first. A
    modal cannot be opened after a timeout.
    """
    is_posted = method == POST and fault is not CallFault.LIMITED
    is_over = method in TRIGGERED and fault is CallFault.TIMEOUT
    return () if is_posted or is_over else REPEAT_PAUSES.get(fault, ())


def retry_after(error: BaseException) -> float:
    """Return the seconds until Slack allows such a call again."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    with suppress(ValueError):
        return float(headers.get("Retry-After") or UNNAMED_RETRY_SECONDS)
    return UNNAMED_RETRY_SECONDS


def _slack_error(error: BaseException) -> str:
    """Return Slack's name of an error, "" if the answer is not Slack's."""
    data = getattr(getattr(error, "response", None), "data", None)
    return str(data.get("error") or "") if isinstance(data, dict) else ""


def _status(error: SlackApiError) -> int:
    """Return the status of an answer, which is aiohttp's if it is not JSON."""
    return int(getattr(error.response, "status_code", 0) or getattr(error.response, "status", 0))


def is_error(error: BaseException, names: frozenset[str]) -> bool:
    """Return whether Slack answered with one of these errors."""
    return isinstance(error, SlackApiError) and error_of(error) in names


def is_response_url(url: str, api_url: str) -> bool:
    """Return whether a response URL leads to Slack or to the service at `api_url`.

    >>> is_response_url("https://hooks.slack.com/commands/T1/2/3", "")
    True
    >>> is_response_url("https://hooks.slack.com.example.org/", "")
    False
    """
    with suppress(ValueError):
        asked, own = urlsplit(url), urlsplit(api_url)
        is_own = bool(api_url) and (asked.scheme, asked.netloc) == (own.scheme, own.netloc)
        is_usual = asked.scheme == "https" and asked.port in (None, 443) and not asked.username
        return is_own or (is_usual and asked.hostname in RESPONSE_HOSTS)
    return False
