"""Fits the listener to people's picks: `python -m tools.fit_listener --data FOLDER`.

FOLDER holds `picks.json` (`cards`, `clue`, `pick`) and `clues.json` (`targets`, `tan`, `avoid`,
`clue`): the covered cards, the clue, and the first pick or the meant cards. Prints the weights for
`core.agents.listener`, and those for a guild's memory of clues (`core.agents.clue_memory`), for
which all players count as one guild. It stores nothing.

Axes: E events, B cards (padded to the most), F features, G games.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.associations import vocabulary_form
from core.agents.clue_lookup import ClueMatch, default_understanding
from core.agents.listener import (
    FITTED_WEIGHTS,
    WITHOUT_LISTS,
    ListenerWeights,
    default_listener,
)
from core.agents.listings import LISTING_FEATURES
from core.agents.plackett_luce import LAPSE

Floats = NDArray[np.float64]

RIDGE: Final = 3.0
"""The penalty on squared weights."""

PAIR_RIDGE: Final = 1.0
"""The same for the weights of remembered pairs: the best in nats of 0.5, 1, 2 and 3."""

MEANT_WEIGHT: Final = 1.0
"""The weight of a clue with its meant cards, relative to a pick."""

FOLDS: Final = 10
SEED: Final = 5

FEWEST_CARDS: Final = 5
SHARED: Final = 0.9
"""Boards of one game share this part of the smaller one's cards; tiny ones are no evidence."""

STEPS: Final = 60
SMALLEST_STEP: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Event:
    """A clue with the covered cards, and the places of the pick or of the meant cards."""

    cards: tuple[str, ...]
    clue: str
    chosen: tuple[int, ...]
    is_pick: bool


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """Features float64 (E, B, F) of events, a mask of existing cards (E, B), and the choices.

    `chosen` float64 (E, B) sums to 1 for each event, `weight` (E,) are the events' weights, and
    `understood` the interpretations of their clues. `offset` (E, B) is added to the scores.
    """

    features: Floats
    there: NDArray[np.bool_]
    chosen: Floats
    weight: Floats
    understood: tuple[ClueMatch | None, ...]
    offset: Floats

    def part(self, events: NDArray[np.bool_]) -> "Design":
        """Return some of the events, bool (E,)."""
        kept = tuple(one for one, keep in zip(self.understood, events, strict=True) if keep)
        return Design(
            self.features[events],
            self.there[events],
            self.chosen[events],
            self.weight[events],
            kept,
            self.offset[events],
        )

    @property
    def is_understood(self) -> NDArray[np.bool_]:
        """A mask of the understood clues, bool (E,)."""
        return np.array([one is not None and one.is_sure for one in self.understood])

    @property
    def words(self) -> NDArray[np.str_]:
        """The words that clues were understood as, (E,); empty for unknown clues."""
        return np.array([one.word if one else "" for one in self.understood])


def main() -> None:
    """Fit the weights to all events and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    events = read_events(parser.parse_args().data)
    design = design_of(events)
    known = design.part(design.is_understood)
    print(weights_of(fit(known)))
    print("without lists:", weights_of(fit(without_lists(known))))
    turns = remembered_turns(events, games_of(events))
    for weights in (FITTED_WEIGHTS, WITHOUT_LISTS):
        fitted = fit_pairs(with_pairs(design, turns, weights.array))
        print("pairs that worked, failed, were missed:", np.round(fitted, 2))


def without_lists(design: Design) -> Design:
    """Return a design with zero features of the lists."""
    count = design.features.shape[2]
    return without_features(design, range(count - LISTING_FEATURES, count))


def without_features(design: Design, places: Sequence[int]) -> Design:
    """Return a design with zero features at some indices."""
    features = design.features.copy()
    features[:, :, list(places)] = 0
    return replace(design, features=features)


def read_events(folder: Path) -> list[Event]:
    """Return the events of a folder; raises OSError, ValueError or KeyError for invalid files."""
    picks = json.loads((folder / "picks.json").read_text(encoding="utf-8"))
    clues = json.loads((folder / "clues.json").read_text(encoding="utf-8"))
    return [
        *(_event(one["cards"], one["clue"], [one["pick"]], is_pick=True) for one in picks),
        *(
            _event(
                [*one["targets"], *one["tan"], *one["avoid"]],
                one["clue"],
                one["targets"],
                is_pick=False,
            )
            for one in clues
        ),
    ]


def _event(cards: Sequence[str], clue: str, chosen: Sequence[str], *, is_pick: bool) -> Event:
    return Event(tuple(cards), clue, tuple(map(cards.index, chosen)), is_pick)


def games_of(events: Sequence[Event]) -> NDArray[np.int64]:
    """Return the number of each event's game, int64 (E,), inferred from the boards."""
    boards = [frozenset(event.cards) for event in events]
    game = list(range(len(events)))
    for place, board in enumerate(boards):
        for before in range(place):
            fewest = min(len(board), len(boards[before]))
            if fewest >= FEWEST_CARDS and len(board & boards[before]) >= SHARED * fewest:
                old, new = game[place], game[before]
                game = [new if one == old else one for one in game]
    return np.array(game)


