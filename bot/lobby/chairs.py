"""Judging what is done with chairs: bots, shuffling, spymasters, replacing."""

from collections.abc import Sequence
from typing import assert_never

from bot.identity import User
from bot.lobby.actions import (
    ANYWHERE,
    ChairAction,
    PickSpymaster,
    RemoveBot,
    Replace,
    SeatBot,
    Shuffle,
    Spot,
)
from bot.lobby.case import Case
from bot.lobby.history import fold
from bot.lobby.model import (
    BotRemoved,
    BotSeated,
    Chairing,
    Lobby,
    Member,
    Seated,
    Status,
    Stood,
    TableEvent,
)
from bot.lobby.people import matching
from bot.lobby.placement import candidates, shuffled, swapped
from bot.lobby.settings import bot_name
from bot.lobby.suited import dealt_chairs, for_bots, picked, to_fill, wanting
from core.rules import IllegalAction
from core.view import cut


def judge(case: Case, action: ChairAction) -> Sequence[TableEvent]:
    """Return the facts that the action makes true; raises IllegalAction."""
    match action:
        case SeatBot():
            return _seat_bot(case, action)
        case RemoveBot():
            return _remove_bot(case, action)
        case Shuffle():
            return _shuffle(case)
        case PickSpymaster():
            return _pick(case, action)
        case Replace():
            return _replace(case, action)
        case _:
            assert_never(action)


def _seat_bot(case: Case, action: SeatBot) -> Sequence[BotSeated]:
    case.check_concerned()
    meant = _for_bots(case, action.spot)
    named = None if action.name is None else bot_name(action.name)
    seated = [BotSeated(chair.seat, named or case.lobby.bot_for(chair)) for chair in meant]
    for one in seated:
        case.check_bot(one.name, one.seat)
    empty = {chair.seat for chair in case.lobby.empty}
    free = [one for one in seated if one.seat in empty]
    if not free:
        _check_other_bot(case, meant, seated[0].name)
    return free or seated


def _for_bots(case: Case, spot: Spot) -> Sequence[Chairing]:
    """Return the chairs that are meant and that bots may take; if none is named, those in need."""
    if spot == ANYWHERE:
        needed = to_fill(case.lobby)
        if not needed:
            _refuse_more_bots(case)
        return needed
    matched = matching(case.lobby, spot)
    wanted = wanting(case.lobby)
    meant = [chair for chair in matched if chair not in wanted]
    if not meant:
        case.check_bot_may_sit(matched[0])
    return meant


def _refuse_more_bots(case: Case) -> None:
    """Raise IllegalAction where no chair is in need of a bot, and say which one could have one."""
    spare = [chair for chair in for_bots(case.lobby) if chair in case.lobby.empty]
    if not spare:
        raise IllegalAction("table-no-empty-chair")
    raise IllegalAction("table-no-chair-in-need", chair=spare[0].seat)


def _check_other_bot(case: Case, meant: Sequence[Chairing], name: str) -> None:
    """Raise IllegalAction unless a single chair is meant in which another bot sits."""
    if len(meant) > 1:
        raise IllegalAction("table-no-empty-chair")
    present = case.lobby.bot(meant[0].seat)
    if present is None:
        raise IllegalAction("table-bot-person")
    if present == name:
        raise IllegalAction("table-bot-already", name=name)
    if case.lobby.status is Status.RUNNING:
        case.check_leads()


def _remove_bot(case: Case, action: RemoveBot) -> Sequence[BotRemoved]:
    case.check_concerned()
    if case.lobby.status is Status.RUNNING:
        case.check_leads()
    meant = matching(case.lobby, action.spot)
    seats = [chair.seat for chair in meant if case.lobby.bot(chair.seat) is not None]
    if not seats:
        raise IllegalAction("table-no-bot")
    return [BotRemoved(seat) for seat in seats]


def _shuffle(case: Case) -> Sequence[TableEvent]:
    case.check_before_start()
    case.check_leads()
    if all(member.watching for member in case.lobby.members):
        raise IllegalAction("table-nobody-plays")
    if len({chair.sort for chair in dealt_chairs(case.lobby)}) < 2:
        raise IllegalAction("table-shuffle-alike")
    return shuffled(case)


def _pick(case: Case, action: PickSpymaster) -> Sequence[TableEvent]:
    case.check_before_start()
    member = _named(case, action.user) if action.user else None
    team = action.team or (member.team if member else None)
    own = case.member.team if case.member else None
    if team is None or team != own:
        case.check_leads()
    if member:
        return _choose(case, member.user, team)
    return _draw(case, team)


def _named(case: Case, user: User) -> Member:
    member = case.lobby.member(user)
    if member is None:
        raise IllegalAction("table-who-absent")
    if member.watching:
        raise IllegalAction("table-spymaster-watches")
    return member


def _choose(case: Case, user: User, team: str | None) -> Sequence[TableEvent]:
    """Return a named person's way into the team's keyed chair."""
    if team is None:
        raise IllegalAction("table-spymaster-team", teams=case.lobby.teams)
    chair = _keyed_chairs(case.lobby, team)[0]
    if case.lobby.seat_of(user) == chair.seat:
        raise IllegalAction("table-spymaster-same")
    return tuple(swapped(case.lobby, user, chair))


def _draw(case: Case, team: str | None) -> Sequence[TableEvent]:
    """Return a change of spymasters by chance, in one team or in all that have somebody else."""
    events: list[TableEvent] = []
    for chair in _keyed_chairs(case.lobby, team):
        users = case.shuffled(candidates(case.lobby, chair))
        if users:
            events += swapped(fold(events, case.lobby), users[0], chair)
    if not events:
        raise IllegalAction("table-spymaster-nobody")
    return events


def _keyed_chairs(lobby: Lobby, team: str | None) -> Sequence[Chairing]:
    """Return the first keyed chair of a team, or of each team; raises IllegalAction."""
    if team is not None and team not in lobby.teams:
        raise IllegalAction("table-team-unknown", team=cut(team, 60), teams=lobby.teams)
    chairs = [chair for chair in picked(lobby) if team in (None, chair.team)]
    if not chairs:
        raise IllegalAction("table-no-keyed-chair")
    return chairs


def _replace(case: Case, action: Replace) -> Sequence[TableEvent]:
    chair = case.chair(action.seat)
    sitter = case.lobby.sitter(chair.seat)
    if sitter != case.user:
        case.check_leads()
    if sitter == action.user:
        raise IllegalAction("table-replace-same")
    stood = (Stood(sitter, chair.seat),) if sitter and not sitter.is_bot else ()
    return (*stood, _successor(case, chair, action.user))


def _successor(case: Case, chair: Chairing, user: User) -> Seated | BotSeated:
    if user.is_bot:
        name = bot_name(user.id)
        case.check_bot(name, chair.seat)
        case.check_bot_may_sit(chair)
        return BotSeated(chair.seat, name)
    case.check_person_may_sit(chair)
    member = case.lobby.member(user)
    if member is None:
        raise IllegalAction("table-who-absent")
    if member.seat and (case.lobby.status is Status.RUNNING or not case.leads):
        raise IllegalAction("table-replace-seated")
    case.check_bar(user, chair)
    return Seated(user, chair.seat)
