"""The redraw loop of all chat platforms: the newest view wins.

The loop draws by state, not by event: when a game changes, it reads the game as it is now and
redraws every message that shows an older version. The database records the version of each
message, so that another process can continue after a crash. The loop runs while its platform is
connected.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, Protocol, TypeAlias

import structlog

from bot import games
from bot.chat.request import FatalError
from bot.games import Change, GameId, MessageTarget, MessageTask, StoreFault
from core.backoff import backoff
from core.rules import IllegalAction

PLATFORM_SECONDS: Final = 10.0
"""Timeout for a call to the platform, shorter than the claim of a message."""

FIRST_REDRAW_RETRY_SECONDS: Final = 1.0
LONGEST_REDRAW_RETRY_SECONDS: Final = 60.0
"""Backoff of a failed job, from the first pause to the longest."""

CLAIMED_ELSEWHERE_SECONDS: Final = 2.0
"""Pause before another try to claim a message that another process has claimed."""

PACE_SECONDS: Final = 1.0
"""Minimum time between two edits of a message: platforms accept about five in five seconds."""

COALESCE: Final = 0.15
"""Share of the pace that a redraw waits, to include the events that follow at once.

So a guess and a bot dealer's answer need only one edit.
"""

PARALLEL_REDRAWS: Final = 8
"""Messages that a loop draws at the same time by default."""

RedrawJob: TypeAlias = GameId | MessageTarget | None
"""A job of the loop: a message to draw, a game to check, or (None) all games."""

BackgroundWork: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
"""Runs until it is cancelled."""

_LOG = structlog.get_logger()


class MessageDeleted(Exception):
    """The message was deleted."""


class Unreachable(Exception):
    """The person or room is gone, or closed to this program."""


class Platform(Protocol):
    """Messages of a platform: each is posted once, then edited."""

    @property
    def name(self) -> str:
        """The platform's name in rooms and people."""

    async def post(self, task: MessageTask) -> str:
        """Post a message with the task's nonce; return its handle. Raises Unreachable."""

    async def edit(self, task: MessageTask, handle: str) -> str:
        """Make a message show the view; return the handle of the message that shows it now.

        That may be a new message, posted with the nonce, which replaces the old one. Raises
        MessageDeleted and Unreachable.
        """

    def forget(self, target: MessageTarget) -> None:
        """Forget a message's content, so that the next edit sends it even if it is the same."""

    async def find(self, task: MessageTask) -> str | None:
        """Return the handle of the message with the task's nonce, or else the task's handle.

        A message that it finds replaces the message with the task's handle.
        """


