"""Discord's limits of buttons, forms, completions and reactions."""

from typing import Final

from adapters.chat.platform import Limits

LIMITS: Final = Limits(
    label=80,
    custom_id=100,
    row=5,
    card_buttons=25,
    fields=5,
    completions=25,
    completion=100,
    reactions=20,
)
