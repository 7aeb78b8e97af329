"""Count the functions and statements of a request, from its arrival until people see the effect.

    python -m benchmarks.trips
    python -m benchmarks.trips --only press terminal --runs 50
    python -m benchmarks.trips --url postgresql://postgres@127.0.0.1:5432/games --json

The requests are a guess by button, a guess as a slash command and a leaderboard on the loopback
Discord of the tests, a guess at the terminal's screen, and a bot's guess by ``random`` and by
``ace``. Discord's adapter, its screen, the bots and the learner run in this process as in the
program; timers (polling of other processes, deadlines, heartbeats) do not run. The terminal plays
on its own SQLite file. Discord's screen has a pace of a hundredth of a second, so that times
measure work, not pauses.

Counts (`benchmarks.tracing`) include all consequences of a request, until all work is done; a bot's
counts end with its move. After a first request that fills caches, it counts two, each in a new game
with the same deal, and prints both if they differ. Milliseconds are medians of `--runs` runs
without tracing, up to the answer and the new board.

Actions per second are those of clues, guesses and passes in games of four people, submitted one
after the other and in all games at once, by one process.
"""

import argparse
import asyncio
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from secrets import token_hex
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final, TypeAlias

from benchmarks.store import databases, opened, say, sitter, sqlite, started
from benchmarks.tracing import Passage, Trace
from benchmarks.trip import (
    BOTS,
    DISCORD,
    GUESSES,
    QUIET_SECONDS,
    Stage,
    Trip,
    evening,
    of_bots,
    on_discord,
)
from bot.games import Games
from bot.logs import log_nowhere
from bot.progress import counted, progress
from bot.store.migration import upgrade
from core.words.packs import default_pack

VIEWS: Final = ("core.codenames.present:present",)
"""The functions that build a view of a game for a reader."""

TELLERS: Final = (
    "bot.games.views:view_for",
    "bot.games.views:private_view_for",
    "bot.games.views:updates_for",
)
"""The functions that make a reader's messages of a game."""

LETTERS: Final = "bdfghjklmnpq"
"""The turns of a game for actions per second; each has three actions."""

TRIPS: Final = (*DISCORD, *BOTS, "terminal", "actions")


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output; the seed deals the boards."""

    runs: int
    games: int
    seed: int
    url: str


Spent: TypeAlias = tuple[float, float]
"""Wall seconds, and the seconds of this process's processor time."""


Rate: TypeAlias = tuple[float, float]
"""Actions per second, and an action's seconds of processor time."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The results of one kind of request: its distinct counts, and its times."""

    passages: Sequence[Passage]
    seconds: Sequence[Spent]

    def to_json(self) -> dict[str, Any]:
        """Return the results as plain JSON types."""
        return {
            "counts": [one.to_json() for one in self.passages],
            "seconds": [one for one, _ in self.seconds],
            "processor_seconds": [one for _, one in self.seconds],
        }


def main() -> None:
    """Print the requested measures."""
    options = _options()
    log_nowhere()
    configuration = Configuration(options.runs, options.games, options.seed, options.url)
    if not options.json:
        print(f"{configuration}\nchecksum: {default_pack().digest}", flush=True)
    trips = dict(_trips(configuration, options.only))
    rates = dict(_rates(options, configuration)) if "actions" in options.only else {}
    if options.json:
        print(json.dumps(_json(configuration, trips, rates), indent=1))
    else:
        print("\n".join(_table(trips, rates)))


def _trips(configuration: Configuration, only: Collection[str]) -> Iterator[tuple[str, Measured]]:
    """Yield the results of each requested kind of request."""
    for names, measure in ((DISCORD, on_discord), (BOTS, of_bots)):
        if wanted := [name for name in names if name in only]:
            with _address(configuration.url) as url:
                stage = measure(url, configuration.seed, wanted)
                yield from _both(stage, configuration.runs).items()
    if "terminal" in only:
        yield "terminal", _at_the_terminal(configuration)


# Printing.


