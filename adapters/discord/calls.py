"""Discord's limits, and the kinds of failed requests to Discord."""

from typing import Final

from aiohttp import ClientError
from discord import HTTPException, RateLimited

from adapters.chat.calls import CallFault, connection_fault
from adapters.chat.platform import Limits

LIMITS: Final = Limits(
    label=80,
    custom_id=100,
    row=5,
    card_buttons=25,
    fields=5,
    completions=25,
    completion=100,
    reactions=20,
)
"""The limits on buttons, forms, completions and reactions."""

CONNECTION_ERRORS: Final = (OSError, ClientError)
"""Errors from a broken connection, or from a proxy's answer."""

DISCORD_ERRORS: Final = (HTTPException, RateLimited, *CONNECTION_ERRORS)
"""Errors for a request without a successful answer."""


def fault_of(error: BaseException) -> CallFault:
    """Return the kind of a failed request."""
    match error:
        case HTTPException():
            return fault_of_status(error.status)
        case RateLimited():
            return CallFault.LIMITED
        case _:
            return connection_fault(error)


def fault_of_status(status: int) -> CallFault:
    """Return the kind of an unsuccessful HTTP status."""
    if status == 429:
        return CallFault.LIMITED
    return CallFault.BROKEN if status >= 500 else CallFault.REFUSED
