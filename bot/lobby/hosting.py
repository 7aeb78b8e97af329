"""Judging what only those do who lead the table: hand over, drop, set."""

from collections.abc import Sequence
from typing import assert_never

from bot.identity import User
from bot.lobby.actions import Drop, HandOver, HostAction, SetOption, SetTable
from bot.lobby.case import Actor, Case, leads
from bot.lobby.model import HostChanged, Lobby, Member, SettingsChanged, Status, TableEvent
from bot.lobby.people import parting
from bot.lobby.settings import REPEATED, changed
from bot.lobby.summary import names
from core.rules import IllegalAction
from core.view import cut


def judge(case: Case, action: HostAction) -> Sequence[TableEvent]:
    """Return the facts that the action makes true; raises IllegalAction."""
    case.check_leads()
    match action:
        case HandOver(user=user):
            return _hand_over(case, user)
        case Drop(user=user):
            return _drop(case, user)
        case SetTable():
            return _set_table(case, action)
        case SetOption():
            case.check_before_start()
            return ()
        case _:
            assert_never(action)


def check_may_set(lobby: Lobby, actor: Actor) -> None:
    """Raise IllegalAction for one who may not change the game's options now."""
    if lobby.is_closed:
        raise IllegalAction("table-closed")
    if not leads(lobby, actor):
        raise IllegalAction("table-host-only")
    if lobby.status is not Status.LOBBY:
        raise IllegalAction("table-running")


def _hand_over(case: Case, user: User) -> Sequence[TableEvent]:
    member = _present(case, user)
    if member.user == case.lobby.host:
        raise IllegalAction("table-host-already")
    return (HostChanged(member.user),)


def _drop(case: Case, user: User) -> Sequence[TableEvent]:
    member = _present(case, user)
    if member.user == case.user:
        raise IllegalAction("table-drop-self")
    return parting(case.lobby, member, by=case.user)


def _present(case: Case, user: User) -> Member:
    member = case.lobby.member(user)
    if member is None:
        raise IllegalAction("table-who-absent")
    return member


def _set_table(case: Case, action: SetTable) -> Sequence[TableEvent]:
    settings, own = case.lobby.settings, names(case.lobby)
    for name, value in action.pairs:
        if name not in own:
            raise IllegalAction("table-setting-unknown", name=cut(name, REPEATED), names=own)
        settings = changed(settings, name, value)
    if settings == case.lobby.settings:
        return ()
    if settings.bot != case.lobby.settings.bot:
        case.check_bot(settings.bot)
    return (SettingsChanged(settings),)