def _table(trips: Mapping[str, Measured], rates: Mapping[str, Rate]) -> Iterator[str]:
    if trips:
        yield (
            f"{'':14} {'files':>6} {'functions':>9} {'calls':>6} {'statements':>10}"
            f" {'begun':>6} {'committed':>9} {'views':>6} {'ms':>8} {'processor':>9}"
        )
    for name, measured in trips.items():
        for number, one in enumerate(measured.passages):
            yield line(f"{name}, again" if number else name, one, measured.seconds)
            yield f"{'':14} statements: {_listed(one.statements)}"
            yield f"{'':14} made for readers: {_listed(one.tellers)}"
    for name, rate in rates.items():
        yield f"{name:30} {rate[0]:8.1f} actions/s {1000 * rate[1]:8.1f} ms of the processor each"


def line(name: str, passage: Passage, seconds: Sequence[Spent]) -> str:
    """Return a line of the table."""
    return (
        f"{name:14} {len(passage.files):6} {len(passage.functions):9} {passage.calls:6}"
        f" {passage.executed:10} {passage.begun:6} {passage.committed:9}"
        f" {passage.viewed:6} {_milliseconds(seconds)}"
    )


def _milliseconds(seconds: Sequence[Spent]) -> str:
    waited, worked = (1000 * median(times) for times in zip(*seconds, strict=True))
    return f"{waited:8.1f} {worked:9.1f}"


def _listed(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name.rpartition(':')[2]}" for name, number in numbers.items())


def _json(
    configuration: Configuration, trips: Mapping[str, Measured], rates: Mapping[str, Rate]
) -> dict[str, Any]:
    return {
        "configuration": asdict(configuration),
        "checksum": default_pack().digest,
        "trips": {name: one.to_json() for name, one in trips.items()},
        "actions_per_second": {name: rate for name, (rate, _) in rates.items()},
        "processor_seconds_of_an_action": {name: spent for name, (_, spent) in rates.items()},
    }


# Counting and timing.


def _both(stage: Stage, runs: int) -> Mapping[str, Measured]:
    """Return the results of timing, and of counting on a new stage."""
    trace = Trace(VIEWS, TELLERS)

    async def counted() -> Mapping[str, Sequence[Passage]]:
        async with stage() as trips:
            return {name: await _counted(trip, trace) for name, trip in trips.items()}

    async def timed() -> Mapping[str, Sequence[Spent]]:
        async with stage() as trips:
            return {name: await _timed(trip, runs) for name, trip in trips.items()}

    times = asyncio.run(timed())  # first, as it loads all modules
    with trace.installed():
        counts = asyncio.run(counted())
    return {name: Measured(_different(counts[name]), times[name]) for name in counts}


async def _counted(trip: Trip, trace: Trace) -> Sequence[Passage]:
    """Return the counts of two requests of the same kind."""
    passages = []
    for _ in range(3):
        await trip.ready(anew=True)
        trace.begin()
        await trip.go()
        if trip.whole:
            await trip.rest()
            await _quiet(trace)
        passages.append(trace.end())
        await trip.rest()
    return passages[1:]


async def _quiet(trace: Trace) -> None:
    """Wait until no function has been entered for a while."""
    before = -1
    while before < (before := len(trace.entered)):
        await asyncio.sleep(QUIET_SECONDS)


async def _timed(trip: Trip, runs: int) -> Sequence[Spent]:
    """Return the times of requests."""
    watch = Watch()
    for number in counted(range(runs + 1)):
        await trip.ready(anew=number == 0)
        watch.begin()
        await trip.go()
        watch.end()
        await trip.rest()
    return watch.spent[1:]


@dataclass(slots=True)
class Watch:
    """Records the time from each `begin` to its `end`."""

    spent: list[Spent] = field(default_factory=list)
    _began: Spent = (0.0, 0.0)

    def begin(self) -> None:
        """Start the clock."""
        self._began = (perf_counter(), process_time())

    def end(self) -> None:
        """Record the time."""
        waited, worked = self._began
        self.spent.append((perf_counter() - waited, process_time() - worked))


