"""Lines as the slash commands that stand for them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from adapters.chat.commands import CommandAction, CommandEntry, localised_name
from bot.texts import Texts, Typing
from core.command import Option
from core.view import phrase

WRITTEN: Final = frozenset({CommandAction.SAY, CommandAction.OPEN, CommandAction.QUESTION})
"""The actions of commands that stand for lines."""


class CommandFormatter:
    """Writes lines as the slash commands of these entries.

    Commands and options are called as in `named`, or, with None, in the reader's language.
    """

    def __init__(self, entries: Iterable[CommandEntry], named: Texts | None = None) -> None:
        said = (entry for entry in entries if entry.action in WRITTEN)
        self._entries = tuple(entry for entry in said if not entry.is_top_level)
        self._named = named
        self._spelled: dict[tuple[Texts, str], Texts] = {}

    def for_game(self, texts: Texts, game: str) -> Texts:
        """Return texts in which lines are the commands of a game, where several games have them."""
        found = self._spelled.get((texts, game))
        if found is None:
            found = self._spelled[texts, game] = texts.typing(self._typing(texts, game))
        return found

    def _typing(self, texts: Texts, game: str) -> Typing:
        others = {entry.command.name: entry for entry in reversed(self._entries)}
        own = {entry.command.name: entry for entry in self._entries if entry.game == game}
        known = others | own

        def typed(line: str) -> str:
            command = _command(line, known, self._named or texts)
            return texts.say(phrase("chat-command", line=command))

        return typed


def _command(line: str, known: Mapping[str, CommandEntry], texts: Texts) -> str:
    """Return the slash command of a line, as it is shown where it is typed."""
    verb, *words = line.split()
    entry = known.get(verb)
    if entry is None:
        return line
    parts = (localised_name(texts, "slash", part) for part in (entry.group, verb) if part)
    options = (
        f"{localised_name(texts, 'slot', option.name)}:{value}"
        for option, value in _filled(entry.command.options, words)
    )
    return " ".join((f"/{entry.game}", *parts, *options))


def _filled(options: Iterable[Option], words: list[str]) -> Iterator[tuple[Option, str]]:
    """Yield the options that words are given for, one each; the rest of a line is one."""
    rest = list(words)
    for option in options:
        if not rest:
            return
        taken = len(rest) if option.kind.is_line else 1
        yield option, " ".join(rest[:taken])
        del rest[:taken]
