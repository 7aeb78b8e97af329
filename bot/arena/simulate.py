"""The command ``spyring simulate``: bots play many games, with a report of the results.

Under *paper* rules a team plays the paper's solitaire game (`core.arena.paper_game`): game i of a
simulation with seed S has the paper's board of seed S + i. Under *table* rules it plays the rule
book's solo game on the engine. Adaptive players keep their memory over all games of a simulation.
"""

import json
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, Final, TypeAlias

import numpy as np

from bot.arena.options import exploration, whole_number
from bot.arena.players import BeginGame, DuelSetup, PaperPlayers, Ruleset, begin_paper
from bot.arena.policies import table_rules
from bot.arena.source import add_source_options, model_set_from, source_of
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder, natural
from bot.gametypes.codenames.policies import RANDOM, BotRegistry
from bot.progress import counted
from bot.settings import Settings
from core.agents.ace import EXPLORATION
from core.agents.policy import TableStyle
from core.arena import engine_game, tournament
from core.arena.pair import Pair
from core.rating.colt import colt_of_counts, counts_by_code
from core.view import Phrase, phrase

Telling: TypeAlias = Callable[[Sequence[int]], Iterable[int]]
"""Yields the given numbers, and may report progress."""

MOST_GAMES: Final = 1_000_000
"""The most games of a simulation; a million take hours."""

game_count: Final = whole_number(1, MOST_GAMES, "games cannot be played")
"""Reads a number of games."""


@dataclass(frozen=True, slots=True)
class Report:
    """The results of a simulation."""

    games: int
    wins: int
    win_turns: float | None
    """The mean turns of the games won, including the winning turn; None without a win."""
    counts: tuple[int, ...]
    """Turns by outcome index (36,)."""
    seconds: float
    fallbacks: int = 0
    """Clues that were only the least bad, because the spymaster's rule found none."""

    @property
    def win_rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games

    @property
    def colt(self) -> float:
        """The CoLT of all turns pooled."""
        return colt_of_counts(np.array(self.counts, dtype=np.float64))

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain JSON types; `win_turns` is null without a win."""
        return {
            "win_rate": self.win_rate,
            "win_turns": self.win_turns,
            "colt": self.colt,
            "outcomes": counts_by_code(self.counts),
            "games": self.games,
            "seconds": self.seconds,
            "fallbacks": self.fallbacks,
        }


def simulate(
    setup: DuelSetup, spymaster: str, guesser: str, seeds: range, *, told: Telling = iter
) -> Report:
    """Play games of a spymaster and a guesser; return the results.

    Players are ``ace``, ``ace-paper``, ``random``, by table rules ``stranger``, or an expert's
    name. The same arguments give the same report, except for `seconds`. Raises AssetError for an
    unknown name and ValueError without a game or for a negative seed.
    """
    if not seeds or seeds.start < 0:
        raise ValueError(f"{len(seeds)} games from seed {seeds.start}")
    models = setup.model_set
    begin: BeginGame
    if setup.ruleset is Ruleset.TABLE:
        style, listener = TableStyle(models.language()), models.listener()
        policies = BotRegistry(models.experts, style, setup.without, listener=listener)
        bots = Pair(policies.named(spymaster), policies.named(guesser))
        begin = solo_game(bots, models.board_words)
    else:
        agents = PaperPlayers(setup)
        if RANDOM not in (spymaster, guesser):
            pair = Pair(agents.named(spymaster), agents.named(guesser))
            return arena_report(agents.arena, pair, seeds, told)
        team = Pair(agents.player(spymaster), agents.player(guesser))
        begin = partial(begin_paper, models.board_words, (team,))
    start = perf_counter()
    results = play_series(begin, seeds, told)
    return report(tournament.on_arrays(results), perf_counter() - start)


def arena_report(
    arena: tournament.Arena, pair: tournament.AgentPair, seeds: range, told: Telling
) -> Report:
    """Play the paper's games of agents that follow experts; return the report."""
    arena.prepare()
    start = perf_counter()
    series = arena.series(pair, first_seed=seeds.start, games=len(seeds))
    blocks = [next(series) for seed in told(seeds) if seed in seeds[:: tournament.BLOCK_GAMES]]
    return report(tournament.joined(blocks), perf_counter() - start)


