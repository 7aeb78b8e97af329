"""Pictures as Slack's files: uploaded before their message, deleted after it.

Slack checks an upload for about a second, and until then refuses messages with it; `files.info` has
no mimetype until then (github.com/slackapi/java-slack-sdk, issue 1349). Without the scope
`files:read`, this module waits for the usual delay of recent pictures.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import count
from math import inf
from time import monotonic, time
from typing import Any, Final, TypeVar

import structlog
from slack_sdk.errors import SlackApiError

from adapters.chat.calls import Urgency, urgency
from adapters.picture import MessageFile, PictureRenderer
from adapters.slack.connection import api_errors
from adapters.slack.connection.api_errors import CALL_ERRORS, error_of, is_error
from adapters.slack.connection.scopes import granted_scopes
from adapters.slack.connection.workspaces import Workspaces
from adapters.slack.ids import SLACK
from adapters.slack.output.blocks import SlackBlock
from adapters.slack.output.render import SlackMessage
from core.recent import RecentDict

REFUSED_UPLOADS: Final = frozenset(
    {
        "access_denied",
        "accesslimited",
        "ekm_access_denied",
        "enterprise_is_restricted",
        "file_type_not_allowed",
        "file_upload_size_restricted",
        "file_uploads_disabled",
        "file_uploads_except_images_disabled",
        "missing_scope",
        "no_permission",
        "not_allowed",
        "not_allowed_token_type",
        "restricted_action",
        "storage_limit_reached",
        "team_access_not_granted",
    }
)
"""Errors for a workspace that accepts no pictures (pages of the upload methods)."""

REFUSED_SECONDS: Final = 3600.0
"""Seconds before the next upload to a workspace that accepts no pictures."""

SLOW_SECONDS: Final = 60.0
"""Seconds before the next upload after a timeout."""

PICTURE_SECONDS: Final = 1.0
"""The longest time that a picture waits for rate limits."""

NOT_READY_ERRORS: Final = frozenset({"invalid_arguments", "invalid_blocks"})
"""Errors for a view or a message with a picture that is not ready."""

FIRST_WAIT: Final = 0.1
READY_SECONDS: Final = 4.0
"""Timeout for an upload, and for the check after it."""

MOST_WAITS: Final = 1.5
"""The timeout for upload and check in units of READY_SECONDS; the redraw loop's is longer."""

HASTE: Final = 0.95
"""Factor that shortens the usual wait after a picture was ready by its end."""

WINDOW_TITLE: Final = "spyring-window"
"""The title of files in modals, which no message refers to."""

WINDOW_SECONDS: Final = 3600.0
"""Age after which files in modals are deleted, even without an event of a closed modal."""

T = TypeVar("T")

_LOG = structlog.get_logger()


class PictureNotReady(Exception):
    """A picture that Slack cannot show yet."""


