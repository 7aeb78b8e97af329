"""Predictions of people's picks: by the listener, each expert, ACE's first turn, and the mean.

    python -m benchmarks.people --data FOLDER

FOLDER is that of `tools.fit_listener`. Only a person's first pick for a clue counts. The giver of a
clue marked its cards. A pick belongs to the largest marked clue with the same word whose cards are
all among the pick's.

- `first pick`, `top 3`: the share of picks that were the likeliest card, or one of the three
  likeliest
- `top card meant`: the share of picks whose likeliest card was marked
- `target recall`: the share of a clue's n marked cards among its n likeliest cards; the mean over
  clues
- `nats`: the negative log-likelihood of a pick
- `R2`: McFadden's, 1 minus the ratio of the nats to those of equal chances for the covered cards

On an unknown clue all cards are equally likely; chance breaks ties between equal scores. The
listener is cross-validated: the weights for a game's events are fitted to other games, for
`new words` also to other clue words. `listed boards` have only cards with lists of associations.
Experts have no chances, so no nats.

Two tables fit the listener to fewer features: stages from no lists to all features, and all
features except one kind at a time. The difference from the number with all features follows each
number. The last table shows the effect of a memory of clues (`core.agents.clue_memory`), as if all
players were one guild: the prediction of a pick uses the clues of earlier games in FOLDER, with
weights fitted to all other games. The games in FOLDER may not be in chronological order. Intervals
are 95 %, bootstrapped over games; differences are paired, pick by pick.

Axes: E events, B cards, F features.
"""

import argparse
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.clue_lookup import default_understanding
from core.agents.listings import NEAR_MODELS, SCALE
from core.words.association_lists import association_lists
from core.words.ensemble import MODELS, STORED
from core.words.receptive_words import LISTED, receptive_vocabulary
from tools.fit_listener import (
    FOLDS,
    Design,
    Event,
    Floats,
    cross_validated,
    cross_validated_pairs,
    design_of,
    games_of,
    marked_clues,
    read_events,
    remembered_turns,
    without_features,
)

Events = NDArray[np.bool_]

DRAWS: Final = 2_000
SEED: Final = 1
TOP: Final = 3
COMPARED: Final = ("first pick", "top card meant", "nats")

_TOGETHER: Final = 2 * len(STORED)
_NEAR: Final = _TOGETHER + 3
FEATURE_KINDS: Final[Mapping[str, Sequence[int]]] = {
    **{name: (place, len(STORED) + place) for place, name in enumerate(STORED)},
    "squares": range(len(STORED), _TOGETHER),
    "together": (_TOGETHER,),
    "strengths": (_TOGETHER + 1, _TOGETHER + 2),
    "nearness": range(_NEAR, _NEAR + 2 * len(NEAR_MODELS)),
    **{
        f"nearness by {name}": (_NEAR + 2 * place, _NEAR + 2 * place + 1)
        for place, name in enumerate(NEAR_MODELS)
    },
    "times listed": (_NEAR + 2 * len(NEAR_MODELS),),
}
"""The indices of each kind's features; a model's are its cosine and the square."""

LIST_KINDS: Final = ("strengths", "nearness", "times listed")

STAGES: Final[Mapping[str, Collection[str]]] = {
    "no lists": (LISTED, *LIST_KINDS),
    f"+ model {LISTED}": LIST_KINDS,
    "+ strengths": ("nearness", "times listed"),
    "+ nearness": ("times listed",),
    "+ times listed (all)": (),
}
"""The omitted kinds at each stage; the last stage has all features."""


@dataclass(frozen=True, slots=True, eq=False)
class PlayedEvents:
    """People's clues and picks.

    `games` int64 (E,) numbers each event's game, `is_pick` bool (E,) is true for picks, false for
    marked clues, and `meant` bool (E, B) for the cards that the giver marked.
    """

    design: Design
    games: NDArray[np.int64]
    is_pick: Events
    meant: NDArray[np.bool_]

    @staticmethod
    def of(events: Sequence[Event]) -> "PlayedEvents":
        """Return the design, games and marks of events."""
        is_pick = np.array([event.is_pick for event in events])
        return PlayedEvents(design_of(events), games_of(events), is_pick, meant_cards(events))

    def foreseen(self, left_out: Iterable[str] = (), *, new_words: bool = False) -> Floats:
        """Return the listener's chances, float64 (E, B), without some kinds of features."""
        design = without_features(self.design, places_of(left_out))
        return cross_validated(design, self.games, new_words=new_words)


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """A ratio of sums over events, those of `values` and `weights`, both float64 (E,)."""

    values: Floats
    weights: Floats

    @property
    def mean(self) -> float:
        """The ratio over all events; NaN if no event counts."""
        total = float(self.weights.sum())
        return float(self.values.sum()) / total if total else float("nan")

    def within(self, events: Events) -> "Measure":
        """Return the measure over some of the events."""
        return Measure(self.values * events, self.weights * events)

    def less(self, other: "Measure") -> "Measure":
        """Return the difference from a measure of the same events."""
        return Measure(self.values - other.values, self.weights)

    def interval(self, games: NDArray[np.int64], sign: str = "") -> str:
        """Return the ratio and its 95 % interval, bootstrapped over games; "-" without an event.

        With the `sign` "+", positive numbers have a sign.
        """
        counted = self.weights > 0
        if not counted.any():
            return "-"
        numbers, place = np.unique(games[counted], return_inverse=True)
        sums, totals = (np.bincount(place, one[counted]) for one in (self.values, self.weights))
        rng = np.random.default_rng(SEED)
        drawn = rng.integers(len(numbers), size=(DRAWS, len(numbers)))
        means = sums[drawn].sum(axis=1) / totals[drawn].sum(axis=1)
        low, high = np.quantile(means, (0.025, 0.975))
        return f"{self.mean:{sign}.3f} [{low:{sign}.3f}, {high:{sign}.3f}]"


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """The events of a column, and whether their clue words are new to the listener."""

    events: Events
    new_words: bool


