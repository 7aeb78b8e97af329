"""A room has one game at a time; for a while after it, only its players can open the next one."""

import pytest

from bot.games.guild_settings import AllowedRoom, GuildSettings
from bot.games.requests import OtherGame, Submission
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.model import Status
from bot.store import rooms, threads
from bot.store.rooms import GuildRow
from bot.store.threads import ThreadRow
from core.rules import Refusal
from tests.bot.games.parlour import ROOM, person
from tests.bot.hallway import Hallway, in_hallway

ATTIC = Room(ROOM.platform, "attic")


async def played(it: Hallway) -> None:
    """Play a game of Ann and Bob to its end, while Dan watches."""
    await it.say("ann", "chair blue-spymaster")
    await it.say("bob", "chair red-spymaster")
    await it.say("dan", "watch")
    await it.say("ann", "start")
    await it.say("ann", "stop")


async def refused(it: Hallway, name: str) -> str:
    """Return the key of the sentence that refuses a person a table."""
    with pytest.raises(Refusal) as refusal:
        await it.open(name)
    return refusal.value.phrase.key


@pytest.mark.sampled
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


def test_a_clock_that_is_put_back_keeps_no_room_longer(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await played(it)
        it.hands.set(hours=-1)
        await it.open("cat")

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
            await it.games.submit(person("dan"), Submission(join))
        assert refusal.value.phrase.key == "room-reserved"
        await it.games.submit(person("bob"), Submission(join))
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
        await it.games.submit(person("ann"), Submission("stop", game_id=first))
        await it.say("cat", "stop")
        await it.open("dan")

    in_hallway(sqlite_url, work)


def test_who_manages_one_room_of_a_table_frees_no_other_that_is_kept_for_its_players(
    sqlite_url: str,
) -> None:
    async def work(it: Hallway) -> None:
        shared = it.game_id
        await it.games.submit(person("bob", ATTIC), Submission(f"join {shared}"))
        await it.say("ann", "stop")
        cat = person("cat", ATTIC)
        await it.games.open(cat, "codenames", {})
        for line in ("chair blue-spymaster", "start", "stop"):
            await it.games.submit(cat, Submission(line))
        keeper = person("max", manages=True)
        after = await it.games.submit(keeper, Submission("rematch", game_id=shared))
        lobby = (await it.games.session(after.game_id)).lobby
        assert (lobby.rooms, lobby.host) == ((ROOM,), User(ROOM.platform, "ann"))

    in_hallway(sqlite_url, work)


async def shared(it: Hallway) -> GameId:
    """Play a game of Ann and, from another room, Bob to its end."""
    await it.say("ann", "chair blue-spymaster")
    bob = person("bob", ATTIC)
    await it.games.submit(bob, Submission(f"join {it.game_id}"))
    await it.games.submit(bob, Submission("chair red-guesser"))
    await it.say("ann", "start")
    await it.say("ann", "stop")
    return it.game_id


def test_who_manages_the_home_of_a_shared_game_opens_the_next_one_for_all(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        old, keeper = await shared(it), person("max", manages=True)
        after = await it.games.submit(keeper, Submission("rematch", game_id=old))
        lobby = (await it.games.session(after.game_id)).lobby
        assert lobby.rooms == (ROOM, ATTIC)
        assert [one.user.id for one in lobby.members] == ["ann", "bob"]

    in_hallway(sqlite_url, work)


@pytest.mark.parametrize(("manages", "minutes"), [(True, 0), (False, 3)])
def test_who_did_not_play_takes_no_next_game_away_from_the_home_of_a_shared_one(
    sqlite_url: str, manages: bool, minutes: int
) -> None:
    async def work(it: Hallway) -> None:
        old, stranger = await shared(it), person("max", ATTIC, manages=manages)
        it.hands.forward(minutes=minutes)
        own = await it.games.submit(stranger, Submission("rematch", game_id=old))
        assert (await it.games.session(own.game_id)).lobby.rooms == (ATTIC,)
        assert not (await it.session()).lobby.followed
        with pytest.raises(OtherGame) as busy:
            await it.games.submit(person("bob", ATTIC), Submission("rematch", game_id=old))
        assert (busy.value.phrase.key, busy.value.game_id) == ("room-busy", own.game_id)
        after = await it.games.submit(person("ann"), Submission("rematch", game_id=old))
        lobby = (await it.games.session(after.game_id)).lobby
        assert (lobby.rooms, [one.user.id for one in lobby.members]) == ((ROOM,), ["ann"])

    in_hallway(sqlite_url, work)


def test_who_is_told_that_the_next_game_is_open_can_see_it(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        old, bob = await shared(it), person("bob", ATTIC)
        after = await it.games.submit(bob, Submission("rematch", game_id=old))
        for who in (bob, person("ann")):
            with pytest.raises(OtherGame) as refusal:
                await it.games.submit(who, Submission("rematch", game_id=old))
            assert refusal.value.phrase.key == "table-rematch-open"
            assert refusal.value.game_id == after.game_id
            await it.games.look(who, after.game_id)

    in_hallway(sqlite_url, work)


def test_another_game_in_the_room_is_not_called_the_next_one(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        old, bob = await shared(it), person("bob", ATTIC)
        own = await it.games.open(bob, "hangman", {})
        await it.games.submit(person("ann"), Submission("rematch", game_id=old))
        with pytest.raises(OtherGame) as busy:
            await it.games.submit(bob, Submission("rematch", game_id=old))
        assert (busy.value.phrase.key, busy.value.game_id) == ("room-busy", own.game_id)

    in_hallway(sqlite_url, work)


def test_a_next_game_that_was_stopped_or_is_not_to_be_seen_keeps_nobody_from_another(
    sqlite_url: str,
) -> None:
    async def work(it: Hallway) -> None:
        old, ann, bob = await shared(it), person("ann"), person("bob", ATTIC)
        stopped = await it.games.submit(ann, Submission("rematch", game_id=old))
        await it.games.submit(ann, Submission("stop", game_id=stopped.game_id))
        second = await it.games.submit(ann, Submission("rematch", game_id=old))
        assert (await it.games.session(second.game_id)).lobby.rooms == (ROOM, ATTIC)
        keeper = person("max", ATTIC, manages=True)
        await it.games.submit(keeper, Submission("stop", game_id=second.game_id))
        own = await it.games.submit(bob, Submission("rematch", game_id=old))
        lobby = (await it.games.session(own.game_id)).lobby
        assert (lobby.host, lobby.rooms) == (bob.user, (ATTIC,))

    in_hallway(sqlite_url, work)


def test_a_room_of_a_guild_that_has_games_elsewhere_only_is_left_out(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        old = await shared(it)
        async with it.games.store.writing() as conn:
            attic = GuildId("recorder:attic")
            settings = GuildSettings().allowing(AllowedRoom("recorder:cellar", "cellar"))
            await rooms.ensure_room(conn, ATTIC, attic)
            await rooms.put_guild(conn, GuildRow(attic, None, settings.to_json()))
        after = await it.games.submit(person("ann"), Submission("rematch", game_id=old))
        assert (await it.games.session(after.game_id)).lobby.rooms == (ROOM,)

    in_hallway(sqlite_url, work)
