"""Slash commands, made from the command tables of the games, the table and this adapter.

What a person sends is turned back into a line, so that nothing here knows which game it is.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from discord import Locale

from bot.language import spoken
from bot.texts import ENGLISH, Texts
from core.command import Command, Commands, Kind, Option
from core.view import cut, phrase

LONGEST_TEXT: Final = 100
"""Characters of a description, and of a completion."""

MOST_COMPLETIONS: Final = 25

SHORT: Final = ("clue", "guess")
"""Verbs of games that have a command of their own, too."""

INNER: Final = frozenset(
    {"stand", "unbot", "spymaster", "replace", "host", "drop", "agree", "refuse", "pause", "resume"}
)
"""Verbs of the table that stand in a group of their own: a command has room for 25."""

GROUP: Final = "table"

PERSONS: Final = frozenset({("host", "who"), ("drop", "who"), ("spymaster", "member")})
"""Options for which Discord itself lets a person be picked, by verb and name."""

COMPLETED: Final = frozenset({"card", "side", "seat", "place", "who", "setting", "value"})
"""Options that are completed from what there is at the table."""

GUILDS_ONLY: Final = (0,)
"""Where commands of games are offered: not in direct messages."""

_SUBCOMMAND, _GROUP, _TEXT, _INTEGER, _FLAG, _USER = 1, 2, 3, 4, 5, 6

Payload: TypeAlias = dict[str, Any]


class Deed(Enum):
    """What a slash command does."""

    OPEN = "open"
    """It opens a table."""
    SAY = "say"
    """It submits a line."""
    SHOW = "show"
    """It shows something to one person alone."""


OWN: Final = (Command("board"), Command("key"), Command("help"))
"""What this adapter shows of any game."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One slash command: the game it belongs to, what it does, and the group it stands in."""

    game: str
    command: Command
    deed: Deed
    group: str | None = None
    short: bool = False

    def path(self, texts: Texts) -> tuple[str, ...]:
        """Return the names by which it is called."""
        name = _name(texts, "slash", self.command.name)
        if self.short:
            return (name,)
        return tuple(filter(None, (self.game, self.group, name)))


@dataclass(frozen=True, slots=True)
class Tables:
    """The command tables: of each game, and of the table around it."""

    games: tuple[Commands, ...]
    table: tuple[Command, ...]

    def entries(self) -> Iterator[Entry]:
        """Yield all slash commands."""
        for game in self.games:
            yield Entry(game.game, game.new, Deed.OPEN)
            yield from (Entry(game.game, one, Deed.SAY) for one in game.play)
            for one in self.table:
                group = GROUP if one.name in INNER else None
                yield Entry(game.game, one, Deed.SAY, group)
            yield from (Entry(game.game, one, Deed.SHOW) for one in OWN)
        played = [(game.game, one) for game in self.games for one in game.play]
        for verb in SHORT:
            yield from (
                Entry(game, one, Deed.SAY, short=True) for game, one in played if one.name == verb
            )
        yield Entry(self.games[0].game, _named(OWN, "help"), Deed.SHOW, short=True)


def by_path(entries: Iterable[Entry], texts: Texts) -> Mapping[tuple[str, ...], Entry]:
    """Return the slash commands by the names by which they are called, which are English."""
    return MappingProxyType({entry.path(texts): entry for entry in entries})


def payload(entries: Iterable[Entry], spoken_here: Mapping[str, Texts]) -> list[Payload]:
    """Return all commands as Discord takes them in a bulk overwrite; the texts are by language."""
    made: dict[str, Payload] = {}
    for entry in entries:
        body = _command(entry, spoken_here)
        if entry.short:
            made[body["name"]] = {**body, "type": 1, "contexts": [*GUILDS_ONLY]}
        else:
            parent = made.setdefault(entry.game, _parent(entry.game, spoken_here))
            _place(parent, entry, {**body, "type": _SUBCOMMAND}, spoken_here)
    return list(made.values())


