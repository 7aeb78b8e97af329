"""An evening on the loopback Slack: the real program, four people and bots at two tables.

People act by commands, buttons, forms and mentions, when the newest board pings them. Each table
records acknowledged clues.

"""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from adapters.slack.ids import room_of
from bot.games.decisions import DOUBLE_TAP
from bot.games.service import Games
from bot.identity import GameId
from bot.lobby.model import Status
from core.rules import Seat
from tests.bot.server.test_health import free_port
from tests.loopback.slack import Person, Seen, SlackServer
from tests.loopback.slack.http import SIGNING_SECRET, HTTPRequests
from tests.services import UNLIMITED

CONNECT_SECONDS: Final = 60.0
ANSWER_SECONDS: Final = 10.0
KEY_SECONDS: Final = 60.0
"""Seconds until a key is sent: a killed process's claim ends with its lease, after 9 s."""

PLAYING_SECONDS: Final = 120.0
WORDS: Final = ("zebra", "quartz", "xylem", "yodel", "fjord", "gizmo", "kazoo", "vortex", "jigsaw")
"""Clues unlike any card of the shipped pack; a bot needs a confirmation for some."""

Card = tuple[str, str, str, str]
"""A card of a key: place, word, and the key's letter and name."""


@dataclass
class SlackTable:
    """A channel with a game, its two people by seat, and their acknowledged clues."""

    server: SlackServer
    channel: str
    seats: dict[str, Person]
    clues: list[str] = field(default_factory=list)
    acts: int = 0

    @property
    def board(self) -> Seen:
        """The newest public message with buttons or menus."""
        shown = self.server.messages_of(self.channel)
        return [one for one in shown if one.elements and not one.reader][-1]

    def called(self) -> tuple[str, Person] | None:
        """Return the seat and the person that the newest board pings."""
        text = self.board.text
        return next((one for one in self.seats.items() if f"<@{one[1].id}>" in text), None)

    async def act(self, words: Iterator[str]) -> None:
        """Take the action that the newest board asks of a person, each time in another way."""
        found = self.called()
        if found is None:
            for label in ("Play again", "Start"):
                if label in self.board.labels:
                    await self._pressed(next(iter(self.seats.values())), label)
            return
        seat, person = found
        self.acts += 1
        with suppress(AssertionError):  # the board has changed, or the program was killed
            await (self._clue if seat.endswith("spymaster") else self._guess)(person, words)

    async def _clue(self, person: Person, words: Iterator[str]) -> None:
        word = next(words)
        if self.acts % 2 == 0:
            await person.press(self.board, "Give a clue")
            form = await person.modal()
            inputs = [one["label"]["text"] for one in form.blocks if one["type"] == "input"]
            filled = dict(zip(inputs, (word, "2"), strict=False))
            if await person.submit(form, filled) == {}:
                self.clues.append(word)
            else:
                await person.close(form)
            return
        before = len(self.server.messages_of(self.channel))

        def answer() -> Seen | None:
            said = self.server.messages_of(self.channel)[before:]
            return next((one for one in said if one.reader == person.id), None)

        await person.command("/codenames", f"clue {word} 2", self.channel)
        said = await self.server.until(answer, ANSWER_SECONDS)
        if said is not None and f"gives the clue {word}" in said.words:
            self.clues.append(word)

    async def _guess(self, person: Person, _words: Iterator[str]) -> None:
        named = (one.split()[0] for one in self.board.labels)
        place = next((one for one in named if one[1:].isdigit()), None)
        if place is None:
            return
        match self.acts % 3:
            case 0:
                await person.command("/codenames", f"guess {place}", self.channel)
            case 1:
                await person.say(f"<@{self.server.bot_user}> guess {place}", self.channel)
            case _:
                await self._pressed(person, place)
                await asyncio.sleep(DOUBLE_TAP.total_seconds())
                await self._pressed(person, place)

    async def _pressed(self, person: Person, label: str) -> None:
        with suppress(AssertionError):
            await person.press(self.board, label)


