"""Scenes of a game with a seeded deal, for each platform to draw."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import cache
from typing import Final

import numpy as np

from bot.games import Caller, Games, GameView, GuildId, Room, Submission, User
from bot.store.connection import Store
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from tests.bot.games.parlour import card

NAMES: Final = {"101": "Ann", "102": "Bob_the_*Great*", "103": "ネコ", "104": "Dan"}
SEATS: Final = dict(
    zip(NAMES, ("blue-spymaster", "blue-guesser", "red-spymaster", "red-guesser"), strict=True)
)
SCENES: Final = ("lobby", "clue", "guess", "key", "end")
"""A lobby, a game before its first clue, one after a guess, a spymaster's view of it, its end."""


def discord_caller(number: str) -> Caller:
    """Return a person on Discord."""
    room, guild = Room("discord", "42"), GuildId("discord:7")
    return Caller(User("discord", number), room, guild, NAMES[number])


def slack_caller(number: str) -> Caller:
    """Return a person on Slack."""
    room, guild = Room("slack", "T7/C42"), GuildId("slack:T7")
    return Caller(User("slack", f"T7/U{number}"), room, guild, NAMES[number])


@cache
def scenes(caller: Callable[[str], Caller]) -> dict[str, GameView]:
    """Return the views during a game of a platform's people."""

    async def work() -> dict[str, GameView]:
        async with Store.open("sqlite://") as store:
            await make_ready(store)
            chance = np.random.default_rng(4)
            games = Games(store, Notifier(store, troubled=print), entropy=chance)
            return {name: look async for name, look in _played(games, caller)}

    return asyncio.run(work())


async def _played(
    games: Games, caller: Callable[[str], Caller]
) -> AsyncIterator[tuple[str, GameView]]:
    """Yield the scenes of a game."""
    game_id = (await games.open(caller("101"), "codenames", {})).game_id

    async def say(number: str, line: str) -> None:
        await games.submit(caller(number), Submission(line, game_id=game_id))

    for number, seat in list(SEATS.items())[:3]:
        if number != "101":
            await say(number, "join")
        await say(number, f"chair {seat}")
    yield "lobby", await games.view(game_id)
    await say("104", "join")
    await say("104", "chair red-guesser")
    await say("101", "start")
    yield "clue", await games.view(game_id)
    session = await games.session(game_id)
    (seat,) = session.rules.to_act(session.state)
    first = seat.partition("-")[0]
    spymaster, guesser = (
        next(number for number, chair in SEATS.items() if chair == f"{first}-{role}")
        for role in ("spymaster", "guesser")
    )
    await say(spymaster, "clue zebra 2")
    await say(guesser, f"guess {card(session, first)}")
    await say(guesser, f"mark {card(await games.session(game_id), 'bystander')}")
    yield "guess", await games.view(game_id)
    yield "key", await games.view(game_id, caller(spymaster).user)
    await say(guesser, f"guess {card(session, 'assassin')}")
    yield "end", await games.view(game_id)