def marked_clues(events: Sequence[Event]) -> list[int | None]:
    """Return the index of each event's marked clue; None for a pick without one.

    A pick's clue is the largest marked one with the same word whose cards are all among the pick's.
    """
    clues = [place for place, event in enumerate(events) if not event.is_pick]
    return [
        max(
            (
                one
                for one in (clues if event.is_pick else [place])
                if events[one].clue == event.clue and {*events[one].cards} <= {*event.cards}
            ),
            key=lambda one: len(events[one].cards),
            default=None,
        )
        for place, event in enumerate(events)
    ]


def remembered_turns(events: Sequence[Event], games: NDArray[np.int64]) -> Floats:
    """Return each card's numbers of earlier successes, failures and misses, (E, B, 3).

    They count turns whose clue has the same word, in earlier games among the events. Nothing proves
    that the games are in chronological order.
    """
    marked, understand = marked_clues(events), default_understanding().understand
    heard = [understand(event.clue) for event in events]
    words = [
        one.word if one else vocabulary_form(event.clue)
        for one, event in zip(heard, events, strict=True)
    ]
    picks = {marked[place]: event for place, event in enumerate(events) if event.is_pick}
    history = defaultdict[str, list[tuple[int, dict[str, int]]]](list)
    for place, event in enumerate(events):
        if not event.is_pick:
            history[words[place]].append((place, _kinds(event, picks.get(place))))
    turns = np.zeros((len(events), max(len(event.cards) for event in events), 3))
    for row, (event, clue) in enumerate(zip(events, marked, strict=True)):
        for place, kinds in history[words[row]]:
            if clue is not None and place < clue and games[place] != games[row]:
                for column, card in enumerate(event.cards):
                    if card in kinds:
                        turns[row, column, kinds[card]] += 1
    return turns


def _kinds(clue: Event, pick: Event | None) -> dict[str, int]:
    """Return whether each card of a turn worked (0), failed (1) or was missed (2).

    Only the first pick is known, so a card that was marked with others counts as working.
    """
    marked = [clue.cards[place] for place in clue.chosen]
    if pick is None:
        return dict.fromkeys(marked, 0)
    picked = pick.cards[pick.chosen[0]]
    kinds = dict.fromkeys(marked, 2 if len(marked) == 1 else 0)
    kinds[picked] = int(picked in clue.cards and picked not in marked)
    return kinds


def with_pairs(design: Design, turns: Floats, weights: Floats) -> Design:
    """Return a design of remembered pairs, with the scores by weights (F,) as offsets.

    Unknown clues have no scores.
    """
    scores = (design.features @ weights) * design.is_understood[:, None]
    return replace(design, features=np.log1p(turns), offset=scores)


def fit_pairs(design: Design) -> Floats:
    """Return the weights of remembered pairs (3,)."""
    is_remembered: NDArray[np.bool_] = (design.features != 0).any(axis=(1, 2))
    return fit(design.part(is_remembered), PAIR_RIDGE)


def design_of(events: Sequence[Event]) -> Design:
    """Return the features of all events."""
    listener, understand = default_listener(), default_understanding().understand
    understood = tuple(understand(event.clue) for event in events)
    most, count = max(len(event.cards) for event in events), len(FITTED_WEIGHTS.array)
    features = np.zeros((len(events), most, count))
    there = np.zeros((len(events), most), dtype=np.bool_)
    chosen = np.zeros((len(events), most))
    for row, (event, heard) in enumerate(zip(events, understood, strict=True)):
        there[row, : len(event.cards)] = True
        chosen[row, list(event.chosen)] = 1 / len(event.chosen)
        if heard is not None:
            features[row, : len(event.cards)] = listener.features(event.cards, heard.word)
    weight = np.array([1.0 if event.is_pick else MEANT_WEIGHT for event in events])
    return Design(features, there, chosen, weight, understood, np.zeros(there.shape))