def digest(commands: Sequence[Payload]) -> str:
    """Return what tells two sets of commands apart."""
    text = json.dumps(commands, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def line(entry: Entry, given: Mapping[str, object]) -> str:
    """Return the line that a slash command with these options stands for."""
    verb = entry.command.name
    words = [_word(verb, option, given) for option in entry.command.options]
    return " ".join([verb, *filter(None, words)])


def _word(verb: str, option: Option, given: Mapping[str, object]) -> str:
    value = str(given.get(option.name, option.default or "")).strip()
    return f"discord:{value}" if value and (verb, option.name) in PERSONS else value


# What Discord takes.


def _parent(game: str, spoken_here: Mapping[str, Texts]) -> Payload:
    said = phrase("discord-play", game=phrase("game-name", game=game))
    texts = {language: _short(each.say(said)) for language, each in spoken_here.items()}
    described = {"description": texts[ENGLISH], "description_localizations": _localised(texts)}
    return {"name": game, "type": 1, "contexts": [*GUILDS_ONLY], "options": [], **described}


def _place(parent: Payload, entry: Entry, body: Payload, spoken_here: Mapping[str, Texts]) -> None:
    """Put a subcommand where it belongs."""
    if entry.group is None:
        parent["options"].append(body)
        return
    for one in parent["options"]:
        if one["type"] == _GROUP and one["name"] == entry.group:
            one["options"].append(body)
            return
    group = _described("slash", Command(entry.group), spoken_here)
    parent["options"].append({**group, "type": _GROUP, "options": [body]})


def _command(entry: Entry, spoken_here: Mapping[str, Texts]) -> Payload:
    options = [_option(entry.command.name, one, spoken_here) for one in entry.command.options]
    options.sort(key=lambda one: not one["required"])
    return {**_described("slash", entry.command, spoken_here), "options": options}


def _option(verb: str, option: Option, spoken_here: Mapping[str, Texts]) -> Payload:
    required = option.default is None and option.kind is not Kind.FLAG
    return {
        **_described("slot", option, spoken_here),
        "required": required,
        **_typed(verb, option),
    }


def _typed(verb: str, option: Option) -> Payload:
    """Return how an option is typed."""
    if (verb, option.name) in PERSONS:
        return {"type": _USER}
    if option.kind is Kind.INTEGER:
        bounds = {"min_value": option.least, "max_value": option.most}
        return {"type": _INTEGER} | {name: n for name, n in bounds.items() if n is not None}
    if option.kind is Kind.FLAG:
        return {"type": _FLAG}
    if option.choices:
        choices = [{"name": choice, "value": choice} for choice in option.choices]
        return {"type": _TEXT, "choices": choices}
    return {"type": _TEXT} | ({"autocomplete": True} if option.name in COMPLETED else {})


def _described(prefix: str, item: Command | Option, spoken_here: Mapping[str, Texts]) -> Payload:
    """Return a name and a description, in all languages."""
    names = {tongue: _name(each, prefix, item.name) for tongue, each in spoken_here.items()}
    said = {tongue: _short(each.say(phrase(item.key))) for tongue, each in spoken_here.items()}
    if prefix == "slot":
        names[ENGLISH] = item.name  # as lines are put together from the options' own names
    return {
        "name": names[ENGLISH],
        "name_localizations": _localised(names),
        "description": said[ENGLISH],
        "description_localizations": _localised(said),
    }


def _localised(texts: Mapping[str, str]) -> dict[str, str]:
    """Return texts by the locales of Discord whose language is not the default's."""
    found = {locale.value: spoken(locale.value, texts) for locale in Locale}
    return {tag: texts[tongue] for tag, tongue in found.items() if tongue and tongue != ENGLISH}


def _name(texts: Texts, prefix: str, name: str) -> str:
    return texts.say(phrase(f"{prefix}-{name}"))


def _short(text: str) -> str:
    return cut(text, LONGEST_TEXT)


def _named(commands: Iterable[Command], name: str) -> Command:
    return next(replace(one) for one in commands if one.name == name)
