from collections.abc import Iterable
from datetime import timedelta
from math import log

import numpy as np
import pytest
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GONE, GuildId, User, bot_user
from bot.ratings.boards.leaderboard import BoardQuery, against, last_days, leaderboard
from bot.ratings.boards.record import GameCount, Place, PlayerRecord, ratings_of
from bot.ratings.learn import learn
from bot.ratings.totals import ALL_TIME, POPULATION, day_of
from bot.store import schema
from bot.store.connection import Store
from bot.store.rooms import ensure_user
from core.codenames.model import Options, Role
from core.rating.colt import OUTCOME_COUNT, outcome_of
from core.rating.estimate import RatingEstimate, chance_to_beat, estimate, population
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
    NOON,
    OTHER,
    RED_SPY,
    SECOND_GUESS,
    TABLE,
    blue,
    game,
    keep_game,
)
from tests.databases import with_store

GOOD, FAIR, POOR = ("2000", "1000", "0010")

MEAN = population(np.zeros(OUTCOME_COUNT))


def counts(code: str, turns: int) -> list[int]:
    found = [0] * OUTCOME_COUNT
    found[outcome_of(code).index] = turns
    return found


async def rate(
    conn: AsyncConnection,
    user: User,
    code: str,
    turns: int,
    *,
    guild: GuildId = GUILD,
    role: Role = Role.GUESSER,
    days_ago: int = 0,
    alone: bool = False,
) -> None:
    """Store a player's turns, all with one outcome and on one day."""
    day = day_of(NOON - timedelta(days=days_ago))
    rows = [
        {
            "guild": guild,
            "user": str(user),
            "role": role.value,
            "period": period,
            "alone": alone,
            "counts": counts(code, turns),
        }
        for period in (ALL_TIME, day)
    ]
    await conn.execute(insert(schema.ratings), rows)


async def finish(
    conn: AsyncConnection,
    user: User,
    letters: str,
    *,
    guild: GuildId = GUILD,
    role: Role = Role.GUESSER,
    days_ago: int = 0,
) -> None:
    """Store a player's finished games, one a letter, W for a win, an hour apart."""
    for hour, letter in enumerate(letters):
        name = f"{user.id}{guild}{role.value}{days_ago}{hour}"
        row = {
            "game_id": await keep_game(conn, name),
            "seat": f"blue-{role.value}",
            "user": str(user),
            "role": role.value,
            "guild": guild,
            "won": letter == "W",
            "alone": False,
            "at": NOON - timedelta(days=days_ago) + timedelta(hours=hour),
        }
        await conn.execute(insert(schema.results), row)


def order(standings: Iterable[object]) -> list[tuple[int, User]]:
    return [(one.rank, one.user) for one in standings]  # type: ignore[attr-defined]


