"""Each answer comes in time and once, however busy the database or the machine is."""

import asyncio
import os
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from adapters.discord.output import response
from adapters.discord.output.response import SendResult, send
from tests.adapters.discord.hall import VALUES, Hall, card_id, client_of, hall, settings_of
from tests.bot.games.parlour import card, key
from tests.jumping import in_jumps
from tests.loopback.discord import (
    Answer,
    Broken,
    Callback,
    Cut,
    Garbled,
    NoAnswer,
    Person,
    Seen,
    Slow,
    running,
)
from tests.loopback.discord.fault import Fault
from tests.loopback.discord.model import Interaction
from tests.loopback.table import in_loop

CALLBACK = "POST /interactions/*"
LOST = [Broken(502, took_effect=True), Cut(took_effect=True)]
"""Faults that leave a request's effect unknown."""


@asynccontextmanager
async def guessing(folder: Path) -> AsyncIterator[tuple[Hall, Person, Seen, str]]:
    """Yield a hall on a file, the guesser, a board, and the button of a card marked on it."""
    async with hall(url=f"sqlite:///{folder}/games.db", patience=30) as h:
        await h.playing()
        session = await h.clued()
        word = card(session, session.state.turns[-1].team.value)
        await h.due(session).slash("/codenames mark", card=word)
        board = await h.post(session.game_id)
        (button,) = [one for one in board.buttons if f" {word.upper()}" in (one.label or "")]
        yield h, h.due(session), board, button.custom_id or ""


def newest(h: Hall) -> Interaction:
    """Return the newest interaction."""
    return list(h.server.world.interactions.values())[-1]


async def slowly(h: Hall, person: Person, board: Seen, button: str) -> Answer:
    """Press while the database is locked, until the bot has deferred its answer."""
    known = len(h.server.world.interactions)
    async with h.games.store.writing():
        pressing = asyncio.create_task(person.press(board, button))
        await h.server.until(lambda: len(h.server.world.interactions) > known)
        await h.server.until(lambda: newest(h).callback is not None)
    answer = await pressing
    await h.settled()
    return answer


def private(person: Person) -> list[Seen]:
    """Return a person's private messages in the channel."""
    return [one for one in person.sees() if one.ephemeral and not one.buttons]


@pytest.mark.parametrize(
    ("broken", "result", "pauses"),
    [
        (0, SendResult.SENT, []),
        (1, SendResult.SENT, [0.1]),
        (2, SendResult.SENT, [0.1, 0.5]),
        (9, SendResult.FAILED, [0.1, 0.5]),
    ],
)
def test_an_answer_whose_connection_breaks_is_sent_twice_more_after_short_pauses(
    broken: int, result: SendResult, pauses: list[float]
) -> None:
    tried: list[float] = []

    async def sending() -> None:
        tried.append(asyncio.get_running_loop().time())
        if len(tried) <= broken:
            raise ConnectionResetError

    assert in_jumps(send(sending)) is result
    waited = [later - earlier for earlier, later in pairwise(tried)]
    assert waited == pytest.approx(pauses, abs=0.05)


@in_loop
@pytest.mark.parametrize("fault", [Garbled(), Cut()], ids=["page", "cut"])
async def test_an_answer_that_is_lost_comes_as_a_direct_message(fault: Fault) -> None:
    async with hall() as h:
        ann = h.people[0]
        await ann.slash("/codenames new")
        h.server.faults.add(CALLBACK, fault, times=10)
        ann.patience = 0.1
        with capture_logs() as logs:
            with pytest.raises(NoAnswer):
                await ann.slash("/codenames guess", card="whale")
            await h.settled()
        (said,) = ann.sees(ann.dm)
        assert "started yet" in said.text
        counted = {log["fault"] for log in logs if log["event"] == "call-failed"}
        assert counted == {"unreadable" if isinstance(fault, Garbled) else "cut"}
        assert "fault" not in [log["event"] for log in logs]


@pytest.mark.slow
@in_loop
async def test_a_deferred_answer_that_is_lost_comes_as_a_direct_message(tmp_path: Path) -> None:
    async with guessing(tmp_path) as (h, _, board, button):
        h.server.faults.add("PATCH /webhooks/*", Garbled(), times=10)
        h.onlooker.patience = 5.0
        with pytest.raises(NoAnswer):
            await slowly(h, h.onlooker, board, button)
        await h.settled()
        (said,) = h.onlooker.sees(h.onlooker.dm)
        assert said.text.endswith(".")


@in_loop
async def test_a_time_out_is_told_in_another_way_and_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(response, "FIRST_SECONDS", 0.5)
    async with hall() as h:
        ann = h.people[0]
        await ann.slash("/codenames new")
        never = asyncio.Event()
        h.server.faults.add(CALLBACK, Slow(never), times=10)
        with capture_logs() as logs:
            await ann.slash("/codenames guess", card="whale")  # it arrives, but the bot can't know
            await h.server.until(lambda: ann.sees(ann.dm))
            never.set()
            await h.settled()
        assert "started yet" in ann.sees(ann.dm)[0].text
        assert [log["fault"] for log in logs if log["event"] == "call-failed"] == ["timeout"]


