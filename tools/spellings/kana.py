"""Which Japanese nouns people know, in kana, judged by the costs of the IPA dictionary.

The dictionary's costs come from a tagger trained on newspapers. Most words never occurred there:
all of a kind have about the same cost, the commonest one. A word that is cheaper than its kind
was met, and the cheaper it is the more often.
"""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from core.words.japanese import hiragana

FILES = ("Noun.csv", "Noun.verbal.csv", "Noun.adjv.csv", "Noun.adverbal.csv")
"""Common nouns, those that make verbs, those that make adjectives, those of time and degree."""

READING = re.compile(r"[ぁ-ろわをんー]{2,8}")
"""Kana in use today: no small わ, no ゐ, ゑ or ゔ."""

SURFACE = re.compile(r"[ぁ-ゖァ-ヶー々一-龠]+")

SCRIPTS = (re.compile("[ぁ-ゖー]+"), re.compile("[ァ-ヶー]+"), re.compile(".*[々一-龠].*"))
"""Hiragana alone, katakana alone, and with kanji."""

MET = 30
"""How much lower than its kind's the cost of a word is that was met in the newspapers."""

KNOWN = 150
"""How much lower than its kind's the cost of a word is that everybody knows."""


class Start(Enum):
    """What a word's first character is; the tagger prices new words by it, the first that fits."""

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
        """The words that a word's cost is compared with."""
        return self.part, next(start for start in Start if start.value.match(self.surface))


@dataclass(frozen=True, slots=True)
class Kana:
    """Words in hiragana, sorted, and those of them that not everybody knows."""

    words: tuple[str, ...]
    rare: tuple[str, ...]


def read_nouns(folder: Path) -> list[Noun]:
    """Return the nouns of a dictionary's folder; raises FileNotFoundError."""
    return [
        noun
        for name in FILES
        for noun in parse_nouns((folder / name).read_text(encoding="euc_jp").splitlines())
    ]


def parse_nouns(lines: Iterable[str]) -> list[Noun]:
    """Return the nouns of a file that are written in Japanese and read in 2 to 8 kana."""
    rows = ((row[0], row[5], int(row[3]), hiragana(row[11])) for row in csv.reader(lines))
    nouns = (Noun(*row) for row in rows)
    return [n for n in nouns if SURFACE.fullmatch(n.surface) and READING.fullmatch(n.reading)]


def choose_kana(nouns: Sequence[Noun], everyday: Set[str], left_out: Set[str]) -> Kana:
    """Return the words that people know.

    `everyday` are known whatever their cost, if the dictionary has them. A word that is written in
    hiragana, in katakana and with kanji is an everyday word too.
    """
    margins = cheapest(nouns)
    scripts = spelled(nouns)
    sure = {word for word in margins if word in everyday or len(scripts[word]) == len(SCRIPTS)}
    met = {word for word, margin in margins.items() if margin >= MET}
    words = sorted((met | sure) - left_out)
    rare = (word for word in words if margins[word] < KNOWN and word not in sure)
    return Kana(tuple(words), tuple(rare))


def cheapest(nouns: Sequence[Noun]) -> Mapping[str, int]:
    """Return of each reading how much cheaper than its kind its cheapest word is."""
    usual = commonest_costs(nouns)
    margins: dict[str, int] = {}
    for noun in nouns:
        margin = usual[noun.kind] - noun.cost
        margins[noun.reading] = max(margin, margins.get(noun.reading, margin))
    return margins


def commonest_costs(nouns: Iterable[Noun]) -> Mapping[tuple[str, Start], int]:
    """Return the cost that most words of each kind have; of equals the highest."""
    costs: defaultdict[tuple[str, Start], Counter[int]] = defaultdict(Counter)
    for noun in nouns:
        costs[noun.kind][noun.cost] += 1
    return {kind: max(counted, key=lambda c: (counted[c], c)) for kind, counted in costs.items()}


def spelled(nouns: Iterable[Noun]) -> Mapping[str, frozenset[int]]:
    """Return in which of `SCRIPTS`, by their places, each reading is written."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for noun in nouns:
        found[noun.reading] |= {n for n, s in enumerate(SCRIPTS) if s.fullmatch(noun.surface)}
    return {reading: frozenset(scripts) for reading, scripts in found.items()}
