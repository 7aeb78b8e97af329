"""Discord's limits of buttons, forms, completions, reactions and requests."""

from typing import Final

import yarl
from aiohttp import (
    TraceConfig,
    TraceRequestEndParams,
    TraceRequestExceptionParams,
    TraceRequestStartParams,
)
from discord.http import Route

from adapters.chat.budget import RequestBudget
from adapters.chat.limits import Limits

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

REQUESTS_PER_SECOND: Final = 48
"""Requests of all processes with one token; Discord takes 50, and clocks differ a little."""

UNLIMITED_ROUTES: Final = ("interactions", "webhooks")
"""First parts of the paths that Discord does not count: answers, and edits by their tokens."""


def budget_trace(budget: RequestBudget) -> TraceConfig:
    """Return what has each request of discord.py wait for the budget, where Discord counts it."""

    async def start(_session: object, _context: object, begun: TraceRequestStartParams) -> None:
        if is_counted(begun.url):
            await budget.start()

    async def end(
        _session: object,
        _context: object,
        ended: TraceRequestEndParams | TraceRequestExceptionParams,
    ) -> None:
        if is_counted(ended.url):
            budget.end()

    trace = TraceConfig()
    trace.on_request_start.append(start)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(end)
    return trace


def is_counted(url: yarl.URL) -> bool:
    """Return whether a request counts for the limit of all requests."""
    base = f"{Route.BASE}/"
    path = str(url).removeprefix(base)
    return str(url).startswith(base) and path.partition("/")[0] not in UNLIMITED_ROUTES
