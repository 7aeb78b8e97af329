"""Games in threads of their own, on the loopback Discord."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from adapters.chat.platform import ChatApp
from adapters.chat.reaction_picks import CHECK_EMOJI, COLUMN_EMOJI, ROW_EMOJI
from adapters.chat.screen import Unreachable
from adapters.discord.client import Client
from adapters.discord.output.messages import DiscordPlatform
from adapters.discord.threads import NO_THREAD, PostTarget, PostTargets
from bot.chat.services import ChatServices
from bot.games import MessageTarget, MessageTasks, Room
from bot.games.session import Session
from bot.lobby.model import Status
from bot.store import rooms
from bot.store.leases import new_holder
from tests.adapters.discord.hall import (
    VALUES,
    Hall,
    chat_of,
    client_of,
    hall,
    settings_of,
)
from tests.adapters.discord.output.test_messages import INVITED, MOVED
from tests.bot.games.parlour import card, key
from tests.loopback.discord import Broken, Channel, Permission, Person, Refused, Seen, Slow, running
from tests.loopback.discord.flag import BOT, ChannelKind
from tests.loopback.discord.model import ThreadState
from tests.loopback.table import in_loop
from tests.recorder import task_of
from tests.services import at_work

MAKE = "POST /channels/{channel_id}/messages/{message_id}/threads"
AWAY = "continues in another place"
REFUSED = "I couldn't make a thread"
CLOSED = "I can't post in this game's thread"
OFFERED = 5 + 5 + 1


@dataclass
class Scene:
    """A hall whose games have threads; `porter` is the running process's."""

    hall: Hall
    client: Client
    porter: ChatServices
    drawings: MessageTasks = field(init=False)

    def __post_init__(self) -> None:
        self.drawings = MessageTasks(self.hall.games, new_holder())

    @property
    def chat(self) -> ChatApp:
        """The application of the process."""
        return chat_of(self.hall, self.porter)

    @asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        """Draw while inside, as one process."""
        client = self.client
        client.wire(self.chat)
        client.reactions.visits.mark_missed(*client.shards)
        client.screen.pace, client.screen.pause = 0, _shortly
        async with at_work(client.screen, client.reactions.visits):
            yield

    async def drawn(self) -> Session:
        """Wait until all messages show the newest state; return the game."""
        session = await self.hall.session()
        async with asyncio.timeout(30):
            while await self.drawings.outdated(session.game_id, "discord"):
                await _shortly(0)
        return session

    async def playing(self) -> Session:
        """Return a game with a thread, once it has begun and its board is drawn."""
        ann = self.hall.people[0]
        await ann.slash("/codenames new")
        await ann.slash("/codenames settings", setting="thread", value="on")
        for person, seat in zip(self.hall.people, SEATS, strict=True):
            await person.slash("/codenames chair", seat=seat)
        await self.drawn()  # or the lobby is never visible
        await ann.slash("/codenames start")
        return await self.drawn()

    async def clued(self) -> Session:
        """Give a clue; return the game once it is drawn."""
        await self.hall.clued()
        return await self.drawn()

    async def pointed(self, number: int = 0) -> Session:
        """Mark a card, which makes no new page; return the game once it is drawn."""
        session = await self.hall.session()
        await self.hall.due(session).slash("/codenames mark", card=key(session)[number][0])
        return await self.drawn()

    @property
    def channel(self) -> Channel:
        return self.hall.channel

    @property
    def threads(self) -> list[Channel]:
        return [one for one in self.hall.guild.channels.values() if one.thread is not None]

    @property
    def thread(self) -> Channel:
        (thread,) = self.threads
        return thread

    @property
    def state(self) -> ThreadState:
        assert self.thread.thread is not None
        return self.thread.thread

    def public(self, place: Channel) -> list[Seen]:
        """Return the public messages of the bot in a place."""
        return [one for one in self.hall.onlooker.sees(place) if not one.ephemeral]

    def board(self, place: Channel) -> Seen:
        """Return the only message of a place with buttons."""
        (board,) = [one for one in self.public(place) if one.buttons]
        return board

    def talk(self, name: str, channel: Channel | None = None) -> Channel:
        """Return a thread without a game."""
        server = self.hall.server
        parent, owner = channel or self.channel, self.hall.people[0].user
        kind = ChannelKind.PUBLIC_THREAD
        thread = server.world.add_thread(parent, name, owner, kind, None)
        server.service.places.created(thread)
        return thread

    def moved(self, place: Channel) -> "Scene":
        """Return a scene with the same people in another place."""
        for person in (*self.hall.people, self.hall.onlooker):
            person.go(place)
        return replace(self, hall=replace(self.hall, channel=place))

    def manager(self, person: Person) -> None:
        """Permit a person to manage the server."""
        guild = self.hall.guild
        role = self.hall.server.world.add_role(guild, "boss", Permission.MANAGE_GUILD)
        guild.members[person.user.id].roles.append(role)

    def boards(self, place: Channel) -> int:
        return len([one for one in self.public(place) if one.buttons])


