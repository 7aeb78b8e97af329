"""The table's margins and stop rule, measured with partners who think differently.

Two experts play the rule book's solo game on the same boards, once for each manner of speaking and
guessing. *Race* is the exact chance that a manner's turns beat the pair's default manner in the
two-team game of `core.rating.race`, over both seatings; 0.5 is equal. Games come in batches; each
number is a mean over batches with a 95% interval. A pair with one model in both chairs is matched,
all others are mismatched.

    python -m benchmarks.manner --games 50 --batches 6
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.arena.players import BeginGame
from bot.arena.simulate import play_series, solo_game
from bot.arena.source import ExpertSource, model_set_from
from bot.models.ensemble import ModelSet
from bot.progress import counted
from core.agents.language import Language
from core.agents.policy import ExpertPolicy, TableStyle
from core.agents.table_play import DEFAULT_MARGINS, DEFAULT_THRESHOLDS, SpymasterMargins
from core.arena.engine_game import PlayedGame
from core.arena.pair import Pair
from core.arena.statistics import mean_interval
from core.rating.colt import OUTCOME_COUNT
from core.rating.race import both_seatings
from core.words.ensemble import MODELS

DEFAULT: Final = "default"


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output."""

    games: int
    batches: int
    seed: int
    bench: str
    pairs: str


@dataclass(frozen=True, slots=True)
class Batch:
    """The games of one pair in one manner: wins, turns of games won, and outcomes (36,)."""

    win_rate: float
    win_turns: float
    turns: NDArray[np.float64]


def manners(language: Language) -> dict[str, TableStyle]:
    """Return the manners to compare, by name."""
    default = TableStyle(language)
    reckless = replace(DEFAULT_MARGINS, bystander=0.0, opponent=0.0, assassin=0.0)
    return {
        DEFAULT: default,
        "never stop": replace(default, thresholds=replace(DEFAULT_THRESHOLDS, further=-inf)),
        "stop sooner": replace(default, thresholds=replace(DEFAULT_THRESHOLDS, further=2.0)),
        "no extra guess": replace(default, thresholds=replace(DEFAULT_THRESHOLDS, earlier=inf)),
        "always an extra guess": replace(
            default, thresholds=replace(DEFAULT_THRESHOLDS, earlier=-inf)
        ),
        "no margins": replace(default, margins=reckless),
        "double margins": replace(default, margins=doubled(DEFAULT_MARGINS)),
        "only clear": replace(default, margins=replace(DEFAULT_MARGINS, related=4.0)),
        "far-fetched": replace(default, margins=replace(DEFAULT_MARGINS, related=2.0)),
        "all for count": replace(
            default, margins=replace(DEFAULT_MARGINS, related=-inf, least=0.0)
        ),
    }


def doubled(caution: SpymasterMargins) -> SpymasterMargins:
    """Return a caution with margins twice as wide."""
    return replace(
        caution,
        bystander=2 * caution.bystander,
        opponent=2 * caution.opponent,
        assassin=2 * caution.assassin,
    )


def main() -> None:
    """Run the requested experiment and print its table."""
    configuration = _configuration()
    bench = model_set_from(ExpertSource(configuration.bench, models=MODELS))
    pairs = list(chosen_pairs(configuration.pairs, bench))
    print(f"{configuration}\nchecksum: {bench.checksum}\npairs: {len(pairs)}")
    print(f"{'manner':20} {'win rate':13}  {'turns to win':13}  {'race':13}")
    language = bench.language()
    default = None
    for name, manner in manners(language).items():
        batches = [played(configuration, bench, manner, pair) for pair in counted(pairs)]
        default = default or batches
        print(f"{name:20} {line(batches, default)}", flush=True)


def chosen_pairs(names: str, bench: ModelSet) -> Iterator[tuple[str, str]]:
    """Yield the pairs of ``all``, ``matched``, ``mismatched``, or listed as a-b,c-d."""
    every = [(first, second) for first in bench.experts for second in bench.experts]
    matched = {"all": (True, False), "matched": (True,), "mismatched": (False,)}.get(names)
    if matched is None:
        yield from (tuple(pair.split("-", 1)) for pair in names.split(","))  # type: ignore[misc]
        return
    yield from ((first, second) for first, second in every if (first == second) in matched)


def played(
    configuration: Configuration, bench: ModelSet, manner: TableStyle, pair: tuple[str, str]
) -> list[Batch]:
    """Play the batches of a pair in a manner; return them."""
    spymaster, guesser = (ExpertPolicy(bench.experts[name], manner) for name in pair)
    begin = solo_game(Pair(spymaster, guesser), bench.board_words)
    return [
        _batch(begin, configuration.games, configuration.seed + number * configuration.games)
        for number in range(configuration.batches)
    ]


def _batch(begin: BeginGame, games: int, seed: int) -> Batch:
    results = play_series(begin, range(seed, seed + games))
    won = [len(game.outcomes) for game in results if game.won]
    turns = float(np.mean(won)) if won else float("nan")
    return Batch(len(won) / games, turns, _outcomes(results))


def _outcomes(games: Sequence[PlayedGame]) -> NDArray[np.float64]:
    """Return the distribution of turn outcomes, float64 (36,)."""
    outcomes = np.concatenate([game.outcomes for game in games]).astype(np.intp)
    return np.bincount(outcomes, minlength=OUTCOME_COUNT) / outcomes.size


def line(pairs: Sequence[Sequence[Batch]], default: Sequence[Sequence[Batch]]) -> str:
    """Return win rate, turns to win and race, each a mean over pairs, then over batches."""
    rates = [[batch.win_rate for batch in batches] for batches in pairs]
    turns = [[batch.win_turns for batch in batches] for batches in pairs]
    races = [
        [both_seatings(mine.turns, other.turns) for mine, other in zip(*both, strict=True)]
        for both in zip(pairs, default, strict=True)
    ]
    columns = (np.nanmean(np.array(values), axis=0) for values in (rates, turns, races))
    return "  ".join(str(mean_interval(column)) for column in columns)


def _configuration() -> Configuration:
    parser = argparse.ArgumentParser(description="Margins and stopping with other minds.")
    parser.add_argument("--games", type=int, default=50, help="games of a batch")
    parser.add_argument("--batches", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bench", help="a folder instead of the embedded models")
    parser.add_argument(
        "--pairs", default="mismatched", help="all, matched, mismatched, or a-b,c-d"
    )
    return Configuration(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
