"""One workspace: its people, channels, messages, views and files, and the calls that it got."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tests.loopback.slack.rules import Violation
from tests.loopback.slack.seen import Json, Seen

if TYPE_CHECKING:
    from tests.loopback.slack.person import Person

TRIGGER_SECONDS: Final = 3.0
"""Lifetime of a trigger_id (docs.slack.dev, and the error expired_trigger_id)."""

URL_SECONDS: Final = 1800.0
URL_USES: Final = 5
"""Lifetime and number of uses of a response URL (docs.slack.dev)."""

FILE_SECONDS: Final = 0.05
"""Seconds until an uploaded picture can be shown: Slack processes it first, for about a second.

Until then files.info names no mimetype (github.com/slackapi/java-slack-sdk, issue 1349).
"""

MOST_VIEWS: Final = 3
"""Views on a stack (page of views.push)."""

Found = TypeVar("Found")


class RefusedError(Exception):
    """An error of the Web API: its name and more fields."""

    def __init__(self, error: str, **more: object) -> None:
        super().__init__(error)
        self.error = error
        self.more = more


@dataclass(frozen=True, slots=True)
class Call:
    """A call: its method, its arguments, its time by the server's clock, its answer.

    Answers to a response URL are calls of `response_url`.
    """

    method: str
    sent: Mapping[str, Any]
    at: float
    answer: Mapping[str, Any]


@dataclass(slots=True)
class Place:
    """A channel or a conversation with the bot; `members` are ids."""

    id: str
    name: str
    members: set[str]
    is_private: bool = False
    messages: list[Seen] = field(default_factory=list)


@dataclass(slots=True)
class File:
    """An upload; messages can show it from `ready_at` on, by the server's clock.

    `created` is a time as Slack writes it; its completion sets `title` and `ready_at`.
    """

    id: str
    name: str
    length: int
    url: str
    alt: str = ""
    content: bytes | None = None
    is_complete: bool = False
    title: str = ""
    ready_at: float = 0.0
    created: float = field(default_factory=time)


@dataclass(slots=True)
class Trigger:
    """A trigger that opens a view for one person, once."""

    user: str
    at: float
    is_used: bool = False


@dataclass(slots=True)
class ResponseUrl:
    """A URL for answers to a command, or to a press on a message with this timestamp."""

    channel: str
    user: str
    ts: str
    at: float
    uses: int = 0


class Workspace:
    """One workspace with one app in it."""

    app: Final = "A0APP"
    bot: Final = "B0BOT"
    bot_user: Final = "U0BOT"
    bot_token: Final = f"xoxb-{'1' * 12}-{'1' * 13}-{'a' * 24}"
    app_token: Final = f"xapp-1-A0APP-{'1' * 13}-{'a' * 64}"

    def __init__(self, events: frozenset[str] | None = None, team: str = "T0TEAM") -> None:
        self.events = events
        self.team = team
        self.scopes: frozenset[str] | None = None
        self.tokens = {self.bot_token}
        self.revoked: set[str] = set()
        self.expired: set[str] = set()
        self.calls: list[Call] = []
        self.violations: list[Violation] = []
        self.people: dict[str, Person] = {}
        self.places: dict[str, Place] = {}
        self.views: dict[str, list[Seen]] = {}
        self.homes: dict[str, Seen] = {}
        self.files: dict[str, File] = {}
        self.file_seconds = FILE_SECONDS
        self.repeated = False
        self.numbers = count(1)
        self.origin = ""
        self._triggers: dict[str, Trigger] = {}
        self._urls: dict[str, ResponseUrl] = {}
        self._change = asyncio.Event()
        self._ahead = 0.0

    # Time and change.

    def seconds(self) -> float:
        """Return the time by the server's clock."""
        return monotonic() + self._ahead

    def later(self, seconds: float) -> None:
        """Move the server's clock forward."""
        self._ahead += seconds

    def now(self) -> str:
        """Return a new timestamp of a message."""
        return f"1700000000.{next(self.numbers):06d}"

    def notify(self) -> None:
        """Wake all coroutines that wait for a change."""
        self._change.set()
        self._change = asyncio.Event()

    async def changed(self) -> None:
        """Wait until something has changed, half a second at most."""
        try:
            async with asyncio.timeout(0.5):
                await self._change.wait()
        except TimeoutError:
            return

    async def until(self, look: Callable[[], Found | None], seconds: float) -> Found | None:
        """Return the first result of `look` that is not None, or None after the seconds."""
        end = monotonic() + seconds
        while (found := look()) is None and monotonic() < end:
            await self.changed()
        return found

    # Channels and messages.

    def channel(self, name: str, *, member: bool = True, private: bool = False) -> str:
        """Make a channel with all people, and the bot if it is a `member`; return its id."""
        members = {one.id for one in self.people.values() if not one.deleted}
        made = f"C{name.upper()}"
        bots = {self.bot_user} if member else set()
        self.places[made] = Place(made, name, members | bots, private)
        return made

    def direct(self, user: str) -> Place:
        """Return the conversation of a person with the bot."""
        made = Place(f"D{user}", "directmessage", {user, self.bot_user}, is_private=True)
        return self.places.setdefault(made.id, made)

    def messages(self, channel: str) -> list[Seen]:
        """Return the messages of a channel as they are now, oldest first."""
        return [*self.places[channel].messages] if channel in self.places else []

    messages_of = messages

    def seen_by(self, user: str) -> list[Seen]:
        """Return all messages that a person can see, oldest first."""
        found = [
            message
            for place in self.places.values()
            if user in place.members
            for message in place.messages
            if message.reader in ("", user)
        ]
        return sorted(found, key=lambda message: message.ts)

    def message(self, channel: str, ts: str) -> Seen:
        """Return a message. Raises: RefusedError."""
        if channel not in self.places:
            raise RefusedError("channel_not_found")
        for one in self.places[channel].messages:
            if one.ts == ts:
                return one
        raise RefusedError("message_not_found")

    def post(self, message: Seen) -> Seen:
        """Add a message."""
        made = replace(message, blocks=self.with_ids(message.blocks))
        self.places[message.channel].messages.append(made)
        self.notify()
        return made

    def edit(self, message: Seen, **changes: Any) -> Seen:
        """Change a message."""
        if "blocks" in changes:
            changes["blocks"] = self.with_ids(changes["blocks"])
        made = replace(message, **changes)
        shown = self.places[message.channel].messages
        shown[[one.ts for one in shown].index(message.ts)] = made
        self.notify()
        return made

    def delete(self, message: Seen) -> None:
        """Delete a message."""
        shown = self.places[message.channel].messages
        shown[:] = [one for one in shown if one.ts != message.ts]
        self.notify()

    def with_ids(self, blocks: Iterable[Mapping[str, Any]]) -> list[Json]:
        """Return blocks with an id each, as Slack adds missing ones."""
        return [{**block, "block_id": self._block_id(block)} for block in blocks]

    def _block_id(self, block: Mapping[str, Any]) -> str:
        return str(block.get("block_id") or f"b{next(self.numbers)}")

    # Rules.

    def check(self, method: str, broken: Iterator[Violation]) -> None:
        """Record the broken rules. Raises: RefusedError if Slack refuses one."""
        found = [replace(one, method=method) for one in broken]
        self.violations += found
        refused = [one for one in found if one.error]
        if refused:
            messages = [f"[ERROR] {one.rule}" for one in refused]
            raise RefusedError(refused[0].error, response_metadata={"messages": messages})

    def showable(self) -> frozenset[str]:
        """Return the ids and URLs of files that an image block may show."""
        done = [one for one in self.files.values() if one.is_complete]
        return frozenset({one.id for one in done} | {one.url for one in done})

    def show_files(self, blocks: Iterable[Mapping[str, Any]]) -> None:
        """Check the files that the blocks show. Raises: RefusedError if one is not ready.

        Slack answers invalid_blocks for a picture that it has not processed yet.
        """
        shown = [block["slack_file"] for block in blocks if "slack_file" in block]
        ids, urls = {one.get("id") for one in shown}, {one.get("url") for one in shown}
        pointed = [one for one in self.files.values() if one.id in ids or one.url in urls]
        if not all(map(self.is_ready, pointed)):
            raise RefusedError("invalid_blocks")

    def is_ready(self, file: File) -> bool:
        """Return whether a file can be shown."""
        return file.is_complete and self.seconds() >= file.ready_at

    # Triggers and response URLs.

    def trigger(self, user: str) -> str:
        """Return a new trigger_id."""
        made = f"{next(self.numbers)}.{self.team}.trigger"
        self._triggers[made] = Trigger(user, self.seconds())
        return made

    def use_trigger(self, name: str) -> str:
        """Use a trigger up; return its person. Raises: RefusedError."""
        trigger = self._triggers.get(name)
        if trigger is None:
            raise RefusedError("invalid_trigger_id")
        if trigger.is_used:
            raise RefusedError("exchanged_trigger_id")
        if self.seconds() - trigger.at > TRIGGER_SECONDS:
            raise RefusedError("expired_trigger_id")
        trigger.is_used = True
        return trigger.user

    def response_url(self, channel: str, user: str, ts: str = "") -> str:
        """Return a new response URL."""
        made = f"r{next(self.numbers)}"
        self._urls[made] = ResponseUrl(channel, user, ts, self.seconds())
        return f"{self.origin}/respond/{made}"

    def use_url(self, name: str) -> ResponseUrl:
        """Return a response URL that can be used again. Raises: RefusedError."""
        url = self._urls.get(name)
        if url is None or self.seconds() - url.at > URL_SECONDS:
            raise RefusedError("expired_url")
        if url.uses >= URL_USES:
            raise RefusedError("used_url")
        return url

    # Views.

    def opened(self, user: str, view: Mapping[str, Any], stack: list[Seen]) -> Seen:
        """Show a new view above a stack of others; return it."""
        made = self._viewed(view, f"V{next(self.numbers)}")
        self.views[user] = [*stack, made]
        self.notify()
        return made

    def changed_view(self, old: Seen, view: Mapping[str, Any]) -> Seen:
        """Replace a view; return the new one."""
        made = self._viewed(view, old.view)
        for user, stack in self.views.items():
            self.views[user] = [made if one.view == old.view else one for one in stack]
        self.notify()
        return made

    def publish(self, user: str, view: Mapping[str, Any]) -> Seen:
        """Show a Home tab; return it."""
        old = self.homes.get(user)
        self.homes[user] = self._viewed(view, old.view if old else f"V{next(self.numbers)}")
        self.notify()
        return self.homes[user]

    def close_view(self, user: str, view: str) -> None:
        """Close a view and those above it."""
        stack = self.views.get(user, [])
        names = [one.view for one in stack]
        self.views[user] = stack[: names.index(view)] if view in names else stack
        self.notify()

    def _viewed(self, view: Mapping[str, Any], name: str) -> Seen:
        title = (view.get("title") or {}).get("text", "")
        return Seen("", self.now(), title, self.with_ids(view["blocks"]), view=name, source=view)

    def view_json(self, user: str, seen: Seen, state: Mapping[str, Any]) -> Json:
        """Return a view as in payloads and answers."""
        stack = [one.view for one in self.views.get(user, [])]
        place = stack.index(seen.view) if seen.view in stack else 0
        return {
            "private_metadata": "",
            "callback_id": "",
            "external_id": "",
            **seen.source,
            "id": seen.view,
            "team_id": self.team,
            "app_installed_team_id": self.team,
            "app_id": self.app,
            "bot_id": self.bot,
            "hash": seen.ts,
            "blocks": seen.blocks,
            "state": {"values": state},
            "root_view_id": stack[0] if stack else seen.view,
            "previous_view_id": stack[place - 1] if place else None,
        }
