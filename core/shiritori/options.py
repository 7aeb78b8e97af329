"""The options of a table of shiritori: house rules, players, and the chairs that follow."""

import re
from dataclasses import dataclass, fields
from enum import Enum
from string import ascii_lowercase
from typing import Final

from core.rules import OptionsError, Seat, check_range
from core.shiritori.judge import Rule
from core.shiritori.sounds import is_kana, katakana


class PlayOrder(Enum):
    """The order in which players give words."""

    TURNS = "turns"
    """In turn."""
    FREE = "free"
    """In any order, but nobody twice in a row."""
    BOT = "bot"
    """One player and a bot, in turn."""


class Strength(Enum):
    """The bots, the weakest first."""

    RANDOM = "random"
    GREEDY = "greedy"
    SOLVER = "solver"


class WordList(Enum):
    """The embedded lists."""

    NOUNS = "nouns"
    """Japanese nouns, by their readings."""
    ENGLISH = "english"


PLAYERS: Final = range(2, 7)
MOST_LIVES: Final = range(10)
SHORTEST_WORD: Final = range(1, 9)
LINKED: Final = range(1, 3)
NONE: Final = "none"
"""The value of an option without sounds."""

MOST_FORBIDDEN: Final = 20
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LETTERS: Final = frozenset(ascii_lowercase)
_SEPARATORS: Final = re.compile(r"[\s,、，・/]+")


@dataclass(frozen=True, slots=True)
class Player:
    """A player's chair: ``player1``, ``player2``."""

    number: int

    @property
    def seat(self) -> Seat:
        """The seat's name."""
        return Seat(f"player{self.number}")


@dataclass(frozen=True, slots=True)
class Options(Rule):
    """The options of a table and its house rules; the Rust original has the same defaults."""

    order: PlayOrder = PlayOrder.TURNS
    strength: Strength = Strength.RANDOM
    """The default bot."""
    players: int = 2
    words: WordList = WordList.NOUNS
    lives: int = 1
    """Wrong words that put a player out; 0: wrong words cost nothing."""
    hints: bool = False
    """Whether players may ask for words that provably win."""
    daily: str = ""
    """The day (ISO 8601) of the opening sound; empty for any other game."""

    @property
    def rule(self) -> Rule:
        """The house rules alone, the key of the caches that tables share."""
        return Rule(*(getattr(self, rule.name) for rule in fields(Rule)))

    @property
    def is_latin(self) -> bool:
        """Whether words are written in the letters a to z."""
        return self.words is WordList.ENGLISH

    @property
    def language(self) -> str:
        """The language of the words."""
        return "en" if self.is_latin else "ja"

    @property
    def is_free(self) -> bool:
        """Whether players give words in any order."""
        return self.order is PlayOrder.FREE

    @property
    def chairs(self) -> tuple[Player, ...]:
        """Every player's chair, in the order in which they play."""
        return tuple(map(Player, range(1, self.players + 1)))

    def chair(self, seat: Seat) -> Player | None:
        """Return the player of a seat."""
        return next((chair for chair in self.chairs if chair.seat == seat), None)


def read_sounds(text: str) -> tuple[str, ...]:
    """Return the sounds that a text lists; raises OptionsError for anything else.

    >>> read_sounds("ん、る")
    ('ン', 'ル')
    """
    if text.strip().casefold() in ("", NONE):
        return ()
    parts = (katakana(one).casefold() for one in _SEPARATORS.split(text) if one)
    sounds = tuple(dict.fromkeys(parts))
    for sound in sounds:
        if len(sound) > len("シャ") or not (is_kana(sound) or sound in _LETTERS):
            raise OptionsError("shiritori-forbidden", found=sound)
    if len(sounds) > MOST_FORBIDDEN:
        raise OptionsError("shiritori-forbidden-many", most=MOST_FORBIDDEN)
    return sounds


def check_options(options: Options) -> None:
    """Raise OptionsError for impossible options."""
    check_range("players", options.players, PLAYERS)
    check_range("lives", options.lives, MOST_LIVES)
    check_range("shortest", options.shortest, SHORTEST_WORD)
    check_range("linked", options.linked, LINKED)
    if options.daily and not _DATE.fullmatch(options.daily):
        raise OptionsError("shiritori-daily-date", found=options.daily)


def check_forbidden(options: Options) -> None:
    """Raise OptionsError for a forbidden sound that ends no word under the other rules.

    Tables of any language may forbid the default one.
    """
    for sound in set(options.forbidden) - set(Options().forbidden):
        if (sound in _LETTERS) is not options.is_latin:
            raise OptionsError(
                "shiritori-forbidden-language", found=sound, language=options.language
            )
        parts = options.sounds(sound)
        if len(parts) > options.linked:
            edge = parts[0] if options.reverse else parts[-1]
            raise OptionsError("shiritori-forbidden-joined", found=sound, edge=edge)
