"""Hangman on the loopback Discord: by buttons, menus, commands and messages."""

import asyncio
from functools import partial
from typing import Final

import pytest

from adapters.chat.incoming import ButtonAction
from bot.games.session import Session
from core.hangman.model import Try
from tests.adapters.discord.gallows import (
    asked,
    begun,
    mention,
    offered,
    offers,
    playing,
    press,
    tries,
    truth,
    waited,
)
from tests.adapters.discord.hall import Hall, hall
from tests.loopback.discord import Callback, Person, Seen
from tests.loopback.table import in_loop

ABC: Final = "abcdefghijklmnopqrstuvwxyz"


def _waits(session: Session) -> bool:
    return session.is_over or asked(session) is not None


def _is_past(pending: Try, session: Session) -> bool:
    return asked(session) != pending


def _check_unseen(h: Hall, word: str, *allowed: Person) -> None:
    """Raise AssertionError if any other person was sent a word: in text, ids or pictures' texts."""
    assert h.server.leaks(word, allowed=allowed) == []
    assert h.server.leaks(word.upper(), allowed=allowed) == []


def _replies(h: Hall, to: int) -> list[str]:
    """Return the bot's replies to a message."""
    seen = [one for one in h.onlooker.sees() if one.reply_to == to]
    return [one.text for one in seen if one.author == "Spyring"]


@in_loop
async def test_a_letter_is_guessed_by_one_press_and_goes_from_the_board() -> None:
    async with playing() as h:
        ann, *_ = h.people
        await begun(h, {"guess1": ann}, dealer="honest")
        board = await offered(h, "guess a")
        letters = [line for line in offers(board, ButtonAction.SUBMIT) if line.startswith("guess ")]
        assert letters == [f"guess {letter}" for letter in ABC]
        word = (await h.session()).state.word.value
        answer = await press(h, ann, f"guess {word[0]}")
        assert answer.callback is Callback.UPDATE
        await offered(h, "guess a" if word[0] != "a" else "guess b")
        shown = " ".join(letter.upper() if letter == word[0] else "·" for letter in word)
        await h.server.until(lambda: f"## {shown}\n" in h.board().text, what="the letter")
        assert f"guess {word[0]}" not in offers(h.board(), ButtonAction.SUBMIT)
        (picture,) = h.board().pictures
        assert picture.description == "A gallows, 0 of 10 parts drawn; 8 lives are left."
        assert picture.content.startswith(b"\x89PNG")


@in_loop
async def test_no_button_moves_while_a_word_is_guessed() -> None:
    async with playing() as h:
        ann, *_ = h.people
        await begun(h, {"guess1": ann}, dealer="honest")
        labels = (await offered(h, "guess a")).labels
        assert labels == (*ABC.upper(), "A hint, for a life", "Solve")
        word, used = (await h.session()).state.word.value, set[str]()
        for letter in sorted({*word})[:-1] + sorted({*ABC} - {*word})[:7]:
            await ann.slash("/hangman guess", letter=letter)
            used.add(letter)
            await h.server.until(partial(_is_used, h, used), what=f"the board after {letter}")
            assert h.board().labels == labels
        assert h.board().button("A hint, for a life").disabled  # it would cost the last one


def _is_used(h: Hall, letters: set[str]) -> bool:
    shown = [one for one in h.board().buttons if len(one.label) == 1]
    return {one.label.lower() for one in shown if one.disabled} == letters


@in_loop
@pytest.mark.usefixtures("double_taps")
async def test_a_double_tap_guesses_one_letter_on_the_board_before_and_on_the_next_one() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await begun(h, {"guess1": ann, "guess2": bob}, dealer="honest")
        board = await offered(h, "guess a")
        taps = await asyncio.gather(*(ann.press(board, "Q") for _ in range(2)))
        (refused,) = [one for one in taps if one.ephemeral]
        assert "pressed twice within a second" in refused.text
        await h.server.until(partial(_is_used, h, {"q"}), what="the next board")
        assert "pressed twice within a second" in (await ann.press(h.board(), "Z")).text
        assert tries(await h.session()) == ["q"]
        await press(h, bob, "guess z")  # another person's press
        await waited(h, lambda s: tries(s) == ["q", "z"], "the guess of another person")


