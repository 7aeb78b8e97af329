"""Clues as people type them, and the words that bots take them for."""

import random
from string import ascii_lowercase

import pytest

from core.agents.understanding import Means, Understanding, Understood, default_understanding

NONSENSE = 1_000
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


EVERYDAY = (
    *("less", "under", "together", "fridge", "browser", "website", "california", "batman"),
    *("washington", "usa", "wwe", "einstein", "shakespeare", "starbucks", "pokemon", "hogwarts"),
    *("excalibur", "netflix", "disney", "paris", "fridges", "websites", "running", "wolves"),
)


@pytest.mark.parametrize("clue", EVERYDAY)
def test_everyday_words_names_and_forms_are_words(clue: str) -> None:
    assert default_understanding().understand(clue) == Understood(clue, Means.WORD)


@pytest.mark.parametrize(
    ("clue", "word"),
    [
        ("Ocean", "ocean"),
        (" ocean ", "ocean"),
        ("ｏｃｅａｎ", "ocean"),
        ("océan", "ocean"),
        ("don't", "dont"),
        ("wi-fi", "wifi"),
    ],
)
def test_case_width_accents_and_apostrophes_do_not_matter(clue: str, word: str) -> None:
    assert default_understanding().understand(clue) == Understood(word, Means.WORD)


@pytest.mark.parametrize(
    ("clue", "word"),
    [
        ("batmans", "batman"),
        ("elf's", "elf"),
        ("hobbitish", "hobbit"),
        ("kookily", "kooky"),
        ("eulogise", "eulogize"),
        ("overtrain", "train"),
        ("untwist", "twist"),
    ],
)
def test_forms_of_words_are_understood(clue: str, word: str) -> None:
    assert default_understanding().understand(clue) == Understood(word, Means.FORM)


@pytest.mark.parametrize(
    ("clue", "word"),
    [
        ("recieve", "receive"),
        ("umberella", "umbrella"),
        ("seperate", "separate"),
        ("definately", "definitely"),
        ("calender", "calendar"),
        ("accomodate", "accommodate"),
        ("neccessary", "necessary"),
        ("tommorow", "tomorrow"),
        ("wierd", "weird"),
        ("freind", "friend"),
        ("pharoah", "pharaoh"),
        ("volcanoe", "volcano"),
        ("elefant", "elephant"),
        ("kangeroo", "kangaroo"),
        ("dinasour", "dinosaur"),
        ("restarant", "restaurant"),
        ("libary", "library"),
        ("tounge", "tongue"),
        ("skelleton", "skeleton"),
        ("helicoptor", "helicopter"),
        ("dectective", "detective"),
        ("villian", "villain"),
    ],
)
def test_slips_of_the_pen_are_understood(clue: str, word: str) -> None:
    assert default_understanding().understand(clue) == Understood(word, Means.SPELLING)


@pytest.mark.parametrize(
    ("clue", "words"),
    [
        ("snowmonster", "snow monster"),
        ("pizzaoven", "pizza oven"),
        ("taylorswift", "taylor swift"),
        ("stgeorge", "st george"),
        ("ice-cold", "ice cold"),
        ("ice cream", "ice cream"),
        ("deep wather", "deep water"),
    ],
)
def test_joined_and_parted_words_are_understood_by_their_parts(clue: str, words: str) -> None:
    assert default_understanding().understand(clue) == Understood(words, Means.PARTS)


@pytest.mark.parametrize("clue", ["", "кит", "123", "???", "q"])
def test_nothing_is_made_of_what_holds_no_word(clue: str) -> None:
    assert default_understanding().understand(clue) is None


def test_pieces_are_a_guess() -> None:
    heard = default_understanding().understand("gethuxvq")
    assert heard == Understood("get", Means.PIECES)
    assert not heard.is_sure
    assert not heard.is_corrected


@pytest.mark.parametrize("count", [20, pytest.param(NONSENSE, marks=pytest.mark.slow)])
def test_nonsense_is_not_understood(count: int) -> None:
    chance = random.Random(1)
    strings = [
        *("".join(chance.choices(ascii_lowercase, k=chance.randint(4, 10))) for _ in range(count)),
        *(_row_of_keys(chance) for _ in range(count)),
    ]
    heard = [default_understanding().understand(text) for text in strings]
    understood = [one for one in heard if one is not None and one.is_sure]
    assert len(understood) <= 0.05 * len(strings), understood


def _row_of_keys(chance: random.Random) -> str:
    row, length = chance.choice(ROWS), chance.randint(4, 7)
    start = chance.randint(0, len(row) - length)
    return row[start : start + length][:: chance.choice((1, -1))]


def test_a_small_vocabulary_is_understood_alike() -> None:
    small = Understanding({"mouse": True, "sea": True}, {"mice": "mouse"})
    assert small.understand("mice") == Understood("mouse", Means.FORM)
    assert small.understand("south-sea") == Understood("sea", Means.PIECES)
    assert small.understand("zebra") is None
    assert "sea" in small
