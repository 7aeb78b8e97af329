from datetime import datetime, timedelta

from bot.games.deadlines import DeadlineKind
from bot.games.requests import utc_now
from bot.identity import GameId
from bot.server.metrics import DatabaseStats, database_stats
from bot.server.workers.learner import LEARNED_BOOKMARK
from bot.store import leases
from bot.store.connection import Store
from bot.store.leases import DeadlineRow
from tests.bot.games.parlour import Parlour, in_parlour
from tests.databases import with_store


def test_of_an_empty_database_everything_is_none(database_url: str) -> None:
    async def count(store: Store) -> DatabaseStats:
        async with store.reading() as conn:
            return await database_stats(conn, utc_now())

    found = with_store(database_url, count)
    nobody = {"lobby": 0, "running": 0, "over": 0, "stopped": 0}
    assert found == DatabaseStats(nobody, 0, 0.0, 0.0, 0)


def test_games_deadlines_and_what_is_behind_are_counted(database_url: str) -> None:
    async def count(parlour: Parlour) -> tuple[DatabaseStats, DatabaseStats]:
        game_id = (await parlour.playing()).game_id
        now = utc_now()
        async with parlour.games.store.writing() as conn:
            await leases.put_deadline(conn, _deadline(game_id, 1, now - timedelta(seconds=30)))
            await leases.put_deadline(conn, _deadline(game_id, 2, now + timedelta(seconds=30)))
        async with parlour.games.store.reading() as conn:
            running = await database_stats(conn, now)
        await parlour.say("ann", "stop")
        async with parlour.games.store.reading() as conn:
            return running, await database_stats(conn, utc_now() + timedelta(minutes=1))

    running, stopped = in_parlour(database_url, count)
    assert running.games == {"lobby": 0, "running": 1, "over": 0, "stopped": 0}
    assert (running.deadlines_late, running.deadline_seconds) == (1, 30.0)
    assert running.learning_seconds == 0.0
    assert running.messages_outdated == 1
    assert stopped.games["stopped"] == 1
    assert stopped.learning_seconds >= 60.0


def test_a_game_that_the_learner_has_seen_to_is_not_behind(database_url: str) -> None:
    async def count(parlour: Parlour) -> DatabaseStats:
        await parlour.playing()
        await parlour.say("ann", "stop")
        later = utc_now() + timedelta(minutes=1)
        async with parlour.games.store.writing() as conn:
            await leases.put_bookmark(conn, LEARNED_BOOKMARK, later)
        async with parlour.games.store.reading() as conn:
            return await database_stats(conn, later)

    assert in_parlour(database_url, count).learning_seconds == 0.0


def _deadline(game_id: GameId, turn: int, due_at: datetime) -> DeadlineRow:
    return DeadlineRow(game_id, turn, DeadlineKind.TURN.value, due_at)
