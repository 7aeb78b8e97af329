"""Searches that an engine makes for people, without an open transaction."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.games.requests import Receipt, Submission
from bot.games.service import ActionSearch, Games, SearchNeeded
from bot.gametypes.engine import FALLBACK, Engine, MoveRequest
from bot.gametypes.registry import GameTypes
from bot.store.connection import Store
from bot.store.notify import Notifier
from core.bot import BotChoice
from core.rules import Refusal, Seat, Secret
from core.shiritori.model import AskHint
from core.words.packs import Pack
from tests.bot.games.parlour import ROOM, person

pytestmark = pytest.mark.either_database

WORDS = Pack("circle", ("オエ", "エア", "アイ", "イウ", "ウア", "ウカア"))


@dataclass
class Oracle:
    """An engine with a fixed answer, which first submits some lines at the table."""

    games: Games
    cause: str = "oracle"
    meanwhile: list[str] = field(default_factory=list)
    asked: list[MoveRequest] = field(default_factory=list)

    async def choose(self, request: MoveRequest) -> BotChoice[Any, Any]:
        self.asked.append(request)
        while self.meanwhile:
            await self.games.submit(person("ann"), Submission(self.meanwhile.pop(0)))
        turn = request.observation.observation.state.turn
        return BotChoice(AskHint(turn, (f"word {turn}",)), self.cause, Secret(None))


class Silent:
    """An engine that never answers."""

    async def choose(self, request: MoveRequest) -> BotChoice[Any, Any]:
        await asyncio.Event().wait()
        raise AssertionError(request)


def at_table(
    url: str, work: Callable[[Games], Awaitable[None]], engine: Callable[[Games], Engine]
) -> None:
    """Run some work at a table of Ann and Ben, with free order and hints."""

    async def run() -> None:
        async with Store.open(url) as store:
            games = Games(store, Notifier(store, troubled=print), GameTypes())
            games.engine = engine(games)
            values = {"hints": True, "order": "free"}
            await games.open(person("ann"), "shiritori", values, pack=WORDS)
            await games.submit(person("ben"), Submission("join"))
            await games.submit(person("ann"), Submission("start"))
            await work(games)

    asyncio.run(run())


async def hint(games: Games, turn: int | None = None) -> Receipt:
    return await games.submit(person("ben"), Submission("hint", turn=turn))


async def words(games: Games) -> tuple[str, ...] | None:
    """Return the words of the table's hint."""
    game_id = await games.current(ROOM)
    assert game_id is not None
    given = (await games.session(game_id)).state.hint
    return given.words if given else None


async def refused(games: Games, turn: int | None = None) -> str:
    with pytest.raises(Refusal) as refusal:
        await hint(games, turn)
    return refusal.value.phrase.key


def test_an_engine_is_asked_once_for_the_person_who_asks(database_url: str) -> None:
    async def work(games: Games) -> None:
        await hint(games)
        assert await words(games) == ("word 1",)
        assert isinstance(games.engine, Oracle)
        (request,) = games.engine.asked
        assert request.host == str(person("ben").user)
        assert await refused(games) == "shiritori-hint-again"
        assert games.engine.asked == [request]

    at_table(database_url, work, Oracle)


def test_where_the_game_goes_on_meanwhile_the_engine_is_asked_of_the_new_turn(
    database_url: str,
) -> None:
    async def work(games: Games) -> None:
        await hint(games)
        assert await words(games) == ("word 2",)

    at_table(database_url, work, lambda games: Oracle(games, meanwhile=["say オエ"]))


def test_a_hint_that_was_meant_for_a_turn_is_refused_in_the_next_one(database_url: str) -> None:
    async def work(games: Games) -> None:
        assert await refused(games, turn=1) == "other-turn"

    at_table(database_url, work, lambda games: Oracle(games, meanwhile=["say オエ"]))


def test_a_search_that_fails_is_told_and_changes_nothing(database_url: str) -> None:
    async def work(games: Games) -> None:
        assert await refused(games) == "search-slow"
        assert await words(games) is None

    at_table(database_url, work, lambda games: Oracle(games, FALLBACK))


def test_a_search_has_a_time_limit(sqlite_url: str) -> None:
    async def work(games: Games) -> None:
        game_id = await games.current(ROOM)
        assert game_id is not None
        search = ActionSearch(games.engine, "ben", seconds=0.01)
        with pytest.raises(SearchNeeded):
            search.complete(await games.session(game_id), Seat("player2"), AskHint(1))
        with pytest.raises(Refusal, match="search-slow"):
            await search.run()

    at_table(sqlite_url, work, lambda _games: Silent())


def test_without_an_engine_a_hint_names_what_the_rules_prove_at_once(sqlite_url: str) -> None:
    async def work(games: Games) -> None:
        games.engine = None
        await hint(games)
        assert await words(games) is not None

    at_table(sqlite_url, work, Oracle)
