"""The commands of hangman as data."""

from dataclasses import replace

from core.command import Command, Commands, InputType, Option
from core.hangman.model import Observation
from core.hangman.options import (
    GUESSERS,
    KANA_LENGTHS,
    LENGTHS,
    LIVES,
    Dealer,
    Mode,
    Options,
    Role,
)
from core.words.word_lists import categories

_DEFAULT = Options()

CHAT_LIVES = 8

CHAT_GUESSERS = 8
"""Guessers' chairs in each team where none are asked for; they need not all be taken."""

UNLIMITED = 0
"""The number of lives that sets no limit."""

_ON_OFF = ("on", "off")


def _option(
    name: str,
    kind: InputType,
    default: str | int | None = None,
    choices: tuple[str, ...] = (),
    least: int | None = None,
    most: int | None = None,
) -> Option:
    """Return an option that says itself what it means here."""
    return Option(name, kind, default, choices, least, most, f"option-hangman-{name}")


NEW = Command(
    "new",
    (
        _option(
            "length",
            InputType.INTEGER,
            _DEFAULT.length,
            least=min(LENGTHS[0], KANA_LENGTHS[0]),
            most=LENGTHS[-1],
        ),
        _option("lives", InputType.INTEGER, CHAT_LIVES, least=UNLIMITED, most=LIVES[-1]),
        _option(
            "dealer",
            InputType.CHOICE,
            _DEFAULT.dealer.value,
            choices=tuple(dealer.value for dealer in Dealer),
        ),
        _option(
            "mode",
            InputType.CHOICE,
            _DEFAULT.mode.value,
            choices=tuple(mode.value for mode in Mode),
        ),
        _option("guessers", InputType.INTEGER, CHAT_GUESSERS, least=GUESSERS[0], most=GUESSERS[-1]),
        _option("category", InputType.CHOICE, _DEFAULT.category, choices=categories()),
        _option("hints", InputType.CHOICE, "on", choices=_ON_OFF),
        _option("verbose", InputType.FLAG),
        _option("daily", InputType.FLAG),
    ),
    "command-hangman-new",
)

GUESS = Command("guess", (_option("letter", InputType.LETTER),), "command-hangman-guess")
SOLVE = Command("solve", (_option("solution", InputType.TEXT),), "command-hangman-solve")
HINT = Command("hint", (), "command-hangman-hint")
WORD = Command(
    "word", (replace(_option("word", InputType.TEXT), secret=True),), "command-hangman-word"
)
ANSWER = Command("answer", (_option("places", InputType.LINE),), "command-hangman-answer")

UNUSED = frozenset({"key", "spymaster", "takeback", "agree", "refuse"})
"""There are no key cards, and what was answered once cannot be taken back."""

HANGMAN = Commands("hangman", NEW, (GUESS, SOLVE, HINT, WORD, ANSWER), UNUSED)


def usable(observation: Observation) -> tuple[Command, ...]:
    """Return the commands that the observer's chair may come to use at this table."""
    chair, options = observation.chair, observation.options
    if chair is None:
        return ()
    if chair.role is Role.GUESSER:
        hints = options.hints and options.dealer is not Dealer.THOUGHT
        return (GUESS, SOLVE, HINT) if hints else (GUESS, SOLVE)
    if options.dealer is Dealer.THOUGHT:
        return (ANSWER, WORD)
    return (ANSWER,) if options.dealer.keeps_words else (WORD,)
