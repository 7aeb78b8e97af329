"""People's names in the sentences of games, on the loopback Discord."""

from typing import Final

from adapters.chat.message_view import AT
from tests.adapters.discord.gallows import begun, offered, playing, press
from tests.adapters.discord.hall import SEATS, hall
from tests.loopback.table import in_loop

HOSTILE: Final = "@everyone **x** <@1>"
SHOWN: Final = rf"{AT}everyone \*\*x\*\* \<{AT}1\>"
"""The same name as sent: nothing in it formats, links or pings."""


@in_loop
async def test_a_name_in_a_title_and_in_the_log_neither_formats_nor_pings() -> None:
    async with playing() as h:
        eve, bob = h.server.person(HOSTILE, h.channel), h.people[1]
        seats = {"guess1": eve, "guess2": bob}
        await begun(h, seats, mode="turns", guessers=2, dealer="honest")
        board = await offered(h, "guess a")
        assert f"Turn 1: {SHOWN} guesses a letter" in board.text
        assert board.pings == {eve.user.id}  # the guesser, and no person that a name mentions
        word = (await h.session()).state.word.value
        await press(h, eve, f"guess {word[0]}")
        await bob.slash("/hangman solve", solution=word)
        seen = h.onlooker.sees
        await h.server.until(lambda: any(f". {SHOWN}: " in one.text for one in seen()), 30, "a log")
        assert not any(HOSTILE in one.text for one in h.onlooker.sees())
        assert not h.server.refusals


@in_loop
async def test_a_name_in_an_answer_neither_formats_nor_pings() -> None:
    async with hall() as h:
        names = [f"{HOSTILE} {team}" for team in ("blue", "red")]
        blue, red = (h.server.person(name, h.channel) for name in names)
        await blue.slash("/codenames new")
        for person, seat in zip((blue, h.people[1], red, h.people[3]), SEATS, strict=True):
            await person.slash("/codenames chair", seat=seat)
        await blue.slash("/codenames start")
        team = (await h.session()).observe(None).turn.team.value
        answer = await {"blue": blue, "red": red}[team].slash("/clue", word="zephyr", number="2")
        assert f"{SHOWN} {team} ({team}) gives the clue zephyr 2." in answer.text
        assert HOSTILE not in answer.text
