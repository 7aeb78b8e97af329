"""Requests to Discord that fail, by kind; and what discord.py takes on trust of their answers."""

import json
from typing import Final

from aiohttp import ClientError, ClientPayloadError, ClientResponse
from discord import HTTPException, RateLimited

from adapters.chat.faults import CallFault, connection_fault

CONNECTION_ERRORS: Final = (OSError, ClientError)
"""Errors of a connection that breaks, or of an answer that is not Discord's."""

DISCORD_ERRORS: Final = (HTTPException, RateLimited, *CONNECTION_ERRORS)
"""Errors of a request that was not answered, or not with success."""

JSON: Final = "application/json"

NO_CONTENT: Final = 204


def fault_of(error: BaseException) -> CallFault:
    """Return what kept a request from being answered with success."""
    match error:
        case HTTPException():
            return fault_of_status(error.status) or CallFault.REFUSED
        case RateLimited():
            return CallFault.LIMITED
        case _:
            return connection_fault(error)


def fault_of_status(status: int) -> CallFault | None:
    """Return the kind of an answer with this status that is not about the request itself."""
    if status == 429:
        return CallFault.LIMITED
    return CallFault.BROKEN if status >= 500 else None


async def check_answer(answer: ClientResponse) -> None:
    """Raise ClientPayloadError for a success without JSON, which discord.py would not notice."""
    if not 200 <= answer.status < 300 or answer.status == NO_CONTENT:
        return
    try:
        if answer.headers.get("Content-Type") == JSON:
            json.loads(await answer.read())
            return
    except ValueError:
        pass
    raise ClientPayloadError("the answer is not Discord's")
