"""A race through the door: until the end, only a team sees its own guesses and answers."""

import pytest

from bot.cli.replay import replay, replay_json, replay_lines
from bot.games.messages import MessageTarget, MessageTasks
from bot.games.names import TableNames
from bot.games.views import private_view_for
from bot.lobby.model import Status
from bot.store.leases import new_holder
from bot.texts import Texts
from core.view import Choices, View
from tests.bot.games.gallows import Gallows, at_gallows
from tests.bot.games.parlour import ROOM, person

pytestmark = pytest.mark.either_database

TEXTS = Texts.load()
WORD = "qzxjvk"
"""None of its letters appears anywhere by chance."""


async def begun(table: Gallows, dealer: str = "honest") -> None:
    """Begin a race of ann, who is blue, and bob, who is red, for the word."""
    await table.open("cat", dealer=dealer, mode="race", words=(WORD,), guessers=2)
    await table.say("cat", "stand")
    await table.say("ann", "chair blue1")
    await table.say("bob", "chair red1")
    await table.say("cat", "chair dealer" if dealer == "word" else "watch")
    await table.say("cat", "start")
    if dealer == "word":
        await table.say("cat", f"word {WORD}")


async def said(table: Gallows, name: str | None) -> str:
    """Return everything that a person (None: the public) sees."""
    session = await table.session()
    user = person(name).user if name else None
    look = await table.games.view(table.game_id, user)
    seat = look.seat
    news = await table.games.updates(table.game_id, seat=seat)
    advice = await table.players.advice(table.game_id, seat)
    own = private_view_for(session, user, TableNames({})) if user else None
    return repr((look, own, news, [TEXTS.say(one.phrase) for one in news], advice)).casefold()


def offered(view: View) -> set[str]:
    blocks = [block for block in view.blocks if isinstance(block, Choices)]
    return {choice.line for block in blocks for choice in block.choices if choice.enabled}


@pytest.mark.parametrize("dealer", ["honest", "word"])
def test_what_a_team_has_found_is_hidden_from_all_others_until_the_end(
    database_url: str, dealer: str
) -> None:
    async def work(table: Gallows) -> None:
        await begun(table, dealer)
        unseen = [await said(table, name) for name in ("bob", "eve", None)]
        for letter in "qz":
            receipt = await table.say("ann", f"guess {letter}")
            assert f"guesses {letter}" in TEXTS.say(receipt.updates[0].phrase).casefold()
        await table.say("ann", "hint")
        found = (await table.session()).state.boards[0].answers[-1].text
        for name, before in zip(("bob", "eve", None), unseen, strict=True):
            told = await said(table, name)
            for letter in ("q", "z", found):
                for shape in (f"'{letter}'", f" {letter} ", f" {letter}.", f" {letter}'"):
                    assert told.count(shape) <= before.count(shape), (name, shape)
            assert "uncovered" in told
        replayed = await replay(table.games, table.game_id)
        assert "Z" not in "".join(TEXTS.say(line) for line in replay_lines(replayed))
        assert '"line": "blue1 guess"' in repr(replay_json(replayed, TEXTS)).replace("'", '"')
        await table.say("bob", f"solve {WORD}")
        assert (await table.session()).lobby.status is Status.OVER
        assert "guesses q" in await said(table, "bob")

    at_gallows(database_url, work)


def test_guessers_of_a_race_have_messages_of_their_own_and_nobody_else(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await begun(table)
        drawings = MessageTasks(table.games, new_holder())
        spots = await drawings.outdated(table.game_id, ROOM.platform)
        users = {spot.user for spot in spots}
        assert users == {None, person("ann").user, person("bob").user}
        await table.say("ann", "guess q")
        drawing = await drawings.claim(MessageTarget(table.game_id, ROOM, person("ann").user))
        assert drawing is not None
        assert drawing.unconfirmed
        assert "guess q" not in offered(drawing.game_view.view)
        assert "guess z" in offered(drawing.game_view.view)

    at_gallows(sqlite_url, work)


def test_who_has_seen_the_board_of_a_team_does_not_change_sides(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await begun(table)
        assert await table.refused("ann", "chair red2") == "table-barred"
        await table.say("ann", "chair blue2")
        await table.say("ann", "stand")
        assert await table.refused("ann", "chair red2") == "table-barred"
        await table.say("ann", "chair blue1")
        await table.say("eve", "chair red2")
        assert await table.seat("eve") == "red2"

    at_gallows(sqlite_url, work)


def test_a_refusal_tells_nobody_of_a_board_that_they_are_not_shown(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await begun(table)
        await table.say("ann", "guess q")
        # A newcomer would otherwise learn whether the letter has been guessed.
        receipt = await table.say("eve", "guess q")
        assert {one.line for one in receipt.updates} == {None}
        assert await table.refused("ann", "guess q") == "hangman-letter-guessed"
        await table.say("bob", "guess q")
        assert [one.guesses for one in (await table.public()).progress] == [1, 1]

    at_gallows(sqlite_url, work)


def test_bots_beside_people_advise_only_their_own_team(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await begun(table)
        await table.say("cat", "bot blue2")
        ann, bob = [await table.seat(name) for name in ("ann", "bob")]
        assert len(await table.players.advice(table.game_id, ann)) == 1
        assert await table.players.advice(table.game_id, bob) == ()
        assert await table.players.advice(table.game_id) == ()

    at_gallows(sqlite_url, work)
