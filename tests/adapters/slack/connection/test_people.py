"""Tests of people who change, leave a workspace, are guests, or belong to another workspace."""

import pytest

from adapters.slack.connection.pacing import PacedClient
from adapters.slack.connection.payloads import People, SlackContext
from adapters.slack.connection.payloads import Person as Known
from adapters.slack.ids import room_of, user_of
from tests.adapters.slack.hall import Workspace, workspace
from tests.loopback.slack import Person
from tests.loopback.table import in_loop


async def seated(it: Workspace) -> list[str]:
    """Return the ids of the people in chairs."""
    return [one.user.id for one in (await it.session()).lobby.people if one.seat]


@pytest.mark.sampled
@pytest.mark.parametrize("by_http", [False, True], ids=["socket", "http"])
@in_loop
async def test_a_deactivated_persons_chair_is_freed_and_the_game_goes_on(*, by_http: bool) -> None:
    async with workspace(by_http=by_http) as it:
        await it.playing()
        bob = it.people[1]
        assert f"T0TEAM/{bob.id}" in await seated(it)
        await bob.change(deleted=True)
        await it.onlooker.sees("Bob", it.channel)
        assert f"T0TEAM/{bob.id}" not in await seated(it)
        assert len(await seated(it)) == 3


@in_loop
async def test_a_deactivated_host_hands_the_table_over() -> None:
    async with workspace() as it:
        ann, bob = it.people[:2]
        await it.typed(ann, "new")
        await it.typed(bob, "join")
        await it.onlooker.sees("Bob", it.channel)
        await ann.change(deleted=True)
        assert (await it.session()).lobby.host == user_of("T0TEAM", bob.id)


@in_loop
async def test_a_new_name_is_shown_at_the_next_act() -> None:
    async with workspace() as it:
        ann = it.people[0]
        await it.typed(ann, "new")
        await it.onlooker.sees("Ann", it.channel)
        await ann.change(name="Anna-Lena")
        await it.typed(ann, "chair", "blue-spymaster")
        await it.onlooker.sees("Anna-Lena", it.channel)


def stranger(it: Workspace) -> Person:
    """Return a person of another workspace who is in the channel."""
    return it.server.person("Zoe", stranger=True, is_admin=True)


@in_loop
async def test_a_person_of_another_workspace_plays_under_the_workspace_of_the_channel() -> None:
    async with workspace() as it:
        zoe = stranger(it)
        await it.typed(it.people[0], "new")
        await zoe.press(await zoe.sees("Join", it.channel), "Join")
        await it.onlooker.sees("Zoe", it.channel)
        me = f"<@{it.server.bot_user}>"
        await zoe.say(f"{me} chair blue-spymaster", it.channel)
        await it.typed(it.people[0], "start")
        await it.onlooker.sees("Turn 1", it.channel)
        people = {one.user.id: one for one in (await it.session()).lobby.people}
        assert people[f"T0TEAM/{zoe.id}"].seat == "blue-spymaster"
        assert await it.games.current(room_of("T0OTHER", it.channel)) is None


@in_loop
async def test_one_whom_no_direct_message_reaches_has_the_key_in_a_window() -> None:
    async with workspace() as it:
        ann, zoe = it.people[0], stranger(it)
        await it.typed(ann, "new", "solo:on")
        await it.onlooker.sees("Join", it.channel)
        await zoe.command("/codenames", "chair blue-spymaster", it.channel)
        await it.onlooker.sees("Zoe", it.channel)
        await it.typed(ann, "start")
        board = await it.onlooker.sees(f"<@{zoe.id}>", it.channel)
        await zoe.press(board, "My key")
        await zoe.modal("A1")
        await zoe.press(it.board(), "Give a clue")
        form = await zoe.modal("one word")
        assert await zoe.submit(form, {"one word": "zebra", "1 to 9": "2"}) == {}
        await it.onlooker.sees("zebra", it.channel)


@in_loop
async def test_only_managers_of_the_workspace_itself_manage_its_games() -> None:
    async with workspace() as it:
        zoe, boss = stranger(it), it.server.person("Boss", is_admin=True)
        guest = it.server.person("Guy", guest=True)
        people, client = People(), PacedClient(it.server.bot_token, it.server.api_url)
        asked = [SlackContext("T0TEAM", one.id, client) for one in (zoe, boss, guest)]
        known = [await people.person(one) for one in asked]
        assert known == [
            Known("Zoe", "en-US"),
            Known("Boss", "en-US", manages=True),
            Known("Guy", "en-US"),
        ]


@in_loop
async def test_a_guest_takes_a_chair_like_anybody() -> None:
    async with workspace() as it:
        guest = it.server.person("Guy", guest=True)
        await it.typed(guest, "new")
        await it.onlooker.sees("Guy", it.channel)
        assert f"T0TEAM/{guest.id}" in [one.user.id for one in (await it.session()).lobby.members]
