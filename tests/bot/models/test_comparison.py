"""The neighbours that gensim finds, in embedded models and in the user's own."""

from itertools import compress

import numpy as np
import pytest

from bot.models.cache import keyed
from bot.models.comparison import compare, neighbours
from bot.models.readers import ModelFileError
from core.words.ensemble import MODELS, embedded_model

PLANE = keyed(
    ["king", "man", "woman", "queen", "nothing", "desk"],
    np.array([[1, 3], [1, 0], [-1, 4], [0, 4], [0, 0], [-1, -1]], dtype=np.float32),
)


@pytest.mark.sampled
@pytest.mark.parametrize("name", MODELS)
def test_the_neighbours_of_embedded_models_are_those_of_the_bots(name: str) -> None:
    model = embedded_model(name)
    embedded = keyed([*compress(model.words, model.known)], model.matrix[model.known])
    found = neighbours(embedded, 10, ["whale"])
    # gensim orders equally near words arbitrarily.
    nearest = np.sort(model.similarities(["whale"])[0])[::-1][1:11].tolist()
    assert [model.similarity("whale", word) for word in found] == pytest.approx(nearest, abs=1e-5)


def test_words_are_added_up_and_taken_off() -> None:
    assert neighbours(PLANE, 2, ["king", "woman"], ["man"])[0] == "queen"
    assert neighbours(PLANE, 1, ["king"]) == ("queen",)


def test_a_word_without_a_vector_is_near_nothing_and_counts_for_nothing() -> None:
    assert neighbours(PLANE, 5, ["nothing"]) == neighbours(PLANE, 5, ["unknown"]) == ()
    assert neighbours(PLANE, 5, ["king", "nothing", "unknown"]) == neighbours(PLANE, 5, ["king"])
    assert "nothing" not in neighbours(PLANE, 5, ["king"])


def test_a_card_without_a_vector_is_not_compared() -> None:
    found = compare(PLANE, {"nothing": ["king"], "king": ["queen", "man"]})
    assert (found.compared, found.cards, found.overlaps[10]) == (1, 2, 1.0)
    with pytest.raises(ModelFileError, match="models-no-card"):
        compare(PLANE, {"nothing": ["king"]})
