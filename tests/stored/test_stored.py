"""This version reads, shows and continues games that an older version stored.

The files in `data` contain two databases with the same content, and examples of all other data
stored outside this program: `write` shows how they were made. They stay unchanged when names in the
code change.

"""

import asyncio
import json
import re
from collections.abc import Callable, Coroutine, Iterable, Iterator
from datetime import datetime, timedelta
from functools import reduce
from operator import getitem
from pathlib import Path
from shutil import copyfile
from typing import Any, Final, TypeVar

import pytest
from discord import ui
from sqlalchemy import make_url, select

from adapters.chat.incoming import ButtonAction, read_button_id, read_request_id
from adapters.chat.message_view import RenderOptions
from adapters.chat.responses import line_from
from adapters.discord.input.interactions import fields_of
from adapters.discord.output.messages import Handle
from adapters.discord.output.render import components_of, message
from adapters.registry import platforms
from bot.chat.privacy.leave import leave_and_forget
from bot.chat.services import ChatServices
from bot.cli.play.client import open_client
from bot.cli.play.room import RoomLock, RoomLocked
from bot.codec import read_known, read_value, write_value
from bot.games import Delivery, GameId, MessageTasks, Room, Status
from bot.games.requests import Receipt, Submission
from bot.gametypes.codenames.record import Finding, read_record, verify
from bot.lobby.settings import LobbySettings, changed
from bot.ratings.facts import is_standard
from bot.ratings.learn import rebuild
from bot.settings import sound_settings
from bot.store import schema
from bot.store.games import thoughts_of
from bot.store.leases import Holder
from bot.store.migration import migration_status, upgrade
from bot.texts import Texts
from core.agents.listener_policy import TEAMMATE
from core.codenames.clue import Substrings
from core.codenames.model import Level, NameClues, Options
from core.rules import IllegalAction, Seat
from core.view import phrase
from core.words.packs import Pack, embedded_packs
from tests.adapters.discord.hall import hall
from tests.bot.countdowns import countdowns_of
from tests.services import learn_all
from tests.stored.examples import examples
from tests.stored.files import beside, database, load, restore, unpack
from tests.stored.installation import (
    GUILD,
    PEOPLE,
    Installation,
    finish,
    give_clue,
    guess,
    within,
)
from tests.stored.reading import may_press, reread, rounded, rows, told, vocabulary
from tests.stored.write import EVENTS, VALUES

T = TypeVar("T")

LATER: Final = frozenset(
    {
        "table-chair-refused",
        "table-chair-requested",
        "table-give-up-agreed",
        "table-give-up-asked",
        "table-give-up-lapsed",
        "table-lobby-closed",
        "table-room-removed",
    }
)
"""Tags of events that are newer than the data."""

LATER_TABLES: Final = frozenset({"installations", "remembered_clues", "turn_evidence"})
"""Tables that are newer than the data."""

LATER_FACTS: Final = frozenset(
    {
        "rank",
        "games",
        "wins",
        "win_rate",
        "streak",
        "odds",
        "place",
        "evidence",
        "leanings",
        "clues",
        "remember_clues",
    }
)
"""Facts of a record or a person that are newer than the data, or counted differently now."""

NEWER: Final[dict[str, frozenset[str]]] = {
    "agent_memory.agent": frozenset({"teammate"}),
    "codenames options": frozenset(
        {"ensemble", "family", "follows_score", "level", "names", "spares_allies", "substrings"}
    ),
    "guild settings": frozenset(
        {"blocked", "clues_told", "family", "greeted"} | {"table.join", "table.reactions"}
    ),
    "table settings": frozenset({"join", "reactions"}),
    "deadlines.kind": frozenset({"idle"}),
    "events.body clue-given": frozenset({"clue.heard_as", "clue.unknown_to"}),
    "events.body table-opened": frozenset({"settings.join", "settings.reactions"}),
    "events.body table-settings-changed": frozenset({"settings.join", "settings.reactions"}),
    "events.body table-give-up-agreed": frozenset({"by", "by.id", "by.platform", "team"}),
    "events.body table-give-up-asked": frozenset({"by", "by.id", "by.platform", "team"}),
    "events.body table-give-up-lapsed": frozenset({"team"}),
    "events.body table-stopped": frozenset({"forfeit"}),
    "events.tag": LATER,
    "games.lists codenames": frozenset({"forgotten", "forgotten.salt", "forgotten.seen"}),
    "games.lists hangman": frozenset({"forgotten", "forgotten.salt", "forgotten.seen"}),
    "games.options codenames": frozenset(
        {"ensemble", "family", "follows_score", "level", "names", "spares_allies", "substrings"}
    ),
    "games.settings codenames": frozenset({"join", "reactions"}),
    "games.settings hangman": frozenset({"join", "reactions"}),
    "thoughts.body": frozenset({"is_slip", "leanings", "slips"}),
    "turns.team": frozenset({"green"}),
}
"""Names that databases contain since then, by place; see `vocabulary`."""

