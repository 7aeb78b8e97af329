"""Tests of drawing: one message for each audience, never older than before, whatever goes wrong."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from structlog.testing import capture_logs

from adapters.chat.screen import COALESCE, RedrawLoop, run_beside
from bot.chat.request import FatalError
from bot.games import Games, GameView, MessageTarget, MessageTask, MessageTasks, Room, User
from bot.games.messages import CLAIMED
from bot.games.session import Session
from bot.store import leases, rooms
from bot.store.connection import Store
from bot.store.leases import new_holder
from bot.store.notify import Notifier
from core.view import Grid, Text, find
from tests.bot.games.parlour import ROOM, Parlour, card, due, person
from tests.loopback.table import in_loop
from tests.recorder import PlatformDown, Recorder, Trouble, answer_lost, down, held, silent, until
from tests.services import at_work

pytestmark = pytest.mark.either_database

ANN, CAT = person("ann").user, person("cat").user


@dataclass
class Watch:
    """A clock that a test moves."""

    time: datetime = field(default_factory=lambda: datetime.now(UTC))

    def __call__(self) -> datetime:
        return self.time


@dataclass
class Theatre:
    """A door, its people, and a platform."""

    parlour: Parlour
    watch: Watch
    recorder: Recorder = field(default_factory=Recorder)

    def drawings(self) -> MessageTasks:
        """Return the drawing tasks as another process has them."""
        return MessageTasks(self.parlour.games, new_holder())

    @asynccontextmanager
    async def shown(self, *, patience: float = 5.0) -> AsyncIterator[RedrawLoop]:
        """Run a redraw loop, as another process does."""
        screen = RedrawLoop(
            self.drawings(), self.recorder, patience=patience, pace=0, pause=_shortly
        )
        async with at_work(screen):
            yield screen

    async def drawn(self) -> Session:
        """Wait until every message shows the newest state, one message each; return the game."""
        session = await self.parlour.session()
        async with asyncio.timeout(20):
            while await self.drawings().outdated(session.game_id, self.recorder.name):
                await _shortly(0)
        for message in self.recorder.messages:
            assert message.versions == sorted(message.versions)
            assert len(self.recorder.shown(message.spot)) == 1
        return await self.parlour.session()

    async def clue(self) -> None:
        """Give a clue."""
        await self.parlour.say(due(await self.parlour.session()), "clue zebra 2", 1)

    async def board(self, user: User | None = None) -> GameView:
        """Return the board that the room, or one person there, sees."""
        session = await self.parlour.session()
        return self.recorder.board(MessageTarget(session.game_id, ROOM, user))


def in_theatre(url: str, work: Callable[[Theatre], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        watch = Watch()
        async with Store.open(url) as store:
            games = Games(store, Notifier(store, troubled=print), now=watch)
            await work(Theatre(Parlour(games), watch))

    asyncio.run(run())


def test_the_room_sees_the_game_and_those_in_keyed_chairs_the_key(database_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        async with theatre.shown():
            await theatre.parlour.open()
            await theatre.drawn()
            assert [one.spot.user for one in theatre.recorder.messages] == [None]
        session = await theatre.parlour.session()
        await theatre.parlour.say("ann", "stop")
        async with theatre.shown():
            session = await theatre.parlour.playing()
            await theatre.drawn()
        assert len(_hints(await theatre.board(ANN))) == len(_hints(await theatre.board(CAT))) == 25
        assert _hints(await theatre.board()) == []
        assert (await theatre.board()).version == session.version
        spots = [one.spot for one in theatre.recorder.messages if one.spot.user]
        assert {spot.user for spot in spots} == {ANN, CAT}
        assert not any(_hints(look) for look in theatre.recorder.seen_by(None))

    in_theatre(database_url, work)


def test_what_changes_is_drawn_in_the_message_that_there_is(database_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        async with theatre.shown():
            await theatre.parlour.playing()
            await theatre.drawn()
            before = len(theatre.recorder.messages)
            await theatre.clue()
            session = await theatre.drawn()
        assert len(theatre.recorder.messages) == before
        assert await theatre.board() == await theatre.parlour.games.view(session.game_id)

    in_theatre(database_url, work)


def test_what_happened_while_nobody_drew_is_drawn_at_the_start(database_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        async with theatre.shown():
            await theatre.parlour.playing()
            await theatre.drawn()
        await theatre.clue()
        async with theatre.shown():
            session = await theatre.drawn()
        assert (await theatre.board()).version == session.version

    in_theatre(database_url, work)


def test_where_a_platform_posts_anew_the_newest_message_is_kept_up(database_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        theatre.recorder.turns = True
        async with theatre.shown():
            await theatre.parlour.playing()
            await theatre.drawn()
            await theatre.clue()
            session = await theatre.drawn()
        assert (await theatre.board()).version == session.version
        public = [one for one in theatre.recorder.messages if one.spot.user is None]
        assert len({one.nonce for one in public}) == len(public) > 1

    in_theatre(database_url, work)


def test_who_closes_direct_messages_later_is_sent_no_more(database_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        theatre.recorder.turns = True
        async with theatre.shown():
            await theatre.parlour.playing()
            await theatre.drawn()
            theatre.recorder.closed = {ANN}
            await theatre.clue()
            session = await theatre.drawn()
        async with theatre.parlour.games.store.reading() as conn:
            found = await rooms.find_user(conn, ANN)
        assert found is not None
        assert found.direct_closed
        assert (await theatre.board(CAT)).version == session.version

    in_theatre(database_url, work)


def test_while_one_drawing_takes_long_only_the_newest_waits(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        gate, begun = asyncio.Event(), asyncio.Event()
        async with theatre.shown():
            await theatre.parlour.open()
            await theatre.drawn()
            theatre.recorder.troubles.append(held(gate, begun))
            await theatre.parlour.say("bob", "join")
            await begun.wait()
            for name in ("cat", "dan", "eve", "fay"):
                await theatre.parlour.say(name, "join")
            assert theatre.recorder.calls == ["post", "edit"]
            gate.set()
            session = await theatre.drawn()
        assert theatre.recorder.messages[0].versions == [2, 3, session.version]

    in_theatre(sqlite_url, work)


def test_what_follows_at_once_is_drawn_together(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        gate = asyncio.Event()

        async def pause(_seconds: float) -> None:
            await gate.wait()

        async with at_work(RedrawLoop(theatre.drawings(), theatre.recorder, pause=pause)):
            await theatre.parlour.open()
            for name in ("bob", "cat", "dan"):
                await theatre.parlour.say(name, "join")
            gate.set()
            session = await theatre.drawn()
        assert theatre.recorder.messages[0].versions == [session.version]

    in_theatre(sqlite_url, work)


def test_a_post_whose_answer_is_lost_is_found_again(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        theatre.recorder.troubles.append(answer_lost)
        async with theatre.shown():
            await theatre.parlour.open()
            await theatre.drawn()
        assert theatre.recorder.calls == ["post", "find", "edit"]

    in_theatre(sqlite_url, work)


def test_a_platform_that_never_answers_is_given_up(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        theatre.recorder.troubles.append(silent)
        async with theatre.shown(patience=0.05):
            await theatre.parlour.open()
            await theatre.drawn()
        assert len(theatre.recorder.messages) == 1

    in_theatre(sqlite_url, work)


def test_a_process_that_dies_between_posting_and_remembering_leaves_one_board(
    database_url: str,
) -> None:
    async def work(theatre: Theatre) -> None:
        game_id = await theatre.parlour.open()
        drawing = await theatre.drawings().claim(MessageTarget(game_id, ROOM))
        assert drawing is not None
        await theatre.recorder.post(drawing)
        theatre.watch.time += CLAIMED + timedelta(seconds=1)
        await theatre.parlour.say("bob", "join")
        async with theatre.shown():
            session = await theatre.drawn()
        assert (await theatre.board()).version == session.version

    in_theatre(database_url, work)


def test_a_process_that_dies_after_posting_anew_leaves_one_board(database_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        async with theatre.shown():
            game_id = await theatre.parlour.open()
            await theatre.drawn()
        await theatre.parlour.say("bob", "join")
        drawing = await theatre.drawings().claim(MessageTarget(game_id, ROOM))
        assert drawing is not None
        assert drawing.handle is not None
        theatre.recorder.add(drawing.target, drawing.game_view, drawing.nonce)
        theatre.watch.time += CLAIMED + timedelta(seconds=1)
        await theatre.parlour.say("cat", "join")
        async with theatre.shown():
            session = await theatre.drawn()
        assert (await theatre.board()).version == session.version

    in_theatre(database_url, work)


@pytest.mark.parametrize("trouble", [answer_lost, silent])
def test_a_board_posted_anew_whose_answer_is_lost_is_found_again(
    sqlite_url: str, trouble: Trouble
) -> None:
    async def work(theatre: Theatre) -> None:
        async with theatre.shown(patience=0.5):
            await theatre.parlour.open()
            await theatre.drawn()
            theatre.recorder.turns = True
            theatre.recorder.troubles.append(trouble)
            await theatre.parlour.say("bob", "join")
            await until(lambda: not theatre.recorder.troubles)
            theatre.recorder.turns = False
            await theatre.parlour.say("cat", "join")
            await theatre.drawn()
        assert "find" in theatre.recorder.calls

    in_theatre(sqlite_url, work)


def test_a_process_that_ends_in_the_midst_of_a_drawing_leaves_one_board(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        gate, begun = asyncio.Event(), asyncio.Event()
        async with theatre.shown():
            await theatre.parlour.open()
            await theatre.drawn()
        theatre.recorder.turns = True

        async def held_after(effect: Callable[[], object]) -> None:
            effect()
            begun.set()
            await gate.wait()

        theatre.recorder.troubles.append(held_after)
        await theatre.parlour.say("bob", "join")
        async with theatre.shown():
            await begun.wait()
        theatre.recorder.turns = False
        await theatre.parlour.say("cat", "join")
        async with theatre.shown():
            session = await theatre.drawn()
        assert (await theatre.board()).version == session.version

    in_theatre(sqlite_url, work)


def test_what_a_living_process_draws_no_other_one_draws(database_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        game_id = await theatre.parlour.open()
        spot, first = MessageTarget(game_id, ROOM), theatre.drawings()
        drawing = await first.claim(spot)
        assert drawing is not None
        assert await theatre.drawings().claim(spot) is None
        async with theatre.shown():
            handle = await theatre.recorder.post(drawing)
            assert await first.mark_shown(drawing, handle)
            await theatre.drawn()
        assert theatre.recorder.calls == ["post"]

    in_theatre(database_url, work)


def test_a_process_that_was_taken_for_dead_draws_the_newest_again(database_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        gate, begun = asyncio.Event(), asyncio.Event()
        async with theatre.shown():
            await theatre.parlour.open()
            await theatre.drawn()
            theatre.recorder.troubles.append(held(gate, begun))
            await theatre.parlour.say("bob", "join")
            await begun.wait()
            theatre.watch.time += CLAIMED + timedelta(seconds=1)
            await theatre.parlour.say("cat", "join")
            async with theatre.shown():
                await theatre.drawn()
            assert theatre.recorder.messages[0].versions == [2, 4]
            gate.set()
            await until(lambda: theatre.recorder.messages[0].versions == [2, 4, 3, 4])
        assert (await theatre.board()).version == 4

    in_theatre(database_url, work)


def test_a_board_that_a_killed_process_was_drawing_is_drawn_within_seconds(
    database_url: str,
) -> None:
    async def work(theatre: Theatre) -> None:
        killed, games = new_holder(), theatre.parlour.games
        game_id = await theatre.parlour.open()
        async with games.store.writing() as conn:
            await leases.show_life(conn, killed, games.now())
        drawing = await MessageTasks(games, killed).claim(MessageTarget(game_id, ROOM))
        assert drawing is not None
        await theatre.recorder.post(drawing)
        theatre.watch.time += leases.PROCESS_TTL + timedelta(seconds=1)
        async with theatre.shown():
            await theatre.drawn()
        assert theatre.recorder.calls == ["post", "find", "edit"]

    in_theatre(database_url, work)


def test_two_processes_draw_one_board(database_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        async with theatre.shown(), theatre.shown(), theatre.shown():
            await theatre.parlour.playing()
            await theatre.clue()
            await theatre.drawn()

    in_theatre(database_url, work)


def test_a_deleted_message_is_posted_anew(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        async with theatre.shown():
            await theatre.parlour.open()
            await theatre.drawn()
            theatre.recorder.messages[0].deleted = True
            await theatre.parlour.say("bob", "join")
            await theatre.drawn()
        old, new = theatre.recorder.messages
        assert (old.versions, new.versions) == ([2], [3])
        assert old.nonce != new.nonce

    in_theatre(sqlite_url, work)


def test_a_spot_that_is_to_be_redrawn_is_where_nothing_has_changed(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        async with theatre.shown() as screen:
            await theatre.parlour.open()
            session = await theatre.drawn()
            (message,) = theatre.recorder.messages
            screen.redraw(message.spot)
            await until(lambda: message.versions == [session.version] * 2)
            message.deleted = True
            screen.redraw(message.spot)
            await until(lambda: theatre.recorder.shown(message.spot))
            (again,) = theatre.recorder.shown(message.spot)
            assert again.versions == [session.version]
            assert again.nonce != message.nonce

    in_theatre(sqlite_url, work)


def test_a_spot_is_redrawn_though_the_platform_fails_for_a_while(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        async with theatre.shown() as screen:
            await theatre.parlour.open()
            await theatre.drawn()
            (message,) = theatre.recorder.messages
            message.deleted = True
            theatre.recorder.troubles.extend([down] * 2)
            screen.redraw(message.spot)
            await until(lambda: theatre.recorder.shown(message.spot))

    in_theatre(sqlite_url, work)


def test_a_failing_platform_is_tried_again_and_told_of_once(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        theatre.recorder.troubles.extend([down] * 5)
        with capture_logs() as logs:
            async with theatre.shown():
                await theatre.parlour.open()
                await theatre.drawn()
                await until(lambda: len(logs) == 2)
        assert [log["event"] for log in logs] == ["screen-failing", "screen-recovered"]
        assert logs[0]["platform"] == "recorder"
        assert logs[0]["fault"] == "PlatformDown"

    in_theatre(sqlite_url, work)


def test_pauses_grow_while_a_platform_fails(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        theatre.recorder.troubles.extend([down] * 9)
        pauses = list[float]()

        async def pause(seconds: float) -> None:
            pauses.append(seconds)
            await _shortly(seconds)

        screen = RedrawLoop(theatre.drawings(), theatre.recorder, pause=pause, pace=0.5)
        await theatre.parlour.open()
        async with at_work(screen):
            await theatre.drawn()
            await until(lambda: 0.5 in pauses)
            assert [one for one in pauses if one != 0.5 * COALESCE] == [
                *(1, 2, 4, 8, 16, 32, 60, 60, 60),
                0.5,
            ]

    in_theatre(sqlite_url, work)


def test_one_room_that_fails_does_not_keep_others_waiting(sqlite_url: str) -> None:
    other = Room("recorder", "kitchen")

    async def work(theatre: Theatre) -> None:
        async with theatre.shown():
            gate, begun = asyncio.Event(), asyncio.Event()
            theatre.recorder.troubles.append(held(gate, begun))
            await theatre.parlour.open()
            await begun.wait()
            receipt = await theatre.parlour.games.open(person("eve", other), "codenames", {})
            spot = MessageTarget(receipt.game_id, other)
            await until(lambda: theatre.recorder.shown(spot))
            gate.set()
            await theatre.drawn()

    in_theatre(sqlite_url, work)


def test_whom_no_direct_message_reaches_is_remembered_and_left_alone(database_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        theatre.recorder.closed = {ANN}
        async with theatre.shown():
            await theatre.parlour.playing()
            await theatre.drawn()
            calls = theatre.recorder.calls
            assert calls.count("post") == 3
            await theatre.clue()
            await theatre.drawn()
        assert calls.count("post") == 3
        assert {one.spot.user for one in theatre.recorder.messages} == {None, CAT}
        async with theatre.parlour.games.store.reading() as conn:
            found = await rooms.find_user(conn, ANN)
        assert found is not None
        assert found.direct_closed

    in_theatre(database_url, work)


def test_the_lobby_learns_whom_direct_messages_reach_before_the_game_begins(
    database_url: str,
) -> None:
    async def work(theatre: Theatre) -> None:
        theatre.recorder.closed = {ANN}
        async with theatre.shown():
            await theatre.parlour.open()
            await theatre.parlour.say("cat", "join")
            await theatre.parlour.say("ann", "chair blue-spymaster")
            await theatre.parlour.say("cat", "chair red-spymaster")
            session = await theatre.drawn()
            assert {one.user: one.direct for one in session.lobby.members} == {
                ANN: False,
                CAT: True,
            }
            assert _keys(await theatre.board()) >= {
                "table-direct-open-to",
                "table-direct-closed-to",
            }
            assert _keys(await theatre.board(CAT)) == {"codenames-note"}
            theatre.recorder.closed = set()
            await theatre.parlour.say("ann", "reach")
            session = await theatre.drawn()
            assert "table-direct-closed-to" not in _keys(await theatre.board())
            await theatre.parlour.say("ann", "start")
            await theatre.drawn()
            assert _hints(await theatre.board(ANN))
        assert len([one for one in theatre.recorder.messages if one.spot.user]) == 2
        async with theatre.parlour.games.store.reading() as conn:
            found = await rooms.find_user(conn, ANN)
        assert found is not None
        assert not found.direct_closed

    in_theatre(database_url, work)


def test_who_changes_chairs_in_the_lobby_keeps_one_message(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        async with theatre.shown():
            await theatre.parlour.open()
            for line in ("chair blue-spymaster", "stand", "chair red-spymaster", "stand"):
                await theatre.parlour.say("ann", line)
                await theatre.drawn()
            assert _keys(await theatre.board(ANN)) == {"table-note-none"}
            await theatre.parlour.say("ann", "stop")
            await theatre.drawn()
        assert len([one for one in theatre.recorder.messages if one.spot.user]) == 1

    in_theatre(sqlite_url, work)


def test_who_leaves_a_keyed_chair_has_the_key_no_longer_before_them(database_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        async with theatre.shown():
            await theatre.parlour.playing()
            await theatre.drawn()
            assert _hints(await theatre.board(ANN))
            await theatre.parlour.say("ann", "stand")
            await theatre.drawn()
            assert _hints(await theatre.board(ANN)) == []
            seen = theatre.recorder.board
            last = (await theatre.board(ANN)).version
            await theatre.parlour.say("eve", "join")
            session = await theatre.drawn()
        assert seen(MessageTarget(session.game_id, ROOM, ANN)).version == last
        assert seen(MessageTarget(session.game_id, ROOM)).version > last

    in_theatre(database_url, work)


def test_the_key_is_drawn_again_when_its_holder_acts_or_the_table_changes(sqlite_url: str) -> None:
    async def work(theatre: Theatre) -> None:
        async with theatre.shown():
            session = await theatre.parlour.playing()
            first, team = due(session), "blue" if due(session) == "ann" else "red"
            second = "cat" if first == "ann" else "ann"
            await theatre.drawn()

            async def drawn_at(name: str) -> bool:
                """Return whether a spymaster's message shows the newest version."""
                session = await theatre.drawn()
                return (await theatre.board(person(name).user)).version == session.version

            await theatre.clue()
            assert [await drawn_at(first), await drawn_at(second)] == [True, False]
            guesser = due(await theatre.parlour.session())
            session = await theatre.parlour.session()
            await theatre.parlour.say(guesser, f"guess {card(session, team)}")
            assert [await drawn_at(first), await drawn_at(second)] == [False, False]
            await theatre.parlour.say("eve", "join")
            assert [await drawn_at(first), await drawn_at(second)] == [True, True]
            await theatre.parlour.say(guesser, "pass")
            assert [await drawn_at(first), await drawn_at(second)] == [False, True]
            await theatre.parlour.say("ann", "stop")
            assert [await drawn_at(first), await drawn_at(second)] == [True, True]

    in_theatre(sqlite_url, work)


