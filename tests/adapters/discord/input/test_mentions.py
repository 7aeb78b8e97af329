"""Messages to the bot, at a table of Codenames and where there is no game."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from bot.identity import GuildId, User
from bot.ratings.facts import TOLD_FROM
from bot.ratings.learn import learn
from core.codenames.model import Phase
from tests.adapters.discord.gallows import mention, playing
from tests.adapters.discord.hall import SEATS, Hall
from tests.bot.games.parlour import card
from tests.bot.ratings.games import keep_game, leaning
from tests.loopback.discord import Broken, Cut, Garbled, Permission, Person, Refused, Seen
from tests.loopback.table import in_loop

POST: Final = "POST /channels/{channel_id}/messages"
REACT: Final = "PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me"


def _replies(h: Hall, to: int) -> list[str]:
    seen = [one for one in h.onlooker.sees() if one.reply_to == to]
    return [one.text for one in seen if one.author == "Spyring"]


async def _turn(h: Hall, number: int) -> Seen:
    """Return the board of a turn once it is drawn."""
    await h.server.until(lambda: f"Turn {number}" in h.board().text, 30, f"turn {number}")
    return h.board()


def _shrunk(h: Hall) -> list[Seen]:
    return [one for one in h.onlooker.sees() if "look further down." in one.text]


async def _asked(h: Hall, person: Person, text: str) -> list[str]:
    """Return the bot's replies to a person who mentions it."""
    said = person.say(f"{mention(h)} {text}")
    await h.settled()
    return _replies(h, said.id)


@in_loop
async def test_a_clue_and_a_guess_are_taken_from_replies_to_the_board() -> None:
    async with playing() as h:
        session = await h.playing()
        board = await _turn(h, 1)
        h.due(session).say("zebra 2", to=board)
        await h.settled()
        session = await h.session()
        assert session.state.turns[0].clue.word == "zebra"
        board = await h.drawn(11)
        h.due(session).say(session.state.layout.words[3].upper(), to=board)
        await h.settled()
        assert 3 in (await h.session()).state.uncovered


@in_loop
async def test_a_clue_that_is_not_lawful_is_refused_with_its_reason() -> None:
    async with playing() as h:
        session = await h.playing()
        word = session.state.layout.words[0]
        (reply,) = await _asked(h, h.due(session), f"clue {word} 2")
        assert word in reply.casefold()
        assert (await h.session()).state.turns[0].clue is None


@in_loop
async def test_a_clue_out_of_turn_is_refused_as_a_clue() -> None:
    async with playing() as h:
        session = await h.playing()
        await _turn(h, 1)
        due = h.due(session)
        for person, seat in zip(h.people, SEATS, strict=True):
            if person is not due:
                (reply,) = await _asked(h, person, "zebra 2")
                guesses = seat.endswith("guesser")
                said = "Only the spymaster gives clues" if guesses else "turn: wait for yours"
                assert said in reply
        await h.clued()
        (reply,) = await _asked(h, due, "ocean 1")
        assert "Your team has its clue already" in reply


@in_loop
async def test_a_question_is_answered_once_the_game_is_over_and_is_a_clue_before() -> None:
    async with playing() as h:
        giver = h.due(await h.playing())
        assert await _asked(h, giver, "why 2") == []
        assert (await h.session()).state.turns[0].clue.word == "why"
        ann, bob, *_ = h.people
        for person in (ann, bob, ann):
            await person.slash("/codenames resign")
        (told,) = await _asked(h, h.onlooker, "why 1")
        assert ": why 2" in told
        assert "The other 15: " in told
        (refused,) = await _asked(h, h.onlooker, "why ocean")
        assert "name one of 1 why" in refused


