import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.identity import GameId, User, bot_user
from bot.store.connection import Store
from bot.store.games import (
    DeliveryRow,
    EventRow,
    GameRow,
    ThoughtsRow,
    VersionConflict,
    append,
    count_delivery,
    ended_since,
    events_after,
    forget_deliveries,
    games_of,
    insert_delivery,
    insert_game,
    lock_game,
    put_seats,
    put_thoughts,
    read_game,
    thoughts_of,
    unfinished,
)
from core.rules import Seat
from tests.bot.store.seats import seats_of
from tests.databases import with_store

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
ANN, BOB = User("discord", "1"), User("slack", "T1/U2")


def _game(name: str = "abc123", status: str = "lobby") -> GameRow:
    return GameRow(
        game_id=GameId(name),
        kind="codenames",
        options={"rows": 5, "keyword": "tulip"},
        settings={"clock": "off", "pace_seconds": 0.1},
        lists={"board": "c0ffee"},
        commitment=None,
        status=status,
        version=0,
        opened_at=NOON,
        changed_at=NOON,
    )


def _event(version: int, tag: str = "guessed") -> EventRow:
    at = NOON + timedelta(seconds=version)
    return EventRow(version, "red-guesser", tag, {"card": "鯨", "n": version}, at, "ace:gloss")


