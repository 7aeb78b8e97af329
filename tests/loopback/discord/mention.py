"""Pings of a message: the mentions in its text that `allowed_mentions` lets through."""

import re
from collections.abc import Iterable

from tests.loopback.discord.flag import Component
from tests.loopback.discord.model import Json, Message

_USER = re.compile(r"<@!?(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


def pings(text: str, allowed: Json | None, reference: Message | None) -> frozenset[int]:
    """Return the ids of the users that a text pings (resources/message.mdx, allowed mentions)."""
    named = {int(found) for found in _USER.findall(text)}
    if allowed is not None and "users" not in (allowed.get("parse") or ()):
        named &= {int(each) for each in allowed.get("users") or ()}
    replied = allowed is None or bool(allowed.get("replied_user"))
    if reference is not None and replied:
        named.add(reference.author.id)
    return frozenset(named)


def pings_everyone(text: str, allowed: Json | None) -> bool:
    """Return whether the text pings everyone, if its author may."""
    parsed = allowed is None or "everyone" in (allowed.get("parse") or ())
    return parsed and _EVERYONE.search(text) is not None


def spoken(content: str, components: Iterable[Json]) -> str:
    """Return the text whose mentions count: the content and the text displays."""
    return "\n".join([content, *(each["content"] for each in walk(components) if _is_text(each))])


def _is_text(component: Json) -> bool:
    return bool(component["type"] == Component.TEXT)


def walk(components: Iterable[Json]) -> Iterable[Json]:
    """Yield every component, nested ones after their parent."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield from walk([component[key]])
