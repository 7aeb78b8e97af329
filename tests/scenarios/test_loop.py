"""The largest lawful input of each kind delays no other person: the event loop stays free.

It measures processor time, so a busy machine changes nothing.

"""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from string import ascii_lowercase
from typing import Any, Final

import pytest

from adapters.slack.connection.scopes import SCOPES
from adapters.slack.ids import guild_of, user_of
from bot.games.service import Games
from bot.identity import GuildId, User
from bot.store.connection import Store
from bot.store.migration import upgrade_store
from bot.store.notify import Notifier
from tests.loopback.discord import Channel, Guild, Loopback, Permission, Seen, Upload, program
from tests.loopback.discord import Person as DiscordPerson
from tests.loopback.slack import Person as SlackPerson
from tests.loopback.slack import SlackServer
from tests.loopback.table import in_loop
from tests.scenarios.history import write_history
from tests.scenarios.watched import COLLECTION, Hold, holds
from tests.services import UNLIMITED
from tools.make_slack_manifest import EVENTS

pytestmark = pytest.mark.slow

LONGEST_SECONDS: Final = 0.05
"""Processor time that one callback may take."""

LONGEST_COLLECTION: Final = 0.1
"""Processor time that a garbage collection may take, over all objects since the start."""

PLAYED: Final = 600
"""Number of games that a person has played, and of rated people in a server."""

OPEN_GAMES: Final = 7
WORDS: Final = 28_000
MANY: Final = 2000
"""Characters of a message on Discord; Slack takes 40,000."""

CONNECT_SECONDS: Final = 60.0
SEEING_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class Busy:
    """A program on the loopback Discord and Slack; Ann and Zoe have played much, and manage."""

    discord: Loopback
    slack: SlackServer
    guild: Guild
    channels: Sequence[Channel]
    ann: DiscordPerson
    bob: DiscordPerson
    zoe: SlackPerson
    room: str

    def shows(self, words: str) -> bool:
        """Return whether the newest public message in the first channel contains some words."""
        seen = [one for one in self.bob.sees() if not one.ephemeral]
        return any(words in one.text for one in seen[-2:])

    async def until(self, words: str) -> None:
        """Wait until a board contains some words."""
        await self.discord.until(lambda: self.shows(words), SEEING_SECONDS, f"a board with {words}")

    async def opened(self, line: str, **values: Any) -> None:
        """Open and start a game, with Ann and Bob as spymasters in Codenames."""
        await self.ann.slash(f"/{line} new", values)
        if line == "codenames":
            await self.ann.slash("/codenames chair", seat="blue-spymaster")
            await self.bob.slash("/codenames chair", seat="red-spymaster")
        await self.ann.slash(f"/{line} start")

    async def stopped(self, line: str) -> None:
        """Stop the game in the first channel."""
        await self.ann.slash(f"/{line} stop")
        await self.until("stop")

    async def written(self, text: str) -> None:
        """Write a message to the bot as a person on each platform."""
        self.ann.say(f"<@{self.discord.world.bot.id}> {text[: MANY - 50]}")
        await self.zoe.say(f"<@{self.slack.bot_user}> {text}", self.room)


Kind = Callable[[Busy], Awaitable[None]]


def _words() -> Iterator[str]:
    """Yield the words of a large pack, many of which look alike."""
    yield from ("".join(letters) for letters in product(ascii_lowercase, repeat=4))


def _pack(number: int) -> bytes:
    words = (
        f"{word}{ascii_lowercase[number]}" for word, _ in zip(_words(), range(WORDS), strict=False)
    )
    return "\n".join(words).encode()


async def packs(it: Busy) -> None:
    """Add the largest packs as files, and one as typed words."""
    for number in range(2):
        file = Upload(f"large{number}.txt", _pack(number))
        answer = await it.ann.slash("/admin packs add", name=f"large{number}", file=file)
        assert "is ready" in answer.text
    typed = ",".join(word for word, _ in zip(_words(), range(500), strict=False))
    await it.zoe.command("/spyring", f"admin packs add name:typed words:{typed}", it.room)
    await it.zoe.sees("is ready", it.room)


async def board_of_a_large_pack(it: Busy) -> None:
    """Deal the largest board from the largest pack, and draw it."""
    await it.opened("codenames", rows=10, cols=10, pack="large0")
    await it.until("Turn 1")
    await it.ann.slash("/codenames board")
    await it.ann.slash("/codenames key")
    await it.stopped("codenames")


async def mixed_packs(it: Busy) -> None:
    """Open a table with several large packs; a refusal of too many words is fine."""
    await it.ann.slash("/codenames new", rows=10, cols=10, pack="large0,large1")
    await it.ann.slash("/codenames stop")


async def clues(it: Busy) -> None:
    """Give clues unlike any word, and the longest one."""
    await it.opened("codenames", rows=10, cols=10)
    await it.until("Turn 1")
    for word in ("a" * 40, "qxzv" * 10, "ab" * 20, "カ" * 40):
        for giver in (it.ann, it.bob):
            await giver.slash("/codenames clue", word=word, number="2")
    await it.ann.slash("/codenames board")
    await it.stopped("codenames")


