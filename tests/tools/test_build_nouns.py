from core.words.japanese import hiragana
from core.words.word_lists import JAPANESE_LIST, noun_list
from tools.build_nouns import LEFT_OUT, Entry, choose, parse_ipadic
from tools.build_spellings import AMENDMENTS, word_set

ROWS = (
    "犬,1285,1285,4000,名詞,一般,*,*,*,*,犬,イヌ,イヌ",
    "ｄｏｇ,1285,1285,4000,名詞,一般,*,*,*,*,dog,ドッグ,ドッグ",
    "蚊,1285,1285,4000,名詞,一般,*,*,*,*,蚊,カ,カ",
)
READINGS = {"犬": "イヌ", "戌": "ジュツ", "スマホ": "スマホ", "糞": "クソ"}
ZIPF = {"犬": 5.1, "戌": 3.0, "スマホ": 4.9, "スマフォ": 4.0, "糞": 4.0, "ガラホ": 1.5}


def chosen(*nouns: tuple[str, str]) -> list[Entry]:
    return choose(nouns, READINGS.get, ZIPF, frozenset({"くそ"}))


def test_nouns_are_written_in_japanese_and_have_two_kana_or_more() -> None:
    assert parse_ipadic(ROWS) == [("犬", "イヌ")]


def test_bots_play_what_both_dictionaries_read_alike() -> None:
    lines = [one.line for one in chosen(("犬", "イヌ"), ("戌", "イヌ"))]
    assert lines[:2] == ["犬\tイヌ", "戌\tイヌ\t-"]


def test_a_rare_word_is_for_people() -> None:
    assert "古語\tコゴ\t-" in [one.line for one in chosen(("古語", "コゴ"))]


def test_a_vulgar_word_is_for_people() -> None:
    assert "糞\tクソ\t-" in [one.line for one in chosen(("糞", "クソ"))]


def test_words_that_only_the_newer_dictionary_knows_are_added() -> None:
    lines = [one.line for one in chosen(("犬", "イヌ"))]
    assert "スマホ\tスマホ" in lines
    assert not [line for line in lines if line.startswith(("スマフォ", "ガラホ"))]


def test_the_shipped_list_gives_bots_nothing_that_is_left_out() -> None:
    left_out = {word for name in LEFT_OUT for word in word_set(AMENDMENTS / name)}
    rows = [line.split("\t") for line in noun_list(JAPANESE_LIST).words]
    played = {hiragana(row[1]) for row in rows if len(row) == 2}
    assert {"ぺにす", "じさつ"} <= left_out
    assert not left_out & played
