"""Clues as people type them, and the words that bots read them as."""

import random
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agents.associations import as_written
from core.agents.clue_lookup import (
    MOST_SECOND_SLIPS,
    ClueLookup,
    ClueMatch,
    Means,
    default_understanding,
)
from core.agents.japanese import japanese_understanding, understanding_of
from core.agents.slips import slips
from core.codenames.clue import LONGEST_CLUE
from core.words.lexicon import default_lexicon
from core.words.packs import (
    MOST_CHARACTERS,
    Pack,
    default_pack,
    first_pack,
    japanese_pack,
)
from core.words.receptive_words import ReceptiveVocabulary, receptive_vocabulary
from tests.profile import examples

NONSENSE = 1_000
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


EVERYDAY = (
    *("less", "under", "together", "fridge", "browser", "website", "california", "batman"),
    *("washington", "usa", "wwe", "einstein", "shakespeare", "starbucks", "pokemon", "hogwarts"),
    *("excalibur", "netflix", "disney", "paris", "fridges", "websites", "running", "wolves"),
)


@pytest.mark.parametrize("clue", EVERYDAY)
def test_everyday_words_names_and_forms_are_words(clue: str) -> None:
    assert default_understanding().understand(clue) == ClueMatch(clue, Means.WORD)


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
    assert default_understanding().understand(clue) == ClueMatch(word, Means.WORD)


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
    assert default_understanding().understand(clue) == ClueMatch(word, Means.FORM)


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
    assert default_understanding().understand(clue) == ClueMatch(word, Means.SPELLING)


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
    assert default_understanding().understand(clue) == ClueMatch(words, Means.PARTS)


@pytest.mark.parametrize("clue", ["", "кит", "123", "???", "q"])
def test_nothing_is_made_of_what_holds_no_word(clue: str) -> None:
    assert default_understanding().understand(clue) is None


def test_pieces_are_a_guess() -> None:
    heard = default_understanding().understand("gethuxvq")
    assert heard == ClueMatch("get", Means.PIECES)
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
    small = ClueLookup({"mouse": True, "sea": True}, {"mice": "mouse"})
    assert small.understand("mice") == ClueMatch("mouse", Means.FORM)
    assert small.understand("south-sea") == ClueMatch("sea", Means.PIECES)
    assert small.understand("zebra") is None
    assert "sea" in small


@pytest.mark.parametrize(
    ("card", "read"),
    [
        ("ocean", "ocean"),
        ("Scuba  Diver", "scuba diver"),
        ("CAFÉ", "cafe"),
        ("naïve", "naive"),
        ("ﬁsh", "fish"),
        ("O'Hara", "ohara"),
        ("ice-cream", "icecream"),
        ("ice\u2013cream", "icecream"),
        ("ice\u2010cream", "icecream"),
        ("batmans", "batman"),
        ("overtrain", "train"),
        ("snowpenguin", "snow penguin"),
        ("café owl", "cafe owl"),
        ("xyzzy owl", "xyzzy owl"),
        ("zzyzx", "zzyzx"),
        ("dectective", "dectective"),
    ],
)
def test_a_card_is_read_as_a_clue_is_but_for_slips(card: str, read: str) -> None:
    known = default_understanding()
    assert known.read_card(card) == read
    understood = known.understand(card)
    if understood and understood.by in (Means.WORD, Means.FORM, Means.PARTS):
        assert read == understood.word


@given(st.text(max_size=16))
def test_what_is_surely_understood_as_a_clue_is_known_as_a_card(text: str) -> None:
    for known in (default_understanding(), japanese_understanding()):
        understood = known.understand(text)
        if understood and understood.is_sure and not understood.is_corrected:
            assert known.knows_card(text)
            assert known.read_card(text) == understood.word


