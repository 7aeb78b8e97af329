"""Presses that the redrawn board answers, on the loopback Discord."""

import asyncio
from collections import Counter

import pytest

from adapters.discord.output import response
from adapters.discord.output.response import PressedMessages, PressResult
from tests.adapters.discord.hall import Hall, card_id, drawing, hall
from tests.bot.games.parlour import card, key
from tests.loopback.discord import Broken, Callback, Cut, NoAnswer, Person, Seen
from tests.loopback.table import in_loop

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
CALLBACK_OF_ANY = "POST /interactions/*"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
EDIT_BY_TOKEN = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"  # noqa: S105


async def guessing(h: Hall) -> tuple[Person, Seen]:
    """Begin a game; return the guesser whose turn it is, and the board."""
    await h.playing()
    guesser = h.due(await h.clued())
    await h.settled()
    return guesser, h.board()


def asked(h: Hall, before: Counter[str]) -> Counter[str]:
    """Return the requests since the counts `before`."""
    return h.server.api.requests - before


@in_loop
async def test_a_press_is_answered_by_the_redrawn_board_and_by_no_other_request() -> None:
    async with hall() as h, drawing(h):
        guesser, board = await guessing(h)
        before = h.server.api.requests.copy()
        marked = await guesser.press(board, card_id(board, "B3"))
        assert marked.callback is Callback.UPDATE
        assert "←" in marked.text
        await h.settled()
        assert asked(h, before) == {CALLBACK: 1}
        guessed = await guesser.press(h.board(), card_id(h.board(), "B3"))
        assert guessed.callback is Callback.UPDATE
        assert len(key(await h.session())) == 24
        assert not [one for one in guesser.sees() if one.ephemeral and " marks " in one.text]


@in_loop
async def test_what_follows_a_press_is_drawn_by_its_token() -> None:
    async with hall() as h, drawing(h):
        guesser, board = await guessing(h)
        await guesser.press(board, card_id(board, "B3"))
        await h.settled()
        before = h.server.api.requests.copy()
        await guesser.slash("/codenames mark", card="C2")
        await h.settled()
        assert asked(h, before)[EDIT_BY_TOKEN] == 1
        assert not asked(h, before)[EDIT]
        assert "C2" in h.board().text


@in_loop
async def test_a_message_is_edited_as_ever_once_the_token_of_its_press_is_not_taken() -> None:
    async with hall() as h, drawing(h):
        guesser, board = await guessing(h)
        await guesser.press(board, card_id(board, "B3"))
        await h.settled()
        h.server.clock.advance(16 * 60)
        for card, by_token in (("C2", 1), ("D2", 0)):
            before = h.server.api.requests.copy()
            await guesser.slash("/codenames mark", card=card)
            await h.settled()
            assert asked(h, before)[EDIT_BY_TOKEN] == by_token
            assert asked(h, before)[EDIT] == 1
            assert card in h.board().text
        h.server.service.ledger.refusals.clear()  # the token, once


@in_loop
async def test_two_who_press_at_the_same_time_are_both_answered_and_both_seen() -> None:
    async with hall() as h, drawing(h):
        guesser, board = await guessing(h)
        answers = await asyncio.gather(
            guesser.press(board, card_id(board, "B3")), guesser.press(board, card_id(board, "C2"))
        )
        await h.settled()
        assert Callback.UPDATE in [one.callback for one in answers]
        assert "C2" in h.board().text


@in_loop
async def test_a_press_whose_board_nobody_redraws_is_acknowledged_and_its_mark_told() -> None:
    async with hall() as h:
        async with drawing(h):
            guesser, board = await guessing(h)
        answer = await guesser.press(board, card_id(board, "B3"))  # in a second and a half
        assert answer.ephemeral
        assert answer.text.startswith(f"{guesser.name} (")
        assert ") marks " in answer.text


@in_loop
async def test_a_press_on_a_message_that_another_process_drew_is_acknowledged_at_once() -> None:
    async with hall() as h, drawing(h):
        guesser, board = await guessing(h)
        h.client.pressed.__init__()  # type: ignore[misc]  # nothing is known after a restart
        first = await guesser.press(board, card_id(board, "B3"))
        assert first.text.startswith(f"{guesser.name} (")
        assert ") marks " in first.text
        await h.settled()
        board = h.board()
        assert (await guesser.press(board, card_id(board, "B3"))).callback is Callback.UPDATE


