"""Reactions to boards that others have replaced, on the loopback Discord."""

import asyncio
from pathlib import Path

import pytest

from adapters.chat.reaction_picks import ROW_EMOJI
from adapters.discord.output.messages import Handle
from adapters.discord.reactions.catch_up import BoardVisitor
from bot.games import GameId, Games, MessageTarget, MessageTasks
from bot.store.connection import Store
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from tests.adapters.discord.hall import Hall, drawing, hall
from tests.adapters.discord.reactions.test_reactions import OFFERED, guessing
from tests.bot.games.parlour import ROOM, card
from tests.loopback.discord import Permission, Slow
from tests.loopback.table import in_loop
from tests.services import at_work

CLEAR = "DELETE /channels/{channel_id}/messages/{message_id}/reactions"
PUT = "PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me"


async def passed(h: Hall) -> None:
    """Guess a bystander, so that the next turn's board replaces this one."""
    session = await h.session()
    await h.due(session).slash("/guess", card=card(session, "bystander"))


@in_loop
async def test_a_board_that_has_shrunk_keeps_no_reactions_and_costs_one_request() -> None:
    async with guessing() as (h, guesser, board):
        guesser.react(board, ROW_EMOJI[1])
        h.onlooker.react(board, "🎉")
        await h.settled()
        await passed(h)
        await h.settled()
        left = h.onlooker.again(board)
        assert (left.buttons, left.reactions) == ((), {})
        assert h.server.api.requests[CLEAR] == 1
        assert not h.server.refusals


@in_loop
async def test_where_nothing_may_be_taken_away_a_shrunk_board_keeps_its_reactions() -> None:
    async with hall() as h, drawing(h):
        await h.playing()
        await h.clued()
        board = await h.drawn(OFFERED)
        await passed(h)
        await h.settled()
        left = h.onlooker.again(board)
        assert not left.buttons
        assert len(left.reactions) == OFFERED
        assert h.server.api.requests[CLEAR] == 0
        assert not h.server.refusals


@in_loop
async def test_reactions_that_are_still_being_offered_are_taken_away_after_the_last() -> None:
    async with hall() as h, drawing(h):
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        gate = asyncio.Event()
        h.server.faults.add(PUT, Slow(gate))
        await h.playing()
        await h.clued()
        board = await h.drawn(1)
        await passed(h)
        await h.server.until(lambda: h.board().id != board.id, 30, what="another board")
        await h.server.until(lambda: not h.onlooker.again(board).buttons, 30, what="a line")
        gate.set()
        await h.settled()
        assert h.onlooker.again(board).reactions == {}
        assert h.server.api.requests[CLEAR] == 1


@pytest.mark.slow
@in_loop
async def test_a_board_that_was_left_while_the_bot_was_away_keeps_no_reactions(
    tmp_path: Path,
) -> None:
    async with hall(url=f"sqlite:///{tmp_path}/games.db") as h:
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        async with drawing(h):
            await h.playing()
            await h.clued()
            board = await h.drawn(OFFERED)
            await h.settled()
        await passed(h)
        async with drawing(h):
            await h.settled()
            left = h.onlooker.again(board)
            assert (left.buttons, left.reactions) == ((), {})


@in_loop
async def test_a_message_is_visited_once_at_a_time_and_others_meanwhile() -> None:
    async with Store.open("sqlite://") as store:
        games = Games(store, Notifier(store, troubled=print))
        gate, other, begun = asyncio.Event(), asyncio.Event(), list[int]()

        async def visit(_spot: MessageTarget, shown: Handle) -> None:
            begun.append(shown.message)
            if shown.message == 2:
                other.set()
            await gate.wait()

        visits = BoardVisitor(MessageTasks(games, new_holder()), lambda _channel: 0, visit)
        spot = MessageTarget(GameId("game"), ROOM)
        for message in (1, 1, 2):
            visits.enqueue(spot, Handle(1, message, "-"))
        async with at_work(visits):
            await other.wait()
            assert begun == [1, 2]
            gate.set()
            await visits.wait_idle()
        assert begun == [1, 2, 1]