async def long_lines(it: Busy) -> None:
    """Write the longest messages at a table of each game."""
    for game in ("codenames", "hangman", "shiritori"):
        await it.opened(game)
        await it.zoe.command(f"/{game}", "new", it.room)
        for text in ("a" * 39_000, "a b " * 9_000, "ン" * 39_000, "guess " + "x" * 3_900):
            await it.written(text)
        await it.ann.slash(f"/{game} stop")
        await it.zoe.command(f"/{game}", "stop", it.room)


async def typed_secrets(it: Busy) -> None:
    """Type the longest keyword of a key, and the longest word to guess."""
    await it.ann.slash("/codenames new", typed=True)
    for keyword in ("z" * 3_900, "9" * 3_900, "key " * 900):
        await it.ann.slash("/codenames keyword", keyword=keyword)
    await it.ann.slash("/codenames stop")


async def completions(it: Busy) -> None:
    """Request completions of the longest words on the largest board."""
    await it.opened("codenames", rows=10, cols=10)
    await it.until("Turn 1")
    await it.bob.complete("/codenames guess", "card", "a" * 100)
    await it.ann.complete("/codenames new", "pack", "l" * 100)
    await it.stopped("codenames")


async def boards_of_a_server(it: Busy) -> None:
    """Open leaderboards and profiles of a server with many rated people."""
    await it.ann.slash("/leaderboard")
    await it.ann.slash("/leaderboard", days=366)
    await it.ann.slash("/profile")
    await it.zoe.command("/spyring", "leaderboard", it.room)
    await it.zoe.sees("Leaderboard", it.room)
    await it.zoe.open_home()
    await it.zoe.home("Leaderboard")


async def stored_data(it: Busy) -> None:
    """Show and export all data of a person who has played much."""
    assert (await it.ann.slash("/privacy show")).ephemeral
    answer = await it.ann.slash("/privacy export")
    assert answer.message is not None
    assert answer.message.pictures
    await it.zoe.command("/spyring", "privacy export", it.room)
    await it.zoe.sees("Your data", it.room)


async def deletion(it: Busy) -> None:
    """Delete the data of a person who is in seven open games and has played much."""
    for channel in it.channels[1 : 1 + OPEN_GAMES]:
        await it.ann.slash("/codenames new", at=channel)
        await it.ann.slash("/codenames start", at=channel)
    asked = (await it.ann.slash("/privacy delete")).message
    assert isinstance(asked, Seen)
    deleted = await it.ann.press(asked, asked.buttons[0].label or "")
    assert "is deleted" in deleted.text
    await it.zoe.command("/spyring", "privacy delete", it.room)
    await it.zoe.press(await it.zoe.sees("Delete all my data", it.room), "Delete all my data")
    await it.zoe.sees("is deleted", it.room)


KINDS: Final[Sequence[Kind]] = (
    packs,
    board_of_a_large_pack,
    mixed_packs,
    clues,
    long_lines,
    typed_secrets,
    completions,
    boards_of_a_server,
    stored_data,
    deletion,
)


@asynccontextmanager
async def busy(url: str, file: Path) -> AsyncIterator[Busy]:
    """Run the program on both platforms until the block ends."""
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(Loopback())
        slack = await stack.enter_async_context(SlackServer(SCOPES, EVENTS))
        store = await stack.enter_async_context(Store.open(url))
        await upgrade_store(store)
        guild = discord.guild("Tea House")
        channels = [discord.channel(guild, f"games-{number}") for number in range(1 + OPEN_GAMES)]
        ann, bob = (discord.person(name, channels[0]) for name in ("A" * 32, "Bob"))
        discord.permit(channels[0], ann, allow=Permission.MANAGE_GUILD)
        zoe = slack.person("Zoe" + "e" * 77, is_admin=True)
        room = slack.channel("games")
        games = Games(store, Notifier(store, troubled=print))
        home = GuildId(f"discord:{guild.id}")
        for user, place in (
            (User("discord", str(ann.user.id)), home),
            (user_of(slack.team, zoe.id), guild_of(slack.team)),
        ):
            await write_history(games, user, place, played=PLAYED)
        settings = {
            "SLACK_BOT_TOKEN": slack.bot_token,
            "SLACK_APP_TOKEN": slack.app_token,
            "SPYRING_SLACK_API_URL": slack.api_url,
            "DATABASE_URL": url,
            **UNLIMITED,
        }
        module = (sys.executable, "-m", "tests.scenarios.watched", str(file))
        async with program(discord, (*module, "run", "--discord", "--slack"), **settings):
            async with asyncio.timeout(CONNECT_SECONDS):
                await slack.connected()
            yield Busy(discord, slack, guild, channels, ann, bob, zoe, room)


def _is_long(hold: Hold) -> bool:
    most = LONGEST_COLLECTION if hold.where == COLLECTION else LONGEST_SECONDS
    return hold.seconds > most


@in_loop
async def test_nothing_that_people_send_holds_the_event_loop(
    empty_url: str, tmp_path: Path
) -> None:
    file, found = tmp_path / "holds", dict[str, list[Hold]]()
    file.touch()
    async with busy(empty_url, file) as it:
        seen = len(holds(file))  # from the start
        for kind in KINDS:
            await kind(it)
            noted = holds(file)
            found[kind.__name__] = [one for one in noted[seen:] if _is_long(one)]
            seen = len(noted)
    assert {name: long for name, long in found.items() if long} == {}