@in_loop
async def test_letters_and_words_are_guessed_by_what_people_write() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await begun(h, {"guess1": ann}, dealer="honest")
        board = await offered(h, "guess a")
        word = (await h.session()).state.word.value
        ann.say(word[0].upper(), to=board)
        await waited(h, lambda s: tries(s) == [word[0]], "the guess of a reply")
        bob.say(f"{mention(h)} guess {word[-1]}")  # a new person takes a chair
        await waited(h, lambda s: len(tries(s)) == len({word[0], word[-1]}), "a newcomer's guess")
        ann.say(f"{mention(h)} {word}")
        session = await waited(h, lambda s: s.is_over, "the word as a guess")
        assert session.state.boards[0].tries[-1].text == word
        talk = ann.say("well played", to=board)
        await h.settled()
        assert _replies(h, talk.id) == []


@in_loop
async def test_what_is_written_and_cannot_be_done_is_refused_in_a_short_reply() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await begun(h, {"guess1": ann}, dealer="honest")
        board = await offered(h, "guess a")

        async def told(text: str) -> str:
            said = ann.say(f"{mention(h)} {text}", to=board)
            await h.settled()
            (reply,) = [one for one in ann.sees() if one.reply_to == said.id]
            assert not reply.pings
            return reply.text

        assert "5 is a digit" in await told("guess 5")
        assert "Words have no accents here" in await told("guess é")
        assert "reply to the board" in await told("help")
        assert "**" not in (await told("solve **bold** @everyone")).replace("\\*", "")
        word = (await h.session()).state.word.value
        ann.say(word[0], to=board)
        await waited(h, lambda s: bool(tries(s)), "a guess")
        assert "has been guessed already" in await told(word[0])
        before = (await h.session()).version
        bob.say("e")  # not written to the bot, which does not get the words
        bob.say("e", to=ann.say("what next?"))
        await h.settled()
        assert (await h.session()).version == before


@in_loop
async def test_a_message_that_comes_again_guesses_once() -> None:
    async with playing() as h:
        ann, *_ = h.people
        await begun(h, {"guess1": ann}, dealer="honest")
        said = ann.say("z", to=await offered(h, "guess z"))
        await waited(h, lambda s: tries(s) == ["z"], "the guess")
        message = said.channel.messages[said.id]
        h.server.service.postroom.repeat(message)
        h.server.service.postroom.refresh(message)  # an edit: the bot does not read it again
        await h.settled()
        assert tries(await h.session()) == ["z"]
        assert _replies(h, said.id) == []


@in_loop
async def test_guessers_in_turn_are_refused_in_private_until_it_is_theirs() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        seats = {"guess1": ann, "guess2": bob}
        await begun(h, seats, dealer="honest", mode="turns", guessers=2)
        refused = await press(h, bob, "guess e")
        assert refused.ephemeral
        assert "wait for your turn" in refused.text
        await press(h, ann, "guess e")
        await waited(h, lambda s: s.turn == 2, "the next turn")
        await h.server.until(lambda: "Turn 2" in h.board().text, what="the second turn's board")
        second = h.board()
        assert "wait for your turn" in (await press(h, ann, "guess a")).text
        bob.say("a", to=second)
        await waited(h, lambda s: s.turn == 3, "the turn after a reply")
        ann.say("i", to=second)  # it showed Bob's turn: she means her own
        await waited(h, lambda s: tries(s) == ["e", "a", "i"], "a reply before the next board")


@in_loop
async def test_kana_are_picked_from_four_menus_in_which_they_keep_their_places() -> None:
    async with playing() as h:
        ann, *_ = h.people
        await begun(h, {"guess1": ann}, category="kana", length=4)
        board = await offered(h, "guess か")
        assert [one.placeholder for one in board.menus] == [
            *("Choose: ぁ to さ", "Choose: ざ to ど", "Choose: な to ぽ", "Choose: ま to ー"),
        ]
        await press(h, ann, "guess か")
        await waited(h, lambda s: tries(s) == ["か"] and not asked(s), "the guess from a menu")
        ann.say("ナ", to=board)
        await waited(h, lambda s: tries(s) == ["か", "な"], "both guesses")
        struck = "か\N{COMBINING LONG STROKE OVERLAY}"
        await h.server.until(lambda: struck in dict(h.board().menus[0].options), what="か as used")
        assert [[value for _, value in one.options] for one in h.board().menus] == [
            [value for _, value in one.options] for one in board.menus
        ]


