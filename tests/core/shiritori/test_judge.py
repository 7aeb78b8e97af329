from typing import Any

import pytest

from core.shiritori.judge import Judge, Rule, Verdict, WordFault
from core.shiritori.sounds import LongVowel, SmallKana, VoicedMarks
from tests.core.shiritori.words import ENGLISH, POKEMON, WORDS, judge

NO_WORD, FORBIDDEN, MISFIT, SHORT, UNLISTED, USED = WordFault
USUAL = judge()

Case = tuple[str, str, str | WordFault]
"""The chain, separated by blanks; the typed text; the accepted reading, or the fault."""


def check(by: Judge, case: Case) -> None:
    chain, typed, expected = case
    verdict = by.judge(chain.split(), typed)
    if isinstance(expected, WordFault):
        assert verdict.fault is expected
    else:
        assert verdict == Verdict((expected,))


@pytest.mark.parametrize(
    "case",
    [
        ("", "ピカチュウ", "ピカチュウ"),
        ("ピカチュウ", "ウールー", "ウールー"),
        ("ピカチュウ ウールー", "ルギア", "ルギア"),
        ("ピカチュウ ウールー ルギア", "アシレーヌ", "アシレーヌ"),
        ("ピカチュウ ウールー ルギア アシレーヌ", "ヌラリヒョン", FORBIDDEN),
        ("", "ヌラリヒョン", FORBIDDEN),
        ("ピカチュウ", "ルギア", MISFIT),
        ("ピカチュウ ウールー", "ルビー", UNLISTED),
        ("ゲンガー", "ガーディ", UNLISTED),
        ("ルギア アシレーヌ", "ルギア", MISFIT),
    ],
)
def test_the_original_rules_on_the_names_of_the_original(case: Case) -> None:
    check(judge(POKEMON), case)


@pytest.mark.parametrize(
    "case",
    [
        # The first word is free.
        ("", "しりとり", "シリトリ"),
        ("", "エ", "エ"),
        # Input in every script.
        ("シリトリ", "林檎", "リンゴ"),
        ("シリトリ", "りんご", "リンゴ"),
        ("シリトリ", "リンゴ", "リンゴ"),
        ("シリトリ", "ﾘﾝｺﾞ", "リンゴ"),
        ("シリトリ", "ringo", "リンゴ"),
        ("シリトリ", "RINGO", "リンゴ"),
        ("シリトリ", "ｒｉｎｇｏ", "リンゴ"),
        ("シリトリ", "  りんご\u3000", "リンゴ"),
        ("シリトリ", "りコう", "リコウ"),
        ("シリトリ", "rikō", "リコウ"),
        ("カ", "karē", "カレー"),
        ("レッシャ", "yasai", "ヤサイ"),
        ("エ", "エキ", "エキ"),
        # Faults in their order.
        ("シリトリ", "", NO_WORD),
        ("シリトリ", " \u3000 ", NO_WORD),
        ("シリトリ", "蜜柑", FORBIDDEN),
        ("エキ", "きりん", FORBIDDEN),
        ("エキ キリン", "キリン", FORBIDDEN),
        ("シリトリ", "そこにないん", FORBIDDEN),
        ("シリトリ", "ゴリラ", MISFIT),
        ("シリトリ", "ごりごり", MISFIT),
        ("リンゴ", "林檎", MISFIT),
        ("シリトリ", "りす", UNLISTED),
        ("シリトリ", "龍", UNLISTED),
        ("シリトリ", "xyz", UNLISTED),
        ("シリトリ", "?!", UNLISTED),
        ("リア アヒル ルビー ビール ルビー ビール", "ルビー", USED),
        ("イカ カ", "カ", USED),
        ("リンゴ ゴリラ トリ", "林檎", USED),
        ("リンゴ ゴリラ トリ", "りんご", USED),
        # Readings of kanji.
        ("", "駅", "エキ"),
        ("スイカ カバ", "バ", UNLISTED),
        ("ヒコウキ", "一目", MISFIT),
        ("ハナヂ カ", "鰈", "カレイ"),
        ("シリトリ", "律儀", "リチギ"),
        # Long vowels and small kana at the end.
        ("コーヒー", "一目", "ヒトメ"),
        ("コーヒー", "飛行機", "ヒコウキ"),
        ("カレー", "列車", "レッシャ"),
        ("カレー", "エキ", MISFIT),
        ("レッシャ", "野菜", "ヤサイ"),
        ("レッシャ", "シャツ", MISFIT),
        ("ルビー", "ビール", "ビール"),
        # Voiced marks count.
        ("イカ", "がん", FORBIDDEN),
        ("カバ", "ハサミ", MISFIT),
        ("ハナヂ", "ジュース", MISFIT),
        ("パンダ", "ダチョウ", "ダチョウ"),
        ("ラッパ", "パンダ", "パンダ"),
        ("ラッパ", "はさみ", MISFIT),
        ("イカ", "カメ", "カメ"),
        ("ヒトメ", "メガネ", "メガネ"),
        ("", "ヴァイオリン", FORBIDDEN),
        # A word's own reading stands before the readings of its spelling.
        ("ヒトメ", "め", "メ"),
        ("エイ", "い", "イ"),
    ],
)
def test_the_usual_rules(case: Case) -> None:
    check(USUAL, case)


