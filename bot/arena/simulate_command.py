"""The command `spyring simulate`: bots play many games, and a report says how they did."""

import json
from argparse import ArgumentTypeError, Namespace
from math import isfinite
from typing import Final

from bot.arena.simulate import Report, Ruleset, simulate
from bot.arena.source import add_source_options, model_set_from, source_of
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder, natural
from bot.progress import counted
from bot.settings import Settings
from core.agents.ace import EXPLORATION
from core.view import Phrase, phrase

MOST_GAMES: Final = 1_000_000
"""Games of one simulation; a million take hours already."""


class SimulateCommand(GameCommand):
    """`spyring simulate`: bots play many games."""

    name = "simulate"
    seed_flag = "--seed"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the players, the number of games and the rules."""
        parser, say = adder.parser, adder.say
        rules = [ruleset.value for ruleset in Ruleset]
        parser.add_argument("--spymaster", metavar="A", required=True, help=say("spymaster"))
        parser.add_argument("--guesser", metavar="B", required=True, help=say("guesser"))
        parser.add_argument("--games", metavar="N", type=game_count, default=100, help=say("games"))
        parser.add_argument(
            self.seed_flag,
            dest="seed",
            metavar="S",
            type=natural,
            default=0,
            help=say("seed-arena"),
        )
        parser.add_argument("--rules", choices=rules, default="paper", help=say("rules"))
        add_source_options(adder)
        parser.add_argument(
            "--without", action="append", default=[], metavar="NAME", help=say("without")
        )
        parser.add_argument(
            "--c", metavar="C", type=exploration, default=EXPLORATION, help=say("exploration")
        )
        parser.add_argument("--json", action="store_true", help=say("json"))

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


def game_count(text: str) -> int:
    """Return a number of games to play: at least one, and fewer than take for ever."""
    number = natural(text)
    if not 1 <= number <= MOST_GAMES:
        raise ArgumentTypeError(f"{number} games cannot be played: choose 1 to {MOST_GAMES}")
    return number


def exploration(text: str) -> float:
    """Return the constant of ACE's exploration that a text holds: from 0 up."""
    try:
        constant = float(text)
    except ValueError:
        constant = -1.0
    if not (isfinite(constant) and constant >= 0.0):
        raise ArgumentTypeError(f"{text!r} is not a number from 0 up: write one such as 0.5")
    return constant


def _report_phrase(report: Report) -> Phrase:
    return phrase(
        "cli-report",
        games=report.games,
        win_rate=f"{report.win_rate:.3f}",
        win_turns="-" if report.win_turns is None else f"{report.win_turns:.2f}",
        colt=f"{report.colt:.2f}",
        seconds=f"{report.seconds:.1f}",
    )
