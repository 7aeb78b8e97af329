"""Leanings that bots have learnt: the directions that people follow more, or less, than most."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, GuildId, User
from bot.ratings.facts import TOLD_FROM, SettledTurn
from bot.ratings.memory import others_in
from bot.ratings.turns import learnt_before
from bot.store import schema
from core.agents.explanations import NO_EVIDENCE, Evidence
from core.agents.personas import ANY_WAY, PERSONAS_VERSION, leanings, support
from core.agents.thoughts import NamedNumbers
from core.codenames.model import Role
from core.view import Phrase, phrase

EXAMPLE_NATS: Final = 0.7
"""The least support of an example for its direction: odds of two to one."""


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A person in a role: their leanings are directions with odds, negative for less.

    `turns` counts turns with evidence; `example` is the last game's turn with the most evidence.
    """

    user: User
    role: Role
    turns: int
    leanings: NamedNumbers = ()
    example: int | None = None


async def known_after(
    conn: AsyncConnection, turns: Iterable[SettledTurn], user: User
) -> tuple[KnownPerson, ...]:
    """Return a person in their roles in one game, from its turns and earlier ones.

    The result is the same before and after the bot learns from the game.
    """
    told = defaultdict[Role, dict[int, Evidence]](dict)
    guilds, game_id = dict[Role, GuildId](), None
    for turn in turns:
        game_id = turn.game_id
        for one in turn.evidence:
            if one.user == user:
                told[one.role][turn.turn] = one.evidence
        guilds |= {one.role: one.guild for one in turn.players if one.user == user}
    if game_id is None:
        return ()
    before = await _before(conn, game_id, user, guilds)
    found = []
    for role, guild in guilds.items():
        total = sum(told[role].values(), before[role])
        known = await known_person(conn, user, role, total, guild)
        found.append(replace(known, example=_example(known.leanings, told[role])))
    return tuple(found)


async def known_person(
    conn: AsyncConnection, user: User, role: Role, evidence: Evidence, guild: GuildId
) -> KnownPerson:
    """Return a person in a role, from all their evidence.

    They have no leanings before `TOLD_FROM` turns, nor if as many turns by the guild's other people
    also show one of the directions.
    """
    known = leanings(evidence) if evidence.turns >= TOLD_FROM else ()
    if known:
        others = await others_in(conn, user, role, guild, evidence)
        usual = leanings(others.at_most(evidence.turns)) if others.turns >= TOLD_FROM else ()
        same = {(name, odds > 0) for name, odds in usual}
        known = () if any((name, odds > 0) in same for name, odds in known) else known
    return KnownPerson(user, role, evidence.turns, known)


def _example(found: NamedNumbers, evidence: Mapping[int, Evidence]) -> int | None:
    """Return the turn with the most support for the first direction, if it is positive."""
    if not found or found[0][0] == ANY_WAY or found[0][1] < 0:
        return None
    name = found[0][0]
    speaks = {turn: support(one, name) for turn, one in evidence.items()}
    turn = max(speaks, key=speaks.__getitem__, default=None)
    return turn if turn is not None and speaks[turn] >= EXAMPLE_NATS else None


def leaning_phrases(found: NamedNumbers) -> tuple[Phrase, ...]:
    """Return leanings as phrases; negative odds mean less."""
    return tuple(
        phrase(
            "leaning",
            sign="more" if odds > 0 else "less",
            direction=phrase("leaning-direction", direction=direction),
        )
        for direction, odds in found
    )


async def _before(
    conn: AsyncConnection, game_id: GameId, user: User, roles: Iterable[Role]
) -> defaultdict[Role, Evidence]:
    """Return a person's evidence by role from turns learnt before a game's."""
    told = schema.turn_evidence.c
    query = (
        select(told.role, told.evidence)
        .join_from(schema.turn_evidence, schema.turns)
        .where(
            told.user == str(user),
            told.role.in_([role.value for role in roles]),
            told.version == PERSONAS_VERSION,
            learnt_before(game_id),
        )
    )
    found = defaultdict[Role, Evidence](lambda: NO_EVIDENCE)
    for row in await conn.execute(query):
        found[Role(row.role)] += Evidence(1, tuple(row.evidence))
    return found
