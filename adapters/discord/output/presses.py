"""Edits of messages through presses on them: as the answer to a press, or by its token later.

Neither counts for Discord's limit of all requests, and the answer to a press is the first that
people see of it.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from discord import HTTPException, Interaction
from discord.utils import utcnow

from adapters.chat.budget import RecentDict
from adapters.discord.output.response import PressResult, SendResult, send_first

TOKEN_LIFE: Final = timedelta(minutes=14)
"""How long messages are edited by the token of a press; Discord takes it for 15 minutes."""

UNKNOWN_WEBHOOK: Final = 10015
INVALID_TOKEN: Final = 50027
"""Discord's codes for a token that is not taken, or no longer."""

MessageContent: TypeAlias = Callable[[], Awaitable[Mapping[str, Any]]]
"""Returns what a message is to show, as arguments of discord.py, to be sent once."""


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
        # What takes time is done before a press is taken, which else may be acknowledged in time.
        first = await content() if message in self._waiting else None
        press = self._next(message, version)
        if press is not None:
            result = SendResult.FAILED
            try:
                result = await self._answer(press, first, content)
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
            await interaction.edit_original_response(**await content())
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

    @staticmethod
    async def _answer(
        press: _Press, first: Mapping[str, Any] | None, content: MessageContent
    ) -> SendResult:
        """Answer a press; the content's files are read once, so that another try has its own."""
        ready = [first] if first is not None else []

        async def answer() -> None:
            await press.interaction.response.edit_message(
                **(ready.pop() if ready else await content())
            )

        return await send_first(answer, asyncio.get_running_loop().time())

    # Tokens, the oldest first.

    def _keep(self, message: int, interaction: Interaction) -> None:
        self._tokens[message] = interaction
        self._tokens.move_to_end(message)
        while self._is_old(next(iter(self._tokens.values()))):
            self._tokens.popitem(last=False)

    def _is_old(self, interaction: Interaction) -> bool:
        return self.now() - interaction.created_at > TOKEN_LIFE
