"""Words by their beginnings and ends."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final


class SortedWords:
    """Words sorted forwards and backwards, by common beginnings and ends."""

    def __init__(self, words: Iterable[str]) -> None:
        """Sort the words in both directions."""
        self._forwards: Final = sorted(words)
        # No second copy of the words, of which there are many.
        self._backwards: Final = sorted(self._forwards, key=_reversed)

    def known_beginning(self, text: str) -> int:
        """Return the length of a text's longest prefix that begins a word.

        >>> SortedWords(["whale", "wheel"]).known_beginning("whey")
        3
        """
        return _most_shared(self._forwards, text, str)

    def known_end(self, text: str) -> int:
        """Return the length of a text's longest suffix that ends a word.

        >>> SortedWords(["whale", "wheel"]).known_end("vale")
        3
        """
        return _most_shared(self._backwards, text[::-1], _reversed)

    def behind(self, beginning: str) -> Iterator[str]:
        """Yield the remainders of the words with this beginning."""
        yield from _rests(self._forwards, beginning, str)

    def before(self, end: str) -> Iterator[str]:
        """Yield the remainders of the words with this end."""
        yield from (rest[::-1] for rest in _rests(self._backwards, end[::-1], _reversed))


def _reversed(word: str) -> str:
    return word[::-1]


def _most_shared(words: Sequence[str], text: str, key: Callable[[str], str]) -> int:
    # The words that share the longest prefix are next to the text's place.
    place = bisect_left(words, text, key=key)
    nearest = map(key, words[max(0, place - 1) : place + 1])
    return max((_shared(word, text) for word in nearest), default=0)


def _shared(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _rests(words: Sequence[str], start: str, key: Callable[[str], str]) -> Iterator[str]:
    for place in range(bisect_left(words, start, key=key), len(words)):
        word = key(words[place])
        if not word.startswith(start):
            return
        yield word[len(start) :]
