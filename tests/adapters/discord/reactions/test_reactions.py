"""Cards that people pick by reactions, on the loopback Discord."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from adapters.chat.reaction_picks import (
    CHECK_EMOJI,
    COLUMN_EMOJI,
    ROW_EMOJI,
    ReactionBoard,
    reaction_board_of,
    read_reactions,
)
from adapters.discord.calls import LIMITS
from adapters.discord.output.messages import Handle
from bot.games.messages import MessageTarget, MessageTask, MessageTasks
from bot.identity import GameId
from bot.store.leases import new_holder
from tests.adapters.discord.hall import Hall, drawing, hall
from tests.bot.games.parlour import card, key
from tests.loopback.discord import Permission, Person, Seen
from tests.loopback.table import in_loop

OFFERED = 5 + 5 + 1


@asynccontextmanager
async def guessing() -> AsyncIterator[tuple[Hall, Person, Seen]]:
    """Yield a hall, the guesser whose turn it is, and the board with its reactions."""
    async with hall() as h, drawing(h):
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        await h.playing()
        session = await h.clued()
        yield h, h.due(session), await h.drawn(OFFERED)


async def marks(h: Hall) -> list[str]:
    """Return the places of cards with a mark."""
    session = await h.session()
    look = await h.games.view(session.game_id)
    cells = [
        cell for block in look.view.blocks for row in getattr(block, "cells", ()) for cell in row
    ]
    return [cell.place for cell in cells if cell.marks]


async def places(h: Hall) -> list[str]:
    """Return the places of the cards that are uncovered."""
    session = await h.session()
    words = {word for word, _ in key(session)}
    look = await h.games.view(session.game_id)
    cells = [c for block in look.view.blocks for row in getattr(block, "cells", ()) for c in row]
    return [cell.place for cell in cells if cell.label not in words]


def reacts(h: Hall, board: Seen, person: Person) -> list[str]:
    """Return a person's current reactions to a board."""
    left = h.onlooker.again(board).reactions
    return [emoji for emoji, users in left.items() if person.user.id in users]


def looked(h: Hall) -> int:
    """Return the number of times that the bot has fetched or deleted something."""
    asked = h.server.api.requests
    return sum(asked[route] for route in asked if route.startswith(("GET ", "DELETE ")))


async def covered(h: Hall) -> int:
    """Return the number of covered cards."""
    return len(key(await h.session()))


@in_loop
async def test_the_bot_offers_rows_columns_and_a_check_mark_in_order() -> None:
    async with guessing() as (_, _, board):
        assert tuple(board.reactions) == (*ROW_EMOJI[:5], *COLUMN_EMOJI[:5], CHECK_EMOJI)


@in_loop
async def test_a_row_and_a_column_mark_a_card_and_a_check_mark_takes_it() -> None:
    async with guessing() as (h, guesser, board):
        guesser.react(board, ROW_EMOJI[1])
        guesser.react(board, COLUMN_EMOJI[2])
        await h.settled()
        assert await marks(h) == ["B3"]
        assert await covered(h) == 25
        guesser.react(board, CHECK_EMOJI)
        await h.settled()
        assert await covered(h) == 24


@in_loop
async def test_a_pick_that_was_used_is_taken_away() -> None:
    async with guessing() as (h, guesser, board):
        for emoji in (ROW_EMOJI[0], COLUMN_EMOJI[0], CHECK_EMOJI):
            guesser.react(board, emoji)
        await h.settled()
        assert await covered(h) == 24
        left = h.onlooker.again(board).reactions
        assert all(guesser.user.id not in users for users in left.values())


@in_loop
async def test_the_row_that_came_last_counts() -> None:
    async with guessing() as (h, guesser, board):
        for emoji in (ROW_EMOJI[0], ROW_EMOJI[4], COLUMN_EMOJI[4]):
            guesser.react(board, emoji)
        await h.settled()
        assert await marks(h) == ["E5"]
        guesser.unreact(board, ROW_EMOJI[4])
        guesser.react(board, COLUMN_EMOJI[1])
        await h.settled()
        assert "A2" in await marks(h)


