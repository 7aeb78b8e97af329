import asyncio
from datetime import date

from bot.identity import GuildId, User
from bot.ratings.scores import Score, ScoredPlay
from bot.ratings.scores_store import add_play, score_of, scores_of
from bot.store.connection import Store
from tests.databases import with_store

HOME, AWAY = GuildId("discord:5"), GuildId("slack:T1")
ANN, BOB = User("discord", "1"), User("slack", "T1/U2")
DAY = date(2026, 11, 21)


def test_games_are_counted_by_guild_person_and_game(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            assert await score_of(conn, HOME, ANN, "hangman") == Score()
            await add_play(conn, HOME, ANN, "hangman", ScoredPlay(won=True, points=7))
            total = await add_play(conn, HOME, ANN, "hangman", ScoredPlay(won=False))
            await add_play(conn, HOME, BOB, "hangman", ScoredPlay(won=True, points=1))
            await add_play(conn, HOME, BOB, "hangman-daily", ScoredPlay(won=True, day=DAY))
            await add_play(conn, AWAY, ANN, "hangman", ScoredPlay(won=True, points=2))
        async with store.reading() as conn:
            assert total == Score(played=2, won=1, points=7, best=1)
            assert await scores_of(conn, HOME, "hangman") == {
                ANN: total,
                BOB: Score(played=1, won=1, points=1, streak=1, best=1),
            }
            daily = await score_of(conn, HOME, BOB, "hangman-daily")
            runs = ((DAY, DAY),)
            assert daily == Score(played=1, won=1, streak=1, best=1, day=DAY, runs=runs)

    with_store(database_url, work)


def test_a_guild_has_a_score_of_its_own(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await add_play(conn, HOME, None, "hangman-daily", ScoredPlay(won=True, day=DAY))
            assert (await score_of(conn, HOME, None, "hangman-daily")).streak == 1
            assert await scores_of(conn, HOME, "hangman-daily") == {}

    with_store(database_url, work)


def test_games_that_end_at_once_are_all_counted(database_url: str) -> None:
    async def play(store: Store) -> None:
        async with store.writing() as conn:
            await add_play(conn, HOME, ANN, "hangman", ScoredPlay(won=True, points=1))

    async def work(store: Store) -> None:
        await asyncio.gather(*(play(store) for _ in range(8)))
        async with store.reading() as conn:
            assert (await score_of(conn, HOME, ANN, "hangman")).points == 8

    with_store(database_url, work)
