"""Parts of a message besides its game view, their labels, and markers of whom it has called."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from zlib import crc32

from adapters.chat.buttons import (
    ButtonFactory,
    button_label,
    extra_buttons,
    without_idle_choices,
)
from adapters.chat.incoming import read_button_id
from adapters.chat.platform import Limits
from adapters.chat.text_layout import Paragraph
from adapters.picture import Drawable, PictureFile, drawables_of, file_names, is_drawable
from bot.chat.message_texts import MessageTexts
from bot.games import Countdown, GameView, MessageTarget, Status, User
from bot.texts import Texts
from core.fit import Capabilities, fit
from core.view import (
    Block,
    Choice,
    Grid,
    Monospace,
    Note,
    Phrase,
    Text,
    Tone,
    View,
    phrase,
    shorten,
)

LETTERS: Final = Text(phrase("chat-letters"), Tone.QUIET)
"""What the letters of a board as text stand for."""

LOG_LINES: Final = 12
"""Quiet lines of a message, such as its clues, of which the newest are shown."""

MOST_MENTIONED: Final = 20
"""People whom one message mentions at most."""

MOST_POINTED: Final = 10
"""Cards of which a message tells in words who has marked them; a picture marks them all."""

LONGEST_PLACEHOLDER_NAME: Final = 40
"""Characters of a choice that a menu's placeholder names."""

_STROKE: Final = "\N{COMBINING LONG STROKE OVERLAY}"

_SLOT: Final = "\ue000"
"""Stands for a name while the sentence around it is escaped."""


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
    place: str | None = None
    panel: str = ""


async def draft_of(
    target: MessageTarget,
    game_view: GameView,
    texts: MessageTexts,
    remarks: tuple[Phrase, ...],
    mentions: tuple[User, ...],
) -> tuple[GameView, RenderOptions]:
    """Return what a message at a target shows of a game: once it is over, what bots meant, too."""
    pictures = is_drawable(game_view.view)
    options = RenderOptions(texts.texts_for(game_view.languages), pictures=pictures)
    if target.user is not None:
        place = target.room.place
        return game_view, replace(options, shared=False, spelled=True, place=place)
    if game_view.status is Status.OVER:
        remarks += await texts.recap(game_view.game_id)
        notes = await texts.card_notes(game_view.game_id)
        game_view = noted(game_view, notes, pictures=pictures)
    notices = game_view.countdowns
    return game_view, replace(options, mentions=mentions, notices=notices, remarks=remarks)


def fitted_view(
    game_view: GameView,
    options: RenderOptions,
    limits: Limits,
    capabilities: Callable[[View], Capabilities],
) -> View:
    """Return a game's view with its buttons, and all that is said besides it, cut to fit."""
    own = extra_buttons(game_view, limits) if options.shared else ()
    spelled = options.shared or options.spelled
    buttons = ButtonFactory(game_view, options.texts, spelled, limits, options.panel)
    view = with_notes(buttons.view(own), options)
    return without_idle_choices(fit(view, capabilities(view)))


def with_notes(view: View, options: RenderOptions) -> View:
    """Return the view with all that is said besides it, so that it is fitted together."""
    blocks: list[Block] = []
    spelled = options.spelled and options.pictures
    for block in view.blocks:
        blocks.append(block)
        if isinstance(block, Grid):
            blocks += [Monospace(block)] if spelled else []
            if spelled or not options.pictures:
                blocks += _letters(block)
            blocks += _pointed(block, shared=options.shared)
    remarks = [Text(remark) for remark in options.remarks]
    return replace(view, blocks=(*blocks, *remarks))


def _letters(grid: Grid) -> list[Block]:
    """Return what small letters of a grid as text stand for, if it has any."""
    cells = (cell for row in grid.cells for cell in row)
    has_small = any(cell.hint and not cell.face.letter.strip() for cell in cells)
    return [LETTERS] if has_small else []


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


def left_out(view: View) -> frozenset[int]:
    """Return the places of a view's quiet lines for which a message has no room: the oldest."""
    quiet = [
        place
        for place, block in enumerate(view.blocks)
        if isinstance(block, Text) and block.tone is Tone.QUIET and block != LETTERS
    ]
    return frozenset(quiet[:-LOG_LINES])


def typed_choice(choice: Choice, texts: Texts, escape: Callable[[str], str]) -> Paragraph:
    """Return what is typed for a choice; its name may be cut, the line may not."""
    press = read_button_id(choice.line)
    typed = press.line if press else choice.line
    said = escape(texts.say(phrase("chat-typed", label=_SLOT, line=typed)))
    before, _, after = said.partition(_SLOT)
    return Paragraph(escape(texts.say(choice.label)), before, after, is_needed=True)


