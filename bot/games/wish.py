"""What a line, a bot's action or the clock asks of a session, and the events that it gets.

Everything here is pure: it judges a wish on the newest session, and the door writes the result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.games.session import Session
from bot.identity import User
from bot.kinds.kind import DAILY
from bot.lobby import notation
from bot.lobby.actions import SetOption, Spot, Start, TableAction, TakeChair
from bot.lobby.model import GameOver, Lobby, OptionsChanged, Status, TableEvent, TimeUp
from bot.lobby.placement import newcomers_chair, seated
from bot.lobby.rules import (
    Actor,
    Moment,
    check_may_set,
    decide,
    direct_found,
    fold,
    keys_shown,
    lapsed,
)
from bot.lobby.suited import for_people
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


@dataclass(frozen=True, slots=True)
class Granted:
    """The events that a wish gets, and the session that they follow on.

    The session is another one than before where the wish changes the rules of a table that has
    not been dealt yet; `skipped` are then the words that its deal leaves out, and `pack` those
    that it is played with from here on, where they are others.
    """

    session: Session
    said: tuple[Said, ...]
    skipped: tuple[str, ...] | None = None
    pack: Pack | None = None


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
        return _game_line(session, actor, line, turn, ground)
    return table_wished(session, actor, action, ground)


def table_wished(session: Session, actor: Actor, action: TableAction, ground: Ground) -> Granted:
    """Return what an action at the table gets; raises IllegalAction."""
    if isinstance(action, SetOption):
        check_may_set(session.lobby, actor)
        return _options_set(session, actor.user, action, ground)
    if isinstance(action, Start):
        return _started(session, actor, ground)
    events = decide(
        session.lobby,
        actor,
        action,
        entropy=ground.entropy,
        last_move=session.last_move,
        moment=_moment(session, session.lobby),
    )
    return Granted(session, _table_said(actor.user, events))


def opened(session: Session, actor: Actor, events: Sequence[TableEvent], ground: Ground) -> Granted:
    """Return what opening a table gets, the start of its game too where it needs nobody else.

    Raises IllegalAction where the game cannot begin.
    """
    said, lobby = _table_said(actor.user, events), fold(events)
    if not (lobby.at_once and session.kind.at_once(session.options)):
        return Granted(session, said)
    # Whoever opens a table has it begin, also for a host who is away.
    leading = replace(actor, manages=True)
    begun = table_wished(replace(session, lobby=lobby), leading, Start(), ground)
    empty = replace(begun.session, lobby=session.lobby)
    return replace(begun, session=empty, said=(*said, *begun.said))


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


def direct_wished(session: Session, user: User, *, reached: bool) -> Granted:
    """Return what finding out whether direct messages reach a person gets."""
    return Granted(session, _table_said(user, direct_found(session.lobby, user, reached=reached)))


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


def _game_line(
    session: Session, actor: Actor, line: str, turn: int | None, ground: Ground
) -> Granted:
    check_running(session)
    seat = session.lobby.seat_of(actor.user)
    if seat is None:
        return _newcomers_line(session, actor, line, turn, ground)
    meant = session.turn if turn is None else turn
    return action_wished(session, seat, session.kind.game.parse(line, session.observe(seat), meant))


def _newcomers_line(
    session: Session, actor: Actor, line: str, turn: int | None, ground: Ground
) -> Granted:
    """Return what the line of somebody without a chair gets: first of all a chair that is open.

    Where that sees a board of its own it is all: whether the line is right would tell of the board.
    """
    chair = newcomers_chair(session.lobby)
    if chair is None:
        raise IllegalAction("table-not-seated" if for_people(session.lobby) else "table-full")
    sitting = table_wished(session, actor, TakeChair(Spot(chair.seat)), ground)
    if chair.board:
        return sitting
    lobby = fold((said.event for said in sitting.said), session.lobby)
    played = _game_line(replace(session, lobby=lobby), actor, line, turn, ground)
    return Granted(session, (*sitting.said, *played.said))


def _options_set(session: Session, user: User, action: SetOption, ground: Ground) -> Granted:
    kind = session.kind
    if kind.has_days and DAILY in dict(action.pairs):
        raise IllegalAction("daily-not-set")
    values = {**kind.values(session.options), **dict(action.pairs)}
    options = kind.options(values)
    own = kind.pack(options)
    pack = None if own == kind.pack(session.options) else own
    rules = kind.rules(options, pack or ground.pack, ())
    changed = replace(session, options=options, rules=rules, state=rules.initial())
    event = OptionsChanged(kind.chairs(options))
    return Granted(changed, (Said(str(user), event),), (), pack)


def _started(session: Session, actor: Actor, ground: Ground) -> Granted:
    """Return the start of the game, dealt where chance deals."""
    settled = _settled(session, actor.user, ground)
    session = settled.session
    lobby = fold((said.event for said in settled.said), session.lobby)
    moment = _moment(session, lobby)
    events = decide(lobby, actor, Start(), entropy=ground.entropy, moment=moment)
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
    return Granted(fresh, (*settled.said, *_table_said(actor.user, events), *dealt), skipped)


def _settled(session: Session, user: User, ground: Ground) -> Granted:
    """Return the table as it is played with those who would sit there, other chairs or none."""
    kind, lobby = session.kind, session.lobby
    sitting = fold(seated(lobby, typed=kind.typed(session.options)), lobby)
    taken = frozenset(sitting.sitters)
    options, chairs = kind.settled(session.options, lobby.chairs, taken)
    if chairs == lobby.chairs:
        return Granted(session, ())
    rules = kind.rules(options, ground.pack, ())
    changed = replace(session, options=options, rules=rules, state=rules.initial())
    return Granted(changed, _table_said(user, [OptionsChanged(chairs)]))


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


def _moment(session: Session, lobby: Lobby) -> Moment:
    """Return what judging needs to know of the game at a table."""
    kind, state = session.kind, session.state
    typed, fitting = kind.typed(session.options), _fitting(session, lobby)
    names = tuple(dict.fromkeys(name for bots in fitting.values() for name in bots))
    return Moment(
        bots=names if all(fitting.values()) else (),
        fitting=fitting,
        out=kind.out(state),
        dealt=bool(kind.words(state)) or not typed,
        typed=typed,
    )


def _fitting(session: Session, lobby: Lobby) -> dict[Seat, tuple[str, ...]]:
    """Return the bots that can play in each chair; none named stands for: any name may be one.

    The bot of the table's settings stands for a chair's first where the chair names none itself.
    """
    bots, options = session.kind.bots, session.options
    fitting = {chair.seat: bots.at(options, chair.seat) for chair in lobby.chairs}
    for chair in lobby.chairs:
        if bots.names(options, chair.seat) and not chair.bot:
            fitting[chair.seat] += (lobby.settings.bot,)
    return fitting