def test_rooms_of_another_platform_are_its_screens_care(sqlite_url: str) -> None:
    other = Room("telegraph", "parlour")

    async def work(theatre: Theatre) -> None:
        async with theatre.shown():
            game_id = await theatre.parlour.open()
            await theatre.parlour.say("eve", f"join {game_id}", room=other)
            await theatre.drawn()
            assert await theatre.drawings().outdated(game_id, "telegraph") == (
                MessageTarget(game_id, other),
            )
        assert {one.spot.room for one in theatre.recorder.messages} == {ROOM}

    in_theatre(sqlite_url, work)


def _keys(look: GameView) -> set[str]:
    """Return the keys of a look's sentences."""
    texts = (block for block in find(look.view, Text) if isinstance(block, Text))
    return {text.phrase.key for text in texts}


def _hints(look: GameView) -> list[object]:
    """Return the identities in a board that only its viewer may know."""
    grids = (block for block in find(look.view, Grid) if isinstance(block, Grid))
    return [cell.hint for grid in grids for row in grid.cells for cell in row if cell.hint]


async def _shortly(_seconds: float) -> None:
    await asyncio.sleep(0.001)


@dataclass
class Picky(Recorder):
    """A platform that refuses messages in some games."""

    broken: set[str] = field(default_factory=set)

    async def post(self, task: MessageTask) -> str:
        if task.target.game_id in self.broken:
            raise PlatformDown
        return await super().post(task)


