"""Marks on cards, on the loopback Discord: everyone sees a mark before the guess."""

import asyncio

from adapters.chat.reaction_picks import CHECK_EMOJI, COLUMN_EMOJI, ROW_EMOJI
from tests.adapters.discord.hall import Hall, card_id, drawing, hall
from tests.bot.games.parlour import key
from tests.loopback.discord import Permission, Person
from tests.loopback.table import in_loop

REACTIONS = 5 + 5 + 1


async def covered(h: Hall) -> int:
    """Return the number of covered cards."""
    return len(key(await h.session()))


async def guessers(h: Hall, *, marks: int) -> tuple[Person, Person]:
    """Begin a game with two guessers a team; return the two whose turn it is."""
    fay = h.server.person("Fay", h.channel)
    people = dict(zip(("blue-guesser-2", "red-guesser-2"), (h.onlooker, fay), strict=True))
    await h.people[0].slash("/codenames new", guessers=2, marks=marks)
    for seat, person in zip(("blue-spymaster", "blue-guesser"), h.people[:2], strict=True):
        await person.slash("/codenames chair", seat=seat)
    for seat, person in zip(("red-spymaster", "red-guesser"), h.people[2:], strict=True):
        await person.slash("/codenames chair", seat=seat)
    for seat, person in people.items():
        await person.slash("/codenames chair", seat=seat)
    await h.people[0].slash("/codenames start")
    session = await h.clued()
    blue = session.state.turns[-1].team.value == "blue"
    return (h.people[1], h.onlooker) if blue else (h.people[3], fay)


@in_loop
async def test_two_quick_presses_mark_a_card_and_only_a_later_one_uncovers_it() -> None:
    async with hall() as h:
        session = await h.playing()
        guesser = h.due(await h.clued())
        board = await h.post(session.game_id)
        first, second = await asyncio.gather(
            *(guesser.press(board, card_id(board, "B3")) for _ in range(2))
        )
        told = sorted((first.text, second.text), key=lambda text: "this board didn't show" in text)
        assert first.ephemeral
        assert second.ephemeral
        assert told[0].startswith(f"{guesser.name} (")
        assert ") marks " in told[0]
        assert "press it again once the board shows the marks" in told[0]
        assert "Your first press counts" in told[1]
        assert await covered(h) == 25
        shown = await h.post(session.game_id)
        assert card_id(shown, "B3") != card_id(board, "B3")
        await guesser.press(shown, card_id(shown, "B3"))
        assert await covered(h) == 24


@in_loop
async def test_a_mark_that_was_taken_off_is_set_anew_by_a_press_on_an_old_board() -> None:
    async with hall() as h:
        session = await h.playing()
        guesser = h.due(await h.clued())
        board = await h.post(session.game_id)
        await guesser.press(board, card_id(board, "B3"))
        board = await h.post(session.game_id)
        await guesser.slash("/codenames unmark", card="B3")
        await guesser.press(board, card_id(board, "B3"))
        assert await covered(h) == 25


@in_loop
async def test_where_two_must_mark_a_card_the_second_guesser_agrees_by_button() -> None:
    async with hall() as h:
        ann, bob = await guessers(h, marks=2)
        game = (await h.session()).game_id
        board = await h.post(game)
        assert (await ann.press(board, card_id(board, "B3"))).ephemeral
        board = await h.post(game)
        again = await ann.press(board, card_id(board, "B3"))
        assert "guess it once enough of your team have marked it" in again.text
        await bob.press(board, card_id(board, "B3"))
        assert await covered(h) == 25
        board = await h.post(game)
        await bob.press(board, card_id(board, "B3"))
        assert await covered(h) == 24


@in_loop
async def test_a_guess_that_lacks_marks_says_whose_by_role_and_team() -> None:
    async with hall() as h:
        ann, bob = await guessers(h, marks=2)
        await ann.slash("/codenames mark", card="B3")
        refused = await ann.slash("/guess", card="B3")
        assert "has 1 of the 2 marks that it needs" in refused.text
        assert f"These can still mark it: {bob.name} (" in refused.text
        assert ann.name not in refused.text
        await bob.slash("/codenames leave")
        refused = await ann.slash("/guess", card="B3")
        team = (await h.session()).state.turns[-1].team.value
        assert f"These can still mark it: {team.title()} guesser 2." in refused.text


@in_loop
async def test_reactions_mark_a_card_that_two_must_mark() -> None:
    async with hall() as h, drawing(h):
        h.server.permit(h.channel, allow=Permission.MANAGE_MESSAGES)
        ann, bob = await guessers(h, marks=2)
        board = await h.drawn(REACTIONS)
        for count, person in enumerate((ann, bob), 1):
            for emoji in (ROW_EMOJI[1], COLUMN_EMOJI[2]):
                person.react(board, emoji)
            await h.settled()
            assert len((await h.session()).state.marks) == count
        assert await covered(h) == 25
        bob.react(board, CHECK_EMOJI)
        await h.settled()
        assert await covered(h) == 24
