"""Modals: forms to be filled in, and what one person alone sees."""

from collections.abc import Sequence
from typing import Final

from adapters.chat.buttons import blank_options, heading
from adapters.chat.forms import field_id
from adapters.chat.responses import OpenedForm
from adapters.slack.connection.payloads import metadata
from adapters.slack.limits import (
    LONGEST_LABEL,
    LONGEST_MODAL_TITLE,
    LONGEST_SLACK_INPUT,
    MOST_MENU_OPTIONS,
    SLACK_LIMITS,
)
from adapters.slack.output.blocks import SlackBlock, files_in, option, plain
from bot.texts import Texts
from core.view import Blank, phrase

START: Final = "start-game"
"""The shortcut that starts a game, and the id of its form."""

SHORT_LABEL: Final = 45
"""Characters from which on the explanation in a label becomes a hint below the input."""


def form_modal(opened: OpenedForm, channel: str) -> SlackBlock:
    """Return a form as a modal; what it sends has the id of the form."""
    form, texts = opened.form, opened.texts
    title, _ = heading(texts.say(form.label), LONGEST_MODAL_TITLE)
    made = _form(opened.custom_id, title, [_input(blank, texts) for blank in form.blanks], texts)
    return {**made, "private_metadata": metadata(channel)}


def start_modal(games: Sequence[str], texts: Texts) -> SlackBlock:
    """Return the form of the shortcut that starts a game: which game, and in which channel."""
    named = [option(texts.say(phrase("game-name", game=game)), game) for game in games]
    where = {
        "type": "conversations_select",
        "default_to_current_conversation": True,
        "filter": {"include": ["public", "private", "mpim"], "exclude_bot_users": True},
    }
    what = {"type": "static_select", "options": named, "initial_option": named[0]}
    blanks = [
        _labelled("game", texts.say(phrase("slack-start-game")), what),
        _labelled("channel", texts.say(phrase("slack-start-channel")), where),
    ]
    return _form(START, texts.say(phrase("slack-start-title")), blanks, texts)


def _form(callback_id: str, title: str, blanks: list[SlackBlock], texts: Texts) -> SlackBlock:
    return {
        "type": "modal",
        "callback_id": callback_id,
        "title": plain(title, LONGEST_MODAL_TITLE),
        "submit": plain(texts.say(phrase("slack-send")), LONGEST_MODAL_TITLE),
        "close": plain(texts.say(phrase("slack-close")), LONGEST_MODAL_TITLE),
        "blocks": blanks,
    }


def _labelled(name: str, label: str, element: SlackBlock) -> SlackBlock:
    return {
        "type": "input",
        "block_id": name,
        "label": plain(label, LONGEST_LABEL),
        "element": {**element, "action_id": "value"},
    }


def _input(blank: Blank, texts: Texts) -> SlackBlock:
    label, explained = heading(texts.say(blank.label), SHORT_LABEL)
    element = _menu(blank, texts) if 0 < len(blank.values) <= MOST_MENU_OPTIONS else _text(blank)
    hint = {"hint": plain(explained, LONGEST_LABEL)} if explained else {}
    return {**_labelled(field_id(blank), label, element), "optional": blank.named, **hint}


def _menu(blank: Blank, texts: Texts) -> SlackBlock:
    labels = blank_options(blank, texts, SLACK_LIMITS.label)
    made = {value: option(label, value) for value, label in labels}
    start = {"initial_option": made[blank.initial]} if blank.initial in made else {}
    return {"type": "static_select", "options": [*made.values()], **start}


def _text(blank: Blank) -> SlackBlock:
    start = {"initial_value": blank.initial} if blank.initial else {}
    return {"type": "plain_text_input", "max_length": LONGEST_SLACK_INPUT, **start}


def shown_modal(
    title: str, blocks: Sequence[SlackBlock], channel: str, texts: Texts | None
) -> SlackBlock:
    """Return blocks as a modal that is only read, or whose buttons are pressed.

    A title among the blocks that the modal has room for is not said twice. Slack says when one with
    pictures is closed.
    """
    named = plain(title, LONGEST_MODAL_TITLE)
    below = blocks[1:] if blocks[0].get("text") == named else blocks
    close = phrase("slack-close")
    closing = {"close": plain(texts.say(close), LONGEST_MODAL_TITLE)} if texts else {}
    return {
        "type": "modal",
        "private_metadata": metadata(channel),
        "title": named,
        **closing,
        "notify_on_close": any(files_in(below)),
        "blocks": [*below],
    }
