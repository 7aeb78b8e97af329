"""Flows of words through sounds: the bound on a longest chain, before it has to be connected.

As many words lead into a sound as out of it, but for the two ends of the chain. The largest set of
words with this property is a flow of least cost, and a chain if it is connected (Inui and Shinano,
2004, solve it as a linear program). Two nodes stand for the ends: the chain goes from `source` =
n to its first sound, and from its last sound to `sink` = n + 1.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.shiritori.graph import Counts, Flags

Costs: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Flow:
    """The words of each pair that are used, must be and may be, each int32 (n+2, n+2)."""

    used: Counts
    least: Counts
    most: Counts

    @property
    def sounds(self) -> int:
        """The number of sounds, n."""
        return len(self.used) - 2

    @property
    def words(self) -> int:
        """The number of words used: no chain within the limits has more."""
        return int(self.used[: self.sounds, : self.sounds].sum())


def largest_flow(counts: Counts, start: int | None) -> Flow | None:
    """Return the largest flow of words, from the sound `start` or from any; None without sounds."""
    sounds = len(counts)
    most = np.zeros((sounds + 2, sounds + 2), np.int32)
    most[:sounds, :sounds] = counts
    most[sounds, slice(sounds) if start is None else start] = 1
    most[:sounds, sounds + 1] = 1
    used = most.copy()
    used[sounds], used[:, sounds + 1] = 0, 0
    spare = used.sum(axis=0) - used.sum(axis=1)
    spare[sounds], spare[sounds + 1] = 1, -1
    return _balanced(Flow(used, np.zeros_like(most), most), spare)


def forced(flow: Flow, first: int, last: int) -> Flow | None:
    """Return the largest flow that uses an unused pair; None if there is none."""
    used, least = flow.used.copy(), flow.least.copy()
    used[first, last] = least[first, last] = 1
    spare = np.zeros(len(used), np.int64)
    spare[last], spare[first] = 1, -1
    return _balanced(replace(flow, used=used, least=least), spare)


def without(flow: Flow, sounds: Flags) -> Flow | None:
    """Return the flow without a part, bool (n+2,), that no other word leads to; None if it must."""
    used, most = flow.used.copy(), flow.most.copy()
    for counts in (used, most):
        counts[sounds], counts[:, sounds] = 0, 0
    return None if (flow.least > most).any() else replace(flow, used=used, most=most)


def _balanced(flow: Flow, spare: NDArray[np.int64]) -> Flow | None:
    """Return the flow after words too many that lead into sounds, `spare` (n+2,), went on.

    Each goes the cheapest way to a sound that lacks one, so that the flow stays the largest.
    """
    used, spare = flow.used.copy(), spare.copy()
    costs = _costs(flow)
    while (spare > 0).any():
        origin = int(np.argmax(spare))
        way = _cheapest_way(costs, origin, spare < 0)
        if not way:
            return None
        target = way[-1][1]
        amount = min([int(spare[origin]), int(-spare[target]), *_rooms(flow, used, way)])
        spare[origin], spare[target] = spare[origin] - amount, spare[target] + amount
        for first, last in way:
            _push(flow, used, first, last, amount)
            for pair in ((first, last), (last, first)):
                costs[pair] = _cost(flow, used, *pair)
    return replace(flow, used=used)


def _costs(flow: Flow) -> Costs:
    """Return the cost of one more from one node to another: a word more, or one back less."""
    costs = np.where(flow.used.T > flow.least.T, 1.0, np.inf)
    costs[flow.used < flow.most] = -1.0
    costs[flow.sounds :][np.isfinite(costs[flow.sounds :])] = 0.0
    costs[:, flow.sounds :][np.isfinite(costs[:, flow.sounds :])] = 0.0
    np.fill_diagonal(costs, np.inf)
    return costs


def _cost(flow: Flow, used: Counts, first: int, last: int) -> float:
    ends = max(first, last) >= flow.sounds
    if used[first, last] < flow.most[first, last]:
        return 0.0 if ends else -1.0
    if used[last, first] > flow.least[last, first]:
        return 0.0 if ends else 1.0
    return np.inf


def _rooms(flow: Flow, used: Counts, way: list[tuple[int, int]]) -> list[int]:
    return [_room(flow, used, first, last) for first, last in way]


def _room(flow: Flow, used: Counts, first: int, last: int) -> int:
    """Return how many more can go from one node to another at the same cost."""
    more = int(flow.most[first, last] - used[first, last])
    return more if more > 0 else int(used[last, first] - flow.least[last, first])


def _push(flow: Flow, used: Counts, first: int, last: int, amount: int) -> None:
    if used[first, last] < flow.most[first, last]:
        used[first, last] += amount
    else:
        used[last, first] -= amount


def _cheapest_way(costs: Costs, origin: int, targets: Flags) -> list[tuple[int, int]]:
    """Return the steps of the cheapest way to a target (Bellman and Ford), if there is one."""
    distance = np.full(len(costs), np.inf)
    distance[origin] = 0.0
    before = np.full(len(costs), -1)
    while True:
        through = distance[:, None] + costs
        nearest = through.argmin(axis=0)
        shorter = through[nearest, np.arange(len(costs))]
        better = shorter < distance
        if not better.any():
            break
        distance[better], before[better] = shorter[better], nearest[better]
    reached = np.where(targets, distance, np.inf)
    target = int(reached.argmin())
    return _steps(before, origin, target) if np.isfinite(reached[target]) else []


def _steps(before: NDArray[np.intp], origin: int, target: int) -> list[tuple[int, int]]:
    steps = []
    while target != origin:
        steps.append((int(before[target]), target))
        target = int(before[target])
    return steps[::-1]
