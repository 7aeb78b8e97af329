"""A model's nearest neighbours by gensim, and their comparison with ranked lists.

A file of lists is JSON: each card with its neighbours, nearest first.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from bot.files import read, shown
from bot.models.cache import keyed
from bot.models.readers import ModelFileError

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

DEPTHS: Final = (10, 50, 300)
"""The numbers of neighbours to compare; the paper's spymaster uses 300."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The mean share of listed neighbours that the model finds, by depth, from 0 to 1."""

    compared: int
    """The number of cards that the model knows."""
    cards: int
    overlaps: Mapping[int, float]


def read_neighbours(path: str) -> dict[str, tuple[str, ...]]:
    """Return each card's ranked neighbours in a file; raises FileError and ModelFileError."""
    try:
        found = json.loads(read(path))
    except (ValueError, RecursionError):
        raise ModelFileError("models-neighbours", path=shown(path)) from None
    if not isinstance(found, dict) or not found or not all(map(_is_ranking, found.values())):
        raise ModelFileError("models-neighbours", path=shown(path))
    return {card: tuple(words) for card, words in found.items()}


def _is_ranking(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


def compare(model: "KeyedVectors", ranked: Mapping[str, Sequence[str]]) -> Comparison:
    """Return the overlaps of ranked lists with a model's nearest neighbours, at each depth.

    Only words in the lists compete, as a model may know more. Raises ModelFileError if the model
    knows none of the cards.
    """
    listed = {*ranked, *(word for words in ranked.values() for word in words)}
    words = [word for word in model.index_to_key if word in listed and has_vector(model, word)]
    part = keyed(words, model.vectors[[model.get_index(word) for word in words]])
    shares = [_shares(part, card, words) for card, words in ranked.items() if card in part]
    if not shares:
        raise ModelFileError("models-no-card")
    means = np.mean(shares, axis=0)
    overlaps = {depth: float(mean) for depth, mean in zip(DEPTHS, means, strict=True)}
    return Comparison(len(shares), len(ranked), overlaps)


def _shares(model: "KeyedVectors", card: str, words: Sequence[str]) -> list[float]:
    """Return the share of a card's listed neighbours that the model finds, at each depth."""
    found = neighbours(model, max(DEPTHS), [card])
    heads = [(set(found[:depth]), words[:depth]) for depth in DEPTHS]
    return [sum(word in near for word in head) / len(head) for near, head in heads]


def neighbours(
    model: "KeyedVectors", count: int, added: Sequence[str], taken: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the words nearest to a sum of words less others, nearest first.

    Words without a vector are ignored; if no word has one, the result is empty.
    """
    terms = [[word for word in side if has_vector(model, word)] for side in (added, taken)]
    if not any(terms):
        return ()
    if model.norms is None:
        # `fill_norms` would copy the whole matrix, and leave zeros that `most_similar` divides by.
        lengths = np.sqrt(np.einsum("vd,vd->v", model.vectors, model.vectors))
        model.norms = np.where(lengths > 0, lengths, np.inf)
    found = model.most_similar(*terms, topn=count)
    return tuple(word for word, _ in found if has_vector(model, word))


def has_vector(model: "KeyedVectors", word: str) -> bool:
    """Return whether a model has a vector for a word that is not all zeros."""
    return word in model.key_to_index and bool(model.get_vector(word).any())
