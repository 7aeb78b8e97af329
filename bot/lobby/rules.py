"""The rules of a table: wishes in, events out. `history` adds the events up."""

from collections.abc import Sequence
from typing import Final

from bot.identity import User
from bot.lobby import chairs, course, hosting, people, takeback
from bot.lobby.actions import (
    Agree,
    Drop,
    HandOver,
    Join,
    Leave,
    PickSpymaster,
    Refuse,
    Rematch,
    RemoveBot,
    Replace,
    RetryDirect,
    SeatBot,
    SetOption,
    SetTable,
    Shuffle,
    Stand,
    TableAction,
    TakeBack,
    TakeChair,
    Watch,
)
from bot.lobby.case import Actor, Case, LastMove, Moment
from bot.lobby.course import next_table, reopened
from bot.lobby.direct import DirectFound
from bot.lobby.history import apply, fold
from bot.lobby.hosting import check_may_set
from bot.lobby.model import KeyShown, Lobby, Status, TableEvent, TakeBackLapsed
from core.rules import Entropy, IllegalAction

__all__ = [
    "Actor",
    "LastMove",
    "Moment",
    "apply",
    "check_may_set",
    "decide",
    "direct_found",
    "fold",
    "keys_shown",
    "lapsed",
    "next_table",
    "reopened",
]

NOTHING_KNOWN: Final = Moment()


def decide(
    lobby: Lobby,
    actor: Actor,
    action: TableAction,
    *,
    entropy: Entropy,
    last_move: LastMove | None = None,
    moment: Moment = NOTHING_KNOWN,
) -> tuple[TableEvent, ...]:
    """Return the facts that the action makes true; raises IllegalAction.

    There may be none, where all is as it was wished for already, and for `SetOption`, which the
    game itself judges.
    """
    if lobby.is_closed and not isinstance(action, Rematch | Leave):
        raise IllegalAction("table-closed")
    events = tuple(_judge(Case(lobby, actor, entropy, last_move, moment), action))
    after = fold(events, lobby)
    shown = keys_shown(after) if moment.dealt else ()
    return (*events, *takeback.settled(after, last_move, moment), *shown)


def keys_shown(lobby: Lobby) -> tuple[KeyShown, ...]:
    """Return that people see what their chairs see, for those who did not before.

    `decide` does so by itself, unless it is told that nothing has been dealt yet.
    """
    if lobby.status is not Status.RUNNING:
        return ()
    chairs = ((member.user, lobby.chair_of(member.user)) for member in lobby.privy)
    seen = ((user, chair.sees) for user, chair in chairs if chair)
    return tuple(KeyShown(user, what) for user, what in seen if (user, what) not in lobby.shown)


def direct_found(lobby: Lobby, user: User, *, reached: bool) -> tuple[DirectFound, ...]:
    """Return that direct messages reach a member or do not, where that is new to the table.

    Once the game has begun, they are expected to.
    """
    member = lobby.member(user)
    expected = reached and lobby.status is not Status.LOBBY
    if member is None or expected or member.direct is reached:
        return ()
    return (DirectFound(user, reached),)


def lapsed(lobby: Lobby) -> tuple[TakeBackLapsed, ...]:
    """Return the end of a proposed take-back, for when the game has gone on."""
    return (TakeBackLapsed(),) if lobby.proposal else ()


def _judge(case: Case, action: TableAction) -> Sequence[TableEvent]:
    match action:
        case Join() | Leave() | TakeChair() | Stand() | Watch() | RetryDirect():
            return people.judge(case, action)
        case SeatBot() | RemoveBot() | Shuffle() | PickSpymaster() | Replace():
            return chairs.judge(case, action)
        case HandOver() | Drop() | SetTable() | SetOption():
            return hosting.judge(case, action)
        case TakeBack() | Agree() | Refuse():
            return takeback.judge(case, action)
        case _:
            return course.judge(case, action)
