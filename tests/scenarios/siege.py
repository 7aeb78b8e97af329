"""A working process is killed again and again; in the end its database is checked.

To print a report: ``python -m tests.scenarios.siege --kills 300 [--url DATABASE_URL]...``, which
creates missing tables. It ends with an error as soon as an action is lost or doubled.

"""

import argparse
import asyncio
import multiprocessing
from collections.abc import Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from random import Random
from time import monotonic
from typing import Any

from bot.games import GameId, Games, MessageTarget, MessageTasks
from bot.store.address import address
from bot.store.connection import Store
from bot.store.leases import new_holder
from bot.store.migration import upgrade
from bot.store.notify import Notifier
from tests.recorder import Recorder
from tests.scenarios.model import Game, check, games_kept
from tests.scenarios.people import Wish
from tests.scenarios.worker import (
    PLATFORMS,
    Acknowledged,
    Call,
    Ended,
    Job,
    Meant,
    Refused,
    Told,
    work,
)

TABLES = 3

LONGEST_SECONDS = 60.0
"""Seconds that a process may be silent."""

FEWEST, MOST = 40, 80
"""Acknowledgements between two kills."""

REPORTED = (
    "database",
    "kills",
    "actions acknowledged",
    "delivered again",
    "lost",
    "doubled",
    "messages checked",
    "seconds",
)

REPEATED = 10
"""Acknowledged deliveries that are repeated after each kill."""


@dataclass
class Siege:
    """The data outside the killed process: wishes, acknowledgements, messages."""

    url: str
    random: Random
    platforms: dict[str, Recorder] = field(
        default_factory=lambda: {name: Recorder(name) for name in PLATFORMS}
    )
    wishes: dict[str, Wish] = field(default_factory=dict)
    acknowledged: dict[str, Acknowledged] = field(default_factory=dict)
    kills: int = 0
    repeats: int = 0
    lost: int = 0
    doubled: int = 0

    def until_killed(self) -> None:
        """Start a process, and kill it at a random moment."""
        enough = len(self.acknowledged) + self.random.randint(FEWEST, MOST)
        with _Process(self._job()) as process:
            while len(self.acknowledged) < enough:
                self._hear(process, process.told())
            for _ in range(self.random.randint(0, 10)):
                self._hear(process, process.told())
            process.kill()
            for told in process.rest():
                self._hear(None, told)
        self.kills += 1

    def until_ended(self) -> None:
        """Run a process until it has delivered the open wishes and drawn the outdated messages."""
        with _Process(self._job(ends=True)) as process:
            while not isinstance(told := process.told(), Ended):
                self._hear(process, told)

    def _job(self, *, ends: bool = False) -> Job:
        """Return the job after a kill: all unacknowledged wishes, and some acknowledged ones."""
        opened = [wish for name, wish in self.wishes.items() if name not in self.acknowledged]
        known = [self.wishes[name] for name in self.acknowledged]
        again = opened + self.random.sample(known, min(REPEATED, len(known)))
        self.random.shuffle(again)
        return Job(self.url, self.kills, TABLES, tuple(again), ends)

    def _hear(self, process: "_Process | None", told: Told) -> None:
        match told:
            case Meant(wish=wish):
                self.wishes[wish.id] = wish
            case Acknowledged():
                self._acknowledge(told)
            case Refused(wish_id=wish_id, key=key):
                raise AssertionError(f"{self.wishes[wish_id]} was refused: {key}")
            case Call(number=number):
                answer = self._call(told)
                if process:
                    process.answer(number, answer)

    def _acknowledge(self, told: Acknowledged) -> None:
        earlier = self.acknowledged.setdefault(told.wish_id, told)
        assert earlier.game_id == told.game_id
        if earlier is not told:
            assert told.repeated
            self.repeats += 1

    def _call(self, call: Call) -> Any:
        try:
            return getattr(self.platforms[call.platform], call.method)(*call.arguments)
        except Exception as error:  # the other end raises it
            return error


