"""Answers an interaction in time: at once if the work is quick, otherwise deferred.

Discord accepts no first answer after three seconds; the request still runs, and the redrawn board
shows its effect.

After a lost answer the bot repeats the request. That is safe: Discord accepts a first answer once
(it refuses the second with 40060), and a deferred answer is a message to edit or delete. Messages
for everyone have a nonce.

The bot edits a message through a press on it: as the answer to the press, or later by its token.
Neither counts toward Discord's global rate limit, and people see the answer to a press first.
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

from adapters.chat.calls import CallFault, count_fault
from adapters.chat.responses import Redrawn
from adapters.discord.calls import CONNECTION_ERRORS, DISCORD_ERRORS, fault_of
from adapters.picture import MessageFile
from core.recent import RecentDict
from core.view import shorten

DISCORD: Final = "discord"

DEFER_SECONDS: Final = 1.5
"""Seconds of work after which the answer is deferred."""

FIRST_SECONDS: Final = 3.0
"""Seconds in which Discord accepts a first answer; later ones need another way."""

SEND_SECONDS: Final = 20.0
"""Timeout for a request to Discord, including its rate limits."""

RETRY_PAUSES: Final = (0.1, 0.5)
"""Seconds before retries of a first answer, within Discord's three."""

LONGEST_MESSAGE: Final = 2000
"""Characters of a message."""

ALREADY_ANSWERED: Final = 40060
"""Discord's code for an interaction that already has a first answer."""

TOKEN_LIFE: Final = timedelta(minutes=14)
"""Time in which the token of a press edits messages; Discord accepts it for 15 minutes."""

UNKNOWN_WEBHOOK: Final = 10015
INVALID_TOKEN: Final = 50027
"""Discord's codes for a token that is not valid, or no longer."""

MessageContent: TypeAlias = Callable[[], Mapping[str, Any]]
"""Returns the content of a message, as arguments of discord.py for one request."""

_LOG = structlog.get_logger()


class SendResult(Enum):
    """The result of sending an answer."""

    SENT = "now"
    SENT_BEFORE = "before"
    """Discord had an answer, from this process or from another one with the same event."""
    REFUSED = "refused"
    """Discord rejects it, for example because it is late."""
    FAILED = "not"
    """Discord is away, or its answer was lost."""


@dataclass(frozen=True, slots=True)
class Response:
    """An answer for one person alone, or for everyone in the channel if it is `shared`.

    It is a text or a layout, with attachments. One that `edits` replaces the private message whose
    button was pressed.
    """

    text: str = ""
    layout: LayoutView | None = None
    attachments: tuple[MessageFile, ...] = ()
    shared: bool = False
    edits: bool = False

    @property
    def files(self) -> list[File]:
        """New copies of the attachments, for one request."""
        return [*map(file_of, self.attachments)]

    @property
    def content(self) -> dict[str, Any]:
        """The arguments for discord.py's send functions."""
        if self.layout is not None:
            return {"view": self.layout}
        return {"content": shorten(self.text, LONGEST_MESSAGE)}


def file_of(file: MessageFile) -> File:
    """Return a file for discord.py, for one request."""
    return File(BytesIO(file.content), file.name, description=file.alt)


class PressResult(Enum):
    """The result of waiting for the pressed message."""

    ANSWERED = "answered"
    """It was redrawn as the answer."""
    SHOWN = "shown"
    """It shows the press, which has no answer yet."""
    WAITING = "waiting"
    """It does not show the press yet."""


@dataclass(slots=True)
class _Press:
    """A press that waits for its message to show a version of its game."""

    interaction: Interaction
    version: int
    answered: asyncio.Future[PressResult] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


