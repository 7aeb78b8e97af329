"""Faults of the REST side on demand: the kind of fault, its requests, and the number of times."""

import asyncio
from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True, slots=True)
class TooMany:
    """Answer 429; without `via` the client assumes a ban at the network's edge."""

    retry_after: float = 0.01
    everywhere: bool = False
    via: bool = True


@dataclass(frozen=True, slots=True)
class Broken:
    """Answer 5xx; the request may have taken effect."""

    status: int = 502
    took_effect: bool = False


@dataclass(frozen=True, slots=True)
class Garbled:
    """Answer with a body that is not the service's own; the request may have taken effect."""

    status: int = 200
    kind: str = "text/html"
    text: str = "<html>Please sign in to this network</html>"
    took_effect: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """Cut the connection instead of answering; the request may have taken effect."""

    took_effect: bool = False


@dataclass(frozen=True, slots=True)
class Slow:
    """Act at once, but answer only when `until` is set."""

    until: asyncio.Event


@dataclass(frozen=True, slots=True)
class Refused:
    """Answer with a refusal of the service's own kind."""

    status: int
    code: int
    message: str


Fault = TooMany | Broken | Garbled | Cut | Slow | Refused


@dataclass(slots=True)
class _Planned:
    method: str
    route: str
    fault: Fault
    times: int


class Faults:
    """A queue of faults; each waits for requests that match its route."""

    def __init__(self) -> None:
        self._planned: list[_Planned] = []
        self.struck: list[tuple[str, Fault]] = []

    def add(self, route: str, fault: Fault, times: int = 1) -> None:
        """Plan `fault` for the next `times` requests of a route.

        `route` is a method and a path such as "POST /channels/{channel_id}/messages", as a
        template or as sent; * matches anything.
        """
        method, _, path = route.partition(" ")
        self._planned.append(_Planned(method, path, fault, times))

    def take(self, method: str, template: str, path: str) -> Fault | None:
        """Return the fault for this request, and use it up once."""
        for planned in self._planned:
            fits = fnmatchcase(method, planned.method) and (
                planned.route == template or fnmatchcase(path, planned.route)
            )
            if fits:
                planned.times -= 1
                if planned.times <= 0:
                    self._planned.remove(planned)
                self.struck.append((f"{method} {path}", planned.fault))
                return planned.fault
        return None

    def clear(self) -> None:
        """Cancel all planned faults."""
        self._planned.clear()

    @property
    def pending(self) -> int:
        """The number of requests that faults still wait for; 0 once all have struck."""
        return sum(planned.times for planned in self._planned)
