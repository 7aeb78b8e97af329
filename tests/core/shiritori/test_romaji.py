import jaconv
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.shiritori.romaji import to_katakana


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


KANA = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワ"


@given(st.text(KANA, min_size=1, max_size=6))
def test_plain_kana_come_back_from_their_romaji(reading: str) -> None:
    romaji = jaconv.kana2alphabet(jaconv.kata2hira(reading))
    assert to_katakana(romaji) == (reading,)
