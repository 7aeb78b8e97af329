from bot.games.transcripts import guilds_of
from bot.identity import GONE, GuildId, Room
from bot.store import rooms
from bot.store.connection import Store
from tests.bot.ratings.games import ANN, BOB, CAT, GUILD
from tests.databases import with_store


def test_people_from_a_purged_guild_count_in_none(database_url: str) -> None:
    homes = {ANN: Room("test", "den"), BOB: Room(GONE, "x1"), CAT: Room("test", "lost")}

    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await rooms.ensure_room(conn, homes[ANN], GUILD)
            found = await guilds_of(conn, homes)
        assert found == {ANN: GUILD, CAT: GuildId("test:lost")}

    with_store(database_url, work)
