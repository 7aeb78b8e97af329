"""What the application must know of a game to set its tables up, keep them and tell of them.

`core.game.Game` bundles a game's notation and looks; a `Kind` adds options, chairs, word lists,
the JSON of its events, its bots (`bot.kinds.bots`) and what its turns teach (`bot.learning`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, TypeAlias

from bot.codec import Body, Codec, read_value, tag_of, write_value
from bot.kinds.bots import Bots
from bot.kinds.scoring import Scoring
from bot.learning.course import Lessons
from bot.lobby.model import Chairing
from core.game import Game
from core.rules import Rules, Seat
from core.view import Face, Phrase
from core.words.packs import Pack, default_pack


@dataclass(frozen=True, slots=True)
class Deal:
    """What a finished game was dealt from: the sentences that say so, and the same as JSON."""

    said: tuple[Phrase, ...]
    record: Mapping[str, Any] = field(repr=False)


Settled: TypeAlias = tuple[Any, tuple[Chairing, ...]]
"""A table's options, and its chairs."""

DAILY: Final = "daily"
"""The value of the `new` command that asks for the word of the day."""


@cache
def _embedded_pack() -> Pack:
    return default_pack()


def _default_pack(_options: Any) -> Pack:  # noqa: ANN401 - the game's own
    return _embedded_pack()


def _no_deal(_observation: Any) -> None:  # noqa: ANN401 - the game's own
    return None


def _never(_options: Any) -> bool:  # noqa: ANN401 - the game's own
    return False


def _as_it_is(
    options: Any,  # noqa: ANN401 - the game's own
    chairs: tuple[Chairing, ...],
    _taken: frozenset[Seat],
) -> Settled:
    return options, chairs


def _same(options: Any) -> Any:  # noqa: ANN401 - the game's own
    return options


@dataclass(frozen=True, slots=True)
class Kind:
    """One game, as the application sets its tables up; options are values of the game's own."""

    game: Game[Any, Any, Any]
    codec: Codec
    """Of the game's events."""
    options_type: type
    options: Callable[[Mapping[str, object]], Any]
    """The options that values of the `new` command ask for; raises the Refusal of wrong ones."""
    chairs: Callable[[Any], tuple[Chairing, ...]]
    skipped: Callable[[Any, Pack, Sequence[str]], tuple[str, ...]]
    """The words of a pack that a game leaves out, given those seen lately, oldest first."""
    rules: Callable[[Any, Pack, tuple[str, ...]], Rules[Any, Any, Any, Any]]
    """The rules of a table by its options, pack and skipped words; raises the Refusal of both."""
    words: Callable[[Any], tuple[str, ...]]
    """The words that have been dealt in a state."""
    mover: Callable[[Any], Seat | None]
    """Whose move an event is: CLOCK's, where it is one that nobody may take back."""
    values: Callable[[Any], dict[str, object]]
    """The values of the `new` command that options came from."""
    typed: Callable[[Any], bool]
    """Whether, by its options, a person types what a game is dealt from."""
    out: Callable[[Any], frozenset[str]]
    """The teams that are out of the game in a state."""
    commitment: Callable[[Any], str | None]
    """The public hash of a deal's secret, in an observation."""
    expire: Callable[[int], Any]
    """CLOCK's action on a turn whose time is up."""
    bots: Bots
    lessons: Lessons | None = None
    """None for a game whose turns are neither learnt from nor rated."""
    pack: Callable[[Any], Pack] = _default_pack
    """The pack that a table of these options plays with where nobody names one."""
    deals: tuple[type, ...] = ()
    """The events that hold a deal, which says nothing about the person who typed it."""
    deal: Callable[[Any], Deal | None] = _no_deal
    """What a game was dealt from, given what all may know; None before its end, or of no deal."""
    scoring: Scoring | None = None
    """None for a game whose ends give nobody points."""
    faces: Mapping[str, Face] = field(default_factory=dict)
    """Of the teams, by their names."""
    at_once: Callable[[Any], bool] = _never
    """Whether a table of these options needs nobody but who opens it, and so no lobby."""
    settled: Callable[[Any, tuple[Chairing, ...], frozenset[Seat]], Settled] = _as_it_is
    """What a table is played with, given its options, its chairs and the seats that are taken."""
    again: Callable[[Any], Any] = _same
    """The options of the next game at a table of these."""
    remembers: bool = True
    """Whether rooms remember the words that were dealt, to leave them out of later games."""
    seeded: Game[Any, Any, Any] | None = None
    """The game where CHANCE draws from a seed that somebody knows, if it looks otherwise then."""

    @property
    def name(self) -> str:
        """The game's name, as commands and the database write it."""
        return self.game.commands.game

    @property
    def deal_tags(self) -> tuple[str, ...]:
        """The tags of the events that hold a deal."""
        return tuple(map(tag_of, self.deals))

    def shown(self, *, seeded: bool) -> Game[Any, Any, Any]:
        """Return the game as it is shown, where CHANCE draws from a known seed or not."""
        return self.seeded or self.game if seeded else self.game

    @property
    def has_days(self) -> bool:
        """Whether there is a word of the day."""
        return any(option.name == DAILY for option in self.game.commands.new.options)

    def write_options(self, options: Any) -> Body:  # noqa: ANN401 - the game's own
        """Return options as JSON."""
        written: Body = write_value(self.options_type, options)
        return written

    def read_options(self, body: Mapping[str, Any]) -> Any:  # noqa: ANN401 - the game's own
        """Return the options that `write_options` wrote; raises CodecError."""
        return read_value(self.options_type, body)