@in_loop
async def test_a_press_is_not_kept_waiting_by_a_board_that_stays_as_it_is() -> None:
    pressed = PressedMessages()
    async with hall() as h, drawing(h):
        guesser, board = await guessing(h)
        await guesser.press(board, card_id(board, "B3"))
        await h.settled()  # the client has read the response to its edit
    interaction = h.client.pressed._tokens.popitem()[1]
    pressed.shown(board.id, 1)
    waiting = asyncio.create_task(pressed.answered(interaction, 2, 60))
    await asyncio.sleep(0)
    pressed.shown(board.id, 2)
    async with asyncio.timeout(10):
        assert await waiting is PressResult.SHOWN
    assert not pressed._waiting


@in_loop
async def test_an_answer_that_is_sent_again_has_its_picture() -> None:
    async with hall() as h, drawing(h):
        guesser, board = await guessing(h)
        h.server.faults.add(CALLBACK_OF_ANY, Cut())
        marked = await guesser.press(board, card_id(board, "B3"))
        assert marked.callback is Callback.UPDATE
        assert not h.server.faults.pending
        await h.settled()
        pictures = h.channel.messages[board.id].attachments
        assert pictures
        assert all(one.content for one in pictures)


@in_loop
async def test_a_press_stands_soon_where_discord_takes_no_answer_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(response, "FIRST_SECONDS", 0.3)
    async with hall() as h, drawing(h):
        guesser, board = await guessing(h)
        h.server.faults.add(CALLBACK_OF_ANY, Broken(), times=99)
        guesser.patience = 0.1
        before = len(guesser.sees(guesser.dm))
        with pytest.raises(NoAnswer):
            await guesser.press(board, card_id(board, "B3"))
        await h.server.until(lambda: "B3" in h.board().text, 5, what="the mark on the board")
        await h.server.until(lambda: len(guesser.sees(guesser.dm)) > before, 5, what="the answer")
        assert ") marks " in guesser.sees(guesser.dm)[before].text
        h.server.faults.clear()
        await h.settled()


@in_loop
async def test_a_board_that_is_deleted_while_it_is_pressed_is_posted_anew() -> None:
    async with hall() as h, drawing(h):
        guesser, board = await guessing(h)
        custom_id = card_id(board, "B3")
        pressing = asyncio.create_task(guesser.press(board, custom_id))
        await asyncio.sleep(0)
        h.server.service.postroom.delete(h.channel.messages[board.id])
        await pressing
        await h.settled()
        assert h.board().id != board.id
        assert "←" in h.board().text


@in_loop
async def test_presses_that_one_redraw_shows_bring_no_private_message() -> None:
    async with hall() as h, drawing(h):
        guesser, board = await guessing(h)
        cards = ("A1", "A2", "B3")
        answers = await asyncio.gather(
            *(guesser.press(board, card_id(board, place)) for place in cards)
        )
        assert all(one.by_board for one in answers)


@in_loop
async def test_a_menu_whose_choice_is_refused_is_drawn_again_without_it() -> None:
    async with hall() as h, drawing(h):
        await h.playing(cols=6)
        await h.clued()
        await h.settled()
        board = h.board()
        menu = board.menus[0]
        before = h.server.api.requests.copy()
        refused = await h.onlooker.choose(board, menu.custom_id, menu.options[0][1])
        await h.settled()
        assert refused.ephemeral
        assert asked(h, before) == {CALLBACK: 1, EDIT: 1}
        assert h.board().menus == board.menus
        await h.onlooker.press(h.board(), "My key")
        await h.settled()
        assert asked(h, before) == {CALLBACK: 2, EDIT: 1}


@in_loop
async def test_a_take_back_that_is_asked_for_leaves_the_cards_buttons_in_their_places() -> None:
    async with hall() as h, drawing(h):
        guesser, _ = await guessing(h)
        session = await h.session()
        await guesser.slash("/guess", card=card(session, session.state.turns[-1].team.value))
        await h.settled()
        cards = h.board().labels[:25]
        await guesser.slash("/codenames takeback")
        await h.settled()
        assert h.board().labels == (*cards, "Agree", "Let it stand", "End the turn")
