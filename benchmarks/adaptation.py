"""The gain of the bot `teammate` from knowing a person, turn by turn, over the fitted listener.

    python -m benchmarks.adaptation [--people N] [--boards B] [--seed S] [--kind KIND]...
                                    [--measure guessers|clues|spymasters|told]... [--vectors FOLDER]
                                    [--margin NATS] [--later SHARE] [--unsure]
    python -m benchmarks.adaptation --measure games --data FOLDER

Simulated people (`benchmarks.simulated_people`) play `TURNS` turns on random boards. Their weights
are the fitted ones plus noise, whose standard deviation a line names (0.0 is the listener itself);
or those of one model alone, tripled; or weights on *others*, models in the folders of `--vectors`
that Spyring does not include. People with others are as scattered as real ones, or *sure* (their
picks are consistent), or also follow half of the fitted weights. *Erratic* people change their
weights each turn, *switched* ones follow one model in the first half and another in the second, and
*random* ones pick any card.

*Guessers*: the person picks cards on clues of the bot that learns nothing. `agree` is the chance
that its first pick is the bot's likeliest card, `nats` the expected negative logarithm of the bot's
chance for that pick; then come the gains from the history of another person of the same kind.
*Clues*: in some turns the bot gives clues by its beliefs; `found` and `bad` are cards, `won` is the
chance to win the race after the turn. *Spymasters*: the person gives the clues, and the bot picks
up to their number; `meant` is its first pick, `found` its cards before a bad one. *Told*: the
number of people for whom the bot reports a leaning within `TOLD` turns. *Games*: picks by real
people, with evidence from their earlier picks of the same game, or from all of another game; FOLDER
is that of `tools.fit_listener`.

Each number is a mean over all turns, with 95 % intervals over people or over games, and the
listener's own number in brackets. `--margin`, `--later` and `--unsure` measure other choices of
`core.agents.personas`: `PAID`, `LATER_PICKS`, and clues that also mean fewer cards for people who
are hard to predict.

Axes: those of `benchmarks.simulated_people`.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.listener_bench import Bench, default_bench
from benchmarks.options import with_tuples
from benchmarks.simulated_people import (
    OTHER_VECTORS,
    PEOPLE,
    Boards,
    Floats,
    OtherModels,
    Reveals,
    boards_of,
    chances_of,
    clue_of,
    given_clues,
    people_of,
    picked_evidence,
)
from benchmarks.strangers import WordFolder
from bot.models.ensemble import default_model_set
from core.agents.explanations import NO_EVIDENCE, evidence_of_turn
from core.agents.listener import FITTED_WEIGHTS, ListenerWeights
from core.agents.personas import (
    LATER_PICKS,
    PAID,
    believed_weights,
    leanings,
    persona_family,
    pick_evidence,
    sure_weights,
)
from core.agents.position import BoardPosition, CardKind
from core.rating.colt import Ending
from core.rating.race import TYPICAL_RACE
from tools.fit_listener import Event, games_of, read_events

TURNS: Final = 50

PARTS: Final = ((1, 5), (6, 10), (11, 25), (26, 50))
"""The first and last turns of the parts with means of their own."""

CLUE_TURNS: Final = (10, 30, 50)
"""Turns in which the bot's clues are measured."""

TOLD: Final = 20

DRAWS: Final = 100
"""Draws of a person's picks for a clue."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output."""

    people: int
    boards: int
    seed: int
    kinds: tuple[str, ...]
    measures: tuple[str, ...]
    vectors: str
    data: str
    margin: float
    later: float
    unsure: bool


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """People of one kind on boards, the boards' order by turn (P, T), and the people's weights."""

    boards: Boards
    order: NDArray[np.intp]
    weights: Floats
    rng: np.random.Generator
    configuration: Configuration

    def picked(self) -> tuple[Floats, Floats]:
        """Return the chances (P, T, B) and the evidence (P, T, K) of `picked_evidence`."""
        later = self.configuration.later
        return picked_evidence(self.boards, self.order, self.weights, later, self.rng)

    def margins(self, evidence: Floats) -> NDArray[np.bool_]:
        """Return whether beliefs about each person count, (P,), by the sum of evidence (P, K)."""
        nats = np.logaddexp.reduce(np.log(persona_family().priors) + evidence, axis=1)
        found: NDArray[np.bool_] = nats > self.configuration.margin
        return found

    def believed(self, evidence: Floats) -> Floats:
        """Return the bot's weights (P, L) for people with this evidence (P, K)."""
        family = persona_family()
        likely = np.log(family.priors) + evidence
        chances = np.exp(likely - np.logaddexp.reduce(likely, axis=1)[:, None])
        counts = self.margins(evidence)[:, None]
        found: Floats = np.where(counts, chances @ family.weights, family.weights[0])
        return found