RENAMED: Final = {"point": "mark", "unpoint": "unmark"}
"""Verbs that are read as before and written differently now."""

ACCOUNT: Final = load("games.json")
NOW: Final = datetime.fromisoformat(ACCOUNT["now"])
GAMES: Final = {name: GameId(game_id) for name, (game_id, _) in ACCOUNT["games"].items()}
HOMES: Final = tuple((game_id, room) for game_id, room in ACCOUNT["games"].values())
LATE: Final = timedelta(minutes=5)
"""After this time all leases of the process that wrote the data have ended."""

DEALER: Final = Seat("dealer")

KINDS: Final = ("sqlite", "postgresql")


@pytest.fixture(scope="module", params=KINDS)
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a migrated database of the older version; tests do not change it."""
    if request.param == "sqlite":
        url = unpack(tmp_path_factory.mktemp("kept") / "games.db")
        asyncio.run(upgrade(url))
        yield url
        return
    server, _ = request.getfixturevalue("postgresql_urls")
    with database(server) as name:
        url = beside(server, name)
        restore(url)
        asyncio.run(upgrade(url))
        yield url


@pytest.fixture
def copy(kept: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a copy that tests may change."""
    if kept.startswith("sqlite"):
        path = tmp_path / "games.db"
        copyfile(kept.removeprefix("sqlite:///"), path)
        yield f"sqlite:///{path}"
        return
    server, _ = request.getfixturevalue("postgresql_urls")
    with database(server, make_url(kept).database) as name:
        yield beside(server, name)


@pytest.fixture
def unpacked(tmp_path: Path) -> str:
    """The URL of the SQLite database as it was left, before the migration."""
    return unpack(tmp_path / "games.db")


def at(
    url: str,
    work: Callable[[Installation], Coroutine[Any, Any, T]],
    late: timedelta = LATE,
) -> T:
    """Return the result of some work of a new process on a kept database."""
    return within(url, work, now=NOW + late, homes=HOMES)


async def _words(here: Installation) -> dict[str, frozenset[str]]:
    async with here.store.reading() as conn:
        return await vocabulary(conn)


async def _running(here: Installation, kind: str) -> list[str]:
    """Return the running games of a kind, by purpose."""
    found = []
    for name, game_id in GAMES.items():
        session = await here.session(game_id)
        if session.lobby.status is Status.RUNNING and session.game_type.name == kind:
            found.append(name)
    return found


# Reading.


@pytest.mark.sampled
def test_a_database_is_brought_to_this_version(kept: str) -> None:
    assert asyncio.run(migration_status(kept)).ready


def test_every_table_has_rows(kept: str) -> None:
    async def work(here: Installation) -> None:
        async with here.store.reading() as conn:
            found = await rows(conn, *schema.METADATA.sorted_tables)
        assert {name for name, stored in found.items() if not stored} == LATER_TABLES

    at(kept, work)


def _as_written_now(line: str) -> str:
    """Return a line of the older version, of an action or an event, with this version's verbs."""
    return re.sub(
        r"^((?:[a-z]+-[a-z0-9-]+ )?)(point|unpoint)(?= )", lambda it: it[1] + RENAMED[it[2]], line
    )


