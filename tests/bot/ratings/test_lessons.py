"""Results and credits of a game: no player avoids a turn or a loss by leaving or stopping."""

from collections.abc import Callable

import pytest

from bot.games import transcripts
from bot.games.requests import Submission
from bot.identity import User, bot_user
from bot.lobby.model import Status
from bot.ratings.facts import GameFacts, results, settled_turns
from core.codenames.model import Role
from core.rating.colt import OUTCOMES
from tests.bot.games.parlour import ROOM, SEATS, Parlour, card, due, in_parlour, person
from tests.bot.hallway import Hallway, in_hallway

MATES = {"ann": "bob", "bob": "ann", "cat": "dan", "dan": "cat"}

LEAVINGS: dict[str, Callable[[str], tuple[str, str]]] = {
    "stand": lambda who: (who, "stand"),
    "watch": lambda who: (who, "watch"),
    "leave": lambda who: (who, "leave"),
    "drop": lambda who: ("max", f"drop recorder:{who}"),
    "bot": lambda who: ("max", f"replace {SEATS[who]} teammate"),
    "other": lambda who: ("max", f"replace {SEATS[who]} recorder:eve"),
}
"""Ways out of a chair: the person who types, and the line."""


def user(name: str) -> User:
    return person(name).user


async def facts_of(parlour: Parlour) -> GameFacts:
    """Return the facts of the game in the room, as the learner reads them."""
    session, log = await parlour.games.history((await parlour.session()).game_id)
    async with parlour.games.store.reading() as conn:
        return await transcripts.facts_of(conn, session, log, {})


async def at_clue(parlour: Parlour) -> tuple[str, str]:
    """Play until the first clue is given; return the spymaster and the guesser of the turn."""
    await parlour.say("eve", "watch")
    giver = due(await parlour.session())
    await parlour.say(giver, "clue zebra 2")
    return giver, MATES[giver]


async def say(parlour: Parlour, said: tuple[str, str]) -> None:
    who, line = said
    asks = person(who, manages=who == "max")
    await parlour.games.submit(asks, Submission(line))


@pytest.mark.sampled
@pytest.mark.parametrize("way", LEAVINGS)
def test_who_gave_the_clue_has_the_turn_and_the_loss_wherever_they_are_when_it_ends(
    sqlite_url: str, way: str
) -> None:
    async def evening(parlour: Parlour) -> None:
        await parlour.playing()
        giver, guesser = await at_clue(parlour)
        await say(parlour, LEAVINGS[way](giver))
        await parlour.say(guesser, f"guess {card(await parlour.session(), 'assassin')}")
        facts = await facts_of(parlour)
        (turn,) = settled_turns(facts)
        assert turn.outcome is not None
        assert OUTCOMES[turn.outcome].code == "0001"
        assert {(one.user, one.role) for one in turn.players} == {
            (user(giver), Role.SPYMASTER),
            (user(guesser), Role.GUESSER),
        }
        found = {one.player.user: one.won for one in results(facts)}
        rest = {*MATES} - {giver, guesser}
        assert found == {
            user(giver): False,
            user(guesser): False,
            **{user(name): True for name in rest},
        }

    in_parlour(sqlite_url, evening)


@pytest.mark.sampled
@pytest.mark.parametrize("way", LEAVINGS)
def test_a_guess_is_credited_to_who_made_it_though_another_sits_there_at_the_end(
    sqlite_url: str, way: str
) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        giver, guesser = await at_clue(parlour)
        own = "blue" if giver == "ann" else "red"
        await parlour.say(guesser, f"guess {card(session, own)}")
        await say(parlour, LEAVINGS[way](guesser))
        await parlour.say("ann" if guesser != "ann" else "bob", "resign")
        facts = await facts_of(parlour)
        (turn,) = settled_turns(facts)
        assert {one.user for one in turn.players} == {user(giver), user(guesser)}

    in_parlour(sqlite_url, evening)


def test_of_two_who_guess_from_one_seat_the_last_has_the_turn_and_nothing_is_told_of_either(
    sqlite_url: str,
) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        giver, guesser = await at_clue(parlour)
        own = "blue" if giver == "ann" else "red"
        await parlour.say(guesser, f"guess {card(session, own)}")
        await say(parlour, LEAVINGS["other"](guesser))
        await parlour.say("eve", f"guess {card(session, 'bystander')}")
        facts = await facts_of(parlour)
        assert facts.movers[1] == {
            SEATS[giver]: user(giver),
            SEATS[guesser]: user("eve"),
        }
        assert facts.shared == {1: frozenset({SEATS[guesser]})}

    in_parlour(sqlite_url, evening)


