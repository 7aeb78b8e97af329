"""The nouns of shiritori: words of the chain, events, state and observation.

Nothing is secret: observations differ only in their chair.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from core.rules import Expire, Seat, SeatEvent, TurnAction
from core.shiritori.judge import WordFault
from core.shiritori.options import Options, Player


class LossReason(Enum):
    """The reason why a player is out."""

    WORD = "word"
    CONCEDED = "conceded"
    EXPIRED = "expired"


# Actions.


@dataclass(frozen=True, slots=True)
class PlayWord(TurnAction):
    """A player plays a word as typed; a `bare` one, without a verb, may be talk."""

    text: str
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Concede(TurnAction):
    """A player gives up; `anyway` skips the question."""

    anyway: bool = False


@dataclass(frozen=True, slots=True)
class AskHint(TurnAction):
    """A player asks for winning words; `words` are those that a search proved to win.

    `lost`: the search proved that every word loses.
    """

    words: tuple[str, ...] | None = None
    lost: bool = False


Action: TypeAlias = PlayWord | Concede | AskHint | Expire


# Events: facts.


@dataclass(frozen=True, slots=True)
class WordPlayed(SeatEvent):
    """The judge accepted a word."""

    word: str
    """As typed, romaji as kana; older logs hold the usual spelling of the reading."""
    reading: str


@dataclass(frozen=True, slots=True)
class WordFailed(SeatEvent):
    """The judge refused a word, which costs a life; `word` is as typed, romaji as kana."""

    word: str
    reading: str
    fault: WordFault
    sound: str = ""
    """The required first sound; empty for a free word, and in older logs."""


@dataclass(frozen=True, slots=True)
class HintGiven(SeatEvent):
    """A hint of words that provably win, in usual spelling; `lost`: every word provably loses."""

    words: tuple[str, ...]
    lost: bool = False


@dataclass(frozen=True, slots=True)
class PlayerOut(SeatEvent):
    """A player is out of the game."""

    reason: LossReason


@dataclass(frozen=True, slots=True)
class ChainEnded:
    """The game is over; `winner` is None if nobody won."""

    winner: Seat | None


Event: TypeAlias = WordPlayed | WordFailed | HintGiven | PlayerOut | ChainEnded


@dataclass(frozen=True, slots=True)
class State:
    """The whole state of a table.

    `chain` contains the words in order, `failed` the words that cost a life, and `out` the players
    who are out, in order. `mover` is the player to move if they play in turn, `hint` the hint of
    the current turn.
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
    """The view of one seat, or of the public if `chair` is None.

    `sound` is the required first sound of the next word, empty if it is free.
    """

    options: Options
    chair: Player | None
    state: State
    sound: str

    def lives(self, player: Player) -> int | None:
        """Return the number of a player's lives; None if wrong words cost nothing."""
        if not self.options.lives:
            return None
        wrong = sum(failure.seat == player.seat for failure in self.state.failed)
        return 0 if self.state.is_out(player.seat) else self.options.lives - wrong

    def words(self, player: Player) -> int:
        """Return the number of a player's words in the chain."""
        return sum(played.seat == player.seat for played in self.state.chain)
