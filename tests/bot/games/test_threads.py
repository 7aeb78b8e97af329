from bot.chat.services import ChatServices
from bot.games.messages import MessageTarget
from bot.games.threads import Thread, Threads
from bot.identity import Room
from tests.bot.games.parlour import GUILD, ROOM, Parlour, in_parlour

PLACE = Room("recorder", "nook")


def test_a_games_thread_is_kept_and_known_by_every_process(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        home = MessageTarget(await parlour.open(), ROOM)
        ours, others = Threads(parlour.games), Threads(parlour.games)
        assert await ours.thread(home) is None
        assert await others.find_game_room(PLACE) is None
        await ours.save(Thread(home, PLACE))
        assert await others.thread(home) == Thread(home, PLACE)
        assert await others.find_game_room(PLACE) == home

    in_parlour(database_url, work)


def test_a_thread_that_was_closed_is_still_its_games(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        home = MessageTarget(await parlour.open(), ROOM)
        threads = Threads(parlour.games)
        await threads.save(Thread(home, PLACE))
        await threads.save(Thread(home, PLACE, is_unusable=True))
        assert await threads.find_game_room(PLACE) == home
        assert await threads.thread(home) == Thread(home, PLACE, is_unusable=True)

    in_parlour(database_url, work)


def test_a_guild_that_is_purged_leaves_no_thread(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        porter = ChatServices(parlour.games, "en")
        home = MessageTarget(await parlour.open(), ROOM)
        await porter.threads.save(Thread(home, PLACE))
        assert await porter.threads.find_game_room(PLACE) == home
        await porter.purge(GUILD)
        assert await porter.threads.find_game_room(PLACE) is None

    in_parlour(database_url, work)
