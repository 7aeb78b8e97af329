"""Parts of a message besides its game view: paragraphs, labels, and markers of the people called.

`fit_lengths` cuts paragraphs together until all of them fit. Grids are monospaced text for screen
readers, and for messages without pictures.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import Final
from zlib import crc32

from wcwidth import clip, ljust, wcwidth, width

from adapters.chat.buttons import ButtonFactory, button_label, extra_buttons, first_buttoned
from adapters.chat.incoming import read_button_id
from adapters.chat.platform import Limits
from adapters.picture import Drawable, PictureFile, drawables_of, file_names, is_drawable
from bot.chat.services import ChatServices
from bot.games import Countdown, GameView, MessageTask, Status, User
from bot.texts import Texts
from core import view
from core.fit import Capabilities, fit
from core.view import Block, Choice, Grid, Monospace, Phrase, Text, Tone, View, phrase, shorten

AT: Final = "@\u200b"
"""An at sign and a space without width, so that no name follows the sign."""

LONGEST_GRID: Final = 2000
"""Characters of a grid as text: half of a message, to leave room for the rest."""

WIDEST: Final = 16
"""The most columns of a word."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A piece of escaped text; cutting it keeps the text `before` and `after` it.

    An `is_uncut` paragraph is never cut; an `is_needed` one is dropped only after all others.
    """

    text: str
    before: str = ""
    after: str = ""
    is_uncut: bool = False
    is_needed: bool = False

    def __str__(self) -> str:
        return f"{self.before}{self.text}{self.after}"

    @property
    def edges(self) -> int:
        """The number of characters that are never cut, including the line feed."""
        return len(self.before) + len(self.after) + 1 + (len(self.text) if self.is_uncut else 0)


def fit_lengths(paragraphs: Sequence[Paragraph], limit: int) -> tuple[Paragraph | None, ...]:
    """Return the paragraphs in at most `limit` characters, the longest cut first.

    Paragraphs whose edges do not fit become None: the last ones first, needed ones last.
    """
    left = _left(paragraphs, limit)
    room = limit - sum(one.edges for one in left.values())
    longest = _longest([len(one.text) for one in left.values() if not one.is_uncut], room)
    short = {
        place: one if one.is_uncut else replace(one, text=shorten(one.text, longest))
        for place, one in left.items()
    }
    return tuple(map(short.get, range(len(paragraphs))))


def _left(paragraphs: Sequence[Paragraph], limit: int) -> Mapping[int, Paragraph]:
    """Return the paragraphs whose edges fit, by their positions."""
    by_need = sorted(enumerate(paragraphs), key=lambda pair: not pair[1].is_needed)
    sizes = accumulate(one.edges for _, one in by_need)
    return dict(pair for pair, size in zip(by_need, sizes, strict=True) if size <= limit)


def _longest(lengths: Sequence[int], room: int) -> int:
    """Return the greatest length at which all texts together fit."""
    left = room
    for taken, length in enumerate(sorted(lengths)):
        share = left // (len(lengths) - taken)
        if length > share:
            return share
        left -= length
    return room


def text_grid(grid: Grid, limit: int = LONGEST_GRID) -> str:
    """Return the grid as lines of equal width; raises ValueError if `limit` is too small."""
    for most in range(WIDEST, 0, -1):
        text = "\n".join(_lines(grid, most))
        if len(text) <= limit:
            return text
    raise ValueError(f"no table of this grid has {limit} characters")


def _lines(grid: Grid, most: int) -> Iterator[str]:
    words = [[_shown(cell, most) for cell in row] for row in grid.cells]
    widest = max((width(word) for row in words for word in row), default=0)
    for row, cells in zip(words, grid.cells, strict=True):
        pairs = zip(row, cells, strict=True)
        padded = (f"{cell.place} {sign(cell)} {ljust(word, widest)}" for word, cell in pairs)
        yield " ".join(padded).rstrip()


def sign(cell: view.Cell) -> str:
    """Return the letter of a card's face: upper case for a public face, lower case for a hint.

    A covered card without a hint has a dot.
    """
    if cell.face.letter.strip():
        return cell.face.letter
    return cell.hint.letter.lower() if cell.hint else "·"


def _shown(cell: view.Cell, most: int) -> str:
    """Return a card's word in at most `most` columns, with at most twice as many characters."""
    word = quoted(cell.label)
    if width(word) <= most and len(word) <= 2 * most:
        return word
    return clip(word[: 2 * most - 1], 0, most - 1).rstrip() + "…"


def quoted(text: str) -> str:
    """Return a text that cannot end the code block around it or mention anybody."""
    harmless = text.replace("`", "'").replace("@", AT)
    return "".join(letter for letter in harmless if wcwidth(letter) >= 0)


LETTERS: Final = Text(phrase("chat-letters"), Tone.QUIET)
"""The legend of the letters on a board as text."""