@in_loop
async def test_what_was_learnt_is_told_in_secret_until_its_person_shares_it() -> None:
    async with playing() as h:
        giver = h.due(await h.playing())
        await giver.slash("/codenames clue", word="zebra", number="1")
        guesser = h.due(await h.session())
        async with h.games.store.writing() as conn:
            user, guild = User("discord", str(guesser.user.id)), GuildId(f"discord:{h.guild.id}")
            await keep_game(conn, "earlier")
            await learn(conn, leaning(user, TOLD_FROM, "earlier", guild))
        await guesser.slash("/codenames guess", card=card(await h.session(), "assassin"))
        await h.settled()
        board, known = h.board(), "go by kinds of things"
        own = await guesser.press(board, "What did it learn about me?")
        assert own.ephemeral
        assert f"You {known}" in own.text
        assert known not in (await giver.press(board, "What did it learn about me?")).text
        assert known not in (await h.onlooker.slash("/codenames learnt")).text
        for text in ("learnt", "Learnt show", "学んだこと"):
            (refused,) = await _asked(h, guesser, text)
            assert "That is for you alone" in refused
        assert not any("kinds of things" in one.text for one in h.onlooker.sees())
        assert own.message is not None
        await guesser.press(own.message, "Share it here")
        (shared,) = [one for one in h.onlooker.sees() if "kinds of things" in one.text]
        assert f"{guesser.name} goes by kinds of things" in shared.text
        assert "Share it here" not in shared.labels


@in_loop
async def test_a_mention_where_no_game_is_tells_so() -> None:
    async with playing() as h:
        (reply,) = await _asked(h, h.onlooker, "guess whale")
        assert "No game here yet. Start one with /codenames new" in reply
        for text in ("", "help", "ヘルプ"):
            (reply,) = await _asked(h, h.onlooker, text)
            assert "In a game, reply to the board, or mention me" in reply


@in_loop
@pytest.mark.parametrize(
    ("text", "title"), [("codenames", "Codenames"), ("new hangman", "Hangman")]
)
async def test_a_mention_with_the_name_of_a_game_opens_it(text: str, title: str) -> None:
    async with playing() as h:
        assert await _asked(h, h.onlooker, text) == []
        assert title in h.board().text
        assert (await h.session()).lobby.host == User("discord", str(h.onlooker.user.id))


@in_loop
async def test_a_game_is_opened_by_the_button_of_an_answer() -> None:
    async with playing() as h:
        await _asked(h, h.onlooker, "new")
        answer = h.board()
        assert [one.label for one in answer.buttons] == [
            "Start Codenames",
            "Start Hangman",
            "Start Shiritori",
        ]
        await h.people[0].press(answer, answer.buttons[2].custom_id or "")
        await h.settled()
        assert (await h.session()).game_type.name == "shiritori"


@in_loop
async def test_a_japanese_room_is_answered_in_japanese() -> None:
    async with playing() as h:
        h.server.permit(h.channel, h.people[0], allow=Permission.MANAGE_GUILD)
        await h.people[0].slash("/admin language", language="ja")
        (reply,) = await _asked(h, h.onlooker, "こんにちは")
        assert reply.startswith("こんにちは！")
        assert await _asked(h, h.onlooker, "しりとり") == []
        assert (await h.session()).game_type.name == "shiritori"


@in_loop
async def test_no_game_is_opened_where_its_boards_can_not_be_shown() -> None:
    async with playing() as h:
        h.server.permit(h.channel, deny=Permission.ATTACH_FILES)
        (reply,) = await _asked(h, h.onlooker, "hangman")
        assert "Attach Files" in reply
        assert await h.games.current(h.room) is None


@in_loop
@pytest.mark.parametrize("text", ["hello", "hangman", "", "whale"])
async def test_a_direct_message_tells_where_to_open_a_game(text: str) -> None:
    async with playing() as h:
        ann = h.people[0]
        ann.say(text or "?", at=ann.dm)
        await h.settled()
        told = ann.last(ann.dm)
        assert "go to a channel of a server and type /codenames new" in told.text
        assert not told.buttons


@in_loop
async def test_a_direct_message_about_a_game_that_is_over_tells_where_to_open_one() -> None:
    async with playing() as h:
        session = await h.playing()
        giver = h.due(session)
        await h.server.until(lambda: bool(giver.sees(giver.dm)), 30, "a key card")
        await h.people[0].slash("/codenames stop")
        await h.settled()
        giver.say("whale", at=giver.dm)
        await h.settled()
        assert "type /codenames new" in giver.last(giver.dm).text


