"""Shiritori on the loopback Discord: by command, form, reply and mention."""

from functools import partial
from typing import Final

import pytest

from bot.games.session import Session
from bot.gametypes.shiritori.game_type import shiritori_type
from core.shiritori.rules import Shiritori
from core.words.word_lists import noun_list
from tests.adapters.discord.gallows import mention, playing
from tests.adapters.discord.hall import Hall
from tests.loopback.discord import Person, Seen
from tests.loopback.table import in_loop

NOUNS: Final = noun_list("nouns")


@pytest.fixture(scope="module", autouse=True)
def _lists() -> None:
    """Load the lists' indexes first, as servers do, so that no move of a test waits for them."""
    shiritori_type().prepare()


def chain(session: Session) -> tuple[str, ...]:
    readings: tuple[str, ...] = session.state.readings
    return readings


async def begun(h: Hall, *people: Person, **values: object) -> None:
    """Open a table with the people in its first chairs, and start it."""
    first, *others = people
    await first.slash("/shiritori new", values)
    for person in others:
        await person.slash("/shiritori join")
    await first.slash("/shiritori start")
    await h.server.until(
        lambda: any("Any word" in one.text for one in h.onlooker.sees()), what="the first board"
    )


@in_loop
async def test_words_are_given_by_command_form_reply_and_mention() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await begun(h, ann, bob)
        answer = await ann.slash("/shiritori say", word="しりとり")
        assert answer.text == "Ann: しりとり."
        await h.server.until(lambda: "リ …" in h.board().text, what="the next sound")
        modal = await bob.press(h.board(), "Word")
        await bob.submit_modal(modal, {"word": "林檎"})
        await h.server.until(lambda: "ゴ …" in h.board().text, what="the next sound")
        talk = ann.say("nice", to=h.board())  # which costs no life
        await h.server.until(lambda: _reacted(h, talk), what="the mark on talk")
        ann.say("ゴリラ", to=h.board())
        await h.server.until(lambda: "ラ …" in h.board().text, what="the next sound")
        bob.say(f"{mention(h)} rappa")
        await h.server.until(lambda: "パ …" in h.board().text, what="the next sound")
        assert chain(await h.session()) == ("シリトリ", "リンゴ", "ゴリラ", "ラッパ")
        assert [one.content[:4] for one in h.board().pictures] == [b"\x89PNG"]
        assert "My key" not in h.board().labels
        assert "a filled number is the turn" not in h.board().text


@in_loop
async def test_the_host_chooses_who_plays() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await ann.slash("/shiritori new")
        answer = await ann.slash("/shiritori settings", setting="join", value="host")
        assert "the host chooses who plays" in answer.text
        await h.server.until(lambda: "Watch" in h.board().labels, what="the button for watching")
        refused = await bob.press(h.board(), "Join")
        assert refused.ephemeral
        assert "join as a spectator with /shiritori watch, and ask the host" in refused.text
        assert "/shiritori table replace" in refused.text
        await bob.press(h.board(), "Watch")
        refused = await bob.slash("/shiritori chair")
        assert "The host chooses who plays" in refused.text
        answer = await ann.slash("/shiritori table replace", place="player2", who=bob.mention)
        assert answer.text == "Bob is now player 2."
        session = await h.session()
        sitters = {str(seat): user.id for seat, user in session.lobby.sitters.items()}
        assert sitters["player2"] == str(bob.user.id)


@pytest.mark.slow
@in_loop
async def test_a_wrong_word_ends_the_game_and_a_bot_answers_at_once() -> None:
    async with playing() as h:
        ann, *_ = h.people
        await ann.slash("/shiritori new", order="bot", strength="random")
        await h.server.until(lambda: _told(h, "Any word"), what="the first board")
        await ann.slash("/shiritori say", word="林檎")
        await h.server.until(lambda: _told(h, "word 3: Ann's turn"), what="the bot's word")
        answer = await ann.slash("/shiritori say", word="zzz")
        assert "isn't in the word list" in answer.text
        await h.server.until(lambda: _told(h, "wins."), what="the end")


@in_loop
async def test_a_word_of_several_readings_is_asked_for_and_its_reading_pressed_and_shown() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await begun(h, ann, bob)
        answer = await ann.slash("/shiritori say", word="一目")
        assert answer.ephemeral
        assert answer.text == (
            "一目 can be read as イチモク, ヒトメ: choose the reading that you mean, or type it."
        )
        assert chain(await h.session()) == ()
        asked = answer.message
        assert asked is not None
        assert asked.labels == ("イチモク", "ヒトメ")
        await ann.press(asked, "ヒトメ")
        await h.server.until(lambda: "メ …" in h.board().text, what="the next sound")
        played = (await h.session()).state.chain[0]
        assert (played.word, played.reading) == ("一目", "ヒトメ")
        (picture,) = h.board().pictures
        assert "一目 ヒトメ" in str(picture.description)


