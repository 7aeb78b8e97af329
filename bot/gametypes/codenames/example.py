"""An example of a board of Codenames beside its key, for people who do not know the game yet."""

from typing import Final

from core.codenames.model import Card, Identity, Observation, Options, Phase
from core.codenames.present import board
from core.rules import Legal
from core.view import Grid

KEY: Final = (
    (("whale", "blue"), ("castle", "red"), ("music", "blue"), ("bread", "bystander")),
    (("crown", "red"), ("robot", "assassin"), ("river", "blue"), ("moon", "bystander")),
    (("school", "bystander"), ("tooth", "blue"), ("tiger", "red"), ("piano", "bystander")),
)
"""The words of the board by rows, each with what lies there."""

UNCOVERED_WORD: Final = "whale"
"""The word of the card that lies uncovered."""


def boards() -> tuple[Grid, Grid]:
    """Return a board as guessers see it, and the same with its key, as spymasters do."""
    return _board(keyed=False), _board(keyed=True)


def _board(*, keyed: bool) -> Grid:
    cards = []
    for word, name in (card for row in KEY for card in row):
        identity = Identity[name.upper()]
        shown = identity if word == UNCOVERED_WORD else None
        cards.append(Card(word, shown, identity if keyed else None))
    options = Options(rows=len(KEY), cols=len(KEY[0]))
    return board(Observation(options, None, Phase.GUESS, tuple(cards)), Legal())
