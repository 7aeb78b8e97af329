"""Bots at tables, through the door: among themselves, and in several processes."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.gametypes.engine import FALLBACK
from bot.lobby.model import Status
from bot.server.workers.bot_memory import SeedFor, seed_from, seed_of
from bot.server.workers.bots import BotWorker
from bot.server.workers.worker import SWEEP_SECONDS
from bot.store import leases
from bot.store.leases import Holder
from core.agents.thoughts import CodenamesChoice
from core.codenames.actions import Guess
from core.codenames.model import (
    ClueGiven,
    Identity,
    Uncovered,
)
from core.rules import IllegalAction, Seat
from tests.bot.bots import ALL, Held, Salon, everybody, in_salon, place_name
from tests.bot.tables import Scripted
from tests.services import at_work

pytestmark = pytest.mark.either_database

BOT = Seat("blue-guesser")


# Bots among themselves.


def test_bots_alone_play_to_the_end(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.rest()
        session = await salon.session()
        assert session.lobby.status is Status.OVER
        assert await salon.act() == []
        assert {one.cause for one in session.log if one.seat in ALL} == {"scripted"}

    in_salon(database_url, everybody(), work)


def test_bots_wait_for_people(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        assert await salon.act() == []
        await salon.say("blue-spymaster", "clue zephyr 2")
        assert isinstance((await salon.act())[0], Uncovered)

    in_salon(sqlite_url, {"blue-guesser": Scripted(), "red-spymaster": Scripted()}, work)


def test_nobody_is_told_what_bots_mean_before_the_end(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        assert isinstance((await salon.act())[0], ClueGiven)
        assert await salon.games.recap(salon.game_id, every_turn=True) == ()
        await salon.rest()
        keys = [said.key for said in await salon.games.recap(salon.game_id, every_turn=True)]
        assert keys[:2] == ["recap-clue", "recap-guess"]

    in_salon(database_url, everybody(), work)


def test_a_bot_thinks_on_behalf_of_its_tables_host(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        held = Held(salon.thinker)
        held.may_go.set()
        await salon.process("two", held).act(salon.game_id)
        host = (await salon.session()).lobby.host
        assert [task.host for task in held.tasks] == [str(host)]

    in_salon(sqlite_url, everybody(), work)


def test_bots_of_a_stopped_game_do_nothing(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.act()
        await salon.say("host", "stop")
        assert await salon.players.act(salon.game_id) is None
        assert await salon.players.act(salon.game_id, after_patience=True) is None
        assert await salon.players.advice(salon.game_id) == ()

    in_salon(sqlite_url, everybody(), work)


# Random draws.


def test_a_bot_draws_the_same_each_time_that_it_is_asked_in_a_turn(sqlite_url: str) -> None:
    policy = Scripted()

    async def work(salon: Salon) -> None:
        await salon.say("blue-spymaster", "clue zephyr 9")
        await salon.act()
        await salon.act()
        await salon.advice()
        assert len(policy.drawn) > 1
        assert len(set(policy.drawn)) == 1

    in_salon(sqlite_url, {BOT: policy}, work)


@pytest.mark.parametrize("seeding", [seed_of, seed_from(lambda _: 3)])
def test_each_seat_and_turn_has_a_seed_of_its_own(sqlite_url: str, seeding: SeedFor) -> None:
    async def work(salon: Salon) -> None:
        session = await salon.session()
        seeds = {seeding(session, seat) for seat in ALL}
        assert seeds == {seeding(session, seat) for seat in ALL}
        await salon.say("blue-spymaster", "clue zephyr 1")
        bystander = (await salon.places(Identity.BYSTANDER))[0]
        await salon.say("blue-guesser", f"guess {place_name(bystander)}")
        seeds |= {seeding(await salon.session(), seat) for seat in ALL}
        assert len(seeds) == 2 * len(ALL)

    in_salon(sqlite_url, {}, work)


# Several processes.


async def _until_over(salon: Salon, players: BotWorker) -> None:
    """Run the bots of a process until the game is over."""
    with salon.games.notifier.subscribe() as changes:
        async with at_work(players), asyncio.timeout(60):
            async for _ in changes:
                if (await salon.session()).is_over:
                    return


def test_of_two_processes_on_one_database_one_thinks_and_acts(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        held = Held(salon.thinker)
        first = asyncio.create_task(salon.process("one", held).act(salon.game_id))
        await held.asked.wait()
        assert await salon.process("other").act(salon.game_id) is None
        held.may_go.set()
        assert await first is not None
        assert await _clues(salon) == 1

    in_salon(database_url, everybody(), work)


def test_two_processes_that_decided_on_the_same_board_act_once(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        # Both have one name, so that a lease keeps neither from thinking.
        held = [Held(salon.thinker), Held(salon.thinker)]
        acts = [salon.process("same", each).act(salon.game_id) for each in held]
        tasks = [asyncio.create_task(act) for act in acts]
        for each in held:
            await each.asked.wait()
        for each in held:
            each.may_go.set()
        assert (await asyncio.gather(*tasks)).count(None) == 1
        assert await _clues(salon) == 1

    in_salon(database_url, everybody(), work)


async def _kill_in_thought(salon: Salon, name: str) -> None:
    """Cancel a process's task after it has claimed a move, while its bot thinks."""
    held = Held(salon.thinker)
    killed = asyncio.create_task(salon.process(name, held).act(salon.game_id))
    await held.asked.wait()
    killed.cancel()
    await asyncio.gather(killed, return_exceptions=True)