def places_of(kinds: Iterable[str]) -> list[int]:
    """Return the indices of all features of some kinds."""
    return [place for kind in kinds for place in FEATURE_KINDS[kind]]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    events = read_events(parser.parse_args().data)
    people = PlayedEvents.of(events)
    every = np.ones(len(events), dtype=np.bool_)
    scopes = {
        "all picks": Scope(every, new_words=False),
        "listed boards": Scope(on_listed_boards(events), new_words=False),
        "new words": Scope(every, new_words=True),
    }
    _print_head(people, scopes)
    _print_experts(people)
    _print_listener(people, scopes)
    _print_stages(people)
    _print_memory(people, remembered_turns(events, people.games))


def meant_cards(events: Sequence[Event]) -> NDArray[np.bool_]:
    """Return the cards that the givers marked, bool (E, B); none for a pick without a clue."""
    meant = np.zeros((len(events), max(len(event.cards) for event in events)), dtype=np.bool_)
    for row, (event, place) in enumerate(zip(events, marked_clues(events), strict=True)):
        if place is not None:
            clue = events[place]
            meant[row, [event.cards.index(clue.cards[one]) for one in clue.chosen]] = True
    return meant


def on_listed_boards(events: Sequence[Event]) -> Events:
    """Return a mask of the events in which all words of all cards have lists, bool (E,)."""
    return np.array([all(map(_is_listed, event.cards)) for event in events])


def _is_listed(card: str) -> bool:
    lists, bases = association_lists(), receptive_vocabulary().bases
    words = default_understanding().read_card(card).split()
    forms = (one if one in lists.numbers else bases.get(one, one) for one in words)
    return all(
        one in lists.numbers and lists.marks[lists.span(lists.numbers[one])].size for one in forms
    )


def _print_head(people: PlayedEvents, scopes: Mapping[str, Scope]) -> None:
    picks = people.is_pick
    games, understood = len(set(people.games)), people.design.understood
    print(f"{picks.sum()} picks, {(~picks).sum()} marked clues, {games} games, {FOLDS} folds")
    listed = scopes["listed boards"].events
    on_boards, linked = (listed & picks).sum(), (people.meant.any(axis=1) & picks).sum()
    print(
        f"on listed boards {on_boards} picks, {(listed & ~picks).sum()} marked clues;"
        f" {linked} picks belong to a marked clue"
    )
    means = Counter(one.by.value if one else "nothing" for one in understood)
    shares = ", ".join(f"{by} {count / len(understood):.1%}" for by, count in means.most_common())
    print(f"understood {people.design.is_understood.mean():.1%}: {shares}")


def _print_experts(people: PlayedEvents) -> None:
    names = ("first pick", "top 3", "top card meant", "target recall")
    print(_row("experts", names))
    for name, scores in _expert_scores(people.design).items():
        measures = ranked_measures(people, scores)
        print(_row(name, (measures[one].interval(people.games) for one in names)))


def _print_listener(people: PlayedEvents, scopes: Mapping[str, Scope]) -> None:
    """Print the listener's measures in each scope, and the effect of lists there."""
    found = _in_scopes(people, scopes.values())
    print(_row("listener", scopes))
    for name, measures in found.items():
        print(_row(name, (one.interval(people.games) for one in measures)))
    for title, left_out in (("list features", LIST_KINDS), ("lists in all", STAGES["no lists"])):
        print(_row(f"change by {title}", scopes))
        plain = _in_scopes(people, scopes.values(), left_out)
        for name in COMPARED:
            changes = map(Measure.less, found[name], plain[name])
            print(_row(name, (one.interval(people.games, "+") for one in changes)))


