"""Summaries of a person appear from ten turns on, if others in the guild differ."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, User
from bot.ratings.boards.json import profile_json
from bot.ratings.boards.profile import profile
from bot.ratings.boards.view import plain_lines, profile_view
from bot.ratings.facts import TOLD_FROM, GameFacts, settled_turns
from bot.ratings.learn import learn
from bot.ratings.persona_summary import KnownPerson, known_after, leaning_phrases
from bot.store.connection import Store
from bot.texts import Texts, languages
from core.agents.personas import DIRECTIONS
from core.codenames.model import Role
from core.words.ensemble import STORED
from tests.bot.ratings.games import (
    ANN,
    BLUE_GUESS,
    BLUE_SPY,
    BOB,
    DAN,
    GUILD,
    OTHER,
    blue,
    game,
    keep_game,
    leaning,
    told,
)
from tests.databases import with_store

pytestmark = pytest.mark.either_database

EARLIER = leaning(BOB, TOLD_FROM - 1, "earlier")
LATER = game(
    blue(1, "BB"),
    blue(2, "BT"),
    name="later",
    evidence={(1, BLUE_GUESS): told(7), (2, BLUE_SPY): told(9)},
)


def _writing(
    url: str,
    work: Callable[[AsyncConnection], Coroutine[Any, Any, None]],
    *games: GameFacts,
) -> None:
    async def run(store: Store) -> None:
        async with store.writing() as conn:
            for facts in (EARLIER, LATER, *games):
                await keep_game(conn, facts.game_id)
            await work(conn)

    with_store(url, run)


async def _known(conn: AsyncConnection, user: User = BOB, facts: GameFacts = LATER) -> KnownPerson:
    (known,) = await known_after(conn, settled_turns(facts), user)
    return known


def test_what_is_known_of_a_person_is_the_same_before_and_after_the_game_was_learnt(
    database_url: str,
) -> None:
    async def work(conn: AsyncConnection) -> None:
        await learn(conn, EARLIER)
        early = await _known(conn)
        assert (early.user, early.role, early.turns) == (BOB, Role.GUESSER, TOLD_FROM)
        assert [name for name, odds in early.leanings if odds > 2] == ["wordnet"]
        await learn(conn, LATER)
        assert await _known(conn) == early
        again = replace(EARLIER, game_id=GameId("again"))
        await keep_game(conn, again.game_id)
        await learn(conn, again)
        assert await _known(conn) == early

    _writing(database_url, work)


def test_nothing_is_known_of_people_who_understand_clues_like_most_or_who_did_not_play(
    database_url: str,
) -> None:
    async def work(conn: AsyncConnection) -> None:
        assert await _known(conn) == KnownPerson(BOB, Role.GUESSER, 1)
        assert await _known(conn, ANN) == KnownPerson(ANN, Role.SPYMASTER, 1)
        assert await known_after(conn, settled_turns(LATER), DAN) == ()
        assert await known_after(conn, (), BOB) == ()

    _writing(database_url, work)


def test_nothing_is_known_before_ten_turns_and_the_count_goes_on_without_a_turn_that_tells(
    sqlite_url: str,
) -> None:
    silent = replace(LATER, evidence={})

    async def work(conn: AsyncConnection) -> None:
        await learn(conn, EARLIER)
        known = await _known(conn, facts=silent)
        assert (known.turns, known.leanings, known.example) == (TOLD_FROM - 1, (), None)
        assert (await _known(conn)).leanings

    _writing(sqlite_url, work)


def test_the_example_is_the_turn_that_speaks_most_for_the_direction(sqlite_url: str) -> None:
    last = leaning(BOB, 3, "last")
    weak = replace(last, evidence={**last.evidence, (1, BLUE_GUESS): told(7)})

    async def work(conn: AsyncConnection) -> None:
        await learn(conn, EARLIER)
        assert (await _known(conn, facts=weak)).example == 2
        silent = replace(last, evidence=dict.fromkeys(last.evidence, told()))
        assert (await _known(conn, facts=silent)).leanings
        assert (await _known(conn, facts=silent)).example is None

    _writing(sqlite_url, work, last)


def test_what_is_usual_in_a_guild_is_not_told_there(database_url: str) -> None:
    few, usual = leaning(DAN, 4, "few"), leaning(DAN, TOLD_FROM, "usual")
    elsewhere = leaning(BOB, 1, "elsewhere", OTHER)

    async def work(conn: AsyncConnection) -> None:
        await learn(conn, EARLIER)
        assert (await _known(conn)).leanings
        await learn(conn, few)
        assert (await _known(conn)).leanings
        await learn(conn, usual)
        assert (await _known(conn)).leanings == ()
        assert (await _known(conn)).turns == TOLD_FROM
        assert (await _known(conn, facts=elsewhere)).leanings

    _writing(database_url, work, few, usual, elsewhere)


def test_every_direction_is_said_in_every_language_without_a_models_name() -> None:
    found = tuple((name, sign * 3.9) for name in DIRECTIONS for sign in (1, -1))
    for language in languages():
        said = [Texts.load(language).say(one) for one in leaning_phrases(found)]
        assert len({*said}) == len(said)
        assert not any(name in one for one in said for name in STORED)
        assert not any("3" in one for one in said)


def test_a_profile_tells_its_owner_by_role_what_they_go_by_from_ten_turns_on(
    database_url: str,
) -> None:
    async def lines(conn: AsyncConnection, user: User) -> list[str]:
        found = await profile(conn, GUILD, user, with_learnt=True)
        return [Texts.load().say(one) for one in plain_lines(profile_view(found))]

    async def work(conn: AsyncConnection) -> None:
        await learn(conn, EARLIER)
        early = "Guesser: nothing to show before 10 turns; from 9 turns"
        assert early in await lines(conn, BOB)
        await learn(conn, LATER)
        told = await lines(conn, BOB)
        assert "As the bot teammate sees them" in told
        (line,) = [one for one in told if "kinds of things" in one]
        assert line.startswith("Guesser: goes more than most by kinds of things")
        assert line.endswith("; from 10 turns")
        (plain,) = profile_json(await profile(conn, GUILD, BOB, with_learnt=True))["leanings"]
        assert (plain["role"], plain["turns"]) == ("guesser", TOLD_FROM)
        assert plain["leanings"]["wordnet"] > 2
        assert "Spymaster: nothing to show before 10 turns; from 1 turn" in await lines(conn, ANN)
        assert profile_json(await profile(conn, GUILD, BOB))["leanings"] == []

    _writing(database_url, work)
