"""Pack files: the words that they may contain, and the refusal of unplayable ones."""

import unicodedata
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.view import Phrase, phrase
from core.words.packs import (
    MOST_CHARACTERS,
    MOST_FAULTS,
    MOST_WORDS,
    SMALLEST,
    WIDEST,
    Pack,
    PackError,
    default_pack,
    embedded_packs,
    family_words,
    first_pack,
    japanese_pack,
    mixed,
    near_words,
    of_pack,
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
    "pack-characters",
    "pack-column",
    "pack-one-line",
}
NINE = ("anchor", "bee", "crane", "drum", "eagle", "fork", "goat", "hat", "iron")


def outcome(text: str) -> str:
    try:
        parse_pack(text, "any")
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
        ("AFRICA,", "AFRICA"),
        ("\tAFRICA ;", "AFRICA"),
        ("1. AFRICA", "AFRICA"),
        ("12)\tAFRICA", "AFRICA"),
        ("- AFRICA", "AFRICA"),
        ("* # AFRICA", "# AFRICA"),
        ("・りんご、", "りんご"),
        ("-ism", "-ism"),
        ("7.5 tons", "7.5 tons"),
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
        ("scuba\tsport", "pack-column", {"line": 10, "word": "scuba sport"}),
        ("scuba,sport", "pack-column", {"line": 10, "word": "scuba,sport"}),
        ("りんご、果物", "pack-column", {"line": 10}),
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


@pytest.mark.parametrize("between", [" ", ", ", ";", "\t", "、"])
def test_a_pack_on_one_line_is_told_one_card_a_line(between: str) -> None:
    with pytest.raises(PackError) as refused:
        parse_pack(f"# mine\n{between.join(NINE)}\n", "mine")
    assert refused.value.phrase == phrase("pack-one-line", pack="mine")


def test_marks_that_tell_letters_apart_in_other_scripts_tell_cards_apart() -> None:
    assert parse_pack(written("かき", "がき"), "mine").words[-2:] == ("かき", "がき")


@pytest.mark.parametrize("count", [0, 1, SMALLEST - 1])
def test_a_pack_too_small_for_any_board_is_refused(count: int) -> None:
    with pytest.raises(PackError) as refused:
        parse_pack("\n".join(NINE[:count]), "mine")
    assert refused.value.phrase.key == "pack-too-few"
    assert dict(refused.value.phrase.params) == {"pack": "mine", "count": count, "needed": 9}


def test_the_digest_is_that_of_the_words_joined_by_newlines() -> None:
    assert Pack("mine", NINE).digest == sha256("\n".join(NINE).encode()).hexdigest()


def test_the_digest_sees_order_but_not_name_or_composition() -> None:
    assert Pack("mine", NINE).digest == Pack("yours", NINE).digest
    assert Pack("mine", NINE).digest != Pack("mine", NINE[::-1]).digest
    decomposed = unicodedata.normalize("NFD", "école")
    assert Pack("a", ("école",)).digest == Pack("a", (decomposed,)).digest


def test_the_default_pack_is_read_once() -> None:
    assert default_pack() is default_pack()


@pytest.mark.parametrize(
    ("pack", "words"), [(default_pack(), 772), (japanese_pack(), 1226), (first_pack(), 485)]
)
def test_an_embedded_pack_is_sound_and_large(pack: Pack, words: int) -> None:
    assert len(pack.words) == words
    assert parse_pack("\n".join(pack.words), pack.name) == pack


def test_a_pack_that_games_were_dealt_from_keeps_its_words() -> None:
    assert [*embedded_packs()] == [
        "994312d15d7b865d143f54c4060a72bbf420694a5673433efae32e488f082735",
        "16ce139574a317bbd4af6b9ca1f23bacf3d9f47e7f7e3559ff2562768cbcf489",
        "973a685a41e06d4cad33c3f2fa7fd6d13bfa49bbd447ab027b2c9be4fd0b3f3c",
    ]
    assert [*embedded_packs().values()] == [default_pack(), japanese_pack(), first_pack()]


