"""The commands of Codenames as data, and the action for a press on a card."""

from typing import Final

from core.codenames.actions import Action, Guess, Point
from core.codenames.key import SIDES, TEAMS
from core.codenames.model import NUMBERS, Observation, Options, Role, Team
from core.command import Command, Commands, InputType, Option, choice_option, number_option
from core.rules import Legal

_DEFAULT = Options()

DEFAULT_ENSEMBLE: Final = "default"
"""The value of `ensemble` for the installation's models."""

NUMBER_WORDS = (*map(str, NUMBERS), "unlimited")

NEW = Command(
    "new",
    (
        number_option("rows", SIDES, _DEFAULT.rows),
        number_option("cols", SIDES, _DEFAULT.cols),
        number_option("teams", TEAMS, _DEFAULT.teams),
        number_option("guessers", range(1, 5), _DEFAULT.guessers),
        number_option("marks", range(1, 3), _DEFAULT.marks),
        choice_option("clues", _DEFAULT.lawfulness),
        choice_option("substrings", _DEFAULT.substrings),
        Option("solo", InputType.FLAG),
        choice_option("team", Team.BLUE),
        Option("typed", InputType.FLAG),
        Option("ensemble", InputType.LINE, DEFAULT_ENSEMBLE),
        choice_option("level", _DEFAULT.level),
        choice_option("names", _DEFAULT.names),
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
LEARNT = Command("learnt")

CODENAMES = Commands(
    "codenames",
    NEW,
    (CLUE, GUESS, POINT, UNPOINT, PASS, RESIGN, KEYWORD),
    empty_line=PASS.name,
    has_packs=True,
    questions=(WHY, LEARNT),
)


def usable(observation: Observation) -> tuple[Command, ...]:
    """Return the commands that the observer's chair can use at this table."""
    if observation.chair is None:
        return ()
    if observation.chair.role is Role.GUESSER:
        return (GUESS, POINT, UNPOINT, PASS, RESIGN)
    awaited = observation.options.keyword and not observation.cards
    return (KEYWORD, CLUE, RESIGN) if awaited else (CLUE, RESIGN)


def first_press(action: Action, legal: Legal[Action]) -> Action:
    """Return the mark that has to precede a guess if it is legal, otherwise the action."""
    if not isinstance(action, Guess) or action not in legal.actions:
        return action
    point = Point(action.turn, action.card)
    return point if point in legal.actions else action


def only_shows(action: Action) -> bool:
    """Return whether an action is a mark, which uncovers nothing."""
    return isinstance(action, Point)
