"""Packs are prepared and dealt outside the event loop."""

import asyncio
import secrets
from dataclasses import replace
from threading import get_ident
from types import MappingProxyType
from typing import ClassVar

import pytest

from bot.games.event_log import MANY_WORDS, EventLog
from bot.games.service import Games
from bot.gametypes.codenames.game_type import CodenamesType, codenames_type
from bot.gametypes.registry import GameTypes
from bot.store.connection import Store
from bot.store.notify import Notifier
from bot.store.rooms import put_pack
from core.words.packs import PACKS_KEPT, Pack
from tests.bot.games.parlour import Parlour, in_parlour, person

pytestmark = pytest.mark.either_database

PACK = Pack("animals", tuple(f"animal {place}" for place in range(200)))

LARGE = Pack("large", tuple(f"word {place}" for place in range(MANY_WORDS + 1)))


class WatchedEntropy:
    """Random bytes, and the threads that asked for them."""

    def __init__(self) -> None:
        self.threads = set[int]()

    def bytes(self, length: int, /) -> bytes:
        self.threads.add(get_ident())
        return secrets.token_bytes(length)


class WatchedType(CodenamesType):
    """Codenames, with the threads that prepared its packs, and the packs' names."""

    looked: ClassVar[set[tuple[int, str]]] = set()

    def prepare_pack(self, pack: Pack) -> None:
        self.looked.add((get_ident(), pack.name))
        super().prepare_pack(pack)


def watched() -> WatchedType:
    usual = codenames_type()
    return WatchedType(usual.bots, usual.referee)


def test_a_large_pack_is_looked_through_and_dealt_outside_of_the_loop(
    sqlite_url: str,
) -> None:
    async def evening() -> None:
        entropy, kind = WatchedEntropy(), watched()
        kinds = MappingProxyType({**GameTypes(), kind.name: kind})
        async with Store.open(sqlite_url) as store:
            parlour = Parlour(Games(store, Notifier(store, troubled=print), kinds, entropy))
            await parlour.games.open(person("ann"), "codenames", {}, pack=LARGE)
            await parlour.say("ann", "start")
            await parlour.say("ann", "stop")
            await parlour.say("ann", "rematch")
            await parlour.say("ann", "start")
            assert entropy.threads
            assert {name for _, name in kind.looked} == {"large"}
            assert get_ident() not in entropy.threads | {thread for thread, _ in kind.looked}

    asyncio.run(evening())


def test_a_keyword_is_awaited_as_a_deal_until_it_was_typed(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing(typed=True)
        assert session.awaits_deal
        await parlour.say("ann", "keyword five unrelated words for all")
        assert not (await parlour.session()).awaits_deal

    in_parlour(sqlite_url, evening)


def test_only_the_packs_that_were_used_last_are_kept(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        packs = [replace(PACK, words=PACK.words[place:]) for place in range(PACKS_KEPT + 1)]
        log, store = EventLog(parlour.games.game_types), parlour.games.store
        async with store.writing() as conn:
            for pack in packs:
                await put_pack(conn, pack)
        async with store.reading() as conn:
            read = [await log.pack(conn, pack.digest) for pack in packs]
            again = [await log.pack(conn, pack.digest) for pack in (packs[-1], packs[0])]
        assert again == [read[-1], read[0]]
        assert again[0] is read[-1]
        assert again[1] is not read[0]

    in_parlour(sqlite_url, work)
