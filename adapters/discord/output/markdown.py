"""Text for Discord: escaped, so that nothing anybody typed formats, links or pings, and cut to fit.

Whole sentences are escaped, for the catalogues hold no Markdown: emphasis is put around them here.
"""

import re
from typing import Final

from adapters.chat.buttons import TURNING
from adapters.chat.paragraphs import AT

LONGEST_LAYOUT_TEXT: Final = 4000
"""Characters of all texts of a message together."""


_MARKS: Final = re.compile(r"([\\*_~`|<>#\[\]]|:(?=//))")
"""Signs that format, link or name people; a backslash before them is not shown."""

_LISTED: Final = re.compile(r"^(\s*\d*)([-+.])(?=\s|$)", re.MULTILINE)
"""The beginning of a list."""


def escape(text: str) -> str:
    """Return a text that Discord shows as it is."""
    escaped = _MARKS.sub(r"\\\1", TURNING.sub("", text)).replace("@", AT)
    return _LISTED.sub(r"\1\\\2", escaped)
