"""A workspace on the loopback Slack, with the adapter connected to it and people in a channel."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from pydantic import SecretStr

from adapters.chat.platform import ChatApp
from adapters.slack.client import SlackApp, _done
from adapters.slack.connection.scopes import OPTIONAL_SCOPES, SCOPES
from adapters.slack.ids import room_of
from adapters.slack.platform import SlackEnvironment
from bot.chat.services import ChatServices
from bot.games.messages import MessageTasks
from bot.games.service import Games
from bot.games.session import Session
from bot.settings import HOST
from bot.store.connection import Store
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from tests.adapters.discord.hall import NAMES, SEATS, TABLES, VALUES
from tests.bot.server.test_health import free_port
from tests.loopback.slack import Person, Seen, SlackServer
from tests.loopback.slack.http import SIGNING_SECRET, HTTPRequests
from tests.services import at_work
from tools.make_slack_manifest import EVENTS, OPTIONAL_EVENTS


@dataclass(frozen=True, slots=True)
class Workspace:
    """The people and places of a workspace: four people in seat order, and an onlooker."""

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

    async def playing(self, options: str = "", shows: str = "Turn 1") -> Session:
        """Begin a game of the four people by commands; return it once its board shows a text."""
        await self.typed(self.people[0], "new", options)
        await self.onlooker.sees("Join", self.channel)
        for person, seat in zip(self.people, SEATS, strict=True):
            await self.typed(person, "chair", seat)
            await person.sees(f"{person.name} ", self.channel)
        await self.typed(self.people[0], "start")
        await self.onlooker.sees(shows, self.channel)
        return await self.session()

    async def typed(self, person: Person, *words: str) -> None:
        """Type a command of Codenames in the channel."""
        await person.command("/codenames", " ".join(words).strip(), self.channel)

    def due(self, session: Session) -> Person:
        """Return the person for whom the table waits."""
        (seat,) = session.rules.to_act(session.state)
        return self.people[SEATS.index(seat)]

    def board(self) -> Seen:
        """Return the newest public message in the channel that has buttons."""
        shown = self.server.messages_of(self.channel)
        return [one for one in shown if one.elements and not one.reader][-1]


@asynccontextmanager
async def workspace(
    url: str = "sqlite://", *, by_http: bool = False, reads: bool = False, **values: Any
) -> AsyncIterator[Workspace]:
    """Yield a workspace with a connected bot; at the end check that no rule of Slack was broken.

    With `reads` the owner has given the bot the optional scopes and events, too.
    """
    scopes = (*SCOPES, *OPTIONAL_SCOPES) if reads else SCOPES
    events = (*EVENTS, *OPTIONAL_EVENTS) if reads else EVENTS
    async with SlackServer(scopes, events) as server, open_games(url, **values) as games:
        address = http_address(server) if by_http else None
        app = app_of(games, settings_of(server), address)
        async with at_work(app):
            await server.connected()
            yield furnished(server, app)
        assert server.violations == []


async def settled() -> None:
    """Wait for the handlers of events: a busy app acknowledges events before they end."""
    begun = [one for one in asyncio.all_tasks() if _name(one) == _done.__qualname__]
    if begun:
        await asyncio.wait(begun)


def _name(task: "asyncio.Task[Any]") -> str:
    return getattr(task.get_coro(), "__qualname__", "")


@asynccontextmanager
async def open_games(url: str = "sqlite://", **values: Any) -> AsyncIterator[Games]:
    """Yield games in a migrated database."""
    async with Store.open(url) as store:
        await make_ready(store)
        yield Games(store, Notifier(store, troubled=print), **values)


def app_of(
    games: Games, settings: SlackEnvironment, address: tuple[str, int] | None = None
) -> SlackApp:
    """Return an adapter that redraws at once, and accepts requests at an address if there is one.

    Without an address it uses Socket Mode, which needs no signing secret.
    """
    if address is None:
        settings = settings.model_copy(update={"signing_secret": SecretStr("")})
    services, tasks = ChatServices(games, "en"), MessageTasks(games, new_holder())
    chat = ChatApp(games, tasks, services, TABLES, VALUES)
    return SlackApp(chat, settings, address, pace=0.01)


def settings_of(server: SlackServer, **other: SecretStr) -> SlackEnvironment:
    """Return the settings of a workspace's bot; `other` ones override the server's."""
    own: dict[str, Any] = {
        "api_url": server.api_url,
        "bot_token": SecretStr(server.bot_token),
        "app_token": SecretStr(server.app_token),
        "signing_secret": SecretStr(SIGNING_SECRET),
    }
    return SlackEnvironment.model_construct(**{**own, **other})


def http_address(server: SlackServer) -> tuple[str, int]:
    """Return the address for HTTP requests; from now on the server sends them there."""
    port = free_port()
    server.socket = HTTPRequests(server, f"http://{HOST}:{port}/slack/events")
    return HOST, port


def furnished(server: SlackServer, app: SlackApp) -> Workspace:
    """Return a workspace with a channel and people in it."""
    channel = server.channel("games")
    people = tuple(server.person(name) for name in NAMES)
    onlooker = server.person("Eve")
    services = app.chat.services
    assert isinstance(services, ChatServices)
    return Workspace(server, app, app.chat.games, services, channel, people, onlooker)
