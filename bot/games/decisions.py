"""Decisions: pure functions that turn a line, a bot's action or a timeout into events.

A decision applies to the newest session; `bot.games.writer` writes it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from bot.games.deadlines import host_wait
from bot.games.requests import Press, Submission
from bot.games.session import Session
from bot.gametypes.game_type import DAILY, AnyAction
from bot.identity import User
from bot.lobby import game_events, notation
from bot.lobby.chairs import ChangeOption
from bot.lobby.context import Actor, ChairFilter, GameContext, LobbyAction
from bot.lobby.events import LobbyEvent
from bot.lobby.members import TakeChair
from bot.lobby.model import Lobby, Status
from bot.lobby.placement import for_people, newcomers_chair, seated
from bot.lobby.progress import Start, Stop, check_no_forfeit, check_no_stop
from bot.lobby.rules import decide, keys_shown
from core.rules import CHANCE, CLOCK, Entropy, IllegalAction, InvalidNotation, Seat, advance
from core.words.packs import Pack

DOUBLE_TAP: Final = timedelta(seconds=1)
"""Nobody reacts to a changed board this fast: the same press again is a slip."""

_NOT_RUNNING: Final = {
    Status.LOBBY: "table-not-started",
    Status.STOPPED: "table-was-stopped",
    Status.OVER: "game-over",
}
"""The refusals of moves by the status of a game that is not running."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """A new event, with the seat or user that caused it."""

    seat: str
    event: Any


Complete: TypeAlias = Callable[[Session, Seat, AnyAction], AnyAction]
"""Returns a person's action, completed by a search."""


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """The context of a decision: entropy, pack and time, with the recent and barred words of rooms.

    `patience` is the time that bots wait for people without a clock, None for no limit. `family` is
    whether a room has the family filter. `complete` completes the actions of people; without it
    they stay as typed.
    """

    entropy: Entropy
    pack: Pack
    now: datetime
    patience: timedelta | None = None
    recent_words: tuple[str, ...] = ()
    barred_words: tuple[str, ...] = ()
    family: bool = False
    complete: Complete | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """The new events of a request, and the session before them.

    After a change of options or a start, the session has other rules; then `skipped` are the words
    that its deal leaves out, and `pack` is its new pack, if any. A decision that `only_shows`
    reveals a person's next move to the others.
    """

    session: Session
    new_events: tuple[NewEvent, ...]
    skipped: tuple[str, ...] | None = None
    pack: Pack | None = None
    only_shows: bool = False


def new_events(user: User | Seat, events: Iterable[Any]) -> tuple[NewEvent, ...]:
    """Return events with the user or seat that caused them."""
    return tuple(NewEvent(str(user), event) for event in events)


def decide_line(
    session: Session, actor: Actor, submission: Submission, context: DecisionContext
) -> Decision:
    """Return the decision on a person's line; raises InvalidNotation and IllegalAction.

    A press counts as a first press until its board shows the effect of a first press.
    """
    if not submission.line.strip():
        raise InvalidNotation("line-empty")
    line = session.game_type.game.commands.typed_line(submission.line)
    action = notation.parse(line, session.lobby)
    if action is None:
        return _game_line(session, actor, replace(submission, line=line), context)
    decision = decide_lobby_action(session, actor, action, context)
    if submission.is_casual:
        check_no_stop((said.event for said in decision.new_events), session.turn)
    return decision


def decide_lobby_action(
    session: Session, actor: Actor, action: LobbyAction, context: DecisionContext
) -> Decision:
    """Return the decision on a lobby action; raises IllegalAction."""
    if isinstance(action, Start):
        return _started(session, actor, context)
    game = _game_context(session, session.lobby, context)
    events = decide(session.lobby, actor, action, context.entropy, game)
    if isinstance(action, ChangeOption):
        return _options_set(session, actor.user, action, context)
    # A terminal, without patience, has asked its people already.
    if context.patience is not None and action == Stop():
        check_no_forfeit(session.lobby, events, session.turn)
    return Decision(session, new_events(actor.user, events))