@in_loop
async def test_a_question_about_a_reply_has_buttons_for_its_writer_alone() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await begun(h, ann, bob, order="free")
        said = ann.say("一目", to=h.board())
        await h.server.until(lambda: _answers(h, said), what="the question")
        (asked,) = _answers(h, said)
        assert asked.labels == ("イチモク", "ヒトメ")
        assert "for the person who asked" in (await bob.press(asked, "イチモク")).text
        assert chain(await h.session()) == ()
        await ann.press(asked, "ヒトメ")
        await h.server.until(lambda: "メ …" in h.board().text, what="the next sound")
        assert [one.seat for one in (await h.session()).state.chain] == ["player1"]
        (asked,) = _answers(h, said)
        assert "イチモク" in asked.labels  # it is not a board


def _answers(h: Hall, said: Seen) -> list[Seen]:
    return [one for one in h.onlooker.sees() if one.reply_to == said.id]


@in_loop
async def test_giving_up_stands_last_and_is_asked_about_once() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await begun(h, ann, bob)
        first = h.board()
        assert first.labels == ("Word", "Give up")
        answer = await ann.press(first, "Give up")
        assert answer.ephemeral
        assert answer.text.startswith("Do you really give up?")
        assert not (await h.session()).is_over
        await ann.slash("/shiritori say", word="しりとり")
        await h.server.until(lambda: "リ …" in h.board().text, what="the next sound")
        assert h.board().labels == ("Word", "Board as text", "Give up")
        stale = answer.message
        assert stale is not None
        assert "meant for turn 1" in (await ann.press(stale, "Give up")).text
        asked = (await bob.press(h.board(), "Give up")).message
        assert asked is not None
        await bob.press(asked, "Give up")
        await h.server.until(lambda: _told(h, "Ann wins."), what="the end")


@pytest.mark.slow
@in_loop
async def test_no_button_moves_as_the_chain_grows_and_while_a_bot_thinks() -> None:
    async with playing() as h:
        ann, *_ = h.people
        await ann.slash("/shiritori new", order="bot", strength="random", lives=0)
        await h.server.until(lambda: _told(h, "Any word"), what="the first board")
        rows = {_rows(h)}
        for number in (3, 5, 7):
            session = await h.session()
            judge, seen = Shiritori(session.options, NOUNS).judge, session.state
            sound = judge.next_sound(seen.readings) or "リ"
            word = next(
                one.reading
                for one in judge.playable
                if judge.fault(sound, seen.readings, one.reading) is None
            )
            await ann.slash("/shiritori say", word=word)
            await h.server.until(
                partial(_told, h, f"word {number}: Ann's turn"), what="the bot's word"
            )
            rows.add(_rows(h))
        assert rows == {(("Word",), ("Give up",)), (("Word", "Board as text"), ("Give up",))}


def _rows(h: Hall) -> tuple[tuple[str, ...], ...]:
    """Return the labels of the newest board's buttons by row."""
    shown = h.channel.messages[h.board().id].components[0]["components"]
    rows = (row["components"] for row in shown if row["type"] == 1)
    return tuple(tuple(one["label"] for one in row) for row in rows)


@in_loop
async def test_the_game_of_the_day_is_played_once_and_told_as_shiritori() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await ann.slash("/shiritori new", order="bot", daily=True)
        again = await bob.slash("/shiritori new", daily=True)
        assert again.text.startswith("The game of the day is under way already: go and see it")
        assert "The next opening sound comes at midnight UTC, in " in again.text
        await ann.slash("/shiritori stop")
        await h.server.until(
            lambda: _told(h, "anybody who opens the game of the day"), what="the rest of the day"
        )
        await ann.slash("/shiritori new", order="bot", daily=True)
        await _concede(ann)
        over = await ann.slash("/shiritori new", daily=True)
        assert over.text.startswith("The opening sound of the day has been played already.")
        assert over.text.endswith("until then, open a game that isn't the daily one.")


@in_loop
async def test_each_of_three_players_is_called_to_their_turn() -> None:
    async with playing() as h:
        ann, bob, cat, *_ = h.people
        await begun(h, ann, bob, cat, players=3)
        await ann.slash("/shiritori say", word="りんご")
        await h.server.until(lambda: _told(h, "word 2: Bob's turn"), what="Bob's turn")
        assert h.board().pings == {bob.user.id}
        await _concede(bob)
        await h.server.until(lambda: _told(h, "word 2: Cat's turn"), what="Cat's turn")
        assert h.board().pings == {cat.user.id}


async def _concede(person: Person) -> None:
    asked = (await person.slash("/shiritori concede")).message
    assert asked is not None
    await person.press(asked, "Give up")


def _reacted(h: Hall, said: Seen) -> bool:
    return any(one.id == said.id and one.reactions for one in h.onlooker.sees())


def _told(h: Hall, words: str) -> bool:
    return any(words in one.text for one in h.onlooker.sees())
