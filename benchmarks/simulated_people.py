"""Simulated people, and boards with menus of words on which they play with a bot.

A person understands clues with its own weights: on the features of the listener, and on cosines
from models that the bots do not have. The menu of a board contains the words with which the
listener, each model, some random people and each of the other models would mean one to three cards.

Axes: P people, T turns, A boards, M words of a menu, B cards, F features of people, of which the
first L are the listener's, K personas.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.listener_bench import Bench
from benchmarks.strangers import WordFolder
from bot.progress import counted
from core.agents.clue_search import CardsLeft, best_clue, turn_worth
from core.agents.listener import FITTED_WEIGHTS, ListenerWeights
from core.agents.listings import SCALE
from core.agents.personas import TOGETHER_PLACE, log_chance_of_reveals, persona_family
from core.agents.plackett_luce import LAPSE
from core.agents.position import BoardPosition, CardKind, KeyedBoard
from core.rating.race import TYPICAL_RACE
from core.words.ensemble import STORED
from core.words.packs import default_pack

Floats = NDArray[np.float64]

POSITIONS: Final = 6
"""Positions of each board, from many remaining cards to few."""

KINDS: Final = (
    *(CardKind.OWN,) * 9,
    *(CardKind.OPPONENT,) * 8,
    *(CardKind.BYSTANDER,) * 7,
    CardKind.ASSASSIN,
)

MOST_MEANT: Final = 3

MENU_SHARE: Final = 3
"""The words that each way to understand clues adds to a menu, for each number."""

DRAWN_WAYS: Final = 5
"""The random people who add words to a menu."""

LEAD: Final = 1.0
"""The least lead of a meant card over every bad card, in logarithms of chances."""

IDEAS: Final = 40
"""The words of a menu that a person thinks of."""

SPREAD_OF_MARGINS: Final = 5.0

FOLLOWED: Final = 3.0
"""The weight of the model of a person who follows one model alone."""

SCATTERED: Final = 4.0
"""The sum of the weights of other models, for people as scattered as real ones."""

SURE: Final = 12.0
"""The same for *sure* people, whose picks are consistent."""

IN_PART: Final = 6.0
"""The same for people who also follow half of the fitted weights."""

UNEVEN: Final = 0.5
"""The parameter of the Dirichlet distribution of a person's weights on other models."""

ONE_MODEL: Final = "one model"
SCATTERED_OTHERS: Final = "others, scattered"
SURE_OTHERS: Final = "others, sure"
PARTLY_OTHERS: Final = "others, in part"
ERRATIC: Final = "erratic"
SWITCHED: Final = "switched"
RANDOM: Final = "random"

SPREADS: Final = ("0.0", "0.75", "1.0", "1.5")

OTHER_VECTORS: Final = {SCATTERED_OTHERS: SCATTERED, SURE_OTHERS: SURE, PARTLY_OTHERS: IN_PART}
"""The kinds of people with other models, with the sum of their weights."""

PEOPLE: Final = (
    *SPREADS,
    ONE_MODEL,
    SCATTERED_OTHERS,
    SURE_OTHERS,
    ERRATIC,
    SWITCHED,
    RANDOM,
    PARTLY_OTHERS,
)


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """Boards and their menus.

    - `features`: float32 (A, M, B, F)
    - `there`, `own`: masks of the cards that exist, and of the team's, bool (A, B)
    - `said`: a mask of the words that exist, bool (A, M)
    - `clues`, `numbers`: the clue of the bot that learns nothing, (A,)
    """

    positions: tuple[BoardPosition, ...]
    menus: tuple[tuple[str, ...], ...]
    features: NDArray[np.float32]
    there: NDArray[np.bool_]
    own: NDArray[np.bool_]
    said: NDArray[np.bool_]
    clues: NDArray[np.intp]
    numbers: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.positions)


