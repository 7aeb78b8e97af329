"""Tables of hangman in a chat room, for tests that go through the door."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import func, select

from bot.games.requests import Delivery, Receipt, Submission
from bot.games.service import Games
from bot.games.session import Session
from bot.gametypes.engine import Engine, LocalEngine
from bot.gametypes.hangman.bots import hangman_bots
from bot.identity import GameId, GuildId, Room
from bot.lobby.model import Status
from bot.ratings.boards.scoreboard import daily
from bot.ratings.scores import Score
from bot.ratings.scores_store import score_of
from bot.server.workers.bots import BotWorker
from bot.store import schema
from bot.store.connection import Store
from bot.store.leases import Holder
from bot.store.notify import Notifier
from core.hangman.model import Observation
from core.rules import Refusal, Seat
from core.words.packs import Pack
from tests.bot.games.parlour import GUILD, ROOM, person

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
ATTIC = Room(ROOM.platform, "attic")
"""Another room of the guild."""


@dataclass
class Gallows:
    """The door of a chat platform, and its bots; `now` is the time on its clock."""

    store: Store
    thinker: Engine | None = None
    """None for an engine in this process."""
    now: datetime = NOON
    game_id: GameId = field(default=GameId(""))
    room: Room = ROOM
    guild: GuildId = GUILD

    def __post_init__(self) -> None:
        notifier = Notifier(self.store, troubled=print)
        self.games = Games(self.store, notifier, now=lambda: self.now)
        thinker = self.thinker or LocalEngine({"hangman": hangman_bots})
        self.players = BotWorker(self.games, thinker, Holder("one"))

    async def open(
        self,
        name: str = "ann",
        *,
        room: Room = ROOM,
        guild: GuildId = GUILD,
        words: tuple[str, ...] = (),
        delivery: str | None = None,
        **values: object,
    ) -> Receipt:
        """Open a table in a room, use it from then on, and run bots until they wait."""
        receipt = await self.games.open(
            person(name, room, guild),
            "hangman",
            values,
            pack=Pack("own", words) if words else None,
            delivery=Delivery("test", delivery) if delivery else None,
            at_once=True,
        )
        self.game_id, self.room, self.guild = receipt.game_id, room, guild
        await self.rest()
        return receipt

    async def say(
        self, name: str, line: str, *, room: Room | None = None, delivery: str | None = None
    ) -> Receipt:
        """Submit a line, and run bots until they wait."""
        came = Delivery("test", delivery) if delivery else None
        asks = person(name, room or self.room, self.guild)
        receipt = await self.games.submit(
            asks, Submission(line, game_id=self.game_id, delivery=came)
        )
        await self.rest()
        return receipt

    async def refused(self, name: str, line: str) -> str:
        """Return the key of the sentence that refuses a line."""
        try:
            await self.say(name, line)
        except Refusal as refusal:
            return refusal.phrase.key
        raise AssertionError(f"{line!r} was not refused")

    async def rest(self) -> None:
        """Run bots until they wait."""
        while await self.players.act(self.game_id):
            pass

    async def session(self) -> Session:
        return await self.games.session(self.game_id)

    async def public(self) -> Observation:
        seen: Observation = (await self.session()).observe(None)
        return seen

    async def seat(self, name: str) -> Seat | None:
        return (await self.session()).lobby.seat_of(person(name).user)

    async def word(self) -> str:
        """Return the hidden word, which no request gives."""
        word = (await self.session()).state.word
        return str(word.value)

    async def find(self, name: str) -> None:
        """Guess the remaining letters of the word, as one person."""
        known = (await self.public()).board.guessed
        for letter in sorted({*await self.word()} - known):
            await self.say(name, f"guess {letter}")
        assert (await self.session()).lobby.status is Status.OVER

    async def fail(self, name: str) -> None:
        """Guess letters that the word lacks, as one person, until no life is left."""
        word = await self.word()
        for letter in "qzxjkvwybfghpmucdl":
            if letter not in word and (await self.session()).lobby.status is Status.RUNNING:
                await self.say(name, f"guess {letter}")
        assert (await self.session()).lobby.status is Status.OVER

    async def score(self, name: str | None, *, days: bool = False) -> Score:
        """Return the score of a person, or of the guild; with `days`, the score of daily words."""
        game = daily("hangman") if days else "hangman"
        user = person(name).user if name else None
        async with self.store.reading() as conn:
            return await score_of(conn, GUILD, user, game)

    async def scores(self) -> int:
        """Return the number of stored scores."""
        async with self.store.reading() as conn:
            count = select(func.count()).select_from(schema.side_scores)
            return int(await conn.scalar(count) or 0)

    def later(self, **by: float) -> None:
        """Advance the clock."""
        self.now += timedelta(**by)


def at_gallows(url: str, work: Callable[[Gallows], Coroutine[Any, Any, None]]) -> None:
    """Run some work at a door."""

    async def run() -> None:
        async with Store.open(url) as store:
            await work(Gallows(store))

    asyncio.run(run())
