"""The embedded word lists keep their rules, and people's dictionary files are read."""

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core.words
from core.words.lexicon import default_lexicon
from core.words.packs import PackError
from core.words.word_lists import (
    CATEGORIES,
    ENGLISH_WORDS,
    ENOUGH_KNOWN,
    KANA,
    TOPICS,
    read_dictionary,
    secret_candidates,
    word_list,
)

DATA = Path(core.words.__path__[0]) / "data"
MANIFEST = json.loads((DATA / "manifest.json").read_text())
ENGLISH = (ENGLISH_WORDS, *TOPICS)
SIZES = {
    ENGLISH_WORDS: 38_916,
    "animals": 270,
    "body": 140,
    "food": 237,
    "plants": 171,
    "nature": 175,
    "things": 1_210,
    "people": 983,
    KANA: 8_113,
}
OF_LENGTH = {
    ENGLISH_WORDS: {2: 41, 3: 474, 4: 1863, 5: 3441, 6: 5281, 7: 6669, 8: 6511, 14: 317},
    "animals": {4: 44, 5: 46, 6: 54, 7: 44},
    "things": {4: 139, 5: 156, 6: 211, 7: 200},
    "people": {4: 40, 5: 77, 6: 161, 7: 173},
    KANA: {2: 601, 3: 2038, 4: 3189, 5: 1393, 6: 566, 7: 231, 8: 95},
}


def of_length(category: str, length: int) -> list[str]:
    return [word for word in word_list(category).words if len(word) == length]


def test_every_category_has_a_list_of_its_name_and_size() -> None:
    assert {category: len(word_list(category).words) for category in CATEGORIES} == SIZES
    assert all(word_list(category).name == category for category in CATEGORIES)


@pytest.mark.parametrize("category", OF_LENGTH)
def test_a_category_has_words_of_the_lengths_that_are_played(category: str) -> None:
    counted = {length: len(of_length(category, length)) for length in OF_LENGTH[category]}
    assert counted == OF_LENGTH[category]


def test_a_word_is_in_the_list_once_as_people_spell_it() -> None:
    for category in (ENGLISH_WORDS, "animals"):
        assert "raccoon" in word_list(category).words
        assert not {"racoon", "racoons"}.intersection(word_list(category).words)


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_list_is_the_file_of_the_manifest(category: str) -> None:
    content = "".join(f"{word}\n" for word in word_list(category).words).encode()
    assert sha256(content).hexdigest() == MANIFEST[f"spellings_{category}.txt"]


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_list_is_sorted_without_repetition(category: str) -> None:
    words = word_list(category).words
    assert list(words) == sorted(set(words))


@pytest.mark.parametrize("category", ENGLISH)
def test_english_words_are_plain_letters(category: str) -> None:
    assert all(re.fullmatch("[a-z]{2,14}", word) for word in word_list(category).words)


def test_kana_words_are_two_to_eight_hiragana_of_today() -> None:
    assert all(re.fullmatch("[ぁ-ろわをんー]{2,8}", word) for word in word_list(KANA).words)
    assert len(set("".join(word_list(KANA).words))) <= 80


@pytest.mark.parametrize("category", TOPICS)
def test_words_of_one_kind_are_among_all_words(category: str) -> None:
    assert set(word_list(category).words) < set(word_list(ENGLISH_WORDS).words)


def test_no_word_is_blocked_in_any_form() -> None:
    lexicon = default_lexicon()
    assert not [word for word in word_list(ENGLISH_WORDS).words if lexicon.blocks(word)]
    for form in ("murdering", "slaughtered", "stupider", "ghettoes", "hijacked"):
        assert form not in word_list(ENGLISH_WORDS).words


@pytest.mark.parametrize("word", ["ころし", "せっくす", "ばか", "だいべん", "まやく"])
def test_kana_words_that_hurt_are_left_out(word: str) -> None:
    assert word not in word_list(KANA).words


@pytest.mark.parametrize(
    ("category", "inside", "outside"),
    [
        (ENGLISH_WORDS, "planets", "xiii"),
        (ENGLISH_WORDS, "butcher", "rpm"),
        ("animals", "tiger", "feeder"),
        ("body", "elbow", "table"),
        ("food", "banana", "hammer"),
        ("plants", "willow", "chess"),
        ("nature", "volcano", "calculus"),
        ("things", "umbrella", "tiger"),
        ("people", "teacher", "toaster"),
        (KANA, "くじら", "ぐびじんそう"),
    ],
)
def test_a_list_holds_what_its_name_says(category: str, inside: str, outside: str) -> None:
    assert inside in word_list(category).words
    assert outside not in word_list(category).words


