"""Commands, presses and forms against the loopback Discord."""

import asyncio
from pathlib import Path

import pytest
import structlog
from sqlalchemy import update

from adapters.chat.incoming import ButtonAction, ButtonId
from bot.store import schema
from tests.adapters.discord.hall import SEATS, Hall, card_id, hall
from tests.bot.games.parlour import card, key
from tests.loopback.discord import Answer, Callback, NoAnswer
from tests.loopback.discord.flag import InteractionKind
from tests.loopback.discord.model import Interaction
from tests.loopback.table import in_loop


def newest(h: Hall) -> Interaction:
    """Return the newest interaction."""
    return list(h.server.world.interactions.values())[-1]


async def covered(h: Hall) -> int:
    """Return the number of covered cards."""
    return len(key(await h.session()))


@in_loop
async def test_people_play_by_commands_and_only_they_read_the_answers() -> None:
    async with hall() as h:
        session = await h.playing(rows=4, cols=4)
        assert session.options.rows == 4
        session = await h.clued()
        word = key(session)[0][0]
        answer = await h.due(session).slash("/guess", card=word)
        assert answer.ephemeral
        assert word.casefold() in answer.text.casefold()
        assert await covered(h) == 15
        assert h.onlooker.sees() == []


@in_loop
async def test_a_refusal_is_a_private_sentence_in_the_persons_language() -> None:
    async with hall() as h:
        await h.playing()
        kim = h.server.person("Kim", h.channel, locale="ja")
        answer = await kim.slash("/clue", word="zebra", number="2")
        assert answer.ephemeral
        assert answer.text.endswith("。")
        assert h.onlooker.sees() == []
        for person in h.people:
            if person is not h.due(await h.session()):
                told = await person.slash("/clue", word="zebra", number="2")
                assert told.ephemeral
        assert (await h.session()).turn == 1


@in_loop
async def test_a_command_without_a_game_says_how_to_open_one() -> None:
    async with hall() as h:
        for line in ("/codenames start", "/codenames board", "/codenames key"):
            answer = await h.people[0].slash(line)
            assert answer.ephemeral
            assert "new" in answer.text
        assert "/codenames new" in (await h.people[0].slash("/help")).text


@in_loop
async def test_every_command_of_the_table_is_understood() -> None:
    async with hall() as h:
        ann, bob, cat, _ = h.people
        await ann.slash("/codenames new")
        await ann.slash("/codenames chair", seat=SEATS[0])
        await bob.slash("/codenames join", side="red")
        await cat.slash("/codenames watch")
        await ann.slash("/codenames table host", who=bob)
        assert (await h.session()).lobby.host is not None
        assert str((await h.session()).lobby.host) == f"discord:{bob.user.id}"
        await bob.slash("/codenames settings", setting="clock", value="slow")
        assert (await h.session()).lobby.settings.clock.value == "slow"
        await bob.slash("/codenames bot", seat="red-guesser random")
        assert dict((await h.session()).lobby.bots) == {"red-guesser": "random"}
        await bob.slash("/codenames table drop", who=cat)
        assert len((await h.session()).lobby.members) == 2
        await bob.slash("/codenames stop")
        await bob.slash("/codenames rematch")
        assert (await h.session()).lobby.status.value == "lobby"


@in_loop
async def test_options_are_completed_from_what_there_is_at_the_table() -> None:
    async with hall() as h:
        ann = h.people[0]
        await ann.slash("/codenames new")
        seats = await ann.complete("/codenames chair", "seat", "")
        assert {one.value for one in seats} == {*SEATS} - {"blue-guesser"}  # which is hers
        sides = await ann.complete("/codenames join", "side", "")
        assert {one.value for one in sides} == {"blue", "red"}
        bots = await ann.complete("/codenames bot", "seat", "red-guesser r")
        assert [one.value for one in bots] == ["red-guesser random"]
        values = await ann.complete("/codenames settings", "value", "", setting="clock")
        assert [one.value for one in values] == ["off", "advisory", "enforced", "slow"]
        own = await ann.complete("/codenames settings", "setting", "s")
        assert {"stop", "solo", "guessers"} <= {one.value for one in own}
        assert "hints" not in {one.value for one in own}
        values = await ann.complete("/codenames settings", "value", "", setting="bot")
        assert {"ace", "gloss", "random"} <= {one.value for one in values}