LOG_LINES: Final = 12
"""Quiet lines of a message, such as clues; only the newest are shown."""

MOST_MENTIONED: Final = 20
"""People whom one message mentions at most."""

MOST_POINTED: Final = 10
"""Cards whose marks a message lists in words; a picture shows all marks."""

LONGEST_PLACEHOLDER_NAME: Final = 40
"""Characters of each choice that a menu's placeholder names."""

_STROKE: Final = "\N{COMBINING LONG STROKE OVERLAY}"

_SLOT: Final = "\ue000"
"""A placeholder for a name while the sentence around it is escaped."""


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """Options for rendering a game view, and the texts around it.

    `mentions` are the people to call, `notices` announce deadlines, `remarks` come last. Only one
    person sees a message that is not `shared`; outside the game's channel, a message names that
    channel as its `place`. Without `pictures` boards and drawings are text. A `spelled` board has
    text besides its picture; a drawing has the alternative text of its picture. `panel` names the
    panel to show, if any.
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
    task: MessageTask,
    services: ChatServices,
    remarks: tuple[Phrase, ...],
    mentions: tuple[User, ...],
) -> tuple[GameView, RenderOptions]:
    """Return the view and options of a message; after the game they explain bots' intentions."""
    target, game_view = task.target, task.game_view
    pictures = is_drawable(game_view.view)
    options = RenderOptions(services.texts_for(*game_view.languages), pictures=pictures)
    if target.user is not None:
        place = target.room.place
        return game_view, replace(options, shared=False, spelled=True, place=place)
    if game_view.status is Status.OVER:
        remarks += await services.recap(game_view.game_id)
        notes = await services.card_notes(game_view.game_id)
        game_view = noted(game_view, notes, pictures=pictures)
    notices = game_view.countdowns
    return game_view, replace(options, mentions=mentions, notices=notices, remarks=remarks)


def fitted_view(
    game_view: GameView,
    options: RenderOptions,
    limits: Limits,
    capabilities: Callable[[View], Capabilities],
) -> View:
    """Return a game's view with its buttons and all texts around it, cut to fit."""
    extra = extra_buttons(game_view, limits) if options.shared else ()
    spelled = options.shared or options.spelled
    factory = partial(ButtonFactory, game_view, options.texts, spelled, limits, options.panel)
    views = (factory().with_buttons(own) for own in (extra, ()))
    noted = (with_notes(one, options) for one in views)
    return first_buttoned(fit(one, capabilities(one)) for one in noted)


def with_notes(view: View, options: RenderOptions) -> View:
    """Return the view with all texts around it, to fit them together."""
    blocks: list[Block] = []
    spelled = options.spelled and options.pictures
    for block in view.blocks:
        blocks.append(block)
        if isinstance(block, Grid):
            blocks += [Monospace(block)] if spelled else []
            if (spelled or not options.pictures) and _has_small_letters(block):
                blocks.append(LETTERS)
            blocks += _pointed(block, shared=options.shared)
    remarks = [Text(remark) for remark in options.remarks]
    return replace(view, blocks=(*blocks, *remarks))


def _has_small_letters(grid: Grid) -> bool:
    cells = (cell for row in grid.cells for cell in row)
    return any(cell.hint and not cell.face.letter.strip() for cell in cells)


def _pointed(grid: Grid, *, shared: bool) -> Iterator[Text]:
    """Yield the first marked cards, with the people who marked them.

    If cards can be pressed, a last line explains the second press.
    """
    marked = [cell for row in grid.cells for cell in row if cell.marks]
    for cell in marked[:MOST_POINTED]:
        card = f"{cell.place} {cell.label}"
        yield Text(phrase("chat-pointed", card=card, who=cell.marks))
    if shared and any(cell.choice for cell in marked):
        yield Text(phrase("chat-pointed-again"), Tone.QUIET)


def _left_out(view: View) -> frozenset[int]:
    """Return the positions of the oldest quiet lines, for which a message has no room."""
    quiet = [
        place
        for place, block in enumerate(view.blocks)
        if isinstance(block, Text) and block.tone is Tone.QUIET and block != LETTERS
    ]
    return frozenset(quiet[:-LOG_LINES])


def typed_choice(choice: Choice, texts: Texts, escape: Callable[[str], str]) -> Paragraph:
    """Return the line to type for a choice; callers may cut only the choice's name."""
    press = read_button_id(choice.line)
    typed = press.line if press else choice.line
    said = escape(texts.say(phrase("chat-typed", label=_SLOT, line=typed)))
    before, _, after = said.partition(_SLOT)
    return Paragraph(escape(texts.say(choice.label)), before, after, is_needed=True)