@pytest.mark.parametrize("call", [word_list, lambda category: secret_candidates(category, 6)])
def test_an_unknown_category_is_refused_with_those_there_are(call: Callable[[str], object]) -> None:
    with pytest.raises(PackError) as refused:
        call("colours")
    said = refused.value.phrase
    assert said.key == "spellings-no-category"
    assert dict(said.params) == {"category": "colours", "categories": CATEGORIES}


@pytest.mark.parametrize(
    ("category", "known", "rare"),
    [
        (ENGLISH_WORDS, "planet", "abaser"),
        (ENGLISH_WORDS, "family", "abated"),
        (KANA, "でんしゃ", "たたきだい"),
    ],
)
def test_a_secret_word_is_one_that_people_know(category: str, known: str, rare: str) -> None:
    assert known in secret_candidates(category, len(known))
    assert rare not in secret_candidates(category, len(rare))


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("length", range(1, 17))
def test_what_is_drawn_is_of_the_list_and_the_length(category: str, length: int) -> None:
    possible, secret = of_length(category, length), secret_candidates(category, length)
    assert set(secret) <= set(possible)
    assert len(secret) >= min(len(possible), ENOUGH_KNOWN)
    assert list(secret) == sorted(secret)


def test_all_words_are_drawn_where_few_are_known() -> None:
    assert secret_candidates(ENGLISH_WORDS, 2) == tuple(of_length(ENGLISH_WORDS, 2))


@pytest.mark.parametrize(
    "text",
    [
        "crumbs\ntrucks\n",
        "crumbs\r\ntrucks\r\n",
        "crumbs\rtrucks",
        "  crumbs\t\n\n trucks",
        "crumbs\ntrucks\ncrumbs\n",
        "Crumbs\ncrumbs\nTRUCKS\nit's\ntrucks\nfacade\u0301\ntruck5\n",
        "# crumbs\ncrumbs\ntwo words\ntruck\ntrucks\ntruckers\n",
        "CRUMBS\r\nTRUCKER\r\nÉCLAIR\r\nTRUCKS\r\n",
        "crumbs\nтракси\néclair\ntrucks\n",
    ],
)
def test_lines_that_are_words_of_the_length_are_read(text: str) -> None:
    pack = read_dictionary(text.encode(), "mine", 6)
    assert (pack.name, pack.words) == ("mine", ("crumbs", "trucks"))


@pytest.mark.parametrize(
    "text", ["", "\n\n", "truck\ntruckers", "truck\nTRUCKS", "trück\ufffd", "tr ucks"]
)
def test_a_file_without_such_a_word_is_refused(text: str) -> None:
    with pytest.raises(PackError) as refused:
        read_dictionary(text.encode(), "mine", 6)
    assert refused.value.phrase.key == "spellings-no-word"
    assert dict(refused.value.phrase.params) == {"name": "mine", "length": 6}


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "latin-1", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "euc_jp"],
)
def test_plain_words_are_read_in_any_usual_encoding(encoding: str) -> None:
    foreign = "鯨\n" if encoding == "euc_jp" else "éclair\n"
    content = f"crumbs\n{foreign}trucks\n".encode(encoding)
    assert read_dictionary(content, "mine", 6).words == ("crumbs", "trucks")


def test_bytes_that_are_no_text_hold_no_word() -> None:
    content = bytes(range(256)) + "trucks\n".encode("utf-32-be")
    with pytest.raises(PackError):
        read_dictionary(content, "picture", 6)


@given(st.binary())
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    try:
        words = read_dictionary(content, "any", 2).words
    except PackError:
        return
    assert all(re.fullmatch("[a-z]{2}", word) for word in words)


def test_a_large_dictionary_is_read_whole() -> None:
    letters = "abcdefghij"
    lines = (
        f"{a}{b}{c}{d}{e}"
        for a in letters
        for b in letters
        for c in letters
        for d in letters
        for e in letters
    )
    assert len(read_dictionary("\n".join(lines).encode(), "large", 5).words) == 100_000