SEATS = ("blue-spymaster", "blue-guesser", "red-spymaster", "red-guesser")


async def _shortly(seconds: float) -> None:
    del seconds
    await asyncio.sleep(0.01)


@asynccontextmanager
async def scene(url: str = "sqlite://") -> AsyncIterator[Scene]:
    async with hall(url=url) as h:
        made = Scene(h, h.client, h.porter)
        async with made.shown():
            yield made


@in_loop
async def test_a_game_that_begins_gets_a_thread_and_its_lobby_becomes_a_link() -> None:
    async with scene() as it:
        session = await it.playing()
        assert it.thread.name == "Codenames - Ann's game"
        assert session.game_id not in it.thread.name
        assert it.state.archive_minutes == 24 * 60
        (lobby,) = it.public(it.channel)
        assert f"{AWAY}: <#{it.thread.id}>" in lobby.text
        assert lobby.thread is it.thread
        assert not lobby.buttons
        assert it.board(it.thread).pings == {it.hall.due(session).user.id}


@in_loop
async def test_a_game_whose_first_turn_is_a_bots_begins_in_its_thread() -> None:
    async with scene() as it:
        ann = it.hall.people[0]
        await ann.slash("/codenames new")
        await ann.slash("/codenames settings", setting="thread", value="on")
        await it.drawn()
        lobby = it.board(it.channel)
        await ann.slash("/codenames start")
        await it.drawn()
        assert it.boards(it.channel) == 0
        assert it.hall.onlooker.again(lobby).thread is it.thread
        assert "is waiting for a clue" in it.board(it.thread).text


@in_loop
async def test_all_pages_of_the_game_are_posted_in_its_thread() -> None:
    async with scene() as it:
        await it.playing()
        first = it.board(it.thread)
        session = await it.clued()
        second = it.board(it.thread)
        assert second.id != first.id
        assert second.pings == {it.hall.due(session).user.id}
        assert MOVED in it.hall.onlooker.again(first).text
        await it.pointed()
        assert it.board(it.thread).id == second.id
        assert len(it.public(it.channel)) == 1
        assert len(it.threads) == 1


@in_loop
async def test_what_is_typed_and_pressed_in_the_thread_is_about_its_game() -> None:
    async with scene() as it:
        session = await it.playing()
        spymaster = it.hall.due(session)
        await spymaster.slash("/clue", word="zebra", number="2", at=it.thread)
        session = await it.drawn()
        guesser = it.hall.due(session)
        word = card(session, "bystander")
        offered = await guesser.complete("/guess", "card", word[:3], at=it.thread)
        assert word.upper() in {one.name.partition(" ")[2] for one in offered}
        shown = await it.hall.onlooker.slash("/codenames board", at=it.thread)
        assert word in shown.text
        await guesser.slash("/guess", card=word, at=it.thread)
        session = await it.drawn()
        assert word not in {word for word, _ in key(session)}
        for person in it.hall.people:
            await person.press(it.board(it.thread), "Board as text")
        assert session.lobby.rooms == (it.hall.room,)


