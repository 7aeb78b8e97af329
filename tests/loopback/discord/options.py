"""A typed command line as the service sends it: the command, and its resolved options."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.loopback.discord import portrait, render
from tests.loopback.discord.access import permissions
from tests.loopback.discord.flag import Permission
from tests.loopback.discord.model import (
    Attachment,
    Channel,
    Command,
    Json,
    Role,
    User,
)
from tests.loopback.discord.rules import command as rules
from tests.loopback.discord.world import World

_PLAIN: Mapping[int, tuple[type, ...]] = {
    rules.STRING: (str,),
    rules.INTEGER: (int,),
    rules.BOOLEAN: (bool,),
    rules.NUMBER: (int, float),
}


class Impossible(AssertionError):
    """The service's own client would not allow this action of a person."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A command line being typed: its user, its place, its words, its options by name."""

    user: User
    channel: Channel
    words: tuple[str, ...]
    given: Mapping[str, Any]
    focus: str | None = None


def focused(body: Json) -> Json:
    """Return the option that the person is completing. Raises: LookupError."""
    for option in _deep(body.get("options") or []):
        if option.get("focused"):
            return option
    raise LookupError("no option has the focus")


def _deep(options: Sequence[Json]) -> Iterator[Json]:
    for option in options:
        yield option
        yield from _deep(option.get("options") or [])


def resolve(world: World, typed: Typed) -> Json:
    """Return the data of the interaction for this line.

    Raises: Impossible if the client would refuse it: an unknown command, no permission, a missing
    required option, an invalid value.
    """
    command = _command(world, typed)
    resolved: Json = {}
    options = _options(command.body, typed, typed.words[1:], resolved)
    body: Json = {"id": str(command.id), "name": command.name, "type": 1, "options": options}
    if resolved:
        body["resolved"] = resolved
    return body if command.guild_id is None else body | {"guild_id": str(command.guild_id)}


def _command(world: World, typed: Typed) -> Command:
    found = world.commands_in(typed.channel.guild)
    for command in found:
        if command.kind == 1 and _called(command.body, typed.words[0], typed.user.locale):
            require_command(command, typed.user, typed.channel)
            return command
    known = ", ".join(sorted(f"/{command.name}" for command in found))
    raise Impossible(f"no command /{typed.words[0]}; there are {known or 'none'}")


def require_command(command: Command, user: User, channel: Channel) -> None:
    """Refuse a command that this person does not see here. Raises: Impossible."""
    allowed = permissions(user, channel)
    wanted = Permission(int(command.body.get("default_member_permissions") or 0))
    contexts = command.body.get("contexts")
    context = 1 if channel.guild is None else 0
    if channel.guild is not None and not allowed & Permission.USE_APPLICATION_COMMANDS:
        raise Impossible(f"{user.name} may not use commands in {channel}")
    if channel.guild is not None and wanted & ~allowed:
        raise Impossible(f"{user.name} may not use {command.name}")
    if contexts is not None and context not in contexts:
        raise Impossible(f"{command.name} is not offered in {channel}")
    if context == 1 and contexts is None and command.body.get("dm_permission") is False:
        raise Impossible(f"{command.name} is not offered in {channel}")


def _called(item: Json, name: str, locale: str) -> bool:
    localised = (item.get("name_localizations") or {}).get(locale)
    return name in (item["name"], localised) or name.replace("_", "-") == item["name"]


def _options(item: Json, typed: Typed, words: Sequence[str], resolved: Json) -> list[Json]:
    known: list[Json] = item.get("options") or []
    nested = [each for each in known if each["type"] in (rules.SUBCOMMAND, rules.GROUP)]
    if not nested:
        if words:
            raise Impossible(f"/{' '.join(typed.words)} has no subcommand {words[0]!r}")
        return _values(known, typed, resolved)
    for each in nested:
        if words and _called(each, words[0], typed.user.locale):
            inner = _options(each, typed, words[1:], resolved)
            return [{"name": each["name"], "type": each["type"], "options": inner}]
    names = [each["name"] for each in nested]
    raise Impossible(f"/{' '.join(typed.words)}: choose one of {names}")


def _values(known: Sequence[Json], typed: Typed, resolved: Json) -> list[Json]:
    left = dict(typed.given)
    values = []
    for option in known:
        name = next((n for n in left if _called(option, n, typed.user.locale)), None)
        if name is None:
            if option.get("required") and typed.focus is None:
                raise Impossible(f"option {option['name']!r} is required")
            continue
        has_focus = name == typed.focus
        value = left.pop(name)
        sent = value if has_focus else value_of(option, value, typed.user.locale, resolved)
        entry: Json = {"name": option["name"], "type": option["type"], "value": sent}
        values.append(entry | {"focused": True} if has_focus else entry)
    if left:
        raise Impossible(f"no options {sorted(left)}; there are {[o['name'] for o in known]}")
    return values


def value_of(option: Json, value: Any, locale: str, resolved: Json) -> Any:
    """Return a value as it is sent. Raises: Impossible if it does not fit the option."""
    kind = option["type"]
    if kind not in _PLAIN:
        return refer(value, resolved)
    wrong_bool = isinstance(value, bool) and kind != rules.BOOLEAN
    choices = option.get("choices") or []
    for choice in choices:
        localised = (choice.get("name_localizations") or {}).get(locale)
        if value in (choice["name"], choice["value"], localised):
            return choice["value"]
    if choices or wrong_bool or not isinstance(value, _PLAIN[kind]):
        offered = [choice["name"] for choice in choices] or "values of its type"
        raise Impossible(f"{option['name']!r} takes {offered}, not {value!r}")
    _measure(option, value)
    return value


def _measure(option: Json, value: Any) -> None:
    measured = len(value) if isinstance(value, str) else value
    ends = ("min_length", "max_length") if isinstance(value, str) else ("min_value", "max_value")
    least, most = (option.get(end) for end in ends)
    if (least is not None and measured < least) or (most is not None and measured > most):
        raise Impossible(f"{option['name']!r} must lie within {least} and {most}, not {measured}")


def refer(value: Any, resolved: Json) -> str:
    """Return the id of a user, channel, role or file, described in `resolved`."""
    if isinstance(value, User):
        resolved.setdefault("users", {})[str(value.id)] = render.user(value)
    elif isinstance(value, Channel):
        name = {"id": str(value.id), "name": value.name, "type": int(value.kind)}
        place = name | {"permissions": str(int(Permission.VIEW_CHANNEL))}
        resolved.setdefault("channels", {})[str(value.id)] = place
    elif isinstance(value, Attachment):
        resolved.setdefault("attachments", {})[str(value.id)] = portrait.attachment(value)
    elif not isinstance(value, Role):
        raise Impossible(f"{value!r} is no person, channel, role or file")
    return str(value.id)


def add_members(resolved: Json, channel: Channel) -> None:
    """Describe the users in `resolved` as members too, in a guild."""
    if channel.guild is None:
        return
    for identifier in resolved.get("users", {}):
        member = channel.guild.members.get(int(identifier))
        if member is not None:
            allowed = str(int(permissions(member.user, channel)))
            shown = render.member(member, with_user=False) | {"permissions": allowed}
            resolved.setdefault("members", {})[identifier] = shown
