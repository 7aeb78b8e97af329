"""Execute texts to a chat bot, and answer those that change no board.

`adapters.chat.text_reading` reads texts; this module executes them and limits the answers.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from time import monotonic
from typing import Final, Generic, TypeAlias, TypeVar

import structlog

from adapters.chat.calls import not_answered, report_fault
from adapters.chat.commands import values_of
from adapters.chat.incoming import Address, GameReference, Incoming, OpeningId
from adapters.chat.interactions import WORK_SECONDS
from adapters.chat.platform import ChatApp
from adapters.chat.responses import ChatAnswers
from adapters.chat.text_input import TypedOpening, Verbs
from adapters.chat.text_reading import Act, Explain, Feedback, TextReader
from bot import games
from bot.chat.commands import opening
from bot.games import LEARNT, Caller, GameId, GameView, Submission, User
from bot.texts import Texts
from core.recent import RecentDict
from core.rules import IllegalAction, Refusal, Unconfirmed
from core.view import Choice, Fields, Phrase, Text, Tone, View, phrase

T = TypeVar("T")

_LOG = structlog.get_logger()


FindGame: TypeAlias = Callable[[], Awaitable[GameReference | None]]
"""Finds the game that a message names; None means the room's game."""


ONCE_SECONDS: Final = 60.0
"""Time in which a person gets one answer of each kind."""


class Mark(Enum):
    """A reaction to a text, as its only answer."""

    TALK = "❔"
    """The text is not an action."""


