"""A Discord server on this machine for tests of bots on the real discord.py.

    async with Loopback() as server:
        guild = server.guild("Tea House")
        games = server.channel(guild, "games")
        ann = server.person("Ann", games)
        async with running(server, bot):
            answer = await ann.slash("/codenames new", rows=5)
            await ann.press(answer.message, "Join red")
            assert not server.leaks("PKZWPEVQ", allowed=[ann])

`Settings` sets the service's behaviour; `server.faults` and `server.hub` cause faults, and
`server.clock` is its time. Numbers and rules come from discord/discord-api-docs and
discord/discord-api-spec; modules name the pages.
"""

from tests.loopback.discord.client import Program, environment, pointed, program, running
from tests.loopback.discord.fault import Broken, Cut, Garbled, Refused, Slow, TooMany
from tests.loopback.discord.flag import Callback, Intent, Permission
from tests.loopback.discord.form import Form
from tests.loopback.discord.limit import Budget
from tests.loopback.discord.model import Channel, Guild, Upload
from tests.loopback.discord.options import Impossible
from tests.loopback.discord.person import Answer, Choice, NoAnswer, Person
from tests.loopback.discord.seen import Button, Menu, Picture, Seen
from tests.loopback.discord.server import Loopback
from tests.loopback.discord.service import Settings

__all__ = [
    "Answer",
    "Broken",
    "Budget",
    "Button",
    "Callback",
    "Channel",
    "Choice",
    "Cut",
    "Form",
    "Garbled",
    "Guild",
    "Impossible",
    "Intent",
    "Loopback",
    "Menu",
    "NoAnswer",
    "Permission",
    "Person",
    "Picture",
    "Program",
    "Refused",
    "Seen",
    "Settings",
    "Slow",
    "TooMany",
    "Upload",
    "environment",
    "pointed",
    "program",
    "running",
]
