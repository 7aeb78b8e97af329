"""The referee's knowledge of words: the refused forms of cards, and other refused words.

    python -m benchmarks.lawful --wordnet /usr/share/wordnet

It checks every word of hangman's list with every card of the first English pack. WordNet, which the
referee does not use, defines the forms of a card: inflections by its morphology, derivations by its
links between words. Compounds with a card count separately: the printed rules forbid them. All
other words are innocent. docs/DATA.md has the source of WordNet's files. The result is
deterministic, and takes half a minute.
"""

import argparse
import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.progress import counted
from core.codenames.clue import ClueJudge, Referee, Substrings
from core.words.english import English
from core.words.lexicon import default_lexicon
from core.words.packs import first_pack
from core.words.word_lists import word_list
from tools.lexicon.morphology import bases
from tools.lexicon.wordnet import PartOfSpeech, WordNet, read_wordnet

DERIVED: Final = frozenset(("+", "\\"))
"""WordNet's pointers between derived words, and from adjectives to their nouns."""

AKIN: Final = 2
"""The first letters that a derivation shares with its card: lunar is not a form of moon."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """The options of a run, printed at the top of its output."""

    words: int
    cards: int
    seed: None = None


@dataclass(slots=True)
class Tally:
    """The number of pairs of a word and a card of one kind, and of refused ones."""

    pairs: int = 0
    refused: dict[Substrings, int] = field(default_factory=lambda: dict.fromkeys(Substrings, 0))

    def count(
        self, kind: NDArray[np.bool_], lawful: Mapping[Substrings, NDArray[np.bool_]]
    ) -> None:
        """Add the words of this kind for a card, bool (V,)."""
        self.pairs += int(kind.sum())
        for mode, allowed in lawful.items():
            self.refused[mode] += int((kind & ~allowed).sum())

    def line(self, name: str) -> str:
        """Return name, pairs, and the refused share with and without substrings."""
        shares = (100 * self.refused[mode] / self.pairs if self.pairs else 0 for mode in Substrings)
        counts = (self.refused[mode] for mode in Substrings)
        told = " ".join(f"{n:9} {share:9.4f}%" for n, share in zip(counts, shares, strict=True))
        return f"{name:12} {self.pairs:11} {told}"


def main() -> None:
    """Judge every word with every card; print a line for each kind of word."""
    options = _options()
    cards = first_pack().words[: options.cards]
    lexicon, words = default_lexicon(), word_list("words").words[: options.words]
    print(Configuration(len(words), len(cards)))
    print(f"checksum: {hashlib.sha256(' '.join((*words, *cards)).encode()).hexdigest()}")
    wordnet, links = read_wordnet(options.wordnet), dict(links_of(options.wordnet))
    judge = ClueJudge(words, Referee(lexicon.english))
    forms, halves = _forms(words, wordnet), _halves(words, lexicon.english)
    tallies = {name: Tally() for name in ("forms", "compounds", "innocent")}
    for card in counted(cards):
        lawful = {mode: judge.lawful([card], mode) for mode in Substrings}
        kinds = _kinds(words, card, _family(card, links, forms), halves[card])
        for name, kind in zip(tallies, kinds, strict=True):
            tallies[name].count(kind, lawful)
    print(f"{'pairs':>24} {'refused with substrings: allow':>20} {'refuse':>15}")
    for name, tally in tallies.items():
        print(tally.line(name))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lawful", description=__doc__)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--cards", type=int, help="only the first cards of the pack")
    parser.add_argument("--words", type=int, help="only the first words of the list")
    return parser.parse_args()


def links_of(folder: Path) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each word of WordNet with the words that it is derived from, or that derive from it."""
    synsets = {
        (part, line.split()[0]): line for part in PartOfSpeech for line in _lines(folder, part)
    }
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in synsets.values():
        own, fields = _words(line)
        for symbol, offset, letter, ends in zip(
            *(fields[start::4] for start in range(4)), strict=True
        ):
            if symbol in DERIVED and ends != "0000":
                part = PartOfSpeech.ADJECTIVE if letter == "s" else _PARTS[letter]
                other, _ = _words(synsets[part, offset])
                pair = own[int(ends[:2], 16) - 1], other[int(ends[2:], 16) - 1]
                for one, two in (pair, pair[::-1]):
                    found[one].add(two)
    return ((word, frozenset(linked)) for word, linked in found.items())


_PARTS: Final = {
    "n": PartOfSpeech.NOUN,
    "v": PartOfSpeech.VERB,
    "a": PartOfSpeech.ADJECTIVE,
    "r": PartOfSpeech.ADVERB,
}


def _lines(folder: Path, part: PartOfSpeech) -> list[str]:
    text = (folder / f"data.{part.value}").read_text(encoding="latin-1")
    return [line for line in text.splitlines() if not line.startswith(" ")]


def _words(line: str) -> tuple[list[str], list[str]]:
    """Return the words of a synset in lower case, and the fields of its pointers, four each."""
    fields = line.partition(" | ")[0].split()
    count = int(fields[3], 16)
    words = [word.partition("(")[0].lower() for word in fields[4 : 4 + 2 * count : 2]]
    start = 5 + 2 * count
    return words, fields[start : start + 4 * int(fields[start - 1])]


def _forms(words: tuple[str, ...], wordnet: WordNet) -> Mapping[str, Set[str]]:
    """Return the inflected forms of each lemma, including itself."""
    forms: defaultdict[str, set[str]] = defaultdict(set)
    for word in words:
        for lemma in (word, *bases(word, wordnet)):
            forms[lemma].add(word)
    return forms


def _family(
    card: str, links: Mapping[str, frozenset[str]], forms: Mapping[str, Set[str]]
) -> frozenset[str]:
    """Return the forms of a card, and of its derivations in at most two steps."""
    near = _akin(card, links.get(card, frozenset()))
    far = (_akin(card, links.get(word, frozenset())) for word in near)
    lemmas = {card}.union(near, *far)
    return frozenset[str]().union(*(forms.get(lemma, frozenset()) for lemma in lemmas)) - {card}


def _akin(card: str, words: Set[str]) -> frozenset[str]:
    return frozenset(word for word in words if word[:AKIN] == card[:AKIN])


def _halves(words: tuple[str, ...], english: English) -> Mapping[str, Set[str]]:
    """Return each word's compounds, and the words that share a half with it."""
    compounds: defaultdict[str, set[str]] = defaultdict(set)
    for word in words:
        for half in english.halves(word):
            compounds[half].add(word)
    for word in words:
        compounds[word] |= {
            other for half in english.halves(word) for other in (half, *compounds[half])
        }
    return compounds


def _kinds(
    words: tuple[str, ...], card: str, family: Set[str], compounds: Set[str]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Return masks of the forms of a card, its compounds, and other words, bool (V,) each."""
    form = np.array([word in family for word in words], dtype=np.bool_)
    compound = np.array([word in compounds for word in words], dtype=np.bool_) & ~form
    same = np.array([word == card for word in words], dtype=np.bool_)
    return form, compound, ~(form | compound | same)


if __name__ == "__main__":
    main()
