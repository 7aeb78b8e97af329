"""Hangman on the loopback Slack, which has no disabled buttons."""

from typing import Final

import pytest

from tests.adapters.slack.hall import workspace
from tests.loopback.table import in_loop

ABC: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
STRUCK_E: Final = "E\N{COMBINING LONG STROKE OVERLAY}"


@in_loop
@pytest.mark.usefixtures("double_taps")
async def test_letters_that_were_guessed_keep_their_places_and_say_so_when_they_are_pressed() -> (
    None
):
    async with workspace() as it:
        ann, bob, cat = it.people[:3]
        await ann.command("/hangman", "new dealer:word", it.channel)
        for person, seat in ((ann, "dealer"), (bob, "guess1"), (cat, "guess2")):
            await person.sees("who plays where", it.channel)
            await person.command("/hangman", f"chair {seat}", it.channel)
            await it.onlooker.sees(person.name, it.channel)
        await ann.command("/hangman", "start", it.channel)
        await ann.command("/hangman", "word planet", it.channel)
        before = await bob.sees("· · · · · ·", it.channel)
        labels = [*before.labels]
        assert labels[: len(ABC)] == [*ABC]
        await bob.press(before, "E")
        board = await cat.sees(STRUCK_E, it.channel)
        assert [*board.labels] == [STRUCK_E if one == "E" else one for one in labels]
        await cat.press(board, STRUCK_E)
        told = await cat.sees("has been guessed already", it.channel)
        assert told.reader == cat.id
        await bob.press(board, "A")
        told = await bob.sees("pressed twice within a second", it.channel)
        assert told.reader == bob.id
