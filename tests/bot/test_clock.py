"""Turns end on time, once, and nobody loses time in which no process was there."""

import asyncio
from datetime import timedelta

from structlog.testing import capture_logs

from bot.clock import BEAT, SILENCE, Clock
from bot.games.clock import Due
from bot.lobby.model import TimeUp
from bot.store import leases
from core.codenames.model import ClueGiven, Identity, TurnEnd, TurnEnded, Uncovered
from core.rules import Seat
from tests.bot.bots import NOON, Salon, in_salon, place_name
from tests.bot.tables import Scripted

PERSON, BOT = Seat("blue-guesser-2"), Seat("blue-guesser")

TIMED = ("set clue-time 60", "set guess-time 90")


def clock(salon: Salon) -> Clock:
    """Return the clock of a process that starts now."""
    return Clock(salon.games, salon.players)


async def after(salon: Salon, service: Clock, seconds: float) -> None:
    """Let time pass, with the signs of life that are due in it."""
    while seconds > 0:
        stretch = min(seconds, BEAT.total_seconds())
        salon.hands.forward(seconds=stretch)
        await service.tick()
        seconds -= stretch


async def running(salon: Salon) -> Clock:
    service = clock(salon)
    await service.tick()
    return service


async def ends(salon: Salon) -> list[TurnEnd]:
    events = [one.event for one in (await salon.session()).log]
    return [event.end for event in events if isinstance(event, TurnEnded)]


async def told(salon: Salon) -> list[int]:
    _, log = await salon.games.history(salon.game_id)
    return [one.event.turn for one in log if isinstance(one.event, TimeUp)]


async def deadlines(salon: Salon) -> tuple[leases.DeadlineRow, ...]:
    async with salon.games.store.reading() as conn:
        return await leases.deadlines_of(conn, salon.game_id)


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
        # The clock had read the deadline of the clue before the clue was given.
        await service._see_to(row)
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


def test_bots_go_on_when_people_have_had_their_time(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await salon.say("blue-spymaster", "clue zephyr 2")
        await salon.rest()
        await after(salon, service, 59)
        assert not (await salon.public()).turns[-1].guesses
        await after(salon, service, 1)
        assert [guess.seat for guess in (await salon.public()).turns[-1].guesses] == [BOT]
        assert await deadlines(salon) == ()
        await salon.rest()
        assert [row.kind for row in await deadlines(salon)] == [Due.PATIENCE.value]

    in_salon(database_url, {BOT: Scripted()}, work, guessers=2)


def test_bots_patience_stands_still_with_the_clock(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await salon.say("blue-spymaster", "clue zephyr 2")
        await salon.say("host", "pause")
        await salon.rest()
        await after(salon, service, 600)
        await salon.say("host", "resume")
        await salon.rest()
        await after(salon, service, 59)
        assert not (await salon.public()).turns[-1].guesses
        await after(salon, service, 1)
        assert [guess.seat for guess in (await salon.public()).turns[-1].guesses] == [BOT]

    in_salon(sqlite_url, {BOT: Scripted()}, work, "set clock slow", guessers=2)


def test_patience_of_a_turn_that_is_over_moves_no_bot(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await salon.say("blue-spymaster", "clue zephyr 2")
        await salon.rest()
        bystander = (await salon.places(Identity.BYSTANDER))[0]
        await salon.say(PERSON, f"guess {place_name(bystander)}")
        await after(salon, service, 61)
        events = [one.event for one in (await salon.session()).log]
        assert [event.seat for event in events if isinstance(event, Uncovered)] == [PERSON]
        assert sum(isinstance(event, ClueGiven) for event in events) == 1
        assert await deadlines(salon) == ()

    in_salon(sqlite_url, {BOT: Scripted()}, work, guessers=2)


def test_patience_of_an_earlier_turn_moves_no_bot_that_waits_again(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await salon.say("blue-spymaster", "clue zephyr 2")
        await salon.rest()
        await after(salon, service, 45)
        bystanders = [place_name(place) for place in await salon.places(Identity.BYSTANDER)]
        await salon.say(PERSON, f"guess {bystanders[0]}")
        await salon.say("red-spymaster", "clue zephyr 2")
        await salon.say("red-guesser", f"guess {bystanders[1]}")
        await salon.say("blue-spymaster", "clue breeze 2")
        await salon.rest()
        await after(salon, service, 59)
        assert (await salon.public()).turns[-1].guesses == ()
        await after(salon, service, 1)
        assert [guess.seat for guess in (await salon.public()).turns[-1].guesses] == [BOT]

    in_salon(sqlite_url, {BOT: Scripted()}, work, guessers=2)


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
        service = Clock(salon.games, waiters)
        await service.tick()
        await salon.say("blue-spymaster", "clue zephyr 2")
        await salon.rest()
        with capture_logs() as logs:
            await after(salon, service, 60)
            await service.tick()
            assert waiters.tried == 1
            await after(salon, service, 45)
        assert waiters.tried == 2
        assert {entry["event"] for entry in logs} == {"deadline-failed"}
        assert logs[0]["game"] == salon.game_id
        assert "assassin" not in repr(logs)

    in_salon(sqlite_url, {BOT: Scripted()}, work, guessers=2)
