"""What a table calls its chairs and bots, and the words that each game brings along.

Sentences around a game are the same for all games, but for what is the game's own. That stands in
the catalogues under the game's name, such as ``hangman-own`` (`GAME`), or that of its chairs, such
as ``hangman-chair-within`` (`CHAIR`). A new game says all of it in every language.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.lobby.model import Chairing, Lobby
from bot.lobby.settings import CLUE_TIME, GUESS_TIME
from core.rules import Seat
from core.view import Phrase, phrase

OWN: Final = "own"
"""A clause: what comes by direct message to who sits in a chair of a `role`."""

INSTEAD: Final = "instead"
"""A clause: where it is found by whom no direct message reaches; by `role`."""

NOTE: Final = "note"
"""What who sits as `seat`, a chair of a `role`, reads alone until there is something to see."""

TIMES: Final = "times"
"""How long a move may take: `clue` and `guess` are times, inside a sentence."""

NO_TAKE_BACK: Final = "no-take-back"
"""Why no move can be taken back now, and what to do instead."""

WHICH_BOT: Final = "which-bot"
"""What tells bots apart; only of a game that has several for a chair."""

GAME: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        OWN: ("role",),
        INSTEAD: ("role",),
        NOTE: ("role", "seat"),
        TIMES: ("clue", "guess"),
        CLUE_TIME: (),
        GUESS_TIME: (),
        NO_TAKE_BACK: (),
        WHICH_BOT: (),
    }
)
"""What games say, and the values that it is said with.

The times of moves are what forms call the settings that some of a game's chairs have.
"""

CHAIR: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "": ("team", "role", "number"),
        "-within": ("team", "role", "number"),
        "-any": ("team", "role", "count"),
        "-role": ("role", "count"),
    }
)
"""What chairs are called: alone, inside a sentence, one or several (`count`) of a sort.

The role stands behind the names of those who sit in so many chairs of a team that has others.
"""


def of_game(lobby: Lobby, said: str, **values: object) -> Phrase:
    """Return what the table's game says itself."""
    return phrase(f"{lobby.kind}-{said}", **values)


def chair_phrase(lobby: Lobby, chair: Chairing) -> Phrase:
    """Return a chair's name as it stands alone."""
    return phrase(chair.said, team=chair.team, role=chair.role, number=lobby.number(chair))


def chair_within(lobby: Lobby, chair: Chairing) -> Phrase:
    """Return a chair's name as it stands inside a sentence."""
    number = lobby.number(chair)
    return phrase(f"{chair.said}-within", team=chair.team, role=chair.role, number=number)


def seat_within(lobby: Lobby, seat: Seat) -> Phrase | str:
    """Return the name of a seat's chair inside a sentence."""
    chair = lobby.chair(seat)
    return chair_within(lobby, chair) if chair else str(seat)


def sort_phrase(chair: Chairing, count: int) -> Phrase:
    """Return what one or several chairs that are like this one are called."""
    return phrase(f"{chair.said}-any", team=chair.team, role=chair.role, count=count)


def role_phrase(chair: Chairing, count: int) -> Phrase:
    """Return what one or several are who sit in chairs like this one, beside others of the team."""
    return phrase(f"{chair.said}-role", role=chair.role, count=count)


def is_named(bot: str, chair: Chairing | None) -> str:
    """Return ``yes`` for a bot that has a name of its own, ``no`` for one called after its role."""
    return "no" if chair and bot == chair.role else "yes"
