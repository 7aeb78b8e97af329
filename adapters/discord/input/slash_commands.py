"""Slash commands, made of the command tables: of games, the lobby, chat requests and this adapter.

What a person sends is turned back into a line, so that nothing here knows which game it is.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from discord import Locale

from adapters.chat.commands import CommandEntry, localised_name
from bot.texts import ENGLISH, Texts, supported
from core.command import Command, InputType, Option, value_label
from core.view import Phrase, phrase, shorten

MANAGE_GUILD: Final = 1 << 5
"""The permission without which managers' commands are not shown; it is checked when they come."""

LONGEST_DESCRIPTION: Final = 100
"""Characters of a description, and of a choice."""

GUILD, DIRECT = 0, 1
"""Discord's numbers of contexts in which a command is offered."""

_SUBCOMMAND, _GROUP, _TEXT, _INTEGER, _FLAG, _USER, _CHANNEL = 1, 2, 3, 4, 5, 6, 7
_FILE = 11

_PICKED: Final[Mapping[InputType, Mapping[str, Any]]] = MappingProxyType(
    {
        InputType.PERSON: {"type": _USER},
        InputType.ROOM: {"type": _CHANNEL, "channel_types": [0, 2, 5, 10, 11, 12, 15]},
        InputType.FILE: {"type": _FILE},
    }
)
"""Discord's types of options that are picked; channels are those in which people write."""

Payload: TypeAlias = dict[str, Any]


def payload(entries: Iterable[CommandEntry], spoken_here: Mapping[str, Texts]) -> list[Payload]:
    """Return all commands as Discord takes them in a bulk overwrite; the texts are by language."""
    made: dict[str, Payload] = {}
    for entry in entries:
        body = _command(entry, spoken_here)
        if entry.is_top_level:
            made[body["name"]] = {**body, "type": 1, "contexts": _contexts(entry)}
        else:
            parent = made.setdefault(entry.game, _parent(entry, spoken_here))
            _place(parent, entry, {**body, "type": _SUBCOMMAND}, spoken_here)
    return list(made.values())


def digest(commands: Sequence[Payload]) -> str:
    """Return what tells two sets of commands apart."""
    text = json.dumps(commands, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


# What Discord takes.


def _parent(entry: CommandEntry, spoken_here: Mapping[str, Texts]) -> Payload:
    body = {"type": 1, "contexts": _contexts(entry), "options": list[Payload]()}
    if entry.ask is None:
        return {**body, "name": entry.game, **_playing(entry.game, spoken_here)}
    named = Command(entry.game, described=f"ask-{entry.game}")
    rights = {"default_member_permissions": MANAGE_GUILD} if entry.ask.manages else {}
    return {**body, **_described("slash", named, spoken_here), **rights}


def _contexts(entry: CommandEntry) -> list[int]:
    return [GUILD, DIRECT] if entry.is_direct else [GUILD]


def _playing(game: str, spoken_here: Mapping[str, Texts]) -> Payload:
    said = phrase("chat-play", game=phrase("game-name", game=game))
    return _said("description", said, spoken_here)


def _place(
    parent: Payload, entry: CommandEntry, body: Payload, spoken_here: Mapping[str, Texts]
) -> None:
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


def _command(entry: CommandEntry, spoken_here: Mapping[str, Texts]) -> Payload:
    options = [_option(one, spoken_here) for one in entry.command.options]
    options.sort(key=lambda one: not one["required"])
    return {**_described("slash", entry.command, spoken_here), "options": options}


def _option(option: Option, spoken_here: Mapping[str, Texts]) -> Payload:
    required = option.default is None and option.kind is not InputType.FLAG
    return {
        **_described("slot", option, spoken_here),
        "required": required,
        **_typed(option, spoken_here),
    }


def _typed(option: Option, spoken_here: Mapping[str, Texts]) -> Payload:
    """Return the type of an option, with its choices or bounds."""
    if option.kind in _PICKED:
        return {**_PICKED[option.kind]}
    if option.kind is InputType.INTEGER:
        bounds = {"min_value": option.least, "max_value": option.most}
        return {"type": _INTEGER} | {name: n for name, n in bounds.items() if n is not None}
    if option.kind is InputType.FLAG:
        return {"type": _FLAG}
    if option.choices:
        choices = [_choice(option, one, spoken_here) for one in option.choices]
        return {"type": _TEXT, "choices": choices}
    return {"type": _TEXT} | ({"autocomplete": True} if option.kind.is_completed else {})


def _choice(option: Option, choice: str, spoken_here: Mapping[str, Texts]) -> Payload:
    """Return a choice with its name in all languages."""
    name = value_label(option.name, choice)
    if isinstance(name, str):
        return {"name": name, "value": choice}
    return {**_said("name", name, spoken_here), "value": choice}


def _described(prefix: str, item: Command | Option, spoken_here: Mapping[str, Texts]) -> Payload:
    """Return a name and a description, in all languages."""
    names = {
        tongue: localised_name(each, prefix, item.name) for tongue, each in spoken_here.items()
    }
    if prefix == "slot":
        names[ENGLISH] = item.name  # as lines are put together from the options' own names
    return {
        "name": names[ENGLISH],
        "name_localizations": _localised(names),
        **_said("description", phrase(item.key), spoken_here),
    }


def _said(key: str, said: Phrase, spoken_here: Mapping[str, Texts]) -> Payload:
    """Return a phrase under a key, in all languages."""
    texts = {
        tongue: shorten(each.say(said), LONGEST_DESCRIPTION) for tongue, each in spoken_here.items()
    }
    return {key: texts[ENGLISH], f"{key}_localizations": _localised(texts)}


def _localised(texts: Mapping[str, str]) -> dict[str, str]:
    """Return texts by the locales of Discord whose language is not the default's."""
    return {tag: texts[tongue] for tag, tongue in _tongues(tuple(texts))}


@cache
def _tongues(known: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the locales of Discord whose language is known and not the default's, with that."""
    found = ((locale.value, supported(locale.value, known)) for locale in Locale)
    return tuple((tag, tongue) for tag, tongue in found if tongue and tongue != ENGLISH)
