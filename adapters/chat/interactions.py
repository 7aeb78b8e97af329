"""Execute commands, button presses and forms of a chat platform, and complete options.

`adapters.chat.incoming` reads requests, this module executes them, and `adapters.chat.responses`
answers. The code is the same for every game.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import structlog

from adapters.chat import incoming, responses
from adapters.chat.buttons import button_label
from adapters.chat.calls import report_fault
from adapters.chat.commands import CommandAction, CommandEntry, line_of_command
from adapters.chat.incoming import ButtonAction, ButtonId, Incoming, OpeningId, RequestId, target_of
from adapters.chat.platform import Limits
from adapters.chat.responses import ChatAnswers, OpenedForm, ReactionPicks, Redrawn, panel_of
from bot.chat.request import Value
from bot.games import GameView, Press, Receipt, Submission
from core.command import InputType, Option
from core.rules import IllegalAction, Refusal
from core.view import Choices, Text, Tone, all_cells, find, phrase, with_panels

WORK_SECONDS: Final = 60.0
"""Timeout for a request."""

CompletionValues = Mapping[str, tuple[str, ...]]
"""Values that never change: `setting`, and the values of settings by name."""

CompletionItem = tuple[str, str]
"""The text to show, and the value that it completes to."""

R = TypeVar("R")
T = TypeVar("T")

_LOG = structlog.get_logger()


@dataclass(slots=True)
class ChatInteractions(ChatAnswers[T]):
    """Executes requests of a platform, and answers them."""

    def is_long(self, path: tuple[str, ...], custom_id: str = "") -> bool:
        """Return whether a command, or the command that a button repeats, may take seconds."""
        asks = [entry.ask for entry in self.entries.values() if entry.ask and entry.ask.is_long]
        if request_id := incoming.read_request_id(custom_id):
            again = tuple(request_id.line.split())
            return any(again[: len(one.path)] == one.path for one in asks)
        entry = self.entries.get(path)
        return entry is not None and entry.ask in asks

    async def answer(
        self, incoming: Incoming, picks: ReactionPicks | None = None
    ) -> T | Redrawn[T]:
        """Execute a request; return its answer or refusal, or the board to redraw as the answer."""
        return await self.guarded(incoming, lambda: self._execute(incoming, picks))

    async def form(self, incoming: Incoming, button: ButtonId) -> OpenedForm | T:
        """Return the form that a button opens, or the reason for refusing it."""
        return await self.guarded(incoming, lambda: self._form(incoming, button))

    async def complete(self, incoming: Incoming, name: str) -> tuple[CompletionItem, ...]:
        """Return completions of an option; none on a timeout."""
        entry = self.entries.get(incoming.path)
        if entry is None:
            return ()
        try:
            async with asyncio.timeout(self.patience / 2):
                located = await incoming.located(self.chat.games)
                offers = await self._completions(located, entry, name)
                return _fitting(offers, located, name, self.limits)
        except (Refusal, TimeoutError):
            _LOG.debug("nothing-to-complete", platform=self.platform)
            return ()

    async def _completions(
        self, incoming: Incoming, entry: CommandEntry, name: str
    ) -> Iterator[CompletionItem]:
        """Return the values of an option; requests besides games have their own."""
        if entry.action is not CommandAction.SAY:
            return _plain(await self.chat.services.complete(incoming.request(()), name))
        option = next((one for one in entry.command.options if one.name == name), None)
        if option is None:
            return iter(())
        game_view, values = await self.chat.look(incoming), self.chat.values.get(entry.game, {})
        return _offers(entry.command.name, option, incoming.given, game_view, values)

    async def guarded(self, incoming: Incoming, do: Callable[[], Awaitable[R]]) -> T | R:
        """Return the result of a request, or the sentence that says why it failed."""
        try:
            self.chat.games.lines.spend(incoming.caller.user)
            async with asyncio.timeout(WORK_SECONDS):
                return await do()
        except Refusal as refusal:
            return await self.refused(incoming, refusal)
        except Exception as error:  # any other error is a bug of ours
            said = report_fault(self.platform, error)
            return self.renderer.say(self.texts(incoming).say(said))

    async def _execute(self, incoming: Incoming, picks: ReactionPicks | None) -> T | Redrawn[T]:
        incoming = await incoming.located(self.chat.games)
        match target_of(incoming, self.entries):
            case CommandEntry() as entry:
                return await self._command(incoming, entry)
            case OpeningId(game=game):
                return await self._open(incoming, game)
            case Submission(line=line, game_id=game_id):
                return await self.ask(incoming, line, game_id)
            case RequestId(line=line):
                return await self._reply(incoming, tuple(line.split()))
            case ButtonId() as button:
                return await self._press(incoming, button, picks)

    # Commands.

    async def _command(self, incoming: Incoming, entry: CommandEntry) -> T:
        match entry.action:
            case CommandAction.OPEN:
                return await self._open(incoming, entry.game)
            case CommandAction.SAY:
                await self._check_game(entry, incoming)
                receipt = await self._submit(incoming, line_of_command(entry, incoming.given))
                return self.renderer.say(self.confirmation(receipt, incoming))
            case CommandAction.SHOW if entry.command.name == "help":
                return self.help(incoming, entry.game)
            case CommandAction.SHOW:
                return await self.show(incoming, entry.command.name)
            case CommandAction.QUESTION:
                line, room = line_of_command(entry, incoming.given), incoming.caller.room
                over = incoming.game_id or await self.chat.games.finished(room, entry.game)
                return await self.ask(incoming, line, over)
            case CommandAction.ASK:
                path = entry.ask.path if entry.ask else incoming.path
                return await self._reply(incoming, path, incoming.given)

    async def _check_game(self, entry: CommandEntry, incoming: Incoming) -> None:
        """Raise IllegalAction if the room plays a game other than the command's.

        Joining is allowed: the table may be in another room.
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
        # The board that follows shows the chairs and the start of the game.
        receipt = replace(receipt, updates=receipt.updates[:1])
        elsewhere = incoming.caller.room if incoming.game_id else None
        return self.renderer.say(self.confirmation(receipt, incoming), elsewhere)

    async def _submit(self, incoming: Incoming, line: str, press: Press | None = None) -> Receipt:
        """Submit a line to the game and turn of the pressed button, if any."""
        incoming.check_can_show()
        turn = incoming.button.turn if incoming.button else None
        game_id = incoming.button.game_id if incoming.button else incoming.game_id
        sent = Submission(line, turn, game_id, incoming.delivery, press)
        return await self.chat.games.submit(incoming.caller, sent)

    # Requests besides games.

    async def _reply(
        self, incoming: Incoming, path: tuple[str, ...], given: Mapping[str, Value] | None = None
    ) -> T:
        request = incoming.request(path, given)
        return self.page(incoming, await self.chat.services.answer(request))

    # Buttons and forms.

    async def _form(self, incoming: Incoming, button: ButtonId) -> OpenedForm:
        """Return the form that a button opens; raises Refusal."""
        try:
            async with asyncio.timeout(self.patience):
                incoming = await incoming.located(self.chat.games)
                game_view = await self.chat.look(incoming)
                if button.panel:
                    panel_of(game_view, button.panel)
                most, is_now = self.limits.fields, game_view.turn == button.turn
                if is_now and (form := responses.form_of(game_view, button.line, most)):
                    return OpenedForm(game_view, form, self.texts(incoming), button.panel)
                tables, caller = self.chat.tables, incoming.caller
                raise await responses.refusal_for(self.chat.games, caller, button, tables, most)
        except TimeoutError:
            raise IllegalAction("chat-slow") from None

    async def _press(
        self, incoming: Incoming, button: ButtonId, picks: ReactionPicks | None
    ) -> T | Redrawn[T]:
        if button.panel:
            panel_of(await self.chat.look(incoming), button.panel)
        match button.action:
            case ButtonAction.FILL:
                line = responses.line_from(button.line, incoming.fields or ())
                return await self._done(incoming, button, line)
            case ButtonAction.SHOW:
                return await self.show(incoming, button.line, button.game_id)
            case ButtonAction.TAKE:
                return await self._take(incoming, picks)
            case ButtonAction.NOTHING:
                raise IllegalAction("chat-idle", card=button.line)
            case ButtonAction.SUBMIT:
                return await self._done(incoming, button, button.line, Press(button.version))
            case ButtonAction.MENU | ButtonAction.OPEN:
                raise IllegalAction("chat-old-press")

    async def _done(
        self, incoming: Incoming, button: ButtonId, line: str, press: Press | None = None
    ) -> T | Redrawn[T]:
        """Submit a line; return the updated panel of its button, or the board.

        The mark on the board answers presses that only mark a card.
        """
        receipt = await self._submit(incoming, line, press)
        if not (receipt.only_shows or button.panel):
            return Redrawn(receipt.version)
        said = self.confirmation(receipt, incoming)
        if receipt.only_shows:
            marked = self.renderer.say(self.texts(incoming).say(phrase("chat-marked", said=said)))
            return Redrawn(receipt.version, marked)
        notice = Text(phrase("chat-said", said=said), Tone.GOOD)
        return await self.show_again(incoming, button.panel, notice) or self.renderer.say(said)

    async def _take(self, incoming: Incoming, picks: ReactionPicks | None) -> Redrawn[T]:
        """Guess the card that the presser's reactions select."""
        game_view = await self.chat.look(incoming)
        line = await picks.guess_line(game_view) if picks else None
        if picks is None or line is None:
            raise IllegalAction("chat-no-pick")
        receipt = await self._submit(incoming, line)
        await picks.clear()
        return Redrawn(receipt.version)