@pytest.mark.sampled
def test_all_games_ratings_and_people_read_as_they_did(kept: str) -> None:
    async def work(here: Installation) -> dict[str, Any]:
        return rounded(await told(here, GAMES))  # type: ignore[no-any-return]

    found = within(kept, work, now=NOW, homes=HOMES)
    expected = load("told.json")
    for game in expected["games"].values():
        game["lines"] = [[*at, _as_written_now(line)] for *at, line in game["lines"]]
    for part, before in expected.items():
        now = json.loads(json.dumps(found[part]))
        if part in ("ratings", "profiles", "exports"):
            assert _without_later_facts(now) == _without_later_facts(before), part
            continue
        if part == "games":
            for game in now.values():
                for of, newer in (
                    ("options", NEWER.get(f"{game['kind']} options", ())),
                    ("settings", NEWER["table settings"]),
                ):
                    game[of] = {
                        name: value for name, value in game[of].items() if name not in newer
                    }
        for name in before if isinstance(before, dict) else ():
            assert now[name] == before[name], (part, name)
        assert now == before, part


def _without_later_facts(told: Any) -> Any:
    """Return the facts about players, sorted, without those that differ between versions."""
    match told:
        case list():
            return sorted(map(_without_later_facts, told), key=json.dumps)
        case dict():
            return {
                name: _without_later_facts(one)
                for name, one in told.items()
                if name not in LATER_FACTS
            }
        case _:
            return told


@pytest.mark.sampled
def test_every_game_is_drawn_for_all_and_for_everybody_at_its_table(kept: str) -> None:
    texts = Texts.load()

    async def work(here: Installation) -> None:
        for game_id in GAMES.values():
            members = (await here.session(game_id)).lobby.members
            look = await here.games.view(game_id)
            told = await countdowns_of(here.games, game_id)
            assert components_of(message(look, RenderOptions(texts, look.due, told)))
            for user in (member.user for member in members):
                look = await here.games.view(game_id, user)
                assert components_of(
                    message(look, RenderOptions(texts, shared=False, spelled=True))
                )

    at(kept, work, timedelta())


def test_what_bots_meant_is_told_after_a_game(kept: str) -> None:
    async def work(here: Installation) -> None:
        for name in ("finished", "forgotten", "typed", "optimal"):
            async with here.store.reading() as conn:
                assert await thoughts_of(conn, GAMES[name])
            assert await here.games.recap(GAMES[name], every_turn=True)
        for name in GAMES:
            for said in await here.games.recap(GAMES[name], every_turn=True):
                assert Texts.load().say(said)

    at(kept, work)


def test_finished_games_were_dealt_fairly(kept: str) -> None:
    async def work(here: Installation) -> None:
        async with here.store.reading() as conn:
            packs = (await rows(conn, schema.packs))["packs"]
        there = {one["digest"]: Pack(one["name"], tuple(one["words"])) for one in packs}
        for name in ("finished", "forgotten", "typed", "solo"):
            session = await here.session(GAMES[name])
            deal = session.game_type.reveal(session.observe(None))
            assert deal, name
            record = read_record(json.dumps(dict(deal.record)))
            assert verify(record, there).finding is Finding.AGREES, name

    at(kept, work)


def test_the_pack_of_older_games_is_still_part_of_the_program(kept: str) -> None:
    async def work(here: Installation) -> None:
        async with here.store.reading() as conn:
            packs = (await rows(conn, schema.packs))["packs"]
        words = {one["digest"]: tuple(one["words"]) for one in packs if one["name"] == "english"}
        assert words
        for digest, stored in words.items():
            assert embedded_packs()[digest].words == stored

    at(kept, work)


@pytest.mark.either_database
def test_ratings_and_memories_follow_from_the_turns_that_are_stored(copy: str) -> None:
    tables = (schema.agent_memory, schema.ratings)

    async def work(here: Installation) -> None:
        async with here.store.writing() as conn:
            before = await rows(conn, *tables)
            assert await rebuild(conn) > 0
            assert await rows(conn, *tables) == before
        for game_id in GAMES.values():
            if await _was_learnt(here, game_id):
                await here.learner.learn(game_id)
        async with here.store.reading() as conn:
            again = await rows(conn, *tables)
        again["agent_memory"] = [one for one in again["agent_memory"] if one["agent"] != TEAMMATE]
        assert again == before
        # From now on, bots also learn from games on other boards.
        learnt = [await here.learner.learn(game_id) for game_id in GAMES.values()]
        assert any(learnt)
        async with here.store.writing() as conn:
            after = await rows(conn, *tables)
            assert after["ratings"] == before["ratings"]
            await rebuild(conn)
            assert await rows(conn, *tables) == after

    at(copy, work)


