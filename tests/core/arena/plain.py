"""The paper's base spymaster and guesser in plain Python, straight from its rule.

The oracle of `core.arena.paper_kernels`, and the yardstick of its speed: it computes with no
arrays, so the two share nothing but the rule.

"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.agents.associations import Associations
from core.agents.expert import ClueProposal
from core.agents.position import BoardPosition


@dataclass(frozen=True, slots=True)
class PlainAssociations:
    """A board's associations as dictionaries: neighbours by card, similarity by card and clue.

    `listed` contains the neighbours as sets, for fast lookups.
    """

    cards: tuple[str, ...]
    neighbours: Mapping[str, list[str]]
    listed: Mapping[str, frozenset[str]]
    similarity: Mapping[str, Mapping[str, float]]


def plain(associations: Associations) -> PlainAssociations:
    """Return the associations of a board as dictionaries."""
    words = associations.vocabulary.words
    lists = zip(associations.cards, associations.neighbours.tolist(), strict=True)
    close = zip(associations.cards, associations.similarity.tolist(), strict=True)
    neighbours = {card: [words[column] for column in columns] for card, columns in lists}
    return PlainAssociations(
        associations.cards,
        neighbours,
        {card: frozenset(near) for card, near in neighbours.items()},
        {card: dict(zip(words, values, strict=True)) for card, values in close},
    )


def plain_clue(model: PlainAssociations, position: BoardPosition) -> ClueProposal:
    """Return the clue of the paper's base spymaster."""
    own, bad = position.own(), position.bad()
    best: tuple[tuple[int, float], str, tuple[int, ...]] | None = None
    for word in _candidates(model, own):
        targets = _targets(model, word, own, bad)
        closeness = sum(model.similarity[model.cards[place]][word] for place in targets)
        value = (len(targets), closeness)
        if best is None or value > best[0]:
            best = (value, word, targets)
    if best is None or not best[2]:
        return _fallback(model, own)
    return ClueProposal(best[1], len(best[2]), best[2])


def _candidates(model: PlainAssociations, own: tuple[int, ...]) -> list[str]:
    """Return the neighbours of the own cards in the order of their first occurrence."""
    met: dict[str, None] = {}
    for place in own:
        for word in model.neighbours[model.cards[place]]:
            if word not in model.cards:
                met.setdefault(word)
    return list(met)


def _targets(
    model: PlainAssociations, word: str, own: tuple[int, ...], bad: tuple[int, ...]
) -> tuple[int, ...]:
    danger = max((model.similarity[model.cards[place]][word] for place in bad), default=-9.0)
    return tuple(
        place
        for place in own
        if word in model.listed[model.cards[place]]
        and model.similarity[model.cards[place]][word] > danger
    )


def _fallback(model: PlainAssociations, own: tuple[int, ...]) -> ClueProposal:
    """Return the listed word nearest to its card, with number 1; ties by board, then column."""
    best: tuple[float, str, int] | None = None
    for place in own:
        card = model.cards[place]
        listed = model.listed[card].difference(model.cards)
        for word in model.similarity[card]:
            closeness = model.similarity[card][word]
            if word in listed and (best is None or closeness > best[0]):
                best = (closeness, word, place)
    if best is None:
        raise ValueError("no neighbour of an own card is off the board")
    return ClueProposal(best[1], 1, (best[2],), fallback=True)


def plain_guesses(
    model: PlainAssociations, covered: frozenset[int], word: str, number: int
) -> tuple[int, ...]:
    """Return the guesses of the paper's base guesser."""
    ranked = sorted(
        (-model.similarity[model.cards[place]][word], model.cards[place], place)
        for place in covered
    )
    return tuple(place for _, _, place in ranked)[:number]