# Completions: covered cards, chairs, teams, bots, settings.


def _fitting(
    offers: Iterable[CompletionItem], incoming: Incoming, name: str, limits: Limits
) -> tuple[CompletionItem, ...]:
    """Return the offers that contain the typed text."""
    sought = str(incoming.given.get(name, "")).strip().casefold()
    fitting = (offer for offer in dict.fromkeys(offers) if sought in offer[0].casefold())
    most = min(limits.label, limits.completion)
    short = ((button_label(shown, most), value) for shown, value in fitting)
    found = [offer for offer in short if 0 < len(offer[1]) <= limits.completion]
    return tuple(found[: limits.completions])


def _offers(
    verb: str,
    option: Option,
    given: Mapping[str, object],
    game_view: GameView,
    values: CompletionValues,
) -> Iterator[CompletionItem]:
    match option.kind:
        case InputType.CARD | InputType.LETTER:
            yield from _cards(verb, game_view) or _plain(_ends(game_view, verb))
        case InputType.TEAM:
            yield from _plain(game_view.teams)
        case InputType.SEAT | InputType.CHAIR:
            yield from _plain(_ends(game_view, verb))
            if verb != "chair":
                seats = sorted(str(seat) for seat, _ in game_view.bots)
                yield from _plain(seats)
            if verb == "bot":
                yield from _plain(
                    f"{seat} {bot}" for seat in seats for bot in _bots(game_view, seat)
                )
        case InputType.MEMBER:
            yield from ((sitter.name, str(sitter.user)) for sitter in game_view.sitters)
            yield from _plain(_bots(game_view, str(given.get("place", ""))))
        case InputType.VALUE if given.get("setting") == "bot":
            yield from _plain(_bots(game_view))
        case InputType.VALUE:
            yield from _plain(values.get(str(given.get("setting", "")), ()))
        case _:
            yield from _plain(values.get(option.name, ()))


def _plain(values: Iterable[str]) -> Iterator[CompletionItem]:
    return ((value, value) for value in values)


def _cards(verb: str, game_view: GameView) -> tuple[CompletionItem, ...]:
    """Return the covered cards that the game offers for the verb, or all covered cards."""
    own = set(_ends(game_view, verb))
    covered = [cell for cell in all_cells(game_view.view) if not cell.face.letter.strip()]
    named = [cell for cell in covered if own & {cell.label, f'"{cell.label}"'}]
    return tuple((f"{one.place} {one.label.upper()}", one.place) for one in named or covered)


def _bots(game_view: GameView, seat: str = "") -> Iterator[str]:
    """Yield the bots for a chair, or for any chair if the table has no such chair."""
    bots = {str(one): names for one, names in game_view.bots}
    yield from bots[seat] if seat in bots else (name for names in bots.values() for name in names)


def _ends(game_view: GameView, verb: str) -> Iterator[str]:
    """Yield the text after a verb in the lines of choices besides the board."""
    blocks = find(with_panels(game_view.view), Choices)
    for choice in (one for block in blocks for one in block.choices if one.enabled):
        first, _, rest = choice.line.partition(" ")
        if first == verb and rest:
            yield rest