def _different(passages: Sequence[Passage]) -> Sequence[Passage]:
    """Return the first, and the second if it differs."""
    first, second = passages
    return (first,) if first == second else (first, second)


@contextmanager
def _address(url: str) -> Iterator[str]:
    """Yield the address of a migrated database, by default a temporary SQLite file."""
    if url:
        asyncio.run(upgrade(url))
        yield url
        return
    with sqlite() as made:
        yield made


# At the terminal.


def _at_the_terminal(configuration: Configuration) -> Measured:
    """Return the results of guesses on a screen that four people share."""
    watch, trace, passages = Watch(), Trace(VIEWS, TELLERS), list[Passage]()
    with progress(GUESSES + configuration.runs) as report:
        while len(watch.spent) < GUESSES + configuration.runs:
            with sqlite() as url:
                evening(url, configuration.seed, watch.begin, watch.end)
            report(len(watch.spent))
    with trace.installed():
        for _ in range(2):
            with sqlite() as url:
                evening(url, configuration.seed, trace.begin, lambda: passages.append(trace.end()))
    spent = watch.spent[GUESSES:][: configuration.runs]
    return Measured(_different(passages[1::GUESSES]), spent)


# Actions per second.


def _rates(options: argparse.Namespace, configuration: Configuration) -> Iterator[tuple[str, Rate]]:
    """Yield the rates on each database, of sequential and of parallel actions."""
    for name, url in _databases(options):
        for together in (False, True):
            how = f"{configuration.games} at once" if together else "one by one"
            rate = asyncio.run(_rate(url, configuration.games, together=together))
            yield f"{name}, {how}", rate


def _databases(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Yield the named database, or a temporary one of each kind."""
    if not options.url:
        yield from databases(options.postgresql)
        return
    with _address(options.url) as url:
        yield "database", url


async def _rate(url: str, number: int, *, together: bool) -> Rate:
    """Return the rate of actions in a number of games, after one that fills caches."""
    async with opened(url) as (games, _):
        tables = [await _lines(games, token_hex(4)) for _ in range(number + 1)]
        await _played(games, *tables[0])
        watch = Watch()
        watch.begin()
        if together:
            await asyncio.gather(*(_played(games, *table) for table in tables[1:]))
        else:
            for table in counted(tables[1:]):
                await _played(games, *table)
        watch.end()
    ((waited, worked),) = watch.spent
    actions = sum(len(lines) for _, lines in tables[1:])
    return actions / waited, worked / actions


async def _lines(games: Games, name: str) -> tuple[str, Sequence[tuple[str, str]]]:
    """Start a game at a table; return the table's name and the people's lines."""
    game_id, _ = await started(games, name)
    session = await games.session(game_id)
    (first,) = session.rules.to_act(session.state)
    cards = session.observe(first).cards
    teams = sorted(("blue", "red"), key=lambda team: not first.startswith(team))
    own = {
        team: iter([card.word for card in cards if card.key.name.lower() == team]) for team in teams
    }
    lines = list[tuple[str, str]]()
    for turn, letter in enumerate(LETTERS):
        team = teams[turn % len(teams)]
        spymaster, guesser = (sitter(f"{team}-{role}") for role in ("spymaster", "guesser"))
        lines += [(spymaster, f"clue zz{letter}zz 1"), (guesser, f"guess {next(own[team])}")]
        lines.append((guesser, "pass"))
    return name, lines


async def _played(games: Games, name: str, lines: Sequence[tuple[str, str]]) -> None:
    for who, said in lines:
        await say(games, name, who, said)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trips")
    parser.add_argument("--only", nargs="+", choices=TRIPS, default=TRIPS, metavar="NAME")
    parser.add_argument("--runs", type=int, default=30, help="requests to time")
    parser.add_argument("--games", type=int, default=16, help="games with actions per second")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--url", default="", help="a database instead of SQLite files")
    parser.add_argument(
        "--postgresql",
        default="postgresql://postgres@127.0.0.1:5432/postgres",
        help="a server on which to create a database",
    )
    parser.add_argument("--json", action="store_true", help="print all counts as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    main()
