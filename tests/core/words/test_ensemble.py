"""The shipped models are complete and unchanged since their build."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import core.words
from core.words.ensemble import (
    DERIVED,
    MODELS,
    STORED,
    clue_words,
    embedded_model,
    unknown_words,
)
from core.words.packs import default_pack, first_pack
from core.words.vectors import Vectors

DATA = Path(core.words.__path__[0]) / "data"
MOST_WITHOUT_VECTOR = {"gloss": 1, "wordnet": 19, "associations": 2007}
"""Words that no gloss uses, adjectives without relations in WordNet, words that no list has."""

DIMENSIONS = dict.fromkeys(STORED, 128) | {"associations": 160}

NAMES = 0.08
"""The part of a pack that the models may lack: names of places and people of legend."""


@pytest.fixture(scope="module")
def ensemble() -> Mapping[str, Vectors]:
    return {name: embedded_model(name) for name in MODELS}


def test_every_shipped_file_has_the_digest_of_the_manifest() -> None:
    manifest = json.loads((DATA / "manifest.json").read_text())
    shipped = {p.name for p in DATA.iterdir() if p.is_file()} - {"manifest.json"}
    assert shipped == set(manifest)
    for name, digest in manifest.items():
        assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == digest, name


def test_the_notices_of_all_sources_are_shipped() -> None:
    notice = (DATA / "NOTICE.md").read_text()
    for licence in ("LICENSE.wordnet.txt", "LICENSE.scowl.txt", "LICENSE.apache-2.0.txt"):
        assert licence in notice
        assert len((DATA / licence).read_text()) > 1000


@pytest.mark.parametrize("name", STORED)
def test_a_stored_model_is_bytes_for_each_word(name: str) -> None:
    matrix = np.load(DATA / f"{name}.npy", mmap_mode="r")
    assert matrix.dtype == np.int8
    assert matrix.shape == (len(clue_words()), DIMENSIONS[name])
    without = int((~matrix.any(axis=1)).sum())
    assert without == MOST_WITHOUT_VECTOR.get(name, 0)


def test_clue_words_are_plain_sorted_and_listed_once() -> None:
    words = clue_words()
    assert list(words) == sorted(set(words))
    assert all(word.isascii() and word.isalpha() and word.islower() for word in words)
    assert 10_000 <= len(words) <= 13_000


def test_the_ensemble_holds_its_models_in_order() -> None:
    assert STORED == ("minilm", "piece", "gloss", "wordnet", "sense", "associations")
    assert tuple(DERIVED) == MODELS[len(STORED) :] == ("fusion", "senseg")


@pytest.mark.parametrize("name", STORED)
def test_a_stored_model_stays_a_memory_map_of_bytes(
    name: str, ensemble: Mapping[str, Vectors]
) -> None:
    stored = ensemble[name].stored
    assert isinstance(stored, np.memmap)
    assert stored.dtype == np.int8


@pytest.mark.parametrize("name", DERIVED)
def test_a_derived_model_knows_every_word(name: str, ensemble: Mapping[str, Vectors]) -> None:
    assert ensemble[name].known.all()
    assert ensemble[name].matrix.shape[1] == 256


@pytest.mark.parametrize("name", MODELS)
def test_every_model_knows_every_word_of_the_first_pack(
    name: str, ensemble: Mapping[str, Vectors]
) -> None:
    model = ensemble[name]
    assert [word for word in first_pack().words if not model.known[model.row(word)]] == []


@pytest.mark.parametrize("name", MODELS)
def test_every_model_knows_nearly_every_board_word(
    name: str, ensemble: Mapping[str, Vectors]
) -> None:
    model, words = ensemble[name], default_pack().words
    unknown = [word for word in words if word not in model or not model.known[model.row(word)]]
    assert len(unknown) <= NAMES * len(words)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(
    ("word", "near", "far"), [("king", "queen", "butter"), ("nurse", "doctor", "gravel")]
)
def test_related_words_are_nearer_than_others(
    name: str, word: str, near: str, far: str, ensemble: Mapping[str, Vectors]
) -> None:
    model = ensemble[name]
    assert model.similarity(word, near) > model.similarity(word, far) + 0.1


def test_models_differ_from_each_other(ensemble: Mapping[str, Vectors]) -> None:
    ranked = [np.argsort(-model.similarities(["ring"])[0]) for model in ensemble.values()]
    assert len({frozenset(order[:20].tolist()) for order in ranked}) == len(MODELS)


@pytest.mark.parametrize("name", MODELS)
def test_the_words_that_a_model_does_not_know_have_no_vector(
    name: str, ensemble: Mapping[str, Vectors]
) -> None:
    model = ensemble[name]
    rows = zip(model.words, model.known, strict=True)
    assert unknown_words(name) == {word for word, known in rows if not known}
