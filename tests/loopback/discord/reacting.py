"""Changes of reactions, by any user: state, events, transcript."""

from tests.loopback.discord import portrait, render
from tests.loopback.discord.error import TOO_MANY_REACTIONS, ApiError
from tests.loopback.discord.flag import Intent
from tests.loopback.discord.hub import Hub
from tests.loopback.discord.journal import Journal
from tests.loopback.discord.model import Json, Message, User
from tests.loopback.discord.session import Event
from tests.loopback.discord.watch import Watch

MOST = 20  # different emoji on a message; code 30010


class Reacting:
    """Adds and removes reactions."""

    def __init__(self, hub: Hub, journal: Journal, watch: Watch) -> None:
        self._hub = hub
        self._journal = journal
        self._watch = watch

    def add(self, message: Message, user: User, emoji: str) -> None:
        """Add one; adding it again changes nothing. Raises: ApiError 30010."""
        users = message.reactions.get(emoji, [])
        if user.id in users:
            return
        if emoji not in message.reactions and len(message.reactions) >= MOST:
            raise ApiError(TOO_MANY_REACTIONS)
        message.reactions[emoji] = [*users, user.id]
        self._tell("MESSAGE_REACTION_ADD", message, user, emoji)

    def remove(self, message: Message, user: User, emoji: str) -> None:
        """Remove one; a missing one changes nothing."""
        users = message.reactions.get(emoji, [])
        if user.id not in users:
            return
        users.remove(user.id)
        if not users:
            del message.reactions[emoji]
        self._tell("MESSAGE_REACTION_REMOVE", message, user, emoji)

    def clear(self, message: Message, emoji: str | None = None) -> None:
        """Remove all, or all of one emoji."""
        if emoji is None:
            message.reactions.clear()
            self._dispatch("MESSAGE_REACTION_REMOVE_ALL", message, self._place(message))
        elif message.reactions.pop(emoji, None) is not None:
            body = self._place(message) | {"emoji": portrait.partial_emoji(emoji)}
            self._dispatch("MESSAGE_REACTION_REMOVE_EMOJI", message, body)

    def _tell(self, name: str, message: Message, user: User, emoji: str) -> None:
        body = self._place(message) | {
            "user_id": str(user.id),
            "emoji": portrait.partial_emoji(emoji),
            "message_author_id": str(message.author.id),
            "burst": False,
            "type": 0,
        }
        guild = message.channel.guild
        if guild is not None and name == "MESSAGE_REACTION_ADD" and user.id in guild.members:
            body["member"] = render.member(guild.members[user.id])
        self._dispatch(name, message, body)
        done = "reacts" if name == "MESSAGE_REACTION_ADD" else "takes back"
        self._journal.note(message.channel, f"{user.name} {done} {emoji}")

    def _place(self, message: Message) -> Json:
        body = {"message_id": str(message.id), "channel_id": str(message.channel.id)}
        guild_id = message.channel.guild_id
        return body if guild_id is None else body | {"guild_id": str(guild_id)}

    def _dispatch(self, name: str, message: Message, body: Json) -> None:
        guild_id = message.channel.guild_id
        direct = guild_id is None
        intent = Intent.DIRECT_MESSAGE_REACTIONS if direct else Intent.GUILD_MESSAGE_REACTIONS
        self._hub.dispatch(Event(name, body, guild_id, intent))
        self._watch.changed()
