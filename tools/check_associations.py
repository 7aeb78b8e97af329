"""Checks slices of written associations: `python -m tools.check_associations FILE...`.

A slice is `tools/lexicon/associations/slice_NN.txt`, with an entry per line:

    headword: association/step/kind association/step/kind ...

The steps and kinds are those of `STEPS` and `KINDS`. The tool prints each fault with its file and
line, and exits with 1 if it finds one. `--fix` first removes repeated associations and forms of the
headword from the files.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from core.words.english import singulars
from core.words.lexicon import default_lexicon
from tools.build_headwords import Headword, forbidden_words, is_excluded, read_headwords
from tools.build_lexicon import DATA, DERIVED, lines, listed

STEPS: Mapping[str, tuple[str, float, float]] = {
    "c": ("common", 0.08, 0.22),
    "u": ("usual", 0.22, 0.38),
    "r": ("rare", 0.40, 0.70),
}
"""The estimated number of people who say a word: the step's name, least and greatest share."""

KINDS: Mapping[str, str] = {
    "p": "phrase or compound",
    "s": "sort: one is a kind of the other",
    "w": "part or whole",
    "a": "property",
    "l": "place or scene",
    "n": "person or work",
    "o": "opposite",
    "h": "sound: a rhyme, or a word that sounds the same",
}
"""The relation of an association to its headword."""

WORD = re.compile(r"[a-z]{2,20}")
FILE_NAME = re.compile(r"slice_(\d\d)\.txt")
MOST_UNKNOWN = 0.03
"""The most associations outside all word lists, including names, as a share."""

TOLERANCE = 0.1
"""The greatest relative deviation from the wanted number of associations."""


@dataclass(frozen=True, slots=True)
class Association:
    """A word associated with a headword, with the letters of its step and kind."""

    word: str
    step: str
    kind: str


@dataclass(frozen=True, slots=True)
class Entry:
    """The associations of a headword, and their syntax errors."""

    headword: str
    associations: tuple[Association, ...]
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """The words for checking entries: headwords, known words and forbidden words."""

    headwords: Mapping[str, Headword]
    known: Set[str]
    forbidden: Set[str]


@dataclass(frozen=True, slots=True)
class Report:
    """The faults of a slice, its warnings, and a line of its numbers."""

    faults: tuple[str, ...]
    warnings: tuple[str, ...]
    summary: str


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the files and print their faults; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.check_associations",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--fix", action="store_true", help="first remove repetitions and forms")
    given = parser.parse_args(arguments)
    words = read_words()
    wrong = False
    for path in given.files:
        if given.fix:
            path.write_text(fixed(path.read_text(encoding="utf-8")), encoding="utf-8")
        report = check_slice(path.name, lines(path), words)
        for line in (*report.faults, *report.warnings, report.summary):
            print(f"{path}: {line}")
        wrong = wrong or bool(report.faults)
    return int(wrong)


def read_words() -> Words:
    """Return the embedded words and headwords."""
    heard = (line.split()[0] for line in listed(DATA / "receptive_words.txt"))
    known = frozenset((*default_lexicon().words, *heard))
    return Words(read_headwords(), known, forbidden_words())


def check_slice(name: str, content: Sequence[str], words: Words) -> Report:
    """Return the faults of a slice's lines; the file's name has the slice's number."""
    matched = FILE_NAME.fullmatch(name)
    if matched is None:
        return Report(("name the file slice_NN.txt",), (), "not read")
    number = int(matched[1])
    entries = [(row, parse_entry(line)) for row, line in _written(content)]
    faults = [f"line {row}: {fault}" for row, entry in entries for fault in entry.faults]
    for row, entry in entries:
        faults += (f"line {row}: {entry.headword}: {one}" for one in _faults(entry, number, words))
    read = [entry for _, entry in entries]
    faults += _faults_of_headwords(read, number, words.headwords)
    associations = [one for entry in read for one in entry.associations]
    faults += _faults_of_steps(associations)
    unknown = Counter(one.word for one in associations if one.word not in words.known)
    if unknown.total() > MOST_UNKNOWN * len(associations):
        faults.append(f"use at most {MOST_UNKNOWN:.0%} of words that no word list has")
    warnings = [f"{unknown.total()} unknown: {_counted(unknown)}"] if unknown else []
    return Report(tuple(faults), tuple(warnings), _summary(read, associations, unknown.total()))


def parse_entry(line: str) -> Entry:
    """Return the entry of a line, with its valid parts."""
    before, colon, rest = line.partition(":")
    headword = before.strip()
    if not colon or not headword:
        return Entry("", (), (f"write `headword: association/step/kind ...`, not {line[:40]!r}",))
    associations, faults = [], []
    for text in rest.split():
        word, step, kind = (*text.split("/"), "", "")[:3]
        if text.count("/") != 2 or step not in STEPS or kind not in KINDS:
            faults.append(f"{headword}: write word/{'|'.join(STEPS)}/{'|'.join(KINDS)}: {text}")
        elif not WORD.fullmatch(word):
            faults.append(f"{headword}: write one word of 2 to 20 letters a to z: {text}")
        else:
            associations.append(Association(word, step, kind))
    return Entry(headword, tuple(associations), tuple(faults))


