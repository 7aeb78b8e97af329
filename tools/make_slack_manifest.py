"""Write manifest.yaml for a Slack application from the command tables.

`python -m tools.make_slack_manifest` writes the file in the working directory. With ``--url URL``
it prints the manifest of an application at this HTTP address. JSON is valid YAML, so the tool needs
no further package.
"""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from adapters.chat.commands import CommandTables, by_path
from adapters.slack.connection.scopes import SCOPES
from adapters.slack.connection.web import REDIRECT_PATH, REQUESTS_PATH
from adapters.slack.input.command_text import UMBRELLA, commands_of, roots
from adapters.slack.output.blocks import START
from bot.gametypes.registry import GAMES
from bot.lobby.notation import LOBBY_COMMANDS
from bot.texts import ENGLISH, Texts
from core.view import phrase

MANIFEST: Final = Path("manifest.yaml")

OPTIONAL_EVENTS: Final = ("message.channels", "message.groups", "message.mpim")
"""Events that need the optional scopes, for lines in threads."""

EVENTS: Final = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "message.im",
    "reaction_added",
    "reaction_removed",
    "tokens_revoked",
    "user_change",
)

LONGEST_HINT: Final = 100
"""The most characters of the hint after a slash command."""


def manifest(url: str = "") -> dict[str, Any]:
    """Return the manifest of an application in Socket Mode, or at an address."""
    texts = Texts.load(ENGLISH)
    requests = {"request_url": urljoin(url, REQUESTS_PATH)} if url else {}
    redirects = {"redirect_urls": [urljoin(url, REDIRECT_PATH)]} if url else {}
    return {
        "_metadata": {"major_version": 1, "minor_version": 1},
        "display_information": {
            "name": "Spyring",
            "description": "Word games with a teammate that learns how you think",
        },
        "features": {
            "app_home": {
                "home_tab_enabled": True,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "bot_user": {"display_name": "Spyring", "always_online": True},
            "shortcuts": [
                {
                    "name": texts.say(phrase("slack-start-title")),
                    "type": "global",
                    "callback_id": START,
                    "description": texts.say(phrase("slack-shortcut")),
                }
            ],
            "slash_commands": _slash_commands(texts, url),
        },
        "oauth_config": {**redirects, "scopes": {"bot": sorted(SCOPES)}},
        "settings": {
            "event_subscriptions": {**requests, "bot_events": [*EVENTS]},
            "interactivity": {"is_enabled": True, **requests},
            "org_deploy_enabled": False,
            "socket_mode_enabled": not url,
            "token_rotation_enabled": False,
        },
    }


def _slash_commands(texts: Texts, url: str) -> list[dict[str, Any]]:
    """Return the slash commands in the manifest's form."""
    tables = CommandTables(tuple(game.load().commands for game in GAMES), LOBBY_COMMANDS)
    entries = by_path(tables.entries(), texts)
    hints = {
        name: _verbs(name, tuple(commands_of(name, entries)))
        for name in (*roots(entries), UMBRELLA)
    }
    return [
        {
            "command": f"/{name}",
            **({"url": urljoin(url, REQUESTS_PATH)} if url else {}),
            "description": _description(name, texts),
            "should_escape": True,
            **({"usage_hint": hint} if hint else {}),
        }
        for name, hint in hints.items()
    ]


def _verbs(name: str, paths: tuple[tuple[str, ...], ...]) -> str:
    """Return as many first words after a slash command as fit into a hint."""
    start = 0 if name == UMBRELLA else 1
    words = dict.fromkeys(path[start] for path in paths if len(path) > start)
    hint = ""
    for word in words:
        longer = f"{hint} | {word}" if hint else word
        if len(longer) > LONGEST_HINT:
            break
        hint = longer
    return f"[{hint}]" if hint else ""


def _description(name: str, texts: Texts) -> str:
    if any(game.name == name for game in GAMES):
        return texts.say(phrase("chat-play", game=phrase("game-name", game=name)))
    return texts.say(phrase("ask-help" if name == UMBRELLA else f"ask-{name}"))


def written(url: str = "") -> str:
    """Return the manifest as the text of its file."""
    return json.dumps(manifest(url), indent=2, ensure_ascii=False) + "\n"


def main(argv: Sequence[str] | None = None) -> None:
    """Write the file, or print the manifest of an application at an address."""
    parser = ArgumentParser(description="Write the manifest of the Slack application.")
    parser.add_argument(
        "--url", type=_https, help="print it for HTTP requests to this address, https://..."
    )
    url = parser.parse_args(argv).url
    if url:
        print(written(url), end="")
    else:
        MANIFEST.write_text(written(), "utf-8")


def _https(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme != "https" or not parts.hostname:
        raise ArgumentTypeError(f"{text!r} is no address that begins with https://")
    return text


if __name__ == "__main__":
    main()
