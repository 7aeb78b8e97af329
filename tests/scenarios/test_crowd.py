"""Several processes act on the same games at once, and each honest action takes effect once."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

import pytest
from sqlalchemy import text

from bot.games import GameId, Games, Room, User
from bot.games.session import Session
from bot.lobby.events import Joined
from bot.lobby.model import Status
from bot.store.connection import Store
from bot.store.notify import Notifier
from tests.profile import either
from tests.scenarios.crowd import Answer, Share, at_once, shuffled
from tests.scenarios.model import Game, check, games_kept, ground_of, refusal
from tests.scenarios.people import OPEN, Table, Wish, deliver, room_at, user_at

PROCESSES = either(8, quick=4)
TABLES = 3
ACTIONS = either(20, quick=8)
"""Number of each process's actions at each table."""

T = TypeVar("T")


@pytest.mark.slow
def test_what_two_processes_bring_in_different_orders_is_done_once(postgresql_url: str) -> None:
    set_up = _in_games(postgresql_url, _start_all)
    visits = [_visit(set_up, number) for number in range(96)]
    halves = [visits[number::PROCESSES] for number in range(PROCESSES)]
    answers = at_once(
        [
            Share(postgresql_url, number, shuffled(half + halves[number - 3], number))
            for number, half in enumerate(halves)
        ]
    )
    assert [answer.refused for answer in answers if answer.refused] == []
    fresh = Counter(answer.wish.id for answer in answers if _is_fresh(answer))
    assert fresh == Counter(wish.id for wish in visits)
    kept = _checked(postgresql_url, [*set_up, *answers])
    assert Counter(_joined(kept.values())) >= Counter(wish.user for wish in visits)
    counts = {one.id: one.count for game in kept.values() for one in game.done}
    assert {counts[wish.id] for wish in visits} == {2}


@pytest.mark.slow
@pytest.mark.longer
def test_processes_play_the_same_games_by_the_rules(postgresql_url: str) -> None:
    set_up = _in_games(postgresql_url, _start_all)
    deadlocks = _in_games(postgresql_url, _deadlocks)
    shares = [Share(postgresql_url, n, tables=TABLES, actions=ACTIONS) for n in range(PROCESSES)]
    answers = at_once(shares)
    assert len(answers) == PROCESSES * TABLES * ACTIONS
    assert any(answer.refused for answer in answers), "nobody was ever in another's way"
    kept = _checked(postgresql_url, [*set_up, *answers])
    _in_games(postgresql_url, lambda games: _check_refusals(games, kept, [*set_up, *answers]))
    _check_repeats(postgresql_url, kept, answers)
    assert _in_games(postgresql_url, _deadlocks) == deadlocks


@pytest.mark.slow
def test_of_tables_opened_in_a_room_at_once_one_is(postgresql_url: str) -> None:
    room, users = Room("recorder", "hall"), [User("recorder", f"p{n}") for n in range(3)]
    wishes = [Wish(f"open-{n}", users[n % 3], room, OPEN, None) for n in range(PROCESSES)]
    orders = [(*wishes[n:], *wishes[:n]) for n in range(PROCESSES)]
    answers = at_once([Share(postgresql_url, n, order) for n, order in enumerate(orders)])
    assert {answer.refused for answer in answers} == {None, "room-busy"}
    assert [_is_fresh(answer) for answer in answers].count(True) == 1
    (game,) = _checked(postgresql_url, answers).values()
    assert {answer.receipt.game_id for answer in answers if answer.receipt} == {
        game.session.game_id
    }


@pytest.mark.slow
def test_who_opens_tables_and_sets_one_at_once_waits_for_nobody_in_a_ring(
    postgresql_url: str,
) -> None:
    set_up = _in_games(postgresql_url, _start_all)
    deadlocks = _in_games(postgresql_url, _deadlocks)
    host, room, game_id = user_at(0, "ann"), room_at(0, "recorder"), _game_at(set_up, 0)
    orders = [
        [Wish(f"{number}-{turn}", host, room, line, None, game_id) for turn in range(30)]
        for number, line in enumerate((OPEN, "set pace 3", OPEN, "set pace 4") * 2)
    ]
    shares = [Share(postgresql_url, n, tuple(order)) for n, order in enumerate(orders)]
    answers = at_once(shares)
    assert {answer.refused for answer in answers} == {None, "room-busy"}
    _checked(postgresql_url, [*set_up, *answers])
    assert _in_games(postgresql_url, _deadlocks) == deadlocks


