"""Comparison of written words: their folded forms and their parts.

`core.codenames.clue` applies it to the rules of the game. Folding is the same for every script.
`core.words` has only English and Japanese word formation, so the rules compare words of other
languages only for equality and containment.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

APOSTROPHES: Final = frozenset("'\u2018\u2019\u201b\u02bc\uff07\u00b4")
"""The apostrophes of o'clock: straight, curly, modifier, full width, the acute key."""

MIDDLE_DOTS: Final = frozenset("\u00b7\u0387\u2022\u2027\u2219\u22c5\u30fb\uff65")

MINUS: Final = "\u2212"

ZERO_WIDTH_JOINERS: Final = frozenset("\u200c\u200d")
"""Invisible parts of correct spelling in Persian and in Indic scripts."""

UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0") | frozenset(
    map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
)
"""Letters and marks that draw nothing: fillers, the grapheme joiner, variation selectors."""

SPELLINGS_KEPT: Final = 8192
"""Cached spellings: boards repeat the same few hundred words."""

WHOLE_LETTERS: Final = 3
"""The fewest letters of a word that readers notice inside another one."""

PART_LETTERS: Final = 4
"""The same if the card has several words."""

_SILENT: Final = APOSTROPHES | MIDDLE_DOTS | UNSEEN | frozenset(f"`{MINUS}\u02bb\u0640")
"""Dropped characters, some of which are not punctuation in Unicode (the last: okina, tatweel)."""

_POINTED_SCRIPTS: Final = ("LATIN", "GREEK", "CYRILLIC", "HEBREW", "ARABIC")

_OWN_LETTERS: Final = frozenset("йўїќѓآأؤإئ")
"""Letters that only look like another letter with an accent; ё is absent (see `fold`)."""

_PLAIN_LETTERS: Final = str.maketrans(
    {
        **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz", strict=True)),
        **dict(zip("ᴃᴆᴌ", "bdl", strict=True)),
        "ᴁ": "ae",
        "ɶ": "oe",
        "ø": "o",
        "đ": "d",
        "ł": "l",
        "ħ": "h",
        "ŧ": "t",
        "\u0131": "i",
        "æ": "ae",
        "œ": "oe",
    }
)

# Cards are in capitals, so if the capital and the small letter look like two different Latin
# letters (Ν, ν), the capital counts. Source: the Latin look-alikes of Cyrillic and Greek letters in
# the confusables of Unicode Technical Standard 39, except letters whose look-alike belongs to
# another letter of their script (ү after у: Mongolian ус is water, үс is hair).
_LOOK_ALIKES: Final = str.maketrans(
    {
        **dict(zip("авекмнорстухіѕј", "abekmhopctyxisj", strict=True)),
        **dict(zip("гѵӏԁԍԛԝ", "rvldgqw", strict=True)),
        **dict(zip("αβεζηικμνορτυχϝϳ", "abezhikmnoptyxfj", strict=True)),
        "ӕ": "ae",
    }
)

_ALPHABETS: Final = frozenset(("ARMENIAN", "CHEROKEE", "COPTIC", "CYRILLIC", "GREEK", "LATIN"))
"""The scripts that share letter shapes, as the first words of Unicode names."""

_HIRAGANA: Final = {
    **{katakana: katakana - 0x60 for katakana in [*range(0x30A1, 0x30F7), 0x30FD, 0x30FE]},
    **{0x30F7 + place: f"{kana}\u3099" for place, kana in enumerate("わゐゑを")},
}

_FOLDS: Final = _PLAIN_LETTERS | _LOOK_ALIKES | _HIRAGANA

_FUNCTION_WORDS: Final = frozenset(
    (
        *("a", "an", "as", "at", "by", "in", "of", "on", "or", "to"),
        *("and", "but", "for", "from", "into", "nor", "onto", "per", "the", "upon"),
        *("with", "without"),
    )
)

_SYLLABIC_RANGES: Final = (
    ("\u2e80", "\ua4cf"),  # Han, kana, bopomofo, Yi
    ("\uac00", "\ud7a3"),  # Hangul
    ("\U00020000", "\U0003ffff"),  # rarer Han
)


