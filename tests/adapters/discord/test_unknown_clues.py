"""A clue that a team's bot does not know, on the loopback Discord."""

from typing import Any

import pytest

from tests.adapters.discord.hall import Hall, drawing, hall
from tests.loopback.discord import Person
from tests.loopback.table import in_loop

LABEL = "Do it anyway"


async def begun(h: Hall, **values: Any) -> Person:
    """Begin a game in which bots guess; return the person whose clue the table waits for."""
    ann, _, cat, _ = h.people
    await ann.slash("/codenames new", **values)
    await ann.slash("/codenames chair", seat="blue-spymaster")
    if not values:
        await cat.slash("/codenames chair", seat="red-spymaster")
    await ann.slash("/codenames start")
    return h.due(await h.session())


@pytest.mark.sampled
@pytest.mark.parametrize("values", [{}, {"solo": True}], ids=["full", "solo"])
@in_loop
async def test_its_giver_is_asked_in_private_and_all_read_of_it_once_it_stands(
    values: dict[str, Any],
) -> None:
    async with hall() as h, drawing(h):
        giver = await begun(h, **values)
        answer = await giver.slash("/clue", word="zyzzyva", number="2")
        assert answer.ephemeral
        assert '"zyzzyva" is unknown to' in answer.text
        assert (await h.session()).state.turns[-1].clue is None
        await h.settled()
        assert "unknown to" not in h.onlooker.transcript()
        assert answer.message is not None
        await giver.press(answer.message, LABEL)
        await h.settled()
        clue = (await h.session()).state.turns[-1].clue
        assert (clue.word, clue.number) == ("zyzzyva", 2)
        assert "expect one blind guess, and no more" in h.board().text


@in_loop
async def test_its_giver_may_give_another() -> None:
    async with hall() as h:
        giver = await begun(h)
        await giver.slash("/clue", word="zyzzyva", number="2")
        told = await giver.slash("/clue", word="ocean", number="2")
        assert "ocean" in told.text
        assert (await h.session()).state.turns[-1].clue.word == "ocean"


@in_loop
async def test_a_form_asks_its_giver_too() -> None:
    async with hall() as h, drawing(h):
        giver = await begun(h)
        await h.settled()
        form = await giver.press(h.board(), "Give a clue")
        answer = await giver.submit_modal(form, {"word": "zyzzyva", "number": "2"})
        assert answer.ephemeral
        assert answer.message is not None
        await giver.press(answer.message, LABEL)
        assert (await h.session()).state.turns[-1].clue.word == "zyzzyva"


@in_loop
async def test_the_button_of_an_earlier_turn_gives_no_clue() -> None:
    async with hall() as h:
        giver = await begun(h, solo=True)
        answer = await giver.slash("/clue", word="zyzzyva", number="2")
        await giver.slash("/clue", word="ocean", number="2")
        assert answer.message is not None
        refused = await giver.press(answer.message, LABEL)
        assert refused.ephemeral
        assert (await h.session()).state.turns[-1].clue.word == "ocean"
