"""The listener's features from lists of associations."""

from collections.abc import Mapping

import numpy as np
import pytest

from core.agents.listings import LISTING_FEATURES, NEAR_MODELS, STRENGTHS, Listings
from core.words.receptive_words import WordVectors
from core.words.vectors import Vectors
from tests.core.words.test_association_lists import small_lists

IN_CARDS_LIST, IN_CLUES_LIST, NEAR_CARDS_LIST, NEAR_CLUES_LIST, TIMES = 0, 1, 2, 3, -1

DIRECTIONS = {
    "chain": (1, 0, 0),
    "mail": (0, 1, 0),
    "post": (0, 0.8, 0.6),
    "letter": (0, 0.6, 0.8),
    "links": (0.6, 0, 0.8),
    "silent": (0, 0, 0),
}


def listings(english: Mapping[str, str] | None = None) -> Listings:
    words = tuple(DIRECTIONS)
    spoken = Vectors(words, np.array([*DIRECTIONS.values()], np.float32))
    vectors = WordVectors(spoken, {"mails": "mail"})
    meanings = english or {}
    return Listings(
        small_lists(),
        dict.fromkeys(NEAR_MODELS, vectors),
        {"mails": "mail"},
        lambda text: meanings.get(text, text),
    )


def test_a_clue_stands_in_the_cards_list_and_a_card_in_the_clues() -> None:
    found = listings().features(["mail", "letter"], ["chain", "post", "links"])
    assert found.shape == (LISTING_FEATURES, 2, 3)
    assert found[IN_CARDS_LIST].tolist() == [pytest.approx([*STRENGTHS[:2], 0]), [0, 0, 0]]
    assert found[IN_CLUES_LIST].tolist() == [pytest.approx([STRENGTHS[2], 0, 0]), [0, 0, 0]]
    assert found[TIMES, 0] == pytest.approx(np.log(2) / 3)
    assert (found[TIMES, 1] == 0).all()


def test_a_clue_is_near_to_what_is_nearest_in_a_list() -> None:
    near = listings().features(["mail"], ["post", "letter", "links"])[NEAR_CARDS_LIST, 0]
    assert near[0] > near[1] > near[2] > 0


def test_words_without_a_list_or_a_vector_say_nothing() -> None:
    found = listings().features(["letter"], ["links"])
    assert not found.any()
    assert not listings().features(["mail"], ["silent"])[NEAR_CARDS_LIST].any()


@pytest.mark.parametrize("text", ["mails", "silent mail", "郵便"])
def test_forms_parts_and_meanings_have_the_lists_of_their_words(text: str) -> None:
    heard = listings({"郵便": "mail"})
    assert heard.of_clue((text,), "chain")[0, IN_CARDS_LIST] == pytest.approx(2)
    assert heard.of_clue(("chain",), text)[0, IN_CLUES_LIST] == pytest.approx(2)


def test_a_clue_is_scored_as_it_is_among_others() -> None:
    cards, clues = ["mail", "chain", "letter"], ["post", "links", "mail"]
    block, heard = listings().features(cards, clues), listings()
    for column, clue in enumerate(clues):
        found = heard.of_clue(tuple(cards), clue)
        assert found == pytest.approx(block[:, :, column].T, abs=1e-5)


@pytest.mark.parametrize(
    ("own", "bad", "found"),
    [
        (("mail", "silent mail"), (), ["chain", "post"]),
        (("mail", "silent mail", "chain"), (), ["chain", "post"]),
        (("mail", "post"), (), []),
        (("mail", "silent mail"), ("mails",), []),
        ((), ("mail",), []),
    ],
    ids=("strongest first", "one list", "no second list", "a bad card's list", "no own card"),
)
def test_clues_are_shared_by_the_lists_of_two_own_cards_and_of_no_bad_one(
    own: tuple[str, ...], bad: tuple[str, ...], found: list[str]
) -> None:
    clues = ("post", "letter", "chain", "mail")
    places = listings().shared(own, bad, clues)
    assert [clues[place] for place in places] == found
