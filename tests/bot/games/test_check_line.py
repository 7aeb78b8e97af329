"""Spyring cleans people's input before it stores the input."""

import pytest

from bot.games.requests import LONGEST_LINE, Submission, check_line, printable
from bot.identity import User
from bot.store import rooms
from core.rules import InvalidNotation
from tests.bot.games.parlour import ROOM, Parlour, in_parlour, person

pytestmark = pytest.mark.either_database


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("clue a\x00 2", "line-characters"),
        ("clue a\nguess b", "line-characters"),
        ("clue \ud800 2", "line-characters"),
        ("x" * (LONGEST_LINE + 1), "line-longest"),
    ],
)
def test_a_line_that_nobody_can_type_is_refused(line: str, key: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        check_line(line)
    assert refused.value.phrase.key == key


@pytest.mark.parametrize("line", ["", "clue océan 2", "keyword 合言葉 🔑", "x" * LONGEST_LINE])
def test_what_people_type_passes(line: str) -> None:
    check_line(line)


def test_a_name_is_kept_on_one_line_without_controls() -> None:
    assert printable("A\x1b[31mnn\u0000  \n B\ud800") == "A[31mnn B"


def test_odd_lines_and_names_reach_no_database(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        await parlour.open()
        assert await parlour.refused("bob", "join \x00") == "line-characters"
        odd = person("\x00\ud800")
        caller = type(odd)(User("recorder", "odd"), ROOM, odd.guild, "\x00\ud800")
        await parlour.games.submit(caller, Submission("join"))
        async with parlour.games.store.reading() as conn:
            found = await rooms.find_user(conn, caller.user)
        assert found is not None
        assert found.name == "odd"

    in_parlour(database_url, evening)
