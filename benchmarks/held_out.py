"""Held-out teammates, made from experts: perturbed, between two, or shuffled.

They test an agent that models its teammate on teammates outside its model. Each is an expert with
its own table over an arena's words, fixed once drawn. Axes: N board words, V clue words.
"""

from collections.abc import Callable, Sequence

import numpy as np

from core.agents.associations import Associations, AssociationSource, TableSource, nearest
from core.agents.expert import Expert, expert
from core.words.vectors import Singles


def perturbed(
    name: str, one: Expert, words: tuple[str, ...], scale: float, rng: np.random.Generator
) -> Expert:
    """Return an expert with normal noise; `scale` is in standard deviations of similarities."""
    return _made(name, [one], lambda sources: _noisy(sources[0].associations(words), scale, rng))


def _noisy(view: Associations, scale: float, rng: np.random.Generator) -> TableSource:
    noise = rng.standard_normal(view.similarity.shape) * (scale * float(view.similarity.std()))
    return _source(view, (view.similarity + noise).astype(np.float32))


def between(name: str, first: Expert, second: Expert, words: tuple[str, ...]) -> Expert:
    """Return an expert halfway between two, in standard deviations of each one's similarities."""

    def middle(sources: Sequence[AssociationSource]) -> TableSource:
        views = [source.associations(words) for source in sources]
        scaled = [view.similarity / view.similarity.std() for view in views]
        return _source(views[0], ((scaled[0] + scaled[1]) / 2).astype(np.float32))

    return _made(name, [first, second], middle)


def _made(
    name: str,
    experts: Sequence[Expert],
    make: Callable[[Sequence[AssociationSource]], TableSource],
) -> Expert:
    """Return an expert with a source made from others' sources, or with one for each chair."""
    heard = [one.guesser for one in experts]
    if all(one.single for one in experts):
        return expert(name, make(heard))
    return Expert(name, make([one.spymaster for one in experts]), make(heard))


def shuffled(name: str, one: Expert, words: tuple[str, ...], rng: np.random.Generator) -> Expert:
    """Return an expert with permuted clue words: a control whose clues mean nothing."""
    view = one.guesser.associations(words)
    order = rng.permutation(view.similarity.shape[1])
    return expert(name, _source(view, np.ascontiguousarray(view.similarity[:, order])))


def _source(view: Associations, similarity: Singles) -> TableSource:
    """Return a source of new similarities (N, V) with the same cards, words and reach."""
    own = [view.vocabulary.columns.get(card) for card in view.cards]
    near = nearest(similarity, own, view.neighbours.shape[1])
    return TableSource(view.cards, view.vocabulary, similarity, near)
