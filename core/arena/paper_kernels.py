"""The paper's base spymaster and guesser on arrays, compiled.

Source: Archibald and Brosnahan, "Adapting to Teammates in a Cooperative Language Game", base
agents, and the order in which the authors' code breaks ties. Only for the paper's rules: these
clues may contain a word of the board, repeat an earlier clue, or be as near to the assassin as to a
bystander. For play with people see `core.agents.table_play`.

A clue is the neighbour of own cards with the most targets; in a tie, the one nearest to its
targets; in a further tie, the first in the lists of the own cards. Its targets are the covered own
cards that list it among their neighbours and are strictly nearer to it than every covered bad card.

Whether a bad card is as near as an own card depends only on the two cards and the neighbour, so a
table has one bit for each.

Axes: M experts, N board words, B cards of a board, K neighbours of a word, V clue words, W words of
64 bits.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import Associations
from core.agents.expert import Expert
from core.compiled import compiled, inlined

ABSENT: Final = -1
"""No clue, no turn, no winner."""

TARGET: Final = 1024.0
"""The score of a target: more than the sum of similarities to all cards of a board."""

WORD_BITS: Final = 64

MOST_BOARD_PLACES: Final = 64
"""The most cards of a board."""

MEMO_SIZE: Final = 1 << 22
"""Positions in the cache of clues: 64 MB."""

MOST_KEPT_SEED: Final = 1 << 30
"""The cache holds clues for boards with seeds below this."""


class ArenaTables(NamedTuple):
    """The experts of an arena.

    `neighbours` int32 (M, N, K) are columns of the vocabulary, nearest first, and `closeness`
    float32 (M, N, K) the similarities to them. `blocked` is uint64 (M, N, N, W): bit k of
    `blocked[m, a, b]` is 1 if the kth neighbour of word a is at least as near to word b. `guesser`
    float32 (M, N, V) are the guessers' similarities. `columns` int64 (N,) are the columns of the
    words themselves, or `ABSENT`; `alphabet` int64 (N,) are their alphabetical ranks.
    """

    neighbours: NDArray[np.int32]
    closeness: NDArray[np.float32]
    blocked: NDArray[np.uint64]
    guesser: NDArray[np.float32]
    columns: NDArray[np.int64]
    alphabet: NDArray[np.int64]


def arena_tables(
    experts: Sequence[Expert], words: tuple[str, ...], reach: int | None = None
) -> ArenaTables:
    """Return the tables of experts for a list of board words.

    The experts share a vocabulary and list equally many neighbours of a word; only the first
    `reach` of them count, by default all.
    """
    # First, because `spoken` holds as much memory again.
    heard = np.stack([expert.guesser.similarity(words) for expert in experts])
    listed = (expert.spymaster.associations(words) for expert in experts)
    spoken = [replace(one, neighbours=one.neighbours[:, :reach]) for one in listed]
    columns = spoken[0].vocabulary.columns
    return ArenaTables(
        np.stack([one.neighbours for one in spoken]),
        np.stack([np.take_along_axis(one.similarity, one.neighbours, axis=1) for one in spoken]),
        np.stack([_blocked(one) for one in spoken]),
        heard,
        np.array([columns.get(word, ABSENT) for word in words]),
        np.argsort(np.argsort(words)),
    )


def _blocked(one: Associations) -> NDArray[np.uint64]:
    """Return a bit for each neighbour of a word that is as near to another, uint64 (N, N, W)."""
    # Reading whole rows of clue words is several times faster than reading scattered columns.
    columns = np.ascontiguousarray(one.similarity.T)
    rows = zip(one.similarity, one.neighbours, strict=True)
    return np.stack([as_words((columns[near] >= row[near, None]).T) for row, near in rows])


def as_words(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return flags bool (N, K) packed into words uint64 (N, W), lowest bit first."""
    padded = np.pad(np.ascontiguousarray(flags), ((0, 0), (0, -flags.shape[1] % WORD_BITS)))
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)


class Cards(NamedTuple):
    """A board as one team sees it.

    `words` int64 (B,) are indices of the tables' words, `kinds` int64 (B,) their owners, `covered`
    is bool (B,). Cards of the kind `side` are the team's own.
    """

    words: NDArray[np.int64]
    kinds: NDArray[np.int64]
    covered: NDArray[np.bool_]
    side: int


class Scratch(NamedTuple):
    """Work arrays for the search for clues.

    `scores` float64 (V,) are the words' scores, `blocked` uint64 (W,) marks the neighbours of a
    card to which a bad card is as near. A cache of clues by position: `clues` int64 (`MEMO_SIZE`,)
    have a column and a number each, `positions` int64 (`MEMO_SIZE`,) their positions.
    """

    scores: NDArray[np.float64]
    blocked: NDArray[np.uint64]
    positions: NDArray[np.int64]
    clues: NDArray[np.int64]


