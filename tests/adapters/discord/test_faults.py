"""Every fault on the way to Discord and back, on the loopback Discord.

After each fault no action is lost, no message doubled, and the board shows the newest state.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import pytest
from _pytest.mark import ParameterSet

from adapters.chat.reaction_picks import CHECK_EMOJI, COLUMN_EMOJI, ROW_EMOJI
from tests.adapters.discord.hall import Hall, drawing, hall
from tests.bot.games.parlour import card, key
from tests.loopback.discord import Broken, Cut, Garbled, NoAnswer, Permission, Person, Seen, TooMany
from tests.loopback.discord.fault import Fault
from tests.loopback.table import in_loop

OFFERED = 5 + 5 + 1

POST = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
CALLBACK = "POST /interactions/*"
REACT = "PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me"
REMOVE = "DELETE /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/{user_id}"

FAULTS: dict[str, Fault] = {
    "limit": TooMany(0.05),
    "global": TooMany(0.05, everywhere=True),
    "500": Broken(500),
    "502-done": Broken(502, took_effect=True),
    "503": Garbled(503),
    "503-done": Broken(503, took_effect=True),
    "page": Garbled(),
    "no-json-done": Garbled(kind="application/json", text='{"id": "1', took_effect=True),
    "empty-done": Garbled(kind="application/json", text="", took_effect=True),
    "cut": Cut(),
    "cut-done": Cut(took_effect=True),
}

SLOW_FAULTS: Final = ("global", "500", "503-done", "page", "empty-done", "cut")
"""Faults that resemble those of the quick profile: the other limit, status and lost connection."""

QUICK_FAULTS: Final = [
    pytest.param(name, marks=pytest.mark.slow if name in SLOW_FAULTS else ()) for name in FAULTS
]

Trouble = Callable[[Hall], None]

TROUBLES: dict[str, Trouble] = {
    "drop": lambda h: h.server.hub.drop(),
    "reconnect": lambda h: h.server.hub.reconnect(),
    "invalid-resumable": lambda h: h.server.hub.invalidate(resumable=True),
    "invalid": lambda h: h.server.hub.invalidate(resumable=False),
    "forgotten": lambda h: h.server.hub.forget(),
    "closed": lambda h: h.server.hub.close(4000),
}


def troubles(*names: str) -> list[ParameterSet]:
    """Return troubles of the connection; some run only in the full profile."""
    quick = ("drop", "forgotten")
    return [pytest.param(name, marks=() if name in quick else pytest.mark.slow) for name in names]


def boards(h: Hall) -> list[Seen]:
    """Return the channel's messages with cards to press."""
    return [one for one in h.onlooker.sees() if any(_is_card(name) for name in one.labels)]


def pressable(board: Seen) -> set[str]:
    """Return the words of the cards that can be pressed."""
    cards = [one for one in board.buttons if _is_card(one.label) and not one.disabled]
    return {one.label.partition(" ")[2].casefold() for one in cards}


def _is_card(label: str) -> bool:
    place = label.partition(" ")[0]
    return len(place) == 2 and place[0] in "ABCDE" and place[1] in "12345"


async def shown(h: Hall, words: set[str]) -> Seen:
    """Return the board once it is the only one and offers exactly these words."""

    def right() -> bool:
        found = boards(h)
        return len(found) == 1 and pressable(found[0]) == words

    await h.server.until(right, 60, what=f"one board with {len(words)} cards")
    await h.settled()
    assert right()
    return boards(h)[0]


async def covered(h: Hall) -> set[str]:
    """Return the covered words."""
    return {word.casefold() for word, _ in key(await h.session())}


@asynccontextmanager
async def guessing() -> AsyncIterator[tuple[Hall, Person, Seen]]:
    """Yield a hall, the guesser whose turn it is, and the board."""
    async with hall() as h, drawing(h):
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        await h.playing()
        guesser = h.due(await h.clued())
        await h.drawn(OFFERED)
        yield h, guesser, await shown(h, await covered(h))


async def own_card(h: Hall, board: Seen) -> str:
    """Return the button of a card of the team that guesses."""
    session = await h.session()
    (seat,) = session.rules.to_act(session.state)
    word = card(session, seat.partition("-")[0])
    return next(
        name for name in board.labels if name.partition(" ")[2].casefold() == word.casefold()
    )


async def guess(h: Hall, guesser: Person, board: Seen) -> None:
    """Guess a card of a person's own team by two presses, the second after the mark is shown."""
    button = await own_card(h, board)
    before = board.button(button).custom_id
    await guesser.press(h.onlooker.again(board), button)
    await h.server.until(
        lambda: h.onlooker.again(board).button(button).custom_id != before, 60, what="the mark"
    )
    await guesser.press(h.onlooker.again(board), button)
    await h.settled()


