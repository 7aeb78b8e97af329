"""The embedded ensemble: five stored language models and two that are made of them.

The matrices are int8 (V, 128) over the words of `clue_words.txt`; docs/DATA.md tells where each
comes from. Loading reads package data and nothing else.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np

from core.words.vectors import Vectors, concatenate, from_int8

STORED: Final = ("minilm", "piece", "gloss", "wordnet", "sense")
DERIVED: Final[Mapping[str, tuple[str, str]]] = {
    "fusion": ("minilm", "gloss"),
    "senseg": ("sense", "wordnet"),
}
MODELS: Final = (*STORED, *DERIVED)
"""The names of all models, in the order of the ensemble."""

_FOLDER: Final = Path(__file__).with_name("data")


class UnknownModelError(KeyError):
    """A name that no embedded model has."""

    def __str__(self) -> str:
        return f"no model is called {self.args[0]!r}; there are {', '.join(MODELS)}"


def default_ensemble() -> dict[str, Vectors]:
    """Return all models by name, in the order of `MODELS`."""
    words = clue_words()
    models = {name: _stored(name, words) for name in STORED}
    halves = {name: (models[first], models[second]) for name, (first, second) in DERIVED.items()}
    return models | {name: concatenate(*pair) for name, pair in halves.items()}


def load_model(name: str) -> Vectors:
    """Return one model; raises UnknownModelError."""
    words = clue_words()
    if name in STORED:
        return _stored(name, words)
    if name in DERIVED:
        first, second = DERIVED[name]
        return concatenate(_stored(first, words), _stored(second, words))
    raise UnknownModelError(name)


def clue_words() -> tuple[str, ...]:
    """Return the words of the embedded models, in the order of their rows."""
    return tuple((_FOLDER / "clue_words.txt").read_text(encoding="utf-8").split())


def _stored(name: str, words: tuple[str, ...]) -> Vectors:
    return from_int8(words, np.load(_FOLDER / f"{name}.npy", mmap_mode="r"))
