"""Execute texts that people write to a chat bot, and answer where the board does not.

A text in a channel that can't be read as an action, and begins with no verb, is talk: it has no
answer but now and then a mark. A text where no game is under way may open one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from time import monotonic
from typing import Final, Generic, TypeAlias, TypeVar

import structlog

from adapters.chat.command_options import values_of
from adapters.chat.commands import CommandTables
from adapters.chat.custom_id import OpeningId
from adapters.chat.faults import not_answered
from adapters.chat.incoming import GameReference, Incoming, origin_of
from adapters.chat.interactions import WORK_SECONDS, check_can_show, report_fault
from adapters.chat.limits import Limits
from adapters.chat.ports import MessageTextsPort
from adapters.chat.questions import question
from adapters.chat.rare_answers import Mark, RareAnswers
from adapters.chat.responses import ResponseRenderer
from adapters.chat.text_input import (
    AGAIN_WORDS,
    END_MARKS,
    HELP_WORDS,
    TypedOpening,
    Verbs,
    is_greeting,
    is_near_line,
    is_plausible,
    is_put_off,
    line_of,
    normalised,
    opening_of,
    secret_verb,
)
from bot.chat.commands import opening
from bot.games import (
    Caller,
    GameId,
    Games,
    GameView,
    MessageTarget,
    Status,
    Threads,
    TooManyLines,
    User,
)
from bot.texts import Texts
from core.rules import IllegalAction, InvalidNotation, Misspelled, Refusal, Unconfirmed
from core.view import Choice, Fields, Phrase, Text, Tone, View, phrase

T = TypeVar("T")

OPEN_STATUSES: Final = frozenset({Status.LOBBY, Status.RUNNING})

_LOG = structlog.get_logger()


FindGame: TypeAlias = Callable[[], Awaitable[GameReference | None]]
"""Finds the game that a message names; None where it is that of the room."""


class TextMessages(Generic[T]):
    """Executes texts of the platform of this name.

    `texts` are said where the language of a room cannot be found out; errors of `connection` are
    faults of the platform. Games can be opened in direct messages where it `opens_direct`. `clock`
    tells seconds.
    """

    def __init__(
        self,
        platform: str,
        games: Games,
        message_texts: MessageTextsPort,
        tables: CommandTables,
        texts: Texts,
        renderer: ResponseRenderer[T],
        limits: Limits,
        threads: Threads | None = None,
        connection: tuple[type[Exception], ...] = (),
        *,
        opens_direct: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._platform = platform
        self._games = games
        self._message_texts = message_texts
        self._tables = tables
        self._texts = texts
        self._renderer = renderer
        self._limits = limits
        self._threads = threads
        self._connection: tuple[type[Exception], ...] = (TimeoutError, *connection)
        self._opens_direct = opens_direct
        self._rare = RareAnswers(clock)
        self._verbs = Verbs.of(tables)

    async def answer(
        self,
        incoming: Incoming,
        text: str,
        find: FindGame,
        *,
        is_talk: bool = False,
        is_reply: bool = False,
    ) -> T | Mark | None:
        """Execute a text, as it was written but for the name of the bot.

        Return its answer or refusal, None where the board is the answer, and for most talk. One
        that is not written to the bot `is_talk`, unless it says what the writer can do now. One
        that `is_reply` answers a board without the name of the bot. Both are talk, too, where they
        begin with a verb and are no line as a whole.
        """
        texts, text = self._texts, self._verbs.one_line(text)
        incoming = replace(incoming, is_casual=is_talk or is_reply)
        try:
            async with asyncio.timeout(WORK_SECONDS):
                target = await self._target(incoming)
                texts = await self._message_texts.texts(target, incoming.caller.guild)
                if is_talk and not await self._is_move(incoming, text, texts):
                    return None
                form = "direct" if incoming.caller.is_direct else "room"
                self._games.lines.spend(incoming.caller.user, form)
                return await self._answered(incoming, text, find, texts)
        except TooManyLines as refusal:  # said once: an answer to each would fill the room
            return self._say(texts, refusal.phrase) if refusal.is_first else None
        except Refusal as refusal:
            return self._say(texts, refusal.phrase)
        except self._connection as error:
            _LOG.info("reply-not-taken", platform=self._platform, fault=type(error).__name__)
            return None if is_talk else self._say(texts, not_answered(self._platform))
        except Exception as error:  # whatever it is, the person is told that it is ours
            return self._say(texts, report_fault(self._platform, error))

    async def _answered(
        self, incoming: Incoming, text: str, find: FindGame, texts: Texts
    ) -> T | Mark | None:
        reference = await find() or await self._here(incoming)
        game_view = await self._look(reference, incoming) if reference else None
        is_open = game_view is not None and game_view.status in OPEN_STATUSES
        words = normalised(text)
        if words in HELP_WORDS or (not is_open and is_greeting(text)):
            return self._help(incoming, texts, is_open=is_open)
        line = self._line(incoming, text, game_view, texts) if game_view else None
        if words in AGAIN_WORDS and game_view and not (is_open or incoming.is_casual):
            line = "rematch"
        asked = opening_of(text, self._tables)
        if asked and not (is_open and (line or incoming.is_casual or not asked.game)):
            return await self._open(incoming, asked, texts)
        if reference is None or game_view is None:
            return self._no_game(incoming, texts)
        if line is None and not is_open and not self._is_question(text, game_view):
            is_talk = incoming.is_casual
            return None if is_talk else self._no_game(incoming, texts, "chat-next-game")
        if self._is_aloud(incoming, line, game_view):
            if incoming.is_casual and not self._rare.is_first(incoming.caller.user, "aloud"):
                return None
            raise IllegalAction("chat-aloud")
        if not await self._is_plausible(incoming, text, reference, game_view):
            return self._mark(incoming.caller.user)
        try:
            return await self._done(incoming, line, text, reference, game_view, texts)
        except Refusal as refusal:
            return self._refused(incoming, text, refusal, game_view, texts)

    def _is_aloud(self, incoming: Incoming, line: str | None, game_view: GameView) -> bool:
        """Return whether all can read a text of somebody who is asked for a secret.

        Raises IllegalAction for one without a verb that nobody else can read.
        """
        awaited = secret_verb(game_view, self._verbs)
        if not awaited or not (line is None or self._verbs.is_secret(line)):
            return False
        if incoming.caller.is_direct and line is None:
            raise IllegalAction("chat-verb-first", verb=awaited)
        return not incoming.caller.is_direct

    def _refused(
        self, incoming: Incoming, text: str, refusal: Refusal, game_view: GameView, texts: Texts
    ) -> Mark | None:
        """Return the mark for a refused text that is talk; raises the refusal of any other."""
        is_meant = incoming.is_casual and is_put_off(text, game_view, texts)
        if not is_meant and self._is_unread(incoming, text, refusal, game_view):
            return self._mark(incoming.caller.user)
        if not incoming.caller.is_direct and game_view.apart:
            # Why it is refused tells of a board that not all in the room may see.
            raise IllegalAction("chat-openly") from None
        raise refusal

    async def _done(
        self,
        incoming: Incoming,
        line: str | None,
        text: str,
        reference: GameReference,
        game_view: GameView,
        texts: Texts,
    ) -> T | None:
        """Answer a question; else submit the line of a text, or the text where it is no other."""
        caller = await self._caller(incoming)
        if self._is_question(text, game_view):
            view = await self._games.answer(caller, reference.game_id, text)
            return self._say(texts, *_lines(view))
        if line is None and game_view.status is Status.LOBBY:
            raise InvalidNotation("table-not-started")
        try:
            receipt = await self._games.submit(
                caller,
                line or text,
                turn=reference.turn,
                delivery=incoming.delivery,
                game_id=reference.game_id,
                is_casual=incoming.is_casual,
            )
        except Unconfirmed as doubt:
            most, asker = self._limits.custom_id, incoming.caller.user.id
            return question(doubt, reference.game_id, texts, self._renderer, most, asker)
        if receipt.repeated or not (incoming.caller.is_direct and receipt.updates):
            return None
        return self._say(texts, *(one.phrase for one in receipt.updates))

    # Where no game is under way.

    async def _open(self, incoming: Incoming, asked: TypedOpening, texts: Texts) -> T | None:
        """Open the game that is asked for; say where it stands unless that is where it is asked."""
        commands = next((one for one in self._tables.games if one.game == asked.game), None)
        if commands is None or not self._can_open(incoming):
            return self._no_game(incoming, texts)
        check_can_show(incoming)
        given = values_of(opening(commands), asked.rest)
        caller = await self._caller(incoming)
        receipt = await self._games.open(
            caller, asked.game, given, delivery=incoming.delivery, at_once=True
        )
        if caller.room == incoming.caller.room:
            return None
        said = "\n".join(texts.say(one.phrase) for one in receipt.updates)
        return self._renderer.say(said, caller.room)

    def _can_open(self, incoming: Incoming) -> bool:
        return self._opens_direct or not incoming.caller.is_direct

    def _help(self, incoming: Incoming, texts: Texts, *, is_open: bool) -> T:
        """Return how to write, and where no game is under way, how to start one."""
        writing = phrase("chat-writing", platform=self._platform)
        if is_open:
            return self._say(texts, writing)
        games = tuple(phrase("game-name", game=one.game) for one in self._tables.games)
        can_open = "yes" if self._can_open(incoming) else "no"
        welcome = phrase("chat-welcome", games=games, can_open=can_open)
        return self._offer(incoming, texts, welcome, writing)

    def _no_game(self, incoming: Incoming, texts: Texts, key: str = "no-game-here") -> T:
        if not incoming.caller.is_direct:
            return self._offer(incoming, texts, phrase(key))
        can_open = "yes" if self._can_open(incoming) else "no"
        return self._offer(incoming, texts, phrase("chat-no-game", can_open=can_open))

    def _offer(self, incoming: Incoming, texts: Texts, *said: Phrase) -> T:
        """Return sentences with a button for each game that can be opened."""
        if not self._can_open(incoming):
            return self._say(texts, *said)
        return self._renderer.ask(
            "\n".join(map(texts.say, said)),
            [_start_choice(one.game, texts) for one in self._tables.games],
        )

    def _say(self, texts: Texts, *said: Phrase) -> T:
        return self._renderer.say("\n".join(map(texts.say, said)))

    # Talk.

    def _is_question(self, text: str, game_view: GameView) -> bool:
        """Return whether a text asks about a game that is over; before, it is a clue."""
        return self._verbs.is_question(text) and game_view.status is Status.OVER

    async def _is_plausible(
        self, incoming: Incoming, text: str, reference: GameReference, game_view: GameView
    ) -> bool:
        """Return whether a text may be meant for its verb, whose form only the awaited see."""
        if not incoming.is_casual:
            return True
        if incoming.caller.user not in game_view.due:
            caller = await self._caller(incoming)
            game_view = await self._games.look(caller, reference.game_id, as_public=True)
        return is_plausible(text, game_view)

    def _is_unread(
        self, incoming: Incoming, text: str, refusal: Refusal, game_view: GameView
    ) -> bool:
        """Return whether a text that was refused is talk: in a channel, and no action.

        A casual text that was read is none behind a verb that its writer can use, unless it tells a
        secret that nobody has asked for, and without a verb of any game where the table waits for
        its writer. Then one that was not read is none, either, where it is near a line. In a game
        only those who are awaited get more than one refusal a minute of what was read.
        """
        user, verbs = incoming.caller.user, self._verbs.usable(game_view)
        is_read = not isinstance(refusal, InvalidNotation)
        is_known = self._verbs.is_known(text) or self._is_question(text, game_view)
        if incoming.caller.is_direct:
            return False
        if not incoming.is_casual:
            return not (is_read or is_known or isinstance(refusal, Misspelled))
        if is_read:
            is_own = verbs.is_known(text) and not verbs.is_secret(text)
            is_own = is_own or self._is_question(text, game_view)
            if user in game_view.due:
                return is_known and not is_own
            is_rare = game_view.status is Status.RUNNING
            return not (is_own and (not is_rare or self._rare.is_first(user, "refusal")))
        is_near = user in game_view.due and is_near_line(text, refusal, game_view, verbs)
        return not (is_near and self._rare.is_first(user, "correction"))

    def _mark(self, user: User) -> Mark | None:
        """Return the mark for a text of a person, None where one was marked within the time."""
        return Mark.TALK if self._rare.is_first(user, "mark") else None

    async def _is_move(self, incoming: Incoming, text: str, texts: Texts) -> bool:
        """Return whether a text says what its writer can do, or can't while a bot still thinks."""
        reference = await self._here(incoming)
        if reference is None:
            return False
        game_view = await self._look(reference, incoming)
        if incoming.caller.user not in game_view.due:
            return is_put_off(text, game_view, texts)
        line = self._line(incoming, text, game_view, texts)
        return line is not None or self._verbs.usable(game_view).is_slip(text)

    def _line(self, incoming: Incoming, text: str, game_view: GameView, texts: Texts) -> str | None:
        """Return the line that a text stands for; the name of a game fills in no form.

        What somebody who is awaited writes without a verb counts without the marks at its ends.
        """
        verbs = self._verbs.usable(game_view) if incoming.is_casual else self._verbs
        if incoming.caller.user in game_view.due and not verbs.is_known(text):
            text = text.strip(END_MARKS) or text
        asked = opening_of(text, self._tables)
        return line_of(text, game_view, verbs, texts, fills=not (asked and asked.game))

    async def _look(self, reference: GameReference, incoming: Incoming) -> GameView:
        """Return the view of the writer, or the public one for a writer without a chair."""
        caller = await self._caller(incoming)
        own = await self._games.look(caller, reference.game_id)
        return (
            own if own.seat else await self._games.look(caller, reference.game_id, as_public=True)
        )

    async def _caller(self, incoming: Incoming) -> Caller:
        """Return the writer in the room of the message."""
        return (await origin_of(incoming.caller, self._threads)).caller

    async def _here(self, incoming: Incoming) -> GameReference | None:
        """Return the game of the room, None where there is none."""
        origin = await origin_of(incoming.caller, self._threads)
        found = origin.game_id or await self._games.current(origin.caller.room)
        return GameReference(found) if found else None

    async def _target(self, incoming: Incoming) -> MessageTarget:
        """Return the audience of an answer, whose language it is in: the room, or one person."""
        caller = await self._caller(incoming)
        return MessageTarget(GameId(""), caller.room, caller.user if caller.is_direct else None)


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
