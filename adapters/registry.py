"""The registry of chat platforms, imported only by the command line.

A platform's library is imported when the platform is served.
"""

from typing import Any, Final

from adapters.chat.platform import ChatPlatform
from adapters.discord.platform import DISCORD_PLATFORM
from adapters.slack.platform import SLACK_PLATFORM

PLATFORMS: Final[tuple[ChatPlatform[Any], ...]] = (DISCORD_PLATFORM, SLACK_PLATFORM)
"""All platforms, in the order of the help."""
