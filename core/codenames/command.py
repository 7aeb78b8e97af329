"""The commands of Codenames as data."""

from core.codenames.key import SIDES, TEAMS
from core.codenames.model import NUMBERS, Lawfulness, Observation, Options, Role, Team
from core.command import Command, Commands, Kind, Option

_DEFAULT = Options()

NUMBER_WORDS = (*map(str, NUMBERS), "unlimited")

NEW = Command(
    "new",
    (
        Option("rows", Kind.INTEGER, _DEFAULT.rows, least=SIDES[0], most=SIDES[-1]),
        Option("cols", Kind.INTEGER, _DEFAULT.cols, least=SIDES[0], most=SIDES[-1]),
        Option("teams", Kind.INTEGER, _DEFAULT.teams, least=TEAMS[0], most=TEAMS[-1]),
        Option("guessers", Kind.INTEGER, _DEFAULT.guessers, least=1, most=4),
        Option("marks", Kind.INTEGER, _DEFAULT.marks, least=1, most=2),
        Option(
            "clues",
            Kind.CHOICE,
            _DEFAULT.lawfulness.value,
            choices=tuple(mode.value for mode in Lawfulness),
        ),
        Option("solo", Kind.FLAG),
        Option("team", Kind.CHOICE, Team.BLUE.value, choices=tuple(team.value for team in Team)),
        Option("typed", Kind.FLAG),
    ),
)

CLUE = Command(
    "clue",
    (
        Option("word", Kind.TEXT),
        Option("number", Kind.CHOICE, choices=NUMBER_WORDS),
    ),
)
GUESS = Command("guess", (Option("card", Kind.CARD),))
POINT = Command("point", (Option("card", Kind.CARD),))
UNPOINT = Command("unpoint", (Option("card", Kind.CARD),))
KEYWORD = Command("keyword", (Option("keyword", Kind.LINE, secret=True),))
PASS = Command("pass")
RESIGN = Command("resign")

CODENAMES = Commands("codenames", NEW, (CLUE, GUESS, POINT, UNPOINT, PASS, RESIGN, KEYWORD))


def usable(observation: Observation) -> tuple[Command, ...]:
    """Return the commands that the observer's chair may come to use at this table."""
    if observation.chair is None:
        return ()
    if observation.chair.role is Role.GUESSER:
        return (GUESS, POINT, UNPOINT, PASS, RESIGN)
    awaited = observation.options.keyword and not observation.cards
    return (KEYWORD, CLUE, RESIGN) if awaited else (CLUE, RESIGN)
