"""One line of text for everything that can be wished for around a game.

``join red``, ``chair red spymaster``, ``bot red-guesser gloss``, ``spymaster red``,
``replace red-guesser discord:42``, ``set clock slow``, ``start``, ``takeback``. Each action has its
command and what reads the words behind its verb (`bot.lobby.words`). The verbs are none that a game
has.
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
"""The actions by their verbs, in the order in which commands are listed."""

LOBBY_COMMANDS: Final = tuple(kind.command for kind in _ACTIONS.values())


def parse(line: str, lobby: Lobby) -> LobbyAction | None:
    """Return the action that a line stands for, or None where its verb is not of the table.

    Raises InvalidNotation.
    """
    verb, *words = line.split(maxsplit=1) or [""]
    kind = _ACTIONS.get(verb.lower())
    return kind.read(words[0].strip() if words else "", lobby) if kind else None
