"""An example of a half-solved word beside its gallows, for people who do not know hangman yet."""

from core.hangman.gallows import gallows
from core.hangman.present import pattern_text
from core.view import Block, Text, Tone, phrase

WORD = "planet"
FOUND = "apnt"
WRONG = "ios"
LIVES = 8


def boards() -> tuple[Block, ...]:
    """Return the gallows and the letters that are found."""
    letters = tuple(letter if letter in FOUND else None for letter in WORD)
    pattern = phrase("hangman-pattern", pattern=pattern_text(letters))
    return gallows(len(WRONG), LIVES), Text(pattern, Tone.LARGE)
