"""People use a bot with every feature of the service."""

import asyncio

import discord
import pytest

from tests.loopback.bot import PNG
from tests.loopback.discord import Callback, Impossible, Permission, Settings
from tests.loopback.table import in_loop, table


@in_loop
async def test_a_subcommand_with_an_option_is_answered() -> None:
    async with table() as t:
        answer = await t.ann.slash("/codenames new", rows=5)
        assert answer.text == "5 rows"
        assert answer.message is not None
        assert answer.message.labels == ("Join red", "My key", "Clue", "Later")
        assert t.ben.last().text == "5 rows"


@in_loop
async def test_a_client_refuses_what_the_command_does_not_take() -> None:
    async with table() as t:
        for line, given in (
            ("/codenames new", {"rows": 11}),
            ("/codenames new", {"rows": "five"}),
            ("/codenames new", {}),
            ("/codenames new", {"rows": 5, "colour": "red"}),
            ("/codenames", {}),
            ("/codenames dance", {}),
            ("/dance", {}),
        ):
            with pytest.raises(Impossible):
                await t.ann.slash(line, given)


@in_loop
async def test_completions_come_while_typing() -> None:
    async with table() as t:
        choices = await t.ann.complete("/guess", "card", "wh")
        assert [(each.name, each.value) for each in choices] == [
            ("WHALE", "whale"),
            ("WHEEL", "wheel"),
        ]


@in_loop
async def test_a_command_is_found_by_its_name_in_the_persons_language() -> None:
    async with table() as t:
        yui = t.server.person("結衣", t.games, locale="ja")
        assert (await yui.slash("/推測", カード="whale")).text == "ja guesses whale"
        with pytest.raises(Impossible, match="no command"):
            await t.ann.slash("/推測", card="whale")


@in_loop
async def test_a_button_edits_its_message_for_all() -> None:
    async with table() as t:
        lobby = (await t.ann.slash("/codenames new", rows=5)).message
        assert lobby is not None
        answer = await t.ben.press(lobby, "Join red")
        assert answer.callback is Callback.UPDATE
        assert t.ann.again(lobby).text == "red: Ben"


@in_loop
async def test_an_ephemeral_answer_is_seen_by_one_person() -> None:
    async with table() as t:
        lobby = (await t.ann.slash("/codenames new", rows=5)).message
        assert lobby is not None
        answer = await t.ben.press(lobby, "My key")
        assert answer.ephemeral
        assert t.ben.last().text == "assassin: whale"
        assert t.ann.last().text == "5 rows"
        assert answer.message is not None
        with pytest.raises(Impossible):
            t.ann.again(answer.message)
        with pytest.raises(discord.NotFound, match="10008"):
            await t.channel.fetch_message(answer.message.id)


@in_loop
async def test_a_modal_is_filled_in_and_sent() -> None:
    async with table() as t:
        lobby = (await t.ann.slash("/codenames new", rows=5)).message
        assert lobby is not None
        modal = await t.ann.press(lobby, "Clue")
        assert modal.modal is not None
        assert modal.modal.title == "Your clue"
        with pytest.raises(Impossible, match="characters"):
            await t.ann.submit_modal(modal, {"Word": "x" * 21, "Number": "2"})
        with pytest.raises(Impossible, match="option"):
            await t.ann.submit_modal(modal, {"Word": "ocean", "Number": "9"})
        answer = await t.ann.submit_modal(modal, {"Word": "ocean", "Number": "2"})
        assert answer.text == "clue ocean 2"


@in_loop
async def test_menus_take_options_and_people() -> None:
    async with table() as t:
        lobby = (await t.ann.slash("/codenames new", rows=5)).message
        assert lobby is not None
        assert (await t.ann.choose(lobby, "Pack", "Animals")).text == "pack a"
        assert (await t.ann.choose(lobby, "mate", t.ben)).text == "mate Ben"
        with pytest.raises(Impossible, match="no option"):
            await t.ann.choose(lobby, "Pack", "Cities")


@in_loop
async def test_an_update_may_be_deferred() -> None:
    async with table() as t:
        lobby = (await t.ann.slash("/codenames new", rows=5)).message
        assert lobby is not None
        answer = await t.ann.press(lobby, "Later")
        assert answer.callback is Callback.DEFERRED_UPDATE
        await t.server.until(lambda: t.ann.again(lobby).text == "done later")


@in_loop
async def test_a_deferred_answer_is_filled_and_stays_private() -> None:
    async with table() as t:
        answer = await t.ann.slash("/codenames key")
        assert answer.text == "sent"
        assert answer.ephemeral
        assert t.ann.last(t.ann.dm).text == "assassin: whale"
        assert t.ben.sees(t.ann.dm) == []
        assert t.ben.sees() == []


