"""Actions on chairs and settings: bots, shuffling, spymasters, replacing, hosting."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import Final, TypeAlias

from bot.identity import User
from bot.lobby import events, placement, words
from bot.lobby.context import ANY_CHAIR, ActionContext, ChairFilter, LobbyAction, action
from bot.lobby.events import LobbyEvent
from bot.lobby.game_events import fold
from bot.lobby.members import leave_events, matching
from bot.lobby.model import Lobby, LobbyChair, Status
from bot.lobby.phrases import names
from bot.lobby.settings import SETTING_NAMES, bot_name, changed
from core.command import Command
from core.rules import IllegalAction, Seat

Pairs: TypeAlias = tuple[tuple[str, str], ...]
"""Names of settings or options, with their values."""


@action(Command("bot", (words.CHAIRS,)), words.read_bot)
class SeatBot(LobbyAction):
    """Put a bot into each empty chair among these; a single chair may change its bot.

    Without a `name`, the bot is the chair's or the one in the table's settings.
    """

    chair_filter: ChairFilter = ANY_CHAIR
    name: str | None = None

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_concerned()
        meant = _for_bots(context, self.chair_filter)
        named = None if self.name is None else bot_name(self.name)
        usual = context.lobby.bot_for
        seated = [events.BotSeated(one.seat, named or usual(one)) for one in meant]
        for one in seated:
            context.check_bot(one.name, one.seat)
        empty = {chair.seat for chair in context.lobby.empty}
        free = [one for one in seated if one.seat in empty]
        if not free:
            _check_other_bot(context, meant, seated[0].name)
        return free or seated


@action(Command("unbot", (words.CHAIRS,), group=words.GROUP), words.read_chairs)
class RemoveBot(LobbyAction):
    """Remove the bots from these chairs."""

    chair_filter: ChairFilter = ANY_CHAIR

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_concerned()
        if context.lobby.status is Status.RUNNING:
            context.check_leads()
        meant = matching(context.lobby, self.chair_filter)
        seats = [chair.seat for chair in meant if context.lobby.bot(chair.seat) is not None]
        if not seats:
            raise IllegalAction("table-no-bot")
        return [events.BotRemoved(seat) for seat in seats]


@action(Command("shuffle"))
class Shuffle(LobbyAction):
    """Deal all players to the teams again."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_before_start()
        context.check_leads()
        if all(member.watching for member in context.lobby.members):
            raise IllegalAction("table-nobody-plays")
        if len({chair.group for chair in placement.dealt_chairs(context.lobby)}) < 2:
            raise IllegalAction("table-shuffle-alike")
        return placement.shuffled(context)


@action(Command("spymaster", (words.SIDE, words.MEMBER), group=words.GROUP), words.read_spymaster)
class PickSpymaster(LobbyAction):
    """Choose the spymaster of a team (None: of each team), at random unless a user is named."""

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


@action(Command("replace", (words.PLACE, words.SUCCESSOR), group=words.GROUP), words.read_successor)
class Replace(LobbyAction):
    """Put a member or a bot into a chair, occupied or not."""

    seat: Seat
    user: User

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        chair = context.chair(self.seat)
        sitter = context.lobby.sitter(chair.seat)
        if sitter != context.user:
            context.check_leads()
        if sitter == self.user:
            raise IllegalAction("table-replace-same")
        stood = (events.LeftChair(sitter, chair.seat),) if sitter and not sitter.is_bot else ()
        return (*stood, _successor(context, chair, self.user))


@action(Command("host", (words.HEIR,), group=words.GROUP), words.read_person)
class ChangeHost(LobbyAction):
    """Make another member the host, or (None) the actor."""

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


@action(Command("drop", (words.WHO,), group=words.GROUP), words.read_person)
class RemoveMember(LobbyAction):
    """Make another member leave."""

    user: User

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_leads()
        member = context.present(self.user)
        if member.user == context.user:
            raise IllegalAction("table-drop-self")
        return leave_events(context.lobby, member, by=context.user)


_SET: Final = Command("set", (words.SETTING, words.VALUE))


def _read_change(_kind: object, rest: str, lobby: Lobby) -> "ChangeSetting | ChangeOption":
    """Return a change of the table's settings or of its game's options."""
    (name, value), *more = words.read_pairs(rest, lobby)
    kind = ChangeSetting if name in SETTING_NAMES else ChangeOption
    return kind(name, value, tuple(more))


