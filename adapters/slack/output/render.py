"""Views as Slack's messages, modals and pages, and answers to requests."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Final

from adapters.chat import message_view
from adapters.chat.buttons import face_text, fits_buttons, is_offered, reply_view, row_length
from adapters.chat.reaction_picks import reaction_board_of
from adapters.chat.responses import PostedMessage
from adapters.picture import MessageFile, PictureFile, is_drawable
from adapters.picture.palette import Theme
from adapters.slack import limits
from adapters.slack.ids import SLACK, SlackHandle, own_id
from adapters.slack.output import blocks
from adapters.slack.output.blocks import Line, Part, SlackBlock, blocks_of
from bot.chat.request import Reply
from bot.games import Countdown, GameView, Room
from bot.texts import Texts
from core import view
from core.fit import Capabilities, fit
from core.view import WHEN, Block, Choice, Phrase, Text, Tone, View, phrase, shorten

_SIGNS: Final = {Tone.GOOD: "✅ ", Tone.BAD: "⚠️ "}
"""Signs before texts of these tones."""

_BOLD: Final = frozenset({Tone.LARGE, Tone.STRONG})


@dataclass(frozen=True, slots=True)
class SlackMessage:
    """A message to send: its parts, its text for notifications, and its pictures.

    `written` returns the message without pictures.
    """

    parts: tuple[Part, ...]
    text: str
    pictures: tuple[PictureFile, ...] = ()
    theme: Theme = Theme.DARK
    written: Callable[[], "SlackMessage"] | None = None

    def as_text(self) -> "SlackMessage":
        """Return the message with boards as text."""
        return self.written() if self.written else self

    def blocks(self, files: Mapping[str, str] | None = None) -> list[SlackBlock]:
        """Return the blocks, with pictures from these files."""
        return blocks_of(self.parts, files)


def message(game_view: GameView, options: message_view.RenderOptions) -> SlackMessage:
    """Return a game's view as a message.

    Alternative texts of private pictures reveal nothing, except on panels, such as the rules'
    example, which is not secret.
    """
    texts = options.texts
    capabilities = partial(_capabilities, pictures=options.pictures)
    fitted = message_view.fitted_view(game_view, options, limits.SLACK_LIMITS, capabilities)
    most, longest_alt = limits.MOST_PICTURES, limits.LONGEST_SLACK_ALT
    body = [*message_view.shown_blocks(fitted, texts, most, longest_alt)]
    if not (options.shared or options.panel):
        alt = texts.say(phrase("slack-own-picture"))  # the text below the pictures has the rest
        body = [replace(one, alt=alt) if isinstance(one, PictureFile) else one for one in body]
    ids = (own_id(user.id) for user in options.mentions if user.platform == SLACK)
    called = tuple(dict.fromkeys(filter(None, ids)))[: message_view.MOST_MENTIONED]
    parts, places = [*_head(fitted, called, options)], _places(fitted)
    for block in body:
        parts += [block] if isinstance(block, PictureFile) else parts_of(block, texts, places)
    parts += _legend(game_view, texts) if options.shared else ()
    if fitted.footer:
        parts.append(_said(texts, fitted.footer, Tone.QUIET))
    return SlackMessage(
        tuple(parts),
        _fallback(fitted, called, texts),
        tuple(one for one in body if isinstance(one, PictureFile)),
        Theme(game_view.settings.theme.value),
    )


def short_message(said: Phrase, texts: Texts, *below: Phrase) -> SlackMessage:
    """Return a message of a few sentences; notifications show the first."""
    parts = (_said(texts, one, Tone.QUIET) for one in (said, *below))
    return SlackMessage(tuple(parts), blocks.escape(texts.say(said)))


def _capabilities(asked: View, *, pictures: bool = False) -> Capabilities:
    """Return the limits of a message, with too few buttons for a large board, which has menus."""
    grids = view.find(asked, view.Grid)
    large = [grid for grid in grids if not fits_buttons(grid, limits.SLACK_LIMITS)]
    cards = sum(bool(cell.choice) for grid in large for row in grid.cells for cell in row)
    return Capabilities(
        buttons=cards - 1 if cards else limits.MOST_ROWS * limits.SLACK_LIMITS.row,
        row=row_length(asked, limits.SLACK_LIMITS.row),
        menus=limits.MOST_ROWS,
        menu_options=limits.MOST_MENU_OPTIONS,
        label=limits.SLACK_LIMITS.label,
        pictures=pictures,
        rows=limits.MOST_ROWS,
    )


# Text.


def _fallback(view: View, called: Sequence[str], texts: Texts) -> str:
    """Return the title and the first texts, for notifications."""
    said = [texts.say(view.title)]
    first = (one for one in view.blocks if isinstance(one, Text) and one.tone is not Tone.QUIET)
    said += [texts.say(one.phrase) for one in list(first)[:3]]
    named = " ".join(f"<@{one}>" for one in called)
    return shorten(f"{named} {blocks.escape(' · '.join(said))}".strip(), limits.LONGEST_FALLBACK)


def _head(view: View, called: Sequence[str], options: message_view.RenderOptions) -> Iterator[Part]:
    yield blocks.header(options.texts.say(view.title))
    if options.place is not None:
        yield blocks.channel_line(own_id(options.place))
    if called:
        named = ({"type": "user", "user_id": one} for one in called)
        spaced = [part for one in named for part in (one, {"type": "text", "text": " "})]
        yield Line("", is_uncut=True, elements=tuple(spaced[:-1]))
    for notice in options.notices:
        yield _notice(notice, options.texts)


def _legend(game_view: GameView, texts: Texts) -> Iterator[Line]:
    """Yield the legend of emoji for rows, if the board offers reactions."""
    board = reaction_board_of(game_view, limits.SLACK_LIMITS.reactions, limits.SLACK_EMOJI)
    if board is None or not board.is_offered:
        return
    rows = enumerate(limits.SLACK_EMOJI.rows[: board.rows], ord("A"))
    named = "  ".join(f":{name}: {chr(letter)}" for letter, name in rows)
    said = phrase("slack-reactions", rows=named, check=f":{limits.SLACK_EMOJI.check}:")
    yield Line(texts.say(said), is_quiet=True, is_uncut=True)


def _notice(notice: Countdown, texts: Texts) -> Line:
    """Return a countdown, with its time in each reader's time zone."""
    before, mark, after = texts.say(notice.phrase).partition(WHEN)
    if not mark or notice.at is None:
        return Line(f"{before}{after}", is_uncut=True)
    start = [{"type": "text", "text": before}] if before else []
    time, utc = int(notice.at.timestamp()), f"{notice.at:%H:%M} UTC"
    date = {"type": "date", "timestamp": time, "format": "{time}", "fallback": utc}
    return Line(after, is_uncut=True, elements=(*start, date))


