"""Rules for modals (components/reference.mdx)."""

from collections import Counter
from collections.abc import Iterator

from tests.loopback.discord.error import Breach
from tests.loopback.discord.flag import SELECTS, Component
from tests.loopback.discord.mention import walk
from tests.loopback.discord.model import Json
from tests.loopback.discord.rules.component import menu

TITLE, MOST, VALUE = 45, 5, 4000
_TOP = frozenset({Component.ROW, Component.TEXT, Component.LABEL})


def breaches(modal: Json) -> Iterator[Breach]:
    """Yield the breaches of a modal."""
    if not 1 <= len(modal["title"]) <= TITLE:
        yield Breach("data.title", f"must have 1 to {TITLE} characters")
    components = modal["components"]
    if not 1 <= len(components) <= MOST:
        yield Breach("data.components", f"{len(components)} components, 1 to {MOST} are allowed")
    for number, each in enumerate(components):
        if each["type"] not in _TOP:
            path = f"data.components.{number}.type"
            yield Breach(path, f"type {each['type']} cannot stand in a modal")
    yield from _inside(modal)


def _inside(modal: Json) -> Iterator[Breach]:
    every = list(walk(modal["components"]))
    counted = Counter(each["custom_id"] for each in every if each.get("custom_id"))
    for custom_id, count in counted.items():
        if count > 1:
            yield Breach("data.components", f"custom_id {custom_id!r} stands {count} times")
    for each in every:
        if each["type"] == Component.TEXT_INPUT:
            yield from _text_input(each)
        elif each["type"] in SELECTS:
            yield from menu(each, "data.components")


def _text_input(field: Json) -> Iterator[Breach]:
    path = f"data.components.{field['custom_id']}"
    least = field.get("min_length") or 0
    most = VALUE if field.get("max_length") is None else field["max_length"]
    if least > most:
        yield Breach(f"{path}.min_length", f"min_length {least} is above max_length {most}")
    value = field.get("value") or ""
    if value and not least <= len(value) <= most:
        yield Breach(f"{path}.value", f"{len(value)} characters, {least} to {most} are allowed")
