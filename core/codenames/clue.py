"""Whether a clue is lawful, and if not, which rule it breaks by which card.

Two questions are kept apart. `malformed` asks whether the clue is one word that can be shown;
no table setting relaxes that. `Referee.clash` asks whether the clue gives a covered card away;
that is what a table plays strictly, as a warning, or not at all. `ClueJudge` answers both for a
whole vocabulary at once. How words are compared is left to `core.codenames.spelling`, and what
English words come from to `core.words.english`.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, lru_cache
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from core.codenames.spelling import (
    APOSTROPHES,
    MIDDLE_DOTS,
    MINUS,
    SPELLINGS_KEPT,
    UNSEEN,
    ZERO_WIDTH_JOINERS,
    Spelling,
    alphabets,
    is_long,
    pieces,
    spelling,
)
from core.view import Phrase, phrase, shorten
from core.words.english import English, onset, stem_of
from core.words.japanese import Japanese

T = TypeVar("T")

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


class Substrings(Enum):
    """The judgement on a word that merely contains the letters of another one, or stands in it."""

    ALLOW = "allow"
    """It is lawful, as in the printed rules: planet beside lane."""
    REFUSE = "refuse"
    """It breaks a rule as a compound would."""


_RANK: Final = {rule: rank for rank, rule in enumerate(Rule)}


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that a clue breaks, and the card, as printed, that it gives away (if any).

    Where a rule about cards is broken there always is one.
    """

    rule: Rule
    clue: str
    card: str | None

    def phrase(self, kind: str = "clue") -> Phrase:
        """Return the refusal: ``clue-<rule>`` with the clue, and the card where there is one.

        Of the kind "warned" it is what to say where the clue stands and gives a card away.
        """
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
    if len(clue) > LONGEST_CLUE:
        return Rule.TOO_LONG
    mixes = any(len(alphabets(piece)) > 1 for piece in pieces(clue))
    return Rule.MIXED_ALPHABETS if mixes else None


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
    """Judges one clue against the covered cards by what its words, in either language, come from.

    A form of one language has no bases in the other but itself.
    """

    english: English = field(default_factory=English)
    japanese: Japanese = field(default_factory=Japanese)

    def breach(
        self, clue: str, covered: Iterable[str], substrings: Substrings = Substrings.ALLOW
    ) -> Breach | None:
        """Return the first rule that `clue` breaks, of its shape or by a card; None is lawful."""
        return malformed(clue) or self.clash(clue, covered, substrings)

    def clash(
        self, clue: str, covered: Iterable[str], substrings: Substrings = Substrings.ALLOW
    ) -> Breach | None:
        """Return the surest rule by which `clue` gives a card away, or None.

        A word's parts are its words between spaces and hyphens, and the halves of a compound that
        is written as one word (`English.halves`, `Japanese.halves`). With words compared as `fold`
        leaves them, a clue

        - SAME: is the card, spaces and hyphens aside;
        - CONTAINS: has the card or a part of it among its parts;
        - CONTAINED: is a part of the card;
        - INFLECTION: or one part of it, is another form of the card or of a part of it;
        - STEM: or one part of it, shares a stem with the card or with a part of it.

        Where `substrings` are refused it also CONTAINS what it holds within its letters, and is
        CONTAINED in what holds it (scuba diver leaves "bad" lawful).

        Of several cards one that the clue is a form of is named before one that it only happens
        to hold ("mice": the card "mouse" before "ice"); then the rules count in this order, then
        the cards in the board's.

        A card's function words ("of", "the") are not guarded. Short forms are held in nothing
        (`Spelling.noticed`): a card "ox" leaves "box" lawful and "ice cream" leaves "price".
        Source: the rules of Codenames, "Valid Clues": until it is covered, BREAK forbids broken
        and breakdown, and HORSESHOE forbids horse, shoe, unhorsed and snowshoe. The limits of
        length are ours.
        """
        spoken = self.trace(spelling(clue))
        judged = [(self._broken(spoken, spelling(card), substrings), card) for card in covered]
        breaches = [Breach(rule, clue, card) for rule, card in judged if rule is not None]
        return min(breaches, key=lambda breach: self._doubt(spoken, breach), default=None)

    def _doubt(self, clue: "Trace", breach: Breach) -> tuple[bool, int]:
        """Return what breaches are sorted by, the surest first."""
        akin = not clue.bases.isdisjoint(self.bases(spelling(breach.card or "").words))
        return not akin, _RANK[breach.rule]

    def trace(self, clue: Spelling) -> "Trace":
        """Return what of a clue is held against each card: all its parts count, however short."""
        words = frozenset((clue.whole, *clue.parts))
        parts = frozenset(clue.parts) | self.halves(words)
        return Trace(clue.whole, parts, self.bases(words | parts), self.stems(words | parts))

    @lru_cache(maxsize=SPELLINGS_KEPT)  # noqa: B019 - there are few referees
    def guarded(self, card: Spelling) -> "Trace":
        """Return what of a card is held against clues: all its parts but function words."""
        halves = self.halves(card.words)
        words = frozenset(card.words) | halves
        parts = frozenset(card.visible) | halves
        return Trace(card.whole, parts, self.bases(words), self.stems(words))

    def halves(self, words: Iterable[str]) -> frozenset[str]:
        """Return the halves of all `words` that are compounds."""
        found = [self.english.halves(word) | self.japanese.halves(word) for word in words]
        return frozenset[str]().union(*found)

    def bases(self, words: Iterable[str]) -> frozenset[str]:
        """Return the bases of all `words`, folded forms, together."""
        found = [self.english.bases(word) | self.japanese.bases(word) for word in words]
        return frozenset[str]().union(*found)

    def stems(self, words: Iterable[str]) -> frozenset[str]:
        """Return the stems of all `words`, folded forms, together."""
        return frozenset[str]().union(*map(self.english.stems, words))

    def _broken(self, clue: "Trace", card: Spelling, substrings: Substrings) -> Rule | None:
        guarded = self.guarded(card)
        refused = substrings is Substrings.REFUSE
        if clue.whole == card.whole:
            return Rule.SAME
        if clue.whole in guarded.parts or (refused and _is_within(clue.whole, card)):
            return Rule.CONTAINED
        shared = clue.parts & (guarded.parts | {card.whole})
        if shared or (refused and any(word in clue.whole for word in card.noticed)):
            return Rule.CONTAINS
        if not clue.bases.isdisjoint(guarded.bases):
            return Rule.INFLECTION
        return None if clue.stems.isdisjoint(guarded.stems) else Rule.STEM