def parts_of(
    block: Block, texts: Texts, places: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Part]:
    """Yield a fitted block without pictures as parts of a message.

    `places` are the places of cards on pictures, by the lines of their choices.
    """
    match block:
        case view.Text(phrase=said, tone=tone):
            yield _said(texts, said, tone)
        case view.Fields(rows=rows):
            for face, name, value in rows:
                said = phrase("chat-field", name=name, value=value)
                yield _said(texts, said, before=f"{face_text(face)} " if face else "")
        case view.Drawing(lines=lines):
            yield Line("\n".join(map(message_view.quoted, lines)), is_code=True)
        case view.Monospace(grid=grid) | view.Picture(grid=grid):
            yield Line(message_view.text_grid(grid), is_uncut=True, is_code=True)
        case view.Buttons(rows=rows):
            yield from (blocks.actions(_button(one, places) for one in row) for row in rows)
        case view.Menus(menus=menus):
            yield from (blocks.actions([_menu(choices, texts)]) for choices in menus)
        case view.Numbered(choices=choices):
            for choice in choices:
                typed = message_view.typed_choice(choice, texts, lambda text: text)
                yield Line(typed.text, typed.before, typed.after, is_needed=True)


def _said(texts: Texts, said: Phrase, tone: Tone = Tone.PLAIN, *, before: str = "") -> Line:
    return Line(
        texts.say(said),
        f"{_SIGNS.get(tone, '')}{before}",
        is_bold=tone in _BOLD,
        is_quiet=tone is Tone.QUIET,
    )


# Buttons and menus.


def _places(fitted: View) -> Mapping[str, str]:
    """Return the places of cards on a view's pictures by the lines of their choices."""
    cells = (
        cell for one in view.find(fitted, view.Picture) for row in one.grid.cells for cell in row
    )
    return {cell.choice.line: cell.place for cell in cells if cell.choice}


