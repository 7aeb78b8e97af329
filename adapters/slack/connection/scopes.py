"""The scopes of the bot token, as in the manifest."""

from collections.abc import Mapping
from typing import Final

SCOPES: Final = {
    "app_mentions:read": "to receive messages that mention the bot",
    "channels:read": "to see whether the bot is in a channel",
    "chat:write": "to send boards and answers",
    "commands": "the slash commands",
    "files:read": "to see when Slack can show the bot's pictures",
    "files:write": "to upload pictures of boards",
    "groups:read": "to see whether the bot is in a private channel",
    "im:history": "to receive direct messages",
    "im:read": "to see which conversations are direct messages",
    "im:write": "to send key cards by direct message",
    "mpim:read": "to see whether the bot is in a group conversation",
    "reactions:read": "to see reactions that mark or guess cards",
    "reactions:write": "to add the reactions to choose from, and ❔ to unclear messages",
    "users:read": "to see people's names and languages",
}
"""Scopes of the bot token with reasons, as in the table of docs/slack.md."""

OPTIONAL_SCOPES: Final = {
    "channels:history": "messages in channels that the bot is in",
    "groups:history": "messages in private channels that the bot is in",
    "mpim:history": "messages in group conversations that the bot is in",
}
"""Scopes that no game needs; docs/slack.md describes their use."""


def granted_scopes(headers: Mapping[str, str]) -> frozenset[str]:
    """Return the token's scopes from an answer's headers, empty without them."""
    return frozenset(filter(None, map(str.strip, headers.get("X-OAuth-Scopes", "").split(","))))
