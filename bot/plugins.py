"""Parts of Spyring in other installed packages, by entry points (docs/plugins.md).

Each group has its own kind of part: ``spyring.games``, ``spyring.platforms``, ``spyring.bots``,
``spyring.packs`` and ``spyring.texts``. Spyring's own parts win over others with the same name.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pkgutil import resolve_name
from types import MappingProxyType, ModuleType
from typing import Any, Final

from core.rules import Refusal

GAME_PLUGINS: Final = "spyring.games"
"""Subclasses of `bot.gametypes.cli.GameCli`, by the game's name."""

PLATFORM_PLUGINS: Final = "spyring.platforms"
"""Instances of `adapters.chat.platform.ChatPlatform`."""

BOT_PLUGINS: Final = "spyring.bots"
"""Functions of experts and a `core.agents.policy.TableStyle` that return a `Policy`."""

PACK_PLUGINS: Final = "spyring.packs"
"""Instances of `core.words.packs.Pack`, by the pack's name."""

TEXT_PLUGINS: Final = "spyring.texts"
"""Packages with a folder of catalogues for each language, such as ``en/nim.ftl``."""

GROUPS: Final = (GAME_PLUGINS, PLATFORM_PLUGINS, BOT_PLUGINS, PACK_PLUGINS, TEXT_PLUGINS)

TYPED_GROUPS: Final = (GAME_PLUGINS, PLATFORM_PLUGINS, BOT_PLUGINS)
"""The groups whose names are words of commands."""

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")
"""A name in `TYPED_GROUPS`: a name of a command that Discord and Slack accept."""

_INSTANCES: Final[Mapping[str, str]] = {
    PLATFORM_PLUGINS: "adapters.chat.platform:ChatPlatform",
    PACK_PLUGINS: "core.words.packs:Pack",
}
"""The classes of instances, in the format of `pkgutil.resolve_name`."""


class PluginError(Refusal):
    """A plugin that cannot be loaded, or that has failed."""


_installed: Final = cache(entry_points)
"""Returns all entry points: their files are read once."""


@cache
def plugins(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group by name, in alphabetical order."""
    found = {entry.name: entry for entry in _installed().select(group=group)}
    return MappingProxyType(dict(sorted(found.items())))


def has_plugins() -> bool:
    """Return whether another package adds any part."""
    return any(plugins(group) for group in GROUPS)


@cache
def load_plugin(group: str, name: str) -> Any:  # noqa: ANN401 - each group has its own type
    """Import and return a plugin; raises PluginError if its package has a fault."""
    packages = sorted({package_of(one) for one in _installed().select(group=group, name=name)})
    if len(packages) > 1:
        raise PluginError("plugin-twice", name=name, packages=tuple(packages))
    if group in TYPED_GROUPS and not _NAME.fullmatch(name):
        raise PluginError("plugin-name", name=name, package=packages[0])
    try:
        return _load(group, name)
    except (Exception, SystemExit) as error:
        problem = f"{type(error).__name__}: {error}"
        broken = {"name": name, "package": packages[0], "problem": problem}
        raise PluginError("plugin-broken", **broken) from error


def _load(group: str, name: str) -> object:
    """Import and return a plugin; raises TypeError for a wrong type."""
    part = plugins(group)[name].load()
    if not _is_part(group, name, part):
        raise TypeError(f"this {type(part).__name__} is not what {group} needs")
    return part


def _is_part(group: str, name: str, part: object) -> bool:
    """Return whether a part has the type of its group, and a game its own name."""
    if group == TEXT_PLUGINS:
        return isinstance(part, ModuleType)
    if group == BOT_PLUGINS:
        return callable(part)
    if group in _INSTANCES:
        return isinstance(part, resolve_name(_INSTANCES[group]))
    cli: Any = part
    is_game = isinstance(cli, type) and issubclass(cli, resolve_name("bot.gametypes.cli:GameCli"))
    return is_game and bool(cli().name == name)


def sound_plugins(group: str) -> Mapping[str, Any]:
    """Return the plugins of a group by name, without those that cannot be loaded."""
    found = dict[str, Any]()
    for name in plugins(group):
        with suppress(PluginError):
            found[name] = load_plugin(group, name)
    return found


def package_of(entry: EntryPoint) -> str:
    """Return the name of the package with an entry point."""
    return entry.dist.name if entry.dist else entry.module
