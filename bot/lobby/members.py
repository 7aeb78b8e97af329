"""Actions by people on themselves: join, leave, take and leave chairs, watch."""

from collections.abc import Sequence

from bot.identity import User
from bot.lobby import events, words
from bot.lobby.context import ANY_CHAIR, ActionContext, ChairFilter, LobbyAction, action
from bot.lobby.events import LobbyEvent
from bot.lobby.model import Lobby, LobbyChair, Member, Status
from bot.lobby.placement import for_people
from core.command import Command
from core.rules import IllegalAction


@action(Command("join", (words.CODE, words.SIDE)), words.read_team)
class Join(LobbyAction):
    """Join the table, for a team or any; members change their team or bring the table here."""

    team: str | None = None

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        member, team = context.member, self.team
        if member and team is None and (brought := context.bring()):
            return brought
        if context.lobby.status is Status.RUNNING:
            if member:
                raise IllegalAction("table-join-running")
            return (*context.enter(), events.BecameSpectator(context.user))
        if not (member or context.may_begin or context.actor.room in context.lobby.rooms):
            return (*context.enter(), events.BecameSpectator(context.user))
        context.check_may_begin()
        if team is not None:
            _check_team(context, team)
            return context.enter(team) if member is None else _change_team(member, team)
        if member and not member.watching:
            raise IllegalAction("table-joined-already")
        return (events.TeamRequested(context.user, None),) if member else context.enter()


@action(Command("chair", (words.CHAIRS,)), words.read_chairs)
class TakeChair(LobbyAction):
    """Take the best free chair of these, or else replace a bot."""

    chair_filter: ChairFilter = ANY_CHAIR

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        lobby, seat = context.lobby, context.lobby.seat_of(context.user)
        if seat and lobby.status is Status.LOBBY:
            if self.chair_filter == ANY_CHAIR:
                raise IllegalAction("table-joined-already")
            if [chair.seat for chair in matching(lobby, self.chair_filter)] == [seat]:
                return ()
        context.check_may_begin()
        chair = _free_chair(context, self.chair_filter)
        if _needs_consent(context, chair):
            if request := lobby.request(chair.seat):
                own = request.user == context.user
                raise IllegalAction("table-chair-waiting" if own else "table-chair-requested")
            return (*context.enter(), events.ChairRequested(context.user, chair.seat))
        return (*context.enter(), events.Seated(context.user, chair.seat))


@action(Command("stand", group=words.GROUP))
class LeaveChair(LobbyAction):
    """Give up the chair and stay at the table."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        member = context.check_member()
        if member.seat is None:
            raise IllegalAction("table-stand-unseated")
        return (events.LeftChair(member.user, member.seat),)


@action(Command("watch"))
class Watch(LobbyAction):
    """Watch without playing."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        member = context.member
        if member and member.watching:
            raise IllegalAction("table-watching-already")
        stood = (events.LeftChair(member.user, member.seat),) if member and member.seat else ()
        return (*context.enter(), *stood, events.BecameSpectator(context.user))


@action(Command("leave"))
class Leave(LobbyAction):
    """Leave the table."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        return leave_events(context.lobby, context.check_member(), by=context.user)


@action(Command("reach", group=words.GROUP))
class RetryDirectMessages(LobbyAction):
    """Try direct messages again, after one failed."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        member = context.check_member()
        if member not in context.lobby.with_private_view:
            raise IllegalAction("table-direct-no-key")
        if member.direct is not False:
            raise IllegalAction("table-direct-open" if member.direct else "table-direct-tried")
        return (events.DirectRetried(member.user),)


def leave_events(lobby: Lobby, member: Member, *, by: User) -> Sequence[LobbyEvent]:
    """Return the events when a member leaves; the oldest member replaces a host."""
    left = events.Left(member.user, by, member.seat)
    heirs = [other.user for other in lobby.members if other != member]
    if lobby.host != member.user or not heirs:
        return (left,)
    return (events.HostChanged(heirs[0]), left)


def _check_team(context: ActionContext, team: str) -> None:
    lobby = context.lobby
    if team not in lobby.teams:
        raise IllegalAction("table-team-unknown", team=team, teams=lobby.teams)
    places = sum(not chair.for_bot for chair in lobby.chairs_of(team))
    if not places:
        context.check_person_may_sit(lobby.chairs_of(team)[0])
    others = sum(one.team == team and one.user != context.user for one in lobby.members)
    if others >= places:
        raise IllegalAction("table-team-full", team=team, places=places)


def _change_team(member: Member, team: str) -> Sequence[LobbyEvent]:
    if member.team == team:
        raise IllegalAction("table-team-yours", team=team)
    stood = (events.LeftChair(member.user, member.seat),) if member.seat else ()
    return (*stood, events.TeamRequested(member.user, team))


def _needs_consent(context: ActionContext, chair: LobbyChair) -> bool:
    """Return whether people of a team have to agree before a person may see its key.

    The host never needs consent; before the game begins, nobody does.
    """
    people = [one for one in context.lobby.people if one.user != context.user]
    asked = any(one.team == chair.team for one in people)
    running = context.lobby.status is Status.RUNNING
    return running and chair.sees_key and asked and not context.leads


def _free_chair(context: ActionContext, chair_filter: ChairFilter) -> LobbyChair:
    """Return the best chair that a person may take: one without a key first, then an empty one.

    Among those, the team with the fewest people is best. A key bars its viewer from guessing in
    this game, so nobody sees one by accident.
    """
    matched, own = matching(context.lobby, chair_filter), context.lobby.chair_of(context.user)
    meant = [chair for chair in matched if not chair.for_bot]
    if not meant:
        context.check_person_may_sit(matched[0])
    free = [chair for chair in for_people(context.lobby) if chair in meant]
    if own in meant and len({chair.group for chair in meant}) == 1:
        raise IllegalAction("table-chair-yours")
    if not free:
        raise IllegalAction("table-chair-taken" if len(meant) == 1 else "table-chairs-taken")
    open_to = [chair for chair in free if context.may_sit(context.user, chair)]
    if not open_to:
        raise IllegalAction("table-barred")
    empty, people = context.lobby.empty, [one.team for one in context.lobby.people]

    def rank(chair: LobbyChair) -> tuple[bool, bool, int]:
        return chair.sees_key, chair not in empty, people.count(chair.team)

    return min(open_to, key=rank)


def matching(lobby: Lobby, chair_filter: ChairFilter) -> Sequence[LobbyChair]:
    """Return the selected chairs, at least one; raises IllegalAction."""
    meant = [chair for chair in lobby.chairs if chair_filter.fits(chair)]
    if not meant:
        chairs = tuple(chair.seat for chair in lobby.chairs)
        raise IllegalAction("table-chair-unknown", chair=str(chair_filter), chairs=chairs)
    return meant
