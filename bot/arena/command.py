"""The command ``spyring arena``, a task for each kind of experiment."""

import signal
import sys
from argparse import Namespace
from dataclasses import replace
from typing import Final

from bot.arena.colt import ColtTask
from bot.arena.duel import DuelTask
from bot.arena.ladder.task import LadderTask
from bot.arena.learn import LearnTask
from bot.arena.report.tasks import FiguresTask, ReportTask
from bot.arena.simulate import MatchTask
from bot.arena.source import check_installed
from bot.arena.sweep import SweepTask
from bot.arena.table import TableTask
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder
from bot.settings import Settings

ARENA_TASKS: Final[tuple[GameCommand, ...]] = (
    MatchTask(),
    TableTask(),
    LearnTask(),
    SweepTask(),
    DuelTask(),
    LadderTask(),
    ColtTask(),
    ReportTask(),
    FiguresTask(),
)
"""The tasks; the message ``option-arena-NAME`` describes each."""

LIBRARIES: Final = ("distributed", "joblib", "matplotlib", "numba")
"""The import names of the extra `arena`."""

TERMINATED: Final = 128 + signal.SIGTERM
"""The exit code after SIGTERM, as in shells."""


class ArenaCommand(GameCommand):
    """``spyring arena``: experiments with bots."""

    name = "arena"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the tasks and the options of each."""
        tasks = adder.parser.add_subparsers(dest="task", required=True, metavar="TASK")
        for task in ARENA_TASKS:
            said = adder.say(f"arena-{task.name}")
            parser = tasks.add_parser(task.name, help=said, description=said)
            task.add_options(replace(adder, parser=parser))

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Run the task; return its exit code. Raises Refusal, also without the extra `arena`."""
        check_installed(*LIBRARIES)
        named = {task.name: task for task in ARENA_TASKS}
        # SIGTERM becomes SystemExit, so that a terminated task ends its child processes.
        before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
        try:
            return named[arguments.task].run(arguments, settings, console)
        finally:
            signal.signal(signal.SIGTERM, before)
