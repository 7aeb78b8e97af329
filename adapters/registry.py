"""The registry of chat platforms, imported only by the command line.

A platform's library is imported when the platform is served.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from adapters.chat.platform import ChatPlatform
from adapters.discord.platform import DISCORD_PLATFORM
from adapters.slack.platform import SLACK_PLATFORM
from bot.plugins import PLATFORM_PLUGINS, load_plugin, plugins, sound_plugins


@cache
def platforms() -> tuple[ChatPlatform[Any], ...]:
    """Return all platforms in the order of the help; raises PluginError."""
    return _sorted(load_plugin(PLATFORM_PLUGINS, name) for name in plugins(PLATFORM_PLUGINS))


@cache
def sound_platforms() -> tuple[ChatPlatform[Any], ...]:
    """Return the same platforms, without those of plugins that cannot be loaded."""
    return _sorted(sound_plugins(PLATFORM_PLUGINS).values())


def _sorted(further: Iterable[ChatPlatform[Any]]) -> tuple[ChatPlatform[Any], ...]:
    found = {one.name: one for one in (*further, DISCORD_PLATFORM, SLACK_PLATFORM)}
    own = (DISCORD_PLATFORM.name, SLACK_PLATFORM.name)
    return tuple(sorted(found.values(), key=lambda one: (one.name not in own, one.name)))
