"""A look as a message of components: text, pictures, buttons and menus.

All of Discord's limits are kept here by construction: 40 components, 10 files, 4000 characters of
text, and those of labels, ids and alternative texts. The pictures are drawn by whoever sends the
message.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Any, Final

from discord import AllowedMentions, ButtonStyle, MediaGalleryItem, Object, SelectOption, ui

from adapters.discord.board import (
    BOARD,
    KEY,
    OWN,
    TAKE,
    Keyboard,
    Own,
    lettered,
    offering,
    row_length,
)
from adapters.discord.gallery import MOST, Plate, Subject, names, subject_of
from adapters.discord.layout import STYLES, Item, Part, laid_out
from adapters.discord.picks import is_confirmed
from adapters.discord.press import Deed, Press, read
from adapters.discord.prose import Paragraph, label, plain, within
from adapters.discord.table import quoted, table
from adapters.picture.palette import Theme
from bot.games import Look, Notice, User
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
    cut,
    phrase,
)

LONGEST_ALT: Final = 1024
"""Characters of an alternative text."""

LOG: Final = 12
"""Quiet lines of a message, such as its clues, of which the newest are shown."""

MENTIONED: Final = 20
"""People whom one message mentions at most."""

MOST_POINTED: Final = 10
"""Cards of which a message tells in words who points at them; a picture marks them all."""

ROOM: Final = 39
"""Components of a message, besides the container that holds them all."""

LONGEST_NAME: Final = 40
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
class Message:
    """What is sent: the components, whom they may mention, and the pictures that they show."""

    layout: ui.LayoutView
    mentions: AllowedMentions
    plates: tuple[Plate, ...] = ()
    theme: Theme = Theme.DARK


@dataclass(frozen=True, slots=True)
class Setting:
    """How a look is shown, and what stands beside it.

    `mentions` are the people who are called, `notices` tell of what is to come, `remarks` come
    last. A message that is not `shared` is for one person alone; one elsewhere than in the game's
    channel names that as its `place`. Without `pictures` boards and drawings are text. A board that
    is `spelled` is text besides its picture; of a drawing the picture's alternative text tells.
    """

    texts: Texts
    mentions: tuple[User, ...] = ()
    notices: tuple[Notice, ...] = ()
    remarks: tuple[Phrase, ...] = ()
    shared: bool = True
    pictures: bool = True
    spelled: bool = False
    place: int | None = None


def message(look: Look, setting: Setting) -> Message:
    """Return a look as a message."""
    keyboard = Keyboard(look, setting.texts, setting.shared or setting.spelled)
    view = _with_notes(keyboard.view(_own(look, setting)), setting)
    fitted = offering(fit(view, _capabilities(view, pictures=setting.pictures)))
    plates = dict(_plates(fitted, setting.texts))
    called = _called(setting.mentions)
    parts = [*_head(fitted, called, setting), *_body(fitted, look, setting, plates)]
    if fitted.footer:
        parts.append(_said(setting.texts, fitted.footer, Tone.QUIET))
    return Message(
        layout=laid_out(parts),
        mentions=AllowedMentions(
            everyone=False, roles=False, users=[Object(one) for one in called]
        ),
        plates=tuple(plates.values()),
        theme=Theme(look.theme.value),
    )


def line(said: Phrase, texts: Texts, place: int | None = None) -> Message:
    """Return a message of one sentence, such as what is left of one that another has replaced.

    Where that is in another channel, its `place` is named after the sentence.
    """
    (shown,) = within([_said(texts, said, Tone.QUIET)])
    text = str(shown) if place is None else f"{shown} <#{place}>"
    return Message(laid_out([ui.TextDisplay(text)]), AllowedMentions.none())


def sent(shown: Message) -> list[dict[str, Any]]:
    """Return the components as they are sent."""
    components: list[dict[str, Any]] = shown.layout.to_components()  # type: ignore[no-untyped-call]
    return components


def _with_notes(view: View, setting: Setting) -> View:
    """Return the view with all that is said besides it, so that it is fitted together."""
    blocks: list[Block] = []
    spelled = setting.spelled and setting.pictures
    for block in view.blocks:
        blocks.append(block)
        if isinstance(block, Grid):
            blocks += [Monospace(block)] if spelled else []
            blocks += _pointed(block)
    remarks = [Text(remark) for remark in setting.remarks]
    return replace(view, blocks=(*blocks, *remarks))


def _pointed(grid: Grid) -> Iterator[Text]:
    """Yield who points at which card; of more cards than a message has room for, the first."""
    marked = (cell for row in grid.cells for cell in row if cell.marks)
    for cell in islice(marked, MOST_POINTED):
        card = f"{cell.place} {cell.label}"
        yield Text(phrase("discord-pointed", card=card, who=cell.marks))


def _own(look: Look, setting: Setting) -> tuple[Own, ...]:
    """Return the adapter's own buttons: what some see alone, and the table of a board that all see.

    Where a message has no room for a check mark beside its rows and columns, a button is one.
    """
    if not setting.shared:
        return ()
    if look.apart:
        return (OWN,)
    if not any(isinstance(block, Grid) for block in look.view.blocks):
        return ()
    return (TAKE, KEY, BOARD) if is_confirmed(look) else (KEY, BOARD)


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


# Text.


def _head(view: View, called: Sequence[int], setting: Setting) -> Iterator[Paragraph]:
    yield Paragraph(plain(setting.texts.say(view.title)), "### ")
    if setting.place is not None:
        yield Paragraph(f"<#{setting.place}>", firm=True)
    if called:
        yield Paragraph(" ".join(f"<@{one}>" for one in called), firm=True)
    for notice in setting.notices:
        moment = f"<t:{int(notice.at.timestamp())}:R>" if notice.at else ""
        said = plain(setting.texts.say(notice.said)).replace(WHEN, moment)
        yield Paragraph(said, firm=True)


def _body(view: View, look: Look, setting: Setting, plates: Mapping[int, Plate]) -> Iterator[Part]:
    quiet = [block for block in view.blocks if isinstance(block, Text) and block.tone is Tone.QUIET]
    left_out = {id(block) for block in quiet[:-LOG]}
    numbers = count()
    for place, block in enumerate(view.blocks):
        if place in plates:
            yield _shown(plates[place])
        elif id(block) not in left_out:
            yield from _block(block, look, setting, numbers)


def _block(block: Block, look: Look, setting: Setting, numbers: Iterator[int]) -> Iterator[Part]:
    texts = setting.texts
    match block:
        case Text(phrase=said, tone=tone):
            yield _said(texts, said, tone)
        case Fields(rows=rows, tone=tone):
            for face, name, value in rows:
                said = phrase("discord-field", name=name, value=value)
                yield _said(texts, said, tone, before=f"{lettered(face)} " if face else "")
        case Drawing(lines=lines):
            yield Paragraph("\n".join(map(quoted, lines)), "```\n", "\n```")
        case Monospace(grid=grid) | Picture(grid=grid):
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
    """Return what is typed for a choice; its name may be cut, the line may not."""
    press = read(choice.line)
    typed = press.line if press else choice.line
    said = plain(texts.say(phrase("discord-typed", label=_SLOT, line=typed)))
    before, _, after = said.partition(_SLOT)
    named = choice.label if isinstance(choice.label, str) else texts.say(choice.label)
    return Paragraph(plain(named), before, after, needed=True)


def _plates(view: View, texts: Texts) -> Iterator[tuple[int, Plate]]:
    """Yield the pictures of a fitted view, each with the place of the block that it shows.

    Those for which a message has no room are text, as where there are no pictures.
    """
    subjects = enumerate(map(subject_of, view.blocks))
    found = [(place, subject) for place, subject in subjects if subject is not None][:MOST]
    for (place, subject), name in zip(found, names(one for _, one in found), strict=True):
        yield place, Plate(name, subject, _alt(subject, texts) or name)


def _shown(plate: Plate) -> Item:
    return ui.MediaGallery(MediaGalleryItem(f"attachment://{plate.name}", description=plate.alt))


def _alt(subject: Subject, texts: Texts) -> str:
    return cut(" ".join(texts.say(subject.alt).split()), LONGEST_ALT)


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
    named = _names(choices)
    first, last = named[0], named[-1]
    placeholder = texts.say(phrase("discord-menu", first=first, last=last))
    custom_id = str(Press(Deed.MENU, look.game_id, look.turn, str(number)))
    return ui.ActionRow(
        ui.Select(custom_id=custom_id, placeholder=cut(placeholder, 150), options=options)
    )


def _label(choice: Choice) -> str:
    return choice.label if isinstance(choice.label, str) else label(choice.label.key)


def _names(choices: Sequence[Choice]) -> tuple[str, ...]:
    """Return what choices are called in short: their first words, if those tell them apart."""
    labels = [_label(choice) for choice in choices]
    short = tuple(text.partition(" ")[0] for text in labels)
    return (
        short if len(set(short)) == len(short) else tuple(cut(one, LONGEST_NAME) for one in labels)
    )
