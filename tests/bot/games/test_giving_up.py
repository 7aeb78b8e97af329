"""A team resigns when all of its people say so, and the first of them once more."""

import pytest

from bot.games.deadlines import PATIENCE
from bot.games.requests import Press
from bot.lobby.model import Status
from core.rules import IllegalAction
from tests.bot.bots import Salon, in_salon
from tests.bot.games.parlour import person
from tests.bot.hallway import Hallway, in_hallway
from tests.bot.tables import Scripted

SEATS = ("blue-spymaster", "blue-guesser", "red-spymaster", "red-guesser")


async def playing(it: Hallway) -> None:
    for name, seat in zip(("ann", "bob", "cat", "dan"), SEATS, strict=True):
        await it.say(name, f"chair {seat}")
    await it.say("ann", "start")


def test_all_people_of_a_team_agree_and_who_asked_does_so_once_more(database_url: str) -> None:
    async def work(it: Hallway) -> None:
        await playing(it)
        await it.say("ann", "resign")
        await it.say("bob", "resign")
        assert await it.refused("bob", "resign") == "table-give-up-waiting"
        assert (await it.session()).lobby.yet_to_give_up("blue") == (person("ann").user,)
        assert await it.status() is Status.RUNNING
        await it.say("ann", "resign")
        assert await it.status() is Status.OVER
        assert (await it.session()).lobby.giving_up == ()

    in_hallway(database_url, work)


def test_the_other_team_is_not_asked_and_decides_for_nobody(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await playing(it)
        await it.say("ann", "resign")
        await it.say("ann", "resign")
        await it.say("cat", "resign")
        await it.say("cat", "resign")
        assert await it.status() is Status.RUNNING
        assert dict((await it.session()).lobby.giving_up) == {
            "blue": (person("ann").user,),
            "red": (person("cat").user,),
        }

    in_hallway(sqlite_url, work)


def test_who_has_left_is_asked_no_more(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await playing(it)
        await it.say("ann", "resign")
        await it.say("bob", "leave")
        await it.say("ann", "resign")
        assert await it.status() is Status.OVER

    in_hallway(sqlite_url, work)


def test_a_question_lapses_with_its_turn(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.say("blue-guesser", "resign")
        await salon.say("blue-spymaster", "clue zephyr 1")
        assert (await salon.session()).lobby.giving_up == (("blue", ()),)
        word = (await salon.session()).observe(None).cards[0].word
        await salon.say("blue-guesser", f"guess {word}")
        await salon.say("blue-guesser", "pass")
        assert (await salon.session()).lobby.giving_up == ()
        await salon.say("blue-guesser", "resign")
        assert (await salon.session()).lobby.status is Status.RUNNING

    in_salon(sqlite_url, {"red-spymaster": Scripted()}, work)


def test_a_double_tap_asks_and_gives_nothing_up(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        async def press() -> None:
            await salon.say("blue-guesser", "resign", press=Press())

        await press()
        for _ in range(2):
            with pytest.raises(IllegalAction) as refused:
                await press()
            assert refused.value.phrase.key == "press-twice"
            salon.hands.forward(milliseconds=500)
        await press()
        assert (await salon.session()).lobby.status is Status.OVER

    in_salon(sqlite_url, {seat: Scripted() for seat in SEATS if seat != "blue-guesser"}, work)


def test_one_person_among_bots_is_asked_once_more(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        asked = await salon.say("blue-guesser", "resign")
        assert [one.phrase.key for one in asked.updates] == ["table-event-give-up"]
        assert (await salon.session()).lobby.status is Status.RUNNING
        await salon.say("blue-guesser", "resign")
        assert (await salon.session()).lobby.status is Status.OVER

    in_salon(sqlite_url, {"blue-spymaster": Scripted()}, work, patience=PATIENCE)


def test_at_one_terminal_where_it_is_asked_before_resigning_is_done_at_once(
    sqlite_url: str,
) -> None:
    async def work(it: Hallway) -> None:
        await playing(it)
        await it.say("ann", "resign")
        assert await it.status() is Status.OVER

    in_hallway(sqlite_url, work, patience=None)
