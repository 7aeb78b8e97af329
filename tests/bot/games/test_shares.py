"""One person, or one guild, gets its share of a bot and no more."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from bot.games.requests import Caller, Delivery, Receipt, Submission
from bot.games.service import Games
from bot.games.shares import LineBudget, ShareLimits, TooManyLines
from bot.identity import GuildId, Room, User
from bot.store.connection import Store
from bot.store.notify import Notifier
from bot.store.threads import ThreadRow
from core.rules import IllegalAction
from tests.bot.bots import Hands
from tests.bot.games.parlour import GUILD, person

pytestmark = pytest.mark.either_database

SHARES = ShareLimits(tables_per_person=3, tables_per_guild=5, lines_per_minute=4)
ANN, BOB = User("recorder", "ann"), User("recorder", "bob")
ELSEWHERE = GuildId("recorder:elsewhere")


def _in_games(url: str, work: Callable[[Games], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with Store.open(url) as store:
            await work(Games(store, Notifier(store, troubled=print), shares=SHARES))

    asyncio.run(run())


def _in_room(name: str, number: int, guild: GuildId = GUILD) -> Caller:
    return person(name, Room("recorder", f"room-{number}"), guild)


async def _open(games: Games, name: str, number: int, guild: GuildId = GUILD) -> Receipt:
    delivery = Delivery("test", f"{name}-{number}")
    return await games.open(_in_room(name, number, guild), "codenames", {}, delivery=delivery)


async def _refused(opening: Coroutine[Any, Any, Receipt]) -> str:
    """Return the key of the sentence that refuses a table."""
    with pytest.raises(IllegalAction) as refused:
        await opening
    return refused.value.phrase.key


def test_a_person_opens_three_tables_and_another_once_one_has_ended(database_url: str) -> None:
    async def work(games: Games) -> None:
        for number, guild in enumerate((GUILD, ELSEWHERE, GUILD)):
            await _open(games, "ann", number, guild)
        assert await _refused(_open(games, "ann", 3)) == "share-tables-person"
        assert (await _open(games, "ann", 2)).repeated  # the third one, delivered again
        await _open(games, "bob", 3)
        await games.submit(_in_room("ann", 0), Submission("stop"))
        await _open(games, "ann", 4)

    _in_games(database_url, work)


def test_a_rematch_is_a_table_of_who_asks_for_it(sqlite_url: str) -> None:
    async def work(games: Games) -> None:
        for number in range(3):
            await _open(games, "ann", number)
        await games.submit(_in_room("ann", 0), Submission("stop"))
        await games.submit(_in_room("ann", 0), Submission("rematch"))
        await games.submit(_in_room("ann", 1), Submission("stop"))
        await _open(games, "ann", 3)
        rematch = games.submit(_in_room("ann", 1), Submission("rematch"))
        assert await _refused(rematch) == "share-tables-person"

    _in_games(sqlite_url, work)


def test_a_table_counts_for_who_is_its_host_now(database_url: str) -> None:
    async def work(games: Games) -> None:
        for number in range(3):
            await _open(games, "ann", number)
            await games.submit(_in_room("bob", number), Submission("join"))
        await games.submit(_in_room("ann", 0), Submission("leave"))
        await _open(games, "ann", 3)
        assert await _refused(_open(games, "ann", 4)) == "share-tables-person"
        for number in (1, 2):
            await games.submit(_in_room("ann", number), Submission("host recorder:bob"))
        assert await _refused(_open(games, "bob", 5)) == "share-tables-person"
        await games.submit(_in_room("bob", 0), Submission("stop"))
        await _open(games, "bob", 5)

    _in_games(database_url, work)


def test_a_table_that_all_have_left_counts_for_who_comes_first(sqlite_url: str) -> None:
    async def work(games: Games) -> None:
        for number in range(3):
            await _open(games, "ann", number)
            await games.submit(_in_room("ann", number), Submission("leave"))
        assert await _refused(_open(games, "ann", 3)) == "share-tables-person"
        await games.submit(_in_room("ann", 0), Submission("stop"))  # no other person is its host
        await games.submit(_in_room("bob", 1), Submission("join"))
        for number in (3, 4):
            await _open(games, "ann", number)
        assert await _refused(_open(games, "ann", 5)) == "share-tables-person"

    _in_games(sqlite_url, work)


def test_a_rematch_counts_for_the_host_whoever_asks_for_it(sqlite_url: str) -> None:
    async def work(games: Games) -> None:
        for number in range(3):
            await _open(games, "ann", number)
            await games.submit(_in_room("ann", number), Submission("chair blue-guesser"))
            await games.submit(_in_room("bob", number), Submission("join"))
            await games.submit(_in_room("ann", number), Submission("stop"))
            await games.submit(_in_room("bob", number), Submission("rematch"))
        await _open(games, "bob", 3)
        assert await _refused(_open(games, "ann", 4)) == "share-tables-person"

    _in_games(sqlite_url, work)


def test_a_rematch_whose_host_has_three_tables_is_refused_to_whoever_asks(sqlite_url: str) -> None:
    async def work(games: Games) -> None:
        await _open(games, "ann", 0)
        await games.submit(_in_room("bob", 0), Submission("join"))
        await games.submit(_in_room("ann", 0), Submission("stop"))
        for number in range(1, 4):
            await _open(games, "ann", number)
        rematch = games.submit(_in_room("bob", 0), Submission("rematch"))
        assert await _refused(rematch) == "share-tables-host"

    _in_games(sqlite_url, work)


def test_a_game_of_the_day_that_goes_on_counts_as_one_more(sqlite_url: str) -> None:
    async def work(games: Games) -> None:
        await games.open(_in_room("ann", 0), "hangman", {"daily": True})
        await games.submit(_in_room("ann", 0), Submission("stop"))
        for number in range(1, 4):
            await _open(games, "ann", number)
        again = games.open(_in_room("ann", 0), "hangman", {"daily": True})
        assert await _refused(again) == "share-tables-person"

    _in_games(sqlite_url, work)


def test_of_tables_that_a_person_opens_at_the_same_moment_three_are_opened(
    database_url: str,
) -> None:
    async def work(games: Games) -> None:
        await _open(games, "ann", 0)
        opened = await asyncio.gather(
            *(_open(games, "ann", number) for number in range(1, 7)), return_exceptions=True
        )
        assert sum(isinstance(one, Receipt) for one in opened) == 2

    _in_games(database_url, work)


def test_a_guild_has_five_tables_whoever_opens_them(database_url: str) -> None:
    async def work(games: Games) -> None:
        for number in range(5):
            await _open(games, f"guest-{number}", number)
        assert await _refused(_open(games, "ann", 5)) == "share-tables-guild"
        await _open(games, "ann", 6, ELSEWHERE)
        await games.submit(_in_room("guest-1", 1), Submission("stop"))
        await _open(games, "ann", 5)

    _in_games(database_url, work)


def test_a_guild_at_its_limit_takes_no_table_by_its_code(sqlite_url: str) -> None:
    async def work(games: Games) -> None:
        other = await _open(games, "eve", 10, ELSEWHERE)
        for number in range(4):
            await _open(games, f"guest-{number}", number)
        own = await _open(games, "guest-4", 4)
        join = f"join {other.game_id}"
        assert await _refused(games.submit(_in_room("ann", 5), Submission(join))) == (
            "share-tables-guild"
        )
        # A table that already belongs to the guild does not count again.
        await games.submit(_in_room("ann", 5), Submission(f"join {own.game_id}"))
        await games.submit(_in_room("guest-1", 1), Submission("stop"))
        await games.submit(_in_room("bob", 1), Submission(join))
        assert await games.current(Room("recorder", "room-1")) == other.game_id

    _in_games(sqlite_url, work)


def test_the_next_game_leaves_out_the_rooms_of_a_guild_at_its_limit(sqlite_url: str) -> None:
    async def work(games: Games) -> None:
        ann, bob = _in_room("ann", 10, ELSEWHERE), _in_room("bob", 5)
        old = await games.open(ann, "codenames", {})
        await games.submit(bob, Submission(f"join {old.game_id}"))
        await games.submit(ann, Submission("stop"))
        for number in range(5):
            await _open(games, f"guest-{number}", number)
        after = await games.submit(ann, Submission("rematch"))
        assert (await games.session(after.game_id)).lobby.rooms == (ann.room,)

    _in_games(sqlite_url, work)


def test_a_table_that_has_left_its_room_for_a_thread_counts_too(database_url: str) -> None:
    async def work(games: Games) -> None:
        for number in range(5):
            host = _in_room(f"guest-{number}", 0)
            game_id = (await games.open(host, "codenames", {})).game_id
            await games.submit(host, Submission("set thread on"))
            await games.submit(host, Submission("start"))
            nook = Room("recorder", f"nook-{number}")
            await games.save_thread(ThreadRow(game_id, host.room, nook))
        assert await _refused(_open(games, "ann", 1)) == "share-tables-guild"

    _in_games(database_url, work)


def test_people_who_play_in_direct_messages_have_no_guild_in_common(sqlite_url: str) -> None:
    async def work(games: Games) -> None:
        for number in range(6):
            caller = replace(_in_room(f"guest-{number}", number), is_direct=True)
            await games.open(caller, "codenames", {})

    _in_games(sqlite_url, work)


def test_lines_are_counted_by_person_and_minute() -> None:
    now = Hands()
    budget = LineBudget(4, lambda: now.passed)
    for _ in range(4):
        budget.spend(ANN)
        now.forward(seconds=10)
    firsts = list[bool]()
    for _ in range(2):
        with pytest.raises(TooManyLines) as refused:
            budget.spend(ANN)
        assert dict(refused.value.phrase.params) == {"most": 4, "seconds": 20}
        firsts.append(refused.value.is_first)
    assert firsts == [True, False]
    budget.spend(BOB)
    now.forward(seconds=20)
    budget.spend(ANN)


def test_nothing_is_remembered_of_a_person_whose_minute_is_over() -> None:
    now = Hands()
    budget = LineBudget(4, lambda: now.passed)
    for number in range(1000):
        budget.spend(User("recorder", str(number)))
    now.forward(seconds=60)
    budget.spend(ANN)
    assert len(budget._minutes) == 1


def test_a_clock_that_is_put_back_makes_no_minute_longer(sqlite_url: str) -> None:
    async def work() -> None:
        async with Store.open(sqlite_url) as store:
            now = Hands()
            games = Games(store, Notifier(store, troubled=print), now=now, shares=SHARES)
            for _ in range(SHARES.lines_per_minute):
                games.lines.spend(ANN)
            now.set(hours=-1)
            with pytest.raises(TooManyLines) as refused:
                games.lines.spend(ANN)
            assert dict(refused.value.phrase.params)["seconds"] in range(1, 61)

    asyncio.run(work())


def test_without_a_limit_nobody_is_refused() -> None:
    budget = LineBudget(None)
    for _ in range(1000):
        budget.spend(ANN)
