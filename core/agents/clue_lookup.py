"""Lookup of clues and cards: the words of the models that a typed word matches.

A clue matches as itself, as a form of a known word, as a misspelling, or by its parts. If all of
this fails, the lookup guesses from pieces of it. Bots know the clue words of their models and the
receptive vocabulary. Cards match likewise, but not as misspellings or by pieces: bots can ask only
a clue's giver about its spelling.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property, lru_cache
from itertools import chain, islice
from types import MappingProxyType
from typing import Final

from core.agents.associations import parts_of, vocabulary_form
from core.agents.slips import VOWEL_SLIP, WIDEST_SLIP, slips
from core.codenames.spelling import fold
from core.words.english import is_latin
from core.words.japanese import japanese_meanings
from core.words.lexicon import default_lexicon
from core.words.packs import MOST_CHARACTERS
from core.words.receptive_words import NO_RECEPTIVE_WORDS, ReceptiveVocabulary, receptive_vocabulary
from core.words.sorted_words import SortedWords

INFLECTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("ies", "ied", "iest", "ier"), ("y",)),
    "ves": ("f",),
    **dict.fromkeys(("es", "s"), ("",)),
    **dict.fromkeys(("ing", "ed", "est", "er"), ("", "e")),
    "ily": ("y",),
    "ably": ("able",),
    "ibly": ("ible",),
    "ly": ("",),
    "'s": ("",),
    "iness": ("y",),
    **dict.fromkeys(("ness", "ful"), ("",)),
    "able": ("", "e"),
    **dict.fromkeys(("ish", "less"), ("",)),
    "ise": ("ize",),
    "ised": ("ized",),
    "ising": ("izing",),
    "isation": ("ization",),
    "yse": ("yze",),
    "our": ("or",),
}
"""Endings of English inflections, surest first, with those of their lemmas.

The last ones are British spellings.
"""

PREFIXES: Final[Mapping[str, int]] = {
    **dict.fromkeys(("under", "super", "inter", "micro", "over", "anti", "self"), 4),
    **dict.fromkeys(("out", "mis", "non"), 4),
    **dict.fromkeys(("un", "re", "dis"), 5),
}
"""Prefixes before everyday words that keep their meaning, and the fewest letters of such a word.

Many short words begin like the last three by accident.
"""

SHORTEST_LEMMA: Final = 3

EVERYDAY: Final = 6_000
"""The number of receptive words that everybody knows, including names such as "california"."""

FAMILIAR: Final = 27_000
"""The number of receptive words that people use: whole encoder tokens and a small dictionary."""

SHORTEST_SLIP: Final = 5
"""The fewest letters of a text to search for a slip; shorter ones are near too many words."""

TWO_SLIPS: Final = 6
"""The fewest letters of a word to search for two slips."""

SHORTEST_PART: Final = 3
"""The fewest letters of a part. One this long must be everyday; a longer one need only be known."""

SHORT_PARTS: Final = frozenset(("st", "mr", "dr", "up", "in", "on", "no", "my", "to", "go"))
"""Shorter words that begin or end compounds."""

LONGEST_SLIPPED: Final = 24
"""Letters of the longest text to search for slips: no known word has more than 20."""

MOST_SECOND_SLIPS: Final = 10_000
"""The most lookups for two slips; a misspelled word needs hundreds, `abbrevia` 6,114."""

CLUES_KEPT: Final = 4096

_ENDINGS: Final = tuple(INFLECTIONS)

_BAND: Final = 0.35
"""The cost of a word for each band of rarity."""

_CHEAP: Final = 0.8
"""The highest cost of the first of two slips: two costlier ones exceed the total."""

_MOST_BY_LENGTH: Final[Mapping[int, float]] = {5: 0.75, 6: 1.25, 7: 1.4}
"""The highest total cost of a word, by the number of letters typed."""

_MOST: Final = 1.6


class Means(Enum):
    """The way in which a clue matches."""

    WORD = "word"
    FORM = "form"
    SPELLING = "spelling"
    PARTS = "parts"
    PIECES = "pieces"


@dataclass(frozen=True, slots=True)
class ClueMatch:
    """The word that matches a clue, or several words joined by blanks."""

    word: str
    by: Means

    @property
    def is_sure(self) -> bool:
        """Whether bots understand the clue, instead of guessing from its pieces."""
        return self.by is not Means.PIECES

    @property
    def is_corrected(self) -> bool:
        """Whether the match corrects the spelling; the clue's giver should know."""
        return self.by is Means.SPELLING


