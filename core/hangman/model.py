"""The nouns of hangman: actions, boards, events, state and observation.

The *dealer* answers whether a *letter* is in the word, and at which *places* (from 0). A *board*
holds the findings of one team of *guessers*. A dealer that keeps words fixes none: its possible
answers follow from the dictionary and the earlier answers.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from core.hangman.options import Chair, Options, Team
from core.rules import Expire, Seat, SeatEvent, Secret, TurnAction


class Phase(Enum):
    """The step that the table waits for."""

    WORD = "word"
    GUESS = "guess"
    OVER = "over"


class End(Enum):
    """The result of a board."""

    FOUND = "found"
    LIVES = "lives"
    EXPIRED = "expired"
    BEATEN = "beaten"
    """In a race, it can no longer match the other board."""
    UNKNOWN = "unknown"
    """The dealer thought of a word that is not in the dictionary."""
    LEFT = "left"
    """The dealer did not answer in time."""


Places: TypeAlias = tuple[int, ...]
"""The places of a letter in a word, from 0, ascending; empty if the word lacks it."""


def places_in(word: str, letter: str) -> Places:
    """Return the places of a letter in a word, as an honest dealer answers.

    >>> places_in("error", "r")
    (1, 2, 4)
    """
    return tuple(place for place, other in enumerate(word) if other == letter)


def hint_in_word(word: str, guessed: frozenset[str]) -> tuple[str, Places]:
    """Return the covered letter with the most places in a word; raises ValueError for none."""
    letter = max(sorted(set(word) - guessed), key=word.count)
    return letter, places_in(word, letter)


# A turn is one guess if guessers take turns, otherwise the whole game: then a letter chosen on an
# older board counts, unless a guesser has tried it since.


@dataclass(frozen=True, slots=True)
class SetWord(TurnAction):
    """The dealer fixes the word, or names the word that the dictionary lacks."""

    word: Secret[str]


@dataclass(frozen=True, slots=True)
class GuessText(TurnAction):
    """A guesser tries a letter, or a whole word of two letters or more."""

    text: str


@dataclass(frozen=True, slots=True)
class AnswerLetter(TurnAction):
    """The dealer answers with the places of a team's letter, from 0; none if the word lacks it."""

    team: Team
    places: Places


@dataclass(frozen=True, slots=True)
class AnswerSolve(TurnAction):
    """A dealer who thought of a word says whether the team's solution is right."""

    right: bool


class TakeHint(TurnAction):
    """A guesser buys a letter with a life."""


Action: TypeAlias = SetWord | GuessText | AnswerLetter | AnswerSolve | TakeHint | Expire


# Boards.


@dataclass(frozen=True, slots=True)
class Try:
    """A letter or a whole word, its guesser, and its places.

    The right word has all places, a wrong one none. A hint is a letter that the dealer revealed.
    """

    text: str
    seat: Seat
    places: Places = ()
    hint: bool = False

    @property
    def is_word(self) -> bool:
        """Whether it is a whole word: two letters or more."""
        return len(self.text) > 1


@dataclass(frozen=True, slots=True)
class Board:
    """The findings of one team: its tries in order, and the try that waits for an answer."""

    team: Team
    tries: tuple[Try, ...] = ()
    asked: Try | None = None
    end: End | None = None

    @property
    def answers(self) -> tuple[Try, ...]:
        """The answered letters and the hints, in order."""
        return tuple(one for one in self.tries if not one.is_word)

    @property
    def evidence(self) -> tuple[Try, ...]:
        """All tries except a right word, which is always the last."""
        is_found = any(last.is_word and last.places for last in self.tries[-1:])
        return self.tries[:-1] if is_found else self.tries

    @property
    def refused(self) -> tuple[str, ...]:
        """The wrong whole words, in order."""
        return tuple(one.text for one in self.tries if one.is_word and not one.places)

    @property
    def pending(self) -> str | None:
        """The letter that waits for the dealer's answer."""
        return self.asked.text if self.asked and not self.asked.is_word else None

    @property
    def guessed(self) -> frozenset[str]:
        """The answered letters and those of hints."""
        return frozenset(answer.text for answer in self.answers)

    @property
    def wrong(self) -> int:
        """The number of tries that cost a life: missing letters, wrong words, hints."""
        return sum(one.hint or not one.places for one in self.tries)

    @property
    def guesses(self) -> int:
        """The number of tries (letters, hints and words); the fewest win a race."""
        return len(self.tries)

    def pattern(self, length: int) -> tuple[str | None, ...]:
        """Return the letter at each of `length` places; None where it is covered."""
        shown = {
            place: one.text[place % len(one.text)] for one in self.tries for place in one.places
        }
        return tuple(shown.get(place) for place in range(length))

    def contradicted(self, word: str) -> Try | None:
        """Return the first answer that a word of the board's length contradicts."""
        said = (one for one in self.answers if places_in(word, one.text) != one.places)
        return next(said, None)


