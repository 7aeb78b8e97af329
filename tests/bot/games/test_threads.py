from bot.chat.services import ChatServices
from bot.identity import Room
from bot.store.threads import ThreadRow
from tests.bot.games.parlour import GUILD, ROOM, Parlour, in_parlour

PLACE = Room("recorder", "nook")


def test_a_games_thread_is_kept_and_known_by_every_process(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id, games = await parlour.open(), parlour.games
        assert await games.thread(game_id, ROOM) is None
        assert await games.thread_at(PLACE) is None
        await games.save_thread(thread := ThreadRow(game_id, ROOM, PLACE))
        assert await games.thread(game_id, ROOM) == thread
        assert await games.thread_at(PLACE) == thread

    in_parlour(database_url, work)


def test_a_thread_that_was_closed_is_still_its_games(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id, games = await parlour.open(), parlour.games
        await games.save_thread(ThreadRow(game_id, ROOM, PLACE))
        await games.save_thread(closed := ThreadRow(game_id, ROOM, PLACE, closed=True))
        assert await games.thread_at(PLACE) == closed
        assert await games.thread(game_id, ROOM) == closed

    in_parlour(database_url, work)


def test_a_guild_that_is_purged_leaves_no_thread(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        games = parlour.games
        await games.save_thread(thread := ThreadRow(await parlour.open(), ROOM, PLACE))
        assert await games.thread_at(PLACE) == thread
        await ChatServices(games, "en").purge(GUILD)
        assert await games.thread_at(PLACE) is None

    in_parlour(database_url, work)
