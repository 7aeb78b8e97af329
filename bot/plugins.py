"""Parts of Spyring in other installed packages, by entry points (docs/plugins.md).

Each group has its own kind of part: ``spyring.games``, ``spyring.platforms``, ``spyring.bots``,
``spyring.packs`` and ``spyring.texts``. Spyring's own parts win over others with the same name.
"""

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
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


class PluginError(Refusal):
    """A plugin that cannot be loaded."""


_installed: Final = cache(entry_points)
"""Returns all entry points: their files are read once."""


@cache
def plugins(group: str) -> Mapping[str, EntryPoint]:
    """Return the entry points of a group by name, in alphabetical order."""
    found = {entry.name: entry for entry in _installed().select(group=group)}
    return MappingProxyType(dict(sorted(found.items())))


@cache
def load_plugin(group: str, name: str) -> Any:  # noqa: ANN401 - each group has its own type
    """Import and return a plugin; raises PluginError if its package has a fault."""
    entry = plugins(group)[name]
    try:
        return entry.load()
    except Exception as error:
        package = entry.dist.name if entry.dist else entry.module
        problem = f"{type(error).__name__}: {error}"
        raise PluginError("plugin-broken", name=name, package=package, problem=problem) from error


def sound_plugins(group: str) -> Mapping[str, Any]:
    """Return the plugins of a group by name, without those that cannot be loaded."""
    found = dict[str, Any]()
    for name in plugins(group):
        with suppress(PluginError):
            found[name] = load_plugin(group, name)
    return found