@dataclass(frozen=True, slots=True)
class _Change(LobbyAction):
    """A change of one value, by its name, and of `more` values."""

    name: str
    value: str
    more: Pairs = ()

    @property
    def pairs(self) -> Pairs:
        """All names with their values."""
        return ((self.name, self.value), *self.more)

    def _words(self) -> Iterable[str]:
        pairs = (f"{name}={value}" for name, value in self.pairs)
        return pairs if self.more else (self.name, self.value)


@action(_SET, _read_change)
class ChangeSetting(_Change):
    """Change settings of the table."""

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


@action(_SET, _read_change)
class ChangeOption(_Change):
    """Change options of the game, which validates them."""

    def _decide(self, context: ActionContext) -> Sequence[LobbyEvent]:
        context.check_leads()
        context.check_before_start()
        return ()


def _for_bots(context: ActionContext, chair_filter: ChairFilter) -> Sequence[LobbyChair]:
    """Return the selected chairs that bots may take; without a filter, those that need a player."""
    if chair_filter == ANY_CHAIR:
        if needed := placement.to_fill(context.lobby):
            return needed
        possible = placement.for_bots(context.lobby)
        spare = next((chair.seat for chair in possible if chair in context.lobby.empty), None)
        if spare is None:
            raise IllegalAction("table-no-empty-chair")
        raise IllegalAction("table-no-chair-in-need", chair=spare)
    matched = matching(context.lobby, chair_filter)
    wanted = placement.wanting(context.lobby)
    meant = [chair for chair in matched if chair not in wanted]
    if not meant:
        context.check_bot_may_sit(matched[0])
    return meant


def _check_other_bot(context: ActionContext, meant: Sequence[LobbyChair], name: str) -> None:
    """Raise IllegalAction unless the one selected chair has another bot."""
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
    """Return the events that put a person into the team's keyed chair."""
    if team is None:
        raise IllegalAction("table-spymaster-team", teams=context.lobby.teams)
    chair = _keyed_chairs(context.lobby, team)[0]
    if context.lobby.seat_of(user) == chair.seat:
        raise IllegalAction("table-spymaster-same")
    return tuple(placement.swapped(context.lobby, user, chair))


def _draw(context: ActionContext, team: str | None) -> Sequence[LobbyEvent]:
    """Return a random change of spymasters, in one team or in all with another member."""
    facts: list[LobbyEvent] = []
    for chair in _keyed_chairs(context.lobby, team):
        mates = (one for one in context.lobby.members if one.team == chair.team)
        if others := context.shuffled(one.user for one in mates if one.seat != chair.seat):
            facts += placement.swapped(fold(facts, context.lobby), others[0], chair)
    if not facts:
        raise IllegalAction("table-spymaster-nobody")
    return facts


def _keyed_chairs(lobby: Lobby, team: str | None) -> Sequence[LobbyChair]:
    """Return the first keyed chair of a team, or of each team; raises IllegalAction."""
    if team is not None and team not in lobby.teams:
        raise IllegalAction("table-team-unknown", team=team, teams=lobby.teams)
    chairs = [chair for chair in placement.picked(lobby) if team in (None, chair.team)]
    if not chairs:
        raise IllegalAction("table-no-keyed-chair")
    return chairs


def _successor(
    context: ActionContext, chair: LobbyChair, user: User
) -> events.Seated | events.BotSeated:
    if user.is_bot:
        name = bot_name(user.id)
        context.check_bot(name, chair.seat)
        context.check_bot_may_sit(chair)
        return events.BotSeated(chair.seat, name)
    context.check_person_may_sit(chair)
    member = context.present(user)
    if member.seat and (context.lobby.status is Status.RUNNING or not context.leads):
        raise IllegalAction("table-replace-seated")
    if not context.lobby.admits(user):
        context.check_leads()
    context.check_bar(user, chair)
    return events.Seated(user, chair.seat)


def _check_may_take_over(context: ActionContext) -> None:
    """Raise IllegalAction unless the actor may take over from an idle host."""
    wait = context.game.host_wait
    if wait is None:
        raise IllegalAction("table-host-stays")
    if context.lobby.status is Status.RUNNING and context.lobby.seat_of(context.user) is None:
        raise IllegalAction("table-players-only")
    if wait > timedelta():
        hours, minutes = divmod(ceil(wait / timedelta(minutes=1)), 60)
        raise IllegalAction("table-host-here", hours=hours, minutes=minutes)