@in_loop
async def test_what_is_written_to_the_bot_in_the_thread_is_about_its_game() -> None:
    async with scene() as it:
        session = await it.playing()
        spymaster = it.hall.due(session)
        spymaster.say("clue zebra 2", to=it.board(it.thread))
        await it.hall.settled()
        session = await it.drawn()
        guesser = it.hall.due(session)
        assert guesser != spymaster
        word = card(session, "bystander")
        guesser.say(f"<@{it.hall.server.world.bot.id}> {word}", at=it.thread)
        await it.hall.settled()
        session = await it.drawn()
        assert len(key(session)) == 24
        assert session.lobby.rooms == (it.hall.room,)


@in_loop
async def test_cards_are_picked_by_reactions_in_the_thread() -> None:
    async with scene() as it:
        it.hall.server.permit(it.channel, allow=Permission.MANAGE_MESSAGES)
        await it.playing()
        guesser = it.hall.due(await it.clued())
        board = it.board(it.thread)
        it.hall.onlooker.react(board, CHECK_EMOJI)
        await it.hall.server.until(
            lambda: len(it.hall.onlooker.again(board).reactions) == OFFERED, 30, what="reactions"
        )
        for emoji in (ROW_EMOJI[1], COLUMN_EMOJI[2], CHECK_EMOJI):
            guesser.react(board, emoji)
        await it.hall.settled()
        session = await it.drawn()
        assert len(key(session)) == 24
        assert session.lobby.rooms == (it.hall.room,)
        assert 7 in session.state.uncovered


@in_loop
async def test_a_game_in_a_thread_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with hall(url=f"sqlite:///{tmp_path}/games.db") as h:
        first = Scene(h, h.client, h.porter)
        async with first.shown():
            await first.playing()
        await h.client.close()
        porter = ChatServices(h.games, "en")
        client = client_of(h.games, porter, settings_of(h.server.settings.token), VALUES)
        async with running(h.server, client):
            second = Scene(h, client, porter)
            async with second.shown():
                before = second.board(second.thread)
                spymaster = h.due(await h.session())
                await spymaster.slash("/clue", word="zebra", number="2", at=second.thread)
                session = await second.drawn()
                assert h.due(session) != spymaster
                assert second.board(second.thread).id != before.id
                assert len(second.public(second.channel)) == 1


# Where the bot can create no thread.


@in_loop
async def test_without_the_permission_the_game_stays_in_the_channel_and_says_so_once() -> None:
    async with scene() as it:
        it.hall.server.permit(it.channel, deny=Permission.CREATE_PUBLIC_THREADS)
        await it.playing()
        board = it.board(it.channel)
        assert REFUSED in board.text
        await it.hall.onlooker.slash("/codenames watch")
        await it.drawn()
        assert it.board(it.channel).id == board.id
        assert REFUSED in it.board(it.channel).text
        await it.clued()
        assert REFUSED not in it.board(it.channel).text
        assert it.threads == []
        assert [one.code for one in it.hall.server.refusals] == [50013]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("code", "said"), [(50024, "This kind of channel has no threads"), (160006, REFUSED)]
)
def test_a_channel_that_can_have_no_thread_shows_the_game_itself(code: int, said: str) -> None:
    @in_loop
    async def play() -> None:
        async with scene() as it:
            it.hall.server.faults.add(MAKE, Refused(400, code, "no"))
            await it.playing()
            assert said in it.board(it.channel).text
            await it.clued()
            assert said not in it.board(it.channel).text
            assert it.threads == []

    play()


@in_loop
async def test_a_game_that_is_opened_in_a_thread_stays_there() -> None:
    async with scene() as it:
        talk = it.talk("Tea")
        inside = it.moved(talk)
        await inside.playing()
        assert it.threads == [talk]
        board = it.board(talk)
        await inside.clued()
        assert it.board(talk).id != board.id
        assert AWAY not in it.hall.onlooker.again(board).text
        assert REFUSED not in board.text
        assert it.hall.server.refusals == []


