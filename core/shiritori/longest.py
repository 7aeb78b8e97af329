"""The longest chain of a list of words, with a bound that proves it where both meet.

The largest flow of words is a bound (`core.shiritori.longest_flow`). Where it falls into parts, the
chain visits no sound of such a part, or it enters it by one of the pairs that lead into it: branch
and bound, the largest bound first. Every flow has a part that is a chain.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import pairwise

import numpy as np

from core.shiritori.graph import Counts, Flags, SoundPair
from core.shiritori.longest_flow import Flow, forced, largest_flow, without


@dataclass(frozen=True, slots=True)
class Longest:
    """The longest chain found, by the sounds of its words, and the most words a chain can have."""

    chain: tuple[SoundPair, ...]
    bound: int

    @property
    def length(self) -> int:
        """The number of words."""
        return len(self.chain)

    @property
    def optimal(self) -> bool:
        """Whether there is no longer chain."""
        return self.length == self.bound


class LongestSearch:
    """The search for the longest chain from the sound `start`, or from any."""

    def __init__(self, counts: Counts, start: int | None) -> None:
        self._best: Flow | None = None
        self._length = 0
        self._open: list[tuple[int, int, int, Flow]] = []
        self._opened = 0
        if (flow := largest_flow(counts, start)) is not None:
            self._add(flow)

    @property
    def bound(self) -> int:
        """The most words that a chain can have."""
        return max(self._length, -self._open[0][0] if self._open else 0)

    @property
    def optimal(self) -> bool:
        """Whether the longest chain is found."""
        return self.bound == self._length

    def advance(self, flows: int) -> None:
        """Branch at so many flows, or until the longest chain is found."""
        for _ in range(flows):
            if self.optimal:
                return
            *_, flow = heappop(self._open)
            for branch in _branches(flow):
                self._add(branch)

    def result(self) -> Longest:
        """Return the longest chain found so far."""
        chain = () if self._best is None else tuple(_chain(self._best))
        return Longest(chain, self.bound)

    def _add(self, flow: Flow) -> None:
        flow, part = _with_main_part(flow)
        length = int(flow.used[part][:, part][:-2, :-2].sum())
        if self._best is None or length > self._length:
            self._best, self._length = _only(flow, part), length
        if flow.words > self._length:
            self._opened += 1
            heappush(self._open, (-flow.words, flow.words - length, self._opened, flow))


def longest(counts: Counts, start: int | None, flows: int) -> Longest:
    """Return the longest chain that is found by branching at so many flows."""
    search = LongestSearch(counts, start)
    search.advance(flows)
    return search.result()


def _with_main_part(flow: Flow) -> tuple[Flow, Flags]:
    """Return the flow with its ends in the largest part they can be in, and this part."""
    source, sink = flow.sounds, flow.sounds + 1
    first = int(flow.used[source].argmax())
    if flow.used[first, sink] and not flow.least[source, first] and not flow.least[first, sink]:
        may_end = (flow.most[source, :source] > 0) & (flow.most[:source, sink] > 0)
        flow = _with_ends(flow, _busiest(flow, may_end, first))
    return flow, _part(flow, source)


def _with_ends(flow: Flow, sound: int) -> Flow:
    source, sink = flow.sounds, flow.sounds + 1
    used = flow.used.copy()
    used[source], used[:, sink] = 0, 0
    used[source, sound] = used[sound, sink] = 1
    return replace(flow, used=used)


def _busiest(flow: Flow, sounds: Flags, otherwise: int) -> int:
    """Return one of the sounds that is in the part with most words."""
    best, most = otherwise, -1
    left = np.append(sounds, [False, False])
    while left.any():
        sound = int(left.argmax())
        part = _part(flow, sound)[:-2]
        left[:-2] &= ~part
        left[sound] = False
        words = int(flow.used[:-2, :-2][part][:, part].sum())
        if words > most:
            best, most = sound, words
    return best


def _part(flow: Flow, node: int) -> Flags:
    """Return the nodes that used words connect with a node, bool (n+2,)."""
    linked = (flow.used > 0) | (flow.used.T > 0)
    part = np.zeros(len(linked), np.bool_)
    part[node] = True
    while True:
        more = part | linked[part].any(axis=0)
        if np.array_equal(more, part):
            return part
        part = more


def _only(flow: Flow, part: Flags) -> Flow:
    return replace(flow, used=np.where(np.outer(part, part), flow.used, 0).astype(np.int32))


def _branches(flow: Flow) -> Iterator[Flow]:
    """Yield the flows of which one has the longest chain."""
    part = _lost_part(flow)
    if (avoiding := without(flow, part)) is not None:
        yield avoiding
    most = flow.most.copy()
    for first, last in np.argwhere((flow.most > 0) & ~part[:, None] & part[None, :]):
        entering = forced(replace(flow, most=most), int(first), int(last))
        if entering is not None:
            yield entering
        most = most.copy()
        most[first, last] = 0


def _lost_part(flow: Flow) -> Flags:
    """Return the part, apart from the chain, that fewest pairs lead into."""
    rest = ~_part(flow, flow.sounds) & (flow.used.sum(axis=1) > 0)
    parts = []
    while rest.any():
        parts.append(_part(flow, int(rest.argmax())))
        rest &= ~parts[-1]
    return min(parts, key=lambda part: int((flow.most[~part][:, part] > 0).sum()))


def _chain(flow: Flow) -> list[SoundPair]:
    """Return the words of a connected flow one after the other (Hierholzer)."""
    left = [dict(_unused(row)) for row in flow.used[: flow.sounds, : flow.sounds]]
    path, sounds = [int(flow.used[flow.sounds].argmax())], list[int]()
    while path:
        if targets := left[path[-1]]:
            target = next(iter(targets))
            targets[target] -= 1
            if not targets[target]:
                del targets[target]
            path.append(target)
        else:
            sounds.append(path.pop())
    sounds.reverse()
    return list(pairwise(sounds))


def _unused(row: Counts) -> Iterator[tuple[int, int]]:
    for last in np.flatnonzero(row):
        yield int(last), int(row[last])
