"""A guild's settings: who may change them, and that the door applies them."""

from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import select

from bot.chat.commands import REQUESTS
from bot.chat.guild_admin import MOST_PACK_BYTES
from bot.chat.services import ChatServices
from bot.games.guild_settings import GuildPack, GuildSettings
from bot.identity import GuildId, Room
from bot.lobby.settings import SETTING_NAMES, admin_settings
from bot.store import rooms, schema
from bot.store.rooms import GuildRow
from core.codenames.rules import Codenames
from core.rules import Refusal
from core.words.packs import MOST_WORDS, parse_pack
from tests.bot.chat.asking import WORDS, Queue, place, upload
from tests.bot.games.parlour import GUILD, ROOM, Parlour, in_parlour, key, person

pytestmark = pytest.mark.either_database

CARDS = WORDS.split(",")
DIGEST = parse_pack("\n".join(CARDS), "animals").digest


def asked(url: str, work: Callable[[Queue], Awaitable[None]]) -> None:
    """Run some work with people who make requests."""

    async def run(parlour: Parlour) -> None:
        await work(Queue(parlour))

    in_parlour(url, run)


async def opened(queue: Queue, room: Room = ROOM, **values: object) -> str:
    """Open a table in a room; return the key of the refusal, empty if it opens."""
    try:
        await queue.parlour.games.open(person("ann", room), "codenames", values)
    except Refusal as refusal:
        return refusal.phrase.key
    return ""


async def digests(queue: Queue) -> set[str]:
    """Return the digests of the stored packs."""
    async with queue.parlour.games.store.reading() as conn:
        return {*await conn.scalars(select(schema.packs.c.digest))}


@pytest.mark.parametrize("path", [ask.path for ask in REQUESTS if ask.manages])
def test_nothing_is_set_or_shown_to_those_who_do_not_manage(
    sqlite_url: str, path: tuple[str, ...]
) -> None:
    async def work(queue: Queue) -> None:
        assert await queue.refused(" ".join(path)) == "admin-only"
        # A manager of a channel manages its games, but not the guild.
        host = person("ann", manages=True)
        assert await queue.refused(" ".join(path), host) == "admin-only"

    asked(sqlite_url, work)


def test_games_are_opened_in_the_allowed_rooms_only(database_url: str) -> None:
    async def work(queue: Queue) -> None:
        other = Room("recorder", "kitchen")
        await queue.set("channels allow", channel=place("kitchen"))
        assert await opened(queue) == "room-not-allowed"
        assert await opened(queue, other) == ""
        # A person who joins from there does not move a game there, either.
        game_id = await queue.parlour.games.current(other)
        with pytest.raises(Refusal, match="room-not-allowed"):
            await queue.parlour.say("bob", f"join {game_id}")
        assert "kitchen" in await queue.set("channels list")
        await queue.set("channels allow")  # the room of the request
        assert await opened(queue) == ""
        await queue.set("channels forbid", channel=place("kitchen"))
        await queue.set("channels forbid")
        assert "every channel" in await queue.set("channels list")
        cellar = place("cellar")
        await queue.set("channels allow", channel=cellar)
        assert "every channel" in await queue.set("channels anywhere")
        assert (
            await queue.refused("admin channels forbid", manages=True, channel=cellar)
            == "admin-place-not-listed"
        )

    asked(database_url, work)


def test_a_rematch_is_refused_where_games_are_no_longer_allowed(sqlite_url: str) -> None:
    async def work(queue: Queue) -> None:
        await queue.parlour.playing()
        await queue.parlour.say("ann", "stop")
        await queue.set("channels allow", channel=place("kitchen"))
        assert await queue.parlour.refused("ann", "rematch") == "room-not-allowed"

    asked(sqlite_url, work)


