"""The levels of a table: a simulated person's wins, the bots' boldness, and the time for a move.

    python -m benchmarks.levels [--games N] [--seed S] [--measure shares|rated|score|solo|time]...
                                [--level easy|fair|strong]... [--vectors FOLDER --data FOLDER]

The person has one chair of a team, and the bot `teammate` at its best has the other. They play the
full game of two teams, by table rules, against two `teammate` bots at the level; each board has
both seatings. The *listener* is a person who draws picks by the listener's chances and stops at the
clue's number, or draws the cards of a clue in the same way. The *stranger* is the stand-in of
`benchmarks.strangers`, which uses different vectors from the bots; `--vectors` and `--data` are its
folders. The output has the games won, and the share of the team's turns whose first pick the
spymaster meant. Intervals are 95 %, Wilson's. *Rated* has the listener's games as guesser twice, on
the same boards: the person's spymaster expects typical turns, or turns as in the person's
`KNOWN_GAMES` earlier games.

*Score* has the mean number of the bot's clues if the other team has 2 cards fewer, as many, or 2
more, on the same boards of 14 covered cards, 5 of them the team's own. It also has the share of
boards with a clue for two or more when behind, among those with a clue for one when level. *Solo*
has solo games in which the bot gives the clues and `stranger` guesses. *Time* has the wall time and
the processor time of choices with an adapted memory, in games from their first clue on.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

import numpy as np

from benchmarks.listener_bench import Bench, default_bench
from benchmarks.strangers import StandInPolicy, fitted_stand_in
from benchmarks.wrapped import WrappedPolicy
from bot.models.ensemble import default_model_set
from bot.progress import counted
from core.agents.associations import vocabulary_form
from core.agents.clue_memory import ClueMemory, PairCounts
from core.agents.clue_search import CardsLeft
from core.agents.explanations import NO_EVIDENCE, Evidence
from core.agents.memory import EMPTY, Memory
from core.agents.personas import persona_family, pick_evidence
from core.agents.policy import Policy, chair_of
from core.agents.position import BoardPosition, CardKind, KeyedBoard
from core.agents.thoughts import ClueThoughts, CodenamesChoice
from core.arena.engine_game import (
    DUEL_OPTIONS,
    NO_MEMORIES,
    SOLO_OPTIONS,
    TEAMS,
    EngineGame,
    Memories,
    PlayedGame,
)
from core.arena.pair import Pair
from core.arena.statistics import wilson
from core.codenames.actions import Guess
from core.codenames.model import Chair, Level, Observation, Options, Role
from core.codenames.rules import Codenames
from core.rating.colt import OUTCOME_COUNT, OUTCOMES
from core.rating.estimate import expected_outcomes
from core.rating.race import TYPICAL_TURNS, Turns
from core.rules import Seat
from core.words.ensemble import STORED
from core.words.lexicon import default_lexicon
from core.words.packs import default_pack

SIDES: Final = (5, 10)
"""The rows and columns of the boards for *time*; 10 is the maximum."""

LIMITS: Final = {Role.SPYMASTER: 300.0, Role.GUESSER: 100.0}
"""The limits on the 95th percentiles for clues and guesses, in milliseconds."""

LATE_CARDS: Final = (CardKind.OWN,) * 5 + (CardKind.OPPONENT,) * 5 + (CardKind.BYSTANDER,) * 3
"""The covered cards of the boards for *score*, without the assassin."""

LEVELS: Final = tuple(level.value for level in Level)

KNOWN_GAMES: Final = 8
"""The earlier games that predict a person's turns."""

REMEMBERED: Final = 20
"""A guild's remembered clues for each card, for *time*."""

RECENT: Final = 60
"""The clues of a guild's last games, for *time*."""

BEHIND: Final = (-2, 0, 2)
"""The other team's remaining cards minus the bot's, for *score*."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output."""

    games: int
    seed: int
    measures: tuple[str, ...]
    levels: tuple[Level, ...]


