"""Pictures as files of Slack: sent before the message that shows them, deleted after it."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from hashlib import sha256
from typing import Final, TypeVar

import structlog
from slack_sdk.errors import SlackApiError

from adapters.chat.budget import Urgency, urgency
from adapters.chat.pictures import MessageFile
from adapters.slack.calls import CALL_ERRORS, data_of, error_of
from adapters.slack.ids import SLACK
from adapters.slack.workspaces import Workspaces

READY_PAUSES: Final = (0.2, 0.4, 0.8, 1.6)
"""Seconds before a message is sent again whose pictures could not be shown yet."""

FILES_KNOWN: Final = 2000
"""Files of which it is known here which picture they hold."""

T = TypeVar("T")

_LOG = structlog.get_logger()


class Files:
    """Sends and deletes the pictures of messages; a picture that a message has is not sent again.

    No file has the name of what it shows. Files are deleted in the background; what is not deleted
    when the program ends stays in the workspace's files.
    """

    def __init__(self, workspaces: Workspaces) -> None:
        self._workspaces = workspaces
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._deleting: set[asyncio.Task[None]] = set()

    async def ids(
        self, team: str, pictures: Iterable[MessageFile], earlier: Iterable[str] = ()
    ) -> Mapping[str, str]:
        """Return Slack's ids of pictures by their names; `earlier` are the files of the message.

        Raises SlackApiError and the errors of a connection.
        """
        shown = {self._pictures.get(one): one for one in earlier}
        return {
            one.name: shown.get(_digest(one.content)) or await self._sent(team, one)
            for one in pictures
        }

    async def _sent(self, team: str, picture: MessageFile) -> str:
        """Send a picture, in the three steps of Slack's uploads that the library takes."""
        client = await self._workspaces.client(team)
        answer = data_of(
            await client.files_upload_v2(
                filename=picture.name, content=picture.content, title=picture.name
            )
        )
        name = str(answer["files"][0]["id"])
        self._pictures[name] = _digest(picture.content)
        if len(self._pictures) > FILES_KNOWN:
            self._pictures.popitem(last=False)
        return name

    def delete(self, team: str, files: Iterable[str]) -> None:
        """Have files deleted that no message shows any more, once nothing else is to be done."""
        for one in files:
            self._pictures.pop(one, None)
            deleting = asyncio.create_task(self._deleted(team, one))
            self._deleting.add(deleting)
            deleting.add_done_callback(self._deleting.discard)

    async def _deleted(self, team: str, file: str) -> None:
        """Delete a file, as far as Slack answers."""
        try:
            client = await self._workspaces.client(team)
            with urgency(Urgency.MENU):
                await client.files_delete(file=file)
        except CALL_ERRORS as error:
            _LOG.info("file-not-deleted", platform=SLACK, fault=error_of(error))


async def once_ready(sending: Callable[[], Awaitable[T]]) -> T:
    """Send a message with pictures, again after some time where Slack cannot show them yet.

    Raises SlackApiError with `invalid_blocks` where it never can.
    """
    for pause in READY_PAUSES:
        try:
            return await sending()
        except SlackApiError as error:
            if error_of(error) != "invalid_blocks":
                raise
        await asyncio.sleep(pause)
    return await sending()


def _digest(content: bytes) -> bytes:
    return sha256(content).digest()
