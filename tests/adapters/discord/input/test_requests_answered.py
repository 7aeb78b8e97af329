"""Commands outside games, with the real library on the loopback Discord."""

import asyncio
import json

import pytest

from adapters.chat.incoming import ButtonId, RequestId, read_button_id, read_request_id
from bot.chat.personal_data import EXPORT
from bot.chat.request import Reply, Request
from bot.chat.services import ChatServices
from bot.games.service import Games
from bot.server.workers.learner import Learner
from bot.texts import Texts
from core.rules import Refusal
from core.view import phrase
from tests.adapters.discord.hall import VALUES, Hall, client_of, drawing, hall, settings_of
from tests.adapters.discord.input.test_interactions import newest
from tests.bot.chat.asking import WORDS, reanswer, texts_in, waiting_for
from tests.bot.games.parlour import key
from tests.loopback.discord import Answer as SentAnswer
from tests.loopback.discord import Broken, Callback, Cut, Permission, Person, Upload, running
from tests.loopback.discord.fault import Fault
from tests.loopback.discord.flag import InteractionKind
from tests.loopback.discord.options import Impossible
from tests.loopback.table import in_loop

CARDS = WORDS.split(",")


def manager(h: Hall) -> Person:
    """Return a person who may manage the guild."""
    person = h.server.person("Mia", h.channel)
    h.server.permit(h.channel, person, allow=Permission.MANAGE_GUILD)
    return person


@in_loop
async def test_a_leaderboard_is_private_unless_it_is_to_be_shown_to_all() -> None:
    async with hall() as h:
        ann = h.people[0]
        alone = await ann.slash("/leaderboard", role="guesser", days=7)
        assert alone.ephemeral
        assert "as guesser, last 7 days" in alone.text
        assert h.onlooker.sees() == []
        await manager(h).slash("/admin language", language="ja")
        shown = await ann.slash("/leaderboard", show=True)
        assert not shown.ephemeral
        assert h.onlooker.last().text == shown.text
        assert "ランキング" in shown.text
        assert "Leaderboard" in (await ann.slash("/leaderboard")).text


@in_loop
async def test_a_profile_can_be_asked_for_in_a_direct_message() -> None:
    async with hall() as h:
        ann, bob, *_ = h.people
        assert "Profile of" in (await ann.slash("/profile")).text
        assert "where you've played most" in (await ann.slash("/profile", at=ann.dm)).text
        refused = await ann.slash("/profile", member=bob)
        assert refused.ephemeral
        assert "hasn't played" in refused.text


@in_loop
async def test_help_is_said_in_the_persons_language_everywhere() -> None:
    async with hall() as h:
        kim = h.server.person("Kim", h.channel, locale="ja")
        told = await kim.slash("/ヘルプ", at=kim.dm)
        assert "「/codenames new」" in told.text
        assert "/admin" not in told.text
        assert r"/admin: Settings" in (await manager(h).slash("/help")).text


@in_loop
async def test_ones_data_come_as_a_private_file() -> None:
    async with hall() as h:
        ann = h.people[0]
        assert "Nothing is stored" in (await ann.slash("/privacy show", at=ann.dm)).text
        await h.playing()
        await h.clued("zebra")
        words = {word for word, _ in key(await h.session())}
        assert "Chairs that you've had: 1 entry" in (await ann.slash("/privacy show")).text
        answer = await ann.slash("/privacy export")
        assert answer.ephemeral
        assert answer.message is not None
        (file,) = answer.message.pictures
        assert file.name == EXPORT
        told = json.loads(file.content)
        assert told["user"] == f"discord:{ann.user.id}"
        assert not words & set(texts_in(told))
        assert h.onlooker.sees() == []


@in_loop
async def test_remembered_clues_are_on_ones_own_profile_until_they_are_switched_off() -> None:
    async with hall() as h:
        session = await h.playing()
        giver = h.due(session)
        session = await h.clued("zephyrous", "1")
        picker = h.due(session)
        word = next(word for word, whose in key(session) if whose == "assassin")
        assert "game is over" in (await picker.slash("/codenames guess", card=word)).text
        await Learner(h.games).learn(session.game_id)
        for person in (giver, picker):
            profile = await person.slash("/profile")
            assert profile.ephemeral
            assert "Bots remember 1 clue with a card from your games here." in profile.text
        assert "Bots remember" not in (await giver.slash("/profile", at=giver.dm)).text
        off = await picker.slash("/privacy clues", remembered="off")
        assert off.ephemeral
        assert "picked the card, everywhere, and for the other person, too" in off.text
        assert "Bots remember" not in (await giver.slash("/profile")).text
        on = await picker.slash("/privacy clues", remembered="on", at=picker.dm)
        assert "delete it after 180 days" in on.text


