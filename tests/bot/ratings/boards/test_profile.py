from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import User
from bot.ratings.boards.profile import MOST_PROFILE_LINES, PARTNER_TURNS, profile
from bot.ratings.learn import learn
from bot.store.connection import Store
from bot.store.rooms import ensure_user
from core.codenames.model import Options, Role
from core.rules import Seat
from tests.bot.ratings.games import (
    ACE,
    ANN,
    BLUE_GUESS,
    BLUE_SPY,
    BLUE_WON,
    BOB,
    CAT,
    DAN,
    GLOSS,
    GUILD,
    OTHER,
    RED_GUESS,
    RED_SPY,
    blue,
    clue_thoughts,
    game,
    guess_thoughts,
    keep_game,
)
from tests.databases import with_store


async def played(
    conn: AsyncConnection,
    name: str,
    table: dict[Seat, User],
    letters: str,
    count: int,
    **more: Any,
) -> None:
    """Learn from a game with `count` equal turns of the blue team."""
    await keep_game(conn, name)
    await learn(
        conn,
        game(
            *(blue(number, letters) for number in range(1, count + 1)),
            name=name,
            table=table,
            **more,
        ),
    )


def test_a_profile_tells_each_role_and_what_was_played_alone(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await ensure_user(conn, ANN, "Ann", None)
            await played(conn, "one", {BLUE_SPY: ANN, BLUE_GUESS: BOB}, "BB", 3, ending=BLUE_WON)
            await played(conn, "two", {BLUE_SPY: BOB, BLUE_GUESS: ANN}, "T", 2)
            await played(conn, "three", {BLUE_SPY: ANN, BLUE_GUESS: GLOSS}, "B", 4)
            found = await profile(conn, GUILD, ANN)
        assert found.name == "Ann"
        assert [(role, one.shown.turns, one.win_rate) for role, one in found.roles.items()] == [
            (Role.SPYMASTER, 3, 1.0),
            (Role.GUESSER, 2, 0.0),
        ]
        assert {role: one.shown.turns for role, one in found.alone.items()} == {Role.SPYMASTER: 4}

    with_store(database_url, work)


@pytest.mark.sampled
def test_the_best_partners_are_those_with_whom_enough_was_played(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            enough, beside = PARTNER_TURNS, {RED_SPY: BOB}
            await played(conn, "one", {BLUE_SPY: ANN, BLUE_GUESS: BOB}, "B", enough)
            await played(conn, "two", {BLUE_SPY: CAT, BLUE_GUESS: ANN}, "BB", enough)
            await played(conn, "three", {BLUE_SPY: ANN, BLUE_GUESS: DAN}, "BBB", enough - 1)
            await played(conn, "four", {BLUE_SPY: ANN, BLUE_GUESS: GLOSS} | beside, "T", enough)
            await played(conn, "five", {BLUE_SPY: ANN, BLUE_GUESS: ACE}, "BBB", enough)
            found = await profile(conn, GUILD, ANN)
            elsewhere = await profile(conn, OTHER, CAT)
        assert [partner.user for partner in found.partners] == [CAT, BOB, GLOSS]
        assert len(found.partners) == MOST_PROFILE_LINES
        assert {partner.record.shown.turns for partner in found.partners} == {enough}
        assert [partner.user for partner in elsewhere.partners] == [ANN]

    with_store(database_url, work)


def test_a_pair_has_the_games_that_both_played_on_one_team(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            table, rivals = {BLUE_SPY: ANN, BLUE_GUESS: BOB}, {BLUE_SPY: ANN, RED_GUESS: BOB}
            await played(conn, "one", table, "B", PARTNER_TURNS)
            await played(conn, "two", table, "B", PARTNER_TURNS, ending=BLUE_WON)
            await played(conn, "three", rivals, "B", 1)
            await played(conn, "four", {BLUE_SPY: ANN, BLUE_GUESS: CAT}, "B", 1)
            found = await profile(conn, GUILD, ANN)
        (bob,) = found.partners
        assert (bob.user, bob.record.count.games, bob.record.count.wins) == (BOB, 2, 1)

    with_store(database_url, work)


def test_who_plays_on_the_other_team_is_no_partner(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            table = {BLUE_SPY: ANN, BLUE_GUESS: BOB, RED_SPY: CAT, RED_GUESS: DAN}
            await played(conn, "one", table, "B", PARTNER_TURNS)
            found = await profile(conn, GUILD, ANN)
        assert [partner.user for partner in found.partners] == [BOB]

    with_store(database_url, work)


@pytest.mark.sampled
def test_the_experts_that_understand_best_are_those_that_ace_did_best_with(
    database_url: str,
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            table, mate = {BLUE_SPY: ACE, BLUE_GUESS: ANN}, {BLUE_SPY: ANN, BLUE_GUESS: ACE}
            for name, letters, count in (("sense", "BB", 6), ("gloss", "T", 6), ("minilm", "B", 3)):
                told = {(n, BLUE_SPY): clue_thoughts(**{name: 1.0}) for n in range(1, count + 1)}
                await played(conn, name, table, letters, count, thoughts=told)
            told = {(n, BLUE_GUESS): guess_thoughts(gloss=1.0) for n in range(1, 7)}
            await played(conn, "mate", mate, "BBB", 6, thoughts=told)
            found = await profile(conn, GUILD, ANN, with_learnt=True)
            assert (await profile(conn, GUILD, ANN)).experts == ()
        told_of = [(one.role, one.expert, round(one.colt, 3), one.uses) for one in found.experts]
        assert told_of == [
            (Role.SPYMASTER, "gloss", 2.274, 6),
            (Role.GUESSER, "sense", 1.941, 6),
            (Role.GUESSER, "gloss", -1.854, 6),
        ]

    with_store(database_url, work)


def test_other_boards_show_who_understands_best_and_rate_nobody(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            board, table = Options(rows=6), {BLUE_SPY: ACE, BLUE_GUESS: ANN}
            told = {(n, BLUE_SPY): clue_thoughts(sense=1.0) for n in range(1, 7)}
            await played(conn, "one", table, "BB", 6, thoughts=told, options=board)
            table = {BLUE_SPY: BOB, BLUE_GUESS: ANN}
            await played(conn, "two", table, "BB", PARTNER_TURNS, options=board)
            found = await profile(conn, GUILD, ANN, with_learnt=True)
        assert (found.roles, found.alone, found.partners) == ({}, {}, ())
        assert [(one.role, one.expert, one.uses) for one in found.experts] == [
            (Role.GUESSER, "sense", 6)
        ]

    with_store(database_url, work)


def test_who_never_played_has_an_empty_profile(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.reading() as conn:
            found = await profile(conn, GUILD, DAN)
            assert (found.roles, found.alone, found.partners, found.experts) == ({}, {}, (), ())
            assert found.name == "José"

    with_store(database_url, work)
