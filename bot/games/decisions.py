"""Decide what a request does: turn a line, a bot's action or a timeout into events. Pure.

A decision is made on the newest session; `bot.games.writer` writes it.
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
"""Time in which nobody reacts to what a press changed: the same press again is a slip."""

_NOT_RUNNING: Final = {
    Status.LOBBY: "table-not-started",
    Status.STOPPED: "table-was-stopped",
    Status.OVER: "game-over",
}
"""The refusals of moves in a game that does not run."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """A new event and who is to be written down as having caused it."""

    seat: str
    event: Any


Complete: TypeAlias = Callable[[Session, Seat, AnyAction], AnyAction]
"""Returns the action of a person in a seat with what was worked out for it."""


@dataclass(frozen=True, slots=True)
class DecisionContext:
    """The context of a decision: chance, the pack, words seen or barred in the rooms, and the time.

    `family` says whether the family filter is on in one of the rooms.
    `patience` is how long bots wait for people where no clock runs; None where they always do.
    `complete` completes the actions of people; without it they stay as they were typed.
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
    """The events that a wish gets, and the session that they follow on.

    The session is another one than before where the wish changes the rules of a table that has
    not been dealt yet; `skipped` are then the words that its deal leaves out, and `pack` those
    that it is played with from here on, where they are others. One that `only_shows` tells the
    others what somebody is about to do.
    """

    session: Session
    new_events: tuple[NewEvent, ...]
    skipped: tuple[str, ...] | None = None
    pack: Pack | None = None
    only_shows: bool = False


def new_events(user: User | Seat, events: Iterable[Any]) -> tuple[NewEvent, ...]:
    """Return events as somebody has caused them."""
    return tuple(NewEvent(str(user), event) for event in events)


def decide_line(
    session: Session, actor: Actor, submission: Submission, context: DecisionContext
) -> Decision:
    """Return the decision on a person's line; raises InvalidNotation and IllegalAction.

    The line of a press is taken as the game takes a first one, until its board has shown what that
    did.
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
    """Return what an action at the table gets; raises IllegalAction."""
    if isinstance(action, Start):
        return _started(session, actor, context)
    events = decide(
        session.lobby,
        actor,
        action,
        entropy=context.entropy,
        last_move=session.last_move,
        game=_game_context(session, session.lobby, context),
    )
    if isinstance(action, ChangeOption):
        return _options_set(session, actor.user, action, context)
    # At one terminal, where nobody is waited for, people have been asked before.
    if context.patience is not None and action == Stop():
        check_no_forfeit(session.lobby, events, session.turn)
    return Decision(session, new_events(actor.user, events))


def decide_opening(
    session: Session, actor: Actor, events: Sequence[LobbyEvent], context: DecisionContext
) -> Decision:
    """Return what opening a table gets, the start of its game too where it needs nobody else.

    Raises IllegalAction where the game cannot begin.
    """
    # The host gets the chair of the start at once; others who have none wait as before.
    typed, lobby = session.game_type.needs_typed_secret(session.options), game_events.fold(events)
    chairs = (one for one in seated(lobby, typed=typed) if one.user == lobby.host)
    events = (*events, *chairs)
    said, lobby = new_events(actor.user, events), game_events.fold(events)
    if not (lobby.at_once and session.game_type.starts_without_lobby(session.options)):
        return Decision(session, said)
    # Whoever opens a table has it begin, also for a host who is away.
    leading = replace(actor, manages=True)
    begun = decide_lobby_action(replace(session, lobby=lobby), leading, Start(), context)
    empty = replace(begun.session, lobby=session.lobby)
    return replace(begun, session=empty, new_events=(*said, *begun.new_events))


def decide_action(session: Session, seat: Seat, action: AnyAction) -> Decision:
    """Return what an action of the game gets; raises IllegalAction."""
    check_running(session)
    bots = dict(session.lobby.bots)
    addressed = session.game_type.addressed(action, seat, session.rules, bots)
    events = session.rules.decide(session.state, seat, addressed)
    lapsed = (game_events.TakeBackLapsed(),) if session.lobby.proposal else ()
    said = new_events(seat, (*lapsed, *events))
    return Decision(session, (*said, *_following(session, events)))


def decide_time_up(session: Session, turn: int) -> Decision:
    """Return what telling the table that a turn's time is up gets; raises IllegalAction."""
    check_running(session)
    if session.turn != turn:
        raise IllegalAction("other-turn", turn=turn, now=session.turn)
    return Decision(session, (NewEvent(CLOCK, game_events.TimeUp(turn)),))


def check_version(session: Session, version: int | None) -> None:
    """Raise IllegalAction where the game has gone on since a version that somebody has seen."""
    if version not in (None, session.version):
        raise IllegalAction("game-went-on")