def fold(text: str) -> str:
    """Return the form of a text for comparison; folding twice changes nothing.

    - Width, ligatures and case are folded (NFKD and full case folding: ß is ss).
    - Spaces, hyphens, apostrophes, middle dots, all other punctuation, control and invisible
      characters are dropped.
    - Latin, Greek, Cyrillic, Hebrew and Arabic letters lose accents and vowel points, Latin ones
      strokes; Latin small capitals become plain letters. ё loses its dots, as in most Russian
      print; й, ї, ў, ќ, ѓ and the hamza letters stay. Japanese voicing marks stay: が is not か.
    - Katakana becomes hiragana.
    - Cyrillic and Greek letters that look like a Latin letter become that letter, so that nobody
      can give COCOA in Cyrillic. This merges no two letters of one script.
    """
    if text.isascii() and text.isalpha():
        return text.lower()
    # Caseless compatibility matching, Unicode 15.0, section 3.13, D146.
    plain = unicodedata.normalize("NFKD", text).casefold()
    plain = unicodedata.normalize("NFKD", plain).casefold()
    seen = filter(_counts, unicodedata.normalize("NFKD", plain))
    composed = unicodedata.normalize("NFC", "".join(_without_accents(seen)))
    return unicodedata.normalize("NFC", composed.translate(_FOLDS))


@lru_cache(maxsize=SPELLINGS_KEPT)
def _counts(character: str) -> bool:
    category = unicodedata.category(character)
    return not (category[0] in "PZ" or category in ("Cc", "Cf") or character in _SILENT)


def _without_accents(characters: Iterable[str]) -> Iterator[str]:
    base = ""
    for character in characters:
        if unicodedata.category(character) not in ("Mn", "Me"):
            base = character
        elif _is_accent(base, character):
            continue
        yield character


@lru_cache(maxsize=SPELLINGS_KEPT)
def _is_accent(base: str, mark: str) -> bool:
    if unicodedata.normalize("NFC", base + mark) in _OWN_LETTERS:
        return False
    return base != "" and unicodedata.name(base, "").startswith(_POINTED_SCRIPTS)


@dataclass(frozen=True, slots=True)
class Spelling:
    """A clue or card for comparison: its folded whole and its folded words."""

    whole: str
    parts: tuple[str, ...]

    @property
    def visible(self) -> tuple[str, ...]:
        """The parts, however short, except function words; a single part always counts."""
        if len(self.parts) < 2:
            return (self.whole,)
        return tuple(part for part in self.parts if part not in _FUNCTION_WORDS)

    @property
    def words(self) -> tuple[str, ...]:
        """The whole word and every part worth guarding, without repeats."""
        return tuple(dict.fromkeys((self.whole, *self.visible)))

    @property
    def noticed(self) -> tuple[str, ...]:
        """The words that a reader notices inside a longer one.

        If a card has several words, they must be longer: nobody notices "ice cream" in "price".
        """
        letters = WHOLE_LETTERS if len(self.parts) < 2 else PART_LETTERS
        return tuple(word for word in self.words if is_long(word, letters))


@lru_cache(maxsize=SPELLINGS_KEPT)
def spelling(text: str) -> Spelling:
    """Return the spelling of a text; spaces and all punctuation but apostrophes separate words."""
    if text.isascii() and text.isalpha():
        return Spelling(text.lower(), (text.lower(),))
    return Spelling(fold(text), tuple(filter(None, map(fold, pieces(text)))))


def pieces(text: str) -> list[str]:
    """Return the parts of a text, not folded."""
    return "".join(" " if _parts_words(character) else character for character in text).split()


def alphabets(text: str) -> frozenset[str]:
    """Return the scripts of a text's letters, among those that share letter shapes."""
    names = (unicodedata.name(one, "") for one in unicodedata.normalize("NFKD", text))
    return _ALPHABETS & {name.partition(" ")[0] for name in names}


def _parts_words(character: str) -> bool:
    if character in APOSTROPHES:
        return False
    category = unicodedata.category(character)
    return category[0] in "PZ" or category == "Cc" or character == MINUS


@lru_cache(maxsize=SPELLINGS_KEPT)
def is_long(form: str, letters: int = WHOLE_LETTERS) -> bool:
    """Return whether readers notice a folded form inside another one.

    It needs at least `letters` letters, or two if any of them is Han, kana or Hangul: a card "ox"
    leaves "box" lawful, and one shared kanji is not containment.
    """
    return len(form) >= (2 if any(map(_is_syllabic, form)) else letters)


def _is_syllabic(character: str) -> bool:
    return any(first <= character <= last for first, last in _SYLLABIC_RANGES)
