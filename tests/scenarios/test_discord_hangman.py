"""Hangman on Discord, with the program killed in between: nothing is lost, doubled or leaked."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from adapters.chat.incoming import ButtonAction
from bot.games.session import Session
from core.rules import Seat
from tests.adapters.discord.gallows import asked, tries, truth
from tests.loopback.discord import Person
from tests.scenarios.discord_evening import Evening, Table, boards, either_way, gathered, serving

TYPED: Final = "zodiac"
THOUGHT: Final = "grape"


@pytest.mark.slow
@either_way(quick="stopped")
def test_an_evening_of_hangman_goes_on_after_a_restart_and_gives_no_word_away(
    empty_url: str, tmp_path: Path, *, killed: bool
) -> None:
    asyncio.run(_evening(empty_url, tmp_path, killed=killed))


async def _evening(url: str, folder: Path, *, killed: bool) -> None:
    log = folder / "log.txt"
    async with gathered(url) as e:
        try:
            async with serving(e.server, url, log, killed=killed):
                await _begin(e)
                await _guess(e)
                await _answer(e)
            async with serving(e.server, url, log):
                await _after(e)
        finally:
            (folder / "all.txt").write_text(f"{e.server.transcript()}\n", encoding="utf-8")
        assert e.server.refusals == []
        assert TYPED not in log.read_text(encoding="utf-8").casefold()


async def _begin(e: Evening) -> None:
    """Begin a game with Ann's typed word, and one in which a bot guesses Dan's thought."""
    ann, bob, dan = (e.people[name] for name in ("Ann", "Bob", "Dan"))
    await _opened(e, e.north, {"dealer": ann, "guess1": bob}, dealer="word")
    answer = await e.form(e.north, ann, "word", {"word": TYPED})
    assert answer.by_board, answer.text
    await _opened(e, e.south, {"dealer": dan}, dealer="thought", guessers=1, length=5)


async def _opened(e: Evening, table: Table, chairs: dict[str, Person], **values: object) -> None:
    table.seats = {Seat(seat): person for seat, person in chairs.items()}
    opener, at = next(iter(chairs.values())), table.channel
    await opener.slash("/hangman new", values, at=at)
    await opener.slash("/hangman settings", setting="pace", value="0", at=at)
    for seat, person in chairs.items():
        await person.slash("/hangman chair", seat=seat, at=at)
    await opener.slash("/hangman start", at=at)
    game_id = await e.games.current(table.room)
    assert game_id is not None
    table.game_id = game_id


async def _guess(e: Evening) -> None:
    """Guess by a press, as a newcomer at the table, and by a reply."""
    ann, bob, cat, dan = e.people.values()
    for person, letter in ((bob, "o"), (cat, "x")):
        answer = await e.press(e.north, person, f"guess {letter}")
        assert answer.by_board, answer.text
    board, _ = await e.offer(e.north, "guess a")
    dan.say("a", to=board)
    session = await e.reached(e.north, lambda one: len(tries(one)) == 3, "three guesses")
    assert tries(session) == ["o", "x", "a"]
    refused = await e.press(e.north, ann, "guess z")
    assert "The dealer doesn't guess" in refused.text
    refused = await e.press(e.north, bob, "solve", ButtonAction.OPEN)
    assert refused.modal is not None
    assert e.server.leaks(TYPED, allowed=[ann]) == []


async def _answer(e: Evening) -> None:
    """Answer the bot's next guess truthfully, by pressing the pattern."""
    pending = asked(await e.reached(e.south, _waits, "a guess of the bot"))
    assert pending is not None
    await e.press(e.south, e.people["Dan"], truth(pending, THOUGHT))
    await e.reached(e.south, lambda one: asked(one) != pending, "the answer")


async def _after(e: Evening) -> None:
    """Play both games to their ends, on the boards that the killed program left."""
    ann, bob, *_ = e.people.values()
    board = boards(e.outsider, e.north.channel)[-1]
    bob.say("d", to=board)
    session = await e.reached(e.north, lambda one: len(tries(one)) == 4, "a guess afterwards")
    assert tries(session) == ["o", "x", "a", "d"]
    assert e.server.leaks(TYPED, allowed=[ann]) == []
    opened = await e.press(e.north, bob, "solve", ButtonAction.OPEN)
    await bob.submit_modal(opened, {"solution": TYPED})
    while not (await e.reached(e.south, _waits, "a guess of the bot")).is_over:
        await _answer(e)
    for table, word in ((e.north, TYPED), (e.south, THOUGHT)):
        await e.server.until(partial(_is_told, e, table, word), 180, f"the end of {word}")


def _is_told(e: Evening, table: Table, word: str) -> bool:
    """Return whether the last message reveals the word, and older boards have shrunk to a line."""
    pictured = [one for one in e.outsider.sees(table.channel) if one.pictures]
    return [f"The word was {word.upper()}." in one.text for one in pictured] == [True]


def _waits(session: Session) -> bool:
    return session.is_over or asked(session) is not None
