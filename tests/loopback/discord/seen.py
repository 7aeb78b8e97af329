"""A message as a person sees it: texts, buttons, menus, pictures, reactions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tests.loopback.discord.flag import SELECTS, Component, MessageFlag
from tests.loopback.discord.mention import walk
from tests.loopback.discord.model import Channel, Json, Message


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `custom_id` is None if it opens a link."""

    label: str
    custom_id: str | None
    style: int
    disabled: bool
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu; only string menus have options, as (label, value)."""

    custom_id: str
    kind: int
    placeholder: str
    options: tuple[tuple[str, str], ...]
    least: int
    most: int
    disabled: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """A file of a message with its alternative text."""

    name: str
    description: str | None
    content: bytes


@dataclass(frozen=True, slots=True)
class Seen:
    """The content of one message at a moment."""

    id: int
    channel: Channel
    author: str
    text: str
    buttons: tuple[Button, ...]
    menus: tuple[Menu, ...]
    pictures: tuple[Picture, ...]
    reactions: dict[str, tuple[int, ...]]
    ephemeral: bool
    loading: bool
    edited: bool
    pinned: bool
    pings: frozenset[int]
    reply_to: int | None
    thread: Channel | None

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of its buttons, in order."""
        return tuple(button.label for button in self.buttons)

    def button(self, name: str) -> Button:
        """Return the button with this label or custom_id. Raises: AssertionError."""
        for button in self.buttons:
            if name in (button.label, button.custom_id):
                return button
        raise AssertionError(f"no button {name!r}; there are {list(self.labels)}")

    def menu(self, name: str | None = None) -> Menu:
        """Return the menu with this custom_id or placeholder, or the only one."""
        for menu in self.menus:
            if name in (menu.custom_id, menu.placeholder):
                return menu
        if name is None and len(self.menus) == 1:
            return self.menus[0]
        raise AssertionError(f"no menu {name!r}; there are {[m.placeholder for m in self.menus]}")

    def __str__(self) -> str:
        return self.text


def look(message: Message) -> Seen:
    """Return the present content of the message."""
    components = list(walk(message.components))
    return Seen(
        id=message.id,
        channel=message.channel,
        author=message.author.name,
        text="\n".join(filter(None, _texts(message))),
        buttons=tuple(_buttons(components)),
        menus=tuple(_menus(components)),
        pictures=tuple(_pictures(message, components)),
        reactions={emoji: tuple(users) for emoji, users in message.reactions.items()},
        ephemeral=message.ephemeral,
        loading=bool(message.flags & MessageFlag.LOADING),
        edited=message.edited is not None,
        pinned=message.pinned,
        pings=message.pings,
        reply_to=None if message.reference is None else message.reference.id,
        thread=message.thread,
    )


def line(message: Message) -> str:
    """Return the message as one line of a transcript."""
    seen = look(message)
    parts = [f"{seen.author}:", "…" if seen.loading else seen.text.replace("\n", " / ")]
    parts += [f"[{button.label}]" for button in seen.buttons]
    parts += [f"[{menu.placeholder or menu.custom_id} ▾]" for menu in seen.menus]
    parts += [f"<{each.name}: {each.description}>" for each in seen.pictures]
    return " ".join(parts)


def _texts(message: Message) -> Iterator[str]:
    yield message.content
    for embed in message.embeds:
        yield from _embed(embed)
    for component in walk(message.components):
        if component["type"] == Component.TEXT:
            yield component["content"]


def _embed(embed: Json) -> Iterator[str]:
    yield (embed.get("author") or {}).get("name", "")
    yield embed.get("title") or ""
    yield embed.get("description") or ""
    for field in embed.get("fields") or ():
        yield f"{field['name']}: {field['value']}"
    yield (embed.get("footer") or {}).get("text", "")


def label(component: Json) -> str:
    """Return the text on a button: its emoji, its label, or both."""
    emoji = (component.get("emoji") or {}).get("name") or ""
    return f"{emoji} {component.get('label') or ''}".strip()


def _buttons(components: Iterable[Json]) -> Iterator[Button]:
    for each in components:
        if each["type"] == Component.BUTTON:
            disabled = bool(each.get("disabled"))
            yield Button(
                label(each), each.get("custom_id"), each["style"], disabled, each.get("url")
            )


def _menus(components: Iterable[Json]) -> Iterator[Menu]:
    for each in components:
        if each["type"] in SELECTS:
            yield menu(each)


def menu(component: Json) -> Menu:
    """Return a select menu as a person sees it."""
    options = tuple((each["label"], each["value"]) for each in component.get("options") or ())
    least, most = component.get("min_values"), component.get("max_values")
    return Menu(
        component["custom_id"],
        component["type"],
        component.get("placeholder") or "",
        options,
        1 if least is None else least,
        1 if most is None else most,
        bool(component.get("disabled")),
    )


def _pictures(message: Message, components: Iterable[Json]) -> Iterator[Picture]:
    shown = dict(_descriptions(components))
    for each in message.attachments:
        described = shown.get(f"attachment://{each.name}") or each.description
        yield Picture(each.name, described, each.content)


def _descriptions(components: Iterable[Json]) -> Iterator[tuple[str, str | None]]:
    for each in components:
        if each["type"] == Component.GALLERY:
            for item in each["items"]:
                yield item["media"]["url"], item.get("description")
        elif each["type"] == Component.THUMBNAIL:
            yield each["media"]["url"], each.get("description")