@pytest.mark.parametrize(
    ("rule", "case"),
    [
        ({"long_vowel": LongVowel.VOWEL}, ("コーヒー", "イカ", "イカ")),
        ({"long_vowel": LongVowel.VOWEL}, ("コーヒー", "ヒコウキ", MISFIT)),
        ({"long_vowel": LongVowel.VOWEL}, ("カレー", "駅", "エキ")),
        ({"long_vowel": LongVowel.VOWEL}, ("カレー", "列車", MISFIT)),
        ({"long_vowel": LongVowel.VOWEL}, ("リンゴ", "ゴリラ", "ゴリラ")),
        ({"small_kana": SmallKana.KEEP}, ("レッシャ", "シャツ", "シャツ")),
        ({"small_kana": SmallKana.KEEP}, ("レッシャ", "野菜", MISFIT)),
        ({"small_kana": SmallKana.KEEP}, ("レッシャ", "シカ", MISFIT)),
        ({"small_kana": SmallKana.KEEP}, ("イシャ", "写真家", "シャシンカ")),
        ({"small_kana": SmallKana.KEEP}, ("ウシ", "シャツ", MISFIT)),
        ({"small_kana": SmallKana.KEEP}, ("ウシ", "シカ", "シカ")),
        ({"voiced_marks": VoicedMarks.LAX}, ("カバ", "ハサミ", "ハサミ")),
        ({"voiced_marks": VoicedMarks.LAX}, ("ラッパ", "ハナヂ", "ハナヂ")),
        ({"voiced_marks": VoicedMarks.LAX}, ("ハナヂ", "チ", UNLISTED)),
        ({"voiced_marks": VoicedMarks.LAX}, ("リンゴ", "コーヒー", "コーヒー")),
        ({"voiced_marks": VoicedMarks.LAX}, ("リンゴ", "ゴリラ", "ゴリラ")),
        ({"voiced_marks": VoicedMarks.LAX}, ("ウシ", "ジュース", "ジュース")),
        ({"pairs": True}, ("ハナヂ", "ジュース", "ジュース")),
        ({"pairs": True}, ("ウシ", "ジュース", MISFIT)),
        ({"linked": 2}, ("シリトリ", "鳥", "トリ")),
        ({"linked": 2}, ("シリトリ", "取り柄", "トリエ")),
        ({"linked": 2}, ("シリトリ", "林檎", MISFIT)),
        ({"linked": 2}, ("イルカ", "ルビー", MISFIT)),
        ({"linked": 2}, ("シリトリ", "とりん", FORBIDDEN)),
        ({"linked": 2}, ("カ", "カ", USED)),
        ({"reverse": True}, ("リンゴ", "シリトリ", "シリトリ")),
        ({"reverse": True}, ("リンゴ", "ゴリラ", MISFIT)),
        ({"reverse": True}, ("ゴリラ", "リンゴ", "リンゴ")),
        ({"reverse": True}, ("", "キリン", "キリン")),
        ({"reverse": True}, ("キリン", "エキ", "エキ")),
        ({"reverse": True}, ("ヤサイ", "レッシャ", "レッシャ")),
        # Combinations.
        (
            {"long_vowel": LongVowel.VOWEL, "reverse": True},
            ("イカ", "コーヒー", "コーヒー"),
        ),
        (
            {"voiced_marks": VoicedMarks.LAX, "pairs": True},
            ("ハナヂ", "シャツ", "シャツ"),
        ),
        (
            {"small_kana": SmallKana.KEEP, "voiced_marks": VoicedMarks.LAX},
            ("イシャ", "ジュース", MISFIT),
        ),
        (
            {"linked": 2, "reverse": True},
            ("トリエ", "シリトリ", "シリトリ"),
        ),
        (
            {"linked": 2, "reverse": True},
            ("", "キンコ", UNLISTED),
        ),
        (
            {"linked": 2, "reverse": True},
            ("", "ンカ", FORBIDDEN),
        ),
        (
            {"linked": 2, "long_vowel": LongVowel.DROP},
            ("コーヒー", "コーヒー", USED),
        ),
    ],
)
def test_house_rules_for_sounds(rule: dict[str, Any], case: Case) -> None:
    check(judge(**rule), case)


