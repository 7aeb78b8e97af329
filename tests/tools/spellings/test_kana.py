"""Known kana words, from rows in the dictionary's format."""

from pathlib import Path

import pytest

from tools.spellings.kana import (
    FILES,
    KNOWN,
    MET,
    Noun,
    Start,
    cheapest,
    choose_kana,
    commonest_costs,
    ipadic_lines,
    parse_nouns,
)

USUAL = 5622
COMMON = "一般"


def row(surface: str, reading: str, cost: int, part: str = COMMON) -> str:
    return f"{surface},1285,1285,{cost},名詞,{part},*,*,*,*,{surface},{reading},{reading}"


def noun(surface: str, reading: str, cost: int = USUAL) -> Noun:
    return Noun(surface, COMMON, cost, reading)


UNSEEN = [noun(f"鯰{n}鯱".replace(str(n), "鯨" * n), f"なまず{'い' * n}") for n in range(4)]
"""Words that no newspaper contained: most of their kind."""


def test_a_row_is_a_noun_in_hiragana() -> None:
    (whale,) = parse_nouns([row("クジラ", "クジラ", 3852)])
    assert whale == Noun("クジラ", COMMON, 3852, "くじら")
    assert whale.kind == (COMMON, Start.KATAKANA)


@pytest.mark.parametrize(
    ("surface", "start"),
    [
        ("くじら", Start.HIRAGANA),
        ("クジラ雲", Start.KATAKANA),
        ("三日月", Start.NUMERAL),
        ("鯨", Start.KANJI),
    ],
)
def test_words_are_compared_with_those_that_start_alike(surface: str, start: Start) -> None:
    assert noun(surface, "よみ").kind == (COMMON, start)


@pytest.mark.parametrize(
    ("surface", "reading"),
    [
        ("Ｔシャツ", "ティーシャツ"),
        ("キャリア・ウーマン", "キャリアウーマン"),
        ("絵", "エ"),
        ("ヴァイオリン", "ヴァイオリン"),
        ("四字熟語大辞典", "ヨジジュクゴダイジテン"),
    ],
)
def test_what_cannot_be_guessed_in_kana_is_no_noun(surface: str, reading: str) -> None:
    assert parse_nouns([row(surface, reading, USUAL)]) == []


def test_the_usual_cost_is_that_of_most_words_of_a_kind() -> None:
    nouns = [*UNSEEN, noun("鯨", "くじら", 5000), noun("クジラ", "くじら", 3852)]
    usual = commonest_costs(nouns)
    assert usual == {(COMMON, Start.KANJI): USUAL, (COMMON, Start.KATAKANA): 3852}


def test_of_words_read_alike_the_one_met_most_counts() -> None:
    nouns = [*UNSEEN, noun("工場", "こうじょう", 5000), noun("膠状", "こうじょう", 5700)]
    assert cheapest(nouns)["こうじょう"] == USUAL - 5000


@pytest.mark.parametrize(
    ("margin", "chosen", "rare"),
    [(MET - 1, False, False), (MET, True, True), (KNOWN - 1, True, True), (KNOWN, True, False)],
)
def test_a_word_is_chosen_by_how_often_it_was_met(margin: int, chosen: bool, rare: bool) -> None:
    kana = choose_kana([*UNSEEN, noun("鯨", "くじら", USUAL - margin)], frozenset(), frozenset())
    assert ("くじら" in kana.words) is chosen
    assert ("くじら" in kana.rare) is rare
    assert not {unseen.reading for unseen in UNSEEN} & set(kana.words)


def test_a_word_written_in_three_scripts_is_an_everyday_word() -> None:
    spelled = [noun("狐", "きつね"), noun("キツネ", "きつね", 3657), noun("きつね", "きつね", 7265)]
    for missing in range(3):
        two = [*UNSEEN, *spelled[:missing], *spelled[missing + 1 :]]
        assert "きつね" not in choose_kana(two, frozenset(), frozenset()).words
    kana = choose_kana([*UNSEEN, *spelled], frozenset(), frozenset())
    assert (kana.words, kana.rare) == (("きつね",), ())


def test_people_add_words_of_the_dictionary_and_leave_words_out() -> None:
    nouns = [*UNSEEN, noun("庭", "にわ"), noun("糞", "くそ", 3000)]
    kana = choose_kana(nouns, frozenset({"にわ", "ぴよぴよ"}), frozenset({"くそ"}))
    assert (kana.words, kana.rare) == (("にわ",), ())


def test_the_nouns_of_all_files_are_read(tmp_path: Path) -> None:
    for number, name in enumerate(FILES):
        text = row("鯨", "クジラ" + "ー" * number, USUAL) + "\n"
        (tmp_path / name).write_text(text, encoding="euc_jp")
    readings = [noun.reading for noun in parse_nouns(ipadic_lines(tmp_path))]
    assert readings == ["くじら", "くじらー", "くじらーー", "くじらーーー"]
    (tmp_path / FILES[-1]).unlink()
    with pytest.raises(FileNotFoundError):
        list(ipadic_lines(tmp_path))
