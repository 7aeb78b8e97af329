"""Time for one clue: the vectorised spymasters beside the same rule in plain Python.

    python -m benchmarks.clue
    python -m benchmarks.clue --bench FOLDER --games 200

Positions are those of games that one expert plays with itself. Times are of one core: run it
alone. The plain version gives the same clues, which is checked on every position.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from benchmarks.plain import PlainAssociations, plain, plain_clue
from bot.arena.source import ExpertSource, model_set_from
from bot.models.ensemble import ModelSet
from bot.progress import counted
from core.agents.associations import Associations
from core.agents.expert import ClueProposal
from core.agents.language import Language
from core.agents.people import DEFAULT_MARGINS, clue_for_people
from core.agents.position import BoardPosition, start_position
from core.arena.paper import PaperSpymaster, paper_spymaster
from core.arena.solitaire import paper_board
from core.words.ensemble import MODELS


@dataclass(frozen=True, slots=True)
class Configuration:
    """One experiment: what is printed at the head of its output."""

    games: int
    seed: int
    bench: str
    expert: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """A board as each version wants it."""

    position: BoardPosition
    associations: Associations
    paper: PaperSpymaster
    plain: PlainAssociations


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds for each call of one version."""

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
    check(moments)
    print(f"{len(moments)} positions\n{'milliseconds':28} {'mean':>9} {'median':>9} {'p95':>9}")
    yardstick, *others = versions(moments, bench.language())
    for times in (yardstick, *others, preparation(bench, configuration)):
        print(times.line(yardstick))


def prepared(bench: ModelSet, configuration: Configuration, number: int) -> Prepared:
    """Return the board of a game."""
    board = paper_board(configuration.seed + number, bench.board_words)
    associations = bench.experts[configuration.expert].spymaster.associations(board.cards)
    spymaster = paper_spymaster(associations, board)
    return Prepared(start_position(board), associations, spymaster, plain(associations))


def positions(board: Prepared) -> Iterator[tuple[Prepared, BoardPosition]]:
    """Yield the positions of a game that the expert plays with itself."""
    position = board.position
    while position.own():
        yield board, position
        position = position.uncover(board.paper.clue(position).targets)


def check(moments: Sequence[tuple[Prepared, BoardPosition]]) -> None:
    """Raise AssertionError where the two versions of the rule do not agree."""
    for board, position in counted(moments):
        assert board.paper.clue(position) == plain_clue(board.plain, position)


def versions(
    moments: Sequence[tuple[Prepared, BoardPosition]], language: Language
) -> tuple[Times, ...]:
    """Return the times of the plain, the vectorised and the table's spymaster."""

    def at_table(board: Prepared, position: BoardPosition) -> ClueProposal:
        covered = [position.board.cards[place] for place in position.covered]
        sayable = language.sayable(covered, ())
        return clue_for_people(board.associations, position, sayable, DEFAULT_MARGINS)

    return (
        timed("paper, plain Python", lambda b, p: plain_clue(b.plain, p), moments),
        timed("paper, vectorised", lambda b, p: b.paper.clue(p), moments),
        timed("table, with lawfulness", at_table, moments),
    )


def timed(
    name: str,
    speak: Callable[[Prepared, BoardPosition], ClueProposal],
    moments: Sequence[tuple[Prepared, BoardPosition]],
) -> Times:
    """Return how long each clue took."""
    seconds = []
    for board, position in counted(moments):
        before = perf_counter()
        speak(board, position)
        seconds.append(perf_counter() - before)
    return Times(name, tuple(seconds))


def preparation(bench: ModelSet, configuration: Configuration) -> Times:
    """Return how long it takes, once a game, to cut out a board's candidates."""
    source = bench.experts[configuration.expert].spymaster
    seconds = []
    for number in counted(range(configuration.games)):
        board = paper_board(configuration.seed + number, bench.board_words)
        before = perf_counter()
        paper_spymaster(source.associations(board.cards), board)
        seconds.append(perf_counter() - before)
    return Times("paper, once for each game", tuple(seconds))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time for one clue, one core.")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bench", help="a folder instead of the embedded models")
    parser.add_argument("--expert", default="", help="the first of the bench unless named")
    return parser.parse_args()


if __name__ == "__main__":
    main()
