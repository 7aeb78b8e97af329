"""The paper's base spymaster and guesser on the bits of `core.arena.similarity_arrays`, compiled.

Source: Archibald and Brosnahan, "Adapting to Teammates in a Cooperative Language Game", base
agents, and the order in which the authors' code breaks ties. Only for the paper's rules: these
clues may contain a word of the board, repeat an earlier clue, or lie as near to the assassin as
to a bystander. For play with people see `core.agents.people`.

A clue is the neighbour of own cards with the most targets, and of those the nearest to its
targets. Its targets are the covered own cards in whose own list of neighbours it stands, and that
are strictly nearer to it than every covered bad card. Remaining ties go to the one that a walk
through the lists of the own cards meets first.

Axes: B cards of a board, K neighbours, V clue words, W words of 64 bits.
"""

from math import inf
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.arena.similarity_arrays import WORD_BITS, ArenaTables
from core.compiled import compiled, inlined

ABSENT: Final = -1
"""No clue, no turn, no winner."""


TARGET: Final = 1024.0
"""The score of a target: more than all similarities to the cards of a board."""


MOST_BOARD_PLACES: Final = 64
"""Places of a board at most."""


MEMO_SIZE: Final = 1 << 22
"""Positions whose clues are kept: 64 MB."""

MOST_KEPT_SEED: Final = 1 << 30
"""The clues on boards of seeds below this are kept."""

BIT_PLACES: Final = np.zeros(67, dtype=np.int64)
"""The place of a single bit in a word of 64, by the word's remainder."""
BIT_PLACES[[2**place % 67 for place in range(64)]] = range(64)


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
    """Room to score clue words in.

    `scores` float64 (V,) are zero between clues; `touched` int64 (V,) are the words that were met,
    `open` uint64 (B, W) the neighbours of each own card that may be said, `shared` uint64 (W,)
    those of one card that another own card lists, too. Clues are kept by position: `clues` int64
    (`MEMO_SIZE`,) hold a column and a number, `positions` the same size what they belong to.
    """

    scores: NDArray[np.float64]
    touched: NDArray[np.int64]
    open: NDArray[np.uint64]
    shared: NDArray[np.uint64]
    positions: NDArray[np.int64]
    clues: NDArray[np.int64]