def test_an_empty_chair_is_that_of_who_left_it_until_another_sits_or_moves_there(
    sqlite_url: str,
) -> None:
    async def evening(parlour: Parlour) -> None:
        session = await parlour.playing()
        giver, guesser = await at_clue(parlour)
        await parlour.say(giver, "stand")
        await parlour.say(guesser, f"guess {card(session, 'bystander')}")
        other = due(await parlour.session())
        await parlour.say(other, "clue quartz 1")
        await say(parlour, ("max", f"replace {SEATS[giver]} teammate"))
        await parlour.say(MATES[other], f"guess {card(session, 'assassin')}")
        facts = await facts_of(parlour)
        found = {one.player.user: one.won for one in results(facts)}
        assert found[user(giver)]
        assert bot_user("teammate") not in found

    in_parlour(sqlite_url, evening)


async def behind(it: Hallway) -> str:
    """Play until a team is behind and the other is to give a clue; return its spymaster."""
    session = await it.session()
    giver = due(session)
    await it.say(giver, "clue zebra 1")
    other = "red" if giver == "ann" else "blue"
    await it.say(MATES[giver], f"guess {card(session, other)}")
    return giver


async def seated(it: Hallway) -> None:
    for name in ("ann", "bob", "cat", "dan"):
        await it.say(name, f"chair {SEATS[name]}")
    await it.say("ann", "start")


@pytest.mark.sampled
@pytest.mark.parametrize("way", ["", "stand", "watch"])
def test_a_stop_by_the_side_that_is_behind_is_asked_once_and_loses_the_game(
    database_url: str, way: str
) -> None:
    async def work(it: Hallway) -> None:
        await it.say("ann", "set stop anyone")
        await seated(it)
        loser = await behind(it)
        if way:
            await it.say(loser, way)
        assert await it.refused(loser, "stop") == "codenames-stop-forfeits"
        assert (await it.session()).lobby.status is Status.RUNNING
        receipt = await it.say(loser, "stop anyway")
        (stopped,) = receipt.updates
        assert stopped.phrase.key == "table-event-stopped"
        assert dict(stopped.phrase.params)["forfeit"] != "none"
        facts = await facts_of(Parlour(it.games))
        found = {one.player.user: one.won for one in results(facts)}
        assert found == {
            user(name): name not in (loser, MATES[loser]) for name in ("ann", "bob", "cat", "dan")
        }

    in_hallway(database_url, work)


def test_a_stop_by_the_side_that_is_guessing_loses_the_game_before_a_wrong_guess_does(
    sqlite_url: str,
) -> None:
    async def work(it: Hallway) -> None:
        await it.say("ann", "set stop anyone")
        await seated(it)
        giver = due(await it.session())
        await it.say(giver, "clue zebra 1")
        assert await it.refused(giver, "stop") == "codenames-stop-forfeits"
        assert await it.refused(MATES[giver], "stop") == "codenames-stop-forfeits"

    in_hallway(sqlite_url, work)


@pytest.mark.parametrize("who", ["winner", "watcher", "manager"])
def test_a_stop_by_the_side_that_is_not_behind_or_by_nobody_of_a_side_has_no_result(
    sqlite_url: str, who: str
) -> None:
    async def work(it: Hallway) -> None:
        await it.say("ann", "set stop anyone")
        await it.say("eve", "watch")
        await seated(it)
        loser = await behind(it)
        name = {"winner": due(await it.session()), "watcher": "eve", "manager": "max"}[who]
        asks = person(name, ROOM, manages=who == "manager")
        await it.games.submit(asks, Submission("stop", game_id=it.game_id))
        assert results(await facts_of(Parlour(it.games))) == ()
        assert loser != name

    in_hallway(sqlite_url, work)


async def led_by_loser(it: Hallway) -> str:
    """Play until the host's team is behind, while Eve watches; return its spymaster, the host."""
    await it.say("eve", "watch")
    await seated(it)
    loser = await behind(it)
    if loser != "ann":
        await it.say("ann", f"host {user(loser)}")
    return loser


def test_a_host_who_has_not_sat_stops_for_the_side_of_who_made_them_host(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        loser = await led_by_loser(it)
        await it.say(loser, f"host {user('eve')}")
        assert await it.refused("eve", "stop") == "codenames-stop-forfeits"
        await it.say("eve", "stop anyway")
        found = {one.player.user: one.won for one in results(await facts_of(Parlour(it.games)))}
        assert found == {
            user(name): name not in (loser, MATES[loser]) for name in ("ann", "bob", "cat", "dan")
        }

    in_hallway(sqlite_url, work)


def test_a_host_whom_a_manager_has_named_stops_for_nobody(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await led_by_loser(it)
        manager = person("max", ROOM, manages=True)
        line = f"host {user('eve')}"
        await it.games.submit(manager, Submission(line, game_id=it.game_id))
        await it.say("eve", "stop")
        assert results(await facts_of(Parlour(it.games))) == ()

    in_hallway(sqlite_url, work)


def test_a_stop_of_a_game_that_is_not_rated_asks_nobody(sqlite_url: str) -> None:
    async def work(it: Hallway) -> None:
        await it.say("ann", "set rows 4")
        await it.say("ann", "set stop anyone")
        await seated(it)
        giver = due(await it.session())
        await it.say(giver, "clue zebra 1")
        await it.say(giver, "stop")
        assert (await it.session()).lobby.forfeit is None

    in_hallway(sqlite_url, work)
