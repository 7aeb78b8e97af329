"""Answers an interaction in time: at once where the work is done soon, else deferred first.

Discord takes no first answer after three seconds; what was asked for is done all the same, and the
redrawn board tells of it.

A request whose answer was lost is sent again, so each may be taken twice: a first answer is taken
once (the second is refused with 40060), and a deferred one is a message that is edited or deleted.
Messages that follow a first answer would be doubled; none is ever sent. What is posted for all
carries a nonce.

Messages are edited through presses on them, as the answer to a press, or by its token later.
Neither counts for Discord's limit of all requests, and the answer to a press is the first that
people see of it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from io import BytesIO
from typing import Any, Final, TypeAlias

import structlog
from discord import DiscordServerError, File, HTTPException, Interaction
from discord.abc import Messageable
from discord.ui import LayoutView, Modal
from discord.utils import utcnow

from adapters.chat.budget import RecentDict
from adapters.chat.faults import CallFault, count_fault
from adapters.chat.responses import Redrawn
from adapters.discord.calls import CONNECTION_ERRORS, DISCORD_ERRORS, fault_of
from adapters.picture import MessageFile
from core.view import shorten

DISCORD: Final = "discord"

DEFER_SECONDS: Final = 1.5
"""Duration of the work after which the answer is deferred."""

FIRST_SECONDS: Final = 3.0
"""Time for which Discord takes a first answer; the person is then told in another way."""

SEND_SECONDS: Final = 20.0
"""Time-out of Discord, its rate limits included."""

RETRY_PAUSES: Final = (0.1, 0.5)
"""Seconds before an answer is sent again that Discord did not take in, within its three."""

LONGEST_MESSAGE: Final = 2000
"""Characters of a message."""

ALREADY_ANSWERED: Final = 40060
"""Discord's code for an interaction that has a first answer already."""

TOKEN_LIFE: Final = timedelta(minutes=14)
"""How long messages are edited by the token of a press; Discord takes it for 15 minutes."""

UNKNOWN_WEBHOOK: Final = 10015
INVALID_TOKEN: Final = 50027
"""Discord's codes for a token that is not taken, or no longer."""

MessageContent: TypeAlias = Callable[[], Mapping[str, Any]]
"""Returns what a message is to show, as arguments of discord.py, to be sent once."""

_LOG = structlog.get_logger()


class SendResult(Enum):
    """The fate of an answer."""

    SENT = "now"
    SENT_BEFORE = "before"
    """It was taken before, from here or from another process that heard the same."""
    REFUSED = "refused"
    """Discord does not take it, as where it comes too late."""
    FAILED = "not"
    """Discord is away, or it is not known what it did."""


@dataclass(frozen=True, slots=True)
class Response:
    """An answer for one person alone, or for all in the channel where it is `shared`.

    It is a text or a layout, with what is sent along. One that `edits` takes the place of the
    private message on which something was pressed.
    """

    text: str = ""
    layout: LayoutView | None = None
    attachments: tuple[MessageFile, ...] = ()
    shared: bool = False
    edits: bool = False

    @property
    def files(self) -> list[File]:
        """The files that are sent along, to be read once."""
        return [*map(file_of, self.attachments)]

    @property
    def content(self) -> dict[str, Any]:
        """The arguments of discord.py's functions of sending."""
        if self.layout is not None:
            return {"view": self.layout}
        return {"content": shorten(self.text, LONGEST_MESSAGE)}


def file_of(file: MessageFile) -> File:
    """Return a file for discord.py, to be sent once."""
    return File(BytesIO(file.content), file.name, description=file.alt)


class PressResult(Enum):
    """The end of waiting for the message on which something was pressed."""

    ANSWERED = "answered"
    """It was redrawn as the answer."""
    SHOWN = "shown"
    """It shows what was pressed, and the press has no answer yet."""
    WAITING = "waiting"
    """It does not show it yet."""


@dataclass(slots=True)
class _Press:
    """A press that waits for a version of its game to be shown."""

    interaction: Interaction
    version: int
    answered: asyncio.Future[PressResult] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


