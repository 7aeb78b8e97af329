"""The JSON that the service sends: users, guilds, channels, interactions for the bot."""

from datetime import datetime

from tests.loopback.discord.access import permissions
from tests.loopback.discord.flag import ChannelKind
from tests.loopback.discord.model import (
    Channel,
    Command,
    Guild,
    Interaction,
    Json,
    Member,
    Role,
    User,
)
from tests.loopback.discord.world import World

ATTACHMENT_LIMIT = 10 * 1024 * 1024  # bytes; resources/message.mdx, "Uploading Files"


def stamp(moment: datetime) -> str:
    """Return a time as the service writes it."""
    return moment.isoformat(timespec="microseconds")


def user(who: User) -> Json:
    """Return a user as others see them."""
    body: Json = {
        "id": str(who.id),
        "username": who.name.lower().replace(" ", "_"),
        "global_name": None if who.bot else who.name,
        "discriminator": "0",
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    return body | {"bot": True} if who.bot else body


def member(who: Member, *, with_user: bool = True) -> Json:
    """Return a member, with the user inside unless the event has it elsewhere."""
    body: Json = {
        "roles": [str(role.id) for role in who.roles],
        "joined_at": stamp(who.joined),
        "nick": who.nick,
        "avatar": None,
        "banner": None,
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }
    return body | {"user": user(who.user)} if with_user else body


def role(what: Role, guild: Guild) -> Json:
    """Return a role."""
    return {
        "id": str(what.id),
        "name": what.name,
        "permissions": str(int(what.permissions)),
        "position": 0 if what.id == guild.id else 1,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def channel(what: Channel, bot: User) -> Json:
    """Return a channel, a thread or a direct conversation."""
    if what.recipient is not None:
        return {
            "id": str(what.id),
            "type": int(what.kind),
            "flags": 0,
            "last_message_id": _last(what),
            "recipients": [user(what.recipient)],
        }
    return _thread(what, bot) if what.thread is not None else _text(what)


def _text(what: Channel) -> Json:
    return {
        "id": str(what.id),
        "type": int(what.kind),
        "flags": 0,
        "guild_id": str(what.guild_id),
        "name": what.name,
        "position": 0,
        "topic": what.topic,
        "nsfw": False,
        "parent_id": None,
        "last_message_id": _last(what),
        "rate_limit_per_user": 0,
        "permission_overwrites": [
            {
                "id": str(overwrite.target_id),
                "type": int(overwrite.of_member),
                "allow": str(int(overwrite.allow)),
                "deny": str(int(overwrite.deny)),
            }
            for overwrite in what.overwrites
        ],
    }


def _thread(what: Channel, bot: User) -> Json:
    state = what.thread
    parent = what.parent
    if state is None or parent is None:
        raise TypeError(f"{what} is no thread")
    body: Json = {
        "id": str(what.id),
        "type": int(what.kind),
        "flags": 0,
        "guild_id": str(what.guild_id),
        "parent_id": str(parent.id),
        "owner_id": str(state.owner_id),
        "name": what.name,
        "last_message_id": _last(what),
        "rate_limit_per_user": 0,
        "message_count": len(what.messages),
        "total_message_sent": len(what.messages),
        "member_count": len(state.members),
        "thread_metadata": {
            "archived": state.archived,
            "locked": state.locked,
            "auto_archive_duration": state.archive_minutes,
            "archive_timestamp": stamp(state.since),
            "create_timestamp": stamp(state.since),
        },
    }
    if what.kind is ChannelKind.PRIVATE_THREAD:
        body["thread_metadata"]["invitable"] = False
    return body | {"member": thread_member(what, bot)} if bot.id in state.members else body


def thread_member(what: Channel, who: User) -> Json:
    """Return a user as a member of a thread."""
    since = None if what.thread is None else stamp(what.thread.since)
    return {"id": str(what.id), "user_id": str(who.id), "join_timestamp": since, "flags": 0}


def _last(what: Channel) -> str | None:
    return str(max(what.messages)) if what.messages else None


def guild(what: Guild) -> Json:
    """Return a guild without its members and channels."""
    return {
        "id": str(what.id),
        "name": what.name,
        "icon": None,
        "owner_id": str(what.owner_id),
        "preferred_locale": what.locale,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "system_channel_id": str(what.system_channel_id) if what.system_channel_id else None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "roles": [role(each, what) for each in what.roles.values()],
        "emojis": [],
        "stickers": [],
        "features": [],
    }


def guild_create(what: Guild, world: World, *, all_members: bool) -> Json:
    """Return a guild for a session: members other than the bot only if its intents allow."""
    shown = [m for m in what.members.values() if all_members or m.user is world.bot]
    plain = [c for c in what.channels.values() if c.thread is None]
    return guild(what) | {
        "joined_at": stamp(what.members[world.bot.id].joined),
        "large": False,
        "member_count": len(what.members),
        "members": [member(each) for each in shown],
        "channels": [channel(each, world.bot) for each in plain],
        "threads": [channel(each, world.bot) for each in world.threads(what)],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def application(world: World) -> Json:
    """Return the application as its owner sees it."""
    what = world.application
    return {
        "id": str(what.id),
        "name": what.user.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(what.user),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(what.user),
        "approximate_guild_count": len(world.bot_guilds()),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }


def command(what: Command, application_id: int) -> Json:
    """Return a registered command."""
    given = {key: value for key, value in what.body.items() if value is not None}
    body = {"options": [], "nsfw": False, "dm_permission": True} | given
    wanted = what.body.get("default_member_permissions")
    body |= {
        "id": str(what.id),
        "application_id": str(application_id),
        "version": str(what.version),
        "type": what.kind,
        "description": what.body.get("description") or "",
        "default_member_permissions": None if wanted is None else str(wanted),
    }
    return body if what.guild_id is None else body | {"guild_id": str(what.guild_id)}


def interaction(what: Interaction, world: World, source: Json | None) -> Json:
    """Return a call of the application; `source` is the message with the pressed component."""
    place = what.channel
    body: Json = {
        "id": str(what.id),
        "application_id": str(world.application.id),
        "type": int(what.kind),
        "token": what.token,
        "version": 1,
        "data": what.body,
        "channel_id": str(place.id),
        "channel": channel(place, world.bot)
        | {"permissions": str(int(permissions(what.user, place)))},
        "locale": what.user.locale,
        "app_permissions": str(int(permissions(world.bot, place))),
        "entitlements": [],
        "attachment_size_limit": ATTACHMENT_LIMIT,
    }
    if source is not None:
        body["message"] = source
    return body | _caller(what)


def _caller(what: Interaction) -> Json:
    guild_of = what.channel.guild
    if guild_of is None:
        owners = {"0": "0"}
        return {"user": user(what.user), "context": 1, "authorizing_integration_owners": owners}
    caller = member(guild_of.members[what.user.id])
    allowed = str(int(permissions(what.user, what.channel)))
    return {
        "guild_id": str(guild_of.id),
        "guild": {"id": str(guild_of.id), "locale": guild_of.locale, "features": []},
        "guild_locale": guild_of.locale,
        "member": caller | {"permissions": allowed},
        "context": 0,
        "authorizing_integration_owners": {"0": str(guild_of.id)},
    }