@in_loop
async def test_a_secret_word_is_typed_into_a_form_that_opens_for_the_dealer_alone() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await begun(h, {"dealer": ann, "guess1": bob}, dealer="word")
        refused = await press(h, bob, "word", ButtonAction.OPEN)
        assert refused.modal is None
        assert refused.ephemeral
        opened = await press(h, ann, "word", ButtonAction.OPEN)
        await ann.submit_modal(opened, {"word": "planet"})
        await offered(h, "guess z")
        _check_unseen(h, "planet")
        refused = await press(h, ann, "guess z")
        assert "The dealer doesn't guess" in refused.text
        bob.say("planet", to=h.board())
        await waited(h, lambda s: s.is_over, "the end")
        await h.server.until(lambda: "The word was PLANET." in h.board().text, what="the word")


@in_loop
async def test_a_secret_word_is_taken_from_a_direct_message_and_not_from_the_channel() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await begun(h, {"dealer": ann, "guess1": bob}, dealer="word")
        board = await offered(h, "word", ButtonAction.OPEN)
        aloud = ann.say("word comet", to=board)
        await h.settled()
        (reply,) = [one for one in bob.sees() if one.reply_to == aloud.id]
        assert "Choose another one" in reply.text
        assert (await h.session()).state.word is None
        await h.server.until(lambda: bool(ann.sees(ann.dm)), what="a private message")
        ann.say("good evening", at=ann.dm)
        await h.settled()
        assert (await h.session()).state.word is None
        ann.say("word planet", to=ann.sees(ann.dm)[0])
        await offered(h, "guess z")
        assert "The word is chosen: it has 6 letters." in [one.text for one in ann.sees(ann.dm)]
        _check_unseen(h, "planet", ann)


@in_loop
async def test_a_direct_message_about_no_game_is_answered() -> None:
    async with playing() as h:
        ann, *_ = h.people
        said = ann.say("guess e", at=ann.dm)
        await h.settled()
        (reply,) = [one for one in ann.sees(ann.dm) if one.reply_to == said.id]
        assert "I don't know which game you mean" in reply.text


@in_loop
async def test_who_thinks_of_a_word_answers_a_bot_by_pressing_patterns() -> None:
    async with playing() as h:
        ann, *_ = h.people
        await begun(h, {"dealer": ann}, dealer="thought", guessers=1, length=4)
        answers = 0
        while pending := asked(await waited(h, _waits, "a guess, or the end")):
            await press(h, ann, truth(pending, "moon"))
            answers += 1
            await waited(h, partial(_is_past, pending), "the answer")
        session = await h.session()
        assert session.state.ending.winner.value == "guessers"
        assert 2 <= answers <= 26


@in_loop
async def test_a_look_at_the_board_alone_has_its_picture_and_the_same_as_text() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await begun(h, {"guess1": ann}, dealer="honest")
        await offered(h, "guess z")
        shown = await bob.slash("/hangman board")
        assert shown.ephemeral
        assert shown.message is not None
        (picture,) = shown.message.pictures
        assert picture.description == "A gallows, 0 of 10 parts drawn; 8 lives are left."
        assert "====" not in shown.text
        assert "## · · · · · ·" in shown.text


@in_loop
async def test_each_chair_is_offered_the_bots_that_can_play_there() -> None:
    async with hall() as h:
        ann = h.people[0]
        await ann.slash("/hangman new", mode="turns")

        async def offered(command: str, option: str, typed: str, **given: str) -> set[str]:
            found = await ann.complete(command, option, typed, at=h.channel, **given)
            return {str(one.value) for one in found}

        assert await offered("/hangman bot", "seat", "guess2") == {"guess2", "guess2 guesser"}
        assert "dealer guesser" not in await offered("/hangman bot", "seat", "dealer")
        who = partial(offered, "/hangman table replace", "who", "er")
        assert await who(place="guess1") == {"guesser"}
        assert await who(place="dealer") == {"dealer"}
        assert await who() == {"dealer", "guesser"}