@in_loop
async def test_a_thread_that_exists_is_taken() -> None:
    async with scene() as it:
        it.hall.server.faults.add(MAKE, Broken(502, took_effect=True))
        session = await it.playing()
        assert it.board(it.thread).pings == {it.hall.due(session).user.id}
        assert [one.code for one in it.hall.server.refusals] == [160004]
        session = await it.clued()
        assert it.board(it.thread).pings == {it.hall.due(session).user.id}


@in_loop
async def test_where_the_lobby_was_deleted_a_thread_is_made_without_it() -> None:
    async with scene() as it:
        it.hall.server.faults.add(MAKE, Refused(404, 10008, "Unknown Message"))
        session = await it.playing()
        assert it.board(it.thread).pings == {it.hall.due(session).user.id}
        (lobby,) = it.public(it.channel)
        assert f"<#{it.thread.id}>" in lobby.text
        assert lobby.thread is None


@in_loop
async def test_a_game_without_a_lobby_begins_in_its_thread() -> None:
    async with hall() as h:
        it = Scene(h, h.client, h.porter)
        ann = h.people[0]
        await ann.slash("/codenames new")
        await ann.slash("/codenames settings", setting="thread", value="on")
        for person, seat in zip(h.people, SEATS, strict=True):
            await person.slash("/codenames chair", seat=seat)
        await ann.slash("/codenames start")
        async with it.shown():
            await it.drawn()
            assert it.boards(it.thread) == 1
            assert it.boards(it.channel) == 0


@in_loop
async def test_a_thread_that_takes_too_long_is_not_waited_for() -> None:
    async with scene() as it:
        session = await it.hall.playing()
        await it.drawn()
        spot = MessageTarget(session.game_id, it.hall.room)
        look = await it.hall.games.view(session.game_id)
        look = replace(look, settings=replace(look.settings, thread=True))
        place = it.client.get_partial_messageable(it.channel.id)
        done = asyncio.Event()
        it.hall.server.faults.add(MAKE, Slow(done))
        venues = PostTargets(it.client, it.chat, patience=0.05)

        async def send(venue: PostTarget) -> PostTarget:
            return venue

        before = place.get_partial_message(it.board(it.channel).id)
        venue = await venues.send_to_target(task_of(spot, look), before, send)
        done.set()
        assert (venue.channel, venue.remark) == (it.channel.id, NO_THREAD)
        again = await venues.send_to_target(task_of(spot, look), before, send)
        assert again == PostTarget(it.channel.id)


@in_loop
async def test_a_locked_thread_is_left_for_the_channel_which_is_said_once() -> None:
    async with scene() as it:
        await it.playing()
        it.state.locked = True
        session = await it.clued()
        board = it.board(it.channel)
        assert CLOSED in board.text
        assert board.pings == {it.hall.due(session).user.id}
        (old,) = it.public(it.thread)
        assert f"{AWAY}: <#{it.channel.id}>" in old.text
        await it.hall.due(session).slash("/guess", card=card(session, "bystander"))
        await it.drawn()
        assert CLOSED not in it.board(it.channel).text
        assert len(it.public(it.thread)) == 1
        shown = await it.hall.onlooker.slash("/codenames board", at=it.thread)
        assert shown.ephemeral  # the thread still belongs to the game
        assert "Turn 2" in shown.text


@in_loop
async def test_a_thread_that_was_deleted_is_left_for_the_channel() -> None:
    async with scene() as it:
        await it.playing()
        it.hall.server.service.places.delete(it.thread)
        await it.clued()
        assert CLOSED in it.board(it.channel).text
        await it.pointed()
        assert it.boards(it.channel) == 1


@in_loop
async def test_a_board_in_an_archived_thread_is_changed_and_one_in_a_locked_one_moves() -> None:
    async with scene() as it:
        await it.playing()
        await it.clued()
        board = it.board(it.thread)
        it.state.archived = True
        await it.pointed()
        assert it.board(it.thread).id == board.id
        assert it.hall.onlooker.again(board).edited
        it.state.archived = it.state.locked = True
        await it.pointed(1)
        assert CLOSED in it.board(it.channel).text


