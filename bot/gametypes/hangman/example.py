"""An example of a half-solved word beside its gallows, for people who do not know hangman yet."""

from core.hangman.gallows import gallows
from core.hangman.present import pattern_text
from core.view import Block, Text, Tone, phrase

WORD = "planet"
FOUND_LETTERS = "apnt"
WRONG_LETTERS = "ios"
EXAMPLE_LIVES = 8


def boards() -> tuple[Block, ...]:
    """Return the gallows and the letters that are found."""
    letters = tuple(letter if letter in FOUND_LETTERS else None for letter in WORD)
    pattern = phrase("hangman-pattern", pattern=pattern_text(letters))
    return gallows(len(WRONG_LETTERS), EXAMPLE_LIVES), Text(pattern, Tone.LARGE)
