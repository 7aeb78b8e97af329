"""Turns end on time, once, and players lose no time while no process runs."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import pytest
from structlog.testing import capture_logs

from bot.games.deadlines import PATIENCE
from bot.lobby.game_events import TimeUp
from bot.server.workers.clock import CLAIMED, DEADLINE_LEASE, SILENCE, Clock
from bot.store import leases
from bot.store.leases import PUBLIC, new_holder
from bot.store.messages import MessageRow, outdated_messages, put_message
from bot.store.notify import ChangesMissed
from core.codenames.model import TurnEnd, TurnEnded
from core.rules import Seat
from tests.bot.bots import NOON, Salon, in_salon
from tests.bot.hours import after, clock, deadlines, left, running
from tests.bot.tables import Scripted

pytestmark = pytest.mark.either_database

BOT = Seat("blue-guesser")

TIMED = ("set clue-time 60", "set guess-time 90")

WHILE = 10.0
"""Seconds after which an event counts as lost."""


async def ends(salon: Salon) -> list[TurnEnd]:
    events = [one.event for one in (await salon.session()).log]
    return [event.end for event in events if isinstance(event, TurnEnded)]


async def told(salon: Salon) -> list[int]:
    _, log = await salon.games.history(salon.game_id)
    return [one.event.turn for one in log if isinstance(one.event, TimeUp)]


def test_an_enforced_clock_ends_a_turn_when_its_time_is_up(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await after(salon, service, 59)
        assert await ends(salon) == []
        await after(salon, service, 1)
        assert await ends(salon) == [TurnEnd.EXPIRED]
        assert (await salon.public()).number == 2
        await after(salon, service, 60)
        assert await ends(salon) == [TurnEnd.EXPIRED] * 2

    in_salon(database_url, {}, work, "set clock enforced", *TIMED)


def test_a_clue_starts_the_guessers_time(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await after(salon, service, 50)
        await salon.say("blue-spymaster", "clue zephyr 2")
        await after(salon, service, 89)
        assert await ends(salon) == []
        await after(salon, service, 1)
        assert await ends(salon) == [TurnEnd.EXPIRED]

    in_salon(sqlite_url, {}, work, "set clock enforced", *TIMED)


def test_a_clue_that_comes_while_the_clock_strikes_is_not_cut_off(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        salon.hands.forward(seconds=60)
        (row,) = await deadlines(salon)
        await salon.say("blue-spymaster", "clue zephyr 2")
        # The clock read the clue's deadline before the clue was given.
        await service._handle(row)
        assert await ends(salon) == []
        assert [row.due_at for row in await deadlines(salon)] == [
            salon.hands.moment + timedelta(seconds=90)
        ]

    in_salon(sqlite_url, {}, work, "set clock enforced", *TIMED)


def test_an_advisory_clock_tells_the_table_once_of_the_clue_and_once_of_the_guesses(
    database_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await after(salon, service, 70)
        assert await told(salon) == [1]
        await after(salon, service, 70)
        assert await told(salon) == [1]
        await salon.say("blue-spymaster", "clue zephyr 2")
        await after(salon, service, 90)
        assert await told(salon) == [1, 1]
        assert await ends(salon) == []

    in_salon(database_url, {}, work, "set clock advisory", *TIMED)


@pytest.mark.slow
def test_slow_play_counts_hours(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await after(salon, service, 2 * 3600 - 1)
        assert await ends(salon) == []
        await after(salon, service, 1)
        assert await ends(salon) == [TurnEnd.EXPIRED]

    in_salon(sqlite_url, {}, work, "set clock slow", "set hours 2")


def test_a_pause_keeps_what_is_left_of_a_turn(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await after(salon, service, 40)
        await salon.say("host", "pause")
        await after(salon, service, 600)
        assert await ends(salon) == []
        await salon.say("host", "resume")
        await after(salon, service, 19)
        assert await ends(salon) == []
        await after(salon, service, 1)
        assert await ends(salon) == [TurnEnd.EXPIRED]

    in_salon(sqlite_url, {}, work, "set clock enforced", *TIMED)


def test_after_downtime_the_rest_of_the_turn_is_granted(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        await after(salon, await running(salon), 45)
        salon.hands.forward(hours=3)
        with capture_logs() as logs:
            service = await running(salon)
        assert [entry["event"] for entry in logs] == ["deadlines-postponed"]
        await after(salon, service, 14)
        assert await ends(salon) == []
        await after(salon, service, 1)
        assert await ends(salon) == [TurnEnd.EXPIRED]

    in_salon(database_url, {}, work, "set clock enforced", *TIMED)


def test_whoever_shows_moments_looks_again_when_they_were_put_off(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        session = await salon.session()
        shown = MessageRow(session.game_id, session.lobby.rooms[0], PUBLIC, "m1", session.version)
        await after(salon, service := await running(salon), 45)
        async with salon.games.store.writing() as conn:
            await put_message(conn, shown)
        salon.hands.forward(hours=3)
        with salon.games.notifier.subscribe() as changes:
            await service.tick()
            async with asyncio.timeout(WHILE):
                assert await anext(changes) == ChangesMissed()
        async with salon.games.store.reading() as conn:
            assert [row.handle for row in await outdated_messages(conn)] == ["m1"]

    in_salon(sqlite_url, {}, work, "set clock enforced", *TIMED)


def test_a_process_that_comes_looks_at_what_another_has_put_off(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await running(salon)
        with salon.games.notifier.subscribe() as changes:
            await running(salon)
            async with asyncio.timeout(WHILE):
                assert await anext(changes) == ChangesMissed()

    in_salon(sqlite_url, {}, work, "set clock enforced", *TIMED)


def test_two_processes_that_start_at_once_grant_it_once(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        await after(salon, await running(salon), 45)
        salon.hands.forward(hours=3)
        one, other = clock(salon), clock(salon)
        await asyncio.gather(one.tick(), other.tick())
        (row,) = await deadlines(salon)
        assert row.due_at == salon.hands.moment + timedelta(seconds=15)

    in_salon(database_url, {}, work, "set clock enforced", *TIMED)


def test_a_process_that_starts_beside_a_living_one_grants_nothing(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await running(salon)
        salon.hands.forward(seconds=SILENCE.total_seconds())
        (before,) = await deadlines(salon)
        await running(salon)
        assert await deadlines(salon) == (before,)
        gap = SILENCE + timedelta(seconds=1)
        salon.hands.forward(seconds=gap.total_seconds())
        await running(salon)
        assert [row.due_at for row in await deadlines(salon)] == [
            NOON + gap + timedelta(seconds=60)
        ]

    in_salon(sqlite_url, {}, work, "set clock enforced", *TIMED)


def test_a_process_that_slept_with_its_machine_grants_the_rest_too(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await after(salon, service, 45)
        salon.hands.forward(hours=3)
        await service.tick()
        assert await ends(salon) == []

    in_salon(sqlite_url, {}, work, "set clock enforced", *TIMED)


@pytest.mark.sampled
@pytest.mark.parametrize("by", [30.0, 7200.0, -30.0, -7200.0])
def test_a_clock_that_is_set_takes_no_time_from_a_turn_and_gives_none(
    database_url: str, by: float
) -> None:
    async def work(salon: Salon) -> None:
        one = await running(salon)
        salon.hands.forward(seconds=1)
        other = await running(salon)

        await ticks(salon, (one, other), 44)
        salon.hands.set(seconds=by)
        await ticks(salon, (one, other), 14)
        assert await ends(salon) == []
        await ticks(salon, (one, other), 1)
        assert await ends(salon) == [TurnEnd.EXPIRED]

    in_salon(database_url, {}, work, "set clock enforced", *TIMED)


async def ticks(salon: Salon, services: Sequence[Clock], seconds: int) -> None:
    """Advance the clock by seconds; after each, all processes handle deadlines."""
    for _ in range(seconds):
        salon.hands.forward(seconds=1)
        for service in services:
            await service.tick()


@pytest.mark.sampled
@pytest.mark.parametrize("apart", [None, 0, 4])
def test_a_turn_lasts_no_longer_after_a_process_that_died_with_its_clock_ahead(
    database_url: str, apart: int | None
) -> None:
    """This holds if one process starts after it, or two at once, or one after the other."""

    async def work(salon: Salon) -> None:
        await after(salon, await running(salon), 45)
        salon.hands.set(hours=-3)
        services = [await running(salon)]
        if apart is not None:
            await ticks(salon, services, apart)
            services.append(await running(salon))
        await ticks(salon, services, 10)
        (row,) = await deadlines(salon)
        assert timedelta(seconds=50) <= left(salon, row) <= timedelta(seconds=60)
        await ticks(salon, services, 49)
        assert await ends(salon) == []
        await ticks(salon, services, 11)
        assert await ends(salon) == [TurnEnd.EXPIRED]

    in_salon(database_url, {}, work, "set clock enforced", *TIMED)


def test_a_turn_that_a_process_without_deadlines_begins_ahead_of_others_lasts_no_longer(
    database_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        salon.hands.set(hours=3)
        await salon.say("blue-spymaster", "clue zephyr 2")
        salon.hands.set(hours=-3)
        await ticks(salon, [service], 10)
        (row,) = await deadlines(salon)
        assert timedelta(seconds=80) <= left(salon, row) <= timedelta(seconds=90)

    in_salon(database_url, {}, work, "set clock enforced", *TIMED)


def test_a_deadline_that_is_bounded_is_shown_anew_and_told_to_operators(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        session = await salon.session()
        shown = MessageRow(session.game_id, session.lobby.rooms[0], PUBLIC, "m1", session.version)
        async with salon.games.store.writing() as conn:
            await put_message(conn, shown)
        salon.hands.set(hours=-3)
        service = await running(salon)
        with salon.games.notifier.subscribe() as changes, capture_logs() as logs:
            await ticks(salon, [service], 10)
            async with asyncio.timeout(WHILE):
                assert await anext(changes) == ChangesMissed()
        assert [entry["event"] for entry in logs] == ["deadlines-bounded"]
        async with salon.games.store.reading() as conn:
            assert [row.handle for row in await outdated_messages(conn)] == ["m1"]

    in_salon(sqlite_url, {}, work, "set clock enforced", *TIMED)


def test_a_pause_keeps_no_more_of_a_turn_than_its_length(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        salon.hands.set(hours=-3)
        await salon.say("host", "pause")
        await salon.say("host", "resume")
        (row,) = await deadlines(salon)
        assert left(salon, row) == timedelta(seconds=60)

    in_salon(sqlite_url, {}, work, "set clock enforced", *TIMED)


def test_an_uncounted_sign_of_an_earlier_version_moves_no_deadline_back(sqlite_url: str) -> None:
    """It named the latest moment that any process had known, so the deadlines may be right."""

    async def work(salon: Salon) -> None:
        async with salon.games.store.writing() as conn:
            await leases.put_bookmark(conn, "alive", NOON + timedelta(hours=2))
        (before,) = await deadlines(salon)
        await after(salon, await running(salon), 30)
        assert await deadlines(salon) == (before,)

    in_salon(sqlite_url, {}, work, "set clock enforced", *TIMED)


def test_a_process_that_starts_behind_a_living_one_moves_no_deadline(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        ahead = await running(salon)
        (before,) = await deadlines(salon)
        salon.hands.set(minutes=-2)
        behind = await running(salon)
        for _ in range(9):
            salon.hands.set(minutes=2)
            salon.hands.forward(seconds=2)
            await ahead.tick()
            salon.hands.set(minutes=-2)
            await behind.tick()
        assert await deadlines(salon) == (before,)

    in_salon(sqlite_url, {}, work, "set clock enforced", *TIMED)


def test_two_clocks_end_a_turn_once(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        one, other = await running(salon), await running(salon)
        salon.hands.forward(seconds=44)
        await one.tick()
        salon.hands.forward(seconds=16)
        await asyncio.gather(one.tick(), other.tick())
        assert await ends(salon) == [TurnEnd.EXPIRED]
        assert (await salon.public()).number == 2

    in_salon(database_url, {}, work, "set clock enforced", *TIMED)


def test_deadlines_of_a_stopped_game_vanish(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await salon.say("blue-spymaster", "clue zephyr 2")
        await salon.rest()
        await salon.say("host", "stop")
        await after(salon, service, 120)
        assert await deadlines(salon) == ()

    in_salon(sqlite_url, {BOT: Scripted()}, work, guessers=2)


def test_a_deadline_that_a_killed_process_was_seeing_to_is_seen_to_within_seconds(
    database_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        killed, service = new_holder(), await running(salon)
        await after(salon, service, 59)
        salon.hands.forward(seconds=1)
        (row,) = await deadlines(salon)
        key = f"{row.game_id}:{row.turn}:{row.kind}"
        now = salon.hands.moment
        async with salon.games.store.writing() as conn:
            await leases.show_life(conn, killed, now)
            assert await leases.claim(conn, DEADLINE_LEASE, key, killed, CLAIMED, now)
        await after(salon, service, leases.PROCESS_TTL.total_seconds())
        assert await ends(salon) == []
        await after(salon, service, 1)
        assert await ends(salon) == [TurnEnd.EXPIRED]

    in_salon(database_url, {}, work, "set clock enforced", *TIMED)


class Stumbling:
    """Bots that fail."""

    tried = 0

    async def act(self, *_: object, **__: object) -> None:
        self.tried += 1
        raise RuntimeError("the assassin is A1")


def test_a_deadline_that_fails_is_told_and_tried_again_when_its_lease_has_ended(
    sqlite_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        waiters = Stumbling()
        service = Clock(salon.games, waiters, salon.hands.steady())
        await service.tick()
        await salon.say("blue-spymaster", "clue zephyr 2")
        await salon.rest()
        with capture_logs() as logs:
            await after(salon, service, PATIENCE.total_seconds())
            await service.tick()
            assert waiters.tried == 1
            await after(salon, service, 45)
        assert waiters.tried == 2
        assert {entry["event"] for entry in logs} == {"deadline-failed"}
        assert logs[0]["game"] == salon.game_id
        assert "assassin" not in repr(logs)

    in_salon(sqlite_url, {BOT: Scripted()}, work, guessers=2)
