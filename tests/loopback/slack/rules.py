"""Slack's rules for payloads, each with its source."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, TypeAlias

DOCS: Final = "docs.slack.dev"
TYPES: Final = "@slack/types and slack_sdk.models"
METHODS: Final = "method pages on docs.slack.dev"
ISSUES: Final = "bolt-js issues 2509 and 2867"

Block: TypeAlias = Mapping[str, Any]
Files: TypeAlias = frozenset[str]

MOST_TEXT: Final = 11_000
"""Maximum characters in all blocks of a message; some larger ones are refused (ISSUES)."""

MOST_BYTES: Final = 250_000
"""Maximum bytes of a view as JSON (METHODS)."""

STYLES: Final = frozenset({"primary", "danger"})
MENUS: Final = {
    "static_select": 100,
    "multi_static_select": 100,
    "overflow": 5,
    "checkboxes": 10,
    "radio_buttons": 10,
}
"""Menus, and the maximum number of options of each (TYPES)."""

RICH: Final = frozenset(
    {"rich_text_section", "rich_text_preformatted", "rich_text_list", "rich_text_quote"}
)


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule, its source, and Slack's error; "" if Slack accepts it."""

    rule: str
    source: str
    error: str = "invalid_blocks"
    method: str = ""

    def __str__(self) -> str:
        return f"{self.method}: {self.rule} ({self.source})"


Broken: TypeAlias = Iterator[Violation]


def broken_in_message(body: Mapping[str, Any], files: Iterable[str], *, edits: bool) -> Broken:
    """Yield the rules that a message, or an edit of one, breaks.

    `files` are the ids and URLs of completed files.
    """
    text, blocks = str(body.get("text") or ""), body.get("blocks") or []
    if not text.strip():
        error = "" if blocks else "no_text"
        yield Violation("text is the fallback for notifications and never empty", DOCS, error)
    if edits and len(text) > 4000:
        yield Violation("an edited text has at most 4000 characters", METHODS, "msg_too_long")
    if len(text) > 40_000:
        yield Violation("a text is cut at 40000 characters", DOCS, "")
    yield from _most(body.get("attachments"), 100, "attachments", METHODS)
    if body.get("metadata"):
        yield from _metadata(body["metadata"])
    if sum(map(len, _texts(blocks))) > MOST_TEXT:
        rule = f"the texts of all blocks have at most {MOST_TEXT} characters"
        yield Violation(rule, ISSUES, "msg_blocks_too_long")
    yield from _blocks(blocks, 50, frozenset(files))
    yield from _unique((one["action_id"] for b in blocks for one in _named(b)), "action_id")


def broken_in_view(view: Mapping[str, Any], files: Iterable[str]) -> Broken:
    """Yield the rules that a modal or a Home tab breaks."""
    blocks = view.get("blocks") or []
    if view.get("type") not in ("modal", "home"):
        yield Violation("a view is a modal or a Home tab", DOCS)
    if view.get("type") == "modal" and "title" not in view:
        yield Violation("a modal has a title", DOCS)
    for name in ("title", "submit", "close"):
        if name in view:
            yield from _plain(view[name], 24, f"{name} of a modal")
    if "submit" not in view and any(block.get("type") == "input" for block in blocks):
        yield Violation("a modal with inputs has a submit button", DOCS)
    yield from _length(view.get("private_metadata", "-"), 3000, "private_metadata", least=0)
    yield from _length(view.get("callback_id", "-"), 255, "callback_id", least=0)
    if len(json.dumps(view).encode()) > MOST_BYTES:
        yield Violation(f"a view has at most {MOST_BYTES} bytes", METHODS, "view_too_large")
    yield from _blocks(blocks, 100, frozenset(files))


def _metadata(value: object) -> Broken:
    match value:
        case {"event_type": str(name), "event_payload": dict()} if name:
            return
    rule = "metadata is an event_type and an object as event_payload"
    yield Violation(rule, DOCS, "invalid_metadata_format")


