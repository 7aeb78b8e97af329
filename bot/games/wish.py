"""What a line, a bot's action or the clock asks of a session, and the events that it gets.

Everything here is pure: it judges a wish on the newest session, and the door writes the result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.games.session import Session
from bot.identity import User
from bot.lobby import notation
from bot.lobby.actions import SetOption, TableAction
from bot.lobby.model import GameOver, OptionsChanged, Started, Status, TableEvent, TimeUp
from bot.lobby.rules import (
    Actor,
    Moment,
    check_may_set,
    decide,
    keys_shown,
    lapsed,
)
from core.rules import CHANCE, CLOCK, Entropy, IllegalAction, InvalidNotation, Seat
from core.words.packs import Pack


@dataclass(frozen=True, slots=True)
class Said:
    """A new event and who is to be written down as having caused it."""

    seat: str
    event: Any


@dataclass(frozen=True, slots=True)
class Ground:
    """What judging needs beside the session: chance, the pack, and words seen in the rooms."""

    entropy: Entropy
    pack: Pack
    seen: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    """The names of the bots that there are."""


@dataclass(frozen=True, slots=True)
class Granted:
    """The events that a wish gets, and the session that they follow on.

    The session is another one than before where the wish changes the rules of a table that has
    not been dealt yet; `skipped` are then the words that its deal leaves out.
    """

    session: Session
    said: tuple[Said, ...]
    skipped: tuple[str, ...] | None = None


def line_wished(
    session: Session, actor: Actor, line: str, turn: int | None, ground: Ground
) -> Granted:
    """Return what a person's line gets; raises InvalidNotation and IllegalAction.

    `turn` is the turn that the line was meant for, None for the one that runs now.
    """
    if not line.strip():
        raise InvalidNotation("line-empty")
    action = notation.parse(line, session.lobby)
    if action is None:
        return _game_line(session, actor.user, line, turn)
    return table_wished(session, actor, action, ground)


def table_wished(session: Session, actor: Actor, action: TableAction, ground: Ground) -> Granted:
    """Return what an action at the table gets; raises IllegalAction."""
    if isinstance(action, SetOption):
        check_may_set(session.lobby, actor)
        return _options_set(session, actor.user, action, ground)
    events = decide(
        session.lobby,
        actor,
        action,
        entropy=ground.entropy,
        last_move=session.last_move,
        moment=_moment(session, ground),
    )
    if any(isinstance(event, Started) for event in events):
        return _started(session, actor.user, events, ground)
    return Granted(session, _table_said(actor.user, events))


def action_wished(session: Session, seat: Seat, action: Any) -> Granted:  # noqa: ANN401 - the game's
    """Return what a bot's or the clock's action gets; raises IllegalAction."""
    check_running(session)
    events = session.rules.decide(session.state, seat, action)
    before = (Said(seat, event) for event in lapsed(session.lobby))
    said = (*before, *(Said(seat, event) for event in events))
    return Granted(session, (*said, *_following(session, events)))


def time_up_wished(session: Session, turn: int) -> Granted:
    """Return what telling the table that a turn's time is up gets; raises IllegalAction."""
    check_running(session)
    if session.turn != turn:
        raise IllegalAction("other-turn", turn=turn, now=session.turn)
    return Granted(session, (Said(CLOCK, TimeUp(turn)),))


def check_version(session: Session, version: int | None) -> None:
    """Raise IllegalAction where the game has gone on since a version that somebody has seen."""
    if version not in (None, session.version):
        raise IllegalAction("game-went-on")


def check_running(session: Session) -> None:
    """Raise IllegalAction where the game has not begun, was stopped or is over."""
    match session.lobby.status:
        case Status.LOBBY:
            raise IllegalAction("table-not-started")
        case Status.STOPPED:
            raise IllegalAction("table-was-stopped")
        case Status.OVER:
            raise IllegalAction("game-over")
        case Status.RUNNING:
            return


def _game_line(session: Session, user: User, line: str, turn: int | None) -> Granted:
    check_running(session)
    seat = session.lobby.seat_of(user)
    if seat is None:
        raise IllegalAction("table-not-seated")
    meant = session.turn if turn is None else turn
    return action_wished(session, seat, session.kind.game.parse(line, session.observe(seat), meant))


def _options_set(session: Session, user: User, action: SetOption, ground: Ground) -> Granted:
    kind = session.kind
    values = {**kind.values(session.options), action.name: action.value}
    options = kind.options(values)
    rules = kind.rules(options, ground.pack, ())
    changed = replace(session, options=options, rules=rules, state=rules.initial())
    event = OptionsChanged(kind.chairs(options))
    return Granted(changed, (Said(str(user), event),), skipped=())


def _started(session: Session, user: User, events: Sequence[TableEvent], ground: Ground) -> Granted:
    """Return the start of the game, dealt where chance deals."""
    kind = session.kind
    skipped = kind.skipped(session.options, ground.pack, ground.seen)
    rules = kind.rules(session.options, ground.pack, skipped)
    state = rules.initial()
    dealt = list[Said]()
    while action := rules.chance(state, ground.entropy):
        for event in rules.decide(state, CHANCE, action):
            dealt.append(Said(CHANCE, event))
            state = rules.apply(state, event)
    fresh = replace(session, rules=rules, state=rules.initial())
    return Granted(fresh, (*_table_said(user, events), *dealt), skipped)


def _table_said(user: User, events: Iterable[TableEvent]) -> tuple[Said, ...]:
    return tuple(Said(str(user), event) for event in events)


def _following(session: Session, events: Sequence[Any]) -> Iterable[Said]:
    """Yield what the table sees in new events of the game: that keys are shown, and the end."""
    state = session.state
    for event in events:
        state = session.rules.apply(state, event)
    if session.kind.words(state) and not session.kind.words(session.state):
        yield from (Said(CHANCE, shown) for shown in keys_shown(session.lobby))
    if session.rules.outcome(state) is not None:
        yield Said(CHANCE, GameOver())


def _moment(session: Session, ground: Ground) -> Moment:
    kind, state = session.kind, session.state
    typed = kind.typed(session.options)
    return Moment(
        bots=ground.bots,
        out=kind.out(state),
        dealt=bool(kind.words(state)) or not typed,
        typed=typed,
    )
