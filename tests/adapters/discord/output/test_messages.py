"""Messages of a real game on the loopback Discord, as people see them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from adapters.chat.screen import RedrawLoop
from adapters.discord.output.messages import LONGEST_AGE, DiscordPlatform, Handle
from adapters.discord.output.response import PressedMessages
from bot.chat.services import ChatServices
from bot.games import GameId, MessageTarget, MessageTasks
from bot.games.requests import Delivery, utc_now
from bot.games.session import Session
from bot.store.leases import new_holder
from core.codenames.actions import GiveClue
from core.view import Note, Phrase, phrase
from tests.adapters.discord.hall import Hall, chat_of, hall
from tests.bot.games.parlour import card, key
from tests.loopback.discord import Permission, Person, Seen
from tests.loopback.discord.flag import BOT
from tests.loopback.table import in_loop
from tests.recorder import task_of
from tests.services import at_work

MOVED = "look further down."
INVITED = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.ADD_REACTIONS
    | Permission.MANAGE_MESSAGES
    | Permission.USE_APPLICATION_COMMANDS
)
"""The permissions that docs/discord.md asks for, and those that people need to type commands."""


class Prompt(ChatServices):
    """English texts for an application whose bots have one sentence to say."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall.games, "en")
        self.hall = hall

    async def recap(self, game_id: GameId) -> tuple[Phrase, ...]:
        assert (await self.hall.games.session(game_id)).is_over
        return (phrase("table-event-left", who="*The Recap*"),)

    async def card_notes(self, game_id: GameId) -> dict[str, tuple[Note, ...]]:
        assert (await self.hall.games.session(game_id)).is_over
        return {"A1": (Note("1", firm=True),)}


@dataclass
class Stage:
    """A hall whose channel is drawn; `late` is how far ahead the platform's clock is."""

    hall: Hall
    late: timedelta = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.late

    def platform(self) -> DiscordPlatform:
        return DiscordPlatform(
            self.hall.client,
            chat_of(self.hall, Prompt(self.hall)),
            pressed=PressedMessages(now=self.now),
            now=self.now,
        )

    @asynccontextmanager
    async def shown(self) -> AsyncIterator[None]:
        """Draw while inside, as one process."""
        drawings = MessageTasks(self.hall.games, new_holder())
        screen = RedrawLoop(drawings, self.platform(), pace=0, pause=_shortly)
        async with at_work(screen):
            yield

    async def drawn(self) -> Session:
        """Wait until all messages show the game as it is."""
        session = await self.hall.session()
        drawings = MessageTasks(self.hall.games, new_holder())
        async with asyncio.timeout(60):
            while await drawings.outdated(session.game_id, "discord"):
                await _shortly(0)
        return session

    def boards(self) -> list[Seen]:
        """Return the messages that everyone in the room sees."""
        return self.hall.onlooker.sees(self.hall.channel)

    def newest(self) -> Seen:
        return self.boards()[-1]

    def card(self, person: Person) -> Seen:
        """Return the last direct message of a person."""
        return person.last(person.dm)


async def _shortly(seconds: float) -> None:
    del seconds
    await asyncio.sleep(0.01)


@asynccontextmanager
async def stage(now: Callable[[], datetime] = utc_now) -> AsyncIterator[Stage]:
    async with hall(now=now) as made:
        yield Stage(made)


@in_loop
async def test_each_new_page_is_a_message_that_mentions_those_to_act_and_the_old_one_shrinks() -> (
    None
):
    async with stage() as it, it.shown():
        session = await it.hall.playing()
        await it.drawn()
        spymaster = it.hall.due(session)
        clue_phase = it.newest()
        assert clue_phase.pings == {spymaster.user.id}
        assert [one.name for one in clue_phase.pictures] == ["board.png"]
        await it.hall.clued()
        session = await it.drawn()
        guesser = it.hall.due(session)
        guess_phase = it.newest()
        assert guess_phase.id != clue_phase.id
        assert guess_phase.pings == {guesser.user.id}
        old = it.hall.onlooker.again(clue_phase)
        assert f"This board is from turn 1, and there's a newer one: {MOVED}" in old.text
        assert (old.buttons, old.pictures) == ((), ())
        assert (
            len([one for one in guess_phase.labels if one[0] in "ABCDE" and one[1] in "12345"])
            == 25
        )


