"""``spyring arena duel``: two pairs play the full game, on each board in both seatings."""

from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from time import perf_counter
from typing import Any, Final

import numpy as np

from bot.arena.experiment_cells import TEAMMATES
from bot.arena.external.agent import TIME_LIMIT_SECONDS
from bot.arena.options import seconds
from bot.arena.pairs import EXEC, PairNames, read_pair
from bot.arena.players import BeginGame, DuelSetup, PaperPlayers, Ruleset, duel_players
from bot.arena.simulate import Telling, game_count, setup_of, write_report
from bot.arena.source import add_source_options
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder, natural
from bot.gametypes.codenames.policies import RANDOM
from bot.progress import counted
from bot.settings import Settings
from core.arena.engine_game import NO_MEMORIES, PairMemories, PlayedGame, TeamRecord
from core.arena.paper_kernels import ABSENT
from core.arena.statistics import board_interval, forecast
from core.arena.tournament import AgentPair, GameResults
from core.rating.colt import OUTCOME_COUNT, Floats
from core.view import Phrase, phrase

SIDES: Final = ("blue", "red")


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """The two games of a board; in the first, blue moves first or plays its own colour."""

    seed: int
    games: tuple[PlayedGame, PlayedGame]

    @property
    def wins(self) -> int:
        """The number of the two games that blue won."""
        return sum(game.winner == 0 for game in self.games)


@dataclass(frozen=True, slots=True)
class DuelReport:
    """The results of a duel."""

    blue: str
    red: str
    boards: tuple[PlayedBoard, ...]
    seconds: float
    chances: tuple[tuple[str, Sequence[float]], ...] = ()
    """The programs that gave chances for their guesses, with the squared error of each chance."""

    @property
    def games(self) -> tuple[PlayedGame, ...]:
        """All games, in the order of play."""
        return tuple(game for board in self.boards for game in board.games)

    @property
    def win_rate(self) -> float:
        """The share of games that blue won."""
        return sum(board.wins for board in self.boards) / len(self.games)

    def counts(self, place: int) -> Floats:
        """Return a pair's turns by outcome, float64 (36,); blue has index 0, red 1."""
        outcomes = [one for game in self.games for one in game.plays[place].outcomes]
        counted = np.bincount(np.array(outcomes, np.intp), minlength=OUTCOME_COUNT)
        return counted.astype(np.float64)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain JSON types; `forecast` is null if a pair had no turn."""
        return {
            "blue": self.blue,
            "red": self.red,
            "games": len(self.games),
            "win_rate": self.win_rate,
            "ci95": list(board_interval([board.wins for board in self.boards])),
            "forecast": forecast(self.counts(0), self.counts(1)),
            "seconds": self.seconds,
            "forfeits": forfeits_json(self.boards),
            "chances": [
                {"agent": name, "guesses": len(squares), "brier": sum(squares) / len(squares)}
                for name, squares in self.chances
            ],
        }


def forfeits_json(boards: Sequence[PlayedBoard]) -> list[dict[str, Any]]:
    """Return the forfeits by chair and reason, the commonest first, with games and first seed."""
    counts, seeds = Counter[tuple[str, str, str]](), dict[tuple[str, str, str], int]()
    for board in boards:
        for game in board.games:
            if game.forfeit is not None:
                side = SIDES[1 - game.winner]
                key = (side, game.forfeit.role.value, game.forfeit.reason)
                counts[key] += 1
                seeds.setdefault(key, board.seed)
    return [
        {"by": by, "role": role, "games": games, "first_seed": seeds[by, role, why], "reason": why}
        for (by, role, why), games in counts.most_common()
    ]


def play_boards(
    begin: BeginGame, seeds: Sequence[int], *, told: Telling = iter
) -> tuple[PlayedBoard, ...]:
    """Play the boards of these seeds, each in both seatings; players keep what they learn."""
    boards = list[PlayedBoard]()
    memories: PairMemories = (NO_MEMORIES, NO_MEMORIES)
    for seed in told(seeds):
        straight, memories = begin(memories, seed).play()
        swapped, memories = begin(memories, seed, swapped=True).play()
        boards.append(PlayedBoard(seed, (straight, swapped)))
    return tuple(boards)


def duel(
    setup: DuelSetup, blue: str, red: str, seeds: range, *, told: Telling = iter
) -> DuelReport:
    """Play a duel of two pairs, named ``M+G``; return the results. Raises Refusal."""
    with closing(duel_players(setup)) as source:
        pairs = (read_pair(blue, source.names), read_pair(red, source.names))
        if isinstance(source, PaperPlayers) and follow_experts(pairs):
            source.arena.prepare()
            play = partial(arena_boards, source, pairs)
        else:
            play = partial(play_boards, source.pairing(*pairs), told=told)
        start = perf_counter()
        played = play(seeds)
        seconds = perf_counter() - start
        agents = source.agents
        chances = tuple((one.name, one.squared_errors) for one in agents if one.squared_errors)
        names = ["+".join(pair) for pair in pairs]
        return DuelReport(names[0], names[1], played, seconds, chances)


def follow_experts(pairs: Sequence[PairNames]) -> bool:
    """Return whether all players follow experts, so that an `Arena` can play them."""
    objects = (RANDOM, *TEAMMATES)
    names = chain.from_iterable(pairs)
    return not any(name in objects or name.startswith(EXEC) for name in names)


def arena_boards(
    agents: PaperPlayers, pairs: tuple[PairNames, PairNames], seeds: range
) -> tuple[PlayedBoard, ...]:
    """Play the boards of two pairs that follow experts, by the paper's rules."""
    blue, red = (AgentPair(*map(agents.named, pair)) for pair in pairs)
    results = agents.arena.duel(blue, red, first_seed=seeds.start, boards=len(seeds))
    games = (_duel_game(results, game) for game in range(len(results)))
    return tuple(PlayedBoard(seed, (next(games), next(games))) for seed in seeds)