class OtherModels:
    """Models that the bots do not have, with each one's directions of all clue words, (V, D)."""

    def __init__(self, folders: Sequence[WordFolder], words: Sequence[str]) -> None:
        """Take the models, and the clue words."""
        self._folders = tuple(folders)
        self._matrices = [np.stack([one.of_text(word) for word in words]) for one in folders]

    def __len__(self) -> int:
        return len(self._folders)

    def features(self, cards: Sequence[str], columns: NDArray[np.intp]) -> Floats:
        """Return cosines of cards and clue words as features, float64 (C, B, models)."""
        found = np.zeros((len(columns), len(cards), len(self)))
        for place, (folder, matrix) in enumerate(zip(self._folders, self._matrices, strict=True)):
            rows = np.stack([folder.of_text(card) for card in cards])
            found[:, :, place] = SCALE * matrix[columns] @ rows.T
        return found


def positions_of(seed: int, boards: int) -> Iterator[BoardPosition]:
    """Yield positions of random boards, which have only the covered cards."""
    rng = np.random.default_rng((seed, 2))
    for _ in counted(range(boards)):
        words = rng.choice(default_pack().words, len(KINDS), replace=False).tolist()
        for place in range(POSITIONS):
            own, other, neutral = 9 - place, 8 - place, 7 - place
            kept = [*range(own), *range(9, 9 + other), *range(17, 17 + neutral), 24]
            board = KeyedBoard(tuple(words[one] for one in kept), tuple(KINDS[one] for one in kept))
            yield BoardPosition(board, frozenset(range(len(kept))))


def boards_of(bench: Bench, others: OtherModels, seed: int, boards: int) -> Boards:
    """Return random boards with their menus, and with the clues of the fitted listener's bot."""
    rng = np.random.default_rng((seed, 3))
    positions = tuple(positions_of(seed, boards))
    menus, features, planned = list[tuple[str, ...]](), list[Floats](), list[tuple[int, int]]()
    for position in counted(positions):
        cards, columns = position.board.cards, _menu(bench, others, position, rng)
        menu = tuple(bench.language.vocabulary.words[column] for column in columns)
        own = bench.listener.features_of(cards, menu)
        menus.append(menu)
        features.append(np.concatenate([own, others.features(cards, columns)], axis=-1))
        planned.append(clue_of(bench, position, menu, FITTED_WEIGHTS, rng))
    clues, numbers = np.array(planned).T
    kinds = [np.array(one.board.kinds) for one in positions]
    return Boards(
        positions,
        tuple(menus),
        _padded(features).astype(np.float32),
        _padded([np.ones(len(one), np.bool_) for one in kinds]),
        _padded([one == CardKind.OWN for one in kinds]),
        _padded([np.ones(len(one), np.bool_) for one in menus]),
        clues,
        numbers,
    )


def clue_of(
    bench: Bench,
    position: BoardPosition,
    menu: tuple[str, ...],
    weights: ListenerWeights,
    rng: np.random.Generator,
) -> tuple[int, int]:
    """Return the index of a bot's best clue in a menu, by these weights, and its number."""
    cards, vocabulary = position.board.cards, bench.language.vocabulary
    columns = np.array([vocabulary.columns[word] for word in menu])
    near = {name: one[:, columns] for name, one in bench.near(cards).items()}
    mixture = bench.listener.weighted(weights).mixture(cards, vocabulary, near, columns)
    others = len(position.places(CardKind.OPPONENT)) or 1
    left = CardsLeft(len(position.own()), others, len(cards))
    planned = best_clue(mixture, position, turn_worth(position, left, TYPICAL_RACE), rng)
    return planned.column, planned.number


def _menu(
    bench: Bench, others: OtherModels, position: BoardPosition, rng: np.random.Generator
) -> NDArray[np.intp]:
    """Return a menu's words as columns of the vocabulary."""
    cards, vocabulary = position.board.cards, bench.language.vocabulary
    columns = np.flatnonzero(bench.language.sayable(cards, ()))
    near = bench.near(cards)
    cosines = np.stack([np.maximum(near[name][:, columns], 0) for name in STORED])
    scores = bench.listener.scores(cards, vocabulary, near)[:, columns]
    drawn = rng.normal(scale=1.5 * SCALE, size=(DRAWN_WAYS, len(STORED)))
    ways = (
        scores,
        *cosines,
        *(scores + np.tensordot(one, cosines, 1) for one in drawn),
        *others.features(cards, columns).transpose(2, 1, 0),
    )
    own = np.array([kind is CardKind.OWN for kind in position.board.kinds])
    return columns[sorted({one for way in ways for one in _best(way, own)})]


