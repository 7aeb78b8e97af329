from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from bot.identity import GuildId, User
from bot.ratings.learn import learn
from bot.ratings.memory import memory_for, memory_of_team
from bot.store.connection import Store
from core.agents.ace import AceVariant, choose_expert, rating
from core.agents.memory import EMPTY, Memory, combine, settled
from core.agents.prior import fitted_memory, with_prior
from core.codenames.model import Role
from core.rating.colt import outcome_of
from core.rating.race import TYPICAL_TURNS, Turns
from tests.bot.ratings.games import (
    ACE,
    ANN,
    BLUE_GUESS,
    BLUE_SPY,
    BOB,
    CAT,
    GLOSS,
    GUILD,
    OTHER,
    RED_SPY,
    blue,
    clue_thoughts,
    game,
    keep_game,
)
from tests.databases import with_store

pytestmark = pytest.mark.either_database

NAMES = ("gloss", "minilm", "sense")

HISTORY = game(
    *(
        blue(number, letters)
        for number, letters in enumerate(["BBB", "T", "T", "BBB", "T", "T"], start=1)
    ),
    table={BLUE_SPY: ACE, BLUE_GUESS: BOB},
    thoughts={
        (number, BLUE_SPY): clue_thoughts(**{NAMES[place]: 1.0})
        for number, place in enumerate([1, 0, 2, 1, 0, 2], start=1)
    },
)


async def taught(store: Store) -> None:
    async with store.writing() as conn:
        await keep_game(conn, "abc234")
        await learn(conn, HISTORY)


def favourite(memory: Memory) -> str:
    rng = np.random.default_rng(0)
    return NAMES[choose_expert(memory, NAMES, AceVariant.REPOSITORY, rng)]


def test_a_newcomer_in_a_guild_with_history_starts_with_its_best_expert(database_url: str) -> None:
    async def work(store: Store) -> None:
        await taught(store)
        async with store.reading() as conn:
            memory = await memory_for(conn, "ace", ANN, Role.GUESSER, GUILD)
            assert favourite(memory) == "minilm"
            assert rating(memory.arm("minilm")) == 2.274

    with_store(database_url, work)


def test_a_newcomer_elsewhere_starts_from_everybody(database_url: str) -> None:
    async def work(store: Store) -> None:
        await taught(store)
        async with store.reading() as conn:
            for guild in (OTHER, None):
                memory = await memory_for(conn, "ace", CAT, Role.GUESSER, guild)
                assert favourite(memory) == "minilm"

    with_store(database_url, work)


def test_memories_of_other_roles_and_agents_are_apart(database_url: str) -> None:
    async def work(store: Store) -> None:
        await taught(store)
        async with store.reading() as conn:
            spymaster = await memory_for(conn, "ace", BOB, Role.SPYMASTER, GUILD)
            assert spymaster == with_prior(EMPTY, EMPTY, EMPTY, fitted_memory("spymaster"))
            paper = await memory_for(conn, "ace-paper", BOB, Role.GUESSER, GUILD)
            assert paper == with_prior(EMPTY, EMPTY, EMPTY, fitted_memory("guesser"))

    with_store(database_url, work)


def test_who_has_played_brings_their_own_counts_to_any_guild(database_url: str) -> None:
    async def work(store: Store) -> None:
        await taught(store)
        async with store.reading() as conn:
            own = await memory_for(conn, "ace", BOB, Role.GUESSER, OTHER)
            stranger = await memory_for(conn, "ace", CAT, Role.GUESSER, OTHER)
            assert own.turns == stranger.turns + 6
            assert own.arm("minilm").uses == stranger.arm("minilm").uses + 2

    with_store(database_url, work)


def test_a_bot_borrows_from_nobody(database_url: str) -> None:
    async def work(store: Store) -> None:
        await taught(store)
        async with store.writing() as conn:
            assert await memory_for(conn, "ace", GLOSS, Role.GUESSER, GUILD) == EMPTY
            await keep_game(conn, "bots")
            bots = game(
                blue(1, "BB"),
                name="bots",
                table={BLUE_SPY: ACE, BLUE_GUESS: GLOSS, RED_SPY: ANN},
                thoughts={(1, BLUE_SPY): clue_thoughts(gloss=1.0)},
            )
            await learn(conn, bots)
            memory = await memory_for(conn, "ace", GLOSS, Role.GUESSER, GUILD)
            assert settled(memory).arm("gloss").uses == 1

    with_store(database_url, work)


def test_the_memory_of_a_team_is_the_sum_of_those_of_each(database_url: str) -> None:
    async def work(store: Store) -> None:
        await taught(store)
        async with store.reading() as conn:
            each = [
                await memory_for(conn, "ace", user, Role.GUESSER, guild)
                for user, guild in ((BOB, GUILD), (CAT, OTHER))
            ]
            team = await memory_of_team(conn, "ace", {BOB: GUILD, CAT: OTHER}, Role.GUESSER)
            assert replace(team, expected=TYPICAL_TURNS) == combine(each)
            assert await memory_of_team(conn, "ace", {}, Role.GUESSER) == EMPTY

    with_store(database_url, work)


def test_a_team_is_expected_to_play_as_its_rated_turns_have_gone(database_url: str) -> None:
    async def expected(
        store: Store, teammates: Mapping[User, GuildId | None], role: Role = Role.GUESSER
    ) -> Turns:
        async with store.reading() as conn:
            return (await memory_of_team(conn, "teammate", teammates, role)).expected

    async def work(store: Store) -> None:
        assert await expected(store, {BOB: GUILD}) == TYPICAL_TURNS
        await taught(store)
        typical = np.array(TYPICAL_TURNS)
        played = 20 * typical
        played[outcome_of("3000").index] += 2
        played[outcome_of("0010").index] += 4
        np.testing.assert_allclose(await expected(store, {BOB: GUILD}), played / 26)
        both = await expected(store, {BOB: GUILD, CAT: OTHER})
        np.testing.assert_allclose(both, (played / 26 + typical) / 2)
        for elsewhere in (OTHER, None):
            assert await expected(store, {BOB: elsewhere}) == TYPICAL_TURNS
        assert await expected(store, {BOB: GUILD}, Role.SPYMASTER) == TYPICAL_TURNS
        assert await expected(store, {}) == TYPICAL_TURNS
        beside = await expected(store, {BOB: GUILD, GLOSS: None})
        np.testing.assert_allclose(beside, played / 26)

    with_store(database_url, work)
