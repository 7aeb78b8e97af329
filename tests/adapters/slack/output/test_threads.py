"""Tests of games in threads of their own on Slack."""

from typing import Any

import pytest

from tests.adapters.discord.hall import SEATS
from tests.adapters.slack.hall import Workspace, workspace
from tests.loopback.slack import Seen
from tests.loopback.table import in_loop

IN_THREAD = "in the thread of this message"


async def seated(it: Workspace) -> Seen:
    """Return the lobby of a game with a thread of its own and four people at the table."""
    ann = it.people[0]
    await it.typed(ann, "new")
    lobby = await it.onlooker.sees("Join", it.channel)
    await it.typed(ann, "settings thread on")
    for person, seat in zip(it.people, SEATS, strict=True):
        await it.typed(person, "chair", seat)
        await person.sees(f"{person.name} ", it.channel)
    return lobby


async def threaded(it: Workspace) -> Seen:
    """Return the first message of a game with a thread of its own, once it has begun."""
    lobby = await seated(it)
    await it.typed(it.people[0], "start")
    board = await it.onlooker.sees("Turn 1", it.channel)
    assert board.thread == lobby.ts
    return await it.onlooker.sees(IN_THREAD, it.channel)


def private(it: Workspace) -> list[Seen]:
    """Return the private messages in the channel."""
    return [one for one in it.server.messages_of(it.channel) if one.reader]


async def clued(it: Workspace) -> None:
    """Give a clue by a command in the channel."""
    await it.typed(it.due(await it.session()), "clue", "zebra", "2")
    await it.onlooker.sees("zebra", it.channel)


async def guesses(it: Workspace) -> int:
    """Return the number of uncovered cards."""
    state: Any = (await it.session()).state
    return len(state.uncovered)


@pytest.mark.sampled
@pytest.mark.parametrize("by_http", [False, True])
@in_loop
async def test_a_game_is_played_in_the_thread_of_its_lobby(*, by_http: bool) -> None:
    async with workspace(by_http=by_http) as it:
        lobby = await threaded(it)
        assert not lobby.elements
        await clued(it)
        board = it.board()
        guesser = it.due(await it.session())
        assert board.thread == lobby.ts
        await guesser.press(board, "B2")
        await guesser.press(await guesser.sees("press it again", it.channel), "B2")
        assert await guesses(it) == 1
        shown = [one for one in it.server.messages_of(it.channel) if not (one.thread or one.reader)]
        assert [one.ts for one in shown] == [lobby.ts]


@in_loop
async def test_a_game_whose_first_turn_is_a_bots_begins_in_its_thread() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await it.typed(ann, "new")
        lobby = await it.onlooker.sees("Join", it.channel)
        await it.typed(ann, "settings thread on")
        await it.typed(ann, "start")
        board = await it.onlooker.sees("is waiting for a clue", it.channel)
        assert board.thread == lobby.ts


@in_loop
async def test_a_mention_in_the_thread_is_of_its_game_though_the_channel_has_another() -> None:
    async with workspace() as it:
        lobby = await threaded(it)
        await clued(it)
        first = await it.session()
        guesser = it.due(first)
        await it.onlooker.command("/hangman", "new length:5", it.channel)
        assert (await it.session()).game_id != first.game_id
        await guesser.say(f"<@{it.server.bot_user}> B2", it.channel, lobby.ts)
        state: Any = (await it.games.session(first.game_id)).state
        assert len(state.uncovered) == 1


@in_loop
async def test_a_line_in_the_thread_counts_from_those_who_are_to_act() -> None:
    async with workspace(reads=True) as it:
        lobby = await threaded(it)
        giver = it.due(await it.session())
        await giver.say("zebra 2", it.channel, lobby.ts)
        await it.onlooker.sees("zebra", it.channel)
        guesser, told = it.due(await it.session()), private(it)
        await it.onlooker.say("B2", it.channel, lobby.ts)
        await guesser.say("what do you think?", it.channel, lobby.ts)
        await guesser.say("B2", it.channel)
        assert await guesses(it) == 0
        await guesser.say("B2", it.channel, lobby.ts)
        assert await guesses(it) == 1
        assert private(it) == told


@in_loop
async def test_a_line_below_a_board_counts_and_below_other_messages_it_is_talk() -> None:
    async with workspace(reads=True) as it:
        await it.playing()
        await clued(it)
        guesser, told = it.due(await it.session()), private(it)
        said = await it.onlooker.say("hello", it.channel)
        await guesser.say("B2", it.channel, said.ts)
        board = it.board()
        await guesser.say("B2, I think", it.channel, board.ts)
        await it.onlooker.say("B2", it.channel, board.ts)
        assert await guesses(it) == 0
        await guesser.say("B2", it.channel, board.ts)
        assert await guesses(it) == 1
        assert private(it) == told


