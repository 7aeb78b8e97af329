"""Links to other games, on the loopback Discord: people see no internal names."""

from typing import Any

from tests.adapters.discord.gallows import offered, playing
from tests.adapters.discord.hall import Hall, drawing, hall
from tests.loopback.discord import Person, Seen
from tests.loopback.table import in_loop


async def told(h: Hall, person: Person, command: str, board: Seen, **values: Any) -> str:
    """Return a refusal that links to a board and names no game."""
    refused = await person.slash(command, **values)
    link = f"https://discord.com/channels/{h.guild.id}/{board.channel.id}/{board.id}"
    assert refused.ephemeral
    assert refused.text.endswith(f"\n-# {link}")
    assert (await h.session()).game_id not in refused.text
    return refused.text


@in_loop
async def test_where_a_game_is_under_way_a_link_leads_to_its_board() -> None:
    async with hall() as h, drawing(h):
        ann, bob, *_ = h.people
        await ann.slash("/codenames new")
        await h.settled()
        assert "still under way" in await told(h, bob, "/hangman new", h.board())


@in_loop
async def test_a_link_leads_to_the_word_of_the_day_in_another_channel() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await ann.slash("/hangman new", daily=True)
        board = await offered(h, "guess a")
        await h.settled()
        bob.go(h.server.channel(h.guild, "lounge"))
        assert "guess along" in await told(h, bob, "/hangman new", board, daily=True)
