"""The shapes of Slack's payloads, as far as they are read: what is odd is refused as a whole."""

from types import MappingProxyType
from typing import Any, Final, TypeAlias

Shape: TypeAlias = Any
"""An object by the names of its parts, "" for all of them; a list of one shape for its items."""

_OBJECT: Final = MappingProxyType[str, Shape]({})
_INPUT: Final = MappingProxyType({"selected_option": _OBJECT})

PAYLOAD: Final = MappingProxyType(
    {
        "actions": [_INPUT],
        "authorizations": [_OBJECT],
        "channel": _OBJECT,
        "container": _OBJECT,
        "event": MappingProxyType({"item": _OBJECT, "tokens": _OBJECT, "user_profile": _OBJECT}),
        "team": _OBJECT,
        "user": _OBJECT,
        "view": MappingProxyType(
            {
                "blocks": [MappingProxyType({"slack_file": _OBJECT})],
                "state": MappingProxyType(
                    {"values": MappingProxyType({"": MappingProxyType({"": _INPUT})})}
                ),
            }
        ),
    }
)
"""The shape of commands, presses, forms and events."""

USER_CHANGE: Final = MappingProxyType({"event": MappingProxyType({"user": _OBJECT})})
"""The shape of the event that a person has changed."""


def has_shape(value: object, shape: Shape) -> bool:
    """Return whether a value has a shape, where parts may be missing or empty.

    >>> has_shape({"team": None, "actions": [{}]}, PAYLOAD), has_shape({"team": "x"}, PAYLOAD)
    (True, False)
    """
    if isinstance(shape, list):
        return isinstance(value, list) and all(has_shape(one, shape[0]) for one in value)
    if not isinstance(value, dict):
        return False
    parts = ((part, shape.get(name, shape.get(""))) for name, part in value.items())
    return all(not part or known is None or has_shape(part, known) for part, known in parts)