@pytest.mark.either_database
def test_turns_of_the_older_version_come_to_tell_about_people_once(copy: str) -> None:
    tables = (schema.agent_memory, schema.ratings, schema.turns, schema.turn_evidence)

    async def some(here: Installation) -> None:
        """Learn from a few games, and end as if the process had been killed."""
        for game_id in (await here.learner.unlearned())[:3]:
            await here.learner.learn(game_id)

    async def all_of(here: Installation) -> dict[str, Any]:
        await learn_all(here.learner)
        assert await here.learner.unlearned()  # this notes that all games have been read
        async with here.store.reading() as conn:
            return await rows(conn, *tables)

    async def rebuilt(here: Installation) -> dict[str, Any]:
        async with here.store.writing() as conn:
            await rebuild(conn)
            return await rows(conn, *tables)

    at(copy, some)
    found = at(copy, all_of)
    people = {str(user) for user in PEOPLE.values()}
    assert {row["user"] for row in found["turn_evidence"]} <= people
    assert {row["role"] for row in found["turn_evidence"]} == {"guesser", "spymaster"}
    own = sum(
        row["memory"]["evidence"]["turns"]
        for row in found["agent_memory"]
        if row["agent"] == TEAMMATE and row["user"] in people
    )
    assert own == len(found["turn_evidence"]) > 0
    assert at(copy, all_of) == found
    assert at(copy, rebuilt) == found


async def _was_learnt(here: Installation, game_id: GameId) -> bool:
    """Return whether the version that wrote the data had learnt from a game."""
    session = await here.session(game_id)
    return isinstance(session.options, Options) and is_standard(session.options)


def test_messages_threads_and_their_remarks_are_found(kept: str) -> None:
    async def work(here: Installation) -> None:
        drawings = MessageTasks(here.games, Holder("other"))
        shown = await drawings.handles("discord")
        handles = {spot.game_id: Handle.parse(handle) for spot, handle in shown.items()}
        assert {*handles} >= {GAMES[name] for name in ("marked", "paused", "lobby", "race")}
        async with here.store.reading() as conn:
            for row in (await rows(conn, schema.messages))["drawings"]:
                assert str(Handle.parse(row["handle"])) == row["handle"]
        assert Texts.load().say(phrase(handles[GAMES["paused"]].remark))
        late = [name for name, one in GAMES.items() if await drawings.outdated(one, "discord")]
        assert late == ["turns", "cheating"]
        home = await here.games.thread_at(Room("discord", "562010"))
        assert home
        assert home.game_id == GAMES["marked"]
        closed = await here.games.thread(GAMES["large"], Room("discord", "555012"))
        assert closed
        assert closed.closed

    at(kept, work)


def test_what_a_person_has_not_been_reached_by_is_known(kept: str) -> None:
    async def work(here: Installation) -> None:
        member = (await here.session(GAMES["lobby"])).lobby.member(PEOPLE["dan"])
        assert member
        assert member.direct is False
        assert (
            await ChatServices(here.games, "en").last_synced("discord")
            == "a digest of the commands"
        )

    at(kept, work)


def test_games_from_before_there_was_a_choice_are_as_they_were_begun(kept: str) -> None:
    async def work(here: Installation) -> None:
        for name in GAMES:
            options = (await here.session(GAMES[name])).options
            if isinstance(options, Options):
                assert options.substrings is Substrings.REFUSE, name
                assert options.level is Level.STRONG, name
                assert not options.spares_allies, name
                assert not options.follows_score, name
                assert options.names is NameClues.NO, name

    at(kept, work)


# Continuing.


@pytest.mark.either_database
def test_games_of_codenames_under_way_are_played_to_their_end(copy: str) -> None:
    async def work(here: Installation) -> None:
        before = await _words(here)
        names = await _running(here, "codenames")
        assert {*names} == {"teams", "told", "marked", "paused", "large", "keyword"}
        for name in names:
            await _go_on(here, GAMES[name])
            await _lose(here, GAMES[name])
            session = await here.session(GAMES[name])
            assert session.lobby.status is Status.OVER, name
            assert session.game_type.reveal(session.observe(None))
            await here.learner.learn(GAMES[name])
        _check_words(before, await _words(here))

    at(copy, work)