def decide_opening(
    session: Session, actor: Actor, events: Sequence[LobbyEvent], context: DecisionContext
) -> Decision:
    """Return the decision that opens a table, and maybe starts its game; raises IllegalAction."""
    # The host gets a chair at once; other people get theirs at the start.
    typed, lobby = session.game_type.needs_typed_secret(session.options), game_events.fold(events)
    chairs = (one for one in seated(lobby, typed=typed) if one.user == lobby.host)
    events = (*events, *chairs)
    said, lobby = new_events(actor.user, events), game_events.fold(events)
    if not (lobby.at_once and session.game_type.starts_without_lobby(session.options)):
        return Decision(session, said)
    # The opener may start the game even if the host is away.
    leading = replace(actor, manages=True)
    begun = decide_lobby_action(replace(session, lobby=lobby), leading, Start(), context)
    empty = replace(begun.session, lobby=session.lobby)
    return replace(begun, session=empty, new_events=(*said, *begun.new_events))


def decide_action(session: Session, seat: Seat, action: AnyAction) -> Decision:
    """Return the decision on an action of the game; raises IllegalAction."""
    check_running(session)
    bots = dict(session.lobby.bots)
    addressed = session.game_type.addressed(action, seat, session.rules, bots)
    events = session.rules.decide(session.state, seat, addressed)
    lapsed = (game_events.TakeBackLapsed(),) if session.lobby.proposal else ()
    said = new_events(seat, (*lapsed, *events))
    return Decision(session, (*said, *_following(session, events)))


def decide_time_up(session: Session, turn: int) -> Decision:
    """Return the decision that announces the end of a turn's time; raises IllegalAction."""
    check_running(session)
    if session.turn != turn:
        raise IllegalAction("other-turn", turn=turn, now=session.turn)
    return Decision(session, (NewEvent(CLOCK, game_events.TimeUp(turn)),))


def check_version(session: Session, version: int | None) -> None:
    """Raise IllegalAction for a game at another version; None accepts every version."""
    if version not in (None, session.version):
        raise IllegalAction("game-went-on")


def check_running(session: Session) -> None:
    """Raise IllegalAction unless the game is running."""
    if refused := _NOT_RUNNING.get(session.lobby.status):
        raise IllegalAction(refused)


def check_over(session: Session) -> None:
    """Raise IllegalAction unless the game is over."""
    if session.lobby.status is Status.RUNNING:
        raise IllegalAction("question-early")
    if session.lobby.status is not Status.OVER:
        check_running(session)


def _game_line(
    session: Session, actor: Actor, submission: Submission, context: DecisionContext
) -> Decision:
    check_running(session)
    seat, press = session.lobby.seat_of(actor.user), submission.press
    if seat is None:
        return _newcomer_line(session, actor, submission, context)
    meant = session.turn if submission.turn is None else submission.turn
    # A text typed on the previous player's board can only be meant for this turn.
    if press is None and meant != session.turn and session.newly_due(seat, meant):
        meant = session.turn
    action = _parsed(session, seat, submission.line, meant)
    if context.complete:
        action = context.complete(session, seat, action)
    if press:
        granted = _pressed(session, seat, action, press, context.now)
    else:
        granted = decide_action(session, seat, action)
    # A terminal, without patience, has asked its people already.
    if context.patience is not None:
        if doubt := session.game_type.doubt(action):
            raise doubt
        if isinstance(action, session.game_type.resigning):
            return _giving_up(session, actor.user, granted)
    return granted


