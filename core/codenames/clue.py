"""Whether a clue is lawful, and if not, which rule it breaks by which card.

Two questions are kept apart. `malformed` asks whether the clue is one word that can be shown;
no table setting relaxes that. `Referee.clash` asks whether the clue gives a covered card away;
that is what a table plays strictly, as a warning, or not at all. `Judge` answers both for a whole
vocabulary at once. How words are compared is left to `core.codenames.spelling`.
"""

import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import accumulate, combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from core.codenames.spelling import (
    APOSTROPHES,
    MIDDLE_DOTS,
    MINUS,
    UNSEEN,
    ZERO_WIDTH_JOINERS,
    Spelling,
    alphabets,
    bases,
    fold,
    is_long,
    onset,
    pieces,
    spelling,
    stem_of,
    stemmed,
    stems,
)
from core.view import Phrase, phrase, shorten

__all__ = ["LONGEST_CLUE", "Breach", "Judge", "Referee", "Rule", "fold", "malformed"]

LONGEST_CLUE: Final = 40
"""Characters that a clue may have; the longest words of natural texts stay below it."""


class Rule(Enum):
    """The rules that a clue can break, surest first; the value is the tail of its phrase's key."""

    EMPTY = "empty"
    SEVERAL_WORDS = "several-words"
    NOT_A_WORD = "not-a-word"
    MIXED_ALPHABETS = "mixed-alphabets"
    TOO_LONG = "too-long"
    SAME = "same"
    CONTAINS = "contains"
    CONTAINED = "contained"
    INFLECTION = "inflection"
    STEM = "stem"


