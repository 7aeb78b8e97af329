"""Splits English text into the word pieces of MiniLM's network.

BERT's scheme (Devlin et al. 2019; Wu et al. 2016): lower case without accents, separate
punctuation, then the longest piece first, with "##" before pieces inside a word.
"""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

START = "[CLS]"
END = "[SEP]"
UNKNOWN = "[UNK]"
INSIDE = "##"


def read_pieces(lines: Sequence[str]) -> Mapping[str, int]:
    """Return piece -> row of the network's table, from the lines of its `vocab.txt`."""
    return {piece: row for row, piece in enumerate(lines)}


def encode(text: str, pieces: Mapping[str, int]) -> tuple[int, ...]:
    """Return the rows of the text's pieces, between the start and end marks."""
    inner = [pieces[piece] for word in split(text) for piece in cut(word, pieces)]
    return (pieces[START], *inner, pieces[END])


def split(text: str) -> Iterator[str]:
    """Yield the words and punctuation marks of a text, in lower case without accents."""
    word = ""
    for letter in unicodedata.normalize("NFD", text.lower()):
        if letter.isalnum():
            word += letter
        elif unicodedata.category(letter) != "Mn":
            yield from (part for part in (word, letter.strip()) if part)
            word = ""
    if word:
        yield word


def cut(word: str, pieces: Mapping[str, int]) -> tuple[str, ...]:
    """Return the word's pieces, longest first; one unknown mark if it cannot be split."""
    found: list[str] = []
    start = 0
    while start < len(word):
        mark = INSIDE if start else ""
        ends = range(len(word), start, -1)
        end = next((end for end in ends if mark + word[start:end] in pieces), None)
        if end is None:
            return (UNKNOWN,)
        found.append(mark + word[start:end])
        start = end
    return tuple(found)