def shown_blocks(
    view: View, texts: Texts, most: int, longest_alt: int
) -> Iterator[Block | PictureFile]:
    """Yield the blocks that fit into a message, or the pictures that replace them."""
    pictures, old = dict(_pictures(view, texts, most, longest_alt)), _left_out(view)
    for place, block in enumerate(view.blocks):
        if place in pictures:
            yield from pictures[place]
        elif place not in old:
            yield block


def _pictures(
    view: View, texts: Texts, most: int, longest_alt: int
) -> Iterator[tuple[int, tuple[PictureFile, ...]]]:
    """Yield at most `most` pictures of a fitted view, each with the position of its block.

    Other boards and drawings stay text, as in a message without pictures.
    """
    room = most
    found = list[tuple[int, tuple[Drawable, ...]]]()
    for place, subjects in enumerate(map(drawables_of, view.blocks)):
        if 0 < len(subjects) <= room:
            found.append((place, subjects))
            room -= len(subjects)
    names = file_names(subject for _, subjects in found for subject in subjects)
    for place, subjects in found:
        alts = (shorten(" ".join(texts.say(one.alt).split()), longest_alt) for one in subjects)
        files = zip(subjects, alts, names, strict=False)
        yield place, tuple(PictureFile(name, one, alt or name) for one, alt, name in files)


def choice_label(choice: Choice, most: int) -> str:
    """Return the label of a choice in at most `most` characters."""
    return choice.label if isinstance(choice.label, str) else button_label(choice.label.key, most)


def used_label(choice: Choice, most: int) -> str:
    """Return the label of a choice, struck out if it is disabled: menus cannot disable options.

    The stroke has no width.
    """
    if choice.enabled:
        return choice_label(choice, most)
    return "".join(one + _STROKE for one in choice_label(choice, most // 2))


def menu_phrase(choices: Sequence[Choice], most: int) -> Phrase:
    """Return the placeholder of a menu: its first and last choice, by first words if unique."""
    labels = [choice_label(choice, most) for choice in choices]
    names = [text.partition(" ")[0] for text in labels]
    if len(set(names)) < len(names):
        names = [shorten(one, LONGEST_PLACEHOLDER_NAME) for one in labels]
    return phrase("chat-menu", first=names[0], last=names[-1])


def noted(
    game_view: GameView, notes: Mapping[str, tuple[view.Note, ...]], *, pictures: bool
) -> GameView:
    """Return a view with notes on the cards of its boards and a legend below each board.

    Boards as text have no notes.
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
"""The marker of a message that was found again."""

NOBODY_MARKER: Final = "nobody"
"""The marker of a message that called nobody of its platform."""

_AND: Final = "-"
"""Separates the people in a marker."""


def turn_marker(game_view: GameView, platform: str) -> str | None:
    """Return a marker of the turn and the people due, None if the platform has no such person.

    People are hashed with the game: no marker names them or links two games.
    """
    people = [user for user in game_view.due if user.platform == platform]
    if game_view.due and not people:
        return None
    called = sorted(f"{crc32(f'{game_view.game_id} {one.id}'.encode()):08x}" for one in people)
    return f"{game_view.status.value}.{game_view.turn}.{_AND.join(called)}"


def is_outlived(shown: str, game_view: GameView, platform: str) -> bool:
    """Return whether a new message has to replace the message of a marker.

    It has to if the old message has not mentioned everyone on the platform who is due in this turn,
    or if the old message is a lobby whose game begins in a thread. A message found again stays.
    """
    was_lobby = shown.partition(".")[0] == Status.LOBBY.value
    if was_lobby and game_view.status is Status.RUNNING and game_view.settings.thread:
        return True
    wanted = turn_marker(game_view, platform)
    if wanted is None or shown == UNKNOWN_MARKER:
        return False
    before, _, called = shown.rpartition(".")
    now, _, people = wanted.rpartition(".")
    return before != now or not {*people.split(_AND)} - {""} <= {*called.split(_AND)}


def kept_marker(shown: str, game_view: GameView, platform: str) -> str:
    """Return the marker of an edited message; assume that one found again has mentioned people."""
    if shown != UNKNOWN_MARKER:
        return shown
    return turn_marker(game_view, platform) or UNKNOWN_MARKER


def lobby_remarks(task: MessageTask, shown: str) -> tuple[Phrase, ...]:
    """Return the hash of the deal for a public message that was the game's lobby.

    The message keeps the hash, even if its other content changes.
    """
    was_lobby = task.target.user is None and shown.startswith(f"{Status.LOBBY.value}.")
    return (task.game_view.deal,) if was_lobby and task.game_view.deal else ()


def moved(shown: str) -> Phrase:
    """Return the sentence that a replaced message is reduced to."""
    status, _, rest = shown.partition(".")
    turn = phrase("chat-moved-turn", turn=rest.partition(".")[0])
    return turn if status == Status.RUNNING.value else phrase("chat-moved")