@dataclass(slots=True)
class TextMessages(Generic[T]):
    """Executes texts on the platform of `answers`.

    Errors of `connection` are faults of the platform. With `opens_direct`, people can open games in
    direct messages. `clock` returns seconds.
    """

    answers: ChatAnswers[T]
    connection: tuple[type[Exception], ...]
    opens_direct: bool = False
    clock: Callable[[], float] = monotonic
    _given: RecentDict[tuple[User, str], float] = field(default_factory=RecentDict, init=False)
    """The times of answers in seconds, by reader and kind."""
    _verbs: Verbs = field(init=False)
    chat: ChatApp = field(init=False)

    def __post_init__(self) -> None:
        self.chat = self.answers.chat
        self._verbs = Verbs.of(self.chat.tables)

    async def answer(self, incoming: Incoming, text: str, find: FindGame) -> T | Mark | None:
        """Execute a text without the bot's name.

        Return the answer or refusal; None if the board is the answer, and for most talk.
        """
        texts, platform = self.chat.services.texts_for(), self.answers.platform
        faults: tuple[type[Exception], ...] = (TimeoutError, *self.connection)
        try:
            async with asyncio.timeout(WORK_SECONDS):
                incoming = await incoming.located(self.chat.games)
                caller = incoming.caller
                alone = caller.user if caller.is_direct else None
                texts = await self.chat.services.texts_in(caller.room, caller.guild, alone)
                reader = TextReader(self.chat.tables, self._verbs, texts, incoming)
                return await self._answered(reader, text, find)
        except games.TooManyLines as refusal:  # once: an answer to each would flood the room
            return self._say(texts, refusal.phrase) if refusal.is_first else None
        except Refusal as refusal:
            return self._say(texts, refusal.phrase)
        except faults as error:
            _LOG.info("reply-not-taken", platform=platform, fault=type(error).__name__)
            is_talk = incoming.address is Address.THREAD
            return None if is_talk else self._say(texts, not_answered(platform))
        except Exception as error:  # any other error is a bug of ours
            return self._say(texts, report_fault(platform, error))

    async def _answered(self, reader: TextReader, text: str, find: FindGame) -> T | Mark | None:
        """Read and execute a text."""
        user, form = reader.caller.user, "direct" if reader.caller.is_direct else "room"
        if not reader.in_thread:
            self.chat.games.lines.spend(user, form)
        reference = await find()
        if not reference and (found := await self._game_of(reader.incoming)):
            reference = GameReference(found)
        if reference:
            reader = replace(reader, game_view=await self._look(reader.caller, reference.game_id))
        reading = reader.read(self._verbs.one_line(text))
        if reader.in_thread and reading is not Feedback.NOTHING:
            self.chat.games.lines.spend(user, form)
        match reading:
            case TypedOpening():
                return await self._open(reader, reading)
            case Explain():
                return self._refuse(reading.refusal, reading.answer, user)
            case Act() if reference:
                return await self._act(reading, reference, reader)
            case Feedback.HELP:
                return self._help(reader)
            case Feedback.OFFER:
                return self._no_game(reader, "chat-next-game" if reference else "no-game-here")
            case _:
                return self._mark(user) if reading is Feedback.MARK else None

    async def _game_of(self, incoming: Incoming) -> GameId | None:
        """Return the game of a thread or room, or the only game of a person in direct messages."""
        found = await self.chat.game_here(incoming)
        if found or not incoming.caller.is_direct:
            return found
        own = await self.chat.services.games_of(incoming.caller.user)
        return own[0] if len(own) == 1 else None

    async def _look(self, caller: Caller, game_id: GameId) -> GameView:
        """Return a game as the writer sees it, or as the public does if the writer has no chair."""
        own = await self.chat.games.look(caller, game_id)
        return own if own.seat else await self.chat.games.look(caller, game_id, as_public=True)

    async def _act(self, act: Act, reference: GameReference, reader: TextReader) -> T | Mark | None:
        """Answer a question or submit a line; return the mark if a refused line is talk."""
        caller, view = reader.caller, reader.game_view
        try:
            return await self._done(act, reference, reader)
        except Refusal as refusal:
            answer = reader.answer_to(refusal, act)
            if caller.is_direct or not (view and view.apart):
                return self._refuse(refusal, answer, caller.user)
            # The reason would reveal a board that not everyone in the room may see.
            return self._refuse(IllegalAction("chat-openly"), answer, caller.user)

    def _refuse(self, refusal: Refusal, answer: Feedback, user: User) -> Mark | None:
        """Raise a refusal that needs a sentence; otherwise return the mark or None."""
        is_rare = answer in (Feedback.REFUSE, Feedback.CORRECT, Feedback.WARN)
        if answer is Feedback.SAY or (is_rare and self._is_first(user, answer.value)):
            raise refusal
        return None if answer in (Feedback.WARN, Feedback.NOTHING) else self._mark(user)

    def _mark(self, user: User) -> Mark | None:
        """Return the mark for a person's text, None if they got one recently."""
        return Mark.TALK if self._is_first(user, "mark") else None

    def _is_first(self, user: User, kind: str) -> bool:
        """Record an answer to a person; return whether it is the first of its kind recently."""
        now, key = self.clock(), (user, kind)
        if now - self._given.get(key, -ONCE_SECONDS) < ONCE_SECONDS:
            return False
        self._given[key] = now
        return True

    async def _done(self, act: Act, reference: GameReference, reader: TextReader) -> T | None:
        caller, texts = reader.caller, reader.texts
        if act.is_question:
            if act.line.split()[0] == LEARNT and not caller.is_direct:
                raise IllegalAction("learnt-openly")
            game_id, shown = reference.game_id, reader.game_view
            if shown and reader.is_open:
                game_id = await self.chat.games.finished(caller.room, shown.game) or game_id
            view = await self.chat.games.answer(caller, game_id, act.line)
            return self._say(texts, *_lines(view))
        turn, game_id, delivery = reference.turn, reference.game_id, reader.incoming.delivery
        sent = Submission(act.line, turn, game_id, delivery, is_casual=reader.is_bare)
        try:
            receipt = await self.chat.games.submit(caller, sent)
        except Unconfirmed as doubt:
            return self.answers.question(doubt, reference.game_id, texts, caller.user.id)
        if receipt.repeated or not (caller.is_direct and receipt.updates):
            return None
        return self._say(texts, *(one.phrase for one in receipt.updates))

    # Where no game is under way.

    async def _open(self, reader: TextReader, asked: TypedOpening) -> T | None:
        """Open the requested game; return a link to it if it is in another room."""
        incoming, caller = reader.incoming, reader.caller
        commands = next((one for one in self.chat.tables.games if one.game == asked.game), None)
        if commands is None or not self._can_open(caller):
            return self._no_game(reader, "no-game-here")
        incoming.check_can_show()
        given = values_of(opening(commands), asked.rest)
        receipt = await self.chat.games.open(
            caller, asked.game, given, delivery=incoming.delivery, at_once=True
        )
        if incoming.game_id is None:
            return None
        said = "\n".join(reader.texts.say(one.phrase) for one in receipt.updates)
        return self.answers.renderer.say(said, caller.room)

    def _can_open(self, caller: Caller) -> bool:
        return self.opens_direct or not caller.is_direct

    def _help(self, reader: TextReader) -> T:
        """Return an explanation of texts, and, without a game, of how to start one."""
        direct = "yes" if reader.is_open and reader.caller.is_direct else "no"
        writing = phrase("chat-writing", platform=self.answers.platform, direct=direct)
        if reader.is_open:
            return self._say(reader.texts, writing)
        games = tuple(phrase("game-name", game=one.game) for one in self.chat.tables.games)
        return self._offer(reader, "chat-welcome", writing, games=games)

    def _no_game(self, reader: TextReader, key: str) -> T:
        return self._offer(reader, "chat-no-game" if reader.caller.is_direct else key)

    def _offer(self, reader: TextReader, key: str, *more: Phrase, **params: object) -> T:
        """Return sentences with a button for each game that can be opened."""
        can_open, texts = self._can_open(reader.caller), reader.texts
        said = (phrase(key, can_open="yes" if can_open else "no", **params), *more)
        if not can_open:
            return self._say(texts, *said)
        choices = [_start_choice(one.game, texts) for one in self.chat.tables.games]
        return self.answers.renderer.ask("\n".join(map(texts.say, said)), choices)

    def _say(self, texts: Texts, *said: Phrase) -> T:
        return self.answers.renderer.say("\n".join(map(texts.say, said)))


def _start_choice(game: str, texts: Texts) -> Choice:
    """Return the choice that opens a game."""
    label = texts.say(phrase("chat-start", game=phrase("game-name", game=game)))
    return Choice(label, str(OpeningId(game)), Tone.GOOD)


def _lines(view: View) -> Iterator[Phrase]:
    """Yield a view without choices as lines from top to bottom."""
    yield view.title
    for block in view.blocks:
        match block:
            case Text(phrase=said):
                yield said
            case Fields(rows=rows):
                yield from (phrase("chat-field", name=one, value=value) for _, one, value in rows)
    if view.footer:
        yield view.footer