def test_new_tables_begin_with_the_guilds_settings(database_url: str) -> None:
    async def work(queue: Queue) -> None:
        await queue.set("timers", clock="enforced", clue_time="90s", hours=48, pace="1.5")
        await queue.set("stop", who="anyone")
        await queue.set("theme", theme="light")
        assert "in their channel" in await queue.set("threads", thread="off")
        assert "thread of its own" in await queue.set("threads", thread="on")
        await queue.parlour.open()
        table = (await queue.parlour.session()).lobby.settings
        assert (table.clock.value, table.clue_seconds, table.guess_seconds) == ("enforced", 90, 180)
        assert (table.slow_hours, table.pace_seconds, table.stop.value) == (48, 1.5, "anyone")
        assert (table.theme.value, table.thread) == ("light", True)
        shown = await queue.set("show")
        assert "Time for a clue: 1 min 30 s" in shown
        assert "Clock: ends the turn when time is up" in shown
        assert "Can stop the game: anyone at the table" in shown
        assert "A thread for each game: yes" in shown
        assert not [one for one in SETTING_NAMES if f"{one}:" in shown]

    asked(database_url, work)


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({}, "admin-timers-none"),
        ({"clue_time": "soon"}, "table-setting-seconds"),
        ({"pace": "99"}, "table-setting-pace"),
    ],
)
def test_wrong_timers_are_refused_and_change_nothing(
    sqlite_url: str, given: dict[str, str], refusal: str
) -> None:
    async def work(queue: Queue) -> None:
        wrong = await queue.refused("admin timers", manages=True, clock="slow", **given)
        assert wrong == refusal
        assert "Clock: no\n" in await queue.set("show")

    async def nothing(queue: Queue) -> None:
        assert await queue.refused("admin timers", manages=True) == refusal

    asked(sqlite_url, work if given else nothing)


def test_every_setting_of_new_tables_has_its_option() -> None:
    asks = {ask.path: ask.command.options for ask in REQUESTS}
    for command, own in admin_settings().items():
        options = asks["admin", command]
        assert [option.name for option in options] == [one.asked for one in own]
    timers = ("clock", "clue-time", "guess-time", "hours", "pace")
    assert tuple(option.name for option in asks["admin", "timers"]) == timers


def test_a_pack_is_added_chosen_played_with_and_removed(database_url: str) -> None:
    async def work(queue: Queue) -> None:
        await queue.set("packs add", file=upload("\ufeffWhale\r\n".encode() + _lines(CARDS[1:])))
        assert "animals: 16 words" in await queue.set("packs list")
        assert await opened(queue, pack="plants") == "guild-pack-unknown"
        await queue.parlour.open(pack="Animals", rows=4, cols=4)
        await queue.parlour.say("ann", "start")
        dealt = {word.casefold() for word, _ in key(await queue.parlour.session())}
        assert dealt == {*CARDS}
        await queue.parlour.say("ann", "stop")
        await queue.set("packs default", pack="animals")
        await queue.set("packs remove", pack="animals")
        assert "animals" not in await queue.set("packs list")
        # The game with it still replays.
        queue.parlour.games.event_log.evict((await queue.parlour.session()).game_id)
        assert (await queue.parlour.session()).lobby.is_closed
        assert len(await digests(queue)) == 1

    asked(database_url, work)


def test_words_that_no_bot_knows_are_named_to_who_adds_the_pack(sqlite_url: str) -> None:
    async def work(queue: Queue) -> None:
        told = await queue.set("packs add", name="animals", words=f"{WORDS},café,ice–cream")
        assert "don't know" not in told
        told = await queue.set("packs add", name="odd", words=f"{WORDS},zzyzx")
        assert "don't know 1 of the 17 words in this pack and never mean it: zzyzx." in told
        told = await queue.set("packs add", name="odd", words=f"{WORDS},zzyzx,qqxq,vbvb")
        assert "don't know 3 of the 19 words" in told
        assert "expect poor clues: zzyzx, qqxq, vbvb." in told

    asked(sqlite_url, work)


