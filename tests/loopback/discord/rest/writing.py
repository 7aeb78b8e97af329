"""Checks a message body against all rules, and posts or edits the message."""

from collections.abc import Iterable

from tests.loopback.discord.call import Call
from tests.loopback.discord.draft import Draft, draft
from tests.loopback.discord.error import (
    EMPTY_MESSAGE,
    INVALID_FORM,
    TOO_LARGE,
    ApiError,
    Breach,
)
from tests.loopback.discord.journal import Journal, audience
from tests.loopback.discord.model import Channel, Json, Message, Upload, User
from tests.loopback.discord.postroom import Envelope, Postroom
from tests.loopback.discord.rules import message as rules


class Writing:
    """The common part of channels, webhooks and callbacks: from a body to a message."""

    def __init__(self, postroom: Postroom, journal: Journal) -> None:
        self._postroom = postroom
        self._journal = journal

    def post(
        self, call: Call, body: Json, channel: Channel, author: User, envelope: Envelope
    ) -> Message:
        """Return the message of a body. Raises: ApiError for a body that breaks a rule."""
        self._record(call, body, channel, envelope.seen_by)
        made = self._checked(body, call, None)
        if rules.empty(made, call.files):
            raise ApiError(EMPTY_MESSAGE)
        return self._postroom.post(channel, author, made, call.files, envelope)

    def edit(self, call: Call, body: Json, message: Message) -> None:
        """Change a message by a body. Raises: ApiError for a body that breaks a rule."""
        self._record(call, body, message.channel, message.seen_by)
        made = self._checked(body, call, message)
        if rules.empty(made, call.files):
            raise ApiError(EMPTY_MESSAGE)
        self._postroom.edit(message, made, call.files, body.get("allowed_mentions"))

    def _checked(self, body: Json, call: Call, old: Message | None) -> Draft:
        made = draft(body, old)
        refuse(rules.breaches(body, made, call.files, old))
        return made

    def _record(self, call: Call, body: Json, channel: Channel, only: User | None) -> None:
        record(self._journal, call, body, channel, only)


def record(journal: Journal, call: Call, body: Json, channel: Channel, only: User | None) -> None:
    """Record a request's content, with the names of its files."""
    names = [upload.name for upload in call.files.values()]
    contents: Iterable[bytes] = [_content(upload) for upload in call.files.values()]
    journal.record(call.route, body | {"(files)": names}, contents, audience(channel, only))


def _content(upload: Upload) -> bytes:
    return upload.content


def refuse(breaches: Iterable[Breach]) -> None:
    """Refuse if there is a breach. Raises: ApiError 50035, or 40005 for excessive size."""
    found = list(breaches)
    if any("larger than" in breach.message for breach in found):
        raise ApiError(TOO_LARGE, found)
    if found:
        raise ApiError(INVALID_FORM, found)
