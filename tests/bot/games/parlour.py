"""Some people at a table, for tests that go through the door."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from bot.games.lookups import SystemEntropy
from bot.games.requests import Caller, Delivery, Press, Receipt, Submission
from bot.games.service import Games
from bot.games.session import Session
from bot.identity import GameId, GuildId, Room, User
from bot.ratings.facts import TOLD_FROM
from bot.ratings.learn import learn
from bot.store.connection import Store
from bot.store.notify import Notifier
from core.rules import Entropy, Refusal, Seat
from core.words.packs import Pack
from tests.bot.ratings.games import keep_game, leaning

T = TypeVar("T")

ROOM = Room("recorder", "salon")
GUILD = GuildId("recorder:home")


def person(
    name: str, room: Room = ROOM, guild: GuildId = GUILD, *, manages: bool = False
) -> Caller:
    """Return a caller in a room."""
    return Caller(User(room.platform, name), room, guild, name.title(), manages=manages)


@dataclass
class Parlour:
    """The door, and people whom tests name in each call."""

    games: Games

    async def open(self, name: str = "ann", **values: object) -> GameId:
        """Open a table and return its game."""
        receipt = await self.games.open(person(name), "codenames", values)
        return receipt.game_id

    async def say(
        self,
        name: str,
        line: str,
        turn: int | None = None,
        *,
        delivery: str | None = None,
        room: Room = ROOM,
        press: Press | None = None,
    ) -> Receipt:
        """Submit a line."""
        came = Delivery("test", delivery) if delivery else None
        return await self.games.submit(
            person(name, room), Submission(line, turn=turn, delivery=came, press=press)
        )

    async def refused(self, name: str, line: str, turn: int | None = None) -> str:
        """Return the key of the sentence that refuses a line."""
        try:
            await self.say(name, line, turn)
        except Refusal as refusal:
            return refusal.phrase.key
        raise AssertionError(f"{line!r} was not refused")

    async def session(self) -> Session:
        """Return the game in the room."""
        game_id = await self.games.current(ROOM)
        assert game_id is not None
        return await self.games.session(game_id)

    async def playing(self, **values: object) -> Session:
        """Return a game of four people: ann and bob for the team that begins, cat and dan."""
        await self.open("ann", **values)
        for name in ("bob", "cat", "dan"):
            await self.say(name, "join")
        for name, seat in SEATS.items():
            await self.say(name, f"chair {seat}")
        await self.say("ann", "start")
        return await self.session()


SEATS = {
    "ann": Seat("blue-spymaster"),
    "bob": Seat("blue-guesser"),
    "cat": Seat("red-spymaster"),
    "dan": Seat("red-guesser"),
}
NAMES = {seat: name for name, seat in SEATS.items()}


def due(session: Session) -> str:
    """Return the name of the person for whom the table waits."""
    (seat,) = session.rules.to_act(session.state)
    return NAMES[seat]


def key(session: Session) -> list[tuple[str, str]]:
    """Return the covered cards and their identities, which no request gives."""
    state = session.state
    cards = zip(state.layout.words, state.layout.key.value, strict=True)
    return [
        (word, identity.name.lower())
        for place, (word, identity) in enumerate(cards)
        if place not in state.uncovered
    ]


def card(session: Session, identity: str) -> str:
    """Return a covered card of this identity."""
    return next(word for word, name in key(session) if name == identity)


def in_parlour(
    url: str, work: Callable[[Parlour], Coroutine[Any, Any, T]], *, seed: int | None = None
) -> T:
    """Return the result of some work at a door; a seed makes its chance repeatable."""

    async def run() -> T:
        async with Store.open(url) as store:
            chance: Entropy = SystemEntropy() if seed is None else np.random.default_rng(seed)
            games = Games(store, Notifier(store, troubled=print), entropy=chance)
            return await work(Parlour(games))

    return asyncio.run(run())


NEAR = ("garden", "dirt", "soup", "green", "knife", "diet", "market")
GARDEN = Pack("garden", ("carrot", *NEAR, *(f"word{chr(97 + place)}" for place in range(17))))
"""Cards of which one is a plant, and others that people associate with a plant."""


async def taught(parlour: Parlour, turns: int = TOLD_FROM - 1) -> tuple[GameId, str]:
    """Play a game with one turn, in which a guesser picks carrot for plant; return their name, too.

    In `turns` earlier turns the guesser went by categories.
    """
    await parlour.games.open(person("ann"), "codenames", {}, pack=GARDEN)
    for name, seat in SEATS.items():
        if name != "ann":
            await parlour.say(name, "join")
        await parlour.say(name, f"chair {seat}")
    await parlour.say("ann", "start")
    session = await parlour.session()
    guesser = {"ann": "bob", "cat": "dan"}[due(session)]
    earlier = leaning(person(guesser).user, turns, "earlier", GUILD)
    async with parlour.games.store.writing() as conn:
        await keep_game(conn, "earlier")
        await learn(conn, earlier)
    await parlour.say(due(session), "clue plant 1")
    await parlour.say(guesser, "guess carrot")
    if not (await parlour.session()).is_over:
        if due(await parlour.session()) == guesser:
            await parlour.say(guesser, "pass")
        await parlour.say(guesser, "resign")
    return session.game_id, guesser
