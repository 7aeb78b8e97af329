"""Packs: the words on boards, read from files that people write.

A pack file is text with a card per line, in any script. `#` starts a comment line. The parser
ignores blank lines, a byte order mark, a list mark before a card ("1.", "-"), a comma after it,
spaces around it and repeated spaces. A card may have several words ("scuba diver"). `PackError`
explains each refusal.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from types import MappingProxyType
from typing import Final

import wcwidth

from core.rules import Refusal
from core.view import Phrase, phrase
from core.words.embedded import embedded_lines, embedded_text

SMALLEST: Final = 9
"""Words of the smallest board, three by three."""

WIDEST: Final = 16
"""The most cells of a card on a screen; wide East Asian characters take two."""

FORBIDDEN: Final = '"|'
"""Characters reserved for the notation of actions."""

SEPARATORS: Final = ",;\t，；、"
"""Characters that separate columns, or words on one line; no card has them."""

MOST_CHARACTERS: Final = 4 * WIDEST
"""The most characters of a card; one this long that is not too wide consists mostly of marks.

The parser skips all other checks on a longer card: a letter with thousands of marks takes minutes.
"""

MOST_WORDS: Final = 30_000
"""The most words of a pack, or of a mix of several."""

PACKS_KEPT: Final = 64
"""The number of packs with cached facts about their words."""

MOST_FAULTS: Final = 12
"""The most faults in a refusal, as many as fit into a chat message."""

_DRAWN: Final = frozenset("ĀāĂăĐđĒēĚěĨĩĪīŃńŇňŌōŎŏŒœŨũŪūŬŭ")
"""Letters in pictures besides Latin-1 and JIS X 0208."""

_UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")

_LIST_MARK: Final = re.compile(r"(?:\d+[.)]|[-*–])[ \t]+|[•・][ \t]*")
"""The mark before each line of a numbered or bulleted list."""


class PackError(Refusal):
    """A pack with faults that its author can fix."""


@dataclass(frozen=True)
class Pack:
    """A named list of board words in file order; `parse_pack` makes valid ones."""

    name: str
    words: tuple[str, ...]

    @cached_property
    def digest(self) -> str:
        """The hexadecimal SHA-256 of the words in NFC and UTF-8, joined by newlines.

        The order matters, the name does not; no newline follows the last word.
        """
        canonical = "\n".join(unicodedata.normalize("NFC", word) for word in self.words)
        return sha256(canonical.encode()).hexdigest()


@cache
def default_pack() -> Pack:
    """Return the embedded English pack."""
    return parse_pack(embedded_text("board_en.txt"), "english")


@cache
def japanese_pack() -> Pack:
    """Return the embedded Japanese pack."""
    return parse_pack(embedded_text("board_ja.txt"), "japanese")


@cache
def first_pack() -> Pack:
    """Return the first English pack, which `default_pack` has replaced.

    Records of its games need it. Measurements of models use it, so that they stay comparable.
    """
    return parse_pack(embedded_text("board_en_1.txt"), "english")


def embedded_packs() -> Mapping[str, Pack]:
    """Return all embedded packs, past and present, by digest; today's come first."""
    return {pack.digest: pack for pack in (*todays_packs().values(), first_pack())}


def todays_packs() -> Mapping[str, Pack]:
    """Return the embedded packs for new games, by language."""
    return {"en": default_pack(), "ja": japanese_pack()}


def pack_for(language: str) -> Pack:
    """Return the embedded pack of a language, or the English one."""
    return todays_packs().get(language, default_pack())


def embedded_pack_named(name: str) -> Pack | None:
    """Return the embedded pack with a name ("english", "japanese"), in any case, or None."""
    packs = todays_packs().values()
    return next((pack for pack in packs if pack.name == name.strip().casefold()), None)