def scratch(tables: ArenaTables) -> Scratch:
    """Return the work arrays for these tables."""
    clue_words, parts = tables.guesser.shape[2], tables.blocked.shape[3]
    return Scratch(
        np.zeros(clue_words, dtype=np.float64),
        np.zeros(parts, dtype=np.uint64),
        np.zeros(MEMO_SIZE, dtype=np.int64),
        np.zeros(MEMO_SIZE, dtype=np.int64),
    )


@inlined
def is_own(cards: Cards, card: int) -> bool:
    """Return whether a card is covered and the team's own."""
    return bool(cards.covered[card] and cards.kinds[card] == cards.side)


@compiled
def best_clue(tables: ArenaTables, model: int, cards: Cards, room: Scratch) -> tuple[int, int]:
    """Return the column and the number of an expert's clue.

    A word scores `TARGET` plus the similarity for each of its targets, minus infinity if it is on
    the board. If no word has a target, the number is 0, and the column belongs to `fallback`.
    """
    scores, most = room.scores, 0.0
    scores[:] = 0.0
    for word in cards.words:
        if tables.columns[word] != ABSENT:
            scores[tables.columns[word]] = -inf
    for card in range(len(cards.words)):
        if is_own(cards, card):
            most = max(most, _score(tables, model, cards, card, room))
    if most == 0.0:
        return fallback(tables, model, cards, scores), 0
    return _first(tables, model, cards, scores, most), int(most / TARGET + 0.5)


@inlined
def _score(tables: ArenaTables, model: int, cards: Cards, card: int, room: Scratch) -> float:
    """Score the words with a card as their target; return the greatest of their scores."""
    word, blocked, most = cards.words[card], room.blocked, 0.0
    blocked[:] = np.uint64(0)
    for other in range(len(cards.words)):
        if cards.covered[other] and cards.kinds[other] != cards.side:
            for part in range(len(blocked)):
                blocked[part] |= tables.blocked[model, word, cards.words[other], part]
    for place in range(tables.neighbours.shape[2]):
        if not blocked[place // WORD_BITS] >> np.uint64(place % WORD_BITS) & np.uint64(1):
            column = tables.neighbours[model, word, place]
            room.scores[column] += TARGET + float(tables.closeness[model, word, place])
            most = max(most, room.scores[column])
    return most


@inlined
def _first(
    tables: ArenaTables, model: int, cards: Cards, scores: NDArray[np.float64], most: float
) -> int:
    """Return the first word with a score in the lists of the own cards."""
    for card in range(len(cards.words)):
        if is_own(cards, card):
            for column in tables.neighbours[model, cards.words[card]]:
                if scores[column] == most:
                    return int(column)
    return ABSENT


@compiled
def fallback(tables: ArenaTables, model: int, cards: Cards, scores: NDArray[np.float64]) -> int:
    """Return the clue word nearest to an own card that lists it, or `ABSENT`.

    Board order breaks ties, then the column. A word on the board has a score below 0.
    """
    best, closeness = ABSENT, -inf
    for card in range(len(cards.words)):
        if not is_own(cards, card):
            continue
        word, level = cards.words[card], closeness
        for place in range(tables.neighbours.shape[2]):
            column = int(tables.neighbours[model, word, place])
            near = float(tables.closeness[model, word, place])
            is_better = near > closeness or (near == closeness > level and column < best)
            if is_better and scores[column] >= 0.0:
                best, closeness = column, near
    return best


@compiled
def kept_clue(
    tables: ArenaTables, model: int, cards: Cards, room: Scratch, seed: int
) -> tuple[int, int]:
    """Return an expert's clue on the board of a seed, cached by position.

    Pairs often reach the same position of a board: all pairs of one spymaster share their first
    clue, and most of ACE's turns are a static pair's.
    """
    if seed >= MOST_KEPT_SEED:
        return best_clue(tables, model, cards, room)
    position = (seed * len(tables.guesser) + model) * 2 + cards.side
    for covered in cards.covered:
        position = position * 2 + covered
    place = (position * 0x9E3779B97F4A7C1 >> 24) % MEMO_SIZE
    if room.positions[place] != position:
        column, number = best_clue(tables, model, cards, room)
        room.positions[place] = position
        room.clues[place] = column * MOST_BOARD_PLACES + number
    return room.clues[place] // MOST_BOARD_PLACES, room.clues[place] % MOST_BOARD_PLACES


@compiled
def nearest_cards(
    tables: ArenaTables,
    model: int,
    cards: Cards,
    column: int,
    number: int,
    chosen: NDArray[np.int64],
) -> None:
    """Write the covered cards nearest to a clue into the first `number` places of `chosen` (B,).

    The alphabet breaks ties.
    """
    found, rows = 0, tables.guesser[model]
    for card in range(len(cards.words)):
        if not cards.covered[card]:
            continue
        word = cards.words[card]
        near, place = rows[word, column], min(found, number)
        while place > 0:
            other = cards.words[chosen[place - 1]]
            level = rows[other, column]
            if level > near or (level == near and tables.alphabet[other] < tables.alphabet[word]):
                break
            if place < number:
                chosen[place] = chosen[place - 1]
            place -= 1
        if place < number:
            chosen[place] = card
            found = min(found + 1, number)
