import pytest
from sqlalchemy import Column, insert, select

from bot.chat.privacy.names import gone_room, gone_user, mentions, names_in, replaced
from bot.identity import Room, User
from bot.store import schema
from bot.store.connection import Store
from tests.databases import with_store

ANN, NEW = User("slack", "T1/U2"), User("gone", "a1")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("slack:T1/U2", "gone:a1"),
        ("slack:T1/U22", "slack:T1/U22"),
        ({"platform": "slack", "id": "T1/U2"}, {"platform": "gone", "id": "a1"}),
        ({"platform": "discord", "id": "T1/U2"}, {"platform": "discord", "id": "T1/U2"}),
        ({"id": "T1/U2"}, {"id": "T1/U2"}),
        ({"slack:T1/U2": [1, None, "slack:T1/U2"]}, {"gone:a1": [1, None, "gone:a1"]}),
        (
            [{"by": {"platform": "slack", "id": "T1/U2", "name": "Ann"}}],
            [{"by": {"platform": "gone", "id": "a1", "name": "Ann"}}],
        ),
        (
            {"platform": "slack", "place": "T1/U2", "more": {"platform": "slack", "id": "T1/U2"}},
            {"platform": "slack", "place": "T1/U2", "more": {"platform": "gone", "id": "a1"}},
        ),
    ],
)
def test_a_name_is_replaced_wherever_it_stands_whole(before: object, after: object) -> None:
    assert replaced(before, {ANN: NEW}) == after


def test_a_room_is_replaced_by_its_parts_only() -> None:
    room, new = Room("slack", "T1/C1"), Room("gone", "b2")
    before = {"room": {"platform": "slack", "place": "T1/C1"}, "word": "slack:T1/C1"}
    after = {"room": {"platform": "gone", "place": "b2"}, "word": "slack:T1/C1"}
    assert replaced(before, {room: new}) == after


def test_rooms_are_found_wherever_they_stand() -> None:
    body = {"room": {"platform": "a", "place": "1"}, "more": [{"platform": "b", "place": "2"}, 3]}
    assert list(names_in(body, Room)) == [Room("a", "1"), Room("b", "2")]


def test_nobody_and_nowhere_are_new_each_time() -> None:
    assert len({gone_user(), gone_user(), gone_user()}) == 3
    assert gone_room() != gone_room()


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["81384788", "José", "鯨", 'a"b\\c', "100%_x"])
def test_what_json_mentions_is_found_in_either_database(database_url: str, name: str) -> None:
    async def work(store: Store) -> None:
        column: Column[object] = schema.guilds.c.settings
        async with store.writing() as conn:
            rows = [
                {"guild": "a", "settings": {"teams": [f"x:{name}"]}},
                {"guild": "b", "settings": {"teams": ["x:somebody", "100 x"]}},
            ]
            await conn.execute(insert(schema.guilds), rows)
            found = select(schema.guilds.c.guild).where(mentions(column, name))
            assert (await conn.scalars(found)).all() == ["a"]

    with_store(database_url, work)
