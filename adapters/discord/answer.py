"""Answers an interaction in time: at once where the work is done soon, else deferred first.

Discord takes no first answer after three seconds; what was asked for is done all the same, and the
redrawn board tells of it.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Final

import structlog
from discord import AllowedMentions, HTTPException, Interaction, InteractionType
from discord.ui import LayoutView, Modal

from core.view import cut

DEFER_SECONDS: Final = 1.5
"""How long the work may take before it is said that the answer comes later."""

SEND_SECONDS: Final = 20.0
"""How long Discord is waited for, its rate limits included."""

LONGEST_TEXT: Final = 2000
"""Characters of a message."""

_LOG = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Reply:
    """What one person alone is answered: a text, or a layout."""

    text: str = ""
    layout: LayoutView | None = None

    @property
    def content(self) -> dict[str, Any]:
        """What discord.py's functions of sending take."""
        if self.layout is not None:
            return {"view": self.layout}
        return {"content": cut(self.text, LONGEST_TEXT)}


async def answer(interaction: Interaction, work: Coroutine[Any, Any, Reply | None]) -> None:
    """Answer an interaction with what the work returns; None for a press whose board is redrawn.

    The work goes on to its end even where no answer arrives.
    """
    async with asyncio.TaskGroup() as group:
        task = group.create_task(work)
        done, _ = await asyncio.wait({task}, timeout=DEFER_SECONDS)
        if not done and not await _arrived(_defer(interaction)):
            return
        await _arrived(_reply(interaction, await task))


async def open_form(interaction: Interaction, modal: Modal) -> None:
    """Open a form to be filled in."""
    modal.stop()  # what is filled in is read from the ids: the library need not remember it
    await _arrived(_wait(interaction.response.send_modal(modal)))


async def _arrived(sending: Coroutine[Any, Any, None]) -> bool:
    """Return whether Discord took an answer, or had it already."""
    try:
        async with asyncio.timeout(SEND_SECONDS):
            await sending
    except (HTTPException, TimeoutError, OSError) as error:
        # Too late, answered by another delivery of the same press, or Discord is away.
        code = error.code if isinstance(error, HTTPException) else 0
        _LOG.info("answer-not-taken", platform="discord", fault=type(error).__name__, code=code)
        return False
    return True


async def _defer(interaction: Interaction) -> None:
    thinks = interaction.type is InteractionType.application_command
    await interaction.response.defer(ephemeral=thinks, thinking=thinks)


async def _reply(interaction: Interaction, reply: Reply | None) -> None:
    deferred = interaction.response.is_done()
    if reply is None:
        if not deferred:
            await _defer(interaction)
    elif not deferred:
        await interaction.response.send_message(
            **reply.content, ephemeral=True, allowed_mentions=AllowedMentions.none()
        )
    elif interaction.type is InteractionType.application_command:
        # Editing what was deferred can be tried twice without a second message.
        await interaction.edit_original_response(
            **reply.content, allowed_mentions=AllowedMentions.none()
        )
    else:
        await interaction.followup.send(
            **reply.content, ephemeral=True, allowed_mentions=AllowedMentions.none()
        )


async def _wait(sending: Coroutine[Any, Any, object]) -> None:
    await sending