def _blocks(blocks: Sequence[Block], most: int, files: Files) -> Broken:
    yield from _most(blocks, most, "blocks", DOCS)
    yield from _unique((block["block_id"] for block in blocks if "block_id" in block), "block_id")
    for block in blocks:
        yield from _length(block.get("block_id", "-"), 255, "block_id")
        check = _CHECKS.get(str(block.get("type")))
        if check is None:
            yield Violation(f"there is no block {block.get('type')!r} known here", DOCS)
        else:
            yield from check(block, files)
        yield from _unique((one["action_id"] for one in _named(block)), "action_id")


# Parts.


def _length(value: object, most: int, what: str, source: str = TYPES, least: int = 1) -> Broken:
    if not isinstance(value, str) or not least <= len(value) <= most:
        yield Violation(f"{what} has {least} to {most} characters, not {value!r:.60}", source)


def _most(values: Any, most: int, what: str, source: str = TYPES, least: int = 0) -> Broken:
    if not least <= len(values or ()) <= most:
        yield Violation(f"there are {least} to {most} {what}, not {len(values or ())}", source)


def _unique(names: Iterable[object], what: str) -> Broken:
    for name, times in Counter(names).items():
        if times > 1:
            yield Violation(f"{what} {name!r} is unique", DOCS)


def _plain(text: object, most: int, what: str) -> Broken:
    if not isinstance(text, Mapping) or text.get("type") != "plain_text":
        yield Violation(f"{what} is plain text", TYPES)
    else:
        yield from _length(text.get("text"), most, what)


def _text(text: object, most: int, what: str) -> Broken:
    if not isinstance(text, Mapping) or text.get("type") not in ("plain_text", "mrkdwn"):
        yield Violation(f"{what} is plain text or mrkdwn", TYPES)
    else:
        yield from _length(text.get("text"), most, what)


def _elements(block: Block) -> list[Block]:
    """Return the interactive elements of a block."""
    inside = (block.get("elements") or ()) if block.get("type") == "actions" else ()
    single = (block.get("accessory"), block.get("element"))
    return [*inside, *(one for one in single if one and one.get("type") != "image")]


def _named(block: Block) -> list[Block]:
    return [one for one in _elements(block) if "action_id" in one]


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name in ("text", "alt_text", "fallback") and isinstance(inner, str):
                yield inner
            else:
                yield from _texts(inner)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


# Blocks.


def _divider(block: Block, files: Files) -> Broken:
    del block, files
    yield from ()


def _section(block: Block, files: Files) -> Broken:
    if "text" not in block and not block.get("fields"):
        yield Violation("a section has a text or fields", TYPES)
    if "text" in block:
        yield from _text(block["text"], 3000, "text of a section")
    yield from _most(block.get("fields"), 10, "fields of a section")
    for one in block.get("fields") or ():
        yield from _text(one, 2000, "field of a section")
    if (accessory := block.get("accessory")) is not None:
        image = accessory.get("type") == "image"
        yield from _image(accessory, files) if image else _element(accessory)


def _header(block: Block, files: Files) -> Broken:
    del files
    yield from _plain(block.get("text"), 150, "header")


def _context(block: Block, files: Files) -> Broken:
    yield from _most(block.get("elements"), 10, "elements of a context", least=1)
    for one in block.get("elements") or ():
        if one.get("type") == "image":
            yield from _image(one, files)
        else:
            yield from _text(one, 3000, "text of a context")


def _image(block: Block, files: Files) -> Broken:
    yield from _length(block.get("alt_text"), 2000, "alt_text")
    if "title" in block:
        yield from _plain(block["title"], 2000, "title of an image")
    if ("image_url" in block) == ("slack_file" in block):
        yield Violation("an image has either image_url or slack_file", TYPES)
    yield from _length(block.get("image_url", "-"), 3000, "image_url")
    shown = block.get("slack_file") or {}
    if "slack_file" in block and not files & {shown.get("id"), shown.get("url")}:
        yield Violation(f"slack_file {shown} is an upload that was completed", DOCS)


def _rich(block: Block, files: Files) -> Broken:
    del files
    for part in block.get("elements") or ():
        if part.get("type") not in RICH:
            yield Violation(f"rich text has no {part.get('type')!r}", TYPES)
        for one in _leaves(part):
            if one.get("type") == "text" and not one.get("text"):
                yield Violation("a text of rich text is not empty", TYPES)


