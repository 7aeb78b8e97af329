"""Execute commands, presses on buttons and forms of a chat platform, and answer them.

A platform reads what it is sent into `Incoming`, and renders the answers. The code is the same for
every game.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Generic, Never, TypeVar

import structlog

from adapters.chat.commands import (
    CommandAction,
    CommandEntry,
    CommandFormatter,
    by_path,
    line_of_command,
)
from adapters.chat.completion import CompletionItem, completions
from adapters.chat.custom_id import (
    ButtonAction,
    ButtonId,
    RequestId,
    read_button_id,
    read_opening_id,
    read_request_id,
)
from adapters.chat.faults import report_fault
from adapters.chat.forms import form_of, has_hints, line_from, panel_view, refusal_for
from adapters.chat.incoming import Incoming
from adapters.chat.limits import Limits
from adapters.chat.platform import ChatApp
from adapters.chat.questions import asking_about, question, read_question
from adapters.chat.responses import (
    OpenedForm,
    PostedMessage,
    ReactionPicks,
    Redrawn,
    ResponseRenderer,
)
from bot.chat.request import Reply, Value
from bot.games import RULES, GameId, GameView, OtherGame, Press, Receipt, Submission
from bot.texts import ENGLISH, Texts
from core.rules import IllegalAction, Refusal, Unconfirmed
from core.view import phrase

WORK_SECONDS: Final = 60.0
"""Time-out of a request."""

OPEN_SECONDS: Final = 2.0
"""Time-out of opening a form, and of finding and sending completions: they are not deferred."""

SUBJECTS: Final = ("board", "key", "own", "record")
"""Subjects that buttons show besides panels."""

T = TypeVar("T")
R = TypeVar("R")

_LOG = structlog.get_logger()


@dataclass(slots=True)
class ChatInteractions(Generic[T]):
    """Executes requests of the platform of this name.

    `patience` is in seconds: opening a form may take that long, finding completions half of it.
    """

    platform: str
    chat: ChatApp
    renderer: ResponseRenderer[T]
    limits: Limits
    patience: float = OPEN_SECONDS
    entries: Mapping[tuple[str, ...], CommandEntry] = field(init=False)
    """All commands by their paths."""
    _formatter: CommandFormatter = field(init=False)

    def __post_init__(self) -> None:
        english = self.chat.services.texts_for(ENGLISH)
        self.entries = by_path(self.chat.tables.entries(), english)
        named = None if self.limits.localised else english
        self._formatter = CommandFormatter(self.entries.values(), named)

    def is_long(self, path: tuple[str, ...], custom_id: str = "") -> bool:
        """Return whether a command, or what a button asks for again, may take seconds."""
        asks = [entry.ask for entry in self.entries.values() if entry.ask and entry.ask.is_long]
        if request_id := read_request_id(custom_id):
            again = tuple(request_id.line.split())
            return any(again[: len(one.path)] == one.path for one in asks)
        entry = self.entries.get(path)
        return entry is not None and entry.ask in asks

    async def answer(
        self, incoming: Incoming, picks: ReactionPicks | None = None
    ) -> T | Redrawn[T]:
        """Execute a request; return its answer or refusal, or that the board is the answer."""
        return await self.guarded(incoming, lambda: self._execute(incoming, picks))

    async def refuse(self, incoming: Incoming, refusal: Refusal) -> T:
        """Return a refusal as an answer."""

        async def refused() -> Never:
            raise refusal

        return await self.guarded(incoming, refused)

    async def form(self, incoming: Incoming, button: ButtonId) -> OpenedForm | T:
        """Return the form that a button opens, or the answer why it cannot be opened."""
        return await self.guarded(incoming, lambda: self._form(incoming, button))

    async def complete(self, incoming: Incoming, name: str) -> tuple[CompletionItem, ...]:
        """Return values of an option that is typed; none where they are not known in time."""
        entry = self.entries.get(incoming.path)
        if entry is None:
            return ()
        try:
            async with asyncio.timeout(self.patience / 2):
                located = await self._located(incoming)
                return await completions(self.chat, located, entry, name, self.limits)
        except (Refusal, TimeoutError):
            _LOG.debug("nothing-to-complete", platform=self.platform)
            return ()

    async def guarded(self, incoming: Incoming, do: Callable[[], Awaitable[R]]) -> T | R:
        """Return the result of a person's request, or the sentence that tells why there is none."""
        try:
            self.chat.games.lines.spend(incoming.caller.user)
            async with asyncio.timeout(WORK_SECONDS):
                return await do()
        except Refusal as refusal:
            return await self._refused(incoming, refusal)
        except Exception as error:  # whatever it is, the person is told that it is ours
            said = report_fault(self.platform, error)
            return self.renderer.say(self._texts(incoming).say(said))

    async def _refused(self, incoming: Incoming, refusal: Refusal) -> T:
        """Return a refusal in the words of its game, or the question what is meant."""
        located = await self._in_time(self._located(incoming)) or incoming
        texts = self._texts(incoming)
        if isinstance(refusal, Unconfirmed):
            game_id = await self._in_time(self._game_meant(located))
            return question(refusal, game_id, texts, self.renderer, self.limits.custom_id)
        game = await self._in_time(self._name_meant(located))
        link = await self._in_time(self._message(located, refusal))
        spelled = self._formatter.for_game(texts, game or "")
        return self.renderer.say(spelled.say(refusal.phrase), link)

    async def _in_time(self, finding: Awaitable[R]) -> R | None:
        """Return what is found, None where it is not known in time."""
        with suppress(Refusal, TimeoutError):
            async with asyncio.timeout(self.patience):
                return await finding
        return None

    async def _located(self, incoming: Incoming) -> Incoming:
        return await incoming.located(self.chat.services.threads)

    async def _message(self, incoming: Incoming, refusal: Refusal) -> PostedMessage | None:
        """Return the message of the other game that a refusal is about."""
        if not isinstance(refusal, OtherGame):
            return None
        handle = await self.chat.services.handle(refusal.game_id, incoming.caller.room)
        return PostedMessage(incoming.caller.guild, handle) if handle else None

    async def _name_meant(self, incoming: Incoming) -> str:
        """Return the name of the game that a request is about."""
        entry = self.entries.get(incoming.path)
        if entry and entry.ask is None and not entry.is_top_level:
            return entry.game
        return await self.chat.games.game_name(incoming.caller, await self._game_meant(incoming))

    async def _game_meant(self, incoming: Incoming) -> GameId | None:
        """Return the game of a button, or else of the thread or room."""
        button = read_button_id(incoming.custom_id)
        return button.game_id if button else await self.chat.game_here(incoming)

    def _texts(self, incoming: Incoming) -> Texts:
        """Return the texts for the person alone."""
        return self.chat.services.texts_for(incoming.caller.locale)

    async def _execute(self, incoming: Incoming, picks: ReactionPicks | None) -> T | Redrawn[T]:
        incoming = await self._located(incoming)
        if incoming.path:
            return await self._command(incoming, self.entries.get(incoming.path))
        if request_id := read_request_id(incoming.custom_id):
            return await self._request_again(incoming, request_id)
        if opening := read_opening_id(incoming.custom_id):
            if all(one.game != opening.game for one in self.chat.tables.games):
                raise IllegalAction("chat-old-press")
            return await self._open(incoming, opening.game)
        return await self._press(incoming, read_button_id(incoming.custom_id), picks)

    # Commands.

    async def _command(self, incoming: Incoming, entry: CommandEntry | None) -> T:
        if entry is None:
            raise IllegalAction("chat-old-command")
        match entry.action:
            case CommandAction.OPEN:
                return await self._open(incoming, entry.game)
            case CommandAction.SAY:
                await self._check_game(entry, incoming)
                receipt = await self._submit(incoming, line_of_command(entry, incoming.given))
                return self.renderer.say(self._confirmation(receipt, incoming))
            case CommandAction.SHOW if entry.command.name == "help":
                return self._help(incoming, entry.game)
            case CommandAction.SHOW:
                return await self._show(incoming, entry.command.name)
            case CommandAction.QUESTION:
                line, room = line_of_command(entry, incoming.given), incoming.caller.room
                over = incoming.game_id or await self.chat.games.finished(room, entry.game)
                return await self._answer(incoming, line, over)
            case CommandAction.ASK:
                path = entry.ask.path if entry.ask else incoming.path
                return await self._reply(incoming, path, incoming.given)

    async def _check_game(self, entry: CommandEntry, incoming: Incoming) -> None:
        """Raise IllegalAction where a command of one game is sent to another one.

        A table of another room may be joined from here.
        """
        if entry.is_top_level or entry.command.name == "join":
            return
        here = await self.chat.games.game_name(incoming.caller, incoming.game_id)
        if here not in ("", entry.game):
            named = {name: phrase("game-name", game=name) for name in (entry.game, here)}
            raise IllegalAction(
                "chat-other-game", asked=named[entry.game], here=named[here], command=here
            )

    async def _open(self, incoming: Incoming, game: str) -> T:
        incoming.check_can_show()
        receipt = await self.chat.games.open(
            incoming.caller, game, incoming.given, delivery=incoming.delivery, at_once=True
        )
        elsewhere = incoming.caller.room if incoming.game_id else None
        return self.renderer.say(self._confirmation(receipt, incoming), elsewhere)

    async def _submit(
        self,
        incoming: Incoming,
        line: str,
        button: ButtonId | None = None,
        press: Press | None = None,
    ) -> Receipt:
        """Submit a line to the game, and for the turn, of the button that was pressed for it."""
        incoming.check_can_show()
        turn, game_id = (button.turn, button.game_id) if button else (None, incoming.game_id)
        sent = Submission(line, turn, game_id, incoming.delivery, press)
        return await self.chat.games.submit(incoming.caller, sent)

    def _confirmation(self, receipt: Receipt, incoming: Incoming) -> str:
        """Return the sentences about what has happened."""
        texts = self._formatter.for_game(self._texts(incoming), receipt.game)
        if receipt.repeated:
            return texts.say(phrase("chat-done-before"))
        said = [texts.say(one.phrase) for one in receipt.updates]
        return "\n".join(said) or texts.say(phrase("chat-done"))

    def _help(self, incoming: Incoming, game: str) -> T:
        how = phrase(f"chat-help-{game}", reactions="yes" if self.limits.reactions else "no")
        rules = (phrase(f"{game}-{rule}") for rule in RULES)
        said = (*rules, phrase("chat-help", game=game, how=how))
        return self.renderer.say("\n".join(map(self._texts(incoming).say, said)))

    async def _show(self, incoming: Incoming, what: str, game_id: GameId | None = None) -> T:
        """Return a board, a key, a panel or a record for one person alone."""
        if what == "record" and game_id:
            return self._page(incoming, await self.chat.services.record(incoming.caller, game_id))
        texts, game_view = self._texts(incoming), await self.chat.look(incoming, game_id)
        if what in game_view.questions:
            return await self._answer(incoming, what, game_view.game_id)
        if what == "key" and not has_hints(game_view.view):
            raise IllegalAction("chat-no-key")
        if what == "own" and not game_view.apart:
            raise IllegalAction("chat-no-board")
        if what in SUBJECTS:
            return await self.renderer.show(game_view, texts)
        return await self.renderer.show(_panel(game_view, what), texts, what)

    async def _answer(self, incoming: Incoming, line: str, game_id: GameId | None) -> T:
        """Return the answer to a question about a game, whose buttons ask further ones."""
        found = await self.chat.named(incoming, game_id)
        view = await self.chat.games.answer(incoming.caller, found, line)
        return self._page(incoming, Reply(asking_about(found, view)))

    # Requests besides games.

    async def _reply(
        self, incoming: Incoming, path: tuple[str, ...], given: Mapping[str, Value] | None = None
    ) -> T:
        request = incoming.request(path, given)
        return self._page(incoming, await self.chat.services.request_handler.answer(request))

    def _page(self, incoming: Incoming, reply: Reply) -> T:
        """Return a reply in the language of the person, or of all who are to read it."""
        texts = self.chat.services.texts_for(reply.shared or incoming.caller.locale)
        return self.renderer.page(reply, texts, incoming.caller.user.id)

    async def _request_again(self, incoming: Incoming, request_id: RequestId) -> T:
        """Return the answer to a press on a button of an earlier answer."""
        _check_asker(incoming, request_id.asker)
        if asked := read_question(request_id.line):
            return await self._answer(incoming, asked.line, asked.game_id)
        return await self._reply(incoming, tuple(request_id.line.split()))

    # Buttons and forms.

    async def _form(self, incoming: Incoming, button: ButtonId) -> OpenedForm:
        """Return the form that a button opens; raises Refusal."""
        try:
            async with asyncio.timeout(self.patience):
                incoming = await self._located(incoming)
                game_view = await self.chat.look(incoming, button.game_id)
                if button.panel:
                    _panel(game_view, button.panel)
                most, is_now = self.limits.fields, game_view.turn == button.turn
                if is_now and (form := form_of(game_view, button.line, most)):
                    return OpenedForm(game_view, form, self._texts(incoming), button.panel)
                tables, caller = self.chat.tables, incoming.caller
                raise await refusal_for(self.chat.games, caller, button, tables, most)
        except TimeoutError:
            raise IllegalAction("chat-slow") from None

    async def _press(
        self, incoming: Incoming, button: ButtonId | None, picks: ReactionPicks | None
    ) -> T | Redrawn[T]:
        is_form = button is not None and button.action is ButtonAction.FILL
        if button is None or is_form is (incoming.fields is None):
            raise IllegalAction("chat-old-press")
        if button.asker:
            _check_asker(incoming, button.asker)
        if button.panel:
            _panel(await self.chat.look(incoming, button.game_id), button.panel)
        match button.action:
            case ButtonAction.FILL:
                line = line_from(button.line, incoming.fields or ())
                return await self._done(incoming, button, line)
            case ButtonAction.SHOW:
                return await self._show(incoming, button.line, button.game_id)
            case ButtonAction.TAKE:
                return await self._take(incoming, button, picks)
            case ButtonAction.NOTHING:
                raise IllegalAction("chat-idle", card=button.line)
            case ButtonAction.SUBMIT:
                return await self._done(incoming, button, button.line, Press(button.version))
            case ButtonAction.MENU | ButtonAction.OPEN:
                raise IllegalAction("chat-old-press")

    async def _done(
        self, incoming: Incoming, button: ButtonId, line: str, press: Press | None = None
    ) -> T | Redrawn[T]:
        """Do what a line says; return the panel that it was done on, as it is now, or the board.

        A press that only shows what is to come is seen by its mark.
        """
        receipt = await self._submit(incoming, line, button, press)
        if not (receipt.only_shows or button.panel):
            return Redrawn(receipt.version)
        texts, said = self._texts(incoming), self._confirmation(receipt, incoming)
        if receipt.only_shows:
            marked = self.renderer.say(texts.say(phrase("chat-marked", said=said)))
            return Redrawn(receipt.version, marked)
        shown = panel_view(await self.chat.look(incoming, button.game_id), button.panel, said)
        if shown is None:
            return self.renderer.say(said)
        return await self.renderer.show(shown, texts, button.panel, again=True)

    async def _take(
        self, incoming: Incoming, button: ButtonId, picks: ReactionPicks | None
    ) -> Redrawn[T]:
        """Take the card at which the presser's reactions point."""
        game_view = await self.chat.look(incoming, button.game_id)
        line = await picks.guess_line(game_view) if picks else None
        if picks is None or line is None:
            raise IllegalAction("chat-no-pick")
        receipt = await self._submit(incoming, line, button)
        await picks.clear()
        return Redrawn(receipt.version)


def _panel(game_view: GameView, name: str) -> GameView:
    """Return a game's panel; raises IllegalAction for that of a lobby that has ended."""
    shown = panel_view(game_view, name)
    if shown is None:
        raise IllegalAction("chat-no-panel")
    return shown


def _check_asker(incoming: Incoming, asker: str) -> None:
    """Raise IllegalAction for a press on a button that is another person's."""
    if asker != incoming.caller.user.id:
        raise IllegalAction("chat-not-yours")
