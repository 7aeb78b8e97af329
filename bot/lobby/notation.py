"""The notation of lobby actions: one line of text each.

``join red``, ``chair red spymaster``, ``bot red-guesser gloss``, ``spymaster red``,
``replace red-guesser discord:42``, ``set clock slow``, ``start``, ``takeback``. `bot.lobby.words`
parses the words after the verb. No game has a command with the same verb.
"""

from collections.abc import Mapping
from typing import Final

from bot.lobby import chairs, members, progress
from bot.lobby.context import LobbyAction
from bot.lobby.model import Lobby

_ACTIONS: Final[Mapping[str, type[LobbyAction]]] = {
    kind.command.name: kind
    for kind in (*vars(members).values(), *vars(chairs).values(), *vars(progress).values())
    if isinstance(kind, type) and issubclass(kind, LobbyAction) and hasattr(kind, "command")
}
"""The actions by verb, in the order of the command list."""

LOBBY_COMMANDS: Final = tuple(kind.command for kind in _ACTIONS.values())


def parse(line: str, lobby: Lobby) -> LobbyAction | None:
    """Return the action of a line, or None for a verb of another kind; raises InvalidNotation."""
    verb, *words = line.split(maxsplit=1) or [""]
    kind = _ACTIONS.get(verb.lower())
    return kind.read(words[0].strip() if words else "", lobby) if kind else None
