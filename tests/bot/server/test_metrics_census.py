from datetime import datetime, timedelta

from bot.games.deadlines import DeadlineKind
from bot.games.requests import utc_now
from bot.identity import GameId
from bot.server.metrics import Metrics
from bot.server.workers.learner import LEARNED_BOOKMARK
from bot.store import leases
from bot.store.connection import Store
from bot.store.leases import DeadlineRow
from tests.bot.games.parlour import Parlour, in_parlour
from tests.bot.server.test_metrics import values
from tests.databases import with_store

BEHIND = ("deadlines_late", "deadline_late_seconds", "learning_lag_seconds", "drawings_behind")


async def counted(store: Store, now: datetime) -> dict[tuple[str, ...], float]:
    """Return the metrics of a database's content at a moment."""
    metrics = Metrics()
    async with store.reading() as conn:
        await metrics.count(conn, now)
    return values(metrics)


def games(found: dict[tuple[str, ...], float]) -> dict[str, float]:
    """Return the number of games by status."""
    return {key[1]: number for key, number in found.items() if key[0] == "games"}


def test_of_an_empty_database_everything_is_none(database_url: str) -> None:
    found = with_store(database_url, lambda store: counted(store, utc_now()))
    assert games(found) == {"lobby": 0, "running": 0, "over": 0, "stopped": 0}
    assert [found[name,] for name in BEHIND] == [0, 0, 0, 0]


def test_games_deadlines_and_what_is_behind_are_counted(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id, store = (await parlour.playing()).game_id, parlour.games.store
        now = utc_now()
        async with store.writing() as conn:
            await leases.put_deadline(conn, _deadline(game_id, 1, now - timedelta(seconds=30)))
            await leases.put_deadline(conn, _deadline(game_id, 2, now + timedelta(seconds=30)))
        running = await counted(store, now)
        assert games(running) == {"lobby": 0, "running": 1, "over": 0, "stopped": 0}
        assert [running[name,] for name in BEHIND] == [1, 30.0, 0.0, 1]
        await parlour.say("ann", "stop")
        stopped = await counted(store, utc_now() + timedelta(minutes=1))
        assert games(stopped)["stopped"] == 1
        assert stopped["learning_lag_seconds",] >= 60.0

    in_parlour(database_url, work)


def test_a_game_that_the_learner_has_seen_to_is_not_behind(database_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        await parlour.playing()
        await parlour.say("ann", "stop")
        later = utc_now() + timedelta(minutes=1)
        async with parlour.games.store.writing() as conn:
            await leases.put_bookmark(conn, LEARNED_BOOKMARK, later)
        found = await counted(parlour.games.store, later)
        assert found["learning_lag_seconds",] == 0.0

    in_parlour(database_url, work)


def _deadline(game_id: GameId, turn: int, due_at: datetime) -> DeadlineRow:
    return DeadlineRow(game_id, turn, DeadlineKind.TURN.value, due_at)
