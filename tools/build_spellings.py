"""Builds the word lists of hangman: `python -m tools.build_spellings` (see docs/DATA.md).

Reads a spelling list, WordNet's database and the IPA dictionary. Writes a list for each category
and the manifest into the folder of embedded data, which also has the block list.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.words.word_lists import ENGLISH_WORDS, KANA, TOPICS
from tools.build_lexicon import DATA, lines, listed, write_manifest
from tools.lexicon.wordnet import read_wordnet
from tools.spellings.english import (
    English,
    choose_topic,
    choose_words,
    parse_amendments,
    parse_files,
)
from tools.spellings.kana import Kana, choose_kana, ipadic_lines, parse_nouns

AMENDMENTS = Path(__file__).parent / "spellings"


@dataclass(frozen=True, slots=True)
class Task:
    """The folders of the sources, of people's amendments, and of the result."""

    wordnet: Path
    spellings: Path
    ipadic: Path
    amendments: Path
    out: Path


def main(arguments: Sequence[str] | None = None) -> None:
    """Build and write every list, and print its length."""
    task = parse(arguments)
    for category, words in english_lists(read_english(task)):
        write_list(task.out / f"spellings_{category}.txt", words)
    kana = read_kana(task)
    write_list(task.out / f"spellings_{KANA}.txt", kana.words)
    write_list(task.out / "rare_kana.txt", kana.rare)
    write_manifest(task.out)


def parse(arguments: Sequence[str] | None) -> Task:
    """Return the task on the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_spellings", description=__doc__)
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"))
    spellings = Path("/usr/share/dict/american-english-small")
    parser.add_argument("--spellings", type=Path, default=spellings)
    parser.add_argument("--ipadic", type=Path, default=Path("/usr/share/mecab/dic/ipadic"))
    parser.add_argument("--amendments", type=Path, default=AMENDMENTS)
    parser.add_argument("--out", type=Path, default=DATA)
    given = parser.parse_args(arguments)
    return Task(given.wordnet, given.spellings, given.ipadic, given.amendments, given.out)


def read_english(task: Task) -> English:
    """Return the sources of the English lists."""
    return English(
        spellings=frozenset(lines(task.spellings)),
        wordnet=read_wordnet(task.wordnet),
        files=parse_files(noun_lines(task.wordnet)),
        blocked=frozenset(listed(task.out / "block.txt")),
        amendments=parse_amendments(listed(task.amendments / "topics.txt")),
    )


def noun_lines(wordnet: Path) -> list[str]:
    """Return the lines of WordNet's nouns, which are Latin-1."""
    return (wordnet / "data.noun").read_text(encoding="latin-1").splitlines()


def english_lists(english: English) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the category and the words of each English list."""
    words = choose_words(english)
    yield ENGLISH_WORDS, words
    yield from ((category, choose_topic(category, words, english)) for category in TOPICS)


def read_kana(task: Task) -> Kana:
    """Return the Japanese words."""
    everyday = word_set(task.amendments / "kana_everyday.txt")
    left_out = word_set(task.amendments / "kana_left_out.txt")
    return choose_kana(parse_nouns(ipadic_lines(task.ipadic)), everyday, left_out)


def word_set(path: Path) -> frozenset[str]:
    """Return the words of a file with several per line."""
    return frozenset(word for line in listed(path) for word in line.split())


def write_list(path: Path, words: Sequence[str]) -> None:
    """Write a list, one word per line, and print its length."""
    path.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    print(f"{path.name}: {len(words)} words")


if __name__ == "__main__":
    main()
