"""The paper's base spymaster and guesser on tables: as loops to compile, or on numpy's arrays.

`core.arena.paper` explains the rule and reads better; here it is told by the bits of
`core.arena.tables`. Both forms give the same clues and guesses, move for move; the compiled one is
ten times as fast. Axes: B cards of a board, K neighbours, V clue words, W words of 64 bits.
"""

from collections.abc import Callable
from math import inf
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from core.arena.tables import WORD_BITS, ArenaTables, flags_of
from core.compiled import COMPILES, compiled

ABSENT: Final = -1
"""No clue, no turn, no winner."""


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
    """Room to count the targets of clue words in.

    `targets` int64, `total` float64 and `stamp` int64 are (V,), as is `touched` int64, the words
    that were met; `newest` int64 (1,) is the newest stamp.
    """

    targets: NDArray[np.int64]
    total: NDArray[np.float64]
    stamp: NDArray[np.int64]
    touched: NDArray[np.int64]
    newest: NDArray[np.int64]


def scratch(tables: ArenaTables) -> Scratch:
    """Return room to count in for these tables."""
    clue_words = tables.guesser[0].shape[1]
    return Scratch(
        np.zeros(clue_words, dtype=np.int64),
        np.zeros(clue_words, dtype=np.float64),
        np.zeros(clue_words, dtype=np.int64),
        np.zeros(clue_words, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@compiled
def is_own(cards: Cards, card: int) -> bool:
    """Return whether a card is covered and the team's own."""
    return bool(cards.covered[card] and cards.kinds[card] == cards.side)


def clue_by_loops(tables: ArenaTables, model: int, cards: Cards, room: Scratch) -> tuple[int, int]:
    """Return an expert's clue, as its column and its number.

    Where nothing satisfies the rule the number is 0 and the column that of the least bad clue for
    one card, or `ABSENT`.
    """
    met = _count_targets(tables, model, cards, room)
    best, number, closeness = ABSENT, 0, -inf
    for place in range(met):
        column = room.touched[place]
        targets, total = room.targets[column], room.total[column]
        if targets > number or (targets == number and total > closeness):
            best, number, closeness = column, targets, total
        elif targets == number and total == closeness:
            best = earlier(tables, model, cards, column, best)
    if number == 0:
        return fallback(tables, model, cards), 0
    return best, number


@compiled
def _count_targets(tables: ArenaTables, model: int, cards: Cards, room: Scratch) -> int:
    """Count each clue word's targets and sum their similarities; return how many words were met."""
    room.newest[0] += 1
    met = 0
    blocked = np.zeros(tables.blocked.shape[3], dtype=np.uint64)
    for card in range(len(cards.words)):
        if is_own(cards, card):
            word = cards.words[card]
            _block(tables, model, cards, word, blocked)
            near, closeness = tables.neighbours[model, word], tables.closeness[model, word]
            met = _count_open(near, closeness, blocked, room, met)
    return met


@compiled
def _block(
    tables: ArenaTables, model: int, cards: Cards, word: int, blocked: NDArray[np.uint64]
) -> None:
    """Write a bit for each neighbour of a word that is on the board or not safe to say."""
    blocked[:] = np.uint64(0)
    reach = tables.neighbours.shape[2]
    for card in range(len(cards.words)):
        place = tables.places[model, word, cards.words[card]]
        if place < reach:
            blocked[place // WORD_BITS] |= np.uint64(1) << np.uint64(place % WORD_BITS)
        if cards.covered[card] and cards.kinds[card] != cards.side:
            for part in range(len(blocked)):
                blocked[part] |= tables.blocked[model, word, cards.words[card], part]


@compiled
def _count_open(
    near: NDArray[np.int32],
    closeness: NDArray[np.float32],
    blocked: NDArray[np.uint64],
    room: Scratch,
    met: int,
) -> int:
    """Count a target for each neighbour that is not blocked; return how many words were met."""
    stamp = room.newest[0]
    for part in range(len(blocked)):
        place, open_bits = part * WORD_BITS, ~blocked[part]
        while open_bits and place < len(near):
            if open_bits & np.uint64(1):
                column = near[place]
                if room.stamp[column] != stamp:
                    room.stamp[column] = stamp
                    room.targets[column] = 0
                    room.total[column] = 0.0
                    room.touched[met] = column
                    met += 1
                room.targets[column] += 1
                room.total[column] += closeness[place]
            open_bits >>= np.uint64(1)
            place += 1
    return met


@compiled
def earlier(tables: ArenaTables, model: int, cards: Cards, column: int, other: int) -> int:
    """Return which of two clues a walk through the lists of the own cards meets first."""
    for card in range(len(cards.words)):
        if is_own(cards, card):
            for near in tables.neighbours[model, cards.words[card]]:
                if near in (column, other):
                    return int(near)
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


def clue_by_arrays(
    tables: ArenaTables,
    model: int,
    cards: Cards,
    room: Scratch,  # noqa: ARG001 - the loops'
) -> tuple[int, int]:
    """Return what `clue_by_loops` returns."""
    own = cards.words[cards.covered & (cards.kinds == cards.side)]
    is_open = ~_blocked(tables, model, cards, own).ravel()
    columns = tables.neighbours[model].take(own, axis=0).ravel().compress(is_open)
    if columns.size == 0:
        return fallback(tables, model, cards), 0
    counts = np.bincount(columns)
    number = int(counts.max())
    best = np.flatnonzero(counts == number)
    if len(best) > 1:
        closeness = tables.closeness[model].take(own, axis=0).ravel().compress(is_open)
        best = _closest(best, columns, closeness, len(counts))
    first = int(best[0])
    for column in best[1:].tolist():
        first = earlier(tables, model, cards, column, first)
    return first, number


def _blocked(
    tables: ArenaTables, model: int, cards: Cards, own: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Return which neighbours (own cards, K) are on the board or not safe to say."""
    bad = cards.words[cards.covered & (cards.kinds != cards.side)]
    reach = tables.neighbours.shape[2]
    blocked = np.bitwise_or.reduce(tables.blocked[model][own[:, None], bad[None]], axis=1)
    flags = np.zeros((len(own), reach + 1), dtype=np.bool_)
    flags[:, :reach] = flags_of(blocked, reach)
    places = tables.places[model][own[:, None], cards.words[None]]
    flags[np.arange(len(own))[:, None], places] = True
    return flags[:, :reach]


def _closest(
    tied: NDArray[np.intp],
    columns: NDArray[np.int32],
    closeness: NDArray[np.float32],
    size: int,
) -> NDArray[np.intp]:
    """Return those of the tied columns with the greatest sum of similarities to their targets."""
    totals = np.bincount(columns, closeness, size)[tied]
    nearest: NDArray[np.intp] = tied[totals == totals.max()]
    return nearest


def guesses_by_loops(
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


def guesses_by_arrays(
    tables: ArenaTables,
    model: int,
    cards: Cards,
    column: int,
    number: int,
    chosen: NDArray[np.int64],
) -> None:
    """Write what `guesses_by_loops` writes."""
    places = np.flatnonzero(cards.covered)
    words = cards.words[places]
    order = np.lexsort((tables.alphabet[words], -tables.guesser[model][words, column]))
    nearest = places[order[:number]]
    chosen[: len(nearest)] = nearest


ClueRule: TypeAlias = Callable[[ArenaTables, int, Cards, Scratch], tuple[int, int]]
GuessRule: TypeAlias = Callable[[ArenaTables, int, Cards, int, int, NDArray[np.int64]], None]

best_clue: ClueRule = compiled(clue_by_loops) if COMPILES else clue_by_arrays
"""Returns an expert's clue, as its column and its number."""

nearest_cards: GuessRule = compiled(guesses_by_loops) if COMPILES else guesses_by_arrays
"""Writes an expert's guesses on a clue."""