@pytest.mark.parametrize(
    ("pack", "digest"),
    [
        (default_pack(), "cf224d39382156100a23ef9541e7421ce54fb0a389df4bb1cc65f87bcee2a9d4"),
        (japanese_pack(), "50e4ed4690a95f82bfed31102e25a0f616c852373cdad884a30fb2815c881af0"),
    ],
)
def test_the_near_words_of_a_pack_change_only_with_its_words(pack: Pack, digest: str) -> None:
    near = near_words(pack)
    pairs = sorted(f"{word} {other}" for word in near for other in near[word] if word < other)
    assert sha256("\n".join(pairs).encode()).hexdigest() == digest


@pytest.mark.parametrize("pack", [default_pack(), japanese_pack()])
def test_two_words_are_near_each_other_and_in_the_pack(pack: Pack) -> None:
    near = near_words(pack)
    assert near.keys() <= set(pack.words)
    for word, others in near.items():
        assert word not in others
        assert all(word in near[other] for other in others)


def test_only_the_words_of_the_embedded_pack_are_near() -> None:
    assert near_words(Pack("mine", default_pack().words[1:])) == {}
    assert near_words(first_pack()) == {}
    assert near_words(Pack("renamed", default_pack().words)) == near_words(default_pack())


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
    assert faults_of(said)[0]["count"] == 13  # correctable ones count


def test_of_very_many_faults_the_first_are_told_and_the_others_counted() -> None:
    with pytest.raises(PackError) as refused:
        parse_pack(written(*map(str, range(100, 140))), "mine")
    told = faults_of(refused.value.phrase)
    assert refused.value.phrase["count"] == 40
    assert len(told) == MOST_FAULTS + 1
    assert told[-1] == phrase("pack-faults-more", count=40 - MOST_FAULTS)


def test_a_pack_and_a_mix_hold_so_many_words_and_no_more() -> None:
    words = tuple(f"card {place}" for place in range(MOST_WORDS))
    largest = parse_pack("\n".join(words), "largest")
    assert largest.words == words
    with pytest.raises(PackError) as refused:
        parse_pack("\n".join((*words, "whale")), "larger")
    assert refused.value.phrase == phrase(
        "pack-too-many", pack="larger", count=MOST_WORDS + 1, most=MOST_WORDS
    )
    assert mixed([Pack("most", words[:-9]), Pack("nine", NINE)]).words == (*words[:-9], *NINE)
    with pytest.raises(PackError, match="pack-mix-too-many"):
        mixed([largest, Pack("nine", NINE)])
    assert mixed([Pack("older", (*words, *NINE))]).words == (*words, *NINE)


def test_a_card_of_thousands_of_marks_is_refused_without_comparing_it() -> None:
    # A comparison would move each mark past all others of a higher class: this takes minutes.
    marks = "\u0301\u0323" * 60_000
    with pytest.raises(PackError) as refused:
        parse_pack(written(f"a{marks}"), "mine")
    said = refused.value.phrase
    assert said == phrase("pack-characters", line=10, word="a", count=120_001, most=MOST_CHARACTERS)
    assert parse_pack(written("a" + "\u0301" * 40), "mine").words[-1].startswith("á")


def test_the_family_filter_leaves_enough_of_both_packs() -> None:
    assert {"gun", "whiskey", "銃", "酒"} <= {*family_words()}
    for pack in (default_pack(), japanese_pack()):
        barred = of_pack(pack, family_words())
        assert len(pack.words) // 50 < len(barred) < len(pack.words) // 8


def test_cards_are_found_in_any_case_and_width() -> None:
    assert of_pack(Pack("some", ("Ice Cream", "カメラ", "sea")), ("ice cream", "ｶﾒﾗ", "wood")) == (
        "Ice Cream",
        "カメラ",
    )


def test_no_board_word_is_called_like_a_team_or_another_identity() -> None:
    names = {"blue", "red", "green", "yellow", "purple", "bystander", "assassin"}
    assert names.isdisjoint(default_pack().words)
