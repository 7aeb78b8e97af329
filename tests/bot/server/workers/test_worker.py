"""Work on games continues, whatever happens to one of them or to the database."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from structlog.testing import capture_logs

from bot.games.requests import GameGone
from bot.identity import GameId
from bot.server.workers.worker import (
    FIRST_JOB_RETRY_SECONDS,
    SWEEP_SECONDS,
    SWEPT_AT_ONCE,
    GameWorker,
)
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.notify import Change, Notifier

ABC, XYZ = GameId("abc"), GameId("xyz")
GUARD_SECONDS = 30


@dataclass
class Office:
    """Work on games that records its steps, with events to wait for."""

    notifier: Notifier
    everything: tuple[GameId, ...] = ()
    slow: frozenset[GameId] = frozenset({ABC})
    done: list[str] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    faults: list[Exception] = field(default_factory=list)
    waits: list[timedelta] = field(default_factory=list)
    versions: list[int | None] = field(default_factory=list)
    may_go: asyncio.Event = field(default_factory=asyncio.Event)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    swept: int = 0

    async def work(self, game_id: GameId, version: int | None) -> timedelta | None:
        self._tell(f"{game_id} begun")
        self.versions.append(version)
        if game_id in self.slow:
            await self.may_go.wait()
            if self.faults:
                raise self.faults.pop(0)
        self._tell(f"{game_id} done")
        return self.waits.pop() if self.waits else None

    async def all_games(self) -> Iterable[GameId]:
        self.swept += 1
        return self.everything

    async def pause(self, seconds: float) -> None:
        """End pauses after faults at once; the sweep's pause never ends."""
        self.pauses.append(seconds)
        if seconds == SWEEP_SECONDS:
            await asyncio.Event().wait()

    @property
    def retries(self) -> list[float]:
        """The pauses other than those between sweeps."""
        return [seconds for seconds in self.pauses if seconds != SWEEP_SECONDS]

    def change(self, game_id: GameId, version: int) -> None:
        self.notifier.publish(Change(game_id, version))

    async def until(self, count: int) -> list[str]:
        """Return the recorded steps, once there are this many."""
        async with asyncio.timeout(GUARD_SECONDS):
            while len(self.done) < count:
                self.news.clear()
                await self.news.wait()
        return self.done

    def _tell(self, entry: str) -> None:
        self.done.append(entry)
        self.news.set()


def _in_office(
    folder: Path,
    work: Callable[[Office], Awaitable[None]],
    *games: GameId,
    slow: frozenset[GameId] = frozenset({ABC}),
) -> Office:
    async def run() -> Office:
        async with Store.open(f"sqlite:///{folder}/x.db") as store:
            office = Office(Notifier(store, troubled=print), games, slow)
            errands = GameWorker("errands", office.work, office.all_games, pause=office.pause)
            task = asyncio.create_task(errands.run(office.notifier))
            try:
                while not office.swept:
                    await asyncio.sleep(0)
                await work(office)
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
            return office

    return asyncio.run(run())


def test_all_games_are_looked_at_in_the_beginning(tmp_path: Path) -> None:
    async def work(office: Office) -> None:
        assert await office.until(2) == ["xyz begun", "xyz done"]

    _in_office(tmp_path, work, XYZ)


def test_a_sweep_of_many_games_holds_a_few_at_a_time_and_no_change_waits(tmp_path: Path) -> None:
    games = [GameId(f"game{number}") for number in range(2 * SWEPT_AT_ONCE)]

    async def work(office: Office) -> None:
        assert len(await office.until(SWEPT_AT_ONCE)) == SWEPT_AT_ONCE
        office.change(XYZ, 1)
        assert (await office.until(SWEPT_AT_ONCE + 2))[-2:] == ["xyz begun", "xyz done"]
        office.may_go.set()
        done = await office.until(4 * SWEPT_AT_ONCE + 2)
        assert {entry for entry in done if entry.endswith("done")} >= {
            f"{one} done" for one in games
        }

    _in_office(tmp_path, work, *games, slow=frozenset(games))


def test_a_game_that_changes_while_it_is_seen_to_is_seen_to_once_more(tmp_path: Path) -> None:
    async def work(office: Office) -> None:
        office.change(ABC, 1)
        await office.until(1)
        for version in (2, 3, 4):
            office.change(ABC, version)
            await asyncio.sleep(0)
        assert office.done == ["abc begun"]
        office.may_go.set()
        assert await office.until(4) == ["abc begun", "abc done"] * 2
        assert office.versions == [1, 4]

    _in_office(tmp_path, work)


def test_games_do_not_wait_for_each_other(tmp_path: Path) -> None:
    async def work(office: Office) -> None:
        office.change(ABC, 1)
        await office.until(1)
        office.change(XYZ, 1)
        assert (await office.until(3))[1:] == ["xyz begun", "xyz done"]

    _in_office(tmp_path, work)


def test_a_game_is_looked_at_again_after_the_time_that_its_errand_named(tmp_path: Path) -> None:
    async def work(office: Office) -> None:
        office.waits = [timedelta(seconds=31)]
        office.change(XYZ, 1)
        assert await office.until(4) == ["xyz begun", "xyz done"] * 2
        assert office.pauses[-1] == 31.0

    _in_office(tmp_path, work)


def test_while_the_database_fails_an_errand_is_tried_again_less_and_less_often(
    tmp_path: Path,
) -> None:
    async def work(office: Office) -> None:
        office.faults = [StoreFault(Fault.LOST, "gone"), StoreFault(Fault.FULL, "full")]
        office.may_go.set()
        office.change(ABC, 1)
        assert (await office.until(4))[-1] == "abc done"

    with capture_logs() as logs:
        office = _in_office(tmp_path, work)
    assert [told["event"] for told in logs] == ["database-fault"] * 2
    assert [(told["game"], told["code"]) for told in logs] == [("abc", "gone"), ("abc", "full")]
    assert office.retries == [FIRST_JOB_RETRY_SECONDS, 2 * FIRST_JOB_RETRY_SECONDS]


def test_the_pauses_between_tries_grow_from_half_a_second_to_half_a_minute(tmp_path: Path) -> None:
    async def work(office: Office) -> None:
        office.faults = [StoreFault(Fault.LOST, "gone")] * 8
        office.may_go.set()
        office.change(ABC, 1)
        await office.until(10)

    office = _in_office(tmp_path, work)
    assert office.retries == [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]


def test_a_fault_of_ours_is_told_without_its_words_and_ends_only_its_own_errand(
    tmp_path: Path,
) -> None:
    async def work(office: Office) -> None:
        office.faults = [RuntimeError("the assassin is A1")]
        office.may_go.set()
        office.change(ABC, 1)
        await office.until(1)
        office.change(XYZ, 1)
        await office.until(3)
        office.change(ABC, 2)
        assert (await office.until(5))[-1] == "abc done"

    with capture_logs() as logs:
        _in_office(tmp_path, work)
    (told,) = logs
    assert told["event"] == "errand-failed"
    assert told["fault"].startswith("RuntimeError in work, test_worker.py:")
    assert "assassin" not in repr(told)


def test_a_game_that_is_gone_is_no_fault(tmp_path: Path) -> None:
    async def work(office: Office) -> None:
        office.faults = [GameGone()]
        office.may_go.set()
        office.change(ABC, 1)
        await office.until(1)
        office.change(XYZ, 1)
        assert (await office.until(3))[-1] == "xyz done"

    with capture_logs() as logs:
        _in_office(tmp_path, work)
    assert logs == []