def test_a_fault_that_lasts_is_told_again_once_that_of_which_it_was_told_is_gone(
    sqlite_url: str,
) -> None:
    async def work(theatre: Theatre) -> None:
        games, recorder = theatre.parlour.games, Picky()
        theatre.recorder = recorder
        attic = Room(ROOM.platform, "attic")
        for room in (ROOM, attic):
            opened = await games.open(person("ann", room), "codenames", {})
            recorder.broken.add(opened.game_id)
        with capture_logs() as logs:
            async with theatre.shown() as screen:
                await until(lambda: len(screen._failing) == 2)
                (first,) = logs
                recorder.broken.remove(first["game"])
                await until(lambda: len(logs) == 2)
                recorder.broken.clear()
                await until(lambda: len(logs) == 3)
        assert [log["event"] for log in logs] == ["screen-failing"] * 2 + ["screen-recovered"]
        assert {log["game"] for log in logs[:2]} == {one.spot.game_id for one in recorder.messages}

    in_theatre(sqlite_url, work)


@in_loop
async def test_services_run_until_the_connection_ends() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def service() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def connection() -> None:
        await begun.wait()
        assert not ended.is_set()

    await run_beside(connection(), [service])
    assert ended.is_set()


@in_loop
async def test_why_a_platform_lets_nobody_in_is_not_hidden_in_a_group() -> None:
    async def connection() -> None:
        raise FatalError("slack-bad-token")

    with pytest.raises(FatalError) as caught:
        await run_beside(connection(), [lambda: asyncio.sleep(60)])
    assert caught.value.phrase.key == "slack-bad-token"