@dataclass(frozen=True, slots=True)
class AtTable(WrappedPolicy):
    """A bot at a table with people in some seats."""

    people: frozenset[Seat]

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        """Return the choice of a bot that knows the people's seats."""
        return self.policy.choose(replace(observation, people=self.people), memory, rng)


@dataclass(frozen=True, slots=True)
class WatchedPlayer(WrappedPolicy):
    """A recorded player of a pair.

    `hits` says for each first pick whether the spymaster meant it; `numbers` are those of the
    player's clues.
    """

    meant: list[str] = field(default_factory=list)
    hits: list[bool] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        """Return the player's choice."""
        choice = self.policy.choose(observation, memory, rng)
        if isinstance(thoughts := choice.thoughts.value, ClueThoughts):
            self.meant[:] = [card for card, _ in thoughts.targets]
            self.numbers.append(thoughts.number)
        elif isinstance(choice.action, Guess) and self.meant:
            self.hits.append(observation.cards[choice.action.card].word in self.meant)
            self.meant.clear()
        return choice


@dataclass(frozen=True, slots=True)
class Timed(WrappedPolicy):
    """A bot with timed choices: wall and processor milliseconds by role.

    As after learning, its memory differs in each turn; it has `REMEMBERED` clues for each card.
    """

    evidence: Evidence
    wall: Mapping[Role, list[float]]
    processor: Mapping[Role, list[float]]

    def choose(
        self, observation: Observation, memory: Memory, rng: np.random.Generator
    ) -> CodenamesChoice:
        """Return the bot's choice."""
        role = chair_of(observation).role
        memory = replace(
            memory,
            evidence=self.evidence + _nudge(observation.number),
            expected=_expected_after([observation.number % OUTCOME_COUNT]),
            clues=_clues(observation),
        )
        wall, processor = perf_counter(), process_time()
        choice = self.policy.choose(observation, memory, rng)
        self.processor[role].append(1000 * (process_time() - processor))
        self.wall[role].append(1000 * (perf_counter() - wall))
        return choice


def main() -> None:
    """Print the requested measures."""
    asked = _asked()
    measures, levels = tuple(asked.measure or MEASURES), tuple(map(Level, asked.level or LEVELS))
    configuration = Configuration(asked.games, asked.seed, measures, levels)
    print(f"{configuration}\nchecksum: {default_model_set().checksum}")
    bench = default_bench()
    if asked.vectors:
        stranger = StandInPolicy(fitted_stand_in(asked.vectors, asked.data), bench.style)
        bench = replace(bench, strangers={"stranger": stranger})
    for name in configuration.measures:
        for line in MEASURES[name](bench, configuration):
            print(line, flush=True)


def _shares(bench: Bench, configuration: Configuration) -> Iterator[str]:
    yield f"{'level':8}{'person':10}{'chair':11}{'games won':>22}{'first meant':>20}{'games':>8}"
    for level in configuration.levels:
        for name, person in bench.people.items():
            for role in Role:
                seeds = range(2 * configuration.seed, 2 * configuration.seed + configuration.games)
                games, hits = _games(bench, level, person, role, counted(seeds))
                share = float(np.mean([game.winner == 0 for game in games]))
                low, high = wilson(share, len(games))
                yield (
                    f"{level.value:8}{name:10}{role.value:11}"
                    f"{f'{share:.3f} [{low:.3f}, {high:.3f}]':>22}{hits:20.3f}{len(games):8}"
                )


def _games(
    bench: Bench,
    level: Level,
    person: Policy,
    role: Role,
    numbers: Iterable[int],
    memory: Memory = EMPTY,
) -> tuple[list[PlayedGame], float]:
    """Return games of a person's team, and the share of its turns whose first pick was meant.

    The person has a role; the bot with the other role has a memory. Games 2s and 2s + 1 have the
    board of seed s, in both seatings.
    """
    rules = bench.rules(replace(DUEL_OPTIONS, level=level))
    games, hits = list[PlayedGame](), list[bool]()
    for number in numbers:
        seed, swapped = number // 2, bool(number % 2)
        bot = AtTable(bench.bot, frozenset({Chair(TEAMS[swapped], role).seat}))
        both = (person, bot) if role is Role.SPYMASTER else (bot, person)
        meant = list[str]()
        pair = Pair(*(WatchedPlayer(one, meant, hits) for one in both))
        memories = (Memories(memory, memory), NO_MEMORIES)
        game, _ = EngineGame(rules, (pair, Pair(bot, bot)), memories, seed, swapped=swapped).play()
        games.append(game)
    return games, float(np.mean(hits))


