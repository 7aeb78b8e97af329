"""A workspace on a Slack of our own, with the adapter connected to it and people in a channel."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from adapters.slack.app import SlackApp
from adapters.slack.client import SlackSettings
from adapters.slack.ids import room_of
from adapters.slack.scopes import EVENTS, SCOPES
from bot.chat.message_texts import MessageTexts
from bot.chat.services import ChatServices
from bot.games.messages import MessageTasks
from bot.games.service import Games
from bot.games.session import Session
from bot.store.connection import Store
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from tests.adapters.discord.hall import NAMES, SEATS, TABLES, VALUES, no_recap
from tests.loopback.slack import Person, Seen, SlackServer
from tests.services import at_work


@dataclass(frozen=True, slots=True)
class Workspace:
    """The people and places of a workspace: four people, in the order of the seats, and another."""

    server: SlackServer
    app: SlackApp
    games: Games
    services: ChatServices
    channel: str
    people: tuple[Person, ...]
    onlooker: Person

    async def session(self) -> Session:
        """Return the game in the channel."""
        game_id = await self.games.current(room_of(self.server.team, self.channel))
        assert game_id is not None
        return await self.games.session(game_id)

    async def playing(self, options: str = "") -> Session:
        """Return a game that the four people have begun by commands."""
        await self.typed(self.people[0], "new", options)
        await self.onlooker.sees("Join", self.channel)
        for person, seat in zip(self.people, SEATS, strict=True):
            await self.typed(person, "chair", seat)
            await person.sees(f"{person.name} ", self.channel)
        await self.typed(self.people[0], "start")
        await self.onlooker.sees("Turn 1", self.channel)
        return await self.session()

    async def typed(self, person: Person, *words: str) -> None:
        """Type a command of Codenames in the channel."""
        await person.command("/codenames", " ".join(words).strip(), self.channel)

    def due(self, session: Session) -> Person:
        """Return the person for whom the table waits."""
        (seat,) = session.rules.to_act(session.state)
        return self.people[SEATS.index(seat)]

    def board(self) -> Seen:
        """Return the newest message for all in the channel that has buttons."""
        shown = self.server.messages_of(self.channel)
        return [one for one in shown if one.elements and not one.reader][-1]


@asynccontextmanager
async def workspace(url: str = "sqlite://", **values: Any) -> AsyncIterator[Workspace]:
    """Yield a workspace whose bot is connected; no rule of Slack was broken at the end."""
    async with SlackServer(SCOPES, EVENTS) as server, Store.open(url) as store:
        await make_ready(store)
        games = Games(store, Notifier(store, troubled=print), **values)
        services = ChatServices(games, "en")
        app = SlackApp(
            games,
            MessageTasks(games, new_holder()),
            services,
            MessageTexts(games, no_recap, "en", services.languages),
            TABLES,
            VALUES,
            SlackSettings(server.bot_token, server.app_token, server.api_url),
            pace=0.01,
        )
        channel = server.channel("games")
        people = tuple(server.person(name) for name in NAMES)
        onlooker = server.person("Eve")
        async with at_work(app):
            await server.connected()
            yield Workspace(server, app, games, services, channel, people, onlooker)
        assert server.violations == []
