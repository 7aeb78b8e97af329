from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import User
from bot.ratings.facts import TOLD_FROM, GameFacts, settled_turns
from bot.ratings.learn import learn
from bot.ratings.memory import MemoryChange, favourite, memory_changes, memory_for, sentences
from bot.store.connection import Store
from bot.texts import Texts, languages
from core.agents.memory import EMPTY
from core.codenames.model import Role, TurnEnd
from tests.bot.ratings.games import (
    ACE,
    BLUE_GUESS,
    BLUE_SPY,
    BOB,
    TABLE,
    blue,
    clue_thoughts,
    game,
    keep_game,
    red,
)
from tests.databases import with_store

SEATING = TABLE | {BLUE_SPY: ACE, BLUE_GUESS: BOB}


def _game(name: str, letters: str, **earned: float) -> GameFacts:
    """Return a game of one turn that bob guessed on a clue of ACE's."""
    turns = (blue(1, letters), red(2, "K", TurnEnd.GAME_OVER))
    return game(*turns, name=name, table=SEATING, thoughts={(1, BLUE_SPY): clue_thoughts(**earned)})


GOOD, BAD = _game("good2345", "BBBB", gloss=1.0), _game("bad23456", "K", minilm=1.0)


async def _taught(conn: AsyncConnection, facts: GameFacts) -> MemoryChange:
    (lesson,) = await memory_changes(conn, settled_turns(facts))
    return lesson


def test_a_report_is_the_same_before_and_after_the_game_was_learnt(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        for facts in (BAD, GOOD):
            await keep_game(conn, facts.game_id)
        await learn(conn, BAD)
        early = await _taught(conn, GOOD)
        assert (early.agent, early.user, early.role) == ("ace", BOB, "guesser")
        assert (early.before.turns, early.after.turns) == (1, 2)
        await learn(conn, GOOD)
        assert await _taught(conn, GOOD) == early
        first = await _taught(conn, BAD)
        assert (first.before, first.after.turns) == (EMPTY, 1)

    _writing(database_url, work)


def test_what_is_remembered_after_a_game_is_what_the_agent_plays_by(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        for facts in (BAD, GOOD):
            await keep_game(conn, facts.game_id)
            await learn(conn, facts)
        lesson = await _taught(conn, GOOD)
        played = await memory_for(conn, "ace", BOB, Role.GUESSER, None)
        assert favourite(lesson.after) == favourite(played) == "gloss"
        assert favourite(lesson.before) == "minilm"

    _writing(database_url, work)


def test_bots_and_turns_that_are_not_rated_teach_nothing(database_url: str) -> None:
    async def work(conn: AsyncConnection) -> None:
        bots = game(blue(1, "BB"), thoughts={(1, BLUE_SPY): clue_thoughts(gloss=1.0)})
        assert await memory_changes(conn, settled_turns(bots)) == ()
        unrated = _game("none2345", "", gloss=1.0)
        assert await memory_changes(conn, settled_turns(unrated)) == ()

    _writing(database_url, work)


def test_from_ten_turns_on_the_first_the_same_and_another_favourite_are_said(
    database_url: str,
) -> None:
    async def work(conn: AsyncConnection) -> None:
        for facts in (BAD, GOOD):
            await keep_game(conn, facts.game_id)
            await learn(conn, facts)
        other, first = await _taught(conn, GOOD), await _taught(conn, BAD)
        assert sentences((first, other), _name_of) == ()
        first, other = (
            replace(one, after=replace(one.after, turns=TOLD_FROM)) for one in (first, other)
        )
        same = MemoryChange("ace", BOB, "spymaster", other.after, other.after)
        english = [Texts.load().say(one) for one in sentences((first, other, same), _name_of)]
        assert english == [
            "ace now knows Bob as guesser from 10 turns: so far minilm fits best.",
            (
                "ace knows Bob as guesser from 10 turns: gloss fits best now, "
                "before this game it was minilm."
            ),
            "ace knows Bob as spymaster from 10 turns: gloss still fits best.",
        ]
        for language in languages():
            said = [
                Texts.load(language).say(one) for one in sentences((first, other, same), _name_of)
            ]
            assert len(set(said)) == 3

    _writing(database_url, work)


def _writing(url: str, work: Callable[[AsyncConnection], Coroutine[Any, Any, None]]) -> None:
    async def run(store: Store) -> None:
        async with store.writing() as conn:
            await work(conn)

    with_store(url, run)


def _name_of(user: User) -> str:
    return {BOB: "Bob"}[user]