@in_loop
async def test_a_letter_is_guessed_by_command_and_completed_from_those_left() -> None:
    async with playing() as h:
        ann, *_ = h.people
        await begun(h, {"guess1": ann}, dealer="honest")
        await offered(h, "guess z")
        await ann.slash("/hangman guess", letter="z")
        await waited(h, lambda s: tries(s) == ["z"], "the guess")
        await offered(h, "guess a")
        left = [one.value for one in await ann.complete("/hangman guess", "letter", "")]
        assert left == list(ABC[:25])
        assert [one.value for one in await ann.complete("/hangman guess", "letter", "Q")] == ["q"]
        await ann.slash("/guess", card="q")
        await waited(h, lambda s: tries(s) == ["z", "q"], "the guess of the short command")


async def _lobby(h: Hall, *told: str) -> Seen:
    """Return the public lobby, once it shows these texts."""

    def there() -> bool:
        boards = [one for one in h.onlooker.sees() if "who plays where?" in one.text]
        return bool(boards) and all(each in boards[-1].text for each in told)

    await h.server.until(there, what=f"a lobby that tells {told}")
    return h.onlooker.last()


@in_loop
async def test_the_lobby_of_hangman_is_short_and_offers_what_makes_sense() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await ann.slash("/hangman new", dealer="word")
        lobby = await _lobby(h, "Guessers: 7 more chairs are open to anybody")
        assert lobby.labels == (
            "Join",
            "Change chairs",
            "Start",
            "Rules",
            "Settings",
        )
        chairs = await bob.press(lobby, "Change chairs")
        assert chairs.ephemeral
        assert chairs.message is not None
        assert chairs.message.labels == (
            "Join the guessers",
            "Watch",
            "Fill with bots",
            "Add a bot",
        )
        await bob.press(chairs.message, "Join the guessers")
        await _lobby(h, "Guesser 1: Bob")
        told = await _lobby(h, "Direct messages reach Ann: the dealer's questions come")
        assert "The dealer: Ann" in told.text
        note = ann.last(ann.dm)
        assert "You're the dealer. When it's time to set the word" in note.text
        seen = [one.text for one in (*h.onlooker.sees(), *ann.sees(ann.dm))]
        for word in ("key", "spymaster", "clue", "card"):
            assert not any(word in text.lower() for text in seen), word


@in_loop
async def test_nobody_takes_the_chair_of_a_bot_that_deals() -> None:
    async with playing() as h:
        ann, *_ = h.people
        await ann.slash("/hangman new", mode="turns")
        lobby = await _lobby(h, "The dealer: empty; a bot takes it at the start")
        assert "The dealer" not in lobby.labels
        assert not any("Dealer" in label for label in lobby.labels)
        answer = await ann.slash("/hangman chair", seat="dealer")
        assert answer.ephemeral
        assert answer.text.startswith("Only a bot can be the dealer here: take another chair")


@in_loop
async def test_help_speaks_of_the_game_that_was_asked_for() -> None:
    async with hall() as h:
        ann = h.people[0]
        hangman = (await ann.slash("/hangman help")).text
        assert "Guessers press a letter" in hangman
        assert "pymaster" not in hangman
        assert "Spymasters see the key" in (await ann.slash("/codenames help")).text


@in_loop
async def test_the_form_for_the_word_opens_for_a_newcomer_whose_answer_counts() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await begun(h, {"guess1": ann}, dealer="honest")
        word = (await h.session()).state.word.value
        opened = await press(h, bob, "solve", ButtonAction.OPEN)
        assert opened.modal is not None
        await bob.submit_modal(opened, {"solution": word})
        session = await waited(h, lambda s: s.is_over, "the word of a newcomer")
        assert len(session.lobby.people) == 2
        assert session.state.boards[0].tries[-1].text == word


@in_loop
async def test_who_opens_a_game_that_begins_at_once_reads_one_sentence() -> None:
    async with playing() as h:
        opened = await h.people[0].slash("/hangman new")
        assert opened.text == "Ann opens a table of Hangman."