def pictures_of(
    view: View, texts: Texts, most: int, longest_alt: int
) -> Iterator[tuple[int, tuple[PictureFile, ...]]]:
    """Yield at most `most` pictures of a fitted view, each with the place of the block it shows.

    Those for which a message has no room are text, as where there are no pictures.
    """
    room = most
    found = list[tuple[int, tuple[Drawable, ...]]]()
    for place, subjects in enumerate(map(drawables_of, view.blocks)):
        if 0 < len(subjects) <= room:
            found.append((place, subjects))
            room -= len(subjects)
    names = file_names(subject for _, subjects in found for subject in subjects)
    for place, subjects in found:
        files = []
        for subject, name in zip(subjects, names, strict=False):
            alt = shorten(" ".join(texts.say(subject.alt).split()), longest_alt)
            files.append(PictureFile(name, subject, alt or name))
        yield place, tuple(files)


def choice_label(choice: Choice, most: int) -> str:
    """Return the label of a choice in at most `most` characters."""
    return choice.label if isinstance(choice.label, str) else button_label(choice.label.key, most)


def used_label(choice: Choice, most: int) -> str:
    """Return the label of a choice where nothing can be shown as disabled: struck out if it is.

    The stroke takes no room, so that what stands beside it keeps its place.
    """
    if choice.enabled:
        return choice_label(choice, most)
    return "".join(one + _STROKE for one in choice_label(choice, most // 2))


def menu_phrase(choices: Sequence[Choice], most: int) -> Phrase:
    """Return the placeholder of a menu: its first and last choice, by a word if words differ."""
    labels = [choice_label(choice, most) for choice in choices]
    names = [text.partition(" ")[0] for text in labels]
    if len(set(names)) < len(names):
        names = [shorten(one, LONGEST_PLACEHOLDER_NAME) for one in labels]
    return phrase("chat-menu", first=names[0], last=names[-1])


def noted(
    game_view: GameView, notes: Mapping[str, tuple[Note, ...]], *, pictures: bool
) -> GameView:
    """Return a view whose boards, as pictures, tell what is noted on their cards.

    How it is read is said below them; on boards that are text nothing is noted.
    """
    if not (notes and pictures):
        return game_view
    blocks: list[Block] = []
    for block in game_view.view.blocks:
        if isinstance(block, Grid):
            board = block.with_cells(lambda cell: replace(cell, notes=notes.get(cell.place, ())))
            blocks += [board, Text(phrase("chat-noted"))]
        else:
            blocks.append(block)
    return replace(game_view, view=replace(game_view.view, blocks=tuple(blocks)))


UNKNOWN_MARKER: Final = "-"
"""The page of a message that was found again."""

NOBODY_MARKER: Final = "nobody"
"""The page of a message that was posted while nobody of its platform was called."""

_AND: Final = "-"
"""Stands between those whom a page calls."""


def turn_marker(game_view: GameView, platform: str) -> str | None:
    """Return the name of what people are called for, None where nobody of the platform is.

    It tells them apart without naming them: in every game they are called something else.
    """
    people = [user for user in game_view.due if user.platform == platform]
    if game_view.due and not people:
        return None
    called = sorted(f"{crc32(f'{game_view.game_id} {one.id}'.encode()):08x}" for one in people)
    return f"{game_view.status.value}.{game_view.turn}.{_AND.join(called)}"


def calls_all(shown: str, wanted: str | None) -> bool:
    """Return whether a message of a page has called, in this turn, all whom another page calls.

    So it has where that calls nobody (None); of one that was found again nothing is known.
    """
    if wanted is None or shown == UNKNOWN_MARKER:
        return True
    before, _, called = shown.rpartition(".")
    now, _, people = wanted.rpartition(".")
    return before == now and {*people.split(_AND)} - {""} <= {*called.split(_AND)}


def kept_marker(shown: str, game_view: GameView, platform: str) -> str:
    """Return the marker of an edited message; one that was found again has called who is due."""
    if shown != UNKNOWN_MARKER:
        return shown
    return turn_marker(game_view, platform) or UNKNOWN_MARKER


def moved(shown: str) -> Phrase:
    """Return the sentence that is left of a message of a marker which another has replaced."""
    status, _, rest = shown.partition(".")
    turn = phrase("chat-moved-turn", turn=rest.partition(".")[0])
    return turn if status == Status.RUNNING.value else phrase("chat-moved")
