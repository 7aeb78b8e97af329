import json

from sqlalchemy import update

from bot.chat.privacy.export import export
from bot.identity import User
from bot.store import schema
from bot.store.connection import Store
from tests.bot.chat.privacy.community import NAMES, OURS, RUNNING, SHARED, settle
from tests.bot.ratings.games import ANN, BLUE_GUESS, BOB, CAT
from tests.databases import with_store


def test_an_export_holds_all_that_is_stored_about_a_person(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
        async with store.reading() as conn:
            found = json.loads(json.dumps(await export(conn, ANN)))
        assert found["user"] == str(ANN)
        assert [one["name"] for one in found["account"]] == [NAMES[ANN]]
        assert {one["game_id"] for one in found["seats"]} == {OURS, SHARED, RUNNING}
        assert [one["outcome"] for one in found["turns"]] == ["2000", "1010", "1000"]
        assert {one["expert"] for one in found["credits"]} == {"gloss", "sense", "minilm"}
        assert [one["agent"] for one in found["memory"]] == ["ace"]
        assert {one["period"] for one in found["ratings"]} == {"all", "2026-11-21"}
        assert {one["game_id"]: one["won"] for one in found["results"]} == {
            OURS: True,
            SHARED: False,
        }
        assert [(one["game"], one["points"]) for one in found["scores"]] == [("hangman", 3)] * 2
        assert len(found["messages"]) == 3
        assert "table-opened" in {one["tag"] for one in found["acts"]}

    with_store(database_url, work)


def test_an_export_tells_moves_of_finished_games_and_no_secret_of_any(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            found = await export(conn, ANN)
        assert [(one["game_id"], one["seat"], one["body"]) for one in found["moves"]] == [
            (OURS, BLUE_GUESS, {"card": f"card-of-{OURS}"})
        ]
        assert {one["game_id"] for one in found["credits"]} == {OURS, SHARED}
        text = json.dumps(found)
        assert f"clue-of-{RUNNING}" not in text
        assert "deal-of" not in text

    with_store(database_url, work)


def test_an_export_does_not_tell_what_bots_think_in_a_game_under_way(database_url: str) -> None:
    async def work(store: Store) -> None:
        games = schema.games
        async with store.writing() as conn:
            await settle(conn)
            await conn.execute(
                update(games).where(games.c.game_id == SHARED).values(status="running")
            )
            found = await export(conn, ANN)
        assert {one["game_id"] for one in found["credits"]} == {OURS}

    with_store(database_url, work)


def test_an_export_names_nobody_else(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            text = json.dumps(await export(conn, ANN))
        assert not any(one in text for one in (BOB.id, CAT.id, NAMES[BOB], NAMES[CAT]))

    with_store(database_url, work)


def test_an_export_of_somebody_unknown_is_empty(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await settle(conn)
            found = await export(conn, User("slack", "T1/U9"))
        assert found.pop("user") == "slack:T1/U9"
        assert not any(found.values())

    with_store(database_url, work)
