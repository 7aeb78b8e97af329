"""Leanings of people, as bots have learnt them: by what they go more, or less, than most."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, User
from bot.ratings.facts import SettledTurn
from bot.ratings.turns import learnt_before, of_turn
from bot.store import schema
from core.agents.explanations import NO_EVIDENCE, Evidence
from core.agents.listener_policy import TEAMMATE
from core.agents.personas import PERSONAS_VERSION, leanings
from core.agents.thoughts import NamedNumbers
from core.codenames.model import Role
from core.view import Phrase, phrase

MOST_ODDS: Final = 100
"""Odds to one above which no number is told."""


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person in a role as their turns show them: directions with odds, negative for less."""

    user: User
    role: Role
    turns: int
    leanings: NamedNumbers


async def known_after(
    conn: AsyncConnection, turns: Iterable[SettledTurn]
) -> tuple[KnownPerson, ...]:
    """Return what is known of the people of whom the turns of one game tell something.

    It is the same whether the game itself has been learnt already or not yet.
    """
    told = defaultdict[tuple[User, Role], Evidence](lambda: NO_EVIDENCE)
    game_id = None
    for turn in turns:
        game_id = turn.game_id
        for one in turn.evidence:
            told[one.user, one.role] += one.evidence
    if game_id is not None:
        for user, role, evidence in await _before(conn, game_id, tuple(told)):
            told[user, role] += evidence
    found = (KnownPerson(*key, sum_.turns, leanings(sum_)) for key, sum_ in told.items())
    return tuple(one for one in found if one.leanings)


def sentences(
    found: Iterable[KnownPerson], name_of: Callable[[User], Phrase | str]
) -> tuple[Phrase, ...]:
    """Return a sentence on each person."""
    return tuple(
        phrase(
            "report-leanings",
            agent=TEAMMATE,
            who=name_of(one.user),
            role=one.role.value,
            turns=one.turns,
            leanings=leaning_phrases(one.leanings),
        )
        for one in found
    )


def leaning_phrases(found: NamedNumbers) -> tuple[Phrase, ...]:
    """Return directions with odds, negative for less, as phrases."""
    return tuple(
        phrase(
            "leaning",
            sign="more" if odds > 0 else "less",
            direction=direction,
            odds=min(int(abs(odds)), MOST_ODDS),
        )
        for direction, odds in found
    )


async def _before(
    conn: AsyncConnection, game_id: GameId, keys: tuple[tuple[User, Role], ...]
) -> list[tuple[User, Role, Evidence]]:
    """Return the evidence on people of the turns that were learnt before those of a game."""
    told = schema.turn_evidence.c
    wanted = [(str(user), role.value) for user, role in keys]
    query = (
        select(told.user, told.role, told.evidence)
        .join_from(schema.turn_evidence, schema.turns, of_turn(schema.turn_evidence))
        .where(
            tuple_(told.user, told.role).in_(wanted),
            told.version == PERSONAS_VERSION,
            learnt_before(game_id),
        )
    )
    return [
        (User.parse(row.user), Role(row.role), Evidence(1, tuple(row.evidence)))
        for row in (await conn.execute(query) if wanted else ())
    ]
