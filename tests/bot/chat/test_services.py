import pytest

from bot.chat.services import ChatServices, known_values
from bot.identity import GuildId, User
from bot.lobby import settings
from bot.store import rooms
from core.codenames.command import CODENAMES
from core.hangman.command import HANGMAN
from core.view import phrase
from tests.bot.games.parlour import GUILD, Parlour, in_parlour

pytestmark = pytest.mark.either_database


def test_what_was_told_is_remembered_by_subject(database_url: str) -> None:
    async def tell(parlour: Parlour) -> list[str | None]:
        porter = ChatServices(parlour.games, "en")
        before = await porter.last_synced("commands 1")
        await porter.mark_synced("commands 1", "abc")
        await porter.mark_synced("commands 2", "def")
        await porter.mark_synced("commands 1", "ghi")
        return [
            before,
            await porter.last_synced("commands 1"),
            await porter.last_synced("commands 2"),
        ]

    assert in_parlour(database_url, tell) == [None, "ghi", "def"]


def test_a_guild_is_purged_and_what_was_told_stays(database_url: str) -> None:
    async def purge(parlour: Parlour) -> tuple[str | None, object]:
        porter = ChatServices(parlour.games, "en")
        await porter.mark_synced("commands 1", "abc")
        await parlour.open()
        await porter.purge(GUILD)
        async with parlour.games.store.reading() as conn:
            found = await rooms.find_guild(conn, GuildId(GUILD))
        return await porter.last_synced("commands 1"), found

    assert in_parlour(database_url, purge) == ("abc", None)


def test_a_person_whose_account_has_ended_frees_their_chair(database_url: str) -> None:
    async def leave(parlour: Parlour) -> tuple[set[str], User | None]:
        porter = ChatServices(parlour.games, "en")
        await parlour.playing()
        await porter.leave_games(User("recorder", "ann"))
        await porter.leave_games(User("recorder", "ann"))
        lobby = (await parlour.session()).lobby
        return {one.user.id for one in lobby.people}, lobby.host

    people, host = in_parlour(database_url, leave)
    assert people == {"bob", "cat", "dan"}
    assert host == User("recorder", "bob")


@pytest.mark.parametrize(
    ("asked", "spoken"), [("ja", "ja"), ("ja-JP", "ja"), ("fr", "en"), (None, "en")]
)
def test_a_person_is_spoken_to_in_their_language_or_the_default(
    database_url: str, asked: str | None, spoken: str
) -> None:
    async def said(parlour: Parlour) -> bool:
        porter = ChatServices(parlour.games, "en")
        hello = phrase("chat-done")
        return porter.texts_for(asked).say(hello) == porter.languages[spoken].say(hello)

    assert in_parlour(database_url, said)


def test_the_settings_that_people_may_choose_from_can_be_set() -> None:
    values = known_values(CODENAMES.new)
    assert {*settings.SETTING_NAMES} < {*values["setting"]}
    assert "dealer" in known_values(HANGMAN.new)["setting"]
    assert "dealer" not in values["setting"]
    assert values["solo"] == ("off", "on")
    table = settings.LobbySettings()
    for name in settings.OFFERED:
        for value in values[name]:
            assert dict(settings.shown(settings.changed(table, name, value)))[name] == value


def test_installations_are_kept_as_they_are_and_go_with_their_guild(database_url: str) -> None:
    async def keep(parlour: Parlour) -> list[object]:
        services, other = ChatServices(parlour.games, "en"), GuildId("slack:T2")
        await services.keep_installation(GUILD, "first")
        await services.keep_installation(GUILD, "second")
        await services.keep_installation(other, "third")
        kept = [await services.installation(one) for one in (GUILD, other)]
        installed = await services.installed("slack")
        await services.purge(GUILD)
        return [*kept, installed, await services.installation(GUILD)]

    expected = ["second", "third", {GuildId("slack:T2")}, None]
    assert in_parlour(database_url, keep) == expected
