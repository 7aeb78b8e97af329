"""Judging what people do with themselves: come, go, sit, stand, watch."""

from collections.abc import Sequence
from typing import assert_never

from bot.identity import User
from bot.lobby.actions import (
    Join,
    Leave,
    PersonAction,
    RetryDirect,
    Spot,
    Stand,
    TakeChair,
    Watch,
)
from bot.lobby.case import Case
from bot.lobby.direct import DirectRetried
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
from bot.lobby.suited import for_people
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
        case RetryDirect():
            return _retry_direct(case)
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
        raise IllegalAction("table-team-unknown", team=cut(team, 60), teams=lobby.teams)
    places = sum(not chair.for_bot for chair in lobby.of(team))
    if not places:
        case.check_person_may_sit(lobby.of(team)[0])
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
    """Return the best chair that a person may take: one without a key first, then an empty one.

    Who has seen a key may not guess any more in this game, so nobody is shown one by accident.
    """
    matched, own = matching(case.lobby, spot), case.lobby.chair_of(case.user)
    meant = [chair for chair in matched if not chair.for_bot]
    if not meant:
        case.check_person_may_sit(matched[0])
    free = [chair for chair in for_people(case.lobby) if chair in meant]
    if own in meant and len({chair.sort for chair in meant}) == 1:
        raise IllegalAction("table-chair-yours")
    if not free:
        raise IllegalAction("table-chair-taken" if len(meant) == 1 else "table-chairs-taken")
    open_to = [chair for chair in free if case.lobby.may_know(case.user, chair)]
    if not open_to:
        raise IllegalAction("table-barred")
    empty = case.lobby.empty
    return min(open_to, key=lambda chair: (chair.keyed, chair not in empty))


def matching(lobby: Lobby, spot: Spot) -> Sequence[Chairing]:
    """Return the chairs that are meant, at least one; raises IllegalAction."""
    meant = [chair for chair in lobby.chairs if spot.fits(chair)]
    if not meant:
        words = " ".join(word for word in (spot.seat, spot.team, spot.role) if word)
        chairs = tuple(chair.seat for chair in lobby.chairs)
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


def _retry_direct(case: Case) -> Sequence[TableEvent]:
    member = case.check_member()
    if member not in case.lobby.privy:
        raise IllegalAction("table-direct-no-key")
    if member.direct is not False:
        raise IllegalAction("table-direct-open" if member.direct else "table-direct-tried")
    return (DirectRetried(member.user),)
