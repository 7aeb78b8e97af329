"""Tests of cards that people pick by reactions on Slack."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapters.chat.reaction_picks import ReactionBoard, ordered_reactions
from adapters.slack.connection.pacing import PacedClient
from adapters.slack.connection.workspaces import OneWorkspace
from adapters.slack.ids import SlackHandle, room_of
from adapters.slack.input.reactions import ReactionMenus
from adapters.slack.limits import SLACK_EMOJI, SLACK_LIMITS
from adapters.slack.output.files import Files
from bot.games import MessageTarget
from bot.identity import GameId
from tests.adapters.slack.hall import Workspace, app_of, settings_of, settled, workspace
from tests.loopback.slack import Person, Seen
from tests.loopback.table import in_loop
from tests.services import at_work

CHECK = SLACK_EMOJI.check
OFFERED = (*SLACK_EMOJI.rows[:5], *SLACK_EMOJI.columns[:5], CHECK)


@asynccontextmanager
async def guessing(**options: Any) -> AsyncIterator[tuple[Workspace, Person, Seen]]:
    """Yield a workspace, the guesser whose turn it is, and the board."""
    async with workspace(**options) as it:
        giver = it.due(await it.playing())
        await it.typed(giver, "clue", "zebra", "2")
        guesser = it.due(await it.session())
        yield it, guesser, await guesser.sees(f"<@{guesser.id}>", it.channel)


async def react(person: Person, seen: Seen, emoji: Sequence[str]) -> None:
    """React to a message with several emoji, one after another."""
    for one in emoji:
        await person.react(one, seen)
        await settled()


async def take_away(person: Person, seen: Seen, emoji: str) -> None:
    """Remove a reaction from a message."""
    await person.unreact(emoji, seen)
    await settled()


def again(it: Workspace, seen: Seen) -> Seen:
    """Return the newest version of a message."""
    return it.server.message(seen.channel, seen.ts)


async def uncovered(it: Workspace) -> list[str]:
    """Return the places of the cards that are uncovered."""
    session = await it.session()
    look = await it.games.view(session.game_id)
    cells = [c for block in look.view.blocks for row in getattr(block, "cells", ()) for c in row]
    return [cell.place for cell in cells if not cell.choice]


async def marked(it: Workspace) -> list[str]:
    """Return the places of cards with a mark."""
    look = await it.games.view((await it.session()).game_id)
    cells = [c for block in look.view.blocks for row in getattr(block, "cells", ()) for c in row]
    return [cell.place for cell in cells if cell.marks]


@pytest.mark.sampled
@pytest.mark.parametrize("by_http", [False, True], ids=["socket", "http"])
@in_loop
async def test_a_row_and_a_column_mark_a_card_and_a_check_mark_takes_it(*, by_http: bool) -> None:
    async with guessing(by_http=by_http) as (it, guesser, board):
        await react(guesser, board, ("banana", "three"))
        assert (await marked(it), await uncovered(it)) == (["B3"], [])
        await react(guesser, board, (CHECK,))
        session: Any = await it.session()
        assert len(session.state.uncovered) == 1
        assert (await uncovered(it))[0:1] in (["B3"], ["A1"])


@in_loop
async def test_reactions_are_offered_after_the_first_one_and_say_what_they_mean() -> None:
    async with guessing() as (it, _, board):
        assert not again(it, board).reactions
        await react(it.onlooker, board, ("tada",))
        while set(again(it, board).reactions) != {"tada", *OFFERED}:
            await it.server.changed()
        assert [*again(it, board).reactions][1:] == [*OFFERED]
        shown = await it.onlooker.sees(":banana: B", it.channel)
        assert shown.ts == board.ts


@in_loop
async def test_reactions_to_a_board_that_was_replaced_are_given_up() -> None:
    async with guessing() as (it, _, board):
        game_view = await it.games.view((await it.session()).game_id)
        game_view = replace(game_view, settings=replace(game_view.settings, reactions=True))
        api = OneWorkspace(PacedClient(it.server.bot_token, it.server.api_url))
        await api.api.chat_postMessage(channel=it.channel, text="a newer board")
        newer = await it.onlooker.sees("a newer board", it.channel)
        menus = ReactionMenus(api, Files(api).begin)
        target = MessageTarget(game_view.game_id, room_of(it.server.team, it.channel))
        it.server.fail("reactions.add", slow=0.2)
        menus.drawn(target, game_view, SlackHandle(board.channel, board.ts, "-"))
        while not any(one.method == "reactions.add" for one in it.server.calls):
            await it.server.changed()
        menus.drawn(target, game_view, SlackHandle(newer.channel, newer.ts, "-"))
        while {*again(it, newer).reactions} != {*OFFERED}:
            await it.server.changed()
        assert [*again(it, board).reactions] == [*OFFERED[:1]]


@in_loop
async def test_reactions_that_failed_are_put_with_the_next_drawing() -> None:
    async with guessing() as (it, guesser, board):
        it.server.fail("reactions.add", "internal_error")
        await react(it.onlooker, board, ("tada",))
        while not any(one.method == "reactions.add" for one in it.server.calls):
            await it.server.changed()
        await react(guesser, board, ("banana", "three"))
        async with asyncio.timeout(10):
            while not {*OFFERED} <= {*again(it, board).reactions}:
                await it.server.changed()


@in_loop
async def test_reactions_of_others_take_no_card() -> None:
    async with guessing() as (it, _, board):
        await react(it.onlooker, board, ("apple", "one", CHECK))
        assert (await marked(it), await uncovered(it)) == ([], [])


@in_loop
async def test_a_check_mark_without_a_card_is_answered_to_the_person_alone() -> None:
    async with guessing() as (it, guesser, board):
        await react(guesser, board, ("apple", CHECK))
        told = await guesser.sees("don't name one card", it.channel)
        assert told.reader == guesser.id
        assert not await uncovered(it)


@in_loop
async def test_a_check_mark_that_is_put_again_counts_again() -> None:
    async with guessing() as (it, guesser, board):
        await react(guesser, board, ("apple", CHECK, "one"))
        await take_away(guesser, board, CHECK)
        assert not await uncovered(it)
        await react(guesser, board, (CHECK,))
        session: Any = await it.session()
        assert len(session.state.uncovered) == 1


@in_loop
async def test_the_row_that_came_last_counts() -> None:
    async with guessing() as (it, guesser, board):
        await react(guesser, board, ("apple", "elephant", "five"))
        assert await marked(it) == ["E5"]
        await take_away(guesser, board, "elephant")
        await react(guesser, board, ("two",))
        assert "A2" in await marked(it)


@in_loop
async def test_a_check_mark_that_slack_tells_of_twice_takes_one_card() -> None:
    async with guessing() as (it, guesser, board):
        await react(guesser, board, ("banana", "three"))
        it.server.redeliver_next()
        await react(guesser, board, (CHECK,))
        session: Any = await it.session()
        assert len(session.state.uncovered) == 1


@in_loop
async def test_after_a_restart_reactions_count_once_and_with_what_was_put_before(
    tmp_path: Path,
) -> None:
    async with guessing(url=f"sqlite:///{tmp_path}/games.db") as (it, guesser, board):
        await it.server.cut()
        await react(guesser, board, ("banana", "three"))
        await react(guesser, board, (CHECK,))
        taken: Any = (await it.session()).state
        assert len(taken.uncovered) == 1
        async with at_work(app_of(it.games, settings_of(it.server))):
            while it.server.connections < 3:
                await it.server.changed()
            await it.server.socket.event_again()
            assert (await it.session()).state == taken


@in_loop
async def test_a_half_made_pick_is_read_from_the_board_after_a_restart() -> None:
    async with guessing() as (it, guesser, board):
        events, it.server.events = it.server.events, frozenset()  # the bot does not get the event
        await react(guesser, board, ("banana",))
        it.server.events = events
        await react(guesser, board, ("three",))
        assert await marked(it) == ["B3"]


@in_loop
async def test_rows_whose_order_nobody_knows_take_no_card() -> None:
    async with guessing() as (it, guesser, board):
        events, it.server.events = it.server.events, frozenset()
        await react(guesser, board, ("banana", "dog"))
        it.server.events = events
        await react(guesser, board, ("three", CHECK))
        await guesser.sees("don't name one card", it.channel)
        await take_away(guesser, board, "dog")
        await take_away(guesser, board, CHECK)
        await react(guesser, board, (CHECK,))
        session: Any = await it.session()
        assert len(session.state.uncovered) == 1


@in_loop
async def test_where_slack_takes_no_more_reactions_the_game_goes_on() -> None:
    async with guessing() as (it, guesser, board):
        it.server.fail("reactions.add", "too_many_reactions")
        await react(guesser, board, ("banana", "three", CHECK))
        session: Any = await it.session()
        assert len(session.state.uncovered) == 1


@in_loop
async def test_reactions_of_bots_and_on_other_messages_do_nothing() -> None:
    async with guessing() as (it, guesser, board):
        said = await guesser.say("hello", it.channel)
        await react(guesser, said, ("apple", "one", CHECK))
        it.server.message(said.channel, said.ts)
        lobby = next(one for one in it.server.messages_of(it.channel) if one.ts < board.ts)
        await react(guesser, lobby, ("apple", "one", CHECK))
        assert not (await it.session()).lobby.settings.reactions
        assert not await uncovered(it)


@pytest.mark.parametrize(
    ("known", "found", "last", "order"),
    [
        ("", "", "a", "a"),
        ("a", "a", "1", "a1"),
        ("ab", "ab", "1", "ab1"),
        ("b", "ab", "1", "1"),
        ("", "ab1", "2", "12"),
        ("", "ab", "c", "abc"),
        ("ab1", "b1", "c", "b1c"),
        ("a", "a1", "✓", "1a✓"),
        ("a2", "a12", "✓", "a✓"),
    ],
)
def test_reactions_that_nobody_heard_of_have_no_order(
    known: str, found: str, last: str, order: str
) -> None:
    rows, columns = SLACK_EMOJI.rows, SLACK_EMOJI.columns
    names = {**dict(zip("abc", rows, strict=False)), **dict(zip("123", columns, strict=False))}
    names["✓"] = CHECK
    board = ReactionBoard(GameId("game"), 1, 5, 5, SLACK_LIMITS.reactions, names=SLACK_EMOJI)
    put = ordered_reactions(
        [names[one] for one in known], {names[one] for one in found}, names[last], board
    )
    assert put == tuple(names[one] for one in order)
