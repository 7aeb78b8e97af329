"""A message body applied to the old message: the values after a post or an edit."""

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.loopback.discord.flag import MessageFlag
from tests.loopback.discord.mention import walk
from tests.loopback.discord.model import Json, Message


@dataclass(frozen=True, slots=True)
class Draft:
    """A message's new content; `kept` are the ids of old files that stay, `described` new ones."""

    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    flags: MessageFlag = MessageFlag.NONE
    kept: tuple[int, ...] = ()
    described: Mapping[int, str | None] = field(default_factory=dict)

    @property
    def v2(self) -> bool:
        """Whether it is made of components alone."""
        return bool(self.flags & MessageFlag.COMPONENTS_V2)


def draft(body: Json, old: Message | None = None) -> Draft:
    """Return the draft for a post, or for an edit of `old`; omitted fields stay unchanged."""
    before = Draft() if old is None else _present(old)
    flags = MessageFlag(body.get("flags") or 0) | before.flags
    kept = before.kept
    if body.get("attachments") is not None:
        named = [int(each["id"]) for each in body["attachments"]]
        kept = tuple(each for each in before.kept if each in named)
    return Draft(
        content=_given(body, "content", before.content) or "",
        embeds=_given(body, "embeds", before.embeds) or [],
        components=_components(body, before),
        flags=flags,
        kept=kept,
        described=_described(body),
    )


def _present(old: Message) -> Draft:
    kept = tuple(each.id for each in old.attachments)
    return Draft(old.content, old.embeds, old.components, old.flags, kept)


def _given(body: Json, key: str, before: Any) -> Any:
    return body.get(key, before)


def _described(body: Json) -> dict[int, str | None]:
    listed = body.get("attachments") or ()
    return {int(each["id"]): each.get("description") for each in listed}


def _components(body: Json, before: Draft) -> list[Json]:
    return numbered(body["components"] or []) if "components" in body else before.components


def numbered(components: Iterable[Json]) -> list[Json]:
    """Return the components with an id each, as the service numbers them."""
    result = copy.deepcopy(list(components))
    taken = {each["id"] for each in walk(result) if each.get("id")}
    free = (number for number in range(1, 1000) if number not in taken)
    for each in walk(result):
        if not each.get("id"):
            each["id"] = next(free)
    return result
