"""Co-occurrence counts of words in WordNet's definitions and examples, for the gloss model.

Axes: V vocabulary words.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

import numpy as np
from numpy.typing import NDArray

from tools.lexicon.morphology import bases
from tools.lexicon.wordnet import Synset, WordNet

Floats = NDArray[np.float32]
Rows = NDArray[np.int64]

WORD = re.compile(r"[a-z]{3,}")
WINDOW = 8
"""The greatest distance of two words in a gloss; their weight is 1 / distance."""
DEFINING = 25
"""The words of a gloss that count for its headwords; the k-th (from 0) by 2 / (1 + 0.1 k)."""
HEAD_WEIGHT = 2.0
HEAD_DECAY = 0.1


def count(words: Sequence[str], wordnet: WordNet, function_words: Set[str]) -> Floats:
    """Return the weighted co-occurrences of words (rows) and words (columns), float32 (V, V)."""
    synsets = list(wordnet.synsets.values())
    glosses = lemmatised(synsets, frozenset(words), wordnet, function_words)
    rows = {word: row for row, word in enumerate(words)}
    counts = np.zeros((len(words), len(words)), dtype=np.float32)
    for left, right, weight in _neighbours(glosses, rows):
        np.add.at(counts, (left, right), weight)
    for defined, column, heading in _headwords(synsets, glosses, rows):
        counts[defined, column] += heading
    return counts


def count_more(
    more: Sequence[str], words: Sequence[str], wordnet: WordNet, function_words: Set[str]
) -> Floats:
    """Return the weighted co-occurrences of more words (rows) and `words` (columns).

    float32 (M, V), as `count` would return for them together with `words`.
    """
    synsets = list(wordnet.synsets.values())
    glosses = lemmatised(synsets, frozenset(words), wordnet, function_words)
    columns = {word: column for column, word in enumerate(words)}
    rows = {word: len(words) + row for row, word in enumerate(more)}
    names = {word.capitalize(): row for word, row in rows.items()}
    both = names | rows | columns
    counts = np.zeros((len(more), len(words)), dtype=np.float32)
    for left, right, weight in _neighbours(glosses, both):
        kept = (left >= len(words)) & (right < len(words))
        np.add.at(counts, (left[kept] - len(words), right[kept]), weight)
    for defined, column, heading in _headwords(synsets, glosses, both):
        headed = [row - len(words) for row in defined if row >= len(words)]
        if column < len(words):
            counts[headed, column] += heading
    return counts


def lemmatised(
    synsets: Iterable[Synset], words: Set[str], wordnet: WordNet, function_words: Set[str]
) -> list[list[str]]:
    """Return the content words of each gloss, as words of the vocabulary where possible."""
    lemmas: dict[str, str] = {}
    return [
        list(_lemmas(synset.gloss, lemmas, words, wordnet, function_words)) for synset in synsets
    ]


def _lemmas(
    gloss: str,
    known: dict[str, str],
    words: Set[str],
    wordnet: WordNet,
    function_words: Set[str],
) -> Iterator[str]:
    for form in WORD.findall(gloss.lower()):
        if form in function_words:
            continue
        if form not in known:
            known[form] = _lemma(form, words, wordnet)
        yield known[form]


def _lemma(form: str, words: Set[str], wordnet: WordNet) -> str:
    """Return the form's lemma in the vocabulary, else the form."""
    if form in words:
        return form
    return next((base for base in bases(form, wordnet) if base in words), form)


def _neighbours(
    glosses: Sequence[Sequence[str]], rows: Mapping[str, int]
) -> Iterator[tuple[Rows, Rows, np.float32]]:
    """Yield each pair within WINDOW in a gloss, in both directions, with its weight."""
    text = np.array([number for number, gloss in enumerate(glosses) for _ in gloss])
    row = np.array([rows.get(word, -1) for gloss in glosses for word in gloss])
    for distance in range(1, WINDOW + 1):
        left, right = row[:-distance], row[distance:]
        kept = (text[:-distance] == text[distance:]) & (left >= 0) & (right >= 0)
        weight = np.float32(1 / distance)
        yield left[kept], right[kept], weight
        yield right[kept], left[kept], weight


def _headwords(
    synsets: Sequence[Synset], glosses: Sequence[Sequence[str]], rows: Mapping[str, int]
) -> Iterator[tuple[list[int], int, float]]:
    """Yield the rows of a gloss's headwords, with the row and weight of each of its words."""
    for synset, gloss in zip(synsets, glosses, strict=True):
        defined = [rows[word] for word in synset.words if word in rows]
        for place, word in enumerate(gloss[:DEFINING]):
            if word in rows:
                yield defined, rows[word], HEAD_WEIGHT / (1 + HEAD_DECAY * place)
