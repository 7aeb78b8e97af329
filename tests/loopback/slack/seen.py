"""A message or a view as a person sees it: texts, buttons and menus."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """The content of a message or a view at a moment.

    `reader` is the only person who sees it; `view` is the id of a view, whose own JSON is
    `source`; `reactions` are the people behind each emoji, `about` is a message's metadata.
    """

    channel: str
    ts: str
    text: str
    blocks: list[Json] = field(default_factory=list)
    user: str = ""
    reader: str = ""
    thread: str = ""
    is_edited: bool = False
    reactions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    view: str = ""
    source: Mapping[str, Any] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def private(self) -> bool:
        """Whether it is ephemeral."""
        return bool(self.reader) and not self.view

    @property
    def callback(self) -> str:
        """The callback id of a view."""
        return str(self.source.get("callback_id") or "")

    @property
    def metadata(self) -> str:
        """The private metadata of a view."""
        return str(self.source.get("private_metadata") or "")

    @property
    def elements(self) -> list[Json]:
        """All interactive elements, each with the id of its block."""
        return [
            {"block_id": block.get("block_id"), **element}
            for block in self.blocks
            for element in pressable(block)
        ]

    @property
    def labels(self) -> dict[str, str]:
        """The values of buttons and options, by label."""
        return {
            choice["text"]["text"]: str(choice.get("value") or element.get("action_id") or "")
            for element, choice in self.choices
        }

    @property
    def choices(self) -> Iterator[tuple[Json, Json]]:
        """Elements with each of their options; a button is its own option."""
        for element in self.elements:
            for choice in options(element) or [element]:
                if "text" in choice:
                    yield element, choice

    @property
    def words(self) -> str:
        """All readable text."""
        return "\n".join((readable(self.text), *_said(self.blocks)))

    def __str__(self) -> str:
        return " ".join([self.words.replace("\n", " / "), *(f"[{one}]" for one in self.labels)])


def pressable(block: Mapping[str, Any]) -> list[Json]:
    """Return the interactive elements of a block."""
    if block["type"] == "actions":
        return list(block["elements"])
    accessory = block.get("accessory") or {"type": "image"}
    return [] if accessory["type"] == "image" else [accessory]


def options(element: Mapping[str, Any]) -> list[Json]:
    """Return the options of a menu, including those of its groups."""
    groups = element.get("option_groups") or ()
    return [*(element.get("options") or ()), *(one for g in groups for one in g["options"])]


def readable(text: str) -> str:
    """Return a text as shown: three characters are escaped when sent."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _said(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        special = _special(value)
        yield from [special] if special else _said_within(value)
    elif isinstance(value, list):
        for one in value:
            yield from _said(one)


def _special(value: Mapping[str, Any]) -> str:
    match value:
        case {"type": "mrkdwn", "text": str(text)}:
            return readable(text)
        case {"type": "user", "user_id": str(user)}:
            return f"<@{user}>"
        case {"type": "channel", "channel_id": str(channel)}:
            return f"<#{channel}>"
        case {"type": "emoji", "name": str(name)}:
            return f":{name}:"
        case {"type": "date", "fallback": str(fallback)}:
            return fallback
    return ""


def _said_within(value: Mapping[str, Any]) -> Iterator[str]:
    for name, inner in value.items():
        if name in ("text", "alt_text") and isinstance(inner, str):
            yield inner
        elif not isinstance(inner, str):
            yield from _said(inner)