class SlackEvening:
    """The program and its two tables, over HTTP or in Socket Mode."""

    def __init__(self, server: SlackServer, url: str, log: Path, *, by_http: bool) -> None:
        self.server = server
        self.url = url
        self.log = log
        names = {"Ann": "en-US", "Bob": "ja-JP", "Cleo": "en-GB", "Dan": "ja-JP"}
        people = {name: server.person(name, locale) for name, locale in names.items()}
        self.eve = server.person("Eve")
        self.tables = (
            self._table("games", people["Ann"], people["Bob"]),
            self._table("words", people["Cleo"], people["Dan"]),
        )
        self.words = (f"{word}{ending}" for ending in ("", "s", "er", "ish") for word in WORDS)
        self.settings = {
            "SLACK_BOT_TOKEN": server.bot_token,
            "SLACK_APP_TOKEN": server.app_token,
            "SLACK_SIGNING_SECRET": SIGNING_SECRET,
            "SPYRING_SLACK_API_URL": server.api_url,
            "DATABASE_URL": url,
            "SPYRING_BOTS": "random",
            "SPYRING_LOG_LEVEL": "debug",
            **UNLIMITED,
        }
        self.command = [sys.executable, "-m", "bot", "run", "--slack"]
        if by_http:
            port = free_port()
            server.socket = HTTPRequests(server, f"http://127.0.0.1:{port}/slack/events")
            self.command = [sys.executable, "-m", "bot", "web", "--port", str(port)]

    def _table(self, name: str, keyed: Person, guesser: Person) -> SlackTable:
        seats = {"blue-spymaster": keyed, "red-guesser": guesser}
        return SlackTable(self.server, self.server.channel(name), seats)

    @asynccontextmanager
    async def program(self) -> AsyncIterator[asyncio.subprocess.Process]:
        """Run the program until the block ends; inside it is connected."""
        before = self.server.connections
        with self.log.open("ab") as output:
            process = await asyncio.create_subprocess_exec(
                *self.command, env=os.environ | self.settings, stdout=output, stderr=output
            )
        try:
            if isinstance(self.server.socket, HTTPRequests):
                await self.server.connected()
            else:
                async with asyncio.timeout(CONNECT_SECONDS):
                    while self.server.connections == before:
                        await self.server.changed()
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def begin(self) -> None:
        """Open both tables and take chairs; bots take the others."""
        for table in self.tables:
            opener, other = table.seats.values()
            await opener.command("/codenames", "new", table.channel)
            await other.sees("Join", table.channel)
            for seat, person in table.seats.items():
                await person.command("/codenames", f"chair {seat}", table.channel)
            await opener.command("/codenames", "start", table.channel)
            await self.eve.sees("Turn 1", table.channel)

    async def play(self, acts: int) -> None:
        """Act `acts` times at each table; raises TimeoutError."""
        wanted = [table.acts + acts for table in self.tables]
        async with asyncio.timeout(PLAYING_SECONDS):
            while any(table.acts < least for table, least in zip(self.tables, wanted, strict=True)):
                await asyncio.gather(*(table.act(self.words) for table in self.tables))
                await asyncio.sleep(0.5)

    async def play_until_acknowledged(self) -> None:
        """Act until each table has an acknowledged clue. Raises: TimeoutError."""
        async with asyncio.timeout(PLAYING_SECONDS):
            while not all(table.clues for table in self.tables):
                await self.play(1)

    async def keys(self, games: Games) -> dict[str, list[Card]]:
        """Return the cards of each channel with a running game: before its start none are dealt."""
        found = {}
        for table in self.tables:
            game_id = await games.current(room_of(self.server.team, table.channel))
            assert game_id is not None
            session = await games.session(game_id)
            if session.lobby.status is not Status.RUNNING:
                continue
            seen: Any = session.rules.observe(session.state, Seat("blue-spymaster"))
            found[table.channel] = [
                (
                    f"{'ABCDE'[place // 5]}{place % 5 + 1}",
                    card.word,
                    card.key.value.lower(),
                    card.key.name.lower(),
                )
                for place, card in enumerate(seen.cards)
            ]
        return found

    async def tells_keys(self, cards: list[Card]) -> bool:
        """Wait until a spymaster gets the key in the form that `leaks` looks for."""
        keyed = {table.seats["blue-spymaster"].direct for table in self.tables}

        def told() -> bool | None:
            own = [one for one in self.server.calls if one.sent.get("channel") in keyed]
            sent = [json.dumps(one.sent, ensure_ascii=False) for one in own]
            return any(line in one for one in sent for line in _key_lines(cards)) or None

        return bool(await self.server.until(told, KEY_SECONDS))

    async def shows_boards(self, channel: str, most: int) -> bool:
        """Wait until a channel has at most this many boards with buttons."""

        def few() -> bool | None:
            shown = self.server.messages_of(channel)
            boards = [one for one in shown if one.elements and not one.reader]
            return len(boards) <= most or None

        return bool(await self.server.until(few, ANSWER_SECONDS))

    def leaks(self, game_id: GameId, cards: list[Card]) -> list[str]:
        """Return a game's leaks of its key outside spymasters' messages and windows.

        The board of a finished game names the words of its key, which other games may contain, too.
        """
        lines = _key_lines(cards)
        named = [f"{word} ({name})" for _, word, _, name in cards]
        keyed = {table.seats["blue-spymaster"].direct for table in self.tables}
        found = []
        for call in self.server.calls:
            sent = json.dumps(call.sent, ensure_ascii=False)
            is_own = call.method.startswith("views.") or call.sent.get("channel") in keyed
            looked = (*(named if game_id in sent else ()), *(() if is_own else lines))
            found += [one for one in looked if one in sent]
        log = self.log.read_text("utf-8")
        return found + [one for one in lines if one in log]


def _key_lines(cards: list[Card]) -> list[str]:
    return [f"{place} {letter} {word}" for place, word, letter, _ in cards]
