"""Posts, edits and deletes messages: changes the world, notifies the gateway, keeps a journal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.loopback.discord import portrait
from tests.loopback.discord.access import permissions
from tests.loopback.discord.body import size_of
from tests.loopback.discord.draft import Draft
from tests.loopback.discord.flag import Intent, MessageFlag, Permission
from tests.loopback.discord.hub import Hub
from tests.loopback.discord.journal import Journal
from tests.loopback.discord.mention import pings, pings_everyone, spoken
from tests.loopback.discord.model import (
    Attachment,
    Channel,
    Interaction,
    Json,
    Message,
    Upload,
    User,
)
from tests.loopback.discord.seen import line
from tests.loopback.discord.session import Event
from tests.loopback.discord.watch import Watch
from tests.loopback.discord.world import World

STORED_FLAGS = (
    MessageFlag.EPHEMERAL
    | MessageFlag.COMPONENTS_V2
    | MessageFlag.SUPPRESS_EMBEDS
    | MessageFlag.SUPPRESS_NOTIFICATIONS
)


@dataclass(frozen=True, slots=True)
class Envelope:
    """The context of a new message: its cause, its reference, its only reader."""

    kind: int = 0
    reference: Message | None = None
    interaction: Interaction | None = None
    seen_by: User | None = None
    nonce: str | int | None = None
    allowed: Json | None = None
    loading: bool = False


class Postroom:
    """The only place where messages change."""

    def __init__(self, world: World, hub: Hub, journal: Journal, watch: Watch) -> None:
        self.files_url = ""
        self._world = world
        self._hub = hub
        self._journal = journal
        self._watch = watch
        self.files: dict[int, Attachment] = {}

    def post(
        self,
        channel: Channel,
        author: User,
        draft: Draft,
        files: Mapping[int, Upload],
        envelope: Envelope = Envelope(),
    ) -> Message:
        """Post a message and notify its readers; return it."""
        message = Message(
            self._world.snowflake(),
            channel,
            author,
            self._world.clock.now(),
            kind=envelope.kind,
            nonce=envelope.nonce,
            reference=envelope.reference,
            seen_by=envelope.seen_by,
            interaction=envelope.interaction,
        )
        if envelope.loading:
            message.flags |= MessageFlag.LOADING
        self._fill(message, draft, files, envelope.allowed)
        channel.messages[message.id] = message
        if channel.thread is not None and not channel.thread.locked:
            channel.thread.archived = False
        self._tell("MESSAGE_CREATE", message)
        return message

    def edit(
        self, message: Message, draft: Draft, files: Mapping[int, Upload], allowed: Json | None
    ) -> None:
        """Change a message to the draft; this completes a deferred one."""
        filled = bool(message.flags & MessageFlag.LOADING)
        message.flags &= ~MessageFlag.LOADING
        message.edited = None if filled else self._world.clock.now()
        self._fill(message, draft, files, allowed)
        self._tell("MESSAGE_UPDATE", message)

    def delete(self, message: Message) -> None:
        """Delete a message."""
        self._drop(message)
        self._tell_gone("MESSAGE_DELETE", message, {"id": str(message.id)})

    def delete_many(self, messages: Sequence[Message]) -> None:
        """Delete messages of one channel at once (events/gateway.mdx, "Message Delete Bulk")."""
        for message in messages:
            self._drop(message)
        if messages:
            ids = [str(message.id) for message in messages]
            self._tell_gone("MESSAGE_DELETE_BULK", messages[0], {"ids": ids})

    def _drop(self, message: Message) -> None:
        message.channel.messages.pop(message.id, None)
        self._journal.note(message.channel, f"(deleted) {line(message)}", message.seen_by)

    def _tell_gone(self, name: str, message: Message, which: Json) -> None:
        body = which | {"channel_id": str(message.channel.id)}
        guild_id = None if message.ephemeral else message.channel.guild_id
        if guild_id is not None:
            body["guild_id"] = str(guild_id)
        self._hub.dispatch(Event(name, body, guild_id, message_intent(message)))
        self._watch.changed()

    def repeat(self, message: Message) -> None:
        """Send a message's event once more, as after a broken connection."""
        self._tell("MESSAGE_CREATE", message, noted=False)

    def refresh(self, message: Message) -> None:
        """Announce a change of a message other than an edit."""
        self._tell("MESSAGE_UPDATE", message, noted=False)

    def _fill(
        self, message: Message, draft: Draft, files: Mapping[int, Upload], allowed: Json | None
    ) -> None:
        message.content = draft.content
        message.embeds = draft.embeds
        message.flags = draft.flags & STORED_FLAGS | message.flags
        if message.seen_by is not None:
            message.flags |= MessageFlag.EPHEMERAL
        kept = [each for each in message.attachments if each.id in draft.kept]
        message.attachments = kept + [
            self._attach(message.channel, upload, draft.described.get(number))
            for number, upload in sorted(files.items())
        ]
        message.components = draft.components
        self._ping(message, allowed)

    def _ping(self, message: Message, allowed: Json | None) -> None:
        text = spoken(message.content, message.components)
        inside = pings(text, allowed, message.reference)
        message.pings = frozenset(user for user in inside if user in self._world.users)
        may = permissions(message.author, message.channel) & Permission.MENTION_EVERYONE
        message.pings_everyone = bool(may) and pings_everyone(text, allowed)

    def _attach(self, channel: Channel, upload: Upload, description: str | None) -> Attachment:
        identifier = self._world.snowflake()
        url = f"{self.files_url}/{channel.id}/{identifier}/{upload.name}"
        size = size_of(upload.content) or (None, None)
        made = Attachment(
            identifier, upload.name, upload.content, url, upload.kind, description, *size
        )
        self.files[identifier] = made
        return made

    def _tell(self, name: str, message: Message, *, noted: bool = True) -> None:
        bot = self._world.bot
        mentioned = [self._world.users[each] for each in sorted(message.pings)]
        body = portrait.heard(message, bot, mentioned)
        withheld = None if portrait.readable(message, bot) else portrait.withheld(body)
        guild_id = None if message.ephemeral else message.channel.guild_id
        self._hub.dispatch(Event(name, body, guild_id, message_intent(message), withheld))
        if noted:
            prefix = "(edited) " if message.edited is not None else ""
            self._journal.note(message.channel, f"{prefix}{line(message)}", message.seen_by)
        self._watch.changed()


def message_intent(message: Message) -> Intent:
    """Return the intent that a session needs to hear of a message.

    Events of ephemeral messages carry no guild (events/gateway.mdx, "Message Create"), so they
    count as direct messages.
    """
    direct = message.ephemeral or message.channel.guild is None
    return Intent.DIRECT_MESSAGES if direct else Intent.GUILD_MESSAGES
