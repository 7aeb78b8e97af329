"""A game with bots on the loopback Discord: their pace, and the recap at its end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from adapters.chat.screen import RedrawLoop
from adapters.discord.output.messages import DiscordPlatform
from bot.games import MessageTasks
from bot.games.session import Session
from bot.gametypes.codenames.record import Finding, read_record, verify
from bot.gametypes.engine import LocalEngine
from bot.server.workers.bots import BotWorker
from bot.server.workers.worker import SWEEP_SECONDS
from bot.store.leases import new_holder
from core.rules import Refusal
from core.words.packs import default_pack
from tests.adapters.discord.hall import Hall, chat_of, drawing, hall
from tests.bot.bots import Troupe
from tests.bot.games import parlour
from tests.bot.games.parlour import card
from tests.bot.tables import Scripted, with_bots
from tests.loopback.discord import Person
from tests.loopback.table import in_loop
from tests.services import at_work

GUESSERS = ("blue-guesser", "red-guesser")


@dataclass
class Gate:
    """Replaces the bots' pause: they wait until it is opened."""

    waited: list[float] = field(default_factory=list)
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def pause(self, seconds: float) -> None:
        if seconds == SWEEP_SECONDS:
            await asyncio.Event().wait()
        self.waited.append(seconds)
        await self.opened.wait()


@asynccontextmanager
async def _with_bots(h: Hall, gate: Gate) -> AsyncIterator[None]:
    """Run the bots and the redraw loop inside the block."""
    kinds = with_bots(Troupe({"ace": Scripted()}))
    thinker = LocalEngine({name: kind.bots.loader for name, kind in kinds.items()})
    players = BotWorker(h.games, thinker, new_holder(), pause=gate.pause)
    screen = RedrawLoop(
        MessageTasks(h.games, new_holder()),
        DiscordPlatform(h.client, chat_of(h)),
        pace=0.01,
    )
    async with at_work(screen, players):
        yield


async def _begun(h: Hall, pace: str) -> Session:
    """Begin a game in which people guess for bots' clues."""
    ann, bob, *_ = h.people
    await ann.slash("/codenames new")
    for person, seat in zip((ann, bob), GUESSERS, strict=True):
        await person.slash("/codenames chair", seat=seat)
    await ann.slash("/codenames settings", setting="bot", value="ace")
    await ann.slash("/codenames settings", setting="pace", value=pace)
    await ann.slash("/codenames start")
    return await h.session()


def _guesser(h: Hall, session: Session) -> Person:
    (seat,) = session.rules.to_act(session.state)
    return h.people[GUESSERS.index(seat)]


def _told(h: Hall, text: str) -> bool:
    return any(text in one.text for one in h.onlooker.sees(h.channel))


@in_loop
async def test_a_bot_takes_its_time_and_people_are_answered_meanwhile() -> None:
    gate = Gate()
    async with hall() as h, _with_bots(h, gate):
        before = await _begun(h, "30")
        await h.server.until(lambda: gate.waited, 20, what="a bot that thinks")
        assert all(25 < seconds <= 30 for seconds in gate.waited)
        answer = await h.people[0].slash("/codenames board")
        assert answer.ephemeral
        assert answer.text
        assert (await h.session()).turn == before.turn
        assert not _told(h, "zephyr")
        gate.opened.set()
        await h.server.until(lambda: _told(h, "zephyr"), 20, what="the bot's clue")


@in_loop
async def test_the_end_tells_what_decided_and_a_button_the_rest() -> None:
    gate = Gate()
    gate.opened.set()
    async with hall() as h, _with_bots(h, gate):
        await _begun(h, "0")
        await h.server.until(lambda: _told(h, "zephyr"), 20, what="the bot's clue")
        session = await h.session()
        guesser, assassin = _guesser(h, session), card(session, "assassin")
        assert not _told(h, "meant x with zephyr")
        assert "Why?" not in h.onlooker.last(h.channel).labels
        await guesser.slash("/guess", card=assassin)
        await h.server.until(lambda: _told(h, "Decisive turns"), 20, what="the recap")
        last = h.onlooker.last(h.channel)
        assert f"zephyr 2 → {assassin} ✖" in last.text
        assert "meant x with zephyr" not in last.text
        why = await h.onlooker.press(last, "Why?")
        assert why.ephemeral
        assert "meant x with zephyr 2" in why.text
        assert f"didn't expect anyone to pick {assassin}" in why.text
        assert "chance to win, by an estimate: 46% before the turn, 0% after it" in why.text
        assert "ace now knows" not in last.text
        assert "a filled number is the turn" in last.text
        assert len(last.pictures) == 1
        assert not h.server.refusals


