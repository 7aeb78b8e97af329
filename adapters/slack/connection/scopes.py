"""The scopes of the bot token and the events of the bot, as in the manifest."""

from collections.abc import Mapping
from typing import Final

SCOPES: Final = {
    "app_mentions:read": "texts that mention the bot",
    "channels:read": "whether the bot is in a channel",
    "chat:write": "boards and answers",
    "commands": "the slash commands",
    "files:read": "when a picture that the bot has sent can be shown",
    "files:write": "the pictures of boards",
    "groups:read": "whether the bot is in a private channel",
    "im:history": "texts in direct messages to the bot",
    "im:read": "which conversation is a direct message",
    "im:write": "key cards by direct message",
    "mpim:read": "whether the bot is in a group conversation",
    "reactions:read": "reactions with which cards are picked",
    "reactions:write": "reactions to choose from",
    "users:read": "names and languages of people",
}
"""Scopes of the bot token with reasons, as in the table of docs/slack.md."""

OPTIONAL_SCOPES: Final = {
    "channels:history": "messages in channels that the bot is in",
    "groups:history": "messages in private channels that the bot is in",
    "mpim:history": "messages in group conversations that the bot is in",
}
"""Scopes that no game needs; docs/slack.md describes their use."""

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


def granted_scopes(headers: Mapping[str, str]) -> frozenset[str]:
    """Return the token's scopes from an answer's headers, empty without them."""
    return frozenset(filter(None, map(str.strip, headers.get("X-OAuth-Scopes", "").split(","))))