async def _go_on(here: Installation, game_id: GameId) -> None:
    """Play a turn: a keyword if one is due, a clue, a mark, a card, the bots' moves."""
    if not (await here.public(game_id)).cards:
        await here.say(game_id, "cat", "keyword open sesame")
    await here.rest(game_id)
    if (await here.public(game_id)).clue is None:
        who, _ = await here.due(game_id)
        await give_clue(here, game_id, who)
    who, seat = await here.due(game_id)
    team = seat.partition("-")[0]
    before = len(await here.cards(game_id, team))
    await guess(here, game_id, who, (await here.cards(game_id, team))[-1])
    assert len(await here.cards(game_id, team)) < before


async def _lose(here: Installation, game_id: GameId) -> None:
    """Resign for one team after another until the game is over."""
    for who in ("ann", "cat"):
        session, sitters = await here.session(game_id), await here.sitters(game_id)
        if session.is_over:
            continue
        team = next(seat for seat, name in sitters.items() if name == who).partition("-")[0]
        for name in (who, *(sitters[seat] for seat in sitters if seat.startswith(f"{team}-"))):
            await here.say(game_id, name, "resign")
    for _ in range(5):
        if not (await here.session(game_id)).is_over:
            await here.rest(game_id)


@pytest.mark.either_database
def test_games_of_hangman_under_way_are_played_to_their_end(copy: str) -> None:
    async def work(here: Installation) -> None:
        before = await _words(here)
        names = await _running(here, "hangman")
        assert {*names} == {"reopened", "turns", "cheating", "race", "thought-thought"}
        await here.say(GAMES["thought-thought"], "ann", "answer no")
        for name in names:
            await _guess_all(here, GAMES[name])
            assert (await here.session(GAMES[name])).lobby.status is Status.OVER, name
        _check_words(before, await _words(here))
        profile = load("told.json")["scores"]["days"]
        async with here.store.reading() as conn:
            stored = (await rows(conn, schema.side_scores))["side_scores"]
        (days,) = [row for row in stored if (row["user"], row["game"]) == ("", "hangman-daily")]
        assert days["played"] == profile["played"] + 1
        assert days["streak"] == 2

    at(copy, work)


async def _guess_all(here: Installation, game_id: GameId) -> None:
    """Guess letters in turn, or the typed word, until a game of hangman is over."""
    for number in range(50):
        session = await here.session(game_id)
        if session.is_over:
            return
        who, seat = await here.due(game_id)
        word = session.state.word
        guessed = await _first(here, game_id, seat)
        await here.say(game_id, who, f"solve {word.value}" if word and number else guessed)
        if await _is_asked(here, game_id):
            await here.say(game_id, "ann", await _first(here, game_id, DEALER))


async def _is_asked(here: Installation, game_id: GameId) -> bool:
    session = await here.session(game_id)
    return session.rules.to_act(session.state) == {DEALER}


async def _first(here: Installation, game_id: GameId, seat: Seat) -> str:
    """Return the line of a seat's first legal action."""
    session = await here.session(game_id)
    action = session.rules.legal(session.state, seat).actions[0]
    return session.game_type.game.action_line(action, session.observe(seat))


@pytest.mark.either_database
def test_lobbies_are_gone_on_with(copy: str) -> None:
    async def work(here: Installation) -> None:
        before = await _words(here)
        for name, who in (("lobby", "dan"), ("packed", "bob"), ("rematch", "ann")):
            await here.refused(GAMES[name], who, "bot")
            await here.say(GAMES[name], who, "start")
            assert (await here.session(GAMES[name])).lobby.status is Status.RUNNING, name
        await here.say(GAMES["packed"], "bob", "stop anyway")
        # The room is open for games as its outer room is, which its first use has stored.
        assert (await here.say(GAMES["packed"], "bob", "rematch")).game_id != GAMES["packed"]
        await here.all_say(GAMES["kana"], ("bob", "join"), ("cat", "join"), ("ann", "start"))
        assert (await here.session(GAMES["kana"])).lobby.status is Status.RUNNING
        who, seat = await here.due(GAMES["kana"])
        await here.say(GAMES["kana"], who, await _first(here, GAMES["kana"], seat))
        _check_words(before, await _words(here))

    at(copy, work)


