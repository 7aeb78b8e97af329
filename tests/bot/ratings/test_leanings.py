"""Leanings of people are said after a game and on profiles."""

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, User
from bot.ratings.boards.json import profile_json
from bot.ratings.boards.profile import profile
from bot.ratings.boards.view import plain_lines, profile_view
from bot.ratings.facts import settled_turns
from bot.ratings.leanings import known_after, leaning_phrases, sentences
from bot.ratings.learn import learn
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
    GUILD,
    blue,
    follower,
    game,
    keep_game,
    told,
)
from tests.databases import with_store

EARLIER = game(blue(1, "BB"), name="earlier", evidence={(1, BLUE_GUESS): follower("wordnet")})
LATER = game(
    blue(1, "BB"),
    blue(2, "BT"),
    name="later",
    evidence={(1, BLUE_GUESS): told(7), (2, BLUE_SPY): told(9)},
)


def _writing(url: str, work: Callable[[AsyncConnection], Coroutine[Any, Any, None]]) -> None:
    async def run(store: Store) -> None:
        async with store.writing() as conn:
            for facts in (EARLIER, LATER):
                await keep_game(conn, facts.game_id)
            await work(conn)

    with_store(url, run)


def _name_of(user: User) -> str:
    return {ANN: "Ann", BOB: "Bob"}[user]


def test_what_is_known_of_people_is_the_same_before_and_after_the_game_was_learnt(
    database_url: str,
) -> None:
    async def work(conn: AsyncConnection) -> None:
        await learn(conn, EARLIER)
        (early,) = await known_after(conn, settled_turns(LATER))
        assert (early.user, early.role, early.turns) == (BOB, Role.GUESSER, 2)
        assert [name for name, odds in early.leanings if odds > 2] == ["wordnet"]
        await learn(conn, LATER)
        assert await known_after(conn, settled_turns(LATER)) == (early,)
        again = replace(EARLIER, game_id=GameId("again"))
        await keep_game(conn, again.game_id)
        await learn(conn, again)
        assert await known_after(conn, settled_turns(LATER)) == (early,)

    _writing(database_url, work)


def test_nothing_is_said_of_people_who_understand_clues_like_most(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        assert await known_after(conn, settled_turns(LATER)) == ()
        assert await known_after(conn, ()) == ()

    _writing(database_url, work)


def test_a_sentence_names_the_person_the_role_and_the_odds(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        found = await known_after(conn, settled_turns(EARLIER))
        (said,) = sentences(found, _name_of)
        text = Texts.load().say(said)
        assert text.startswith(
            "teammate has learnt from 1 turn that Bob, as guesser, goes more than most by kinds of "
            "things (evidence "
        )
        assert " to 1)" in text
        assert Texts.load("ja").say(said) != text

    _writing(database_url, work)


def test_every_direction_is_said_in_every_language_without_a_models_name() -> None:
    found = tuple((name, sign * 3.9) for name in DIRECTIONS for sign in (1, -1))
    for language in languages():
        said = [Texts.load(language).say(one) for one in leaning_phrases(found)]
        assert len({*said}) == len(said)
        assert not any(name in one for one in said for name in STORED)
        assert all("3" in one for one in said)
    (sure,) = leaning_phrases((("sense", 123456.0),))
    assert (
        Texts.load().say(sure) == "more than most by what words mean (evidence at least 100 to 1)"
    )


def test_a_profile_tells_by_role_what_a_person_goes_by_and_from_how_many_turns(
    database_url: str,
) -> None:
    async def work(conn: AsyncConnection) -> None:
        await learn(conn, EARLIER)
        await learn(conn, LATER)
        found = await profile(conn, GUILD, BOB, with_learnt=True)
        (known,) = found.leanings
        assert (known.role, known.turns) == (Role.GUESSER, 2)
        lines = [Texts.load().say(one) for one in plain_lines(profile_view(found))]
        assert "How teammate sees them" in lines
        (line,) = [one for one in lines if "kinds of things" in one]
        assert line.startswith("Guesser: goes more than most by kinds of things (evidence ")
        assert line.endswith("; from 2 turns")
        (plain,) = profile_json(found)["leanings"]
        assert plain["role"] == "guesser"
        assert plain["turns"] == 2
        assert plain["leanings"]["wordnet"] > 2
        ann = [
            Texts.load().say(one)
            for one in plain_lines(profile_view(await profile(conn, GUILD, ANN, with_learnt=True)))
        ]
        assert "Spymaster: goes by the same as most people, so far; from 1 turn" in ann

    _writing(database_url, work)
