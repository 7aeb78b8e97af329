"""Understanding of clues and cards: a word that somebody typed, as a word that the models know.

A clue is understood as the word itself, as a form of one, as a slip of the pen, or by its parts.
Only where all of this fails are pieces of it looked up, which is a guess. Bots know the clue words
of their models and the heard words beside them. A card is read in the same way, but for slips and
pieces: the giver of a clue is asked whether it was misspelled, and nobody can be asked of a card.
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

INFLECTIONS: Final = (
    ("ies", "y"),
    ("ied", "y"),
    ("iest", "y"),
    ("ier", "y"),
    ("ves", "f"),
    ("es", ""),
    ("s", ""),
    ("ing", ""),
    ("ing", "e"),
    ("ed", ""),
    ("ed", "e"),
    ("est", ""),
    ("est", "e"),
    ("er", ""),
    ("er", "e"),
    ("ily", "y"),
    ("ably", "able"),
    ("ibly", "ible"),
    ("ly", ""),
    ("'s", ""),
    ("iness", "y"),
    ("ness", ""),
    ("ful", ""),
    ("able", ""),
    ("able", "e"),
    ("ish", ""),
    ("less", ""),
    ("ise", "ize"),
    ("ised", "ized"),
    ("ising", "izing"),
    ("isation", "ization"),
    ("yse", "yze"),
    ("our", "or"),
)
"""Endings of English inflections and what stands in their place in the lemma, surest first.

The last ones are British spellings.
"""

PREFIXES: Final = ("under", "super", "inter", "micro", "over", "anti", "self", "out", "mis", "non")
"""What may stand before an everyday word and leaves it the word that matters."""

SHORT_PREFIXES: Final = ("un", "re", "dis")
"""The same, before longer words: many words only begin so."""

SHORTEST_BEHIND: Final = 4

SHORTEST_LEMMA: Final = 3

EVERYDAY: Final = 6_000
"""The first heard words, which everybody knows; names such as "california" among them."""

FAMILIAR: Final = 27_000
"""The first heard words that people use: whole pieces of the encoder, and a small dictionary's."""

SHORTEST_SLIP: Final = 5
"""Letters of a word from which a slip of the pen can be told from another word."""

TWO_SLIPS: Final = 6
"""Letters of a word in which two slips are looked for."""

SHORTEST_PART: Final = 3
"""Letters of a part: one of this length must be everyday, one of more may be any known word."""

SHORT_PARTS: Final = frozenset(("st", "mr", "dr", "up", "in", "on", "no", "my", "to", "go"))
"""Shorter words that stand at the beginning or the end of joined ones."""

LONGEST_SLIPPED: Final = 24
"""Letters of the longest text in which a slip is looked for: no known word has over 20 letters."""

MOST_SECOND_SLIPS: Final = 10_000
"""Texts looked up for two slips; a misspelled word asks for hundreds, `abbrevia` for 6,114."""

CLUES_KEPT: Final = 4096

_ENDINGS: Final = tuple(ending for ending, _ in INFLECTIONS)

_BAND: Final = 0.35
"""What a word costs that is less usual by one band."""

_CHEAP: Final = 0.8
"""The most that one of two slips costs: two of the costly ones are more than all may."""

_MOST_BY_LENGTH: Final[Mapping[int, float]] = {5: 0.75, 6: 1.25, 7: 1.4}
"""The most that a word may cost in all, by the letters typed."""

_MOST: Final = 1.6


class Means(Enum):
    """The way in which a clue was understood."""

    WORD = "word"
    FORM = "form"
    SPELLING = "spelling"
    PARTS = "parts"
    PIECES = "pieces"


@dataclass(frozen=True, slots=True)
class ClueMatch:
    """The word or, with blanks between them, the words that a clue was taken for."""

    word: str
    by: Means

    @property
    def is_sure(self) -> bool:
        """Whether the clue was understood at all: pieces are a guess."""
        return self.by is not Means.PIECES

    @property
    def is_corrected(self) -> bool:
        """Whether another spelling was taken for the clue's, so that its giver should know."""
        return self.by is Means.SPELLING


