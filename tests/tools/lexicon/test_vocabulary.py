"""Words that become clues, in a WordNet of a few words."""

from collections.abc import Mapping

import pytest

from tools.lexicon.irregular import irregular_forms, is_regular
from tools.lexicon.morphology import bases
from tools.lexicon.vocabulary import Source, choose, is_clue_word, is_common, is_numeral
from tools.lexicon.wordnet import PartOfSpeech, Sense, Synset, SynsetId, WordNet

NOUN, VERB, ADJECTIVE = PartOfSpeech.NOUN, PartOfSpeech.VERB, PartOfSpeech.ADJECTIVE

# (part of speech, word as written, count in SemCor) of each sense.
SENSES = (
    (NOUN, "whale", 3),
    (NOUN, "building", 9),
    (VERB, "build", 20),
    (VERB, "amuse", 2),
    (ADJECTIVE, "amusing", 1),
    (NOUN, "Paris", 40),
    (NOUN, "china", 0),
    (NOUN, "China", 12),
    (NOUN, "turkey", 6),
    (NOUN, "Turkey", 2),
    (NOUN, "mouse", 5),
    (NOUN, "xiii", 0),
    (NOUN, "rpm", 0),
    (NOUN, "quern", 0),
    (NOUN, "kayak", 1),
    (VERB, "stop", 30),
    (ADJECTIVE, "bad", 4),
    (NOUN, "axis", 5),
    (NOUN, "ax", 1),
)
EXCEPTIONS = {"mice": ("mouse",), "axes": ("ax", "axis"), "stopped": ("stop",), "worse": ("bad",)}


def wordnet() -> WordNet:
    synsets: dict[SynsetId, Synset] = {}
    senses: dict[PartOfSpeech, dict[str, tuple[Sense, ...]]] = {part: {} for part in PartOfSpeech}
    for number, (part, written, count) in enumerate(SENSES):
        synset = (part, f"{number:08}")
        synsets[synset] = Synset(synset, (written,), (), "")
        known = senses[part].get(written.lower(), ())
        senses[part][written.lower()] = (*known, Sense(len(known) + 1, count, synset))
    exceptions: dict[PartOfSpeech, Mapping[str, tuple[str, ...]]] = {
        part: EXCEPTIONS if part is NOUN else {} for part in PartOfSpeech
    }
    return WordNet(synsets, senses, exceptions)


SPELLINGS = frozenset(word.lower() for _, word, _ in SENSES) | {
    "whales",
    "mice",
    "stopped",
    "worse",
    "axes",
    "the",
    "ox",
    "fireman",
    "firemen",
}
SOURCE = Source(
    spellings=SPELLINGS,
    wordnet=wordnet(),
    pieces=frozenset({"whale", "the", "xiii", "rpm", "amusing", "mice"}),
    left_out=frozenset({"the"}),
    blocked=frozenset({"stop"}),
)


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("whale", True),
        ("building", True),
        ("turkey", True),
        ("kayak", True),
        ("amusing", False),
        ("paris", False),
        ("china", False),
        ("mice", False),
        ("whales", False),
        ("xiii", False),
        ("rpm", False),
        ("quern", False),
        ("the", False),
        ("stop", False),
        ("ax", False),
        ("Whale", False),
    ],
)
def test_a_clue_word_passes_every_rule(word: str, wanted: bool) -> None:
    assert is_clue_word(word, SOURCE) is wanted


def test_board_words_are_always_in_the_vocabulary_and_blocked_words_never() -> None:
    vocabulary = choose(SOURCE, ["ox", "whale", "stop"])
    assert "ox" in vocabulary.words
    assert "stop" not in vocabulary.words
    assert list(vocabulary.words) == sorted(set(vocabulary.words))


def test_common_words_are_pieces_or_counted_or_on_the_board() -> None:
    assert is_common("whale", SOURCE)
    assert is_common("build", SOURCE)
    assert not is_common("kayak", SOURCE)
    vocabulary = choose(SOURCE, ["kayak"])
    assert all(vocabulary.common[vocabulary.words.index(word)] for word in ("kayak", "whale"))


@pytest.mark.parametrize(
    ("word", "numeral"),
    [("xiii", True), ("mcmxc", True), ("iiii", False), ("mix", False), ("civic", False)],
)
def test_roman_numerals_are_told_from_words(word: str, numeral: bool) -> None:
    assert is_numeral(word) is numeral


@pytest.mark.parametrize(
    ("form", "found"),
    [
        ("whales", {"whale"}),
        ("mice", {"mouse"}),
        ("building", {"build"}),
        ("amusing", {"amuse"}),
        ("stopping", {"stop"}),
        ("whale", set()),
    ],
)
def test_a_form_leads_to_its_lemmas(form: str, found: set[str]) -> None:
    assert set(bases(form, SOURCE.wordnet)) == found


def test_irregular_forms_are_those_that_no_ending_explains() -> None:
    assert irregular_forms(SOURCE.wordnet, SPELLINGS) == [
        ("axes", "axis"),
        ("firemen", "fireman"),
        ("mice", "mouse"),
        ("worse", "bad"),
    ]


@pytest.mark.parametrize(
    ("form", "lemma", "regular"),
    [
        ("stopped", "stop", True),
        ("happier", "happy", True),
        ("cities", "city", True),
        ("making", "make", True),
        ("panicking", "panic", True),
        ("mice", "mouse", False),
        ("wolves", "wolf", False),
        ("dying", "die", False),
    ],
)
def test_regular_endings_are_known(form: str, lemma: str, regular: bool) -> None:
    assert is_regular(form, lemma) is regular
