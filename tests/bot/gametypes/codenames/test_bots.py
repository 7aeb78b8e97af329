"""A table with words that bots hardly know says so before it begins."""

import asyncio

import pytest

from bot.games.service import Games
from bot.gametypes.codenames.bots import (
    NAMED,
    SAMPLE,
    pack_warnings,
    unknown_cards,
)
from bot.gametypes.codenames.game_type import codenames_type
from bot.store.connection import Store
from bot.store.notify import Notifier
from bot.texts import Texts
from core.view import Text, find
from core.words.packs import Pack, embedded_packs, first_pack, japanese_pack
from tests.bot.games.parlour import person

ENGLISH = Texts.load()
KANA = [chr(code) * 3 for code in range(ord("あ"), ord("あ") + 60, 2)]


@pytest.mark.parametrize(
    ("strange", "told"), [(0, False), (3, False), (4, True), (12, True), (30, True)]
)
def test_a_lobby_tells_of_words_that_bots_do_not_know(
    sqlite_url: str, strange: int, told: bool
) -> None:
    words = (*KANA[:strange], *first_pack().words[: 30 - strange])

    async def said() -> str:
        async with Store.open(sqlite_url) as store:
            games = Games(store, Notifier(store, troubled=print))
            opened = await games.open(person("ann"), "codenames", {}, pack=Pack("odd", words))
            look = await games.view(opened.game_id)
            texts = [one for one in find(look.view, Text) if isinstance(one, Text)]
            return "\n".join(ENGLISH.say(one.phrase) for one in texts)

    sentence = f"The bots don't know {strange} of the 30 words in this pack"
    found = asyncio.run(said())
    assert (sentence in found) == told
    if told:
        assert ", ".join(KANA[: min(strange, NAMED) - 1]) in found
        assert (f"and {strange - NAMED} more" in found) == (strange > NAMED)


def test_both_embedded_packs_are_known_to_bots() -> None:
    assert [pack.name for pack in embedded_packs().values() if pack_warnings(pack)] == []
    assert unknown_cards(japanese_pack().words) == ()


@pytest.mark.parametrize(
    ("strange", "key"), [(0, None), (1, "pack-unknown"), (3, "pack-unknown"), (20, "pack-strange")]
)
def test_whoever_adds_a_pack_is_told_of_each_word_that_bots_do_not_know(
    strange: int, key: str | None
) -> None:
    words = (*KANA[:strange], *first_pack().words[: 30 - strange])
    told = codenames_type().bots.unknown_words(Pack("odd", words))
    assert [one.key for one in told] == [key] * (key is not None)
    for one in told:
        assert (one["strange"], one["words"]) == (strange, 30)
        assert (one["named"], one["more"]) == (
            words[: min(strange, NAMED)],
            max(0, strange - NAMED),
        )


def test_of_a_large_pack_a_lobby_looks_a_sample_up() -> None:
    known = tuple(f"{word} {number}" for number in range(4) for word in first_pack().words)
    assert pack_warnings(Pack("known", known)) == ()
    odd = Pack("odd", (*known, *(f"zzqxq {number}" for number in range(1000))))
    (told,) = pack_warnings(odd)
    assert told.key == "pack-strange-sample"
    assert told["words"] == len(odd.words[:: 1 + len(odd.words) // SAMPLE]) <= SAMPLE
    assert "words that were looked up in this pack" in ENGLISH.say(told)


def test_cards_are_known_as_the_same_clues_are() -> None:
    cards = ("café", "CAFÉS", "ice–cream", "snowpenguin", "hobbitish", "wi-fi", "ﬁsh", "xyzzy owl")
    assert unknown_cards(cards) == ()
    # Slips stay: the person who adds the pack can correct them.
    assert unknown_cards(("accomodationn", "dectective", "sea")) == ("accomodationn", "dectective")


def test_names_and_words_in_kana_are_known() -> None:
    assert unknown_cards(("einstein", "paris", "hogwarts", "zzyzx")) == ("zzyzx",)
    assert unknown_cards(("くじら", "ライオン", "ほげ", "sea")) == ("ほげ",)
