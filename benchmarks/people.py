"""Picks of people foreseen: by the listener, by each expert, by ACE's first turn, by the mean.

    python -m benchmarks.people --data FOLDER

FOLDER is that of `tools.fit_listener`. The listener is cross-validated: a game's picks are foreseen
with weights that were fitted to other games. `first` is the share of picks that were the likeliest
card, `top 3` of those among the three likeliest, `nats` the negative log-likelihood of a pick.
Where a clue is not understood, all cards are as likely, and between cards of equal scores chance
decides. Intervals are 95 %, from drawing games again. Experts give no chances of their own, so no
nats.
"""

import argparse
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.agents.listener import SCALE
from core.words.ensemble import MODELS, STORED
from tools.fit_listener import (
    FOLDS,
    Design,
    Floats,
    cross_validated,
    design_of,
    games_of,
    read_events,
)

DRAWS: Final = 2_000
SEED: Final = 1
TOP: Final = 3


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    events = read_events(parser.parse_args().data)
    games, design = games_of(events), design_of(events)
    picks = np.array([event.is_pick for event in events])
    print(f"{picks.sum()} picks, {len(events)} clues, {len(set(games))} games, {FOLDS} folds")
    _print_understood(design)
    listener = cross_validated(design, games)
    scores = _expert_scores(design)
    chosen, held = design.part(picks), games[picks]
    for name, score in scores.items():
        print(_line(name, chosen, score[picks], held, nats=False))
    print(_line("listener", chosen, listener[picks], held, nats=True))


def _print_understood(design: Design) -> None:
    means = Counter(one.by.value if one else "nothing" for one in design.understood)
    total = len(design.understood)
    shares = ", ".join(f"{name} {count / total:.1%}" for name, count in means.most_common())
    print(f"understood {design.is_understood.mean():.1%}: {shares}")


def _expert_scores(design: Design) -> Mapping[str, Floats]:
    """Return each expert's score of each card, float64 (E, B), and those made of them."""
    stored = dict(zip(STORED, np.moveaxis(design.features, 2, 0), strict=False))
    both = {name: stored[name] for name in STORED}
    both["fusion"] = stored["minilm"] + stored["gloss"]
    both["senseg"] = stored["sense"] + stored["wordnet"]
    scaled = [both[name] / both[name][design.there].std() for name in MODELS]
    first = next(iter(MODELS))
    named = {name: both[name] for name in MODELS}
    return {**named, f"ACE, first turn ({first})": both[first], "mean": np.sum(scaled, 0) / SCALE}


def _line(name: str, design: Design, score: Floats, games: NDArray[np.int64], *, nats: bool) -> str:
    """Return a row of the table: first pick, top three, and nats where scores are chances."""
    score = np.where(design.there, score, -np.inf)
    ranked = np.where(design.is_understood[:, None] | ~design.there, score, 0)
    first, top = ((is_among(ranked, count) * design.chosen).sum(axis=1) for count in (1, TOP))
    parts = [f"first {_interval(first, games)}", f"top 3 {_interval(top, games)}"]
    if nats:
        own = score[np.arange(len(score)), design.chosen.argmax(axis=1)]
        parts.append(f"nats {_interval(-np.log(own), games)}")
    return f"{name:24} {'   '.join(parts)}"


def is_among(scores: Floats, count: int) -> Floats:
    """Return the chance of each card to be among the likeliest, float64 (E, B), of scores (E, B).

    Chance decides between cards of equal scores.
    """
    one, other = scores[:, :, None], scores[:, None, :]
    likelier, equal = (other > one).sum(axis=2), (other == one).sum(axis=2)
    among: Floats = np.clip((count - likelier) / equal, 0, 1)
    return among


def _interval(values: Floats, games: NDArray[np.int64]) -> str:
    """Return a mean and its 95 % interval over games drawn again."""
    numbers, place = np.unique(games, return_inverse=True)
    sums, counts = np.bincount(place, values), np.bincount(place)
    rng = np.random.default_rng(SEED)
    drawn = rng.integers(len(numbers), size=(DRAWS, len(numbers)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return f"{values.mean():.3f} [{low:.3f}, {high:.3f}]"


if __name__ == "__main__":
    main()
