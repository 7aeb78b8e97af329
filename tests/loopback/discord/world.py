"""All entities of the service at a moment, with methods to find and to make them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.loopback.discord.clock import Clock
from tests.loopback.discord.error import (
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
    ApiError,
)
from tests.loopback.discord.flag import BOT, ChannelKind, Intent, Permission
from tests.loopback.discord.model import (
    Channel,
    Command,
    Guild,
    Interaction,
    Member,
    Message,
    Role,
    ThreadState,
    User,
)
from tests.loopback.discord.snowflake import Snowflakes


@dataclass(slots=True, eq=False)
class Application:
    """The application under test: its user, its token, its privileged intents."""

    user: User
    token: str
    granted: Intent = Intent.NONE

    @property
    def id(self) -> int:
        """The application's id, equal to its user's."""
        return self.user.id


class World:
    """Guilds, channels, people, commands and interactions; lookups refuse as the service does."""

    def __init__(self, clock: Clock, name: str, token: str, granted: Intent) -> None:
        self.clock = clock
        self.snowflake = Snowflakes(clock)
        bot = User(self.snowflake(), name, bot=True)
        self.application = Application(bot, token, granted)
        self.users: dict[int, User] = {bot.id: bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.directs: dict[int, Channel] = {}
        self.commands: dict[int, Command] = {}
        self.interactions: dict[str, Interaction] = {}

    @property
    def bot(self) -> User:
        """The application's user."""
        return self.application.user

    # Making

    def add_user(self, name: str, locale: str = "en-US") -> User:
        """Return a new person."""
        user = User(self.snowflake(), name, locale)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, locale: str = "en-US") -> Guild:
        """Return a new guild without the bot; its owner is a new person."""
        owner = self.add_user(f"{name}'s owner")
        guild = Guild(self.snowflake.guild(), name, locale, owner.id)
        guild.roles[guild.id] = Role(guild.id, "@everyone")
        self.guilds[guild.id] = guild
        self.join(guild, owner)
        return guild

    def join(self, guild: Guild, user: User) -> Member:
        """Add `user` to the guild, the bot with a role of its own; return the member."""
        member = Member(user, self.clock.now())
        if user is self.bot:
            member.roles.append(self.add_role(guild, user.name, BOT))
        guild.members[user.id] = member
        return member

    def add_role(self, guild: Guild, name: str, permissions: Permission) -> Role:
        """Return a new role of the guild."""
        role = Role(self.snowflake(), name, permissions)
        guild.roles[role.id] = role
        return role

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """Return a new text channel."""
        return self._add(Channel(self.snowflake(), ChannelKind.TEXT, name, guild))

    def add_thread(
        self, parent: Channel, name: str, owner: User, kind: ChannelKind, thread_id: int | None
    ) -> Channel:
        """Return a new thread; one made from a message takes that message's id."""
        state = ThreadState(owner.id, self.clock.now(), members={owner.id})
        identifier = self.snowflake() if thread_id is None else thread_id
        guild = parent.guild
        return self._add(Channel(identifier, kind, name, guild, parent, thread=state))

    def direct(self, user: User) -> Channel:
        """Return the conversation between the bot and a person, made at its first use."""
        if user.id not in self.directs:
            channel = Channel(self.snowflake(), ChannelKind.DM, user.name, recipient=user)
            self.directs[user.id] = channel
            self.channels[channel.id] = channel
        return self.directs[user.id]

    def _add(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels[channel.id] = channel
        return channel

    # Finding

    def user(self, user_id: int) -> User:
        """Return a user. Raises: ApiError 10013."""
        if user_id not in self.users:
            raise ApiError(UNKNOWN_USER)
        return self.users[user_id]

    def guild(self, guild_id: int) -> Guild:
        """Return a guild that the bot is in. Raises: ApiError 10004."""
        guild = self.guilds.get(guild_id)
        if guild is None or self.bot.id not in guild.members:
            raise ApiError(UNKNOWN_GUILD)
        return guild

    def member(self, guild_id: int, user_id: int) -> Member:
        """Return a member. Raises: ApiError 10004 or 10007."""
        member = self.guild(guild_id).members.get(user_id)
        if member is None:
            raise ApiError(UNKNOWN_MEMBER)
        return member

    def channel(self, channel_id: int) -> Channel:
        """Return a channel. Raises: ApiError 10003."""
        if channel_id not in self.channels:
            raise ApiError(UNKNOWN_CHANNEL)
        return self.channels[channel_id]

    def message(self, channel_id: int, message_id: int) -> Message:
        """Return a message that the bot's token can fetch. Raises: ApiError 10003 or 10008."""
        message = self.channel(channel_id).messages.get(message_id)
        if message is None or message.ephemeral:
            raise ApiError(UNKNOWN_MESSAGE)
        return message

    def bot_guilds(self) -> Sequence[Guild]:
        """Return the guilds that the bot is in."""
        return [guild for guild in self.guilds.values() if self.bot.id in guild.members]

    def meets(self, user: User) -> bool:
        """Return whether the bot shares a guild with a person."""
        return any(user.id in guild.members for guild in self.bot_guilds())

    def threads(self, guild: Guild) -> Iterator[Channel]:
        """Return the guild's active threads."""
        for channel in guild.channels.values():
            if channel.thread is not None and not channel.thread.archived:
                yield channel

    def commands_in(self, guild: Guild | None) -> Sequence[Command]:
        """Return the commands that people see in a guild, or in a direct conversation."""
        own = None if guild is None else guild.id
        return [command for command in self.commands.values() if command.guild_id in (None, own)]
