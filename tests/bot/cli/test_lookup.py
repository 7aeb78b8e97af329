from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.services import SYNCED
from bot.cli.admin import check_known, find_game, find_guild, find_user
from bot.identity import GuildId, Room, User
from bot.store.connection import Store
from bot.store.rooms import ensure_guild, ensure_room, ensure_user
from core.rules import Refusal
from tests.bot.games.parlour import Parlour, in_parlour
from tests.databases import with_store

pytestmark = pytest.mark.either_database

ANN, OTHER = User("discord", "1"), User("slack", "1")


async def settle(conn: AsyncConnection) -> None:
    await ensure_user(conn, ANN, "Ann")
    await ensure_user(conn, OTHER, "Ann")
    await ensure_user(conn, User("slack", "2"), "Bob")


def asked(url: str, find: Any, *names: object, people: bool = True) -> Any:
    """Return the result of a lookup in a database with or without people."""

    async def work(store: Store) -> Any:
        async with store.writing() as conn:
            if people:
                await settle(conn)
            return await find(conn, *names)

    return with_store(url, work)


def refused(url: str, find: Any, *names: object, people: bool = True) -> Refusal:
    with pytest.raises(Refusal) as found:
        asked(url, find, *names, people=people)
    return found.value


def test_a_user_is_found_by_an_id_or_by_a_name_of_their_own(database_url: str) -> None:
    assert asked(database_url, find_user, "discord:1") == ANN
    assert asked(database_url, find_user, "discord:404") == User("discord", "404")
    assert asked(database_url, find_user, "Bob") == User("slack", "2")


def test_of_several_with_a_name_all_are_told(database_url: str) -> None:
    fault = refused(database_url, find_user, "Ann")
    assert fault.phrase.key == "name-of-several"
    assert fault.phrase["users"] == ("discord:1", "slack:1")


@pytest.mark.parametrize("name", ["Zoe", "", ":", "discord:", "x" * 5000])
def test_a_name_that_nobody_has_is_refused_and_cut(sqlite_url: str, name: str) -> None:
    fault = refused(sqlite_url, find_user, name)
    assert fault.phrase.key == "name-of-nobody"
    assert len(str(fault.phrase["name"])) <= 60


def test_only_somebody_of_whom_something_is_stored_is_known(database_url: str) -> None:
    asked(database_url, check_known, ANN)
    fault = refused(database_url, check_known, User("discord", "404"), people=False)
    assert fault.phrase.key == "user-unknown"


def test_the_only_guild_need_not_be_named(database_url: str) -> None:
    assert refused(database_url, find_guild, None).phrase.key == "guild-none"
    asked(database_url, ensure_room, Room("discord", "7"), GuildId("discord:9"))
    assert asked(database_url, find_guild, None) == "discord:9"
    assert asked(database_url, find_guild, "discord:9") == "discord:9"
    assert refused(database_url, find_guild, "discord:8").phrase["known"] == ("discord:9",)


def test_the_synced_values_of_adapters_are_no_guild(database_url: str) -> None:
    asked(database_url, ensure_guild, SYNCED)
    assert refused(database_url, find_guild, None).phrase.key == "guild-none"
    asked(database_url, ensure_room, Room("discord", "7"), GuildId("discord:9"))
    assert asked(database_url, find_guild, None) == "discord:9"
    assert refused(database_url, find_guild, SYNCED).phrase["known"] == ("discord:9",)


def test_of_several_guilds_one_must_be_named(database_url: str) -> None:
    asked(database_url, ensure_room, Room("discord", "7"), GuildId("discord:9"))
    asked(database_url, ensure_room, Room("slack", "7"), GuildId("slack:9"))
    fault = refused(database_url, find_guild, None)
    assert (fault.phrase.key, fault.phrase["known"]) == ("guild-which", ("discord:9", "slack:9"))
    assert asked(database_url, find_guild, "slack:9") == "slack:9"


def test_a_game_is_found_by_its_name_in_any_case(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id = await parlour.open()
        async with parlour.games.store.reading() as conn:
            assert (await find_game(conn, game_id.upper())).game_id == game_id
            with pytest.raises(Refusal) as fault:
                await find_game(conn, "x" * 5000)
        assert fault.value.phrase.key == "no-such-game"

    in_parlour(database_url, work)
