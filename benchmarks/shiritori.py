"""Shiritori: positions solved in time, games against simple players, and the longest chain.

    python -m benchmarks.shiritori
    python -m benchmarks.shiritori --after --sizes 500 1000 --seconds 1 10 60
    python -m benchmarks.shiritori --games 200 --sizes 5000 15000 --move 1

The words are the readings that bots play, or those in the file that `--words` names. Each
position is a random part of the list, of a given size, without readings that end in ン. A *free*
position counts as solved when the solver has proved that a first word wins, or that none does; a
position *after* a random sound, when it has proved the value. Seats alternate in games, whose
first word is random; the solver has `--move` seconds for each of its words. A game counts as lost
after a claim if the solver had claimed a win. Lost games whose first position was proved lost
count separately.
"""

import argparse
import gc
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from time import perf_counter
from typing import Final, TypeAlias

import numpy as np

from benchmarks.options import with_tuples
from bot.gametypes.shiritori.bots import shiritori_bots
from bot.gametypes.shiritori.commands import list_of
from bot.progress import counted
from core.compiled import compiles
from core.shiritori.graph import Counts, GameValue, SoundPair, after, moves, word_graph
from core.shiritori.judge import Judge, Rule
from core.shiritori.longest import LongestSearch
from core.shiritori.options import WordList
from core.shiritori.search import TABLE_BITS, ProofTable, open_table
from core.shiritori.solver import Solver, SolverChoice
from core.shiritori.sounds import SoundRules
from core.shiritori.word_index import WordIndex
from core.words.packs import Pack

SLICE: Final = 500 if compiles() else 20
"""Nodes between two checks of the clock."""

Player: TypeAlias = Callable[[Counts, int, random.Random], SoundPair]


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output."""

    words: str
    sizes: tuple[int, ...]
    positions: int
    seconds: tuple[float, ...]
    after: bool
    games: int
    opponents: tuple[str, ...]
    move: float
    seed: int


@dataclass(frozen=True, slots=True)
class Solved:
    """A solved position: its value, the seconds and the nodes."""

    value: GameValue
    seconds: float
    nodes: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game: whether the solver won, and claimed to win, its slowest answer, and the words.

    `hopeless`: whether the solver's first position was proved lost.
    """

    won: bool
    claimed: bool
    hopeless: bool
    slowest: float
    plies: int


def main() -> None:
    """Run the requested experiment and print its tables."""
    configuration = _configuration()
    readings = readings_of(list_of(configuration.words))
    checksum = sha256("\n".join(readings).encode()).hexdigest()[:12]
    print(f"{configuration}\n{len(readings)} words, checksum {checksum}, compiled: {compiles()}")
    print(_longest_line(counts_of(readings)))
    shiritori_bots()  # which compiles the search
    gc.freeze()  # as workers do after loading their words
    for size in configuration.sizes:
        if configuration.games:
            _print_games(configuration, readings, size)
        else:
            print(_solved_line(configuration, readings, size), flush=True)


def readings_of(pack: Pack) -> list[str]:
    """Return the distinct readings of a list that bots may play by the usual rules."""
    return [word.reading for word in Judge(Rule(), WordIndex(pack)).playable]


def ends(reading: str) -> tuple[str, str]:
    """Return the first and the last sound by the usual rules."""
    return SoundRules().ends(reading)


def counts_of(readings: Sequence[str]) -> Counts:
    """Return the counts of a list."""
    return word_graph([ends(reading) for reading in readings]).counts()


def solve(counts: Counts, token: int | None, seconds: float, table: ProofTable) -> Solved:
    """Return the proof of a position within a time limit."""
    begin = perf_counter()
    solver = Solver(counts, token, table)
    while not _known(solver, token) and perf_counter() - begin < seconds:
        solver.advance(SLICE)
    value = solver.value if _known(solver, token) else GameValue.UNKNOWN
    return Solved(value, perf_counter() - begin, solver.nodes)


def _known(solver: Solver, token: int | None) -> bool:
    return solver.decided if token is None else solver.value is not GameValue.UNKNOWN


def _solved_line(configuration: Configuration, readings: Sequence[str], size: int) -> str:
    solved = [
        _trial(configuration, readings, size, number)
        for number in counted(range(configuration.positions))
    ]
    shares = [
        f"{np.mean([_within(one, limit) for one in solved]):7.1%} in {limit:g} s"
        for limit in configuration.seconds
    ]
    wins = sum(one.value is GameValue.WIN for one in solved)
    losses = sum(one.value is GameValue.LOSS for one in solved)
    speed = sum(one.nodes for one in solved) / sum(one.seconds for one in solved)
    return f"{size:6} {' '.join(shares)}   won {wins} lost {losses}   {speed:,.0f} nodes/s"