@pytest.mark.either_database
def test_the_next_game_is_opened_for_those_at_a_table_and_learnt_from(copy: str) -> None:
    async def work(here: Installation) -> None:
        before = await _words(here)
        old = await here.session(GAMES["finished"])
        again = (await here.say(GAMES["finished"], "dan", "rematch")).game_id
        here.homes[again] = here.homes[GAMES["finished"]]
        new = await here.session(again)
        assert new.options == old.options
        assert new.lobby.sitters == old.lobby.sitters
        await here.say(again, "ann", "start")
        await finish(here, again)
        assert await here.learner.learn(again)
        _check_words(before, await _words(here))

    at(copy, work)


@pytest.mark.either_database
def test_a_stopped_word_of_the_day_and_one_that_is_over_are_known(copy: str) -> None:
    async def work(here: Installation) -> None:
        place = Room("discord", "555020")
        asked: tuple[dict[str, Any], ...] = ({}, {"dealer": "honest"})
        for values in asked:
            with pytest.raises(IllegalAction) as refused:
                await here.open("tom", "hangman", place, daily=True, **values)
            assert refused.value.phrase.key == "daily-running"
        await here.say(GAMES["reopened"], "cat", "stop")
        again = await here.open("bob", "hangman", Room("discord", "555034"), daily=True)
        assert again == GAMES["reopened"]

    at(copy, work)


@pytest.mark.either_database
def test_what_a_guild_has_set_is_heeded(copy: str) -> None:
    async def work(here: Installation) -> None:
        opened = await here.open("ann", "codenames", Room("discord", "555034"))
        assert (await here.session(opened)).lobby.settings == read_known(
            LobbySettings,
            {
                "clock": "enforced",
                "clue_seconds": 120,
                "guess_seconds": 90,
                "slow_hours": 12,
                "bot": "ace",
                "pace_seconds": 1.0,
                "stop": "anyone",
                "theme": "light",
                "thread": True,
            },
        )
        assert LobbySettings() != (await here.session(opened)).lobby.settings
        await here.say(opened, "ann", "bot")
        await here.say(opened, "ann", "start")
        async with here.store.reading() as conn:
            packs = (await rows(conn, schema.packs))["packs"]
        (brought,) = [row["words"] for row in packs if row["name"] == "Animals"]
        cards = {card.word for card in (await here.public(opened)).cards}
        assert cards <= {*brought}
        with pytest.raises(IllegalAction) as refused:
            await here.open("ann", "codenames", Room("discord", "99"))
        assert refused.value.phrase.key == "room-not-allowed"
        asked = await here.ask("ann", "help", Room("discord", "555031"))
        assert asked.view

    at(copy, work)


# Clocks, leases and deliveries.


@pytest.mark.either_database
def test_clocks_go_on_after_the_time_in_which_no_process_was_there(copy: str) -> None:
    async def work(here: Installation) -> None:
        marked, turns, paused = (GAMES[name] for name in ("marked", "turns", "paused"))
        before = (await here.session(marked)).version
        await here.clock.tick()
        # The bots were due to continue when the older process ended.
        assert (await here.session(marked)).version > before
        assert (await here.session(turns)).turn == 4
        here.hands.forward(seconds=40)
        await here.clock.tick()
        assert (await here.session(turns)).turn == 5
        await here.say(paused, "ann", "resume", rest=False)
        seen = await countdowns_of(here.games, paused)
        assert [notice.at for notice in seen] == [here.games.now() + timedelta(hours=8)]

    at(copy, work)


@pytest.mark.either_database
def test_work_of_a_process_that_died_is_left_to_it_until_its_lease_ends(copy: str) -> None:
    async def work(here: Installation) -> None:
        drawings = MessageTasks(here.games, Holder("other"))
        (spot,) = [
            one for one in await drawings.outdated(GAMES["cheating"], "discord") if not one.user
        ]
        berth = RoomLock(here.store, Room("terminal", "home"), here.hands, ttl=timedelta())
        assert await drawings.claim(spot) is None
        with pytest.raises(RoomLocked):
            await berth.acquire()
        version = (await here.session(GAMES["marked"])).version
        await here.clock.tick()
        assert (await here.session(GAMES["marked"])).version == version
        here.hands.forward(seconds=32)
        assert await drawings.claim(spot)
        await berth.acquire()
        await here.clock.tick()
        assert (await here.session(GAMES["marked"])).version > version

    at(copy, work, timedelta(seconds=1))


