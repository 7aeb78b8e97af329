import re

import pytest

from core.words.packs import PackError
from core.words.word_lists import (
    ENGLISH_LIST,
    ENGLISH_WORDS,
    JAPANESE_LIST,
    RARE,
    noun_list,
    word_list,
)

LINE = re.compile(r"[ぁ-ゖァ-ヶー々一-龠]+\t[ァ-ヴー]{2,8}(\t-)?")


def rows(name: str) -> list[list[str]]:
    return [line.split("\t") for line in noun_list(name).words]


def test_every_japanese_noun_has_a_reading_in_katakana() -> None:
    assert [line for line in noun_list(JAPANESE_LIST).words if not LINE.fullmatch(line)] == []


def test_the_japanese_nouns_are_as_many_as_the_documentation_says() -> None:
    nouns = rows(JAPANESE_LIST)
    assert len(nouns) == 79_395
    assert sum(len(row) == 2 for row in nouns) == 26_050
    assert len({row[1] for row in nouns}) == 49_395
    assert len({*map(tuple, nouns)}) == len(nouns)


@pytest.mark.parametrize(
    ("line", "common"),
    [
        ("林檎\tリンゴ", True),
        ("スマホ\tスマホ", True),
        ("犬\tイヌ", True),
        ("尻取り\tシリトリ", False),
        ("偉大\tイダイ", False),
    ],
)
def test_common_nouns_are_told_from_those_that_only_people_play(line: str, common: bool) -> None:
    listed = noun_list(JAPANESE_LIST).words
    assert (line in listed) == common
    assert (f"{line}\t{RARE}" in listed) != common


def test_the_usual_spelling_of_a_reading_stands_first() -> None:
    first: dict[str, str] = {}
    for spelling, reading, *_ in rows(JAPANESE_LIST):
        first.setdefault(reading, spelling)
    assert [first[one] for one in ("ネコ", "ガッコウ", "デンシャ")] == ["猫", "学校", "電車"]


def test_english_chains_have_the_words_that_letters_are_guessed_in_and_more_for_people() -> None:
    words = {spelling: more for spelling, *more in rows(ENGLISH_LIST)}
    assert {*word_list(ENGLISH_WORDS).words} < words.keys()
    assert words["whale"] == []
    for further in ("colour", "color", "centre", "sushi", "laptop", "website"):
        assert words[further] in ([], [further, RARE])
    assert words["sushi"] == ["sushi", RARE]
    assert all(word.isascii() and word.isalpha() for word in words)


def test_no_other_list_is_known() -> None:
    with pytest.raises(PackError, match="spellings-no-category"):
        noun_list("verbs")
