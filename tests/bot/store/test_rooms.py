import asyncio

from sqlalchemy import select

from bot.identity import GameId, GuildId, Room, User
from bot.store import schema
from bot.store.connection import Store
from bot.store.games import GameRow, insert_game
from bot.store.rooms import (
    GuildRow,
    RoomRow,
    UserRow,
    change_room,
    change_user,
    drop_unused_packs,
    ensure_guild,
    ensure_room,
    ensure_user,
    find_guild,
    find_pack,
    find_room,
    find_room_game,
    find_user,
    find_users,
    put_guild,
    put_pack,
    users_named,
)
from core.words.packs import Pack
from tests.bot.ratings.games import NOON
from tests.bot.store.packs import SOON, count, pack_of, write
from tests.databases import with_store

HALL, DEN = Room("discord", "9"), Room("slack", "T1/C2")
HOME, AWAY = GuildId("discord:5"), GuildId("slack:T1")
ANN, BOB = User("discord", "1"), User("slack", "T1/U2")


def test_a_room_is_added_once_and_then_found(database_url: str) -> None:
    bare = RoomRow(HALL, HOME, None, None, {}, ())

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            assert await find_room(connection, HALL) is None
            assert await ensure_room(connection, HALL, HOME) == bare
            await change_room(connection, HALL, game_id=GameId("abc"))
            await change_room(
                connection, HALL, recent_words=["whale", "鯨"], recent_games=[GameId("abc")]
            )
            await change_room(connection, HALL, language="ja", settings={"clock": "slow"})
        async with store.writing() as connection:
            full = RoomRow(
                HALL,
                HOME,
                GameId("abc"),
                "ja",
                {"clock": "slow"},
                ("whale", "鯨"),
                (GameId("abc"),),
            )
            assert await ensure_room(connection, HALL, HOME) == full
            assert await find_room(connection, HALL) == full
            assert await find_room(connection, DEN) is None

    with_store(database_url, work)


