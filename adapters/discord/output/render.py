"""A game's view as a message of components: text, pictures, buttons and menus.

All of Discord's limits are kept here by construction: 40 components, 10 files, 4000 characters of
text, and those of labels, ids and alternative texts. The pictures are drawn by whoever sends the
message.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, count
from typing import Any, Final

from discord import AllowedMentions, ButtonStyle, MediaGalleryItem, Object, SelectOption, ui

from adapters.chat.buttons import face_text, row_length
from adapters.chat.custom_id import ButtonAction, ButtonId, read_button_id
from adapters.chat.message_view import (
    MOST_MENTIONED,
    RenderOptions,
    choice_label,
    fitted_view,
    left_out,
    pictures_of,
    short_names,
    typed_choice,
    used_label,
)
from adapters.chat.paragraphs import Paragraph, fit_lengths
from adapters.chat.pictures import PictureFile, second_halves
from adapters.chat.text_grid import quoted, text_grid
from adapters.discord.limits import LIMITS
from adapters.discord.output.layout import (
    LONGEST_LAYOUT_TEXT,
    STYLES,
    Component,
    MessagePart,
    escape,
    message_layout,
)
from adapters.picture.palette import Theme
from bot.games import GameView, User
from bot.texts import Texts
from core.fit import Capabilities
from core.view import (
    WHEN,
    Block,
    Buttons,
    Choice,
    Drawing,
    Fields,
    Menus,
    Monospace,
    Numbered,
    Phrase,
    Picture,
    Text,
    Tone,
    View,
    phrase,
    shorten,
)

LONGEST_ALT: Final = 1024
"""Characters of an alternative text."""

MOST_FILES: Final = 10
"""Files of a message."""

MOST_COMPONENTS: Final = 39
"""Components of a message, besides the container that holds them all."""

_EMPHASIS: Final = {
    Tone.PLAIN: ("", ""),
    Tone.LARGE: ("## ", ""),
    Tone.STRONG: ("**", "**"),
    Tone.GOOD: ("✅ ", ""),
    Tone.BAD: ("⚠️ ", ""),
    Tone.QUIET: ("-# ", ""),
}


@dataclass(frozen=True, slots=True)
class RenderedMessage:
    """A message to be sent: the components, the people they mention, and their pictures."""

    layout: ui.LayoutView
    mentions: AllowedMentions
    pictures: tuple[PictureFile, ...] = ()
    theme: Theme = Theme.DARK


def message(game_view: GameView, options: RenderOptions) -> RenderedMessage:
    """Return a game's view as a message."""
    capabilities = partial(_capabilities, pictures=options.pictures)
    fitted = fitted_view(game_view, options, LIMITS, capabilities)
    plates = dict(pictures_of(fitted, options.texts, MOST_FILES, LONGEST_ALT))
    called = _called(options.mentions)
    numbers = map(str, count())
    ids = (
        str(ButtonId(ButtonAction.MENU, game_view.game_id, game_view.turn, one)) for one in numbers
    )
    parts = [*_head(fitted, called, options), *_body(fitted, options.texts, ids, plates)]
    if fitted.footer:
        footer = paragraph(options.texts, fitted.footer, Tone.QUIET)
        # It holds the hash of the deal, which nobody could check in part.
        parts.append(replace(footer, is_uncut=True, is_needed=True))
    return RenderedMessage(
        layout=message_layout(parts),
        mentions=AllowedMentions(
            everyone=False, roles=False, users=[Object(one) for one in called]
        ),
        pictures=tuple(chain.from_iterable(plates.values())),
        theme=Theme(game_view.settings.theme.value),
    )


def single_line(said: Phrase, texts: Texts, place: int | None = None) -> RenderedMessage:
    """Return a message of one sentence, such as what is left of one that another has replaced.

    Where that is in another channel, its `place` is named after the sentence.
    """
    (shown,) = fit_lengths([paragraph(texts, said, Tone.QUIET)], LONGEST_LAYOUT_TEXT)
    text = str(shown) if place is None else f"{shown} <#{place}>"
    return RenderedMessage(message_layout([ui.TextDisplay(text)]), AllowedMentions.none())


def components_of(shown: RenderedMessage) -> list[dict[str, Any]]:
    """Return the components as they are sent."""
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
    """Return the ids of those people who can be mentioned here."""
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


def _body(
    view: View,
    texts: Texts,
    menu_ids: Iterator[str],
    pictures: Mapping[int, tuple[PictureFile, ...]],
) -> Iterator[MessagePart]:
    old = left_out(view)
    for place, block in enumerate(view.blocks):
        if place in pictures:
            yield from map(_shown, pictures[place])
        elif place not in old:
            yield from parts_of(block, texts, menu_ids)


def parts_of(
    block: Block, texts: Texts, menu_ids: Iterator[str] | None = None
) -> Iterator[MessagePart]:
    """Yield a fitted block without pictures as parts of a message.

    `menu_ids` are the ids of the menus of a game, in their order.
    """
    match block:
        case Text(phrase=said, tone=tone):
            yield paragraph(texts, said, tone)
        case Fields(rows=rows, tone=tone):
            for face, name, value in rows:
                said = phrase("chat-field", name=name, value=value)
                yield paragraph(texts, said, tone, before=f"{face_text(face)} " if face else "")
        case Drawing(lines=lines):
            yield Paragraph("\n".join(map(quoted, lines)), "```\n", "\n```")
        case Monospace(grid=grid) | Picture(grid=grid):
            yield Paragraph(text_grid(grid), "```\n", "\n```", is_uncut=True)
        case Buttons(rows=rows):
            yield from (ui.ActionRow(*map(button_of, row)) for row in rows)
        case Menus(menus=menus):
            yield from (
                _menu(menu, texts, id_) for menu, id_ in zip(menus, menu_ids or (), strict=False)
            )
        case Numbered(choices=choices):
            yield from (typed_choice(choice, texts, escape) for choice in choices)


def paragraph(
    texts: Texts, said: Phrase, tone: Tone = Tone.PLAIN, *, before: str = ""
) -> Paragraph:
    """Return a phrase in its tone, with text `before` it that is not escaped."""
    first, last = _EMPHASIS[tone]
    return Paragraph(escape(texts.say(said)), f"{first}{before}", last)


def _shown(picture: PictureFile) -> Component:
    return ui.MediaGallery(
        MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)
    )


# What there is to press.


def button_of(choice: Choice) -> ui.Button[Any]:
    """Return the button of a choice, whose line is its id."""
    press = read_button_id(choice.line)
    return ui.Button(
        label=choice_label(choice, LIMITS.label),
        custom_id=choice.line,
        style=STYLES.get(choice.tone, ButtonStyle.secondary),
        disabled=not choice.enabled or (press is not None and press.action is ButtonAction.NOTHING),
    )


def _menu(choices: Sequence[Choice], texts: Texts, custom_id: str) -> ui.ActionRow[Any]:
    options = [
        SelectOption(label=used_label(choice, LIMITS.label), value=choice.line)
        for choice in choices
    ]
    named = short_names(choices, LIMITS.label)
    first, last = named[0], named[-1]
    placeholder = texts.say(phrase("chat-menu", first=first, last=last))
    return ui.ActionRow(
        ui.Select(custom_id=custom_id, placeholder=shorten(placeholder, 150), options=options)
    )
