"""Teammates that are in no ensemble, made from experts: perturbed, between two, or shuffled.

An agent that models its teammate must be measured beside teammates that its model cannot be. All
here are experts with tables of their own over an arena's words, fixed once drawn. Axes: N board
words, V clue words.
"""

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import Associations, AssociationSource, TableSource, nearest
from core.agents.expert import Expert, expert

Singles = NDArray[np.float32]


def perturbed(
    name: str, one: Expert, words: tuple[str, ...], scale: float, rng: np.random.Generator
) -> Expert:
    """Return an expert whose similarities have normal noise, in their standard deviations."""

    def noisy(view: Associations) -> Singles:
        noise = rng.standard_normal(view.similarity.shape) * (scale * float(view.similarity.std()))
        return (view.similarity + noise).astype(np.float32)

    guesser = one.guesser.associations(words)
    if one.single:
        return expert(name, _source(guesser, noisy(guesser)))
    spymaster = one.spymaster.associations(words)
    return Expert(name, _source(spymaster, noisy(spymaster)), _source(guesser, noisy(guesser)))


def between(name: str, first: Expert, second: Expert, words: tuple[str, ...]) -> Expert:
    """Return an expert halfway between two, in standard deviations of each one's similarities."""

    def middle(one: AssociationSource, other: AssociationSource) -> TableSource:
        views = [source.associations(words) for source in (one, other)]
        scaled = [view.similarity / view.similarity.std() for view in views]
        return _source(views[0], ((scaled[0] + scaled[1]) / 2).astype(np.float32))

    if first.single and second.single:
        return expert(name, middle(first.guesser, second.guesser))
    return Expert(
        name,
        middle(first.spymaster, second.spymaster),
        middle(first.guesser, second.guesser),
    )


def shuffled(name: str, one: Expert, words: tuple[str, ...], rng: np.random.Generator) -> Expert:
    """Return an expert to whom each clue means what another did: a control that knows nothing."""
    view = one.guesser.associations(words)
    order = rng.permutation(view.similarity.shape[1])
    return expert(name, _source(view, np.ascontiguousarray(view.similarity[:, order])))


def _source(view: Associations, similarity: Singles) -> TableSource:
    """Return a source of other similarities (N, V) with the same cards, words and reach."""
    own = [view.vocabulary.columns.get(card) for card in view.cards]
    near = nearest(similarity, own, view.neighbours.shape[1])
    return TableSource(view.cards, view.vocabulary, similarity, near)
