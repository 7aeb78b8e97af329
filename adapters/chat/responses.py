"""Answers and refusals: sentences, views and forms for the platforms to render."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, Generic, Protocol, TypeVar

from adapters.chat.buttons import forms_of, with_choices
from adapters.chat.commands import CommandEntry, CommandFormatter, CommandTables, by_path
from adapters.chat.incoming import ABOUT_GAME, ButtonAction, ButtonId, Incoming
from adapters.chat.platform import ChatApp, Limits
from bot import games
from bot.chat.request import Reply
from bot.games import RULES, SHARING, Caller, GameId, Games, GameView, GuildId, OtherGame, refusal
from bot.texts import ENGLISH, Texts
from core import view
from core.rules import IllegalAction, Refusal, Unconfirmed
from core.view import Blank, Choice, FormBlock, Panel, Phrase, Text, Tone, View, all_cells, phrase

OPEN_SECONDS: Final = 2.0
"""Timeout for opening a form and for sending completions, which cannot be deferred."""

SUBJECTS: Final = ("board", "key", "own", "record")
"""Subjects of SHOW buttons besides panels."""

EXAMPLE_TEXTS: Final = ("x", "あ")
"""Values for a blank, one in each script that games read."""

NAMED_SUFFIX: Final = "="
"""The suffix of a blank's id if the line contains the blank's name."""

R = TypeVar("R")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Redrawn(Generic[T]):
    """An answer by redrawing the pressed board, which then shows this version of its game.

    If that takes too long, the presser gets `otherwise` instead.
    """

    version: int
    otherwise: T | None = None


@dataclass(frozen=True, slots=True)
class PostedMessage:
    """A message that shows a game, by the platform's handle, in a guild."""

    guild: GuildId
    handle: str


class ResponseRenderer(Protocol[T_co]):
    """Renders answers for a platform; only one person sees them unless stated otherwise."""

    def say(self, text: str, link: games.Room | PostedMessage | None = None) -> T_co:
        """Return plain text, followed by a link to a room or a message."""

    async def show(
        self, game_view: GameView, texts: Texts, panel: str = "", *, again: bool = False
    ) -> T_co:
        """Return a game as one person sees it, or one of its panels.

        With `again` it replaces the message of the pressed button.
        """

    def ask(self, text: str, choices: Sequence[Choice]) -> T_co:
        """Return a text with buttons, whose ids are the lines of the choices."""

    def page(self, reply: Reply, texts: Texts, asker: str) -> T_co:
        """Return the answer to a request besides games; only the asker may press its buttons."""


@dataclass(frozen=True, slots=True)
class ReactionPicks:
    """The card that the presser of a button has picked by reactions."""

    guess_line: Callable[[GameView], Awaitable[str | None]]
    """Returns the line that takes the card."""
    clear: Callable[[], Awaitable[None]]
    """Removes the reactions after the card was taken."""


@dataclass(frozen=True, slots=True)
class OpenedForm:
    """A form for one person, in their language; `panel` names the panel that opened it."""

    game_view: GameView
    form: FormBlock
    texts: Texts
    panel: str = ""

    @property
    def custom_id(self) -> str:
        """The id of the sent form."""
        game_id, turn = self.game_view.game_id, self.game_view.turn
        return str(ButtonId(ButtonAction.FILL, game_id, turn, self.form.name, panel=self.panel))


