"""Actions of people on themselves, and of hosts: come, go, sit, stand, watch, set."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import TypeAlias

from bot.identity import User
from bot.lobby import events
from bot.lobby.context import ANY_CHAIR, ActionContext, ChairFilter, LobbyAction, action
from bot.lobby.events import LobbyEvent
from bot.lobby.model import Lobby, LobbyChair, Member, Status
from bot.lobby.phrases import names
from bot.lobby.placement import for_people
from bot.lobby.settings import changed
from core.rules import IllegalAction

Pairs: TypeAlias = tuple[tuple[str, str], ...]
"""Values by the names of what they are for."""


@action("join")
class Join(LobbyAction):
    """Come to the table, for a team or for any; or change the wish, or bring the table along."""

    team: str | None = None

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        member, team = context.member, self.team
        if member and team is None and (brought := context.bring()):
            return brought
        if context.lobby.status is Status.RUNNING:
            if member:
                raise IllegalAction("table-join-running")
            return (*context.enter(), events.Watched(context.user))
        if not (member or context.may_begin or context.actor.room in context.lobby.rooms):
            return (*context.enter(), events.Watched(context.user))
        context.check_may_begin()
        if team is not None:
            _check_team(context, team)
            return context.enter(team) if member is None else _change_team(member, team)
        if member and not member.watching:
            raise IllegalAction("table-joined-already")
        return (events.TeamWished(context.user, None),) if member else context.enter()


@action("leave")
class Leave(LobbyAction):
    """Leave the table."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        return leave_events(context.lobby, context.check_member(), by=context.user)


@action("chair")
class TakeChair(LobbyAction):
    """Sit down in the first of these chairs that is free, or else in a bot's place."""

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
            _check_may_request(context, chair)
            return (*context.enter(), events.ChairRequested(context.user, chair.seat))
        return (*context.enter(), events.Seated(context.user, chair.seat))


@action("stand")
class LeaveChair(LobbyAction):
    """Give the chair up and stay at the table."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        member = context.check_member()
        if member.seat is None:
            raise IllegalAction("table-stand-unseated")
        return (events.Stood(member.user, member.seat),)


@action("watch")
class Watch(LobbyAction):
    """Watch without playing."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        member = context.member
        if member and member.watching:
            raise IllegalAction("table-watching-already")
        stood = (events.Stood(member.user, member.seat),) if member and member.seat else ()
        return (*context.enter(), *stood, events.Watched(context.user))


@action("reach")
class RetryDirectMessages(LobbyAction):
    """Be sent direct messages again, which did not come."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        member = context.check_member()
        if member not in context.lobby.with_private_view:
            raise IllegalAction("table-direct-no-key")
        if member.direct is not False:
            raise IllegalAction("table-direct-open" if member.direct else "table-direct-tried")
        return (events.DirectRetried(member.user),)


@action("host")
class ChangeHost(LobbyAction):
    """Make another member the host; None stands for the one who asks."""

    user: User | None = None

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        user = self.user or context.user
        if user != context.user:
            context.check_leads()
        elif context.check_member() and not context.leads:
            _check_may_take_over(context)
        member = context.present(user)
        if member.user == context.lobby.host:
            raise IllegalAction("table-host-already")
        return (events.HostChanged(member.user),)


@action("drop")
class RemoveMember(LobbyAction):
    """Make another member leave."""

    user: User

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_leads()
        member = context.present(self.user)
        if member.user == context.user:
            raise IllegalAction("table-drop-self")
        return leave_events(context.lobby, member, by=context.user)


@dataclass(frozen=True, slots=True)
class _Change(LobbyAction):
    """A change of something by its name, and of `more` by their names."""

    name: str
    value: str
    more: Pairs = ()

    @property
    def pairs(self) -> Pairs:
        """All that is set."""
        return ((self.name, self.value), *self.more)

    def _words(self) -> Iterable[str]:
        pairs = (f"{name}={value}" for name, value in self.pairs)
        return pairs if self.more else (self.name, self.value)


@action("set")
class ChangeSetting(_Change):
    """Change a setting of the table, and `more` of them by their names."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_leads()
        settings, own = context.lobby.settings, names(context.lobby)
        for name, value in self.pairs:
            if name not in own:
                raise IllegalAction("table-setting-unknown", name=name, names=own)
            settings = changed(settings, name, value)
        if settings == context.lobby.settings:
            return ()
        if settings.bot != context.lobby.settings.bot:
            context.check_bot(settings.bot)
        return (events.SettingsChanged(settings),)


@action("set")
class ChangeOption(_Change):
    """Change an option of the game, which judges it, and `more` of them by their names."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_leads()
        context.check_before_start()
        return ()


def leave_events(lobby: Lobby, member: Member, *, by: User) -> Sequence[LobbyEvent]:
    """Return a member's leaving; a host hands over to who has been there longest."""
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
    stood = (events.Stood(member.user, member.seat),) if member.seat else ()
    return (*stood, events.TeamWished(member.user, team))


def _needs_consent(context: ActionContext, chair: LobbyChair) -> bool:
    """Return whether others are asked first: people of a team whose key a person would be shown.

    Nobody is asked by the host, nor before the game begins.
    """
    people = [one for one in context.lobby.people if one.user != context.user]
    asked = any(one.team == chair.team for one in people)
    running = context.lobby.status is Status.RUNNING
    return running and chair.sees_key and asked and not context.leads


def _check_may_request(context: ActionContext, chair: LobbyChair) -> None:
    """Raise IllegalAction where a chair has been asked for already."""
    request = context.lobby.request(chair.seat)
    if request is not None:
        own = request[0] == context.user
        raise IllegalAction("table-chair-waiting" if own else "table-chair-requested")


def _free_chair(context: ActionContext, chair_filter: ChairFilter) -> LobbyChair:
    """Return the best chair that a person may take: one without a key first, then an empty one.

    Among those, one of the team with the fewest people is best. Who has seen a key may not guess
    any more in this game, so nobody is shown one by accident.
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
    """Return the chairs that are meant, at least one; raises IllegalAction."""
    meant = [chair for chair in lobby.chairs if chair_filter.fits(chair)]
    if not meant:
        chairs = tuple(chair.seat for chair in lobby.chairs)
        raise IllegalAction("table-chair-unknown", chair=str(chair_filter), chairs=chairs)
    return meant


def _check_may_take_over(context: ActionContext) -> None:
    """Raise IllegalAction unless the one who asks may be host in place of one who does nothing."""
    wait = context.game.host_wait
    if wait is None:
        raise IllegalAction("table-host-stays")
    if context.lobby.status is Status.RUNNING and context.lobby.seat_of(context.user) is None:
        raise IllegalAction("table-players-only")
    if wait > timedelta():
        hours, minutes = divmod(ceil(wait / timedelta(minutes=1)), 60)
        raise IllegalAction("table-host-here", hours=hours, minutes=minutes)