@pytest.mark.sampled
@pytest.mark.parametrize("name", QUICK_FAULTS)
def test_a_fault_of_posts_edits_and_answers_changes_nothing_that_is_seen(name: str) -> None:
    @in_loop
    async def play() -> None:
        async with guessing() as (h, guesser, board):
            for route in (EDIT, CALLBACK):
                h.server.faults.add(route, FAULTS[name])
            await guess(h, guesser, board)
            after = await shown(h, await covered(h))
            assert len(pressable(after)) == 24
            h.server.faults.add(CALLBACK, FAULTS[name])
            outside = await h.onlooker.press(after, await own_card(h, after))
            await h.settled()
            assert outside.ephemeral
            assert [one.loading for one in h.onlooker.sees() if one.ephemeral] == [False]
            for route in (POST, EDIT, CALLBACK):
                h.server.faults.add(route, FAULTS[name])
            messages = len(h.onlooker.sees())
            await guesser.slash("/codenames pass")
            # The spymaster gets a new request, and the old board shrinks to a line.
            await h.server.until(lambda: not boards(h), 60, what="the old board shrinks")
            await h.server.until(lambda: h.server.faults.pending == 0, 60)
            await h.settled()
            assert len(h.onlooker.sees()) == messages + 1
            assert (await h.session()).turn == 2

    play()


@pytest.mark.sampled
@pytest.mark.parametrize("name", QUICK_FAULTS)
def test_a_fault_of_reactions_loses_no_pick(name: str) -> None:
    @in_loop
    async def play() -> None:
        async with hall() as h, drawing(h):
            h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
            h.server.faults.add(REACT, FAULTS[name])
            await h.playing()
            guesser = h.due(await h.clued())
            board = await shown(h, await covered(h))
            h.server.faults.add(REMOVE, FAULTS[name])
            for emoji in (ROW_EMOJI[1], COLUMN_EMOJI[2], CHECK_EMOJI):
                guesser.react(board, emoji)
            await h.settled()
            assert len(await covered(h)) == 24
            h.onlooker.react(h.onlooker.again(board), ROW_EMOJI[0])
            await h.settled()
            assert len(await covered(h)) == 24

    play()


@pytest.mark.sampled
@pytest.mark.parametrize("name", troubles(*TROUBLES))
def test_a_lost_connection_loses_no_action_and_doubles_nothing(name: str) -> None:
    @in_loop
    async def play() -> None:
        async with guessing() as (h, guesser, board):
            TROUBLES[name](h)
            messages = len(h.onlooker.sees())
            place = await own_card(h, board)
            row, column = "ABCDE".index(place[0]), "12345".index(place[1])
            for emoji in (ROW_EMOJI[row], COLUMN_EMOJI[column], CHECK_EMOJI):
                guesser.react(board, emoji)
            await h.server.until(lambda: h.server.hub.connected, 60)
            await h.server.until(lambda: _used(h, board, guesser), 60, what="the pick is taken")
            await h.settled()
            assert len(await covered(h)) == 24
            assert (await h.session()).turn == 1
            assert len(h.onlooker.sees()) == messages
            await shown(h, await covered(h))

    play()


def _used(h: Hall, board: Seen, person: Person) -> bool:
    left = h.onlooker.again(board).reactions
    return all(person.user.id not in users for users in left.values())


@pytest.mark.parametrize("name", troubles("drop", "reconnect", "invalid-resumable", "closed"))
def test_a_press_while_the_connection_is_lost_is_answered_after_it_is_resumed(name: str) -> None:
    @in_loop
    async def play() -> None:
        async with guessing() as (h, guesser, board):
            identified = h.server.hub.identified
            TROUBLES[name](h)
            await guess(h, guesser, board)
            assert h.server.hub.identified == identified
            assert len(pressable(await shown(h, await covered(h)))) == 24

    play()


@in_loop
async def test_presses_that_come_late_or_twice_are_done_once() -> None:
    async with guessing() as (h, guesser, board):
        h.server.hub.repeat("INTERACTION_CREATE")
        await guess(h, guesser, board)
        after = await shown(h, await covered(h))
        assert len(pressable(after)) == 24
        button = await own_card(h, after)
        await guesser.press(after, button)
        await h.settled()
        h.server.hub.hold("INTERACTION_CREATE")
        guesser.patience = 0.2
        with pytest.raises(NoAnswer):
            await guesser.press(h.onlooker.again(after), button)
        h.server.clock.advance(4)
        h.server.hub.repeat("INTERACTION_CREATE")
        h.server.hub.release()
        await h.settled()
        assert {one.code for one in h.server.refusals} <= {10062, 40060}
        assert 10062 in {one.code for one in h.server.refusals}
        assert len(pressable(await shown(h, await covered(h)))) == 23
