"""Texts of slash commands: the commands, people and channels that they name."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from adapters.chat.commands import TOP_LEVEL, CommandEntry, Names, can_type, typed_name
from adapters.slack.ids import room_of, user_of
from bot.chat.request import RoomRef
from bot.games import User
from bot.texts import Texts
from core.command import InputType, Option, half_width
from core.view import Phrase, phrase

UMBRELLA: Final = "spyring"
"""The slash command of all commands without one of their own."""

ASKED_MOST: Final = ("leaderboard", "profile")
"""The requests with a slash command of their own."""

_USER: Final = re.compile(r"<@([A-Z0-9]+)(?:\|[^>]*)?>")
_CHANNEL: Final = re.compile(r"<#([A-Z0-9]+)(?:\|([^>]*))?>")
_LINK: Final = re.compile(r"<(?:https?://|mailto:)[^>|]*\|([^>]*)>")


def typed_command(
    command: str, text: str, entries: Mapping[tuple[str, ...], CommandEntry]
) -> tuple[tuple[str, ...], str]:
    """Return the path of the command in a text, () for none, and the rest of the text."""
    for inner in range(min(3, len(text.split())), -1, -1):
        words = text.split(maxsplit=inner)
        path = (*_start(command), *(half_width(word).casefold() for word in words[:inner]))
        if path in entries:
            return path, "".join(words[inner:])
    return (), text


def _start(command: str) -> tuple[str, ...]:
    """Return the first word of the paths of a slash command, none for the umbrella."""
    root = command.strip("/").casefold()
    return () if root == UMBRELLA else (root,)


def roots(entries: Mapping[tuple[str, ...], CommandEntry]) -> tuple[str, ...]:
    """Return the slash commands besides the umbrella: games and frequent requests."""
    games = (entry.game for entry in entries.values() if entry.ask is None)
    return (*dict.fromkeys(games), *ASKED_MOST)


def commands_of(
    command: str, entries: Mapping[tuple[str, ...], CommandEntry]
) -> tuple[tuple[str, ...], ...]:
    """Return the paths of all commands of a slash command."""
    if start := _start(command):
        return tuple(path for path in entries if path[:1] == start)
    others = (*roots(entries), *TOP_LEVEL)  # moves are commands of their games here
    return tuple(path for path in entries if path[0] not in others)


def commands_begun(
    command: str, text: str, entries: Mapping[tuple[str, ...], CommandEntry]
) -> tuple[tuple[tuple[str, ...], ...], str]:
    """Return the commands that share the most first words with a text, and its next word."""
    found = commands_of(command, entries)
    for place, word in enumerate(half_width(text).casefold().split(), len(_start(command))):
        group = tuple(path for path in found if path[place : place + 1] == (word,))
        if not group:
            return found, word
        found = group
    return found, ""


def usage(path: tuple[str, ...], entry: CommandEntry) -> str:
    """Return a command as typed, with the names of its options, optional ones in brackets."""
    is_own = entry.ask is None or path[0] in ASKED_MOST
    start = path if is_own else (UMBRELLA, *path)
    options = (_named(option) for option in entry.command.options if can_type(option))
    return " ".join((f"/{start[0]}", *start[1:], *options))


def _named(option: Option) -> str:
    name = typed_name(option).upper()
    return name if option.default is None and option.kind is not InputType.FLAG else f"[{name}]"


@dataclass(frozen=True, slots=True)
class SlackNames(Names):
    """Slack's notation of people and channels in a workspace."""

    team: str

    def person(self, text: str) -> User | None:
        """Return the person mentioned by a text."""
        named = _USER.fullmatch(text)
        return user_of(self.team, named[1]) if named else None

    def room(self, text: str) -> RoomRef | None:
        """Return the channel mentioned by a text."""
        named = _CHANNEL.fullmatch(text)
        return RoomRef(room_of(self.team, named[1]), named[2] or named[1]) if named else None

    def plain(self, text: str) -> str:
        """Return a text as a line: people under their names in the application, links as words.

        >>> SlackNames("T1").plain("replace blue-guesser <@U1|ann> &amp;")
        'replace blue-guesser slack:T1/U1 &'
        """
        named = _USER.sub(lambda found: str(user_of(self.team, found[1])), text)
        linked = _LINK.sub(lambda found: found[1], named)
        plain = re.sub(r"<(https?://[^>]*)>", r"\1", linked)
        return plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def usages(
    paths: Iterable[tuple[str, ...]],
    entries: Mapping[tuple[str, ...], CommandEntry],
    texts: Texts,
) -> Iterator[Phrase]:
    """Yield the usage and description of each of the commands."""
    for path in paths:
        entry = entries[path]
        does = texts.say(phrase(entry.command.key))
        yield phrase("slack-usage", usage=usage(path, entry), does=does)
