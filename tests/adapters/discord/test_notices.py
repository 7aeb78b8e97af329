"""Discord's boards show the clock, and bots that wait for their human teammates."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

from bot.games.deadlines import PATIENCE, DeadlineKind
from bot.games.session import Session
from bot.gametypes.engine import LocalEngine
from bot.server.workers.bots import BotWorker
from bot.store import leases
from bot.store.leases import new_holder
from tests.adapters.discord.hall import Hall, drawing, hall
from tests.bot.bots import Troupe
from tests.bot.tables import Scripted, with_bots
from tests.loopback.discord import Seen
from tests.loopback.table import in_loop

SEATS = ("blue-spymaster", "red-spymaster", "blue-guesser-2", "red-guesser-2")
"""The people's chairs, in order; a bot guesses in the team of each of the last two."""


@asynccontextmanager
async def beside(h: Hall, **settings: str) -> AsyncIterator[BotWorker]:
    """Begin a game in which each team has a bot and a person to guess, and a clue is given."""
    ann, *_ = h.people
    await ann.slash("/codenames new", guessers=2)
    for person, seat in zip(h.people, SEATS, strict=True):
        await person.slash("/codenames chair", seat=seat)
    for setting, value in settings.items():
        await ann.slash("/codenames settings", setting=setting.replace("_", "-"), value=value)
    async with drawing(h):
        await ann.slash("/codenames start")
        session = await h.session()
        (seat,) = session.rules.to_act(session.state)
        await h.people[SEATS.index(seat)].slash("/clue", word="zebra", number="3")
        kinds = with_bots(Troupe({"teammate": Scripted()}))
        thinker = LocalEngine({name: kind.bots.loader for name, kind in kinds.items()})
        yield BotWorker(h.games, thinker, new_holder())


async def rest(h: Hall, players: BotWorker) -> Session:
    """Run bots until they wait and all boards are up to date; return the session."""
    while await players.act((await h.session()).game_id):
        pass
    await h.settled()
    return await h.session()


async def due_at(h: Hall, due: DeadlineKind) -> datetime:
    game_id = (await h.session()).game_id
    async with h.games.store.reading() as conn:
        rows = await leases.deadlines_of(conn, game_id)
    (found,) = (row.due_at for row in rows if row.kind == due.value)
    assert found is not None
    return found


def moments(seen: Seen) -> dict[str, str]:
    """Return the sentences with a moment, by the moment in Discord's notation."""
    lines = (re.search("<t:[0-9]+:R>", line) for line in seen.text.splitlines())
    return {one[0]: one.string for one in lines if one}


def shown(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:R>"


@in_loop
async def test_a_table_without_a_clock_reads_what_the_bot_does_and_of_no_time_that_is_up() -> None:
    async with hall() as h, beside(h) as players:
        session = await rest(h, players)
        word = session.observe(None).cards[0].word
        at = shown(await due_at(h, DeadlineKind.PATIENCE))
        ((moment, line),) = moments(h.board()).items()
        assert moment == at
        assert f"uncovers {word} {at}, unless someone guesses or passes first" in line
        assert "Time is up" not in h.board().text
        assert await due_at(h, DeadlineKind.PATIENCE) - session.log[-1].at == PATIENCE


@in_loop
async def test_the_end_of_a_turn_and_a_bots_patience_are_two_moments_on_a_board() -> None:
    async with hall() as h, beside(h, clock="enforced", guess_time="600") as players:
        session = await rest(h, players)
        turn, patience = await due_at(h, DeadlineKind.TURN), await due_at(h, DeadlineKind.PATIENCE)
        found = moments(h.board())
        assert [*found] == [shown(turn), shown(patience)]
        assert found[shown(turn)] == f"Time is up {shown(turn)}, and then this turn ends."
        assert "unless someone guesses or passes first" in found[shown(patience)]
        assert timedelta(seconds=299) < patience - session.log[-1].at <= timedelta(seconds=300)


@in_loop
async def test_a_board_that_is_looked_at_again_is_not_edited_for_its_moments() -> None:
    async with hall() as h, beside(h) as players:
        await rest(h, players)
        before = h.server.transcript()
        h.games.notifier.publish_gap()
        await rest(h, players)
        assert h.server.transcript() == before
