"""Several processes at the same games at once, each with a share of the wishes."""

import asyncio
import multiprocessing
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from bot.games import Games, Receipt
from bot.games.session import Session
from bot.store.connection import Store
from bot.store.notify import Notifier
from core.rules import Refusal
from tests.scenarios.people import Table, Wish, deliver

LONGEST_SECONDS = 120.0
"""Maximum time for one job of all processes."""


@dataclass(frozen=True, slots=True)
class Share:
    """The work of one process: deliver wishes in order, then act `actions` times at each table."""

    url: str
    number: int
    wishes: tuple[Wish, ...] = ()
    tables: int = 0
    actions: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a wish: a receipt, or the key of a refusal.

    `before` and `after` are the game's versions before and after the wish.
    """

    wish: Wish
    receipt: Receipt | None
    refused: str | None = None
    before: int = 0
    after: int = 0


def at_once(shares: Sequence[Share]) -> list[Answer]:
    """Run a process for each share at the same time; return all answers."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    with context.Pool(len(shares)) as pool:
        answers = pool.map_async(_process, shares, chunksize=1).get(LONGEST_SECONDS)
    return [answer for share in answers for answer in share]


def shuffled(wishes: Iterable[Wish], seed: int) -> tuple[Wish, ...]:
    """Return wishes in random order."""
    mixed = list(wishes)
    Random(seed).shuffle(mixed)
    return tuple(mixed)


def _process(share: Share) -> list[Answer]:
    return asyncio.run(_do(share))


async def _do(share: Share) -> list[Answer]:
    async with Store.open(share.url, connections=2) as store:
        games = Games(store, Notifier(store, troubled=print))
        answers = [await _brought(games, wish) for wish in share.wishes]
        tables = [
            Table(number, f"p{share.number}", seed=100 * share.number + number)
            for number in range(share.tables)
        ]
        for _ in range(share.actions):
            answers += [await _acted(games, table) for table in tables]
    return answers


async def _acted(games: Games, table: Table) -> Answer:
    seen = await _session(games, table)
    answer = await _brought(games, table.next(seen), seen.version)
    now = await games.session(seen.game_id)
    return Answer(answer.wish, answer.receipt, answer.refused, seen.version, now.version)


async def _session(games: Games, table: Table) -> Session:
    game_id = await games.current(table.room)
    assert game_id is not None
    return await games.session(game_id)


async def _brought(games: Games, wish: Wish, before: int = 0) -> Answer:
    try:
        return Answer(wish, await deliver(games, wish), None, before)
    except Refusal as refusal:
        return Answer(wish, None, refusal.phrase.key, before)
