"""Judging what people do with themselves: come, go, sit, stand, watch."""

from collections.abc import Sequence
from typing import assert_never

from bot.identity import User
from bot.lobby.actions import Join, Leave, PersonAction, Spot, Stand, TakeChair, Watch
from bot.lobby.case import Case
from bot.lobby.model import (
    Chairing,
    HostChanged,
    Left,
    Lobby,
    Member,
    Seated,
    Status,
    Stood,
    TableEvent,
    TeamWished,
    Watched,
)
from core.rules import IllegalAction
from core.view import cut


def judge(case: Case, action: PersonAction) -> Sequence[TableEvent]:
    """Return the facts that the action makes true; raises IllegalAction."""
    match action:
        case Join(team=team):
            return _join(case, team)
        case Leave():
            return parting(case.lobby, case.check_member(), by=case.user)
        case TakeChair(spot=spot):
            return _take_chair(case, spot)
        case Stand():
            return _stand(case)
        case Watch():
            return _watch(case)
        case _:
            assert_never(action)


def parting(lobby: Lobby, member: Member, *, by: User) -> Sequence[TableEvent]:
    """Return a member's leaving; a host hands over to who has been there longest."""
    left = Left(member.user, by, member.seat)
    heirs = [other.user for other in lobby.members if other != member]
    if lobby.host != member.user or not heirs:
        return (left,)
    return (HostChanged(heirs[0]), left)


def _join(case: Case, team: str | None) -> Sequence[TableEvent]:
    member = case.member
    if case.lobby.status is Status.RUNNING:
        if member:
            raise IllegalAction("table-join-running")
        return (*case.enter(), Watched(case.user))
    if team is not None:
        _check_team(case, team)
        return case.enter(team) if member is None else _change_team(member, team)
    if member and not member.watching:
        raise IllegalAction("table-joined-already")
    return (TeamWished(case.user, None),) if member else case.enter()


def _check_team(case: Case, team: str) -> None:
    lobby = case.lobby
    if team not in lobby.teams:
        teams = ", ".join(lobby.teams)
        raise IllegalAction("table-team-unknown", team=cut(team, 60), teams=teams)
    places = sum(chair.team == team for chair in lobby.chairs)
    others = sum(one.team == team and one.user != case.user for one in lobby.members)
    if others >= places:
        raise IllegalAction("table-team-full", team=team, places=places)


def _change_team(member: Member, team: str) -> Sequence[TableEvent]:
    if member.team == team:
        raise IllegalAction("table-team-yours", team=team)
    stood = (Stood(member.user, member.seat),) if member.seat else ()
    return (*stood, TeamWished(member.user, team))


def _take_chair(case: Case, spot: Spot) -> Sequence[TableEvent]:
    chair = _free_chair(case, spot)
    return (*case.enter(), Seated(case.user, chair.seat))


def _free_chair(case: Case, spot: Spot) -> Chairing:
    """Return the best chair that may be taken: one without a key first, then an empty one.

    Who has seen a key may not guess any more in this game, so nobody is shown one by accident.
    """
    meant = matching(case.lobby, spot)
    own = case.lobby.seat_of(case.user)
    taken = {member.seat for member in case.lobby.people}
    free = [chair for chair in meant if chair.seat not in taken]
    if not free:
        _refuse_taken(meant, mine=any(chair.seat == own for chair in meant))
    barred = case.user in case.lobby.barred
    open_to = [chair for chair in free if chair.keyed or not barred]
    if not open_to:
        raise IllegalAction("table-barred")
    return min(open_to, key=lambda chair: (chair.keyed, case.lobby.bot(chair.seat) is not None))


def _refuse_taken(meant: Sequence[Chairing], *, mine: bool) -> None:
    if mine and len(meant) == 1:
        raise IllegalAction("table-chair-yours")
    raise IllegalAction("table-chair-taken" if len(meant) == 1 else "table-chairs-taken")


def matching(lobby: Lobby, spot: Spot) -> Sequence[Chairing]:
    """Return the chairs that are meant, at least one; raises IllegalAction."""
    meant = [chair for chair in lobby.chairs if spot.fits(chair)]
    if not meant:
        words = " ".join(word for word in (spot.seat, spot.team, spot.role) if word)
        chairs = ", ".join(chair.seat for chair in lobby.chairs)
        raise IllegalAction("table-chair-unknown", chair=cut(words, 60), chairs=chairs)
    return meant


def _stand(case: Case) -> Sequence[TableEvent]:
    member = case.check_member()
    if member.seat is None:
        raise IllegalAction("table-stand-unseated")
    return (Stood(member.user, member.seat),)


def _watch(case: Case) -> Sequence[TableEvent]:
    member = case.member
    if member and member.watching:
        raise IllegalAction("table-watching-already")
    stood = (Stood(member.user, member.seat),) if member and member.seat else ()
    return (*case.enter(), *stood, Watched(case.user))