@in_loop
async def test_the_hash_of_the_deal_is_told_once_and_checked_by_a_button_at_the_end() -> None:
    async with hall() as h, drawing(h):
        ann, bob, *_ = h.people
        session = await h.playing()
        commitment = session.observe(None).commitment
        assert "Check the deal" not in h.board().labels
        await h.settled()
        (lobby,) = [one for one in h.onlooker.sees(h.channel) if commitment in one.text]
        assert "look further down" in lobby.text
        with pytest.raises(Refusal) as early:
            await h.porter.record(parlour.person("eve", h.room), session.game_id)
        assert early.value.phrase.key == "deal-untold"
        for person in (ann, bob, ann):
            await person.slash("/codenames resign")
        await h.settled()
        secret = (await h.session()).observe(None).layout.source.secret.value.hex()
        with_hash = [one for one in h.onlooker.sees(h.channel) if commitment in one.text]
        assert [one.id for one in with_hash] == [lobby.id]
        told = await h.onlooker.press(h.board(), "Check the deal")
        assert told.ephemeral
        assert secret in told.text
        assert commitment in told.text
        assert told.message is not None
        (file,) = told.message.pictures
        pack = default_pack()
        found = verify(read_record(file.content), {pack.digest: pack})
        assert found.finding is Finding.AGREES


@in_loop
async def test_why_tells_one_person_the_chances_on_a_clue_once_the_game_is_over() -> None:
    async with hall() as h, drawing(h):
        ann, bob, *_ = h.people
        await ann.slash("/codenames new")
        assert "hasn't started yet" in (await h.onlooker.slash("/codenames why")).text
        await ann.slash("/codenames stop")
        await h.playing()
        await h.clued("ocean")
        early = await ann.slash("/codenames why", clue="ocean")
        assert early.ephemeral
        assert "would help a guesser" in early.text
        for person in (ann, bob, ann):
            await person.slash("/codenames resign")
        await h.settled()
        told = await h.onlooker.slash("/codenames why", clue="ocean")
        assert told.ephemeral
        assert "ocean 2" in told.text
        assert "The other 15: " in told.text
        wrong = await h.onlooker.slash("/codenames why", clue="nothing")
        assert "name one of 1 ocean" in wrong.text
        assert not h.server.refusals


@in_loop
async def test_why_goes_from_clue_to_clue_and_is_told_while_the_next_game_runs() -> None:
    async with hall() as h, drawing(h):
        ann, bob, *_ = h.people
        session = await h.playing()
        await h.clued("ocean")
        for kind in ("bystander", "assassin"):
            session = await h.session()
            await h.due(session).slash("/guess", card=card(session, kind))
            if kind == "bystander":
                await h.clued("meadow")
        await h.settled()
        board = h.board()
        last = await h.onlooker.press(board, "Why?")
        assert "meadow 2" in last.text
        assert last.message is not None
        first = await h.onlooker.press(last.message, "1. ocean")
        assert first.ephemeral
        assert "ocean 2" in first.text
        await ann.slash("/codenames new")
        assert "meadow 2" in (await bob.slash("/codenames why")).text
        assert "meadow 2" in (await h.onlooker.press(board, "Why?")).text
        assert not h.server.refusals


@in_loop
async def test_why_is_no_question_of_another_game() -> None:
    async with hall() as h:
        ann = h.people[0]
        nowhere = await ann.slash("/codenames why")
        assert "No game here" in nowhere.text
        await ann.slash("/hangman new")
        told = await ann.slash("/codenames why")
        assert "The last game here was Hangman" in told.text