@in_loop
async def test_a_line_that_mentions_the_bot_counts_once() -> None:
    async with workspace(reads=True) as it:
        lobby = await threaded(it)
        await clued(it)
        guesser = it.due(await it.session())
        await guesser.say(f"<@{it.server.bot_user}> guess nosuchcard", it.channel, lobby.ts)
        await guesser.say(f"<@{it.server.bot_user}> B2", it.channel, lobby.ts)
        assert await guesses(it) == 1
        refusals = [one for one in private(it) if "nosuchcard" in one.words]
        assert [(one.reader, one.thread) for one in refusals] == [(guesser.id, lobby.ts)]


@in_loop
async def test_a_slip_in_the_thread_is_corrected_for_those_who_are_to_act() -> None:
    async with workspace(reads=True) as it:
        lobby = await threaded(it)
        await clued(it)
        guesser = it.due(await it.session())
        for person in (guesser, *it.people):
            await person.say("gess B2", it.channel, lobby.ts)
        await guesser.say("guess B2", it.channel, lobby.ts)
        assert await guesses(it) == 1
        assert [one.reader for one in private(it) if "gess" in one.words] == [guesser.id]


@in_loop
async def test_a_mention_in_another_thread_is_of_the_game_of_the_channel() -> None:
    async with workspace() as it:
        await it.playing()
        await clued(it)
        said = await it.onlooker.say("hello", it.channel)
        guesser = it.due(await it.session())
        await guesser.say(f"<@{it.server.bot_user}> B2", it.channel, said.ts)
        assert await guesses(it) == 1


@in_loop
async def test_a_game_without_a_lobby_has_a_line_for_its_thread() -> None:
    async with workspace() as it:
        ann = it.server.person("Boss", is_admin=True)
        await ann.command("/spyring", "admin threads on", it.channel)
        await ann.command("/hangman", "new length:5", it.channel)
        line = await it.onlooker.sees(IN_THREAD, it.channel)
        board = await it.onlooker.sees("Guessed: nothing yet", it.channel)
        assert (board.thread, line.thread) == (line.ts, "")
        await it.onlooker.press(board, "E")
        await it.onlooker.sees("is it E?", it.channel)


@in_loop
async def test_where_nothing_can_be_posted_in_the_thread_the_game_goes_on_in_the_channel() -> None:
    async with workspace() as it:
        await threaded(it)
        it.server.fail("chat.postMessage", "restricted_action_thread_locked")
        await clued(it)
        board = await it.onlooker.sees("can't write in this game's thread", it.channel)
        assert not board.thread
        guesser = it.due(await it.session())
        await guesser.press(it.board(), "B2")
        await guesser.sees("press it again", it.channel)


@in_loop
async def test_where_the_lobby_was_deleted_the_game_goes_on() -> None:
    async with workspace() as it:
        it.server.delete(await seated(it))
        await it.typed(it.people[0], "start")
        board = await it.onlooker.sees("Turn 1", it.channel)
        # A lobby that is drawn meanwhile gets a new post with the thread.
        assert not board.thread or it.server.message(it.channel, board.thread)
        await clued(it)


@in_loop
async def test_a_board_in_a_thread_whose_answer_was_lost_stands_once() -> None:
    async with workspace(reads=True) as it:
        lobby = await threaded(it)
        it.server.fail("chat.postMessage", "lost")
        await clued(it)
        guesser = it.due(await it.session())
        await guesser.press(it.board(), "B2")
        await guesser.sees("press it again", it.channel)
        boards = [one for one in it.server.messages_of(it.channel) if one.elements]
        assert [one.thread for one in boards] == [lobby.ts]


@in_loop
async def test_what_is_told_to_one_person_in_the_thread_stands_there() -> None:
    async with workspace() as it:
        lobby = await threaded(it)
        board = it.board()
        guesser = it.people[1]
        await guesser.press(board, "My key")
        refused = await guesser.sees("have a key", it.channel)
        assert (refused.reader, refused.thread) == (guesser.id, lobby.ts)


@in_loop
async def test_cards_are_picked_by_reactions_in_a_thread() -> None:
    async with workspace() as it:
        await threaded(it)
        await clued(it)
        guesser = it.due(await it.session())
        board = await guesser.sees(f"<@{guesser.id}>", it.channel)
        for emoji in ("banana", "two", "white_check_mark"):
            await guesser.react(emoji, board)
        assert await guesses(it) == 1
