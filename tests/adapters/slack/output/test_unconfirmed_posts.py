"""Tests of posts whose answers are lost: each message exists once where the bot can look for it."""

import json

from adapters.slack.output.sending import POST_EVENT
from tests.adapters.slack.hall import Workspace, workspace
from tests.loopback.slack import Seen
from tests.loopback.table import in_loop


def boards(it: Workspace, channel: str) -> list[Seen]:
    """Return the public messages with buttons in a channel."""
    return [one for one in it.server.messages_of(channel) if one.elements and not one.reader]


@in_loop
async def test_a_lobby_whose_answer_was_lost_stands_once() -> None:
    async with workspace(reads=True) as it:
        it.server.fail("chat.postMessage", "lost")
        await it.typed(it.people[0], "new")
        await it.onlooker.sees("Join", it.channel)
        await it.typed(it.people[1], "join")
        await it.onlooker.sees("Bob", it.channel)
        assert len(boards(it, it.channel)) == 1


@in_loop
async def test_a_board_of_a_new_turn_whose_answer_was_lost_is_found_and_the_old_one_shrinks() -> (
    None
):
    async with workspace(reads=True) as it:
        giver = it.due(await it.playing())
        it.server.fail("chat.postMessage", "lost")
        await it.typed(giver, "clue", "zebra", "2")
        guesser = it.due(await it.session())
        board = await guesser.sees(f"<@{guesser.id}>", it.channel)
        await guesser.press(board, "B2")
        marked = await guesser.sees("press it again", it.channel)
        assert [one.ts for one in boards(it, it.channel)] == [board.ts]
        await guesser.press(marked, "B2")
        if it.due(await it.session()) == guesser:
            await it.typed(guesser, "pass")
        giver = it.due(await it.session())
        assert (await giver.sees(f"<@{giver.id}>", it.channel)).ts > board.ts


@in_loop
async def test_pictures_of_a_board_that_was_found_are_deleted_with_the_next_one() -> None:
    async with workspace(reads=True) as it:
        giver = it.due(await it.playing())
        it.server.fail("chat.postMessage", "lost")
        await it.typed(giver, "clue", "zebra", "2")
        guesser = it.due(await it.session())
        board = await guesser.sees(f"<@{guesser.id}>", it.channel)
        (lost,) = [one["slack_file"]["id"] for one in board.blocks if "slack_file" in one]
        await guesser.press(board, "B2")
        await guesser.sees("press it again", it.channel)
        while lost in it.server.files:
            await it.server.changed()


@in_loop
async def test_a_key_card_whose_answer_was_lost_stands_once_without_further_scopes() -> None:
    async with workspace() as it:
        await it.typed(it.people[0], "new")
        await it.onlooker.sees("Join", it.channel)
        it.server.fail("chat.postMessage", "lost")
        await it.typed(it.people[0], "chair", "blue-spymaster")
        while not it.server.messages_of(it.people[0].direct):
            await it.server.changed()
        await it.typed(it.people[0], "start")
        await it.people[0].sees("Turn 1", it.people[0].direct)
        assert len(it.server.messages_of(it.people[0].direct)) == 1


@in_loop
async def test_where_the_channel_may_not_be_read_the_game_goes_on_in_a_second_message() -> None:
    async with workspace() as it:
        it.server.fail("chat.postMessage", "lost")
        await it.typed(it.people[0], "new")
        while len(boards(it, it.channel)) < 2:
            await it.server.changed()
        await it.typed(it.people[1], "join")
        joined = await it.onlooker.sees("Bob", it.channel)
        assert joined.ts == boards(it, it.channel)[-1].ts


@in_loop
async def test_a_board_that_stands_twice_shrinks_with_the_first_press_on_it() -> None:
    async with workspace() as it:
        it.server.fail("chat.postMessage", "lost")
        await it.typed(it.people[0], "new")
        while len(boards(it, it.channel)) < 2:
            await it.server.changed()
        first, second = boards(it, it.channel)
        await it.people[1].sees("Join", it.channel)
        await it.typed(it.people[2], "join")  # which the second one shows
        await it.onlooker.sees("Cat", it.channel)
        await it.people[1].press(first, "Join")
        await it.onlooker.sees("Bob", it.channel)
        while [one.ts for one in boards(it, it.channel)] != [second.ts]:
            await it.server.changed()
        assert "newer message" in it.server.message(it.channel, first.ts).words


@in_loop
async def test_the_metadata_of_messages_tells_nothing_of_the_game() -> None:
    async with workspace() as it:
        session = await it.playing()
        posts = [one for one in it.server.calls if one.method == "chat.postMessage"]
        for post in posts:
            about = post.sent["metadata"]
            told = json.loads(about) if isinstance(about, str) else about
            assert told["event_type"] == POST_EVENT
            (nonce,) = told["event_payload"].values()
            assert len(nonce) == 24
            assert session.game_id not in nonce