def report(results: tournament.GameResults, seconds: float) -> Report:
    """Return the report of one pair's games; raises ValueError without a game."""
    if not len(results):
        raise ValueError("a report of no games")
    won = results.turns[results.winner == 0]
    return Report(
        games=len(results),
        wins=len(won),
        win_turns=float(won.mean()) if len(won) else None,
        counts=tuple(results.counts().sum(axis=0).tolist()),
        seconds=seconds,
        fallbacks=int(results.fallbacks.sum()),
    )


def play_series(
    begin: BeginGame, seeds: Sequence[int], told: Telling = iter
) -> tuple[engine_game.PlayedGame, ...]:
    """Play each seed in turn, with memories kept from one to the next; return the games."""
    played = list[engine_game.PlayedGame]()
    memories: engine_game.PairMemories = (engine_game.NO_MEMORIES,)
    for seed in told(seeds):
        game, memories = begin(memories, seed).play()
        played.append(game)
    return tuple(played)


def solo_game(
    pair: engine_game.PolicyPair,
    words: Sequence[str],
    spectators: tuple[engine_game.Spectator, ...] = (),
) -> BeginGame:
    """Return a function that begins the solo game of a seed by table rules, with these words."""
    rules = table_rules(engine_game.SOLO_OPTIONS, words)
    return partial(engine_game.EngineGame, rules, (pair,), spectators=spectators)


class SimulateCommand(GameCommand):
    """`spyring simulate`: bots play many games."""

    name = "simulate"
    seed_flag = "--seed"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the players, the number of games and the rules."""
        add, rules = adder.describe, [ruleset.value for ruleset in Ruleset]
        add("--spymaster", "spymaster", metavar="A", required=True)
        add("--guesser", "guesser", metavar="B", required=True)
        add("--games", "games", metavar="N", type=game_count, default=100)
        add(self.seed_flag, "seed-arena", dest="seed", metavar="S", type=natural, default=0)
        add("--rules", "rules", choices=rules, default="paper")
        add_source_options(adder)
        add("--without", "without", action="append", default=[], metavar="NAME")
        add("--c", "exploration", metavar="C", type=exploration, default=EXPLORATION)
        add("--json", "json", action="store_true")

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Play the games and write the report; raises AssetError."""
        setup = replace(setup_of(arguments, settings), exploration=arguments.c)
        seeds = range(arguments.seed, arguments.seed + arguments.games)
        found = simulate(setup, arguments.spymaster, arguments.guesser, seeds, told=counted)
        return write_report(console, arguments, found.to_json(), [_report_phrase(found)])


def setup_of(arguments: Namespace, settings: Settings) -> DuelSetup:
    """Return the words, models and rules that the options ask for; raises AssetError."""
    source = source_of(arguments, settings)
    without = (*arguments.without, *source.others)
    return DuelSetup(model_set_from(source), Ruleset(arguments.rules), without)


def write_report(
    console: GameConsole, arguments: Namespace, plain: object, said: Iterable[Phrase]
) -> int:
    """Write a report as JSON or in sentences; return the exit code."""
    lines = map(console.texts.say, said)
    console.write(json.dumps(plain) if arguments.json else "\n".join(lines))
    return 0


class MatchTask(SimulateCommand):
    """``spyring arena match``: `spyring simulate` with the lab's name for the seed option."""

    name = "match"
    seed_flag = "--first-seed"


def _report_phrase(report: Report) -> Phrase:
    return phrase(
        "cli-report",
        games=report.games,
        win_rate=f"{report.win_rate:.3f}",
        win_turns="-" if report.win_turns is None else f"{report.win_turns:.2f}",
        colt=f"{report.colt:.2f}",
        seconds=f"{report.seconds:.1f}",
    )