def test_changes_of_a_room_leave_the_others(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            before = await ensure_room(connection, DEN, AWAY)
            await ensure_room(connection, HALL, HOME)
            await change_room(connection, HALL, game_id=GameId("abc"))
            await change_room(
                connection, HALL, recent_words=["whale"], recent_games=[GameId("abc")]
            )
            await change_room(connection, HALL, language="ja", settings={"clock": "slow"})
            assert await find_room(connection, DEN) == before

    with_store(database_url, work)


def test_a_room_that_moves_belongs_to_its_new_guild(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await ensure_room(connection, HALL, HOME)
            await change_room(connection, HALL, game_id=GameId("abc"))
            moved = await ensure_room(connection, HALL, AWAY)
            assert moved == RoomRow(HALL, AWAY, GameId("abc"), None, {}, ())

    with_store(database_url, work)


def test_a_room_that_leaves_a_game_leaves_it_to_the_other_rooms(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            for room, guild in ((DEN, AWAY), (HALL, HOME)):
                await ensure_room(connection, room, guild)
                await change_room(connection, room, game_id=GameId("abc"))
            games = [await find_room_game(connection, room) for room in (HALL, DEN)]
            assert games == ["abc", "abc"]
            await change_room(connection, HALL, game_id=None)
            games = [await find_room_game(connection, room) for room in (HALL, DEN)]
            assert games == [None, "abc"]

    with_store(database_url, work)


def test_who_opens_a_game_in_a_room_keeps_others_from_it_until_he_is_done(
    database_url: str,
) -> None:
    async def open_game(store: Store, name: str) -> bool:
        async with store.writing() as connection:
            if (await ensure_room(connection, HALL, HOME)).game_id:
                return False
            await change_room(connection, HALL, game_id=GameId(name))
            return True

    async def work(store: Store) -> None:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(open_game(store, f"g{n}")) for n in range(6)]
        assert sum(task.result() for task in tasks) == 1

    with_store(database_url, work)


def test_a_guild_keeps_its_language_and_settings(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            assert await find_guild(connection, HOME) is None
            assert await ensure_guild(connection, HOME) == GuildRow(HOME, None, {})
            await put_guild(connection, GuildRow(HOME, "ja", {"bot": "ace"}))
            await put_guild(connection, GuildRow(AWAY, "en", {}))
        async with store.writing() as connection:
            assert await ensure_guild(connection, HOME) == GuildRow(HOME, "ja", {"bot": "ace"})
            assert await find_guild(connection, AWAY) == GuildRow(AWAY, "en", {})

    with_store(database_url, work)


def test_a_user_is_known_by_the_newest_name(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            assert await ensure_user(connection, ANN, "Ann") == UserRow(ANN, "Ann", None, False)
            await ensure_user(connection, BOB, "Bob", "en")
            assert await ensure_user(connection, BOB, "Bobby", "ja") == UserRow(
                BOB, "Bobby", "ja", False
            )
            assert await ensure_user(connection, ANN, "Änn") == UserRow(ANN, "Änn", None, False)
            assert await find_user(connection, ANN) == UserRow(ANN, "Änn", None, False)
            assert await find_user(connection, User("discord", "none")) is None

    with_store(database_url, work)


def test_a_name_or_language_leaves_what_else_is_known(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await ensure_user(connection, ANN, "Ann", "ja")
            await ensure_user(connection, BOB, "Bob", "en")
            await change_user(connection, ANN, direct_closed=True)
            assert await ensure_user(connection, ANN, "Anna") == UserRow(ANN, "Anna", "ja", True)
            assert await ensure_user(connection, ANN, "Anna", "de") == UserRow(
                ANN, "Anna", "de", True
            )
            await change_user(connection, ANN, direct_closed=False)
            assert await find_user(connection, ANN) == UserRow(ANN, "Anna", "de", False)
            assert await find_user(connection, BOB) == UserRow(BOB, "Bob", "en", False)

    with_store(database_url, work)


def test_many_users_are_found_at_once(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await ensure_user(connection, ANN, "Kim")
            await ensure_user(connection, BOB, "Kim")
            twin = User("slack", "1")
            found = await find_users(connection, [BOB, twin, ANN])
            assert found == {
                ANN: UserRow(ANN, "Kim", None, False),
                BOB: UserRow(BOB, "Kim", None, False),
            }
            assert await find_users(connection, []) == {}
            assert [row.user for row in await users_named(connection, "Kim")] == [ANN, BOB]
            assert await users_named(connection, "kim") == ()

    with_store(database_url, work)


def test_a_pack_is_kept_under_its_digest(database_url: str) -> None:
    pack = Pack("animals", ("whale", "scuba diver", "鯨"))

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await put_pack(connection, pack)
            await put_pack(connection, Pack("other", pack.words))
        async with store.reading() as connection:
            assert await find_pack(connection, pack.digest) == pack
            assert await find_pack(connection, "none") is None

    with_store(database_url, work)


def test_two_who_change_a_guild_at_once_lose_nothing(database_url: str) -> None:
    async def add(store: Store, number: int) -> None:
        async with store.writing() as connection:
            row = await ensure_guild(connection, HOME)
            settings = {**row.settings, str(number): True}
            await put_guild(connection, GuildRow(HOME, row.language, settings))

    async def work(store: Store) -> None:
        async with asyncio.TaskGroup() as group:
            for number in range(6):
                group.create_task(add(store, number))
        async with store.reading() as connection:
            row = await find_guild(connection, HOME)
        assert row is not None
        assert row.settings.keys() == {*"012345"}

    with_store(database_url, work)


def test_packs_are_dropped_when_no_game_and_no_guild_has_them(database_url: str) -> None:
    async def work(store: Store) -> None:
        brought, played, unused = map(pack_of, ("brought", "played", "unused"))
        for pack in (brought, played, unused):
            await write(store, *pack.words)
        async with store.writing() as connection:
            packs = [{"name": "mine", "digest": brought.digest}]
            await put_guild(connection, GuildRow(HOME, None, {"packs": packs}))
            await insert_game(connection, played_with(played.digest))
        async with store.writing() as connection:
            digests = (brought.digest, played.digest, unused.digest, "unknown" * 9)
            await drop_unused_packs(connection, digests)
        async with store.reading() as connection:
            left = {*await connection.scalars(select(schema.packs.c.digest))}
        assert left == {brought.digest, played.digest}

    with_store(database_url, work)


def test_a_pack_that_a_game_is_just_opened_with_is_not_dropped(database_url: str) -> None:
    pack = pack_of("whale")

    async def drop(store: Store) -> None:
        async with store.writing() as connection:
            await drop_unused_packs(connection, [pack.digest])

    async def work(store: Store) -> None:
        await write(store, "whale")
        async with store.writing() as connection:
            await put_pack(connection, pack)
            dropping = asyncio.create_task(drop(store))
            await asyncio.wait({dropping}, timeout=4 * SOON)  # it must wait for the game
            await insert_game(connection, played_with(pack.digest))
        await dropping
        assert await count(store) == 1

    with_store(database_url, work)


def played_with(digest: str) -> GameRow:
    """Return a game with cards from a pack."""
    return GameRow(
        GameId("g1"), "codenames", {}, {}, {"pack": digest}, None, "lobby", 0, NOON, NOON
    )
