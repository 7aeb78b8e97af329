"""Execute texts that people write to a chat bot, and answer where the board does not."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

import structlog

from adapters.chat.commands import CommandTables
from adapters.chat.faults import not_answered
from adapters.chat.incoming import Incoming, origin_of
from adapters.chat.interactions import WORK_SECONDS, anyway, report_fault
from adapters.chat.ports import MessageTextsPort
from adapters.chat.text_input import Verbs, line_of, normalised, secret_verb
from bot.games import (
    GameId,
    Games,
    GameView,
    MessageTarget,
    Receipt,
    Room,
    Status,
    Threads,
    TooManyLines,
    User,
)
from bot.texts import Texts
from core.rules import IllegalAction, InvalidNotation, Refusal, Unconfirmed
from core.view import Fields, Phrase, Text, View, phrase

MOST_HELPED: Final = 1000
"""People whom this process remembers to have told what can be written."""

HELP_WORDS: Final = frozenset({"", "help", "?", "？", "ヘルプ"})
"""Texts that ask for help."""

OPEN_STATUSES: Final = frozenset({Status.LOBBY, Status.RUNNING})

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class GameReference:
    """The game that a message is about, and the turn of the board that it replies to."""

    game_id: GameId
    turn: int | None = None


FindGame: TypeAlias = Callable[[], Awaitable[GameReference | None]]
"""Finds the game that a message names; None where it is that of the room."""


class TextMessages:
    """Executes texts of the platform of this name.

    `texts` are said where the language of a room cannot be found out; errors of `connection` are
    faults of the platform.
    """

    def __init__(
        self,
        platform: str,
        games: Games,
        message_texts: MessageTextsPort,
        tables: CommandTables,
        texts: Texts,
        threads: Threads | None = None,
        connection: tuple[type[Exception], ...] = (),
    ) -> None:
        self._platform = platform
        self._games = games
        self._message_texts = message_texts
        self._texts = texts
        self._threads = threads
        self._connection: tuple[type[Exception], ...] = (TimeoutError, *connection)
        self._verbs = Verbs.of(tables)
        self._helped: dict[tuple[Room, User], None] = {}

    async def answer(
        self, incoming: Incoming, text: str, find: FindGame, *, is_talk: bool = False
    ) -> str | None:
        """Execute a text, as it was written but for the name of the bot.

        Return its answer or refusal, None where the board is the answer. One that is not written to
        the bot `is_talk`, unless it says what the writer can do now.
        """
        texts, text = self._texts, self._verbs.one_line(text)
        try:
            async with asyncio.timeout(WORK_SECONDS):
                texts = await self._message_texts.texts(await self._target(incoming))
                if is_talk and not await self._is_move(incoming, text, texts):
                    return None
                self._games.lines.spend(incoming.caller.user)
                return await self._answered(incoming, text, find, texts)
        except TooManyLines as refusal:  # said once: an answer to each would fill the room
            return texts.say(refusal.phrase) if refusal.is_first else None
        except Refusal as refusal:
            said = [refusal.phrase]
            if isinstance(refusal, InvalidNotation) and self._is_new(incoming):
                said.append(phrase("chat-writing", platform=self._platform))
            if isinstance(refusal, Unconfirmed):
                said += anyway(refusal)
            return "\n".join(map(texts.say, said))
        except self._connection as error:
            _LOG.info("reply-not-taken", platform=self._platform, fault=type(error).__name__)
            return None if is_talk else texts.say(not_answered(self._platform))
        except Exception as error:  # whatever it is, the person is told that it is ours
            return texts.say(report_fault(self._platform, error))

    async def _answered(
        self, incoming: Incoming, text: str, find: FindGame, texts: Texts
    ) -> str | None:
        if normalised(text) in HELP_WORDS:
            return texts.say(phrase("chat-writing", platform=self._platform))
        reference = await find() or await self._here(incoming)
        if await self._is_question(reference, incoming, text):
            view = await self._games.answer(reference.game_id, text)
            return "\n".join(map(texts.say, _lines(view)))
        receipt = await self._submit(incoming, text, reference, texts)
        if receipt is None or receipt.repeated or not incoming.caller.is_direct:
            return None
        return "\n".join(texts.say(one.phrase) for one in receipt.updates)

    async def _is_question(self, reference: GameReference, incoming: Incoming, text: str) -> bool:
        """Return whether a text is a question about a game that is over; else it may be a clue."""
        if not self._verbs.is_question(text):
            return False
        return (await self._look(reference, incoming.caller.user)).status is Status.OVER

    async def _submit(
        self, incoming: Incoming, text: str, reference: GameReference, texts: Texts
    ) -> Receipt | None:
        """Submit the line of a text; None for talk about a game that is over."""
        is_public = not incoming.caller.is_direct
        game_view = await self._look(reference, incoming.caller.user)
        line = line_of(text, game_view, self._verbs, texts)
        if line is None and game_view.status not in OPEN_STATUSES:
            return None
        awaited = secret_verb(game_view, self._verbs) if line is None else None
        line = line or text
        if is_public and (awaited or self._verbs.is_secret(line)):
            raise IllegalAction("chat-aloud")
        if awaited:
            raise IllegalAction("chat-verb-first", verb=awaited)
        origin = await origin_of(incoming.caller, self._threads)
        try:
            return await self._games.submit(
                origin.caller,
                line,
                turn=reference.turn,
                delivery=incoming.delivery,
                game_id=reference.game_id,
            )
        except Refusal:
            if is_public and game_view.apart:
                # Why it is refused tells of a board that not all in the room may see.
                raise IllegalAction("chat-openly") from None
            raise

    async def _is_move(self, incoming: Incoming, text: str, texts: Texts) -> bool:
        """Return whether a text says what its writer, for whom the table waits, can do."""
        reference = await self._here(incoming)
        game_view = await self._look(reference, incoming.caller.user)
        is_due = incoming.caller.user in game_view.due
        return is_due and line_of(text, game_view, self._verbs, texts) is not None

    async def _look(self, reference: GameReference, user: User) -> GameView:
        """Return the view of the writer, or the public one for a writer without a chair."""
        own = await self._games.view(reference.game_id, user)
        return own if own.seat else await self._games.view(reference.game_id)

    async def _here(self, incoming: Incoming) -> GameReference:
        """Return the game of the room; raises IllegalAction where there is none."""
        origin = await origin_of(incoming.caller, self._threads)
        found = origin.game_id or await self._games.current(origin.caller.room)
        if found is None:
            raise IllegalAction("no-game-here")
        return GameReference(found)

    async def _target(self, incoming: Incoming) -> MessageTarget:
        """Return the audience of an answer, whose language it is in: the room, or one person."""
        caller = (await origin_of(incoming.caller, self._threads)).caller
        return MessageTarget(GameId(""), caller.room, caller.user if caller.is_direct else None)

    def _is_new(self, incoming: Incoming) -> bool:
        """Return whether this is the first text of a person in a room that is not understood."""
        key = (incoming.caller.room, incoming.caller.user)
        if key in self._helped:
            return False
        self._helped[key] = None
        if len(self._helped) > MOST_HELPED:
            del self._helped[next(iter(self._helped))]
        return True


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