def test_cards_that_pictures_do_not_show_are_named_to_who_adds_the_pack(sqlite_url: str) -> None:
    async def work(queue: Queue) -> None:
        told = await queue.set("packs add", name="fine", words=f"{WORDS},кит,鯨,café")
        assert "shown as text" not in told
        told = await queue.set("packs add", name="odd", words=f"{WORDS},고래,לוויתן")
        assert "pictures don't have all their letters: 고래, לוויתן." in told
        whales = ",".join(f"고래 {one}" for one in "abcdefghij")
        told = await queue.set("packs add", name="whales", words=f"{WORDS},{whales}")
        assert "고래 h and 2 more." in told

    asked(sqlite_url, work)


def _lines(words: list[str]) -> bytes:
    return "\n".join(words).encode()


def test_the_default_pack_is_dealt_from_where_none_is_named(database_url: str) -> None:
    async def work(queue: Queue) -> None:
        await queue.set("packs add", words=WORDS, name="animals")
        await queue.set("packs default", pack="ANIMALS")
        await queue.parlour.open(rows=4, cols=4)
        await queue.parlour.say("ann", "start")
        assert {word for word, _ in key(await queue.parlour.session())} == {*CARDS}

    asked(database_url, work)


def test_a_pack_that_nobody_uses_any_more_is_deleted(database_url: str) -> None:
    async def work(queue: Queue) -> None:
        await queue.set("packs add", words=WORDS, name="animals")
        assert await digests(queue) == {DIGEST}
        there = person("eve", Room("recorder", "far"), GuildId("recorder:far"))
        await queue.ask("admin packs add", there, manages=True, words=WORDS, name="beasts")
        await queue.set("packs add", words=f"{WORDS},bat", name="Animals")
        assert len(await digests(queue)) == 2
        await ChatServices(queue.parlour.games, "en").purge(GUILD)
        assert await digests(queue) == {DIGEST}
        await queue.ask("admin packs remove", there, manages=True, pack="beasts")
        assert await digests(queue) == set()

    asked(database_url, work)


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        ({}, "admin-pack-missing"),
        ({"words": WORDS, "file": upload(b"")}, "admin-pack-which"),
        ({"words": WORDS}, "admin-pack-nameless"),
        ({"words": WORDS, "name": "a/b"}, "admin-pack-name"),
        ({"words": WORDS, "name": "a" * 33}, "admin-pack-name"),
        ({"words": WORDS, "name": "English"}, "admin-pack-embedded"),
        ({"words": "one, two", "name": "few"}, "pack-too-few"),
        ({"words": f"{WORDS},Whale", "name": "twice"}, "pack-duplicate"),
        ({"words": f"{WORDS},ice cream,ice-cream", "name": "twice"}, "pack-alike"),
        ({"file": upload(b"\xff\xfe\x00")}, "admin-pack-not-text"),
        ({"file": upload(b"", size=MOST_PACK_BYTES + 1)}, "admin-pack-large"),
        ({"file": upload(b"", "???.txt")}, "admin-pack-name"),
    ],
)
def test_what_is_no_pack_is_refused_in_a_sentence(
    sqlite_url: str, given: dict[str, object], refusal: str
) -> None:
    async def work(queue: Queue) -> None:
        assert await queue.refused("admin packs add", manages=True, **given) == refusal
        assert await digests(queue) == set()

    asked(sqlite_url, work)


def test_the_language_of_a_guild_and_of_a_room_is_spoken_on_boards(database_url: str) -> None:
    async def work(queue: Queue) -> None:
        await queue.parlour.open()
        services = ChatServices(queue.parlour.games, "en")

        async def spoken() -> str:
            return (await services.texts_in(ROOM)).language

        await queue.set("language", language="ja")
        assert await spoken() == "ja"
        board = await queue.ask("leaderboard", show=True)
        assert board.shared == "ja"
        await queue.set("language", language="en", channel=place(ROOM.place))
        assert await spoken() == "en"
        assert "1 channel has" in await queue.set("show")
        await queue.set("language", language="unset", channel=place(ROOM.place))
        assert await spoken() == "ja"
        await queue.set("language", language="unset")
        assert await spoken() == "en"

    asked(database_url, work)