_RANK: Final = {rule: rank for rank, rule in enumerate(Rule)}


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that a clue breaks, and the card, as printed, that it gives away (if any).

    Where a rule about cards is broken there always is one.
    """

    rule: Rule
    clue: str
    card: str | None

    def phrase(self) -> Phrase:
        """Return the refusal: ``clue-<rule>`` with the clue, and the card where there is one."""
        return self._said("clue")

    def warning(self) -> Phrase:
        """Return what to say where the clue stands and gives a card away: ``warned-<rule>``."""
        return self._said("warned")

    def _said(self, kind: str) -> Phrase:
        key, clue = f"{kind}-{self.rule.value}", shorten(self.clue, LONGEST_CLUE)
        if self.card is None:
            return phrase(key, clue=clue)
        return phrase(key, clue=clue, card=self.card)


def malformed(clue: str) -> Breach | None:
    """Return how `clue` fails to be one word that can be shown, or None.

    - Letters, marks and digits make a word; hyphens, apostrophes, middle dots and the joiners of
      Persian and Indic spelling may stand inside it: sea-side, o'clock, rock'n'roll, mp3.
    - Anything else (a comma, a line break, markup, an emoji, a filler that draws nothing) is not
      a word, and neither is a joiner first or last: 's.
    - Digits alone are a word when there are two or more (1984, 007): a lone digit beside the
      clue's number reads as that number.
    - A space inside makes several words; spaces around are for the reader of the line to trim.
    - Letters of alphabets that share shapes (Latin, Greek, Cyrillic and the like) are not mixed
      within a part, for they would disguise a card. USB-кабель has two parts.
    - At most `LONGEST` characters.
    """
    rule = _shape(clue)
    return None if rule is None else Breach(rule, clue, None)


def _shape(clue: str) -> Rule | None:
    if not clue.strip():
        return Rule.EMPTY
    if any(unicodedata.category(character) == "Zs" for character in clue.strip()):
        return Rule.SEVERAL_WORDS
    if not _is_word(clue):
        return Rule.NOT_A_WORD
    if any(len(alphabets(piece)) > 1 for piece in pieces(clue)):
        return Rule.MIXED_ALPHABETS
    return Rule.TOO_LONG if len(clue) > LONGEST_CLUE else None


def _is_word(clue: str) -> bool:
    spelled = all(_spells(character) or _joins(character) for character in clue)
    closed = _spells(clue[0]) and clue[0].isalnum() and not _joins(clue[-1])
    digits = sum(character.isnumeric() for character in clue)
    lettered = any(_spells(character) and character.isalpha() for character in clue)
    return spelled and closed and (lettered or digits >= 2)


def _joins(character: str) -> bool:
    listed = character in APOSTROPHES or character in MIDDLE_DOTS
    joiner = character in ZERO_WIDTH_JOINERS or character == MINUS
    return listed or joiner or unicodedata.category(character) == "Pd"


def _spells(character: str) -> bool:
    if character in UNSEEN or character in APOSTROPHES:
        return False
    return character.isalnum() or unicodedata.category(character) in ("Mn", "Mc")


@dataclass(frozen=True, slots=True)
class Referee:
    """Judges one clue against the covered cards.

    `irregular` maps an inflected English form to its lemma, both folded (mice: mouse).
    """

    irregular: Mapping[str, str] = field(default_factory=dict, hash=False)

    def breach(self, clue: str, covered: Iterable[str]) -> Breach | None:
        """Return the first rule that `clue` breaks, of its shape or by a card; None is lawful."""
        return malformed(clue) or self.clash(clue, covered)

    def clash(self, clue: str, covered: Iterable[str]) -> Breach | None:
        """Return the surest rule by which `clue` gives a card away, or None.

        With words compared as `fold` leaves them, a clue

        - SAME: is the card, spaces and hyphens aside;
        - CONTAINS: holds the card, or a word of it, or has either as one of its parts;
        - CONTAINED: is a word of the card, or held in one (scuba diver leaves "bad" lawful);
        - INFLECTION: or one part of it, is another form of the card or of a word of it;
        - STEM: or one part of it, shares a stem with the card or with a word of it.

        Of several cards one that the clue is a form of is named before one that it only happens
        to hold ("mice": the card "mouse" before "ice"); then the rules count in this order, then
        the cards in the board's.

        Short forms are held in nothing (`Spelling.noticed`): they count as words by themselves
        alone, and so "tv" gives "tv set" away. A card's function words ("of", "the") are not
        guarded. Source: the clue rules of Codenames (forms, parts and compounds of visible words
        are forbidden); the limits of length are ours, so that a card "ox" leaves "box" lawful and
        "ice cream" leaves "price".
        """
        spoken = self.trace(spelling(clue))
        judged = [(self._broken(spoken, spelling(card)), card) for card in covered]
        breaches = [Breach(rule, clue, card) for rule, card in judged if rule is not None]
        return min(breaches, key=lambda breach: self._doubt(spoken, breach), default=None)

    def _doubt(self, clue: "Trace", breach: Breach) -> tuple[bool, int]:
        """Return what breaches are sorted by, the surest first."""
        akin = not clue.bases.isdisjoint(self.bases(spelling(breach.card or "").words))
        return not akin, _RANK[breach.rule]

    def trace(self, clue: Spelling) -> "Trace":
        """Return what of a clue is held against each card: all its parts count, however short."""
        words = _all_words(clue)
        return Trace(clue, self.bases(words), self.stems(words))

    def bases(self, words: Iterable[str]) -> frozenset[str]:
        """Return the bases of all `words`, folded forms, together."""
        return frozenset[str]().union(*(bases(word, self.irregular) for word in words))

    def stems(self, words: Iterable[str]) -> frozenset[str]:
        """Return the stems of all `words`, folded forms, together."""
        return frozenset[str]().union(*(stems(word, self.irregular) for word in words))

    def _broken(self, clue: "Trace", card: Spelling) -> Rule | None:
        whole = clue.spelling.whole
        if whole == card.whole:
            return Rule.SAME
        if whole in card.visible or any(_holds(word, whole) for word in card.visible):
            return Rule.CONTAINED
        shared = not frozenset(card.words).isdisjoint(clue.spelling.parts)
        if shared or any(word in whole for word in card.noticed):
            return Rule.CONTAINS
        if not clue.bases.isdisjoint(self.bases(card.words)):
            return Rule.INFLECTION
        return None if clue.stems.isdisjoint(self.stems(card.words)) else Rule.STEM


@dataclass(frozen=True, slots=True)
class Trace:
    """A clue's spelling with the bases and stems of the whole and of its parts."""

    spelling: Spelling
    bases: frozenset[str]
    stems: frozenset[str]