def mixed(packs: Sequence[Pack]) -> Pack:
    """Return a pack with the words of several packs, in order, without duplicates.

    Raises PackError if they have too many words together.

    >>> mixed([Pack("a", ("ice cream", "sea")), Pack("b", ("Sea", "ice-cream", "sun"))]).words
    ('ice cream', 'sea', 'sun')
    """
    check_mix([len(pack.words) for pack in packs])
    words: dict[str, str] = {}
    for word in (word for pack in packs for word in pack.words):
        letters = (character for character in _identity(word) if character.isalnum())
        words.setdefault("".join(letters), word)
    return Pack("+".join(dict.fromkeys(pack.name for pack in packs)), tuple(words.values()))


def check_mix(sizes: Sequence[int]) -> None:
    """Raise PackError if several packs of these `sizes` have too many words to mix."""
    if len(sizes) > 1 and sum(sizes) > MOST_WORDS:
        raise PackError("pack-mix-too-many", words=sum(sizes), most=MOST_WORDS)


def of_pack(pack: Pack, words: Iterable[str]) -> tuple[str, ...]:
    """Return the cards of a pack that look like any of the words, in pack order."""
    sought = frozenset(map(_identity, words))
    return tuple(card for card in pack.words if sought and _identity(card) in sought)


@cache
def family_words() -> tuple[str, ...]:
    """Return the English and Japanese words that the family filter leaves out of packs."""
    return tuple(embedded_lines("family.txt"))


def near_words(pack: Pack) -> Mapping[str, frozenset[str]]:
    """Return the near synonyms of a pack's words, which no board combines with them.

    Only `todays_packs` have them, in `synonyms_en.txt` and `synonyms_ja.txt`. Records name a pack's
    digest, so these files change only together with the pack's words.

    >>> near_words(default_pack())["coffin"]
    frozenset({'grave'})
    """
    by_digest = {one.digest: language for language, one in todays_packs().items()}
    language = by_digest.get(pack.digest)
    return _near_words(language) if language else MappingProxyType({})


@cache
def _near_words(language: str) -> Mapping[str, frozenset[str]]:
    near: dict[str, frozenset[str]] = {}
    for first, second in map(str.split, embedded_lines(f"synonyms_{language}.txt")):
        near[first] = near.get(first, frozenset()) | {second}
        near[second] = near.get(second, frozenset()) | {first}
    return MappingProxyType(near)


def encoding_of(content: bytes) -> str:
    """Return the encoding of a text file: UTF-8, or UTF-16 with or without its mark.

    Without a mark, the zero bytes in line endings and Latin letters indicate UTF-16.

    >>> encoding_of("whale".encode("utf-16-be")), encoding_of("くじら".encode())
    ('utf-16-be', 'utf-8-sig')
    """
    if content.startswith(_UTF_16_MARKS):
        return "utf-16"
    first, second = content[::2].count(0), content[1::2].count(0)
    if not (first or second):
        return "utf-8-sig"
    return "utf-16-be" if first > second else "utf-16-le"


def parse_pack(text: str, name: str, needed: int = SMALLEST) -> Pack:
    """Return the pack in a file's text, for boards that need this many cards.

    Raises PackError with the lines and words of all faults.
    """
    lines: dict[str, int] = {}
    words, faults = list[str](), list[Phrase]()
    for number, word in _cards(text):
        first = lines.setdefault(_identity(word[:MOST_CHARACTERS]), number)
        if first == number:
            words.append(word)
            faults += _faults(word, number)
        else:
            faults.append(phrase("pack-duplicate", line=number, word=word, first_line=first))
    if len(words) == 1 and len(re.split(rf"[ {SEPARATORS}]+", words[0])) > 2:
        raise PackError("pack-one-line", pack=name)
    if len(words) > MOST_WORDS:
        faults.insert(0, phrase("pack-too-many", pack=name, count=len(words), most=MOST_WORDS))
    check_faults(name, (*too_few(name, len(words), needed), *faults))
    return Pack(name, tuple(words))


def too_few(name: str, count: int, needed: int) -> tuple[Phrase, ...]:
    """Return the fault of a pack with too few words for a board, if any."""
    few = count < needed
    return (phrase("pack-too-few", pack=name, count=count, needed=needed),) if few else ()


