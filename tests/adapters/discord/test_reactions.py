"""Cards picked by reactions, against a Discord of our own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from adapters.discord.reactions import CHECK, COLUMNS, ROWS, board_of
from tests.adapters.discord.hall import Hall, drawing, hall
from tests.bot.games.parlour import key
from tests.loopback.discord import Permission, Person, Seen
from tests.loopback.table import in_loop

OFFERED = 5 + 5 + 1


@asynccontextmanager
async def guessing() -> AsyncIterator[tuple[Hall, Person, Seen]]:
    """Yield a hall, who is to guess, and the board with its reactions."""
    async with hall() as h, drawing(h):
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        await h.playing()
        session = await h.clued()
        yield h, h.due(session), await h.drawn(OFFERED)


async def marks(h: Hall) -> list[str]:
    """Return the places that somebody points at."""
    session = await h.session()
    look = await h.games.look(session.game_id)
    cells = [
        cell for block in look.view.blocks for row in getattr(block, "cells", ()) for cell in row
    ]
    return [cell.place for cell in cells if cell.marks]


def looked(h: Hall) -> int:
    """Return how often the bot has fetched something, or taken something away."""
    asked = h.server.api.requests
    return sum(asked[route] for route in asked if route.startswith(("GET ", "DELETE ")))


async def covered(h: Hall) -> int:
    """Return how many cards are covered."""
    return len(key(await h.session()))


@in_loop
async def test_the_bot_offers_rows_columns_and_a_check_mark_in_order() -> None:
    async with guessing() as (_, _, board):
        assert tuple(board.reactions) == (*ROWS[:5], *COLUMNS[:5], CHECK)


@in_loop
async def test_a_row_and_a_column_mark_a_card_and_a_check_mark_takes_it() -> None:
    async with guessing() as (h, guesser, board):
        guesser.react(board, ROWS[1])
        guesser.react(board, COLUMNS[2])
        await h.server.quiet()
        assert await marks(h) == ["B3"]
        assert await covered(h) == 25
        guesser.react(board, CHECK)
        await h.server.quiet()
        assert await covered(h) == 24


@in_loop
async def test_a_pick_that_was_used_is_taken_away() -> None:
    async with guessing() as (h, guesser, board):
        for emoji in (ROWS[0], COLUMNS[0], CHECK):
            guesser.react(board, emoji)
        await h.server.quiet()
        assert await covered(h) == 24
        left = h.onlooker.again(board).reactions
        assert all(guesser.user.id not in users for users in left.values())


@in_loop
async def test_the_row_that_came_last_counts() -> None:
    async with guessing() as (h, guesser, board):
        for emoji in (ROWS[0], ROWS[4], COLUMNS[4]):
            guesser.react(board, emoji)
        await h.server.quiet()
        assert await marks(h) == ["E5"]
        guesser.unreact(board, ROWS[4])
        guesser.react(board, COLUMNS[1])
        await h.server.quiet()
        assert "A2" in await marks(h)


@in_loop
async def test_a_reaction_that_means_nothing_is_taken_away_and_changes_nothing() -> None:
    async with guessing() as (h, guesser, board):
        guesser.react(board, CHECK)
        h.onlooker.react(board, ROWS[0])
        h.onlooker.react(board, COLUMNS[0])
        h.onlooker.react(board, CHECK)
        guesser.react(board, "🎉")
        await h.server.quiet()
        left = h.onlooker.again(board).reactions
        assert guesser.user.id not in left[CHECK]
        assert h.onlooker.user.id not in left[CHECK]
        assert left["🎉"] == (guesser.user.id,)
        assert await covered(h) == 25
        assert await marks(h) == []


@in_loop
async def test_where_nothing_may_be_taken_away_cards_are_picked_all_the_same() -> None:
    async with hall() as h, drawing(h):
        await h.playing()
        guesser = h.due(await h.clued())
        board = await h.drawn(OFFERED)
        for emoji in (ROWS[2], COLUMNS[2], CHECK):
            guesser.react(board, emoji)
        await h.server.quiet()
        assert await covered(h) == 24
        assert len([one for one in h.server.refusals if "reactions" in str(one)]) <= 1


@in_loop
async def test_where_reactions_are_not_permitted_buttons_remain() -> None:
    async with hall() as h, drawing(h):
        h.server.permit(h.channel, deny=Permission.ADD_REACTIONS)
        await h.playing()
        await h.clued()

        def there() -> bool:
            return any(label.startswith("B3 ") for one in h.onlooker.sees() for label in one.labels)

        await h.server.until(there, 30, what="a board with buttons")
        await h.server.quiet()
        assert h.board().reactions == {}


@in_loop
async def test_a_pick_that_is_half_made_outlives_a_restart() -> None:
    async with hall() as h:
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        async with drawing(h):
            await h.playing()
            guesser = h.due(await h.clued())
            board = await h.drawn(OFFERED)
            guesser.react(board, ROWS[3])
            await h.server.quiet()
        async with drawing(h):
            guesser.react(board, COLUMNS[0])
            guesser.react(board, CHECK)
            await h.server.quiet()
            assert await covered(h) == 24
            words = [word for word, _ in key(await h.session())]
            look = await h.games.look((await h.session()).game_id)
            cells = [c for b in look.view.blocks for r in getattr(b, "cells", ()) for c in r]
            assert [c.place for c in cells if c.label not in words] == ["D1"]


@in_loop
async def test_an_event_that_comes_twice_counts_once() -> None:
    async with guessing() as (h, guesser, board):
        guesser.react(board, ROWS[1])
        guesser.react(board, COLUMNS[2])
        h.server.hub.repeat("MESSAGE_REACTION_ADD")
        guesser.react(board, CHECK)
        await h.server.quiet()
        assert await covered(h) == 24


@in_loop
async def test_other_peoples_messages_may_be_reacted_to() -> None:
    async with guessing() as (h, guesser, _):
        said = h.onlooker.say("who is next?")
        asked = looked(h)
        for emoji in (ROWS[0], COLUMNS[0], CHECK):
            guesser.react(said, emoji)
        await h.server.quiet()
        assert looked(h) == asked
        assert await covered(h) == 25


@in_loop
async def test_boards_with_too_many_rows_and_columns_offer_no_reactions() -> None:
    async with hall() as h:
        for rows, cols, offered in ((4, 5, True), (9, 10, True), (10, 10, False)):
            await h.playing(rows=rows, cols=cols)
            session = await h.clued()
            board = board_of(await h.games.look(session.game_id))
            assert (board is not None) is offered
            assert board is None or len(board.emoji) == rows + cols + 1 <= 20
            await h.people[0].slash("/codenames stop")
