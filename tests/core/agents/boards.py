"""Small made-up vocabularies and boards for the agents' tests."""

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import Associations, TableSource, Vocabulary, nearest
from core.agents.position import CardKind, KeyedBoard
from core.rating.colt import turns_of

LEVELS = 40

SLOW = turns_of({"1000": 0.7, "0010": 0.3})
FAST = turns_of({"2000": 0.5, "3000": 0.5})
"""Turns of two teams, one much better than the other."""


def made_up_source(
    seed: int, *, cards: int = 12, clues: int = 60, reach: int = 20, levels: int = LEVELS
) -> TableSource:
    """Return a source over cards card0.. and clues, with random similarities of few levels.

    Few levels make ties common. Every card is a clue word too, with similarity 1 to itself.
    """
    rng = np.random.default_rng(seed)
    names = tuple(f"card{number}" for number in range(cards))
    vocabulary = Vocabulary((*(f"clue{number}" for number in range(clues)), *names))
    drawn = rng.integers(-levels, levels, (cards, len(vocabulary)))
    similarity: NDArray[np.float32] = (drawn / levels).astype(np.float32)
    own = [vocabulary.columns[name] for name in names]
    similarity[np.arange(cards), own] = 1.0
    near = nearest(similarity, own, reach)
    return TableSource(Associations(names, vocabulary, similarity, near))


def made_up_board(seed: int, *, cards: int = 12) -> KeyedBoard:
    """Return a board of card0.. in random order with every kind of card on it."""
    rng = np.random.default_rng(seed)
    names = [f"card{number}" for number in rng.permutation(cards)]
    others = [CardKind.BYSTANDER] * (cards - 9)
    kinds = [*[CardKind.OWN] * 5, *[CardKind.OPPONENT] * 3, *others, CardKind.ASSASSIN]
    return KeyedBoard(tuple(names), tuple(kinds[place] for place in rng.permutation(cards)))


def associations_of(rows: dict[str, dict[str, float]], *, reach: int = 10) -> Associations:
    """Return the associations of a table of similarities by card and clue.

    Pairs that the table lacks have the similarity -1, and so has one more word, "void".
    """
    clues = [*dict.fromkeys(word for row in rows.values() for word in row), "void"]
    vocabulary = Vocabulary(clues)
    similarity = np.array(
        [[row.get(word, -1.0) for word in clues] for row in rows.values()], dtype=np.float32
    )
    own = [vocabulary.columns.get(card) for card in rows]
    return Associations(tuple(rows), vocabulary, similarity, nearest(similarity, own, reach))
