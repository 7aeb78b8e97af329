"""A bot in a process of its own: pointed here by its environment, killed, restarted."""

import sys

import pytest

from tests.loopback.discord import Loopback, NoAnswer, program
from tests.loopback.table import in_loop

BOT = (sys.executable, "-m", "tests.loopback.bot")


@in_loop
async def test_buttons_still_work_after_a_restart() -> None:
    async with Loopback() as server:
        ann = server.person("Ann", server.channel(server.guild(), "games"))
        async with program(server, BOT):
            lobby = (await ann.slash("/codenames new", rows=5)).message
        assert lobby is not None
        async with program(server, BOT):
            assert (await ann.press(lobby, "Join red")).text == "red: Ann"
        assert server.hub.identified == 2


@in_loop
async def test_a_bot_that_does_not_start_says_why() -> None:
    async with Loopback() as server:
        with pytest.raises(AssertionError, match="Improper token"):
            async with program(server, BOT, DISCORD_TOKEN="wrong"):  # noqa: S106 - the service is ours
                pass


@in_loop
async def test_a_killed_bot_misses_nothing_that_a_button_needs() -> None:
    async with Loopback() as server:
        ann = server.person("Ann", server.channel(server.guild(), "games"))
        async with program(server, BOT) as bot:
            lobby = (await ann.slash("/codenames new", rows=5)).message
            await bot.kill()
            assert lobby is not None
            ann.patience, patience = 0.1, ann.patience
            with pytest.raises(NoAnswer):
                await ann.press(lobby, "Join red")
            ann.patience = patience
            async with program(server, BOT) as again:
                assert (await ann.press(lobby, "Join red")).text == "red: Ann"
                assert await again.stop() != 0
