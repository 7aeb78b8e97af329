"""A press during a fault of the database: its error message, and its effect, once."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.games import Games, Receipt, StoreFault
from bot.games.session import Session
from bot.store.connection import Store
from bot.store.notify import Notifier
from bot.texts import Texts
from tests.bot.games.parlour import Parlour, due

PATIENCE = 0.5
"""Seconds to wait for a database."""


def in_parlour(
    url: str, work: Callable[[Parlour], Coroutine[Any, Any, None]], *, connections: int = 3
) -> None:
    """Run some work at a door that waits only briefly for its database."""

    async def run() -> None:
        async with Store.open(url, patience=PATIENCE, connections=connections) as store:
            await work(Parlour(Games(store, Notifier(store, troubled=print))))

    asyncio.run(run())


async def check_told(parlour: Parlour, session: Session, fault: str) -> None:
    """Check that a clue gets a fault's sentence and event."""
    with capture_logs() as logs, pytest.raises(StoreFault) as raised:
        await clue(parlour, session)
    assert raised.value.phrase.key == f"store-{fault}"
    assert Texts.load("en").say(raised.value.phrase).count(" ") > 10
    told = [log for log in logs if log["event"] == "database-fault"]
    assert [(log["service"], log["fault"]) for log in told] == [("door", fault)]


async def clue(parlour: Parlour, session: Session) -> Receipt:
    """Give the first clue, by the same press each time."""
    return await parlour.say(due(session), "clue zebra 2", 1, delivery="press-1")


async def check_goes_on(parlour: Parlour, before: Session, *, done: bool = False) -> None:
    """Check that the failed press, when repeated, takes effect exactly once."""
    receipt = await clue(parlour, before)
    assert receipt.repeated == done
    after = await parlour.session()
    assert receipt.version == after.version == before.version + 1
    assert after.observe(None).clue.word == "zebra"
    assert (await clue(parlour, before)).repeated
