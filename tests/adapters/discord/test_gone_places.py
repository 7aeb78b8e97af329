"""Deleted channels and games, on the loopback Discord."""

from structlog.testing import capture_logs

from adapters.chat.reaction_picks import COLUMN_EMOJI, ROW_EMOJI
from bot.identity import GuildId
from tests.adapters.discord.hall import drawing, hall
from tests.loopback.discord import Permission, Refused
from tests.loopback.table import in_loop

POST = "POST /channels/{channel_id}/messages"


@in_loop
async def test_a_channel_that_is_gone_is_tried_again_with_the_next_change_alone() -> None:
    async with hall() as h, drawing(h):
        ann, bob, *_ = h.people
        for refused in (Refused(404, 10003, "Unknown Channel"), Refused(403, 50001, "No Access")):
            h.server.faults.add(POST, refused)
            with capture_logs() as logs:
                await ann.slash("/codenames new")
                await h.settled()
            assert [log["event"] for log in logs if log.get("log_level") == "warning"] == [
                "room-closed"
            ]
            assert h.server.faults.pending == 0
            await bob.slash("/codenames join")
            await h.settled()
            assert "who plays where" in h.board().text
            await ann.slash("/codenames stop")
            await h.settled()


@in_loop
async def test_a_reaction_on_a_board_of_a_game_that_is_gone_is_let_be() -> None:
    async with hall() as h, drawing(h) as reactions:
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        await h.playing()
        await h.clued()
        board = await h.drawn(11)
        await h.settled()
        await h.porter.purge(GuildId(f"discord:{h.guild.id}"))
        with capture_logs() as logs:
            for emoji in (ROW_EMOJI[1], COLUMN_EMOJI[1]):
                h.people[2].react(board, emoji)
                await h.settled()
        assert [log for log in logs if log["log_level"] in ("warning", "error")] == []
        assert not any(pick.put for pick in reactions._picks.values())
