"""The words in a list by their readings and spellings.

A list is a `Pack` of lines: a spelling, an optional reading after a tab, and after another tab an
optional mark for words that only people play. `read_words` reads one from a file.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from core.shiritori.sounds import is_kana, katakana, latin, to_katakana
from core.view import Phrase, phrase
from core.words.packs import Pack, PackError, check_faults, encoding_of

TAB: Final = "\t"

LONGEST_WORD: Final = 40
"""The most characters of a line in a file."""


@dataclass(frozen=True, slots=True)
class ListedWord:
    """A word of a list; bots play only `common` ones."""

    spelling: str
    reading: str
    common: bool = True


@dataclass(frozen=True)
class WordIndex:
    """The words of a list; with `is_latin` they have the letters a to z."""

    pack: Pack
    is_latin: bool = False

    @cached_property
    def words(self) -> tuple[ListedWord, ...]:
        """The words of the list, the first for each reading."""
        return tuple(self.by_reading.values())

    @cached_property
    def by_reading(self) -> Mapping[str, ListedWord]:
        """The words by their readings."""
        found: dict[str, ListedWord] = {}
        for word in self._rows:
            found.setdefault(word.reading, word)
        return found

    def readings(self, text: str) -> tuple[str, ...]:
        """Return the readings of a text, those from the list first; empty if it is not a word.

        If a spelling has several readings, the intended one may follow it, as in 一目 イチモク.
        """
        listed = self._by_spelling.get(_folded(text), ())
        own = self.own_reading(text)
        found = tuple(dict.fromkeys((*listed, own) if own else listed))
        if found:
            return found
        spelling, _, named = _folded(text).rpartition(" ")
        return tuple(one for one in self._by_spelling.get(spelling, ()) if one == named)

    def own_reading(self, text: str) -> str:
        """Return the reading of a text in kana, romaji or Latin letters; empty for any other."""
        if self.is_latin:
            word = latin(text.strip())
            return word if word.isascii() and word.isalpha() else ""
        readings = to_katakana(text.strip())
        listed = (reading for reading in readings if reading in self.by_reading)
        return next(iter((*listed, *readings, "")))

    def as_typed(self, text: str, reading: str) -> str:
        """Return a text for boards: as typed, but romaji as kana."""
        typed = unicodedata.normalize("NFKC", text).strip()
        if not reading:
            return typed
        for spelling in (typed, typed.rpartition(" ")[0]):
            folded = _folded(spelling)
            if reading == folded or reading in self._by_spelling.get(folded, ()):
                return spelling
        return reading

    def unmistakable(self, reading: str) -> str:
        """Return an unambiguous text for a reading: its usual spelling, maybe with the reading."""
        spelling = self.spelling(reading)
        return spelling if self.readings(spelling) == (reading,) else f"{spelling} {reading}"

    def spelling(self, reading: str) -> str:
        """Return the usual spelling of a reading; the reading itself for an unlisted one."""
        word = self.by_reading.get(reading)
        return word.spelling if word else reading

    @cached_property
    def _by_spelling(self) -> Mapping[str, tuple[str, ...]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for word in self._rows:
            found[_folded(word.spelling)].append(word.reading)
        return {spelling: tuple(readings) for spelling, readings in found.items()}

    @cached_property
    def _rows(self) -> tuple[ListedWord, ...]:
        return tuple(map(self._listed, self.pack.words))

    def _listed(self, line: str) -> ListedWord:
        spelling, _, rest = line.partition(TAB)
        reading, _, mark = rest.partition(TAB)
        return ListedWord(spelling, _reading(reading or spelling, is_latin=self.is_latin), not mark)


@lru_cache(maxsize=8)
def word_index(pack: Pack, *, is_latin: bool) -> WordIndex:
    """Return the index of a list, cached: tables with any rules share it."""
    return WordIndex(pack, is_latin)


def read_words(content: bytes, name: str, *, is_latin: bool = False) -> Pack:
    """Return the words of a file: one per line, with an optional reading after a tab or comma.

    It ignores blank lines and # comments. Raises PackError with the lines of all faults.
    """
    try:
        text = content.decode(encoding_of(content))
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise PackError("shiritori-file-encoding", name=name, line=line) from None
    lines, faults = list[str](), list[Phrase]()
    for number, typed_line in enumerate(text.splitlines(), start=1):
        if (typed := typed_line.strip()) and not typed.startswith("#"):
            listed = _line(typed)
            lines.append(listed)
            faults += _faults(listed, number, is_latin=is_latin)
    if not lines:
        raise PackError("shiritori-file-empty", name=name)
    check_faults(name, faults)
    return Pack(name, tuple(dict.fromkeys(lines)))


def _line(typed: str) -> str:
    """Return a line of a file as a line of a list, with a tab for a comma."""
    parts = re.split(TAB if TAB in typed else "[,，、]", typed, maxsplit=1)
    return TAB.join(filter(None, map(str.strip, parts)))


def _faults(line: str, number: int, *, is_latin: bool) -> Iterator[Phrase]:
    spelling, _, reading = line.partition(TAB)
    read = _reading(reading or spelling, is_latin=is_latin)
    if len(line) > LONGEST_WORD:
        yield phrase("shiritori-file-long", line=number, longest=LONGEST_WORD)
    elif is_latin and not (read.isascii() and read.isalpha()):
        yield phrase("shiritori-file-letters", line=number, word=spelling)
    elif not is_latin and not is_kana(read):
        yield phrase("shiritori-file-kana", line=number, word=spelling)


def _reading(text: str, *, is_latin: bool) -> str:
    if is_latin:
        return latin(text)
    return text if is_kana(text) else katakana(text)


def _folded(text: str) -> str:
    """Return a spelling for comparison."""
    return katakana(text.strip()).casefold()
