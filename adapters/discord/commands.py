"""Slash commands, made of the command tables: of games, the table, the counter and this adapter.

What a person sends is turned back into a line, so that nothing here knows which game it is.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from discord import Locale

from bot.counter.ask import Ask, Pick
from bot.counter.command import ASKS, PACK, opening
from bot.language import spoken
from bot.texts import ENGLISH, Texts
from core.command import Command, Commands, Kind, Option, called
from core.view import cut, phrase

LONGEST_TEXT: Final = 100
"""Characters of a description, and of a completion."""

MOST_COMPLETIONS: Final = 25

SHORT: Final = ("clue", "guess")
"""Verbs of games that have a command of their own, too.

It has the options of the first game that knows the verb; its line goes to the room's game.
"""

INNER: Final = frozenset(
    {
        "stand",
        "reach",
        "unbot",
        "spymaster",
        "replace",
        "host",
        "drop",
        "agree",
        "refuse",
        "pause",
        "resume",
    }
)
"""Verbs of the table that stand in a group of their own: a command has room for 25."""

GROUP: Final = "table"

PERSONS: Final = frozenset({("host", "who"), ("drop", "who"), ("spymaster", "member")})
"""Options for which Discord itself lets a person be picked, by verb and name."""

COMPLETED: Final = frozenset(
    {"card", "letter", "side", "seat", "place", "who", "setting", "value", PACK.name}
)
"""Options that are completed from what there is at the table, or at the counter."""

GUILDS_ONLY: Final = (0,)
"""Where commands of games are offered: not in direct messages."""

EVERYWHERE: Final = (0, 1)
"""Where commands are offered that direct messages to the bot take, too."""

MANAGE_GUILD: Final = 1 << 5
"""The permission without which managers' commands are not shown; it is checked when they come."""

_SUBCOMMAND, _GROUP, _TEXT, _INTEGER, _FLAG, _USER, _CHANNEL = 1, 2, 3, 4, 5, 6, 7
_FILE = 11

_PICKED: Final[Mapping[Pick, Mapping[str, Any]]] = MappingProxyType(
    {
        Pick.PERSON: {"type": _USER},
        Pick.ROOM: {"type": _CHANNEL, "channel_types": [0, 2, 5, 10, 11, 12, 15]},
        Pick.FILE: {"type": _FILE},
    }
)
"""How Discord types what is picked; channels are those in which people write."""

Payload: TypeAlias = dict[str, Any]


class Deed(Enum):
    """What a slash command does."""

    OPEN = "open"
    """It opens a table."""
    SAY = "say"
    """It submits a line."""
    SHOW = "show"
    """It shows something to one person alone."""
    ASK = "ask"
    """It asks the counter for something."""


OWN: Final = (Command("board"), Command("key"), Command("help"))
"""What this adapter shows of any game."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One slash command: the game it belongs to, what it does, and the group it stands in.

    What asks the counter for something belongs to no game: `game` is the first of its names.
    """

    game: str
    command: Command
    deed: Deed
    group: str | None = None
    short: bool = False
    ask: Ask | None = None

    @property
    def contexts(self) -> list[int]:
        """Where it is offered, as Discord numbers that."""
        return [*(EVERYWHERE if self.ask and self.ask.direct else GUILDS_ONLY)]

    def path(self, texts: Texts) -> tuple[str, ...]:
        """Return the names by which it is called."""
        name = named(texts, "slash", self.command.name)
        if self.short:
            return (name,)
        return tuple(filter(None, (self.game, self.group, name)))


@dataclass(frozen=True, slots=True)
class Tables:
    """The command tables: of each game, of the table around it, and of the counter."""

    games: tuple[Commands, ...]
    table: tuple[Command, ...]
    asks: tuple[Ask, ...] = ASKS

    def entries(self) -> Iterator[Entry]:
        """Yield all slash commands."""
        for game in self.games:
            yield Entry(game.game, opening(game), Deed.OPEN)
            yield from (Entry(game.game, one, Deed.SAY) for one in game.play)
            for one in self.table:
                if one.name not in game.unused:
                    group = GROUP if one.name in INNER else None
                    yield Entry(game.game, one, Deed.SAY, group)
            shown = (one for one in OWN if one.name not in game.unused)
            yield from (Entry(game.game, one, Deed.SHOW) for one in shown)
        played = [(game.game, one) for game in self.games for one in game.play]
        for verb in SHORT:
            named = (Entry(game, one, Deed.SAY, short=True) for game, one in played)
            yield from islice((entry for entry in named if entry.command.name == verb), 1)
        yield from map(_asking, self.asks)