@dataclass(slots=True)
class PressedMessages:
    """Messages of this process and the presses on them; `now` tells the time."""

    now: Callable[[], datetime] = utcnow
    _shown: RecentDict[int, int] = field(default_factory=RecentDict, init=False)
    _waiting: dict[int, list[_Press]] = field(default_factory=dict, init=False)
    _tokens: OrderedDict[int, Interaction] = field(default_factory=OrderedDict, init=False)

    async def answered(self, interaction: Interaction, version: int, seconds: float) -> PressResult:
        """Wait at most some seconds for the message of a press to show a version of its game."""
        message = interaction.message.id if interaction.message else 0
        press = _Press(interaction, version)
        shown = self._shown.get(message)
        if shown is None or shown >= version:
            return PressResult.WAITING if shown is None else PressResult.SHOWN
        self._waiting.setdefault(message, []).append(press)
        try:
            await asyncio.wait({press.answered}, timeout=seconds)
            is_taken = press not in self._waiting.get(message, ())
            return await press.answered if is_taken else PressResult.WAITING
        finally:
            self._forget(message, press)

    def acknowledged(self, interaction: Interaction) -> None:
        """Let the message of a press that was acknowledged be edited by its token."""
        if interaction.message:
            self._keep(interaction.message.id, interaction)

    async def edit(self, message: int, version: int, content: MessageContent) -> bool:
        """Edit a message that shows a version from now on; return False where no press can.

        Raises HTTPException, as where the message was deleted.
        """
        press = self._next(message, version)
        if press is not None:
            result = SendResult.FAILED
            try:
                answer = press.interaction.response.edit_message
                begun = asyncio.get_running_loop().time()
                result = await send_first(lambda: answer(**content()), begun)
            finally:
                failed = result not in (SendResult.SENT, SendResult.SENT_BEFORE)
                press.answered.set_result(PressResult.WAITING if failed else PressResult.ANSWERED)
            if result is SendResult.SENT:
                self._keep(message, press.interaction)
                return True
        interaction = self._tokens.get(message)
        if interaction is None or self._is_old(interaction):
            return False
        try:
            await interaction.edit_original_response(**content())
        except HTTPException as error:
            if error.code not in (UNKNOWN_WEBHOOK, INVALID_TOKEN):
                raise
            self._tokens.pop(message, None)
            return False
        return True

    def shown(self, message: int, version: int) -> None:
        """Remember that a message shows a version; presses that wait for it wait no longer."""
        self._shown[message] = version
        while press := self._next(message, version):
            press.answered.set_result(PressResult.SHOWN)

    def _next(self, message: int, version: int) -> _Press | None:
        """Take the first press that waits for a version or an earlier one."""
        for press in self._waiting.get(message, ()):
            if press.version <= version:
                self._forget(message, press)
                return press
        return None

    def _forget(self, message: int, press: _Press) -> None:
        waiting = self._waiting.get(message, [])
        if press in waiting:
            waiting.remove(press)
        if not waiting:
            self._waiting.pop(message, None)

    # Tokens, the oldest first.

    def _keep(self, message: int, interaction: Interaction) -> None:
        self._tokens[message] = interaction
        self._tokens.move_to_end(message)
        while self._is_old(next(iter(self._tokens.values()))):
            self._tokens.popitem(last=False)

    def _is_old(self, interaction: Interaction) -> bool:
        return self.now() - interaction.created_at > TOKEN_LIFE


async def respond(
    interaction: Interaction,
    work: Coroutine[Any, Any, Response | Redrawn[Response]],
    messages: PressedMessages,
    *,
    is_long: bool = False,
) -> None:
    """Answer an interaction with what the work returns, or by redrawing the message it is on.

    The answer to work that `is_long` is deferred before it begins. The work goes on to its end even
    where no answer arrives. Discord has to be told who will read an answer before it is known
    whether it is a refusal, so all that comes later is private, and a `shared` answer is posted as
    a message of its own.
    """
    begun = asyncio.get_running_loop().time()
    deferred = await _deferred(interaction, begun) if is_long else None
    async with asyncio.TaskGroup() as group:
        task = group.create_task(work)
        if deferred is None:
            done, _ = await asyncio.wait({task}, timeout=DEFER_SECONDS)
            if done:
                await _respond_at_once(interaction, task.result(), messages, begun)
                return
            deferred = await _deferred(interaction, begun)
        result = await task
    reply = result.otherwise if isinstance(result, Redrawn) else result
    if deferred is SendResult.SENT or (
        deferred is SendResult.SENT_BEFORE and await _waits(interaction)
    ):
        said = reply is not None and reply.shared and await _published(interaction, reply)
        filled = await send(lambda: _at_last(interaction, None if said else reply))
        deferred = SendResult.SENT if said else filled
    if deferred is SendResult.FAILED and reply is not None:
        await _tell_directly(interaction, reply)


async def _deferred(interaction: Interaction, begun: float) -> SendResult:
    """Tell Discord that a private answer follows; return whether it took that."""
    return await send_first(
        lambda: interaction.response.defer(ephemeral=True, thinking=True), begun
    )