@in_loop
async def test_whoever_is_called_after_a_bot_is_mentioned_though_nothing_was_drawn_before() -> None:
    async with stage() as it:
        ann, bob, *_ = it.hall.people
        await ann.slash("/codenames new")
        for person, chair in ((ann, "blue-guesser"), (bob, "red-guesser")):
            await person.slash("/codenames chair", seat=chair)
        await ann.slash("/codenames start")
        async with it.shown():
            session = await it.drawn()
            waiting = it.newest()
            assert waiting.pings == frozenset()
            (seat,) = session.rules.to_act(session.state)
            clue = GiveClue(session.turn, "zebra", 2)
            came = Delivery("bot", "1")
            await it.hall.games.act(session.game_id, seat, clue, delivery=came, cause="ace")
            await it.drawn()
        called = ann if seat.startswith("blue") else bob
        assert it.newest().pings == {called.user.id}
        assert MOVED in it.hall.onlooker.again(waiting).text


@in_loop
async def test_within_a_page_the_message_is_edited() -> None:
    async with stage() as it, it.shown():
        session = await it.hall.playing()
        await it.hall.clued()
        session = await it.drawn()
        before = it.newest()
        team = it.hall.due(session).name
        mine = card(session, "blue" if team in ("Ann", "Bob") else "red")
        await it.hall.due(session).slash("/guess", card=mine)
        await it.drawn()
        after = it.hall.onlooker.again(before)
        assert it.newest().id == before.id
        assert after.edited
        assert sum(one.disabled for one in after.buttons) == 1


@in_loop
async def test_spymasters_get_the_key_by_direct_message_and_nobody_else_sees_it() -> None:
    async with stage() as it, it.shown():
        session = await it.hall.playing()
        await it.drawn()
        ann, bob, cat, dan = it.hall.people
        for person in (ann, cat):
            seen = it.card(person)
            for word, name in key(session):
                assert f"{word} ({name})" in (seen.pictures[0].description or "")
            assert "```" in seen.text
        assert bob.sees(bob.dm) == dan.sees(dan.dm) == []
        assassin = card(session, "assassin")
        told = f"{assassin} (assassin)"
        assert not it.hall.server.leaks(told, allowed=[ann, cat])
        await it.hall.clued()
        await it.drawn()
        assert len(ann.sees(ann.dm)) == 1


@in_loop
async def test_a_key_card_is_left_alone_until_its_holder_has_to_act() -> None:
    async with stage() as it, it.shown():
        session = await it.hall.playing()
        await it.drawn()  # or a card that is being posted is drawn once more afterwards
        await it.hall.clued()
        session = await it.drawn()
        (ann, _, cat, _), due = it.hall.people, it.hall.due(session)
        team, other = ("blue", cat) if due.name == "Bob" else ("red", ann)
        before, board, mine = it.card(other), it.newest(), card(session, team)
        await due.slash("/codenames mark", card=mine)
        await it.drawn()
        assert mine in it.hall.onlooker.again(board).text
        await due.slash("/guess", card=mine)
        await it.drawn()
        assert other.again(before) == before
        await due.slash("/codenames pass")
        await it.drawn()
        assert other.again(before).pictures != before.pictures


@in_loop
async def test_closed_direct_messages_stop_nothing_and_are_remembered() -> None:
    async with stage() as it, it.shown():
        ann, _, cat, _ = it.hall.people
        ann.close_dms()
        session = await it.hall.playing()
        await it.drawn()
        assert it.newest().pings == {it.hall.due(session).user.id}
        assert it.card(cat).pictures
        assert ann.sees(ann.dm) == []
        refused = len(it.hall.server.refusals)
        await it.hall.clued()
        await it.drawn()
        assert len(it.hall.server.refusals) == refused


