"""Judging whether a move is taken back: asked by its team, agreed by all teams that have people."""

from collections.abc import Sequence
from typing import assert_never

from bot.lobby.actions import Agree, Refuse, TakeBack, TakeBackAction
from bot.lobby.case import Case, LastMove, Moment
from bot.lobby.model import (
    Chairing,
    Lobby,
    TableEvent,
    TakeBackAgreed,
    TakeBackLapsed,
    TakeBackProposed,
    TakeBackRefused,
    TakenBack,
)
from bot.lobby.wording import NO_TAKE_BACK, of_game
from core.rules import IllegalAction


def judge(case: Case, action: TakeBackAction) -> Sequence[TableEvent]:
    """Return the facts that the action makes true; raises IllegalAction."""
    case.check_running()
    match action:
        case TakeBack():
            return _propose(case)
        case Agree():
            return _agree(case)
        case Refuse():
            _check_proposed(case)
            _playing(case)
            return (TakeBackRefused(case.user),)
        case _:
            assert_never(action)


def settled(lobby: Lobby, last_move: LastMove | None, moment: Moment) -> Sequence[TableEvent]:
    """Return what becomes of a proposal: agreed by all that can be asked, or come too late."""
    proposal = lobby.proposal
    if proposal is None:
        return ()
    if last_move is None or last_move.before != proposal.to:
        return (TakeBackLapsed(),)
    if any(team in _asked(lobby, moment) for team in proposal.teams):
        return ()
    return (TakenBack(proposal.to, proposal.turns),)


def _asked(lobby: Lobby, moment: Moment) -> Sequence[str]:
    """Return the teams that play on and have people who can be asked."""
    teams = {member.team for member in lobby.people} - moment.out
    return [team for team in lobby.teams if team in teams]


def _propose(case: Case) -> Sequence[TableEvent]:
    own = _playing(case).team
    move = case.last_move
    if move is None:
        why = of_game(case.lobby, NO_TAKE_BACK)
        raise IllegalAction("table-nothing-to-take-back", why=why)
    if case.chair(move.seat).team != own:
        raise IllegalAction("table-take-back-others")
    proposal = case.lobby.proposal
    if proposal and proposal.to == move.before:
        raise IllegalAction("table-take-back-open")
    lapsed = (TakeBackLapsed(),) if proposal else ()
    teams = tuple(team for team in _asked(case.lobby, case.moment) if team != own)
    return (*lapsed, TakeBackProposed(case.user, move.before, move.turns, teams))


def _agree(case: Case) -> Sequence[TableEvent]:
    teams = _check_proposed(case)
    own = _playing(case).team
    if own not in teams:
        raise IllegalAction("table-agreed-already")
    return (TakeBackAgreed(case.user, own),)


def _check_proposed(case: Case) -> Sequence[str]:
    """Return the teams that have to agree yet; raises IllegalAction where nothing is proposed."""
    proposal, move = case.lobby.proposal, case.last_move
    if proposal is None or move is None or move.before != proposal.to:
        raise IllegalAction("table-nothing-proposed")
    return proposal.teams


def _playing(case: Case) -> Chairing:
    chair = case.lobby.chair_of(case.user)
    if chair is None:
        raise IllegalAction("table-players-only")
    if chair.team in case.moment.out:
        raise IllegalAction("team-out", team=chair.team)
    return chair
