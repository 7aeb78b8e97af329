"""The commands of shiritori as data."""

from functools import partial
from typing import Final

from core import command
from core.command import Command, InputType, Option, choice_option, number_option
from core.shiritori import options
from core.shiritori.model import Observation

_DEFAULT: Final = options.Options()

_command: Final = partial(Command.of, "shiritori")

ORDER, STRENGTH, *HOUSE_RULES = command.options_of(
    "shiritori",
    choice_option("order", _DEFAULT.order),
    choice_option("strength", _DEFAULT.strength),
    number_option("lives", options.MOST_LIVES, _DEFAULT.lives),
    choice_option("long-vowel", _DEFAULT.long_vowel),
    choice_option("small-kana", _DEFAULT.small_kana),
    choice_option("voiced-marks", _DEFAULT.voiced_marks),
    Option("pairs", InputType.FLAG),
    Option("forbidden", InputType.LINE, _DEFAULT.forbidden[0]),
    number_option("shortest", options.SHORTEST_WORD, _DEFAULT.shortest),
    number_option("linked", options.LINKED, _DEFAULT.linked),
    Option("reverse", InputType.FLAG),
    Option("common", InputType.FLAG),
    Option("hints", InputType.FLAG),
)
"""`HOUSE_RULES` change which words are accepted, and what a refused one costs."""

LIVES_OPTION: Final = HOUSE_RULES[0]

CHAT_PLAYERS: Final = options.PLAYERS[-1]
"""The default number of chairs; all but two may stay empty."""

NEW: Final = _command(
    "new",
    ORDER,
    STRENGTH,
    number_option("players", options.PLAYERS, CHAT_PLAYERS),
    choice_option("words", _DEFAULT.words),
    *HOUSE_RULES,
    Option("daily", InputType.FLAG),
)
SAY_COMMAND: Final = _command("say", Option("word", InputType.LINE))
HINT_COMMAND: Final = _command("hint")
CONCEDE_COMMAND: Final = _command("concede")

UNUSED_VERBS: Final = frozenset({"key", "spymaster", "takeback", "agree", "refuse"})
"""There are no key cards, and no word is taken back."""

SHIRITORI: Final = command.Commands(
    "shiritori", NEW, (SAY_COMMAND, HINT_COMMAND, CONCEDE_COMMAND), UNUSED_VERBS
)


def usable(observation: Observation) -> tuple[Command, ...]:
    """Return the commands that the observer's chair can use."""
    if observation.chair is None:
        return ()
    hinted = observation.options.hints
    return SHIRITORI.play if hinted else (SAY_COMMAND, CONCEDE_COMMAND)
