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
from adapters.chat.faults import CallFault, count_fault
from adapters.chat.limits import Limits
from adapters.discord.calls import DISCORD_ERRORS, check_answer, fault_of, fault_of_status

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
