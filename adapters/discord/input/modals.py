"""Forms of a game view as modals."""

from typing import Any, Final

from discord import SelectOption, ui

from adapters.chat.buttons import button_label, heading
from adapters.chat.custom_id import ButtonAction, ButtonId
from adapters.chat.forms import field_id
from adapters.chat.responses import OpenedForm
from adapters.discord.limits import LIMITS
from bot.texts import Texts
from core.view import Blank, Phrase, shorten

LONGEST_TITLE: Final = 45
"""Characters of a modal's title, and of a label in it."""

LONGEST_DESCRIPTION: Final = 100
"""Characters of what stands below a label."""

LONGEST_INPUT: Final = 200
"""Characters that can be typed into a blank."""

MOST_OPTIONS: Final = 25


def modal(opened: OpenedForm) -> ui.Modal:
    """Return a form as a modal."""
    game_view, form, texts = opened.game_view, opened.form, opened.texts
    game_id, turn = game_view.game_id, game_view.turn
    press = ButtonId(ButtonAction.FILL, game_id, turn, form.name, panel=opened.panel)
    title, _ = heading(texts.say(form.label), LONGEST_TITLE)
    made = ui.Modal(title=shorten(title, LONGEST_TITLE), custom_id=str(press))
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
        called = blank.value_labels or blank.values
        options = [
            SelectOption(label=_said(one, texts), value=value, default=value == blank.initial)
            for value, one in zip(blank.values, called, strict=True)
        ]
        return ui.Select(custom_id=field_id(blank), options=options)
    default = blank.initial or None
    return ui.TextInput(custom_id=field_id(blank), max_length=LONGEST_INPUT, default=default)


def _said(called: Phrase | str, texts: Texts) -> str:
    return button_label(called if isinstance(called, str) else texts.say(called), LIMITS.label)
