"""A bench of real vectors: a folder for each model, with `vectors.npy` and `words.txt`.

The board words are those of the first embedded pack that all models know, the clue words all other
shared words.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from bot.models.ensemble import ModelSet, tabulated
from core.agents.associations import Vocabulary
from core.words.packs import first_pack
from core.words.vectors import Vectors

FEWEST_MODELS: Final = 2


def vector_bench(folder: Path, names: Sequence[str]) -> ModelSet:
    """Return the bench of models in named folders; raises ValueError for fewer than 2 models."""
    if len(names) < FEWEST_MODELS:
        raise ValueError(f"a bench needs {FEWEST_MODELS} models or more")
    listed = {name: _words(folder / name) for name in names}
    shared = set.intersection(*(set(words) for words in listed.values()))
    clue_words = tuple(word for word in listed[names[0]] if word in shared)
    cards = tuple(card for card in first_pack().words if card in shared)
    models = {name: _model(folder / name, words, clue_words) for name, words in listed.items()}
    return tabulated(cards, models, Vocabulary(clue_words), {})


def _words(folder: Path) -> list[str]:
    return (folder / "words.txt").read_text(encoding="utf-8").splitlines()


def _model(folder: Path, words: Sequence[str], kept: Sequence[str]) -> Vectors:
    rows = {word: row for row, word in enumerate(words)}
    matrix = np.load(folder / "vectors.npy", mmap_mode="r")
    picked = matrix[[rows[word] for word in kept]].astype(np.float32)
    return Vectors(tuple(kept), picked)
