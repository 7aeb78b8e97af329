"""A stop that loses the game asks for confirmation once, on the loopback Discord."""

from bot.lobby.model import Status
from tests.adapters.discord.hall import drawing, hall
from tests.loopback.table import in_loop


@in_loop
async def test_who_stops_while_their_team_is_guessing_is_told_that_it_loses() -> None:
    async with hall() as h, drawing(h):
        await h.playing()
        await h.people[0].slash("/codenames settings", setting="stop", value="anyone")
        session = await h.clued()
        giver = h.people[0 if session.state.turns[-1].team.value == "blue" else 2]
        asked = await giver.slash("/codenames stop")
        assert asked.ephemeral
        assert "if you stop the game now, your team loses it" in asked.text
        assert (await h.session()).lobby.status is Status.RUNNING
        assert asked.message is not None
        await giver.press(asked.message, "Do it anyway")
        await h.settled()
        assert (await h.session()).lobby.status is Status.STOPPED
        assert f"{giver.name} stopped this game before its end" in h.board().text
        assert "That counts as a loss for the" in h.board().text


@in_loop
async def test_a_stop_that_loses_nothing_is_done_at_once() -> None:
    async with hall() as h, drawing(h):
        await h.playing()
        await h.people[0].slash("/codenames stop")
        assert (await h.session()).lobby.status is Status.STOPPED
        await h.settled()
        assert "counts as a loss" not in h.onlooker.transcript()
