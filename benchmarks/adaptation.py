"""The bot `teammate` comes to know people: simulated ones, and those of real games.

    python -m benchmarks.adaptation [--people N] [--boards N] [--seed S]
                                   [--measure guessers|spymasters]...
    python -m benchmarks.adaptation --measure games --data FOLDER

A simulated person understands clues with weights of its own: the fitted ones with noise of Gauss's
distribution on those of the cosines and of words that are said together, of a standard deviation
that each line names (0 is the listener itself), or those of one model alone, tripled.

*Guessers*: the person picks cards on clues that the bot gives on real boards. `agree` is the
chance that its first pick is the bot's likeliest card, `nats` the expected negative logarithm of
the bot's chance of it. *Spymasters*: the person gives the clues, of which it thinks most; `meant`
is the share of the bot's first guesses that were meant. *Games*: picks of people, whose evidence
are their earlier picks of the same game; FOLDER is that of `tools.fit_listener`.

Each figure is the gain of the bot's belief over the fitted listener in the same turns, with 95 %
intervals over people, or over games; in brackets stands the listener's own figure.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.listener_bench import Bench, default_bench
from bot.models.ensemble import default_model_set
from bot.progress import counted
from core.agents.clue_search import CardsLeft
from core.agents.explanations import NO_EVIDENCE, Evidence
from core.agents.listener import FITTED_WEIGHTS, ListenerWeights
from core.agents.personas import (
    TOGETHER_PLACE,
    believed_weights,
    pick_evidence,
    reveal_evidence,
)
from core.agents.plackett_luce import pick_chances
from core.agents.position import BoardPosition, CardKind, KeyedBoard
from core.words.ensemble import STORED
from core.words.packs import default_pack
from tools.fit_listener import Event, games_of, read_events

Floats = NDArray[np.float64]

TURNS: Final = 10
LATER: Final = 5
"""The last turns, of which there is an interval."""

SPREADS: Final = (0.0, 0.75, 1.0, 1.5)

FOLLOWED: Final = 3.0
"""The weight of the model that a person follows who follows one alone."""

POSITIONS: Final = 6
"""Positions of each board, from many cards left to few."""

KINDS: Final = (
    *(CardKind.OWN,) * 9,
    *(CardKind.OPPONENT,) * 8,
    *(CardKind.BYSTANDER,) * 7,
    CardKind.ASSASSIN,
)


@dataclass(frozen=True, slots=True)
class Configuration:
    """One experiment: what is printed at the head of its output."""

    people: int
    boards: int
    seed: int
    measures: tuple[str, ...]
    data: str


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """Covered cards of a board, and whose they are."""

    cards: tuple[str, ...]
    kinds: tuple[CardKind, ...]

    @property
    def position(self) -> BoardPosition:
        """The position, in which these cards alone lie on the board."""
        return BoardPosition(KeyedBoard(self.cards, self.kinds), frozenset(range(len(self.cards))))

    @property
    def own(self) -> int:
        """The number of the team's cards."""
        return self.kinds.count(CardKind.OWN)

    def clue(
        self,
        bench: Bench,
        weights: ListenerWeights,
        rng: np.random.Generator,
        *,
        blends: bool = False,
    ) -> tuple[str, int, tuple[int, ...]]:
        """Return the best clue of a spymaster with these weights, its number, and what it means."""
        left = CardsLeft(self.own, self.kinds.count(CardKind.OPPONENT) or 1, len(self.cards))
        word, planned = bench.clue(self.position, left, rng, weights, blends=blends)
        return word, planned.number, planned.places


@dataclass(frozen=True, slots=True)
class Asked:
    """A clue that the bot gives in a situation, and its number."""

    situation: Situation
    clue: str
    number: int
    features: Floats


def main() -> None:
    """Print what the command line asks for."""
    configuration = _configuration()
    print(f"{configuration}\nchecksum: {default_model_set().checksum}")
    bench = default_bench()
    for name in configuration.measures:
        for line in MEASURES[name](bench, configuration):
            print(line, flush=True)


