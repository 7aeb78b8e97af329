"""Tests of the Home tab: the viewer's games, rating, data and help."""

import asyncio

from adapters.slack.ids import user_of
from tests.adapters.slack.hall import Workspace, settled, workspace
from tests.loopback.table import in_loop


@in_loop
async def test_a_newcomer_reads_how_to_start_and_all_that_is_offered() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await ann.open_home()
        home = await ann.home("/codenames new")
        for words in ("Your games", "Profile of Ann", "Leaderboard", "/spyring privacy"):
            assert words in home.words


@in_loop
async def test_games_are_listed_with_whose_turn_it_is_and_the_key() -> None:
    async with workspace() as it:
        await it.playing()
        due = it.due(await it.session())
        others = [one for one in it.people if one is not due]
        await due.open_home()
        home = await due.home("It's your turn")
        await due.press(home, "My key")
        assert "A1 " in (await due.modal("A1")).words
        await others[0].open_home()
        assert "It's your turn" not in (await others[0].home("Turn 1")).words


@in_loop
async def test_a_guesser_has_no_key_there_and_a_stranger_no_game() -> None:
    async with workspace() as it:
        await it.playing()
        guesser = it.people[1]
        await guesser.open_home()
        assert "My key" not in (await guesser.home("Turn 1")).labels
        await it.onlooker.open_home()
        await it.onlooker.home("You aren't in a game")


@in_loop
async def test_data_are_deleted_from_there_after_a_question() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await it.typed(ann, "new")
        await it.onlooker.sees("Join", it.channel)
        await ann.open_home()
        home = await ann.home("Your stored data")
        await ann.press(home, "Get my data")
        async with asyncio.timeout(10):
            while ann.direct not in [one.sent.get("channel_id") for one in it.server.calls]:
                await it.server.changed()
        await ann.press(home, "Delete my data")
        question = await ann.modal("delete")
        (label,) = question.labels
        await ann.press(question, label)
        async with asyncio.timeout(10):
            while await it.services.games_of(user_of(it.server.team, ann.id)):
                await asyncio.sleep(0.01)


@in_loop
async def test_an_opening_counts_as_a_line_and_the_limit_is_told_once_a_minute() -> None:
    async with workspace() as it:
        it.games.lines.most = 2
        ann, bob = it.people[:2]
        for number in range(5):
            await ann.open_home()
            await settled()
            await ann.home("Your games" if number < 2 else "within a minute")
        await bob.open_home()
        await bob.home("Your games")
        assert shown_to(it, ann.id) == 3


@in_loop
async def test_the_home_of_a_person_who_opens_it_often_is_drawn_one_at_a_time() -> None:
    async with workspace() as it:
        ann, bob = it.people[:2]
        it.server.fail("views.publish", slow=1)
        await asyncio.gather(*(ann.open_home() for _ in range(20)))
        await bob.open_home()
        await bob.home("Your games")
        async with asyncio.timeout(10):
            while shown_to(it, ann.id) < 2:
                await it.server.changed()
        assert shown_to(it, ann.id) < 10


def shown_to(it: Workspace, user: str) -> int:
    """Return the number of times that a person's Home was drawn."""
    called = [one for one in it.server.calls if one.method == "views.publish"]
    return sum(one.sent["user_id"] == user for one in called)
