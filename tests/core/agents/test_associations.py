"""Neighbour lists, tables and models have the same near words."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.agents.associations import (
    NO_VECTOR,
    ModelSource,
    TableSource,
    Vocabulary,
    nearest,
    parts_of,
)
from core.words.vectors import Vectors


def compass(angles: dict[str, float]) -> Vectors:
    """Return a model whose words are unit vectors in the plane, at angles given in degrees."""
    radians = np.deg2rad(list(angles.values()))
    matrix = np.stack([np.cos(radians), np.sin(radians)], axis=1)
    return Vectors(tuple(angles), matrix.astype(np.float32))


COMPASS = compass(
    {"east": 0, "sunrise": 5, "north": 90, "pole": 80, "west": 180, "sunset": 170, "diver": 45}
)


def test_the_nearest_words_come_first_and_the_card_itself_not_at_all() -> None:
    found = ModelSource(COMPASS).associations(("east", "west"))
    words = [[COMPASS.words[column] for column in row[:3]] for row in found.neighbours]
    assert words == [["sunrise", "diver", "pole"], ["sunset", "north", "pole"]]


def test_a_card_of_several_words_points_between_its_parts() -> None:
    source = ModelSource(COMPASS)
    found = source.closeness(("North East",), "diver")
    assert found[0] == pytest.approx(1.0, abs=1e-6)


def test_a_card_with_one_known_part_stands_for_that_part() -> None:
    source = ModelSource(COMPASS)
    assert source.closeness(("scuba-diver",), "pole") == source.closeness(("diver",), "pole")


def test_a_card_that_the_model_does_not_know_is_similar_to_nothing() -> None:
    found = ModelSource(COMPASS).associations(("くじら", "east"))
    assert (found.similarity[0] == -1.0).all()
    assert found.known.tolist() == [False, True]


def test_a_card_is_looked_up_without_regard_to_case_and_space_around_it() -> None:
    assert parts_of(" Scuba  Diver ") == ("scuba", "diver")
    assert parts_of("EAST") == ("east",)


def test_an_unknown_clue_is_like_no_card() -> None:
    assert ModelSource(COMPASS).closeness(("east",), "zenith").tolist() == [NO_VECTOR]
    table = TableSource(ModelSource(COMPASS).associations(("east", "west")))
    assert table.closeness(("east",), "zenith").tolist() == [NO_VECTOR]


def test_a_card_missing_from_a_table_is_a_key_error() -> None:
    table = TableSource(ModelSource(COMPASS).associations(("east", "west")))
    with pytest.raises(KeyError):
        table.associations(("north",))


@given(st.permutations(COMPASS.words))
def test_a_table_says_of_any_board_what_the_model_says(order: list[str]) -> None:
    vocabulary = Vocabulary(COMPASS.words)
    board = tuple(order[:4])
    source = ModelSource(COMPASS, vocabulary)
    table = TableSource(source.associations(COMPASS.words)).associations(board)
    model = source.associations(board)
    assert np.allclose(table.similarity, model.similarity)
    assert np.array_equal(table.neighbours, model.neighbours)


@settings(deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 30), st.sampled_from([2, 50]))
def test_neighbours_are_the_front_of_a_stable_sort(seed: int, reach: int, levels: int) -> None:
    rng = np.random.default_rng(seed)
    similarity = (rng.integers(-levels, levels, (3, 20)) / np.float32(levels)).astype(np.float32)
    own: list[int | None] = [4, None, 19]
    for row, column, found in zip(similarity, own, nearest(similarity, own, reach), strict=True):
        everything = sorted(range(20), key=lambda place: (-row[place], place))
        expected = [place for place in everything if place != column]
        assert found.tolist() == expected[: min(reach, 19)]


def test_cards_are_looked_up_by_the_words_that_they_are_read_as() -> None:
    source = ModelSource(COMPASS, read=lambda card: card.replace("é", "e"))
    read, plain = (source.associations((card, "north")) for card in ("éast", "east"))
    assert read.cards == ("éast", "north")
    assert read.similarity.tolist() == plain.similarity.tolist()
    assert read.neighbours.tolist() == plain.neighbours.tolist()
