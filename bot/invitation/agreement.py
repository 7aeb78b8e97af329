"""Whether a command line asks for the game that was left: what it leaves unsaid is as it was."""

from argparse import Namespace
from typing import Final

from bot.arguments import ASK, asked_of_table
from bot.parlour import Left, Setting
from bot.seating import HUMAN_PREFIX

SEATING: Final = frozenset({"you", "team", "chair", "bots"})
"""The options that say together who sits where."""

WORDS: Final = frozenset({"pack", "dictionary"})
"""The options that name a list of words."""

KEYWORD: Final = "keyword"
SEED: Final = "seed"


def agrees(arguments: Namespace, setting: Setting, left: Left) -> bool:
    """Return whether all that a command line says of a table is so at the one that was left.

    `setting` is the table that the command line would set.
    """
    asked = asked_of_table(arguments)
    options = asked & setting.values.keys()
    return (
        all(left.values.get(name) == setting.values[name] for name in options)
        and (asked.isdisjoint(WORDS) or left.pack == setting.pack.digest)
        and (asked.isdisjoint(SEATING) or _is_seated(arguments, setting, left))
        and (KEYWORD not in asked or _is_typed(arguments, left))
        and (SEED not in asked or left.seed == arguments.seed)
        and arguments.name in (None, *left.people.values())
    )


def _is_seated(arguments: Namespace, setting: Setting, left: Left) -> bool:
    """Return whether people and bots sit as asked for, and those who are named in their chairs."""
    sitters = [text.partition("=")[2] for text in arguments.chair]
    named = {who.removeprefix(HUMAN_PREFIX) for who in sitters} | {arguments.name}
    return (
        left.people.keys() == setting.people.keys()
        and left.bots == setting.bots
        and all(left.people[seat] == who for seat, who in setting.people.items() if who in named)
    )


def _is_typed(arguments: Namespace, left: Left) -> bool:
    """Return whether the table is one of a keyword, and of this one if it has been typed."""
    if not left.values.get("typed"):
        return False
    return left.keyword is None or arguments.keyword in (ASK, left.keyword.value)
