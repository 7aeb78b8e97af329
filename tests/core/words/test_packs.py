"""Pack files: the words that they may hold, and the refusals of one that cannot be played."""

import unicodedata
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.view import Phrase, phrase
from core.words.packs import (
    MOST_FAULTS,
    SMALLEST,
    WIDEST,
    Pack,
    PackError,
    default_pack,
    parse_pack,
    width,
)

KEYS = {
    "sound",
    "pack-faults",
    "pack-too-few",
    "pack-duplicate",
    "pack-character",
    "pack-control",
    "pack-no-letter",
    "pack-too-long",
}
NINE = ("anchor", "bee", "crane", "drum", "eagle", "fork", "goat", "hat", "iron")


def outcome(text: str) -> str:
    try:
        parse_pack(text, "any").require(SMALLEST)
    except PackError as refused:
        return refused.phrase.key
    return "sound"


def written(*more: str) -> str:
    return "\n".join((*NINE, *more))


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("whale", "whale"),
        ("  whale  ", "whale"),
        ("scuba   diver", "scuba diver"),
        ("scuba\tdiver", "scuba diver"),
        ("くじら", "くじら"),
        ("scuba\u3000diver", "scuba diver"),
        ("кит", "кит"),
        ("R2-D2", "R2-D2"),
        ("e\u0301cole", "école"),
        ("C# major", "C# major"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("いちにさんしごろく", None),
    ],
)
def test_a_line_is_a_card(line: str, card: str | None) -> None:
    if card is None:
        with pytest.raises(PackError):
            parse_pack(written(line), "mine")
    else:
        assert parse_pack(written(line), "mine").words == (*NINE, card)


def test_comments_blank_lines_and_marks_of_other_systems_do_not_count() -> None:
    text = "\ufeff# my words\r\n\r\n" + "\r\n".join(NINE) + "\r\n   # the end\r\n"
    assert parse_pack(text, "mine") == Pack("mine", NINE)


@pytest.mark.parametrize(
    ("line", "key", "params"),
    [
        ("bee", "pack-duplicate", {"line": 10, "word": "bee", "first_line": 2}),
        ("BEE", "pack-duplicate", {"line": 10, "word": "BEE", "first_line": 2}),
        ("béé", "pack-duplicate", {"line": 10, "word": "béé", "first_line": 2}),
        ("\uff42\uff45\uff45", "pack-duplicate", {"line": 10, "first_line": 2}),
        ('say "hi"', "pack-character", {"line": 10, "word": 'say "hi"', "character": '"'}),
        ("a|b", "pack-character", {"line": 10, "word": "a|b", "character": "|"}),
        ("bell\x07", "pack-control", {"line": 10, "word": "bellU+0007"}),
        ("left\u202eright", "pack-control", {"line": 10, "word": "leftU+202Eright"}),
        ("one\u2028two", "pack-control", {"line": 10, "word": "oneU+2028two"}),
        ("one\x0btwo", "pack-control", {"line": 10}),
        ("1984", "pack-no-letter", {"line": 10, "word": "1984"}),
        ("?!", "pack-no-letter", {"line": 10, "word": "?!"}),
        ("x" * 17, "pack-too-long", {"line": 10, "width": 17, "widest": WIDEST}),
        ("く" * 9, "pack-too-long", {"line": 10, "width": 18, "widest": WIDEST}),
    ],
)
def test_a_card_that_cannot_be_played_is_named(
    line: str, key: str, params: dict[str, object]
) -> None:
    with pytest.raises(PackError) as refused:
        parse_pack(written(line), "mine")
    said = refused.value.phrase
    assert said.key == key
    assert dict(said.params) | params == dict(said.params)


def test_marks_that_tell_letters_apart_in_other_scripts_tell_cards_apart() -> None:
    assert parse_pack(written("かき", "がき"), "mine").words[-2:] == ("かき", "がき")