def people_of(name: str, seed: int, count: int) -> list[ListenerWeights]:
    """Return the weights of people of a kind: a spread, or "one model"."""
    rng, fitted = np.random.default_rng((seed, 1)), FITTED_WEIGHTS.array
    found = []
    for number in range(count):
        weights = fitted.copy()
        if name == ONE_MODEL:
            weights = np.zeros_like(fitted)
            weights[number % len(STORED)] = FOLLOWED
        else:
            noise = float(name) * rng.normal(size=len(STORED) + 1)
            weights[: len(STORED)] += noise[:-1]
            weights[TOGETHER_PLACE] += noise[-1]
        found.append(ListenerWeights.of(weights))
    return found


ONE_MODEL: Final = "one model"

KINDS_OF_PEOPLE: Final = (*map(str, SPREADS), ONE_MODEL)


def situations(configuration: Configuration) -> Iterator[Situation]:
    """Yield positions of drawn boards."""
    rng = np.random.default_rng((configuration.seed, 2))
    for _ in counted(range(configuration.boards)):
        words = rng.choice(default_pack().words, len(KINDS), replace=False).tolist()
        for place in range(POSITIONS):
            own, other, neutral = 9 - place, 8 - place, 7 - place
            kept = [*range(own), *range(9, 9 + other), *range(17, 17 + neutral), 24]
            yield Situation(tuple(words[one] for one in kept), tuple(KINDS[one] for one in kept))


def _guessers(bench: Bench, configuration: Configuration) -> Iterator[str]:
    rng = np.random.default_rng((configuration.seed, 3))
    asked = []
    for one in situations(configuration):
        clue, number, _ = one.clue(bench, FITTED_WEIGHTS, rng)
        heard = bench.listener.understand(clue)
        assert heard is not None
        asked.append(Asked(one, clue, number, bench.listener.features(one.cards, heard.word)))
    yield f"guessers: {len(asked)} clues"
    for name in KINDS_OF_PEOPLE:
        people = people_of(name, configuration.seed, configuration.people)
        each = [_as_guesser(bench, asked, one, rng) for one in counted(people)]
        agree, nats, fitted_agree, fitted_nats = np.moveaxis(np.array(each), 2, 0)
        yield _line(f"{name:10} agree ({fitted_agree.mean():.3f})", agree)
        yield _line(f"{name:10} nats ({fitted_nats.mean():.3f})", nats)


def _as_guesser(
    bench: Bench, asked: Sequence[Asked], person: ListenerWeights, rng: np.random.Generator
) -> list[tuple[float, float, float, float]]:
    """Return, by turn, the gains in agreement and in nats, and both of the fitted listener."""
    evidence, gains = NO_EVIDENCE, []
    for place in rng.permutation(len(asked))[:TURNS]:
        turn = asked[place]
        chances = _chances(turn.features, person)
        foreseen = [
            _chances(turn.features, weights)
            for weights in (FITTED_WEIGHTS, believed_weights(evidence))
        ]
        agree = [float(chances[one.argmax()]) for one in foreseen]
        nats = [float(-chances @ np.log(one)) for one in foreseen]
        gains.append((agree[1] - agree[0], nats[0] - nats[1], agree[0], nats[0]))
        evidence += _picked(bench, turn, person, rng)
    return gains


def _picked(
    bench: Bench, turn: Asked, person: ListenerWeights, rng: np.random.Generator
) -> Evidence:
    """Return the evidence of the person's picks, up to the number or the first bad card."""
    left, picks = list(range(len(turn.situation.cards))), list[int]()
    while len(picks) < turn.number:
        drawn = rng.choice(left, p=_chances(turn.features[left], person))
        picks.append(int(drawn))
        left.remove(drawn)
        if turn.situation.kinds[drawn] is not CardKind.OWN:
            break
    return pick_evidence(bench.listener, turn.situation.cards, turn.clue, picks)


def _chances(features: Floats, weights: ListenerWeights) -> Floats:
    return pick_chances(features @ weights.array)


def _spymasters(bench: Bench, configuration: Configuration) -> Iterator[str]:
    rng = np.random.default_rng((configuration.seed, 4))
    boards = list(situations(configuration))
    yield f"spymasters: {len(boards)} positions"
    for name in KINDS_OF_PEOPLE:
        people = people_of(name, configuration.seed, configuration.people)
        each = [_as_spymaster(bench, boards, one, rng) for one in counted(people)]
        gains, fitted = np.moveaxis(np.array(each), 2, 0)
        yield _line(f"{name:10} meant ({fitted.mean():.3f})", gains)