def _asking(ask: Ask) -> Entry:
    first, *inner = ask.path
    group = inner[0] if len(inner) > 1 else None
    return Entry(first, ask.command, Deed.ASK, group, short=not inner, ask=ask)


def by_path(entries: Iterable[Entry], texts: Texts) -> Mapping[tuple[str, ...], Entry]:
    """Return the slash commands by the names by which they are called, which are English."""
    return MappingProxyType({entry.path(texts): entry for entry in entries})


def payload(entries: Iterable[Entry], spoken_here: Mapping[str, Texts]) -> list[Payload]:
    """Return all commands as Discord takes them in a bulk overwrite; the texts are by language."""
    made: dict[str, Payload] = {}
    for entry in entries:
        body = _command(entry, spoken_here)
        if entry.short:
            made[body["name"]] = {**body, "type": 1, "contexts": entry.contexts}
        else:
            parent = made.setdefault(entry.game, _parent(entry, spoken_here))
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


def _parent(entry: Entry, spoken_here: Mapping[str, Texts]) -> Payload:
    body = {"type": 1, "contexts": entry.contexts, "options": list[Payload]()}
    if entry.ask is None:
        return {**body, "name": entry.game, **_playing(entry.game, spoken_here)}
    named = Command(entry.game, described=f"ask-{entry.game}")
    rights = {"default_member_permissions": MANAGE_GUILD} if entry.ask.manages else {}
    return {**body, **_described("slash", named, spoken_here), **rights}


def _playing(game: str, spoken_here: Mapping[str, Texts]) -> Payload:
    said = phrase("discord-play", game=phrase("game-name", game=game))
    texts = {language: _short(each.say(said)) for language, each in spoken_here.items()}
    return {"description": texts[ENGLISH], "description_localizations": _localised(texts)}


def _place(parent: Payload, entry: Entry, body: Payload, spoken_here: Mapping[str, Texts]) -> None:
    """Put a subcommand where it belongs."""
    if entry.group is None:
        parent["options"].append(body)
        return
    for one in parent["options"]:
        if one["type"] == _GROUP and one["name"] == entry.group:
            one["options"].append(body)
            return
    described = f"ask-{entry.game}-{entry.group}" if entry.ask else ""
    group = _described("slash", Command(entry.group, described=described), spoken_here)
    parent["options"].append({**group, "type": _GROUP, "options": [body]})


def _command(entry: Entry, spoken_here: Mapping[str, Texts]) -> Payload:
    options = [_option(entry, one, spoken_here) for one in entry.command.options]
    options.sort(key=lambda one: not one["required"])
    return {**_described("slash", entry.command, spoken_here), "options": options}


def _option(entry: Entry, option: Option, spoken_here: Mapping[str, Texts]) -> Payload:
    picked = entry.ask.picks.get(option.name) if entry.ask else None
    required = option.default is None and option.kind is not Kind.FLAG
    return {
        **_described("slot", option, spoken_here),
        "required": required,
        **(_PICKED[picked] if picked else _typed(entry.command.name, option, spoken_here)),
    }


def _typed(verb: str, option: Option, spoken_here: Mapping[str, Texts]) -> Payload:
    """Return how an option is typed."""
    if (verb, option.name) in PERSONS:
        return {"type": _USER}
    if option.kind is Kind.INTEGER:
        bounds = {"min_value": option.least, "max_value": option.most}
        return {"type": _INTEGER} | {name: n for name, n in bounds.items() if n is not None}
    if option.kind is Kind.FLAG:
        return {"type": _FLAG}
    if option.choices:
        choices = [_choice(option, one, spoken_here) for one in option.choices]
        return {"type": _TEXT, "choices": choices}
    return {"type": _TEXT} | ({"autocomplete": True} if option.name in COMPLETED else {})


def _choice(option: Option, choice: str, spoken_here: Mapping[str, Texts]) -> Payload:
    """Return a choice with its name in all languages."""
    name = called(option.name, choice)
    if isinstance(name, str):
        return {"name": name, "value": choice}
    said = {language: _short(each.say(name)) for language, each in spoken_here.items()}
    return {"name": said[ENGLISH], "name_localizations": _localised(said), "value": choice}


def _described(prefix: str, item: Command | Option, spoken_here: Mapping[str, Texts]) -> Payload:
    """Return a name and a description, in all languages."""
    names = {tongue: named(each, prefix, item.name) for tongue, each in spoken_here.items()}
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


def named(texts: Texts, prefix: str, name: str) -> str:
    """Return what a command (``slash``) or an option (``slot``) is called in a language."""
    return texts.say(phrase(f"{prefix}-{name}"))


def _short(text: str) -> str:
    return cut(text, LONGEST_TEXT)