def main() -> None:
    """Print the requested measures."""
    configuration = _configuration()
    print(f"{configuration}\nchecksum: {default_model_set().checksum}")
    bench = default_bench()
    if "games" in configuration.measures:
        for line in _games(bench, configuration):
            print(line, flush=True)
    measures = [MEASURES[name] for name in configuration.measures if name in MEASURES]
    if not measures:
        return
    paths = sorted(Path(configuration.vectors).iterdir()) if configuration.vectors else ()
    folders = [WordFolder(path) for path in paths if path.is_dir()]
    others = OtherModels(folders, bench.language.vocabulary.words)
    boards = boards_of(bench, others, configuration.seed, configuration.boards)
    print(f"{len(boards)} positions, {boards.said.sum(axis=1).mean():.0f} words on a menu")
    for kind in configuration.kinds:
        for measure in measures:
            rng = np.random.default_rng((configuration.seed, 4, PEOPLE.index(kind)))
            weights = people_of(kind, configuration.people, TURNS, len(others), rng)
            order = rng.random((len(weights), max(TURNS, len(boards)))).argsort(axis=1)
            scene = Scene(boards, order[:, :TURNS] % len(boards), weights, rng, configuration)
            for line in measure(bench, scene):
                print(f"{kind:18}{line}", flush=True)


def _before(told: Floats) -> Floats:
    """Return the sum of each turn's evidence over the turns before it."""
    return np.cumsum(told, axis=1) - told


def _guessers(_bench: Bench, scene: Scene) -> Iterator[str]:
    truth, told = scene.picked()
    before = _before(told)
    gains, fitted = _foreseen(scene, truth, before)
    others, _ = _foreseen(scene, truth, np.roll(before, 1, axis=0))
    for name, mine, theirs, base in zip(("agree", "nats"), gains, others, fitted, strict=True):
        own = f"{name:6}({abs(base.mean()):.3f}) {_line(mine)}"
        yield f"{own}   another's {_interval(theirs)}"


def _foreseen(scene: Scene, truth: Floats, evidence: Floats) -> tuple[Floats, Floats]:
    """Return the gains in predicted picks and nats, (2, P, T), and the fitted listener's values."""
    boards, fitted = scene.boards, FITTED_WEIGHTS.array
    gains, base = np.zeros((2, 2, *scene.order.shape))
    for turn in range(scene.order.shape[1]):
        board = scene.order[:, turn]
        features = boards.features[board, boards.clues[board]][:, :, : len(fitted)]
        weights = (np.tile(fitted, (len(board), 1)), scene.believed(evidence[:, turn]))
        plain, adapted = (
            chances_of(np.einsum("pbf,pf->pb", features, each), boards.there[board])
            for each in weights
        )
        true = truth[:, turn]
        for place, foreseen in enumerate((plain, adapted)):
            best = foreseen.argmax(axis=1)[:, None]
            agree = np.take_along_axis(true, best, axis=1)[:, 0]
            nats = (true * np.log(np.maximum(foreseen, 1e-9))).sum(axis=1)
            gains[:, :, turn] += np.array((agree, nats)) * (1 if place else -1)
            if not place:
                base[:, :, turn] = agree, nats
    return gains, base