@dataclass(frozen=True, slots=True)
class Trace:
    """A folded word with its parts, and the bases and stems of the whole and of the parts."""

    whole: str
    parts: frozenset[str]
    bases: frozenset[str]
    stems: frozenset[str]


def _is_within(whole: str, card: Spelling) -> bool:
    return is_long(whole) and any(whole in word for word in card.visible)


class ClueJudge:
    """Judges a fixed vocabulary against any board at once, exactly as its referee would.

    Building it folds every word once and takes its endings off; a word is stemmed when the
    first card that begins like it is judged. Then `lawful` only looks rows up.
    """

    def __init__(self, vocabulary: Sequence[str], referee: Referee) -> None:
        self._referee = referee
        clues = [spelling(word) for word in vocabulary]
        self._wholes = [clue.whole for clue in clues]
        # What is found of a word is found at once, while its bases are remembered.
        found = [self._found(clue) for clue in clues]
        self._shown = np.array([malformed(word) is None for word in vocabulary], dtype=np.bool_)
        rows = [*enumerate(found)]
        self._bases = _grouped((base, row) for row, (bases, _) in rows for base in bases)
        forms = ((form, row) for row, (_, stemmed) in rows for form in stemmed)
        self._forms = _grouped((onset(form), (form, row)) for form, row in forms)
        self._stems = cache(self._stems_of)

    def lawful(
        self, covered: Iterable[str], substrings: Substrings = Substrings.ALLOW
    ) -> npt.NDArray[np.bool_]:
        """Return which words are lawful clues beside the covered cards, bool (V,)."""
        allowed = self._shown.copy()
        for card in map(spelling, covered):
            allowed[list(self._struck(card))] = False
            if substrings is Substrings.REFUSE:
                allowed[list(self._containing(card))] = False
        return allowed

    def _found(self, clue: Spelling) -> tuple[frozenset[str], frozenset[str]]:
        """Return the bases of a clue and all its parts, however short, and what is stemmed."""
        words = frozenset((clue.whole, *clue.parts))
        words |= self._referee.halves(words)
        forms = map(self._referee.english.stemmed, words)
        return self._referee.bases(words), frozenset[str]().union(*forms)

    def _struck(self, card: Spelling) -> Iterator[int]:
        # A form is a base of itself: this also strikes the card, or a part of it, said whole or as
        # a part.
        guarded = self._referee.guarded(card)
        for base in guarded.bases:
            yield from self._bases.get(base, ())
        for stem in guarded.stems:
            yield from self._with_stem(stem)

    def _with_stem(self, stem: str) -> Iterator[int]:
        # A stem of one letter tells nothing of the second one.
        begins = [onset(stem)] if len(stem) > 1 else [one for one in self._forms if one[0] == stem]
        for begin in begins:
            yield from self._stems(begin).get(stem, ())

    def _stems_of(self, begin: str) -> Mapping[str, Sequence[int]]:
        """Return the words of an onset by stem: to stem all words takes longer than a game."""
        return _grouped((stem_of(form), row) for form, row in self._forms.get(begin, ()))

    def _containing(self, card: Spelling) -> Iterator[int]:
        """Yield the words that hold a card's letters, or stand in them."""
        for word in card.noticed:
            yield from (row for row, whole in enumerate(self._wholes) if word in whole)
        for word in card.visible:
            within = (row for row, whole in enumerate(self._wholes) if whole in word)
            yield from (row for row in within if is_long(self._wholes[row]))


def _grouped(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    """Return the values of each key."""
    found = defaultdict[str, list[T]](list)
    for key, value in pairs:
        found[key].append(value)
    return dict(found)