class ClueLookup:
    """The words that bots know, and matches for other words."""

    def __init__(
        self,
        spoken: Mapping[str, bool],
        irregular: Mapping[str, str],
        heard: ReceptiveVocabulary = NO_RECEPTIVE_WORDS,
        foreign: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Use these clue words (True if common), irregular forms, and receptive words.

        `foreign` contains the meanings of words of another language.
        """
        self._spoken = spoken
        self._irregular = irregular
        self._heard = heard
        self._foreign = foreign
        self.understand: Final = lru_cache(maxsize=CLUES_KEPT)(self._understand_short)
        self.read_card: Final = lru_cache(maxsize=CLUES_KEPT)(self._read_card)

    def __contains__(self, word: object) -> bool:
        return word in self._spoken or word in self._heard.ranks

    def load(self) -> None:
        """Sort the words ahead of the first misspelled clue."""
        _ = self.sorted_words

    @cached_property
    def sorted_words(self) -> SortedWords:
        """All known words, by beginnings and ends."""
        return SortedWords(chain(self._spoken, self._heard.ranks))

    def _understand_short(self, text: str) -> ClueMatch | None:
        """Match a text; None if it is longer than any clue or card."""
        return self._understand(text) if len(text) <= MOST_CHARACTERS else None

    def _understand(self, text: str) -> ClueMatch | None:
        """Match a typed clue to known words; None if not even a piece matches."""
        typed = vocabulary_form(text)
        if " " in typed and (found := self._by_blanks(typed)):
            return found
        if found := self.as_word(typed):
            return found
        plain = fold(typed)
        if "-" in typed:
            return self._by_blanks(typed) or self._by_pieces(plain)
        if not is_latin(plain):
            return None
        slip = self._slip(plain)
        if slip is not None:
            return ClueMatch(slip, Means.SPELLING)
        return self.as_parts(typed) or self._by_pieces(plain)

    def as_word(self, typed: str) -> ClueMatch | None:
        """Match a text in `vocabulary_form` as a known word or a form of one."""
        if typed in self:
            return ClueMatch(typed, Means.WORD)
        plain = fold(typed)
        if plain in self:
            return ClueMatch(plain, Means.WORD)
        if typed in self._foreign:
            return ClueMatch(self._foreign[typed], Means.WORD)
        for spelled in dict.fromkeys((typed, plain)):
            forms = _forms(spelled, self._irregular)
            if form := next((one for one in forms if one in self), None):
                return ClueMatch(form, Means.FORM)
        behind = self._behind_prefix(plain)
        return ClueMatch(behind, Means.FORM) if behind else None

    def as_parts(self, typed: str) -> ClueMatch | None:
        """Match a text in `vocabulary_form` as a compound of known words."""
        plain = fold(typed)
        parts = self._split(plain) if is_latin(plain) else ()
        return ClueMatch(" ".join(parts), Means.PARTS) if parts else None

    def _read_card(self, card: str) -> str:
        """Return the known words of a card, joined by blanks.

        It reads a card of several words, or an unknown word, part by part; unknown parts stay as
        written.
        """
        typed = vocabulary_form(card)
        parts = parts_of(typed)
        whole = self._known_as(typed) if len(parts) > 1 and " " not in typed else None
        return whole or " ".join(self._known_as(part) or part for part in parts)

    def _known_as(self, typed: str) -> str | None:
        found = self.as_word(typed) or self.as_parts(typed)
        return found.word if found else None

    def knows_card(self, card: str) -> bool:
        """Return whether bots know a part of a card; their clues are only for such cards."""
        return any(part in self for part in self._read_card(card).split())

    def _by_blanks(self, typed: str) -> ClueMatch | None:
        """Return the understood words of a clue of several words; None if no word is understood."""
        found = [self.understand(part) for part in typed.replace("-", " ").split()]
        words = [one.word for one in found if one is not None and one.is_sure]
        by = Means.PARTS if len(words) == len(found) else Means.PIECES
        return ClueMatch(" ".join(words), by) if words else None

    def _band(self, word: str) -> int | None:
        """Return a word's band: 0 everyday, 1 familiar, 2 other; None for an unknown one."""
        if word in self._spoken:
            return 0 if self._spoken[word] else 1
        rank = self._heard.ranks.get(word)
        return None if rank is None else (rank >= EVERYDAY) + (rank >= FAMILIAR)

    def _behind_prefix(self, typed: str) -> str | None:
        """Return the everyday word after a prefix, if any: overfeed, unclog."""
        for prefix, shortest in PREFIXES.items():
            rest = typed.removeprefix(prefix)
            if rest != typed and len(rest) >= shortest and self._band(rest) == 0:
                return rest
        return None

    def _slip(self, typed: str) -> str | None:
        """Return the most likely known word for a misspelled one, if one is near enough."""
        if not SHORTEST_SLIP <= len(typed) <= LONGEST_SLIPPED:
            return None
        most = _MOST_BY_LENGTH.get(len(typed), _MOST)
        found: dict[str, float] = {}
        once = tuple(slips(typed))
        for word, cost in once:
            self._note(found, word, cost)
        if len(typed) >= TWO_SLIPS and min(found.values(), default=most) >= _MOST - VOWEL_SLIP:
            for word, cost in islice(self.second_slips(once), MOST_SECOND_SLIPS):
                self._note(found, word, cost)
        best = min(found, key=lambda word: (found[word], word), default=None)
        return best if best is not None and found[best] <= most else None

    def second_slips(self, once: Iterable[tuple[str, float]]) -> Iterator[tuple[str, float]]:
        """Yield the texts with a second slip, and the cost of both; costly first slips allow none.

        The letters around a slip are right, so it skips places where no known word has the same
        letters before or after.
        """
        for text, cost in once:
            if cost <= _CHEAP:
                first = len(text) - self.sorted_words.known_end(text) - WIDEST_SLIP
                last = self.sorted_words.known_beginning(text)
                yield from ((word, cost + more) for word, more in slips(text, first, last))

    def _note(self, found: dict[str, float], word: str, cost: float) -> None:
        band = self._band(word)
        if band is not None:
            found[word] = min(found.get(word, cost + band * _BAND), cost + band * _BAND)

    def _split(self, typed: str) -> tuple[str, ...]:
        """Return two words that make up the text: the most common pair, then the most even one."""
        ends = [end for end in range(2, len(typed) - 1) if self._is_part(typed[:end])]
        found = [(typed[:end], typed[end:]) for end in ends if self._is_part(typed[end:])]
        return min(found, key=self._unlikely, default=())

    def _unlikely(self, pair: tuple[str, str]) -> tuple[int, int]:
        bands = [self._band(part) or 0 for part in pair]
        return sum(bands), -min(map(len, pair))

    def _is_part(self, word: str) -> bool:
        band = self._band(word)
        if band is None or len(word) < SHORTEST_PART:
            return word in SHORT_PARTS
        return band == 0 or len(word) > SHORTEST_PART

    def _by_pieces(self, typed: str) -> ClueMatch | None:
        """Match the longest known pieces of a text, from left to right."""
        pieces, start = list[str](), 0
        while start < len(typed) - 2:
            ends = range(len(typed), start + 2, -1)
            end = next((end for end in ends if typed[start:end] in self), None)
            if end is not None:
                pieces.append(typed[start:end])
            start = end or start + 1
        return ClueMatch(" ".join(pieces), Means.PIECES) if pieces else None


def _forms(word: str, irregular: Mapping[str, str]) -> Iterator[str]:
    """Yield the possible lemmas of a word."""
    if word in irregular:
        yield irregular[word]
    if "-" in word:
        yield word.replace("-", "")
    for ending, lemma_endings in INFLECTIONS.items() if word.endswith(_ENDINGS) else ():
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= SHORTEST_LEMMA:
            for lemma_ending in lemma_endings:
                yield stem + lemma_ending
                if not lemma_ending and stem[-1] == stem[-2]:
                    yield stem[:-1]


@cache
def default_understanding() -> ClueLookup:
    """Return the lookup for the embedded words; the first call takes a tenth of a second."""
    lexicon = default_lexicon()
    spoken = dict(zip(lexicon.words, lexicon.common.tolist(), strict=True))
    return ClueLookup(spoken, lexicon.irregular, receptive_vocabulary(), japanese_meanings())