async def _refusal(_games: Games, _request: Request) -> Reply:
    raise Refusal("ask-unknown")


async def late(h: Hall, line: str, **given: object) -> SentAnswer:
    """Return the bot's answer to a line, after it has deferred the answer."""
    told = asyncio.Event()
    reanswer(h.porter, waiting_for(told))
    waiting = asyncio.create_task(h.people[0].slash(line, given))
    await h.server.until(lambda: newest(h).callback is Callback.DEFERRED_MESSAGE)
    told.set()
    answer = await waiting
    await h.settled()
    return answer


@in_loop
async def test_a_late_answer_to_one_person_brings_its_file() -> None:
    async with hall() as h:
        await h.playing()
        answer = await late(h, "/privacy export")
        assert answer.ephemeral
        assert answer.message is not None
        assert [file.name for file in answer.message.pictures] == [EXPORT]


@pytest.mark.sampled
@pytest.mark.parametrize("fault", [None, Broken(502, took_effect=True), Cut(took_effect=True)])
def test_a_late_answer_for_all_is_posted_once(fault: Fault | None) -> None:
    @in_loop
    async def play() -> None:
        async with hall() as h:
            await h.playing()
            if fault is not None:
                h.server.faults.add("POST /channels/{channel_id}/messages", fault)
            before = h.onlooker.sees()
            own = len(h.people[0].sees())
            await late(h, "/leaderboard", show=True)
            (posted,) = h.onlooker.sees()[len(before) :]
            assert "Leaderboard" in posted.text
            assert h.people[0].sees()[own:] == [posted]  # and nothing private
            assert h.server.faults.pending == 0

    play()


@in_loop
async def test_a_late_answer_for_all_is_private_where_nothing_can_be_posted() -> None:
    async with hall() as h:
        await h.playing()
        h.server.permit(h.channel, deny=Permission.SEND_MESSAGES)
        answer = await late(h, "/leaderboard", show=True)
        assert answer.ephemeral
        assert "Leaderboard" in answer.text


@in_loop
async def test_a_late_refusal_is_private_though_all_were_to_read_the_answer() -> None:
    async with hall() as h:
        await h.playing()
        before = h.onlooker.sees()
        reanswer(h.porter, lambda _: _refusal)
        answer = await late(h, "/leaderboard", show=True)
        assert answer.ephemeral
        assert "This command has changed" in answer.text
        assert h.onlooker.sees() == before


@in_loop
async def test_data_are_deleted_by_a_button_of_ones_own_in_a_running_game() -> None:
    async with hall() as h, drawing(h):
        await h.playing()
        session = await h.clued()
        ann, bob, *_ = h.people
        explained = await ann.slash("/privacy delete")
        assert explained.ephemeral
        assert explained.message is not None
        (button,) = explained.message.buttons
        assert button.style == 4
        others = await bob.slash("/privacy delete")
        assert others.message is not None
        assert others.message.buttons[0].custom_id != button.custom_id
        done = await ann.press(explained.message, button.label)
        assert done.ephemeral
        assert "1 game stays, without your name" in done.text
        here = {member.user.id for member in (await h.session()).lobby.members}
        assert str(ann.user.id) not in here
        assert str(bob.user.id) in here
        assert (await h.session()).game_id == session.game_id
        assert "Nothing is stored" in (await ann.slash("/privacy show")).text


@in_loop
async def test_the_button_works_after_a_restart() -> None:
    async with hall() as h:
        await h.playing()
        ann = h.people[0]
        explained = await ann.slash("/privacy delete")
        assert explained.message is not None
        await h.client.close()
        line = settings_of(h.server.settings.token)
        porter = ChatServices(h.games, "en")
        async with running(h.server, client_of(h.games, porter, line, VALUES)):
            done = await ann.press(explained.message, "Delete all my data")
            assert "1 game stays, without your name" in done.text


@in_loop
async def test_a_button_of_somebody_else_does_nothing() -> None:
    async with hall() as h:
        await h.playing()
        ann, bob, *_ = h.people
        explained = await ann.slash("/privacy delete")
        assert explained.message is not None
        assert explained.message.buttons[0].custom_id is not None
        call = read_request_id(explained.message.buttons[0].custom_id)
        assert call == RequestId(str(ann.user.id), "privacy delete sure")
        board = await h.post((await h.session()).game_id)
        forged = board.channel.messages[board.id]
        body = {"custom_id": str(call), "component_type": 2}
        pressed = h.server.service.reception.open(
            InteractionKind.COMPONENT, bob.user, h.channel, body, source=forged
        )
        told = await bob.answer(pressed)
        assert told.ephemeral
        assert "for the person who asked" in told.text
        assert "1 entry" in (await ann.slash("/privacy show")).text


