"""One game as a fold of its log: the lobby around the table and the state of the game on it.

A session is a value. Events of the table (`bot.lobby`) fold to the lobby, events of the game to its
state. Only the state omits moves that were taken back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Any, Final, Self

from bot.gametypes.bots import AnyTable, TableView
from bot.gametypes.game_type import AnyGame, AnyOptions
from bot.identity import GameId, User
from bot.lobby.context import NONE_FORGOTTEN, ForgottenViews, LastMove
from bot.lobby.events import HostChanged
from bot.lobby.game_events import ResignProposed, Started, TakenBack
from bot.lobby.model import Lobby, Status
from core.rules import CLOCK, Rules, Seat, advance
from core.words.packs import Pack

PRESS: Final = "press"
"""The cause of events from a person's press on a board."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event of the log: its version in the game, its actor, and its time.

    `seat` is the seat of a game's event, or the user of a table's. `cause` is the part of a bot
    that decided, or PRESS for a person's press.
    """

    version: int
    seat: str
    event: Any
    at: datetime
    cause: str | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A game at one version; `log` contains the game's own events that still count."""

    game_id: GameId
    game_type: AnyGame
    options: Any
    rules: Rules[Any, Any, Any, Any]
    lobby: Lobby
    state: Any
    version: int = 0
    log: tuple[Recorded, ...] = ()
    taken_back: frozenset[int] = frozenset()
    """Turns in which a move was taken back."""
    began: datetime | None = None
    """The time of the game's start."""
    moved: frozenset[Seat] = frozenset()
    """The chairs that changed players since the game began: others made their earlier moves."""
    sat: Mapping[User, Seat] = field(default_factory=dict)
    """Each person's last seat since the game began.

    A host without one, who was appointed by another host, has the seat of that host.
    """
    forgotten: ForgottenViews = NONE_FORGOTTEN
    """The private views that forgotten people have seen."""
    ended: datetime | None = None
    """The time of the game's end or stop, if any."""
    host_acted: datetime | None = None
    """The time at which the host last acted, or became host."""
    asked: tuple[Recorded, ...] = ()
    """The last proposal that a team resigns."""
    _observed: dict[Seat | None, Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """A cache of observations."""

    def after(self, recorded: Iterable[Recorded]) -> "Session":
        """Return the session after the next events of its log."""
        session: Session = self
        for one in recorded:
            before, session = session.lobby, session._after_one(one)
            session = _timed(session, before, one)
        return session

    def _after_one(self, one: Recorded) -> Self:
        if self.game_type.codec.knows(one.event):
            state = self.rules.apply(self.state, one.event)
            return replace(self, version=one.version, state=state, log=(*self.log, one))
        lobby = one.event.apply(self.lobby)
        if isinstance(one.event, Started):
            return replace(self, version=one.version, lobby=lobby, began=one.at, sat=_seats(lobby))
        if not isinstance(one.event, TakenBack):
            after = replace(self, version=one.version, lobby=lobby)
            if self.began is None:
                return after
            now = lobby.sitters
            left = {seat for seat, user in self.lobby.sitters.items() if now.get(seat) != user}
            moved = self.moved | left
            return replace(after, moved=moved, sat=self._sat(one, lobby))
        to, turns = one.event.to, self.taken_back | frozenset(one.event.turns)
        log = tuple(earlier for earlier in self.log if earlier.version <= to)
        state = _replayed(self.rules, log)
        return replace(
            self, version=one.version, lobby=lobby, log=log, state=state, taken_back=turns
        )

    def _sat(self, one: Recorded, lobby: Lobby) -> Mapping[User, Seat]:
        """Return each person's last seat; a new host without a seat has the old host's seat."""
        host, event = self.lobby.host, one.event
        known = {**self.sat, **_seats(lobby)}
        if isinstance(event, HostChanged) and host in known and one.seat == str(host):
            return {event.user: known[host], **known}
        return known

    def with_rules(self, options: AnyOptions, pack: Pack, skipped: Iterable[str] = ()) -> Self:
        """Return the session with other options before its deal, which will skip some words."""
        rules = self.game_type.rules(options, pack, tuple(skipped))
        return replace(self, options=options, rules=rules, state=rules.initial())

    def observe(self, seat: Seat | None) -> Any:  # noqa: ANN401 - the game's own
        """Return the observation of a seat (None: the public)."""
        if seat not in self._observed:
            self._observed[seat] = self.rules.observe(self.state, seat)
        return self._observed[seat]

    def state_at(self, version: int) -> Any:  # noqa: ANN401 - the game's own
        """Return the game's state at an earlier version, without moves taken back since."""
        return _replayed(self.rules, (one for one in self.log if one.version <= version))

    @property
    def to_act(self) -> frozenset[Seat]:
        """The seats that the table waits for; none unless the game is running."""
        is_running = self.lobby.status is Status.RUNNING
        return self.rules.to_act(self.state) if is_running else frozenset()

    @property
    def turn(self) -> int:
        """The number of the present turn."""
        return self.game_type.game.turn(self.observe(None))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended without being stopped."""
        return self.rules.outcome(self.state) is not None

    @property
    def awaits_deal(self) -> bool:
        """Whether the game's secret has yet to be dealt or typed."""
        if self.lobby.status is Status.LOBBY:
            return True
        typed = self.game_type.needs_typed_secret(self.options)
        return typed and not self.game_type.dealt_words(self.state)

    @property
    def forfeits(self) -> dict[User, Seat]:
        """The people who would lose the game by stopping it now, with a seat on their side."""
        if self.lobby.status is not Status.RUNNING:
            return {}
        losing = self.game_type.forfeits(self.options, self.state)
        return {user: seat for user, seat in self.sat.items() if seat in losing}

    @property
    def moved_at(self) -> datetime | None:
        """When the game's last event happened, or when it began."""
        return self.log[-1].at if self.log else self.began

    def pressed_around(self, seat: Seat, moment: datetime, span: timedelta) -> list[Any]:
        """Return the press events of a seat's person within `span` of `moment`.

        Later presses come from a clock that was set back since, or from another clock.
        """
        names = (seat, str(self.lobby.sitter(seat)))
        recent = (one for one in (*self.log, *self.asked) if abs(one.at - moment) < span)
        return [one.event for one in recent if one.seat in names and one.cause == PRESS]

    def newly_due(self, seat: Seat, turn: int) -> bool:
        """Return whether a seat had no action last turn, but has one at the start of this turn."""
        events = (one.event for one in self.log)
        can = dict[int, list[bool]]()
        for state in accumulate(events, self.rules.apply, initial=self.rules.initial()):
            number = self.game_type.game.turn(self.rules.observe(state, None))
            can.setdefault(number, []).append(bool(self.rules.legal(state, seat)))
        before, now = can.get(turn, []), can[self.turn]
        return turn == self.turn - 1 and not any(before) and now[0]

    @property
    def last_move(self) -> LastMove | None:
        """The move that may be taken back now, if any.

        If bots learn from turns, this move is never from a turn before the last turn with a
        take-back: that turn settled the earlier turns, and bots may have learnt from them.
        """
        if self.is_over:
            return None
        for place in range(len(self.log) - 1, -1, -1):
            seat = self.game_type.actor_of(self.log[place].event)
            if seat == CLOCK:
                return None
            if seat is not None:
                kinds = self.game_type.uncovering
                uncovers = any(isinstance(one.event, kinds) for one in self.log[place:])
                before, state = self.log[place].version - 1, _replayed(self.rules, self.log[:place])
                turn = self.game_type.game.turn(self.rules.observe(state, None))
                if self.game_type.teaches and turn < max(self.taken_back, default=turn):
                    return None
                return LastMove(before, seat, (turn,), uncovers)
        return None


def _replayed(rules: Rules[Any, Any, Any, Any], log: Iterable[Recorded]) -> Any:  # noqa: ANN401
    return advance(rules, rules.initial(), (one.event for one in log))


def _timed(session: Session, before: Lobby, one: Recorded) -> Session:
    """Return a session with the times that its last event sets, after the table `before`."""
    lobby, host = session.lobby, session.lobby.host
    acted, ended = session.host_acted, session.ended
    asked = (one,) if isinstance(one.event, ResignProposed) else session.asked
    if host != before.host or (host and one.seat in (str(host), lobby.seat_of(host))):
        acted = one.at
    if lobby.is_closed is not before.is_closed:
        ended = one.at if lobby.is_closed else None
    return replace(session, host_acted=acted, ended=ended, asked=asked)


def _seats(lobby: Lobby) -> dict[User, Seat]:
    return {member.user: member.seat for member in lobby.people if member.seat}


def table_view(session: Session) -> AnyTable:
    """Return a table as its bots see it."""
    sitters = session.lobby.sitters
    return TableView(
        public=session.observe(None),
        to_act=session.to_act,
        people=frozenset(seat for seat, user in sitters.items() if not user.is_bot),
        bots={seat: session.observe(seat) for seat, user in sitters.items() if user.is_bot},
        last=session.log[-1].event if session.log else None,
    )
