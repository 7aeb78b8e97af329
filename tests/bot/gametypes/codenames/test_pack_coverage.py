"""A table whose words bots know too little says so before it begins."""

import asyncio

import pytest

from bot.games.service import Games
from bot.store.connection import Store
from bot.store.notify import Notifier
from bot.texts import Texts
from core.view import Text, find
from core.words.packs import Pack, default_pack
from tests.bot.games.parlour import person

ENGLISH = Texts.load()
KANA = [chr(code) * 3 for code in range(ord("あ"), ord("あ") + 60, 2)]


@pytest.mark.parametrize(("strange", "told"), [(0, False), (7, False), (8, True), (30, True)])
def test_a_lobby_tells_of_words_that_bots_do_not_know(
    sqlite_url: str, strange: int, told: bool
) -> None:
    words = (*KANA[:strange], *default_pack().words[: 30 - strange])

    async def said() -> str:
        async with Store.open(sqlite_url) as store:
            games = Games(store, Notifier(store, troubled=print))
            opened = await games.open(person("ann"), "codenames", {}, pack=Pack("odd", words))
            look = await games.view(opened.game_id)
            texts = [one for one in find(look.view, Text) if isinstance(one, Text)]
            return "\n".join(ENGLISH.say(one.phrase) for one in texts)

    sentence = f"The bots don't know {strange} of the 30 words in this pack"
    assert (sentence in asyncio.run(said())) == told