@in_loop
async def test_only_covered_cards_complete_a_guess() -> None:
    async with hall() as h:
        await h.playing()
        session = await h.clued()
        guesser, team = h.due(session), session.rules.to_act(session.state)
        own = next(iter(team)).partition("-")[0]
        word = card(session, own)
        offered = await guesser.complete("/guess", "card", word)
        shown = [one for one in offered if one.name.endswith(f" {word.upper()}")]
        assert len(shown) == 1
        await guesser.slash("/guess", card=shown[0].value)
        assert await covered(h) == 24
        assert await guesser.complete("/guess", "card", shown[0].name) == ()
        assert len(await h.onlooker.complete("/guess", "card", "")) == 24


@in_loop
async def test_presses_of_others_and_of_earlier_turns_change_nothing() -> None:
    async with hall() as h:
        await h.playing()
        session = await h.clued()
        board = await h.post(session.game_id)
        press = card_id(board, "B3")
        guesser = h.due(session)
        for person in (*h.people, h.onlooker):
            if person is not guesser:
                told = await person.press(board, press)
                assert told.ephemeral
                assert told.text.endswith(".")
        assert await covered(h) == 25
        await guesser.slash("/guess", card=key(session)[0][0])
        if (await h.session()).turn == 1:
            await guesser.slash("/codenames pass")
        before = await covered(h)
        late = await guesser.press(board, press)
        assert late.ephemeral
        assert await covered(h) == before


@in_loop
async def test_a_clue_is_given_in_a_form_and_a_bad_one_is_refused_in_private() -> None:
    async with hall() as h:
        session = await h.playing()
        board = await h.post(session.game_id)
        spymaster = h.due(session)
        clue = str(ButtonId(ButtonAction.OPEN, session.game_id, 1, "clue"))
        refused = await spymaster.submit_modal(
            await spymaster.press(board, clue), {"word": "zebra 7", "number": ["3"]}
        )
        assert refused.ephemeral
        given = await spymaster.submit_modal(
            await spymaster.press(board, clue), {"word": "zebra", "number": ["3"]}
        )
        assert given.callback is Callback.DEFERRED_UPDATE
        look = await h.games.view(session.game_id)
        assert look.view.title["word"] == "zebra"
        closed = await spymaster.press(board, clue)
        assert closed.ephemeral
        assert "Your team has its clue already" in closed.text
        other = await h.onlooker.press(board, clue)
        assert other.ephemeral
        assert (
            "take one that's empty" in other.text
            or "Every chair in this game is taken" in other.text
        )


@in_loop
async def test_who_cannot_fill_in_a_form_is_told_why_as_by_the_command() -> None:
    async with hall() as h:
        session = await h.playing()
        board = await h.post(session.game_id)
        spymaster = h.due(session)
        clue = str(ButtonId(ButtonAction.OPEN, session.game_id, 1, "clue"))
        said = {}
        for person in (*h.people, h.onlooker):
            if person is not spymaster:
                told = await person.press(board, clue)
                typed = await person.slash("/clue", word="zebra", number="2")
                assert (told.ephemeral, told.text) == (True, typed.text)
                said[person.name] = told.text
        assert len({*said.values()}) == 3
        assert sum("Only the spymaster gives clues" in one for one in said.values()) == 2
        assert (await h.session()).version == session.version