def test_boards_are_in_the_language_of_the_room_unless_a_pack_is_chosen(sqlite_url: str) -> None:
    async def dealt(queue: Queue, room: Room, **values: object) -> str:
        assert await opened(queue, room, **values) == ""
        game_id = await queue.parlour.games.current(room)
        assert game_id is not None
        rules = (await queue.parlour.games.session(game_id)).rules
        assert isinstance(rules, Codenames)
        return rules.supply.pack.name

    async def work(queue: Queue) -> None:
        kitchen, cellar, attic, hall = (Room("recorder", name) for name in "kchx")
        assert await dealt(queue, ROOM) == "english"
        assert "built-in pack of the language" in await queue.set("language", language="ja")
        assert await dealt(queue, kitchen) == "japanese"
        assert await dealt(queue, cellar, pack="English") == "english"
        assert "use english" in await queue.set("packs default", pack="English")
        assert await dealt(queue, attic) == "english"
        await queue.set("language", language="ja")
        assert await dealt(queue, hall) == "japanese"

    asked(sqlite_url, work)


def test_packs_are_mixed_and_words_left_out_of_them(database_url: str) -> None:
    async def dealt(queue: Queue, **values: object) -> set[str]:
        words = {word for word, _ in key(await queue.parlour.playing(rows=4, cols=4, **values))}
        await queue.parlour.say("ann", "stop")
        return words

    async def work(queue: Queue) -> None:
        more = [f"more {word}" for word in CARDS]
        await queue.set("packs add", name="animals", words=",".join(CARDS))
        await queue.set("packs add", name="more", words=",".join(more))
        assert "No word is blocked" in await queue.set("packs list")
        first = await dealt(queue, pack="animals,more")
        assert first <= {*CARDS, *more}
        # No word comes twice until the pack is used up.
        assert await dealt(queue, pack="animals,more") == {*CARDS, *more} - first
        told = await queue.set("packs block", words=f"{more[0].upper()}, {more[1]}")
        assert f"2 words are blocked: {more[0]}, {more[1]}." in told
        await queue.set("packs default", pack="more, animals")
        for _ in range(3):
            assert (await dealt(queue)).isdisjoint(more[:2])
        await queue.set("packs unblock", words=more[0])
        assert "1 word is blocked" in await queue.set("packs list")

    asked(database_url, work)


def test_a_table_is_not_opened_with_packs_that_read_alike(sqlite_url: str) -> None:
    async def work(queue: Queue) -> None:
        await queue.set("packs add", name="hiragana", words=f"{WORDS},かめら")
        await queue.set("packs add", name="katakana", words=f"{WORDS},カメラ")
        assert await opened(queue, pack="hiragana", rows=4, cols=4) == ""
        assert await opened(queue, pack="hiragana,katakana", rows=4, cols=4) == "pack-alike"

    asked(sqlite_url, work)


def test_packs_of_too_many_words_are_refused_before_any_is_read(sqlite_url: str) -> None:
    async def work(queue: Queue) -> None:
        # No words are stored: reading them would report that they are gone.
        large = tuple(GuildPack(name, "b" * 64, MOST_WORDS - 1) for name in ("one", "two"))
        body = GuildSettings(packs=large).to_json()
        async with queue.parlour.games.store.writing() as conn:
            await rooms.put_guild(conn, GuildRow(GUILD, None, body))
        assert await opened(queue, pack="one") == "guild-pack-gone"
        assert await opened(queue, pack="one,two") == "pack-mix-too-many"
        wish = await queue.refused("admin packs default", manages=True, pack="two,one")
        assert wish == "pack-mix-too-many"
        assert "built-in pack" in await queue.set("packs list")

    asked(sqlite_url, work)


