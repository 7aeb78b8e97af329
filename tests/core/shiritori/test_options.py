import pytest

from core.rules import OptionsError
from core.shiritori.options import (
    Options,
    WordList,
    check_forbidden,
    read_sounds,
)
from core.shiritori.sounds import SmallKana


@pytest.mark.parametrize(
    ("text", "sounds"),
    [
        ("ン", ("ン",)),
        ("ん る", ("ン", "ル")),
        ("ん、る，しゃ", ("ン", "ル", "シャ")),
        ("ﾝ,ﾝ", ("ン",)),
        ("E x", ("e", "x")),
        ("none", ()),
        ("", ()),
    ],
)
def test_forbidden_sounds_are_listed(text: str, sounds: tuple[str, ...]) -> None:
    assert read_sounds(text) == sounds


@pytest.mark.parametrize("text", ["ンンン", "7", "ab", "ン 林"])
def test_what_is_no_sound_is_refused(text: str) -> None:
    with pytest.raises(OptionsError, match="shiritori-forbidden"):
        read_sounds(text)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        (Options(forbidden=("シャ",)), "shiritori-forbidden-joined"),
        (Options(forbidden=("シャ",), small_kana=SmallKana.KEEP), ""),
        (Options(forbidden=("シャ",), linked=2), ""),
        (Options(forbidden=("ャ", "ガ", "ヲ")), ""),
        (Options(forbidden=("e",)), "shiritori-forbidden-language"),
        (Options(forbidden=("ル",), words=WordList.ENGLISH), "shiritori-forbidden-language"),
        (Options(forbidden=("e",), words=WordList.ENGLISH), ""),
        (Options(words=WordList.ENGLISH), ""),
    ],
)
def test_a_forbidden_sound_that_no_word_leads_to_is_refused(options: Options, key: str) -> None:
    if not key:
        check_forbidden(options)
        return
    with pytest.raises(OptionsError, match=key):
        check_forbidden(options)


def test_too_many_sounds_are_refused() -> None:
    with pytest.raises(OptionsError, match="shiritori-forbidden-many"):
        read_sounds(" ".join("アイウエオカキクケコサシスセソタチツテトナ"))


def test_a_table_has_a_chair_for_each_player() -> None:
    options = Options(players=3, words=WordList.ENGLISH)
    assert [chair.seat for chair in options.chairs] == ["player1", "player2", "player3"]
    assert options.chair(options.chairs[2].seat) == options.chairs[2]
    assert (options.language, Options().language) == ("en", "ja")