@pytest.mark.parametrize("moment", ["9" * 60, f"1.{'9' * 60}"])
def test_a_forged_press_of_a_huge_turn_or_version_is_refused_in_a_sentence(moment: str) -> None:
    @in_loop
    async def play() -> None:
        async with hall() as h:
            await h.playing()
            game_id = (await h.session()).game_id
            board = await h.post(game_id)
            bob = h.people[1]
            body = {"custom_id": f"s:{game_id}:{moment}:pass", "component_type": 2}
            forged = board.channel.messages[board.id]
            pressed = h.server.service.reception.open(
                InteractionKind.COMPONENT, bob.user, h.channel, body, source=forged
            )
            told = await bob.answer(pressed)
            assert told.ephemeral
            assert told.text == Texts.load().say(phrase("chat-old-press"))

    play()


def test_ids_of_calls_and_of_presses_are_told_apart() -> None:
    call = RequestId("42", "privacy delete sure")
    assert read_request_id(str(call)) == call
    assert read_button_id(str(call)) is None
    for other in ("", "a", "a:", "a:42", "a::x", "s:abc:1:guess B3"):
        assert read_request_id(other) is None
    assert isinstance(read_button_id("s:abc:1:guess B3"), ButtonId)


@in_loop
async def test_only_those_who_manage_the_server_find_its_settings() -> None:
    async with hall() as h:
        with pytest.raises(Impossible, match="may not use"):
            await h.people[0].slash("/admin show")
        mia = manager(h)
        assert "every channel" in (await mia.slash("/admin show")).text
        with pytest.raises(Impossible, match="not offered"):
            await mia.slash("/admin show", at=mia.dm)


@in_loop
async def test_games_are_kept_to_the_channels_that_are_allowed() -> None:
    async with hall() as h:
        mia, tea = manager(h), h.server.channel(h.guild, "tea")
        told = await mia.slash("/admin channels allow", channel=tea)
        assert "#tea is now on the list" in told.text
        refused = await h.people[0].slash("/codenames new")
        assert refused.ephemeral
        assert "tea" in refused.text
        await mia.slash("/admin channels allow")
        assert "games" in (await mia.slash("/admin channels list")).text
        await h.people[0].slash("/codenames new")
        assert (await h.session()).lobby.members


@in_loop
async def test_a_pack_from_a_file_is_completed_and_played_with() -> None:
    async with hall() as h:
        mia, ann = manager(h), h.people[0]
        file = Upload("animals.txt", "\n".join(CARDS).encode())
        added = await mia.slash("/admin packs add", file=file)
        assert "animals is ready, with 16 words" in added.text
        offered = await ann.complete("/codenames new", "pack", "ANI")
        assert [one.value for one in offered] == ["animals"]
        offered = await mia.complete("/admin packs default", "pack", "")
        assert [one.value for one in offered] == ["auto", "english", "japanese", "animals"]
        session = await h.playing(rows=4, cols=4, pack="animals")
        assert {word for word, _ in key(session)} == {*CARDS}
        bad = await mia.slash("/admin packs add", file=Upload("b.txt", b"one\ntwo\none\n"))
        assert "line 3" in bad.text.casefold()


@in_loop
async def test_boards_speak_the_language_of_the_server_and_answers_the_persons() -> None:
    async with hall() as h, drawing(h):
        await manager(h).slash("/admin language", language="ja")
        told = await h.people[0].slash("/codenames new")
        board = await h.drawn(0)
        assert "席" in board.text
        assert not any("ぁ" <= letter <= "ん" for letter in told.text)


@in_loop
async def test_new_tables_have_the_servers_timers_and_right_to_stop() -> None:
    async with hall() as h:
        mia = manager(h)
        await mia.slash("/admin timers", {"clock": "slow", "hours": 48, "clue-time": "2m"})
        await mia.slash("/admin stop", who="anyone")
        assert "Time for a clue: 2 min" in (await mia.slash("/admin show")).text
        await h.people[0].slash("/codenames new")
        table = (await h.session()).lobby.settings
        assert (table.clock.value, table.slow_hours, table.stop.value) == ("slow", 48, "anyone")