def _leaves(part: Block) -> Iterator[Block]:
    for one in part.get("elements") or ():
        yield from _leaves(one) if one.get("type") in RICH else [one]


def _actions(block: Block, files: Files) -> Broken:
    del files
    yield from _most(block.get("elements"), 25, "elements of actions", least=1)
    for one in block.get("elements") or ():
        if one.get("type") == "plain_text_input":
            yield Violation("a text input stands in an input block", DOCS)
        yield from _element(one)


def _input(block: Block, files: Files) -> Broken:
    del files
    yield from _plain(block.get("label"), 2000, "label")
    if "hint" in block:
        yield from _plain(block["hint"], 2000, "hint")
    element = block.get("element") or {}
    if element.get("type") in ("button", "overflow"):
        yield Violation(f"an input has no {element['type']}", DOCS)
    yield from _element(element)


def _markdown(block: Block, files: Files) -> Broken:
    del files
    yield from _length(block.get("text"), 12_000, "markdown")


def _table(block: Block, files: Files) -> Broken:
    del files
    yield from _most(block.get("rows"), 100, "rows of a table", least=1)
    for row in block.get("rows") or ():
        yield from _most(row, 20, "cells of a row")


_CHECKS: Final[Mapping[str, Callable[[Block, Files], Broken]]] = {
    "actions": _actions,
    "context": _context,
    "divider": _divider,
    "header": _header,
    "image": _image,
    "input": _input,
    "markdown": _markdown,
    "rich_text": _rich,
    "section": _section,
    "table": _table,
}


# Elements.


def _element(one: Block) -> Broken:
    yield from _length(one.get("action_id", "-"), 255, "action_id")
    if "placeholder" in one:
        yield from _plain(one["placeholder"], 150, "placeholder")
    if "confirm" in one:
        yield from _confirm(one["confirm"])
    kind = str(one.get("type"))
    if kind == "button":
        yield from _button(one)
    elif kind in MENUS:
        yield from _menu(one, MENUS[kind])
    elif kind == "plain_text_input":
        yield from _text_input(one)
    elif not kind.endswith(("_select", "picker", "_input")):
        yield Violation(f"there is no element {kind!r} known here", DOCS)


def _confirm(one: Block) -> Broken:
    yield from _plain(one.get("title"), 100, "title of a confirmation")
    yield from _text(one.get("text"), 300, "text of a confirmation")
    for name in ("confirm", "deny"):
        yield from _plain(one.get(name), 30, f"button of a confirmation ({name})")


def _button(one: Block) -> Broken:
    yield from _plain(one.get("text"), 75, "button")
    yield from _length(one.get("value", "-"), 2000, "value of a button")
    yield from _length(one.get("url", "-"), 3000, "url of a button")
    yield from _length(one.get("accessibility_label", "-"), 75, "accessibility_label")
    if "style" in one and one["style"] not in STYLES:
        yield Violation(f"a button has no style {one['style']!r}", TYPES)


def _menu(one: Block, most: int) -> Broken:
    groups = [group.get("options") or [] for group in one.get("option_groups") or ()]
    yield from _most(groups, 100, "groups of options")
    for options in groups or [one.get("options") or []]:
        yield from _most(options, most, "options of a menu", least=1)
    options = [*chain(one.get("options") or (), *groups)]
    for option in options:
        yield from _option(option)
    started = [one.get("initial_option"), *(one.get("initial_options") or ())]
    if any(option not in options for option in started if option is not None):
        yield Violation("the initial option is one of the options", DOCS)


def _option(option: Block) -> Broken:
    yield from _text(option.get("text"), 75, "text of an option")
    yield from _length(option.get("value"), 150, "value of an option")
    if "description" in option:
        yield from _text(option["description"], 75, "description of an option")


def _text_input(one: Block) -> Broken:
    least, most = one.get("min_length", 0), one.get("max_length", 3000)
    if not (0 <= least <= 3000 and 1 <= most <= 3000 and least <= most):
        yield Violation(f"a text input takes 1 to 3000 characters, not {least} to {most}", TYPES)
    yield from _length(one.get("initial_value", "-"), most, "initial_value", least=0)