def _clues(bench: Bench, scene: Scene) -> Iterator[str]:
    _, told = scene.picked()
    evidence, boards = _before(told), scene.boards
    gains = np.zeros((4, len(told), len(CLUE_TURNS)))
    base = np.zeros_like(gains)
    for column, turn in enumerate(CLUE_TURNS):
        weights, counts = (
            scene.believed(evidence[:, turn - 1]),
            scene.margins(evidence[:, turn - 1]),
        )
        for person, board in enumerate(scene.order[:, turn - 1].tolist()):
            position, seed = boards.positions[board], (scene.configuration.seed, board, person)
            true = boards.features[board] @ scene.weights[person, turn - 1]
            plain = (int(boards.clues[board]), int(boards.numbers[board]))
            base[:, person, column] = _outcome(position, true, *plain, seed)
            if counts[person]:
                believed = ListenerWeights.of(weights[person])
                used = believed if scene.configuration.unsure else sure_weights(believed)
                rng = np.random.default_rng(board)
                adapted = clue_of(bench, position, boards.menus[board], used, rng)
                after = _outcome(position, true, *adapted, seed)
                gains[:, person, column] = after - base[:, person, column]
    names = ("found", "bad", "won", "number")
    yield "   ".join(
        f"{name} ({each.mean():.3f}) {_interval(mine)}"
        for name, mine, each in zip(names, gains, base, strict=True)
    )


def _outcome(
    position: BoardPosition, scores: Floats, clue: int, number: int, seed: tuple[int, ...]
) -> Floats:
    """Return the found cards, the bad ones, the chance to win after the turn, and the number."""
    kinds = np.array(position.board.kinds)
    chances = chances_of(scores[clue, : len(kinds)][None], np.ones((1, len(kinds)), np.bool_))[0]
    noise = np.random.default_rng(seed).gumbel(size=(DRAWS, len(kinds)))
    picks = np.argsort(-(np.log(chances) + noise), axis=1)[:, :number]
    runs = np.cumprod(kinds[picks] == CardKind.OWN, axis=1).sum(axis=1).tolist()
    left = (len(position.own()), len(position.places(CardKind.OPPONENT)) or 1)
    endings = (
        Ending.CLEAN if run == number else Ending(kinds[each[run]])
        for run, each in zip(runs, picks, strict=True)
    )
    won = [_won(*left, run, ending) for run, ending in zip(runs, endings, strict=True)]
    return np.array((np.mean(runs), np.mean(np.array(runs) < number), np.mean(won), number))


@cache
def _won(own: int, other: int, found: int, ending: Ending) -> float:
    return TYPICAL_RACE.after_turn(own - found, other, ending)


def _spymasters(_bench: Bench, scene: Scene) -> Iterator[str]:
    boards, reveals, everybody = scene.boards, Reveals(scene.boards), np.arange(len(scene.order))
    clues, numbers, meant = given_clues(boards, scene.order, scene.weights, scene.rng)
    results = np.zeros((2, 2, *scene.order.shape))
    for place in range(2):
        evidence = np.zeros((len(clues), len(persona_family().priors)))
        for turn in range(scene.order.shape[1]):
            board = scene.order[:, turn]
            features = boards.features[board, clues[:, turn]][:, :, : len(FITTED_WEIGHTS.array)]
            scores = np.einsum("pbf,pf->pb", features, scene.believed(evidence * place))
            picks = np.argsort(-np.where(boards.there[board], scores, -np.inf), axis=1)
            results[place, 0, :, turn] = meant[everybody, turn, picks[:, 0]]
            for person, number in enumerate(numbers[:, turn].tolist()):
                found, told = reveals.of_turn(
                    int(board[person]), int(clues[person, turn]), picks[person, :number].tolist()
                )
                results[place, 1, person, turn] = found
                evidence[person] += told
    for name, (plain, adapted) in zip(("meant", "found"), results.swapaxes(0, 1), strict=True):
        yield f"{name:6}({plain.mean():.3f}) {_line(adapted - plain)}"


def _told(_bench: Bench, scene: Scene) -> Iterator[str]:
    _, told = scene.picked()
    heard = np.zeros((len(told), TOLD), np.bool_)
    for person, turns in enumerate(told[:, :TOLD, 1:]):
        total = NO_EVIDENCE
        for turn, each in enumerate(turns):
            total += evidence_of_turn(each)
            heard[person, turn] = bool(leanings(total))
    ever, later = heard.any(axis=1).sum(), heard[:, 9:].any(axis=1).sum()
    yield f"told  of {ever} of {len(told)} people by turn {TOLD}, of {later} from turn 10 on"


