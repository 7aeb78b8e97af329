"""Tests of one table on Discord and on Slack: each sees it in its own form."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from adapters.slack.connection.scopes import SCOPES
from core.rules import Seat
from tests.adapters.discord.hall import Hall, drawing, hall
from tests.adapters.slack.hall import Workspace, app_of, furnished, settings_of
from tests.bot.games.parlour import card
from tests.loopback.discord import Permission
from tests.loopback.discord.flag import InteractionKind
from tests.loopback.slack import Seen, SlackServer
from tests.loopback.table import in_loop
from tests.services import at_work
from tools.make_slack_manifest import EVENTS


@dataclass(frozen=True, slots=True)
class Shared:
    """A table on both platforms: Ann and Bob are Blue on Discord, Cat and Dan Red on Slack."""

    discord: Hall
    slack: Workspace

    async def code(self) -> str:
        """Return the code that the settings of the table show on Discord."""
        name = str((await self.discord.session()).game_id)
        await self.discord.settled()
        shown = await self.discord.people[0].press(self.discord.board(), "Settings")
        assert f"/codenames join {name}" in str(shown.message)
        return name

    async def seated(self) -> None:
        """Open the table on Discord, and add it to Slack."""
        ann, bob = self.discord.people[:2]
        await ann.slash("/codenames new")
        code = await self.code()
        await ann.slash("/codenames chair", seat="blue-spymaster")
        await bob.slash("/codenames chair", seat="blue-guesser")
        cat, dan = self.slack.people[2:]
        await self.slack.typed(cat, "join", code.upper())
        await self.slack.onlooker.sees("Join", self.slack.channel)
        await self.slack.typed(cat, "chair", "red-spymaster")
        await self.slack.typed(dan, "chair", "red-guesser")
        await self.slack.onlooker.sees("Dan", self.slack.channel)


@asynccontextmanager
async def shared() -> AsyncIterator[Shared]:
    async with hall() as h, drawing(h), SlackServer(SCOPES, EVENTS) as server:
        app = app_of(h.games, settings_of(server))
        async with at_work(app):
            await server.connected()
            yield Shared(h, furnished(server, app))
        assert server.violations == []


@in_loop
async def test_a_game_is_played_from_both_platforms() -> None:
    async with shared() as it:
        await it.seated()
        ann, bob = it.discord.people[:2]
        cat, dan = it.slack.people[2:]
        await ann.slash("/codenames start")
        for word in ("zebra", "quartz"):
            (seat,) = (await _due(it)) & {Seat("blue-spymaster"), Seat("red-spymaster")}
            if seat == "blue-spymaster":
                await ann.slash("/clue", word=word, number="1")
            else:
                await it.slack.typed(cat, "clue", word, "1")
            await it.slack.onlooker.sees(word, it.slack.channel)
            await it.discord.settled()
            assert word in str(it.discord.board())
            (seat,) = await _due(it)
            if seat == "blue-guesser":
                await bob.slash("/guess", card=card(await it.discord.session(), "blue"))
                await bob.slash("/codenames pass")
            else:
                await it.slack.typed(dan, "guess", card(await it.discord.session(), "red"))
                await it.slack.typed(dan, "pass")
        log = (await it.discord.session()).log
        assert {str(one.seat) for one in log if one.seat} >= {
            "blue-spymaster",
            "blue-guesser",
            "red-spymaster",
            "red-guesser",
        }


@in_loop
async def test_each_platform_calls_its_own_people_and_shows_keys_where_their_holders_are() -> None:
    async with shared() as it:
        await it.seated()
        await it.discord.people[0].slash("/codenames start")
        await it.slack.onlooker.sees("Turn 1", it.slack.channel)
        cat = it.slack.people[2]
        await cat.sees("Turn 1", cat.direct)
        await it.discord.settled()
        (seat,) = await _due(it)
        called = "blue" if seat == "blue-spymaster" else "red"
        discord, slack = str(it.discord.board()), it.slack.board()
        ann = it.discord.people[0]
        assert (f"<@{ann.user.id}>" in discord) is (called == "blue")
        assert (f"<@{cat.id}>" in slack.text) is (called == "red")
        assert "Ann" in slack.words
        assert "Cat" in discord
        calls = it.slack.server.calls
        assert str(ann.user.id) not in json.dumps([call.sent for call in calls])
        lines = await _key_lines(it)
        told = {str(call.sent.get("channel")) for call in calls if _tells(call.sent, lines)}
        assert told == {cat.direct}
        for person in (it.discord.people[1], it.discord.onlooker):
            assert not [one for one in person.sees() if any(line in str(one) for line in lines)]
        assert [one for one in ann.sees(ann.dm) if one.pictures]


@in_loop
async def test_a_code_that_is_wrong_or_full_is_refused_with_a_sentence() -> None:
    async with shared() as it:
        await it.seated()
        cat = it.slack.people[2]
        other = it.slack.server.channel("other")
        await cat.command("/codenames", "join zzzzzzzz", other)
        told = await cat.sees("no table with the code", other)
        assert told.reader == cat.id
        name = (await it.discord.session()).game_id
        for number in range(3):
            channel = it.slack.server.channel(f"more{number}")
            person = it.slack.server.person(f"P{number}")
            await person.command("/codenames", f"join {name}", channel)
            if number < 2:
                await person.sees("Join", channel)
            else:
                await person.sees("already in 4 channels", channel)


FORGED = (
    "s:{}:1:stop",
    "s:{}:1:join",
    "v:{}:1:board",
    "v:{}:1:key",
    "v:{}:1:record",
    "v:{}:1:help",
    "o:{}:1:clue",
)


@in_loop
async def test_a_forged_press_from_another_workspace_neither_stops_a_game_nor_shows_it() -> None:
    async with shared() as it:
        game = (await it.discord.playing()).game_id
        before = await it.discord.session()
        admin = it.slack.server.person("Max", is_admin=True)
        other = it.slack.server.channel("other")
        await admin.command("/codenames", "new", other)
        board = await admin.sees("Join", other)
        ids = [forged.format(name) for forged in FORGED for name in (game, "zzzzzzzz")]
        for forged in ids:
            await admin.press(_with_value(board, forged), forged)
        told = [one.text for one in it.slack.server.messages_of(other) if one.reader == admin.id]
        refused = await admin.sees("isn't here any more", other)
        assert told[1:] == [refused.text] * len(ids)
        assert await it.discord.session() == before


@in_loop
async def test_a_forged_press_from_another_server_neither_stops_a_game_nor_shows_it() -> None:
    async with shared() as it:
        game = (await it.discord.playing()).game_id
        before = await it.discord.session()
        server = it.discord.server
        lounge = server.channel(server.guild("Other House"), "lounge")
        owner = server.person("Max", lounge)
        server.permit(lounge, owner, allow=Permission.MANAGE_GUILD | Permission.MANAGE_CHANNELS)
        await owner.slash("/codenames new")
        await it.discord.settled()
        board = owner.last(lounge)
        for forged in FORGED:
            told = []
            for name in (game, "zzzzzzzz"):
                body = {"custom_id": forged.format(name), "component_type": 2}
                source = lounge.messages[board.id]
                pressed = server.service.reception.open(
                    InteractionKind.COMPONENT, owner.user, lounge, body, source=source
                )
                answer = await owner.answer(pressed)
                assert answer.ephemeral
                told.append(answer.text)
            assert told[0] == told[1]
            assert "isn't here any more" in told[0]
        assert await it.discord.session() == before


@in_loop
async def test_who_manages_a_channel_that_joined_takes_the_table_out_of_it_and_no_more() -> None:
    async with shared() as it:
        await it.seated()
        admin = it.slack.server.person("Max", is_admin=True)
        await it.slack.typed(admin, "start")
        await admin.sees("Only the host", it.slack.channel)
        await it.slack.typed(admin, "stop")
        await admin.sees("isn't shown in this channel any more", it.slack.channel)
        lobby = (await it.discord.session()).lobby
        assert (lobby.status.value, len(lobby.rooms)) == ("lobby", 1)
        assert {member.user.platform for member in lobby.members} == {"discord"}
        left = await it.slack.onlooker.sees(
            "isn't shown in this channel any more", it.slack.channel
        )
        assert not left.elements
        await admin.command("/hangman", "new", it.slack.channel)
        await it.slack.onlooker.sees("Hangman", it.slack.channel)


def _with_value(board: Seen, value: str) -> Seen:
    """Return a board whose first button has another value, as an attacker would forge it."""
    blocks = deepcopy(board.blocks)
    buttons = (one for block in blocks for one in block.get("elements", ()))
    next(one for one in buttons if one.get("type") == "button")["value"] = value
    return replace(board, blocks=blocks)


async def _key_lines(it: Shared) -> list[str]:
    """Return the lines of the key's text, one a card: place, letter and word."""
    session = await it.discord.session()
    seen: Any = session.rules.observe(session.state, Seat("red-spymaster"))
    places = (f"{'ABCDE'[place // 5]}{place % 5 + 1}" for place in range(len(seen.cards)))
    return [
        f"{place} {card.key.value.lower()} {card.word}"
        for place, card in zip(places, seen.cards, strict=True)
    ]


def _tells(sent: Mapping[str, Any], lines: Sequence[str]) -> bool:
    text = json.dumps(sent, ensure_ascii=False)
    return any(line in text for line in lines)


async def _due(it: Shared) -> frozenset[Seat]:
    session = await it.discord.session()
    return frozenset(session.rules.to_act(session.state))
