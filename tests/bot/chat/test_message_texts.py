from datetime import UTC, datetime

from bot.games.drawing import Spot
from bot.identity import GameId
from bot.prompter import Prompter
from bot.store import rooms
from bot.store.rooms import GuildRow
from bot.texts import Texts, languages
from core.view import Phrase, phrase
from tests.bot.games.parlour import GUILD, ROOM, Parlour, in_parlour, person

LANGUAGES = {name: Texts.load(name) for name in languages()}
ANN = person("ann").user


async def told(game_id: GameId) -> tuple[Phrase, ...]:
    return (phrase("table-event-joined", who=game_id),)


def prompter(parlour: Parlour, default: str = "en") -> Prompter:
    return Prompter(parlour.games, told, default, LANGUAGES)


def test_a_room_is_told_in_its_guilds_language_and_a_person_in_their_own(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id = await parlour.open()
        public, own = Spot(game_id, ROOM), Spot(game_id, ROOM, ANN)
        asked = prompter(parlour)
        assert await asked.texts(public) is LANGUAGES["en"]
        assert await prompter(parlour, "ja").texts(public) is LANGUAGES["ja"]
        async with parlour.games.store.writing() as conn:
            await rooms.put_guild(conn, GuildRow(GUILD, "ja", {}))
        assert await asked.texts(public) is LANGUAGES["ja"]
        async with parlour.games.store.writing() as conn:
            await rooms.put_locale(conn, ANN, "en-GB")
        assert await asked.texts(own) is LANGUAGES["en"]
        assert await asked.texts(public) is LANGUAGES["ja"]

    in_parlour(database_url, work)


def test_a_deadline_is_told_of_while_a_clock_runs(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id = await parlour.open()
        asked = prompter(parlour)
        assert await asked.notices(game_id) == ()
        await parlour.say("ann", "set clock enforced")
        await parlour.say("ann", "start")
        (notice,) = await asked.notices(game_id)
        assert notice.said.key == "table-due-ends"
        assert notice.at is not None
        assert notice.at > datetime.now(UTC)
        await parlour.say("ann", "pause")
        assert await asked.notices(game_id) == ()

    in_parlour(database_url, work)


def test_a_recap_is_asked_for_by_game(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id = await parlour.open()
        assert await prompter(parlour).recap(game_id) == await told(game_id)

    in_parlour(database_url, work)
