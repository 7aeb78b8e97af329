"""A queue for resources that takes persons in turn: many tables of one delay nobody else."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Lends resources, of which the last returned is lent first; use it in one event loop."""

    def __init__(self, resources: Iterable[T]) -> None:
        self._free = [*resources]
        self._waiting: OrderedDict[str, deque[asyncio.Future[T]]] = OrderedDict()
        """What each person waits for; the person whose turn is next comes first."""

    async def take(self, person: str) -> T:
        """Return a resource as soon as one is free and it is the person's turn."""
        if self._free:
            return self._free.pop()
        place: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(place)
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.put(place.result())
            raise

    def put(self, resource: T) -> None:
        """Return a resource, which the next person gets."""
        while self._waiting:
            person, places = self._waiting.popitem(last=False)
            place = places.popleft()
            if places:
                self._waiting[person] = places
            if not place.done():
                place.set_result(resource)
                return
        self._free.append(resource)
