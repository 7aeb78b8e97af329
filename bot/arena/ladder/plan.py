"""The blocks of games in a suite of a ladder, and the standings from their results."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from bot.arena.ladder.agents import (
    BEST_AVERAGE,
    LadderAgent,
    pairs_of,
    teammates,
)
from core.agents.listener_policy import STRANGER
from core.arena.bradley_terry import PairResult, bradley_terry
from core.rating.colt import OWN_FOUND, colt_of_counts, turns_of

MOST_SURE: Final = 0.9
"""An agent with a greater win rate is above all others; with less than 1 minus this, below."""


SUITES: Final = {"development": 3_000_000, "final": 4_000_000}
"""The first seed of each suite of frozen boards."""


def suite_seeds(suite: str, boards: int) -> range:
    """Return the seeds of a suite's first `boards` boards."""
    return range(SUITES[suite], SUITES[suite] + boards)


@dataclass(frozen=True, slots=True)
class GameBlock:
    """Games in a row, over which the players keep their memory.

    `agents` are the identities of two agents in a duel, or of one in solo games.
    """

    agents: tuple[str, ...]
    spymasters: tuple[str, ...]
    guessers: tuple[str, ...]
    seeds: tuple[int, ...]

    @property
    def key(self) -> str:
        """The key of the block's result."""
        return json.dumps([self.agents, self.spymasters, self.guessers, self.seeds])


BlockResults: TypeAlias = Mapping[GameBlock, dict[str, Any]]
"""The results of blocks, as plain JSON types."""


@dataclass(frozen=True, slots=True)
class SoloFigures:
    """Statistics of an agent's solo games; `win_turns` omits lost games."""

    games: int
    win_rate: float
    win_turns: float | None
    cards_a_turn: float | None
    colt: float | None


@dataclass(frozen=True, slots=True)
class LadderStanding:
    """An agent's results in a ladder, with its rating in points and half the 95% interval."""

    agent: LadderAgent
    points: float
    half_width: float
    games: int
    win_rate: float
    solo: SoloFigures

    @property
    def verdict(self) -> str:
        """The words for a rating that means nothing: above or below all others; else empty."""
        if self.win_rate > MOST_SURE:
            return "above all"
        return "below all" if self.win_rate < 1 - MOST_SURE else ""

    @property
    def title(self) -> str:
        """The agent's name with its verdict, if any."""
        return f"{self.agent.name} ({self.verdict})" if self.verdict else self.agent.name


@dataclass(frozen=True, slots=True)
class Schedule:
    """The games of agents on some boards; `best` is the expert that plays best-average."""

    agents: tuple[LadderAgent, ...]
    seeds: Sequence[int]
    best: str = ""

    @property
    def duels(self) -> tuple[GameBlock, ...]:
        """The duels of all pairs of agents."""
        return tuple(block for pair in pairs_of(self.agents) for block in self.blocks(*pair))

    @property
    def solo(self) -> tuple[GameBlock, ...]:
        """The solo games of every agent."""
        return tuple(block for agent in self.agents for block in self.blocks(agent))

    def blocks(self, *agents: LadderAgent) -> Iterator[GameBlock]:
        """Yield the games of one agent or two; boards go to the guessers of the panel in turn."""
        spymasters = tuple(
            self.best if agent.spymaster == BEST_AVERAGE else agent.spymaster for agent in agents
        )
        paired = zip(agents, spymasters, strict=True)
        panel = teammates([name for agent, name in paired if agent.guesser is None])
        if all(agent.guesser is not None for agent in agents):
            panel = panel[:1]
        for place, guesser in enumerate(panel):
            dealt = tuple(self.seeds[place :: len(panel)])
            if dealt:
                guessers = tuple(agent.guesser or guesser for agent in agents)
                identities = tuple(agent.identity for agent in agents)
                yield GameBlock(identities, spymasters, guessers, dealt)


def best_average(results: BlockResults) -> str:
    """Return the expert with the greatest mean CoLT in solo games with unrelated experts."""
    rated = defaultdict[str, list[float]](list)
    for block, result in results.items():
        counts = np.array(turns_of(result["outcomes"]))
        if block.guessers[0] != STRANGER and counts.any():
            rated[block.spymasters[0]].append(colt_of_counts(counts))
    means = {name: float(np.mean(values)) for name, values in rated.items()}
    return max(means, key=lambda name: means[name])


def standings(schedule: Schedule, results: BlockResults) -> tuple[LadderStanding, ...]:
    """Return the agents' standings, highest rating first, from the results of all blocks."""
    boards = pair_results(schedule, results)
    ratings = bradley_terry(boards, len(schedule.agents))
    games, won = Counter[int](), Counter[int]()
    for pair in boards:
        for place, wins in ((pair.first, pair.won), (pair.second, pair.lost)):
            games[place] += 2 * pair.boards
            won[place] += 2 * wins + pair.tied
    found = [
        LadderStanding(
            agent,
            float(ratings.points[place]),
            float(ratings.half_widths[place]),
            games[place],
            won[place] / games[place],
            solo_figures([results[one] for one in schedule.blocks(agent)], len(schedule.seeds)),
        )
        for place, agent in enumerate(schedule.agents)
    ]
    return tuple(sorted(found, key=lambda one: -one.points))


def pair_results(schedule: Schedule, results: BlockResults) -> tuple[PairResult, ...]:
    """Return the boards of all pairs of agents."""
    places = {agent.identity: place for place, agent in enumerate(schedule.agents)}
    wins = defaultdict[tuple[str, ...], list[int]](list)
    for block in schedule.duels:
        wins[block.agents] += results[block]["wins"]
    return tuple(
        PairResult(places[first], places[second], won.count(2), won.count(1), won.count(0))
        for (first, second), won in wins.items()
    )


def solo_figures(results: Sequence[dict[str, Any]], games: int) -> SoloFigures:
    """Return the statistics of solo games."""
    turns = [turn for result in results for turn in result["win_turns"]]
    counts = np.sum([turns_of(result["outcomes"]) for result in results], axis=0)
    total = float(counts.sum())
    return SoloFigures(
        games,
        len(turns) / games,
        float(np.mean(turns)) if turns else None,
        float(counts @ OWN_FOUND) / total if total else None,
        colt_of_counts(counts) if total else None,
    )
