"""Real tables of Codenames for the terminal's tests, and companies of simple bots at them."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from adapters.terminal.ports import AnyTable
from bot.games import Table
from bot.company import Company
from bot.texts import Texts
from core.agents.associations import Vocabulary
from core.agents.language import Language
from core.agents.policy import ChancePolicy, Manner
from core.codenames.clue import Judge, Referee
from core.codenames.deal import Supply
from core.codenames.game import GAME
from core.codenames.model import Options
from core.codenames.rules import Codenames
from core.rules import Seat, Secret, replay
from core.words.packs import Pack, default_pack

TEXTS = Texts.load("en")
CLUES = ("zephyr", "quark", "yodel", "jujube", "xylem", "vortex")
"""Words that clash with no card of the default pack."""

LANGUAGE = Language(
    Vocabulary(CLUES), np.ones(len(CLUES), dtype=np.bool_), {}, Judge(CLUES, Referee())
)
MANNER = Manner(LANGUAGE)


def dealt(options: Options | None = None, seed: int = 1, pack: Pack | None = None) -> AnyTable:
    """Return a table on which a board has been dealt."""
    table = undealt(options, pack)
    table.deal(np.random.default_rng(seed))
    return table


def undealt(options: Options | None = None, pack: Pack | None = None) -> AnyTable:
    """Return a table that waits for its board."""
    supply = Supply(pack or default_pack())
    return Table(GAME, Codenames(options or Options(), supply, Referee()))


def chairs(table: AnyTable) -> tuple[Seat, ...]:
    """Return every seat of the table."""
    return tuple(chair.seat for chair in table.observe(None).options.chairs)


def key(table: AnyTable) -> tuple[tuple[str, str], ...]:
    """Return the cards' words and identities, by the places of the board."""
    cards = table.observe(Seat("blue-spymaster")).cards
    return tuple((card.word, card.key.name.lower()) for card in cards)


def with_key(table: AnyTable, order: Sequence[int]) -> AnyTable:
    """Return a table where the same has happened on a board whose key is in another order.

    The place p has what lies at `order[p]`; the order must leave uncovered cards where they are.
    """
    dealt_event, *rest = table.events
    cards = dealt_event.layout.key.value
    key = Secret(tuple(cards[place] for place in order))
    other = Table(table.game, table.rules)
    other.events = (replace(dealt_event, layout=replace(dealt_event.layout, key=key)), *rest)
    other._state = replay(table.rules, other.events)
    return other


def words_of(table: AnyTable, identity: str) -> list[str]:
    """Return the words of the cards of one identity, in board order."""
    return [word for word, name in key(table) if name == identity]


def nobody(table: AnyTable) -> Company:
    """Return the company of a table where every seat is a person's."""
    return dice(table, chairs(table))


def dice(table: AnyTable, humans: Sequence[Seat], seed: int = 1) -> Company:
    """Return bots that clue and guess at random in all the other seats."""
    bots = frozenset(chairs(table)) - frozenset(humans)
    policies = dict.fromkeys(bots, ChancePolicy(MANNER))
    return Company(table, bots, lambda: policies, seed)
