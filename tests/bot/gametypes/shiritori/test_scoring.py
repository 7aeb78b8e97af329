"""The scores of players after games of shiritori, as `bot.games` stores them."""

import pytest

from bot.ratings.scores import Score
from bot.ratings.scores_store import score_of
from tests.bot.games.parlour import GUILD, person
from tests.bot.gametypes.shiritori.test_shiritori import Table, at_table

LOST = Score(played=1)


async def scores(table: Table, *names: str) -> list[Score]:
    async with table.games.store.reading() as conn:
        return [await score_of(conn, GUILD, person(name).user, "shiritori") for name in names]


async def say(table: Table, *words: str) -> None:
    """Submit lines, each after the name of the person who says it."""
    for said in words:
        name, line = said.split(maxsplit=1)
        await table.say(name, line)


def test_who_stops_when_the_next_word_is_theirs_has_lost_and_the_other_one_won(
    database_url: str,
) -> None:
    async def work(table: Table) -> None:
        await say(table, "ann say アイ", "ben say イオ")
        await table.say("ann", "stop")
        ann, ben = await scores(table, "ann", "ben")
        assert ann == LOST
        assert (ben.played, ben.won, ben.points, ben.streak) == (1, 1, 1, 1)

    at_table(work, "ann", "ben", url=database_url)


def test_a_stop_while_another_is_to_give_a_word_has_no_result(sqlite_url: str) -> None:
    async def work(table: Table) -> None:
        await say(table, "ann say アイ", "ann stop")
        assert await scores(table, "ann", "ben") == [Score(), Score()]

    at_table(work, "ann", "ben", url=sqlite_url)


@pytest.mark.parametrize("before", [(), ("ann concede",)])
def test_of_three_only_who_stops_or_is_out_has_lost(sqlite_url: str, before: tuple[str]) -> None:
    async def work(table: Table) -> None:
        await say(table, "ann say アイ", "ben say イエ", "cat say エオ", *before, "ann stop")
        assert await scores(table, "ann", "ben", "cat") == [LOST, Score(), Score()]

    at_table(work, "ann", "ben", "cat", url=sqlite_url, players=3)
