"""Block Kit: texts, buttons, menus and modals as Slack's blocks.

Texts become rich text, which needs no escaping: no character in it formats, links or mentions.
Mentions are separate elements.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, groupby
from secrets import token_hex
from typing import Any, Final, TypeAlias

from adapters.chat.buttons import TURNING, blank_options, heading
from adapters.chat.message_view import Paragraph, fit_lengths
from adapters.chat.responses import OpenedForm, field_id
from adapters.picture import PictureFile
from adapters.slack import limits
from adapters.slack.connection.payloads import MENU, metadata
from bot.texts import Texts
from core.view import Blank, Tone, phrase, shorten

SlackBlock: TypeAlias = dict[str, Any]
"""JSON of a block, an element or a view."""

BUTTON_STYLES: Final = {Tone.STRONG: "primary", Tone.GOOD: "primary", Tone.BAD: "danger"}
"""Styles of buttons; all others have none."""


_COMMANDS: Final = re.compile(r"(?<![\w/])/(admin|help|privacy)\b")
"""Commands that need /spyring on Slack."""


START: Final = "start-game"
"""The shortcut that starts a game, and the id of its form."""

SHORT_LABEL: Final = 45
"""The most characters of a label with its explanation, which otherwise becomes a hint."""


@dataclass(frozen=True, slots=True)
class Line(Paragraph):
    """A paragraph of rich text, with `elements` such as mentions before it."""

    is_bold: bool = False
    is_quiet: bool = False
    is_code: bool = False
    elements: tuple[SlackBlock, ...] = ()


Part: TypeAlias = Line | PictureFile | SlackBlock
"""A part of a message: a text, a picture to send, or a block."""


def blocks_of(parts: Sequence[Part], files: Mapping[str, str] | None = None) -> list[SlackBlock]:
    """Return parts as blocks, with adjacent texts joined, and shortened to Slack's limits.

    `files` are Slack's ids of pictures by name; a picture without one is left out.
    """
    known = files or {}
    fitted = iter(
        fit_lengths([one for one in parts if isinstance(one, Line)], limits.LONGEST_SLACK_MESSAGE)
    )
    blocks: list[SlackBlock] = []
    for kind, group in groupby(parts, key=type):
        if kind is Line:
            lines = [line for _, line in zip(group, fitted, strict=False)]
            blocks += _texts([one for one in lines if isinstance(one, Line)])
        elif kind is PictureFile:
            blocks += [
                {"type": "image", "slack_file": {"id": known[one.name]}, "alt_text": one.alt}
                for one in group
                if isinstance(one, PictureFile) and one.name in known
            ]
        else:
            blocks += [one for one in group if isinstance(one, dict)]
    return _numbered(blocks)


def _numbered(blocks: list[SlackBlock]) -> list[SlackBlock]:
    """Set the ids of buttons and menus, unique in their message.

    Slack keeps a menu's chosen option while its ids stay the same, so each drawing has new ones.
    """
    numbers = count()
    for block in blocks:
        for element in block["elements"] if block["type"] == "actions" else ():
            element["action_id"] = f"choice-{next(numbers)}"
            if element["type"] == MENU:
                block["block_id"] = token_hex(8)
    return blocks


def files_in(blocks: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the ids of files in blocks."""
    for block in blocks:
        if file := (block.get("slack_file") or {}).get("id"):
            yield str(file)


# Texts.


def header(text: str) -> SlackBlock:
    """Return a title."""
    return {"type": "header", "text": plain(text, limits.LONGEST_HEADER)}


def plain(text: str, most: int = limits.LONGEST_PLAIN_TEXT) -> SlackBlock:
    """Return plain text, in at most `most` characters."""
    return {"type": "plain_text", "text": shorten(readable(text), most) or "–", "emoji": True}


def readable(text: str) -> str:
    """Return a text without bidirectional controls, and with Slack's commands.

    >>> readable("Delete it with /privacy delete.")
    'Delete it with /spyring privacy delete.'
    """
    return _COMMANDS.sub(r"/spyring \1", TURNING.sub("", text))