@in_loop
async def test_talk_is_answered_by_one_reaction_and_by_none_where_that_is_not_allowed() -> None:
    async with playing() as h:
        await h.playing()
        board = await _turn(h, 1)
        ann, bob, *_ = h.people
        talk = "nice clue lol"
        said = [ann.say(talk, to=board), ann.say(talk, to=board)]
        await h.settled()
        h.server.faults.add(REACT, Refused(403, 50013, "Missing Permissions"))
        said.append(bob.say(talk, to=board))
        await h.settled()
        seen = {one.id: one for one in h.onlooker.sees()}
        assert not [one for one in seen.values() if one.reply_to and one.author == "Spyring"]
        first, second, refused = ([*seen[one.id].reactions] for one in said)
        assert sorted([first, second]) == [[], ["❔"]]  # whichever it reads first
        assert refused == []


@in_loop
async def test_replies_to_other_people_are_left_alone() -> None:
    async with playing() as h:
        await h.playing()
        await _turn(h, 1)
        ann, bob, *_ = h.people
        said = bob.say("pass", to=ann.say("shall we pass?"))
        await h.settled()
        assert _replies(h, said.id) == []
        assert not h.onlooker.sees()[-1].reactions


async def _replied(h: Hall, person: Person, text: str, to: Seen) -> list[str]:
    """Return the bot's replies and reactions to a person's reply to its message."""
    said = person.say(text, to=to)
    await h.settled()
    (seen,) = (one for one in h.onlooker.sees() if one.id == said.id)
    return [*_replies(h, said.id), *seen.reactions]


@in_loop
async def test_a_reply_to_an_older_message_is_of_the_game_in_its_channel() -> None:
    async with playing() as h:
        session = await h.playing()
        await _turn(h, 1)
        await h.server.until(lambda: bool(_shrunk(h)), 30, "an older message")
        shrunk, giver = _shrunk(h)[0], h.due(session)
        (refused,) = await _replied(h, h.onlooker, "stop", shrunk)
        assert "Only the host can stop this game" in refused
        assert await _replied(h, h.onlooker, "thanks", shrunk) == ["❔"]
        assert await _replied(h, giver, "zebra 2", shrunk) == []
        assert (await h.session()).state.turns[0].clue.word == "zebra"


@in_loop
async def test_a_reply_to_the_welcome_names_the_commands_or_is_talk() -> None:
    async with playing() as h:
        await _asked(h, h.onlooker, "hello")
        welcome = h.onlooker.sees()[-1]
        assert "I run word games" in welcome.text
        (said,) = await _replied(h, h.people[0], "stop", welcome)
        assert "No game here yet. Start one with /codenames new" in said
        assert await _replied(h, h.people[0], "thanks", welcome) == ["❔"]
        assert await _replied(h, h.people[0], "hangman", welcome) == []
        assert (await h.session()).game_type.name == "hangman"


@in_loop
async def test_a_move_in_reply_to_the_last_board_is_refused_in_words() -> None:
    async with playing() as h:
        await h.playing()
        await h.people[0].slash("/codenames stop")
        await h.settled()
        for text in ("pass", "stop"):
            (said,) = await _replied(h, h.onlooker, text, h.board())
            assert "open the next one" in said
        assert await _replied(h, h.onlooker, "pass the salt, please", h.board()) == []


@in_loop
async def test_a_reply_whose_answer_is_lost_is_not_doubled_and_one_refused_changes_nothing() -> (
    None
):
    async with playing() as h:
        await h.playing()
        before = (await h.session()).version
        for fault in (Broken(took_effect=True), Cut(took_effect=True), Cut()):
            h.server.faults.add(POST, fault)
            assert len(await _asked(h, h.people[0], "guess nothing at all")) == 1
        h.server.faults.add(POST, Refused(403, 50013, "Missing Permissions"))
        assert await _asked(h, h.people[0], "guess nothing at all") == []
        assert h.server.faults.pending == 0
        assert (await h.session()).version == before


