"""The headwords of the associations: the rule in a WordNet of a few words, and the shipped list."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from tools.build_headwords import (
    ASKED,
    CARDS,
    CLUES,
    HEADWORDS,
    MORE,
    NAMES,
    SIZES,
    Headword,
    Sources,
    choose,
    deal,
    forbidden_words,
    is_excluded,
    place_names,
    read_headwords,
)
from tools.build_lexicon import DATA, board_words, lines
from tools.lexicon.wordnet import PartOfSpeech, Sense, Synset, SynsetId, WordNet
from tools.spellings.english import Amendment

NOUN, VERB, ADJECTIVE = PartOfSpeech.NOUN, PartOfSpeech.VERB, PartOfSpeech.ADJECTIVE
ANIMALS, THINGS, IDEAS, PLACES = 5, 6, 9, 15

# (part of speech, word as written, count in SemCor, lexicographer file) of each sense.
SENSES = (
    (NOUN, "bear", 9, ANIMALS),
    (NOUN, "otter", 2, ANIMALS),
    (NOUN, "boat", 7, THINGS),
    (NOUN, "notion", 5, IDEAS),
    (VERB, "keep", 9, 35),
    (NOUN, "keeping", 3, THINGS),
    (ADJECTIVE, "tall", 4, 0),
    (NOUN, "Paris", 4, PLACES),
    (NOUN, "Providence", 1, PLACES),
    (NOUN, "providence", 6, IDEAS),
)
PLACE_LINES = (
    "  1 This software and database is being provided to you",
    "00000008 15 n 02 Paris 0 City_of_Light 0 001 @i 00000001 n 0000 | capital of France",
    "00000009 15 n 01 Providence 0 001 @i 00000001 n 0000 | a city",
    "00000001 15 n 01 city 0 001 @ 00000002 n 0000 | a large town",
)


def sources(**choices: Amendment) -> Sources:
    synsets: dict[SynsetId, Synset] = {}
    files: dict[SynsetId, int] = {}
    senses: dict[PartOfSpeech, dict[str, tuple[Sense, ...]]] = {part: {} for part in PartOfSpeech}
    for number, (part, word, count, file) in enumerate(SENSES):
        synset = (part, f"{number:08}")
        synsets[synset] = Synset(synset, (word,), (), "")
        others = senses[part].get(word.lower(), ())
        senses[part][word.lower()] = (*others, Sense(len(others) + 1, count, synset))
        if part is NOUN:
            files[synset] = file
    return Sources(
        cards=frozenset({"bear"}),
        known=frozenset({"bear", "otter", "boat", "notion", "keep", "keeping", "tall"}),
        heard=frozenset({"paris", "providence", "zeus", "otters"}),
        excluded=frozenset({"boat"}),
        commonness=lambda word: 1 / len(word),
        choices=choices,
        wordnet=WordNet(synsets, senses, {part: {} for part in PartOfSpeech}),
        files=files,
        places=frozenset(place_names(PLACE_LINES)),
    )


def shipped() -> Sequence[Headword]:
    return tuple(read_headwords().values())


def test_names_of_single_places_are_read_from_wordnet() -> None:
    assert list(place_names(PLACE_LINES)) == ["paris", "providence"]


def test_each_word_is_in_the_first_group_that_it_fits() -> None:
    groups = choose(sources())
    assert groups == {
        CARDS: ["bear"],
        MORE: ["otter"],
        CLUES: ["keep", "tall", "notion"],
        NAMES: ["paris"],
    }


def test_choices_add_words_and_leave_them_out() -> None:
    chosen = choose(
        sources(
            more=Amendment(frozenset({"otter"}), frozenset({"notion"})),
            names=Amendment(frozenset({"paris"}), frozenset({"zeus", "providence"})),
        )
    )
    assert chosen[MORE] == ["notion"]
    assert chosen[CLUES] == ["keep", "tall", "otter"]
    assert chosen[NAMES] == ["zeus", "providence"]


@pytest.mark.parametrize(
    "amendment",
    [
        Amendment(left_out=frozenset({"tall"})),
        Amendment(added=frozenset({"boat"})),
        Amendment(added=frozenset({"bear"})),
    ],
)
def test_a_choice_in_vain_is_refused(amendment: Amendment) -> None:
    with pytest.raises(ValueError, match="in vain for more"):
        choose(sources(more=amendment))


def test_a_large_group_is_cut_to_its_most_common_words() -> None:
    words = [f"tall{'l' * number}" for number in range(SIZES[CLUES] + 10)]
    many = replace(sources(), known=frozenset(words))
    assert choose(many)[CLUES] == words[: SIZES[CLUES]]


def test_the_shipped_groups_have_their_sizes_and_every_card() -> None:
    counts = Counter(one.group for one in shipped())
    cards = frozenset(board_words(DATA))
    assert counts == {CARDS: len(cards), **SIZES}
    assert cards == {one.word for one in shipped() if one.group == CARDS}


def test_the_shipped_headwords_ask_for_260_000_associations() -> None:
    assert all(one.asked == ASKED[one.group] for one in shipped())
    assert 255_000 < sum(one.asked for one in shipped()) < 265_000


def test_no_shipped_headword_but_a_card_is_forbidden() -> None:
    forbidden = forbidden_words()
    found = [one for one in shipped() if is_excluded(one.word, forbidden)]
    assert {one.group for one in found} == {CARDS}


def test_every_shipped_headword_is_known_to_bots() -> None:
    known = {line.split()[0] for line in lines(DATA / "receptive_words.txt")}
    known |= {*lines(DATA / "clue_words.txt")}
    assert known >= {one.word for one in shipped()}


def test_slices_have_the_same_share_of_each_group() -> None:
    slices: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for one in shipped():
        slices[one.slice][one.group] += 1
    assert sorted(slices) == list(range(1, 53))
    for group in ASKED:
        sizes = [counts[group] for counts in slices.values()]
        assert max(sizes) - min(sizes) <= 1
    pairs = [sum(ASKED[group] * n for group, n in counts.items()) for counts in slices.values()]
    assert min(pairs) > 4900
    assert max(pairs) < 5200


def test_the_deal_of_the_shipped_groups_is_the_shipped_one() -> None:
    groups: Mapping[str, list[str]] = {group: [] for group in ASKED}
    for one in sorted(shipped(), key=lambda one: one.word):
        groups[one.group].append(one.word)
    written = [line for line in lines(HEADWORDS) if not line.startswith("#")]
    assert [one.line.rstrip() for one in deal(groups)] == written
