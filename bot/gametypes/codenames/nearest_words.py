"""`spyring words`: the words that are nearest to a word, or to a sum of words, by model."""

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

import numpy as np

from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder
from bot.settings import Settings
from core.agents.understanding import default_understanding
from core.rules import Refusal
from core.words.ensemble import MODELS, clue_words
from core.words.heard import heard_model

NEAREST_WORDS: Final = 10
"""Words of each model."""

GAP: Final = "  "

PLUS, MINUS = "+", "-"


class WordsError(Refusal):
    """Words that cannot be looked up."""


@dataclass(frozen=True, slots=True)
class WordSum:
    """Words that are added up and words that are taken off, as the models know them."""

    added: tuple[str, ...]
    taken: tuple[str, ...] = ()


class WordsCommand(GameCommand):
    """`spyring words`: list the words that are nearest to a word by each model."""

    name = "words"

    def add_options(self, adder: OptionAdder) -> None:
        """Add the word, or the words and signs of a sum."""
        said = adder.say("words-terms")
        adder.parser.add_argument("terms", metavar="WORD", nargs="+", help=said)

    def run(self, arguments: Namespace, _settings: Settings, console: GameConsole) -> int:
        """Write a table with a column for each model; raises WordsError."""
        columns = nearest_by_model(read_sum(arguments.terms))
        console.write("\n".join(_rows(columns)))
        return 0


def read_sum(terms: Sequence[str]) -> WordSum:
    """Return the sum that terms such as king - man + woman stand for; raises WordsError."""
    added, taken, sign = list[str](), list[str](), PLUS
    for term in terms:
        if term in (PLUS, MINUS):
            if not sign:
                sign = term
                continue
            raise WordsError("words-signs")
        if not sign:
            raise WordsError("words-signs")
        (added if sign == PLUS else taken).append(_known(term))
        sign = ""
    if sign or not added:
        raise WordsError("words-signs")
    return WordSum(tuple(added), tuple(taken))


def nearest_by_model(asked: WordSum) -> dict[str, tuple[str, ...]]:
    """Return the clue words that are nearest by each model, nearest first, the asked left out.

    A model that knows none of the words has none.
    """
    words = clue_words()
    own = {*asked.added, *asked.taken}
    found = {}
    for name in MODELS:
        near = heard_model(name).analogy(asked.added, asked.taken)
        order = np.argsort(-near, kind="stable")[: NEAREST_WORDS + len(own)]
        known = [words[place] for place in order if near[place] > -1 and words[place] not in own]
        found[name] = tuple(known[:NEAREST_WORDS])
    return found


def _known(term: str) -> str:
    """Return the word that a term is understood as; raises WordsError."""
    heard = default_understanding().understand(term)
    if heard is None or not heard.is_sure:
        raise WordsError("words-unknown", word=term)
    return heard.word


def _rows(columns: dict[str, tuple[str, ...]]) -> list[str]:
    """Return the lines of a table with a head."""
    widths = {name: max(map(len, (name, *words))) for name, words in columns.items()}
    lines = [tuple(columns), *zip_longest(*columns.values(), fillvalue="")]
    return [GAP.join(map(str.ljust, line, widths.values())).rstrip() for line in lines]
