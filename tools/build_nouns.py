"""Builds the Japanese nouns of shiritori: `python -m tools.build_nouns` (see docs/DATA.md).

Reads the IPA dictionary's nouns, which SudachiDict confirms and extends, and wordfreq's ranks,
which separate common words from others. Needs
`pip install sudachipy sudachidict-core wordfreq`.
"""

import argparse
import csv
import lzma
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import log10
from pathlib import Path
from typing import Final

from core.words.japanese import hiragana
from core.words.word_lists import NOUNS_FILE, RARE
from tools.build_lexicon import DATA, write_manifest
from tools.build_spellings import AMENDMENTS, word_set
from tools.spellings.kana import SURFACE, ipadic_lines

READING: Final = re.compile("[ァ-ヴー]{2,8}")

LEFT_OUT: Final = ("kana_left_out.txt", "nouns_left_out.txt")
"""The files of readings that no bot plays."""

COMMON_ZIPF: Final = 2.5
"""The least Zipf frequency of a word that bots play: once in three million words."""

KNOWN_ZIPF: Final = 2.0
"""The least Zipf frequency of a word that is only in SudachiDict."""

COMMON_NOUN: Final = ("名詞", "普通名詞")
"""The part of speech in SudachiDict."""

COUNTED: Final = frozenset({"助数詞可能"})
"""Omitted common nouns of SudachiDict: counters."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A noun: its spelling, reading in katakana and Zipf frequency, and whether bots play it."""

    spelling: str
    reading: str
    zipf: float
    common: bool

    @property
    def line(self) -> str:
        """The entry as a line of the shipped list."""
        return "\t".join((self.spelling, self.reading, *(() if self.common else (RARE,))))


Confirm = Callable[[str], str | None]
"""Returns SudachiDict's reading of a common noun; None for other words."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Build and write the list, and print its length."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_nouns", description=__doc__)
    parser.add_argument("--ipadic", type=Path, default=Path("/usr/share/mecab/dic/ipadic"))
    parser.add_argument("--out", type=Path, default=DATA)
    given = parser.parse_args(arguments)
    left_out = frozenset[str]().union(*(word_set(AMENDMENTS / name) for name in LEFT_OUT))
    nouns = parse_ipadic(ipadic_lines(given.ipadic))
    entries = choose(nouns, sudachi(), zipf_frequencies(), left_out)
    text = "".join(f"{entry.line}\n" for entry in entries)
    packed = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    (given.out / NOUNS_FILE).write_bytes(packed)
    write_manifest(given.out)
    common = sum(entry.common for entry in entries)
    print(f"{NOUNS_FILE}: {len(entries)} nouns, {common} of them common, {len(packed)} bytes")


def parse_ipadic(lines: Iterable[str]) -> list[tuple[str, str]]:
    """Return the spellings and readings of nouns in Japanese script, of 2 to 8 kana."""
    found = ((row[0], row[11]) for row in csv.reader(lines))
    return [noun for noun in found if SURFACE.fullmatch(noun[0]) and READING.fullmatch(noun[1])]


def choose(
    nouns: Iterable[tuple[str, str]],
    confirm: Confirm,
    zipf: Mapping[str, float],
    left_out: frozenset[str],
) -> list[Entry]:
    """Return the nouns, including SudachiDict's own, with the usual spelling of each first.

    `left_out` are readings in hiragana that no bot plays.
    """
    listed = {*nouns}
    spellings = {spelling for spelling, _ in listed}
    entries = [_entry(*noun, confirm, zipf, left_out) for noun in listed]
    fresh = (word for word in zipf if word not in spellings and zipf[word] >= KNOWN_ZIPF)
    entries += _fresh(fresh, confirm, zipf, left_out)
    return sorted(entries, key=lambda one: (one.reading, not one.common, -one.zipf, one.spelling))


def _entry(
    spelling: str,
    reading: str,
    confirm: Confirm,
    zipf: Mapping[str, float],
    left_out: frozenset[str],
) -> Entry:
    frequency = zipf.get(spelling, 0.0)
    decent = hiragana(reading) not in left_out
    common = frequency >= COMMON_ZIPF and decent and confirm(spelling) == reading
    return Entry(spelling, reading, frequency, common)


def _fresh(
    words: Iterable[str], confirm: Confirm, zipf: Mapping[str, float], left_out: frozenset[str]
) -> Iterator[Entry]:
    for word in words:
        reading = confirm(word) if SURFACE.fullmatch(word) else None
        if reading and READING.fullmatch(reading):
            yield _entry(word, reading, confirm, zipf, left_out)


def sudachi() -> Confirm:
    """Return a lookup function of SudachiDict's core dictionary."""
    tokenizer = import_module("sudachipy").Dictionary(dict="core").tokenizer()

    def confirm(word: str) -> str | None:
        found = tokenizer.tokenize(word)
        if len(found) != 1 or found[0].is_oov():
            return None
        part = found[0].part_of_speech()
        common = part[:2] == COMMON_NOUN and part[2] not in COUNTED
        return str(found[0].reading_form()) if common else None

    return confirm


def zipf_frequencies() -> dict[str, float]:
    """Return the Zipf frequencies (log10 of uses in a billion words) of Japanese words."""
    frequencies = import_module("wordfreq").get_frequency_dict("ja", wordlist="best")
    return {word: log10(frequency) + 9 for word, frequency in frequencies.items()}


if __name__ == "__main__":
    main()
