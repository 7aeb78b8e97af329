"""A room has one game at a time, and for a while after it is its players' who open the next one."""

import pytest

from bot.identity import Room
from bot.lobby.model import Status
from bot.store import threads
from bot.store.threads import ThreadRow
from core.rules import Refusal
from tests.bot.games.parlour import ROOM, person
from tests.bot.hallway import Hallway, in_hallway

ATTIC = Room(ROOM.platform, "attic")


async def played(it: Hallway) -> None:
    """Let ann and bob play a game to its end, while dan looks on."""
    await it.say("ann", "chair blue-spymaster")
    await it.say("bob", "chair red-spymaster")
    await it.say("dan", "watch")
    await it.say("ann", "start")
    await it.say("ann", "stop")


async def refused(it: Hallway, name: str) -> str:
    """Return the key of the sentence with which somebody may not open a table."""
    with pytest.raises(Refusal) as refusal:
        await it.open(name)
    return refusal.value.phrase.key


def test_only_who_played_a_game_opens_the_next_one_at_once(database_url: str) -> None:
    async def work(it: Hallway) -> None:
        await played(it)
        old = it.game_id
        for name in ("cat", "dan"):
            assert await refused(it, name) == "room-reserved"
            assert await it.refused(name, "rematch") == "room-reserved"
            with pytest.raises(Refusal):
                await it.open(name, "hangman")
        assert await it.games.current(ROOM) == old
        await it.open("bob")

    in_hallway(database_url, work)


def test_a_host_who_only_watched_opens_the_next_game(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await it.say("ann", "watch")
        await it.say("bob", "chair red-spymaster")
        await it.say("ann", "start")
        await it.say("ann", "stop")
        await it.say("ann", "rematch")

    in_hallway(sqlite_url, work)


def test_whoever_is_refused_reads_for_how_long_and_for_whom_the_room_is_kept(
    sqlite_url: str,
) -> None:
    async def work(it: Hallway) -> None:
        await played(it)
        it.hands.forward(seconds=61)
        with pytest.raises(Refusal) as refusal:
            await it.open("cat")
        told = dict(refusal.value.phrase.params)
        assert told == {"who": ("Ann", "Bob"), "minutes": 2}
        it.hands.forward(seconds=119)
        await it.open("cat")

    in_hallway(sqlite_url, work)


def test_who_manages_a_room_opens_a_game_there_at_any_time(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await played(it)
        await it.games.open(person("cat", manages=True), "codenames", {})

    in_hallway(sqlite_url, work)


def test_what_players_do_after_the_end_keeps_the_room_no_longer(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await played(it)
        it.hands.forward(minutes=2, seconds=59)
        await it.say("dan", "leave")
        it.hands.forward(seconds=1)
        await it.open("cat")

    in_hallway(sqlite_url, work)


def test_a_table_whose_game_never_began_keeps_no_room(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await it.say("ann", "chair blue-spymaster")
        await it.say("ann", "stop")
        await it.open("cat")

    in_hallway(sqlite_url, work)


def test_nobody_brings_a_game_into_a_room_that_is_kept_for_others(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await played(it)
        other = await it.games.open(person("cat", ATTIC), "codenames", {})
        join = f"join {other.game_id}"
        with pytest.raises(Refusal) as refusal:
            await it.games.submit(person("dan"), join, turn=None)
        assert refusal.value.phrase.key == "room-reserved"
        await it.games.submit(person("bob"), join, turn=None)
        assert await it.games.current(ROOM) == other.game_id

    in_hallway(sqlite_url, work)


def test_at_one_terminal_whoever_comes_plays_next(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await played(it)
        await it.open("cat")

    in_hallway(sqlite_url, work, patience=None)


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_game_in_a_thread_leaves_its_room_to_another(sqlite_url: str, *, is_lost: bool) -> None:
    async def work(it: Hallway) -> None:
        await it.say("ann", "set thread on")
        thread = ThreadRow(it.game_id, ROOM, Room(ROOM.platform, "thread"), is_lost)
        async with it.games.store.writing() as conn:
            await threads.put_thread(conn, thread)
        assert await refused(it, "cat") == "room-busy"
        await it.say("ann", "start")
        if is_lost:
            assert await refused(it, "cat") == "room-busy"
            return
        first = it.game_id
        await it.open("cat")
        assert await refused(it, "dan") == "room-busy"
        assert (await it.games.session(first)).lobby.status is Status.RUNNING
        await it.games.submit(person("ann"), "stop", turn=None, game_id=first)
        await it.say("cat", "stop")
        await it.open("dan")

    in_hallway(sqlite_url, work)


def test_who_manages_one_room_of_a_table_frees_no_other_that_is_kept_for_its_players(
    sqlite_url: str,
) -> None:
    async def work(it: Hallway) -> None:
        shared = it.game_id
        await it.games.submit(person("bob", ATTIC), f"join {shared}", turn=None)
        await it.say("ann", "stop")
        cat = person("cat", ATTIC)
        await it.games.open(cat, "codenames", {})
        for line in ("chair blue-spymaster", "start", "stop"):
            await it.games.submit(cat, line, turn=None)
        keeper = person("max", manages=True)
        with pytest.raises(Refusal) as refusal:
            await it.games.submit(keeper, "rematch", turn=None, game_id=shared)
        assert refusal.value.phrase.key == "room-reserved"

    in_hallway(sqlite_url, work)
