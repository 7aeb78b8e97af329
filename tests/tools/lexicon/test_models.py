"""Counts of glosses and walks on a WordNet of five synsets."""

import numpy as np
import pytest

from tools.lexicon import gloss, graph
from tools.lexicon.models import definition
from tools.lexicon.wordnet import PartOfSpeech, Sense, Synset, SynsetId, WordNet

NOUN = PartOfSpeech.NOUN
ANIMAL, DOG, CAT, BARK, LONE = ((NOUN, f"{number:08}") for number in range(5))

SYNSETS = (
    Synset(ANIMAL, ("animal",), (DOG, CAT), "a living thing"),
    Synset(DOG, ("dog", "domestic_dog", "hound", "pooch"), (ANIMAL,), 'animals that bark; "a dog"'),
    Synset(CAT, ("cat",), (ANIMAL,), "an animal"),
    Synset(BARK, ("bark",), (), "the sound of a dog"),
    Synset(LONE, ("lone",), (), "on its own"),
)
SENSES: dict[str, tuple[tuple[SynsetId, int], ...]] = {
    "animal": ((ANIMAL, 9),),
    "dog": ((DOG, 3), (LONE, 0)),
    "cat": ((CAT, 0),),
    "bark": ((BARK, 1),),
    "lone": ((LONE, 0),),
}
WORDS = ("animal", "bark", "cat", "dog")


@pytest.fixture(scope="module")
def wordnet() -> WordNet:
    nouns = {
        word: tuple(Sense(rank, n, synset) for rank, (synset, n) in enumerate(found, start=1))
        for word, found in SENSES.items()
    }
    senses = {part: nouns if part is NOUN else {} for part in PartOfSpeech}
    exceptions: dict[PartOfSpeech, dict[str, tuple[str, ...]]] = {part: {} for part in PartOfSpeech}
    return WordNet({s.id: s for s in SYNSETS}, senses, exceptions)


def test_a_gloss_is_read_as_words_of_the_vocabulary(wordnet: WordNet) -> None:
    read = gloss.lemmatised([SYNSETS[1]], frozenset(WORDS), wordnet, frozenset({"that"}))
    assert read == [["animal", "bark", "dog"]]


def test_words_of_a_gloss_count_by_their_distance_and_place(wordnet: WordNet) -> None:
    counts = gloss.count(WORDS, wordnet, frozenset({"that", "the"}))
    animal, bark, cat, dog = range(4)
    # "animals bark dog": bark is next to both, animal and dog are two apart.
    assert counts[animal, bark] == counts[bark, animal] == pytest.approx(1)
    # DOG is defined by animal (place 0) too, BARK by "sound dog" (place 1).
    assert counts[dog, animal] == pytest.approx(1 / 2 + 2)
    assert counts[animal, dog] == pytest.approx(1 / 2)
    assert counts[bark, dog] == pytest.approx(1 + 2 / 1.1)
    assert counts[cat, animal] == pytest.approx(2)
    assert counts[cat, bark] == 0


def test_senses_weigh_by_count_and_rank(wordnet: WordNet) -> None:
    weights = graph.sense_weights("dog", wordnet)
    assert weights[DOG] == pytest.approx(1 + np.log(4))
    assert weights[LONE] == pytest.approx(1 / np.sqrt(2))


def test_a_walk_keeps_its_start_and_is_damped_at_each_step(wordnet: WordNet) -> None:
    over = graph.graph(wordnet)
    held = graph.walk({DOG: 1.0}, over)
    # One edge leaves DOG and CAT, two equal ones leave ANIMAL.
    animal, dog, cat = 0.8 + 0.8**3, 1 + 0.8**2 / 2, 0.8**2 / 2
    assert held == pytest.approx([animal, dog, cat, 0, 0])


def test_hubs_take_less_of_a_walk(wordnet: WordNet) -> None:
    crowded = {**wordnet.synsets, CAT: Synset(CAT, ("cat",), (ANIMAL, BARK), "")}
    over = graph.graph(WordNet(crowded, wordnet.senses, wordnet.exceptions))
    held = graph.walk({CAT: 1.0}, over)
    assert held[3] > held[0] * 0.8
    first_step = over.share[over.source == 2]
    assert first_step[0] / first_step[1] == pytest.approx(1 / np.sqrt(2))


def test_synsets_that_few_words_reach_are_no_columns(wordnet: WordNet) -> None:
    counts = graph.count((*WORDS, "lone"), wordnet)
    # Three words reach ANIMAL, DOG and CAT, fewer reach BARK and LONE.
    assert counts.shape == (5, 3)
    assert not counts[1].any()
    assert (counts[[0, 2, 3]] > 0).all()


def test_a_definition_has_synonyms_in_front_and_no_examples(wordnet: WordNet) -> None:
    assert definition(DOG, wordnet) == "dog, domestic dog, hound: animals that bark"
