"""The welcome to a guild that has just added the bot: sent once, in a room that is allowed."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.chat.request import Hello
from bot.chat.services import ChatServices, hello_view
from bot.games.guild_settings import AllowedRoom, GuildSettings, settings_of
from bot.gametypes.registry import GameTypes
from bot.identity import GuildId, Room
from bot.ratings.boards.view import plain_lines
from bot.store.rooms import GuildRow, find_guild, put_guild
from bot.texts import Texts
from core.view import Choices, View, find
from tests.bot.chat.privacy.community import purged
from tests.bot.games.parlour import Parlour, in_parlour

pytestmark = pytest.mark.either_database

GUILD = GuildId("discord:7")
RULES, LOUNGE, GAMES = (Room("discord", str(number)) for number in (71, 72, 73))


async def put(parlour: Parlour, settings: GuildSettings, language: str | None = None) -> None:
    """Store a guild's settings."""
    async with parlour.games.store.writing() as conn:
        await put_guild(conn, GuildRow(GUILD, language, settings.to_json()))


async def hello(parlour: Parlour, guild: GuildId, writable: Sequence[Room]) -> Hello | None:
    return await ChatServices(parlour.games, "en").hello(guild, writable, None)


def test_a_hello_is_claimed_once_whoever_asks_at_the_same_time(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        rooms = (LOUNGE, RULES)
        found = await asyncio.gather(*(hello(parlour, GUILD, rooms) for _ in range(4)))
        assert [one.room for one in found if one] == [LOUNGE]
        assert await hello(parlour, GUILD, rooms) is None
        assert await hello(parlour, GuildId("discord:8"), rooms) is not None

    in_parlour(database_url, work)


def test_a_guild_without_a_room_can_be_told_later(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        assert await hello(parlour, GUILD, ()) is None
        assert await hello(parlour, GUILD, (RULES,)) is not None

    in_parlour(database_url, work)


def test_a_purged_guild_may_be_told_again(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        assert await hello(parlour, GUILD, (RULES,))
        async with parlour.games.store.writing() as conn:
            await purged(conn, GUILD)
        assert await hello(parlour, GUILD, (RULES,))

    in_parlour(database_url, work)


def test_a_hello_is_said_in_an_allowed_room_and_keeps_all_settings(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        settings = GuildSettings(places=(AllowedRoom(str(GAMES), "games"),))
        await put(parlour, settings, "ja")
        assert await hello(parlour, GUILD, (LOUNGE, RULES)) is None
        found = await hello(parlour, GUILD, (LOUNGE, RULES, GAMES))
        assert found is not None
        assert (found.room, found.language) == (GAMES, "ja")
        async with parlour.games.store.reading() as conn:
            after = await settings_of(conn, GUILD)
        assert (after.greeted, after.places) == (True, settings.places)

    in_parlour(database_url, work)


@pytest.mark.parametrize(("chosen", "language"), [(None, "ja"), ("en", "en")])
def test_a_guild_keeps_its_own_language_or_takes_the_platforms(
    database_url: str, chosen: str | None, language: str
) -> None:
    async def work(parlour: Parlour) -> None:
        await put(parlour, GuildSettings(), chosen)
        services = ChatServices(parlour.games, "en")
        found = await services.hello(GUILD, (RULES,), "ja-JP")
        assert found is not None
        assert found.language == language
        async with parlour.games.store.reading() as conn:
            row = await find_guild(conn, GUILD)
        assert row is not None
        assert row.language == language

    in_parlour(database_url, work)


def said(view: View, language: str) -> str:
    texts = Texts.load(language)
    return "\n".join(texts.say(line) for line in plain_lines(view))


def test_a_hello_names_the_games_and_opens_the_first() -> None:
    view = hello_view(GameTypes())
    assert "Codenames, Hangman" in said(view, "en")
    assert "ここで遊べるゲーム" in said(view, "ja")
    (choices,) = find(view, Choices)
    assert isinstance(choices, Choices)
    assert [one.line for one in choices.choices] == [next(iter(GameTypes()))]
