"""The commands of Codenames as data."""

from typing import Final

from core.codenames.clue import Substrings
from core.codenames.key import SIDES, TEAMS
from core.codenames.model import NUMBERS, Lawfulness, Level, Observation, Options, Role, Team
from core.command import Command, Commands, InputType, Option

_DEFAULT = Options()

DEFAULT_ENSEMBLE: Final = "default"
"""The value of `ensemble` that stands for the models of the installation."""

NUMBER_WORDS = (*map(str, NUMBERS), "unlimited")

NEW = Command(
    "new",
    (
        Option("rows", InputType.INTEGER, _DEFAULT.rows, least=SIDES[0], most=SIDES[-1]),
        Option("cols", InputType.INTEGER, _DEFAULT.cols, least=SIDES[0], most=SIDES[-1]),
        Option("teams", InputType.INTEGER, _DEFAULT.teams, least=TEAMS[0], most=TEAMS[-1]),
        Option("guessers", InputType.INTEGER, _DEFAULT.guessers, least=1, most=4),
        Option("marks", InputType.INTEGER, _DEFAULT.marks, least=1, most=2),
        Option(
            "clues",
            InputType.CHOICE,
            _DEFAULT.lawfulness.value,
            choices=tuple(mode.value for mode in Lawfulness),
        ),
        Option(
            "substrings",
            InputType.CHOICE,
            _DEFAULT.substrings.value,
            choices=tuple(mode.value for mode in Substrings),
        ),
        Option("solo", InputType.FLAG),
        Option(
            "team", InputType.CHOICE, Team.BLUE.value, choices=tuple(team.value for team in Team)
        ),
        Option("typed", InputType.FLAG),
        Option("ensemble", InputType.LINE, DEFAULT_ENSEMBLE),
        Option(
            "level",
            InputType.CHOICE,
            _DEFAULT.level.value,
            choices=tuple(level.value for level in Level),
        ),
    ),
)

CLUE = Command(
    "clue",
    (
        Option("word", InputType.TEXT),
        Option("number", InputType.CHOICE, choices=NUMBER_WORDS),
    ),
)
GUESS = Command("guess", (Option("card", InputType.CARD),))
POINT = Command("mark", (Option("card", InputType.CARD),))
UNPOINT = Command("unmark", (Option("card", InputType.CARD),))
KEYWORD = Command("keyword", (Option("keyword", InputType.LINE, secret=True),))
PASS = Command("pass")
RESIGN = Command("resign")
WHY = Command("why", (Option("clue", InputType.TEXT, "", described="option-why-clue"),))

CODENAMES = Commands(
    "codenames",
    NEW,
    (CLUE, GUESS, POINT, UNPOINT, PASS, RESIGN, KEYWORD),
    empty_line=PASS.name,
    has_packs=True,
    questions=(WHY,),
)


def usable(observation: Observation) -> tuple[Command, ...]:
    """Return the commands that the observer's chair may come to use at this table."""
    if observation.chair is None:
        return ()
    if observation.chair.role is Role.GUESSER:
        return (GUESS, POINT, UNPOINT, PASS, RESIGN)
    awaited = observation.options.keyword and not observation.cards
    return (KEYWORD, CLUE, RESIGN) if awaited else (CLUE, RESIGN)
