"""Lobby events in the course of a game: starts, ends, stops and take-backs."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, Final

from bot.identity import Room, User
from bot.lobby import events
from bot.lobby.events import ActorEvent, LobbyEvent, event
from bot.lobby.model import Lobby, LobbyChair, LobbySettings, Member, Status
from bot.lobby.phrases import NameOf
from core.rules import Seat
from core.view import Phrase, phrase

NOTHING_ASKED: Final[Mapping[str, Any]] = MappingProxyType(
    {"proposal": None, "requests": (), "giving_up": (), "paused": False}
)
"""The fields of a lobby without open questions, as after the game's end."""


@event("table-event-opened", "who", "game")
class Opened(LobbyEvent):
    """A table was opened; the host is its first member."""

    kind: str
    chairs: tuple[LobbyChair, ...]
    settings: LobbySettings
    host: User
    room: Room
    at_once: bool = False
    who = property(attrgetter("host"), doc="The host.")

    @property
    def game(self) -> Phrase:
        """The name of the game."""
        return phrase("game-name", game=self.kind)

    def _apply(self, lobby: Lobby) -> Lobby:  # noqa: ARG002 - there was none
        return Lobby(
            kind=self.kind,
            chairs=self.chairs,
            settings=self.settings,
            host=self.host,
            members=(Member(self.host, self.room),),
            rooms=(self.room,),
            at_once=self.at_once,
        )


@event("table-event-options", "chairs")
class OptionsChanged(LobbyEvent):
    """The game's options changed, and these are its chairs; the game keeps the options."""

    chairs: tuple[LobbyChair, ...]

    def _apply(self, lobby: Lobby) -> Lobby:
        """Return the lobby with these chairs; people in removed chairs lose theirs."""
        seats = {chair.seat for chair in self.chairs if not chair.for_bot}
        teams = {chair.team for chair in self.chairs if not chair.for_bot}
        members = tuple(
            replace(
                member,
                seat=member.seat if member.seat in seats else None,
                team=member.team if member.team in teams else None,
            )
            for member in lobby.members
        )
        open_to_bots = {chair.seat for chair in self.chairs if not chair.for_person}
        bots = tuple(bot for bot in lobby.bots if bot[0] in open_to_bots)
        return replace(lobby, chairs=self.chairs, members=members, bots=bots)


@event("table-event-started", "who", status=Status.RUNNING)
class Started(ActorEvent):
    """The game begins."""


@event("table-event-over", status=Status.OVER, **NOTHING_ASKED)
class GameOver(LobbyEvent):
    """The game has ended."""

    is_told = False


@event("table-event-rematched", "who", followed=True)
class Rematched(ActorEvent):
    """The next game of this table was opened."""


@event("table-event-names")
class NamesReplaced(LobbyEvent):
    """Earlier events have other names now, so every process folds the log again."""

    is_told = False


# Stops, pauses and resigning.


@event("table-event-stopped", "who", "forfeit", status=Status.STOPPED, **NOTHING_ASKED)
class Stopped(ActorEvent):
    """A person stops the game before its end; this may count as a loss for a seat's side."""

    forfeit: Seat | None = None

    def _apply(self, lobby: Lobby) -> Lobby:
        return replace(lobby, stopped_by=self.by, forfeit=self.forfeit, **self.changes)


@event("table-event-closed", status=Status.STOPPED)
class LobbyClosed(LobbyEvent):
    """The idle table closes before its game begins."""


@event("table-event-reopened", "who")
class Reopened(ActorEvent):
    """A stopped game goes on in these rooms; `begun` if it had begun."""

    rooms: tuple[Room, ...]
    begun: bool

    def _apply(self, lobby: Lobby) -> Lobby:
        status = Status.RUNNING if self.begun else Status.LOBBY
        again = replace(lobby, stopped_by=None, forfeit=None, followed=False)
        return replace(again, status=status, rooms=self.rooms)


