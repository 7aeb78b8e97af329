"""An installation with a database: its games, bots, clock and learner, as one process."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final, TypeVar

import numpy as np

from bot.chat.request import Reply, Request, RoomRef
from bot.chat.services import ChatServices
from bot.games import Caller, Delivery, GameId, Games, GuildId, Room, User
from bot.games.deadlines import PATIENCE
from bot.games.requests import Receipt, Submission
from bot.games.session import Session
from bot.gametypes.engine import LocalEngine
from bot.gametypes.registry import GameTypes, bot_loaders
from bot.server.workers.bot_memory import seed_from
from bot.server.workers.bots import BotWorker
from bot.server.workers.clock import Clock, WaitingBots
from bot.server.workers.learner import Learner
from bot.store.connection import Store
from bot.store.leases import Holder
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from core.rules import Refusal, Seat
from core.words.packs import Pack
from tests.bot.bots import Hands

T = TypeVar("T")

GUILD, SLACK, TERMINAL = map(GuildId, ("discord:4194304000000000000", "slack:T1", "terminal:home"))
"""The first one is the first guild on the loopback Discord (`tests.loopback`)."""

GUILDS: Final = {"discord": GUILD, "slack": SLACK, "terminal": TERMINAL}

PEOPLE: Final = {
    "ann": User("discord", "81384001"),
    "bob": User("discord", "81384002"),
    "cat": User("discord", "81384003"),
    "dan": User("discord", "81384004"),
    "eve": User("discord", "81384005"),
    "sue": User("slack", "U77"),
    "tom": User("discord", "81384007"),
}

STEPS: Final = 400
"""Number of actions after which a game counts as endless."""


@cache
def _thinker() -> LocalEngine:
    """Return the bots of all games; their models are loaded once."""
    return LocalEngine(bot_loaders(GameTypes()))


@dataclass
class Installation:
    """One process; `hands` are its clock, `homes` the rooms of its games."""

    store: Store
    hands: Hands
    holder: str = "writer"
    seed: int = 7
    homes: dict[GameId, Room] = field(default_factory=dict)
    deliveries: int = 0

    def __post_init__(self) -> None:
        notifier = Notifier(self.store, troubled=print)
        rng = np.random.default_rng(self.seed)
        self.games = Games(self.store, notifier, entropy=rng, now=self.hands, patience=PATIENCE)
        self.players = BotWorker(
            self.games, _thinker(), Holder(self.holder), seed_for=seed_from(lambda _: self.seed)
        )
        self.clock = self.clock_with(self.players)
        self.learner = Learner(self.games)

    def clock_with(self, waiters: WaitingBots) -> Clock:
        """Return a clock that continues these bots when people's time is over."""
        return Clock(self.games, waiters, self.hands.steady())

    def caller(self, who: str, room: Room | None = None, **more: Any) -> Caller:
        """Return a caller in a room, by default one on their own platform."""
        user = PEOPLE[who]
        place = room or Room(user.platform, "lounge")
        guild = GUILDS[place.platform]
        locale = "ja" if who == "sue" else "en-GB"
        return Caller(user, place, guild, who.title(), locale, **more)

    async def open(
        self, who: str, kind: str, room: Room, pack: Pack | None = None, **values: Any
    ) -> GameId:
        """Open a table in a room, and run bots until they wait."""
        receipt = await self.games.open(
            self.caller(who, room),
            kind,
            values,
            pack=pack,
            delivery=self._delivery(),
            at_once=True,
        )
        self.homes[receipt.game_id] = room
        await self.rest(receipt.game_id)
        return receipt.game_id

    async def say(self, game_id: GameId, who: str, line: str, *, rest: bool = True) -> Receipt:
        """Submit a person's line, and run bots until they wait."""
        user = PEOPLE[who]
        home = self.homes[game_id]
        room = home if home.platform == user.platform else Room(user.platform, "C9")
        receipt = await self.games.submit(
            self.caller(who, room), Submission(line, game_id=game_id, delivery=self._delivery())
        )
        if rest:
            await self.rest(game_id)
        return receipt

    async def all_say(self, game_id: GameId, *lines: tuple[str, str]) -> None:
        """Submit lines of several people, one after another."""
        for who, line in lines:
            await self.say(game_id, who, line)

    async def refused(self, game_id: GameId, who: str, line: str) -> str:
        """Return the key of the sentence that refuses a line, or ""."""
        try:
            await self.say(game_id, who, line)
        except Refusal as refusal:
            return refusal.phrase.key
        return ""

    async def rest(self, game_id: GameId) -> None:
        """Run bots until they wait."""
        for _ in range(STEPS):
            if await self.players.act(game_id) is None:
                return
        raise AssertionError(f"the bots of {game_id} do not rest")

    async def session(self, game_id: GameId) -> Session:
        """Return a game's present session."""
        return await self.games.session(game_id)

    async def public(self, game_id: GameId) -> Any:
        """Return the public observation of a game."""
        return (await self.session(game_id)).observe(None)

    async def sitters(self, game_id: GameId) -> dict[Seat, str]:
        """Return the people in the chairs of a game, by their short names."""
        names = {user: name for name, user in PEOPLE.items()}
        found = (await self.session(game_id)).lobby.sitters
        return {seat: names[user] for seat, user in found.items() if user in names}

    async def due(self, game_id: GameId) -> tuple[str, Seat]:
        """Return the first person for whom a game waits, and their seat."""
        session, sitters = await self.session(game_id), await self.sitters(game_id)
        seats = sorted(session.rules.to_act(session.state) & sitters.keys())
        return sitters[seats[0]], seats[0]

    async def cards(self, game_id: GameId, identity: str) -> list[str]:
        """Return the covered cards of an identity, which no request gives."""
        session = await self.session(game_id)
        spymaster = next(chair.seat for chair in session.lobby.chairs if chair.role == "spymaster")
        cards = session.observe(spymaster).cards
        return [card.word for card in cards if not card.shown and card.key.name.lower() == identity]

    async def ask(self, who: str, path: str, room: Room, /, **given: Any) -> Reply:
        """Return the answer to a manager's request outside games."""
        caller = self.caller(who, room, manages=True)
        named = {name.replace("_", "-"): value for name, value in given.items()}
        words = tuple(path.split())
        return await ChatServices(self.games, "en").answer(
            Request(caller, words, RoomRef(room, room.place), named, manages=True)
        )

    def _delivery(self) -> Delivery:
        self.deliveries += 1
        return Delivery("discord", f"1177{self.holder}{self.deliveries}")


