"""One program on the loopback Discord and Slack: shared tables, with kills in between."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from adapters.slack.connection.scopes import SCOPES
from bot.games import Room
from bot.games.service import Games
from bot.games.session import Session
from bot.store.connection import Store
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from core.rules import Seat
from tests.bot.games.parlour import card
from tests.bot.server.test_health import free_port
from tests.loopback.discord import Loopback, Program, Seen, Settings, program
from tests.loopback.discord import Person as DiscordPerson
from tests.loopback.slack import Person as SlackPerson
from tests.loopback.slack import SlackServer
from tests.loopback.slack.http import SIGNING_SECRET, HTTPRequests
from tests.loopback.table import in_loop
from tests.services import UNLIMITED
from tools.make_slack_manifest import EVENTS

pytestmark = pytest.mark.slow

KILLS: Final = 3
ACTS_A_RUN: Final = 4
LATE: Final = 60.0
"""Maximum seconds until an action has taken effect."""

WORDS: Final = ("zebra", "quartz", "xylem", "yodel", "fjord", "gizmo", "kazoo", "vortex", "jigsaw")
CHAIN: Final = (
    *("しりとり", "林檎", "ゴリラ", "ラッパ", "パンダ", "ダチョウ", "牛", "鹿", "亀", "眼鏡"),
    *("猫", "コアラ"),
)


@dataclass
class Mixed:
    """The servers, a table of Ann and Bob on Discord and Cat and Dan on Slack, and the program.

    `given` are the acknowledged clues and words.
    """

    discord: Loopback
    slack: SlackServer
    games: Games
    people: dict[Seat, DiscordPerson | SlackPerson]
    channel: str
    room: Room
    log: Path
    command: tuple[str, ...]
    settings: dict[str, str]
    given: list[str] = field(default_factory=list)

    async def session(self) -> Session:
        game_id = await self.games.current(self.room)
        assert game_id is not None
        return await self.games.session(game_id)

    @asynccontextmanager
    async def program(self) -> AsyncIterator[Program]:
        """Run the program until the block ends, then kill it."""
        before = self.slack.connections
        async with program(self.discord, self.command, **self.settings) as bot:
            if isinstance(self.slack.socket, HTTPRequests):
                await self.slack.connected()
            else:
                async with asyncio.timeout(LATE):
                    while self.slack.connections == before:
                        await self.slack.changed()
            try:
                yield bot
                await bot.kill()
            finally:
                with self.log.open("a", encoding="utf-8") as told:
                    told.write(bot.written())

    async def open_table(self, game: str) -> None:
        """Open a table on Discord, add it to Slack by its code, and start it."""
        ann, bob, cat, dan = self.people.values()
        assert isinstance(ann, DiscordPerson)
        assert isinstance(bob, DiscordPerson)
        assert isinstance(cat, SlackPerson)
        assert isinstance(dan, SlackPerson)
        await ann.slash(f"/{game} new", {"players": 4} if game == "shiritori" else {})
        await cat.command(f"/{game}", f"join {await self.games.current(self.room)}", self.channel)
        await cat.sees("Join", self.channel)
        for seat, person in self.people.items():
            if isinstance(person, DiscordPerson):
                await person.slash(f"/{game} chair", seat=seat)
            else:
                await person.command(f"/{game}", f"chair {seat}", self.channel)
        await ann.slash(f"/{game} start")
        async with asyncio.timeout(LATE):
            while (await self.session()).began is None:
                await asyncio.sleep(0.1)

    async def act(self, words: Iterator[str]) -> None:
        """Act as the person for whom the table waits; record an acknowledged clue or word."""
        session = await self.session()
        (seat,) = session.rules.to_act(session.state)
        game = session.game_type.name
        verb, value = line_of(session, seat, words)
        said = await self._typed(game, self.people[seat], verb, value)
        if said and verb != "guess":
            self.given.append(value)

    async def _typed(
        self, game: str, person: DiscordPerson | SlackPerson, verb: str, value: str
    ) -> bool:
        """Return whether a line was acknowledged; False if the program has gone."""
        if isinstance(person, DiscordPerson):
            names = {"clue": "word", "guess": "card", "say": "word"}
            more = {"number": "1"} if verb == "clue" else {}
            answer = await person.slash(f"/{game} {verb}", {names[verb]: value, **more})
            return value.casefold() in answer.text.casefold() or answer.by_board
        more_text = " 1" if verb == "clue" else ""
        with suppress(AssertionError):
            await person.command(f"/{game}", f"{verb} {value}{more_text}", self.channel)
            return True
        return False


def line_of(session: Session, seat: Seat, words: Iterator[str]) -> tuple[str, str]:
    """Return the verb and the value of a seat's next line."""
    if session.game_type.name == "shiritori":
        return "say", next(words)
    if seat.endswith("spymaster"):
        return "clue", next(words)
    return "guess", card(session, "bystander")


