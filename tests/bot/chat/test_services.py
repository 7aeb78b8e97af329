import pytest

from bot.identity import GuildId
from bot.lobby import settings
from bot.porter import Porter, known_values
from bot.store import rooms
from core.codenames.command import CODENAMES
from core.hangman.command import HANGMAN
from core.view import phrase
from tests.bot.games.parlour import GUILD, Parlour, in_parlour


def test_what_was_told_is_remembered_by_subject(database_url: str) -> None:
    async def tell(parlour: Parlour) -> list[str | None]:
        porter = Porter(parlour.games, "en")
        before = await porter.told("commands 1")
        await porter.keep_told("commands 1", "abc")
        await porter.keep_told("commands 2", "def")
        await porter.keep_told("commands 1", "ghi")
        return [before, await porter.told("commands 1"), await porter.told("commands 2")]

    assert in_parlour(database_url, tell) == [None, "ghi", "def"]


def test_a_guild_is_purged_and_what_was_told_stays(database_url: str) -> None:
    async def purge(parlour: Parlour) -> tuple[str | None, object]:
        porter = Porter(parlour.games, "en")
        await porter.keep_told("commands 1", "abc")
        await parlour.open()
        await porter.purge(GUILD)
        async with parlour.games.store.reading() as conn:
            found = await rooms.find_guild(conn, GuildId(GUILD))
        return await porter.told("commands 1"), found

    assert in_parlour(database_url, purge) == ("abc", None)


@pytest.mark.parametrize(
    ("asked", "spoken"), [("ja", "ja"), ("ja-JP", "ja"), ("fr", "en"), (None, "en")]
)
def test_a_person_is_spoken_to_in_their_language_or_the_default(
    database_url: str, asked: str | None, spoken: str
) -> None:
    async def said(parlour: Parlour) -> bool:
        porter = Porter(parlour.games, "en")
        hello = phrase("discord-done")
        return porter.speaker(asked).say(hello) == porter.languages[spoken].say(hello)

    assert in_parlour(database_url, said)


def test_the_settings_that_people_may_choose_from_can_be_set() -> None:
    values = known_values(CODENAMES.new)
    assert {*settings.NAMES} < {*values["setting"]}
    assert "dealer" in known_values(HANGMAN.new)["setting"]
    assert "dealer" not in values["setting"]
    assert values["solo"] == ("off", "on")
    table = settings.TableSettings()
    for name in settings.OFFERED:
        for value in values[name]:
            assert dict(settings.shown(settings.changed(table, name, value)))[name] == value
