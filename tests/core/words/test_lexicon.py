"""The lexicon's parts agree with each other."""

import numpy as np
import pytest

from core.words.english import singulars
from core.words.lexicon import Lexicon, default_lexicon
from core.words.packs import default_pack, family_words, first_pack
from core.words.receptive_words import receptive_vocabulary


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return default_lexicon()


def test_no_blocked_word_can_be_a_clue_or_a_card(lexicon: Lexicon) -> None:
    assert not lexicon.blocked & set(lexicon.words)
    assert not lexicon.blocked & {*default_pack().words, *first_pack().words}


def test_the_block_list_holds_single_lower_case_words(lexicon: Lexicon) -> None:
    assert len(lexicon.blocked) > 1000
    assert all(word.isalpha() and word.islower() for word in lexicon.blocked)


def test_every_board_word_that_the_models_hold_is_common(lexicon: Lexicon) -> None:
    words = {*default_pack().words, *first_pack().words}
    known = dict(zip(lexicon.words, lexicon.common, strict=True))
    assert [word for word in words if not known.get(word, True)] == []
    assert set(first_pack().words) <= known.keys()


def test_most_words_are_common_and_some_are_not(lexicon: Lexicon) -> None:
    assert lexicon.common.dtype == np.bool_
    assert len(lexicon.common) == len(lexicon.words)
    assert 0.6 < lexicon.common.mean() < 0.95
    assert not lexicon.common.flags.writeable


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        ("mice", "mouse"),
        ("geese", "goose"),
        ("swam", "swim"),
        ("women", "woman"),
        ("wolves", "wolf"),
        ("teeth", "tooth"),
        ("oxen", "ox"),
        ("better", "good"),
    ],
)
def test_an_irregular_form_has_its_lemma(form: str, lemma: str, lexicon: Lexicon) -> None:
    assert lexicon.irregular[form] == lemma


def test_irregular_forms_hold_nothing_that_an_ending_explains(lexicon: Lexicon) -> None:
    for form in ("stopped", "happier", "cities", "running", "boxes"):
        assert form not in lexicon.irregular
    assert all(form != lemma for form, lemma in lexicon.irregular.items())


@pytest.mark.parametrize(
    ("word", "blocked"),
    [
        ("whale", False),
        ("corpse", True),
        ("Corpses", True),
        ("brass", False),
        ("bus", False),
        ("fetish", True),
        ("fetishes", True),
        ("carcasses", True),
        ("ghettoes", True),
        ("autopsies", True),
    ],
)
def test_a_word_is_blocked_in_singular_plural_and_any_case(
    word: str, blocked: bool, lexicon: Lexicon
) -> None:
    assert lexicon.blocks(word) is blocked


@pytest.mark.parametrize("word", ["hives", "spices", "spikes", "buttes"])
def test_a_plural_is_not_that_of_a_word_that_lacks_its_e(word: str, lexicon: Lexicon) -> None:
    assert word[:-2] in lexicon.blocked
    assert not lexicon.blocks(word)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("whale", []),
        ("brass", []),
        ("spikes", ["spike"]),
        ("horses", ["horse", "hors"]),
        ("boxes", ["boxe", "box"]),
        ("waltzes", ["waltze", "waltz"]),
        ("churches", ["churche", "church"]),
        ("wishes", ["wishe", "wish"]),
        ("heroes", ["heroe", "hero"]),
        ("pities", ["pitie", "pity"]),
    ],
)
def test_what_a_word_may_be_the_plural_of(word: str, found: list[str]) -> None:
    assert list(singulars(word)) == found


def test_no_clue_word_reads_as_the_plural_of_a_blocked_one(lexicon: Lexicon) -> None:
    assert [word for word in lexicon.words if lexicon.blocks(word)] == []


@pytest.mark.parametrize("word", ["the", "xiii", "rpm", "wilful", "siemens", "amusing", "dah"])
def test_what_makes_no_clue_is_not_a_clue_word(word: str, lexicon: Lexicon) -> None:
    assert word not in lexicon.words


def test_bots_do_not_say_words_that_nobody_would() -> None:
    lexicon = default_lexicon()
    common = dict(zip(lexicon.words, lexicon.common.tolist(), strict=True))
    assert not any(common[word] for word in ("node", "polarize", "abide"))
    assert common["ocean"]
    assert sum(common.values()) > 7_000


def test_names_are_heard_words_that_no_list_forbids(lexicon: Lexicon) -> None:
    assert len(lexicon.names) > 1_200
    assert {*lexicon.names} <= receptive_vocabulary().ranks.keys()
    assert {*lexicon.names}.isdisjoint((*lexicon.words, *family_words(), *first_pack().words))
    assert not any(map(lexicon.blocks, lexicon.names))
    assert {"titanic", "mozart", "egypt"} <= {*lexicon.names}