def test_a_game_is_read_as_it_was_written(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            assert await insert_game(connection, _game())
            assert await lock_game(connection, GameId("abc123")) == _game()
        async with store.reading() as connection:
            assert await read_game(connection, GameId("abc123")) == _game()
            assert await read_game(connection, GameId("other")) is None

    with_store(database_url, work)


def test_a_name_that_is_taken_is_left_to_its_game(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            assert await insert_game(connection, _game())
            assert not await insert_game(connection, replace(_game(), kind="hangman"))
            assert await read_game(connection, GameId("abc123")) == _game()

    with_store(database_url, work)


def test_events_come_back_in_their_order_after_a_version(database_url: str) -> None:
    after = replace(_game(), status="running", version=3, changed_at=NOON + timedelta(hours=1))

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await insert_game(connection, _game())
            await append(connection, after, [_event(1), _event(2), _event(3)])
        async with store.reading() as connection:
            assert await read_game(connection, GameId("abc123")) == after
            assert await events_after(connection, GameId("abc123")) == (*map(_event, (1, 2, 3)),)
            assert await events_after(connection, GameId("abc123"), 2) == (_event(3),)
            assert await events_after(connection, GameId("other")) == ()

    with_store(database_url, work)


def test_a_row_can_change_without_an_event(database_url: str) -> None:
    changed = replace(_game(), settings={"clock": "slow"})

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await insert_game(connection, _game())
            await append(connection, changed, [])
            assert await read_game(connection, GameId("abc123")) == changed

    with_store(database_url, work)


def test_who_decided_on_an_older_version_is_refused(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await insert_game(connection, _game())
            await append(connection, replace(_game(), version=1), [_event(1)])
        with pytest.raises(VersionConflict):
            async with store.writing() as connection:
                await append(connection, replace(_game(), version=1), [_event(1, "passed")])
        async with store.reading() as connection:
            assert await events_after(connection, GameId("abc123")) == (_event(1),)

    with_store(database_url, work)


def test_who_changes_an_older_row_is_refused(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await insert_game(connection, _game())
            await append(connection, replace(_game(), version=1), [_event(1)])
        with pytest.raises(VersionConflict):
            async with store.writing() as connection:
                await append(connection, replace(_game(), kind="hangman"), [])

    with_store(database_url, work)


def test_a_version_is_never_written_twice_whatever_the_games_row_says(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await insert_game(connection, _game())
            await append(connection, replace(_game(), version=1), [_event(1)])
            await append(connection, replace(_game(), version=2), [_event(2)])
            row = await lock_game(connection, GameId("abc123"))
            assert row
            await connection.exec_driver_sql("UPDATE games SET version = 1")
        with pytest.raises(VersionConflict):
            async with store.writing() as connection:
                await append(connection, row, [_event(2, "passed")])
        async with store.reading() as connection:
            assert await events_after(connection, GameId("abc123"), 1) == (_event(2),)

    with_store(database_url, work)


def test_events_that_leave_a_gap_are_a_fault_of_ours(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await insert_game(connection, _game())
            with pytest.raises(ValueError, match="versions"):
                await append(connection, replace(_game(), version=2), [_event(2), _event(2)])

    with_store(database_url, work)


def test_events_of_no_game_are_refused(database_url: str) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(VersionConflict):
            async with store.writing() as connection:
                await append(connection, replace(_game(), version=1), [_event(1)])

    with_store(database_url, work)


def test_two_who_act_at_once_both_get_their_turn(database_url: str) -> None:
    """Each decides on the newest state; none overwrites the other."""

    async def act(store: Store) -> int:
        async with store.writing() as connection:
            row = await lock_game(connection, GameId("abc123"))
            assert row
            version = row.version + 1
            await append(connection, replace(row, version=version), [_event(version)])
        return version

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await insert_game(connection, _game())
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(act(store)) for _ in range(20)]
        assert sorted(task.result() for task in tasks) == [*range(1, 21)]
        async with store.reading() as connection:
            assert len(await events_after(connection, GameId("abc123"))) == 20

    with_store(database_url, work)


def test_what_a_body_and_options_hold_is_not_shown() -> None:
    assert "鯨" not in repr(_event(1))
    assert "tulip" not in repr(_game())
    assert "whale" not in repr(ThoughtsRow(1, Seat("red-guesser"), {"clue": "whale"}))


def test_unfinished_games_are_those_that_may_change(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            for name, status in enumerate(("over", "running", "stopped", "lobby")):
                moved = replace(
                    _game(f"g{name}", status), changed_at=NOON - timedelta(minutes=name)
                )
                await insert_game(connection, moved)
        async with store.reading() as connection:
            found = [game.game_id for game in await unfinished(connection)]
        assert found == ["g3", "g1"]

    with_store(database_url, work)


def test_games_that_have_ended_are_found_by_when_they_did(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            for minutes, status in enumerate(("over", "running", "stopped", "lobby", "over")):
                moved = replace(
                    _game(f"g{minutes}", status), changed_at=NOON - timedelta(minutes=minutes)
                )
                await insert_game(connection, moved)
        async with store.reading() as connection:
            assert await ended_since(connection, None) == ("g4", "g2", "g0")
            assert await ended_since(connection, NOON - timedelta(minutes=2)) == ("g2", "g0")

    with_store(database_url, work)


def test_a_repeated_delivery_is_counted_and_tells_its_game(database_url: str) -> None:
    delivery = DeliveryRow("discord", "77", GameId("abc123"), 4, NOON)

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            assert await count_delivery(connection, "discord", "77") is None
            await insert_delivery(connection, delivery)
        async with store.writing() as connection:
            assert await count_delivery(connection, "discord", "77") == replace(delivery, count=2)
            assert await count_delivery(connection, "slack", "77") is None
        async with store.writing() as connection:
            assert await count_delivery(connection, "discord", "77") == replace(delivery, count=3)

    with_store(database_url, work)


def test_a_delivery_that_comes_twice_at_once_is_done_once(database_url: str) -> None:
    async def deliver(store: Store) -> bool:
        try:
            async with store.writing() as connection:
                if await count_delivery(connection, "discord", "77"):
                    return False
                await insert_delivery(
                    connection, DeliveryRow("discord", "77", GameId("abc123"), 4, NOON)
                )
        except VersionConflict:
            return await deliver(store)
        return True

    async def work(store: Store) -> None:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(deliver(store)) for _ in range(6)]
        assert sorted(task.result() for task in tasks) == [False] * 5 + [True]
        async with store.writing() as connection:
            again = await count_delivery(connection, "discord", "77")
        assert again
        assert again.count == 7

    with_store(database_url, work)


def test_old_deliveries_are_forgotten(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as connection:
            for hour in range(4):
                at = NOON + timedelta(hours=hour)
                await insert_delivery(
                    connection, DeliveryRow("slack", str(hour), GameId("abc123"), hour, at)
                )
        async with store.writing() as connection:
            assert await forget_deliveries(connection, NOON + timedelta(hours=2)) == 2
            assert await count_delivery(connection, "slack", "1") is None
            assert await count_delivery(connection, "slack", "2")

    with_store(database_url, work)


def test_chairs_are_replaced_as_a_whole(database_url: str) -> None:
    red, blue = Seat("red-guesser"), Seat("blue-guesser")

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await insert_game(connection, _game())
            await insert_game(connection, replace(_game("later"), changed_at=NOON.replace(hour=13)))
            await put_seats(connection, GameId("abc123"), {red: ANN, blue: BOB})
            await put_seats(connection, GameId("later"), {red: ANN})
            assert [row.game_id for row in await games_of(connection, ANN)] == ["later", "abc123"]
            await put_seats(connection, GameId("abc123"), {blue: bot_user("ace")})
            assert await seats_of(connection, GameId("abc123")) == {blue: bot_user("ace")}
            assert [row.game_id for row in await games_of(connection, ANN)] == ["later"]
            assert await games_of(connection, BOB) == ()
            await put_seats(connection, GameId("abc123"), {})
            assert await seats_of(connection, GameId("abc123")) == {}

    with_store(database_url, work)


def test_the_first_thoughts_of_a_turn_are_kept(database_url: str) -> None:
    first = ThoughtsRow(1, Seat("red-guesser"), {"credits": [["gloss", 1 / 3]]})
    others = ThoughtsRow(1, Seat("red-spymaster"), {}), ThoughtsRow(0, Seat("red-guesser"), {})

    async def work(store: Store) -> None:
        async with store.writing() as connection:
            await insert_game(connection, _game())
            assert await put_thoughts(connection, GameId("abc123"), first)
            assert not await put_thoughts(connection, GameId("abc123"), replace(first, body={}))
            for other in others:
                assert await put_thoughts(connection, GameId("abc123"), other)
            found = await thoughts_of(connection, GameId("abc123"))
            assert found == (others[1], first, others[0])

    with_store(database_url, work)