@pytest.mark.parametrize(
    ("family", "values", "names"),
    [("off", {}, "yes"), ("on", {}, "no"), ("on", {"names": "yes"}, "yes")],
)
def test_bots_give_no_names_under_the_family_filter_unless_a_table_asks(
    sqlite_url: str, family: str, values: dict[str, str], names: str
) -> None:
    async def work(queue: Queue) -> None:
        await queue.set("packs family", family=family)
        await queue.parlour.games.open(person("ann", ROOM), "codenames", values)
        assert await gives_names(queue) == (names == "yes")

    asked(sqlite_url, work)


async def gives_names(queue: Queue) -> bool:
    """Return whether bots give names in the room's game, and check that its table says so."""
    session = await queue.parlour.session()
    summary = session.game_type.summary(session.options)
    gives = bool(session.options.gives_names)
    assert summary["names"] == ("yes" if gives else "no")
    return gives


@pytest.mark.parametrize(("chosen", "kept"), [("auto", (False, True)), ("yes", (True, True))])
def test_an_open_table_and_a_rematch_follow_the_family_filter_unless_names_were_chosen(
    sqlite_url: str, chosen: str, kept: tuple[bool, bool]
) -> None:
    async def work(queue: Queue) -> None:
        parlour = queue.parlour
        await parlour.games.open(person("ann", ROOM), "codenames", {"solo": "yes"})
        assert await gives_names(queue)
        said = await queue.set("packs family", family="on")
        assert "bots give no names as clues unless a table asks for them" in said
        if chosen != "auto":
            await parlour.say("ann", f"set names {chosen}")
        await parlour.say("ann", "start")
        assert await gives_names(queue) == kept[0]
        assert "names" not in await queue.set("packs family", family="off")
        assert await gives_names(queue) == kept[0], "a game that runs stays as it is"
        await parlour.say("ann", "stop")
        await parlour.say("ann", "rematch")
        assert await gives_names(queue) == kept[1]

    asked(sqlite_url, work)


def test_the_family_filter_leaves_words_out(sqlite_url: str) -> None:
    async def work(queue: Queue) -> None:
        words = [*CARDS[:14], "gun", "Wine"]
        await queue.set("packs add", name="mixed", words=",".join(words))
        assert "filter is on" in await queue.set("packs family", family="on")
        with pytest.raises(Refusal, match="pack-runs-out"):
            await queue.parlour.playing(rows=4, cols=4, pack="mixed")
        assert "filter is off" in await queue.set("packs family", family="off")
        await queue.parlour.say("ann", "start")

    asked(sqlite_url, work)


@pytest.mark.parametrize("words", ["c\0at", "dog, c\x1bat", "\ud800"])
def test_a_word_that_cannot_be_typed_is_not_blocked(database_url: str, words: str) -> None:
    async def work(queue: Queue) -> None:
        found = await queue.refused("admin packs block", manages=True, words=words)
        assert found == "line-characters"

    asked(database_url, work)


@pytest.mark.parametrize(
    ("words", "fault"),
    [(" , ,", "admin-words-none"), ("x" * 40, "admin-word-long"), ("cat", "admin-not-blocked")],
)
def test_what_cannot_be_unblocked_is_refused(sqlite_url: str, words: str, fault: str) -> None:
    async def work(queue: Queue) -> None:
        assert await queue.refused("admin packs unblock", manages=True, words=words) == fault

    asked(sqlite_url, work)


def test_what_others_keep_with_a_guild_stays(sqlite_url: str) -> None:
    async def work(queue: Queue) -> None:
        store = queue.parlour.games.store
        async with store.writing() as conn:
            await rooms.put_guild(conn, GuildRow(GUILD, "ja", {"theme": "dark"}))
        await queue.set("stop", who="anyone")
        async with store.reading() as conn:
            row = await rooms.find_guild(conn, GUILD)
        assert row is not None
        assert (row.language, row.settings["theme"]) == ("ja", "dark")

    asked(sqlite_url, work)