@pytest.mark.parametrize(
    ("rule", "case"),
    [
        ({"forbidden": frozenset({"ル"})}, ("リア", "アヒル", FORBIDDEN)),
        ({"forbidden": frozenset({"ル"})}, ("", "キリン", "キリン")),
        ({"forbidden": frozenset({"ン", "ラ"})}, ("リンゴ", "ゴリラ", FORBIDDEN)),
        ({"forbidden": frozenset({"ン", "ラ"})}, ("エキ", "キリン", FORBIDDEN)),
        ({"forbidden": frozenset[str]()}, ("エキ", "キリン", "キリン")),
        ({"forbidden": frozenset({"ビ"})}, ("アヒル", "ルビー", FORBIDDEN)),
        ({"shortest": 2}, ("カレイ", "胃", SHORT)),
        ({"shortest": 2}, ("カレイ", "イカ", "イカ")),
        ({"shortest": 3}, ("カレイ", "イカ", SHORT)),
        ({"shortest": 3}, ("カレイ", "エイ", MISFIT)),
        ({"shortest": 3}, ("カレイ", "いそ", SHORT)),
        ({"common": True}, ("シリトリ", "律儀", UNLISTED)),
        ({"common": True}, ("シリトリ", "林檎", "リンゴ")),
        ({"common": True}, ("ジュース", "すいとん", FORBIDDEN)),
    ],
)
def test_other_house_rules(rule: dict[str, Any], case: Case) -> None:
    check(judge(**rule), case)


@pytest.mark.parametrize(
    "case",
    [
        ("", "whale", "whale"),
        ("whale", "EAGLE", "eagle"),
        ("whale eagle", "elk", "elk"),
        ("whale elk", "Kiwi", "kiwi"),
        ("kiwi", "ibex", "ibex"),
        ("whale", "ring-tailed", UNLISTED),
        ("whale", "えび", UNLISTED),
        ("whale eagle", "Eagle", USED),
        ("whale", "kiwi", MISFIT),
        ("", "cafe", "cafe"),
        ("", "CAFÉ", "cafe"),
        ("whale", "", NO_WORD),
    ],
)
def test_english_chains_are_linked_by_letters(case: Case) -> None:
    check(judge(ENGLISH), case)


def test_a_word_of_several_readings_is_read_as_it_fits() -> None:
    assert USUAL.judge(("コーヒー",), "一目") == Verdict(("ヒトメ",))
    assert USUAL.judge(("エイ",), "一目") == Verdict(("イチモク",))


def test_a_word_of_several_readings_that_fit_has_to_be_asked_for() -> None:
    assert USUAL.judge((), "一目").readings == ("ヒトメ", "イチモク")
    assert USUAL.judge((), "ひとめ") == Verdict(("ヒトメ",))


def test_the_opening_sound_binds_the_first_word_alone() -> None:
    assert USUAL.judge((), "林檎", "リ").fault is None
    assert USUAL.judge((), "ゴリラ", "リ").fault is MISFIT
    assert USUAL.judge(("リンゴ",), "ゴリラ", "リ").fault is None


def test_bots_play_common_words_without_a_forbidden_sound() -> None:
    playable = {word.reading for word in USUAL.playable}
    assert {"リンゴ", "エ"} <= playable
    assert not {"キリン", "カレイ", "リチギ"} & playable


def test_the_same_rules_are_one_value() -> None:
    assert Rule() == Rule()
    assert hash(Judge(Rule(), WORDS)) == hash(Judge(Rule(), WORDS))
