"""The pool replaces failed workers, and the table goes on."""

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from multiprocessing import active_children
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.gametypes.codenames.bots import CodenamesRoster, TableBots
from bot.gametypes.codenames.game_type import codenames_type
from bot.gametypes.engine import FALLBACK, MoveRequest, compute
from bot.server.workers.engine_pool import EnginePool
from core.agents.memory import EMPTY
from core.agents.thoughts import CodenamesChoice
from core.codenames.actions import GiveClue, Guess, Pass
from core.rules import Seat
from tests.bot.casts import Cast, MortalCast, no_cast, noted_cast
from tests.bot.tables import new_table

BLUE_SPY, BLUE_GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")
LONG = 60.0

WARM = """
import sys
from bot.gametypes.registry import GameTypes
for name, game_type in GameTypes().items():
    if game_type.bots.is_warmed:
        game_type.bots.loader()
        print(name)
print("numba" in sys.modules)
"""
"""Prints the games that a warm worker has loaded, and whether it has loaded numba."""


class UnwarmedRoster(CodenamesRoster):
    """Bots that workers load for the first request."""

    is_warmed = False


def _task(bot: str, guesses: int | None = None) -> MoveRequest:
    """Return the request of a spymaster, or of a guesser after some right guesses."""
    table = new_table()
    if guesses is None:
        return MoveRequest("codenames", bot, table.observe(BLUE_SPY), EMPTY, (1, 2))
    table.submit(BLUE_SPY, "clue zephyr 5")
    own = [
        place
        for place, card in enumerate(table.observe(BLUE_SPY).cards)
        if card.key and card.key.team and card.key.team.value == "blue"
    ]
    for place in own[:guesses]:
        table.submit(BLUE_GUESSER, f"guess {table.observe(None).cards[place].word}")
    return MoveRequest("codenames", bot, table.observe(BLUE_GUESSER), EMPTY, (1, 2))


def _with_pool(
    work: Callable[[EnginePool], Awaitable[None]],
    *,
    casting: Callable[[], Cast] = Cast,
    seconds: float = LONG,
    start_seconds: float = LONG,
    workers: int = 1,
) -> None:
    async def run() -> None:
        async with EnginePool(
            {"codenames": CodenamesRoster(casting)},
            workers=workers,
            seconds=seconds,
            start_seconds=start_seconds,
        ) as pool:
            await work(pool)

    asyncio.run(run())


def test_a_worker_chooses_what_this_process_would() -> None:
    tasks = [_task("good"), _task("good", 0), _task("good", 2)]

    async def work(pool: EnginePool) -> None:
        choices = await asyncio.gather(*map(pool.choose, tasks))
        assert choices == [compute(Cast(), task) for task in tasks]

    _with_pool(work, workers=2)


@pytest.mark.sampled
@pytest.mark.parametrize(("bot", "fault"), [("dying", "died: EOFError"), ("hanging", "too slow")])
def test_a_worker_that_dies_or_hangs_is_replaced_and_the_bot_does_something_lawful(
    bot: str, fault: str
) -> None:
    async def work(pool: EnginePool) -> None:
        assert (await pool.choose(_task("good", 0))).cause == "scripted"
        with capture_logs() as logs:
            choice = await pool.choose(_task(bot, 0))
        assert choice.cause == FALLBACK
        assert isinstance(choice.action, Guess)
        (told,) = logs
        assert told["event"] == "bot-did-not-choose"
        assert (told["bot"], told["fault"]) == (bot, fault)
        assert (await pool.choose(_task("good", 0))).cause == "scripted"

    _with_pool(work, seconds=5.0 if bot == "hanging" else LONG)


def test_a_worker_that_the_system_has_killed_is_replaced_and_the_new_one_chooses() -> None:
    async def work(pool: EnginePool) -> None:
        for _ in range(2):
            assert (await pool.choose(_task("good", 0))).cause == "scripted"
            (process,) = active_children()
            process.kill()
            process.join()

    _with_pool(work)


def test_a_worker_that_was_killed_between_requests_and_in_the_next_one_is_replaced_twice(
    tmp_path: Path,
) -> None:
    async def work(pool: EnginePool) -> None:
        assert (await pool.choose(_task("good"))).cause == "scripted"
        (process,) = active_children()
        process.kill()
        process.join()
        assert (await pool.choose(_task("mortal"))).cause == "scripted"

    _with_pool(work, casting=partial(MortalCast, tmp_path / "died"))


def test_a_bot_that_fails_costs_no_worker_and_its_error_keeps_its_words_to_itself() -> None:
    async def work(pool: EnginePool) -> None:
        with capture_logs() as logs:
            assert (await pool.choose(_task("failing"))).cause == FALLBACK
            assert (await pool.choose(_task("nobody"))).cause == FALLBACK
        assert [told["fault"].split(",")[0] for told in logs] == [
            "ValueError in choose",
            "KeyError in __getitem__",
        ]
        assert "assassin" not in repr(logs)

    _with_pool(work)


