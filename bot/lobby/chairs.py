"""Actions on chairs: bots, shuffling, spymasters, replacing."""

from collections.abc import Sequence

from bot.identity import User
from bot.lobby import placement
from bot.lobby.context import ANY_CHAIR, ActionContext, ChairFilter, LobbyAction, action
from bot.lobby.events import BotRemoved, BotSeated, LobbyEvent, Seated, Stood
from bot.lobby.game_events import fold
from bot.lobby.members import matching
from bot.lobby.model import Lobby, LobbyChair, Status
from bot.lobby.settings import bot_name
from core.rules import IllegalAction, Seat


@action("bot")
class SeatBot(LobbyAction):
    """Put a bot into all of these chairs that are empty; into a single one also for another bot.

    `name` is None for the bot that the table's settings name.
    """

    chair_filter: ChairFilter = ANY_CHAIR
    name: str | None = None

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_concerned()
        meant = _for_bots(context, self.chair_filter)
        named = None if self.name is None else bot_name(self.name)
        seated = [BotSeated(chair.seat, named or context.lobby.bot_for(chair)) for chair in meant]
        for one in seated:
            context.check_bot(one.name, one.seat)
        empty = {chair.seat for chair in context.lobby.empty}
        free = [one for one in seated if one.seat in empty]
        if not free:
            _check_other_bot(context, meant, seated[0].name)
        return free or seated


@action("unbot")
class RemoveBot(LobbyAction):
    """Take the bots out of these chairs."""

    chair_filter: ChairFilter = ANY_CHAIR

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_concerned()
        if context.lobby.status is Status.RUNNING:
            context.check_leads()
        meant = matching(context.lobby, self.chair_filter)
        seats = [chair.seat for chair in meant if context.lobby.bot(chair.seat) is not None]
        if not seats:
            raise IllegalAction("table-no-bot")
        return [BotRemoved(seat) for seat in seats]


@action("shuffle")
class Shuffle(LobbyAction):
    """Deal all who play over the teams anew."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_before_start()
        context.check_leads()
        if all(member.watching for member in context.lobby.members):
            raise IllegalAction("table-nobody-plays")
        if len({chair.group for chair in placement.dealt_chairs(context.lobby)}) < 2:
            raise IllegalAction("table-shuffle-alike")
        return placement.shuffled(context)


@action("spymaster")
class PickSpymaster(LobbyAction):
    """Let chance choose who of a team (None: of each team) sits in its keyed chair.

    Where a person is named, the person is chosen.
    """

    team: str | None = None
    user: User | None = None

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_before_start()
        member = context.present(self.user) if self.user else None
        if member and member.watching:
            raise IllegalAction("table-spymaster-watches")
        team = self.team or (member.team if member else None)
        own = context.member.team if context.member else None
        if team is None or team != own:
            context.check_leads()
        if member:
            return _choose(context, member.user, team)
        return _draw(context, team)


@action("replace")
class Replace(LobbyAction):
    """Put a member or a bot into a chair, whoever sits there."""

    seat: Seat
    user: User

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        chair = context.chair(self.seat)
        sitter = context.lobby.sitter(chair.seat)
        if sitter != context.user:
            context.check_leads()
        if sitter == self.user:
            raise IllegalAction("table-replace-same")
        stood = (Stood(sitter, chair.seat),) if sitter and not sitter.is_bot else ()
        return (*stood, _successor(context, chair, self.user))


def _for_bots(context: ActionContext, chair_filter: ChairFilter) -> Sequence[LobbyChair]:
    """Return the chairs that are meant and that bots may take; if none is named, those in need."""
    if chair_filter == ANY_CHAIR:
        needed = placement.to_fill(context.lobby)
        if not needed:
            _refuse_more_bots(context)
        return needed
    matched = matching(context.lobby, chair_filter)
    wanted = placement.wanting(context.lobby)
    meant = [chair for chair in matched if chair not in wanted]
    if not meant:
        context.check_bot_may_sit(matched[0])
    return meant


def _refuse_more_bots(context: ActionContext) -> None:
    """Raise IllegalAction where no chair is in need of a bot, and say which one could have one."""
    spare = [chair for chair in placement.for_bots(context.lobby) if chair in context.lobby.empty]
    if not spare:
        raise IllegalAction("table-no-empty-chair")
    raise IllegalAction("table-no-chair-in-need", chair=spare[0].seat)


def _check_other_bot(context: ActionContext, meant: Sequence[LobbyChair], name: str) -> None:
    """Raise IllegalAction unless a single chair is meant in which another bot sits."""
    if len(meant) > 1:
        raise IllegalAction("table-no-empty-chair")
    present = context.lobby.bot(meant[0].seat)
    if present is None:
        raise IllegalAction("table-bot-person")
    if present == name:
        raise IllegalAction("table-bot-already", name=name)
    if context.lobby.status is Status.RUNNING:
        context.check_leads()


def _choose(context: ActionContext, user: User, team: str | None) -> Sequence[LobbyEvent]:
    """Return a named person's way into the team's keyed chair."""
    if team is None:
        raise IllegalAction("table-spymaster-team", teams=context.lobby.teams)
    chair = _keyed_chairs(context.lobby, team)[0]
    if context.lobby.seat_of(user) == chair.seat:
        raise IllegalAction("table-spymaster-same")
    return tuple(placement.swapped(context.lobby, user, chair))


def _draw(context: ActionContext, team: str | None) -> Sequence[LobbyEvent]:
    """Return a change of spymasters by chance, in one team or in all that have somebody else."""
    events: list[LobbyEvent] = []
    for chair in _keyed_chairs(context.lobby, team):
        users = context.shuffled(placement.candidates(context.lobby, chair))
        if users:
            events += placement.swapped(fold(events, context.lobby), users[0], chair)
    if not events:
        raise IllegalAction("table-spymaster-nobody")
    return events


def _keyed_chairs(lobby: Lobby, team: str | None) -> Sequence[LobbyChair]:
    """Return the first keyed chair of a team, or of each team; raises IllegalAction."""
    if team is not None and team not in lobby.teams:
        raise IllegalAction("table-team-unknown", team=team, teams=lobby.teams)
    chairs = [chair for chair in placement.picked(lobby) if team in (None, chair.team)]
    if not chairs:
        raise IllegalAction("table-no-keyed-chair")
    return chairs


def _successor(context: ActionContext, chair: LobbyChair, user: User) -> Seated | BotSeated:
    if user.is_bot:
        name = bot_name(user.id)
        context.check_bot(name, chair.seat)
        context.check_bot_may_sit(chair)
        return BotSeated(chair.seat, name)
    context.check_person_may_sit(chair)
    member = context.present(user)
    if member.seat and (context.lobby.status is Status.RUNNING or not context.leads):
        raise IllegalAction("table-replace-seated")
    if not context.lobby.admits(user):
        context.check_leads()
    context.check_bar(user, chair)
    return Seated(user, chair.seat)
