"""The command `spyring simulate`: bots play many games, and a report says how they did."""

import json
from argparse import Namespace
from typing import Final

from bot.arena.options import describer, exploration, whole_number
from bot.arena.simulate import Report, Ruleset, simulate
from bot.arena.source import add_source_options, model_set_from, source_of
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder, natural
from bot.progress import counted
from bot.settings import Settings
from core.agents.ace import EXPLORATION
from core.view import Phrase, phrase

MOST_GAMES: Final = 1_000_000
"""Games of one simulation; a million take hours already."""

game_count: Final = whole_number(1, MOST_GAMES, "games cannot be played")
"""Reads a number of games."""


class SimulateCommand(GameCommand):
    """`spyring simulate`: bots play many games."""

    name = "simulate"
    seed_flag = "--seed"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the players, the number of games and the rules."""
        add, rules = describer(adder), [ruleset.value for ruleset in Ruleset]
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
        source = source_of(arguments, settings)
        report = simulate(
            arguments.spymaster,
            arguments.guesser,
            games=arguments.games,
            seed=arguments.seed,
            ruleset=Ruleset(arguments.rules),
            model_set=model_set_from(source),
            without=(*arguments.without, *source.others),
            exploration=arguments.c,
            told=counted,
        )
        if arguments.json:
            console.write(json.dumps(report.to_json()))
        else:
            console.write(console.texts.say(_report_phrase(report)))
        return 0


class MatchTask(SimulateCommand):
    """``spyring arena match``: the same from the first seed."""

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