async def _clues(salon: Salon) -> int:
    return sum(isinstance(one.event, ClueGiven) for one in (await salon.session()).log)


def test_what_a_killed_process_had_chosen_is_chosen_and_done_once_by_the_next(
    database_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        await _kill_in_thought(salon, "killed")
        again = salon.process("next")
        assert await again.act(salon.game_id) is None
        salon.hands.forward(seconds=31)
        assert await again.act(salon.game_id) is not None
        assert (await salon.session()).observe(None).turns[-1].clue is not None

    in_salon(database_url, everybody(), work)


def test_a_move_of_a_killed_process_is_chosen_anew_within_seconds_of_its_last_sign_of_life(
    database_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        async with salon.games.store.writing() as conn:
            await leases.show_life(conn, Holder("killed"), salon.hands.moment)
        await _kill_in_thought(salon, "killed")
        again = salon.process("next")
        salon.hands.forward(seconds=8)
        assert await again.act(salon.game_id) is None
        salon.hands.forward(seconds=1)
        assert await again.act(salon.game_id) is not None

    in_salon(database_url, everybody(), work)


def test_a_process_comes_back_to_what_another_one_had_claimed(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await _kill_in_thought(salon, "killed")

        async def pause(seconds: float) -> None:
            if seconds == SWEEP_SECONDS:
                await asyncio.Event().wait()
            salon.hands.forward(seconds=seconds)

        await _until_over(salon, salon.process("next", pause=pause))

    in_salon(sqlite_url, everybody(), work, "set pace 0")


def test_a_process_that_is_called_as_the_killed_one_need_not_wait(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await _kill_in_thought(salon, "same")
        assert await salon.process("same").act(salon.game_id) is not None

    in_salon(sqlite_url, everybody(), work)


class Wrong(Scripted):
    """Guesses when a clue is due."""

    def choose(self, *asked: Any) -> CodenamesChoice:
        choice = super().choose(*asked)
        return replace(choice, action=Guess(asked[0].number, 0))


def test_a_move_that_the_rules_refuse_is_told_to_operators_without_the_move(
    sqlite_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        with capture_logs() as logs:
            assert await salon.players.act(salon.game_id) is not None
        (told,) = logs
        assert told["event"] == "bot-move-refused"
        assert told["log_level"] == "error"
        assert (told["game"], told["seat"]) == (salon.game_id, "blue-spymaster")
        assert "zephyr" not in repr(told)

    in_salon(sqlite_url, {"blue-spymaster": Wrong()}, work)


def test_a_legal_move_replaces_one_that_the_rules_refuse(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        assert isinstance((await salon.act())[0], ClueGiven)
        last = (await salon.session()).log[-1]
        assert (last.seat, last.cause) == ("blue-spymaster", FALLBACK)
        await salon.rest()
        assert (await salon.session()).lobby.status is Status.OVER

    in_salon(database_url, everybody() | {"blue-spymaster": Wrong()}, work)


def test_a_game_that_there_is_not_is_refused(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        with pytest.raises(IllegalAction):
            await salon.players.act("nowhere")  # type: ignore[arg-type]

    in_salon(sqlite_url, everybody(), work)


# A process by itself.


def test_a_process_finds_the_games_that_wait_for_bots_and_plays_them(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        await _until_over(salon, salon.process("one"))
        assert (await salon.session()).is_over

    in_salon(database_url, everybody(), work, "set pace 0")


def test_two_processes_that_play_by_themselves_make_one_game(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        other = asyncio.create_task(salon.process("other").run())
        await _until_over(salon, salon.process("one"))
        other.cancel()
        await asyncio.gather(other, return_exceptions=True)
        _, log = await salon.games.history(salon.game_id)
        assert [one.version for one in log] == [*range(1, len(log) + 1)]

    in_salon(database_url, everybody(), work, "set pace 0")


def test_bots_wait_no_longer_than_their_pace_when_the_clock_is_put_back(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        waited = list[float]()

        async def pause(seconds: float) -> None:
            if seconds == SWEEP_SECONDS:
                await asyncio.Event().wait()
            waited.append(seconds)
            if len(waited) == 1:
                salon.hands.forward(seconds=-3600)

        await _until_over(salon, salon.process("one", pause=pause))
        assert max(waited) == 3.0

    in_salon(sqlite_url, everybody(), work, "set pace 3")


def test_bots_keep_the_tables_pace(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        waited = list[float]()

        async def pause(seconds: float) -> None:
            if seconds == SWEEP_SECONDS:
                await asyncio.Event().wait()
            waited.append(seconds)
            salon.hands.forward(seconds=seconds)

        await _until_over(salon, salon.process("one", pause=pause))
        moves = [one.at for one in (await salon.session()).log if one.cause]
        assert set(waited) == {3.0}
        assert min(then - now for now, then in pairwise(sorted(set(moves)))) == timedelta(seconds=3)

    in_salon(sqlite_url, everybody(), work, "set pace 3")
