"""Messages of components: what they are put together from, and how they look.

Text is escaped, so that nothing anybody typed formats, links or pings. Whole sentences are: the
catalogues hold no Markdown, and emphasis is put around them here.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Any, Final, TypeAlias

from discord import ButtonStyle, ui

from adapters.chat.buttons import TURNING
from adapters.chat.paragraphs import AT, Paragraph, fit_lengths
from core.view import Tone

LONGEST_LAYOUT_TEXT: Final = 4000
"""Characters of all texts of a message together."""

_MARKS: Final = re.compile(r"([\\*_~`|<>#\[\]]|:(?=//))")
"""Signs that format, link or name people; a backslash before them is not shown."""

_LISTED: Final = re.compile(r"^(\s*\d*)([-+.])(?=\s|$)", re.MULTILINE)
"""The beginning of a list."""


Component: TypeAlias = ui.Item[Any]
MessagePart: TypeAlias = Paragraph | Component

STYLES: Final = {
    Tone.STRONG: ButtonStyle.primary,
    Tone.GOOD: ButtonStyle.success,
    Tone.BAD: ButtonStyle.danger,
}
"""What buttons look like; all others are secondary."""


def message_layout(parts: Sequence[MessagePart], *below: Component) -> ui.LayoutView:
    """Return the parts as a message in one container, `below` which other items may stand."""
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.Container(*_items(parts)))
    for item in below:
        layout.add_item(item)
    layout.stop()  # presses are read from their ids: the library need not remember the message
    return layout


def _items(parts: Sequence[MessagePart]) -> Iterator[Component]:
    """Yield the components, neighbouring paragraphs as one, all of them cut to fit."""
    paragraphs = [part for part in parts if isinstance(part, Paragraph)]
    fitted = iter(fit_lengths(paragraphs, LONGEST_LAYOUT_TEXT))
    for is_text, group in groupby(parts, key=lambda part: isinstance(part, Paragraph)):
        if is_text:
            lines = [str(one) for one in islice(fitted, len([*group])) if one]
            if text := "\n".join(lines).strip():
                yield ui.TextDisplay(text)
        else:
            yield from (part for part in group if isinstance(part, ui.Item))


def escape(text: str) -> str:
    """Return a text that Discord shows as it is."""
    escaped = _MARKS.sub(r"\\\1", TURNING.sub("", text)).replace("@", AT)
    return _LISTED.sub(r"\1\\\2", escaped)
