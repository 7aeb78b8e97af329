"""Messages on Discord as they were once read and found right.

Where a change is meant, write them anew with `python -m tests.golden.test_discord` and read them.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from adapters.chat.message_view import RenderOptions
from adapters.discord.output.render import message
from bot.games import Caller, Games, GameView, GuildId, Room, User
from bot.store.connection import Store
from bot.store.notify import Notifier
from bot.store.ready import make_ready
from bot.texts import Texts, languages
from tests.adapters.discord.payload import body, breaches
from tests.bot.games.parlour import card
from tests.loopback.discord.schema import load

FOLDER = Path(__file__).parent / "discord"
ROOM, GUILD = Room("discord", "42"), GuildId("discord:7")
NAMES = {"101": "Ann", "102": "Bob_the_*Great*", "103": "ネコ", "104": "Dan"}
SEATS = dict(
    zip(NAMES, ("blue-spymaster", "blue-guesser", "red-spymaster", "red-guesser"), strict=True)
)
SCENES = ("lobby", "clue", "guess", "key", "end")


def caller(number: str) -> Caller:
    return Caller(User("discord", number), ROOM, GUILD, NAMES[number])


@cache
def scenes() -> dict[str, GameView]:
    """Return what there is to see in the course of a game that a seed deals."""

    async def work() -> dict[str, GameView]:
        async with Store.open("sqlite://") as store:
            await make_ready(store)
            chance = np.random.default_rng(4)
            games = Games(store, Notifier(store, troubled=print), entropy=chance)
            return {name: look async for name, look in played(games)}

    return asyncio.run(work())


async def played(games: Games) -> AsyncIterator[tuple[str, GameView]]:
    """Yield the scenes of a game."""
    game_id = (await games.open(caller("101"), "codenames", {})).game_id

    async def say(number: str, line: str) -> None:
        await games.submit(caller(number), line, turn=None, game_id=game_id)

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


def shown(scene: str, language: str) -> str:
    """Return a scene's message as text, the game's random name taken out."""
    look = scenes()[scene]
    texts = Texts.load(language)
    private = RenderOptions(texts, shared=False, spelled=True)
    made = message(look, private if scene == "key" else RenderOptions(texts, look.due))
    assert breaches(made, load()) == []
    text = json.dumps(body(made), ensure_ascii=False, indent=1)
    return text.replace(look.game_id, "GAME") + "\n"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("scene", SCENES)
def test_a_message_reads_as_it_did(scene: str, language: str) -> None:
    path = FOLDER / f"{scene}.{language}.json"
    assert shown(scene, language) == path.read_text(encoding="utf-8")


def test_nothing_that_all_see_tells_the_key() -> None:
    assert "(assassin)" in shown("key", "en")
    for scene in ("lobby", "clue", "guess"):
        assert "(assassin)" not in shown(scene, "en")


if __name__ == "__main__":
    for name in SCENES:
        for tongue in languages():
            (FOLDER / f"{name}.{tongue}.json").write_text(shown(name, tongue), encoding="utf-8")