@in_loop
async def test_a_message_that_was_deleted_or_is_too_old_is_posted_anew() -> None:
    async with stage() as it, it.shown():
        await it.hall.playing()
        await it.hall.clued()
        session = await it.drawn()
        first = it.newest()
        it.hall.server.erase(first)
        await it.hall.due(session).slash("/codenames mark", card=key(session)[0][0])
        await it.drawn()
        second = it.newest()
        assert second.id != first.id
        it.late = LONGEST_AGE + timedelta(minutes=1)
        await it.hall.due(session).slash("/codenames mark", card=key(session)[1][0])
        await it.drawn()
        third = it.newest()
        assert third.id != second.id
        assert MOVED in it.hall.onlooker.again(second).text


@in_loop
async def test_the_end_is_told_with_what_bots_meant_and_a_button_for_the_next_game() -> None:
    async with stage() as it, it.shown():
        session = await it.hall.playing()
        await it.hall.clued()
        session = await it.drawn()
        await it.hall.due(session).slash("/guess", card=card(session, "assassin"))
        await it.drawn()
        last = it.newest()
        assert r"\*The Recap\*" in last.text
        assert "Play again" in last.labels
        assert last.pings == frozenset()
        assert last.pictures
        assert "a filled number is the turn in which a card was picked" in last.text


@in_loop
async def test_a_post_whose_answer_was_lost_is_not_repeated_and_shows_the_newest_look() -> None:
    async with stage() as it:
        await it.hall.people[0].slash("/codenames new")
        session = await it.hall.session()
        spot = MessageTarget(session.game_id, it.hall.room)
        old = await it.hall.games.view(session.game_id)
        count = len(it.boards())
        first = await it.platform().post(task_of(spot, old))
        await it.hall.people[1].slash("/codenames join")
        new = await it.hall.games.view(session.game_id)
        count = len(it.boards())
        again = await it.platform().post(task_of(spot, new))
        assert Handle.parse(again).message == Handle.parse(first).message
        assert len(it.boards()) == count
        shown = [one for one in it.boards() if one.id == Handle.parse(first).message]
        assert "Bob" in shown[0].text
        found = await it.platform().find(task_of(spot, new))
        assert found is not None
        assert Handle.parse(found).message == Handle.parse(first).message


@in_loop
async def test_a_board_whose_answer_was_lost_takes_the_place_of_the_one_before() -> None:
    async with stage() as it:
        await it.hall.people[0].slash("/codenames new")
        session = await it.hall.session()
        spot = MessageTarget(session.game_id, it.hall.room)
        look = await it.hall.games.view(session.game_id)
        tasks = [task_of(spot, look, version=number) for number in range(2)]
        first, second = [await it.platform().post(task) for task in tasks]
        found = await it.platform().find(task_of(spot, look, handle=first))
        assert found is not None
        assert Handle.parse(found).message == Handle.parse(second).message
        assert await it.platform().find(task_of(spot, look, handle=found)) == found
        older = [one for one in it.boards() if one.id < Handle.parse(second).message]
        assert [one.buttons for one in older] == [() for _ in older]


@in_loop
async def test_no_more_than_the_permissions_of_the_invite_link_are_needed() -> None:
    async with stage() as it, it.shown():
        it.hall.server.permit(it.hall.channel, deny=BOT & ~INVITED)
        await it.hall.playing()
        await it.hall.clued()
        await it.drawn()
        assert it.newest().pictures
        assert not it.hall.server.refusals


def test_a_handle_is_read_as_it_was_written() -> None:
    handle = Handle(1, 2, "running.3.0badcafe")
    assert Handle.parse(str(handle)) == handle