def check_faults(
    name: str, faults: Sequence[Phrase], error: Callable[[Phrase], Refusal] | None = None
) -> None:
    """Raise the `error`, by default a PackError, about the faults of a pack, if any.

    It lists the first `MOST_FAULTS` of them.
    """
    if not faults:
        return
    told, more = list(faults[:MOST_FAULTS]), len(faults) - MOST_FAULTS
    if more > 0:
        told.append(phrase("pack-faults-more", count=more))
    listed = told.pop()
    while told:
        listed = phrase("pack-faults-next", fault=told.pop(), rest=listed)
    several = phrase("pack-faults", pack=name, count=len(faults), faults=listed)
    raise (error or PackError.of)(several if len(faults) > 1 else faults[0])


def _cards(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the card of each line that has a card."""
    for number, line in enumerate(_lines(text), start=1):
        listed = line.strip(" \t")
        bare = "" if listed.startswith("#") else _LIST_MARK.sub("", listed, count=1)
        if card := " ".join(filter(None, bare.strip(f" {SEPARATORS}").split(" "))):
            whole = len(card) > MOST_CHARACTERS
            yield number, card if whole else unicodedata.normalize("NFC", card)


def _lines(text: str) -> list[str]:
    # Not str.splitlines, which splits at control characters that a fault has to report.
    unified = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return unified.replace("\u3000", " ").replace("\xa0", " ").split("\n")


def _faults(word: str, line: int) -> Iterator[Phrase]:
    """Yield the faults of a card that no screen can show or no line can name."""
    if len(word) > MOST_CHARACTERS:
        begins = "".join(one for one in word[:WIDEST] if not unicodedata.combining(one))
        yield phrase(
            "pack-characters", line=line, word=begins, count=len(word), most=MOST_CHARACTERS
        )
        return
    if any(separator in word for separator in SEPARATORS):
        yield phrase("pack-column", line=line, word=word.replace("\t", " "))
        return
    if any(_is_control(character) for character in word):
        yield phrase("pack-control", line=line, word=_visible(word))
        return
    for character in FORBIDDEN:
        if character in word:
            yield phrase("pack-character", line=line, word=word, character=character)
    if not any(unicodedata.category(character).startswith("L") for character in word):
        yield phrase("pack-no-letter", line=line, word=word)
    if width(word) > WIDEST:
        yield phrase("pack-too-long", line=line, word=word, width=width(word), widest=WIDEST)


def undrawn(pack: Pack) -> tuple[str, ...]:
    """Return the cards that pictures cannot show, so that their boards are text.

    Pictures have the letters of Latin-1 and JIS X 0208, and a few more.
    """
    return tuple(word for word in pack.words if any(map(_is_undrawn, word)))


@cache
def _is_undrawn(character: str) -> bool:
    is_drawn = ord(character) <= 0xFF or character in _DRAWN
    return not (is_drawn or character.encode("shift_jis", "ignore"))


def width(word: str) -> int:
    """Return the cells of a word on a screen: two for a wide character, none for marks.

    >>> width("whale"), width("くじら")
    (5, 6)
    """
    return wcwidth.width(unicodedata.normalize("NFC", word), control_codes="ignore")


def _is_control(character: str) -> bool:
    """Return whether a character is an invisible control; joiners of letters do not count."""
    joiners = "\u200c\u200d"
    hidden = unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return hidden and character not in joiners


def _visible(word: str) -> str:
    return "".join(
        f"U+{ord(character):04X}" if _is_control(character) else character for character in word
    )


def _identity(word: str) -> str:
    """Return a key that is equal for cards that look the same to people.

    It folds case and width (NFKC and casefold) and drops accents from Latin letters: resume is
    résumé. Marks of other scripts distinguish words: か is not が.
    """
    if word.isascii():
        return word.lower()
    folded = unicodedata.normalize("NFKC", word).casefold()
    kept: list[str] = []
    for character in unicodedata.normalize("NFD", folded):
        accent = unicodedata.combining(character) and kept and "a" <= kept[-1] <= "z"
        if not accent:
            kept.append(character)
    return unicodedata.normalize("NFC", "".join(kept))