def _in_games(url: str, work: Callable[[Games], Coroutine[Any, Any, T]]) -> T:
    async def run() -> T:
        async with Store.open(url) as store:
            return await work(Games(store, Notifier(store, troubled=print)))

    return asyncio.run(run())


async def _start_all(games: Games) -> list[Answer]:
    """Start a game at each table; return the answers."""
    return [answer for number in range(TABLES) for answer in await _start(games, number)]


async def _start(games: Games, number: int) -> list[Answer]:
    table, done = Table(number, "set", number), list[Answer]()
    session: Session | None = None
    while session is None or session.lobby.status is Status.LOBBY:
        wish = table.next(session)
        receipt = await deliver(games, wish)
        done.append(Answer(wish, receipt))
        session = await games.session(receipt.game_id)
    return done


def _visit(set_up: Iterable[Answer], number: int) -> Wish:
    """Return a person's wish to join one of the tables."""
    table = number % TABLES
    room, game_id = room_at(table, "telegraph"), _game_at(set_up, table)
    return Wish(
        f"visit-{number}", User("telegraph", f"eve-{number}"), room, f"join {game_id}", None
    )


def _game_at(set_up: Iterable[Answer], table: int) -> GameId:
    rooms = {answer.wish.room: answer.receipt for answer in set_up}
    receipt = rooms[room_at(table, "recorder")]
    assert receipt is not None
    return receipt.game_id


def _is_fresh(answer: Answer) -> bool:
    return answer.receipt is not None and not answer.receipt.repeated


def _joined(kept: Iterable[Game]) -> Iterable[User]:
    events = (one.event for game in kept for one in game.log)
    return (event.user for event in events if isinstance(event, Joined))


def _checked(url: str, answers: Iterable[Answer]) -> dict[GameId, Game]:
    """Return all games, after a check that each follows from its deliveries and none is missing."""
    wishes = {answer.wish.id: answer.wish for answer in answers}

    async def work(games: Games) -> dict[GameId, Game]:
        kept = await games_kept(games)
        for game in kept.values():
            await check(games, game, wishes)
        return kept

    kept = _in_games(url, work)
    done = {one.id: one.version for game in kept.values() for one in game.done}
    for answer in answers:
        if answer.receipt and not answer.receipt.repeated:
            assert done[answer.wish.id] == answer.receipt.version
    return kept


async def _check_refusals(games: Games, kept: dict[GameId, Game], answers: list[Answer]) -> None:
    """Check that each refusal follows from the rules at some version of that time."""
    wishes = {answer.wish.id: answer.wish for answer in answers}
    for game in kept.values():
        ground = await ground_of(games, game.session)
        seen = await check(games, game, wishes)
        for answer in answers:
            if answer.refused and answer.wish.game_id == game.session.game_id:
                between = range(answer.before, answer.after + 1)
                said = {refusal(seen[at], ground, answer.wish) for at in between if at in seen}
                assert answer.refused in said


def _check_repeats(url: str, kept: dict[GameId, Game], answers: list[Answer]) -> None:
    """Check that repeated deliveries, to other processes, change nothing."""
    done = [answer.wish for answer in answers if answer.receipt]
    orders = [shuffled(done[number::4], number) for number in range(4)]
    again = at_once([Share(url, number, order) for number, order in enumerate(orders)])
    assert all(answer.receipt and answer.receipt.repeated for answer in again)
    after = _in_games(url, games_kept)
    assert {name: game.log for name, game in after.items()} == {
        name: game.log for name, game in kept.items()
    }


async def _deadlocks(games: Games) -> int:
    """Return the database's count of deadlocks."""
    query = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    async with games.store.reading() as conn:
        return int((await conn.execute(text(query))).scalar_one())