@pytest.mark.parametrize("count", [0, 1, SMALLEST - 1])
def test_a_pack_too_small_for_any_board_is_refused(count: int) -> None:
    with pytest.raises(PackError) as refused:
        parse_pack("\n".join(NINE[:count]), "mine")
    assert refused.value.phrase.key == "pack-too-few"
    assert dict(refused.value.phrase.params) == {"pack": "mine", "count": count, "needed": 9}


def test_a_pack_is_asked_for_the_words_of_a_board() -> None:
    pack = Pack("mine", NINE)
    pack.require(9)
    with pytest.raises(PackError):
        pack.require(10)


def test_the_digest_is_that_of_the_words_joined_by_newlines() -> None:
    assert Pack("mine", NINE).digest == sha256("\n".join(NINE).encode()).hexdigest()


def test_the_digest_sees_order_but_not_name_or_composition() -> None:
    assert Pack("mine", NINE).digest == Pack("yours", NINE).digest
    assert Pack("mine", NINE).digest != Pack("mine", NINE[::-1]).digest
    decomposed = unicodedata.normalize("NFD", "école")
    assert Pack("a", ("école",)).digest == Pack("a", (decomposed,)).digest


def test_the_default_pack_is_read_once() -> None:
    assert default_pack() is default_pack()


def test_the_default_pack_is_sound_and_large() -> None:
    pack = default_pack()
    assert len(pack.words) == 485
    assert parse_pack("\n".join(pack.words), pack.name) == pack


@given(st.text())
def test_any_text_is_a_sound_pack_or_is_refused_with_a_phrase(text: str) -> None:
    assert outcome(text) in KEYS


letters = st.text(st.characters(categories=("Ll", "Lo")), min_size=1, max_size=6)


@given(st.lists(letters, min_size=SMALLEST, max_size=30))
def test_a_pack_that_was_read_is_read_again_as_it_is(words: list[str]) -> None:
    try:
        pack = parse_pack("\n".join(words), "any")
    except PackError:
        return
    assert parse_pack("\n".join(pack.words), "any") == pack


@pytest.mark.parametrize(
    ("word", "cells"), [("", 0), ("whale", 5), ("くじら", 6), ("e\u0301", 1), ("ｱ", 1), ("한글", 4)]
)
def test_width_counts_wide_characters_twice_and_marks_never(word: str, cells: int) -> None:
    assert width(word) == cells


def faults_of(said: Phrase) -> list[Phrase]:
    """Return the faults that a refusal lists."""
    found, rest = list[Phrase](), said["faults"]
    while isinstance(rest, Phrase) and rest.key == "pack-faults-next":
        fault = rest["fault"]
        assert isinstance(fault, Phrase)
        found.append(fault)
        rest = rest["rest"]
    assert isinstance(rest, Phrase)
    return [*found, rest]


def test_all_faults_of_a_pack_are_told_at_once() -> None:
    text = written("bee", "1984", "a|b", "x" * 17, "whale")
    with pytest.raises(PackError) as refused:
        parse_pack(text, "mine", 25)
    said = refused.value.phrase
    assert (said.key, said["count"]) == ("pack-faults", 5)
    assert [one.key for one in faults_of(said)] == [
        "pack-too-few",
        "pack-duplicate",
        "pack-no-letter",
        "pack-character",
        "pack-too-long",
    ]
    lines = [dict(one.params).get("line") for one in faults_of(said)]
    assert lines == [None, 10, 11, 12, 13]
    assert faults_of(said)[0]["count"] == 13  # those that can be mended count


def test_of_very_many_faults_the_first_are_told_and_the_others_counted() -> None:
    with pytest.raises(PackError) as refused:
        parse_pack(written(*map(str, range(100, 140))), "mine")
    told = faults_of(refused.value.phrase)
    assert refused.value.phrase["count"] == 40
    assert len(told) == MOST_FAULTS + 1
    assert told[-1] == phrase("pack-faults-more", count=40 - MOST_FAULTS)
