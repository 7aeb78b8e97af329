"""The registry of chat platforms: a platform is added to Spyring by its entry here.

It stands beside the adapters, since only the command line may import them; platforms' libraries
are imported when a platform is served.
"""

from typing import Any, Final

from adapters.chat.platform import ChatPlatform
from adapters.discord.platform import DISCORD_PLATFORM
from adapters.slack.platform import SLACK_PLATFORM

PLATFORMS: Final[tuple[ChatPlatform[Any], ...]] = (DISCORD_PLATFORM, SLACK_PLATFORM)
"""All platforms, in the order in which the help lists them."""
