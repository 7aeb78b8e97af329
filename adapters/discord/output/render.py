"""Views as messages and modals of components: text, pictures, buttons, menus and inputs.

All messages keep Discord's limits by construction: 40 components, 10 files, 4000 characters of
text, and the limits on labels, ids and alternative texts. The sender of a message draws its
pictures.

This module escapes all text, so that no typed text formats, links or pings. Catalogues have no
Markdown; this module emphasizes whole sentences.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, groupby, islice
from typing import Any, Final, TypeAlias

from discord import AllowedMentions, ButtonStyle, MediaGalleryItem, Object, SelectOption, ui

from adapters.chat import message_view
from adapters.chat.buttons import TURNING, blank_options, face_text, heading, reply_view, row_length
from adapters.chat.incoming import ButtonAction, ButtonId, read_button_id
from adapters.chat.message_view import AT, MOST_MENTIONED, Paragraph, RenderOptions, fit_lengths
from adapters.chat.responses import OpenedForm, field_id
from adapters.discord.calls import LIMITS
from adapters.picture import PictureFile, second_halves
from adapters.picture.palette import Theme
from bot.games import GameView, User
from bot.texts import Texts
from core import view
from core.fit import Capabilities, fit
from core.view import WHEN, Blank, Block, Choice, Numbered, Phrase, Tone, View, phrase, shorten

LONGEST_LAYOUT_TEXT: Final = 4000
"""Characters of all texts of a message."""

_MARKS: Final = re.compile(r"([\\*_~`|<>#\[\]]|:(?=//))")
"""Signs that format, link or mention; Discord hides a backslash before them."""

_LISTED: Final = re.compile(r"^(\s*\d*)([-+.])(?=\s|$)", re.MULTILINE)
"""The beginning of a list."""


Component: TypeAlias = ui.Item[Any]
MessagePart: TypeAlias = Paragraph | Component

STYLES: Final = {
    Tone.STRONG: ButtonStyle.primary,
    Tone.GOOD: ButtonStyle.success,
    Tone.BAD: ButtonStyle.danger,
}
"""Styles of buttons; all others are secondary."""


LONGEST_ALT: Final = 1024
"""Characters of an alternative text."""

MOST_FILES: Final = 10
"""Files of a message."""

MOST_COMPONENTS: Final = 39
"""Components of a message, besides the container around them."""

_EMPHASIS: Final = {
    Tone.PLAIN: ("", ""),
    Tone.LARGE: ("## ", ""),
    Tone.STRONG: ("**", "**"),
    Tone.GOOD: ("✅ ", ""),
    Tone.BAD: ("⚠️ ", ""),
    Tone.QUIET: ("-# ", ""),
}

CAPABILITIES: Final = Capabilities(buttons=25, row=LIMITS.row, components=38)
"""Discord's 40 components, minus the container and a file."""


LONGEST_TITLE: Final = 45
"""Characters of a modal's title, and of a label in it."""

LONGEST_DESCRIPTION: Final = 100
"""Characters of the text below a label."""

LONGEST_INPUT: Final = 200
"""Characters of a blank that is typed."""

MOST_OPTIONS: Final = 25


def message_layout(parts: Sequence[MessagePart], *below: Component) -> ui.LayoutView:
    """Return the parts as a message in one container, with other items `below` it."""
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.Container(*_items(parts)))
    for item in below:
        layout.add_item(item)
    layout.stop()  # ids identify presses: discord.py need not keep the message
    return layout


def _items(parts: Sequence[MessagePart]) -> Iterator[Component]:
    """Yield the components, adjacent paragraphs as one, cut to fit."""
    paragraphs = [part for part in parts if isinstance(part, Paragraph)]
    fitted = iter(fit_lengths(paragraphs, LONGEST_LAYOUT_TEXT))
    for is_text, group in groupby(parts, key=lambda part: isinstance(part, Paragraph)):
        if is_text:
            lines = [str(one) for one in islice(fitted, len([*group])) if one]
            if text := "\n".join(lines).strip():
                yield ui.TextDisplay(text)
        else:
            yield from (part for part in group if isinstance(part, ui.Item))