@event("table-event-paused", "who", paused=True)
class ClockPaused(ActorEvent):
    """The clock was paused."""


@event("table-event-resumed", "who", paused=False)
class ClockResumed(ActorEvent):
    """The clock was resumed."""


@event("table-event-give-up", "who", "team")
class ResignProposed(ActorEvent):
    """A person proposes that a team resigns; all its people, even the proposer, have to agree."""

    STORED_TAG: ClassVar[str] = "give-up-asked"
    team: str

    def _apply(self, lobby: Lobby) -> Lobby:
        return _giving_up(lobby, self.team, ())


@event("table-event-give-up-agreed", "who", "team")
class ResignAgreed(ActorEvent):
    """A person agrees that the team resigns."""

    STORED_TAG: ClassVar[str] = "give-up-agreed"
    team: str

    def _apply(self, lobby: Lobby) -> Lobby:
        before = dict(lobby.giving_up).get(self.team, ())
        return _giving_up(lobby, self.team, (*before, self.by))


@event("table-event-give-up-lapsed", "team")
class ResignLapsed(LobbyEvent):
    """The vote on resigning is closed: the team has resigned, or the turn has ended."""

    STORED_TAG: ClassVar[str] = "give-up-lapsed"
    is_told = False
    team: str

    def _apply(self, lobby: Lobby) -> Lobby:
        return _giving_up(lobby, self.team, None)


# The moves of the present turn.


@event("table-event-proposed", "who", "teams")
class TakeBackProposed(ActorEvent):
    """A person proposes to take back all moves after version `to`; `teams` have to agree."""

    to: int
    turns: tuple[int, ...]
    teams: tuple[str, ...]

    def describe(self, lobby: Lobby, name_of: NameOf) -> Phrase:
        """Return the sentence, which differs if nobody has to agree."""
        alone = ("table-event-take-back", "who")
        return self._say(self.sentence if self.teams else alone, lobby, name_of)

    def _apply(self, lobby: Lobby) -> Lobby:
        return replace(lobby, proposal=self)


@event("table-event-agreed", "who", "team")
class TakeBackAgreed(ActorEvent):
    """A team agrees to the proposed take-back."""

    team: str

    def _apply(self, lobby: Lobby) -> Lobby:
        if lobby.proposal is None:
            return lobby
        teams = tuple(team for team in lobby.proposal.teams if team != self.team)
        return replace(lobby, proposal=replace(lobby.proposal, teams=teams))


@event("table-event-refused", "who", proposal=None)
class TakeBackRefused(ActorEvent):
    """A team refused the take-back."""


@event("table-event-lapsed", proposal=None)
class TakeBackLapsed(LobbyEvent):
    """The game went on before all teams had agreed to a take-back."""


@event("table-event-taken-back", proposal=None)
class TakenBack(LobbyEvent):
    """All moves after version `to`, which belong to `turns`, were taken back."""

    to: int
    turns: tuple[int, ...]


@event("table-event-time-up", "turn")
class TimeUp(LobbyEvent):
    """A turn's time is up, which does not end the turn."""

    turn: int


def _giving_up(lobby: Lobby, team: str, agreed: tuple[User, ...] | None) -> Lobby:
    """Return the lobby with a team's votes for resigning; None closes the vote."""
    others = tuple(one for one in lobby.giving_up if one[0] != team)
    asked = () if agreed is None else ((team, agreed),)
    return replace(lobby, giving_up=(*others, *asked))


def fold(log: Iterable[LobbyEvent], lobby: Lobby | None = None) -> Lobby:
    """Return the lobby after these events, from a given lobby or an empty one."""
    return reduce(lambda before, one: one.apply(before), log, lobby or Lobby())


EVENT_TYPES: Final = tuple(
    kind
    for kind in (*vars(events).values(), *globals().values())
    if isinstance(kind, type) and issubclass(kind, LobbyEvent) and hasattr(kind, "sentence")
)
"""All classes of lobby events."""
