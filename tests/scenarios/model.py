"""A game's expected log, recomputed from people's wishes in the order of delivery."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select

from bot.games import GameId, Games
from bot.games.decisions import DecisionContext, decide_line
from bot.games.lookups import SystemEntropy
from bot.games.requests import Submission, utc_now
from bot.games.session import Recorded, Session
from bot.lobby.context import Actor
from bot.lobby.events import DirectFound
from bot.lobby.game_events import Rematched
from bot.lobby.model import Lobby
from bot.store import schema
from core.rules import Refusal
from tests.scenarios.people import OPEN, PRESS, Wish


@dataclass(frozen=True, slots=True)
class Done:
    """A delivery in the database: its source and id, and the game's version after it."""

    source: str
    id: str
    game_id: GameId
    version: int
    count: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game in the database: its state, its log, and its deliveries."""

    session: Session
    log: tuple[Recorded, ...]
    done: tuple[Done, ...]


async def games_kept(games: Games) -> dict[GameId, Game]:
    """Return all games, read through `Games` with an empty cache."""
    delivery = schema.deliveries.c
    async with games.store.reading() as conn:
        rows = await conn.execute(select(schema.games.c.game_id).order_by("game_id"))
        names = [GameId(row.game_id) for row in rows]
        columns = (delivery.source, delivery.source_id, delivery.game_id, delivery.version)
        found = await conn.execute(
            select(*columns, delivery.count).order_by(delivery.version, delivery.at)
        )
        done = [Done(*row) for row in found]
    return {
        name: Game(*await games.history(name), tuple(one for one in done if one.game_id == name))
        for name in names
    }


async def check(games: Games, game: Game, wishes: Mapping[str, Wish]) -> dict[int, Session]:
    """Check that a log follows from its deliveries; return the game at each delivery's version.

    Each delivery has all of its events and no others, and there are no further events. A delivery
    without events wished for the existing state.
    """
    final, log = game.session, game.log
    assert [one.version for one in log] == [*range(1, final.version + 1)]
    session = _empty(final)
    seen = {0: session}
    ground = await ground_of(games, final)
    for done in game.done:
        events = log[session.version : done.version]
        _check_events(session, ground, done, wishes, events)
        session = session.after(events)
        seen[session.version] = session
    assert session == final
    return seen


def refusal(session: Session, ground: DecisionContext, wish: Wish) -> str | None:
    """Return the key of the sentence that refuses a wish at a version, or None."""
    line = wish.line.removesuffix(f" {session.game_id}")
    if line == "rematch" and session.lobby.followed:
        return "table-rematch-open"  # while the next game in the person's room is running
    try:
        decide_line(session, Actor(wish.user, wish.room), Submission(line, wish.turn), ground)
    except Refusal as refused:
        return refused.phrase.key
    return None


async def ground_of(games: Games, session: Session) -> DecisionContext:
    """Return the context for judging a game's wishes."""
    async with games.store.reading() as conn:
        found = await conn.execute(
            select(schema.games.c.lists).where(schema.games.c.game_id == session.game_id)
        )
        pack = await games.event_log.pack(conn, found.scalar_one()["pack"])
    return DecisionContext(SystemEntropy(), pack, utc_now())


def _empty(session: Session) -> Session:
    return Session(
        session.game_id,
        session.game_type,
        session.options,
        session.rules,
        Lobby(),
        session.rules.initial(),
    )


def _check_events(
    session: Session,
    ground: DecisionContext,
    done: Done,
    wishes: Mapping[str, Wish],
    events: tuple[Recorded, ...],
) -> None:
    assert len(events) == done.version - session.version
    if done.source == "rematch":
        # None if a game follows one that already has a successor.
        assert [type(one.event) for one in events] in ([], [Rematched])
        return
    if done.source == "door":  # a redraw loop has learned whom direct messages reach
        assert {type(one.event) for one in events} <= {DirectFound}
        return
    assert done.source == PRESS
    wish = wishes[done.id]
    if wish.line in (OPEN, "rematch", "start"):
        assert events  # chance takes part in these, and names the game
        return
    line = wish.line.removesuffix(f" {session.game_id}")
    granted = decide_line(session, Actor(wish.user, wish.room), Submission(line, wish.turn), ground)
    assert [(one.seat, one.event) for one in events] == [
        (said.seat, said.event) for said in granted.new_events
    ]
