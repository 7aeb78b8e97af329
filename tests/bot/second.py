"""The second game of tests, which is the sample package's, with a command of its own."""

from argparse import Namespace
from functools import cache
from pathlib import Path

import spyring_sample
from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder, natural
from bot.settings import Settings
from bot.texts import Catalogue, Texts, sentences
from core.view import View, phrase
from spyring_sample.nim import MOST

SENTENCES = """
cli-traps = list the heaps that lose
option-below = the largest heap of the list
"""

CATALOGUE = Path(spyring_sample.__file__).parent / "en" / "nim.ftl"


class TrapsCommand(GameCommand):
    """``spyring traps``: the heaps from which every move loses in a game without a trap."""

    name = "traps"

    def add_options(self, adder: OptionAdder) -> None:
        adder.parser.add_argument("--below", type=natural, default=12, help=adder.say("below"))

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        heaps = range(MOST + 1, arguments.below + 1, MOST + 1)
        console.write(f"{settings.name}: {' '.join(map(str, heaps))}")
        console.show(View(title=phrase("nim-heap", heap=len(heaps))))
        return 0 if heaps else 1


@cache
def texts() -> Texts:
    """Return the English sentences, including Nim's."""
    added = SENTENCES + CATALOGUE.read_text(encoding="utf-8")
    own = Catalogue("en", dict(sentences(added)), str)
    return Texts([own, *Texts.load()._catalogues])
