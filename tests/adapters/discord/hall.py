"""A guild on the loopback Discord, with the adapter connected to it and people in a channel."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import discord
from pydantic import SecretStr

from adapters.chat.commands import CommandTables
from adapters.chat.message_view import RenderOptions
from adapters.chat.platform import ChatApp
from adapters.chat.screen import RedrawLoop
from adapters.discord.client import Client
from adapters.discord.output.render import message
from adapters.discord.output.response import PressedMessages
from adapters.discord.platform import DiscordEnvironment
from adapters.discord.reactions.reactions import Reactions
from bot.chat.services import ChatServices, known_values
from bot.games import deadlines
from bot.games.messages import MessageTasks
from bot.games.requests import Caller, utc_now
from bot.games.service import Games
from bot.games.session import Session
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.notation import LOBBY_COMMANDS
from bot.store.connection import CONNECTION_SECONDS, Store
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from core.codenames.command import CODENAMES
from core.hangman.command import HANGMAN
from core.shiritori.command import SHIRITORI
from tests.loopback.discord import Channel, Guild, Loopback, Person, Seen, Settings, running
from tests.services import at_work

TABLES = CommandTables((CODENAMES, HANGMAN, SHIRITORI), LOBBY_COMMANDS)
VALUES = {game.game: known_values(game.new) for game in (CODENAMES, HANGMAN, SHIRITORI)}
NAMES = ("Ann", "Bob", "Cat", "Dan")
SEATS = ("blue-spymaster", "blue-guesser", "red-spymaster", "red-guesser")
PATIENCE = 60.0
"""Seconds that any step may take."""


class Swift(Client):
    """The client for a service without a limit on how fast sessions follow each other.

    `heard` counts the events of its session; `draws` says whether it draws boards and visits them.
    """

    heard = 0
    draws = False

    @property
    def pressed(self) -> PressedMessages:
        """The messages of this process."""
        return self.interactions.messages

    async def on_socket_event_type(self, name: str) -> None:
        """Count an event; its listeners start in the loop's next round."""
        self.heard = 1 if name == "READY" else self.heard + 1

    @property
    def busy(self) -> bool:
        """Whether the client is handling an event, or a board waits for a visit."""
        jobs: Any = self.reactions.visits._jobs
        return bool(self._tasks or (self.draws and jobs._unfinished_tasks))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        del shard_id, initial


@dataclass(frozen=True, slots=True)
class Hall:
    """The people and places of a hall: four people, in the order of `SEATS`, and an onlooker."""

    server: Loopback
    games: Games
    porter: ChatServices
    client: Swift
    guild: Guild
    channel: Channel
    people: tuple[Person, ...]
    onlooker: Person
    screens: list[RedrawLoop] = field(default_factory=list)

    @property
    def room(self) -> Room:
        """The channel as the application knows it."""
        return Room("discord", str(self.channel.id))

    async def session(self) -> Session:
        """Return the game in the channel."""
        game_id = await self.games.current(self.room)
        assert game_id is not None
        return await self.games.session(game_id)

    async def playing(self, **values: Any) -> Session:
        """Return a game that the four people have begun by commands."""
        await self.people[0].slash("/codenames new", **values)
        for person, seat in zip(self.people, SEATS, strict=True):
            await person.slash("/codenames chair", seat=seat)
        await self.people[0].slash("/codenames start")
        return await self.session()

    async def settled(self, *others: Swift) -> None:
        """Wait until the bot has handled all events and drawn all boards that it can.

        Each process has one shard; `others` are further processes of the bot.
        """
        clients = (self.client, *others)
        resting = False
        while not resting:
            await self.server.until(
                lambda: self._rest(clients), PATIENCE, what="that the bot has done everything"
            )
            await asyncio.sleep(0)  # listeners of a counted event start in the next round
            resting = self._rest(clients)

    def _rest(self, clients: Sequence[Swift]) -> bool:
        """Return whether everything waits for people or for time to pass."""
        told = sorted(one.sequence for one in self.server.hub.sessions.values())
        news = self.games.notifier._subscriptions
        return (
            told == sorted(one.heard for one in clients)
            and not any(one.busy for one in clients)
            and not self.server.api.open_requests
            and not any(one._ready.is_set() for one in news)
            and all(one._at_work <= one._failing.keys() for one in self.screens)
        )

    def due(self, session: Session) -> Person:
        """Return the person for whom the table waits."""
        (seat,) = session.rules.to_act(session.state)
        return self.people[SEATS.index(seat)]

    async def clued(self, clue: str = "zebra", number: str = "2") -> Session:
        """Give a clue as the spymaster whose turn it is."""
        await self.due(await self.session()).slash("/clue", word=clue, number=number)
        return await self.session()

    def board(self) -> Seen:
        """Return the newest message in the channel that has buttons."""
        return [one for one in self.onlooker.sees() if one.buttons and not one.ephemeral][-1]

    async def drawn(self, reactions: int) -> Seen:
        """Return the newest board of a table with reactions, once it has this many."""
        game = (await self.session()).game_id
        eve, guild = self.onlooker, GuildId(f"discord:{self.guild.id}")
        asks = Caller(User("discord", str(eve.user.id)), self.room, guild, eve.name)
        await self.games.reactions_used(asks, game)

        def there() -> bool:
            shown = [one for one in self.onlooker.sees() if one.buttons and not one.ephemeral]
            return bool(shown) and len(shown[-1].reactions) == reactions

        await self.server.until(there, 30, what=f"a board with {reactions} reactions")
        return self.board()

    async def post(self, game_id: GameId) -> Seen:
        """Post the public view of a game; return the message as the onlooker sees it."""
        look = await self.games.view(game_id)
        shown = message(look, RenderOptions(self.porter.texts_for("en"), pictures=False))
        channel = self.client.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send(view=shown.layout)
        return self.onlooker.last()


