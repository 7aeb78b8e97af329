"""Evidence of people's turns: stored, added up, borrowed, and removed."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.export import export
from bot.identity import GameId, GuildId, User
from bot.ratings.facts import GameFacts, settled_turns
from bot.ratings.learn import carry_over, learn, rebuild
from bot.ratings.memory import memory_for, memory_of_team
from bot.store import schema
from bot.store.connection import Store
from core.agents.explanations import NO_EVIDENCE, Evidence
from core.agents.listener_policy import TEAMMATE
from core.agents.memory import EMPTY
from core.agents.personas import PERSONAS_VERSION
from core.agents.prior import MOST_BORROWED_USES
from core.codenames.model import Role
from tests.bot.chat.privacy.community import forgotten, settle
from tests.bot.ratings.games import (
    ACE,
    ANN,
    BLUE_GUESS,
    BLUE_SPY,
    BOB,
    CAT,
    DAN,
    GLOSS,
    GUILD,
    OTHER,
    RED_GUESS,
    RED_SPY,
    TABLE,
    blue,
    clue_thoughts,
    game,
    keep_game,
    learnt,
    red,
    told,
)
from tests.databases import with_store

pytestmark = pytest.mark.either_database

SEATING = TABLE | {BLUE_SPY: ANN, BLUE_GUESS: BOB, RED_GUESS: CAT}

FIRST = game(
    blue(1, "BB"),
    red(2, "R"),
    blue(3, "BT"),
    name="one",
    table=SEATING,
    evidence={
        (1, BLUE_SPY): told(70),
        (1, BLUE_GUESS): told(500, -20),
        (2, RED_SPY): told(999),
        (2, RED_GUESS): told(-300),
        (3, BLUE_GUESS): told(-100, 5),
    },
)


def _writing(url: str, work: Callable[[AsyncConnection], Coroutine[Any, Any, None]]) -> None:
    async def run(store: Store) -> None:
        async with store.writing() as conn:
            await work(conn)

    with_store(url, run)


async def _taught(conn: AsyncConnection, *games: GameFacts) -> None:
    for facts in games:
        await keep_game(conn, facts.game_id)
        await learn(conn, facts)


async def _known(
    conn: AsyncConnection, user: User, role: Role, guild: GuildId | None = None
) -> Evidence:
    return (await memory_for(conn, TEAMMATE, user, role, guild)).evidence


async def _sums(conn: AsyncConnection) -> dict[tuple[str, str], tuple[int, list[int]]]:
    """Return the stored evidence of people and pools: turns, and the first two numbers."""
    memory = schema.agent_memory
    rows = await conn.execute(select(memory).where(memory.c.agent == TEAMMATE))
    found = {(row.user, row.role): row.memory["evidence"] for row in rows}
    return {key: (one["turns"], one["thousandths"][:2]) for key, one in found.items()}


def test_turns_add_up_for_each_person_their_guild_and_everybody(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        await _taught(conn, FIRST)
        assert await _sums(conn) == {
            (str(ANN), "spymaster"): (1, [70, 0]),
            (str(BOB), "guesser"): (2, [400, -15]),
            (str(CAT), "guesser"): (1, [-300, 0]),
            ("pool:all", "spymaster"): (1, [70, 0]),
            ("pool:all", "guesser"): (3, [100, -15]),
            (f"pool:guild:{GUILD}", "spymaster"): (1, [70, 0]),
            (f"pool:guild:{GUILD}", "guesser"): (2, [400, -15]),
            (f"pool:guild:{OTHER}", "guesser"): (1, [-300, 0]),
        }

    _writing(database_url, work)


def test_bots_and_those_whose_names_are_deleted_tell_nothing() -> None:
    gone = User("gone", "x1")
    facts = replace(FIRST, sitters=dict.fromkeys((1, 2, 3), SEATING | {BLUE_GUESS: gone}))
    facts = replace(facts, guilds={**facts.guilds, gone: GUILD})
    users = {one.user for turn in settled_turns(facts) for one in turn.evidence}
    assert users == {ANN, CAT}


def test_a_turn_that_is_not_learnt_tells_nothing() -> None:
    facts = replace(FIRST, taken_back=frozenset({1}))
    assert [len(turn.evidence) for turn in settled_turns(facts)] == [0, 1, 1]


def test_teammate_starts_from_the_guild_then_everybody_and_borrows_few_turns(
    database_url: str,
) -> None:
    async def work(conn: AsyncConnection) -> None:
        await _taught(conn, *(replace(FIRST, game_id=f"game{one}") for one in range(8)))  # type: ignore[arg-type]
        newcomer = await _known(conn, DAN, Role.GUESSER, GUILD)
        assert newcomer.turns == MOST_BORROWED_USES
        assert newcomer.thousandths[:2] == (1600, -60)  # half of the guild's sixteen turns
        own = await _known(conn, BOB, Role.GUESSER, GUILD)
        others = tuple(8 * one for one in told(-300).thousandths)  # from another guild
        mine = tuple(8 * one for one in told(400, -15).thousandths)
        assert own == Evidence(16, mine) + Evidence(8, others)
        assert (await _known(conn, DAN, Role.GUESSER)).turns == MOST_BORROWED_USES
        assert await memory_for(conn, TEAMMATE, GLOSS, Role.GUESSER, GUILD) == EMPTY
        memory = await memory_for(conn, TEAMMATE, DAN, Role.GUESSER, GUILD)
        assert memory.arms == {}

    _writing(database_url, work)


def test_a_team_of_newcomers_borrows_no_more_than_one_of_them(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        await _taught(conn, *(replace(FIRST, game_id=f"game{one}") for one in range(8)))  # type: ignore[arg-type]
        newcomers = [User("test", name) for name in ("eve", "fay", "gus")]
        for count in (1, 2, 3):
            mates = dict.fromkeys(newcomers[:count], GUILD)
            team = await memory_of_team(conn, TEAMMATE, mates, Role.GUESSER)
            assert team.lent.turns == MOST_BORROWED_USES
            assert team.own_evidence.turns == 0
        team = await memory_of_team(conn, TEAMMATE, {BOB: GUILD, DAN: GUILD}, Role.GUESSER)
        assert (team.own_evidence.turns, team.lent.turns) == (16, MOST_BORROWED_USES)

    _writing(database_url, work)


def test_nobody_borrows_from_themselves(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        alone = replace(FIRST, sitters=dict.fromkeys((1, 2, 3), SEATING | {RED_GUESS: GLOSS}))
        elsewhere = dict.fromkeys(alone.guilds, OTHER)
        await _taught(conn, alone)
        for guild in (GUILD, OTHER, None):
            assert await _known(conn, BOB, Role.GUESSER, guild) == Evidence(
                2, told(400, -15).thousandths
            )
        await _taught(conn, replace(alone, game_id=GameId("two"), guilds=elsewhere))
        for guild in (GUILD, OTHER, None):
            memory = await memory_for(conn, TEAMMATE, BOB, Role.GUESSER, guild)
            assert memory.evidence == memory.own_evidence == Evidence(4, told(800, -30).thousandths)
            assert memory.lent == NO_EVIDENCE

    _writing(database_url, work)


def test_turns_of_a_guild_are_borrowed_once(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        await _taught(conn, FIRST)
        memory = await memory_for(conn, TEAMMATE, DAN, Role.GUESSER, GUILD)
        assert memory.lent == Evidence(3, told(100, -15).thousandths)
        assert memory.own_evidence.turns == 0

    _writing(database_url, work)


def test_turns_beside_teammate_give_no_credit_and_count_in_the_ratings(database_url: str) -> None:
    mate = User("bot", TEAMMATE)
    seating = TABLE | {BLUE_SPY: mate, BLUE_GUESS: BOB}
    facts = game(
        blue(1, "BB"),
        name="two",
        table=seating,
        thoughts={(1, BLUE_SPY): clue_thoughts(gloss=1.0)},
        evidence={(1, BLUE_GUESS): told(5)},
    )

    async def work(conn: AsyncConnection) -> None:
        await _taught(conn, facts)
        memory, ratings = schema.agent_memory.c, schema.ratings.c
        assert {*await conn.scalars(select(memory.agent))} == {TEAMMATE}
        counted = select(ratings.counts).where(ratings.user == str(BOB), ratings.period == "all")
        (counts,) = await conn.scalars(counted)
        assert sum(counts) == 1

    _writing(database_url, work)


def test_an_ace_at_the_same_table_keeps_its_credits(database_url: str) -> None:
    facts = game(
        blue(1, "BB"),
        name="two",
        table=TABLE | {BLUE_SPY: ACE, BLUE_GUESS: BOB},
        thoughts={(1, BLUE_SPY): clue_thoughts(gloss=1.0)},
        evidence={(1, BLUE_GUESS): told(5)},
    )

    async def work(conn: AsyncConnection) -> None:
        await _taught(conn, facts)
        ace = await memory_for(conn, "ace", BOB, Role.GUESSER, None)
        assert ace.evidence == NO_EVIDENCE
        assert ace.arm("gloss").uses > 1
        assert (await memory_for(conn, TEAMMATE, BOB, Role.GUESSER, None)).arms == {}

    _writing(database_url, work)


def test_who_is_forgotten_is_taken_out_of_all_pools(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        await settle(conn)
        await _taught(conn, FIRST)
        await forgotten(conn, BOB)
        found = await _sums(conn)
        assert found[f"pool:guild:{GUILD}", "spymaster"] == (1, [70, 0])
        assert (f"pool:guild:{GUILD}", "guesser") not in found
        assert found["pool:all", "guesser"] == (1, [-300, 0])
        evidence = schema.turn_evidence.c
        assert {*await conn.scalars(select(evidence.user))} == {str(ANN), str(CAT)}
        after = await learnt(conn)
        await rebuild(conn)
        assert await learnt(conn) == after

    _writing(database_url, work)


def test_an_export_has_the_evidence_and_no_word(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        await _taught(conn, FIRST)
        first, second = (await export(conn, BOB))["evidence"]
        assert (first["turn"], second["turn"]) == (1, 3)
        assert first["evidence"][:2] == [500, -20]
        assert first.keys() == {"game_id", "turn", "user", "role", "version", "evidence"}

    _writing(database_url, work)


def test_turns_that_were_learnt_without_evidence_come_to_the_same_later(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        await _taught(conn, replace(FIRST, evidence={}))
        assert await _sums(conn) == {}
        assert await carry_over(conn, FIRST) == 3
        late = await learnt(conn)
        assert await carry_over(conn, FIRST) == 0
        assert await learnt(conn) == late
        await conn.execute(schema.games.delete())
        await rebuild(conn)
        await _taught(conn, FIRST)
        assert await learnt(conn) == late

    _writing(database_url, work)


def test_who_does_not_count_in_a_stored_turn_is_not_brought_back(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        await _taught(conn, replace(FIRST, evidence={}))
        players = schema.turn_players
        await conn.execute(players.delete().where(players.c.user == str(BOB)))
        assert await carry_over(conn, FIRST) == 2
        assert (str(BOB), "guesser") not in await _sums(conn)

    _writing(database_url, work)


@pytest.mark.parametrize("first", [True, False])
def test_evidence_of_other_personas_counts_as_none_and_is_replaced(
    database_url: str, *, first: bool
) -> None:
    async def work(conn: AsyncConnection) -> None:
        await _taught(conn, FIRST)
        right = await learnt(conn)
        evidence, memory = schema.turn_evidence, schema.agent_memory
        await conn.execute(
            update(evidence).values(version=PERSONAS_VERSION + 1, evidence=[1, 2, 3])
        )
        for row in await conn.execute(select(memory).where(memory.c.agent == TEAMMATE)):
            older = {**row.memory["evidence"], "version": PERSONAS_VERSION + 1}
            its = (memory.c.user == row.user) & (memory.c.role == row.role)
            await conn.execute(
                update(memory).where(its).values(memory={**row.memory, "evidence": older})
            )
        assert await _known(conn, BOB, Role.GUESSER) == NO_EVIDENCE
        if first:
            await rebuild(conn)
            assert await _sums(conn) == {}
        assert await carry_over(conn, FIRST) == 3
        assert await learnt(conn) == right
        await rebuild(conn)
        assert await learnt(conn) == right

    _writing(database_url, work)