@in_loop
async def test_people_are_answered_where_the_database_fails(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    async with playing(f"sqlite:///{file}", patience=0.2) as h:
        await h.playing()
        await _turn(h, 1)
        before = (await h.session()).version
        with closing(sqlite3.connect(file, check_same_thread=False)) as other:
            await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")  # the bot may still draw
            (reply,) = await _asked(h, h.people[0], "resign")
        assert "again" in reply
        assert (await h.session()).version == before


@in_loop
async def test_a_member_who_plays_by_a_direct_message_plays_in_the_channel_of_the_game() -> None:
    async with playing() as h:
        ann = h.people[0]
        await ann.slash("/codenames new")
        await ann.slash("/codenames chair", seat="blue-spymaster")
        await h.server.until(lambda: bool(ann.sees(ann.dm)), 30, "a message to Ann alone")
        rooms = (await h.session()).lobby.rooms
        for text in ("watch", "join blue"):
            ann.say(text, at=ann.dm)
            await h.settled()
        lobby = (await h.session()).lobby
        assert lobby.rooms == rooms
        assert [(one.room, one.team) for one in lobby.members] == [(rooms[0], "blue")]


@in_loop
async def test_who_leaves_out_the_verb_of_a_keyword_is_told_it_or_that_all_can_read_it() -> None:
    async with playing() as h:
        await h.playing(typed=True)
        ann = h.people[0]
        await h.server.until(lambda: bool(ann.sees(ann.dm)), 30, "a message to Ann alone")
        ann.say("two words", at=ann.dm)
        await h.settled()
        assert 'Write "keyword" before it' in ann.last(ann.dm).text
        for text in ("two words", "keyword: two words", "`keyword two words`"):
            (reply,) = await _asked(h, ann, text)
            assert "now everybody in this channel can read it" in reply
            assert "two" not in reply
        assert (await h.session()).state.phase is Phase.DEAL


@in_loop
async def test_a_keyword_is_taken_with_its_blanks() -> None:
    async with playing() as h:
        await h.playing(typed=True)
        ann = h.people[0]
        await h.server.until(lambda: bool(ann.sees(ann.dm)), 30, "a message to Ann alone")
        ann.say("keyword two  blanks", at=ann.dm)
        await h.settled()
        source = (await h.session()).state.layout.source
        assert source.keyword.value == "two  blanks"


@in_loop
async def test_a_reply_that_the_channel_does_not_take_comes_as_a_direct_message() -> None:
    async with playing() as h:
        session = await h.playing()
        await _turn(h, 1)
        ann, word = h.due(session), session.state.layout.words[0]
        h.server.faults.add(f"POST /channels/{h.channel.id}/messages", Garbled(), times=3)
        assert await _asked(h, ann, f"clue {word} 2") == []
        said = ann.last(ann.dm)
        assert word in said.text
        assert "Turn 1" not in said.text, "that is the key card"


@in_loop
async def test_who_writes_directly_while_discord_does_not_tell_the_game_is_told_so() -> None:
    async with playing() as h:
        await h.playing()
        await _turn(h, 1)
        bob = h.people[1]
        h.server.faults.add(f"GET /channels/{bob.dm.id}/messages", Garbled(), times=10)
        bob.say("guess whale", at=bob.dm)
        await h.settled()
        assert "Discord had a problem" in bob.last(bob.dm).text


@in_loop
async def test_after_a_game_a_mention_is_offered_the_next_and_a_reply_to_its_board_is_talk() -> (
    None
):
    async with playing() as h:
        await h.playing()
        await h.people[0].slash("/codenames stop")
        await h.settled()
        board = h.board()
        said = h.people[0].say("what now", to=board)
        await h.settled()
        assert _replies(h, said.id) == []
        (reply,) = await _asked(h, h.people[0], "what now")
        assert "Thanks for playing!" in reply
