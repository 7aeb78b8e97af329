"""Four people on two platforms play two games at once; a bot replaces one who is called away."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest

from adapters.chat.screen import RedrawLoop
from bot.games import GameId, Games, GameView, MessageTarget, MessageTasks, User
from bot.games.names import TableNames, names_at
from bot.games.session import Recorded, Session
from bot.games.views import private_view_for, updates_for, view_for
from bot.gametypes.engine import LocalEngine
from bot.gametypes.registry import bot_loaders
from bot.lobby.events import BotSeated, Left
from bot.lobby.game_events import Rematched, TakenBack
from bot.lobby.model import Lobby, Status
from bot.server.workers.bots import BotWorker
from bot.store.connection import Store
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from core.rules import Secret
from tests.recorder import Recorder
from tests.scenarios.people import SEATS, Table, deliver, room_at, user_at
from tests.services import at_work

pytestmark = pytest.mark.either_database

TABLES = 2
PLATFORMS = ("recorder", "telegraph")

MOST = 600
"""More actions than any game takes."""

LONGEST = 60.0
"""Maximum seconds of any wait."""


@dataclass
class Evening:
    """The door, both platforms, the bots, and the people of all tables."""

    games: Games
    players: BotWorker
    platforms: list[Recorder] = field(default_factory=lambda: [*map(Recorder, PLATFORMS)])
    tables: list[Table] = field(
        default_factory=lambda: [
            Table(number, "evening", number, careful=True) for number in range(TABLES)
        ]
    )

    @asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        """Run the redraw loops of both platforms inside the block, and finish all drawings."""
        drawings = MessageTasks(self.games, new_holder())
        screens = [RedrawLoop(drawings, platform, pace=0) for platform in self.platforms]
        async with at_work(*screens):
            yield
            async with asyncio.timeout(LONGEST):
                while await self._late(drawings):
                    await asyncio.sleep(0.01)

    async def play(self, number: int) -> None:
        """Play a game at a table to its end, and begin the next one."""
        game_id = await self._started(number)
        await self._go_on(number, actions=10)
        await self._take_back(number)
        await self._say(number, "ann", f"drop {user_at(number, 'dan')}")
        await self._say(number, "ann", "replace red-guesser bot:gloss")
        while not await self._bot_has_moved(number):
            await self._go_on(number, actions=1)
        if not await self._is_over(number):
            await self._say(number, "dan", f"join {game_id}")
            await self._say(number, "ann", f"replace red-guesser {user_at(number, 'dan')}")
        await self._go_on(number, actions=15)
        if not await self._is_over(number):
            await self._say(number, "cat", "resign")
        await deliver(self.games, self.tables[number].next(await self.session(number)))
        await self._go_on(number, actions=15)

    async def session(self, number: int) -> Session:
        """Return the game at a table."""
        game_id = await self.games.current(room_at(number, PLATFORMS[0]))
        assert game_id is not None
        return await self.games.session(game_id)

    async def _started(self, number: int) -> GameId:
        receipt = await deliver(self.games, self.tables[number].next(None))
        while (await self.session(number)).lobby.status is Status.LOBBY:
            await self._go_on(number, actions=1)
        return receipt.game_id

    async def _go_on(self, number: int, *, actions: int) -> None:
        """Play `actions` actions, bots first, unless the game ends."""
        for _ in range(actions):
            session = await self.session(number)
            if session.lobby.is_closed:
                return
            if not await self.players.act(session.game_id):
                await deliver(self.games, self.tables[number].next(session))

    async def _is_over(self, number: int) -> bool:
        return (await self.session(number)).lobby.is_closed

    async def _bot_has_moved(self, number: int) -> bool:
        session, log = await self.games.history((await self.session(number)).game_id)
        assert session.version < MOST
        return session.lobby.is_closed or any(one.cause for one in log)

    async def _take_back(self, number: int) -> None:
        """Take the last move back with all teams' agreement, once there is one."""
        while not (move := (await self.session(number)).last_move):
            await self._go_on(number, actions=1)
        if (await self.session(number)).lobby.proposal is None:
            await self._say(number, _name(move.seat), "takeback")
        for name in ("ann", "cat"):
            proposal = (await self.session(number)).lobby.proposal
            if proposal and SEATS[name].startswith(proposal.teams):
                await self._say(number, name, "agree")

    async def _say(self, number: int, name: str, line: str) -> None:
        await deliver(self.games, self.tables[number].say(name, line))

    async def _late(self, drawings: MessageTasks) -> bool:
        found = [
            await drawings.outdated(game_id, platform.name)
            for game_id in await drawings.unfinished()
            for platform in self.platforms
        ]
        return any(found)


