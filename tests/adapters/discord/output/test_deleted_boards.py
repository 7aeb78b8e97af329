"""Boards that are deleted, on the loopback Discord."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from structlog.testing import capture_logs

from adapters.discord.output.messages import REPOST_AFTER
from tests.adapters.discord.hall import Hall, drawing, hall
from tests.adapters.discord.test_threads import scene
from tests.bot.games.parlour import card, key
from tests.loopback.discord import Seen
from tests.loopback.table import in_loop

POST = "POST /channels/{channel_id}/messages"


@dataclass
class Watch:
    """A clock that a test moves."""

    time: float = 0.0

    def __call__(self) -> float:
        return self.time


@asynccontextmanager
async def watched() -> AsyncIterator[tuple[Hall, Watch]]:
    """Yield a hall whose boards are drawn, and the clock of its repairs."""
    async with hall() as h, drawing(h):
        h.client.deleted_boards.now = watch = Watch()
        yield h, watch


def shown(h: Hall) -> list[Seen]:
    """Return the public messages of the channel."""
    return [one for one in h.onlooker.sees() if not one.ephemeral]


async def clued(h: Hall) -> Seen:
    """Return the board of a guesser's turn."""
    await h.playing()
    await h.clued()
    await h.settled()
    return h.board()


@in_loop
async def test_a_board_that_is_deleted_comes_back_with_all_that_it_showed() -> None:
    async with watched() as (h, _):
        board = await clued(h)
        h.server.erase(board)
        await h.settled()
        again = h.board()
        assert again.id != board.id
        assert (again.text, again.labels, again.pings) == (board.text, board.labels, board.pings)
        assert set(h.onlooker.again(again).reactions) == set(board.reactions)
        guesser = h.due(await h.session())
        await guesser.press(again, next(one for one in again.labels if one.startswith("B3 ")))
        await h.settled()
        assert h.board().id == again.id
        assert f"← {guesser.name}" in h.onlooker.again(again).text


@in_loop
async def test_a_lobby_that_is_deleted_comes_back() -> None:
    async with watched() as (h, _):
        await h.people[0].slash("/codenames new")
        await h.settled()
        lobby = h.board()
        h.server.erase(lobby)
        await h.settled()
        assert h.board().id != lobby.id
        assert h.board().text == lobby.text


@in_loop
async def test_when_a_channel_is_swept_one_board_comes_back() -> None:
    async with watched() as (h, _):
        await clued(h)
        swept = shown(h)
        assert len(swept) > 1
        h.server.erase(*swept)
        await h.settled()
        (board,) = shown(h)
        assert board.text == swept[-1].text


@in_loop
async def test_what_is_left_of_older_boards_stays_away() -> None:
    async with watched() as (h, _):
        board = await clued(h)
        posted = h.server.api.requests[POST]
        said = h.onlooker.say("who is next?")
        for old in (one for one in shown(h) if one.id != board.id):
            h.server.erase(old)
        await h.settled()
        assert h.server.api.requests[POST] == posted
        assert [one.id for one in shown(h)] == [board.id]
        assert said.id != board.id


@in_loop
async def test_who_deletes_a_board_again_and_again_is_not_fought() -> None:
    async with watched() as (h, watch):
        h.server.erase(await clued(h))
        await h.settled()
        posted = h.server.api.requests[POST]
        h.server.erase(h.board())
        await h.settled()
        assert h.server.api.requests[POST] == posted
        session = await h.session()
        await h.due(session).slash("/codenames mark", card=key(session)[0][0])
        await h.settled()
        changed = h.board()
        assert key(session)[0][0] in changed.text
        watch.time += REPOST_AFTER
        h.server.erase(changed)
        await h.settled()
        assert h.board().id != changed.id
        assert h.board().text == changed.text


@in_loop
async def test_a_lobby_that_stayed_away_comes_back_for_who_opens_a_game_there() -> None:
    async with watched() as (h, _):
        ann, bob, *_ = h.people
        await ann.slash("/codenames new")
        await h.settled()
        lobby = h.board()
        for _ in range(2):
            h.server.erase(h.board())
            await h.settled()
        assert shown(h) == []
        refused = await bob.slash("/hangman new")
        await h.settled()
        assert "still under way" in refused.text
        assert h.board().text == lobby.text
        posted = h.server.api.requests[POST]
        await bob.slash("/hangman new")
        await h.settled()
        assert h.server.api.requests[POST] == posted


@in_loop
async def test_a_board_whose_game_is_over_stays_away() -> None:
    async with watched() as (h, _):
        await clued(h)
        session = await h.session()
        await h.due(session).slash("/guess", card=card(session, "assassin"))
        await h.settled()
        last = h.board()
        h.server.erase(last)
        await h.settled()
        assert last.id not in [one.id for one in shown(h)]


@in_loop
async def test_a_board_that_is_deleted_in_a_thread_comes_back_there() -> None:
    async with scene() as it:
        h = it.hall
        await it.playing()
        board = it.board(it.thread)
        h.server.erase(board)
        await h.server.until(lambda: it.boards(it.thread), 30, what="the board")
        assert it.board(it.thread).text == board.text
        assert it.boards(it.channel) == 0


@in_loop
async def test_what_the_database_fails_to_tell_of_a_loss_operators_are_told() -> None:
    async with watched() as (h, _):
        board = await clued(h)
        await h.games.store.close()
        with capture_logs() as logged:
            h.server.erase(board)
            await h.settled()
        assert "loss-not-heard" in [one["event"] for one in logged]
