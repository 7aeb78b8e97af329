"""The comparison of a model's nearest neighbours with ranked lists.

A list file is JSON: each card with its neighbours, nearest first.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from bot.files import read, shown
from bot.models.readers import ModelFileError
from core.words.vectors import Vectors

DEPTHS: Final = (10, 50, 300)
"""Neighbours of a card that are compared; the paper's spymaster uses 300."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The mean share of listed neighbours that the model finds, by depth, from 0 to 1."""

    compared: int
    """Cards that the model knows."""
    cards: int
    overlaps: Mapping[int, float]


def read_neighbours(path: str) -> dict[str, tuple[str, ...]]:
    """Return the ranked neighbours of each card in a file; raises FileError, ModelFileError."""
    try:
        found = json.loads(read(path))
    except (ValueError, RecursionError):
        raise ModelFileError("models-neighbours", path=shown(path)) from None
    if not isinstance(found, dict) or not found or not all(map(_is_ranking, found.values())):
        raise ModelFileError("models-neighbours", path=shown(path))
    return {card: tuple(words) for card, words in found.items()}


def _is_ranking(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


def compare(model: Vectors, ranked: Mapping[str, Sequence[str]]) -> Comparison:
    """Return how many of the listed neighbours are among the model's nearest, at each depth.

    Only words that the lists name anywhere compete, for a model may know more. Raises
    ModelFileError where the model knows none of the cards.
    """
    listed = {*ranked, *(word for words in ranked.values() for word in words)}
    rows = np.array([row for row, word in enumerate(model.words) if word in listed], dtype=np.intp)
    if not any(card in model for card in ranked):
        raise ModelFileError("models-no-card")
    part = Vectors(tuple(model.words[row] for row in rows), model.matrix[rows])
    shares = [_shares(part, card, words) for card, words in ranked.items() if card in part]
    means = np.mean(shares, axis=0)
    overlaps = {depth: float(mean) for depth, mean in zip(DEPTHS, means, strict=True)}
    return Comparison(len(shares), len(ranked), overlaps)


def _shares(model: Vectors, card: str, words: Sequence[str]) -> list[float]:
    """Return the share of a card's listed neighbours that are found, at each depth."""
    found = [word for word, _ in model.nearest(card, max(DEPTHS))]
    heads = [(set(found[:depth]), words[:depth]) for depth in DEPTHS]
    return [sum(word in near for word in head) / len(head) for near, head in heads]
