"""Slash commands, made from the command tables of games, the lobby, requests and this adapter.

Nothing here depends on a game: the adapter converts a command to a line of any game.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

from discord import Locale

from adapters.chat.commands import CommandEntry, localised_name
from bot.texts import ENGLISH, Texts, supported
from core.command import Command, InputType, Option, value_label
from core.view import Phrase, phrase, shorten

MANAGE_GUILD: Final = 1 << 5
"""The permission that shows managers' commands; each use is checked again."""

LONGEST_DESCRIPTION: Final = 100
"""Characters of a description, and of a choice."""

GUILD, DIRECT = 0, 1
"""Discord's numbers of the contexts that offer a command."""

_SUBCOMMAND, _GROUP, _TEXT, _INTEGER, _FLAG, _USER, _CHANNEL = 1, 2, 3, 4, 5, 6, 7
_FILE = 11

_PICKED: Final[Mapping[InputType, Mapping[str, Any]]] = {
    InputType.PERSON: {"type": _USER},
    InputType.ROOM: {"type": _CHANNEL, "channel_types": [0, 2, 5, 10, 11, 12, 15]},
    InputType.FILE: {"type": _FILE},
}
"""Discord's types of picked options; channels are those in which people write."""

Payload: TypeAlias = dict[str, Any]


def payload(entries: Iterable[CommandEntry], spoken_here: Mapping[str, Texts]) -> list[Payload]:
    """Return all commands for Discord's bulk overwrite, with their texts in every language."""
    payloads, made = _Payloads(spoken_here), dict[str, Payload]()
    for entry in entries:
        body = payloads.command(entry)
        if entry.is_top_level:
            made[body["name"]] = {**body, "type": 1, "contexts": _contexts(entry)}
        else:
            parent = made.setdefault(entry.game, payloads.parent(entry))
            payloads.place(parent, entry, {**body, "type": _SUBCOMMAND})
    return list(made.values())


def digest(commands: Sequence[Payload]) -> str:
    """Return a digest of commands, to detect changes."""
    text = json.dumps(commands, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _contexts(entry: CommandEntry) -> list[int]:
    return [GUILD, DIRECT] if entry.is_direct else [GUILD]


@dataclass(frozen=True, slots=True)
class _Payloads:
    """Makes commands for Discord with names in all languages; `texts` are by language."""

    texts: Mapping[str, Texts]

    def parent(self, entry: CommandEntry) -> Payload:
        """Return the command that contains an entry, still without subcommands."""
        body = {"type": 1, "contexts": _contexts(entry), "options": list[Payload]()}
        if entry.ask is None:
            said = phrase("chat-play", game=phrase("game-name", game=entry.game))
            return {**body, "name": entry.game, **self._said("description", said)}
        named = Command(entry.game, described=f"ask-{entry.game}")
        rights = {"default_member_permissions": MANAGE_GUILD} if entry.ask.manages else {}
        return {**body, **self._described("slash", named), **rights}

    def place(self, parent: Payload, entry: CommandEntry, body: Payload) -> None:
        """Add a subcommand to its parent or group."""
        if entry.group is None:
            parent["options"].append(body)
            return
        for one in parent["options"]:
            if one["type"] == _GROUP and one["name"] == entry.group:
                one["options"].append(body)
                return
        described = f"ask-{entry.game}-{entry.group}" if entry.ask else ""
        group = self._described("slash", Command(entry.group, described=described))
        parent["options"].append({**group, "type": _GROUP, "options": [body]})

    def command(self, entry: CommandEntry) -> Payload:
        """Return an entry's own command, with the required options first."""
        made = map(self._option, entry.command.options)
        options = sorted(made, key=lambda option: not option["required"])
        return {**self._described("slash", entry.command), "options": options}

    def _option(self, option: Option) -> Payload:
        required = option.default is None and option.kind is not InputType.FLAG
        return {**self._described("slot", option), "required": required, **self._typed(option)}

    def _typed(self, option: Option) -> Payload:
        """Return the type of an option, with its choices or bounds."""
        if option.kind in _PICKED:
            return {**_PICKED[option.kind]}
        if option.kind is InputType.INTEGER:
            bounds = {"min_value": option.least, "max_value": option.most}
            return {"type": _INTEGER} | {name: n for name, n in bounds.items() if n is not None}
        if option.kind is InputType.FLAG:
            return {"type": _FLAG}
        if option.choices:
            return {"type": _TEXT, "choices": [self._choice(option, one) for one in option.choices]}
        return {"type": _TEXT} | ({"autocomplete": True} if option.kind.is_completed else {})

    def _choice(self, option: Option, choice: str) -> Payload:
        name = value_label(option.name, choice)
        said = {"name": name} if isinstance(name, str) else self._said("name", name)
        return {**said, "value": choice}

    def _described(self, prefix: str, item: Command | Option) -> Payload:
        """Return a name and a description."""
        names = {one: localised_name(each, prefix, item.name) for one, each in self.texts.items()}
        if prefix == "slot":
            names[ENGLISH] = item.name  # lines need the options' own names
        return {**_localised("name", names), **self._said("description", phrase(item.key))}

    def _said(self, key: str, said: Phrase) -> Payload:
        """Return a phrase under a key."""
        texts = {
            one: shorten(each.say(said), LONGEST_DESCRIPTION) for one, each in self.texts.items()
        }
        return _localised(key, texts)


def _localised(key: str, texts: Mapping[str, str]) -> Payload:
    """Return a text under a key, with localizations for languages other than the default."""
    others = {tag: texts[language] for tag, language in _locales(tuple(texts))}
    return {key: texts[ENGLISH], f"{key}_localizations": others}


@cache
def _locales(known: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return Discord's locales with their languages, except for the default language."""
    found = ((locale.value, supported(locale.value, known)) for locale in Locale)
    return tuple((tag, language) for tag, language in found if language and language != ENGLISH)
