"""The nouns of shiritori: words of the chain, events, state and observation.

Nothing is secret: everybody sees the same, but for whose chair it is.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from core.rules import Expire, Seat
from core.shiritori.judge import WordFault
from core.shiritori.options import Options, Player


class LossReason(Enum):
    """The reason why a player is out."""

    WORD = "word"
    CONCEDED = "conceded"
    EXPIRED = "expired"


# Actions.


@dataclass(frozen=True, slots=True)
class PlayWord:
    """A player gives a word, as it was typed.

    A `bare` one was typed without a verb: it is talk unless it is in the list.
    """

    turn: int
    text: str
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Concede:
    """A player gives up; `anyway` tells that it is meant and need not be asked."""

    turn: int
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class AskHint:
    """A player asks which words are proved to win; `words` are those that a search has found.

    `lost`: it has proved that every word loses.
    """

    turn: int
    words: tuple[str, ...] | None = None
    lost: bool = False


Action: TypeAlias = PlayWord | Concede | AskHint | Expire


# Events: facts.


@dataclass(frozen=True, slots=True)
class WordPlayed:
    """A word was accepted."""

    seat: Seat
    word: str
    """As it was typed, in romaji as kana; older logs hold the usual spelling of the reading."""
    reading: str


@dataclass(frozen=True, slots=True)
class WordFailed:
    """A word was refused and costs a life; `word` is as it was typed, in romaji as kana."""

    seat: Seat
    word: str
    reading: str
    fault: WordFault
    sound: str = ""
    """What it had to begin with; empty where that was free, and in older logs."""


@dataclass(frozen=True, slots=True)
class HintGiven:
    """Some words, by their usual spellings, are proved to win; none where none is.

    `lost`: every word is proved to lose.
    """

    seat: Seat
    words: tuple[str, ...]
    lost: bool = False


@dataclass(frozen=True, slots=True)
class PlayerOut:
    """A player is out of the game."""

    seat: Seat
    reason: LossReason


@dataclass(frozen=True, slots=True)
class ChainEnded:
    """The game is over; None: nobody has won."""

    winner: Seat | None


Event: TypeAlias = WordPlayed | WordFailed | HintGiven | PlayerOut | ChainEnded


@dataclass(frozen=True, slots=True)
class State:
    """Everything that is so at a table.

    `chain` are the words in order, `failed` those that cost a life, `out` the players who are out
    in the order they went, and `mover` is who has to give a word where players do so in turn.
    `hint` is that of the present turn.
    """

    chain: tuple[WordPlayed, ...] = ()
    failed: tuple[WordFailed, ...] = ()
    out: tuple[PlayerOut, ...] = ()
    mover: Seat | None = None
    hint: HintGiven | None = None
    turn: int = 1
    ending: ChainEnded | None = None

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings of the chain."""
        return tuple(played.reading for played in self.chain)

    def is_out(self, seat: Seat) -> bool:
        """Return whether a player is out."""
        return any(gone.seat == seat for gone in self.out)


@dataclass(frozen=True, slots=True)
class Observation:
    """The knowledge of one seat, or of the public (`chair` is None), about a table.

    `sound` is what the next word has to begin with, empty where it is free.
    """

    options: Options
    chair: Player | None
    state: State
    sound: str

    @property
    def turn(self) -> int:
        """The number of the present turn, from 1."""
        return self.state.turn

    @property
    def ending(self) -> ChainEnded | None:
        """The end of the game, None while it runs."""
        return self.state.ending

    def lives(self, player: Player) -> int | None:
        """Return how many wrong words a player may still give; None where they cost nothing."""
        if not self.options.lives:
            return None
        wrong = sum(failure.seat == player.seat for failure in self.state.failed)
        return 0 if self.state.is_out(player.seat) else self.options.lives - wrong

    def words(self, player: Player) -> int:
        """Return how many words of the chain a player has given."""
        return sum(played.seat == player.seat for played in self.state.chain)