@in_loop
async def test_closed_direct_messages_are_refused() -> None:
    async with table() as t:
        t.ann.close_dms()
        assert (await t.ann.slash("/codenames key")).text == "no key: 50007"
        t.ann.open_dms()
        assert (await t.ann.slash("/codenames key")).text == "sent"


@in_loop
async def test_a_board_of_components_shows_picture_and_buttons() -> None:
    async with table() as t:
        board = (await t.ann.slash("/codenames board")).message
        assert board is not None
        assert board.text == "Red to guess"
        assert len(board.buttons) == 25
        (picture,) = board.pictures
        assert picture.description == "a board"
        assert picture.content == PNG
        fetched = await t.channel.fetch_message(board.id)
        assert await fetched.attachments[0].read() == PNG
        assert (fetched.attachments[0].width, fetched.attachments[0].height) == (2, 3)


@in_loop
async def test_a_thread_is_started_from_a_message() -> None:
    async with table() as t:
        await t.ann.slash("/codenames thread")
        await t.server.until(lambda: t.ann.last().thread is not None)
        thread = t.ann.last().thread
        assert thread is not None
        await t.server.until(lambda: t.ann.sees(thread))
        assert t.ann.last(thread).text == "in the thread"
        t.ann.say("hello", at=thread)
        await t.heard("message ''")


@in_loop
async def test_reactions_are_heard_and_taken_back() -> None:
    async with table() as t:
        sent = await t.channel.send("rows")
        await sent.add_reaction("🇦")
        message = t.ann.last()
        t.ann.react(message, "🇦")
        await t.heard("reaction 🇦")
        assert message.reactions.keys() == {"🇦"}
        assert t.ann.again(message).reactions["🇦"][1:] == (t.ann.user.id,)
        t.ann.unreact(message, "🇦")
        await t.heard("unreaction 🇦")
        fetched = await t.channel.fetch_message(message.id)
        assert [(each.emoji, each.count, each.me) for each in fetched.reactions] == [("🇦", 1, True)]


@in_loop
async def test_a_message_command_gets_the_content() -> None:
    async with table() as t:
        said = t.ann.say("ocean 2")
        assert (await t.ben.menu("Quote", said)).text == "quoted ocean 2"


@in_loop
async def test_pings_follow_allowed_mentions() -> None:
    async with table() as t:
        text = f"{t.ann.mention} {t.ben.mention} @everyone"
        only = discord.AllowedMentions(
            everyone=False, users=[discord.Object(t.ann.user.id)], roles=False
        )
        sent = await t.channel.send(text, allowed_mentions=only)
        assert t.ann.last().pings == {t.ann.user.id}
        assert [each.id for each in sent.mentions] == [t.ann.user.id]


@pytest.mark.slow
@in_loop
async def test_two_hundred_people_play_at_once() -> None:
    async with table(Settings(sampling=50)) as t:
        rooms = [t.server.channel(t.guild, f"room-{n}") for n in range(200)]
        people = [t.server.person(f"P{n}", room) for n, room in enumerate(rooms)]
        answers = [person.slash("/codenames new", rows=5) for person in people]
        lobbies = await asyncio.gather(*answers)
        presses = [
            person.press(lobby.message, "Join red")
            for person, lobby in zip(people, lobbies, strict=True)
            if lobby.message is not None
        ]
        told = [answer.text for answer in await asyncio.gather(*presses)]
        assert told == [f"red: P{n}" for n in range(200)]


@in_loop
async def test_commands_and_buttons_work_in_direct_messages() -> None:
    async with table(Settings(frozen=True)) as t:
        answer = await t.ann.slash("/codenames new", rows=5, at=t.ann.dm)
        assert answer.message is not None
        assert (await t.ann.press(answer.message, "Join red")).text == "red: Ann"
        assert t.ben.sees(t.ann.dm) == []
        with pytest.raises(Impossible):
            await t.ben.press(answer.message, "Join red")


@in_loop
async def test_people_do_only_what_they_may() -> None:
    async with table() as t:
        lobby = (await t.ann.slash("/codenames new", rows=5)).message
        assert lobby is not None
        t.server.permit(t.games, t.ben, deny=Permission.SEND_MESSAGES | Permission.ADD_REACTIONS)
        with pytest.raises(Impossible, match="SEND_MESSAGES"):
            t.ben.say("hello")
        with pytest.raises(Impossible, match="ADD_REACTIONS"):
            t.ben.react(lobby, "🇦")
        with pytest.raises(Impossible, match="MANAGE_MESSAGES"):
            t.ben.erase(lobby)
        t.server.permit(t.games, t.ben, deny=Permission.VIEW_CHANNEL)
        assert t.ben.sees() == []
        with pytest.raises(Impossible):
            await t.ben.press(lobby, "Join red")
        with pytest.raises(Impossible):
            await t.ben.slash("/guess", card="whale")
        t.ann.leave(t.guild)
        with pytest.raises(Impossible):
            await t.ann.press(lobby, "Join red")
