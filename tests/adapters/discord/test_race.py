"""A race of hangman on Discord: each team sees its own board, the channel both teams' progress."""

from collections.abc import Iterable
from functools import partial

from adapters.chat.incoming import ButtonAction
from tests.adapters.discord.gallows import begun, offered, offers, playing, press, tries, waited
from tests.adapters.discord.hall import Hall
from tests.adapters.discord.output.test_presses import EDIT
from tests.loopback.discord import Answer, Callback, Person, Seen
from tests.loopback.table import in_loop

ABSENT = "qxzjvwk"


def own(person: Person) -> Seen:
    """Return the newest private message of a person."""
    return person.last(person.dm)


async def shown(h: Hall, person: Person, text: str) -> Seen:
    """Return a person's private message once it contains a text."""
    await h.server.until(lambda: text in own(person).text, 30, what=f"{text} for {person.name}")
    return own(person)


async def lettered(h: Hall, person: Person, line: str) -> None:
    """Press a button of a person's private message."""
    await h.server.until(lambda: line in offers(own(person), ButtonAction.SUBMIT), 30, what=line)
    menu, value = offers(own(person), ButtonAction.SUBMIT)[line]
    message = own(person)
    answer = await (
        person.press(message, value) if menu is None else person.choose(message, menu, value)
    )
    assert answer.callback is Callback.UPDATE, answer.text


def _is_said(h: Hall, text: str) -> bool:
    """Return whether a message in the channel contains a text."""
    return any(text in one.text for one in h.onlooker.sees())


def spelled(word: Iterable[str]) -> str:
    """Return a word, or its uncovered part, as boards show it."""
    return " ".join(word).upper()


async def set_off(h: Hall, blue: Person, red: Person) -> str:
    """Begin a race against an honest dealer; return the word."""
    await begun(h, {"blue1": blue, "red1": red}, mode="race", guessers=1, dealer="honest")
    session = await waited(h, lambda one: one.state.word is not None, "the word")
    word: str = session.state.word.value
    return word


@in_loop
async def test_neither_the_other_team_nor_the_channel_reads_what_a_team_has_found() -> None:
    async with playing() as h:
        ann, bob, cat, _ = h.people
        word = await set_off(h, ann, bob)
        absent = [letter for letter in ABSENT if letter not in word]
        found = sorted({*word})
        await lettered(h, ann, f"guess {absent[0]}")
        await waited(h, lambda s: len(tries(s)) == 1, "blue's first guess")
        answer = await ann.slash("/hangman guess", letter=found[0])
        assert answer.ephemeral
        assert f"Good: {found[0].upper()} is at" in answer.text
        await lettered(h, bob, f"guess {absent[1]}")
        await waited(h, lambda s: len(tries(s, 1)) == 1, "red's guess")
        guessed = " ".join(sorted(letter.upper() for letter in (absent[0], found[0])))
        blue = await shown(h, ann, f"Guessed: {guessed}")
        await shown(h, bob, f"Guessed: {absent[1].upper()}")
        pattern = spelled(one if one == found[0] else "·" for one in word)
        assert pattern in blue.text
        uncovered = word.count(found[0])
        for said in ("Blue: 2 guesses", f"Uncovered: {uncovered} of 6", "Red: 1 guess"):
            await h.server.until(partial(_is_said, h, said), 30, said)
        for person in (cat, h.onlooker):
            private = await person.slash("/hangman board")
            assert pattern not in private.text
            refused = await person.press(h.board(), "My board")
            assert "You don't have a board of your own" in refused.text
        assert offers(h.board(), ButtonAction.SUBMIT) == {}
        assert f"guess {absent[0]}" in offers(own(bob), ButtonAction.SUBMIT)
        assert f"guess {found[0]}" in offers(own(bob), ButtonAction.SUBMIT)
        secrets = (f"guesses {absent[0]}", f"Good: {found[0]} stands", f"Guessed: {guessed}")
        assert h.server.leaks(pattern, *secrets, allowed=[ann]) == []
        assert h.server.leaks(f"Guessed: {absent[1]}", allowed=[bob]) == []
        await bob.slash("/hangman solve", solution=word)
        await h.server.until(lambda: f"The word was {word.upper()}." in h.board().text, 30, "word")
        assert pattern in h.board().text
        assert "My board" not in h.board().labels