class _Process:
    """A process with a job, seen from outside."""

    def __init__(self, job: Job) -> None:
        self._pipe: Connection[Any, Told]
        self._pipe, its = multiprocessing.Pipe()
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([work.__module__])
        self._process = context.Process(target=work, args=(its, job), daemon=True)
        self._process.start()
        its.close()

    def __enter__(self) -> "_Process":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._pipe.close()

    def told(self) -> Told:
        """Return the next message of the process."""
        assert self._pipe.poll(LONGEST_SECONDS), "the process is silent"
        return self._pipe.recv()

    def answer(self, number: int, answer: object) -> None:
        """Answer a call of the process."""
        self._pipe.send((number, answer))

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.join(LONGEST_SECONDS)

    def rest(self) -> Iterable[Told]:
        """Yield the messages that the process sent before its death."""
        try:
            while self._pipe.poll(LONGEST_SECONDS):
                yield self._pipe.recv()
        except (EOFError, OSError):
            return


def besiege(url: str, *, kills: int, seed: int) -> Siege:
    """Kill a process `kills` times, and check the database."""
    siege = Siege(url, Random(seed))
    for _ in range(kills):
        siege.until_killed()
    siege.until_ended()
    asyncio.run(_check(siege))
    return siege


async def _check(siege: Siege) -> None:
    async with Store.open(siege.url) as store:
        games = Games(store, Notifier(store, troubled=print))
        kept = await games_kept(games)
        _check_deliveries(siege, kept)
        for game in kept.values():
            await check(games, game, siege.wishes)
        for game_id, game in kept.items():
            await _check_drawings(siege, games, game_id, game)


def _check_deliveries(siege: Siege, kept: dict[GameId, Game]) -> None:
    """Check that every acknowledged wish is stored, at the version that was acknowledged."""
    every = [one for game in kept.values() for one in game.done]
    done = {one.id: one for one in every}
    siege.lost = len(siege.acknowledged.keys() - done.keys())
    siege.doubled = len(every) - len(done)
    assert (siege.lost, siege.doubled) == (0, 0)
    assert siege.wishes.keys() == siege.acknowledged.keys()
    for wish_id, told in siege.acknowledged.items():
        assert done[wish_id].game_id == told.game_id
        assert told.repeated or done[wish_id].version == told.version


async def _check_drawings(siege: Siege, games: Games, game_id: GameId, game: Game) -> None:
    """Check that every room shows the game's last version, in one message."""
    drawings = MessageTasks(games, new_holder())
    for name, platform in siege.platforms.items():
        assert await drawings.outdated(game_id, name) == ()
        for room in game.session.lobby.rooms:
            if room.platform == name:
                spot = MessageTarget(game_id, room)
                look = platform.board(spot)
                assert look == await games.view(game_id)
                assert look.version == game.session.version
        for message in platform.messages:
            assert message.versions == sorted(message.versions)
            assert len(platform.shown(message.spot)) == 1


def main() -> None:
    """Run sieges from the command line, and print their report in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m tests.scenarios.siege")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--url", action="append", help="a database; may be given twice")
    asked = parser.parse_args()
    rows = [[*REPORTED], ["---"] * len(REPORTED)]
    for url in asked.url or ["sqlite:///siege.spyring.db"]:
        asyncio.run(upgrade(url))
        begun = monotonic()
        siege = besiege(url, kills=asked.kills, seed=asked.seed)
        rows.append([*map(str, _reported(siege, monotonic() - begun))])
    print(*(f"| {' | '.join(row)} |" for row in rows), sep="\n")  # noqa: T201 - the report


def _reported(siege: Siege, seconds: float) -> tuple[object, ...]:
    """Return a siege's row of the report."""
    return (
        address(siege.url).get_backend_name(),
        siege.kills,
        len(siege.acknowledged),
        siege.repeats,
        siege.lost,
        siege.doubled,
        sum(len(platform.messages) for platform in siege.platforms.values()),
        round(seconds),
    )


if __name__ == "__main__":
    main()