def escape(text: str) -> str:
    """Return a text that Discord shows unchanged."""
    escaped = _MARKS.sub(r"\\\1", TURNING.sub("", text)).replace("@", AT)
    return _LISTED.sub(r"\1\\\2", escaped)


@dataclass(frozen=True, slots=True)
class RenderedMessage:
    """A message to send: the components, the people they mention, and their pictures."""

    layout: ui.LayoutView
    mentions: AllowedMentions
    pictures: tuple[PictureFile, ...] = ()
    theme: Theme = Theme.DARK


def message(game_view: GameView, options: RenderOptions) -> RenderedMessage:
    """Return a game's view as a message."""
    capabilities = partial(_capabilities, pictures=options.pictures)
    fitted = message_view.fitted_view(game_view, options, LIMITS, capabilities)
    blocks = [*message_view.shown_blocks(fitted, options.texts, MOST_FILES, LONGEST_ALT)]
    called = _called(options.mentions)
    menu_id = partial(ButtonId, ButtonAction.MENU, game_view.game_id, game_view.turn)
    ids = (str(menu_id(str(number))) for number in count())
    parts: list[MessagePart] = [*_head(fitted, called, options)]
    for block in blocks:
        parts += parts_of(block, options.texts, ids)
    if fitted.footer:
        parts.append(paragraph(options.texts, fitted.footer, Tone.QUIET))
    return RenderedMessage(
        layout=message_layout(parts),
        mentions=AllowedMentions(
            everyone=False, roles=False, users=[Object(one) for one in called]
        ),
        pictures=tuple(one for one in blocks if isinstance(one, PictureFile)),
        theme=Theme(game_view.settings.theme.value),
    )


def short_message(
    said: Phrase, texts: Texts, *below: Phrase, place: int | None = None
) -> RenderedMessage:
    """Return a message of a few sentences, such as the line that remains of a replaced board.

    If the new message is in another channel, that `place` follows the first sentence.
    """
    first, *more = (paragraph(texts, one, Tone.QUIET) for one in (said, *below))
    after = "" if place is None else f" <#{place}>"
    return RenderedMessage(
        message_layout([replace(first, after=after), *more]), AllowedMentions.none()
    )


def components_of(shown: RenderedMessage) -> list[dict[str, Any]]:
    """Return the components in Discord's format."""
    components: list[dict[str, Any]] = shown.layout.to_components()  # type: ignore[no-untyped-call]
    return components


def _capabilities(view: View, *, pictures: bool) -> Capabilities:
    return Capabilities(
        buttons=MOST_COMPONENTS,
        row=row_length(view, LIMITS.row),
        menus=MOST_COMPONENTS,
        menu_options=25,
        pictures=pictures,
        components=MOST_COMPONENTS - (second_halves(view) if pictures else 0),
    )


def _called(users: Iterable[User]) -> tuple[int, ...]:
    """Return the ids of the people whom Discord can mention."""
    numbers = (user.id for user in users if user.platform == "discord")
    ids = (int(number) for number in numbers if number.isascii() and number.isdecimal())
    return tuple(dict.fromkeys(ids))[:MOST_MENTIONED]


# Text.


def _head(view: View, called: Sequence[int], options: RenderOptions) -> Iterator[Paragraph]:
    yield Paragraph(escape(options.texts.say(view.title)), "### ")
    if options.place is not None:
        yield Paragraph(f"<#{options.place}>", is_uncut=True)
    if called:
        yield Paragraph(" ".join(f"<@{one}>" for one in called), is_uncut=True)
    for notice in options.notices:
        moment = f"<t:{int(notice.at.timestamp())}:R>" if notice.at else ""
        said = escape(options.texts.say(notice.phrase)).replace(WHEN, moment)
        yield Paragraph(said, is_uncut=True)


