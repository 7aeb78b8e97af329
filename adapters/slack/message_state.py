"""State that is read from a message as Slack shows it: its buttons, and people's reactions."""

from collections.abc import Mapping
from typing import Any

from adapters.chat.custom_id import ButtonId, read_button_id


def buttons_on(message: Mapping[str, Any]) -> list[ButtonId]:
    """Return the buttons of games on a message."""
    elements = (
        element
        for block in message.get("blocks") or ()
        if block.get("type") == "actions"
        for element in block.get("elements") or ()
    )
    values = (one for element in elements for one in (element, *(element.get("options") or ())))
    found = (read_button_id(str(one.get("value") or "")) for one in values)
    return [button for button in found if button]


def reactions_on(message: Mapping[str, Any], user: str | None = None) -> frozenset[str]:
    """Return the names of all reactions on a message, or of one person's."""
    found = message.get("reactions") or ()
    own = (one for one in found if user is None or user in (one.get("users") or ()))
    return frozenset(str(one.get("name") or "") for one in own)
