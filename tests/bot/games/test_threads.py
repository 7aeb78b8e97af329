from bot.games.threads import Home, Thread, Threads
from bot.identity import Room
from bot.porter import Porter
from tests.bot.games.parlour import GUILD, ROOM, Parlour, in_parlour

PLACE = Room("recorder", "nook")


def test_a_games_thread_is_kept_and_known_by_every_process(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        home = Home(await parlour.open(), ROOM)
        ours, others = Threads(parlour.games), Threads(parlour.games)
        assert await ours.thread(home) is None
        assert await others.home(PLACE) is None
        await ours.keep(Thread(home, PLACE))
        assert await others.thread(home) == Thread(home, PLACE)
        assert await others.home(PLACE) == home

    in_parlour(database_url, work)


def test_a_thread_that_was_closed_is_still_its_games(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        home = Home(await parlour.open(), ROOM)
        threads = Threads(parlour.games)
        await threads.keep(Thread(home, PLACE))
        await threads.keep(Thread(home, PLACE, closed=True))
        assert await threads.home(PLACE) == home
        assert await threads.thread(home) == Thread(home, PLACE, closed=True)

    in_parlour(database_url, work)


def test_a_guild_that_is_purged_leaves_no_thread(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        porter = Porter(parlour.games, "en")
        home = Home(await parlour.open(), ROOM)
        await porter.threads.keep(Thread(home, PLACE))
        assert await porter.threads.home(PLACE) == home
        await porter.purge(GUILD)
        assert await porter.threads.home(PLACE) is None

    in_parlour(database_url, work)
