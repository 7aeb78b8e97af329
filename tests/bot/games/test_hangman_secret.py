"""During a game of hangman only the log contains the hidden word, and no message reveals it."""

import pytest
from sqlalchemy import select

from bot.chat.privacy.export import export
from bot.cli.replay import replay, replay_json, replay_lines
from bot.lobby.model import Status
from bot.store import schema
from bot.texts import Texts
from tests.bot.games.gallows import Gallows, at_gallows
from tests.bot.games.parlour import person

pytestmark = pytest.mark.either_database

HIDDEN = "qzxjvk"
"""A word that appears nowhere by chance."""

PEOPLE = ("ann", "bob", "eve")
TEXTS = Texts.load()


async def begin(table: Gallows, dealer: str) -> None:
    """Begin a game with the hidden word: a bot's word, or one that Ann types."""
    if dealer == "honest":
        await table.open(dealer="honest", words=(HIDDEN,))
        return
    await table.open(dealer="word")
    await table.say("ann", "chair dealer")
    await table.say("bob", "join")
    await table.say("ann", "start")
    receipt = await table.say("ann", f"word {HIDDEN}", delivery="form")
    assert HIDDEN not in repr(receipt).casefold()
    assert HIDDEN not in repr(await table.say("ann", f"word {HIDDEN}", delivery="form")).casefold()


async def told(table: Gallows) -> str:
    """Return everything that people see of the game, and its state as a log would print it."""
    users = [None, *(person(name).user for name in PEOPLE)]
    looks = [await table.games.view(table.game_id, user) for user in users]
    found = await replay(table.games, table.game_id)
    lines = [TEXTS.say(line) for line in replay_lines(found)]
    recap = await table.games.recap(table.game_id)
    advice = await table.players.advice(table.game_id)
    shown = (looks, lines, replay_json(found, TEXTS), recap, advice)
    state = (await table.session()).state
    return repr((shown, state, await table.games.updates(table.game_id))).casefold()


async def stored(table: Gallows) -> str:
    """Return all rows except those of the log and of word lists, and people's exports."""
    tables = [one for one in schema.METADATA.sorted_tables if one.name not in ("events", "packs")]
    async with table.store.reading() as conn:
        rows = [tuple(row) for one in tables for row in await conn.execute(select(one))]
        exported = [await export(conn, person(name).user) for name in PEOPLE]
    return repr((rows, exported)).casefold()


@pytest.mark.sampled
@pytest.mark.parametrize("dealer", ["honest", "word"])
def test_a_hidden_word_is_told_to_nobody_while_the_game_runs(
    database_url: str, dealer: str
) -> None:
    async def work(table: Gallows) -> None:
        await begin(table, dealer)
        for letter in "eqa":
            await table.say("bob", f"guess {letter}")
            assert HIDDEN not in await told(table)
            assert HIDDEN not in await stored(table)
        await table.say("bob", f"solve {HIDDEN}")
        assert (await table.session()).lobby.status is Status.OVER
        assert HIDDEN in await told(table)

    at_gallows(database_url, work)


def test_a_word_that_is_refused_is_repeated_to_nobody(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="word")
        await table.say("ann", "chair dealer")
        await table.say("bob", "join")
        await table.say("ann", "start")
        for line in (f"word {HIDDEN}7", f"word {HIDDEN} {HIDDEN}", f"word {HIDDEN * 5}"):
            await table.refused("ann", line)
        assert HIDDEN not in await told(table)
        assert HIDDEN not in await stored(table)

    at_gallows(sqlite_url, work)
