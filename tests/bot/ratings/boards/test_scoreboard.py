from datetime import date

from bot.identity import GuildId, User
from bot.ratings.boards.leaderboard import Standing
from bot.ratings.boards.scoreboard import (
    Scoreboard,
    daily,
    scoreboard,
    scoreboard_view,
)
from bot.ratings.boards.view import plain_lines
from bot.ratings.scores import Score, ScoredPlay
from bot.ratings.scores_store import add_play
from bot.store.connection import Store
from bot.store.rooms import ensure_user
from bot.texts import Texts
from tests.databases import with_store

HOME, AWAY = GuildId("discord:5"), GuildId("discord:6")
ANN, BOB, CAT, DAN = (User("discord", str(number)) for number in range(1, 5))
DAY = date(2026, 11, 21)


def _lines(board: Scoreboard, language: str = "en") -> list[str]:
    texts = Texts.load(language)
    return [texts.say(line) for line in plain_lines(scoreboard_view(board))]


def test_players_stand_by_points_then_by_wins(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            for user, name in ((ANN, "Ann"), (BOB, "Bob"), (CAT, "Cat")):
                await ensure_user(conn, user, name)
            for user, points in ((ANN, (9, 0)), (BOB, (5, 4)), (CAT, (10,)), (DAN, (9, 0))):
                for number in points:
                    await add_play(conn, HOME, user, "hangman", ScoredPlay(number > 0, number))
            await add_play(conn, AWAY, ANN, "hangman", ScoredPlay(won=True, points=99))
        async with store.reading() as conn:
            board = await scoreboard(conn, HOME, "hangman", today=DAY)
            first = await scoreboard(conn, HOME, "hangman", today=DAY, limit=1)
        assert [(one.rank, one.name, one.record.points) for one in board.standings] == [
            (1, "Cat", 10),
            (2, "Bob", 9),
            (3, "Ann", 9),
            (3, "4", 9),
        ]
        assert [one.name for one in first.standings] == ["Cat"]

    with_store(database_url, work)


def test_a_guild_sees_its_days_in_a_row(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await add_play(conn, HOME, None, daily("hangman"), ScoredPlay(won=True, day=DAY))
            board = await scoreboard(conn, HOME, "hangman", today=DAY)
        assert "Words of the day solved in a row: 1, at best 1." in _lines(board)

    with_store(database_url, work)


def test_the_sentences_of_a_board() -> None:
    empty = Scoreboard("codenames", DAY, (), Score())
    assert "Nobody here has finished a game yet" in _lines(empty)[1]
    assert "まだ誰も" in _lines(empty, "ja")[1]


def test_the_board_of_shiritori_tells_of_its_own_points_and_days() -> None:
    score = Score(played=3, won=2, points=7)
    board = Scoreboard("shiritori", DAY, (Standing(1, ANN, "Ann", score),), Score(played=1, won=1))
    assert _lines(board)[1:] == [
        "Games of the day won in a row: 0.",
        "1. Ann: won 2 of 3 games; 7 points",
        "The winner gets a point for each of their words, up to ten a game.",
    ]
    japanese = " ".join(_lines(board, "ja"))
    assert "「今日の始まりの音」連勝：0日。" in japanese
    assert "3回中2回勝ち、7点" in japanese
    assert "文字を当てた" not in japanese
