"""The paper's base spymaster and guesser on arrays, compiled.

Source: Archibald and Brosnahan, "Adapting to Teammates in a Cooperative Language Game", base
agents, and the order in which the authors' code breaks ties. Only for the paper's rules: these
clues may contain a word of the board, repeat an earlier clue, or lie as near to the assassin as
to a bystander. For play with people see `core.agents.table_play`.

A clue is the neighbour of own cards with the most targets, and of those the nearest to its
targets. Its targets are the covered own cards in whose own list of neighbours it stands, and that
are strictly nearer to it than every covered bad card. Remaining ties go to the one that a walk
through the lists of the own cards meets first.

The spymaster asks of every neighbour of an own card whether a bad card is as near to it. That
depends on the two cards and the neighbour alone, so it is answered once: a bit for each.

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
"""The score of a target: more than all similarities to the cards of a board."""

WORD_BITS: Final = 64

MOST_BOARD_PLACES: Final = 64
"""Places of a board at most."""

MEMO_SIZE: Final = 1 << 22
"""Positions whose clues are kept: 64 MB."""

MOST_KEPT_SEED: Final = 1 << 30
"""The clues on boards of seeds below this are kept."""


class ArenaTables(NamedTuple):
    """The experts of an arena.

    `neighbours` int32 (M, N, K) are columns of the vocabulary, nearest first, and `closeness`
    float32 (M, N, K) the similarity to them. `blocked` is uint64 (M, N, N, W): bit k of
    `blocked[m, a, b]` tells that the kth neighbour of word a is at least as near to word b.
    `guesser` float32 (M, N, V) are the similarities that a guesser looks at. `columns` int64 (N,)
    are those of the words themselves, or `ABSENT`; `alphabet` int64 (N,) orders them.
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
    """Return the tables of experts on a list of board words.

    Their vocabularies are equal, and they list as many neighbours of a word; only the first
    `reach` of them count, or all.
    """
    # First, for `spoken` holds as much memory again.
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
    """Return which neighbours of a word are as near to another, as bits uint64 (N, N, W)."""
    # Whole rows of clue words are read several times faster than columns here and there.
    columns = np.ascontiguousarray(one.similarity.T)
    rows = zip(one.similarity, one.neighbours, strict=True)
    return np.stack([as_words((columns[near] >= row[near, None]).T) for row, near in rows])


def as_words(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return flags bool (N, K) as bits of whole words uint64 (N, W), the lowest first."""
    padded = np.pad(np.ascontiguousarray(flags), ((0, 0), (0, -flags.shape[1] % WORD_BITS)))
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)


class Cards(NamedTuple):
    """A board as one team sees it.

    `words` int64 (B,) are places in the tables' list, `kinds` int64 (B,) their owners, `covered`
    is bool (B,). Cards of the kind `side` are the team's own.
    """

    words: NDArray[np.int64]
    kinds: NDArray[np.int64]
    covered: NDArray[np.bool_]
    side: int


class Scratch(NamedTuple):
    """Room to look for clues in.

    `scores` float64 (V,) are those of the words, `blocked` uint64 (W,) the neighbours of a card to
    which a bad card is as near. Clues are kept by position: `clues` int64 (`MEMO_SIZE`,) hold a
    column and a number, `positions` the same size what they belong to.
    """

    scores: NDArray[np.float64]
    blocked: NDArray[np.uint64]
    positions: NDArray[np.int64]
    clues: NDArray[np.int64]


def scratch(tables: ArenaTables) -> Scratch:
    """Return room to look for clues in for these tables."""
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
    """Return an expert's clue, as its column and its number.

    A word scores `TARGET` and the similarity for each of its targets, one on the board endlessly
    less. Where no word has a target the number is 0 and the column that of the least bad clue for
    one card, or `ABSENT`.
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
    """Score the words whose target a card is; return the greatest score of these."""
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
    """Return the word of a score that a walk through the lists of the own cards meets first."""
    for card in range(len(cards.words)):
        if is_own(cards, card):
            for column in tables.neighbours[model, cards.words[card]]:
                if scores[column] == most:
                    return int(column)
    return ABSENT


@compiled
def fallback(tables: ArenaTables, model: int, cards: Cards, scores: NDArray[np.float64]) -> int:
    """Return the clue word nearest to any own card that lists it, or `ABSENT`.

    Ties go by board order, then by column. A word on the board has a score below 0.
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
    """Return an expert's clue on the board of a seed; it is looked for once in most positions.

    Pairs that sit at the same boards often come to the same position: each pair of one spymaster
    begins in it, and ACE follows the game of a static pair for most of its turns.
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

    Equal similarities go by the alphabet.
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
