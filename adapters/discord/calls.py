"""Requests to Discord: their budget, the kinds of their faults, and checks of their answers."""

import json
from typing import Final

import yarl
from aiohttp import (
    ClientError,
    ClientPayloadError,
    ClientResponse,
    TraceConfig,
    TraceRequestEndParams,
    TraceRequestExceptionParams,
    TraceRequestStartParams,
)
from discord import HTTPException, RateLimited
from discord.http import Route

from adapters.chat.budget import RequestBudget
from adapters.chat.faults import CallFault, connection_fault, count_fault

CONNECTION_ERRORS: Final = (OSError, ClientError)
"""Errors of a connection that breaks, or of an answer that is not Discord's."""

DISCORD_ERRORS: Final = (HTTPException, RateLimited, *CONNECTION_ERRORS)
"""Errors of a request that was not answered, or not with success."""

JSON: Final = "application/json"

NO_CONTENT: Final = 204

REQUESTS_PER_SECOND: Final = 48
"""Requests of all processes with one token; Discord takes 50, and clocks differ a little."""

UNLIMITED_ROUTES: Final = ("interactions", "webhooks")
"""First parts of the paths that Discord does not count: answers, and edits by their tokens."""


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


def budget_trace(budget: RequestBudget) -> TraceConfig:
    """Return what has each request of discord.py wait for the budget, where Discord counts it.

    What fails is told to operators, too.
    """

    async def start(_session: object, _context: object, begun: TraceRequestStartParams) -> None:
        if is_counted(begun.url):
            await budget.start()

    async def end(_session: object, _context: object, ended: TraceRequestEndParams) -> None:
        if is_request(ended.url):
            await check_answer(ended.response)  # what it raises is heard of by `fail`
            _count(ended, fault_of_status(ended.response.status))
        if is_counted(ended.url):
            budget.end()

    async def fail(_session: object, _context: object, ended: TraceRequestExceptionParams) -> None:
        if is_request(ended.url) and isinstance(ended.exception, DISCORD_ERRORS):
            _count(ended, fault_of(ended.exception))
        if is_counted(ended.url):
            budget.end()

    trace = TraceConfig()
    trace.on_request_start.append(start)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    return trace


def _count(
    ended: TraceRequestEndParams | TraceRequestExceptionParams, fault: CallFault | None
) -> None:
    """Tell operators of a request that failed, by the first part of its path: others are secret."""
    if fault is not None:
        path = str(ended.url).removeprefix(f"{Route.BASE}/")
        count_fault("discord", f"{ended.method} {path.partition('/')[0]}", fault)


def is_request(url: yarl.URL) -> bool:
    """Return whether a request is one of Discord's API."""
    return str(url).startswith(f"{Route.BASE}/")


def is_counted(url: yarl.URL) -> bool:
    """Return whether a request counts for the limit of all requests."""
    path = str(url).removeprefix(f"{Route.BASE}/")
    return is_request(url) and path.partition("/")[0] not in UNLIMITED_ROUTES