def _written(content: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither blank nor comments, with their numbers."""
    for row, line in enumerate(content, start=1):
        if line.strip() and not line.startswith("#"):
            yield row, line


def _faults(entry: Entry, number: int, words: Words) -> Iterator[str]:
    headword = words.headwords.get(entry.headword)
    if headword is None:
        if entry.headword:
            yield "this is no headword"
        return
    if headword.slice != number:
        yield f"this headword is of slice {headword.slice:02}"
    count, asked = len(entry.associations), headword.asked
    if abs(count - asked) > TOLERANCE * asked:
        yield f"write about {asked} associations, not {count}"
    written = Counter(one.word for one in entry.associations)
    for word, times in written.items():
        if times > 1:
            yield f"{word} stands {times} times"
        if is_form(word, entry.headword):
            yield f"{word} is a form of the headword"
        if is_excluded(word, words.forbidden):
            yield f"{word} is in block.txt or family.txt"


def is_form(word: str, headword: str) -> bool:
    """Return whether a word is the headword, or both are inflections of one.

    >>> is_form("mice", "mouse"), is_form("bored", "boring"), is_form("carpet", "car")
    (True, True, False)
    """
    return not lemmas(word).isdisjoint(lemmas(headword))


def lemmas(word: str) -> frozenset[str]:
    """Return a word and its possible lemmas as a plural, a past form or a participle."""
    lexicon = default_lexicon()
    if word in lexicon.simple:
        return frozenset((word,))
    base = word if word in _derived() else lexicon.irregular.get(word, word)
    roots = (word.removesuffix(ending) for ending in ("ed", "ing") if word.endswith(ending))
    return frozenset(
        (
            *(word, *singulars(word), base),
            *(base for root in roots if len(root) > 1 for base in _before_ending(root)),
        )
    )


@cache
def _derived() -> frozenset[str]:
    """Return the words that are short for, or derived from, another word: not inflections."""
    return frozenset(line.split()[0] for line in listed(DERIVED))


def _before_ending(root: str) -> Iterator[str]:
    """Yield the possible words before -ed or -ing: jump, like, stop, cry."""
    yield root
    yield root + "e"
    if root[-1] == root[-2]:
        yield root[:-1]
    if root.endswith("i"):
        yield root[:-1] + "y"


def _faults_of_headwords(
    entries: Sequence[Entry], number: int, headwords: Mapping[str, Headword]
) -> Iterator[str]:
    written = Counter(entry.headword for entry in entries)
    yield from (f"{word} has {times} entries" for word, times in written.items() if times > 1)
    asked = [one.word for one in headwords.values() if one.slice == number]
    missing = [word for word in asked if word not in written]
    if not asked:
        yield f"there is no slice {number:02}"
    if missing:
        yield f"{len(missing)} headwords are missing: {' '.join(missing)}"


def _faults_of_steps(associations: Sequence[Association]) -> Iterator[str]:
    shares = _shares(associations)
    for step, (name, least, most) in STEPS.items():
        if not least <= shares[step] <= most:
            yield (
                f"mark {least:.0%} to {most:.0%} of the slice as {name} (/{step}/),"
                f" not {shares[step]:.0%}"
            )


def _shares(associations: Sequence[Association]) -> Mapping[str, float]:
    counts = Counter(one.step for one in associations)
    return {step: counts[step] / max(1, len(associations)) for step in STEPS}


def _counted(words: Counter[str]) -> str:
    return " ".join(f"{word} ({times})" if times > 1 else word for word, times in words.items())


def _summary(entries: Sequence[Entry], associations: Sequence[Association], unknown: int) -> str:
    shares = _shares(associations)
    steps = ", ".join(f"{shares[step]:.0%} {name}" for step, (name, _, _) in STEPS.items())
    kinds = Counter(one.kind for one in associations)
    by_kind = " ".join(f"{kind}:{kinds[kind]}" for kind in KINDS)
    return (
        f"{len(entries)} headwords, {len(associations)} associations: {steps};"
        f" {unknown / max(1, len(associations)):.1%} unknown; kinds {by_kind}"
    )


def fixed(text: str) -> str:
    """Return a slice's text without repeated associations and forms of the headword.

    The first of duplicates stays; comments and invalid lines do not change.
    """
    return "".join(f"{_fixed_line(line)}\n" for line in text.splitlines())


def _fixed_line(line: str) -> str:
    headword, colon, rest = line.partition(":")
    if line.startswith("#") or not colon:
        return line
    kept: dict[str, str] = {}
    for text in rest.split():
        word = text.partition("/")[0]
        if not is_form(word, headword):
            kept.setdefault(word, text)
    return f"{headword}: {' '.join(kept.values())}"


if __name__ == "__main__":
    sys.exit(main())
