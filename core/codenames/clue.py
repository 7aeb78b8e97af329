"""The lawfulness of clues: the rule that a clue breaks, and the card that it gives away.

`malformed` checks that a clue is one displayable word; no setting relaxes that. `Referee.clash`
checks that it gives no covered card away; a setting makes a breach a refusal, a warning or neither.
`ClueJudge` checks both for a whole vocabulary at once. `core.codenames.spelling` compares words,
and `core.words` finds their bases and stems.
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
"""The most characters of a clue; the longest words of natural texts are shorter."""


class Rule(Enum):
    """The rules that a clue can break, surest first; the value ends the key of its phrase."""

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
    """The judgement on a clue that contains the letters of a card by accident, or the reverse."""

    ALLOW = "allow"
    """It is lawful, as in the printed rules: planet with a card lane."""
    REFUSE = "refuse"
    """It breaks the same rule as a compound."""


_RANK: Final = {rule: rank for rank, rule in enumerate(Rule)}
_JOINERS: Final = APOSTROPHES | MIDDLE_DOTS | ZERO_WIDTH_JOINERS | {MINUS}


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that a clue breaks, and the card, as printed, that it gives away, if any."""

    rule: Rule
    clue: str
    card: str | None

    def phrase(self, kind: str = "clue") -> Phrase:
        """Return the refusal of the clue, ``clue-<rule>``, or a warning for the kind "warned"."""
        key, clue = f"{kind}-{self.rule.value}", shorten(self.clue, LONGEST_CLUE)
        if self.card is None:
            return phrase(key, clue=clue)
        return phrase(key, clue=clue, card=self.card)


def malformed(clue: str) -> Breach | None:
    """Return the breach of a clue that is not one displayable word, or None.

    - Letters, marks and digits make a word; hyphens, apostrophes, middle dots and the joiners of
      Persian and Indic spelling may occur inside it: sea-side, o'clock, rock'n'roll, mp3.
    - A text with any other character (a comma, a line break, markup, an emoji, an invisible filler)
      is not a word, nor is one with a joiner first or last: 's.
    - Two or more digits are a word (1984, 007); a lone digit would read as the clue's number.
    - A space inside makes several words; the parser trims spaces around a clue.
    - No part mixes alphabets that share letter shapes (Latin, Greek, Cyrillic and the like), which
      would disguise a card. USB-кабель has two parts.
    - At most `LONGEST_CLUE` characters.
    """
    rule = _shape(clue)
    return None if rule is None else Breach(rule, clue, None)


def _shape(clue: str) -> Rule | None:
    if not clue.strip():
        return Rule.EMPTY
    if clue.isascii() and clue.isalpha():
        return Rule.TOO_LONG if len(clue) > LONGEST_CLUE else None
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
    return character in _JOINERS or unicodedata.category(character) == "Pd"


def _spells(character: str) -> bool:
    if character in UNSEEN or character in APOSTROPHES:
        return False
    return character.isalnum() or unicodedata.category(character) in ("Mn", "Mc")