@in_loop
async def test_a_reaction_that_means_nothing_is_taken_away_and_changes_nothing() -> None:
    async with guessing() as (h, guesser, board):
        guesser.react(board, CHECK_EMOJI)
        h.onlooker.react(board, ROW_EMOJI[0])
        h.onlooker.react(board, COLUMN_EMOJI[0])
        h.onlooker.react(board, CHECK_EMOJI)
        guesser.react(board, "🎉")
        await h.settled()
        left = h.onlooker.again(board).reactions
        assert guesser.user.id not in left[CHECK_EMOJI]
        assert h.onlooker.user.id not in left[CHECK_EMOJI]
        assert left["🎉"] == (guesser.user.id,)
        assert await covered(h) == 25
        assert await marks(h) == []


@in_loop
async def test_where_nothing_may_be_taken_away_cards_are_picked_all_the_same() -> None:
    async with hall() as h, drawing(h):
        await h.playing()
        guesser = h.due(await h.clued())
        board = await h.drawn(OFFERED)
        for emoji in (ROW_EMOJI[2], COLUMN_EMOJI[2], CHECK_EMOJI):
            guesser.react(board, emoji)
        await h.settled()
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
        await h.settled()
        assert h.board().reactions == {}


@in_loop
async def test_a_pick_that_is_half_made_outlives_a_restart(tmp_path: Path) -> None:
    async with hall(url=f"sqlite:///{tmp_path}/games.db") as h:
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        async with drawing(h):
            await h.playing()
            guesser = h.due(await h.clued())
            board = await h.drawn(OFFERED)
            guesser.react(board, ROW_EMOJI[3])
            await h.settled()
        async with drawing(h):
            guesser.react(board, COLUMN_EMOJI[0])
            guesser.react(board, CHECK_EMOJI)
            await h.settled()
            assert await covered(h) == 24
            words = [word for word, _ in key(await h.session())]
            look = await h.games.view((await h.session()).game_id)
            cells = [c for b in look.view.blocks for r in getattr(b, "cells", ()) for c in r]
            assert [c.place for c in cells if c.label not in words] == ["D1"]


@in_loop
async def test_an_event_that_comes_twice_counts_once() -> None:
    async with guessing() as (h, guesser, board):
        guesser.react(board, ROW_EMOJI[1])
        guesser.react(board, COLUMN_EMOJI[2])
        h.server.hub.repeat("MESSAGE_REACTION_ADD")
        guesser.react(board, CHECK_EMOJI)
        await h.settled()
        assert await covered(h) == 24


@in_loop
async def test_other_peoples_messages_may_be_reacted_to() -> None:
    async with guessing() as (h, guesser, _):
        said = h.onlooker.say("who is next?")
        asked = looked(h)
        for emoji in (ROW_EMOJI[0], COLUMN_EMOJI[0], CHECK_EMOJI):
            guesser.react(said, emoji)
        await h.settled()
        assert looked(h) == asked
        assert await covered(h) == 25


@in_loop
async def test_rows_and_columns_leave_no_room_for_a_check_mark_on_the_largest_boards() -> None:
    async with hall() as h:
        for rows, cols, checked in ((4, 5, True), (9, 10, True), (10, 10, False)):
            await h.playing(rows=rows, cols=cols)
            session = await h.clued()
            board = reaction_board_of(await h.games.view(session.game_id), LIMITS.reactions)
            assert board is not None
            assert board.emoji[: rows + cols] == (*ROW_EMOJI[:rows], *COLUMN_EMOJI[:cols])
            assert (CHECK_EMOJI in board.emoji) is checked
            assert len(board.emoji) <= 20
            await h.people[0].slash("/codenames stop")


# While the bot heard nothing.


@asynccontextmanager
async def away(h: Hall) -> AsyncIterator[Seen]:
    """Yield a drawn board; inside the block no bot runs, and all events get lost."""
    async with drawing(h):
        await h.playing()
        await h.clued()
        board = await h.drawn(OFFERED)
    with deaf(h):
        yield board


@contextmanager
def deaf(h: Hall) -> Iterator[None]:
    """Drop every event inside the block."""
    h.server.hub.hold("MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE")
    yield
    h.server.hub.lose()


