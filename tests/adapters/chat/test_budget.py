"""Tests of the budget of requests."""

import asyncio
from contextlib import suppress
from itertools import pairwise

from adapters.chat.budget import RequestBudget, Urgency, urgency

BOARD, NORMAL, MENU = Urgency


def _sent(budget: RequestBudget, *kinds: Urgency) -> list[tuple[Urgency, float]]:
    """Return which requests were let through, all asked for at once, and when."""
    log: list[tuple[Urgency, float]] = []

    async def send(kind: Urgency) -> None:
        with urgency(kind):
            await budget.take()
        log.append((kind, asyncio.get_running_loop().time()))

    async def send_all() -> None:
        await asyncio.gather(*map(send, kinds))

    asyncio.run(send_all())
    return log


def test_no_window_holds_more_requests_than_the_budget() -> None:
    times = [at for _, at in _sent(RequestBudget(1, 0.02), *[NORMAL] * 5)]
    assert all(late - early > 0.015 for early, late in pairwise(times))
    times = [at for _, at in _sent(RequestBudget(3, 0.05), *[NORMAL] * 7)]
    assert all(late - early > 0.045 for early, late in zip(times, times[3:], strict=False))


def test_a_board_goes_before_a_menu_that_waited_longer() -> None:
    sent = _sent(RequestBudget(1, 0.01), NORMAL, MENU, MENU, NORMAL, BOARD)
    assert [kind for kind, _ in sent] == [NORMAL, BOARD, NORMAL, MENU, MENU]


def test_requests_that_were_given_up_cost_nothing() -> None:
    async def give_up_many() -> None:
        budget = RequestBudget(1, 0.1)
        await budget.take()
        with suppress(TimeoutError):
            async with asyncio.timeout(0.01):
                await asyncio.gather(*(budget.take() for _ in range(1000)))
        async with asyncio.timeout(50):  # a hundred seconds if each of them took its turn
            await budget.take()

    asyncio.run(give_up_many())