@in_loop
async def test_a_board_that_was_deleted_is_posted_anew_in_its_thread() -> None:
    async with scene() as it:
        await it.playing()
        await it.clued()
        it.hall.server.erase(it.board(it.thread))
        await it.pointed()
        assert it.boards(it.thread) == 1
        assert it.boards(it.channel) == 0


@in_loop
async def test_a_post_that_a_crash_kept_from_being_stored_is_found_in_the_thread() -> None:
    async with scene() as it:
        session = await it.playing()
        spot = MessageTarget(session.game_id, it.hall.room)
        platform = DiscordPlatform(it.client, it.chat)
        look = await it.hall.games.view(session.game_id)
        found = await platform.find(task_of(spot, look))
        assert found is not None
        assert found.startswith(f"{it.thread.id}:{it.board(it.thread).id}:")


@in_loop
async def test_no_more_than_two_permissions_are_needed_besides_the_invite_links() -> None:
    async with scene() as it:
        wanted = INVITED | Permission.CREATE_PUBLIC_THREADS
        it.hall.server.permit(it.channel, deny=BOT & ~wanted)
        await it.playing()
        await it.clued()
        assert it.board(it.thread).pictures
        assert it.hall.server.refusals == []


@in_loop
async def test_a_setting_that_changes_in_mid_game_moves_the_next_page() -> None:
    async with scene() as it:
        await it.playing()
        ann = it.hall.people[0]
        await ann.slash("/codenames settings", setting="thread", value="off", at=it.thread)
        await it.drawn()
        assert (it.boards(it.thread), it.boards(it.channel)) == (1, 0)
        await it.clued()
        assert (it.boards(it.thread), it.boards(it.channel)) == (0, 1)
        assert f"{AWAY}: <#{it.channel.id}>" in it.public(it.thread)[-1].text
        await ann.slash("/codenames settings", setting="thread", value="on")
        session = await it.drawn()
        await it.hall.due(session).slash("/guess", card=card(session, "assassin"))
        await it.drawn()
        assert (it.boards(it.thread), it.boards(it.channel)) == (1, 0)
        assert f"{AWAY}: <#{it.thread.id}>" in it.public(it.channel)[-1].text


@in_loop
async def test_a_thread_that_is_wished_for_in_mid_game_is_made_from_the_last_board() -> None:
    async with scene() as it:
        await it.hall.playing()
        await it.drawn()
        board = it.board(it.channel)
        await it.hall.people[0].slash("/codenames settings", setting="thread", value="on")
        await it.clued()
        assert it.hall.onlooker.again(board).thread is it.thread
        assert "Ann's game" in it.thread.name


# The end, the next game, and where games may be opened.


@pytest.mark.slow
@in_loop
async def test_the_end_is_told_in_the_thread_and_the_next_game_begins_in_the_channel() -> None:
    async with scene() as it:
        await it.playing()
        session = await it.clued()
        await it.hall.due(session).slash("/guess", card=card(session, "assassin"), at=it.thread)
        await it.drawn()
        last, first = it.board(it.thread), it.thread
        assert f"<#{it.channel.id}>" in last.text
        await it.hall.people[1].press(last, "Play again")
        await it.drawn()
        assert "Start" in it.board(it.channel).labels
        shown = await it.hall.onlooker.slash("/codenames board", at=first)
        assert "Play again" not in it.board(it.channel).labels
        assert session.game_id != (await it.hall.session()).game_id
        assert "who plays where" not in shown.text
        await it.hall.people[0].press(it.board(it.channel), "Start")
        await it.drawn()
        assert len(it.threads) == 2
        assert it.boards(it.channel) == 0