@in_loop
async def test_what_was_put_while_the_bot_was_away_is_done_once(tmp_path: Path) -> None:
    async with hall(url=f"sqlite:///{tmp_path}/games.db") as h:
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        async with away(h) as board:
            guesser = h.due(await h.session())
            for emoji in (ROW_EMOJI[2], COLUMN_EMOJI[3], CHECK_EMOJI):
                guesser.react(board, emoji)
            h.onlooker.react(board, ROW_EMOJI[0])
        async with drawing(h):
            await h.server.until(lambda: not reacts(h, board, guesser), 30, what="it is taken")
            await h.settled()
            assert await covered(h) == 24
            assert not reacts(h, board, h.onlooker)
        async with drawing(h):
            await h.settled()
            assert await covered(h) == 24


@in_loop
async def test_half_a_pick_that_was_put_while_the_bot_was_away_is_marked_and_goes_on(
    tmp_path: Path,
) -> None:
    async with hall(url=f"sqlite:///{tmp_path}/games.db") as h:
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        async with away(h) as board:
            guesser = h.due(await h.session())
            guesser.react(board, ROW_EMOJI[2])
            guesser.react(board, COLUMN_EMOJI[3])
        async with drawing(h):
            await h.server.until(lambda: "←" in h.board().text, 30, what="the card is marked")
            assert await marks(h) == ["C4"]
            guesser.react(board, CHECK_EMOJI)
            await h.settled()
            assert await covered(h) == 24


@in_loop
async def test_of_two_rows_put_while_the_bot_was_away_none_is_chosen(tmp_path: Path) -> None:
    async with hall(url=f"sqlite:///{tmp_path}/games.db") as h:
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        async with away(h) as board:
            guesser = h.due(await h.session())
            for emoji in (ROW_EMOJI[2], ROW_EMOJI[1], COLUMN_EMOJI[3], CHECK_EMOJI):
                guesser.react(board, emoji)
        async with drawing(h) as reactions:
            await reactions.visits.wait_idle()
            await h.settled()
            assert await covered(h) == 25
            assert await marks(h) == []
            assert reacts(h, board, guesser) == [COLUMN_EMOJI[3]]


@in_loop
async def test_a_check_mark_that_cannot_be_taken_away_takes_no_second_card(tmp_path: Path) -> None:
    async with hall(url=f"sqlite:///{tmp_path}/games.db") as h:
        async with drawing(h):
            await h.playing()
            guesser = h.due(await h.clued())
            board = await h.drawn(OFFERED)
            for emoji in (ROW_EMOJI[2], COLUMN_EMOJI[3], CHECK_EMOJI):
                guesser.react(board, emoji)
            await h.settled()
            left = await covered(h)
        with deaf(h):
            guesser.unreact(board, ROW_EMOJI[2])
            guesser.react(board, ROW_EMOJI[1])
        async with drawing(h) as reactions:
            await reactions.visits.wait_idle()
            await h.settled()
            assert await covered(h) == left == 24


@in_loop
async def test_reactions_that_a_crash_kept_from_being_offered_are_offered_later(
    tmp_path: Path,
) -> None:
    async with hall(url=f"sqlite:///{tmp_path}/games.db") as h:
        async with away(h) as board:
            gone = h.server.world.bot
            shown = board.channel.messages[board.id]
            for emoji in (*COLUMN_EMOJI[2:5], CHECK_EMOJI):
                h.server.service.reacting.remove(shown, gone, emoji)
        async with drawing(h):
            await h.drawn(OFFERED)
            assert {*h.onlooker.again(board).reactions} == {
                *ROW_EMOJI[:5],
                *COLUMN_EMOJI[:5],
                CHECK_EMOJI,
            }


@in_loop
async def test_a_new_session_reads_what_the_old_one_missed() -> None:
    async with guessing() as (h, guesser, board):
        guesser.react(board, ROW_EMOJI[1])
        await h.settled()
        with deaf(h):
            guesser.unreact(board, ROW_EMOJI[1])
            guesser.react(board, ROW_EMOJI[4])
            guesser.react(board, COLUMN_EMOJI[4])
            guesser.react(board, CHECK_EMOJI)
        h.server.hub.forget()
        await h.server.until(lambda: not reacts(h, board, guesser), 30, what="it is taken")
        await h.settled()
        assert await places(h) == ["E5"]


# Reactions that mean nothing.


