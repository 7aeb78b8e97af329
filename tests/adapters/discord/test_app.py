"""`spyring run --discord` as a process of its own, on the loopback Discord."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.bot.programs import process, run
from tests.loopback.discord import Loopback, Person, Program, Seen, Settings, program
from tests.loopback.table import in_loop

RUN = (sys.executable, "-m", "bot", "run", "--discord")


@asynccontextmanager
async def served(server: Loopback, file: Path) -> AsyncIterator[Program]:
    """Serve games from a file; yield once Discord is connected."""
    url = f"sqlite:///{file}"
    async with program(server, RUN, DATABASE_URL=url, SPYRING_LOG="json") as bot:
        yield bot
    assert '"level": "error"' not in bot_log(bot), bot_log(bot)


def bot_log(bot: Program) -> str:
    """Return the log of a program, or "" before it exists."""
    return bot.written() if bot.log.exists() else ""


def board(person: Person) -> Seen:
    """Return the newest message in the channel that has buttons."""
    return [one for one in person.sees() if one.buttons and not one.ephemeral][-1]


async def posted(server: Loopback, person: Person, label: str) -> Seen:
    """Return the newest message once it has a button."""

    def there() -> bool:
        shown = [one for one in person.sees() if one.buttons and not one.ephemeral]
        return bool(shown) and any(label in one for one in shown[-1].labels)

    await server.until(there, 30, what=f"a message with {label}")
    return board(person)


@pytest.mark.slow
@in_loop
async def test_a_game_is_played_by_buttons_and_outlives_the_process(tmp_path: Path) -> None:
    async with Loopback(Settings()) as server:
        guild = server.guild("Tea House")
        channel = server.channel(guild, "games")
        ann, bob, eve = (server.person(name, channel) for name in ("Ann", "Bob", "Eve"))
        file = tmp_path / "games.db"
        async with served(server, file):
            await ann.slash("/codenames new")
            await ann.slash("/codenames settings", setting="bot", value="random")
            await ann.slash("/codenames settings", setting="pace", value="0")
            await ann.slash("/codenames chair", seat="blue-spymaster")
            await bob.slash("/codenames chair", seat="red-spymaster")  # so no bot ends the game
            lobby = await posted(server, ann, "Start")
            await ann.press(lobby, next(one for one in lobby.labels if "Start" in one))
            await posted(server, ann, "My key")
            told = server.commands.written
        async with served(server, file):
            newest = await posted(server, ann, "My key")
            shown = await ann.press(newest, "My key")
            assert shown.ephemeral
            assert "You don't have a key" in (await eve.press(newest, "My key")).text
            assert server.commands.written == told


def test_without_a_token_it_says_what_to_set() -> None:
    refused = run("run", "--discord", setting={"DATABASE_URL": "sqlite://", "DISCORD_TOKEN": ""})
    assert refused.returncode == 2
    assert b"set DISCORD_TOKEN" in refused.stderr
    assert refused.stderr.count(b"\n") == 1


@pytest.mark.slow
@in_loop
async def test_a_wrong_token_ends_it_at_once_with_one_sentence(tmp_path: Path) -> None:
    async with Loopback(Settings()) as server:
        setting = {
            "DATABASE_URL": f"sqlite:///{tmp_path}/games.db",
            "DISCORD_TOKEN": "a-wrong-token",
            "DISCORD_API_URL": server.api_url,
            "DISCORD_GATEWAY_URL": server.gateway_url,
            "SPYRING_LOG": "json",
        }
        refused = await asyncio.to_thread(process, "run", "--discord", setting=setting)
        assert refused.returncode == 2
        assert refused.stderr.splitlines()[-1].startswith(
            b"spyring: Discord doesn't know the token"
        )
        assert b"a-wrong-token" not in refused.stderr
        assert b"service-restarts" not in refused.stderr
        assert server.api.requests["GET /users/@me"] == 1


@pytest.mark.parametrize("ids", ["x", "0,1", "2"])
def test_shards_that_cannot_be_are_refused(ids: str) -> None:
    setting = {
        "DATABASE_URL": "sqlite://",
        "DISCORD_TOKEN": "token",
        "SPYRING_DISCORD_SHARD_IDS": ids,
        "SPYRING_DISCORD_SHARDS": "1",
    }
    refused = run("run", "--discord", setting=setting)
    assert refused.returncode == 2
    assert b"SPYRING_DISCORD_SHARD_IDS" in refused.stderr
