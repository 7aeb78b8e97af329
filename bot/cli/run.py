"""`spyring run` and `spyring web`: the chat platforms to serve."""

from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adapters.registry import PLATFORMS
from bot.cli.console import any_picture
from bot.cli.operators import WEB
from bot.gametypes.registry import GAMES
from bot.settings import Settings

if TYPE_CHECKING:
    from adapters.chat.platform import ChatPlatform, Connect
    from bot.server.server import Adapter, App
    from bot.server.supervisor import Service


def adapters_of(arguments: Namespace, settings: Settings) -> "tuple[Adapter, ...]":
    """Return the chat platforms to serve, with imports done and fonts loaded; raises Refusal."""
    connections = (_connect(platform, arguments, settings) for platform in PLATFORMS)
    adapters = tuple(_adapter(connect, settings) for connect in connections if connect)
    if adapters:
        any_picture()
    return adapters


def _connect(
    platform: "ChatPlatform[Any]", arguments: Namespace, settings: Settings
) -> "Connect | None":
    """Return the connector of a platform, None if it is not selected; raises Refusal."""
    own = settings.of_platform(platform.settings)
    if arguments.command == WEB and platform.prepare_web:
        return platform.prepare_web(own, arguments.host, arguments.port)
    return platform.prepare(own) if getattr(arguments, platform.name) else None


def _adapter(connect: "Connect", settings: Settings) -> "Adapter":
    from adapters.chat.commands import CommandTables  # noqa: PLC0415 - only chat needs these
    from adapters.chat.platform import ChatApp  # noqa: PLC0415
    from bot.chat.services import ChatServices, known_values  # noqa: PLC0415
    from bot.games import MessageTasks  # noqa: PLC0415
    from bot.lobby.notation import LOBBY_COMMANDS  # noqa: PLC0415

    commands = tuple(game.load().commands for game in GAMES)
    tables = CommandTables(commands, LOBBY_COMMANDS)
    values = {one.game: known_values(one.new) for one in commands}

    def adapter(app: "App") -> "Mapping[str, Service]":
        games, services = app.games, ChatServices(app.games, settings.language)
        return connect(ChatApp(games, MessageTasks(games, app.holder), services, tables, values))

    return adapter