async def claimed(drawings: MessageTasks, spot: MessageTarget) -> MessageTask:
    """Return the drawing of a spot, claimed once the hall's own screen has released it."""
    async with asyncio.timeout(30):
        while (found := await drawings.claim(spot)) is None:
            await asyncio.sleep(0.01)
    return found


@in_loop
async def test_what_is_put_on_an_older_board_does_nothing() -> None:
    async with guessing() as (h, guesser, board):
        session = await h.session()
        again = await h.post(session.game_id)  # as another process posts it
        drawings = MessageTasks(h.games, new_holder())
        drawing_now = await claimed(drawings, MessageTarget(session.game_id, h.room))
        await drawings.mark_shown(drawing_now, str(Handle(h.channel.id, again.id, "-")))
        for emoji in (ROW_EMOJI[1], COLUMN_EMOJI[1], CHECK_EMOJI):
            guesser.react(board, emoji)
        await h.settled()
        assert await covered(h) == 25
        assert await marks(h) == []
        for emoji in (ROW_EMOJI[1], COLUMN_EMOJI[1], CHECK_EMOJI):
            guesser.react(again, emoji)
        await h.settled()
        assert await places(h) == ["B2"]


@in_loop
async def test_out_of_turn_not_even_half_a_pick_stays() -> None:
    async with guessing() as (h, guesser, board):
        for person in (*h.people, h.onlooker):
            if person is not guesser:
                person.react(board, ROW_EMOJI[1])
        await h.settled()
        assert h.onlooker.again(board).reactions[ROW_EMOJI[1]] == (h.server.world.bot.id,)


@in_loop
async def test_an_outsider_changes_nothing_where_nothing_can_be_taken_away() -> None:
    async with hall() as h, drawing(h):
        await h.playing()
        await h.clued()
        board = await h.drawn(OFFERED)
        for emoji in (ROW_EMOJI[1], COLUMN_EMOJI[1], CHECK_EMOJI):
            h.onlooker.react(board, emoji)
        await h.settled()
        assert await covered(h) == 25
        assert await marks(h) == []


# Boards without room for a check mark.


@asynccontextmanager
async def vast() -> AsyncIterator[tuple[Hall, Person, Seen]]:
    """Yield a hall with a board of 10x10, the guesser whose turn it is, and the board."""
    async with hall() as h, drawing(h):
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        await h.playing(rows=10, cols=10)
        yield h, h.due(await h.clued()), await h.drawn(20)


CONFIRM = "Guess with my reactions"


@in_loop
async def test_on_the_largest_board_a_button_takes_what_reactions_point_at() -> None:
    async with vast() as (h, guesser, board):
        assert tuple(board.reactions) == (*ROW_EMOJI, *COLUMN_EMOJI)
        guesser.react(board, ROW_EMOJI[9])
        guesser.react(board, COLUMN_EMOJI[9])
        await h.settled()
        assert await marks(h) == ["J10"]
        assert await covered(h) == 100
        await guesser.press(h.onlooker.again(board), CONFIRM)
        await h.settled()
        assert await places(h) == ["J10"]
        assert reacts(h, board, guesser) == []


@in_loop
async def test_without_a_pick_the_button_says_what_to_do() -> None:
    async with vast() as (h, guesser, board):
        guesser.react(board, ROW_EMOJI[9])
        for person in (guesser, h.onlooker):
            answer = await person.press(board, CONFIRM)
            assert answer.ephemeral
            assert "Your reactions don't pick a card yet" in answer.text
        assert await covered(h) == 100


@in_loop
async def test_the_button_takes_a_pick_that_was_put_while_the_bot_was_away(tmp_path: Path) -> None:
    async with hall(url=f"sqlite:///{tmp_path}/games.db") as h:
        async with drawing(h):
            await h.playing(rows=10, cols=10)
            guesser = h.due(await h.clued())
            board = await h.drawn(20)
        with deaf(h):
            guesser.react(board, ROW_EMOJI[0])
            guesser.react(board, COLUMN_EMOJI[9])
        async with drawing(h):
            await guesser.press(h.onlooker.again(board), CONFIRM)
            await h.settled()
            assert await places(h) == ["A10"]


@in_loop
async def test_a_small_board_has_no_button_beside_its_check_mark() -> None:
    async with guessing() as (_, _, board):
        assert CONFIRM not in board.labels


