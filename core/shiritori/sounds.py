"""The reading of a typed text, and its sounds by the house rules of a table.

The judge compares words by their *reading*: katakana, or the letters a to z. People type kana or
romaji, in Hepburn's spelling or the keyboards'. A *sound* is one letter or kana, with its small
kana if the rules keep these; two sounds may link a chain. By default, as in the Rust original, ー
does not count, small kana become large, and voiced marks distinguish sounds.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from jaconv import alphabet2kata

SMALL: Final = "ァィゥェォッャュョヮヵヶ"
_LARGE: Final = str.maketrans(SMALL, "アイウエオツヤユヨワカケ")
_ALONE: Final = str.maketrans("ッヵヶ", "ツカケ")
"""Small kana that never belong to the kana before them."""
_SOUND: Final = re.compile("(?s:.)[ァィゥェォャュョヮ]*")
_PAIRS: Final = str.maketrans("ヂヅヲ", "ジズオ")
_MARKS: Final = {ord("\u3099"): None, ord("\u309a"): None}
_TO_KATAKANA: Final = {code: code + 0x60 for code in range(ord("ぁ"), ord("ゖ") + 1)}
LONG_MARK: Final = "ー"
_DRAWN: Final = re.compile("(^|[^ー])(ー+)")
_MARKED: Final = re.compile(
    "(?<=[ぁ-ゖァ-ヺー])(?:[・·=゠](?=[ぁ-ゖァ-ヺ])|[ゝヽゞヾ]|[-‐-―−─━~〜])|(?<=[ァ-ヺ])一(?=[ァ-ヺ])"
)
"""Marks inside kana: dots between parts, iteration marks, and look-alikes of ー, such as 一."""
SOUNDS_KEPT: Final = 4096
"""Cached readings, about 1 MB, enough for the running games."""

_KANA: Final = frozenset(map(chr, range(ord("ァ"), ord("ヶ") + 1))) | {LONG_MARK}
VOWELS: Final = {
    "ア": "アカサタナハマヤラワガザダバパァャヮヵ",
    "イ": "イキシチニヒミリヰギジヂビピィ",
    "ウ": "ウクスツヌフムユルグズヅブプヴゥュッ",
    "エ": "エケセテネヘメレヱゲゼデベペェヶ",
    "オ": "オコソトノホモヨロヲゴゾドボポォョ",
}
"""The kana that end in each vowel."""
_VOWEL_OF: Final = {kana: vowel for vowel, kanas in VOWELS.items() for kana in kanas}
_SYLLABLE: Final = (
    r"(?:([bcdfghjkmprstvwz])(?=\1)|t(?=ch))?"
    r"(?:sh|ch|ts|dh|th|[bdfghjkmnprstvwz]?y?)[aiueo]"
)
_ROMAJI: Final = re.compile(rf"(?:{_SYLLABLE}|n'?|m(?=[bp])|-)+")
ROMAJI: Final = _ROMAJI.pattern.replace("[aiueo]", "[aiueoāīūēōâîûêô]").replace("n'?", "n['’]?")
"""A regular expression of all romaji, in NFC and lower case."""

_NASAL: Final = re.compile("nn(?=[aiueo])")
"""Hepburn's spelling of ンナ to ンノ; `alphabet2kata` reads its nn as ン alone."""

_LONG: Final = re.compile("(?s:(.?))[\u0304\u0302]")
"""A vowel before the mark of a long one: macron or circumflex."""

_DOUBLED: Final = {"a": "a", "i": "i", "u": "u", "e": "i", "o": "u"}
"""The letter that lengthens each vowel in Japanese words."""


class LongVowel(Enum):
    """The reading of ー for the chain."""

    DROP = "drop"
    VOWEL = "vowel"
    """It is the vowel of the kana before it: カー ends in ア."""


class SmallKana(Enum):
    """The reading of small kana for the chain."""

    LARGE = "large"
    KEEP = "keep"
    """They join the kana before them: シャ is one sound."""


class VoicedMarks(Enum):
    """Whether voiced marks distinguish sounds."""

    STRICT = "strict"
    LAX = "lax"
    """カ is ガ, and ハ is バ and パ."""


