"""A spymaster's search: the clue and number of the highest chance to win with this teammate.

For every draw from the belief about the teammate, the team's cards above the best other card are
the run: a clue for n cards finds n if the run is as long, else the run and then that other card.
The value of each ending comes from a table of races with this pair's own turns
(`core.rating.race`), so the search is bold where the pair is good.

Clues of the whole vocabulary are screened first: for each number, those whose cards lead the best
other card by most. Axes: M experts, B cards of a board, V clue words, C candidates, S draws, U
covered cards, N numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.belief import (
    MARGINS,
    Belief,
    Explanations,
    margin_draws,
    score_draws,
    shares,
    with_margins,
)
from core.agents.position import CardKind
from core.rating.colt import WEIGHTS, Ending, outcome_index
from core.rating.race import MIDDLING_TURNS, Race, turns_of

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]

GUESSER_TRUST: Final = 2.5
"""The sum of a blend's weights that a strange guesser has: its noise beside similarities."""

MOST_MEANT: Final = 6
"""The greatest number of a clue."""

CLUE_DRAWS: Final = 64
"""Draws from the belief by which a clue is judged."""

LEAST_CHANCE: Final = 0.02
"""The least chance that is given to a turn's going well, and to its going wrong."""

SCREENED: Final = 50
"""Clues that are kept for each number."""

UNLIKELY: Final = 0.02
"""Explanations less likely than this are not screened for."""

RELATIVELY_UNLIKELY: Final = 0.1
"""Experts are not screened for that are less likely than this share of the likeliest."""

SCREEN_NOISE: Final = 0.3
"""The noise of an exact expert in the screen, in which only the order of clues matters."""

FEARED: Final = 0.3
"""The lead that the screen gives the assassin: it costs more than other cards."""

USUAL_WEIGHT: Final = 20.0
"""Turns that the prior of a pair's outcomes weighs; as in `core.rating.estimate`."""

USUAL_TURNS: Final = turns_of(
    {
        "1000": 0.15,
        "2000": 0.30,
        "3000": 0.22,
        "4000": 0.08,
        "0100": 0.02,
        "1100": 0.03,
        "2100": 0.03,
        "3100": 0.02,
        "1001": 0.01,
        "0010": 0.03,
        "1010": 0.04,
        "2010": 0.04,
        "3010": 0.03,
    }
)
"""Turns of a pair that hardly knows each other, the prior of a pair's outcomes."""

_BAD_ENDINGS: Final = (Ending.OPPONENT, Ending.BYSTANDER, Ending.ASSASSIN)
_NOWHERE: Final = np.float32(-1e9)


class Goal(Enum):
    """The value of a turn to a spymaster."""

    WIN = "win"
    """The chance to win a race."""
    COLT = "colt"
    """Its weight in CoLT, for ablations."""


@dataclass(frozen=True, slots=True, eq=False)
class ClueQuestion:
    """A spymaster's board.

    `similarity` float32 (M, B, V) is in standard deviations of each expert; `kinds` int64 (B,)
    are `CardKind` from the team's side, `covered` bool (B,). `barred` int64 are columns that may
    not be said.
    """

    similarity: Singles
    kinds: NDArray[np.int64]
    covered: NDArray[np.bool_]
    barred: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ChosenClue:
    """A clue: its column and number, the chance that all its cards are found, and its value."""

    column: int
    number: int
    chance: float
    value: float


@dataclass(frozen=True, slots=True, eq=False)
class TurnValues:
    """The value of a turn: `clean` (N + 1,) by cards found, `ended` (3, N + 1) by bad card too."""

    clean: Floats
    ended: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Runs:
    """Runs int64 (S, C), and the kind less one of the card that ends them."""

    length: NDArray[np.int64]
    ender: NDArray[np.int64]


def best_clue(
    question: ClueQuestion,
    belief: Belief,
    rng: np.random.Generator,
    goal: Goal = Goal.WIN,
    explanations: Explanations = Explanations.BOTH,
) -> ChosenClue:
    """Return the best of all clues."""
    candidates = screened(question, belief, explanations)
    values, runs = _judged(question, belief, rng, candidates, goal, explanations)
    place, column = divmod(int(values.argmax()), len(candidates))
    chance = float((runs.length[:, column] > place).mean())
    return ChosenClue(int(candidates[column]), place + 1, chance, float(values[place, column]))


def best_of(
    question: ClueQuestion,
    belief: Belief,
    rng: np.random.Generator,
    proposals: Sequence[tuple[int, int]],
    goal: Goal = Goal.WIN,
    explanations: Explanations = Explanations.BOTH,
) -> ChosenClue:
    """Return the best of some clues, given as columns and numbers; of equals the first."""
    columns = np.array([column for column, _ in proposals], dtype=np.int64)
    values, runs = _judged(question, belief, rng, columns, goal, explanations)
    numbers = np.minimum([number for _, number in proposals], len(values))
    own = values[numbers - 1, np.arange(len(columns))]
    best = int(own.argmax())
    chance = float((runs.length[:, best] >= numbers[best]).mean())
    return ChosenClue(int(columns[best]), int(numbers[best]), chance, float(own[best]))


def screened(
    question: ClueQuestion, belief: Belief, explanations: Explanations
) -> NDArray[np.int64]:
    """Return the columns (C,) that are worth a closer look, in order; ValueError for none."""
    exact, blend = shares(belief, explanations)
    found = list[NDArray[np.intp]]()
    if blend > UNLIKELY:
        found += _leading(question, belief.mean, blend)
    if exact > UNLIKELY:
        experts = belief.exact.sum(axis=1)
        for expert in np.flatnonzero(experts > RELATIVELY_UNLIKELY * experts.max()):
            alone = np.zeros(len(belief.names))
            alone[expert] = 1 / SCREEN_NOISE
            found += _leading(question, alone, exact * experts[expert])
    columns = np.setdiff1d(np.concatenate(found), question.barred).astype(np.int64)
    if len(columns) == 0:
        raise ValueError("no clue word is off the board")
    return columns


