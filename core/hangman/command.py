"""The commands of hangman as data."""

from functools import partial

from core.command import Command, Commands, InputType, Option, choice_option, number_option
from core.hangman.model import Observation
from core.hangman.options import GUESSERS, KANA_LENGTHS, LENGTHS, LIVES, Dealer, Options
from core.words.word_lists import CATEGORIES

_DEFAULT = Options()

CHAT_LIVES = 8

CHAT_GUESSERS = 8
"""The default number of guessers' chairs in each team; they need not all be taken."""

UNLIMITED = 0
"""The value of `lives` that sets no limit."""

_command = partial(Command.of, "hangman")

NEW = _command(
    "new",
    number_option("length", range(min(LENGTHS[0], KANA_LENGTHS[0]), LENGTHS.stop), _DEFAULT.length),
    number_option("lives", range(UNLIMITED, LIVES.stop), CHAT_LIVES),
    choice_option("dealer", _DEFAULT.dealer),
    choice_option("mode", _DEFAULT.mode),
    number_option("guessers", GUESSERS, CHAT_GUESSERS),
    Option("category", InputType.CHOICE, _DEFAULT.category, CATEGORIES),
    Option("hints", InputType.CHOICE, "on", ("on", "off")),
    Option("verbose", InputType.FLAG),
    Option("daily", InputType.FLAG),
)
GUESS = _command("guess", Option("letter", InputType.LETTER))
SOLVE = _command("solve", Option("solution", InputType.TEXT))
HINT = _command("hint")
WORD = _command("word", Option("word", InputType.TEXT, secret=True))
ANSWER = _command("answer", Option("places", InputType.LINE))

UNUSED = frozenset({"key", "spymaster", "takeback", "agree", "refuse"})
"""There are no key cards, and answers cannot be taken back."""

HANGMAN = Commands("hangman", NEW, (GUESS, SOLVE, HINT, WORD, ANSWER), UNUSED)


def usable(observation: Observation) -> tuple[Command, ...]:
    """Return the commands that the observer's chair can use at this table."""
    chair, options = observation.chair, observation.options
    if chair is None:
        return ()
    if not chair.deals:
        return (GUESS, SOLVE, HINT) if options.sells_hints else (GUESS, SOLVE)
    if options.dealer is Dealer.THOUGHT:
        return (ANSWER, WORD)
    return (ANSWER,) if options.dealer.keeps_words else (WORD,)