@asynccontextmanager
async def mixed(
    url: str, log: Path, seats: tuple[str, ...], *, by_http: bool
) -> AsyncIterator[Mixed]:
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(Loopback(Settings(frozen=True)))
        slack = await stack.enter_async_context(SlackServer(SCOPES, EVENTS))
        store = await stack.enter_async_context(Store.open(url))
        await make_ready(store)
        place = discord.channel(discord.guild("Tea House"), "games")
        people: tuple[DiscordPerson | SlackPerson, ...] = (
            *(discord.person(name, place) for name in ("Ann", "Bob")),
            *(slack.person(name) for name in ("Cat", "Dan")),
        )
        command: tuple[str, ...] = ("run", "--discord", "--slack")
        if by_http:
            port = free_port()
            slack.socket = HTTPRequests(slack, f"http://127.0.0.1:{port}/slack/events")
            command = ("web", "--discord", "--port", str(port))
        settings = {
            "SLACK_BOT_TOKEN": slack.bot_token,
            "SLACK_APP_TOKEN": slack.app_token,
            "SLACK_SIGNING_SECRET": SIGNING_SECRET,
            "SPYRING_SLACK_API_URL": slack.api_url,
            "DATABASE_URL": url,
            "SPYRING_BOTS": "random",
            "SPYRING_LOG_LEVEL": "debug",
            **UNLIMITED,
        }
        yield Mixed(
            discord,
            slack,
            Games(store, Notifier(store, troubled=print)),
            dict(zip(map(Seat, seats), people, strict=True)),
            slack.channel("games"),
            Room("discord", str(place.id)),
            log,
            (sys.executable, "-m", "bot", *command),
            settings,
        )
        assert slack.violations == []
        assert discord.refusals == []


SEATS: Final = {
    "codenames": ("blue-spymaster", "blue-guesser", "red-spymaster", "red-guesser"),
    "shiritori": ("player1", "player2", "player3", "player4"),
}


@pytest.mark.parametrize(
    ("game", "by_http"), [("codenames", False), ("codenames", True), ("shiritori", False)]
)
@in_loop
async def test_a_shared_table_goes_on_after_kills(
    tmp_path: Path, game: str, *, by_http: bool
) -> None:
    url, log = f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "log"
    words = iter(CHAIN if game == "shiritori" else WORDS)
    async with mixed(url, log, SEATS[game], by_http=by_http) as it:
        async with it.program():
            await it.open_table(game)
        for _ in range(KILLS):
            async with it.program():
                for _ in range(ACTS_A_RUN):
                    await it.act(words)
        async with it.program():
            session = await it.session()
            assert not session.is_over
            said = [str(one.event) for one in session.log]
            assert len(it.given) > KILLS
            assert [value for value in it.given if not any(value in one for one in said)] == []
            await _drawn(it)
        text = log.read_text("utf-8")
        assert "Traceback" not in text
        assert it.slack.bot_token not in text


async def _drawn(it: Mixed) -> None:
    """Wait until both platforms show the last clue or word."""
    last = it.given[-1]
    eve = it.slack.person("Eve")
    await eve.sees(last, it.channel)
    ann = next(iter(it.people.values()))
    assert isinstance(ann, DiscordPerson)
    await it.discord.until(lambda: any(_shows(one, last) for one in ann.sees()), LATE, last)


def _shows(seen: Seen, word: str) -> bool:
    described = (picture.description or "" for picture in seen.pictures)
    return any(word in text for text in (str(seen), *described))
