"""Bots wait for the people of their team, by the table's clock."""

from datetime import timedelta

import pytest

from bot.games.deadlines import PATIENCE, DeadlineKind
from core.codenames.model import Identity, Uncovered
from core.rules import Seat
from tests.bot.bots import Salon, everybody, in_salon, place_name
from tests.bot.hours import after, deadlines, leap, left, running
from tests.bot.tables import Scripted

pytestmark = pytest.mark.either_database

PERSON, BOT = Seat("blue-guesser-2"), Seat("blue-guesser")
USUAL = PATIENCE.total_seconds()


def beside(url: str, work: object, *lines: str, bot: Scripted | None = None) -> None:
    """Play in one team with a person and a bot that wants A1, after the host's `lines`."""

    async def after_clue(salon: Salon) -> None:
        await salon.say("blue-spymaster", "clue zephyr 3")
        await salon.rest()
        await work(salon)  # type: ignore[operator]

    in_salon(url, {BOT: bot or Scripted()}, after_clue, *lines, guessers=2)


async def guessers(salon: Salon) -> list[Seat]:
    """Return the seats that have uncovered cards, in order."""
    events = [one.event for one in (await salon.session()).log]
    return [event.seat for event in events if isinstance(event, Uncovered)]


async def patience(salon: Salon) -> timedelta:
    """Return the time that bots will still wait."""
    (row,) = await deadlines(salon, DeadlineKind.PATIENCE)
    return left(salon, row)


# Without a clock.


def test_each_move_puts_off_when_bots_go_on_and_nothing_else_does(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        assert await patience(salon) == PATIENCE
        salon.hands.forward(seconds=20)
        await salon.act()
        await salon.say("passer-by", "join")
        assert await patience(salon) == PATIENCE - timedelta(seconds=20)
        await salon.say(PERSON, "mark A2")
        assert await patience(salon) == PATIENCE

    beside(database_url, work)


def test_patience_is_set_with_the_move_that_bots_wait_after(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.say("blue-spymaster", "clue zephyr 3")
        assert await patience(salon) == PATIENCE

    in_salon(sqlite_url, {BOT: Scripted()}, work, guessers=2)


def test_whoever_sits_down_beside_a_bot_has_all_its_patience(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        salon.hands.forward(seconds=20)
        await salon.say(PERSON, "leave")
        assert await deadlines(salon) == ()
        await salon.say("passer-by", f"chair {PERSON}")
        assert await patience(salon) == PATIENCE

    beside(sqlite_url, work)


def test_bots_without_people_beside_them_set_no_deadline(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.rest()
        assert await deadlines(salon) == ()

    in_salon(sqlite_url, everybody(), work)


def test_bots_whose_table_gives_them_no_patience_wait_for_ever(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.say("blue-spymaster", "clue zephyr 3")
        await salon.rest()
        assert await deadlines(salon) == ()

    in_salon(sqlite_url, {BOT: Scripted()}, work, patience=None, guessers=2)


def test_bots_go_on_when_people_have_had_their_time(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await leap(salon, service, USUAL - 1)
        assert await guessers(salon) == []
        await after(salon, service, 1)
        assert await guessers(salon) == [BOT]
        assert await patience(salon) == PATIENCE

    beside(database_url, work)


# With a clock.


def test_in_slow_play_bots_leave_a_turn_to_people_until_its_last_hour(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await leap(salon, service, 23 * 3600 - 1)
        assert await guessers(salon) == []
        await leap(salon, service, 1)
        assert await guessers(salon) == [BOT]
        await salon.rest()
        await leap(salon, service, USUAL - 1)
        assert await guessers(salon) == [BOT]
        await leap(salon, service, 1)
        assert await guessers(salon) == [BOT, BOT]

    beside(database_url, work, "set clock slow")


def test_a_move_late_in_slow_play_has_the_usual_time_for_an_answer(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await leap(salon, service, 22 * 3600)
        await salon.say(PERSON, "mark A2")
        assert await patience(salon) == timedelta(hours=1)
        await leap(salon, service, 3600 - 60)
        await salon.say(PERSON, "unmark A2")
        assert await patience(salon) == PATIENCE

    beside(sqlite_url, work, "set clock slow")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("lines", "seconds"),
    [
        (["set clock slow", "set hours 1"], 3600 * 7 / 8),
        (["set clock slow", "set hours 168"], 167 * 3600),
        (["set clock enforced", "set guess-time 90"], 45),
        (["set clock enforced", "set guess-time 20m"], USUAL),
        (["set clock advisory", "set guess-time 90"], 45),
        (["set clock advisory", "set guess-time 20m"], USUAL),
    ],
)
def test_bots_leave_people_at_least_half_of_the_guessers_time_and_most_of_it_in_slow_play(
    sqlite_url: str, lines: list[str], seconds: float
) -> None:
    async def work(salon: Salon) -> None:
        assert await patience(salon) == timedelta(seconds=seconds)

    beside(sqlite_url, work, *lines)


def test_bots_divide_what_is_left_of_a_turn_that_ends(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await after(salon, service, 45)
        assert await guessers(salon) == [BOT]
        await salon.rest()
        assert await patience(salon) == timedelta(seconds=22.5)

    beside(sqlite_url, work, "set clock enforced", "set guess-time 90")


def test_bots_wait_as_long_when_a_time_is_up_that_ends_nothing(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await salon.say("host", "pause")
        await salon.say("host", "resume")
        for _ in range(3):
            await after(salon, service, 40)
            await salon.say(PERSON, "mark A2")
            await salon.say(PERSON, "unmark A2")
        assert await patience(salon) == timedelta(seconds=45)

    beside(sqlite_url, work, "set clock advisory", "set guess-time 90")


# Stopped clocks, and ends.


def test_bots_patience_stands_still_with_the_clock(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await after(salon, service, 5)
        await salon.say("host", "pause")
        await salon.say(PERSON, "mark A2")
        (row,) = await deadlines(salon, DeadlineKind.PATIENCE)
        assert (row.due_at, row.rest_seconds) == (None, 42.5)
        await after(salon, service, 600)
        await salon.say("host", "resume")
        await after(salon, service, 42)
        assert await guessers(salon) == []
        await after(salon, service, 1)
        assert await guessers(salon) == [BOT]

    beside(sqlite_url, work, "set clock enforced", "set guess-time 90")


def test_patience_of_a_turn_that_is_over_moves_no_bot(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        bystander = (await salon.places(Identity.BYSTANDER))[0]
        await salon.say(PERSON, f"guess {place_name(bystander)}")
        assert await deadlines(salon) == ()
        version = (await salon.session()).version
        await leap(salon, service, USUAL + 1)
        assert (await salon.session()).version == version

    beside(sqlite_url, work)


def test_patience_of_an_earlier_turn_moves_no_bot_that_waits_again(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        service = await running(salon)
        await leap(salon, service, USUAL - 15)
        bystanders = [place_name(place) for place in await salon.places(Identity.BYSTANDER)]
        await salon.say(PERSON, f"guess {bystanders[0]}")
        await salon.say("red-spymaster", "clue zephyr 2")
        await salon.say("red-guesser", f"guess {bystanders[1]}")
        await salon.say("blue-spymaster", "clue breeze 2")
        await salon.rest()
        await leap(salon, service, USUAL - 1)
        assert BOT not in await guessers(salon)
        await leap(salon, service, 1)
        assert (await guessers(salon))[-1] == BOT

    beside(sqlite_url, work)
