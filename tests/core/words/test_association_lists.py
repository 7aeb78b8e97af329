"""The embedded lists of associations, and a small handmade one."""

import numpy as np

from core.words.association_lists import (
    ASSOCIATION_KINDS,
    ASSOCIATION_STEPS,
    KIND_BITS,
    AssociationLists,
    association_lists,
    words_with_vectors,
)
from core.words.ensemble import clue_words
from core.words.packs import first_pack
from core.words.receptive_words import receptive_vocabulary


def small_lists() -> AssociationLists:
    """Return two lists: mail is associated with chain and post, chain with mail."""
    marks = [0, 1 << KIND_BITS | 4, 2 << KIND_BITS]
    return AssociationLists(
        ("chain", "mail", "post"),
        np.array([1, 0, 2], np.uint16),
        np.array([marks[2], marks[0], marks[1]], np.uint8),
        np.array([1, 3, 3], np.uint32),
    )


def associations(lists: AssociationLists, word: str) -> list[tuple[str, str, str]]:
    """Return a word's associations, each with its step and kind."""
    part = lists.span(lists.numbers[word])
    kinds = (lists.marks[part] & ((1 << KIND_BITS) - 1)).tolist()
    numbers, steps = lists.listed[part].tolist(), lists.steps[part].tolist()
    return [
        (lists.words[number], ASSOCIATION_STEPS[step], ASSOCIATION_KINDS[kind])
        for number, step, kind in zip(numbers, steps, kinds, strict=True)
    ]


def test_a_list_has_its_words_with_step_and_kind() -> None:
    lists = small_lists()
    assert associations(lists, "mail") == [("chain", "c", "p"), ("post", "u", "l")]
    assert associations(lists, "chain") == [("mail", "r", "p")]
    assert associations(lists, "post") == []
    assert lists.times.tolist() == [1, 1, 1]


def test_every_card_has_a_list_of_forms_that_the_models_know() -> None:
    lists, bases = association_lists(), receptive_vocabulary().bases
    for card in first_pack().words:
        found = associations(lists, card)
        words = [word for word, _, _ in found]
        assert 50 <= len(words) == len(set(words)), card
        assert card not in words
        assert bases.keys().isdisjoint(words)
        steps = [ASSOCIATION_STEPS.index(step) for _, step, _ in found]
        assert steps == sorted(steps)
        assert {kind for _, _, kind in found} <= {*ASSOCIATION_KINDS}


def test_heard_words_with_vectors_are_no_clue_words() -> None:
    rows = words_with_vectors()
    assert len(rows) > 4000
    assert rows.keys() <= receptive_vocabulary().ranks.keys()
    assert rows.keys().isdisjoint(clue_words())
