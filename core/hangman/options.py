"""The options of a table of hangman: dealer, mode, lives, and the chairs that follow from them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from core.rules import OptionsError, Seat, check_range
from core.view import Phrase, phrase, seat_phrase
from core.words.word_lists import ENGLISH_WORDS, KANA


class Dealer(Enum):
    """The kinds of dealer."""

    HONEST = "honest"
    """A bot that draws a word at the start."""
    CHEATING = "cheating"
    STUBBORN = "stubborn"
    LARGEST = "largest"
    OPTIMAL = "optimal"
    WORD = "word"
    """A person types a secret word at the start; the rules answer."""
    THOUGHT = "thought"
    """A person thinks of a word and answers every letter."""

    @property
    def keeps_words(self) -> bool:
        """Whether the dealer fixes no word, so that any answer that fits some word is legal."""
        return self not in (Dealer.HONEST, Dealer.WORD)

    @property
    def is_person(self) -> bool:
        """Whether only a person can sit in the dealer's chair."""
        return self in (Dealer.WORD, Dealer.THOUGHT)


class Mode(Enum):
    """The order in which guessers play, and whether they compete."""

    TOGETHER = "together"
    """Anyone guesses at any time."""
    TURNS = "turns"
    """One guess each, in turn."""
    RACE = "race"
    """Two teams, each with a board that only it sees; the fewest guesses win."""


class Team(Enum):
    """The sides of a table."""

    DEALER = "dealer"
    GUESSERS = "guessers"
    BLUE = "blue"
    RED = "red"


LENGTHS: Final = range(2, 25)
KANA_LENGTHS: Final = range(2, 9)
LIVES: Final = range(1, 27)
GUESSERS: Final = range(1, 9)
HIRAGANA: Final = range(ord("ぁ"), ord("ゖ") + 1)
"""The code points of the letters of hiragana."""
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Chair:
    """A place at the table: ``dealer``, ``guess1``, or in a race ``blue1`` and ``red1``."""

    team: Team
    number: int = 1

    @property
    def deals(self) -> bool:
        """Whether the chair is the dealer's, else a guesser's."""
        return self.team is Team.DEALER

    @property
    def seat(self) -> Seat:
        """The seat's name."""
        if self.deals:
            return Seat("dealer")
        name = "guess" if self.team is Team.GUESSERS else self.team.value
        return Seat(f"{name}{self.number}")

    @property
    def named(self) -> Phrase:
        """The chair in words."""
        said = phrase("hangman-chair", team=self.team.value, number=self.number)
        return seat_phrase(self.seat, said)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table. `length` counts letters, `lives` wrong guesses (None: no limit)."""

    length: int = 6
    lives: int | None = None
    dealer: Dealer = Dealer.CHEATING
    mode: Mode = Mode.TOGETHER
    guessers: int = 1
    """Guessers' chairs in each team."""
    verbose: bool = False
    """Whether the table shows the number of remaining words, and lists them if they are few."""
    category: str = ENGLISH_WORDS
    daily: str = ""
    """The day (ISO 8601) of a word of the day; empty for any other game."""
    hints: bool = False
    """Whether a guesser may buy a letter with a life."""

    @property
    def teams(self) -> tuple[Team, ...]:
        """The guessers' teams, each with a board of its own."""
        return (Team.BLUE, Team.RED) if self.mode is Mode.RACE else (Team.GUESSERS,)

    @property
    def is_kana(self) -> bool:
        """Whether words are written in hiragana, else in the letters a to z."""
        return self.category == KANA

    @property
    def script(self) -> str:
        """The script of the words: `kana` or `latin`."""
        return "kana" if self.is_kana else "latin"

    @property
    def lengths(self) -> range:
        """The lengths that words may have."""
        return KANA_LENGTHS if self.is_kana else LENGTHS

    @property
    def sells_hints(self) -> bool:
        """Whether guessers may buy letters; a dealer who thinks of a word sells none."""
        return self.hints and self.dealer is not Dealer.THOUGHT

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Every chair: the dealer's, then each team's guessers'."""
        return tuple(self.seats.values())

    @property
    def seats(self) -> Mapping[Seat, Chair]:
        """The chairs by their seats."""
        return _seats(self.teams, self.guessers)


@lru_cache
def _seats(teams: tuple[Team, ...], guessers: int) -> Mapping[Seat, Chair]:
    numbers = range(1, guessers + 1)
    chairs = (Chair(Team.DEALER), *(Chair(team, number) for team in teams for number in numbers))
    return MappingProxyType({chair.seat: chair for chair in chairs})


def check_options(options: Options) -> None:
    """Raise OptionsError for impossible options."""
    check_range("length", options.length, options.lengths)
    check_range("guessers", options.guessers, GUESSERS)
    if options.lives is not None:
        check_range("lives", options.lives, LIVES)
    if options.mode is Mode.RACE and options.dealer is Dealer.THOUGHT:
        raise OptionsError("hangman-race-dealer")
    if options.daily and not DAY.fullmatch(options.daily):
        raise OptionsError("hangman-daily-date", found=options.daily)
    if options.daily and options.dealer is not Dealer.HONEST:
        raise OptionsError("hangman-daily-dealer", dealer=options.dealer.value)


def misspelling(options: Options, alphabet: Sequence[str], word: str) -> Phrase | None:
    """Return the reason why a table's letters cannot write a word, or None.

    It names missing kana, sorted, but no other letter: a secret word may be in another script.
    """
    strange = sorted(set(word).difference(alphabet))
    if not strange:
        return None
    kana = tuple(letter for letter in strange if ord(letter) in HIRAGANA)
    if options.is_kana and kana:
        return phrase("hangman-word-kana", letters=kana)
    return phrase("hangman-word-letters", script=options.script)


def on_turn(options: Options, turn: int) -> Chair | None:
    """Return the guesser whose turn it is, None if guessers take no turns."""
    if options.mode is not Mode.TURNS:
        return None
    guessers = [chair for chair in options.chairs if not chair.deals]
    return guessers[(turn - 1) % len(guessers)]
