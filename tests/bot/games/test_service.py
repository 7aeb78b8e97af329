"""People come through one door, and their actions count once."""

import asyncio

import pytest

from bot.games.requests import Delivery, GameView, Press
from bot.games.service import Games
from bot.identity import GameId, Room, User
from bot.lobby.model import Status
from bot.store import games as stored
from bot.store import leases, rooms
from bot.store.connection import Store
from bot.store.notify import Notifier
from core.codenames.model import Identity
from core.rules import CLOCK, IllegalAction, InvalidNotation, Refusal, Seat
from core.view import Cell, FormBlock, Grid, find, phrase
from tests.bot.bots import Salon, in_salon, place_name
from tests.bot.games.parlour import (
    GUILD,
    NAMES,
    ROOM,
    SEATS,
    Parlour,
    card,
    due,
    in_parlour,
    person,
)
from tests.bot.store.seats import seats_of
from tests.bot.tables import Scripted

pytestmark = pytest.mark.either_database


def test_a_game_is_opened_joined_started_and_played(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        assert session.lobby.status is Status.RUNNING
        spymaster = due(session)
        receipt = await parlour.say(spymaster, "clue zebra 2", 1)
        assert [news.line for news in receipt.updates] == [f"{SEATS[spymaster]} clue zebra 2"]
        session = await parlour.session()
        guesser, team = due(session), SEATS[spymaster].split("-")[0]
        receipt = await parlour.say(guesser, f"guess {card(session, team)}", 1)
        assert receipt.updates[0].phrase.key == "event-uncovered"
        assert (await parlour.session()).version == receipt.version

    in_parlour(database_url, evening)


def test_lines_may_be_typed_in_full_width(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        await parlour.open("ann")
        await parlour.say("ann", "ｓｅｔ　ｒｏｗｓ＝４　ｃｏｌｓ＝４")
        code = "".join(chr(ord(sign) + 0xFEE0) for sign in (await parlour.session()).game_id)
        await parlour.say("eve", f"ｊｏｉｎ　{code}", room=Room("recorder", "den"))
        assert User("recorder", "eve") in [
            one.user for one in (await parlour.session()).lobby.members
        ]
        await parlour.say("ann", "ｓｔｏｐ")
        session = await parlour.playing(rows=4, cols=4)
        assert len(session.state.layout.words) == 16
        spymaster = due(session)
        receipt = await parlour.say(spymaster, "Ｔシャツ　２", 1)
        assert [news.line for news in receipt.updates] == [f"{SEATS[spymaster]} clue Ｔシャツ 2"]
        session = await parlour.session()
        receipt = await parlour.say(due(session), "ｇｕｅｓｓ　Ｂ３", 1)
        assert receipt.updates[0].phrase["card"] == session.state.layout.words[6]

    in_parlour(database_url, evening)


def test_a_keyword_in_full_width_is_taken_as_it_is(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing(typed=True)
        await parlour.say("ann", "ｋｅｙｗｏｒｄ　ＡＢＣ　１")
        session = await parlour.session()
        assert session.state.layout.source.keyword.value == "ＡＢＣ　１"

    in_parlour(database_url, evening)


def test_a_game_is_as_it_was_after_a_restart(database_url: str) -> None:
    async def play(parlour: Parlour) -> None:
        session = await parlour.playing()
        await parlour.say(due(session), "clue zebra 2", 1)

    in_parlour(database_url, play)

    async def look(parlour: Parlour) -> None:
        session = await parlour.session()
        assert session.observe(None).clue.word == "zebra"
        assert len(session.lobby.people) == 4
        await parlour.say(due(session), f"guess {card(session, 'bystander')}", 1)

    in_parlour(database_url, look)


def test_a_delivery_that_comes_again_changes_nothing(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        name = due(session)
        first = await parlour.say(name, "clue zebra 2", 1, delivery="press-1")
        again = await parlour.say(name, "clue zebra 2", 1, delivery="press-1")
        assert not first.repeated
        assert again.repeated
        assert again.version == first.version
        assert again.updates == ()

    in_parlour(database_url, evening)


@pytest.mark.usefixtures("quick_presses")
def test_a_first_press_marks_a_card_and_the_second_guesses_it(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        spymaster = due(session)
        await parlour.say(spymaster, "clue zebra 2", 1)
        guesser = due(await parlour.session())
        word = card(session, SEATS[spymaster].split("-")[0])
        line = f"guess {word}"
        first = await parlour.say(guesser, line, 1, press=Press())
        assert [update.phrase.key for update in first.updates] == ["event-pointed"]
        second = await parlour.say(guesser, line, 1, press=Press())
        assert [update.phrase.key for update in second.updates] == ["event-uncovered"]
        for name, key in ((guesser, "already-uncovered"), (spymaster, "only-guessers-guess")):
            with pytest.raises(IllegalAction) as refused:
                await parlour.say(name, line, 1, press=Press())
            assert refused.value.phrase.key == key

    in_parlour(database_url, evening)


def test_a_clock_that_is_put_back_refuses_no_second_press(sqlite_url: str) -> None:
    async def evening(salon: Salon) -> None:
        await salon.say("blue-spymaster", "clue zephyr 2", 1)
        line = f"guess {place_name((await salon.places(Identity.BLUE))[0])}"
        await salon.say("blue-guesser", line, 1, press=Press((await salon.session()).version))
        salon.hands.set(hours=-1)
        seen = Press((await salon.session()).version)
        receipt = await salon.say("blue-guesser", line, 1, press=seen)
        assert receipt.updates[0].phrase.key == "event-uncovered"

    in_salon(sqlite_url, {seat: Scripted() for seat in ("red-spymaster", "red-guesser")}, evening)


def test_a_double_tap_marks_a_card_and_uncovers_none(sqlite_url: str) -> None:
    async def evening(salon: Salon) -> None:
        async def press(place: str) -> str:
            version = (await salon.session()).version  # the board is redrawn between the taps
            line, seen = f"guess {place}", Press(version)
            receipt = await salon.say("blue-guesser", line, 1, press=seen)
            return receipt.updates[0].phrase.key

        await salon.say("blue-spymaster", "clue zephyr 2", 1)
        first, second = map(place_name, (await salon.places(Identity.BLUE))[:2])
        assert await press(first) == "event-pointed"
        for _ in range(2):
            with pytest.raises(IllegalAction) as refused:
                await press(first)
            assert refused.value.phrase.key == "press-twice"
            salon.hands.forward(milliseconds=500)
        assert await press(first) == "event-uncovered"
        assert await press(second) == "event-pointed"  # a first press only marks
        typed = await salon.say("blue-guesser", f"guess {second}", 1)  # typing is no slip
        assert typed.updates[0].phrase.key == "event-uncovered"

    in_salon(sqlite_url, {seat: Scripted() for seat in ("red-spymaster", "red-guesser")}, evening)


def test_a_card_is_confirmed_right_after_another_one_was_marked(sqlite_url: str) -> None:
    async def evening(salon: Salon) -> None:
        async def press(place: str) -> str:
            seen = Press((await salon.session()).version)
            receipt = await salon.say("blue-guesser", f"guess {place}", 1, press=seen)
            return receipt.updates[0].phrase.key

        await salon.say("blue-spymaster", "clue zephyr 2", 1)
        first, second, third = map(place_name, (await salon.places(Identity.BLUE))[:3])
        assert await press(first) == "event-pointed"
        salon.hands.forward(milliseconds=1000)
        assert await press(second) == "event-pointed"
        assert await press(first) == "event-uncovered"
        salon.hands.forward(milliseconds=1000)
        await salon.say("blue-guesser", f"mark {third}", 1)  # typed: no slip of a finger
        assert await press(third) == "event-uncovered"

    in_salon(sqlite_url, {seat: Scripted() for seat in ("red-spymaster", "red-guesser")}, evening)


@pytest.mark.usefixtures("quick_presses")
def test_a_press_on_what_cannot_be_marked_first_is_done_at_once(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        await parlour.say(due(session), "clue zebra 2", 1)
        guesser = due(await parlour.session())
        word = card(session, SEATS[guesser].split("-")[0])
        await parlour.say(guesser, f"guess {word}", 1)
        passed = await parlour.say(guesser, "pass", 1, press=Press())
        assert passed.updates[0].phrase.key == "event-turn-ended"
        with pytest.raises(IllegalAction) as refused:
            await parlour.say(guesser, "guess A1", 1, press=Press())
        assert refused.value.phrase.key == "other-turn"

    in_parlour(database_url, evening)


def test_a_receipt_names_the_type_of_the_game(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        games = parlour.games
        assert await games.game_name(person("ann")) == ""
        press = Delivery("test", "open-1")
        for _ in range(2):
            opened = await games.open(person("ann"), "codenames", {}, delivery=press)
            assert opened.game == "codenames"
        for _ in range(2):
            assert (await parlour.say("bob", "join", delivery="join-1")).game == "codenames"
        assert await games.game_name(person("ann")) == "codenames"
        away = person("eve", Room("recorder", "yard"))
        assert await games.game_name(away, opened.game_id) == ""

    in_parlour(database_url, evening)


def test_a_table_is_opened_once_by_a_delivery_that_comes_again(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        press = Delivery("test", "open-1")
        first = await parlour.games.open(person("ann"), "codenames", {}, delivery=press)
        again = await parlour.games.open(person("ann"), "codenames", {}, delivery=press)
        assert again.repeated
        assert again.game_id == first.game_id

    in_parlour(database_url, evening)


def test_a_refused_delivery_may_come_again(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        name = due(session)
        with pytest.raises(IllegalAction):
            await parlour.say(name, "pass", 1, delivery="press-1")
        receipt = await parlour.say(name, "clue zebra 2", 1, delivery="press-1")
        assert not receipt.repeated

    in_parlour(database_url, evening)


def test_a_line_for_another_turn_is_refused(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        assert await parlour.refused(due(session), "clue zebra 2", 7) == "other-turn"
        assert (await parlour.session()).version == session.version

    in_parlour(database_url, evening)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("", "line-empty"),
        ("dance", "line-unknown"),
        ("clue", "clue-missing"),
        ("deal 00", "only-chance-deals"),
        ("expire", "only-clock-expires"),
        ("start", "table-begun"),
        ("rematch", "table-rematch-running"),
    ],
)
def test_a_line_that_cannot_be_done_gets_a_sentence(sqlite_url: str, line: str, key: str) -> None:
    async def evening(parlour: Parlour) -> str:
        session = await parlour.playing()
        return await parlour.refused(due(session), line)

    assert in_parlour(sqlite_url, evening) == key


def test_a_line_of_another_chair_that_cannot_be_read_names_ones_own_commands(
    sqlite_url: str,
) -> None:
    async def evening(parlour: Parlour) -> None:
        giver = due(await parlour.playing())
        for line in ("guess", "guess a card"):
            with pytest.raises(InvalidNotation) as refused:
                await parlour.say(giver, line)
            assert refused.value.phrase == phrase(
                "line-unknown", verb="guess", verbs=("clue", "resign")
            )

    in_parlour(sqlite_url, evening)


def test_who_has_no_chair_cannot_play_and_is_told_whether_there_is_one(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        await parlour.playing()
        assert await parlour.refused("eve", "clue zebra 2") == "table-full"
        await parlour.say("ann", "replace red-guesser ace")
        assert await parlour.refused("eve", "clue zebra 2") == "table-not-seated"

    in_parlour(sqlite_url, evening)


def test_before_the_start_and_in_an_empty_room_nothing_is_played(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        assert await parlour.refused("ann", "join") == "no-game-here"
        await parlour.open()
        assert await parlour.refused("ann", "clue zebra 2") == "table-not-started"

    in_parlour(sqlite_url, evening)


def test_a_room_has_one_game_at_a_time(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        await parlour.open()
        with pytest.raises(IllegalAction) as refused:
            await parlour.open("bob")
        assert refused.value.phrase.key == "room-busy"
        await parlour.say("ann", "stop")
        await parlour.open("bob")

    in_parlour(database_url, evening)


def test_wrong_options_open_no_table(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        for values in ({"rows": 99}, {"rows": "x"}, {"shape": 3}, {"clues": "loud"}):
            with pytest.raises(Refusal):
                await parlour.open(**values)
        assert await parlour.games.current(ROOM) is None

    in_parlour(sqlite_url, evening)


def test_a_game_that_there_is_not_is_not_opened(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        with pytest.raises(Refusal) as refused:
            await parlour.games.open(person("ann"), "chess", {})
        assert refused.value.phrase.key == "game-unknown"
        with pytest.raises(IllegalAction) as refused:
            await parlour.games.session(GameId("nothing"))
        assert refused.value.phrase.key == "game-gone"

    in_parlour(sqlite_url, evening)


def test_options_can_be_changed_until_the_start(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        await parlour.open()
        await parlour.say("ann", "set rows 6")
        await parlour.say("ann", "set teams 3")
        assert await parlour.refused("ann", "set rows 70") == "option-integer"
        await parlour.say("ann", "start")
        session = await parlour.session()
        assert (session.options.rows, session.options.teams) == (6, 3)
        assert len(session.lobby.chairs) == 6
        assert await parlour.refused("ann", "set rows 5") == "table-running"

    in_parlour(sqlite_url, evening)


def test_empty_chairs_are_filled_with_bots_at_the_start(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        await parlour.open()
        await parlour.say("ann", "chair red-guesser")
        await parlour.say("ann", "start")
        session = await parlour.session()
        assert [seat for seat, user in session.lobby.sitters.items() if not user.is_bot] == [
            "red-guesser"
        ]
        assert not session.lobby.empty

    in_parlour(sqlite_url, evening)


def test_a_move_is_taken_back_when_the_teams_agree(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        before = await parlour.playing()
        spymaster = due(before)
        await parlour.say(spymaster, "clue zebra 2", 1)
        assert await parlour.refused(due(before), "agree") == "table-nothing-proposed"
        await parlour.say(spymaster, "takeback")
        await parlour.say("cat" if spymaster == "ann" else "ann", "agree")
        after = await parlour.session()
        assert after.state == before.state
        assert after.taken_back == {1}
        assert after.version > before.version
        receipt = await parlour.say(spymaster, "clue horse 1", 1)
        assert receipt.updates[0].line == f"{SEATS[spymaster]} clue horse 1"

    in_parlour(database_url, evening)


def test_a_take_back_lapses_when_the_game_goes_on(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        spymaster = due(session)
        await parlour.say(spymaster, "clue zebra 2", 1)
        await parlour.say(spymaster, "takeback")
        session = await parlour.session()
        await parlour.say(due(session), f"mark {card(session, 'bystander')}", 1)
        other = "cat" if spymaster == "ann" else "ann"
        assert await parlour.refused(other, "agree") == "table-nothing-proposed"

    in_parlour(sqlite_url, evening)


def test_what_the_clock_ended_is_not_taken_back(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        spymaster = due(session)
        await parlour.say(spymaster, "clue zebra 2", 1)
        await parlour.games.expire(session.game_id, 1, enforced=True)
        assert await parlour.refused(spymaster, "takeback") == "table-nothing-to-take-back"

    in_parlour(sqlite_url, evening)


def test_the_clock_ends_a_turn_once(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        first = await parlour.games.expire(session.game_id, 1, enforced=True)
        again = await parlour.games.expire(session.game_id, 1, enforced=True)
        assert first.updates[0].line == "end expired"
        assert again.repeated
        assert (await parlour.session()).turn == 2

    in_parlour(database_url, evening)


def test_the_clock_only_tells_where_it_is_advisory(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        receipt = await parlour.games.expire(session.game_id, 1, enforced=False)
        assert [news.line for news in receipt.updates] == [None]
        assert (await parlour.session()).turn == 1
        with pytest.raises(IllegalAction):
            await parlour.games.expire(session.game_id, 3, enforced=False)

    in_parlour(sqlite_url, evening)


def test_a_bot_acts_only_from_its_own_chair(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        (seat,) = session.rules.to_act(session.state)
        action = session.game_type.game.parse("clue zebra 2", session.observe(seat), 1)
        for reserved in (seat, CLOCK, Seat("red-juggler")):
            with pytest.raises(IllegalAction) as refused:
                await parlour.games.act(
                    session.game_id, reserved, action, delivery=Delivery("bot", "1"), cause="ace"
                )
            assert refused.value.phrase.key == "no-bot-sits"

    in_parlour(sqlite_url, evening)


def test_a_rematch_keeps_people_chairs_and_settings_and_avoids_old_words(
    database_url: str,
) -> None:
    async def evening(parlour: Parlour) -> None:
        first = await parlour.playing(guessers=1)
        await parlour.say("ann", "set clock advisory")
        await parlour.say("ann", "stop")
        receipt = await parlour.say("bob", "rematch")
        assert receipt.game_id != first.game_id
        assert await parlour.refused("cat", "rematch") == "table-rematch-running"
        await parlour.say("ann", "start")
        second = await parlour.session()
        assert second.lobby.sitters == first.lobby.sitters
        assert second.lobby.settings.clock.value == "advisory"
        assert set(second.state.layout.words).isdisjoint(first.state.layout.words)
        assert set(second.state.layout.skipped) == set(first.state.layout.words)

    in_parlour(database_url, evening)


@pytest.mark.parametrize("is_running", [False, True])
def test_a_member_brings_the_table_to_another_room_by_its_code(
    sqlite_url: str, is_running: bool
) -> None:
    attic = Room(ROOM.platform, "attic")

    async def evening(parlour: Parlour) -> None:
        game_id = await parlour.open()
        if is_running:
            await parlour.say("ann", "start")
        before = (await parlour.session()).lobby
        receipt = await parlour.say("ann", f"join {game_id}", room=attic)
        assert [one.phrase.key for one in receipt.updates] == ["table-event-room"]
        assert await parlour.games.current(attic) == game_id
        lobby = (await parlour.session()).lobby
        assert (lobby.rooms, lobby.members) == ((ROOM, attic), before.members)
        with pytest.raises(IllegalAction) as refused:
            await parlour.say("ann", f"join {game_id}", room=attic)
        key = "table-join-running" if is_running else "table-joined-already"
        assert refused.value.phrase.key == key
        for place in ("cellar", "shed"):
            await parlour.say("ann", f"join {game_id}", room=Room(ROOM.platform, place))
        with pytest.raises(IllegalAction) as refused:
            await parlour.say("ann", f"join {game_id}", room=Room(ROOM.platform, "barn"))
        assert refused.value.phrase.key == "table-rooms-many"

    in_parlour(sqlite_url, evening)


def test_a_game_is_shared_by_rooms_on_two_platforms(database_url: str) -> None:
    other = Room("telegraph", "parlour")

    async def evening(parlour: Parlour) -> None:
        game_id = await parlour.open()
        await parlour.say("eve", f"join {game_id}", room=other)
        await parlour.say("eve", "chair red-guesser", room=other)
        session = await parlour.session()
        assert session.lobby.rooms == (ROOM, other)
        assert session.lobby.sitter(Seat("red-guesser")) == User("telegraph", "eve")
        assert await parlour.games.current(other) == game_id

    in_parlour(database_url, evening)


def test_a_room_with_a_game_of_its_own_joins_no_other(sqlite_url: str) -> None:
    other = Room("telegraph", "parlour")

    async def evening(parlour: Parlour) -> None:
        game_id = await parlour.open()
        await parlour.games.open(person("eve", other), "codenames", {})
        with pytest.raises(IllegalAction) as refused:
            await parlour.say("eve", f"join {game_id}", room=other)
        assert refused.value.phrase.key == "room-busy"

    in_parlour(sqlite_url, evening)


def test_a_keyword_is_typed_by_a_spymaster_and_told_to_nobody(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing(typed="on")
        assert not session.observe(None).cards
        receipt = await parlour.say("ann", "keyword open sesame", 0)
        assert "sesame" not in repr(receipt)
        assert "sesame" not in repr(await parlour.games.updates(session.game_id))
        session = await parlour.session()
        shown = {user for user, _ in session.lobby.shown}
        assert shown == {person("ann").user, person("cat").user}

    in_parlour(sqlite_url, evening)


def test_who_was_shown_a_key_may_not_guess(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        await parlour.playing()
        await parlour.say("ann", "stand")
        await parlour.say("bob", "stand")
        assert await parlour.refused("ann", "chair blue-guesser") == "table-barred"
        await parlour.say("bob", "chair blue-spymaster")
        assert await parlour.refused("bob", "chair blue-guesser") == "table-barred"

    in_parlour(sqlite_url, evening)


def test_only_who_sits_in_a_keyed_chair_sees_the_key(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        hints = {}
        for name in ("ann", "bob", "eve"):
            look = await parlour.games.view(session.game_id, person(name).user)
            grid = next(block for block in look.view.blocks if hasattr(block, "cells"))
            hints[name] = [cell.hint for row in grid.cells for cell in row if cell.hint]
        assert len(hints["ann"]) == 25
        assert hints["bob"] == hints["eve"] == []

    in_parlour(sqlite_url, evening)


def test_the_rows_that_follow_from_the_log_say_the_same(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        await parlour.say("ann", "set clock enforced")
        store = parlour.games.store
        async with store.reading() as conn:
            row = await stored.read_game(conn, session.game_id)
            room = await rooms.find_room(conn, ROOM)
            seats = await seats_of(conn, session.game_id)
            (deadline,) = await leases.deadlines_of(conn, session.game_id)
        assert row is not None
        assert row.commitment == session.observe(None).commitment
        assert row.status == "running"
        assert room is not None
        assert room.recent_words == session.state.layout.words
        assert seats == session.lobby.sitters
        assert deadline.turn == 1
        await parlour.say("ann", "pause")
        async with store.reading() as conn:
            (deadline,) = await leases.deadlines_of(conn, session.game_id)
        assert deadline.due_at is None
        assert 170 < (deadline.rest_seconds or 0) <= 180
        await parlour.say("ann", "stop")
        async with store.reading() as conn:
            assert await leases.deadlines_of(conn, session.game_id) == ()

    in_parlour(database_url, evening)


def test_processes_that_take_turns_see_each_other(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        async with Store.open(database_url) as store:
            other = Parlour(Games(store, Notifier(store, troubled=print)))
            spymaster = due(session)
            await other.say(spymaster, "clue zebra 2", 1)
            assert await parlour.refused(spymaster, "clue horse 2", 1) == "clue-stands"
            session = await parlour.session()
            await parlour.say(due(session), f"mark {card(session, 'bystander')}", 1)
            assert len((await other.session()).state.marks) == 1

    in_parlour(database_url, evening)


def test_many_who_press_at_once_get_one_clue(database_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        name = due(session)
        wishes = (parlour.say(name, f"clue zebra {number}", 1) for number in range(1, 9))
        done = await asyncio.gather(*wishes, return_exceptions=True)
        refused = [one for one in done if isinstance(one, IllegalAction)]
        assert len(refused) == 7
        assert {one.phrase.key for one in refused} == {"clue-stands"}
        assert (await parlour.session()).version == session.version + 1

    in_parlour(database_url, evening)


def test_nothing_that_is_told_holds_an_event(sqlite_url: str) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        letters = "".join(identity.value for identity in session.state.layout.key.value)
        secret = session.state.layout.source.secret.value.hex()
        told = repr(await parlour.games.updates(session.game_id))
        assert secret not in told
        assert letters not in told
        assert GUILD not in told

    in_parlour(sqlite_url, evening)


def test_all_are_offered_what_the_person_to_act_may_do_and_are_told_no_secret(
    sqlite_url: str,
) -> None:
    async def work(parlour: Parlour) -> None:
        session = await parlour.playing()
        look = await parlour.games.view(session.game_id)
        assert [
            form.verb for form in find(look.view, FormBlock) if isinstance(form, FormBlock)
        ] == ["clue"]
        assert _offered(look) == 0
        await parlour.say(due(session), "clue zebra 2", 1)
        look = await parlour.games.view(session.game_id)
        assert _offered(look) == 25
        assert not any(cell.hint for cell in _cells(look))
        assert [(one.seat, one.name) for one in look.sitters] == [
            (seat, name.title()) for seat, name in sorted(NAMES.items())
        ]

    in_parlour(sqlite_url, work)


def test_nobody_is_offered_what_a_bot_will_do(sqlite_url: str) -> None:
    async def work(parlour: Parlour) -> None:
        game_id = await parlour.open()
        await parlour.say("ann", "chair blue-guesser")
        await parlour.say("ann", "start")
        look = await parlour.games.view(game_id)
        assert all(user.is_bot for user in look.due)
        assert list(find(look.view, FormBlock)) == []
        assert _offered(look) == 0

    in_parlour(sqlite_url, work)


def _cells(look: GameView) -> list[Cell]:
    grids = (block for block in look.view.blocks if isinstance(block, Grid))
    return [cell for grid in grids for row in grid.cells for cell in row]


def _offered(look: GameView) -> int:
    return sum(cell.choice is not None for cell in _cells(look))
