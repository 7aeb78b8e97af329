"""English words and the lists that they go into, in a WordNet of a few words."""

from collections.abc import Mapping

import pytest

from tools.lexicon.wordnet import PartOfSpeech, Sense, Synset, SynsetId, WordNet
from tools.spellings.english import (
    Amendment,
    English,
    choose_topic,
    choose_words,
    is_blocked,
    parse_amendments,
    parse_files,
)

NOUN, VERB, ADJECTIVE = PartOfSpeech.NOUN, PartOfSpeech.VERB, PartOfSpeech.ADJECTIVE
ANIMAL, ARTIFACT, PERSON = 5, 6, 18

# (part of speech, word as written, count in SemCor, lexicographer file) of each sense.
SENSES = (
    (NOUN, "whale", 3, ANIMAL),
    (NOUN, "whale", 0, PERSON),
    (VERB, "whale", 0, 0),
    (NOUN, "duck", 2, ANIMAL),
    (VERB, "duck", 9, 0),
    (NOUN, "Jersey", 1, ANIMAL),
    (NOUN, "jersey", 0, ARTIFACT),
    (NOUN, "feeder", 1, ANIMAL),
    (NOUN, "ox", 4, ANIMAL),
    (NOUN, "lamp", 4, ARTIFACT),
    (NOUN, "tiger", 1, PERSON),
    (NOUN, "butcher", 2, PERSON),
    (ADJECTIVE, "butch", 0, 0),
    (VERB, "murder", 5, 0),
)
SPELLINGS = frozenset(
    (
        *("whale", "whales", "duck", "jersey", "feeder", "ox", "lamp", "tiger", "butcher"),
        *("murdering", "murders", "xiii", "rpm", "it's", "Paris", "a", "sonnets", "mixes"),
    )
)
AMENDMENTS = {
    "words": Amendment(frozenset({"sonnets"}), frozenset({"murders"})),
    "animals": Amendment(frozenset({"feeder"}), frozenset({"tiger"})),
}


def english(amendments: Mapping[str, Amendment] = AMENDMENTS) -> English:
    synsets: dict[SynsetId, Synset] = {}
    senses: dict[PartOfSpeech, dict[str, tuple[Sense, ...]]] = {part: {} for part in PartOfSpeech}
    files: dict[SynsetId, int] = {}
    for number, (part, written, count, file) in enumerate(SENSES):
        synset = (part, f"{number:08}")
        synsets[synset] = Synset(synset, (written,), (), "")
        known = senses[part].get(written.lower(), ())
        senses[part][written.lower()] = (*known, Sense(len(known) + 1, count, synset))
        if part is NOUN:
            files[synset] = file
    exceptions: dict[PartOfSpeech, Mapping[str, tuple[str, ...]]] = {p: {} for p in PartOfSpeech}
    wordnet = WordNet(synsets, senses, exceptions)
    return English(SPELLINGS, wordnet, files, frozenset({"murder", "butch", "di"}), amendments)


def test_words_are_plain_and_sorted_in_all_their_forms() -> None:
    kept = ("butcher", "duck", "feeder", "jersey", "lamp", "mixes", "ox", "sonnets", "tiger")
    assert choose_words(english({})) == (*kept, "whale", "whales")


def test_words_are_amended_by_hand() -> None:
    before, after = set(choose_words(english({}))), set(choose_words(english()))
    assert (before - after, after - before) == ({"sonnets"}, {"murders"})


@pytest.mark.parametrize(
    ("word", "blocked"),
    [
        ("murder", True),
        ("murders", True),
        ("murdering", True),
        ("butcher", False),
        ("whales", False),
        ("butches", True),
        ("dies", False),
    ],
)
def test_a_form_of_a_blocked_word_is_blocked(word: str, blocked: bool) -> None:
    assert is_blocked(word, english()) is blocked


def test_a_category_holds_words_that_mostly_name_its_kind() -> None:
    unamended = english({})
    words = sorted(SPELLINGS)
    assert choose_topic("animals", words, unamended) == ("feeder", "whale")
    assert choose_topic("things", words, unamended) == ("lamp",)
    assert choose_topic("people", words, unamended) == ("butcher", "tiger")


def test_a_category_is_amended_by_hand() -> None:
    assert choose_topic("animals", choose_words(english()), english()) == ("tiger", "whale")


@pytest.mark.parametrize(
    "amendment",
    [
        Amendment(left_out=frozenset({"lamp"})),
        Amendment(added=frozenset({"whale"})),
        Amendment(added=frozenset({"okapi"})),
    ],
)
def test_an_amendment_in_vain_is_an_error(amendment: Amendment) -> None:
    amended = english({"animals": amendment})
    with pytest.raises(ValueError, match=r"animals: amended in vain: (lamp|whale|okapi)$"):
        choose_topic("animals", choose_words(amended), amended)


def test_amendments_of_several_lines_add_up() -> None:
    lines = ["animals: -feeder +tiger", "food: -hay", "animals: -egg"]
    assert parse_amendments(lines) == {
        "animals": Amendment(frozenset({"feeder", "egg"}), frozenset({"tiger"})),
        "food": Amendment(frozenset({"hay"}), frozenset()),
    }


def test_an_amendment_says_whether_it_adds() -> None:
    with pytest.raises(ValueError, match="neither \\+ nor -: tiger"):
        parse_amendments(["animals: tiger -egg"])


def test_the_file_of_a_noun_is_the_second_field() -> None:
    lines = ["  1 licence", "00000100 05 n 01 dog 0 000 | barks  "]
    assert parse_files(lines) == {(NOUN, "00000100"): ANIMAL}
