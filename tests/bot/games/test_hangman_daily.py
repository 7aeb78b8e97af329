"""The word of the day: once a day in a guild, by any member."""

import asyncio
from typing import Any

import pytest

from bot.games.requests import OtherGame, Submission
from bot.games.service import Games
from bot.identity import GuildId, Room
from bot.lobby.model import Status
from bot.store.connection import Store
from bot.store.notify import Notifier
from core.hangman.options import Dealer
from core.rules import Refusal
from tests.bot.games.gallows import ATTIC, NOON, Gallows, at_gallows
from tests.bot.games.parlour import GUILD, ROOM, person

pytestmark = pytest.mark.either_database

FAR = Room(ROOM.platform, "far")
AWAY = GuildId("recorder:away")


async def refusal(table: Gallows, room: Room = ATTIC, **values: Any) -> OtherGame:
    """Return the refusal of a table, which names the other game."""
    with pytest.raises(OtherGame) as refused:
        await table.open("bob", room=room, **values)
    return refused.value


def test_the_word_of_the_day_is_of_the_present_day_and_begins_at_once(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily=True, guessers=3)
        session = await table.session()
        options = session.options
        assert session.lobby.status is Status.RUNNING
        assert options.daily == "2026-11-21"
        assert (options.dealer, options.length, options.lives) == (Dealer.HONEST, 6, 8)
        assert options.guessers == 3

    at_gallows(database_url, work)


def test_nobody_outside_says_which_day_it_is(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily="2020-02-02")
        assert (await table.session()).options.daily == "2026-11-21"

    at_gallows(sqlite_url, work)


def test_a_second_one_is_refused_with_where_the_first_is_and_when_the_next_comes(
    database_url: str,
) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily=True)
        first = table.game_id
        running = await refusal(table, daily="on")
        assert running.phrase.key == "daily-running"
        assert (running.game_id, dict(running.phrase.params)) == (
            first,
            {"game": "hangman", "hours": 12},
        )
        await table.find("ann")
        table.later(hours=11, minutes=1)
        over = await refusal(table, daily=True)
        assert over.phrase.key == "daily-over"
        assert (over.game_id, dict(over.phrase.params)) == (
            first,
            {"game": "hangman", "hours": 1},
        )
        table.later(hours=1)
        await table.open(daily=True)
        assert (await table.session()).options.daily == "2026-11-22"

    at_gallows(database_url, work)


def test_a_game_that_was_stopped_goes_on_where_it_was_for_whoever_opens_it(
    database_url: str,
) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily=True)
        first, word = table.game_id, await table.word()
        await table.say("ann", f"guess {word[0]}")
        before = (await table.session()).state
        await table.say("ann", "stop")
        await table.open("bob", room=ATTIC, daily=True)
        after = await table.session()
        assert (table.game_id, after.state) == (first, before)
        assert after.lobby.status is Status.RUNNING
        assert after.lobby.rooms == (ATTIC, ROOM)
        assert after.lobby.host == person("bob").user
        assert await table.games.current(ATTIC) == first
        assert await table.refused("ann", "stop") == "table-stop-host"
        assert (await refusal(table, daily=True)).phrase.key == "daily-running"
        await table.find("bob")
        assert (await refusal(table, daily=True)).phrase.key == "daily-over"
        guild, ann = await table.score(None, days=True), await table.score("ann", days=True)
        assert (guild.played, guild.streak, ann.streak) == (1, 1, 1)

    at_gallows(database_url, work)


def test_who_stops_it_learns_no_more_of_the_word_than_all_have_seen(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily=True)
        word = await table.word()
        await table.say("ann", "stop")
        for user in (None, person("ann").user):
            look = await table.games.view(table.game_id, user)
            assert word not in repr(look).casefold()

    at_gallows(sqlite_url, work)


def test_it_leaves_rooms_that_play_another_game_by_then(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily=True)
        first = table.game_id
        await table.say("ann", "stop")
        await table.open(daily=False)
        other = table.game_id
        assert (await refusal(table, ROOM, daily=True)).phrase.key == "room-busy"
        await table.open("bob", room=ATTIC, daily=True)
        assert table.game_id == first
        assert (await table.session()).lobby.rooms == (ATTIC,)
        assert await table.games.current(ROOM) == other

    at_gallows(sqlite_url, work)


def test_a_press_that_comes_again_does_not_let_it_go_on_twice(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily=True, delivery="first")
        await table.say("ann", "stop")
        assert (await table.open(daily=True, delivery="first")).repeated
        assert (await table.session()).lobby.status is Status.STOPPED
        await table.open("bob", daily=True, delivery="second")
        await table.say("bob", "stop")
        assert (await table.open("bob", daily=True, delivery="second")).repeated
        assert (await table.session()).lobby.status is Status.STOPPED

    at_gallows(database_url, work)