async def guess_on(here: Installation, game_id: GameId) -> None:
    """Take the next useful action of a person in a running game of Codenames."""
    who, seat = await here.due(game_id)
    public = await here.public(game_id)
    if not public.cards:
        await here.say(game_id, who, "keyword open sesame")
    elif public.clue is None:
        await give_clue(here, game_id, who)
    else:
        await _guess(here, game_id, who, seat.partition("-")[0])


async def give_clue(here: Installation, game_id: GameId, who: str, number: int = 2) -> None:
    """Give the first clue that the rules accept."""
    used = len((await here.public(game_id)).turns)
    words = [*CLUES[used % len(CLUES) :], *CLUES]
    for word in words:
        if not await here.refused(game_id, who, f"clue {word} {number}"):
            return
    raise AssertionError("no clue was taken")


async def _guess(here: Installation, game_id: GameId, who: str, team: str) -> None:
    public = await here.public(game_id)
    if len(public.turns[-1].guesses) == 2 or not (own := await here.cards(game_id, team)):
        await here.say(game_id, who, "pass")
    else:
        await guess(here, game_id, who, own[0])


async def guess(here: Installation, game_id: GameId, who: str, card: str) -> None:
    """Uncover a card; if needed, others of the team mark it first."""
    if await here.refused(game_id, who, f'guess "{card}"') != "too-few-marks":
        return
    session, sitters = await here.session(game_id), await here.sitters(game_id)
    for seat in sorted(session.rules.to_act(session.state) & sitters.keys()):
        await here.refused(game_id, sitters[seat], f'mark "{card}"')
    _, seat = await here.due(game_id)
    if await here.refused(game_id, who, f'guess "{card}"'):
        await here.players.continue_bots(game_id, seat)
        await here.rest(game_id)


CLUES: Final = ("ocean", "music", "animal", "metal", "winter", "kitchen", "travel", "paper")


async def finish(here: Installation, game_id: GameId) -> None:
    """Play a game of Codenames to its end."""
    for _ in range(STEPS):
        session = await here.session(game_id)
        if session.is_over:
            return
        sitters = await here.sitters(game_id)
        if session.rules.to_act(session.state) & sitters.keys():
            await guess_on(here, game_id)
        else:
            await here.rest(game_id)
            assert (await here.session(game_id)).version > session.version, "bots do nothing"
    raise AssertionError(f"{game_id} does not end")


def within(
    url: str,
    work: Callable[[Installation], Coroutine[Any, Any, T]],
    *,
    now: datetime,
    holder: str = "reader",
    homes: Sequence[tuple[str, str]] = (),
) -> T:
    """Return the result of some work of an installation on a database, after migrations."""

    async def run() -> T:
        async with Store.open(url) as store:
            await make_ready(store)
            here = Installation(store, Hands(now), holder)
            here.homes = {GameId(name): Room.parse(room) for name, room in homes}
            return await work(here)

    return asyncio.run(run())


SECOND: Final = timedelta(seconds=1)