@dataclass(frozen=True, slots=True)
class Referee:
    """Judges a clue against the covered cards by the bases of its words in either language.

    A form of one language has only itself as a base in the other.
    """

    english: English = field(default_factory=English)
    japanese: Japanese = field(default_factory=Japanese)

    def breach(
        self, clue: str, covered: Iterable[str], substrings: Substrings = Substrings.ALLOW
    ) -> Breach | None:
        """Return the first breach of a clue, in its shape or against a card; None if lawful."""
        return malformed(clue) or self.clash(clue, covered, substrings)

    def clash(
        self, clue: str, covered: Iterable[str], substrings: Substrings = Substrings.ALLOW
    ) -> Breach | None:
        """Return the surest breach by which a clue gives a card away, or None.

        The parts of a text are its words between spaces and hyphens, and the halves of a closed
        compound (`English.halves`, `Japanese.halves`). A clue, folded by `fold`, breaks

        - SAME: it is the card, apart from spaces and hyphens;
        - CONTAINS: its parts include the card or a part of it;
        - CONTAINED: it is a part of the card;
        - INFLECTION: it, or a part of it, is another form of the card or of a part of it;
        - STEM: it, or a part of it, shares a stem with the card or with a part of it.

        If `substrings` are refused, letters inside words count for CONTAINS and CONTAINED, too
        (scuba diver leaves "bad" lawful).

        A card of which the clue is a form precedes a card that the clue contains by accident
        ("mice": the card "mouse" before "ice"). Ties go to the earlier rule, then to the earlier
        card.

        A card's function words ("of", "the") are not guarded, nor are short forms inside words
        (`Spelling.noticed`): a card "ox" leaves "box" lawful and "ice cream" leaves "price".
        Source: the rules of Codenames, "Valid Clues": until it is covered, BREAK forbids broken and
        breakdown, and HORSESHOE forbids horse, shoe, unhorsed and snowshoe. The length limits are
        ours.
        """
        spelled = spelling(clue)
        spoken = self.trace(spelled.whole, spelled.parts)
        judged = [(self._broken(spoken, spelling(card), substrings), card) for card in covered]
        breaches = [Breach(rule, clue, card) for rule, card in judged if rule is not None]
        return min(breaches, key=lambda breach: self._doubt(spoken, breach), default=None)

    def _doubt(self, clue: "Trace", breach: Breach) -> tuple[bool, int]:
        """Return the sort key of a breach; the surest breach sorts first."""
        akin = not clue.bases.isdisjoint(self.bases(spelling(breach.card or "").words))
        return not akin, _RANK[breach.rule]

    @lru_cache(maxsize=SPELLINGS_KEPT)  # noqa: B019 - there are few referees
    def trace(self, whole: str, parts: tuple[str, ...]) -> "Trace":
        """Return the trace of a clue with all its parts, or of a card with its visible ones."""
        forms = self.forms(whole, parts)
        stems = frozenset[str]().union(*map(self.english.stems, forms))
        return Trace(whole, forms, self.bases(forms), stems)

    def forms(self, whole: str, parts: Iterable[str]) -> frozenset[str]:
        """Return a folded word, its parts, and the halves of those that are compounds."""
        words = frozenset((whole, *parts))
        return words.union(*map(self.english.halves, words), *map(self.japanese.halves, words))

    def bases(self, words: Iterable[str]) -> frozenset[str]:
        """Return the bases of all `words`, which are folded."""
        found = [self.english.bases(word) | self.japanese.bases(word) for word in words]
        return frozenset[str]().union(*found)

    def _broken(self, clue: "Trace", card: Spelling, substrings: Substrings) -> Rule | None:
        guarded = self.trace(card.whole, card.visible)
        refused = substrings is Substrings.REFUSE
        if clue.whole == card.whole:
            return Rule.SAME
        if clue.whole in guarded.forms or (refused and _is_within(clue.whole, card)):
            return Rule.CONTAINED
        shared = clue.forms & guarded.forms
        if shared or (refused and any(word in clue.whole for word in card.noticed)):
            return Rule.CONTAINS
        if not clue.bases.isdisjoint(guarded.bases):
            return Rule.INFLECTION
        return None if clue.stems.isdisjoint(guarded.stems) else Rule.STEM


@dataclass(frozen=True, slots=True)
class Trace:
    """A folded word, its forms (`Referee.forms`), and the bases and stems of all forms."""

    whole: str
    forms: frozenset[str]
    bases: frozenset[str]
    stems: frozenset[str]


def _is_within(whole: str, card: Spelling) -> bool:
    return is_long(whole) and any(whole in word for word in card.visible)


class ClueJudge:
    """Judges a fixed vocabulary against any board at once, exactly as its referee would.

    It folds every word and strips its endings once. It stems the words of an onset at the first
    card with this onset. After that, `lawful` only looks up rows.
    """

    def __init__(self, vocabulary: Sequence[str], referee: Referee) -> None:
        self._referee = referee
        clues = [spelling(word) for word in vocabulary]
        self._wholes = [clue.whole for clue in clues]
        # One pass over the words, because only the latest bases are cached.
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
        """Return a mask of the words that are lawful clues, bool (V,)."""
        allowed = self._shown.copy()
        for card in map(spelling, covered):
            allowed[list(self._struck(card))] = False
            if substrings is Substrings.REFUSE:
                allowed[list(self._containing(card))] = False
        return allowed

    def _found(self, clue: Spelling) -> tuple[frozenset[str], frozenset[str]]:
        """Return the bases of a clue and of all its parts, and its forms to stem."""
        forms = self._referee.forms(clue.whole, clue.parts)
        stemmed = map(self._referee.english.stemmed, forms)
        return self._referee.bases(forms), frozenset[str]().union(*stemmed)

    def _struck(self, card: Spelling) -> Iterator[int]:
        # A form is its own base, so this also strikes clues that are or contain a part of the card.
        guarded = self._referee.trace(card.whole, card.visible)
        for base in guarded.bases:
            yield from self._bases.get(base, ())
        for stem in guarded.stems:
            yield from self._with_stem(stem)

    def _with_stem(self, stem: str) -> Iterator[int]:
        # A stem of one letter lacks the second letter of the onset.
        begins = [onset(stem)] if len(stem) > 1 else [one for one in self._forms if one[0] == stem]
        for begin in begins:
            yield from self._stems(begin).get(stem, ())

    def _stems_of(self, begin: str) -> Mapping[str, Sequence[int]]:
        """Return the words of an onset by stem; stemming all words takes longer than a game."""
        return _grouped((stem_of(form), row) for form, row in self._forms.get(begin, ()))

    def _containing(self, card: Spelling) -> Iterator[int]:
        """Yield the words that contain a card's letters, or whose letters a card contains."""
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