def _parsed(session: Session, seat: Seat, line: str, turn: int) -> object:
    """Return the action of a line; raises InvalidNotation.

    The error explains the command if the chair can use it; otherwise it lists usable commands.
    """
    game, observation = session.game_type.game, session.observe(seat)
    try:
        return game.parse(line, observation, turn)
    except InvalidNotation:
        verb = line.split(maxsplit=1)[0].casefold()
        own = tuple(one.name for one in game.usable(observation))
        if verb in own or all(verb != one.name for one in game.commands.play):
            raise
        raise InvalidNotation("line-unknown", verb=verb, verbs=own) from None


def _giving_up(session: Session, user: User, granted: Decision) -> Decision:
    """Return the decision on a proposal to resign, `granted` once all people of the team agree.

    The proposer must agree, too.
    """
    lobby = session.lobby
    chair = lobby.chair_of(user)
    team = chair.team if chair else ""
    if team not in dict(lobby.giving_up):
        return Decision(session, new_events(user, [game_events.ResignProposed(user, team)]))
    rest = lobby.yet_to_give_up(team)
    if user not in rest:
        raise IllegalAction("table-give-up-waiting")
    if rest != (user,):
        return Decision(session, new_events(user, [game_events.ResignAgreed(user, team)]))
    settled = new_events(user, [game_events.ResignLapsed(team)])
    return replace(granted, new_events=(*settled, *granted.new_events))


def _pressed(
    session: Session, seat: Seat, action: AnyAction, press: Press, now: datetime
) -> Decision:
    """Return the decision on a press, which is the second only if its board showed the first."""
    game = session.game_type.game
    legal = session.rules.legal(session.state, seat)
    pressed = game.first_press(action, legal)
    shows = game.only_shows(pressed)
    if press.only_shows and not shows:
        return Decision(session, ())
    if press.seen is not None and pressed in legal.actions:
        seen = session.rules.legal(session.state_at(press.seen), seat)
        if game.first_press(pressed, seen) != pressed:
            raise IllegalAction("press-unseen")
    if legal and not shows and _is_double_tap(session, seat, action, now):
        raise IllegalAction("press-twice")
    return replace(decide_action(session, seat, pressed), only_shows=shows)


def _is_double_tap(session: Session, seat: Seat, action: AnyAction, now: datetime) -> bool:
    """Return whether a press is the second one of a double tap."""
    kind = session.game_type
    gives_up = isinstance(action, kind.resigning)
    return any(
        (gives_up and isinstance(event, game_events.ResignProposed)) or kind.repeats(action, event)
        for event in session.pressed_around(seat, now, DOUBLE_TAP)
    )


def _newcomer_line(
    session: Session, actor: Actor, submission: Submission, context: DecisionContext
) -> Decision:
    """Return the decision on a newcomer's line, which takes an open chair and then plays.

    A line for a chair with its own board only takes the chair: its answer would reveal the board.
    A line that is not an action takes no chair. Raises InvalidNotation and IllegalAction.
    """
    meant = session.turn if submission.turn is None else submission.turn
    session.game_type.game.parse(submission.line, session.observe(None), meant)
    chair = newcomers_chair(session.lobby)
    if chair is None:
        raise IllegalAction("table-not-seated" if for_people(session.lobby) else "table-full")
    sitting = decide_lobby_action(session, actor, TakeChair(ChairFilter(chair.seat)), context)
    if chair.board:
        return sitting
    lobby = game_events.fold((said.event for said in sitting.new_events), session.lobby)
    played = _game_line(replace(session, lobby=lobby), actor, submission, context)
    return Decision(session, (*sitting.new_events, *played.new_events))


def _options_set(
    session: Session, user: User, action: ChangeOption, context: DecisionContext
) -> Decision:
    kind = session.game_type
    if kind.has_days and DAILY in dict(action.pairs):
        raise IllegalAction("daily-not-set", game=kind.name)
    values = {**kind.values(session.options), **dict(action.pairs)}
    options = kind.filtered(kind.options(values), family=context.family)
    own = kind.pack(options)
    pack = None if own == kind.pack(session.options) else own
    changed = session.with_rules(options, pack or context.pack)
    event = game_events.OptionsChanged(kind.chairs(options))
    return Decision(changed, (NewEvent(str(user), event),), (), pack)


