"""Time for one clue: the arena's spymaster and the table's, against the paper's rule in Python.

    python -m benchmarks.clue
    python -m benchmarks.clue --bench FOLDER --games 200

Positions are from games of one expert with itself. Times are for one core: run the benchmark alone.
The plain version must give the same clues; every position checks this.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from bot.arena.source import ExpertSource, model_set_from
from bot.models.ensemble import ModelSet
from bot.progress import counted
from core.agents.associations import Associations
from core.agents.expert import ClueProposal
from core.agents.language import Language
from core.agents.memory import EMPTY
from core.agents.position import BoardPosition, start_position
from core.agents.table_play import DEFAULT_MARGINS, clue_for_people
from core.arena.paper_game import paper_board
from core.arena.players import ArenaPlayer
from core.arena.tournament import Arena, ExpertAgent
from core.words.ensemble import MODELS
from tests.core.arena.plain import PlainAssociations, plain, plain_clue


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output."""

    games: int
    seed: int
    bench: str
    expert: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """A board in the form of each version."""

    position: BoardPosition
    associations: Associations
    plain: PlainAssociations


@dataclass(frozen=True, slots=True)
class Times:
    """The seconds of each call of one version."""

    name: str
    seconds: tuple[float, ...]

    def line(self, yardstick: "Times") -> str:
        """Return mean, median and 95th percentile in milliseconds, and the ratio of means."""
        values = np.array(self.seconds) * 1000.0
        median, late = np.percentile(values, [50, 95])
        ratio = np.mean(yardstick.seconds) / np.mean(self.seconds)
        return f"{self.name:28} {values.mean():9.3f} {median:9.3f} {late:9.3f} {ratio:9.1f}x"


def main() -> None:
    """Time every version and print a line for each."""
    options = _options()
    bench = model_set_from(ExpertSource(options.bench, models=MODELS))
    expert = options.expert or next(iter(bench.experts))
    configuration = Configuration(options.games, options.seed, options.bench, expert)
    print(f"{configuration}\nchecksum: {bench.checksum}")
    numbers = counted(range(configuration.games))
    boards = [prepared(bench, configuration, number) for number in numbers]
    moments = [moment for board in boards for moment in positions(board)]
    arena = Arena(bench.experts, bench.board_words)
    player = ArenaPlayer(arena, ExpertAgent((expert,)))
    check(player, moments)
    print(f"{len(moments)} positions\n{'milliseconds':28} {'mean':>9} {'median':>9} {'p95':>9}")
    yardstick, *others = versions(player, moments, bench.language())
    for times in (yardstick, *others):
        print(times.line(yardstick))


def prepared(bench: ModelSet, configuration: Configuration, number: int) -> Prepared:
    """Return the board of a game."""
    board = paper_board(configuration.seed + number, bench.board_words)
    associations = bench.experts[configuration.expert].spymaster.associations(board.cards)
    return Prepared(start_position(board), associations, plain(associations))


def positions(board: Prepared) -> Iterator[tuple[Prepared, BoardPosition]]:
    """Yield the positions of a game of the expert with itself."""
    position = board.position
    while position.own():
        yield board, position
        position = position.uncover(plain_clue(board.plain, position).targets)


def check(player: ArenaPlayer, moments: Sequence[tuple[Prepared, BoardPosition]]) -> None:
    """Raise AssertionError if the two versions of the rule disagree."""
    for board, position in counted(moments):
        said, plainly = compiled_clue(player, position), plain_clue(board.plain, position)
        assert (said.word, said.number) == (plainly.word, plainly.number)


def compiled_clue(player: ArenaPlayer, position: BoardPosition) -> ClueProposal:
    """Return an expert's clue from the arena."""
    return player.announce(position, EMPTY, np.random.default_rng(0))


def versions(
    player: ArenaPlayer, moments: Sequence[tuple[Prepared, BoardPosition]], language: Language
) -> tuple[Times, ...]:
    """Return the times of the plain, the compiled and the table's spymaster."""

    def at_table(board: Prepared, position: BoardPosition) -> ClueProposal:
        covered = [position.board.cards[place] for place in position.covered]
        sayable = language.sayable(covered, ())
        return clue_for_people(board.associations, position, sayable, DEFAULT_MARGINS)

    return (
        timed("paper, plain Python", lambda b, p: plain_clue(b.plain, p), moments),
        timed("paper, compiled", lambda _, p: compiled_clue(player, p), moments),
        timed("table, with lawfulness", at_table, moments),
    )


def timed(
    name: str,
    speak: Callable[[Prepared, BoardPosition], ClueProposal],
    moments: Sequence[tuple[Prepared, BoardPosition]],
) -> Times:
    """Return the times of each clue."""
    seconds = []
    for board, position in counted(moments):
        before = perf_counter()
        speak(board, position)
        seconds.append(perf_counter() - before)
    return Times(name, tuple(seconds))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time for one clue, one core.")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bench", help="a folder instead of the embedded models")
    parser.add_argument("--expert", default="", help="by default the bench's first expert")
    return parser.parse_args()


if __name__ == "__main__":
    main()
