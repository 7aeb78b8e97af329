"""Compare a command line with the game that was left: what it leaves unsaid is as it was."""

from typing import Final

from bot.cli.parser import non_default_options
from bot.cli.play.room import UnfinishedGame
from bot.gametypes.seating import HUMAN_PREFIX
from bot.gametypes.table_request import TableRequest, TableSetup

TEAM: Final = "team"
"""The option of a table that also says where the person sits."""

WORD_LIST_OPTIONS: Final = frozenset({"pack", "dictionary"})
"""The options that name a list of words."""

KEYWORD: Final = "keyword"
SEED: Final = "seed"


def matches(request: TableRequest, unfinished: UnfinishedGame) -> bool:
    """Return whether all that a command line says of a table is so at the one that was left."""
    arguments, setup = request.arguments, request.setup
    asked = non_default_options(arguments)
    options = asked & setup.values.keys()
    return (
        all(unfinished.values.get(name) == setup.values[name] for name in options)
        and (asked.isdisjoint(WORD_LIST_OPTIONS) or unfinished.pack == setup.pack.digest)
        and (not _seating_options(asked, setup) or _is_seated(request, unfinished))
        and (KEYWORD not in asked or request.is_dealt_alike(unfinished.values, unfinished.deals))
        and (SEED not in asked or unfinished.seed == arguments.seed)
        and arguments.name in (None, *unfinished.people.values())
    )


def _seating_options(asked: frozenset[str], setup: TableSetup) -> frozenset[str]:
    """Return the options that say together who sits where: those that say nothing else."""
    others = {*setup.values, *WORD_LIST_OPTIONS, KEYWORD, SEED} - {TEAM}
    return asked - others


def _is_seated(request: TableRequest, unfinished: UnfinishedGame) -> bool:
    """Return whether people and bots sit as asked for, and those who are named in their chairs."""
    arguments, setup, bots = request.arguments, request.setup, request.game_type.bots
    options = request.game_type.options(setup.values)
    playing = {seat: bots.resolve(options, seat, name) for seat, name in unfinished.bots.items()}
    sitters = [text.partition("=")[2] for text in arguments.chair]
    named = {who.removeprefix(HUMAN_PREFIX) for who in sitters} | {arguments.name}
    return (
        unfinished.people.keys() == setup.people.keys()
        and playing == setup.bots
        and all(
            unfinished.people[seat] == who for seat, who in setup.people.items() if who in named
        )
    )
