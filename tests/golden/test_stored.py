"""The names under which values are stored: a renamed field or class keeps its stored name.

Each line of ``stored.txt`` is a tag and its fields; a field with a ``?`` may be missing. Lines and
such fields may be added; existing ones must not change, since databases contain them.

"""

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from bot.codec import stored_name, tag_of
from bot.games.guild_settings import GuildSettings
from bot.gametypes.shiritori.bots import MissedWord
from bot.lobby.game_events import EVENT_TYPES
from bot.lobby.model import LobbySettings
from core.agents.thoughts import ClueThoughts, GuessThoughts
from core.codenames import model as codenames
from core.hangman import model as hangman
from core.hangman.dealer_policies import MissedWin
from core.hangman.options import Options as HangmanOptions
from core.rules import Secret
from core.shiritori import model as shiritori
from core.shiritori.options import Options as ShiritoriOptions

STORED = Path(__file__).parent / "stored.txt"

EVENTS: dict[str, tuple[Any, ...]] = {
    "codenames ": get_args(codenames.Event),
    "hangman ": get_args(hangman.Event),
    "shiritori ": get_args(shiritori.Event),
    "table-": EVENT_TYPES,
}
VALUES: dict[str, type] = {
    "codenames options": codenames.Options,
    "hangman options": HangmanOptions,
    "table settings": LobbySettings,
    "guild settings": GuildSettings,
    "codenames thoughts clue": ClueThoughts,
    "codenames thoughts guess": GuessThoughts,
    "hangman thoughts": MissedWin,
    "shiritori options": ShiritoriOptions,
    "shiritori thoughts": MissedWord,
}


def described(kind: Any) -> str:
    """Return the stored form of an annotation's values."""
    while isinstance(kind, NewType):
        kind = kind.__supertype__
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " | ".join(map(tagged, arguments))
    if origin is Secret:
        return described(*arguments)
    if origin is not None:
        items = ", ".join("..." if one is Ellipsis else described(one) for one in arguments)
        return f"{origin.__name__}[{items}]"
    if issubclass(kind, Enum):
        return " | ".join(repr(member.value) for member in kind)
    return f"({', '.join(members(kind))})" if is_dataclass(kind) else str(kind.__name__)


def tagged(kind: Any) -> str:
    """Return the stored form of a union's member."""
    if kind is NoneType:
        return "null"
    return f"{tag_of(kind)}{described(kind)}" if is_dataclass(kind) else described(kind)


def members(kind: Any) -> Iterator[str]:
    """Yield each field with its stored form."""
    hints = get_type_hints(kind)
    for field in fields(kind):
        mark = "?" if has_default(field) else ""
        yield f"{stored_name(field)}{mark}: {described(hints[field.name])}"


def has_default(field: "Field[Any]") -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING


def lines() -> Iterator[str]:
    """Yield the stored form of all values that the codec writes."""
    for place, kinds in EVENTS.items():
        yield from (f"{place}{tagged(kind)}" for kind in kinds)
    for place, kind in VALUES.items():
        yield f"{place} {described(kind)}"


def test_what_is_stored_keeps_its_names() -> None:
    assert sorted(lines()) == STORED.read_text(encoding="utf-8").splitlines()
