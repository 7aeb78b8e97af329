"""An evening on a Slack of our own: the real program, two people and two bots, and kills."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import select

from adapters.slack.scopes import EVENTS, SCOPES
from bot.store import schema
from bot.store.connection import Store
from tests.loopback.slack import Person, Seen, SlackServer
from tests.loopback.table import in_loop

COMMAND: Final = (sys.executable, "-m", "bot", "run", "--slack")
TURNS: Final = 14


class Evening:
    """The program and its people in one channel."""

    def __init__(self, server: SlackServer, url: str, log: Path) -> None:
        self.server = server
        self.url = url
        self.log = log
        self.channel = server.channel("games")
        self.people = (server.person("Ann"), server.person("Bob", "ja-JP"))

    @asynccontextmanager
    async def program(self) -> AsyncIterator[asyncio.subprocess.Process]:
        """Run the program until the block ends; inside it is connected."""
        before = self.server.connections
        more = {
            "SLACK_BOT_TOKEN": self.server.bot_token,
            "SLACK_APP_TOKEN": self.server.app_token,
            "SPYRING_SLACK_API_URL": self.server.api_url,
            "DATABASE_URL": self.url,
            "SPYRING_BOTS": "random",
        }
        with self.log.open("ab") as output:
            process = await asyncio.create_subprocess_exec(
                *COMMAND, env=os.environ | more, stdout=output, stderr=output
            )
        try:
            async with asyncio.timeout(60):
                while self.server.connections == before:
                    await self.server.changed()
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def board(self) -> Seen:
        """Return the newest message for all that has buttons."""
        shown = self.server.messages_of(self.channel)
        return [one for one in shown if one.elements and not one.reader][-1]

    def called(self) -> Person | None:
        """Return who is to act by the newest board."""
        text = self.board().text
        return next((one for one in self.people if f"<@{one.id}>" in text), None)

    async def begin(self) -> None:
        """Open a table, and start with two people and two bots."""
        ann, bob = self.people
        await ann.command("/codenames", "new", self.channel)
        await ann.sees("Start", self.channel)
        await bob.press(self.board(), "Join")
        await ann.sees("Bob", self.channel)
        await ann.press(self.board(), "Start")
        await ann.sees("Turn 1", self.channel)

    async def act(self) -> None:
        """Let the person who is to act guess the first card that is covered, or end the turn."""
        person = self.called()
        board = self.board()
        covered = [label for label in board.labels if len(label.split()) == 2]
        cards = [label for label in covered if label[0] in "ABCDE" and label[1].isdigit()]
        if person and cards:
            place = cards[0].split()[0]
            await person.command("/codenames", f"guess {place}", self.channel)


async def events(url: str) -> list[tuple[str, int]]:
    """Return the games and versions of all events."""
    async with Store.open(url) as store, store.reading() as connection:
        rows = await connection.execute(
            select(schema.events.c.game_id, schema.events.c.version).order_by(
                schema.events.c.game_id, schema.events.c.version
            )
        )
        return [(row.game_id, row.version) for row in rows]


@pytest.mark.slow
@in_loop
async def test_an_evening_with_kills_goes_on_where_it_was(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    async with SlackServer(SCOPES, EVENTS) as server:
        it = Evening(server, url, tmp_path / "log")
        async with it.program():
            await it.begin()
        for _ in range(3):
            async with it.program() as process:
                before = it.board().words
                for _ in range(TURNS):
                    await it.act()
                    await asyncio.sleep(0.5)
                assert it.board().words != before or "Play again" in it.board().labels
                process.kill()
        assert server.violations == []
        shown = [one for one in server.messages_of(it.channel) if one.elements and not one.reader]
        assert len(shown) <= 2, "one board, and at most one whose answer was lost"
    found = await events(url)
    for game in {name for name, _ in found}:
        versions = [version for name, version in found if name == game]
        assert versions == [*range(1, len(versions) + 1)]
    assert "Traceback" not in it.log.read_text("utf-8")
