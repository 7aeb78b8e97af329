"""Permissions: those of a user in a channel, and the refusals that follow from them."""

from tests.loopback.discord.error import (
    ARCHIVED_THREAD,
    CLOSED_DM,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NO_MUTUAL_GUILD,
    THREAD_LOCKED,
    ApiError,
)
from tests.loopback.discord.flag import ALL, EVERYONE, ChannelKind, Permission
from tests.loopback.discord.model import Channel, Guild, Member, Message, User

_PRIVATE = EVERYONE & ~(Permission.CREATE_PUBLIC_THREADS | Permission.SEND_MESSAGES_IN_THREADS)


def permissions(user: User, channel: Channel) -> Permission:
    """Return the permissions in a channel (topics/permissions.mdx, "Permission overwrites")."""
    if channel.guild is None:
        inside = user.bot or channel.recipient is user
        return _PRIVATE if inside else Permission.NONE
    member = channel.guild.members.get(user.id)
    if member is None:
        return Permission.NONE
    everywhere = of_member(member, channel.guild)
    if everywhere & Permission.ADMINISTRATOR:
        return ALL
    allowed = _overwritten(everywhere, member, channel.parent or channel)
    if channel.kind is ChannelKind.PRIVATE_THREAD and not _in_thread(user, channel, allowed):
        return Permission.NONE
    return allowed if allowed & Permission.VIEW_CHANNEL else Permission.NONE


def of_member(member: Member, guild: Guild) -> Permission:
    """Return the permissions of a member in the whole guild."""
    if guild.owner_id == member.user.id:
        return ALL
    allowed = guild.roles[guild.id].permissions
    for role in member.roles:
        allowed |= role.permissions
    return ALL if allowed & Permission.ADMINISTRATOR else allowed


def _overwritten(allowed: Permission, member: Member, channel: Channel) -> Permission:
    guild = channel.guild
    roles = {role.id for role in member.roles}
    everyone = [o for o in channel.overwrites if guild is not None and o.target_id == guild.id]
    own_roles = [o for o in channel.overwrites if not o.of_member and o.target_id in roles]
    own = [o for o in channel.overwrites if o.of_member and o.target_id == member.user.id]
    for layer in (everyone, own_roles, own):
        for overwrite in layer:
            allowed &= ~overwrite.deny
        for overwrite in layer:
            allowed |= overwrite.allow
    return allowed


def _in_thread(user: User, channel: Channel, allowed: Permission) -> bool:
    thread = channel.thread
    return bool(allowed & Permission.MANAGE_THREADS) or (
        thread is not None and user.id in thread.members
    )


def sees(user: User, message: Message) -> bool:
    """Return whether the message is on this person's screen."""
    if message.seen_by is not None:
        return message.seen_by is user
    return bool(permissions(user, message.channel) & Permission.VIEW_CHANNEL)


def require(user: User, channel: Channel, wanted: Permission) -> None:
    """Refuse unless `user` may see the channel and has all wanted permissions there.

    Raises: ApiError 50001 if the channel is invisible, 50013 if a permission is missing.
    """
    allowed = permissions(user, channel)
    if not allowed & Permission.VIEW_CHANNEL:
        raise ApiError(MISSING_ACCESS)
    if wanted & ~allowed:
        raise ApiError(MISSING_PERMISSIONS)


def require_sending(user: User, channel: Channel, *, files: bool) -> None:
    """Refuse unless `user` may post in the channel, with files if there are any.

    Raises: ApiError 50007, 50278, 160005, and as `require` does.
    """
    if channel.recipient is not None:
        _require_open(channel.recipient)
        return
    in_thread = channel.thread is not None
    wanted = Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES
    require(user, channel, wanted | (Permission.ATTACH_FILES if files else Permission.NONE))
    thread = channel.thread
    locked = thread is not None and thread.locked
    if locked and not permissions(user, channel) & Permission.MANAGE_THREADS:
        raise ApiError(THREAD_LOCKED)


def require_unarchived(channel: Channel) -> None:
    """Refuse changes to an archived thread's content.

    Raises: ApiError 50083.
    """
    if channel.thread is not None and channel.thread.archived:
        raise ApiError(ARCHIVED_THREAD)


def _require_open(recipient: User) -> None:
    if not recipient.takes_messages:
        raise ApiError(CLOSED_DM)


def require_mutual(meets: bool) -> None:
    """Refuse if the bot and a person share no guild.

    Raises: ApiError 50278.
    """
    if not meets:
        raise ApiError(NO_MUTUAL_GUILD)