def _rated(bench: Bench, configuration: Configuration) -> Iterator[str]:
    yield f"{'level':8}{'typical':>10}{'rated':>10}{'gain':>18}{'cards a turn':>18}{'games':>8}"
    person, guesser = bench.people["listener"], Role.GUESSER
    for level in configuration.levels:
        before, _ = _games(bench, level, person, guesser, range(KNOWN_GAMES))
        rated = Memory(expected=_expected(before))
        first, pairs = 2 * configuration.seed, configuration.games // 2
        seeds = range(first, first + 2 * pairs)
        both = [
            _games(bench, level, person, guesser, counted(seeds), memory)[0]
            for memory in (EMPTY, rated)
        ]
        won = np.array([[one.winner == 0 for one in games] for games in both], float)
        gains = (won[1] - won[0]).reshape(-1, 2).mean(axis=1)  # both seatings of a board
        half = 1.96 * gains.std(ddof=1) / np.sqrt(len(gains))
        gain = f"{gains.mean():+.3f} ±{half:.3f}"
        found = " to ".join(f"{_cards_a_turn(games):.2f}" for games in both)
        shares = "".join(f"{share:10.3f}" for share in won.mean(axis=1))
        yield f"{level.value:8}{shares}{gain:>18}{found:>18}{2 * pairs:8}"


def _expected(games: Iterable[PlayedGame]) -> Turns:
    """Return the expected turns of the person's team after some games."""
    return _expected_after([one for game in games for one in game.plays[0].outcomes])


def _expected_after(outcomes: Sequence[int]) -> Turns:
    counts = np.bincount(outcomes, minlength=OUTCOME_COUNT).astype(np.float64)
    return tuple(expected_outcomes(counts, np.array(TYPICAL_TURNS)).tolist())


def _cards_a_turn(games: Sequence[PlayedGame]) -> float:
    """Return the mean number of its own cards that the person's team finds in a turn."""
    return float(np.mean([OUTCOMES[one].own for game in games for one in game.plays[0].outcomes]))


def _score(bench: Bench, configuration: Configuration) -> Iterator[str]:
    numbers = np.array(
        [_numbers(bench, configuration.seed + each) for each in range(configuration.games)]
    )
    for place, cards in enumerate(BEHIND):
        kept = numbers[:, place]
        half = 1.96 * kept.std(ddof=1) / np.sqrt(len(kept))
        yield f"the other team has {cards:+d} cards: {kept.mean():.2f} ±{half:.2f} cards a clue"
    more = numbers[:, 0] - numbers[:, -1]
    half = 1.96 * more.std(ddof=1) / np.sqrt(len(more))
    yield f"behind - ahead: {more.mean():.2f} ±{half:.2f}, {len(more)} boards"
    ones = numbers[numbers[:, 1] == 1]
    dared = float((ones[:, 0] > 1).mean())
    low, high = wilson(dared, len(ones))
    share = f"{dared:.2f} [{low:.2f}, {high:.2f}]"
    yield f"behind, two or more where one when level: {share} of {len(ones)} boards"


def _solo(bench: Bench, configuration: Configuration) -> Iterator[str]:
    rules, watched = bench.rules(SOLO_OPTIONS), WatchedPlayer(bench.bot)
    pair = Pair(watched, bench.stranger)
    games = [
        EngineGame(rules, (pair,), (NO_MEMORIES,), configuration.seed + each).play()[0]
        for each in counted(range(configuration.games))
    ]
    won, turns = (
        float(np.mean([game.won for game in games])),
        [len(game.outcomes) for game in games],
    )
    low, high = wilson(won, len(games))
    half = 1.96 * np.std(turns, ddof=1) / np.sqrt(len(turns))
    ones = float(np.mean(np.array(watched.numbers) == 1))
    yield f"won {won:.3f} [{low:.3f}, {high:.3f}], {len(games)} games"
    yield f"turns {np.mean(turns):.2f} ±{half:.2f}"
    yield f"for one card {ones:.3f} of {len(watched.numbers)} clues"