@pytest.mark.parametrize(
    ("known", "found", "fresh", "mixed"),
    [
        ("", "A1", "A1", ""),
        ("A", "A1", "1", ""),
        ("A", "AB1", "B1", ""),
        ("", "AB1", "1", "AB"),
        ("A", "ABC", "", "BC"),
        ("A1", "1", "", ""),
        ("A1", "", "", ""),
    ],
)
def test_what_is_found_is_told_from_what_was_known(
    known: str, found: str, fresh: str, mixed: str
) -> None:
    emoji = {**{"ABC"[at]: ROW_EMOJI[at] for at in range(3)}, "1": COLUMN_EMOJI[0]}
    board = ReactionBoard(GameId("game"), 1, 5, 5, LIMITS.reactions)
    reading = read_reactions([emoji[one] for one in known], {emoji[one] for one in found}, board)
    assert reading.known == tuple(emoji[one] for one in known if one in found)
    assert reading.new == tuple(emoji[one] for one in fresh)
    assert reading.ambiguous == tuple(emoji[one] for one in mixed)


ANY_EMOJI = "\U0001f44d"


@pytest.mark.parametrize("emoji", [ROW_EMOJI[1], ANY_EMOJI])
def test_a_board_has_no_reactions_until_somebody_puts_the_first(emoji: str) -> None:
    @in_loop
    async def play() -> None:
        async with hall() as h, drawing(h):
            await h.playing()
            await h.clued()
            await h.settled()
            board = h.board()
            assert not board.reactions
            h.onlooker.react(board, emoji)
            await h.settled()
            assert {*ROW_EMOJI[:5], *COLUMN_EMOJI[:5], CHECK_EMOJI} <= {
                *h.onlooker.again(board).reactions
            }
            session = await h.session()
            await h.due(session).slash("/guess", card=card(session, "bystander"))
            await h.clued()
            await h.settled()
            assert h.board().id != board.id
            assert len(h.board().reactions) == OFFERED

    play()


@in_loop
async def test_the_first_reactions_mark_a_card_and_the_next_game_of_a_table_has_them() -> None:
    async with hall() as h, drawing(h):
        await h.playing()
        guesser = h.due(await h.clued())
        await h.settled()
        board = h.board()
        for emoji in (ROW_EMOJI[1], COLUMN_EMOJI[2]):
            guesser.react(board, emoji)
        await h.settled()
        assert await marks(h) == ["B3"]
        await h.people[0].slash("/codenames stop")
        await h.people[0].slash("/codenames rematch")
        assert (await h.session()).lobby.settings.reactions


@in_loop
async def test_a_reaction_to_what_is_no_board_brings_none() -> None:
    async with hall() as h, drawing(h):
        await h.people[0].slash("/codenames new")
        await h.settled()
        lobby = h.board()
        h.onlooker.react(lobby, ANY_EMOJI)
        h.onlooker.react(lobby, CHECK_EMOJI)
        await h.settled()
        assert len(h.onlooker.again(lobby).reactions) == 2
        assert not (await h.session()).lobby.settings.reactions


@in_loop
async def test_the_first_reaction_counts_also_on_a_board_that_another_process_drew() -> None:
    async with hall() as h:
        async with drawing(h):
            await h.playing()
            await h.clued()
            await h.settled()
            board = h.board()
        async with drawing(h):  # knows of no board
            await h.settled()
            h.client.reactions._boards.clear()
            h.onlooker.react(board, ANY_EMOJI)
            await h.settled()
            assert len(h.onlooker.again(board).reactions) == OFFERED + 1


@in_loop
async def test_on_a_board_that_needs_all_reactions_another_one_is_taken_away() -> None:
    async with hall() as h, drawing(h):
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        await h.playing(rows=9, cols=10)
        await h.clued()
        await h.settled()
        board = h.board()
        h.onlooker.react(board, ANY_EMOJI)
        await h.settled()
        offered = (*ROW_EMOJI[:9], *COLUMN_EMOJI, CHECK_EMOJI)
        assert {*h.onlooker.again(board).reactions} == {*offered}
        assert "Guess with my reactions" in [one.label for one in h.board().buttons]
