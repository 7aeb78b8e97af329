"""The shutdown of a server after a test."""

import asyncio
from typing import Any

from aiohttp import web


async def close_server(runner: web.AppRunner) -> None:
    """Close a server once none of its connections is half open, which asyncio would leave open.

    Source: github.com/python/cpython, issue 109564: `Server.close` between the acceptance of a
    connection and the task that makes its transport.
    """
    while any(_is_accepting(task) for task in asyncio.all_tasks()):
        await asyncio.sleep(0)
    await runner.cleanup()


def _is_accepting(task: "asyncio.Task[Any]") -> bool:
    return getattr(task.get_coro(), "__name__", "") == "_accept_connection2"
