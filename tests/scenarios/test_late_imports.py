"""A serving program has imported all that it needs: no table waits for a module.

It takes over a second because a real program starts, loads its words and plays.

"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from adapters.slack.connection.scopes import SCOPES
from tests.loopback.discord import Channel, Loopback, Permission, Person, Upload, program
from tests.loopback.slack import Person as SlackPerson
from tests.loopback.slack import SlackServer
from tests.loopback.table import in_loop
from tests.services import UNLIMITED
from tools.make_slack_manifest import EVENTS

pytestmark = pytest.mark.slow

COMMAND: Final = (sys.executable, "-m", "tests.scenarios.late_imports")

PATIENCE: Final = 60.0

GAMES: Final = ("codenames", "hangman", "shiritori")

OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {"shiritori": {"hints": True}}

MOVES: Final = {"hangman": ("guess", {"letter": "e"}), "shiritori": ("hint", {})}
"""A person's first move in a game; in Codenames a bot gives a clue."""

REQUESTS: Final = ("leaderboard", "profile", "help", "privacy show", "privacy export")


async def play_on_discord(discord: Loopback, ann: Person, channel: Channel, game: str) -> None:
    """Play a game with bots."""
    await ann.slash(f"/{game} new", OPTIONS.get(game, {}), at=channel)
    await ann.slash(f"/{game} start", at=channel)
    if game in MOVES:
        move, values = MOVES[game]
        assert "Ann" in (await ann.slash(f"/{game} {move}", values, at=channel)).text
    else:
        await discord.until(lambda: _shows(ann, channel, "guesses on"), PATIENCE, "a clue")
    await ann.slash(f"/{game} stop", at=channel)


def _shows(person: Person, channel: Channel, words: str) -> bool:
    return any(words in one.text for one in person.sees(channel))


async def play_on_slack(zoe: SlackPerson, room: str, game: str) -> None:
    """Begin a game with bots and stop it."""
    await zoe.command(f"/{game}", "new", room)
    await zoe.sees("Zoe", room)
    await zoe.command(f"/{game}", "start", room)
    await zoe.command(f"/{game}", "stop", room)


@in_loop
async def test_a_program_that_serves_imports_nothing_more(tmp_path: Path) -> None:
    late = tmp_path / "late"
    late.touch()
    async with Loopback() as discord, SlackServer(SCOPES, EVENTS) as slack:
        guild = discord.guild("Tea House")
        channels = {game: discord.channel(guild, game) for game in GAMES}
        channel, room = discord.channel(guild, "lobby"), slack.channel("lobby")
        ann, zoe = discord.person("Ann", channel), slack.person("Zoe", is_admin=True)
        discord.permit(channel, ann, allow=Permission.MANAGE_GUILD)
        settings = {
            "SLACK_BOT_TOKEN": slack.bot_token,
            "SLACK_APP_TOKEN": slack.app_token,
            "SPYRING_SLACK_API_URL": slack.api_url,
            "DATABASE_URL": f"sqlite:///{tmp_path / 'games.db'}",
            **UNLIMITED,
        }
        command = (*COMMAND, str(late), "run", "--discord", "--slack")
        async with program(discord, command, **settings):
            await slack.connected()
            for game in GAMES:
                await play_on_discord(discord, ann, channels[game], game)
                await play_on_slack(zoe, slack.channel(game), game)
            for request in REQUESTS:
                await ann.slash(f"/{request}")
                await zoe.command("/spyring", request, room)
            pack = Upload("pack.txt", "\n".join(f"word{letter}" for letter in "abc").encode())
            await ann.slash("/admin packs add", name="small", file=pack)
    assert late.read_text("utf-8").split() == []