def parts_of(
    block: Block | PictureFile, texts: Texts, menu_ids: Iterator[str] | None = None
) -> Iterator[MessagePart]:
    """Yield a fitted block, or a picture of it, as parts of a message.

    `menu_ids` are the ids of a game's menus, in order.
    """
    match block:
        case PictureFile():
            item = MediaGalleryItem(f"attachment://{block.name}", description=block.alt)
            yield ui.MediaGallery(item)
        case view.Text(phrase=said, tone=tone):
            yield paragraph(texts, said, tone)
        case view.Fields(rows=rows, tone=tone):
            for face, name, value in rows:
                said = phrase("chat-field", name=name, value=value)
                yield paragraph(texts, said, tone, before=f"{face_text(face)} " if face else "")
        case view.Drawing(lines=lines):
            yield Paragraph("\n".join(map(message_view.quoted, lines)), "```\n", "\n```")
        case view.Monospace(grid=grid) | view.Picture(grid=grid):
            yield Paragraph(message_view.text_grid(grid), "```\n", "\n```", is_uncut=True)
        case view.Buttons(rows=rows):
            yield from (ui.ActionRow(*map(button_of, row)) for row in rows)
        case view.Menus(menus=menus):
            yield from (
                _menu(menu, texts, id_) for menu, id_ in zip(menus, menu_ids or (), strict=False)
            )
        case Numbered(choices=choices):
            yield from (message_view.typed_choice(choice, texts, escape) for choice in choices)


def paragraph(
    texts: Texts, said: Phrase, tone: Tone = Tone.PLAIN, *, before: str = ""
) -> Paragraph:
    """Return a phrase in its tone, after text `before` it that is not escaped."""
    first, last = _EMPHASIS[tone]
    return Paragraph(escape(texts.say(said)), f"{first}{before}", last)


# Buttons and menus.


def button_of(choice: Choice) -> ui.Button[Any]:
    """Return the button of a choice, whose line is its id."""
    press = read_button_id(choice.line)
    return ui.Button(
        label=message_view.choice_label(choice, LIMITS.label),
        custom_id=choice.line,
        style=STYLES.get(choice.tone, ButtonStyle.secondary),
        disabled=not choice.enabled or (press is not None and press.action is ButtonAction.NOTHING),
    )


def _menu(choices: Sequence[Choice], texts: Texts, custom_id: str) -> ui.ActionRow[Any]:
    options = [
        SelectOption(label=message_view.used_label(choice, LIMITS.label), value=choice.line)
        for choice in choices
    ]
    placeholder = texts.say(message_view.menu_phrase(choices, LIMITS.label))
    return ui.ActionRow(
        ui.Select(custom_id=custom_id, placeholder=shorten(placeholder, 150), options=options)
    )


# Views besides games, and forms.


def page(view: View, texts: Texts, asker: str = "", paper: str | None = None) -> ui.LayoutView:
    """Return a view as a message; its choices make further requests by the asker.

    A welcome has no asker, and its choices open games. `paper` is the name of an attached file.
    """
    fitted = fit(reply_view(view, texts, asker, LIMITS), CAPABILITIES)
    parts: list[MessagePart] = [Paragraph(escape(texts.say(fitted.title)), "### ")]
    for block in fitted.blocks:
        if isinstance(block, Numbered):  # these choices have no game lines
            named = (phrase("admin-name", name=one.label) for one in block.choices)
            parts += (paragraph(texts, said) for said in named)
        else:
            parts += parts_of(block, texts)
    if fitted.footer:
        parts.append(paragraph(texts, fitted.footer, Tone.QUIET))
    below: list[Component] = [] if paper is None else [ui.File(f"attachment://{paper}")]
    return message_layout(parts, *below)


def question(text: str, choices: Sequence[Choice]) -> ui.LayoutView:
    """Return a text with buttons, whose ids are the lines of the choices."""
    rows = (choices[at : at + LIMITS.row] for at in range(0, len(choices), LIMITS.row))
    return message_layout(
        [Paragraph(escape(text)), *(ui.ActionRow(*map(button_of, row)) for row in rows)]
    )


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
