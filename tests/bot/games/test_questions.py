"""Questions about finished games, through the door."""

import asyncio

import pytest

from bot.identity import GameId
from core.rules import Refusal
from tests.bot.games.parlour import Parlour, due, in_parlour, person


async def _refused(parlour: Parlour, game_id: GameId, line: str) -> str:
    with pytest.raises(Refusal) as refused:
        await parlour.games.answer(person("eve"), game_id, line)
    return refused.value.phrase.key


def test_a_question_is_answered_once_the_game_is_over_and_changes_nothing(
    database_url: str,
) -> None:
    async def work(parlour: Parlour) -> None:
        session = await parlour.playing()
        await parlour.say(due(session), "clue ocean 2")
        await parlour.say("ann", "resign")
        before = await parlour.session()
        answer = await parlour.games.answer(person("eve"), before.game_id, "why ocean")
        assert answer.title.key == "why-title"
        assert (await parlour.session()).version == before.version

    in_parlour(database_url, work, seed=0)


def test_the_loop_goes_on_while_an_answer_is_found(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        session = await parlour.playing()
        await parlour.say(due(session), "clue ocean 2")
        await parlour.say("ann", "resign")
        answer = asyncio.create_task(parlour.games.answer(person("eve"), session.game_id, "why"))
        rounds = 0
        while not answer.done():
            rounds += 1
            await asyncio.sleep(0)
        assert rounds > 1
        assert (await answer).title.key == "why-title"

    in_parlour(sqlite_url, work, seed=0)


def test_it_is_refused_before_the_game_in_it_and_where_it_was_stopped(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id = await parlour.open("ann")
        assert await _refused(parlour, game_id, "why") == "table-not-started"
        await parlour.say("ann", "stop")
        assert await _refused(parlour, game_id, "why") == "table-was-stopped"
        session = await parlour.playing()
        await parlour.say(due(session), "clue ocean 2")
        assert await _refused(parlour, session.game_id, "why ocean") == "question-early"

    in_parlour(sqlite_url, work, seed=0)


def test_a_game_answers_its_own_questions_alone(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id = await parlour.open("ann")
        assert await _refused(parlour, game_id, "whynot") == "question-unknown"
        assert await _refused(parlour, game_id, "") == "question-unknown"
        assert await _refused(parlour, game_id, "why \0") == "line-characters"
        await parlour.say("ann", "stop")
        other = await parlour.games.open(person("ann"), "hangman", {})
        assert await _refused(parlour, other.game_id, "why") == "question-unknown"
        assert await _refused(parlour, GameId("gone"), "why") == "game-gone"

    in_parlour(sqlite_url, work, seed=0)
