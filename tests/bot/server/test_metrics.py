import asyncio
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from bot.games.requests import Receipt
from bot.games.service import Games
from bot.gametypes.codenames.game_type import codenames_type
from bot.gametypes.engine import FALLBACK, MoveRequest
from bot.identity import GameId
from bot.server.metrics import Metrics, TimedEngine
from bot.store.connection import Store
from bot.store.faults import Fault, StoreFault
from bot.store.notify import Notifier
from core.agents.memory import EMPTY
from core.agents.thoughts import CodenamesChoice, GuessThoughts
from core.codenames.actions import Pass
from core.codenames.model import Observation, Options
from core.rules import IllegalAction, Refusal, Secret
from core.words.packs import default_pack
from tests.bot.games.parlour import Parlour
from tests.bot.journal import journal
from tests.bot.test_logs import ours

DONE = Receipt(GameId("abc"), 3)


def values(metrics: Metrics) -> dict[tuple[str, ...], float]:
    """Return the values of all samples, by name and labels."""
    families = text_string_to_metric_families(metrics.text().decode())
    return {
        (sample.name.removeprefix("spyring_"), *sample.labels.values()): sample.value
        for family in families
        for sample in family.samples
    }


@pytest.mark.parametrize(
    ("answer", "result"),
    [
        (DONE, "done"),
        (Receipt(GameId("abc"), 3, repeated=True), "repeated"),
        (IllegalAction("not-your-turn"), "refused"),
        (StoreFault(Fault.FULL, "SQLITE_FULL"), "fault"),
        (ValueError("swordfish"), "error"),
        (asyncio.CancelledError(), "cancelled"),
    ],
)
def test_requests_are_counted_by_what_became_of_them(
    answer: Receipt | BaseException, result: str
) -> None:
    metrics = Metrics()
    metrics.on_request("line", answer, 0.003)
    found = values(metrics)
    assert found["requests_total", "line", result] == 1
    assert found["request_seconds_count", "line"] == 1
    assert found["request_seconds_sum", "line"] == 0.003


def test_refusals_are_counted_by_their_sentence_and_faults_by_their_kind() -> None:
    metrics = Metrics()
    metrics.on_request("line", IllegalAction("not-your-turn"), 0.1)
    metrics.on_request("bot", StoreFault(Fault.FULL, "SQLITE_FULL"), 0.1)
    found = values(metrics)
    assert found["refusals_total", "not-your-turn"] == 1
    assert ("refusals_total", "store-full") not in found
    assert found["store_faults_total", "full"] == 1


def test_metrics_of_two_processes_do_not_meet() -> None:
    one, other = Metrics(), Metrics()
    one.on_request("line", DONE, 0.1)
    assert ("requests_total", "line", "done") not in values(other)


def test_events_of_the_log_are_counted_by_name_and_level() -> None:
    metrics = Metrics()
    with journal("info", listeners=[metrics.logged]):
        ours().error("service-crashed", service="clock")
        ours().error("service-crashed", service="players")
        ours().debug("unheard")
    found = values(metrics)
    assert found["log_events_total", "service-crashed", "error"] == 2
    assert ("log_events_total", "unheard", "debug") not in found


def test_calls_that_a_platform_did_not_do_are_counted_by_kind() -> None:
    metrics = Metrics()
    with journal("info", listeners=[metrics.logged]):
        for fault in ("cut", "cut", "timeout"):
            ours().info("call-failed", platform="slack", method="chat.update", fault=fault)
    found = values(metrics)
    assert found["call_faults_total", "cut", "slack"] == 2
    assert found["call_faults_total", "timeout", "slack"] == 1


class Passer:
    """Passes, with a given cause."""

    def __init__(self, cause: str) -> None:
        self.cause = cause

    async def choose(self, task: MoveRequest) -> CodenamesChoice:
        thoughts = GuessThoughts("nobody", "ocean", None, None, ())
        return CodenamesChoice(Pass(task.observation.number), self.cause, Secret(thoughts))


def empty_table() -> Observation:
    rules = codenames_type().rules(Options(), default_pack(), ())
    seen: Observation = rules.observe(rules.initial(), None)
    return seen


@pytest.mark.parametrize(("cause", "fallbacks"), [("gloss", 0), (FALLBACK, 1)])
def test_bots_are_timed_and_what_comes_in_their_place_is_counted(
    cause: str, fallbacks: int
) -> None:
    metrics = Metrics()
    thinker = TimedEngine(Passer(cause), metrics)
    choice = asyncio.run(
        thinker.choose(MoveRequest("codenames", "ace", empty_table(), EMPTY, (1,)))
    )
    assert choice.cause == cause
    found = values(metrics)
    assert found["bot_move_seconds_count", "ace"] == 1
    assert found.get(("bot_fallbacks_total", "ace"), 0) == fallbacks


def test_statements_and_commits_are_timed(database_url: str) -> None:
    metrics = Metrics()

    async def work() -> None:
        async with Store.open(database_url) as store:
            metrics.watch(store)
            async with store.reading() as conn:
                await conn.execute(text("SELECT 1"))
            read = values(metrics)
            assert read["database_seconds_total", "statement"] > 0
            assert ("database_seconds_total", "commit") not in read
            async with store.writing() as conn:
                await conn.execute(text("SELECT 1"))
        written = values(metrics)
        assert written["database_seconds_total", "commit"] > 0
        assert (
            written["database_seconds_total", "statement"]
            > read["database_seconds_total", "statement"]
        )

    asyncio.run(work())


def test_a_statement_that_fails_leaves_no_time_behind(sqlite_url: str) -> None:
    metrics = Metrics()

    async def work() -> None:
        async with Store.open(sqlite_url, connections=1) as store:
            metrics.watch(store)
            for _ in range(2):
                with pytest.raises(StoreFault):
                    async with store.reading() as conn:
                        await conn.execute(text("SELECT * FROM no_such_table"))
                async with store.reading() as conn:
                    await conn.execute(text("SELECT 1"))

    asyncio.run(work())
    assert values(metrics)["database_seconds_total", "statement"] > 0


def test_the_door_tells_its_observer_of_every_request(sqlite_url: str) -> None:
    metrics = Metrics()

    async def work() -> None:
        async with Store.open(sqlite_url) as store:
            games = Games(store, Notifier(store, troubled=print), observer=metrics.on_request)
            parlour = Parlour(games)
            session = await parlour.playing()
            await parlour.refused("ann", "no such line")
            with pytest.raises(Refusal):
                await games.expire(session.game_id, 7, enforced=True)
            await parlour.say("ann", "leave", delivery="one")
            await parlour.say("ann", "leave", delivery="one")

    async def fail(path: Path) -> None:
        async with Store.open(f"sqlite:///{path}") as store:
            games = Games(store, Notifier(store, troubled=print), observer=metrics.on_request)
            with pytest.raises(StoreFault):
                await Parlour(games).open()

    asyncio.run(work())
    asyncio.run(fail(Path("/no/such/folder/games.db")))
    found = values(metrics)
    assert found["requests_total", "open", "done"] == 1
    assert found["requests_total", "open", "fault"] == 1
    assert found["store_faults_total", "broken"] == 1
    assert found["requests_total", "line", "done"] == 9
    assert found["requests_total", "line", "repeated"] == 1
    assert found["requests_total", "line", "refused"] == 1
    assert found["requests_total", "clock", "refused"] == 1