def _line(gains: Floats) -> str:
    """Return the mean gain (P, T) with its interval, and those of some turns."""
    parts = [(first, last, gains[:, first - 1 : last].mean()) for first, last in PARTS]
    shown = " ".join(f"{first}-{last}: {mean:+.3f}" for first, last, mean in parts)
    return f"{_interval(gains)}   turns {shown}"


def _interval(gains: Floats) -> str:
    """Return the mean of gains (P, T) with its 95 % interval over people."""
    values = gains.mean(axis=1)
    return f"{values.mean():+.4f} ±{1.96 * values.std(ddof=1) / np.sqrt(len(values)):.4f}"


def _games(bench: Bench, configuration: Configuration) -> Iterator[str]:
    events = [one for one in read_events(Path(configuration.data)) if one.is_pick]
    numbers = games_of(events)
    games = [
        sorted(
            (one for one, of in zip(events, numbers, strict=True) if of == game),
            key=lambda event: -len(event.cards),
        )
        for game in np.unique(numbers)
    ]
    yield f"games: {len(games)}, {len(events)} picks"
    for name, before in (("own", [()] * len(games)), ("another's", [games[-1], *games[:-1]])):
        each = [_in_game(bench, game, past) for game, past in zip(games, before, strict=True)]
        for place, measure in enumerate(("agree", "nats")):
            gains = [[one[place] for one in game] for game in each]
            yield f"{name:10}{measure:6} {_by_game(gains)}"


def _by_game(gains: Sequence[Sequence[float]]) -> str:
    """Return the mean of all gains with its 95 % interval, bootstrapped over games."""
    sums, counts = np.array([[sum(each), len(each)] for each in gains]).T
    drawn = np.random.default_rng(1).integers(len(sums), size=(2_000, len(sums)))
    low, high = np.quantile(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1), (0.025, 0.975))
    return f"{sums.sum() / counts.sum():+.4f} [{low:+.4f}, {high:+.4f}]"


def _in_game(
    bench: Bench, events: Sequence[Event], past: Sequence[Event]
) -> list[tuple[float, float]]:
    """Return each pick's gain in right predictions and in nats, from the game's earlier picks.

    With a `past`, its picks are the evidence instead.
    """
    evidence, gains = NO_EVIDENCE, []
    for one in past:
        evidence += pick_evidence(bench.listener, one.cards, one.clue, one.chosen)
    for event in events:
        plain, adapted = (
            bench.listener.weighted(one).picks(event.cards, event.clue).chances
            for one in (FITTED_WEIGHTS, believed_weights(evidence))
        )
        (pick,) = event.chosen
        agree = float(adapted.argmax() == pick) - float(plain.argmax() == pick)
        gains.append((agree, float(np.log(adapted[pick] / plain[pick]))))
        if not past:
            evidence += pick_evidence(bench.listener, event.cards, event.clue, event.chosen)
    return gains


MEASURES: Final[dict[str, Callable[[Bench, Scene], Iterator[str]]]] = {
    "guessers": _guessers,
    "clues": _clues,
    "spymasters": _spymasters,
    "told": _told,
}


def _configuration() -> Configuration:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=400)
    parser.add_argument("--boards", type=int, default=40)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--kind", action="append", dest="kinds", choices=PEOPLE)
    measures = (*MEASURES, "games")
    parser.add_argument("--measure", action="append", dest="measures", choices=measures)
    parser.add_argument("--vectors", default="")
    parser.add_argument("--data", default="")
    parser.add_argument("--margin", type=float, default=PAID)
    parser.add_argument("--later", type=float, default=LATER_PICKS)
    parser.add_argument("--unsure", action="store_true")
    asked = parser.parse_args()
    kinds = [one for one in PEOPLE if asked.vectors or one not in OTHER_VECTORS]
    asked.kinds, asked.measures = asked.kinds or kinds, asked.measures or [*MEASURES]
    return Configuration(**with_tuples(asked))


if __name__ == "__main__":
    main()