@in_loop
async def test_a_table_that_is_opened_from_a_games_thread_is_named_to_who_opens_it() -> None:
    async with scene() as it:
        await it.playing()
        ann = it.hall.people[0]
        answer = await ann.slash("/codenames new", at=it.thread)
        assert answer.text.endswith(f"\n-# <#{it.channel.id}>")
        await it.drawn()
        assert "Start" in it.board(it.channel).labels
        busy = await ann.slash("/codenames new", at=it.thread)
        assert "still under way here" in busy.text
        assert "<#" not in busy.text


@in_loop
async def test_a_channel_whose_game_is_in_its_thread_takes_another_game() -> None:
    async with scene() as it:
        first = await it.playing()
        eve = it.hall.onlooker
        assert "opens a table" in (await eve.slash("/codenames new")).text
        await it.drawn()
        assert "Start" in it.board(it.channel).labels
        spymaster = it.hall.due(first)
        await spymaster.slash("/clue", word="zebra", number="2", at=it.thread)
        session = await it.hall.games.session(first.game_id)
        assert session.observe(None).clue.word == "zebra"
        assert (await it.hall.session()).lobby.status is Status.LOBBY


@in_loop
async def test_a_passer_by_reads_who_opens_the_next_game_and_until_when() -> None:
    async with hall() as h:
        await h.playing()
        await h.people[0].slash("/codenames stop")
        refused = await h.onlooker.slash("/codenames new")
        assert "For another 3 minutes, only its players" in refused.text
        assert "(Ann, Bob, Cat, Dan)" in refused.text
        assert "opens a table" in (await h.people[3].slash("/codenames new")).text


@in_loop
async def test_a_game_may_be_opened_in_the_threads_of_an_allowed_channel() -> None:
    async with scene() as it:
        ann, bob, *_ = it.hall.people
        other = it.hall.server.channel(it.hall.guild, "other")
        talk, elsewhere = it.talk("Tea"), it.talk("Milk", other)
        it.manager(ann)
        allowed = await ann.slash("/admin channels allow", channel=it.channel)
        assert "#games" in allowed.text
        refused = await bob.slash("/codenames new", at=elsewhere)
        assert "Games aren't allowed in this channel" in refused.text
        assert "opens a table" in (await bob.slash("/codenames new", at=talk)).text
        await ann.slash("/codenames join", at=talk)  # one whose name it already knows
        await bob.slash("/codenames stop", at=talk)
        await bob.slash("/codenames rematch", at=talk)
        async with it.hall.games.store.reading() as conn:
            room = await rooms.find_room(conn, Room("discord", str(talk.id)))
        assert room is not None
        assert room.settings == {"within": str(it.hall.room)}


@in_loop
async def test_in_a_games_thread_the_channel_is_what_is_allowed() -> None:
    async with scene() as it:
        await it.playing()
        ann = it.hall.people[0]
        it.manager(ann)
        allowed = await ann.slash("/admin channels allow", at=it.thread)
        assert "#games is now on the list" in allowed.text


@in_loop
async def test_new_tables_have_threads_where_the_guild_wants_that() -> None:
    async with scene() as it:
        ann = it.hall.people[0]
        it.manager(ann)
        assert "thread of its own" in (await ann.slash("/admin threads", thread="on")).text
        await ann.slash("/codenames new")
        assert (await it.hall.session()).lobby.settings.thread
        await ann.slash("/codenames stop")
        assert "in their channel" in (await ann.slash("/admin threads", thread="off")).text
        await ann.slash("/codenames new")
        assert not (await it.hall.session()).lobby.settings.thread


@in_loop
async def test_a_channel_that_is_gone_is_no_message_that_was_lost() -> None:
    async with scene() as it:
        session = await it.playing()
        spot = MessageTarget(session.game_id, it.hall.room)
        look = await it.hall.games.view(session.game_id)
        look = replace(look, settings=replace(look.settings, thread=False))
        it.hall.server.service.places.delete(it.channel)
        platform = DiscordPlatform(it.client, it.chat)
        with pytest.raises(Unreachable):  # a message that is Gone would be posted again at once
            await platform.post(task_of(spot, look))