@pytest.mark.parametrize("pack", [default_pack(), first_pack(), japanese_pack()])
def test_cards_of_the_embedded_packs_are_read_as_they_are_written(pack: Pack) -> None:
    known = understanding_of(pack.words)
    assert [known.read_card(card) for card in pack.words] == [*map(as_written, pack.words)]


MOST_LOOKED_UP = 2 * MOST_SECOND_SLIPS + 2_000
"""Maximum lookups for one text: each second slip in two lists, and a few more."""


class CountedWords(dict[str, Any]):
    """Words that count their lookups."""

    looked_up = 0

    def __contains__(self, word: object) -> bool:
        self.looked_up += 1
        return super().__contains__(word)

    def get(self, word: str, default: Any = None) -> Any:
        self.looked_up += 1
        return super().get(word, default)


class CountedUnderstanding(ClueLookup):
    """The embedded words, with a count of their lookups."""

    def __init__(self) -> None:
        lexicon, heard = default_lexicon(), receptive_vocabulary()
        self.spoken = CountedWords(zip(lexicon.words, lexicon.common.tolist(), strict=True))
        self.heard = CountedWords(heard.ranks)
        ranks = ReceptiveVocabulary(self.heard, heard.bases, heard.entries)
        super().__init__(self.spoken, lexicon.irregular, ranks)

    def looked_up(self, text: str) -> int:
        """Return the number of lookups for a text."""
        self.spoken.looked_up = self.heard.looked_up = 0
        self.understand.cache_clear()
        self.understand(text)
        return self.spoken.looked_up + self.heard.looked_up


COUNTED = CountedUnderstanding()
LONG = sorted(word for word in (*COUNTED.spoken, *COUNTED.heard) if len(word) > 11)
pieces = st.one_of(
    st.sampled_from(LONG),
    st.sampled_from(("a", "e", "ck", "ph", "cks", "kw", "-", "'", "un", "ing", "ed", " ", "x")),
    st.characters(codec="utf-8"),
)


@settings(max_examples=examples(100))
@given(st.lists(pieces, max_size=60).map("".join), st.integers(1, LONGEST_CLUE))
def test_few_words_are_looked_up_for_any_text(text: str, length: int) -> None:
    assert COUNTED.looked_up(text) <= MOST_LOOKED_UP
    assert COUNTED.looked_up(text[:length]) <= MOST_LOOKED_UP


@pytest.mark.parametrize(
    "text",
    [
        *("a" * length for length in (16, 24, LONGEST_CLUE, MOST_CHARACTERS, 4000)),
        *("aeiou" * 4, "postmodernistsightedness", "sensitizatiingeworthy", "ck" * 12),
        *(" ".join(["abcde"] * 10), "-".join(["abcde"] * 600), "a b " * 1000),
    ],
)
def test_few_words_are_looked_up_for_texts_that_are_made_to_cost_much(text: str) -> None:
    assert COUNTED.looked_up(text) <= MOST_LOOKED_UP


def test_nothing_is_made_of_a_text_that_is_longer_than_any_card() -> None:
    assert default_understanding().understand("ocean " * 10) is not None
    assert default_understanding().understand("ocean " * 11) is None


@st.composite
def misspelled(draw: st.DrawFn) -> str:
    """Draw a clue word with one slip or two."""
    text = draw(st.sampled_from(default_lexicon().words[::37]))
    for _ in range(draw(st.integers(1, 2))):
        text = draw(st.sampled_from([*_slipped(text)]))
    return text


def _slipped(text: str) -> Iterator[str]:
    yield from (other for other, _ in slips(text))


@settings(max_examples=examples(60))
@given(misspelled().filter(lambda text: 6 <= len(text) <= 14))
def test_of_two_slips_all_are_found_that_lead_to_a_word(text: str) -> None:
    known, cheap = default_understanding(), 0.8
    once = [(word, cost) for word, cost in slips(text) if cost <= cheap]
    reached = {word for first, _ in once for word, _ in slips(first) if word in known}
    assert reached <= {word for word, _ in known.second_slips(once)}
