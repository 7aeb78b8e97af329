"""A game's view as a message of components: text, pictures, buttons and menus.

All of Discord's limits are kept here by construction: 40 components, 10 files, 4000 characters of
text, and those of labels, ids and alternative texts. The pictures are drawn by whoever sends the
message.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import Any, Final

from discord import AllowedMentions, ButtonStyle, MediaGalleryItem, Object, SelectOption, ui

from adapters.chat.buttons import (
    ButtonFactory,
    button_label,
    extra_buttons,
    face_text,
    row_length,
    without_idle_choices,
)
from adapters.chat.custom_id import ButtonAction, ButtonId, read_button_id
from adapters.discord.limits import LIMITS
from adapters.discord.output.layout import STYLES, Component, MessagePart, message_layout
from adapters.discord.output.markdown import Paragraph, escape, fit_lengths
from adapters.discord.output.pictures import (
    MOST_FILES,
    Drawable,
    PictureFile,
    drawables_of,
    file_names,
    second_halves,
)
from adapters.discord.output.text_grid import quoted, text_grid
from adapters.picture.palette import Theme
from bot.games import Countdown, GameView, User
from bot.texts import Texts
from core.fit import Capabilities, fit
from core.view import (
    WHEN,
    Block,
    Buttons,
    Choice,
    Drawing,
    Fields,
    Grid,
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

LOG_LINES: Final = 12
"""Quiet lines of a message, such as its clues, of which the newest are shown."""

MOST_MENTIONED: Final = 20
"""People whom one message mentions at most."""

MOST_POINTED: Final = 10
"""Cards of which a message tells in words who has marked them; a picture marks them all."""

MOST_COMPONENTS: Final = 39
"""Components of a message, besides the container that holds them all."""

LONGEST_PLACEHOLDER_NAME: Final = 40
"""Characters of a choice that a menu's placeholder names."""

_EMPHASIS: Final = {
    Tone.PLAIN: ("", ""),
    Tone.LARGE: ("## ", ""),
    Tone.STRONG: ("**", "**"),
    Tone.GOOD: ("✅ ", ""),
    Tone.BAD: ("⚠️ ", ""),
    Tone.QUIET: ("-# ", ""),
}

_SLOT: Final = "\ue000"
"""Stands for a name while the sentence around it is escaped."""


@dataclass(frozen=True, slots=True)
class RenderedMessage:
    """A message to be sent: the components, the people they mention, and their pictures."""

    layout: ui.LayoutView
    mentions: AllowedMentions
    pictures: tuple[PictureFile, ...] = ()
    theme: Theme = Theme.DARK


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """Options of rendering a game view, and the texts beside it.

    `mentions` are the people who are called, `notices` tell of what is to come, `remarks` come
    last. A message that is not `shared` is for one person alone; one elsewhere than in the game's
    channel names that as its `place`. Without `pictures` boards and drawings are text. A board that
    is `spelled` is text besides its picture; of a drawing the picture's alternative text tells.
    `panel` names the panel that is shown, if it is one.
    """

    texts: Texts
    mentions: tuple[User, ...] = ()
    notices: tuple[Countdown, ...] = ()
    remarks: tuple[Phrase, ...] = ()
    shared: bool = True
    pictures: bool = True
    spelled: bool = False
    place: int | None = None
    panel: str = ""


def message(game_view: GameView, options: RenderOptions) -> RenderedMessage:
    """Return a game's view as a message."""
    own = extra_buttons(game_view, LIMITS) if options.shared else ()
    buttons = ButtonFactory(
        game_view, options.texts, options.shared or options.spelled, LIMITS, options.panel
    )
    view = _with_notes(buttons.view(own), options)
    fitted = without_idle_choices(fit(view, _capabilities(view, pictures=options.pictures)))
    plates = dict(_plates(fitted, options.texts))
    called = _called(options.mentions)
    parts = [*_head(fitted, called, options), *_body(fitted, game_view, options, plates)]
    if fitted.footer:
        parts.append(_said(options.texts, fitted.footer, Tone.QUIET))
    return RenderedMessage(
        layout=message_layout(parts),
        mentions=AllowedMentions(
            everyone=False, roles=False, users=[Object(one) for one in called]
        ),
        pictures=tuple(chain.from_iterable(plates.values())),
        theme=Theme(game_view.theme.value),
    )


def single_line(said: Phrase, texts: Texts, place: int | None = None) -> RenderedMessage:
    """Return a message of one sentence, such as what is left of one that another has replaced.

    Where that is in another channel, its `place` is named after the sentence.
    """
    (shown,) = fit_lengths([_said(texts, said, Tone.QUIET)])
    text = str(shown) if place is None else f"{shown} <#{place}>"
    return RenderedMessage(message_layout([ui.TextDisplay(text)]), AllowedMentions.none())


def components_of(shown: RenderedMessage) -> list[dict[str, Any]]:
    """Return the components as they are sent."""
    components: list[dict[str, Any]] = shown.layout.to_components()  # type: ignore[no-untyped-call]
    return components


def _with_notes(view: View, options: RenderOptions) -> View:
    """Return the view with all that is said besides it, so that it is fitted together."""
    blocks: list[Block] = []
    spelled = options.spelled and options.pictures
    for block in view.blocks:
        blocks.append(block)
        if isinstance(block, Grid):
            blocks += [Monospace(block)] if spelled else []
            blocks += _pointed(block, shared=options.shared)
    remarks = [Text(remark) for remark in options.remarks]
    return replace(view, blocks=(*blocks, *remarks))