@dataclass(slots=True)
class ChatAnswers(Generic[T]):
    """Answers requests of one platform.

    `patience` is the timeout in seconds for opening a form and for each lookup for a refusal;
    completions have half of it. `redraw` draws a board again if it may not show its game.
    """

    platform: str
    chat: ChatApp
    renderer: ResponseRenderer[T]
    limits: Limits
    patience: float = OPEN_SECONDS
    redraw: Callable[[games.MessageTarget], None] = lambda _: None
    entries: Mapping[tuple[str, ...], CommandEntry] = field(init=False)
    """All commands by path."""
    _formatter: CommandFormatter = field(init=False)

    def __post_init__(self) -> None:
        english = self.chat.services.texts_for(ENGLISH)
        self.entries = by_path(self.chat.tables.entries(), english)
        named = None if self.limits.localised else english
        self._formatter = CommandFormatter(self.entries.values(), named)

    def texts(self, incoming: Incoming) -> Texts:
        """Return the texts in the caller's language."""
        return self.chat.services.texts_for(incoming.caller.locale)

    async def refused(self, incoming: Incoming, refusal: Refusal) -> T:
        """Return a refusal, worded for its game, or a question about the intended line."""
        located = await self._in_time(incoming.located(self.chat.games)) or incoming
        texts, chosen = self.texts(incoming), located.button if located.from_menu else None
        if chosen and not located.is_private:
            await self._in_time(self._redraw_menus(located.caller, chosen.game_id))
        if isinstance(refusal, Unconfirmed):
            game_id = await self._in_time(self.chat.game_here(located))
            return self.question(refusal, game_id, texts)
        game = await self._in_time(self._game_name(located))
        said = self._formatter.for_game(texts, game or "").say(refusal.phrase)
        if chosen and located.is_private:
            alert = Text(phrase("chat-said", said=said), Tone.BAD)
            shown = await self._in_time(self.show_again(located, chosen.panel, alert))
            return shown or self.renderer.say(said)
        link = await self._in_time(self._message(located, refusal))
        return self.renderer.say(said, link)

    async def _redraw_menus(self, caller: Caller, game_id: GameId) -> None:
        """Redraw the board, or the caller's own in direct messages; raises StoreFault."""
        if not caller.is_direct:
            self.redraw(games.MessageTarget(game_id, caller.room))
            return
        for target in await self.chat.tasks.handles(self.platform, game_id):
            self.redraw(replace(target, user=caller.user))

    async def _in_time(self, finding: Awaitable[R]) -> R | None:
        """Return a result, or None on a timeout or refusal."""
        with suppress(Refusal, TimeoutError):
            async with asyncio.timeout(self.patience):
                return await finding
        return None

    async def _message(self, incoming: Incoming, refusal: Refusal) -> PostedMessage | None:
        """Return the message of the other game in a refusal, even if people deleted the message."""
        if not isinstance(refusal, OtherGame):
            return None
        self.redraw(games.MessageTarget(refusal.game_id, incoming.caller.room))
        handle = await self.chat.tasks.handle(refusal.game_id, incoming.caller.room)
        return PostedMessage(incoming.caller.guild, handle) if handle else None

    async def _game_name(self, incoming: Incoming) -> str:
        """Return the name of a request's game."""
        entry = self.entries.get(incoming.path)
        if entry and entry.ask is None and not entry.is_top_level:
            return entry.game
        games, game_id = self.chat.games, await self.chat.game_here(incoming)
        return await games.game_name(incoming.caller, game_id)

    def confirmation(self, receipt: games.Receipt, incoming: Incoming) -> str:
        """Return sentences about the events of a request."""
        texts = self._formatter.for_game(self.texts(incoming), receipt.game)
        if receipt.repeated:
            return texts.say(phrase("chat-done-before"))
        said = [texts.say(one.phrase) for one in receipt.updates]
        return "\n".join(said) or texts.say(phrase("chat-done"))

    def help(self, incoming: Incoming, game: str) -> T:
        """Return the rules of a game and how to play it here."""
        how = phrase(f"chat-help-{game}", reactions="yes" if self.limits.reactions else "no")
        rules = (phrase(f"{game}-{rule}") for rule in RULES)
        said = (*rules, phrase("chat-help", game=game, how=how))
        return self.renderer.say("\n".join(map(self.texts(incoming).say, said)))

    async def show(self, incoming: Incoming, what: str, game_id: GameId | None = None) -> T:
        """Return a board, a key, a panel or a record for the caller alone; raises Refusal."""
        if what == "record" and game_id:
            return self.page(incoming, await self.chat.services.record(incoming.caller, game_id))
        texts, game_view = self.texts(incoming), await self.chat.look(incoming, game_id)
        if what in game_view.questions:
            return await self.ask(incoming, what, game_view.game_id)
        if what == "key" and not has_hints(game_view.view):
            raise IllegalAction("chat-no-key")
        if what == "own" and not game_view.apart:
            raise IllegalAction("chat-no-board")
        if what in SUBJECTS:
            return await self.renderer.show(game_view, texts)
        return await self.renderer.show(panel_of(game_view, what), texts, what)

    async def show_again(self, incoming: Incoming, panel: str, said: Text) -> T | None:
        """Redraw a private board or a panel of it below a sentence; None if the panel is gone.

        Raises Refusal.
        """
        shown = panel_view(await self.chat.look(incoming), panel, said)
        texts = self.texts(incoming)
        return await self.renderer.show(shown, texts, panel, again=True) if shown else None

    async def ask(self, incoming: Incoming, line: str, game_id: GameId | None) -> T:
        """Return the answer to a question about a game, with buttons for further questions.

        Only the asker sees it, unless they share what bots have learnt about them.
        """
        found = await self.chat.named(incoming, game_id)
        view = await self.chat.games.answer(incoming.caller, found, line)
        asked = with_choices(
            view, lambda one: replace(one, line=f"{ABOUT_GAME} {found} {one.line}")
        )
        language = self.chat.services.language
        shared = await language(incoming.caller) if line.split() == SHARING else None
        return self.page(incoming, Reply(asked, shared=shared))

    def page(self, incoming: Incoming, reply: Reply) -> T:
        """Return a reply in the caller's language, or in that of all its readers."""
        texts = self.chat.services.texts_for(reply.shared or incoming.caller.locale)
        return self.renderer.page(reply, texts, incoming.caller.user.id)

    def question(
        self, doubt: Unconfirmed, game_id: GameId | None, texts: Texts, asker: str = ""
    ) -> T:
        """Return a question about the intended line; only the `asker`, if given, may answer.

        It lists the lines to type if the game is unknown or an id is too long for a button.
        """
        said = texts.say(doubt.phrase)
        if game_id is not None:
            press = ButtonId(ButtonAction.SUBMIT, game_id, doubt.turn, "", asker=asker)
            asked = [
                replace(one, label=texts.say(one.label), line=str(replace(press, line=one.line)))
                for one in doubt.choices
            ]
            if all(len(one.line) <= self.limits.custom_id for one in asked):
                return self.renderer.ask(said, asked)
        typed = (texts.say(one) for one in _typed(doubt))
        return self.renderer.say("\n".join((said, *typed)))


