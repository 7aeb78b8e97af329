"""A bench folder of made-up models, for the tests of tournaments."""

import json
from pathlib import Path

import numpy as np

from bot.models.cache import TWO_FACED
from bot.models.ensemble import MODEL_SET_EXPERTS
from core.agents.associations import MOST_NEIGHBOURS, Vocabulary, nearest

CARDS, CLUES = 30, 320

FEW = ("--first-lp", "0", "--lps", "1")
"""The options of an experiment of one run."""


def write_bench(folder: Path) -> Path:
    """Write a bench of models that agree in half of their similarities; return its folder."""
    rng = np.random.default_rng(0)
    cards = [f"card{number}" for number in range(CARDS)]
    vocabulary = Vocabulary((*(f"clue{number}" for number in range(CLUES)), *cards))
    (folder / "similarities").mkdir(parents=True)
    (folder / "neighbours").mkdir()
    (folder / "board_words.txt").write_text("\n".join(cards))
    (folder / "clue_words.txt").write_text("\n".join(vocabulary.words))
    shared = rng.normal(size=(CARDS, len(vocabulary)))
    own = [vocabulary.columns[card] for card in cards]
    for name in MODEL_SET_EXPERTS:
        raw = (shared + rng.normal(size=shared.shape)) / 10
        similarity = (raw.clip(-1, 1) * 32767).astype(np.int16)
        faces = (f"{name}-spymaster", f"{name}-guesser") if name == TWO_FACED else (name,)
        for face in faces:
            np.save(folder / "similarities" / f"{face}.npy", similarity)
        ranked = nearest(similarity.astype(np.float32), own, MOST_NEIGHBOURS)
        words = {
            card: [vocabulary.words[column] for column in columns]
            for card, columns in zip(cards, ranked.tolist(), strict=True)
        }
        (folder / "neighbours" / f"{name}.json").write_text(json.dumps(words))
    return folder