def _started(session: Session, actor: Actor, context: DecisionContext) -> Decision:
    """Return the decision that starts the game, with its deal."""
    settled = _adjusted_to_players(session, actor.user, context)
    kind = settled.session.game_type
    options = kind.filtered(settled.session.options, family=context.family)
    session = replace(settled.session, options=options)
    lobby = game_events.fold((said.event for said in settled.new_events), session.lobby)
    moment = _game_context(session, lobby, context)
    events = decide(lobby, actor, Start(), context.entropy, moment)
    skipped = kind.skipped(options, context.pack, context.recent_words, context.barred_words)
    fresh = session.with_rules(options, context.pack, skipped)
    rules, state = fresh.rules, fresh.state
    dealt = list[NewEvent]()
    while action := rules.chance(state, context.entropy):
        for event in rules.decide(state, CHANCE, action):
            dealt.append(NewEvent(CHANCE, event))
            state = rules.apply(state, event)
    return Decision(fresh, (*settled.new_events, *new_events(actor.user, events), *dealt), skipped)


def _adjusted_to_players(session: Session, user: User, context: DecisionContext) -> Decision:
    """Return the decision that fits options and chairs to the players, if that changes them."""
    kind, lobby = session.game_type, session.lobby
    sitting = game_events.fold(seated(lobby, typed=kind.needs_typed_secret(session.options)), lobby)
    taken = frozenset(sitting.sitters)
    options, chairs = kind.adjust_to_players(session.options, lobby.chairs, taken)
    if chairs == lobby.chairs:
        return Decision(session, ())
    changed = session.with_rules(options, context.pack)
    return Decision(changed, new_events(user, [game_events.OptionsChanged(chairs)]))


def _following(session: Session, events: Sequence[Any]) -> Iterable[NewEvent]:
    """Yield the lobby events that follow from new events of the game."""
    state = advance(session.rules, session.state, events)
    if session.game_type.dealt_words(state) and not session.game_type.dealt_words(session.state):
        yield from new_events(CHANCE, keys_shown(session.lobby))
    turn = session.game_type.game.turn(session.rules.observe(state, None))
    for team, _ in session.lobby.giving_up if turn != session.turn else ():
        yield NewEvent(CHANCE, game_events.ResignLapsed(team))
    if session.rules.outcome(state) is not None:
        yield NewEvent(CHANCE, game_events.GameOver())


def _game_context(session: Session, lobby: Lobby, context: DecisionContext) -> GameContext:
    """Return the facts of the game that lobby actions depend on."""
    kind, state = session.game_type, session.state
    typed, fitting = kind.needs_typed_secret(session.options), _fitting(session, lobby)
    names = tuple(dict.fromkeys(name for bots in fitting.values() for name in bots))
    return GameContext(
        bots=names if all(fitting.values()) else (),
        fitting=fitting,
        out=kind.eliminated_teams(state),
        dealt=bool(kind.dealt_words(state)) or not typed,
        typed=typed,
        forgotten=session.forgotten,
        forfeits=session.forfeits,
        last_move=session.last_move,
        host_wait=host_wait(session, context.now, context.patience),
    )


def _fitting(session: Session, lobby: Lobby) -> dict[Seat, tuple[str, ...]]:
    """Return the bots that can play in each chair, none for a chair that accepts any name.

    The bot in the table's settings is an alias for the first bot, unless the chair has its own.
    """
    bots, options = session.game_type.bots, session.options
    fitting = {chair.seat: bots.offered_for(options, chair.seat) for chair in lobby.chairs}
    for chair in lobby.chairs:
        if bots.for_seat(options, chair.seat) and not chair.bot:
            fitting[chair.seat] += (lobby.settings.bot,)
    return fitting