def _duel_game(results: GameResults, game: int) -> PlayedGame:
    """Return one game of an arena's duel, with the turns of each pair."""
    turns = [outcome for outcome in results.outcomes[game].tolist() if outcome != ABSENT]
    first, fallbacks = int(results.first[game]), results.fallbacks[game].tolist()
    halves = (turns[::2], turns[1::2])
    plays = [TeamRecord(tuple(halves[(place + first) % 2]), fallbacks[place]) for place in (0, 1)]
    return PlayedGame(int(results.winner[game]), (plays[0], plays[1]))


class DuelTask(GameCommand):
    """A duel of two pairs in the full game."""

    name = "duel"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the pairs, the boards and the rules."""
        add, rules = adder.describe, [ruleset.value for ruleset in Ruleset]
        for side in SIDES:
            add(f"--{side}", f"arena-{side}", metavar="M+G", required=True)
        add("--games", "arena-boards", metavar="N", type=game_count, default=100)
        add("--first-seed", "arena-first-seed", metavar="S", type=natural, default=0)
        add_source_options(adder)
        add("--rules", "arena-duel-rules", choices=rules, default="paper")
        add("--without", "without", action="append", default=[], metavar="NAME")
        add_time_limit(adder)
        add("--json", "json", action="store_true")

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Play the games and write the report; raises Refusal."""
        setup = replace(setup_of(arguments, settings), seconds=arguments.time_limit)
        seeds = range(arguments.first_seed, arguments.first_seed + arguments.games)
        report = duel(setup, arguments.blue, arguments.red, seeds, told=counted)
        return write_report(console, arguments, report.to_json(), report_phrases(report))


def add_time_limit(adder: OptionAdder) -> None:
    """Add the option for a program's time limit for an answer."""
    limit = {"metavar": "SECONDS", "type": seconds, "default": TIME_LIMIT_SECONDS}
    adder.describe("--time-limit", "arena-time-limit", **limit)


def report_phrases(report: DuelReport) -> tuple[Phrase, ...]:
    """Return the sentences of a report: the result, the forecasts, the forfeits."""
    plain = report.to_json()
    low, high = plain["ci95"]
    result = phrase(
        "arena-duel",
        blue=report.blue,
        red=report.red,
        games=plain["games"],
        win_rate=f"{report.win_rate:.3f}",
        low=f"{low:.3f}",
        high=f"{high:.3f}",
        seconds=f"{report.seconds:.1f}",
    )
    seen = {name: f"{chance:.3f}" for name, chance in (plain["forecast"] or {}).items()}
    forecasts = [phrase("arena-forecast", **seen)] if seen else []
    forfeits = [phrase("arena-forfeit", **one) for one in plain["forfeits"]]
    return (result, *forecasts, *forfeits)