def fit(design: Design, ridge: float = RIDGE) -> Floats:
    """Return the weights float64 (F,) of maximum penalised likelihood, by damped Newton steps."""
    weights = np.zeros(design.features.shape[2])
    loss = _loss(design, weights, ridge)
    for _ in range(STEPS):
        step = np.linalg.solve(*_curve(design, weights, ridge))
        share = 1.0
        while (then := _loss(design, weights + share * step, ridge)) > loss:
            share /= 2
            if share < SMALLEST_STEP:
                return weights
        weights, loss = weights + share * step, then
        if np.abs(step).max() < SMALLEST_STEP:
            break
    return weights


def chances(design: Design, weights: Floats) -> Floats:
    """Return the chances of all cards without lapses, float64 (E, B)."""
    scores = np.where(design.there, design.offset + design.features @ weights, -np.inf)
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    share: Floats = likely / likely.sum(axis=1, keepdims=True)
    return share


def with_lapses(design: Design, share: Floats) -> Floats:
    """Return chances with lapses; equal ones for unknown clues."""
    equal = design.there / design.there.sum(axis=1, keepdims=True)
    known = design.is_understood[:, None]
    mixed: Floats = np.where(known, (1 - LAPSE) * share + LAPSE * equal, equal)
    return mixed


def cross_validated(
    design: Design,
    games: NDArray[np.int64],
    ridge: float = RIDGE,
    *,
    folds: int = FOLDS,
    new_words: bool = False,
) -> Floats:
    """Return the chances of each event's cards, fitted only to other games, float64 (E, B).

    With `new_words` the fits also omit the event's clue word.
    """
    found = np.zeros(design.there.shape)
    for held in _folds(games, folds):
        left_out = held | np.isin(design.words, design.words[held]) if new_words else held
        weights = fit(design.part(~left_out & design.is_understood), ridge)
        found[held] = chances(design.part(held), weights)
    return with_lapses(design, found)


def cross_validated_pairs(design: Design, turns: Floats, games: NDArray[np.int64]) -> Floats:
    """Return the chances with a memory of `turns`, all weights fitted to other games.

    It leaves one game out at a time: with so few remembered picks, random folds would matter.
    """
    found = np.zeros(design.there.shape)
    for held in _folds(games, len(np.unique(games))):
        weights = fit(design.part(~held & design.is_understood))
        paired = with_pairs(design, turns, weights)
        found[held] = chances(paired.part(held), fit_pairs(paired.part(~held)))
    equal = design.there / design.there.sum(axis=1, keepdims=True)
    mixed: Floats = (1 - LAPSE) * found + LAPSE * equal
    return mixed


def _folds(games: NDArray[np.int64], count: int) -> Iterator[NDArray[np.bool_]]:
    """Yield masks of the events (E,) that each fold holds out."""
    shuffled = np.random.default_rng(SEED).permutation(np.unique(games))
    for fold in range(count):
        yield np.isin(games, shuffled[fold::count])


def weights_of(array: Floats) -> ListenerWeights:
    """Return the weights by their names, rounded."""
    return ListenerWeights.of(np.round(array, 3))


def _loss(design: Design, weights: Floats, ridge: float) -> float:
    share = np.log(np.maximum(chances(design, weights), 1e-300))
    likelihood = design.weight @ (design.chosen * share).sum(axis=1)
    return float(ridge / 2 * weights @ weights - likelihood)


def _curve(design: Design, weights: Floats, ridge: float) -> tuple[Floats, Floats]:
    """Return the negative Hessian (F, F) and the gradient (F,) of the likelihood."""
    share, x = chances(design, weights), design.features
    rows, counted = x.reshape(-1, len(weights)), design.weight[:, None]
    second = (rows * (share * counted).reshape(-1, 1)).T @ rows
    mean = np.einsum("eb,ebf->ef", share, x)
    spread = second - (mean * counted).T @ mean
    pull: Floats = ((design.chosen - share) * counted).reshape(-1) @ rows
    return spread + ridge * np.eye(len(weights)), pull - ridge * weights


if __name__ == "__main__":
    main()