def escape(text: str) -> str:
    """Return a text escaped for mrkdwn and fallback texts, without mentions."""
    return readable(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _texts(lines: Iterable[Line]) -> Iterator[SlackBlock]:
    for is_quiet, group in groupby(lines, key=lambda line: line.is_quiet):
        if not is_quiet:
            yield {"type": "rich_text", "elements": [*_rich(group)]}
        elif text := "\n".join(map(str, group)).strip():
            yield {"type": "context", "elements": [plain(text)]}


def _rich(lines: Iterable[Line]) -> Iterator[SlackBlock]:
    for is_code, group in groupby(lines, key=lambda line: line.is_code):
        kind = "rich_text_preformatted" if is_code else "rich_text_section"
        yield {"type": kind, "elements": [*_lines([*group])]}


def _lines(lines: Sequence[Line]) -> Iterator[SlackBlock]:
    for place, line in enumerate(lines):
        yield from line.elements
        end = "" if place == len(lines) - 1 else "\n"
        if text := f"{readable(str(line))}{end}":
            style = {"style": {"bold": True}} if line.is_bold and text.strip() else {}
            yield {"type": "text", "text": text, **style}


def channel_link(channel: str) -> SlackBlock:
    """Return a link to a channel."""
    return {"type": "channel", "channel_id": channel}


def channel_line(channel: str) -> Line:
    """Return a line with a link to a channel."""
    return Line("", is_uncut=True, elements=(channel_link(channel),))


# Buttons and menus.


def actions(elements: Iterable[SlackBlock]) -> SlackBlock:
    """Return a row of buttons or a menu."""
    return {"type": "actions", "elements": [*elements]}


def button(label: str, line: str, tone: Tone) -> SlackBlock:
    """Return a button with a line as value."""
    style = {"style": BUTTON_STYLES[tone]} if tone in BUTTON_STYLES else {}
    return {"type": "button", "text": plain(label, 75), "value": line, **style}


def menu(
    options: Iterable[tuple[str, str]], *, placeholder: str = "", initial: str = ""
) -> SlackBlock:
    """Return a menu of labels and values, with an initial value if given."""
    made = [{"text": plain(label, 75), "value": value} for label, value in options]
    hint = {"placeholder": plain(placeholder, limits.LONGEST_PLACEHOLDER)} if placeholder else {}
    first = [one for one in made if one["value"] == initial]
    start = {"initial_option": first[0]} if first else {}
    return {"type": MENU, **hint, "options": made, **start}


# Modals.


def form_modal(opened: OpenedForm, channel: str) -> SlackBlock:
    """Return the modal of a form, with the form's id."""
    form, texts = opened.form, opened.texts
    title, _ = heading(texts.say(form.label), limits.LONGEST_MODAL_TITLE)
    made = _form(opened.custom_id, title, [_input(blank, texts) for blank in form.blanks], texts)
    return {**made, "private_metadata": metadata(channel)}


def start_modal(games: Sequence[str], texts: Texts) -> SlackBlock:
    """Return the modal of the shortcut that starts a game in a channel."""
    named = ((texts.say(phrase("game-name", game=game)), game) for game in games)
    where = {
        "type": "conversations_select",
        "default_to_current_conversation": True,
        "filter": {"include": ["public", "private", "mpim"], "exclude_bot_users": True},
    }
    blanks = [
        _labelled("game", texts.say(phrase("slack-start-game")), menu(named, initial=games[0])),
        _labelled("channel", texts.say(phrase("slack-start-channel")), where),
    ]
    return _form(START, texts.say(phrase("slack-start-title")), blanks, texts)


def _form(callback_id: str, title: str, blanks: list[SlackBlock], texts: Texts) -> SlackBlock:
    return {
        "type": "modal",
        "callback_id": callback_id,
        "title": plain(title, limits.LONGEST_MODAL_TITLE),
        "submit": plain(texts.say(phrase("slack-send")), limits.LONGEST_MODAL_TITLE),
        "close": plain(texts.say(phrase("slack-close")), limits.LONGEST_MODAL_TITLE),
        "blocks": blanks,
    }


def _labelled(name: str, label: str, element: SlackBlock) -> SlackBlock:
    return {
        "type": "input",
        "block_id": name,
        "label": plain(label, limits.LONGEST_LABEL),
        "element": {**element, "action_id": "value"},
    }


def _input(blank: Blank, texts: Texts) -> SlackBlock:
    label, explained = heading(texts.say(blank.label), SHORT_LABEL)
    typed = {"initial_value": blank.initial} if blank.initial else {}
    most = limits.LONGEST_SLACK_INPUT
    element: SlackBlock = {"type": "plain_text_input", "max_length": most, **typed}
    if 0 < len(blank.values) <= limits.MOST_MENU_OPTIONS:
        options = blank_options(blank, texts, limits.SLACK_LIMITS.label)
        element = menu(((label, value) for value, label in options), initial=blank.initial)
    hint = {"hint": plain(explained, limits.LONGEST_LABEL)} if explained else {}
    return {**_labelled(field_id(blank), label, element), "optional": blank.named, **hint}


def shown_modal(
    title: str, blocks: Sequence[SlackBlock], channel: str, texts: Texts | None
) -> SlackBlock:
    """Return blocks as a modal without inputs.

    The first block is left out if it equals the title. Slack sends an event when a modal with
    pictures is closed.
    """
    named = plain(title, limits.LONGEST_MODAL_TITLE)
    below = blocks[1:] if blocks[0].get("text") == named else blocks
    close = phrase("slack-close")
    closing = {"close": plain(texts.say(close), limits.LONGEST_MODAL_TITLE)} if texts else {}
    return {
        "type": "modal",
        "private_metadata": metadata(channel),
        "title": named,
        **closing,
        "notify_on_close": any(files_in(below)),
        "blocks": [*below],
    }
