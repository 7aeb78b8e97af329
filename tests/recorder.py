"""A platform that keeps every message that each audience saw, and fails on demand.

It numbers its messages, does not mind a nonce that it has seen before, and forgets nothing: what a
chat platform would show of a message is its last look.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from adapters.chat.screen import MessageDeleted, Unreachable
from bot.games import GameView, MessageTarget, User

Trouble = Callable[[Callable[[], object]], Awaitable[None]]
"""What goes wrong with a call, given what the call does at the platform."""


class PlatformDown(Exception):
    """The platform does not do it."""


@dataclass
class Message:
    """A message: where it is, and all that it has shown, from the first to the last."""

    handle: str
    spot: MessageTarget
    nonce: str
    looks: list[GameView]
    deleted: bool = False

    @property
    def versions(self) -> list[int]:
        """The versions of the game that it has shown."""
        return [look.version for look in self.looks]


@dataclass
class Recorder:
    """A platform; `troubles` befall its next calls, one each, and `closed` take no messages.

    Where it `turns`, every edit is a new message that takes the old one's place.
    """

    name: str = "recorder"
    messages: list[Message] = field(default_factory=list)
    troubles: deque[Trouble] = field(default_factory=deque)
    closed: set[User] = field(default_factory=set)
    calls: list[str] = field(default_factory=list)
    turns: bool = False

    # adapters.chat.screen.Platform

    async def post(self, spot: MessageTarget, look: GameView, nonce: str) -> str:
        """Add a message."""
        made: list[str] = []
        await self._troubled("post", lambda: made.append(self.add(spot, look, nonce)))
        return made[0]

    async def edit(self, spot: MessageTarget, handle: str, look: GameView, nonce: str) -> str:
        """Change a message, or post another one in its place where `turns` says so."""
        made = [handle]
        await self._troubled("edit", lambda: made.append(self.turned(spot, handle, look, nonce)))
        return made[-1]

    def forget(self, spot: MessageTarget) -> None:
        """Do nothing: every edit is recorded."""

    async def find(self, spot: MessageTarget, nonce: str, handle: str | None) -> str | None:
        """Look for a message, and leave only that one."""
        found: list[str | None] = []
        await self._troubled("find", lambda: found.append(self.seek(spot, nonce)))
        if found[0] is None:
            return handle
        self.leave_only(spot, found[0])
        return found[0]

    # What the platform does.

    def add(self, spot: MessageTarget, look: GameView, nonce: str) -> str:
        """Add a message and return its handle."""
        if spot.user in self.closed:
            raise Unreachable
        handle = f"{self.name}-{len(self.messages) + 1}"
        self.messages.append(Message(handle, spot, nonce, [look]))
        return handle

    def turned(self, spot: MessageTarget, handle: str, look: GameView, nonce: str) -> str:
        """Return the handle of the message that shows this now."""
        if not self.turns:
            self.change(spot, handle, look)
            return handle
        new = self.add(spot, look, nonce)
        self.leave_only(spot, new)
        return new

    def leave_only(self, spot: MessageTarget, handle: str) -> None:
        """Take all messages but one from a spot."""
        for message in self.shown(spot):
            message.deleted = message.handle != handle

    def change(self, spot: MessageTarget, handle: str, look: GameView) -> None:
        """Let a message show this from now on."""
        for message in self.messages:
            if (message.handle, message.spot, message.deleted) == (handle, spot, False):
                message.looks.append(look)
                return
        raise MessageDeleted

    def seek(self, spot: MessageTarget, nonce: str) -> str | None:
        """Return the handle of the message with this nonce."""
        found = (one for one in self.shown(spot) if one.nonce == nonce)
        return next((message.handle for message in found), None)

    # What tests ask.

    def shown(self, spot: MessageTarget) -> list[Message]:
        """Return the messages that are in a spot now."""
        return [one for one in self.messages if one.spot == spot and not one.deleted]

    def board(self, spot: MessageTarget) -> GameView:
        """Return what the only message in a spot shows now."""
        (message,) = self.shown(spot)
        return message.looks[-1]

    def seen_by(self, user: User | None) -> Iterable[GameView]:
        """Return all that a person saw in messages of their own, or (None) everybody in rooms."""
        return (look for one in self.messages if one.spot.user == user for look in one.looks)

    async def _troubled(self, call: str, effect: Callable[[], object]) -> None:
        self.calls.append(call)
        if self.troubles:
            await self.troubles.popleft()(effect)
        else:
            effect()


async def fine(effect: Callable[[], object]) -> None:
    """Do it."""
    effect()


async def down(effect: Callable[[], object]) -> None:  # noqa: ARG001 - a Trouble
    """Do nothing and say so."""
    raise PlatformDown


async def answer_lost(effect: Callable[[], object]) -> None:
    """Do it and fail to say so."""
    effect()
    raise PlatformDown


async def silent(effect: Callable[[], object]) -> None:
    """Do it and never answer."""
    effect()
    await asyncio.Event().wait()


def held(gate: asyncio.Event, begun: asyncio.Event) -> Trouble:
    """Return what does it when the gate is opened, and tells that it has been asked for."""

    async def slow(effect: Callable[[], object]) -> None:
        begun.set()
        await gate.wait()
        effect()

    return slow


async def until(seen: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until something can be seen; raises TimeoutError where it cannot be for so long."""
    async with asyncio.timeout(seconds):
        while not seen():
            await asyncio.sleep(0.01)
