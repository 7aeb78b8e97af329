"""A platform that records every message for each audience, and fails on demand.

It numbers its messages, accepts a nonce twice, and forgets nothing: the last look of a message is
what a chat platform would show.

"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from adapters.chat.screen import MessageDeleted, Unreachable
from bot.games import GameView, MessageTarget, MessageTask, User

Trouble = Callable[[Callable[[], object]], Awaitable[None]]
"""A fault of a call; its argument is the call's effect on the platform."""


class PlatformDown(Exception):
    """The platform refuses a call."""


def task_of(
    spot: MessageTarget, look: GameView, *, version: int = 0, handle: str | None = None
) -> MessageTask:
    """Return the task of a message that shows a version of its game so far."""
    return MessageTask(spot, look, handle, version, maybe_posted=False, needed=True)


@dataclass
class Message:
    """A message: its place, and all its looks from the first to the last."""

    handle: str
    spot: MessageTarget
    nonce: str
    looks: list[GameView]
    deleted: bool = False

    @property
    def versions(self) -> list[int]:
        """The versions of the game in its looks."""
        return [look.version for look in self.looks]


@dataclass
class Recorder:
    """A platform; `troubles` affect its next calls, one each, and `closed` people get no messages.

    If it `turns`, every edit is a new message that replaces the old one.
    """

    name: str = "recorder"
    messages: list[Message] = field(default_factory=list)
    troubles: deque[Trouble] = field(default_factory=deque)
    closed: set[User] = field(default_factory=set)
    calls: list[str] = field(default_factory=list)
    turns: bool = False

    # adapters.chat.screen.Platform

    async def post(self, task: MessageTask) -> str:
        """Add a message."""
        made, what = list[str](), (task.target, task.game_view, task.nonce)
        await self._troubled("post", lambda: made.append(self.add(*what)))
        return made[0]

    async def edit(self, task: MessageTask, handle: str) -> str:
        """Change a message, or post another one in its place where `turns` says so."""
        made, what = [handle], (task.target, handle, task.game_view, task.nonce)
        await self._troubled("edit", lambda: made.append(self.turned(*what)))
        return made[-1]

    def forget(self, spot: MessageTarget) -> None:
        """Do nothing: every edit is recorded."""

    async def find(self, task: MessageTask) -> str | None:
        """Look for a message, and leave only that one."""
        found: list[str | None] = []
        await self._troubled("find", lambda: found.append(self.seek(task.target, task.nonce)))
        if found[0] is None:
            return task.handle
        self.leave_only(task.target, found[0])
        return found[0]

    # Effects on the platform.

    def add(self, spot: MessageTarget, look: GameView, nonce: str) -> str:
        """Add a message and return its handle."""
        if spot.user in self.closed:
            raise Unreachable
        handle = f"{self.name}-{len(self.messages) + 1}"
        self.messages.append(Message(handle, spot, nonce, [look]))
        return handle

    def turned(self, spot: MessageTarget, handle: str, look: GameView, nonce: str) -> str:
        """Return the handle of the message that has this look now."""
        if not self.turns:
            self.change(spot, handle, look)
            return handle
        new = self.add(spot, look, nonce)
        self.leave_only(spot, new)
        return new

    def leave_only(self, spot: MessageTarget, handle: str) -> None:
        """Delete all messages of a spot but one."""
        for message in self.shown(spot):
            message.deleted = message.handle != handle

    def change(self, spot: MessageTarget, handle: str, look: GameView) -> None:
        """Add a look to a message."""
        for message in self.messages:
            if (message.handle, message.spot, message.deleted) == (handle, spot, False):
                message.looks.append(look)
                return
        raise MessageDeleted

    def seek(self, spot: MessageTarget, nonce: str) -> str | None:
        """Return the handle of the message with this nonce."""
        found = (one for one in self.shown(spot) if one.nonce == nonce)
        return next((message.handle for message in found), None)

    # Questions of tests.

    def shown(self, spot: MessageTarget) -> list[Message]:
        """Return the present messages of a spot."""
        return [one for one in self.messages if one.spot == spot and not one.deleted]

    def board(self, spot: MessageTarget) -> GameView:
        """Return the present look of the only message in a spot."""
        (message,) = self.shown(spot)
        return message.looks[-1]

    def seen_by(self, user: User | None) -> Iterable[GameView]:
        """Return all looks in a person's own messages, or (None) in those of rooms."""
        return (look for one in self.messages if one.spot.user == user for look in one.looks)

    async def _troubled(self, call: str, effect: Callable[[], object]) -> None:
        self.calls.append(call)
        if self.troubles:
            await self.troubles.popleft()(effect)
        else:
            effect()


async def fine(effect: Callable[[], object]) -> None:
    """Succeed."""
    effect()


async def down(effect: Callable[[], object]) -> None:  # noqa: ARG001 - a Trouble
    """Fail without an effect."""
    raise PlatformDown


async def answer_lost(effect: Callable[[], object]) -> None:
    """Have the effect, and fail."""
    effect()
    raise PlatformDown


async def silent(effect: Callable[[], object]) -> None:
    """Have the effect, and never answer."""
    effect()
    await asyncio.Event().wait()


def held(gate: asyncio.Event, begun: asyncio.Event) -> Trouble:
    """Return a trouble that sets `begun`, and has the effect once the gate opens."""

    async def slow(effect: Callable[[], object]) -> None:
        begun.set()
        await gate.wait()
        effect()

    return slow


async def until(seen: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait until a condition is true; raises TimeoutError after these seconds."""
    async with asyncio.timeout(seconds):
        while not seen():
            await asyncio.sleep(0.01)
