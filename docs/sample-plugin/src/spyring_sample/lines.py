"""A chat platform: one room at a TCP port of this machine, for people with `nc` or telnet.

The first line of a connection is the person's name, the others are texts to the bot. There are no
passwords, so only people who trust each other should share the machine.
"""

import asyncio
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Final

from pydantic_settings import SettingsConfigDict

from adapters.chat.incoming import GameReference, Incoming
from adapters.chat.platform import ChatApp, ChatEnvironment, ChatPlatform, Connect, Limits
from adapters.chat.responses import ChatAnswers, PostedMessage, panel_of
from adapters.chat.screen import RedrawLoop, Unreachable
from adapters.chat.text_messages import Mark, TextMessages
from adapters.terminal.cells import printable
from adapters.terminal.render import render_text
from bot.chat.request import Reply
from bot.games import Caller, Delivery, GameView, GuildId, MessageTarget, MessageTask, Room, User
from bot.texts import Texts
from core.rules import Refusal
from core.view import Choice, phrase, shorten

LINES: Final = "lines"

ROOM: Final = Room(LINES, "hall")
GUILD: Final = GuildId(f"{LINES}:{ROOM.place}")

HOST: Final = "127.0.0.1"

LONGEST_NAME: Final = 32

REDRAW_SECONDS: Final = 0.2
"""Minimum time between two boards, so that one board shows all events of a moment."""

LIMITS: Final = Limits(
    label=80,
    custom_id=0,
    row=1,
    card_buttons=0,
    fields=0,
    completions=0,
    completion=0,
    reactions=0,
    colours=False,
    localised=False,
)
"""Without buttons, people type all lines."""


class LinesEnvironment(ChatEnvironment):
    """The settings of the platform."""

    model_config = SettingsConfigDict(env_prefix="SPYRING_LINES_")

    port: int = 0
    """The port, ``SPYRING_LINES_PORT``; 0 for none."""


class LinesResponses:
    """Renders answers as text; adapters.chat.responses.ResponseRenderer."""

    def say(self, text: str, _link: Room | PostedMessage | None = None) -> str:
        """Return the text: there is only one room."""
        return text

    async def show(
        self,
        game_view: GameView,
        texts: Texts,
        panel: str = "",
        *,
        again: bool = False,  # noqa: ARG002 - no message can be replaced
    ) -> str:
        """Return a game or a panel of it."""
        shown = panel_of(game_view, panel) if panel else game_view
        return render_text(shown.view, texts, colour=False)

    def ask(self, text: str, choices: Sequence[Choice]) -> str:
        """Return a text and labels, which people can type."""
        return "\n".join((text, *(str(choice.label) for choice in choices)))

    def page(self, reply: Reply, texts: Texts, _asker: str) -> str:
        """Return the answer to a request besides games."""
        return render_text(reply.view, texts, colour=False)


@dataclass(slots=True)
class LinesServer:
    """Serves the room; it is also the platform of its redraw loop (adapters.chat.screen)."""

    chat: ChatApp
    port: int
    name: str = LINES
    _screen: RedrawLoop = field(init=False)
    _texts: TextMessages[str] = field(init=False)
    _people: dict[User, asyncio.StreamWriter] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._screen = RedrawLoop(self.chat.tasks, self, pace=REDRAW_SECONDS)
        answers = ChatAnswers(LINES, self.chat, LinesResponses(), LIMITS)
        self._texts = TextMessages(answers, (OSError,))

    async def run(self) -> None:
        """Serve until cancelled; raises OSError if the port is taken."""
        server = await asyncio.start_server(self._serve, HOST, self.port)
        try:
            await self._screen.run()
        finally:
            server.close()
            for writer in self._people.values():
                writer.close()

    # Texts of people.

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the lines of a connection to its end, or to a line that is too long."""
        with closing(writer), suppress(OSError, ValueError):
            name = shorten(printable(await _line(reader)), LONGEST_NAME)
            user = User(LINES, name.casefold())
            if not name or user in self._people:
                await self._send(writer, self._say("lines-name"))
            else:
                self._people[user] = writer
                try:
                    await self._answer_all(Caller(user, ROOM, GUILD, name), reader, writer)
                finally:
                    del self._people[user]

    async def _answer_all(
        self, caller: Caller, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        await self._send(writer, self._say("lines-welcome", name=caller.name))
        if game_id := await self.chat.games.current(ROOM):
            self._screen.redraw(MessageTarget(game_id, ROOM))
        while text := await _line(reader):
            incoming = Incoming(caller, Delivery(LINES, token_hex(8)))
            answer = await self._texts.answer(incoming, text, _no_reference)
            if answer is not None:
                await self._send(writer, answer.value if isinstance(answer, Mark) else answer)

    def _say(self, key: str, **params: object) -> str:
        return self.chat.services.texts_for().say(phrase(key, **params))

    # Messages of games (adapters.chat.screen.Platform).

    async def post(self, task: MessageTask) -> str:
        """Send a game to the room or to one person; raises Unreachable."""
        game_view, user = task.game_view, task.target.user
        texts = self.chat.services.texts_for(*game_view.languages)
        shown = render_text(game_view.view, texts, colour=False)
        if user is not None and user not in self._people:
            raise Unreachable
        readers = self._people.values() if user is None else (self._people[user],)
        for writer in tuple(readers):
            with suppress(OSError):  # a closed connection
                await self._send(writer, shown)
        return task.nonce

    async def edit(self, task: MessageTask, _handle: str) -> str:
        """Send the game again: lines cannot change."""
        return await self.post(task)

    def forget(self, target: MessageTarget) -> None:
        """Do nothing: every edit is sent."""

    async def find(self, task: MessageTask) -> str | None:
        """Return the task's own handle: nobody can look for lines."""
        return task.handle

    async def _send(self, writer: asyncio.StreamWriter, text: str) -> None:
        writer.write(f"{text}\n\n".encode())
        await writer.drain()


async def _line(reader: asyncio.StreamReader) -> str:
    """Return the next line that is not blank, "" at the end; raises ValueError for a long one."""
    while line := await reader.readline():
        if text := line.decode(errors="replace").strip():
            return text
    return ""


async def _no_reference() -> GameReference | None:
    """Return None: a line is about the room's game."""
    return None


def prepare(settings: LinesEnvironment) -> Connect:
    """Return a connector; raises Refusal without a port."""
    if not settings.port:
        raise Refusal("lines-no-port")
    return lambda chat: {LINES: LinesServer(chat, settings.port).run}


LINES_PLATFORM: Final = ChatPlatform(LINES, LinesEnvironment, prepare)