def _in_scopes(
    people: PlayedEvents, scopes: Collection[Scope], left_out: Collection[str] = ()
) -> Mapping[str, Sequence[Measure]]:
    """Return the listener's measures in some scopes by name, without some kinds of features."""
    found = {
        new: measures_of(people, people.foreseen(left_out, new_words=new)) for new in (False, True)
    }
    return {
        name: [found[scope.new_words][name].within(scope.events) for scope in scopes]
        for name in found[False]
    }


def _print_stages(people: PlayedEvents) -> None:
    """Print stages from no lists to all features, then all features without each kind."""
    whole = measures_of(people, people.foreseen())
    without = {f"- {kind}": (kind,) for kind in FEATURE_KINDS}
    for title, rows in (("stages (less all)", STAGES), ("all without (less all)", without)):
        print(_row(title, COMPARED))
        for name, left_out in rows.items():
            found = measures_of(people, people.foreseen(left_out))
            gaps = [found[one].less(whole[one]).interval(people.games, "+") for one in COMPARED]
            means = [f"{found[one].mean:.3f}" for one in COMPARED]
            print(_row(name, map(" ".join, zip(means, gaps, strict=True))))


def _print_memory(people: PlayedEvents, turns: Floats) -> None:
    """Print the effect of a memory of clues, for listeners without lists and with them."""
    recalled = (turns.any(axis=(1, 2)) & people.is_pick).sum()
    print(_row(f"memory, of {recalled} picks", COMPARED))
    for name in ("no lists", "+ times listed (all)"):
        kinds = STAGES[name]
        design = without_features(people.design, places_of(kinds))
        found = measures_of(people, cross_validated_pairs(design, turns, people.games))
        each = len(np.unique(people.games))
        plain = measures_of(people, cross_validated(design, people.games, folds=each))
        gaps = [found[one].less(plain[one]).interval(people.games, "+") for one in COMPARED]
        means = [f"{found[one].mean:.3f}" for one in COMPARED]
        print(_row(name, map(" ".join, zip(means, gaps, strict=True))))


def _row(name: str, cells: Iterable[str]) -> str:
    return (f"{name:26}" + "".join(f"{cell:32}" for cell in cells)).rstrip()


def _expert_scores(design: Design) -> Mapping[str, Floats]:
    """Return each expert's scores of cards, float64 (E, B), and their combinations."""
    stored = dict(zip(STORED, np.moveaxis(design.features, 2, 0), strict=False))
    both = {name: stored[name] for name in STORED}
    both["fusion"] = stored["minilm"] + stored["gloss"]
    both["senseg"] = stored["sense"] + stored["wordnet"]
    scaled = [both[name] / both[name][design.there].std() for name in MODELS]
    first = next(iter(MODELS))
    named = {name: both[name] for name in MODELS}
    return {**named, f"ACE, first turn ({first})": both[first], "mean": np.sum(scaled, 0) / SCALE}


def ranked_measures(people: PlayedEvents, scores: Floats) -> Mapping[str, Measure]:
    """Return the measures of scores (E, B): the predicted picks and meant cards."""
    design, picks, meant = people.design, people.is_pick, people.meant
    known = design.is_understood[:, None]
    scores = np.where(design.there, np.where(known, scores, 0), -np.inf)
    marked = meant.sum(axis=1)
    first = is_among(scores, 1)
    values = {
        "first pick": (first * design.chosen, picks),
        "top 3": (is_among(scores, TOP) * design.chosen, picks),
        "top card meant": (first * meant, picks & (marked > 0)),
        "target recall": (is_among(scores, marked) * design.chosen, ~picks),
    }
    return {
        name: Measure(shares.sum(axis=1), np.ones(len(picks))).within(events)
        for name, (shares, events) in values.items()
    }


def measures_of(people: PlayedEvents, chances: Floats) -> Mapping[str, Measure]:
    """Return the measures of chances (E, B), with nats and R2."""
    own = (chances * people.design.chosen).sum(axis=1)
    nats, equal = -np.log(own), np.log(people.design.there.sum(axis=1))
    return {
        **ranked_measures(people, chances),
        "nats": Measure(nats, np.ones(len(nats))).within(people.is_pick),
        "R2": Measure(equal - nats, equal).within(people.is_pick),
    }


def is_among(scores: Floats, count: int | NDArray[np.int64]) -> Floats:
    """Return each card's chance to be among the `count` likeliest, float64 (E, B).

    Scores are (E, B), counts one or (E,). Chance breaks ties.
    """
    one, other = scores[:, :, None], scores[:, None, :]
    likelier, equal = (other > one).sum(axis=2), (other == one).sum(axis=2)
    among: Floats = np.clip((np.reshape(count, (-1, 1)) - likelier) / equal, 0, 1)
    return among


if __name__ == "__main__":
    main()