async def _respond_at_once(
    interaction: Interaction,
    result: Response | Redrawn[Response],
    messages: PressedMessages,
    begun: float,
) -> None:
    """Give the first answer; wait a while for a message that is to be redrawn."""
    if isinstance(result, Response):
        await give(interaction, result, begun)
        return
    rest = begun + DEFER_SECONDS - asyncio.get_running_loop().time()
    seen = await messages.answered(interaction, result.version, rest)
    if seen is PressResult.ANSWERED:
        return
    if result.otherwise is not None and seen is PressResult.WAITING:
        await give(interaction, result.otherwise, begun)
        return
    sent = await send_first(lambda: interaction.response.defer(ephemeral=True), begun)
    if sent is SendResult.SENT:
        messages.acknowledged(interaction)


async def give(interaction: Interaction, reply: Response, begun: float) -> None:
    """Give a message as the first answer, or tell the person in another way where that fails."""
    if await send_first(lambda: _message(interaction, reply), begun) is SendResult.FAILED:
        await _tell_directly(interaction, reply)


async def _tell_directly(interaction: Interaction, reply: Response) -> None:
    """Send what was lost as an answer as a direct message, or in the channel if it is for all."""
    if reply.shared and await _published(interaction, reply):
        return
    await send(lambda: _posted(interaction.user, interaction, reply))


async def open_form(interaction: Interaction, modal: Modal) -> None:
    """Open a form to be filled in."""
    modal.stop()  # what is filled in is read from the ids: the library need not remember it
    begun = asyncio.get_running_loop().time()
    await send_first(lambda: interaction.response.send_modal(modal), begun)


async def send_first(sending: Callable[[], Awaitable[object]], begun: float) -> SendResult:
    """Send a first answer that was `begun` at a time of the event loop, while it is taken."""
    rest = begun + FIRST_SECONDS - asyncio.get_running_loop().time()
    return await send(sending, max(rest, 0))


async def send(
    sending: Callable[[], Awaitable[object]], seconds: float | None = None
) -> SendResult:
    """Send something that may be taken twice; return whether Discord took it.

    It is tried for so many seconds, for `SEND_SECONDS` unless said.
    """
    try:
        async with asyncio.timeout(SEND_SECONDS if seconds is None else seconds):
            for pause in RETRY_PAUSES:
                try:
                    await sending()
                except (DiscordServerError, *CONNECTION_ERRORS):
                    await asyncio.sleep(pause)
                else:
                    return SendResult.SENT
            await sending()
    except DISCORD_ERRORS as error:
        code = error.code if isinstance(error, HTTPException) else 0
        if code == ALREADY_ANSWERED:
            return SendResult.SENT_BEFORE
        fault = fault_of(error)
        if fault is CallFault.TIMEOUT:  # of which no request has told
            count_fault(DISCORD, "answer", fault)
        _LOG.info("answer-not-taken", platform=DISCORD, fault=fault.value, code=code)
        return SendResult.REFUSED if fault is CallFault.REFUSED else SendResult.FAILED
    return SendResult.SENT


def _message(interaction: Interaction, reply: Response) -> Awaitable[object]:
    """Give a message as the first answer."""
    if reply.edits:
        return interaction.response.edit_message(**reply.content, attachments=reply.files)
    sent: dict[str, Any] = {"files": reply.files} if reply.attachments else {}
    return interaction.response.send_message(**reply.content, **sent, ephemeral=not reply.shared)


async def _published(interaction: Interaction, reply: Response) -> bool:
    """Return whether Discord took an answer for all as a message, which its nonce keeps single."""
    channel = interaction.client.get_partial_messageable(interaction.channel_id or 0)
    return await send(lambda: _posted(channel, interaction, reply)) is SendResult.SENT


def _posted(place: Messageable, interaction: Interaction, reply: Response) -> Awaitable[object]:
    """Send an answer as a message of its own."""
    return place.send(**reply.content, files=reply.files, nonce=str(interaction.id))


def _at_last(interaction: Interaction, reply: Response | None) -> Awaitable[object]:
    """Fill in the message that was deferred, or take it away where there is nothing to say."""
    if reply is None:
        return interaction.delete_original_response()
    sent: dict[str, Any] = {"attachments": reply.files} if reply.attachments else {}
    return interaction.edit_original_response(**reply.content, **sent)


async def _waits(interaction: Interaction) -> bool:
    """Return whether the first answer is a message that still waits to be filled in.

    Of a press that another process has answered, the original response is the board itself.
    """
    try:
        async with asyncio.timeout(SEND_SECONDS):
            return (await interaction.original_response()).flags.loading
    except DISCORD_ERRORS:
        return False