@dataclass(frozen=True, slots=True)
class SoundRules:
    """The house rules for the sounds of a reading, and for the sounds that link words."""

    long_vowel: LongVowel = LongVowel.DROP
    small_kana: SmallKana = SmallKana.LARGE
    voiced_marks: VoicedMarks = VoicedMarks.STRICT
    pairs: bool = False
    """Whether ヂ is ジ, ヅ is ズ, and ヲ is オ."""
    linked: int = 1
    """The number of sounds that link words."""
    reverse: bool = False
    """Whether the end of a new word meets the beginning of the one before it."""

    def sounds(self, reading: str) -> tuple[str, ...]:
        """Return the sounds of a reading in order, for comparison.

        >>> SoundRules().sounds("ピカチュウ")
        ('ピ', 'カ', 'チ', 'ユ', 'ウ')
        """
        return _sounds(self, reading)

    def ends(self, reading: str) -> tuple[str, str]:
        """Return the sounds that link a word to the one before it, and to the next.

        A word with fewer sounds than a link has all of them in both; both may be empty.

        >>> SoundRules().ends("ウールー")
        ('ウ', 'ル')
        """
        sounds = self.sounds(reading)
        ends = "".join(sounds[: self.linked]), "".join(sounds[-self.linked :])
        return (ends[1], ends[0]) if self.reverse else ends

    def leads_to(self, link: str, sound: str) -> bool:
        """Return whether a word's link to the next one has a sound at the edge of the word.

        The edge is the end of the word, or its beginning in a reversed chain.
        """
        return link.startswith(sound) if self.reverse else link.endswith(sound)


def katakana(text: str) -> str:
    """Return text with hiragana and half-width katakana as katakana, without marks inside.

    It drops dots between kana, replaces look-alikes with ー and iteration marks with their kana.

    >>> katakana("ﾋﾟｶちゅう"), katakana("アイス・クリ―ム"), katakana("いすゞ")
    ('ピカチュウ', 'アイスクリーム', 'イスズ')
    """
    return _MARKED.sub(_kana, unicodedata.normalize("NFKC", text)).translate(_TO_KATAKANA)


def _kana(mark: re.Match[str]) -> str:
    """Return the kana for a mark inside a word; empty for a dot."""
    repeated = unicodedata.normalize("NFD", mark.string[mark.start() - 1])[0]
    if mark[0] in "ゝヽ":
        return repeated
    if mark[0] in "ゞヾ":
        return unicodedata.normalize("NFC", f"{repeated}\u3099")
    return "" if mark[0] in "・·=゠" else LONG_MARK


def is_kana(reading: str) -> bool:
    """Return whether a text has only katakana, and not ー alone."""
    return _KANA.issuperset(reading) and bool(reading.strip(LONG_MARK))


def latin(text: str) -> str:
    """Return a word of the Latin alphabet in lower case, without accents.

    >>> latin("Café")
    'cafe'
    """
    letters = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def to_katakana(text: str) -> tuple[str, ...]:
    """Return the possible readings of a text, maybe none.

    A marked long vowel has two readings: that of Japanese words and that of foreign ones.

    >>> to_katakana("rāmen")
    ('ラーメン', 'ラアメン')
    """
    reading = katakana(text)
    if is_kana(reading):
        return (reading,)
    spelled = unicodedata.normalize("NFD", reading.casefold()).replace("’", "'")
    marked = _LONG.sub(r"\1-", spelled)
    doubled = _LONG.sub(lambda long: long[1] + _DOUBLED.get(long[1], ""), spelled)
    return tuple(dict.fromkeys(filter(None, map(_read, (marked, doubled)))))


def _read(romaji: str) -> str | None:
    if not _ROMAJI.fullmatch(romaji):
        return None
    reading = str(alphabet2kata(_NASAL.sub("n'n", romaji)))
    return reading if is_kana(reading) else None


@lru_cache(maxsize=SOUNDS_KEPT)
def _sounds(rules: SoundRules, reading: str) -> tuple[str, ...]:
    is_dropped = rules.long_vowel is LongVowel.DROP
    reading = reading.replace(LONG_MARK, "") if is_dropped else _with_vowels(reading)
    reading = reading.translate(_LARGE if rules.small_kana is SmallKana.LARGE else _ALONE)
    sounds = _SOUND.findall(reading.translate(_PAIRS) if rules.pairs else reading)
    if rules.voiced_marks is VoicedMarks.LAX:
        sounds = [unicodedata.normalize("NFD", sound).translate(_MARKS) for sound in sounds]
    return tuple(sounds)


def _with_vowels(reading: str) -> str:
    """Return a reading with each ー replaced by the vowel (or ン) before it."""
    return _DRAWN.sub(lambda one: one[1] + _VOWEL_OF.get(one[1], one[1]) * len(one[2]), reading)