@pytest.mark.slow
@in_loop
async def test_a_slow_press_that_was_done_leaves_no_message(tmp_path: Path) -> None:
    async with guessing(tmp_path) as (h, guesser, board, button):
        before = len(private(guesser))
        await slowly(h, guesser, board, button)
        assert newest(h).callback is Callback.DEFERRED_MESSAGE
        assert len(private(guesser)) == before
        assert h.onlooker.again(board).buttons == board.buttons
        look = await h.games.view((await h.session()).game_id)
        assert "B3" in str(look.view)


@in_loop
async def test_a_slow_press_that_is_refused_is_one_private_sentence(tmp_path: Path) -> None:
    async with guessing(tmp_path) as (h, _, board, button):
        answer = await slowly(h, h.onlooker, board, button)
        assert answer.ephemeral
        (said,) = private(h.onlooker)
        assert said.text.endswith(".")
        assert not said.loading


@pytest.mark.sampled
@pytest.mark.parametrize("fault", LOST, ids=["broken", "cut"])
def test_a_first_answer_that_is_lost_is_not_given_twice(fault: Fault, tmp_path: Path) -> None:
    @in_loop
    async def play() -> None:
        async with guessing(tmp_path) as (h, guesser, board, button):
            h.server.faults.add(CALLBACK, fault)
            await h.onlooker.press(board, button)
            await h.settled()
            assert len(private(h.onlooker)) == 1
            h.server.faults.add(CALLBACK, fault)
            word, before = key(await h.session())[0][0], len(private(guesser))
            await guesser.slash("/guess", card=word)
            await h.settled()
            assert [word in one.text for one in private(guesser)[before:]] == [True]
            assert len(key(await h.session())) == 24
            assert h.server.faults.pending == 0

    play()


@pytest.mark.sampled
@pytest.mark.parametrize("fault", LOST, ids=["broken", "cut"])
def test_a_late_answer_comes_once_though_all_that_is_sent_is_lost(
    fault: Fault, tmp_path: Path
) -> None:
    @in_loop
    async def play() -> None:
        async with guessing(tmp_path) as (h, guesser, board, button):
            for route in (CALLBACK, "PATCH /webhooks/*", "DELETE /webhooks/*"):
                h.server.faults.add(route, fault)
            await slowly(h, h.onlooker, board, button)
            assert [one.loading for one in private(h.onlooker)] == [False]
            h.server.faults.add(CALLBACK, fault)
            before = len(private(guesser))
            await slowly(h, guesser, board, button)
            assert len(private(guesser)) == before
            assert h.onlooker.again(board).buttons == board.buttons
            assert h.server.faults.pending == 0

    play()


@in_loop
async def test_a_cut_before_anything_is_heard_loses_no_answer(tmp_path: Path) -> None:
    async with guessing(tmp_path) as (h, guesser, board, button):
        h.server.faults.add(CALLBACK, Cut(), times=2)
        assert (await h.onlooker.press(board, button)).ephemeral
        h.server.faults.add(CALLBACK, Cut(), times=2)
        await guesser.press(board, button)
        await h.settled()
        assert "B3" in str((await h.games.view((await h.session()).game_id)).view)


@in_loop
async def test_two_processes_that_hear_the_same_press_answer_once(tmp_path: Path) -> None:
    async with guessing(tmp_path) as (h, guesser, board, button):
        line = settings_of(h.server.settings.token)
        other = client_of(h.games, h.porter, line, VALUES)
        async with running(h.server, other):
            before = len(private(guesser))
            known = len(h.server.world.interactions)
            async with h.games.store.writing():
                pressing = asyncio.create_task(guesser.press(board, button))
                await h.server.until(lambda: len(h.server.world.interactions) > known)
                await h.server.until(lambda: newest(h).callback is not None)
            await pressing
            await h.settled(other)
            assert len(private(guesser)) == before
            assert h.onlooker.again(board).buttons == board.buttons
            await h.onlooker.press(board, button)
            await h.settled(other)
            assert len(private(h.onlooker)) == 1
            word = key(await h.session())[0][0]
            await guesser.slash("/guess", card=word)
            await h.settled(other)
            assert len(key(await h.session())) == 23
            assert len(private(guesser)) == before + 1


@in_loop
async def test_an_answer_needs_none_of_the_threads_that_compute() -> None:
    async with hall() as h:
        gate, loop = threading.Event(), asyncio.get_running_loop()
        workers = min(32, (os.cpu_count() or 1) + 4)  # of asyncio's own executor
        busy = [loop.run_in_executor(None, gate.wait) for _ in range(2 * workers)]
        try:
            await h.playing()
            session = await h.clued()
            board = await h.post(session.game_id)
            press = card_id(board, "B3")
            assert (await h.onlooker.press(board, press)).ephemeral
            await h.due(session).press(board, press)
            assert "B3" in str((await h.games.view(session.game_id)).view)
        finally:
            gate.set()
            await asyncio.gather(*busy)
