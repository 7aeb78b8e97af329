"""The refusal of a line before a person types it; computing it has no effect."""

from bot.games import refusal
from bot.identity import GameId
from tests.bot.games.parlour import Parlour, due, in_parlour, person


def test_a_line_is_refused_as_it_would_be_and_nothing_happens(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        session = await parlour.playing()
        acting = due(session)
        for name in ("ann", "bob", "cat", "dan", "eve"):
            said = await refusal(
                parlour.games, person(name), "clue zebra 2", turn=1, game_id=session.game_id
            )
            assert (said is None) is (name == acting)
        assert (await parlour.session()).version == session.version

    in_parlour(sqlite_url, work)


def test_a_line_that_cannot_be_read_says_nothing_of_whether_it_is_allowed(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        session = await parlour.playing()
        about = parlour.games, person("eve")
        unread = await refusal(*about, "clue", turn=1, game_id=session.game_id)
        assert unread is None or unread.phrase.key.startswith("table-")
        absent = await refusal(*about, "clue zebra 2", turn=1, game_id=GameId("none"))
        assert absent is not None
        assert absent.phrase.key == "game-gone"

    in_parlour(sqlite_url, work)
