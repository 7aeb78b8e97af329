"""The body of the request that posts a message, and the service's judgement of it."""

from typing import Any

from adapters.discord.output.render import RenderedMessage, components_of
from tests.loopback.discord import Upload
from tests.loopback.discord.draft import draft
from tests.loopback.discord.error import Breach
from tests.loopback.discord.flag import MessageFlag
from tests.loopback.discord.rules import message as rules
from tests.loopback.discord.schema import Schema

POST = ("POST", "/channels/{channel_id}/messages")


def body(message: RenderedMessage) -> dict[str, Any]:
    """Return the body that discord.py would send."""
    files = [
        {"id": str(number), "filename": plate.name, "description": plate.alt}
        for number, plate in enumerate(message.pictures)
    ]
    return {
        "flags": int(MessageFlag.COMPONENTS_V2),
        "components": components_of(message),
        "allowed_mentions": message.mentions.to_dict(),
        "attachments": files,
    }


def breaches(message: RenderedMessage, schema: Schema | None) -> list[Breach]:
    """Return the breaches for which the service would refuse a message."""
    posted = body(message)
    files = {
        number: Upload(plate.name, b"\x89PNG", "image/png")
        for number, plate in enumerate(message.pictures)
    }
    found = list(rules.breaches(posted, draft(posted), files, None))
    return [*found, *(schema.breaches(*POST, posted) if schema else ())]
