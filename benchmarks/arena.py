"""Games per second of the arena on one core, its memory, and its scaling over processes.

The reference plays the paper's game like the authors' code: it uses dictionaries of words, and
compares every neighbour with every card in every turn. The arena plays the same games on arrays,
compiled (the extra `arena`). Times are processor times, so that other work on the machine matters
less.

    python -m benchmarks.arena
    python -m benchmarks.arena --bench FOLDER --jobs 2
"""

import argparse
import resource
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from time import perf_counter, process_time
from typing import Final

from bot.arena.experiment_cells import Experiment, played, static_cells
from bot.arena.jobs import JobPlan, run_jobs
from bot.arena.source import ExpertSource, arena_of, model_set_from
from core.agents.expert import Expert
from core.agents.position import CardKind, start_position
from core.arena.ace_kernel import ArmRule
from core.arena.paper_game import paper_board, result, turn_cards
from core.arena.tournament import AgentPair, ExpertAgent
from core.words.ensemble import MODELS
from tests.core.arena.plain import plain, plain_clue, plain_guesses

REFERENCE_GAMES: Final = 10
"""Games of the reference with each of two pairs."""

MEGABYTE: Final = 1000.0
"""Kilobytes in a megabyte."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output."""

    bench: str | None
    games: int
    seed: int
    jobs: int

    @property
    def source(self) -> ExpertSource:
        """The words and experts."""
        return ExpertSource(self.bench, models=() if self.bench else MODELS)


def main() -> None:
    """Print the requested measures."""
    configuration = _configuration()
    models = model_set_from(configuration.source)
    print(f"{configuration}\nexperts: {' '.join(models.experts)}\nchecksum: {models.checksum}")
    slow = reference(models.experts, models.board_words, configuration.seed)
    print(f"{'':12}{'static':>10}{'ratio':>9}{'ACE':>10}{'memory':>10}")
    print(f"{'reference':12}{slow:10.1f}{1:8.0f}x")
    found = speeds(configuration)
    static, ace, memory = found["static"], found["ace"], found["memory"]
    print(f"{'compiled':12}{static:10.0f}{static / slow:8.0f}x{ace:10.0f}{memory:8.0f} MB")
    pairs = len(models.experts) ** 2
    print(f"games per second of processor time: {pairs} static pairs, ACE with each model")
    for line in scaling(configuration):
        print(line)


def speeds(configuration: Configuration) -> dict[str, float]:
    """Return games per second of processor time, for all static pairs and for ACE as spymaster."""
    arena = arena_of(configuration.source)
    names, size, seed = tuple(arena.experts), configuration.games, configuration.seed
    pairs = [
        AgentPair(ExpertAgent((one,)), ExpertAgent((other,))) for one in names for other in names
    ]
    ace = ExpertAgent(names, ArmRule.ACE)
    beside = [AgentPair(ace, ExpertAgent((name,))) for name in names]

    def play(some: list[AgentPair]) -> int:
        for pair in some:
            arena.play(pair, first_seed=seed, games=size)
        return len(some) * size

    return {
        "static": rate(lambda: play(pairs)),
        "ace": rate(lambda: play(beside)),
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE,
    }


def rate(play: Callable[[], int]) -> float:
    """Return games per second of processor time."""
    start = process_time()
    games = play()
    return games / (process_time() - start)


def reference(experts: Mapping[str, Expert], words: tuple[str, ...], seed: int) -> float:
    """Return the games per second of the reference, for a matched and a mismatched pair."""
    first, second = list(experts)[:2]
    seconds = 0.0
    for guesser, number in product((first, second), range(REFERENCE_GAMES)):
        board = paper_board(seed + number, words)
        speaker = plain(experts[first].spymaster.associations(board.cards))
        hearer = plain(experts[guesser].guesser.associations(board.cards))
        start, position = process_time(), start_position(board)
        while result(position) is None:
            clue = plain_clue(speaker, position)
            guesses = plain_guesses(hearer, position.covered, clue.word, clue.number)
            position = position.uncover(turn_cards(position, guesses))
        assert board.kinds.count(CardKind.OWN)
        seconds += process_time() - start
    return 2 * REFERENCE_GAMES / seconds


def scaling(configuration: Configuration) -> Iterator[str]:
    """Yield the times of all static pairs in one process and in several, including tables."""
    models = model_set_from(configuration.source)
    runs = max(1, configuration.games // 50)
    cells = static_cells(Experiment(configuration.source, models.experts, 2000, runs))
    alone = 0.0
    for jobs in sorted({1, configuration.jobs}):
        start = perf_counter()
        run_jobs(played, cells, JobPlan(jobs), "benchmark")
        seconds = perf_counter() - start
        alone = alone or seconds
        print_as = f"{jobs} processes" if jobs > 1 else "1 process"
        yield f"{print_as:24}{seconds:8.1f} s{alone / seconds:8.2f}x"


def _configuration() -> Configuration:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.arena", description="Games per second of the arena."
    )
    parser.add_argument("--bench", help="a folder instead of the embedded models")
    parser.add_argument("--games", type=int, default=1000, help="games of each pair")
    parser.add_argument("--seed", type=int, default=100_000, help="seed of the first board")
    parser.add_argument("--jobs", type=int, default=2, help="processes of the last measurement")
    return Configuration(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()
