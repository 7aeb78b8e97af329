"""Ids that name people are deleted by the migration after which no code makes them."""

import asyncio

import pytest
from sqlalchemy import Connection, insert, select

from bot.store.migration import upgrade
from bot.store.schema import METADATA
from tests.bot.ratings.games import NOON
from tests.migrations.test_migrations import _upgrade_to, _within

IDS = ("77:81384788:🇦:A1:5", "1177", "door-1:2")


@pytest.mark.sampled
def test_deliveries_of_reactions_that_name_people_are_deleted(empty_url: str) -> None:
    deliveries = METADATA.tables["deliveries"]

    def keep(connection: Connection) -> None:
        rows = [
            {"source": source, "source_id": one, "game_id": "abc", "version": 1, "count": 1}
            for source in ("discord", "clock")
            for one in IDS
        ]
        connection.execute(insert(deliveries), [{**row, "at": NOON} for row in rows])

    def kept(connection: Connection) -> set[tuple[str, str]]:
        found = connection.execute(select(deliveries.c.source, deliveries.c.source_id))
        return {(source, one) for source, one in found}

    _within(empty_url, _upgrade_to("0004"))
    _within(empty_url, keep)
    asyncio.run(upgrade(empty_url))
    assert _within(empty_url, kept) == {("discord", "1177"), *(("clock", one) for one in IDS)}
