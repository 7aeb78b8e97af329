"""Folding and splitting: the common parts of two spellings."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codenames.spelling import (
    alphabets,
    fold,
    is_long,
    spelling,
)

FOLDED = [
    ("Whale", "whale"),
    ("café", "cafe"),
    ("cafe\u0301", "cafe"),
    ("STRASSE", "strasse"),
    ("Straße", "strasse"),
    ("STRAẞE", "strasse"),
    ("Łódź", "lodz"),
    ("Ærø", "aero"),
    ("ISPARTA", "isparta"),
    ("\u0131sparta", "isparta"),
    ("İzmir", "izmir"),
    ("ﬁsh", "fish"),
    ("ｗｈａｌｅ", "whale"),
    ("Ⓦhale", "whale"),
    ("sea-side", "seaside"),
    ("sea\u2011side", "seaside"),
    ("sea\u2212side", "seaside"),
    ("sea\u00adside", "seaside"),
    ("o'clock", "oclock"),
    ("o’clock", "oclock"),
    ("o\u00b4clock", "oclock"),
    ("scuba  diver", "scubadiver"),
    ("scuba\u00a0diver", "scubadiver"),
    ("wha\u200ble", "whale"),
    ("wha\u3164le", "whale"),
    ("wha\ufe0fle", "whale"),
    ("Dr. No", "drno"),
    ("mp3", "mp3"),
    ("ガ", "が"),
    ("ｶﾞ", "が"),
    ("カ\u3099", "が"),
    ("か", "か"),
    ("ヴ", "ゔ"),
    ("ヷ", "わ\u3099"),
    ("クジラ", "くじら"),
    ("ラーメン", "らーめん"),
    ("スキューバ・ダイバー", "すきゅーばだいばー"),
    ("鯨", "鯨"),
    ("고래", "고래"),
    (unicodedata.normalize("NFD", "고래"), "고래"),
    ("huntᴇʀ", "hunter"),
    ("ᴢᴇʙʀᴀ", "zebra"),
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz"),
    ("ᴁɶᴃᴆᴌ", "aeoebdl"),
    ("Ёж", fold("еж")),
    ("Йод", fold("й") + fold("од")),
    ("κόσμος", fold("ΚΟΣΜΟΣ")),
    ("שָׁלוֹם", "שלום"),
    ("كِتَاب", "كتاب"),
    ("كـتاب", "كتاب"),
    ("हिन्दी", "हिन्दी"),
    ("", ""),
    (" - ", ""),
]

KEPT_APART = [
    ("が", "か"),
    ("ぱ", "ば"),
    ("й", "и"),
    ("ї", "і"),
    ("ў", "у"),
    ("أ", "ا"),
    ("ビル", "ビール"),
    ("鯨", "くじら"),
    ("हिन्दी", "हन्द"),
]

DISGUISED = [
    ("WHАLE", "whale"),  # a Cyrillic A
    ("ΒΕΑΚ", "beak"),  # all Greek
    ("\u0455un", "sun"),  # a Cyrillic dze
    ("ԝеѕ", "wes"),  # all Cyrillic
    ("ѵіѕа", "visa"),
    ("ԛԁԍӏг", "qdglr"),
    ("ӕ", "ae"),
    ("Ӕ", "ae"),
    ("ϝϳ", "fj"),
    ("ϜͿ", "fj"),
]


@pytest.mark.parametrize(("text", "form"), FOLDED)
def test_a_text_is_folded_to_its_form(text: str, form: str) -> None:
    assert fold(text) == form


@pytest.mark.parametrize(("one", "other"), KEPT_APART)
def test_letters_of_their_own_are_kept_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(("text", "form"), DISGUISED)
def test_a_letter_that_looks_latin_counts_as_latin(text: str, form: str) -> None:
    assert fold(text) == form


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_case_and_width_and_composition_never_matter(text: str) -> None:
    variants = (text.upper(), text.lower(), text.casefold(), *_normal_forms(text))
    assert {fold(variant) for variant in variants} == {fold(text)}


def _normal_forms(text: str) -> tuple[str, ...]:
    return (
        unicodedata.normalize("NFC", text),
        unicodedata.normalize("NFD", text),
        unicodedata.normalize("NFKC", text),
        unicodedata.normalize("NFKD", text),
    )


def test_every_character_folds_the_same_in_capitals_and_folded_again() -> None:
    points = map(chr, range(sys.maxunicode + 1))
    characters = [one for one in points if unicodedata.category(one) not in ("Cn", "Co")]
    unequal = [one for one in characters if fold(one.upper()) != fold(one)]
    unsettled = [one for one in characters if fold(fold(one)) != fold(one)]
    assert (unequal, unsettled) == ([], [])


@pytest.mark.parametrize(
    "alphabet",
    [
        "абвгдежзийклмнопрстуфхцчшщъыьэюя",
        "абвгґдежзиіїйклмнопрстуўфхцчшщьыюяђѓјљњћќџѕ",
        "абвгғдежзийкқлмнңоөпрстуүұфхһцчшщыіьэюяәҙҡҫ",
        "абвгдежзийклмнопрстуфхцчшыӏӕԁԍԛԝѵ",
        "αβγδεζηθικλμνξοπρστυφχψωϝϳ",
    ],
)
def test_no_two_letters_of_one_alphabet_fold_together(alphabet: str) -> None:
    assert len(set(map(fold, alphabet))) == len(alphabet)


@pytest.mark.parametrize(
    ("text", "parts", "words"),
    [
        ("whale", ("whale",), ("whale",)),
        ("Scuba Diver", ("scuba", "diver"), ("scubadiver", "scuba", "diver")),
        ("merry-go-round", ("merry", "go", "round"), ("merrygoround", "merry", "go", "round")),
        ("Lord of the Rings", ("lord", "of", "the", "rings"), ("lordoftherings", "lord", "rings")),
        ("rock'n'roll", ("rocknroll",), ("rocknroll",)),
        ("Dr. No", ("dr", "no"), ("drno", "dr", "no")),
        ("!!!", (), ("",)),
        ("the", ("the",), ("the",)),
        (
            "スキューバ・ダイバー",
            ("すきゅーば", "だいばー"),
            ("すきゅーばだいばー", "すきゅーば", "だいばー"),
        ),
        ("東京 駅", ("東京", "駅"), ("東京駅", "東京", "駅")),
        ("sea\u200dside", ("seaside",), ("seaside",)),
    ],
)
def test_a_card_is_parted_into_words(
    text: str, parts: tuple[str, ...], words: tuple[str, ...]
) -> None:
    assert (spelling(text).parts, spelling(text).words) == (parts, words)


@pytest.mark.parametrize(
    ("text", "noticed"),
    [
        ("cat", ("cat",)),
        ("ox", ()),
        ("ice cream", ("icecream", "cream")),
        ("X-ray", ("xray",)),
        ("東京 駅", ("東京駅", "東京")),
        ("Lord of the Rings", ("lordoftherings", "lord", "rings")),
    ],
)
def test_short_words_of_a_card_are_not_noticed_inside_others(
    text: str, noticed: tuple[str, ...]
) -> None:
    assert spelling(text).noticed == noticed


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("whale", {"LATIN"}),
        ("wh\u0430le", {"LATIN", "CYRILLIC"}),
        ("ｗhale", {"LATIN"}),
        ("ｗ\u0430", {"LATIN", "CYRILLIC"}),
        ("κόσμος", {"GREEK"}),
        ("Tシャツ", {"LATIN"}),
        ("鯨3", set()),
        ("", set()),
    ],
)
def test_a_text_tells_which_alphabets_with_shared_shapes_it_is_written_in(
    text: str, found: set[str]
) -> None:
    assert alphabets(text) == found


@pytest.mark.parametrize(
    ("form", "long"),
    [
        ("ox", False),
        ("cat", True),
        ("鯨", False),
        ("くじ", True),
        ("고래", True),
        ("x鯨", True),
        # The first and the last character of each range, and their neighbours.
        *((edge * 2, True) for edge in "\u2e80\ua4cf\uac00\ud7a3\U00020000\U0003ffff"),
        *((edge * 2, False) for edge in "\u2e7f\ua4d0\uabff\ud7a4\U0001ffff\U00040000"),
    ],
)
def test_two_syllables_are_as_long_as_three_letters(form: str, long: bool) -> None:
    assert is_long(form) is long


@pytest.mark.parametrize("unseen", ["\ufe00", "\ufe0f", "\U000e0100", "\U000e01ef"])
def test_selectors_of_variants_go_from_the_first_to_the_last(unseen: str) -> None:
    assert fold(f"海{unseen}草") == "海草"


@pytest.mark.parametrize(
    ("katakana", "kana"), [("ァ", "ぁ"), ("ヶ", "ゖ"), ("ヽ", "ゝ"), ("ヾ", "ゞ")]
)
def test_katakana_becomes_hiragana_from_the_first_to_the_last(katakana: str, kana: str) -> None:
    assert fold(katakana) == kana