def settings_of(token: str, **other: Any) -> DiscordEnvironment:
    """Return the settings of a bot with a token."""
    return DiscordEnvironment.model_construct(token=SecretStr(token), **other)


def chat_of(h: Hall, porter: ChatServices | None = None) -> ChatApp:
    """Return the application of a hall, or of the process whose `porter` is given."""
    drawings = MessageTasks(h.games, new_holder())
    return ChatApp(h.games, drawings, porter or h.porter, TABLES, VALUES)


def client_of(
    games: Games, porter: ChatServices, line: DiscordEnvironment, values: Mapping[str, Any]
) -> Swift:
    """Return a client of the adapter, not yet connected."""
    chat = ChatApp(games, MessageTasks(games, new_holder()), porter, TABLES, values)
    return Swift(chat, line, guild_ready_timeout=0.05)


@asynccontextmanager
async def drawing(h: Hall) -> AsyncIterator[Reactions]:
    """Draw the boards of a hall, with reactions, until the block ends."""
    client = h.client
    client.wire(chat_of(h))
    client.reactions.visits.mark_missed(*client.shards)
    client.screen.pace, client.draws = 0.01, True
    h.screens.append(client.screen)
    async with at_work(client.screen, client.reactions.visits):
        yield client.reactions
    client.draws = False
    h.screens.remove(client.screen)


def card_id(board: Seen, place: str) -> str:
    """Return the id of the button of a card that can be pressed."""
    (button,) = [one for one in board.buttons if (one.label or "").startswith(f"{place} ")]
    assert not button.disabled
    return button.custom_id or ""


@asynccontextmanager
async def hall(
    settings: Settings | None = None,
    line: DiscordEnvironment | None = None,
    url: str = "sqlite://",
    *,
    patience: float = CONNECTION_SECONDS,
    now: Callable[[], datetime] = utc_now,
) -> AsyncIterator[Hall]:
    """Yield a hall with a connected bot; `patience` is the database's, in seconds.

    `now` is the application's clock. Unless `settings` say otherwise the service's clock stands
    still, so no answer is late because the machine is busy.
    """
    async with (
        Loopback(settings or Settings(frozen=True)) as server,
        Store.open(url, patience=patience) as store,
    ):
        await make_ready(store)
        notifier = Notifier(store, troubled=print)
        games = Games(store, notifier, now=now, patience=deadlines.PATIENCE)
        porter = ChatServices(games, "en")
        client = client_of(games, porter, line or settings_of(server.settings.token), VALUES)
        guild = server.guild("Tea House")
        channel = server.channel(guild, "games")
        people = tuple(server.person(name, channel) for name in NAMES)
        onlooker = server.person("Eve", channel)
        async with running(server, client):
            yield Hall(server, games, porter, client, guild, channel, people, onlooker)
