"""Compare a command line with the game that was left: what it leaves unsaid is as it was.

An option that is said with its default starts no other game; it is told that it is not used.
"""

from collections.abc import Collection, Mapping
from typing import Final

from bot.cli.parser import non_default_options
from bot.cli.play.room import UnfinishedGame
from bot.gametypes.seating import HUMAN_PREFIX
from bot.gametypes.table_request import TableRequest, TableSetup
from core.rules import Seat

OTHER_CHAIRS: Final = "bots"
"""The option that names the bot of all chairs that have no other player."""

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


def unused_options(request: TableRequest, unfinished: UnfinishedGame) -> tuple[str, ...]:
    """Return the options of a matching command line that the game left has otherwise."""
    arguments, setup = request.arguments, request.setup
    seating = _seating_options(arguments.said, setup)
    sits_elsewhere = unfinished.people.keys() != setup.people.keys()
    differs = {
        **dict.fromkeys(seating, sits_elsewhere),
        **dict.fromkeys(WORD_LIST_OPTIONS, unfinished.pack != setup.pack.digest),
        OTHER_CHAIRS: {*_playing_bots(request, unfinished).values()} != {*setup.bots.values()},
        TEAM: _teams(request, setup.values, setup.people)
        != _teams(request, unfinished.values, unfinished.people),
        **{
            name: unfinished.values.get(name) != value
            for name, value in setup.values.items()
            if name != TEAM
        },
    }
    return tuple(
        arguments.flags[name]
        for name, _ in arguments.usual
        if name in arguments.said and differs.get(name)
    )


def _teams(
    request: TableRequest, values: Mapping[str, object], people: Collection[Seat]
) -> frozenset[str]:
    """Return the teams of the people at a table."""
    chairs = request.game_type.chairs(request.game_type.options(values))
    return frozenset(chair.team for chair in chairs if chair.seat in people)


def _playing_bots(request: TableRequest, unfinished: UnfinishedGame) -> dict[Seat, str]:
    bots, options = request.game_type.bots, request.game_type.options(request.setup.values)
    return {seat: bots.resolve(options, seat, name) for seat, name in unfinished.bots.items()}


def _seating_options(asked: frozenset[str], setup: TableSetup) -> frozenset[str]:
    """Return the options that say together who sits where: those that say nothing else."""
    others = {*setup.values, *WORD_LIST_OPTIONS, KEYWORD, SEED} - {TEAM}
    return asked - others


def _is_seated(request: TableRequest, unfinished: UnfinishedGame) -> bool:
    """Return whether people and bots sit as asked for, and those who are named in their chairs."""
    arguments, setup = request.arguments, request.setup
    sitters = [text.partition("=")[2] for text in arguments.chair]
    named = {who.removeprefix(HUMAN_PREFIX) for who in sitters} | {arguments.name}
    return (
        unfinished.people.keys() == setup.people.keys()
        and _playing_bots(request, unfinished) == setup.bots
        and all(
            unfinished.people[seat] == who for seat, who in setup.people.items() if who in named
        )
    )
