"""Execute commands, presses on buttons and forms of a chat platform, and answer them.

A platform reads what it is sent into `Incoming`, and renders the answers. The code is the same for
every game.
"""

import asyncio
from collections.abc import Coroutine, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, Final, Generic, Never, TypeVar

import structlog

from adapters.chat.command_text import CommandFormatter
from adapters.chat.commands import (
    CommandAction,
    CommandEntry,
    CommandTables,
    by_path,
    line_of_command,
)
from adapters.chat.completion import CompletionItem, CompletionValues, completions
from adapters.chat.custom_id import (
    ButtonAction,
    ButtonId,
    OpeningId,
    RequestId,
    read_button_id,
    read_opening_id,
    read_request_id,
)
from adapters.chat.forms import form_of, has_hints, line_from, panel_view, refusal_for
from adapters.chat.incoming import Incoming, Origin, origin_of
from adapters.chat.limits import Limits
from adapters.chat.questions import asking_about, question, read_question
from adapters.chat.responses import (
    OpenedForm,
    PostedMessage,
    ReactionPicks,
    Redrawn,
    ResponseRenderer,
)
from bot.chat.request import Reply, Request
from bot.chat.services import ChatServices
from bot.games import RULES, GameId, Games, GameView, OtherGame, Press, Receipt
from bot.texts import ENGLISH, Texts
from core.rules import IllegalAction, Refusal, Unconfirmed
from core.view import Phrase, phrase

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
    """Executes requests of the platform of this name; `values` are completions known beforehand.

    `patience` is in seconds: opening a form may take that long, finding completions half of it.
    """

    platform: str
    games: Games
    tables: CommandTables
    services: ChatServices
    values: Mapping[str, CompletionValues]
    renderer: ResponseRenderer[T]
    limits: Limits
    patience: float = OPEN_SECONDS
    _entries: Mapping[tuple[str, ...], CommandEntry] = field(init=False)
    _formatter: CommandFormatter = field(init=False)

    def __post_init__(self) -> None:
        english = self.services.texts_for(ENGLISH)
        self._entries = by_path(self.tables.entries(), english)
        named = None if self.limits.localised else english
        self._formatter = CommandFormatter(self._entries.values(), named)

    @property
    def entries(self) -> Mapping[tuple[str, ...], CommandEntry]:
        """All commands by their paths."""
        return self._entries

    def entry(self, path: tuple[str, ...]) -> CommandEntry | None:
        """Return the command of a path, if there is one."""
        return self._entries.get(path)

    def is_long(self, path: tuple[str, ...], custom_id: str = "") -> bool:
        """Return whether a command, or what a button asks for again, may take seconds."""
        asks = [entry.ask for entry in self._entries.values() if entry.ask and entry.ask.is_long]
        if request_id := read_request_id(custom_id):
            again = tuple(request_id.line.split())
            return any(again[: len(one.path)] == one.path for one in asks)
        entry = self._entries.get(path)
        return entry is not None and entry.ask in asks

    async def answer(
        self, incoming: Incoming, picks: ReactionPicks | None = None
    ) -> T | Redrawn[T]:
        """Execute a request; return its answer or refusal, or that the board is the answer."""
        return await self.guarded(incoming, self._execute(incoming, picks))

    async def refuse(self, incoming: Incoming, refusal: Refusal) -> T:
        """Return a refusal as an answer."""
        return await self.guarded(incoming, _raise(refusal))

    async def form(self, incoming: Incoming, button: ButtonId) -> OpenedForm | Refusal:
        """Return the form that a button opens, or why it cannot be opened."""
        try:
            async with asyncio.timeout(self.patience):
                game_view = await self._look(incoming, button.game_id)
                form = None
                if button.panel and panel_view(game_view, button.panel) is None:
                    raise IllegalAction("chat-no-panel")
                if game_view.turn == button.turn:
                    form = form_of(game_view, button.line, self.limits.fields)
                if form is None:
                    caller = (await self._origin(incoming)).caller
                    return await refusal_for(
                        self.games, caller, button, self.tables, self.limits.fields
                    )
                self.games.lines.spend(incoming.caller.user)  # a refused one is counted by `refuse`
        except Refusal as refusal:
            return refusal
        except TimeoutError:
            return IllegalAction("chat-slow")
        return OpenedForm(game_view, form, self._texts(incoming), button.panel)

    async def complete(self, incoming: Incoming, name: str) -> tuple[CompletionItem, ...]:
        """Return values of an option that is typed; none where they are not known in time."""
        entry = self.entry(incoming.path)
        if entry is None:
            return ()
        try:
            async with asyncio.timeout(self.patience / 2):
                return await self._offers(incoming, entry, name)
        except (Refusal, TimeoutError):
            _LOG.debug("nothing-to-complete", platform=self.platform)
            return ()

    async def guarded(self, incoming: Incoming, work: Coroutine[Any, Any, R]) -> T | R:
        """Return the result of a person's request, or the sentence that tells why there is none."""
        texts = self._texts(incoming)
        try:
            with closing(work):  # what is not begun is not awaited
                self.games.lines.spend(incoming.caller.user)
                async with asyncio.timeout(WORK_SECONDS):
                    return await work
        except Unconfirmed as doubt:
            return await self._question(incoming, doubt)
        except Refusal as refusal:
            spelled = self._formatter.for_game(texts, await self._game(incoming))
            return self.renderer.say(
                spelled.say(refusal.phrase), await self._link(incoming, refusal)
            )
        except Exception as error:  # whatever it is, the person is told that it is ours
            return self.renderer.say(texts.say(report_fault(self.platform, error)))

    async def _link(self, incoming: Incoming, refusal: Refusal) -> PostedMessage | None:
        """Return the message of the game that a refusal is about, as far as it is known in time."""
        if isinstance(refusal, OtherGame):
            with suppress(Refusal, TimeoutError):
                async with asyncio.timeout(self.patience):
                    room = (await self._origin(incoming)).caller.room
                    handle = await self.services.handle(refusal.game_id, room)
                    return PostedMessage(incoming.caller.guild, handle) if handle else None
        return None

    async def _question(self, incoming: Incoming, doubt: Unconfirmed) -> T:
        """Return the question what is meant; its buttons do it."""
        texts, game_id = self._texts(incoming), await self._game_id(incoming)
        return question(doubt, game_id, texts, self.renderer, self.limits.custom_id)

    def _texts(self, incoming: Incoming) -> Texts:
        """Return the texts for the person alone."""
        return self.services.texts_for(incoming.caller.locale)

    async def _game(self, incoming: Incoming) -> str:
        """Return the name of the game that a request is about, as far as it is known in time."""
        entry = self.entry(incoming.path)
        if entry and entry.ask is None and not entry.is_top_level:
            return entry.game
        button = read_button_id(incoming.custom_id)
        with suppress(Refusal, TimeoutError):
            async with asyncio.timeout(self.patience):
                origin = await self._origin(incoming)
                game_id = button.game_id if button else origin.game_id
                return await self.games.game_name(origin.caller, game_id)
        return ""

    async def _game_id(self, incoming: Incoming) -> GameId | None:
        """Return the game that a request is about, as far as it is known in time."""
        if button := read_button_id(incoming.custom_id):
            return button.game_id
        with suppress(Refusal, TimeoutError):
            async with asyncio.timeout(self.patience):
                origin = await self._origin(incoming)
                return origin.game_id or await self.games.current(origin.caller.room)
        return None

    async def _execute(self, incoming: Incoming, picks: ReactionPicks | None) -> T | Redrawn[T]:
        if incoming.path:
            return await self._command(incoming)
        if request_id := read_request_id(incoming.custom_id):
            return await self._request_again(incoming, request_id)
        if opening := read_opening_id(incoming.custom_id):
            return await self._open(incoming, self._opening(opening))
        return await self._press(incoming, read_button_id(incoming.custom_id), picks)

    # Commands.

    async def _command(self, incoming: Incoming) -> T:
        entry = self.entry(incoming.path)
        if entry is None:
            raise IllegalAction("chat-old-command")
        match entry.action:
            case CommandAction.OPEN:
                return await self._open(incoming, entry)
            case CommandAction.SAY:
                await self._check_game(entry, await self._origin(incoming))
                receipt = await self._submit(incoming, line_of_command(entry, incoming.given))
                return self.renderer.say(self._confirmation(receipt, incoming))
            case CommandAction.SHOW:
                return await self._show(incoming, entry.command.name, entry.game)
            case CommandAction.QUESTION:
                origin, line = await self._origin(incoming), line_of_command(entry, incoming.given)
                over = origin.game_id or await self.games.finished(origin.caller.room, entry.game)
                return await self._answer(incoming, line, over)
            case CommandAction.ASK:
                caller = (await self._origin(incoming)).caller
                path = entry.ask.path if entry.ask else incoming.path
                return await self._reply(incoming.request(caller, path, incoming.given))

    async def _check_game(self, entry: CommandEntry, origin: Origin) -> None:
        """Raise IllegalAction where a command of one game is sent to another one.

        A table of another room may be joined from here.
        """
        if entry.is_top_level or entry.command.name == "join":
            return
        here = await self.games.game_name(origin.caller, origin.game_id)
        if here not in ("", entry.game):
            named = {name: phrase("game-name", game=name) for name in (entry.game, here)}
            raise IllegalAction(
                "chat-other-game", asked=named[entry.game], here=named[here], command=here
            )

    def _opening(self, opening: OpeningId) -> CommandEntry:
        """Return the command that a button stands for; raises IllegalAction."""
        for entry in self._entries.values():
            if entry.action is CommandAction.OPEN and entry.game == opening.game:
                return entry
        raise IllegalAction("chat-old-press")

    async def _open(self, incoming: Incoming, entry: CommandEntry) -> T:
        check_can_show(incoming)
        caller = (await self._origin(incoming)).caller
        receipt = await self.games.open(
            caller, entry.game, incoming.given, delivery=incoming.delivery, at_once=True
        )
        elsewhere = None if caller.room == incoming.caller.room else caller.room
        return self.renderer.say(self._confirmation(receipt, incoming), elsewhere)

    async def _submit(
        self,
        incoming: Incoming,
        line: str,
        turn: int | None = None,
        game_id: GameId | None = None,
        press: Press | None = None,
    ) -> Receipt:
        check_can_show(incoming)
        origin = await self._origin(incoming)
        return await self.games.submit(
            origin.caller,
            line,
            turn=turn,
            delivery=incoming.delivery,
            game_id=game_id or origin.game_id,
            press=press,
        )

    def _confirmation(self, receipt: Receipt, incoming: Incoming) -> str:
        """Return the sentences about what has happened."""
        texts = self._formatter.for_game(self._texts(incoming), receipt.game)
        if receipt.repeated:
            return texts.say(phrase("chat-done-before"))
        said = [texts.say(one.phrase) for one in receipt.updates]
        return "\n".join(said) or texts.say(phrase("chat-done"))

    async def _show(
        self, incoming: Incoming, what: str, game: str = "", game_id: GameId | None = None
    ) -> T:
        """Return help, a board, a key or a record for one person alone."""
        texts = self._texts(incoming)
        if what == "help" and game:  # no button shows it
            how = phrase(f"chat-help-{game}", reactions="yes" if self.limits.reactions else "no")
            rules = (phrase(f"{game}-{rule}") for rule in RULES)
            said = (*rules, phrase("chat-help", game=game, how=how))
            return self.renderer.say("\n".join(map(texts.say, said)))
        if what == "record" and game_id:
            caller = (await self._origin(incoming)).caller
            reply = await self.services.record(caller, game_id)
            return self.renderer.page(reply, texts, incoming.caller.user.id)
        game_view = await self._look(incoming, game_id)
        if what in game_view.questions:
            return await self._answer(incoming, what, game_view.game_id)
        if what == "key" and not has_hints(game_view.view):
            raise IllegalAction("chat-no-key")
        if what == "own" and not game_view.apart:
            raise IllegalAction("chat-no-board")
        if what in SUBJECTS:
            return await self.renderer.show(game_view, texts)
        shown = panel_view(game_view, what)
        if shown is None:
            raise IllegalAction("chat-no-panel")
        return await self.renderer.show(shown, texts, what)

    async def _answer(self, incoming: Incoming, line: str, game_id: GameId | None = None) -> T:
        """Return the answer to a question about a game, whose buttons ask further ones."""
        origin = await self._origin(incoming)
        game_id = game_id or await self._game_here(origin)
        view = asking_about(game_id, await self.games.answer(origin.caller, game_id, line))
        return self.renderer.page(Reply(view), self._texts(incoming), incoming.caller.user.id)

    async def _look(self, incoming: Incoming, game_id: GameId | None = None) -> GameView:
        """Return a game, or the one whose thread or room it is, as the person may see it."""
        origin = await self._origin(incoming)
        return await self.games.look(origin.caller, game_id or await self._game_here(origin))

    async def _game_here(self, origin: Origin) -> GameId:
        """Return the game of a thread or room; raises IllegalAction where there is none."""
        found = origin.game_id or await self.games.current(origin.caller.room)
        if found is None:
            raise IllegalAction("no-game-here")
        return found

    async def _origin(self, incoming: Incoming) -> Origin:
        return await origin_of(incoming.caller, self.services.threads)

    async def _offers(
        self, incoming: Incoming, entry: CommandEntry, name: str
    ) -> tuple[CompletionItem, ...]:
        """Return the values of an option, from the request handler where no game is asked."""
        typed = str(incoming.given.get(name, ""))
        if entry.action is not CommandAction.SAY:
            bare = incoming.request((await self._origin(incoming)).caller, ())
            known = await self.services.request_handler.complete(bare, name)
            sought = typed.strip().casefold()
            found = [(one, one) for one in known if sought in one.casefold()]
            return tuple(found[: self.limits.completions])
        option = next((one for one in entry.command.options if one.name == name), None)
        if option is None:
            return ()
        game_view = await self._look(incoming)
        values = self.values.get(entry.game, {})
        verb = entry.command.name
        return completions(verb, option, typed, incoming.given, game_view, values, self.limits)

    # Requests besides games.

    async def _reply(self, request: Request) -> T:
        reply = await self.services.request_handler.answer(request)
        texts = self.services.texts_for(reply.shared or request.caller.locale)
        return self.renderer.page(reply, texts, request.caller.user.id)

    async def _request_again(self, incoming: Incoming, request_id: RequestId) -> T:
        """Return the answer to a press on a button of an earlier answer."""
        caller = (await self._origin(incoming)).caller
        if request_id.asker != caller.user.id:
            raise IllegalAction("chat-not-yours")
        if asked := read_question(request_id.line):
            return await self._answer(incoming, asked.line, asked.game_id)
        return await self._reply(incoming.request(caller, tuple(request_id.line.split())))

    # Buttons and forms.

    async def _press(
        self, incoming: Incoming, button: ButtonId | None, picks: ReactionPicks | None
    ) -> T | Redrawn[T]:
        is_form = button is not None and button.action is ButtonAction.FILL
        if button is None or is_form is (incoming.fields is None):
            raise IllegalAction("chat-old-press")
        if button.asker and button.asker != incoming.caller.user.id:
            raise IllegalAction("chat-not-yours")
        if button.panel:
            await self._check_panel(incoming, button)
        match button.action:
            case ButtonAction.FILL:
                line = line_from(button.line, incoming.fields or ())
                receipt = await self._submit(incoming, line, button.turn, button.game_id)
                return await self._done(incoming, button, receipt)
            case ButtonAction.SHOW:
                return await self._show(incoming, button.line, game_id=button.game_id)
            case ButtonAction.TAKE:
                return Redrawn((await self._take(incoming, button, picks)).version)
            case ButtonAction.NOTHING:
                raise IllegalAction("chat-idle", card=button.line)
            case ButtonAction.SUBMIT:
                return await self._choose(incoming, button)
            case ButtonAction.MENU | ButtonAction.OPEN:
                raise IllegalAction("chat-old-press")

    async def _choose(self, incoming: Incoming, button: ButtonId) -> T | Redrawn[T]:
        """Do what a button does; a press that only shows what is to come is seen by its mark."""
        press = Press(button.version)
        receipt = await self._submit(incoming, button.line, button.turn, button.game_id, press)
        if not receipt.only_shows:
            return await self._done(incoming, button, receipt)
        texts, said = self._texts(incoming), self._confirmation(receipt, incoming)
        marked = self.renderer.say(texts.say(phrase("chat-marked", said=said)))
        return Redrawn(receipt.version, marked)

    async def _check_panel(self, incoming: Incoming, button: ButtonId) -> None:
        """Raise IllegalAction for a press on a panel of a lobby that has ended."""
        if panel_view(await self._look(incoming, button.game_id), button.panel) is None:
            raise IllegalAction("chat-no-panel")

    async def _done(self, incoming: Incoming, button: ButtonId, receipt: Receipt) -> T | Redrawn[T]:
        """Return the panel on which something was done, as it is now; on none, the board."""
        if not button.panel:
            return Redrawn(receipt.version)
        texts, said = self._texts(incoming), self._confirmation(receipt, incoming)
        shown = panel_view(await self._look(incoming, button.game_id), button.panel, said)
        if shown is None:
            return self.renderer.say(said)
        return await self.renderer.show(shown, texts, button.panel, again=True)

    async def _take(
        self, incoming: Incoming, button: ButtonId, picks: ReactionPicks | None
    ) -> Receipt:
        """Take the card at which the presser's reactions point."""
        game_view = await self._look(incoming, button.game_id)
        line = await picks.guess_line(game_view) if picks else None
        if picks is None or line is None:
            raise IllegalAction("chat-no-pick")
        receipt = await self._submit(incoming, line, button.turn, button.game_id)
        await picks.clear()
        return receipt


def report_fault(platform: str, error: Exception) -> Phrase:
    """Log a fault of ours; return the sentence that tells a person its reference number."""
    reference = token_hex(4)
    _LOG.error("fault", platform=platform, reference=reference, exc_info=error)
    return phrase("chat-fault", reference=reference)


async def _raise(refusal: Refusal) -> Never:
    raise refusal


def check_can_show(incoming: Incoming) -> None:
    """Raise IllegalAction where no game can be shown in the caller's room."""
    if incoming.obstacle:
        raise IllegalAction.of(incoming.obstacle)