@dataclass(frozen=True, slots=True)
class Progress:
    """The public progress of a team: counts, without letters."""

    team: Team
    guesses: int = 0
    wrong: int = 0
    uncovered: int = 0
    """Places whose letter the team knows."""
    end: End | None = None


# Events: facts.


@dataclass(frozen=True, slots=True)
class WordSet(SeatEvent):
    """The dealer has fixed the word, which makes its length public."""

    word: Secret[str]


@dataclass(frozen=True, slots=True)
class LetterGuessed(SeatEvent):
    """A guesser tried a letter."""

    team: Team
    letter: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The dealer answered the pending letter with its places; none if the word lacks it."""

    team: Team
    letter: str
    places: Places


@dataclass(frozen=True, slots=True)
class SolveTried(SeatEvent):
    """A guesser tried a whole word."""

    team: Team
    word: str


@dataclass(frozen=True, slots=True)
class SolveAnswered:
    """The dealer answered whether the pending word is right."""

    team: Team
    right: bool


@dataclass(frozen=True, slots=True)
class Hinted(SeatEvent):
    """The dealer revealed a letter, as a hint."""

    team: Team
    letter: str
    places: Places


class TurnPassed(SeatEvent):
    """A guesser's time ran out: the next guesser's turn begins."""


@dataclass(frozen=True, slots=True)
class WordTold(SeatEvent):
    """The dealer has named the word, which the dictionary lacks."""

    word: str


@dataclass(frozen=True, slots=True)
class BoardEnded:
    """A team's board has ended."""

    team: Team
    end: End


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: the winning side, or None for a draw."""

    winner: Team | None


TryEvent: TypeAlias = LetterGuessed | Answered | SolveTried | SolveAnswered | Hinted
"""The events of a try: a guess, its answer, a hint."""

Event: TypeAlias = TryEvent | WordSet | TurnPassed | WordTold | BoardEnded | GameEnded


@dataclass(frozen=True, slots=True)
class State:
    """The whole state of a table, its word included; only `Rules` reads it."""

    boards: tuple[Board, ...]
    length: int
    phase: Phase
    turn: int = 1
    word: Secret[str] | None = None
    told: str | None = None
    ending: GameEnded | None = None

    def board(self, team: Team) -> Board:
        """Return a team's board."""
        return next(board for board in self.boards if board.team is team)


@dataclass(frozen=True, slots=True)
class Known:
    """The dictionary's words that fit a board.

    `alive` counts them after each try; `left` is their number now, `score` their Moertel score, and
    `words` lists them if they are few. After the game, `word` is the secret word or one that fits.
    """

    alive: tuple[int, ...] = ()
    left: int | None = None
    score: int | None = None
    words: tuple[str, ...] = ()
    word: str | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """The view of one seat, or of the public if `chair` is None.

    In a race, `boards` contains only those that the observer may see; `progress` covers every team.
    """

    options: Options
    chair: Chair | None
    phase: Phase
    length: int
    alphabet: tuple[str, ...]
    turn: int
    boards: tuple[Board, ...]
    known: tuple[Known, ...]
    """For each of `boards`."""
    progress: tuple[Progress, ...]
    told: str | None = None
    ending: GameEnded | None = None

    @property
    def board(self) -> Board:
        """The board of the chair's team, else the first visible; raises IndexError if none is."""
        team = self.chair.team if self.chair else None
        return (self.board_of(team) if team else None) or self.boards[0]

    def board_of(self, team: Team) -> Board | None:
        """Return a team's board, or None if the observer sees only its progress."""
        return next((board for board in self.boards if board.team is team), None)
