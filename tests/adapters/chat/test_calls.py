"""Tests of the request budget."""

import asyncio
from contextlib import suppress

from adapters.chat.calls import RequestBudget, Urgency, urgency

BOARD, NORMAL, MENU = Urgency


def _sent(
    budget: RequestBudget, *kinds: Urgency, on_its_way: float = 0
) -> list[tuple[Urgency, float, float]]:
    """Send requests, all wanted at once; return each one's urgency, start and end."""
    log: list[tuple[Urgency, float, float]] = []

    async def send(kind: Urgency) -> None:
        time = asyncio.get_running_loop().time
        with urgency(kind):
            await budget.start()
        began = time()
        await asyncio.sleep(on_its_way)
        log.append((kind, began, time()))
        budget.end()

    async def send_all() -> None:
        await asyncio.gather(*map(send, kinds))

    asyncio.run(send_all())
    return log


def test_no_window_holds_more_requests_than_the_budget_wherever_they_are_counted() -> None:
    sent = _sent(RequestBudget(3, 0.05), *[NORMAL] * 8, on_its_way=0.01)
    for _, _, end in sent:
        assert sum(begun < end + 0.045 and done > end for _, begun, done in sent) < 3


def test_a_board_goes_before_a_menu_that_waited_longer() -> None:
    sent = _sent(RequestBudget(1, 0.01), NORMAL, MENU, MENU, NORMAL, BOARD)
    assert [kind for kind, _, _ in sent] == [NORMAL, BOARD, NORMAL, MENU, MENU]


def test_requests_that_were_given_up_cost_nothing() -> None:
    async def give_up_many() -> None:
        budget = RequestBudget(1, 0.1)
        await budget.start()
        with suppress(TimeoutError):
            async with asyncio.timeout(0.01):
                await asyncio.gather(*(budget.start() for _ in range(1000)))
        budget.end()
        async with asyncio.timeout(50):  # a hundred seconds if each of them took its turn
            await budget.start()

    asyncio.run(give_up_many())


def test_a_request_that_is_given_up_as_it_is_let_through_leaves_its_place_to_the_next() -> None:
    async def give_up() -> None:
        budget = RequestBudget(1, 0)
        await budget.start()
        waiting = asyncio.create_task(budget.start())
        await asyncio.sleep(0)
        budget.end()
        waiting.cancel()
        await asyncio.wait({waiting})
        async with asyncio.timeout(10):
            await budget.start()

    asyncio.run(give_up())


def test_a_request_knows_how_long_it_would_wait() -> None:
    async def delays() -> list[float]:
        budget = RequestBudget(2, 10)
        found = [budget.delay]
        for _ in range(2):
            await budget.start()
            budget.end()
        found.append(budget.delay)
        waiting = [asyncio.create_task(budget.start()) for _ in range(2)]
        await asyncio.sleep(0)
        found.append(budget.delay)
        for one in waiting:
            one.cancel()
        return found

    free, behind, far_behind = asyncio.run(delays())
    assert free == 0
    assert 9 < behind <= 10
    assert far_behind == 10