@dataclass(eq=False, slots=True)
class RedrawLoop:
    """Keeps the messages of one platform up to date; `patience` and `pace` are in seconds.

    One edit covers all events within the pace of a message. `delay` returns the seconds for which
    the platform's limits block a message; other jobs go on. The loop draws `parallel` messages at
    the same time.
    """

    tasks: games.MessageTasks
    platform: Platform
    _: KW_ONLY
    patience: float = PLATFORM_SECONDS
    pace: float = PACE_SECONDS
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep
    delay: Callable[[MessageTarget], float] = lambda _: 0.0
    parallel: int = PARALLEL_REDRAWS
    _at_work: set[RedrawJob] = field(default_factory=set, init=False)
    _again: set[RedrawJob] = field(default_factory=set, init=False)
    _failing: dict[RedrawJob, str] = field(default_factory=dict, init=False)
    _logged: dict[str, RedrawJob] = field(default_factory=dict, init=False)
    _forced: set[RedrawJob] = field(default_factory=set, init=False)
    _versions: dict[RedrawJob, int] = field(default_factory=dict, init=False)
    _group: asyncio.TaskGroup | None = field(default=None, init=False)
    _free: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self._free = asyncio.Semaphore(self.parallel)

    async def run(self) -> None:
        """Draw until cancelled: outdated messages first, then every change."""
        with self.tasks.games.notifier.subscribe() as changes:
            async with asyncio.TaskGroup() as self._group:
                self._ask(None)
                async for notice in changes:
                    if isinstance(notice, Change):
                        self._versions[notice.game_id] = notice.version
                    self._ask(notice.game_id if isinstance(notice, Change) else None)

    def redraw(self, target: MessageTarget) -> None:
        """Draw a message even if it looks up to date, for example after it was deleted."""
        self.platform.forget(target)
        self._forced.add(target)
        self._ask(target)

    def _ask(self, work: RedrawJob) -> None:
        """Start a job, or schedule another run of a job that is running."""
        if work in self._at_work:
            self._again.add(work)
        elif self._group is not None:
            self._at_work.add(work)
            self._group.create_task(self._work(work))

    async def _work(self, work: RedrawJob) -> None:
        try:
            self._again.add(work)
            while work in self._again:
                if not isinstance(work, MessageTarget):
                    await self.pause(self.pace * COALESCE)
                self._again.discard(work)
                for more in await self._repeat(work):
                    self._ask(more)
                if isinstance(work, MessageTarget):
                    await self.pause(self.pace)
        finally:
            self._at_work.discard(work)

    async def _repeat(self, work: RedrawJob) -> tuple[RedrawJob, ...]:
        """Run a job, retrying until it succeeds; return the jobs that follow."""
        pauses = backoff(FIRST_REDRAW_RETRY_SECONDS, LONGEST_REDRAW_RETRY_SECONDS)
        while True:
            while isinstance(work, MessageTarget) and (delay := self.delay(work)) > 0:
                await self.pause(delay)  # then it is drawn in its newest state
            try:
                async with self._free:
                    more = await self._do(work)
            except Exception as error:  # one message's fault must not stop the others
                self._fail(work, error)
            else:
                self._succeed(work)
                if more is not None:
                    return more
                await self.pause(CLAIMED_ELSEWHERE_SECONDS)
                continue
            await self.pause(next(pauses))

    async def _do(self, work: RedrawJob) -> tuple[RedrawJob, ...] | None:
        """Return the jobs that follow a job, or None to retry it later."""
        try:
            if work is None:
                return await self.tasks.unfinished()
            if isinstance(work, MessageTarget):
                return () if await self._draw(work) else None
            version = self._versions.pop(work, None)
            return await self.tasks.outdated(work, self.platform.name, version)
        except IllegalAction:
            self._forced.discard(work)
            return ()  # the game is gone
        except Unreachable:
            # Nobody reads there. A request from there changes the game, which starts the job again.
            self._forced.discard(work)
            _LOG.warning("room-closed", platform=self.platform.name, **_about(work))
            return ()

    # Drawing.

    async def _draw(self, target: MessageTarget) -> bool:
        """Update a message; return False if another process is about to."""
        forced, drawn = target in self._forced, False
        self._forced.discard(target)
        try:
            drawn = await self._update(target, forced=forced)
        except BaseException:
            with suppress(StoreFault):  # then the claim expires
                await self.tasks.release(target)
            raise
        finally:
            if forced and not drawn:
                self._forced.add(target)
        return drawn

    async def _update(self, target: MessageTarget, *, forced: bool) -> bool:
        while task := await self.tasks.claim(target):
            try:
                handle = await self._shown(task, forced=forced)
            except MessageDeleted:
                await self.tasks.mark_deleted(task)
                continue
            if await self.tasks.mark_shown(task, handle):
                return True
            forced = True
        return False

    async def _shown(self, task: MessageTask, *, forced: bool) -> str | None:
        """Post or edit a message as needed; return its handle. Raises MessageDeleted.

        With `forced`, the message may be gone, or older than the database says.
        """
        target, handle = task.target, task.handle
        if task.maybe_posted:
            handle = await self._waiting(self.platform.find(task))
        if handle is not None and (task.is_outdated or forced):
            drawing = self.platform.edit(task, handle)
        elif handle is None and task.needed:
            drawing = self.platform.post(task)
        else:
            return handle
        try:
            return await self._waiting(drawing)
        except Unreachable:
            if target.user is None:
                raise
            await self.tasks.games.direct_found(target.game_id, target.user, reached=False)
            return None

    async def _waiting(self, answer: Awaitable[str | None]) -> str | None:
        async with asyncio.timeout(self.patience):
            return await answer

    # A fault in several jobs at the same time is logged once, and again after the first of them has
    # recovered.

    def _fail(self, work: RedrawJob, error: Exception) -> None:
        fault = error.code if isinstance(error, StoreFault) else type(error).__name__
        self._failing[work] = fault
        told = fault in self._logged and self._failing.get(self._logged[fault]) == fault
        if not told:
            self._logged[fault] = work
            about = _about(work)
            _LOG.warning("screen-failing", platform=self.platform.name, fault=fault, **about)

    def _succeed(self, work: RedrawJob) -> None:
        if self._failing.pop(work, None) and not self._failing:
            self._logged.clear()
            _LOG.info("screen-recovered", platform=self.platform.name)


def _about(work: RedrawJob) -> dict[str, str]:
    if isinstance(work, MessageTarget):
        return {"game": work.game_id, "room": str(work.room)}
    return {} if work is None else {"game": work}


async def run_beside(connection: Awaitable[None], services: Iterable[BackgroundWork]) -> None:
    """Run services while a connection lasts; raises its FatalError."""
    ending: FatalError | None = None
    async with asyncio.TaskGroup() as group:
        running = [group.create_task(run()) for run in services]
        try:
            await connection
        except FatalError as error:  # a group would hide it from the caller
            ending = error
        finally:
            for task in running:
                task.cancel()
    if ending is not None:
        raise ending
