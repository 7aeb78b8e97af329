"""Rules for application commands (interactions/application-commands.mdx)."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from tests.loopback.discord.error import Breach
from tests.loopback.discord.model import Json

OPTIONS, CHOICES, CHOICE_TEXT, COMMAND_TEXT = 25, 25, 100, 8000
COUNTS = {1: 100, 2: 15, 3: 15}
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, NUMBER = 1, 2, 3, 4, 5, 10
USER, CHANNEL, ROLE, MENTIONABLE, ATTACHMENT = 6, 7, 8, 9, 11
LOCALES = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]  # reference.mdx, "Locales"
)


def all_breaches(commands: Sequence[Json]) -> Iterator[Breach]:
    """Yield the breaches of a whole set of commands."""
    counted = Counter(command.get("type") or 1 for command in commands)
    for kind, most in COUNTS.items():
        if counted[kind] > most:
            yield Breach("", f"{counted[kind]} commands of type {kind}, at most {most}")
    names = Counter((command.get("type") or 1, command["name"]) for command in commands)
    for (_, name), count in names.items():
        if count > 1:
            yield Breach("", f"command {name!r} stands {count} times")
    for number, command in enumerate(commands):
        yield from breaches(command, str(number))


def breaches(command: Json, path: str = "") -> Iterator[Breach]:
    """Yield the breaches of one command."""
    kind = command.get("type") or 1
    if kind == 1:
        yield from _named(command, path)
        yield from _options(command.get("options") or [], path, depth=0)
    elif command.get("description") or command.get("options"):
        yield Breach(f"{path}.description", "only slash commands have description and options")
    yield from _localised(command, path)
    length = _text(command)
    if length > COMMAND_TEXT:
        yield Breach(path, f"{length} characters of text in all, at most {COMMAND_TEXT}")


def _named(item: Json, path: str) -> Iterator[Breach]:
    names = [("name", item["name"])]
    localised = item.get("name_localizations") or {}
    names += [(f"name_localizations.{key}", name) for key, name in localised.items()]
    for key, name in names:
        if not is_name(name):
            yield Breach(f"{path}.{key}", f"{name!r} is no name: 1-32 letters, digits, - _ '")
    if not item.get("description"):
        yield Breach(f"{path}.description", "must have 1 to 100 characters")


@cache
def is_name(name: str) -> bool:
    """Return whether a name is valid for a slash command or option."""
    return 1 <= len(name) <= 32 and name == name.lower() and all(map(_may_stand, name))


def _may_stand(character: str) -> bool:
    if character in "-_'" or unicodedata.category(character)[0] in "LN":
        return True
    return unicodedata.name(character, "").startswith(("DEVANAGARI", "THAI"))


def _options(options: Sequence[Json], path: str, depth: int) -> Iterator[Breach]:
    if len(options) > OPTIONS:
        yield Breach(f"{path}.options", f"{len(options)} options, at most {OPTIONS}")
    for name, count in Counter(option["name"] for option in options).items():
        if count > 1:
            yield Breach(f"{path}.options", f"option {name!r} stands {count} times")
    yield from _order(options, path)
    for number, option in enumerate(options):
        yield from _option(option, f"{path}.options.{number}", depth)


def _order(options: Sequence[Json], path: str) -> Iterator[Breach]:
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield Breach(f"{path}.options", "required options must come first")
    nested = [option["type"] in (SUBCOMMAND, GROUP) for option in options]
    if any(nested) and not all(nested):
        yield Breach(f"{path}.options", "subcommands cannot stand beside other options")


def _option(option: Json, path: str, depth: int) -> Iterator[Breach]:
    kind = option["type"]
    yield from _named(option, path)
    yield from _localised(option, path)
    if (kind == GROUP and depth > 0) or (kind == SUBCOMMAND and depth > 1):
        yield Breach(f"{path}.type", "nested too deep")
    if kind in (SUBCOMMAND, GROUP):
        yield from _options(option.get("options") or [], path, depth + 1)
        return
    yield from _choices(option, path)
    for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
        least, most = option.get(low), option.get(high)
        if least is not None and most is not None and least > most:
            yield Breach(f"{path}.{low}", f"is above {high}")


def _choices(option: Json, path: str) -> Iterator[Breach]:
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        yield Breach(f"{path}.choices", "cannot stand beside autocomplete")
    yield from choice_breaches(choices, option["type"], path)


def choice_breaches(choices: Sequence[Json], kind: int, path: str = "") -> Iterator[Breach]:
    """Yield the breaches of choices, listed or offered, for an option of this type."""
    if len(choices) > CHOICES:
        yield Breach(f"{path}.choices", f"{len(choices)} choices, at most {CHOICES}")
    if choices and kind not in (STRING, INTEGER, NUMBER):
        yield Breach(f"{path}.choices", f"an option of type {kind} has no choices")
    wanted: dict[int, type | tuple[type, ...]] = {STRING: str, INTEGER: int, NUMBER: (int, float)}
    for number, choice in enumerate(choices):
        below = f"{path}.choices.{number}"
        if not isinstance(choice["value"], wanted.get(kind, object)):
            yield Breach(f"{below}.value", f"{choice['value']!r} does not fit type {kind}")
        if len(str(choice["value"])) > CHOICE_TEXT:
            yield Breach(f"{below}.value", f"more than {CHOICE_TEXT} characters")
        if not 1 <= len(choice["name"]) <= CHOICE_TEXT:
            yield Breach(f"{below}.name", f"must have 1 to {CHOICE_TEXT} characters")


def _localised(item: Json, path: str) -> Iterator[Breach]:
    for key in ("name_localizations", "description_localizations"):
        for locale in (item.get(key) or {}).keys() - LOCALES:
            yield Breach(f"{path}.{key}", f"no locale {locale!r}")


def _text(item: Json) -> int:
    own = _longest(item, "name") + _longest(item, "description")
    choices = item.get("choices") or []
    own += sum(_longest(choice, "name") + len(str(choice["value"])) for choice in choices)
    return own + sum(map(_text, item.get("options") or []))


def _longest(item: Json, key: str) -> int:
    localised = (item.get(f"{key}_localizations") or {}).values()
    return max(map(len, [item.get(key) or "", *localised]))
