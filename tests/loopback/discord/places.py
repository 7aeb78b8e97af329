"""Changes of guilds, channels and threads, by any user: state and events."""

from datetime import datetime

from tests.loopback.discord import render
from tests.loopback.discord.flag import Intent
from tests.loopback.discord.gateway import Gateway
from tests.loopback.discord.hub import Hub
from tests.loopback.discord.model import Channel, Guild, Json, User
from tests.loopback.discord.session import Event
from tests.loopback.discord.watch import Watch
from tests.loopback.discord.world import World


class Places:
    """Changes places and notifies the bot."""

    def __init__(self, world: World, hub: Hub, gateway: Gateway, watch: Watch) -> None:
        self._world = world
        self._hub = hub
        self._gateway = gateway
        self._watch = watch

    def created(self, channel: Channel) -> None:
        """Announce a new channel or thread."""
        self._tell("CREATE", channel, {"newly_created": True} if channel.thread else {})

    def edit(self, channel: Channel, body: Json) -> None:
        """Change name, topic, or the state of a thread."""
        channel.name = body.get("name", channel.name)
        channel.topic = body.get("topic", channel.topic)
        if channel.thread is not None:
            channel.thread.archived = body.get("archived", channel.thread.archived)
            channel.thread.locked = body.get("locked", channel.thread.locked)
        self._tell("UPDATE", channel, {})

    def delete(self, channel: Channel) -> None:
        """Delete a channel or thread with its messages."""
        self._world.channels.pop(channel.id, None)
        if channel.guild is not None:
            channel.guild.channels.pop(channel.id, None)
        self._tell("DELETE", channel, {})

    def _tell(self, what: str, channel: Channel, more: Json) -> None:
        prefix = "CHANNEL" if channel.thread is None else "THREAD"
        body = render.channel(channel, self._world.bot) | more
        self._hub.dispatch(Event(f"{prefix}_{what}", body, channel.guild_id, Intent.GUILDS))
        self._watch.changed()

    def enter(self, thread: Channel, user: User) -> None:
        """Add a user to a thread."""
        if thread.thread is not None and user.id not in thread.thread.members:
            thread.thread.members.add(user.id)
            added = [render.thread_member(thread, user)]
            self._members(thread, {"added_members": added}, own=user is self._world.bot)

    def exit(self, thread: Channel, user: User) -> None:
        """Remove a user from a thread."""
        if thread.thread is not None and user.id in thread.thread.members:
            thread.thread.members.discard(user.id)
            gone = [str(user.id)]
            self._members(thread, {"removed_member_ids": gone}, own=user is self._world.bot)

    def _members(self, thread: Channel, change: Json, *, own: bool) -> None:
        count = 0 if thread.thread is None else len(thread.thread.members)
        body: Json = {"id": str(thread.id), "guild_id": str(thread.guild_id)}
        body |= {"member_count": count} | change
        intent = Intent.GUILDS if own else Intent.GUILD_MEMBERS
        self._hub.dispatch(Event("THREAD_MEMBERS_UPDATE", body, thread.guild_id, intent))
        self._watch.changed()

    def invite_bot(self, guild: Guild, since: datetime | None = None) -> None:
        """Add the bot to a guild, now or at an earlier time."""
        member = self._world.join(guild, self._world.bot)
        member.joined = member.joined if since is None else since
        for session in self._hub.sessions.values():
            event = self._gateway.guild_create(guild, session.intents, joined=True)
            if session.hears(event):
                session.push(event)
        self._watch.changed()

    def fail(self, guild: Guild) -> None:
        """Make a guild unavailable, and notify the bot."""
        guild.available = False
        body: Json = {"id": str(guild.id), "unavailable": True}
        self._hub.dispatch(Event("GUILD_DELETE", body, guild.id, Intent.GUILDS))
        self._watch.changed()

    def expel_bot(self, guild: Guild) -> None:
        """Remove the bot from a guild, with the commands it registered there."""
        guild.members.pop(self._world.bot.id, None)
        commands = self._world.commands
        for identifier in [each.id for each in commands.values() if each.guild_id == guild.id]:
            del commands[identifier]
        self._hub.dispatch(Event("GUILD_DELETE", {"id": str(guild.id)}, guild.id, Intent.GUILDS))
        self._watch.changed()

    def join(self, guild: Guild, user: User) -> None:
        """Add a person to a guild."""
        member = self._world.join(guild, user)
        body = render.member(member) | {"guild_id": str(guild.id)}
        self._hub.dispatch(Event("GUILD_MEMBER_ADD", body, guild.id, Intent.GUILD_MEMBERS))
        self._watch.changed()

    def leave(self, guild: Guild, user: User) -> None:
        """Remove a person from a guild."""
        guild.members.pop(user.id, None)
        body = {"guild_id": str(guild.id), "user": render.user(user)}
        self._hub.dispatch(Event("GUILD_MEMBER_REMOVE", body, guild.id, Intent.GUILD_MEMBERS))
        self._watch.changed()