@pytest.mark.either_database
def test_what_has_come_is_not_done_again(copy: str) -> None:
    async def work(here: Installation) -> None:
        async with here.store.reading() as conn:
            stored = (await rows(conn, schema.deliveries))["deliveries"]
        sources = [row["source"] for row in stored]
        some = [row for at, row in enumerate(stored) if sources[:at].count(row["source"]) < 3]
        for row in some:
            assert (await _again(here, row)).repeated, row

    at(copy, work)


async def _again(here: Installation, row: Any) -> Receipt:
    """Redeliver a delivery as its source does."""
    game_id, source_id = row["game_id"], row["source_id"]
    if row["source"] == "clock":
        _, turn, enforced, version = source_id.split(":")
        return await here.games.expire(
            game_id, int(turn), enforced=enforced == "True", version=int(version)
        )
    delivery = Delivery(row["source"], source_id)
    asks = here.caller("ann")
    return await here.games.submit(asks, Submission("stop", game_id=game_id, delivery=delivery))


# Buttons and lines.


@pytest.mark.parametrize("one", load("presses.json")["presses"], ids=lambda one: str(one["id"]))
def test_the_id_of_a_button_stands_for_what_it_stood_for(one: dict[str, Any]) -> None:
    meanings = {
        "submit": ButtonAction.SUBMIT,
        "open": ButtonAction.OPEN,
        "fill": ButtonAction.FILL,
        "menu": ButtonAction.MENU,
        "show": ButtonAction.SHOW,
        "take": ButtonAction.TAKE,
        "nothing": ButtonAction.NOTHING,
    }
    press = read_button_id(one["id"])
    assert press
    assert press.action is meanings[one["does"]]
    assert [press.game_id, press.turn, press.line] == [one["game"], one["turn"], one["line"]]
    assert str(press) == one["id"]


def test_every_kind_of_button_is_kept() -> None:
    kept = load("presses.json")
    assert {read_button_id(one["id"]).action for one in kept["presses"]} == {*ButtonAction}  # type: ignore[union-attr]
    for one in kept["calls"]:
        call = read_request_id(one["id"])
        assert call
        assert [call.asker, call.line, str(call)] == [one["asker"], one["line"], one["id"]]


def test_forms_that_were_opened_are_read_as_they_were() -> None:
    for form in load("presses.json")["forms"]:
        press = read_button_id(form["id"])
        assert press
        assert line_from(press.line, fields_of(form["components"])) == form["line"]


def test_buttons_may_be_pressed_by_the_same_people_as_before(unpacked: str) -> None:
    presses = [one for one in load("presses.json")["presses"] if one["does"] == "submit"]

    async def work(here: Installation) -> None:
        for one in presses:
            assert await may_press(here, read_button_id(one["id"])) == one["who"], one

    within(unpacked, work, now=NOW, homes=HOMES)


@pytest.mark.either_database
def test_a_button_of_an_older_message_on_discord_is_pressed(copy: str) -> None:
    """A newcomer presses a letter on a message from the older version."""
    (old,) = [
        one
        for one in load("presses.json")["presses"]
        if one["does"] == "submit" and one["line"].startswith("guess ") and len(one["line"]) == 7
    ]

    async def open_to_all(here: Installation) -> None:
        await here.ask("ann", "admin channels anywhere", Room("discord", "555030"))

    async def run() -> None:
        async with hall(url=copy) as h:
            assert h.guild.id == int(GUILD.partition(":")[2])
            await h.onlooker.slash("/hangman join", table=old["game"])
            before = await h.games.session(old["game"])
            layout = ui.LayoutView(timeout=None)
            layout.add_item(ui.ActionRow(ui.Button(label="Letter", custom_id=old["id"])))
            layout.stop()
            channel: Any = h.client.get_channel(h.channel.id)
            await channel.send(view=layout)
            await h.onlooker.press(h.onlooker.last(), "Letter")
            after = await h.games.session(old["game"])
            assert len(after.lobby.people) == len(before.lobby.people) + 1
            letter = old["line"].removeprefix("guess ")
            boards = (before.observe(None).boards[0], after.observe(None).boards[0])
            assert [letter in board.guessed or letter == board.pending for board in boards] == [
                False,
                True,
            ]

    at(copy, open_to_all)
    asyncio.run(run())


