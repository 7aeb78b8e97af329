"""The welcome to a guild that has just added the bot, on the loopback Discord."""

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.chat.services import ChatServices
from bot.games.guild_settings import AllowedRoom, GuildSettings
from bot.identity import GuildId, Room
from bot.store.rooms import GuildRow, put_guild
from tests.adapters.discord.hall import VALUES, Hall, client_of, drawing, hall, settings_of
from tests.loopback.discord import Channel, Guild, Permission, Refused, Seen, running
from tests.loopback.table import in_loop

POST = "POST /channels/{channel_id}/messages"


class Newcomers:
    """A guild without the bot: two channels, the second one the system channel, and a person."""

    def __init__(self, h: Hall, *, locale: str = "en-US", system: bool = True) -> None:
        self.h = h
        self.guild: Guild = h.server.guild("Book Club", locale=locale, bot=False)
        self.rules, self.lounge = (self._channel(name) for name in ("rules", "lounge"))
        self.readers = {
            one: h.server.person(f"Reader of {one.name}", one, locale=locale)
            for one in (self.rules, self.lounge)
        }
        if system:
            self.guild.system_channel_id = self.lounge.id

    def _channel(self, name: str) -> Channel:
        return self.h.server.world.add_channel(self.guild, name)

    @property
    def id(self) -> GuildId:
        return GuildId(f"discord:{self.guild.id}")

    async def invite(self) -> None:
        self.h.server.invite(self.guild)
        await self.h.settled()

    def told(self, channel: Channel) -> list[Seen]:
        return self.readers[channel].sees()


async def start_and_end(h: Hall) -> None:
    """Connect a process, finish all work of its start, and end it."""
    line = settings_of(h.server.settings.token)
    client = client_of(h.games, ChatServices(h.games, "en"), line, VALUES)
    async with running(h.server, client):
        await client.wait_until_ready()
        await asyncio.sleep(0)  # an event's listeners start in the next round
        await h.server.until(lambda: not client.busy)


@in_loop
async def test_a_new_guild_is_told_hello_once_in_its_system_channel() -> None:
    async with hall() as h:
        club = Newcomers(h)
        await club.invite()
        (hello,) = club.told(club.lounge)
        assert "You can play Codenames, Hangman, Shiritori here." in hello.text
        assert "bots take the empty chairs" in hello.text
        assert "/privacy" in hello.text
        assert [one.label for one in hello.buttons] == ["Start a game"]
        assert club.told(club.rules) == []
        assert h.onlooker.sees() == []


@in_loop
async def test_the_button_opens_the_lobby_that_the_command_opens() -> None:
    async with hall() as h, drawing(h):
        club = Newcomers(h)
        await club.invite()
        reader = club.readers[club.lounge]
        (hello,) = reader.sees()
        pressed = await reader.press(hello, "Start a game")
        await h.settled()
        lobby = [one for one in reader.sees() if not one.ephemeral][-1]
        assert "who plays where" in lobby.text
        typed = await h.people[0].slash("/codenames new")
        await h.settled()
        same = h.board()
        assert [one.label for one in lobby.buttons] == [one.label for one in same.buttons]
        assert pressed is not None
        assert pressed.text.replace(reader.user.name, "Ann") == typed.text
        again = await reader.press(hello, "Start a game")
        assert again is not None
        assert again.ephemeral


@in_loop
async def test_two_processes_and_a_restart_say_hello_once() -> None:
    async with hall() as h:
        club = Newcomers(h)
        line = settings_of(h.server.settings.token)
        other = client_of(h.games, ChatServices(h.games, "en"), line, VALUES)
        async with running(h.server, other):
            h.server.invite(club.guild)
            await h.settled(other)
            assert len(club.told(club.lounge)) == 1
        later = client_of(h.games, ChatServices(h.games, "en"), line, VALUES)
        async with running(h.server, later):
            await h.settled(later)
            h.server.invite(club.guild)  # reported a second time
            await h.settled(later)
        assert len(club.told(club.lounge)) == 1


@in_loop
async def test_a_guild_that_comes_back_is_told_again() -> None:
    async with hall() as h:
        club = Newcomers(h)
        await club.invite()
        h.server.expel(club.guild)
        await h.settled()
        await club.invite()
        assert len(club.told(club.lounge)) == 2


@in_loop
async def test_a_guild_that_added_the_bot_while_it_was_off_is_told_when_it_is_back() -> None:
    async with hall() as h:
        club = Newcomers(h)
        await h.client.close()
        h.server.invite(club.guild)
        for _ in range(2):
            await start_and_end(h)
        assert len(club.told(club.lounge)) == 1
        assert h.onlooker.sees() == []  # its guild has had the bot for a month


@pytest.mark.parametrize("system", [False, True])
def test_without_a_system_channel_to_write_in_hello_is_said_in_the_first_other_one(
    system: bool,
) -> None:
    @in_loop
    async def play() -> None:
        async with hall() as h:
            club = Newcomers(h, system=system)
            if system:
                h.server.permit(club.lounge, deny=Permission.SEND_MESSAGES)
            await club.invite()
            assert len(club.told(club.rules)) == 1
            assert club.told(club.lounge) == []

    play()


@pytest.mark.parametrize("right", [Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL])
def test_where_it_may_write_nowhere_nothing_is_posted_and_nothing_fails(right: Permission) -> None:
    @in_loop
    async def play() -> None:
        async with hall() as h:
            club = Newcomers(h)
            for channel in (club.rules, club.lounge):
                h.server.permit(channel, deny=right)
            with capture_logs() as logs:
                await club.invite()
            assert [one.messages for one in (club.rules, club.lounge)] == [{}, {}]
            told = {log["event"] for log in logs if log["event"].startswith("hello")}
            assert told == {"hello-has-no-channel"}
            assert not [log for log in logs if log["log_level"] in ("warning", "error")]

    play()


@in_loop
async def test_a_hello_that_discord_refuses_is_not_tried_again() -> None:
    async with hall() as h:
        club = Newcomers(h)
        h.server.faults.add(POST, Refused(403, 50001, "No Access"))
        with capture_logs() as logs:
            await club.invite()
        assert h.server.faults.pending == 0
        assert club.told(club.lounge) == []
        assert not [log for log in logs if log["log_level"] in ("warning", "error")]


@in_loop
async def test_a_japanese_community_is_told_hello_in_japanese() -> None:
    async with hall() as h:
        club = Newcomers(h, locale="ja")
        await club.invite()
        (hello,) = club.told(club.lounge)
        assert "空いている席にはボットが座ります" in hello.text
        assert [one.label for one in hello.buttons] == ["ゲームを始める"]
        async with drawing(h):
            await club.readers[club.lounge].press(hello, "ゲームを始める")
            await h.settled()
            assert "コードネーム" in club.told(club.lounge)[-1].text  # games are in Japanese, too


@in_loop
async def test_hello_is_said_where_games_may_be_opened() -> None:
    async with hall() as h:
        club = Newcomers(h)
        room = Room("discord", str(club.rules.id))
        settings = GuildSettings(places=(AllowedRoom(str(room), "rules"),))
        async with h.games.store.writing() as conn:
            await put_guild(conn, GuildRow(club.id, "ja", settings.to_json()))
        await club.invite()
        (hello,) = club.told(club.rules)
        assert "ボット" in hello.text
        assert club.told(club.lounge) == []
