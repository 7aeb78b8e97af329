"""The builder of associations: it writes the shipped files, and refuses changed slices."""

from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from core.words.association_lists import words_with_vectors
from tools.build_associations import (
    CLUE_NAMES,
    DIGESTS,
    FEWEST_LISTS,
    SLICES,
    Links,
    clue_names,
    main,
    read_lists,
    write_lists,
)
from tools.build_lexicon import DATA, listed
from tools.check_associations import Association

LISTS = (
    "association_words.txt",
    *(f"association_{name}.npy" for name in ("words", "marks", "ends")),
)
MATRICES = ("associations.npy", "receptive_associations.npy")

MOST_ROUNDED = 1e-4
"""The share of numbers that another BLAS, or another number of threads, rounds differently."""

CHAIN, POST = Association("chain", "c", "p"), Association("post", "u", "l")


def frozen_slice(folder: Path, text: str) -> Path:
    """Write a slice with its digest; return its path."""
    path = folder / "slice_01.txt"
    path.write_text(text, encoding="utf-8")
    digest = sha256(path.read_bytes()).hexdigest()
    (folder / DIGESTS).write_text(f"{digest}  {path.name}\n", encoding="utf-8")
    return path


def test_words_are_listed_once_by_their_base_strongest_first(tmp_path: Path) -> None:
    frozen_slice(tmp_path, "# a comment\nmail: post/u/l chains/r/p mails/c/s chain/c/p\n")
    assert read_lists(tmp_path) == {"mail": [CHAIN, POST]}


def test_a_slice_that_was_changed_is_refused(tmp_path: Path) -> None:
    path = frozen_slice(tmp_path, "mail: post/u/l\n")
    path.write_text("mail: post/c/l\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"slice_01\.txt was changed"):
        read_lists(tmp_path)


def test_clue_words_have_a_vector_and_others_that_enough_lists_tie() -> None:
    headwords = ("arrow", "heel", "hero", "weakness")
    assert len(headwords) == FEWEST_LISTS
    lists = {word: [Association("achilles", "c", "n")] for word in headwords}
    links = Links({**lists, "mail": [CHAIN, Association("zeus", "u", "n")]}, ("mail", "chain"))
    assert links.words == ["achilles", "chain", "mail"]
    assert Links({word: lists[word] for word in headwords[1:]}, ("heel",)).words == ["heel"]


def test_words_that_share_their_lists_are_alike_and_unlinked_ones_are_not() -> None:
    lists = {"mail": [POST], "letter": [POST], "moon": [Association("night", "c", "l")]}
    words = ("letter", "mail", "moon", "night", "post")
    links = Links(lists, words)
    assert tuple(links.words) == words
    vectors = links.vectors()
    letter, mail, moon, night, _ = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    assert letter @ mail > 0.1
    assert moon @ night > 0.1
    assert abs(letter @ moon) < 0.01
    assert np.array_equal(vectors, Links(lists, words).vectors())


@pytest.mark.slow
def test_the_shipped_lists_are_written_again_to_the_same_bytes(tmp_path: Path) -> None:
    write_lists(tmp_path, read_lists(SLICES), frozenset(words_with_vectors()))
    assert {*LISTS} == {path.name for path in tmp_path.iterdir()}
    for name in LISTS:
        assert (tmp_path / name).read_bytes() == (DATA / name).read_bytes(), name


@pytest.mark.slow
def test_the_shipped_vectors_are_written_again(tmp_path: Path) -> None:
    (tmp_path / "clue_words.txt").write_bytes((DATA / "clue_words.txt").read_bytes())
    main(["--out", str(tmp_path)])
    for name in LISTS:
        assert (tmp_path / name).read_bytes() == (DATA / name).read_bytes(), name
    for name in MATRICES:
        apart = np.abs(np.load(tmp_path / name).astype(int) - np.load(DATA / name))
        assert apart.max() <= 1, name
        assert (apart > 0).mean() < MOST_ROUNDED, name


def test_the_shipped_names_are_those_that_the_builder_chooses() -> None:
    assert listed(DATA / CLUE_NAMES) == clue_names()


def test_what_is_left_out_is_a_name(tmp_path: Path) -> None:
    left_out = tmp_path / "left_out.txt"
    left_out.write_text("# A pair.\nmozart egypt\n", encoding="utf-8")
    assert {"mozart", "egypt"}.isdisjoint(clue_names(left_out))
    left_out.write_text("mozart kitten\n", encoding="utf-8")
    with pytest.raises(ValueError, match="leave out: kitten"):
        clue_names(left_out)