def check_running(session: Session) -> None:
    """Raise IllegalAction where the game has not begun, was stopped or is over."""
    if refused := _NOT_RUNNING.get(session.lobby.status):
        raise IllegalAction(refused)


def check_over(session: Session) -> None:
    """Raise IllegalAction where the game has not begun, is under way or was stopped."""
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
    # A text on a board that shows the turn before, which was another's, can only be meant for now.
    if press is None and meant != session.turn and session.newly_due(seat, meant):
        meant = session.turn
    action = _parsed(session, seat, submission.line, meant)
    if context.complete:
        action = context.complete(session, seat, action)
    if press:
        granted = _pressed(session, seat, action, press, context.now)
    else:
        granted = decide_action(session, seat, action)
    # At one terminal, where nobody is waited for, people have been asked before.
    if context.patience is not None:
        if doubt := session.game_type.doubt(action):
            raise doubt
        if session.game_type.gives_up(action):
            return _giving_up(session, actor.user, granted)
    return granted


def _parsed(session: Session, seat: Seat, line: str, turn: int) -> object:
    """Return the action of a line; raises InvalidNotation.

    How a command is typed is said to a chair that can use it, and to others what they can use.
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
    """Return what giving the game up gets: it is done when all people of the team have agreed.

    The first who would do so is asked again, too.
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
    """Return what a press gets: what a second one does only where its board showed the first."""
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
    """Return whether a press is the second one of a double tap, of which the first was done."""
    kind, gives_up = session.game_type, session.game_type.gives_up(action)
    return any(
        (gives_up and isinstance(event, game_events.ResignProposed)) or kind.repeats(action, event)
        for event in session.pressed_around(seat, now, DOUBLE_TAP)
    )


def _newcomer_line(
    session: Session, actor: Actor, submission: Submission, context: DecisionContext
) -> Decision:
    """Return what the line of somebody without a chair gets: first of all a chair that is open.

    Where that sees a board of its own it is all: whether the line is right would tell of the board.
    A line that is no action takes no chair. Raises InvalidNotation and IllegalAction.
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
    """Return the start of the game, dealt where chance deals."""
    settled = _adjusted_to_players(session, actor.user, context)
    kind = settled.session.game_type
    options = kind.filtered(settled.session.options, family=context.family)
    session = replace(settled.session, options=options)
    lobby = game_events.fold((said.event for said in settled.new_events), session.lobby)
    moment = _game_context(session, lobby, context)
    events = decide(lobby, actor, Start(), entropy=context.entropy, game=moment)
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
    """Return the table as it is played with those who would sit there, other chairs or none."""
    kind, lobby = session.game_type, session.lobby
    sitting = game_events.fold(seated(lobby, typed=kind.needs_typed_secret(session.options)), lobby)
    taken = frozenset(sitting.sitters)
    options, chairs = kind.adjust_to_players(session.options, lobby.chairs, taken)
    if chairs == lobby.chairs:
        return Decision(session, ())
    changed = session.with_rules(options, context.pack)
    return Decision(changed, new_events(user, [game_events.OptionsChanged(chairs)]))


def _following(session: Session, events: Sequence[Any]) -> Iterable[NewEvent]:
    """Yield what the table sees in new events of the game: that keys are shown, and the end."""
    state = advance(session.rules, session.state, events)
    if session.game_type.dealt_words(state) and not session.game_type.dealt_words(session.state):
        yield from new_events(CHANCE, keys_shown(session.lobby))
    turn = session.game_type.game.turn(session.rules.observe(state, None))
    for team, _ in session.lobby.giving_up if turn != session.turn else ():
        yield NewEvent(CHANCE, game_events.ResignLapsed(team))
    if session.rules.outcome(state) is not None:
        yield NewEvent(CHANCE, game_events.GameOver())


def _game_context(session: Session, lobby: Lobby, context: DecisionContext) -> GameContext:
    """Return what judging needs to know of the game at a table."""
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
        host_wait=host_wait(session, context.now, context.patience),
    )


def _fitting(session: Session, lobby: Lobby) -> dict[Seat, tuple[str, ...]]:
    """Return the bots that can play in each chair; none named stands for: any name may be one.

    The bot of the table's settings stands for a chair's first where the chair names none itself.
    """
    bots, options = session.game_type.bots, session.options
    fitting = {chair.seat: bots.offered_for(options, chair.seat) for chair in lobby.chairs}
    for chair in lobby.chairs:
        if bots.for_seat(options, chair.seat) and not chair.bot:
            fitting[chair.seat] += (lobby.settings.bot,)
    return fitting