def _typed(doubt: Unconfirmed) -> tuple[Phrase, ...]:
    """Return the lines to type, one for each meaning."""
    if len(doubt.choices) == 1:
        return (phrase("chat-anyway-typed", line=doubt.choices[0].line),)
    return tuple(phrase("chat-typed", label=one.label, line=one.line) for one in doubt.choices)


# Forms and panels of a game view.


def form_of(game_view: GameView, name: str, most: int) -> FormBlock | None:
    """Return the form with a name if the view offers it."""
    forms = forms_of(view.with_panels(game_view.view), most)
    return next((one for one in forms if one.name == name and one.enabled), None)


def panel_view(game_view: GameView, name: str, said: Text | None = None) -> GameView | None:
    """Return a panel below a sentence; the whole game without a name; None for no such panel."""
    panels = (one.view for one in view.find(game_view.view, Panel) if one.name == name)
    shown = next(panels, None) if name else game_view.view
    if shown is None:
        return None
    blocks = (said, *shown.blocks) if said else shown.blocks
    return replace(game_view, view=replace(shown, blocks=blocks))


def panel_of(game_view: GameView, name: str) -> GameView:
    """Return a panel of a game; raises IllegalAction after the lobby has ended."""
    shown = panel_view(game_view, name)
    if shown is None:
        raise IllegalAction("chat-no-panel")
    return shown


async def refusal_for(
    games: Games, caller: Caller, button: ButtonId, tables: CommandTables, most: int
) -> Refusal:
    """Return the reason why a person cannot fill in a form: the rules' refusal of its lines.

    If the rules refuse no line, a newcomer has to take a chair first. Raises GameGone and
    StoreFault.
    """
    turn, game_id = button.turn, button.game_id
    game_view = await games.look(caller, game_id, as_public=True)
    form = form_of(game_view, button.line, most)
    for example in _examples(form) if form else _command_examples(tables, game_view.game, button):
        if refused := await refusal(games, caller, example, turn=turn, game_id=game_id):
            return refused
    seat = (await games.look(caller, game_id)).seat
    return IllegalAction("chat-form-closed" if seat else "table-not-seated")


def _examples(form: FormBlock) -> Iterator[str]:
    """Yield lines that a form could make."""
    for text in EXAMPLE_TEXTS:
        values = ((field_id(one), one.values[0] if one.values else text) for one in form.blanks)
        yield line_from(form.name, values)


def _command_examples(tables: CommandTables, game: str, button: ButtonId) -> Iterator[str]:
    """Yield lines of a submitted form that is no longer available."""
    moves = [move for one in tables.games if one.game == game for move in one.play]
    for move in (move for move in moves if move.name == button.line):
        for text in EXAMPLE_TEXTS:
            values = (option.choices[0] if option.choices else text for option in move.options)
            yield " ".join((move.name, *values))


def field_id(blank: Blank) -> str:
    """Return the id of a blank, which marks names that are part of the line."""
    return blank.name + NAMED_SUFFIX if blank.named else blank.name


def line_from(name: str, fields: Iterable[tuple[str, str]]) -> str:
    """Return the line of a submitted form, from its values by the ids of its blanks."""
    words = [name.partition(".")[0]]
    for blank, value in fields:
        if stripped := value.strip():
            words.append(blank + stripped if blank.endswith(NAMED_SUFFIX) else stripped)
    return " ".join(words)


def has_hints(view: View) -> bool:
    """Return whether a view shows a key."""
    return any(cell.hint for cell in all_cells(view))
