"""Rules for components of messages (components/reference.mdx)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from tests.loopback.discord.error import Breach
from tests.loopback.discord.flag import SELECTS, Component
from tests.loopback.discord.mention import walk
from tests.loopback.discord.model import Json

ROWS, BUTTONS, IN_ALL, TEXT = 5, 5, 40, 4000
OPTIONS = 25
LINK, PREMIUM = 5, 6
_TOP_V2 = frozenset(
    {
        Component.ROW,
        Component.SECTION,
        Component.TEXT,
        Component.GALLERY,
        Component.FILE,
        Component.SEPARATOR,
        Component.CONTAINER,
    }
)
_IN_CONTAINER = _TOP_V2 - {Component.CONTAINER}


def breaches(components: Sequence[Json], *, v2: bool) -> Iterator[Breach]:
    """Yield the breaches of the components of one message."""
    yield from _top(components, v2=v2)
    every = list(walk(components))
    yield from _unique(every, "custom_id")
    yield from _unique(every, "id")
    if v2:
        yield from _sums(every)
    for number, each in enumerate(components):
        yield from _one(each, f"components.{number}")


def _top(components: Sequence[Json], *, v2: bool) -> Iterator[Breach]:
    allowed = _TOP_V2 if v2 else {Component.ROW}
    for number, each in enumerate(components):
        if each["type"] not in allowed:
            yield Breach(f"components.{number}.type", f"type {each['type']} cannot stand here")
    if not v2 and len(components) > ROWS:
        yield Breach("components", f"{len(components)} action rows, at most {ROWS}")


def _unique(every: Sequence[Json], key: str) -> Iterator[Breach]:
    counted = Counter(each[key] for each in every if each.get(key))
    for value, count in counted.items():
        if count > 1:
            yield Breach("components", f"{key} {value!r} stands {count} times")


def _sums(every: Sequence[Json]) -> Iterator[Breach]:
    if len(every) > IN_ALL:
        yield Breach("components", f"{len(every)} components in all, at most {IN_ALL}")
    length = sum(len(each["content"]) for each in every if each["type"] == Component.TEXT)
    if length > TEXT:
        yield Breach("components", f"{length} characters of text in all, at most {TEXT}")


def _one(component: Json, path: str) -> Iterator[Breach]:
    kind = component["type"]
    if kind == Component.ROW:
        yield from _row(component["components"], path)
    elif kind == Component.CONTAINER:
        yield from _container(component["components"], path)
    elif kind == Component.SECTION:
        yield from _section(component, path)
    elif kind == Component.TEXT and not component["content"].strip():
        yield Breach(f"{path}.content", "a text display must not be empty")
    elif kind == Component.FILE and not component["file"]["url"].startswith("attachment://"):
        yield Breach(f"{path}.file.url", "a file component shows uploaded files only")


def _row(inside: Sequence[Json], path: str) -> Iterator[Breach]:
    menus = [each for each in inside if each["type"] in SELECTS]
    if menus and len(inside) > 1:
        yield Breach(f"{path}.components", "a select menu stands alone in its row")
    if len(inside) > BUTTONS:
        yield Breach(f"{path}.components", f"{len(inside)} buttons in a row, at most {BUTTONS}")
    for number, each in enumerate(inside):
        below = f"{path}.components.{number}"
        if each["type"] == Component.BUTTON:
            yield from _button(each, below)
        elif each["type"] in SELECTS:
            yield from menu(each, below)
        else:
            yield Breach(f"{below}.type", f"type {each['type']} cannot stand in a row")


def _container(inside: Sequence[Json], path: str) -> Iterator[Breach]:
    if not inside:
        yield Breach(f"{path}.components", "a container holds at least one component")
    for number, each in enumerate(inside):
        below = f"{path}.components.{number}"
        if each["type"] not in _IN_CONTAINER:
            yield Breach(f"{below}.type", f"type {each['type']} cannot stand in a container")
        yield from _one(each, below)


def _section(component: Json, path: str) -> Iterator[Breach]:
    for number, each in enumerate(component["components"]):
        yield from _one(each, f"{path}.components.{number}")
    beside = component["accessory"]
    if beside["type"] == Component.BUTTON:
        yield from _button(beside, f"{path}.accessory")


def _button(button: Json, path: str) -> Iterator[Breach]:
    style = button["style"]
    wanted = {LINK: "url", PREMIUM: "sku_id"}.get(style, "custom_id")
    for key in ("url", "sku_id", "custom_id"):
        if (key == wanted) != bool(button.get(key)):
            must = "must" if key == wanted else "must not"
            yield Breach(f"{path}.{key}", f"a button of style {style} {must} have {key}")
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        yield Breach(path, "a button must have a label or an emoji")


def menu(select: Json, path: str) -> Iterator[Breach]:
    """Yield the breaches of a select menu."""
    least = 1 if select.get("min_values") is None else select["min_values"]
    most = 1 if select.get("max_values") is None else select["max_values"]
    if least > most:
        yield Breach(f"{path}.min_values", f"min_values {least} is above max_values {most}")
    if select["type"] == Component.STRING_SELECT:
        yield from options(select.get("options") or [], most, path)


def options(chosen: Sequence[Json], most: int, path: str) -> Iterator[Breach]:
    """Yield the breaches of the options of a menu that allows at most `most` picks."""
    if not 1 <= len(chosen) <= OPTIONS:
        yield Breach(f"{path}.options", f"{len(chosen)} options, 1 to {OPTIONS} are allowed")
    if most > len(chosen):
        yield Breach(f"{path}.max_values", f"max_values {most}, but {len(chosen)} options")
    if sum(bool(each.get("default")) for each in chosen) > most:
        yield Breach(f"{path}.options", f"more defaults than max_values {most}")
    for value, count in Counter(each["value"] for each in chosen).items():
        if count > 1:
            yield Breach(f"{path}.options", f"value {value!r} stands {count} times")