def _button(choice: Choice, places: Mapping[str, str]) -> SlackBlock:
    """Return a button; a card on a picture has a short label, its place, to keep rows on one line.

    Its word is for screen readers; the place of an uncovered card is struck out.
    """
    label = message_view.used_label(choice, limits.SLACK_LIMITS.label)
    if choice.line not in places:
        return blocks.button(label, choice.line, choice.tone)
    short = replace(choice, label=places[choice.line], enabled=is_offered(choice))
    shown = message_view.used_label(short, limits.SLACK_LIMITS.label)
    return {**blocks.button(shown, choice.line, choice.tone), "accessibility_label": label}


def _menu(choices: Sequence[Choice], texts: Texts) -> SlackBlock:
    most = limits.SLACK_LIMITS.label
    options = ((message_view.used_label(one, most), one.line) for one in choices)
    return blocks.menu(options, placeholder=texts.say(message_view.menu_phrase(choices, most)))


@dataclass(frozen=True, slots=True)
class SlackResponse:
    """An answer for one person, or for everyone in the channel if `shared`.

    A `view` is a game or a panel for a modal, first as text, then with pictures when they are
    ready. If `edits` is True, the view replaces the modal in which the person pressed a button. The
    bot sends `file` by direct message.
    """

    text: str = ""
    blocks: tuple[SlackBlock, ...] = field(default=(), repr=False)
    view: SlackMessage | None = field(default=None, repr=False)
    texts: Texts | None = field(default=None, repr=False)
    title: str = ""
    file: MessageFile | None = field(default=None, repr=False)
    shared: bool = False
    edits: bool = False

    @property
    def is_question(self) -> bool:
        """Whether it is a text with buttons."""
        return self.view is None and any(block["type"] == "actions" for block in self.blocks)


def text_response(text: str, *below: Part) -> SlackResponse:
    """Return a text with further parts below."""
    return SlackResponse(blocks.escape(text), tuple(blocks_of([Line(text), *below])))


class SlackResponses:
    """Slack's answers; adapters.chat.responses.ResponseRenderer."""

    def say(self, text: str, link: Room | PostedMessage | None = None) -> SlackResponse:
        """Return a text, with a link to a channel after it."""
        channel = _channel(link)
        return text_response(text, *([blocks.channel_line(channel)] if channel else []))

    async def show(
        self, game_view: GameView, texts: Texts, panel: str = "", *, again: bool = False
    ) -> SlackResponse:
        """Return a game with pictures and boards as text, or a panel of it."""
        written = message_view.RenderOptions(texts, shared=False, pictures=False, panel=panel)
        options = replace(written, pictures=is_drawable(game_view.view), spelled=not panel)
        shown = replace(message(game_view, options), written=partial(message, game_view, written))
        title = texts.say(game_view.view.title)
        return SlackResponse(shown.text, view=shown, texts=texts, title=title, edits=again)

    def ask(self, text: str, choices: Sequence[Choice]) -> SlackResponse:
        """Return a text with buttons below it."""
        buttons = (blocks.button(str(one.label), one.line, one.tone) for one in choices)
        return text_response(text, blocks.actions(buttons))

    def page(self, reply: Reply, texts: Texts, asker: str) -> SlackResponse:
        """Return a view besides games, with its file and a note on its destination."""
        file = MessageFile(reply.file.name, reply.file.content) if reply.file else None
        where = blocks_of([Line(texts.say(phrase("slack-file")))]) if file else ()
        return SlackResponse(
            blocks.escape(texts.say(reply.view.title)),
            (*page(reply.view, texts, asker), *where),
            texts=texts,
            file=file,
            shared=reply.shared is not None,
        )


def _channel(link: Room | PostedMessage | None) -> str:
    if isinstance(link, PostedMessage):
        return SlackHandle.parse(link.handle).channel
    return own_id(link.place) if link else ""


def page(view: View, texts: Texts, asker: str) -> list[SlackBlock]:
    """Return a view as blocks, in which the asker's choices are further requests."""
    asked = reply_view(view, texts, asker, limits.SLACK_LIMITS)
    fitted = fit(asked, _capabilities(asked))
    parts: list[Part] = [blocks.header(texts.say(fitted.title))]
    for block in fitted.blocks:
        parts += parts_of(block, texts)
    if fitted.footer:
        parts.append(Line(texts.say(fitted.footer), is_quiet=True))
    return blocks_of(parts)