def test_an_evening_is_shown_to_each_audience_and_the_key_to_those_who_may_see_it(
    database_url: str,
) -> None:
    asyncio.run(_evening(database_url))


async def _evening(url: str) -> None:
    async with Store.open(url) as store:
        games = Games(store, Notifier(store, troubled=print))
        bots = BotWorker(games, LocalEngine(bot_loaders(games.game_types)), new_holder())
        evening = Evening(games, bots)
        async with evening.shown():
            await asyncio.gather(*(evening.play(number) for number in range(TABLES)))
        shown = {message.spot.game_id for one in evening.platforms for message in one.messages}
        assert len(shown) == 2 * TABLES
        followed = 0
        for game_id in shown:
            session, log = await games.history(game_id)
            async with store.reading() as conn:
                names = TableNames(await names_at(conn, session, log))
            followed += _check_course(log)
            _check_shown(evening.platforms, session, dict(_course(session, log)), names)
            _check_secrets(dict(_course(session, log)), log, names)
        assert followed == TABLES


def _check_course(log: tuple[Recorded, ...]) -> bool:
    """Return whether the game has a successor; such a game must contain all planned events."""
    kinds = {type(one.event) for one in log}
    if Rematched not in kinds:
        return False
    assert {TakenBack, Left, BotSeated} <= kinds
    assert any(one.cause for one in log)
    return True


def _check_shown(
    platforms: list[Recorder],
    session: Session,
    course: Mapping[int, Session],
    names: TableNames,
) -> None:
    """Check that every audience saw only true looks, and the last one."""
    for platform in platforms:
        for message in platform.messages:
            if message.spot.game_id == session.game_id:
                assert message.versions == sorted(message.versions)
                for look in message.looks:
                    assert look == _look(course[look.version], message.spot, names)
        for room in session.lobby.rooms:
            if room.platform == platform.name:
                look = platform.board(MessageTarget(session.game_id, room))
                assert look == view_for(session, None, names)


def _look(session: Session, spot: MessageTarget, names: TableNames) -> GameView:
    """Return the expected look of a message: the table for a room, their own view for a person."""
    return (
        private_view_for(session, spot.user, names) if spot.user else view_for(session, None, names)
    )


def _check_secrets(
    course: Mapping[int, Session], log: tuple[Recorded, ...], names: TableNames
) -> None:
    """Check that the views and news of the public and of guessers do not depend on hidden cards."""
    looked = 0
    for version, session in course.items():
        other = _shuffled(session)
        if other is not None and not session.is_over:
            looked += 1
            for user in (None, *(member.user for member in session.lobby.people)):
                keyed = user is not None and _is_keyed(session, user)
                same = view_for(session, user, names) == view_for(other, user, names)
                assert same != keyed
            event = log[version - 1 : version]
            before = session.lobby
            told = updates_for(session, event, names, before=before)
            assert told == updates_for(other, event, names, before=before)
    assert looked > 10


def _course(session: Session, log: tuple[Recorded, ...]) -> Iterator[tuple[int, Session]]:
    """Yield a game at each of its versions."""
    rules = session.rules
    step = Session(
        session.game_id, session.game_type, session.options, rules, Lobby(), rules.initial()
    )
    for one in log:
        step = step.after([one])
        yield one.version, step


def _shuffled(session: Session) -> Session | None:
    """Return a game with its covered cards' identities rotated, or None if that changes nothing."""
    state = session.state
    if state.layout is None:
        return None
    key = list(state.layout.key.value)
    covered = [card for card in range(len(key)) if card not in state.uncovered]
    turned = [key[card] for card in (*covered[1:], *covered[:1])]
    if turned == [key[card] for card in covered]:
        return None
    for card, identity in zip(covered, turned, strict=True):
        key[card] = identity
    layout = replace(state.layout, key=Secret(tuple(key)))
    return replace(session, state=replace(state, layout=layout))


def _is_keyed(session: Session, user: User) -> bool:
    chair = session.lobby.chair_of(user)
    return chair is not None and chair.sees_key


def _name(seat: str) -> str:
    return next(name for name, its in SEATS.items() if its == seat)
