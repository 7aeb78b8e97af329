"""The speed of training CoLT: games of pairs and steps of descent, against plain references.

Like the published code, the references play every game turn by turn, and take every step of the
descent. For pairs of teams, the output has the difference between the two ways' shares of games
won, and in the last column the difference expected by chance alone.

    python -m benchmarks.colt --pairs 2000
"""

import argparse
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.arena.teams import TeamPairs, paper_teams, play_pairs
from core.arena.training import PAPER_RATE, PAPER_STEPS, PAPER_TIME, descend
from core.rating.colt import OUTCOME_COUNT, OUTCOMES, Ending
from core.rating.race import BYSTANDERS, FIRST_CARDS, SECOND_CARDS, possible_turns

PLAIN_PAIRS: Final = 4
PLAIN_STEPS: Final = 200


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output."""

    pairs: int
    games: int
    seed: int


def main() -> None:
    """Time both ways, and print their ratios."""
    configuration = _configuration()
    seconds, pairs = _generated(configuration)
    checksum = sha256(pairs.differences.tobytes() + pairs.wins.tobytes()).hexdigest()
    print(f"{configuration}\nchecksum: {checksum}")
    _print_games(configuration, seconds, pairs)
    _print_steps(pairs)


def _print_games(configuration: Configuration, seconds: float, pairs: TeamPairs) -> None:
    begin = perf_counter()
    played = plain_shares(configuration)
    plain = (perf_counter() - begin) / len(played)
    # We generate both seatings, the reference plays one.
    ours = seconds / len(pairs) / 2.0
    apart = float(np.abs(played - pairs.wins[: len(played)]).mean())
    chance = float(np.sqrt(pairs.wins * (1.0 - pairs.wins)).mean()) * 2.0
    expected = chance / sqrt(configuration.games * np.pi)
    print(
        f"games of a pair: plain {plain * 1e3:.1f} ms, ours {ours * 1e3:.3f} ms: "
        f"{plain / ours:.0f}x; apart by {apart:.4f}, by chance {expected:.4f}"
    )


def _print_steps(pairs: TeamPairs) -> None:
    begin = perf_counter()
    descend(pairs, time=PAPER_TIME)
    ours = perf_counter() - begin
    begin = perf_counter()
    plain_descent(pairs)
    plain = (perf_counter() - begin) / PLAIN_STEPS * PAPER_STEPS
    print(f"descent: plain {plain / 60.0:.0f} min, ours {ours:.2f} s: {plain / ours:.0f}x")


def _generated(configuration: Configuration) -> tuple[float, TeamPairs]:
    begin = perf_counter()
    rng = np.random.default_rng(configuration.seed)
    pairs = play_pairs(configuration.pairs, rng, games=configuration.games)
    return perf_counter() - begin, pairs


def plain_shares(configuration: Configuration) -> NDArray[np.float64]:
    """Return the first pairs' shares of games won, played turn by turn."""
    rng = np.random.default_rng(configuration.seed)
    first, second = paper_teams(configuration.pairs, rng), paper_teams(configuration.pairs, rng)
    count = min(PLAIN_PAIRS, configuration.pairs)
    won = [
        sum(plain_win((first[row], second[row]), rng) for _ in range(configuration.games))
        for row in range(count)
    ]
    return np.array(won) / configuration.games


def plain_win(
    teams: tuple[NDArray[np.float64], NDArray[np.float64]], rng: np.random.Generator
) -> bool:
    """Play a game turn by turn; return whether the team that moves first wins."""
    cards, bystanders, mover = [FIRST_CARDS, SECOND_CARDS], BYSTANDERS, 0
    while True:
        # Every team can find a single card, so none passes.
        turn = possible_turns(teams[mover][np.newaxis], cards[mover], bystanders)[0]
        outcome = OUTCOMES[rng.choice(OUTCOME_COUNT, p=turn)]
        cards[mover] -= outcome.own
        if cards[mover] == 0:
            return mover == 0
        cards[1 - mover] -= outcome.ending is Ending.OPPONENT
        if cards[1 - mover] == 0 or outcome.ending is Ending.ASSASSIN:
            return mover == 1
        bystanders -= outcome.ending is Ending.BYSTANDER
        mover = 1 - mover


def plain_descent(pairs: TeamPairs) -> NDArray[np.float64]:
    """Return the weights after some steps of gradient descent on L1."""
    weights = np.zeros(OUTCOME_COUNT)
    for _ in range(PLAIN_STEPS):
        chances = 1.0 / (1.0 + np.exp(-pairs.differences @ weights))
        pushes = np.sign(pairs.wins - chances) * chances * (1.0 - chances)
        weights += PAPER_RATE * (pushes @ pairs.differences) / len(pairs)
    return weights


def _configuration() -> Configuration:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.colt", description=__doc__)
    parser.add_argument("--pairs", type=int, default=2000, help="pairs of teams")
    parser.add_argument("--games", type=int, default=1000, help="games of each pair")
    parser.add_argument("--seed", type=int, default=0, help="the seed of teams and games")
    parsed = parser.parse_args()
    return Configuration(parsed.pairs, parsed.games, parsed.seed)


if __name__ == "__main__":
    main()
