"""Runs operators' commands; `spyring run` and `spyring web` serve chat platforms."""

import asyncio
import json
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import Final

from adapters.chat.platform import Connect
from adapters.registry import platforms
from adapters.terminal.cells import printable
from bot.cli import admin, doctor
from bot.cli.console import TerminalConsole, any_picture
from bot.cli.operators import DOCTOR, WEB, platform_settings
from bot.cli.play.room import TERMINAL
from bot.games.requests import utc_now
from bot.gametypes.registry import GAMES
from bot.gametypes.seating import login_name
from bot.identity import User
from bot.logs import log_nowhere, log_to
from bot.models.ensemble import ensemble_of
from bot.server import server
from bot.server.supervisor import Service
from bot.settings import Settings, SettingsError, unknown_settings
from bot.store.location import backup_named, database_url
from bot.texts import Texts
from core.rules import Refusal

UNHEALTHY: Final = 1
"""The exit code of `doctor` if it found a fault."""


def run_operator(
    arguments: Namespace, settings: Settings, faults: Sequence[SettingsError], texts: Texts
) -> int:
    """Run a command for operators; return the exit code. Raises Refusal."""
    if arguments.command == "migrate":
        log_to(sys.stderr)  # for the number of dropped rows
    else:
        log_nowhere()
    url, console = database_url(arguments.state, settings), TerminalConsole(texts)
    if arguments.command == DOCTOR:
        unknown = unknown_settings(platform_settings())
        environment = doctor.Environment(settings, faults, unknown, url, any_picture, utc_now)
        return _report(environment, console, as_json=arguments.json)
    with backup_named(url):
        if arguments.command in ("run", WEB):
            adapters, public = adapters_of(arguments, settings)
            server.run(settings, url, ensemble_of(settings), adapters, public)
        else:
            player = User(TERMINAL, settings.player or login_name())
            command = admin.AdminCommand(arguments, url, texts, console.write, _confirm, player)
            asyncio.run(admin.run_admin(command))
    return 0


def _report(environment: doctor.Environment, console: TerminalConsole, *, as_json: bool) -> int:
    results, texts = doctor.run_checks(environment), console.texts
    if as_json:
        console.write(json.dumps(doctor.results_json(results, texts), ensure_ascii=False))
    else:
        for line in doctor.result_lines(results, texts):
            console.write(line)
    return 0 if doctor.is_healthy(results) else UNHEALTHY


def _confirm(question: str) -> bool:
    """Return whether the answer to a question is yes; raises Refusal without a terminal."""
    from adapters.terminal.input import is_yes  # noqa: PLC0415 - a server asks nothing

    if not sys.stdin.isatty():
        raise Refusal("confirm-nobody")
    try:
        answer = input(printable(question) + " ")
    except EOFError:
        print()
        return False
    return is_yes(answer)


def adapters_of(
    arguments: Namespace, settings: Settings
) -> tuple[tuple[server.Adapter, ...], server.HostPort]:
    """Return the chat platforms to serve and the address for requests about health.

    No platform opens this address. Imports are done and fonts are loaded. Raises Refusal.
    """
    is_web, adapters = arguments.command == WEB, list[server.Adapter]()
    public = (arguments.host, arguments.port) if is_web else server.NOWHERE
    for platform in platforms():
        own = settings.of_platform(platform.settings)
        is_served = getattr(arguments, platform.name, False) or (is_web and own.is_set)
        by_http = platform.prepare_web(own, *public) if is_web and platform.prepare_web else None
        if by_http or is_served:
            adapters.append(_adapter(by_http or platform.prepare(own), settings))
        public = server.NOWHERE if by_http else public
    if adapters:
        any_picture()
    return tuple(adapters), public


def _adapter(connect: Connect, settings: Settings) -> server.Adapter:
    from adapters.chat.commands import CommandTables  # noqa: PLC0415 - only chat needs these
    from adapters.chat.platform import ChatApp  # noqa: PLC0415
    from bot.chat.services import ChatServices, known_values  # noqa: PLC0415
    from bot.games import MessageTasks  # noqa: PLC0415
    from bot.lobby.notation import LOBBY_COMMANDS  # noqa: PLC0415

    commands = tuple(game.load().commands for game in GAMES)
    tables = CommandTables(commands, LOBBY_COMMANDS)
    values = {one.game: known_values(one.new) for one in commands}

    def adapter(app: server.App) -> Mapping[str, Service]:
        games, services = app.games, ChatServices(app.games, settings.language)
        return connect(ChatApp(games, MessageTasks(games, app.holder), services, tables, values))

    return adapter
