"""Builds the English pack of Codenames: `python -m tools.build_board` (see docs/DATA.md).

Reads `tools/lexicon/board_en.txt`, with a word and its meanings per line, checks the rules below,
and writes the words and the manifest into the folder of embedded data, which also has the block
list and the pairs of near-synonyms.
"""

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from core.words.english import singulars
from tools.build_lexicon import DATA, listed, write_manifest

SOURCE = Path(__file__).parent / "lexicon" / "board_en.txt"
HEADER = "# The English board words: things, places, people of legend, acts and ideas.\n"
SPELLING = re.compile(r"[a-z]{3,14}")
FEWEST = 640
"""The fewest words of a pack, so that a room does not soon know them by heart."""

MOST_MEANINGS = 2


class BoardError(ValueError):
    """A list of board words that breaks a rule; the text names all offending words."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The words that a board must not have, the pairs that it needs, and the fewest words."""

    blocked: Set[str]
    pairs: Sequence[tuple[str, ...]]
    fewest: int = FEWEST


def main(arguments: Sequence[str] | None = None) -> None:
    """Check and write the list, and print the number of ambiguous words."""
    parser = argparse.ArgumentParser(prog="python -m tools.build_board", description=__doc__)
    parser.add_argument("--source", type=Path, default=SOURCE)
    parser.add_argument("--out", type=Path, default=DATA)
    given = parser.parse_args(arguments)
    meanings = read_board(listed(given.source))
    check_board(meanings, read_rules(given.out))
    text = HEADER + "".join(f"{word}\n" for word in meanings)
    (given.out / "board_en.txt").write_text(text, encoding="utf-8")
    write_manifest(given.out)
    print(f"{len(meanings)} words, {len(ambiguous(meanings))} of them with two meanings")


def read_board(lines: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Return each word's meanings; raises BoardError for a missing meaning or duplicate word."""
    board: dict[str, tuple[str, ...]] = {}
    for line in lines:
        word, _, said = line.partition("\t")
        meanings = tuple(meaning.strip() for meaning in said.split(";"))
        if not all(meanings) or len(meanings) > MOST_MEANINGS:
            raise BoardError(f"write a word, a tab and one or two meanings: {line!r}")
        if word in board:
            raise BoardError(f"write each word once: {word}")
        board[word] = meanings
    return board


def read_rules(folder: Path) -> Rules:
    """Return the rules in the files of a data folder."""
    pairs = [tuple(line.split()) for line in listed(folder / "synonyms_en.txt")]
    return Rules(frozenset(listed(folder / "block.txt")), pairs)


def ambiguous(board: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the words with two unlike meanings."""
    return [word for word, meanings in board.items() if len(meanings) == MOST_MEANINGS]


def check_board(board: Mapping[str, tuple[str, ...]], rules: Rules) -> None:
    """Raise BoardError with every fault of a list."""
    found = [*_faults(board, rules)]
    if found:
        raise BoardError("; ".join(found))


def _faults(board: Mapping[str, tuple[str, ...]], rules: Rules) -> Iterator[str]:
    words = list(board)
    if len(words) < rules.fewest:
        yield f"add words: {len(words)} of {rules.fewest}"
    if 3 * len(ambiguous(board)) < len(words):
        yield f"add words with two meanings: {len(ambiguous(board))} of {len(words)}"
    if words != sorted(words):
        yield "sort the words"
    for word in words:
        yield from _faults_of_word(word, words, rules.blocked)
    yield from _faults_of_pairs(rules.pairs, board.keys())


def _faults_of_word(word: str, words: Sequence[str], blocked: Set[str]) -> Iterator[str]:
    if not SPELLING.fullmatch(word):
        yield f"write 3 to 14 lower-case letters: {word}"
    if not blocked.isdisjoint((word, *singulars(word))):
        yield f"take out the blocked word {word}"
    if word.endswith("ies") and word[:-3] + "y" in words:
        yield f"keep one of {word[:-3]}y and its plural {word}"
    for other in words:
        if word != other and word in other:
            yield f"keep one of {word} and {other}, which holds it"


def _faults_of_pairs(pairs: Sequence[tuple[str, ...]], words: Set[str]) -> Iterator[str]:
    if [*pairs] != sorted(set(pairs)):
        yield "sort the pairs, and write each once"
    for pair in pairs:
        if len(pair) != 2 or [*pair] != sorted(set(pair)):
            yield f"write two words in alphabetical order: {' '.join(pair)}"
        if not words >= set(pair):
            yield f"take out the pair of words that are not on the board: {' '.join(pair)}"


if __name__ == "__main__":
    main()