def test_the_better_stands_first_and_the_provisional_last(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await ensure_user(conn, ANN, "Ann", None)
            await rate(conn, ANN, FAIR, 40)
            await finish(conn, ANN, "LWWW")
            await rate(conn, BOB, GOOD, 40)
            await rate(conn, DAN, GOOD, 19)
            await rate(conn, GLOSS, POOR, 40)
            board = await leaderboard(conn, BoardQuery(GUILD))
        assert order(board) == [(1, BOB), (2, ANN), (3, GLOSS), (4, DAN)]
        assert [one.record.shown.provisional for one in board] == [False, False, False, True]
        assert [one.user.is_bot for one in board] == [False, False, True, False]
        assert [one.name for one in board] == [BOB.id, "Ann", "gloss", "José"]
        assert board[1].record.win_rate == 0.75
        assert board[0].record.win_rate is None
        assert board[1].record.shown == estimate(np.array(counts(FAIR, 40), dtype=float), MEAN)

    with_store(database_url, work)


def test_equal_ratings_share_a_rank_in_the_order_of_their_ids(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            for user in (DAN, CAT, BOB, ANN):
                await rate(conn, user, FAIR, 40)
            await rate(conn, GLOSS, POOR, 40)
            board = await leaderboard(conn, BoardQuery(GUILD))
        assert order(board) == [(1, ANN), (1, BOB), (1, CAT), (1, DAN), (5, GLOSS)]

    with_store(database_url, work)


def test_a_board_is_of_one_guild_and_says_how_much_is_asked_for(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await rate(conn, ANN, FAIR, 40)
            await rate(conn, BOB, GOOD, 40)
            await rate(conn, CAT, GOOD, 40, guild=OTHER)
            assert order(await leaderboard(conn, BoardQuery(GUILD), limit=1)) == [(1, BOB)]
            assert order(await leaderboard(conn, BoardQuery(OTHER))) == [(1, CAT)]
            assert await leaderboard(conn, BoardQuery(GuildId("slack:T9"))) == ()

    with_store(database_url, work)


def test_roles_are_rated_apart_and_together(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await rate(conn, ANN, FAIR, 30, role=Role.SPYMASTER)
            await rate(conn, ANN, GOOD, 10, role=Role.GUESSER)
            both = await leaderboard(conn, BoardQuery(GUILD))
            spymaster = await leaderboard(conn, BoardQuery(GUILD, role=Role.SPYMASTER))
            guesser = await leaderboard(conn, BoardQuery(GUILD, role=Role.GUESSER))
        assert [board[0].record.shown.turns for board in (both, spymaster, guesser)] == [40, 30, 10]

    with_store(database_url, work)


@pytest.mark.sampled
@pytest.mark.parametrize(("days_ago", "listed"), [(0, True), (29, True), (30, False)])
def test_the_last_thirty_days_end_today(database_url: str, days_ago: int, listed: bool) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await rate(conn, ANN, FAIR, 40, days_ago=days_ago)
            lately = BoardQuery(GUILD, days=last_days(30, NOON))
            assert bool(await leaderboard(conn, lately)) is listed
            assert await leaderboard(conn, BoardQuery(GUILD))

    with_store(database_url, work)


def test_days_are_counted_back_from_today() -> None:
    assert last_days(2, NOON) == ("2026-11-21", "2026-11-20")


def test_games_alone_with_bots_have_a_board_of_their_own(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await rate(conn, ANN, FAIR, 40)
            await rate(conn, BOB, FAIR, 40, alone=True)
            assert order(await leaderboard(conn, BoardQuery(GUILD))) == [(1, ANN)]
            assert order(await leaderboard(conn, BoardQuery(GUILD, alone=True))) == [(1, BOB)]

    with_store(database_url, work)


def test_the_unrated_stand_last_by_their_wins_in_fewest_games(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await rate(conn, ANN, POOR, 40)
            await rate(conn, BOB, GOOD, 19)
            await finish(conn, BOB, "WL")
            await finish(conn, CAT, "LWW")
            await finish(conn, DAN, "W")
            board = await leaderboard(conn, BoardQuery(GUILD))
        assert order(board) == [(1, ANN), (2, CAT), (3, DAN), (4, BOB)]
        assert [one.record.missing_turns for one in board] == [0, 20, 20, 1]

    with_store(database_url, work)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("letters", "counted"),
    [
        ("W", GameCount(1, 1, 1)),
        ("LWW", GameCount(3, 2, 2)),
        ("WWL", GameCount(3, 2, 0)),
        ("WLWWW", GameCount(5, 4, 3)),
    ],
)
def test_the_streak_is_of_the_games_won_since_the_last_one_lost(
    database_url: str, letters: str, counted: GameCount
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await finish(conn, ANN, letters)
            await finish(conn, ANN, "L", guild=OTHER)
            (one,) = await leaderboard(conn, BoardQuery(GUILD))
        assert one.record.count == counted

    with_store(database_url, work)


def test_games_are_of_the_roles_and_days_that_a_board_is_of(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await finish(conn, ANN, "WW", role=Role.SPYMASTER)
            await finish(conn, ANN, "L", days_ago=3)
            boards = [
                await leaderboard(conn, BoardQuery(GUILD, **asked))
                for asked in (
                    {},
                    {"role": Role.GUESSER},
                    {"days": last_days(2, NOON)},
                    {"alone": True},
                )
            ]
        counts = [[one.record.count for one in board] for board in boards]
        assert counts == [[GameCount(3, 2, 2)], [GameCount(1)], [GameCount(2, 2, 2)], []]

    with_store(database_url, work)


def test_a_game_in_several_chairs_counts_once_for_each_team(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            for name, chairs in (
                ("one", {BLUE_SPY: ANN, SECOND_GUESS: BOB, BLUE_GUESS: BOB}),
                ("two", {BLUE_SPY: ANN, BLUE_GUESS: BOB, RED_SPY: ANN}),
            ):
                await keep_game(conn, name)
                facts = game(
                    blue(1, "BB"),
                    name=name,
                    table=chairs,
                    options=Options(guessers=2),
                    ending=BLUE_WON,
                )
                await learn(conn, facts)
            board = await leaderboard(conn, BoardQuery(GUILD))
        counts = {one.user: one.record.count for one in board}
        assert counts == {ANN: GameCount(3, 2, 0), BOB: GameCount(2, 2, 2)}

    with_store(database_url, work)


def test_who_was_forgotten_is_on_no_board(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await finish(conn, User(GONE, "a1"), "WW")
            await finish(conn, ANN, "W")
            assert order(await leaderboard(conn, BoardQuery(GUILD))) == [(1, ANN)]

    with_store(database_url, work)


@pytest.mark.parametrize(
    ("codes", "places"),
    [
        ((GOOD, FAIR, POOR), [Place.FEW] * 3),
        ((GOOD, FAIR, FAIR, POOR), [Place.BEST, Place.MIDDLE, Place.MIDDLE, Place.BELOW]),
        ((FAIR,) * 4, [Place.MIDDLE] * 4),
        ((GOOD, GOOD, FAIR, POOR), [Place.BEST, Place.BEST, Place.BELOW, Place.BELOW]),
    ],
)
def test_a_rating_is_placed_among_the_rated_players_here(
    sqlite_url: str, codes: tuple[str, ...], places: list[Place]
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            for user, code in zip((ANN, BOB, CAT, GLOSS), codes, strict=False):
                await rate(conn, user, code, 40)
            await rate(conn, DAN, GOOD, 19)
            board = await leaderboard(conn, BoardQuery(GUILD), limit=len(codes))
        assert [one.record.place for one in board] == places

    with_store(sqlite_url, work)


def test_above_most_is_above_more_than_half_of_the_others() -> None:
    rated = [PlayerRecord(RatingEstimate(number, 0, 0, 20)) for number in (1.0, 2.0, 3.0, 4.0, 5.0)]
    ratings = ratings_of(reversed(rated))
    assert [one.among(ratings).place for one in rated] == [
        Place.BELOW,
        Place.BELOW,
        Place.MIDDLE,
        Place.ABOVE,
        Place.BEST,
    ]


def test_the_odds_are_those_against_an_average_team(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await rate(conn, ANN, GOOD, 40)
            (one,) = await leaderboard(conn, BoardQuery(GUILD))
        average = estimate(np.zeros(OUTCOME_COUNT), MEAN).rating
        odds = one.record.odds
        assert log(odds / (1 - odds)) == pytest.approx(one.record.shown.rating - average)

    with_store(sqlite_url, work)


def test_ratings_are_pulled_towards_what_people_have_played(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await rate(conn, ANN, FAIR, 1)
            (alone,) = await leaderboard(conn, BoardQuery(GUILD))
            everybody = {
                **POPULATION._asdict(),
                "counts": counts(GOOD, 5000),
            }
            await conn.execute(insert(schema.ratings), [everybody])
            (among,) = await leaderboard(conn, BoardQuery(GUILD))
        assert among.record.shown.rating > alone.record.shown.rating + 1

    with_store(database_url, work)


def test_the_chance_against_another_is_that_of_their_outcomes(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await rate(conn, ANN, GOOD, 40)
            await rate(conn, BOB, POOR, 40)
            ahead = await against(conn, GUILD, ANN, BOB)
            assert ahead + await against(conn, GUILD, BOB, ANN) == pytest.approx(1.0)
            assert await against(conn, GUILD, CAT, bot_user("minilm")) == pytest.approx(0.5)
        good, poor = (np.array(counts(code, 40), dtype=float) for code in (GOOD, POOR))
        assert ahead == chance_to_beat(good, poor, MEAN) > 0.9

    with_store(database_url, work)


def test_what_was_learnt_of_a_game_is_on_the_board(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await keep_game(conn, "abc234")
            await learn(conn, game(blue(1, "BB"), table=TABLE, ending=BLUE_WON))
            days = last_days(2, NOON + timedelta(days=1))
            board = await leaderboard(conn, BoardQuery(GUILD, days=days))
        told = [(one.user, one.record.win_rate, one.record.shown.turns) for one in board]
        assert told == [(ANN, 1.0, 1), (BOB, 1.0, 1), (ACE, 0.0, 0), (GLOSS, 0.0, 0)]

    with_store(database_url, work)