@in_loop
async def test_a_key_is_shown_to_its_spymasters_alone() -> None:
    async with hall() as h:
        session = await h.playing()
        board = await h.post(session.game_id)
        button = str(ButtonId(ButtonAction.SHOW, session.game_id, 1, "key"))
        shown = await h.people[0].press(board, button)
        assert shown.ephemeral
        assert " k " in shown.text
        assert shown.message is not None
        (picture,) = shown.message.pictures
        assert picture.content.startswith(b"\x89PNG")
        assert picture.description
        assert (await h.people[2].slash("/codenames key")).text == shown.text
        for person in (h.people[1], h.people[3], h.onlooker):
            assert "You don't have a key" in (await person.press(board, button)).text
            assert "You don't have a key" in (await person.slash("/codenames key")).text
        public = await h.people[0].slash("/codenames board", at=h.channel)
        assert public.ephemeral
        assert len(h.onlooker.sees()) == 1 + 2  # the board and the two private messages


@in_loop
async def test_a_button_that_is_not_known_says_so() -> None:
    async with hall() as h:
        body = {"custom_id": "old", "component_type": 2}
        session = await h.playing()
        board = await h.post(session.game_id)
        shown = board.channel.messages[board.id]
        opened = h.server.service.reception.open(
            InteractionKind.COMPONENT, h.onlooker.user, h.channel, body, source=shown
        )
        assert "older message" in (await h.onlooker.answer(opened)).text


@in_loop
async def test_an_interaction_that_comes_twice_is_done_once() -> None:
    async with hall() as h:
        await h.playing()
        h.server.hub.repeat("INTERACTION_CREATE")
        session = await h.clued()
        await h.settled()
        assert session.turn == 1
        word = key(session)[0][0]
        h.server.hub.repeat("INTERACTION_CREATE")
        answer = await h.due(session).slash("/guess", card=word)
        await h.settled()
        assert answer.ephemeral
        assert await covered(h) == 24


@in_loop
async def test_an_interaction_that_comes_too_late_is_done_all_the_same() -> None:
    async with hall() as h:
        session = await h.playing()
        h.server.hub.hold("INTERACTION_CREATE")
        spymaster = h.due(session)
        spymaster.patience = 0.5
        waiting = asyncio.create_task(spymaster.slash("/clue", word="zebra", number="2"))
        await h.server.until(lambda: newest(h).body.get("name") == "clue")
        h.server.clock.advance(4)
        h.server.hub.release()
        with pytest.raises(NoAnswer, match="10062"):
            await waiting
        await h.settled()
        assert (await h.games.view(session.game_id)).view.title["word"] == "zebra"


@in_loop
async def test_a_slow_database_is_waited_for_in_time(tmp_path: Path) -> None:
    async with hall(url=f"sqlite:///{tmp_path}/games.db", patience=30) as h:
        session = await h.playing()
        spymaster = h.due(session)
        async with h.games.store.writing():
            waiting = asyncio.create_task(spymaster.slash("/clue", word="zebra", number="2"))
            deferred = Callback.DEFERRED_MESSAGE
            await h.server.until(lambda: newest(h).callback is deferred)
        answer: Answer = await waiting
        assert answer.ephemeral
        assert "zebra" in answer.text


@in_loop
async def test_a_fault_of_the_database_is_a_private_sentence(tmp_path: Path) -> None:
    async with hall(url=f"sqlite:///{tmp_path}/games.db", patience=0.1) as h:
        session = await h.playing()
        async with h.games.store.writing():
            answer = await h.due(session).slash("/clue", word="zebra", number="2")
        assert "the database with the games is busy right now" in answer.text
        assert answer.ephemeral
        await h.clued()


@in_loop
async def test_a_fault_of_ours_has_a_reference_and_no_words_in_the_log() -> None:
    async with hall() as h:
        session = await h.playing()
        await h.clued("zebra")
        broken = update(schema.games).values(options={"rows": "zebra"}, version=99)
        async with h.games.store.writing() as conn:
            await conn.execute(broken)
        with structlog.testing.capture_logs() as logged:
            answer = await h.due(session).slash("/codenames board")
        (fault,) = [entry for entry in logged if entry["event"] == "fault"]
        assert fault["reference"] in answer.text
        assert answer.ephemeral