@dataclass(slots=True)
class Files:
    """Uploads, shows and deletes pictures; an edited message reuses its pictures.

    File names reveal nothing about the content. It deletes files in the background; files that are
    left when the program ends stay in the workspace.
    """

    workspaces: Workspaces
    renderer: PictureRenderer = field(default_factory=PictureRenderer)
    now: Callable[[], float] = monotonic
    _pictures: RecentDict[str, bytes] = field(default_factory=RecentDict, init=False)
    _paused: dict[str, float] = field(default_factory=dict, init=False)
    _refused: set[str] = field(default_factory=set, init=False)
    _readable: dict[str, bool] = field(default_factory=dict, init=False)
    _waits: dict[str, float] = field(default_factory=dict, init=False)
    _swept: dict[str, float] = field(default_factory=dict, init=False)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    def are_taken(self, team: str) -> bool:
        """Return whether a workspace accepts an upload now; else boards are text."""
        delay = self.workspaces.client(team).delay("files.getUploadURLExternal")
        return self.now() >= self._paused.get(team, -inf) and delay <= PICTURE_SECONDS

    async def send(
        self,
        team: str,
        shown: SlackMessage,
        send: Callable[[str, list[SlackBlock]], Awaitable[T]],
        earlier: Collection[str] = (),
        *,
        title: str = "",
    ) -> tuple[T, tuple[str, ...]]:
        """Send a message when its pictures are ready; return the answer and the files.

        `send` gets text and blocks, without pictures if Slack refuses uploads or needs too long.
        `earlier` contains the message's previous files; `title` is the title of all files. Raises
        the errors of `send`.
        """
        pictures = shown.pictures if self.are_taken(team) else ()
        drawn = await self.renderer.render(pictures, shown.theme)
        end = asyncio.get_running_loop().time() + MOST_WAITS * READY_SECONDS
        files = await self._uploaded(team, drawn, earlier, title)
        new = [one for one in files.values() if one not in earlier]
        if files:
            sending = partial(send, shown.text, shown.blocks(files))
            try:
                answer = await self._once_ready(team, new, sending, end)
                return answer, tuple(files.values())
            except PictureNotReady:
                _LOG.warning("pictures-not-shown", platform=SLACK, team=team, fault="not ready")
                self.delete(team, new)
            except SlackApiError:
                self.delete(team, new)
                raise
        written = shown.as_text()
        return await send(written.text, written.blocks()), ()

    def delete(self, team: str, files: Iterable[str]) -> None:
        """Delete unused files in the background, after more urgent calls."""
        for one in files:
            self._pictures.pop(one, None)
            self.begin(self._deleted(team, one), "file-not-deleted")

    # Uploads.

    async def _uploaded(
        self, team: str, pictures: tuple[MessageFile, ...], earlier: Collection[str], title: str
    ) -> dict[str, str]:
        """Return the ids of pictures' files by name, empty if Slack accepts none."""
        shown = {self._pictures.get(one): one for one in earlier}
        known = {one.name: shown.get(sha256(one.content).digest(), "") for one in pictures}
        unsent = [one for one in pictures if not known[one.name]]
        if not unsent:
            return known
        if not self.are_taken(team):
            return {}
        try:
            async with asyncio.timeout(READY_SECONDS):
                sent = await self._sent(team, unsent, title)
        except CALL_ERRORS as error:
            if is_error(error, api_errors.TOKEN_ERRORS):
                raise
            self._refuse(team, error)
            return {}
        self._refused.discard(team)
        if self._readable[team] and self.now() - self._swept.get(team, -inf) >= WINDOW_SECONDS:
            self._swept[team] = self.now()
            self.begin(self._sweep(team), "file-not-deleted")
        return known | sent

    async def _sent(self, team: str, pictures: list[MessageFile], title: str) -> dict[str, str]:
        """Upload pictures in the library's three steps; return their files' ids by name."""
        uploads = [
            {"filename": one.name, "content": one.content, "title": title or one.name}
            for one in pictures
        ]
        answer = await self.workspaces.client(team).files_upload_v2(file_uploads=uploads)
        self._readable[team] = "files:read" in granted_scopes(answer.headers)
        ids = [str(one["id"]) for one in answer["files"]]
        for name, picture in zip(ids, pictures, strict=True):
            self._pictures[name] = sha256(picture.content).digest()
        return {one.name: name for one, name in zip(pictures, ids, strict=True)}

    def _refuse(self, team: str, error: Exception) -> None:
        """Pause uploads to a slow workspace, or one that accepts no files (logged once)."""
        if is_error(error, REFUSED_UPLOADS):
            if team not in self._refused:
                _LOG.error("uploads-refused", platform=SLACK, team=team, fault=error_of(error))
            self._refused.add(team)
            self._paused[team] = self.now() + REFUSED_SECONDS
            return
        if isinstance(error, TimeoutError):
            self._paused[team] = self.now() + SLOW_SECONDS
        _LOG.warning("pictures-not-shown", platform=SLACK, team=team, fault=error_of(error))

    # Waiting until Slack can show them.

    async def _once_ready(
        self, team: str, new: Iterable[str], send: Callable[[], Awaitable[T]], end: float
    ) -> T:
        """Send a message when its `new` files are ready; raises PictureNotReady.

        It polls Slack until the deadline `end`, in the event loop's time.
        """
        usual, waited = self._waits.get(team, FIRST_WAIT), 0.0
        for pause in _pauses(usual) if new else [0.0]:
            await asyncio.sleep(pause)
            waited += pause
            try:
                async with asyncio.timeout_at(end):
                    is_ready = await self._are_ready(team, new)
            except TimeoutError as error:
                self._refuse(team, error)
                break
            if not is_ready:
                continue
            try:
                answer = await send()
            except PictureNotReady:
                continue
            except SlackApiError as error:
                if is_error(error, NOT_READY_ERRORS):
                    continue
                raise
            if new:
                self._waits[team] = HASTE * waited if waited == usual else waited
            return answer
        raise PictureNotReady

    async def _are_ready(self, team: str, new: Iterable[str]) -> bool:
        """Return whether files are ready; True if asking is impossible or slow."""
        client = self.workspaces.client(team)
        if not self._readable.get(team) or client.delay("files.info") > PICTURE_SECONDS:
            return True
        for file in new:
            with suppress(*CALL_ERRORS):  # then sending the message is the test
                answer = await client.files_info(file=file)
                if not (answer.get("file") or {}).get("mimetype"):
                    return False
        return True

    # Deleting.

    async def _deleted(self, team: str, file: str) -> None:
        with urgency(Urgency.MENU):
            await self.workspaces.client(team).files_delete(file=file)

    async def _sweep(self, team: str) -> None:
        """Delete old files of modals that people closed while the program was not running."""
        client, bot = self.workspaces.client(team), await self.workspaces.authorize(team)
        latest, found = str(int(time() - WINDOW_SECONDS)), list[str]()
        for page in count(1):
            with urgency(Urgency.MENU):
                answer = await client.files_list(
                    user=bot.bot_user_id if bot else None, ts_to=latest, page=page
                )
            files = answer.get("files") or ()
            found += [str(one["id"]) for one in files if one.get("title") == WINDOW_TITLE]
            if page >= int((answer.get("paging") or {}).get("pages") or 0):
                break
        self.delete(team, found)

    def begin(self, work: Coroutine[Any, Any, object], event: str) -> None:
        """Start work in the background; log errors of calls as `event`."""

        async def tried() -> None:
            try:
                await work
            except CALL_ERRORS as error:
                _LOG.info(event, platform=SLACK, fault=error_of(error))

        task = asyncio.create_task(tried())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _pauses(usual: float) -> Iterator[float]:
    """Yield the usual wait, then pauses of half the time so far, READY_SECONDS in all."""
    waited, pause = 0.0, usual
    while waited < READY_SECONDS:
        yield pause
        waited += pause
        pause = min(max(FIRST_WAIT, waited / 2), READY_SECONDS - waited)
