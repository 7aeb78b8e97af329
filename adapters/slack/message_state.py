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


def reactions_on(message: Mapping[str, Any]) -> frozenset[str]:
    """Return the names of all reactions on a message."""
    return frozenset(str(one.get("name") or "") for one in message.get("reactions") or ())


def reactions_by(message: Mapping[str, Any], user: str) -> frozenset[str]:
    """Return the names of the reactions of one person on a message."""
    return frozenset(
        str(one.get("name") or "")
        for one in message.get("reactions") or ()
        if user in (one.get("users") or ())
    )