class ClueLookup:
    """The words that bots know, and what people may have meant by others."""

    def __init__(
        self,
        spoken: Mapping[str, bool],
        irregular: Mapping[str, str],
        heard: ReceptiveVocabulary = NO_RECEPTIVE_WORDS,
        foreign: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Take the clue words and whether each is common, irregular forms, and heard words.

        `foreign` has the meanings of words of another language.
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
        """Sort the words, so that the first misspelled clue does not wait for it."""
        _ = self.sorted_words

    @cached_property
    def sorted_words(self) -> SortedWords:
        """All words that are known, by what they begin and end with."""
        return SortedWords(chain(self._spoken, self._heard.ranks))

    def _understand_short(self, text: str) -> ClueMatch | None:
        """Return what a text means; None for one that is longer than any clue or card."""
        return self._understand(text) if len(text) <= MOST_CHARACTERS else None

    def _understand(self, text: str) -> ClueMatch | None:
        """Return what a clue means; None where not even a piece of it is known."""
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
        """Return what a text in `vocabulary_form` means as one word, or as a form of one."""
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
        """Return what a text in `vocabulary_form` means as a word that is joined of others."""
        plain = fold(typed)
        parts = self._split(plain) if is_latin(plain) else ()
        return ClueMatch(" ".join(parts), Means.PARTS) if parts else None

    def _read_card(self, card: str) -> str:
        """Return the words, with blanks between them, that a card is known by.

        A card of several words, or one that is not known as one word, is read part by part; an
        unknown part stays as it is written.
        """
        typed = vocabulary_form(card)
        parts = parts_of(typed)
        whole = self._known_as(typed) if len(parts) > 1 and " " not in typed else None
        return whole or " ".join(self._known_as(part) or part for part in parts)

    def _known_as(self, typed: str) -> str | None:
        found = self.as_word(typed) or self.as_parts(typed)
        return found.word if found else None

    def knows_card(self, card: str) -> bool:
        """Return whether bots know a card, or at least a part of it: they never mean another."""
        return any(part in self for part in self._read_card(card).split())

    def _by_blanks(self, typed: str) -> ClueMatch | None:
        """Return the words of a clue of several that are understood; None where none is."""
        found = [self.understand(part) for part in typed.replace("-", " ").split()]
        words = [one.word for one in found if one is not None and one.is_sure]
        by = Means.PARTS if len(words) == len(found) else Means.PIECES
        return ClueMatch(" ".join(words), by) if words else None

    def _band(self, word: str) -> int | None:
        """Return how usual a word is: 0 everyday, 1 familiar, 2 others; None for an unknown one."""
        if word in self._spoken:
            return 0 if self._spoken[word] else 1
        rank = self._heard.ranks.get(word)
        return None if rank is None else (rank >= EVERYDAY) + (rank >= FAMILIAR)

    def _behind_prefix(self, typed: str) -> str | None:
        """Return the everyday word behind a prefix, if the text is made so: overfeed, unclog."""
        if not typed.startswith((*PREFIXES, *SHORT_PREFIXES)):
            return None
        prefixes = ((one, SHORTEST_BEHIND) for one in PREFIXES)
        longer = ((one, SHORTEST_BEHIND + 1) for one in SHORT_PREFIXES)
        for prefix, shortest in chain(prefixes, longer):
            rest = typed.removeprefix(prefix)
            if rest != typed and len(rest) >= shortest and self._band(rest) == 0:
                return rest
        return None

    def _slip(self, typed: str) -> str | None:
        """Return the most likely word of which this is a misspelling, if one is near enough."""
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
        """Yield what a second slip makes of texts with a cheap one, with what both cost.

        What stands before and behind a slip stays: where no word begins and none ends so, there
        is nothing to find.
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
        """Return two words that the text is made of: the most usual ones, then like long ones."""
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
        """Return the longest known pieces of a text, from left to right."""
        pieces, start = list[str](), 0
        while start < len(typed) - 2:
            ends = range(len(typed), start + 2, -1)
            end = next((end for end in ends if typed[start:end] in self), None)
            if end is not None:
                pieces.append(typed[start:end])
            start = end or start + 1
        return ClueMatch(" ".join(pieces), Means.PIECES) if pieces else None


def _forms(word: str, irregular: Mapping[str, str]) -> Iterator[str]:
    """Yield what a word may be an inflection of."""
    if word in irregular:
        yield irregular[word]
    if "-" in word:
        yield word.replace("-", "")
    for ending, lemma_ending in INFLECTIONS if word.endswith(_ENDINGS) else ():
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= SHORTEST_LEMMA:
            yield stem + lemma_ending
            if not lemma_ending and stem[-1] == stem[-2]:
                yield stem[:-1]


@cache
def default_understanding() -> ClueLookup:
    """Return the understanding of the embedded words; takes a tenth of a second once."""
    lexicon = default_lexicon()
    spoken = dict(zip(lexicon.words, lexicon.common.tolist(), strict=True))
    return ClueLookup(spoken, lexicon.irregular, receptive_vocabulary(), japanese_meanings())