def scratch(tables: ArenaTables) -> Scratch:
    """Return room to score in for these tables."""
    clue_words, parts = tables.guesser[0].shape[0], tables.blocked.shape[3]
    return Scratch(
        np.zeros(clue_words, dtype=np.float64),
        np.zeros(clue_words, dtype=np.int64),
        np.zeros((MOST_BOARD_PLACES, parts), dtype=np.uint64),
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

    Words in the lists of two own cards are scored: `TARGET` and the similarity for each target.
    Other words have one target at most, and the best of these are the first open ones of a list.
    Where nothing satisfies the rule the number is 0 and the column that of the least bad clue for
    one card, or `ABSENT`.
    """
    best, value, met = ABSENT, 0.0, 0
    for card in range(len(cards.words)):
        if is_own(cards, card):
            _open(tables, model, cards, card, room.open[card])
    for card in range(len(cards.words)):
        if is_own(cards, card):
            _shared(tables, model, cards, card, room)
            best, value, met = _score(tables, model, cards, card, room, best, value, met)
    for place in range(met):
        room.scores[room.touched[place]] = 0.0
    if value < 1.5 * TARGET:
        best, value = _nearest_open(tables, model, cards, room, best, value)
    if best == ABSENT:
        return fallback(tables, model, cards), 0
    return best, int(value / TARGET + 0.5)


@inlined
def _open(
    tables: ArenaTables, model: int, cards: Cards, card: int, open_bits: NDArray[np.uint64]
) -> None:
    """Write a bit for each neighbour of a card's word that is off the board and safe to say."""
    word, reach = cards.words[card], tables.neighbours.shape[2]
    open_bits[:] = ~np.uint64(0)
    rest = reach % WORD_BITS
    if rest:
        open_bits[-1] >>= np.uint64(WORD_BITS - rest)
    for other in range(len(cards.words)):
        place = tables.places[model, word, cards.words[other]]
        if place < reach:
            open_bits[place // WORD_BITS] &= ~(np.uint64(1) << np.uint64(place % WORD_BITS))
        if cards.covered[other] and cards.kinds[other] != cards.side:
            for part in range(len(open_bits)):
                open_bits[part] &= ~tables.blocked[model, word, cards.words[other], part]


@inlined
def _shared(tables: ArenaTables, model: int, cards: Cards, card: int, room: Scratch) -> None:
    """Write a bit for each open neighbour of a card that another own card lists, too."""
    word, shared = cards.words[card], room.shared
    shared[:] = np.uint64(0)
    for other in range(len(cards.words)):
        if other != card and is_own(cards, other):
            for part in range(len(shared)):
                shared[part] |= tables.shared[model, word, cards.words[other], part]
    for part in range(len(shared)):
        shared[part] &= room.open[card, part]


@inlined
def _score(
    tables: ArenaTables,
    model: int,
    cards: Cards,
    card: int,
    room: Scratch,
    best: int,
    value: float,
    met: int,
) -> tuple[int, float, int]:
    """Score a target for each neighbour of a card that has a bit.

    Return the best word so far, its score, and how many words were met. A score that still grows is
    below its end, so the best one can be kept on the way.
    """
    scores, word = room.scores, cards.words[card]
    for part in range(len(room.shared)):
        bits = room.shared[part]
        while bits:
            lowest = bits & (~bits + np.uint64(1))
            place = part * WORD_BITS + BIT_PLACES[lowest % np.uint64(67)]
            bits ^= lowest
            column = int(tables.neighbours[model, word, place])
            room.touched[met] = column
            met += scores[column] == 0.0
            score = scores[column] + (TARGET + tables.closeness[model, word, place])
            scores[column] = score
            if score > value:
                best, value = column, score
            elif score == value:
                best = earlier(tables, model, cards, column, best)
    return best, value, met


@inlined
def _nearest_open(
    tables: ArenaTables, model: int, cards: Cards, room: Scratch, best: int, value: float
) -> tuple[int, float]:
    """Return the word with one target that is nearest to it, and its score."""
    for card in range(len(cards.words)):
        if not is_own(cards, card):
            continue
        word = cards.words[card]
        for place in range(tables.neighbours.shape[2]):
            if room.open[card, place // WORD_BITS] >> np.uint64(place % WORD_BITS) & np.uint64(1):
                column = int(tables.neighbours[model, word, place])
                score = TARGET + float(tables.closeness[model, word, place])
                if score < value:
                    break
                if score > value:
                    best, value = column, score
                else:
                    best = earlier(tables, model, cards, column, best)
    return best, value


@compiled
def earlier(tables: ArenaTables, model: int, cards: Cards, column: int, other: int) -> int:
    """Return which of two clues a walk through the lists of the own cards meets first."""
    for card in range(len(cards.words)):
        if is_own(cards, card):
            for near in tables.neighbours[model, cards.words[card]]:
                if near == column:
                    return column
                if near == other:
                    return other
    return other


@compiled
def fallback(tables: ArenaTables, model: int, cards: Cards) -> int:
    """Return the clue word nearest to any own card that lists it, or `ABSENT`.

    Ties go by board order, then by column.
    """
    best, closeness, reach = ABSENT, -inf, tables.neighbours.shape[2]
    on_board = np.zeros(reach + 1, dtype=np.bool_)
    for card in range(len(cards.words)):
        if not is_own(cards, card):
            continue
        word, level = cards.words[card], closeness
        on_board[:] = False
        for other in cards.words:
            on_board[tables.places[model, word, other]] = True
        for place in range(reach):
            column, near = (
                tables.neighbours[model, word, place],
                tables.closeness[model, word, place],
            )
            is_better = near > closeness or (near == closeness > level and column < best)
            if is_better and not on_board[place]:
                best, closeness = column, near
    return int(best)


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
        near, place = rows[column, word], min(found, number)
        while place > 0:
            other = cards.words[chosen[place - 1]]
            level = rows[column, other]
            if level > near or (level == near and tables.alphabet[other] < tables.alphabet[word]):
                break
            if place < number:
                chosen[place] = chosen[place - 1]
            place -= 1
        if place < number:
            chosen[place] = card
            found = min(found + 1, number)