def test_lines_read_as_they_did(unpacked: str) -> None:
    async def work(here: Installation) -> None:
        for name, lines in load("lines.json").items():
            for line, again in lines:
                assert await reread(here, GAMES[name], line) == _as_written_now(again), (name, line)

    at(unpacked, work)


# People and terminals.


@pytest.mark.either_database
def test_a_person_is_forgotten(copy: str) -> None:
    async def work(here: Installation) -> None:
        before = await _words(here)
        assert PEOPLE["bob"].id in await _everything(here)
        games = await leave_and_forget(here.games, PEOPLE["bob"])
        assert {GAMES[name] for name in ("marked", "forgotten", "reopened")} <= {*games}
        assert PEOPLE["bob"].id not in await _everything(here)
        for name in ("marked", "forgotten", "finished", "reopened"):
            assert await here.games.view(GAMES[name])
        _check_words(before, await _words(here))

    at(copy, work)


async def _everything(here: Installation) -> str:
    async with here.store.reading() as conn:
        tables = [await conn.execute(select(table)) for table in schema.METADATA.sorted_tables]
    return "\n".join(str(row) for found in tables for row in found)


def test_a_game_that_was_left_at_a_terminal_goes_on(unpacked: str) -> None:
    with open_client(unpacked) as desk:
        left = desk.unfinished_game()
        assert left
        assert left.begun
        assert left.seed == 5
        desk.resume(left)
        (person,) = desk.people
        assert desk.view(person).title
        assert desk.act()
        desk.submit(person, "resign")
        assert desk.outcome


# Codecs and settings.


@pytest.mark.parametrize("of", EVENTS)
def test_every_event_reads_and_is_written_as_it_was(of: str) -> None:
    codec, _ = EVENTS[of]
    for tag, body in load("events.json")[of]:
        event = codec.read(tag, body)
        assert codec.tag(event) == tag
        written = json.loads(json.dumps(codec.body(event)))
        assert _without(written, NEWER.get(f"events.body {tag}", frozenset())) == body


@pytest.mark.parametrize("of", VALUES)
def test_options_and_settings_read_and_are_written_as_they_were(of: str) -> None:
    kind = VALUES[of]
    for body in load("events.json")[of]:
        written = json.loads(json.dumps(write_value(kind, read_value(kind, body))))
        assert _without(written, NEWER.get(of, frozenset())) == body


@pytest.mark.parametrize("of", EVENTS)
def test_every_class_of_events_is_kept(of: str, unpacked: str) -> None:
    """Name the tag of a new class in LATER, since no older version has written it."""
    codec, kinds = EVENTS[of]
    tags = {codec.tag(examples(kind)[0]) for kind in kinds}

    async def work(here: Installation) -> frozenset[str]:
        return (await _words(here))["events.tag"]

    assert tags - LATER <= {tag for tag, _ in load("events.json")[of]}
    assert tags - LATER <= at(unpacked, work)


def test_a_setting_that_is_typed_is_stored_as_it_was() -> None:
    for name, value, stored in load("settings.json")["typed"]:
        after = changed(LobbySettings(bot="ace"), name, value)
        assert _without(write_value(LobbySettings, after), NEWER["table settings"]) == stored
        assert read_known(LobbySettings, stored) == after


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "value"), load("settings.json")["environment"].items())
def test_a_setting_in_the_environment_is_heeded(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for other in load("settings.json")["environment"]:
        monkeypatch.delenv(other, raising=False)
    kinds = [platform.settings for platform in platforms()]
    usual, _ = sound_settings(kinds)
    monkeypatch.setenv(name, value)
    found, faults = sound_settings(kinds)
    assert faults == ()
    assert found.groups != usual.groups


def _without(body: dict[str, Any], paths: Iterable[str]) -> dict[str, Any]:
    """Return JSON without the members at these paths."""
    for path in paths:
        *around, name = path.split(".")
        del reduce(getitem, around, body)[name]
    return body


def _check_words(before: dict[str, frozenset[str]], after: dict[str, frozenset[str]]) -> None:
    """Check that no place has a stored name that the older version did not store there."""
    new = {
        where: names - before.get(where, frozenset()) - NEWER.get(where, frozenset())
        for where, names in after.items()
    }
    assert {where: names for where, names in new.items() if names} == {}
