"""The Japanese nouns that people know, in kana, by the costs of the IPA dictionary.

The dictionary's costs come from a tagger trained on newspapers. Most words never occurred there:
they have about the most common cost of their kind. A cheaper word did occur, and the cheaper it is,
the more often.
"""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from core.words.japanese import hiragana

FILES = ("Noun.csv", "Noun.verbal.csv", "Noun.adjv.csv", "Noun.adverbal.csv")
"""Common nouns, verbal nouns, adjectival nouns, and nouns of time and degree."""

READING = re.compile(r"[ぁ-ろわをんー]{2,8}")
"""Modern kana: no small わ, no ゐ, ゑ or ゔ."""

SURFACE = re.compile(r"[ぁ-ゖァ-ヶー々一-龠]+")

SCRIPTS = (re.compile("[ぁ-ゖー]+"), re.compile("[ァ-ヶー]+"), re.compile(".*[々一-龠].*"))
"""Hiragana alone, katakana alone, and with kanji."""

MET = 30
"""The least difference in cost from its kind for a word that occurred in the newspapers."""

KNOWN = 150
"""The same for a word that everybody knows."""


class Start(Enum):
    """The kind of a word's first character: the tagger's cost of a new word depends on it."""

    HIRAGANA = re.compile("[ぁ-ゖ]")
    KATAKANA = re.compile("[ァ-ヶ]")
    NUMERAL = re.compile("[一二三四五六七八九十百千万]")
    KANJI = re.compile("")


@dataclass(frozen=True, slots=True)
class Noun:
    """A row of the dictionary: the word as written, its part of speech, cost, hiragana."""

    surface: str
    part: str
    cost: int
    reading: str

    @property
    def kind(self) -> tuple[str, Start]:
        """The kind of words for comparing costs."""
        return self.part, next(start for start in Start if start.value.match(self.surface))


@dataclass(frozen=True, slots=True)
class Kana:
    """Words in hiragana, sorted, and the less known ones among them."""

    words: tuple[str, ...]
    rare: tuple[str, ...]


def ipadic_lines(folder: Path) -> Iterator[str]:
    """Yield the lines of a dictionary's nouns; raises FileNotFoundError."""
    for name in FILES:
        yield from (folder / name).read_text(encoding="euc_jp").splitlines()


def parse_nouns(lines: Iterable[str]) -> list[Noun]:
    """Return the nouns in Japanese script with readings of 2 to 8 kana."""
    rows = ((row[0], row[5], int(row[3]), hiragana(row[11])) for row in csv.reader(lines))
    nouns = (Noun(*row) for row in rows)
    return [n for n in nouns if SURFACE.fullmatch(n.surface) and READING.fullmatch(n.reading)]


def choose_kana(nouns: Sequence[Noun], everyday: Set[str], left_out: Set[str]) -> Kana:
    """Return the words that people know.

    `everyday` words in the dictionary are known despite their cost. A word written in hiragana, in
    katakana and with kanji is also an everyday word.
    """
    margins = cheapest(nouns)
    scripts = spelled(nouns)
    sure = {word for word in margins if word in everyday or len(scripts[word]) == len(SCRIPTS)}
    met = {word for word, margin in margins.items() if margin >= MET}
    words = sorted((met | sure) - left_out)
    rare = (word for word in words if margins[word] < KNOWN and word not in sure)
    return Kana(tuple(words), tuple(rare))


def cheapest(nouns: Sequence[Noun]) -> Mapping[str, int]:
    """Return each reading's greatest cost difference from its kind."""
    usual = commonest_costs(nouns)
    margins: dict[str, int] = {}
    for noun in nouns:
        margin = usual[noun.kind] - noun.cost
        margins[noun.reading] = max(margin, margins.get(noun.reading, margin))
    return margins


def commonest_costs(nouns: Iterable[Noun]) -> Mapping[tuple[str, Start], int]:
    """Return the most common cost of each kind; the highest of ties."""
    costs: defaultdict[tuple[str, Start], Counter[int]] = defaultdict(Counter)
    for noun in nouns:
        costs[noun.kind][noun.cost] += 1
    return {kind: max(counted, key=lambda c: (counted[c], c)) for kind, counted in costs.items()}


def spelled(nouns: Iterable[Noun]) -> Mapping[str, frozenset[int]]:
    """Return the indices of the `SCRIPTS` of each reading."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for noun in nouns:
        found[noun.reading] |= {n for n, s in enumerate(SCRIPTS) if s.fullmatch(noun.surface)}
    return {reading: frozenset(scripts) for reading, scripts in found.items()}
