"""A person who waits for many resources delays no other person who waits for one."""

import asyncio

from bot.server.workers.engine_pool import FairQueue


async def _served(queue: FairQueue[int], *persons: str) -> list[str]:
    """Return the people in the order in which they get the only resource."""
    order = list[str]()

    async def use(person: str) -> None:
        resource = await queue.take(person)
        order.append(person)
        await asyncio.sleep(0)
        queue.put(resource)

    await asyncio.gather(*map(use, persons))
    return order


def test_persons_are_served_in_turn() -> None:
    async def work() -> None:
        order = await _served(FairQueue([1]), *"aaaaaaaabbc")
        assert "".join(order) == "aabcabaaaaa"

    asyncio.run(work())


def test_who_gives_up_waiting_leaves_the_resource_to_the_others() -> None:
    async def work() -> None:
        queue = FairQueue([1])
        resource = await queue.take("ann")
        waiting = [asyncio.create_task(queue.take(name)) for name in ("bob", "cat", "dan")]
        await asyncio.sleep(0)
        waiting[0].cancel()  # before its turn
        queue.put(resource)
        waiting[1].cancel()  # at the moment of its turn
        await asyncio.wait(waiting)
        assert await waiting[2] == resource

    asyncio.run(work())


def test_the_resource_that_was_returned_last_is_lent_first() -> None:
    async def work() -> None:
        queue = FairQueue([1, 2])
        first, second = await queue.take("ann"), await queue.take("bob")
        queue.put(second)
        queue.put(first)
        assert await queue.take("cat") == first

    asyncio.run(work())