def test_what_the_first_task_loads_is_kept_from_the_garbage_collector() -> None:
    async def work(pool: EnginePool) -> None:
        causes = [(await pool.choose(_task("loading"))).cause for _ in range(3)]
        assert causes == ["collected", "kept", "kept"]

    _with_pool(work)


def test_models_that_cannot_be_loaded_are_told_to_operators() -> None:
    async def work(pool: EnginePool) -> None:
        with capture_logs() as logs:
            for _ in range(2):
                assert (await pool.choose(_task("good"))).cause == FALLBACK
        assert [told["fault"].split(",")[0] for told in logs] == [
            "FileNotFoundError in no_cast"
        ] * 2

    _with_pool(work, casting=no_cast)


def test_workers_that_are_warm_have_loaded_before_they_are_asked(tmp_path: Path) -> None:
    file = tmp_path / "loaded"

    async def work(pool: EnginePool) -> None:
        await pool.warm()
        processes = {str(process.pid) for process in active_children()}
        assert {*file.read_text().split()} == processes
        await asyncio.gather(*(pool.choose(_task("good")) for _ in range(4)))
        assert len(file.read_text().split()) == len(processes) == 2

    _with_pool(work, casting=partial(noted_cast, file), workers=2)


def test_workers_leave_what_is_not_warmed_to_the_first_request(tmp_path: Path) -> None:
    file = tmp_path / "loaded"

    async def run() -> None:
        roster = UnwarmedRoster(partial(noted_cast, file))
        async with EnginePool({"codenames": roster}, seconds=LONG) as pool:
            await pool.warm()
            assert not file.exists()
            assert (await pool.choose(_task("good"))).cause == "scripted"
            assert file.exists()

    asyncio.run(run())


@pytest.mark.slow
def test_a_worker_that_is_warm_has_not_imported_numba() -> None:
    run = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-c", WARM], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["codenames", "hangman", "False"]


def test_workers_that_cannot_load_leave_that_to_the_first_request() -> None:
    async def work(pool: EnginePool) -> None:
        await pool.warm()
        assert (await pool.choose(_task("good"))).cause == FALLBACK

    _with_pool(work, casting=no_cast)


def test_a_worker_that_dies_while_it_loads_is_replaced_by_the_first_request() -> None:
    async def work(pool: EnginePool) -> None:
        (process,) = active_children()
        process.kill()
        process.join()
        await pool.warm()
        assert (await pool.choose(_task("good"))).cause == "scripted"

    _with_pool(work)


def test_who_is_no_longer_waited_for_does_not_disturb_the_next() -> None:
    async def work(pool: EnginePool) -> None:
        left = asyncio.create_task(pool.choose(_task("good")))
        await asyncio.sleep(0)
        left.cancel()
        await asyncio.gather(left, return_exceptions=True)
        choice = await pool.choose(_task("good", 0))
        assert isinstance(choice.action, Guess)

    _with_pool(work, workers=2)


def test_one_hosts_many_tables_do_not_keep_another_host_waiting() -> None:
    async def work(pool: EnginePool) -> None:
        order = list[str]()

        async def choose(host: str) -> None:
            await pool.choose(replace(_task("good", 0), host=host))
            order.append(host)

        await asyncio.gather(*(choose(host) for host in ["ann"] * 8 + ["bob"]))
        assert order.index("bob") <= 2

    _with_pool(work)


def test_closing_ends_a_worker_that_hangs() -> None:
    async def work(pool: EnginePool) -> None:
        await pool.choose(_task("good"))
        hanging = asyncio.create_task(pool.choose(_task("hanging")))
        await asyncio.sleep(0)
        await pool.close()
        assert (await hanging).cause == FALLBACK

    _with_pool(work)


@pytest.mark.parametrize(("guesses", "kind"), [(None, GiveClue), (0, Guess), (1, Pass)])
def test_in_place_of_a_bot_anything_lawful_is_done_or_nothing_where_that_is_allowed(
    guesses: int | None, kind: type
) -> None:
    choice: CodenamesChoice = CodenamesRoster(Cast).fallback(_task("hanging", guesses))
    assert isinstance(choice.action, kind)
    table = new_table()
    if guesses is None:
        table.act(BLUE_SPY, choice.action)  # type: ignore[arg-type]
    assert choice == CodenamesRoster(Cast).fallback(_task("hanging", guesses))
    assert choice.thoughts.value.credits == ()


def test_the_embedded_bots_think_in_workers() -> None:
    task = _task("ace")

    async def run() -> None:
        async with EnginePool({"codenames": codenames_type().bots}, seconds=LONG) as pool:
            choice = await pool.choose(task)
            assert choice == compute(TableBots(), task)
            assert choice.cause.startswith("ace:")

    asyncio.run(run())