def _leading(question: ClueQuestion, weights: Floats, share: float) -> list[NDArray[np.intp]]:
    """Return for each number the clues whose cards lead by most, more where `share` is large."""
    size = max(8, int(SCREENED * share))
    flat = question.similarity.reshape(len(weights), -1)
    scores = (weights.astype(np.float32) @ flat).reshape(question.similarity.shape[1:])
    own, bad = _sides(question)
    ranked = np.sort(scores[own], axis=0)[::-1][:MOST_MEANT]
    if len(bad):
        feared = np.where(question.kinds[bad] == CardKind.ASSASSIN, FEARED, 0.0)
        ranked = ranked - (scores[bad] + feared.astype(np.float32)[:, None]).max(axis=0)
    ranked[:, question.barred] = _NOWHERE
    size = min(size, ranked.shape[1])
    return [np.argpartition(-row, size - 1)[:size] for row in ranked]


def _sides(question: ClueQuestion) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the places of the team's covered cards, and of the others."""
    is_own = question.kinds == CardKind.OWN
    return (
        np.flatnonzero(question.covered & is_own),
        np.flatnonzero(question.covered & ~is_own),
    )


def _judged(
    question: ClueQuestion,
    belief: Belief,
    rng: np.random.Generator,
    candidates: NDArray[np.int64],
    goal: Goal,
    explanations: Explanations,
) -> tuple[Floats, Runs]:
    """Return the value (N, C) of candidates by number, and their runs."""
    own, bad = _sides(question)
    values = turn_values(belief, len(own), int((question.kinds[bad] == 1).sum()), goal)
    runs = drawn_runs(question, belief, rng, candidates, explanations)
    short = np.minimum(runs.length, len(values.clean) - 1)
    ended = values.ended[runs.ender, short]
    numbers = range(1, len(values.clean))
    rows = [np.where(short >= number, values.clean[number], ended) for number in numbers]
    return np.stack([row.mean(axis=0) for row in rows]), runs


def drawn_runs(
    question: ClueQuestion,
    belief: Belief,
    rng: np.random.Generator,
    candidates: NDArray[np.int64],
    explanations: Explanations,
) -> Runs:
    """Return the runs of candidates in `CLUE_DRAWS` draws; their noise is by card, not by clue."""
    own, bad = _sides(question)
    cards = np.concatenate([own, bad])
    seen = question.similarity[:, cards][:, :, candidates]
    weights = np.concatenate(score_draws(belief, CLUE_DRAWS, explanations)).astype(np.float32)
    scores = (weights @ seen.reshape(len(seen), -1)).reshape(len(weights), *seen.shape[1:])
    noise = rng.gumbel(size=(len(weights), len(cards)))
    noise *= margin_draws(belief, len(weights))[:, None]
    scores += noise[:, :, None].astype(np.float32)
    mine, others = scores[:, : len(own)], scores[:, len(own) :]
    if len(bad) == 0:
        full = np.full((len(weights), len(candidates)), len(own))
        return Runs(full, np.zeros_like(full))
    length = np.count_nonzero(mine > others.max(axis=1)[:, None], axis=1)
    return Runs(length, question.kinds[bad][others.argmax(axis=1)] - 1)


def after_clue(
    belief: Belief,
    similarity: Floats,
    is_own: NDArray[np.bool_],
    number: int,
    *,
    clean: bool,
) -> Belief:
    """Return the belief after a turn on a clue whose first cards were all own, or not (`clean`).

    `similarity` (U, M) is of the cards that were covered, `is_own` (U,) tells the team's. Each
    margin of noise gave that another chance, which is judged by draws from the belief before.
    """
    if is_own.all():
        return belief
    scores = np.concatenate(score_draws(belief, CLUE_DRAWS)) @ similarity.T
    noise = _gumbels(CLUE_DRAWS, len(similarity))
    noisy = scores + np.array(MARGINS)[:, None, None] * noise
    best = noisy[:, :, ~is_own].max(axis=2)
    runs = np.count_nonzero(noisy[:, :, is_own] > best[:, :, None], axis=2)
    chances = (runs >= number).mean(axis=1)
    chances = chances.clip(LEAST_CHANCE, 1 - LEAST_CHANCE)
    return with_margins(belief, chances if clean else 1 - chances)


@cache
def _gumbels(count: int, cards: int) -> Floats:
    """Return noise (count, cards), the same each time: the same turn teaches the same."""
    return np.random.default_rng(cards).gumbel(size=(count, cards))


def turn_values(belief: Belief, own: int, other: int, goal: Goal) -> TurnValues:
    """Return the value of a turn with so many cards left, of the team's and of its opponent's."""
    most = min(own, MOST_MEANT)
    found = range(most + 1)
    if goal is Goal.COLT:
        clean = [0.0, *(WEIGHTS[outcome_index(one, Ending.CLEAN)] for one in found[1:])]
        ended = [[WEIGHTS[outcome_index(one, bad)] for one in found] for bad in _BAD_ENDINGS]
    else:
        counts = belief.outcomes + USUAL_WEIGHT * np.array(USUAL_TURNS)
        race = Race(tuple((counts / counts.sum()).tolist()), MIDDLING_TURNS)
        clean = [race.after_turn(own - one, other) for one in found]
        ended = [[race.after_turn(own - one, other, bad) for one in found] for bad in _BAD_ENDINGS]
    return TurnValues(np.array(clean), np.array(ended))