def _best(scores: Floats, own: NDArray[np.bool_]) -> Iterator[int]:
    """Yield the columns with the greatest leads of own cards over others, by scores (B, C)."""
    ranked = -np.sort(-scores[own], axis=0)[:MOST_MEANT] - scores[~own].max(axis=0)
    for leads in ranked:
        yield from np.argpartition(-leads, MENU_SHARE)[:MENU_SHARE].tolist()


def _padded(arrays: Sequence[NDArray]) -> NDArray:  # type: ignore[type-arg]
    """Return a stack of arrays, padded with zeros to the size of the largest."""
    most = np.max([one.shape for one in arrays], axis=0)
    found = np.zeros((len(arrays), *most), arrays[0].dtype)
    for place, one in enumerate(arrays):
        found[place][tuple(slice(size) for size in one.shape)] = one
    return found


def people_of(kind: str, count: int, turns: int, others: int, rng: np.random.Generator) -> Floats:
    """Return the weights of people of a kind in each turn, float64 (P, T, F).

    A number as `kind` is the spread of the weights around the fitted ones. `others` is the number
    of other models.
    """
    fitted = FITTED_WEIGHTS.array
    weights = np.zeros((count, turns, len(fitted) + others))
    everybody = np.arange(count)
    if kind in SPREADS:
        weights[:, :, : len(fitted)] = _near_fitted(float(kind), count, rng)[:, None]
    elif kind == ERRATIC:
        each = [_near_fitted(float(SPREADS[-1]), count, rng) for _ in range(turns)]
        weights[:, :, : len(fitted)] = np.stack(each, axis=1)
    elif kind == ONE_MODEL:
        weights[everybody, :, everybody % len(STORED)] = FOLLOWED
    elif kind == SWITCHED:
        first = rng.integers(len(STORED), size=count)
        second = (first + rng.integers(1, len(STORED), size=count)) % len(STORED)
        weights[everybody, : turns // 2, first] = FOLLOWED
        weights[everybody, turns // 2 :, second] = FOLLOWED
    elif kind in OTHER_VECTORS:
        shares = rng.dirichlet(np.full(others, UNEVEN), size=count)
        weights[:, :, len(fitted) :] = OTHER_VECTORS[kind] * shares[:, None]
        weights[:, :, : len(fitted)] = fitted / 2 if kind == PARTLY_OTHERS else 0.0
    return weights


def _near_fitted(spread: float, count: int, rng: np.random.Generator) -> Floats:
    """Return the fitted weights with noise on cosines and on associations, (P, L)."""
    weights = np.tile(FITTED_WEIGHTS.array, (count, 1))
    weights[:, : len(STORED)] += spread * rng.normal(size=(count, len(STORED)))
    weights[:, TOGETHER_PLACE] += spread * rng.normal(size=count)
    return weights


def chances_of(scores: Floats, there: NDArray[np.bool_]) -> Floats:
    """Return each existing card's chance of a pick, (..., B, ...) over axis 1.

    It is `core.agents.plackett_luce.pick_chances` for boards with missing cards.
    """
    kept = np.where(there, scores, -np.inf)
    likely = np.exp(kept - kept.max(axis=1, keepdims=True))
    share = likely / likely.sum(axis=1, keepdims=True)
    equal = 1 / there.sum(axis=1, keepdims=True)
    found: Floats = np.where(there, (1 - LAPSE) * share + LAPSE * equal, 0.0)
    return found


def given_clues(
    boards: Boards, order: NDArray[np.intp], weights: Floats, rng: np.random.Generator
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]:
    """Return people's clues: words of menus (P, T), numbers (P, T), and meant cards (P, T, B).

    A person considers `IDEAS` words, and says the one with the most own cards ahead of every bad
    card, by scores with Gumbel noise; the surest clue breaks ties.
    """
    clues, numbers = np.zeros((2, *order.shape), np.intp)
    meant = np.zeros((*order.shape, boards.own.shape[1]), np.bool_)
    for board in range(len(boards)):
        here = np.nonzero(order == board)
        own, bad = boards.own[board], boards.there[board] & ~boards.own[board]
        scores = np.einsum("mbf,pf->pmb", boards.features[board], weights[here])
        scores += rng.gumbel(size=scores.shape)
        ranked = -np.sort(-scores[:, :, own], axis=2)[:, :, :MOST_MEANT]
        worst = scores[:, :, bad].max(axis=2)
        count = np.maximum((ranked > worst[:, :, None] + LEAD).sum(axis=2), 1)
        margin = np.take_along_axis(ranked, count[:, :, None] - 1, axis=2)[:, :, 0] - worst
        thought_of = rng.random(count.shape).argsort(axis=1).argsort(axis=1) < IDEAS
        value = count + np.tanh(margin / SPREAD_OF_MARGINS) / 2
        best = np.where(thought_of & boards.said[board], value, -np.inf).argmax(axis=1)
        people = np.arange(len(best))
        clues[here], numbers[here] = best, count[people, best]
        mine = np.where(own, scores[people, best], -np.inf)
        ranks = np.argsort(np.argsort(-mine, axis=1), axis=1)
        meant[here] = ranks < count[people, best][:, None]
    return clues, numbers, meant


def picked_evidence(
    boards: Boards,
    order: NDArray[np.intp],
    weights: Floats,
    later: float,
    rng: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Return people's chances of a first pick, (P, T, B), and each turn's evidence (P, T, K).

    They pick for the bot's clues, on boards in an `order` (P, T), up to the number or the first bad
    card; `later` is the weight, as evidence, of picks after the first.
    """
    family, everybody = persona_family().weights, np.arange(len(order))
    features = boards.features[np.arange(len(boards)), boards.clues].astype(np.float64)
    scores = features[:, :, : family.shape[1]] @ family.T
    firsts = _log_chances(scores, boards.there)
    truth = np.zeros((*order.shape, boards.own.shape[1]))
    told = np.zeros((*order.shape, len(family)))
    for turn, board in enumerate(order.T):
        own, there = boards.own[board], boards.there[board].copy()
        true = np.einsum("pbf,pf->pb", features[board], weights[:, turn])
        truth[:, turn] = chances_of(true, there)
        picks = _drawn(truth[:, turn], rng)
        told[:, turn] = firsts[board, picks]
        going, rank = everybody, 1
        while len(going) > 0:
            there[going, picks] = False
            goes_on = own[going, picks] & (boards.numbers[board[going]] > rank)
            going, rank = going[goes_on], rank + 1
            left = there[going]
            picks = _drawn(chances_of(true[going], left), rng)
            likely = _log_chances(scores[board[going]], left)
            told[going, turn] += later * likely[np.arange(len(going)), picks]
    return truth, told


def _log_chances(scores: Floats, there: NDArray[np.bool_]) -> Floats:
    """Return each card's log chance less that of the first persona, (..., B, K)."""
    likely = np.log(np.maximum(chances_of(scores, there[:, :, None]), 1e-9))
    found: Floats = likely - likely[:, :, :1]
    return found


def _drawn(chances: Floats, rng: np.random.Generator) -> NDArray[np.intp]:
    """Draw a card for each person by chances (P, B)."""
    reached = chances.cumsum(axis=1) > rng.random(len(chances))[:, None] * chances.sum(
        axis=1, keepdims=True
    )
    found: NDArray[np.intp] = reached.argmax(axis=1)
    return found


class Reveals:
    """Evidence about spymasters from the cards turned after their clues, with a cache."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._known = dict[tuple[int, ...], tuple[int, Floats]]()

    def of_turn(self, board: int, clue: int, picks: Sequence[int]) -> tuple[int, Floats]:
        """Return the number of cards found before a bad one, and the evidence (K,)."""
        key = (board, clue, *picks)
        if key not in self._known:
            self._known[key] = self._find(board, clue, picks)
        return self._known[key]

    def _find(self, board: int, clue: int, picks: Sequence[int]) -> tuple[int, Floats]:
        boards, family = self._boards, persona_family().weights
        cards, own = int(boards.there[board].sum()), boards.own[board]
        features = boards.features[board, clue, :cards, : family.shape[1]].astype(np.float64)
        found = int(np.cumprod(own[list(picks)]).sum())
        reveals = [(pick, bool(own[pick])) for pick in picks[: found + 1]]
        likely = log_chance_of_reveals(features @ family.T, len(picks), reveals, int(own.sum()))
        return found, likely - likely[0]
