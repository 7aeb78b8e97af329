"""What is said of moments that are to come: what the clock does then, and bots that wait.

It follows from the rows and the log alone, so that every process says the same.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.games.clock import Due
from bot.games.session import Session
from bot.games.sight import sight_of
from bot.lobby.model import Clocking, Status
from bot.store.leases import DeadlineRow
from core.rules import CLOCK, IllegalAction
from core.view import WHEN, Phrase, phrase


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for all at a table; `at` is the moment that `WHEN` in it stands for."""

    said: Phrase
    at: datetime | None = None


def notices(session: Session, rows: Iterable[DeadlineRow], now: datetime) -> tuple[Notice, ...]:
    """Return what is said of a game's deadlines; nothing of those that stand still or have come."""
    if session.lobby.status is not Status.RUNNING or session.lobby.paused:
        return ()
    due = {
        row.kind: row.due_at
        for row in rows
        if row.turn == session.turn and row.due_at and row.due_at > now
    }
    turn, patience = due.get(Due.TURN.value), due.get(Due.PATIENCE.value)
    return (*_of_turn(session, turn), *_of_bots(session, patience))


def _of_turn(session: Session, at: datetime | None) -> Iterator[Notice]:
    clock = session.lobby.settings.clock
    if clock is Clocking.ADVISORY:
        said = phrase("table-due-advisory", when=WHEN) if at else phrase("table-due-over")
        yield Notice(said, at)
    elif at and (ends := _ended(session)):
        yield Notice(phrase("table-due-ends", clock=clock.value, ends=ends, when=WHEN), at)


def _of_bots(session: Session, at: datetime | None) -> Iterator[Notice]:
    if at is not None:
        said = session.kind.bots.council.foretold(sight_of(session))
        yield from (Notice(one, at) for one in said)


def _ended(session: Session) -> str | None:
    """Return what the clock ends if nobody moves before: "turn" or "game", None for neither."""
    rules, state = session.rules, session.state
    try:
        events = rules.decide(state, CLOCK, session.kind.expire(session.turn))
    except IllegalAction:
        return None
    for event in events:
        state = rules.apply(state, event)
    return "game" if rules.outcome(state) else "turn"
