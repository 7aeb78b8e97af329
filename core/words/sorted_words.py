"""Words by their beginnings and ends."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final


class SortedWords:
    """Words sorted forwards and backwards, by common beginnings and ends."""

    def __init__(self, words: Iterable[str]) -> None:
        """Take the words in any order."""
        self._forwards: Final = sorted(words)
        self._backwards: Final = sorted(word[::-1] for word in self._forwards)

    def known_beginning(self, text: str) -> int:
        """Return the length of the longest beginning of a text that begins a word.

        >>> SortedWords(["whale", "wheel"]).known_beginning("whey")
        3
        """
        return _most_shared(self._forwards, text)

    def known_end(self, text: str) -> int:
        """Return the length of the longest end of a text that ends a word.

        >>> SortedWords(["whale", "wheel"]).known_end("vale")
        3
        """
        return _most_shared(self._backwards, text[::-1])

    def behind(self, beginning: str) -> Iterator[str]:
        """Yield the rests of the words with this beginning."""
        yield from _rests(self._forwards, beginning)

    def before(self, end: str) -> Iterator[str]:
        """Yield the rests of the words with this end."""
        yield from (rest[::-1] for rest in _rests(self._backwards, end[::-1]))


def _most_shared(words: Sequence[str], text: str) -> int:
    # The words with the longest common beginning are next to the text's place.
    place = bisect_left(words, text)
    return max((_shared(word, text) for word in words[max(0, place - 1) : place + 1]), default=0)


def _shared(one: str, other: str) -> int:
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _rests(words: Sequence[str], start: str) -> Iterator[str]:
    for place in range(bisect_left(words, start), len(words)):
        if not words[place].startswith(start):
            return
        yield words[place][len(start) :]