def _numbers(bench: Bench, seed: int) -> list[int]:
    """Return the number of the clue on a board for each entry of `BEHIND`."""
    rng = np.random.default_rng(seed)
    kinds = (*LATE_CARDS, CardKind.ASSASSIN)
    cards = tuple(rng.choice(default_pack().words, len(kinds), replace=False).tolist())
    position = BoardPosition(KeyedBoard(cards, kinds), frozenset(range(len(cards))))
    own = kinds.count(CardKind.OWN)
    lefts = [CardsLeft(own, own + more, len(cards)) for more in BEHIND]
    planned = [bench.clue(position, left, np.random.default_rng(seed))[1] for left in lefts]
    return [one.number for one in planned]


def _time(bench: Bench, configuration: Configuration) -> Iterator[str]:
    yield f"{'milliseconds':24}{'median':>8}{'p95':>8}{'most':>8}{'p95, wall':>12}{'number':>8}"
    for side in SIDES:
        for place, level in enumerate(Level):
            timed = Timed(bench.bot, _evidence(bench), _by_role(), _by_role())
            options = Options(rows=side, cols=side, level=level)
            for number in counted(range(configuration.games)):
                seed = configuration.seed + place * configuration.games + number
                _play(bench.rules(options), timed, seed)
            for role, limit in LIMITS.items():
                used, wall = timed.processor[role], timed.wall[role]
                middle, late, most = np.quantile(used, (0.5, 0.95, 1.0))
                yield (
                    f"{f'{side}x{side} {level.value} {role.value}':24}{middle:8.1f}{late:8.1f}"
                    f"{most:8.1f}{np.quantile(wall, 0.95):12.1f}{len(used):8}"
                    f"  {'within' if late <= limit else 'over'} {limit:.0f}"
                )


def _nudge(turn: int) -> Evidence:
    """Return negligible evidence, different in each turn."""
    return Evidence(
        1, tuple((turn * place) % 97 for place in range(len(persona_family().priors) - 1))
    )


def _clues(observation: Observation) -> ClueMemory:
    """Return a memory of a board's cards with sayable clues, some of them recent."""
    words, size = default_lexicon().words, REMEMBERED * len(observation.cards)
    drawn = np.random.default_rng(size).integers(len(words), size=size)
    cards = [vocabulary_form(word) for word in observation.words] * REMEMBERED
    clues = [words[column] for column in drawn]
    pairs = dict.fromkeys(zip(clues, cards, strict=True), PairCounts(others_worked=1))
    return ClueMemory(pairs, frozenset(clues[:RECENT]))


def _by_role() -> dict[Role, list[float]]:
    return {role: [] for role in LIMITS}


def _play(rules: Codenames, bot: Policy, seed: int) -> None:
    count = len(rules.options.playing)
    EngineGame(rules, (Pair(bot, bot),) * count, (NO_MEMORIES,) * count, seed).play()


def _evidence(bench: Bench, turns: int = 12) -> Evidence:
    """Return the evidence of a person who picks one model's nearest cards."""
    rng, words, total = np.random.default_rng(1), default_pack().words, NO_EVIDENCE
    for _ in range(turns):
        clue, *cards = rng.choice(words, 21, replace=False).tolist()
        near = bench.listener.features(cards, clue)[:, STORED.index("gloss")]
        total += pick_evidence(bench.listener, cards, clue, (int(near.argmax()),))
    return total


MEASURES: Final[Mapping[str, Callable[[Bench, Configuration], Iterator[str]]]] = {
    "shares": _shares,
    "rated": _rated,
    "score": _score,
    "solo": _solo,
    "time": _time,
}


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=5000)
    parser.add_argument("--measure", action="append", choices=MEASURES)
    parser.add_argument("--level", action="append", choices=LEVELS)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--data", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()
