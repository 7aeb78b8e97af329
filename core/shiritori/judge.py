"""Judging words: a rule holds the house rules, and a judge applies them to a list of words.

The judge refuses a word for the first of these faults: an empty word, a forbidden last sound, a
first sound that differs from the last sound before it, too few sounds, a word outside the list, a
used word. The first word is free. The Rust original has the same order, but no minimum length.

>>> from core.words.packs import Pack
>>> judge = Judge(Rule(), WordIndex(Pack("pokemon", ("ピカチュウ", "ウールー", "ヌラリヒョン"))))
>>> judge.judge(("ピカチュウ",), "うーるー").fault is None
True
>>> judge.judge((), "ヌラリヒョン").fault
<WordFault.FORBIDDEN: 'forbidden'>
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

from core.shiritori.sounds import SoundRules
from core.shiritori.word_index import ListedWord, WordIndex


class WordFault(Enum):
    """The fault of a word, in the order of the checks."""

    NO_WORD = "no-word"
    FORBIDDEN = "forbidden"
    MISFIT = "misfit"
    SHORT = "short"
    UNLISTED = "unlisted"
    USED = "used"


_ORDER: Final = tuple(WordFault)


@dataclass(frozen=True, slots=True)
class Rule(SoundRules):
    """The house rules of a judge; the Rust original has the same defaults."""

    forbidden: tuple[str, ...] = ("ン",)
    """Sounds to which no word may lead, in katakana or lower case."""
    shortest: int = 1
    """The fewest characters of a reading."""
    common: bool = False
    """Whether the judge accepts only common words, which bots know, too."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a typed word.

    If `readings` has several, the judge accepts each of them, and the player has to choose one.
    `fault` is None for an accepted word.
    """

    readings: tuple[str, ...]
    fault: WordFault | None = None

    @property
    def reading(self) -> str:
        """The judged reading; empty for no word or one that cannot be read."""
        return self.readings[0] if self.readings else ""


@dataclass(frozen=True)
class Judge:
    """Judges words of a list by the house rules."""

    rule: Rule
    words: WordIndex

    def judge(self, chain: Sequence[str], text: str, opening: str = "") -> Verdict:
        """Return the verdict on a text, given the readings so far.

        `opening` is the required first sound of the first word; empty if it is free. Among several
        readings, the typed one counts if it is accepted, else all accepted ones, else the one that
        fails the latest check.
        """
        sound, used = self.next_sound(chain, opening), frozenset(chain)
        if not text.strip():
            return Verdict((), WordFault.NO_WORD)
        readings = self.words.readings(text)
        if not readings:
            return Verdict((), WordFault.UNLISTED)
        faults = {reading: self.fault(sound, used, reading) for reading in readings}
        if faults.get(own := self.words.own_reading(text), WordFault.UNLISTED) is None:
            return Verdict((own,))
        if accepted := tuple(reading for reading in readings if faults[reading] is None):
            return Verdict(accepted)
        worst = max(readings, key=lambda reading: _ORDER.index(faults[reading] or WordFault.USED))
        return Verdict((worst,), faults[worst])

    def next_sound(self, chain: Sequence[str], opening: str = "") -> str:
        """Return the required first sound of the next word; empty if it is free."""
        return self.rule.ends(chain[-1])[1] if chain else opening

    def fault(self, sound: str, used: Collection[str], reading: str) -> WordFault | None:
        """Return the first fault of a reading; None if the judge accepts it."""
        link = self.rule.ends(reading)[1]
        if any(self.rule.leads_to(link, one) for one in self._forbidden):
            return WordFault.FORBIDDEN
        if sound and not self.begins(sound, reading):
            return WordFault.MISFIT
        if len(reading) < self.rule.shortest:
            return WordFault.SHORT
        word = self.words.by_reading.get(reading)
        if word is None or (self.rule.common and not word.common):
            return WordFault.UNLISTED
        return WordFault.USED if reading in used else None

    def begins(self, sound: str, reading: str) -> bool:
        """Return whether a reading begins with a sound, as the house rules compare them."""
        return self.rule.ends(reading)[0] == sound

    @cached_property
    def playable(self) -> tuple[ListedWord, ...]:
        """The words that bots may play: the common ones of those accepted."""
        return tuple(word for word in self.accepted if word.common)

    @property
    def has_playable(self) -> bool:
        """Whether bots may play any word; it stops at the first, unlike `playable`."""
        words = (word.reading for word in self.words.words if word.common)
        return any(self.fault("", (), reading) is None for reading in words)

    @cached_property
    def accepted(self) -> tuple[ListedWord, ...]:
        """The words that anyone may play."""
        return tuple(word for word in self.words.words if self.fault("", (), word.reading) is None)

    @cached_property
    def _forbidden(self) -> tuple[str, ...]:
        sounds = (self.rule.sounds(sound) for sound in self.rule.forbidden)
        return tuple("".join(found) for found in sounds if found)
