"""`spyring words`: the nearest words to a word or to a sum of words, by model."""

import re
from argparse import Namespace
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

import numpy as np

from bot.gametypes.cli import GameCommand, GameConsole, OptionAdder
from bot.models.cache import ModelCache, models_folder
from bot.models.comparison import neighbours
from bot.models.readers import ModelFileError
from bot.settings import Settings
from core.agents.clue_lookup import default_understanding
from core.rules import Refusal
from core.view import Phrase, phrase
from core.words.ensemble import DERIVED, MODELS, STORED, clue_words
from core.words.receptive_words import receptive_model

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

NEAREST_WORDS: Final = 10
"""The number of words from each model."""

LOOKED_AT: Final = 3 * NEAREST_WORDS
"""The number of a model's nearest words from which the supported ones are chosen."""

SUPPORT: Final = 50
"""The number of nearest words that a model supports."""

GAP: Final = "  "

PLUS, MINUS = "+", "-"

_SIGN: Final = re.compile(r"(?<!\S)([+-])(?!\S)")
"""A sign in a sum that is one quoted argument."""


@dataclass(frozen=True, slots=True)
class WordSum:
    """Added and subtracted words, in the models' spelling."""

    added: tuple[str, ...]
    taken: tuple[str, ...] = ()


class WordsCommand(GameCommand):
    """`spyring words`: lists the nearest words to a word by each model."""

    name = "words"
    parts_signs = True

    def add_options(self, adder: OptionAdder) -> None:
        """Add the word, or the words and signs of a sum."""
        adder.describe("terms", "words-terms", metavar="WORD", nargs="+")

    def run(self, arguments: Namespace, settings: Settings, console: GameConsole) -> int:
        """Write a table with a column for each sound model; raises Refusal."""
        cache, stored = ModelCache(models_folder(settings)), {}
        for name in cache.names:
            try:
                stored[name] = cache.load(name)
            except ModelFileError as damaged:
                console.warn(console.texts.say(damaged.phrase))
        parts = [part.strip() for term in arguments.terms for part in _SIGN.split(term)]
        terms = [part for part in parts if part]
        asked = read_sum(terms, stored.values())
        for said in _corrections(terms):
            console.warn(console.texts.say(said))
        columns = nearest_by_model(asked)
        for name, model in stored.items():
            columns[name] = neighbours(model, NEAREST_WORDS, asked.added, asked.taken)
        if not any(columns.values()):
            raise Refusal("words-none-near")
        console.write("\n\n".join(tables(columns, console.columns)))
        return 0


def read_sum(terms: Sequence[str], stored: Collection["KeyedVectors"] = ()) -> WordSum:
    """Return the sum of terms such as king - man + woman; raises Refusal.

    A word that the embedded models do not know may be in one of the `stored` models.
    """
    added, taken, sign = list[str](), list[str](), PLUS
    for term in terms:
        is_sign = term in (PLUS, MINUS)
        if is_sign == bool(sign) or not term.strip():
            raise Refusal("words-signs")
        if not is_sign:
            (added if sign == PLUS else taken).append(_known(term, stored))
        sign = term if is_sign else ""
    if sign or not added:
        raise Refusal("words-signs")
    return WordSum(tuple(added), tuple(taken))


def nearest_by_model(asked: WordSum) -> dict[str, tuple[str, ...]]:
    """Return each model's nearest clue words, nearest first, without the requested words.

    One model may know only a wrong sense of a word, such as whale for a large person. So an
    independent model must support its words, if one knows the requested word. A model that knows
    none of the requested words returns none.
    """
    order = {name: _order(name, asked) for name in MODELS}
    return {name: _supported(order[name], _voices(name, order)) for name in MODELS}


def _order(name: str, asked: WordSum) -> list[str]:
    """Return a model's nearest clue words, nearest first, without the requested words."""
    words, own = clue_words(), {*asked.added, *asked.taken}
    near = receptive_model(name).analogy(asked.added, asked.taken)
    places = np.argsort(-near, kind="stable")[: SUPPORT + len(own)]
    return [words[place] for place in places if near[place] > -1 and words[place] not in own]


def _voices(name: str, order: Mapping[str, list[str]]) -> list[list[str]]:
    """Return the words of the stored models that are independent of this one.

    The parts of a combined model share their sources, so they depend on each other.
    """
    families = [{made, *parts} for made, parts in DERIVED.items()]
    kin = {name}.union(*(family for family in families if name in family))
    return [order[one] for one in STORED if one not in kin and order[one]]


def _supported(order: list[str], voices: list[list[str]]) -> tuple[str, ...]:
    if not voices:
        return tuple(order[:NEAREST_WORDS])
    known = {word for voice in voices for word in voice[:SUPPORT]}
    return tuple([word for word in order[:LOOKED_AT] if word in known][:NEAREST_WORDS])


def _known(term: str, stored: Collection["KeyedVectors"]) -> str:
    """Return the models' word for a term; raises Refusal."""
    heard = default_understanding().understand(term)
    if heard is not None and heard.is_sure:
        return heard.word
    if any(term in model.key_to_index for model in stored):
        return term
    raise Refusal("words-signs" if {PLUS, MINUS} & {*term} else "words-unknown", word=term)


def _corrections(terms: Sequence[str]) -> Iterator[Phrase]:
    """Yield a sentence for each corrected term."""
    for term in terms:
        heard = default_understanding().understand(term)
        if heard is not None and heard.is_corrected:
            yield phrase("words-corrected", term=term, word=heard.word)


def tables(columns: Mapping[str, tuple[str, ...]], most: int | None = None) -> Iterator[str]:
    """Yield tables with headers, each with as many columns as fit in `most` cells."""
    line, used = dict[str, int](), 0
    for name, words in columns.items():
        cells = max(map(len, (name, *words)))
        if line and most is not None and used + cells > most:
            yield _table(columns, line)
            line, used = {}, 0
        line[name], used = cells, used + cells + len(GAP)
    yield _table(columns, line)


def _table(columns: Mapping[str, tuple[str, ...]], widths: Mapping[str, int]) -> str:
    """Return a table of the columns in `widths`."""
    rows = [tuple(widths), *zip_longest(*(columns[name] for name in widths), fillvalue="")]
    lines = (map(str.ljust, row, widths.values()) for row in rows)
    return "\n".join(GAP.join(line).rstrip() for line in lines)