def _pointed(grid: Grid, *, shared: bool) -> Iterator[Text]:
    """Yield who has marked which card; of more cards than a message has room for, the first.

    Where they can be pressed, it is said what another press does.
    """
    marked = [cell for row in grid.cells for cell in row if cell.marks]
    for cell in marked[:MOST_POINTED]:
        card = f"{cell.place} {cell.label}"
        yield Text(phrase("chat-pointed", card=card, who=cell.marks))
    if shared and any(cell.choice for cell in marked):
        yield Text(phrase("chat-pointed-again"), Tone.QUIET)


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
    game_view: GameView,
    options: RenderOptions,
    pictures: Mapping[int, tuple[PictureFile, ...]],
) -> Iterator[MessagePart]:
    quiet = [block for block in view.blocks if isinstance(block, Text) and block.tone is Tone.QUIET]
    left_out = {id(block) for block in quiet[:-LOG_LINES]}
    numbers = count()
    for place, block in enumerate(view.blocks):
        if place in pictures:
            yield from map(_shown, pictures[place])
        elif id(block) not in left_out:
            yield from _block(block, game_view, options, numbers)


def _block(
    block: Block, game_view: GameView, options: RenderOptions, numbers: Iterator[int]
) -> Iterator[MessagePart]:
    texts = options.texts
    match block:
        case Text(phrase=said, tone=tone):
            yield _said(texts, said, tone)
        case Fields(rows=rows, tone=tone):
            for face, name, value in rows:
                said = phrase("chat-field", name=name, value=value)
                yield _said(texts, said, tone, before=f"{face_text(face)} " if face else "")
        case Drawing(lines=lines):
            yield Paragraph("\n".join(map(quoted, lines)), "```\n", "\n```")
        case Monospace(grid=grid) | Picture(grid=grid):
            yield Paragraph(text_grid(grid), "```\n", "\n```", is_uncut=True)
        case Buttons(rows=rows):
            yield from (ui.ActionRow(*map(_button, row)) for row in rows)
        case Menus(menus=menus):
            yield from (_menu(menu, game_view, texts, next(numbers)) for menu in menus)
        case Numbered(choices=choices):
            yield from (_typed(choice, texts) for choice in choices)


def _said(texts: Texts, said: Phrase, tone: Tone = Tone.PLAIN, *, before: str = "") -> Paragraph:
    first, last = _EMPHASIS[tone]
    return Paragraph(escape(texts.say(said)), f"{first}{before}", last)


def _typed(choice: Choice, texts: Texts) -> Paragraph:
    """Return what is typed for a choice; its name may be cut, the line may not."""
    press = read_button_id(choice.line)
    typed = press.line if press else choice.line
    said = escape(texts.say(phrase("chat-typed", label=_SLOT, line=typed)))
    before, _, after = said.partition(_SLOT)
    named = choice.label if isinstance(choice.label, str) else texts.say(choice.label)
    return Paragraph(escape(named), before, after, is_needed=True)


def _plates(view: View, texts: Texts) -> Iterator[tuple[int, tuple[PictureFile, ...]]]:
    """Yield the pictures of a fitted view, each with the place of the block that it shows.

    Those for which a message has no room are text, as where there are no pictures.
    """
    room = MOST_FILES
    found = list[tuple[int, tuple[Drawable, ...]]]()
    for place, subjects in enumerate(map(drawables_of, view.blocks)):
        if 0 < len(subjects) <= room:
            found.append((place, subjects))
            room -= len(subjects)
    names = file_names(subject for _, subjects in found for subject in subjects)
    for place, subjects in found:
        yield (
            place,
            tuple(
                PictureFile(name, subject, _alt(subject, texts) or name)
                for subject, name in zip(subjects, names, strict=False)
            ),
        )


def _shown(picture: PictureFile) -> Component:
    return ui.MediaGallery(
        MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)
    )


def _alt(subject: Drawable, texts: Texts) -> str:
    return shorten(" ".join(texts.say(subject.alt).split()), LONGEST_ALT)


# What there is to press.


def _button(choice: Choice) -> ui.Button[Any]:
    press = read_button_id(choice.line)
    return ui.Button(
        label=_label(choice),
        custom_id=choice.line,
        style=STYLES.get(choice.tone, ButtonStyle.secondary),
        disabled=press is None or press.action is ButtonAction.NOTHING,
    )


def _menu(
    choices: Sequence[Choice], game_view: GameView, texts: Texts, number: int
) -> ui.ActionRow[Any]:
    options = [SelectOption(label=_label(choice), value=choice.line) for choice in choices]
    named = _names(choices)
    first, last = named[0], named[-1]
    placeholder = texts.say(phrase("chat-menu", first=first, last=last))
    custom_id = str(ButtonId(ButtonAction.MENU, game_view.game_id, game_view.turn, str(number)))
    return ui.ActionRow(
        ui.Select(custom_id=custom_id, placeholder=shorten(placeholder, 150), options=options)
    )


def _label(choice: Choice) -> str:
    return (
        choice.label
        if isinstance(choice.label, str)
        else button_label(choice.label.key, LIMITS.label)
    )


def _names(choices: Sequence[Choice]) -> tuple[str, ...]:
    """Return what choices are called in short: their first words, if those tell them apart."""
    labels = [_label(choice) for choice in choices]
    short = tuple(text.partition(" ")[0] for text in labels)
    return (
        short
        if len(set(short)) == len(short)
        else tuple(shorten(one, LONGEST_PLACEHOLDER_NAME) for one in labels)
    )
