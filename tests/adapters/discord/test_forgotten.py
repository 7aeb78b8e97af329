"""The database keeps nothing of a Discord player who asks to be forgotten."""

import asyncio

import pytest

from adapters.chat.reaction_picks import CHECK_EMOJI, COLUMN_EMOJI, ROW_EMOJI
from bot.lobby.model import Status
from bot.server.workers.learner import Learner
from bot.store.migration import upgrade
from tests.adapters.discord.hall import PATIENCE, Hall, drawing, hall
from tests.bot.chat.privacy.community import everything
from tests.bot.games.parlour import card
from tests.loopback.discord import Permission, Person

pytestmark = pytest.mark.either_database

OFFERED = len((*ROW_EMOJI[:5], *COLUMN_EMOJI[:5], CHECK_EMOJI))


@pytest.mark.sampled
@pytest.mark.parametrize("role", ["spymaster", "guesser"])
def test_nothing_in_the_database_names_who_played_and_was_forgotten(
    empty_url: str, role: str
) -> None:
    async def run() -> None:
        await upgrade(empty_url)
        async with asyncio.timeout(PATIENCE), hall(url=empty_url) as h, drawing(h):
            players = await _play(h)
            person = players[role]
            await _rematch(h, but=person)
            before = await _naming(h, person)
            assert {"users", "events", "seats", "turn_players", "ratings"} <= before
            explained = await person.slash("/privacy delete")
            assert explained.message is not None
            (button,) = explained.message.buttons
            done = await person.press(explained.message, button.label)
            assert "2 games stay, without your name" in done.text
            await h.settled()
            assert await _naming(h, person) == set()
            assert not [screen._failing for screen in h.screens if screen._failing]
            async with h.games.store.reading() as conn:
                assert "gone:" not in (await everything(conn))["drawings"]
            assert (await h.session()).lobby.status is Status.LOBBY

    asyncio.run(run())


async def _play(h: Hall) -> dict[str, Person]:
    """Play a whole game by commands, reactions and buttons; return the people of its first turn."""
    h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
    spymaster = h.due(await h.playing())
    guesser = h.due(await h.clued())
    session, board = await h.session(), await h.drawn(OFFERED)
    place = session.state.layout.words.index(card(session, "bystander"))
    for emoji in (ROW_EMOJI[place // 5], COLUMN_EMOJI[place % 5], CHECK_EMOJI):
        guesser.react(board, emoji)
    await h.settled()
    session = await h.clued("zephyr")
    await h.settled()
    word = card(session, "assassin").upper()
    for _ in range(2):  # the first press marks the card, the second guesses
        label = next(one for one in h.board().labels if one.endswith(f" {word}"))
        await h.due(session).press(h.board(), label)
        await h.settled()
    learnt = await Learner(h.games).learn(session.game_id)
    assert len(learnt) == 2
    return {"spymaster": spymaster, "guesser": guesser}


async def _rematch(h: Hall, *, but: Person) -> None:
    """Open the next game as another person; the person `but` joins it."""
    other = next(one for one in h.people if one is not but)
    await other.slash("/codenames rematch")
    await h.settled()
    await but.slash("/codenames join")
    await h.settled()


async def _naming(h: Hall, person: Person) -> set[str]:
    """Return the tables that contain a person's id or name."""
    async with h.games.store.reading() as conn:
        found = await everything(conn)
    names = (str(person.user.id), f'"{person.user.name}"')
    return {table for table, rows in found.items() if any(name in rows for name in names)}
