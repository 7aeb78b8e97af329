"""A look as a message of components: text, the board's picture, buttons and menus.

All of Discord's limits are kept here by construction: 40 components, 4000 characters of text, and
those of labels, ids and alternative texts. The picture is drawn by whoever sends the message.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count, groupby
from typing import Any, Final, TypeAlias

from discord import AllowedMentions, ButtonStyle, MediaGalleryItem, Object, SelectOption, ui

from adapters.discord.board import BOARD, KEY, Keyboard, Own, lettered, row_length
from adapters.discord.press import Deed, Press, read
from adapters.discord.prose import Paragraph, label, plain, within
from adapters.discord.table import table
from bot.games import Look, User
from bot.texts import Texts
from core.view import (
    Block,
    Buttons,
    Capabilities,
    Choice,
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
    cut,
    fit,
    phrase,
)

PICTURE: Final = "board.png"
"""The name of the picture's file."""

LONGEST_ALT: Final = 1024
"""Characters of an alternative text."""

LOG: Final = 12
"""Quiet lines of a message, such as its clues, of which the newest are shown."""

MENTIONED: Final = 20
"""People whom one message mentions at most."""

ROOM: Final = 39
"""Components of a message, besides the container that holds them all."""

STYLES: Final = {
    Tone.STRONG: ButtonStyle.primary,
    Tone.GOOD: ButtonStyle.success,
    Tone.BAD: ButtonStyle.danger,
}

_EMPHASIS: Final = {
    Tone.PLAIN: ("", ""),
    Tone.STRONG: ("**", "**"),
    Tone.GOOD: ("✅ ", ""),
    Tone.BAD: ("⚠️ ", ""),
    Tone.QUIET: ("-# ", ""),
}

_WHEN: Final = "\ue000"
"""Stands for a moment while the sentence around it is escaped."""

Item: TypeAlias = ui.Item[Any]
Part: TypeAlias = Paragraph | Item


@dataclass(frozen=True, slots=True)
class Message:
    """What is sent: the components, whom they may mention, and the grid whose picture they show."""

    layout: ui.LayoutView
    mentions: AllowedMentions
    grid: Grid | None = None
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """How a look is shown, and what stands beside it.

    `mentions` are the people who are called, `deadline` is when the clock acts, `remarks` come
    last. A message that is not `shared` is for one person alone. Without `pictures` boards are
    tables of text, and a `spelled` board is a table besides its picture.
    """

    texts: Texts
    mentions: tuple[User, ...] = ()
    deadline: datetime | None = None
    remarks: tuple[Phrase, ...] = ()
    shared: bool = True
    pictures: bool = True
    spelled: bool = False


def message(look: Look, setting: Setting) -> Message:
    """Return a look as a message."""
    keyboard = Keyboard(look, setting.texts, setting.shared or setting.spelled)
    view = _with_notes(keyboard.view(_own(look, setting)), look, setting)
    fitted = fit(view, _capabilities(view, pictures=setting.pictures))
    called = _called(setting.mentions)
    parts = [*_head(fitted, called, setting), *_body(fitted, look, setting)]
    if fitted.footer:
        parts.append(_said(setting.texts, fitted.footer, Tone.QUIET))
    picture = next((block for block in fitted.blocks if isinstance(block, Picture)), None)
    return Message(
        layout=_laid_out(_items(parts)),
        mentions=AllowedMentions(
            everyone=False, roles=False, users=[Object(one) for one in called]
        ),
        grid=picture.grid if picture else None,
        alt=_alt(picture.grid, setting.texts) if picture else "",
    )


def line(said: Phrase, texts: Texts) -> Message:
    """Return a message of one sentence, such as what is left of one that another has replaced."""
    (shown,) = within([_said(texts, said, Tone.QUIET)])
    return Message(_laid_out([ui.TextDisplay(str(shown))]), AllowedMentions.none())


def sent(shown: Message) -> list[dict[str, Any]]:
    """Return the components as they are sent."""
    components: list[dict[str, Any]] = shown.layout.to_components()  # type: ignore[no-untyped-call]
    return components


def _with_notes(view: View, look: Look, setting: Setting) -> View:
    """Return the view with all that is said besides it, so that it is fitted together."""
    blocks: list[Block] = []
    for block in view.blocks:
        blocks.append(block)
        if isinstance(block, Grid):
            if setting.spelled and setting.pictures:
                blocks.append(Monospace(block))
            blocks += _pointed(block, look)
    remarks = [Text(remark) for remark in setting.remarks]
    return replace(view, blocks=(*blocks, *remarks))


def _pointed(grid: Grid, look: Look) -> Iterator[Text]:
    """Yield who points at which card."""
    names = {str(sitter.seat): sitter.name for sitter in look.sitters}
    for cell in (cell for row in grid.cells for cell in row if cell.marks):
        who = tuple(names.get(seat, seat) for seat in cell.marks)
        yield Text(phrase("discord-pointed", card=f"{cell.place} {cell.label}", who=who))