@dataclass(slots=True)
class PressedMessages:
    """Messages of this process and the presses on them; `now` returns the time."""

    now: Callable[[], datetime] = utcnow
    _shown: RecentDict[int, int] = field(default_factory=RecentDict, init=False)
    _waiting: dict[int, list[_Press]] = field(default_factory=dict, init=False)
    _tokens: OrderedDict[int, Interaction] = field(default_factory=OrderedDict, init=False)

    async def answered(self, interaction: Interaction, version: int, seconds: float) -> PressResult:
        """Wait at most `seconds` until a press's message shows a version of its game."""
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
        """Keep the token of an acknowledged press, to edit its message."""
        if interaction.message:
            self._keep(interaction.message.id, interaction)

    async def edit(self, message: int, version: int, content: MessageContent) -> bool:
        """Edit a message to show a version; return False if no press allows that.

        Raises HTTPException, for example if the message was deleted.
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
        """Record the version that a message shows, and end the wait of presses for it."""
        self._shown[message] = version
        while press := self._next(message, version):
            press.answered.set_result(PressResult.SHOWN)

    def _next(self, message: int, version: int) -> _Press | None:
        """Remove and return the first press that waits for a version or an earlier one."""
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
    """Answer an interaction with the result of work, or by redrawing its message.

    It defers work that `is_long` at once. Work runs to its end even if no answer arrives. Discord
    asks for the readers of a deferred answer before its result. So every deferred answer is
    private, and a `shared` result becomes a separate message.
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
    """Defer a private answer; return whether Discord accepted that."""
    return await send_first(
        lambda: interaction.response.defer(ephemeral=True, thinking=True), begun
    )


async def _respond_at_once(
    interaction: Interaction,
    result: Response | Redrawn[Response],
    messages: PressedMessages,
    begun: float,
) -> None:
    """Send the first answer; redrawing the pressed message in time is an answer, too."""
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
    """Send a message as the first answer, or in another way if that fails."""
    if await send_first(lambda: _message(interaction, reply), begun) is SendResult.FAILED:
        await _tell_directly(interaction, reply)


async def _tell_directly(interaction: Interaction, reply: Response) -> None:
    """Send a lost answer as a direct message, or in the channel if it is for everyone."""
    if reply.shared and await _published(interaction, reply):
        return
    await send(lambda: _posted(interaction.user, interaction, reply))


async def open_form(interaction: Interaction, modal: Modal) -> None:
    """Answer an interaction with a form, if Discord still accepts it."""
    modal.stop()  # ids identify the fields: discord.py need not keep the form
    begun = asyncio.get_running_loop().time()
    await send_first(lambda: interaction.response.send_modal(modal), begun)


async def send_first(sending: Callable[[], Awaitable[object]], begun: float) -> SendResult:
    """Send a first answer while Discord accepts it; `begun` is a time of the event loop."""
    rest = begun + FIRST_SECONDS - asyncio.get_running_loop().time()
    return await send(sending, max(rest, 0))


async def send(
    sending: Callable[[], Awaitable[object]], seconds: float | None = None
) -> SendResult:
    """Send something that is safe to repeat; return whether Discord accepted it.

    The timeout is `SEND_SECONDS` by default.
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
        if fault is CallFault.TIMEOUT:  # not logged by any request
            count_fault(DISCORD, "answer", fault)
        _LOG.info("answer-not-taken", platform=DISCORD, fault=fault.value, code=code)
        return SendResult.REFUSED if fault is CallFault.REFUSED else SendResult.FAILED
    return SendResult.SENT


def _message(interaction: Interaction, reply: Response) -> Awaitable[object]:
    """Send a message as the first answer."""
    if reply.edits:
        return interaction.response.edit_message(**reply.content, attachments=reply.files)
    sent: dict[str, Any] = {"files": reply.files} if reply.attachments else {}
    return interaction.response.send_message(**reply.content, **sent, ephemeral=not reply.shared)


async def _published(interaction: Interaction, reply: Response) -> bool:
    """Post an answer for everyone once, by its nonce; return whether Discord accepted it."""
    channel = interaction.client.get_partial_messageable(interaction.channel_id or 0)
    return await send(lambda: _posted(channel, interaction, reply)) is SendResult.SENT


def _posted(place: Messageable, interaction: Interaction, reply: Response) -> Awaitable[object]:
    """Send an answer as a separate message."""
    return place.send(**reply.content, files=reply.files, nonce=str(interaction.id))


def _at_last(interaction: Interaction, reply: Response | None) -> Awaitable[object]:
    """Fill in the deferred message, or delete it if the answer is empty."""
    if reply is None:
        return interaction.delete_original_response()
    sent: dict[str, Any] = {"attachments": reply.files} if reply.attachments else {}
    return interaction.edit_original_response(**reply.content, **sent)


async def _waits(interaction: Interaction) -> bool:
    """Return whether the first answer is a deferred message that is still empty.

    If another process has answered a press, the original response is the board itself.
    """
    try:
        async with asyncio.timeout(SEND_SECONDS):
            return (await interaction.original_response()).flags.loading
    except DISCORD_ERRORS:
        return False