@in_loop
async def test_closed_direct_messages_leave_the_button_and_the_command() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        ann.close_dms()
        await ann.slash("/hangman new", mode="race", guessers=1, dealer="honest")
        await ann.slash("/hangman chair", seat="blue1")
        await bob.slash("/hangman chair", seat="red1")
        for said in (
            "Direct messages don't reach Ann",
            '"My board" below',
            "Direct messages reach Bob: the team's board comes there.",
        ):
            await h.server.until(partial(_is_said, h, said), 30, said)
        await ann.slash("/hangman start")
        await waited(h, lambda s: s.state.word is not None, "the word")
        await offered(h, "solve", ButtonAction.OPEN)
        alone = await ann.press(h.board(), "My board")
        assert alone.ephemeral
        assert "· · · · · ·" in alone.text
        assert (await ann.slash("/hangman board")).text == alone.text
        assert alone.message is not None
        line = "guess e"
        menu, value = offers(alone.message, ButtonAction.SUBMIT)[line]
        assert menu is not None
        await ann.choose(alone.message, menu, value)
        await waited(h, lambda s: tries(s) == ["e"], "the guess from the private answer")
        refused = await ann.slash("/hangman guess", letter="e")
        assert refused.ephemeral
        assert "has been guessed already" in refused.text


@in_loop
async def test_what_is_written_in_the_channel_is_done_and_no_answer_tells_of_the_board() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await set_off(h, ann, bob)
        await offered(h, "solve", ButtonAction.OPEN)
        board = h.board()
        ann.say("e", to=board)
        await waited(h, lambda s: tries(s) == ["e"], "a guess by a reply")
        said = ann.say("e", to=board)
        await h.server.until(
            lambda: any(one.reply_to == said.id for one in h.onlooker.sees()), 30, "an answer"
        )
        (answer,) = [one.text for one in h.onlooker.sees() if one.reply_to == said.id]
        assert "Only your team may see why" in answer
        ann.say("e", at=ann.dm)
        await shown(h, ann, "E has been guessed already")
        ann.say("z", at=ann.dm)
        await waited(h, lambda s: tries(s) == ["e", "z"], "a guess in a direct message")
        assert h.server.leaks("guessed already", allowed=[ann]) == []


@in_loop
async def test_the_form_for_the_word_opens_for_both_teams_on_the_shared_message() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        word = await set_off(h, ann, bob)
        opened = await press(h, bob, "solve", ButtonAction.OPEN)
        await bob.submit_modal(opened, {"solution": word})
        session = await waited(h, lambda s: tries(s, 1) == [word], "red's word")
        assert session.state.boards[0].tries == ()
        await shown(h, bob, spelled(word))
        secrets = (spelled(word), f"tries the word {word}")
        assert h.server.leaks(*secrets, allowed=[bob]) == []


@in_loop
async def test_a_newcomer_to_a_race_is_told_to_take_a_chair_before_a_form_opens() -> None:
    async with playing() as h:
        ann, bob, cat, _ = h.people
        await begun(h, {"blue1": ann, "red1": bob}, mode="race", guessers=2, dealer="honest")
        refused = await press(h, cat, "solve", ButtonAction.OPEN)
        assert refused.modal is None
        assert "take one that's empty or has a bot, with /hangman chair" in refused.text


async def _choose(h: Hall, person: Person, board: Seen, line: str) -> Answer:
    """Choose a line from a menu of a board; return the answer once all is drawn."""
    menu, value = offers(board, ButtonAction.SUBMIT)[line]
    assert menu is not None
    answer = await person.choose(board, menu, value)
    await h.settled()
    return answer


@in_loop
async def test_menus_of_private_boards_are_drawn_again_where_a_choice_is_refused() -> None:
    async with playing() as h:
        ann, bob, *_ = h.people
        await set_off(h, ann, bob)
        await ann.slash("/hangman guess", letter="e")
        await h.settled()
        direct = await shown(h, ann, "Guessed: E")
        edited = h.server.api.requests[EDIT]
        refused = await _choose(h, ann, direct, "guess e")
        assert "has been guessed already" in refused.text
        assert h.server.api.requests[EDIT] == edited + 1
        assert any((one.id, one.menus) == (direct.id, direct.menus) for one in ann.sees(ann.dm))
        alone = (await ann.slash("/hangman board")).message
        assert alone is not None
        answer = await _choose(h, ann, alone, "guess e")
        assert (answer.callback, answer.ephemeral) == (Callback.UPDATE, True)
        assert "has been guessed already" in answer.text
        assert answer.message is not None
        assert (answer.message.id, answer.message.menus) == (alone.id, alone.menus)
        assert h.server.api.requests[EDIT] == edited + 1