def _own(look: Look, setting: Setting) -> tuple[Own, ...]:
    """Return the adapter's own buttons: the key and the table of a board that all see."""
    boards = any(isinstance(block, Grid) for block in look.view.blocks)
    return (KEY, BOARD) if boards and setting.shared else ()


def _capabilities(view: View, *, pictures: bool) -> Capabilities:
    return Capabilities(
        buttons=ROOM,
        row=row_length(view),
        menus=ROOM,
        menu_options=25,
        pictures=pictures,
        components=ROOM,
    )


def _called(users: Iterable[User]) -> tuple[int, ...]:
    """Return the ids of those people who can be mentioned here."""
    numbers = (user.id for user in users if user.platform == "discord")
    ids = (int(number) for number in numbers if number.isascii() and number.isdecimal())
    return tuple(dict.fromkeys(ids))[:MENTIONED]


def _laid_out(items: Iterable[Item]) -> ui.LayoutView:
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.Container(*items))
    layout.stop()  # presses are read from their ids: the library need not remember the message
    return layout


# Text.


def _head(view: View, called: Sequence[int], setting: Setting) -> Iterator[Paragraph]:
    yield Paragraph(plain(setting.texts.say(view.title)), "### ")
    if called:
        yield Paragraph(" ".join(f"<@{one}>" for one in called), firm=True)
    if setting.deadline:
        said = plain(setting.texts.say(phrase("discord-deadline", when=_WHEN)))
        moment = f"<t:{int(setting.deadline.timestamp())}:R>"
        yield Paragraph(said.replace(_WHEN, moment), firm=True)


def _body(view: View, look: Look, setting: Setting) -> Iterator[Part]:
    quiet = [block for block in view.blocks if isinstance(block, Text) and block.tone is Tone.QUIET]
    left_out = {id(block) for block in quiet[:-LOG]}
    numbers = count()
    for block in view.blocks:
        if id(block) not in left_out:
            yield from _block(block, look, setting, numbers)


def _block(block: Block, look: Look, setting: Setting, numbers: Iterator[int]) -> Iterator[Part]:
    texts = setting.texts
    match block:
        case Text(phrase=said, tone=tone):
            yield _said(texts, said, tone)
        case Fields(rows=rows):
            for face, name, value in rows:
                said = phrase("discord-field", name=name, value=value)
                yield _said(texts, said, before=f"{lettered(face)} " if face else "")
        case Picture(grid=grid):
            shown = MediaGalleryItem(f"attachment://{PICTURE}", description=_alt(grid, texts))
            yield ui.MediaGallery(shown)
        case Monospace(grid=grid):
            yield Paragraph(table(grid), "```\n", "\n```", firm=True)
        case Buttons(rows=rows):
            yield from (ui.ActionRow(*map(_button, row)) for row in rows)
        case Menus(menus=menus):
            yield from (_menu(menu, look, texts, next(numbers)) for menu in menus)
        case Numbered(choices=choices):
            yield from (_typed(choice, texts) for choice in choices)


def _said(texts: Texts, said: Phrase, tone: Tone = Tone.PLAIN, *, before: str = "") -> Paragraph:
    first, last = _EMPHASIS[tone]
    return Paragraph(plain(texts.say(said)), f"{first}{before}", last)


def _typed(choice: Choice, texts: Texts) -> Paragraph:
    press = read(choice.line)
    typed = press.line if press else choice.line
    return _said(texts, phrase("discord-typed", label=choice.label, line=typed))


def _alt(grid: Grid, texts: Texts) -> str:
    return cut(" ".join(texts.say(grid.alt).split()), LONGEST_ALT) or PICTURE


def _items(parts: Sequence[Part]) -> Iterator[Item]:
    """Yield the components, neighbouring paragraphs as one, all of them cut to fit."""
    fitted = iter(within([part for part in parts if isinstance(part, Paragraph)]))
    for is_text, group in groupby(parts, key=lambda part: isinstance(part, Paragraph)):
        if is_text:
            lines = [str(one) for _, one in zip(group, fitted, strict=False)]
            if text := "\n".join(lines).strip():
                yield ui.TextDisplay(text)
        else:
            yield from (part for part in group if isinstance(part, ui.Item))


# What there is to press.


def _button(choice: Choice) -> ui.Button[Any]:
    press = read(choice.line)
    return ui.Button(
        label=_label(choice),
        custom_id=choice.line,
        style=STYLES.get(choice.tone, ButtonStyle.secondary),
        disabled=press is None or press.deed is Deed.NOTHING,
    )


def _menu(choices: Sequence[Choice], look: Look, texts: Texts, number: int) -> ui.ActionRow[Any]:
    options = [SelectOption(label=_label(choice), value=choice.line) for choice in choices]
    first, last = (_label(choices[end]).partition(" ")[0] for end in (0, -1))
    placeholder = texts.say(phrase("discord-menu", first=first, last=last))
    custom_id = str(Press(Deed.MENU, look.game_id, look.turn, str(number)))
    return ui.ActionRow(
        ui.Select(custom_id=custom_id, placeholder=cut(placeholder, 150), options=options)
    )


def _label(choice: Choice) -> str:
    return choice.label if isinstance(choice.label, str) else label(choice.label.key)
