"""One line of text for everything that can be wished for around a game.

``join red``, ``chair red spymaster``, ``bot red-guesser gloss``, ``spymaster red``,
``replace red-guesser discord:42``, ``set clock slow``, ``start``, ``takeback``. Each action has its
command and what reads the words behind its verb (`bot.lobby.words`). The verbs are none that a game
has.
"""

from typing import Final

from bot.lobby import chairs, members, progress
from bot.lobby.context import LobbyAction
from bot.lobby.model import Lobby

_READERS: Final = {
    kind.command: kind.read
    for kind in (*vars(members).values(), *vars(chairs).values(), *vars(progress).values())
    if isinstance(kind, type) and issubclass(kind, LobbyAction) and hasattr(kind, "command")
}
"""What reads the words behind the verb of each command, in the order of the commands' lists."""

LOBBY_COMMANDS: Final = tuple(_READERS)

_BY_VERB: Final = {command.name: read for command, read in _READERS.items()}


def parse(line: str, lobby: Lobby) -> LobbyAction | None:
    """Return the action that a line stands for, or None where its verb is not of the table.

    Raises InvalidNotation.
    """
    verb, *words = line.split(maxsplit=1) or [""]
    read = _BY_VERB.get(verb.lower())
    return read(words[0].strip() if words else "", lobby) if read else None
