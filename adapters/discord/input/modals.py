"""Forms of a game view as modals."""

from typing import Any, Final

from discord import SelectOption, ui

from adapters.chat.buttons import blank_options, heading
from adapters.chat.forms import field_id
from adapters.chat.responses import OpenedForm
from adapters.discord.limits import LIMITS
from bot.texts import Texts
from core.view import Blank, shorten

LONGEST_TITLE: Final = 45
"""Characters of a modal's title, and of a label in it."""

LONGEST_DESCRIPTION: Final = 100
"""Characters of what stands below a label."""

LONGEST_INPUT: Final = 200
"""Characters that can be typed into a blank."""

MOST_OPTIONS: Final = 25


def modal(opened: OpenedForm) -> ui.Modal:
    """Return a form as a modal."""
    form, texts = opened.form, opened.texts
    title, _ = heading(texts.say(form.label), LONGEST_TITLE)
    made = ui.Modal(title=shorten(title, LONGEST_TITLE), custom_id=opened.custom_id)
    for blank in form.blanks:
        made.add_item(_labelled(blank, texts))
    return made


def _labelled(blank: Blank, texts: Texts) -> ui.Label[Any]:
    label, explained = heading(texts.say(blank.label), LONGEST_TITLE)
    return ui.Label(
        text=shorten(label, LONGEST_TITLE),
        description=shorten(explained, LONGEST_DESCRIPTION) or None,
        component=_input(blank, texts),
    )


def _input(blank: Blank, texts: Texts) -> ui.Item[Any]:
    if 0 < len(blank.values) <= MOST_OPTIONS:
        options = [
            SelectOption(label=label, value=value, default=value == blank.initial)
            for value, label in blank_options(blank, texts, LIMITS.label)
        ]
        return ui.Select(custom_id=field_id(blank), options=options)
    default = blank.initial or None
    return ui.TextInput(custom_id=field_id(blank), max_length=LONGEST_INPUT, default=default)