def _holds(outer: str, inner: str) -> bool:
    return is_long(inner) and inner in outer


class Judge:
    """Judges a fixed vocabulary against any board at once, exactly as its referee would.

    Building it folds every word once and takes its inflections off; a word is stemmed when the
    first card that begins like it is judged. Then `lawful` only looks rows up.
    """

    def __init__(self, vocabulary: Sequence[str], referee: Referee) -> None:
        self._referee = referee
        clues = [spelling(word) for word in vocabulary]
        wholes = [clue.whole for clue in clues]
        self._shown = np.array([malformed(word) is None for word in vocabulary], dtype=np.bool_)
        self._wholes = _rows((whole,) for whole in wholes)
        self._bases = _rows(referee.bases(_all_words(clue)) for clue in clues)
        self._stems = _StemRows(clues, referee.irregular)
        # One text of all forms, parted by a character that folding removes, is searched faster
        # than the forms one by one.
        self._text = "".join(f"{whole}\n" for whole in wholes)
        self._starts = list(accumulate((len(whole) + 1 for whole in wholes), initial=0))

    def lawful(self, covered: Iterable[str]) -> npt.NDArray[np.bool_]:
        """Return which words are lawful clues beside the covered cards, bool (V,)."""
        allowed = self._shown.copy()
        for card in covered:
            allowed[list(self._struck(spelling(card)))] = False
        return allowed

    def _struck(self, card: Spelling) -> Iterator[int]:
        for word in card.noticed:
            yield from self._holding(word)
        for inner in _insides(card.visible):
            yield from self._wholes.get(inner, ())
        # A form is a base of itself: this also strikes the card, or a word of it, said whole or as
        # a part.
        for base in self._referee.bases(card.words):
            yield from self._bases.get(base, ())
        for stem in self._referee.stems(card.words):
            yield from self._stems.of(stem)

    def _holding(self, word: str) -> Iterator[int]:
        found = self._text.find(word)
        while found >= 0:
            row = bisect_right(self._starts, found) - 1
            yield row
            found = self._text.find(word, self._starts[row + 1])


class _StemRows:
    """The rows of a vocabulary by stems, which are found for all words of one onset at a time.

    To stem all words takes longer than a game.
    """

    def __init__(self, clues: Iterable[Spelling], irregular: Mapping[str, str]) -> None:
        self._forms: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        for row, clue in enumerate(clues):
            for form in {form for word in _all_words(clue) for form in stemmed(word, irregular)}:
                self._forms[onset(form)].append((form, row))
        self._stemmed: dict[str, dict[str, list[int]]] = {}

    def of(self, stem: str) -> Iterator[int]:
        """Yield the rows of the words that have a stem."""
        # A stem of one letter tells nothing of the second one.
        begins = [onset(stem)] if len(stem) > 1 else [one for one in self._forms if one[0] == stem]
        for begin in begins:
            yield from self._like(begin).get(stem, ())

    def _like(self, begin: str) -> Mapping[str, list[int]]:
        if begin not in self._stemmed:
            rows: defaultdict[str, list[int]] = defaultdict(list)
            for form, row in self._forms.get(begin, ()):
                rows[stem_of(form)].append(row)
            self._stemmed[begin] = dict(rows)
        return self._stemmed[begin]


def _all_words(clue: Spelling) -> frozenset[str]:
    """Return the whole of a clue and all its parts, however short."""
    return frozenset((clue.whole, *clue.parts))


def _rows(keys: Iterable[Iterable[str]]) -> dict[str, list[int]]:
    """Return under each key the rows that have it."""
    rows: defaultdict[str, list[int]] = defaultdict(list)
    for row, named in enumerate(keys):
        for key in named:
            rows[key].append(row)
    return dict(rows)


def _insides(words: Iterable[str]) -> Iterator[str]:
    """Yield every stretch of each word that is long enough to be noticed in it."""
    for word in words:
        cuts = combinations(range(len(word) + 1), 2)
        yield from filter(is_long, (word[start:end] for start, end in cuts))
