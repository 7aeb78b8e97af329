"""The commands of shiritori as data."""

from enum import Enum
from typing import Final

from core.command import Command, Commands, InputType, Option
from core.shiritori.model import Observation
from core.shiritori.options import (
    LINKED,
    MOST_LIVES,
    NONE,
    PLAYERS,
    SHORTEST_WORD,
    Options,
    PlayOrder,
    Strength,
    WordList,
)
from core.shiritori.sounds import LongVowel, SmallKana, VoicedMarks

_DEFAULT: Final = Options()


def _option(name: str, kind: InputType) -> Option:
    return Option(name, kind, described=f"option-shiritori-{name}")


def _choice(name: str, values: type[Enum], default: Enum) -> Option:
    choices = tuple(str(one.value) for one in values)
    described = f"option-shiritori-{name}"
    return Option(name, InputType.CHOICE, str(default.value), choices, described=described)


def _number(name: str, allowed: range, default: int) -> Option:
    least, most, described = allowed[0], allowed[-1], f"option-shiritori-{name}"
    return Option(name, InputType.INTEGER, default, (), least, most, described)


ORDER: Final = _choice("order", PlayOrder, _DEFAULT.order)
STRENGTH: Final = _choice("strength", Strength, _DEFAULT.strength)
LIVES_OPTION: Final = _number("lives", MOST_LIVES, _DEFAULT.lives)
HOUSE_RULES: Final = (
    LIVES_OPTION,
    _choice("long-vowel", LongVowel, _DEFAULT.long_vowel),
    _choice("small-kana", SmallKana, _DEFAULT.small_kana),
    _choice("voiced-marks", VoicedMarks, _DEFAULT.voiced_marks),
    _option("pairs", InputType.FLAG),
    Option(
        "forbidden", InputType.LINE, _DEFAULT.forbidden[0], described="option-shiritori-forbidden"
    ),
    _number("shortest", SHORTEST_WORD, _DEFAULT.shortest),
    _number("linked", LINKED, _DEFAULT.linked),
    _option("reverse", InputType.FLAG),
    _option("common", InputType.FLAG),
    _option("hints", InputType.FLAG),
)
"""The options that change which words are accepted, and what a refused one costs."""

CHAT_PLAYERS: Final = PLAYERS[-1]
"""Chairs where none are asked for; all but two need not be taken."""

NEW: Final = Command(
    "new",
    (
        ORDER,
        STRENGTH,
        _number("players", PLAYERS, CHAT_PLAYERS),
        _choice("words", WordList, _DEFAULT.words),
        *HOUSE_RULES,
        _option("daily", InputType.FLAG),
    ),
    "command-shiritori-new",
)

SAY_COMMAND: Final = Command("say", (_option("word", InputType.LINE),), "command-shiritori-say")
HINT_COMMAND: Final = Command("hint", (), "command-shiritori-hint")
CONCEDE_COMMAND: Final = Command("concede", (), "command-shiritori-concede")

UNUSED_VERBS: Final = frozenset({"key", "spymaster", "takeback", "agree", "refuse"})
"""There are no key cards, and no word is taken back."""

SHIRITORI: Final = Commands(
    "shiritori", NEW, (SAY_COMMAND, HINT_COMMAND, CONCEDE_COMMAND), UNUSED_VERBS
)

__all__ = ["HOUSE_RULES", "LIVES_OPTION", "NEW", "NONE", "ORDER", "SHIRITORI", "STRENGTH", "usable"]


def usable(observation: Observation) -> tuple[Command, ...]:
    """Return the commands that the observer's chair may come to use."""
    if observation.chair is None:
        return ()
    hinted = observation.options.hints
    return SHIRITORI.play if hinted else (SAY_COMMAND, CONCEDE_COMMAND)
