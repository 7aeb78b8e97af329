"""Text that people send, before anything is made of it: what no database or screen can hold."""

from typing import Final
from unicodedata import category

from core.rules import InvalidNotation

LONGEST_LINE: Final = 4000
"""Characters of a line; no platform sends longer ones."""

_UNPRINTABLE: Final = frozenset({"Cc", "Cs", "Co", "Cn"})
"""Unicode's categories of controls, lone surrogates, private and unassigned characters."""


def check_line(line: str) -> None:
    """Raise InvalidNotation for a line that is too long, or has characters that nobody types."""
    if len(line) > LONGEST_LINE:
        raise InvalidNotation("line-longest", most=LONGEST_LINE)
    if any(character != "\t" and category(character) in ("Cc", "Cs") for character in line):
        raise InvalidNotation("line-characters")


def printable(text: str) -> str:
    """Return a text on one line, without what cannot be shown.

    >>> printable(" Anna " + chr(0) + "  of Oz ")
    'Anna of Oz'
    """
    shown = (
        " " if character.isspace() else character
        for character in text
        if character.isspace() or category(character) not in _UNPRINTABLE
    )
    return " ".join("".join(shown).split())