def test_of_two_who_let_it_go_on_at_once_one_does(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily=True)
        await table.say("ann", "stop")
        tried = await asyncio.gather(
            *(
                table.games.open(person(name, room), "hangman", {"daily": True}, at_once=True)
                for name, room in (("ann", ROOM), ("bob", ATTIC), ("cat", ROOM))
            ),
            return_exceptions=True,
        )
        refused = [answer for answer in tried if isinstance(answer, Refusal)]
        assert {answer.phrase.key for answer in refused} == {"daily-running"}
        assert len(refused) == 2

    at_gallows(database_url, work)


def test_a_word_of_the_day_that_was_stopped_is_none_of_the_next_day(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily=True)
        first = table.game_id
        await table.say("ann", "stop")
        table.later(days=1)
        await table.open(daily=True)
        assert table.game_id != first

    at_gallows(sqlite_url, work)


def test_a_day_without_a_word_found_ends_the_row_and_a_late_end_joins_it(
    database_url: str,
) -> None:
    async def work(table: Gallows) -> None:
        await table.open(room=FAR, daily=True)
        late = table.game_id
        table.later(days=1)
        await table.open(daily=True)
        await table.find("ann")
        assert (await table.score(None, days=True)).streak == 1
        table.game_id, table.room = late, FAR
        await table.find("ann")
        assert (await table.score(None, days=True)).streak == 2
        table.later(days=1)
        await table.open(daily=True)
        await table.say("ann", "stop")
        table.later(days=1)
        await table.open(daily=True)
        await table.find("ann")
        total = await table.score(None, days=True)
        assert (total.played, total.streak, total.best) == (3, 1, 2)

    at_gallows(database_url, work)


def test_each_guild_has_a_word_of_its_own_that_nobody_can_foresee(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        words = set[str]()
        for number in range(4):
            guild, room = GuildId(f"recorder:g{number}"), Room(ROOM.platform, f"r{number}")
            await table.open(room=room, guild=guild, daily=True)
            words.add(await table.word())
        assert len(words) > 1

    at_gallows(database_url, work)


def test_of_two_who_open_it_at_once_one_does(database_url: str) -> None:
    async def run() -> None:
        async with Store.open(database_url) as one, Store.open(database_url) as two:
            doors = [
                Games(store, Notifier(store, troubled=print), now=lambda: NOON)
                for store in (one, two)
            ]
            # Both know room and guild already: they conflict on the day.
            rooms = (ROOM, ATTIC)
            tried = await asyncio.gather(
                *(
                    door.open(person(name, room), "hangman", {"daily": True}, at_once=True)
                    for door, name, room in zip(doors, ("ann", "bob"), rooms, strict=True)
                ),
                return_exceptions=True,
            )
            refused = [answer for answer in tried if isinstance(answer, OtherGame)]
            assert [answer.phrase.key for answer in refused] == ["daily-running"]
            (opened,) = (answer for answer in tried if not isinstance(answer, BaseException))
            assert refused[0].game_id == opened.game_id

    asyncio.run(run())


def test_who_is_elsewhere_joins_the_game_of_the_day_by_its_name(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily=True)
        await table.say("ann", "guess e")
        line = f"join {table.game_id}"
        await table.games.submit(person("bob", ATTIC), Submission(line))
        assert ATTIC in (await table.session()).lobby.rooms

    at_gallows(sqlite_url, work)


def test_the_next_game_after_the_word_of_the_day_is_none_of_the_day(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(daily=True)
        await table.find("ann")
        receipt = await table.games.submit(person("ann"), Submission("rematch"))
        session = await table.games.session(receipt.game_id)
        assert session.lobby.status is Status.RUNNING
        assert session.options.daily == ""

    at_gallows(sqlite_url, work)


def test_no_table_is_made_one_of_the_day_later(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(mode="race")
        assert await table.refused("ann", "set daily on") == "daily-not-set"
        assert await table.refused("ann", "set daily=2026-11-21 lives=8") == "daily-not-set"
        codenames = await table.games.open(person("ann", FAR, AWAY), "codenames", {})
        with pytest.raises(Refusal) as refused:
            await table.games.submit(
                person("ann", FAR, AWAY), Submission("set daily on", game_id=codenames.game_id)
            )
        assert refused.value.phrase.key == "option-unknown"

    at_gallows(sqlite_url, work)


def test_days_in_a_row_are_counted_for_the_guild_and_for_who_guessed(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        for day in range(3):
            await table.open(daily=True)
            await (table.fail("ann") if day == 2 else table.find("ann"))
            table.later(days=1)
        guild, ann = await table.score(None, days=True), await table.score("ann", days=True)
        assert (guild.played, guild.won, guild.streak, guild.best) == (3, 2, 0, 2)
        assert (ann.played, ann.best, ann.day) == (2, 2, NOON.replace(day=22).date())
        plain = await table.score("ann")
        assert (plain.played, plain.won, plain.day) == (2, 2, None)

    at_gallows(database_url, work)


def test_a_guilds_day_is_its_own(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(room=FAR, guild=AWAY, daily=True)
        await table.fail("ann")
        assert (await table.score(None, days=True)).played == 0
        await table.open(guild=GUILD, daily=True)
        assert (await table.session()).options.daily == "2026-11-21"

    at_gallows(sqlite_url, work)
