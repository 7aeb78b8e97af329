import jaconv
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.shiritori.sounds import (
    LongVowel,
    SmallKana,
    SoundRules,
    VoicedMarks,
    is_kana,
    katakana,
    latin,
    to_katakana,
)

KANA = "".join(map(chr, range(ord("ァ"), ord("ヶ") + 1))) + "ー"
readings = st.text(KANA, min_size=1, max_size=8).filter(is_kana)
rules = st.builds(
    SoundRules,
    st.sampled_from(LongVowel),
    st.sampled_from(SmallKana),
    st.sampled_from(VoicedMarks),
    st.booleans(),
    st.integers(1, 2),
    st.booleans(),
)


@pytest.mark.parametrize(
    ("reading", "ends"),
    [
        ("ピカチュウ", ("ピ", "ウ")),
        ("ウールー", ("ウ", "ル")),
        ("アシレーヌ", ("ア", "ヌ")),
        ("カーーー", ("カ", "カ")),
        ("シャー", ("シ", "ヤ")),
        ("ァィ", ("ア", "イ")),
        ("ヵヶ", ("カ", "ケ")),
        ("アッ", ("ア", "ツ")),
        ("パパ", ("パ", "パ")),
        ("ヴ", ("ヴ", "ヴ")),
    ],
)
def test_a_word_begins_and_ends_as_in_the_original(reading: str, ends: tuple[str, str]) -> None:
    assert SoundRules().ends(reading) == ends


def test_a_long_mark_is_the_vowel_before_it() -> None:
    long = SoundRules(long_vowel=LongVowel.VOWEL)
    for kanas in ("カキクケコ", "サシスセソ", "パピプペポ", "ァィゥェォ"):
        assert [long.ends(f"{kana}ー")[1] for kana in kanas] == [*"アイウエオ"]
    assert long.ends("ンー")[1] == "ン"
    assert [long.ends(f"{kana}ー")[1] for kana in "ャュョ"] == ["ア", "ウ", "オ"]


def test_kept_small_kana_belong_to_the_kana_before_them() -> None:
    kept = SoundRules(small_kana=SmallKana.KEEP)
    assert kept.sounds("シャッチョウ") == ("シャ", "ツ", "チョ", "ウ")
    assert kept.ends("ファ") == ("ファ", "ファ")


def test_lax_marks_fold_every_voiced_kana() -> None:
    lax = SoundRules(voiced_marks=VoicedMarks.LAX)
    assert "".join(lax.sounds("ガザダバパヴ")) == "カサタハハウ"


@given(readings, rules)
def test_every_reading_has_sounds_that_can_be_folded_again(reading: str, rule: SoundRules) -> None:
    first, last = rule.ends(reading)
    assert first
    assert last
    assert rule.sounds("".join(rule.sounds(reading))) == rule.sounds(reading)


@given(readings, rules)
def test_a_reversed_chain_swaps_the_ends(reading: str, rule: SoundRules) -> None:
    other = SoundRules(
        rule.long_vowel,
        rule.small_kana,
        rule.voiced_marks,
        rule.pairs,
        rule.linked,
        not rule.reverse,
    )
    assert other.ends(reading) == rule.ends(reading)[::-1]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("ひらがな", "ヒラガナ"),
        ("ﾊﾝｶｸ", "ハンカク"),
        ("ﾊﾟﾝﾀﾞ", "パンダ"),
        ("ゔ", "ヴ"),
        ("ＡＢ", "AB"),
    ],
)
def test_kana_of_all_kinds_are_katakana(text: str, reading: str) -> None:
    assert katakana(text) == reading


def test_a_reading_is_kana_and_not_only_a_long_mark() -> None:
    assert is_kana("カー")
    assert not is_kana("ー")
    assert not is_kana("")
    assert not is_kana("カ7")
    assert not is_kana("ヺ")


def test_latin_words_lose_case_and_accents() -> None:
    assert latin("ÉCLAIR") == "eclair"
    assert latin("Straße") == "strasse"


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("shiritori", "シリトリ"),
        ("siritori", "シリトリ"),
        ("SUSHI", "スシ"),
        ("konnichiwa", "コンニチワ"),
        ("onna", "オンナ"),
        ("kon'nyaku", "コンニャク"),
        ("konnyaku", "コンニャク"),
        ("kin'en", "キンエン"),
        ("kin’en", "キンエン"),
        ("kinen", "キネン"),
        ("shimbun", "シンブン"),
        ("gakkou", "ガッコウ"),
        ("matcha", "マッチャ"),
        ("macchi", "マッチ"),
        ("zya", "ジャ"),
        ("jya", "ジャ"),
        ("ja", "ジャ"),
        ("tsunami", "ツナミ"),
        ("tunami", "ツナミ"),
        ("huji", "フジ"),
        ("fuji", "フジ"),
        ("ra-men", "ラーメン"),
        ("hon", "ホン"),
        ("hiragana", "ヒラガナ"),
        ("ひらがな", "ヒラガナ"),
        ("ﾗｰﾒﾝ", "ラーメン"),
    ],
)
def test_romaji_is_read_in_every_spelling(text: str, reading: str) -> None:
    assert to_katakana(text) == (reading,)


def test_a_marked_long_vowel_may_be_read_in_two_ways() -> None:
    assert to_katakana("Tōkyō") == ("トーキョー", "トウキョウ")
    assert to_katakana("Tôkyô") == to_katakana("Tōkyō")
    assert to_katakana("rāmen")[0] == "ラーメン"


@pytest.mark.parametrize("text", ["party", "apple", "dog", "hello", "林檎", "7", "", "-", "ringo?"])
def test_what_is_no_romaji_has_no_reading(text: str) -> None:
    assert to_katakana(text) == ()


PLAIN_KANA = (
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワ"
)


@given(st.text(PLAIN_KANA, min_size=1, max_size=6))
def test_plain_kana_come_back_from_their_romaji(reading: str) -> None:
    romaji = jaconv.kana2alphabet(jaconv.kata2hira(reading))
    assert to_katakana(romaji) == (reading,)