def _as_spymaster(
    bench: Bench, boards: Sequence[Situation], person: ListenerWeights, rng: np.random.Generator
) -> list[tuple[float, float]]:
    """Return, by turn, the gain in first guesses that were meant, and the fitted listener's."""
    evidence, gains = NO_EVIDENCE, []
    for place in rng.permutation(len(boards))[:TURNS]:
        board = boards[place]
        clue, number, targets = board.clue(bench, person, rng, blends=True)
        heard = bench.listener.understand(clue)
        assert heard is not None
        features = bench.listener.features(board.cards, heard.word)
        fitted, believed = (
            _chances(features, weights) for weights in (FITTED_WEIGHTS, believed_weights(evidence))
        )
        meant = [int(one.argmax()) in targets for one in (fitted, believed)]
        gains.append((float(meant[1]) - float(meant[0]), float(meant[0])))
        order = np.argsort(-believed, kind="stable")[:number].tolist()
        turned = _until_bad(board.kinds, order)
        evidence += reveal_evidence(bench.listener, board.cards, clue, number, turned, board.own)
    return gains


def _until_bad(kinds: Sequence[CardKind], order: Sequence[int]) -> list[tuple[int, bool]]:
    turned = []
    for place in order:
        turned.append((place, kinds[place] is CardKind.OWN))
        if not turned[-1][1]:
            break
    return turned


def _line(name: str, gains: Floats) -> str:
    """Return the mean gain by turn, and that of the last turns, of people by turns (P, T)."""
    turns = " ".join(f"{one:+.3f}" for one in gains.mean(axis=0))
    return f"{name:24} by turn {turns}   last {LATER}: {_interval(gains[:, -LATER:].mean(axis=1))}"


def _interval(values: Floats) -> str:
    half = 1.96 * values.std(ddof=1) / np.sqrt(len(values))
    return f"{values.mean():+.4f} ±{half:.4f}"


def _games(bench: Bench, configuration: Configuration) -> Iterator[str]:
    events = [one for one in read_events(Path(configuration.data)) if one.is_pick]
    games = games_of(events)
    each = []
    for game in np.unique(games):
        own = [event for event, of in zip(events, games, strict=True) if of == game]
        each.append(_in_game(bench, sorted(own, key=lambda event: -len(event.cards))))
    rows = np.array([row for game in each for row in game])
    sums = np.array([np.sum(game, axis=0) for game in each])
    yield f"games: {len(each)}, {len(rows)} picks, {int(rows[:, 2].sum())} after another one"
    for place, name in enumerate(("agree", "nats")):
        counts = np.array([len(game) for game in each])
        drawn = np.random.default_rng(1).integers(len(each), size=(2_000, len(each)))
        means = sums[drawn, place].sum(axis=1) / counts[drawn].sum(axis=1)
        low, high = np.quantile(means, (0.025, 0.975))
        yield f"{name:6} {rows[:, place].mean():+.4f} [{low:+.4f}, {high:+.4f}]"


def _in_game(bench: Bench, events: Sequence[Event]) -> list[tuple[float, float, float]]:
    """Return, of each pick, the gain in agreement and nats, and whether it is not the first."""
    evidence, gains = NO_EVIDENCE, []
    for number, event in enumerate(events):
        weights = (FITTED_WEIGHTS, believed_weights(evidence))
        foreseen = [
            bench.listener.weighted(one).picks(event.cards, event.clue).chances for one in weights
        ]
        (pick,) = event.chosen
        agree = [float(one.argmax() == pick) for one in foreseen]
        nats = [float(-np.log(one[pick])) for one in foreseen]
        gains.append((agree[1] - agree[0], nats[0] - nats[1], float(number > 0)))
        evidence += pick_evidence(bench.listener, event.cards, event.clue, event.chosen)
    return gains


MEASURES: Final[dict[str, Callable[[Bench, Configuration], Iterator[str]]]] = {
    "guessers": _guessers,
    "spymasters": _spymasters,
    "games": _games,
}


def _configuration() -> Configuration:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=400)
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--measure", action="append", choices=MEASURES)
    parser.add_argument("--data", default="")
    asked = parser.parse_args()
    usual = [name for name in MEASURES if name != "games" or asked.data]
    return Configuration(
        asked.people, asked.boards, asked.seed, tuple(asked.measure or usual), asked.data
    )


if __name__ == "__main__":
    main()