def _within(one: Solved, seconds: float) -> bool:
    return one.value is not GameValue.UNKNOWN and one.seconds <= seconds


def _trial(configuration: Configuration, readings: Sequence[str], size: int, number: int) -> Solved:
    chance = random.Random(f"{configuration.seed}:{size}:{number}")
    graph = word_graph([ends(reading) for reading in chance.sample(readings, size)])
    starts = sorted(set(graph.first.tolist()))
    token = chance.choice(starts) if configuration.after else None
    limit = max(configuration.seconds)
    return solve(graph.counts(), token, limit, open_table(TABLE_BITS))


def _longest_line(counts: Counts) -> str:
    begin = perf_counter()
    search = LongestSearch(counts, None)
    while not search.complete and perf_counter() - begin < 60:
        search.advance(1)
    seconds = perf_counter() - begin
    return f"longest chain {len(search.chain)}, at most {search.bound}, {seconds:.2f} s"


def at_random(counts: Counts, token: int | None, chance: random.Random) -> SoundPair:
    """Return a random word that follows `token`; any word for None."""
    pairs = moves(counts, token)
    return chance.choices(pairs, [int(counts[pair]) for pair in pairs])[0]


def greedily(counts: Counts, token: int, chance: random.Random) -> SoundPair:
    """Return a word with the fewest answers."""
    answers = {pair: int(after(counts, pair)[pair[1]].sum()) for pair in moves(counts, token)}
    fewest = min(answers.values())
    return chance.choice([pair for pair, count in answers.items() if count == fewest])


OPPONENTS: Final[dict[str, Player]] = {"random": at_random, "greedy": greedily}


def _print_games(configuration: Configuration, readings: Sequence[str], size: int) -> None:
    for name in configuration.opponents:
        played = [
            play(configuration, readings, size, OPPONENTS[name], number)
            for number in counted(range(configuration.games))
        ]
        won = sum(game.won for game in played)
        broken = sum(game.claimed and not game.won for game in played)
        slowest = max(game.slowest for game in played)
        hopeless = sum(game.hopeless and not game.won for game in played)
        print(
            f"{size:6} {name:8} won {won} of {len(played)}, lost from the first word {hopeless},"
            f" lost after a claim {broken}, slowest answer {slowest:.2f} s, median plies"
            f" {np.median([game.plies for game in played]):.0f}",
            flush=True,
        )


def play(
    configuration: Configuration,
    readings: Sequence[str],
    size: int,
    opponent: Player,
    number: int,
) -> Played:
    """Play a game; return it. The solver answers the opening word if `number` is even."""
    chance = random.Random(f"{configuration.seed}:{size}:{number}")
    counts = counts_of(chance.sample(readings, size))
    table, claimed, slowest, plies = open_table(TABLE_BITS), False, 0.0, 1
    first: GameValue | None = None
    pair = at_random(counts, None, chance)
    while True:
        counts, token = after(counts, pair), pair[1]
        solvers = (plies + number) % 2 == 1
        if not counts[token].any():
            return Played(not solvers, claimed, first is GameValue.LOSS, slowest, plies)
        if solvers:
            begin = perf_counter()
            choice = chosen(counts, token, configuration.move, table)
            slowest = max(slowest, perf_counter() - begin)
            claimed, pair = claimed or choice.value is GameValue.WIN, choice.pair
            first = choice.value if first is None else first
        else:
            pair = opponent(counts, token, chance)
        plies += 1


def chosen(counts: Counts, token: int, seconds: float, table: ProofTable) -> SolverChoice:
    """Return the solver's word within a time limit."""
    begin = perf_counter()
    solver = Solver(counts, token, table)
    while not solver.decided and perf_counter() - begin < seconds:
        solver.advance(SLICE)
    resistance = solver.resistance()
    if resistance is None:
        choice = solver.choice()
        assert choice is not None
        return choice
    before = -1
    while resistance.nodes > before and perf_counter() - begin < seconds:
        before = resistance.nodes
        resistance.advance(1)
    return SolverChoice(resistance.choice(), GameValue.LOSS)


def _configuration() -> Configuration:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", default=WordList.NOUNS.value)
    parser.add_argument("--sizes", type=int, nargs="+", default=[100, 200, 500, 1000, 2000])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seconds", type=float, nargs="+", default=[1.0])
    parser.add_argument("--after", action="store_true", help="positions after a random sound")
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--opponents", nargs="+", choices=OPPONENTS, default=list(OPPONENTS))
    parser.add_argument("--move", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    return Configuration(**with_tuples(parser.parse_args()))


if __name__ == "__main__":
    main()
