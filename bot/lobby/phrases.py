"""What has happened at a table, in sentences."""

from collections.abc import Callable, Iterable
from typing import TypeAlias, assert_never

from bot.identity import User, bot_user
from bot.lobby.direct import DirectEvent, DirectFound, DirectRetried
from bot.lobby.model import (
    BotRemoved,
    BotSeated,
    CourseEvent,
    GameOver,
    HostChanged,
    Joined,
    KeyShown,
    Left,
    Lobby,
    Opened,
    OptionsChanged,
    PersonEvent,
    Rematched,
    RoomAdded,
    Seated,
    SettingEvent,
    SettingsChanged,
    Started,
    Status,
    Stood,
    TableEvent,
    TakeBackAgreed,
    TakeBackEvent,
    TakeBackLapsed,
    TakeBackProposed,
    TakeBackRefused,
    TakenBack,
    TeamWished,
    TimeUp,
    Watched,
)
from bot.lobby.renaming import NamesReplaced
from bot.lobby.stopping import ClockPaused, ClockResumed, Reopened, StopEvent, Stopped
from bot.lobby.summary import summary
from bot.lobby.wording import INSTEAD, is_named, of_game, seat_within
from core.rules import Seat
from core.view import Phrase, phrase

NameOf: TypeAlias = Callable[[User], Phrase | str]
"""What people and bots are called."""


def describe(event: TableEvent, lobby: Lobby, name_of: NameOf) -> Phrase:
    """Return the sentence that tells the table of an event, after or before it."""
    match event:
        case Joined() | Left() | TeamWished() | Seated() | Stood() | Watched() | KeyShown():
            return _describe_person(event, lobby, name_of)
        case DirectFound() | DirectRetried():
            return _describe_direct(event, lobby, name_of)
        case RoomAdded() | BotSeated() | BotRemoved() | HostChanged() | SettingsChanged():
            return _describe_setting(event, lobby, name_of)
        case (
            TakeBackProposed()
            | TakeBackAgreed()
            | TakeBackRefused()
            | TakeBackLapsed()
            | TakenBack()
            | TimeUp()
        ):
            return _describe_take_back(event, name_of)
        case Stopped() | Reopened() | ClockPaused() | ClockResumed():
            return _describe_stop(event, name_of)
        case _:
            return _describe_course(event, name_of)


def _describe_person(event: PersonEvent, lobby: Lobby, name_of: NameOf) -> Phrase:
    who = name_of(event.user)
    match event:
        case Joined(team=None):
            return phrase("table-event-joined", who=who)
        case Joined(team=team):
            return phrase("table-event-joined-team", who=who, team=team)
        case Left(seat=seat):
            return _vacant(_describe_left(event, name_of), lobby, seat, event.user)
        case TeamWished(team=team):
            return phrase("table-event-wished", who=who, team=team or "any")
        case Seated(seat=seat):
            return phrase("table-event-seated", who=who, seat=seat_within(lobby, seat))
        case Stood(seat=seat):
            said = phrase("table-event-stood", who=who, seat=seat_within(lobby, seat))
            return _vacant(said, lobby, seat, event.user)
        case Watched():
            return phrase("table-event-watched", who=who)
        case KeyShown():
            return phrase("table-event-key-shown", who=who)
        case _:
            assert_never(event)


def _describe_left(event: Left, name_of: NameOf) -> Phrase:
    who = name_of(event.user)
    if event.by == event.user:
        return phrase("table-event-left", who=who)
    return phrase("table-event-dropped", who=who, by=name_of(event.by))


def _describe_direct(event: DirectEvent, lobby: Lobby, name_of: NameOf) -> Phrase:
    who = name_of(event.user)
    if isinstance(event, DirectRetried):
        return phrase("table-event-direct-retried", who=who)
    chair = lobby.chair_of(event.user)
    if event.reached or chair is None:
        return phrase("table-event-direct", who=who, reached="yes" if event.reached else "no")
    instead = of_game(lobby, INSTEAD, role=chair.role)
    return phrase("table-event-direct-instead", who=who, instead=instead)


def _vacant(said: Phrase, lobby: Lobby, seat: Seat | None, user: User) -> Phrase:
    """Return the sentence, and in a game under way how the chair is filled that stays empty."""
    if seat is None or lobby.status is not Status.RUNNING:
        return said
    chair = lobby.chair(seat)
    if lobby.sitter(seat) not in (None, user) or (chair and chair.optional):
        return said
    return phrase("table-event-vacant", said=said, seat=seat_within(lobby, seat))


def _describe_setting(event: SettingEvent, lobby: Lobby, name_of: NameOf) -> Phrase:
    match event:
        case RoomAdded():
            return phrase("table-event-room")
        case BotSeated(seat=seat, name=name):
            who, named = name_of(bot_user(name)), is_named(name, lobby.chair(seat))
            place = seat_within(lobby, seat)
            return phrase("table-event-bot-seated", who=who, named=named, seat=place)
        case BotRemoved(seat=seat):
            return phrase("table-event-bot-removed", seat=seat_within(lobby, seat))
        case HostChanged(user=user):
            return phrase("table-event-host", who=name_of(user))
        case SettingsChanged(settings=changed):
            return phrase("table-event-settings", settings=summary(lobby, changed))
        case _:
            assert_never(event)


def team_words(teams: Iterable[str]) -> tuple[Phrase, ...]:
    """Return the names of teams as they stand in a sentence."""
    return tuple(phrase("identity-word", name=team) for team in teams)


def _describe_course(event: CourseEvent, name_of: NameOf) -> Phrase:
    match event:
        case Opened(host=host, kind=kind):
            game = phrase("game-name", game=kind)
            return phrase("table-event-opened", who=name_of(host), game=game)
        case OptionsChanged(chairs=chairs):
            return phrase("table-event-options", chairs=len(chairs))
        case Started(by=by):
            return phrase("table-event-started", who=name_of(by))
        case GameOver():
            return phrase("table-event-over")
        case NamesReplaced():
            return phrase("table-event-names")
        case Rematched(by=by):
            return phrase("table-event-rematched", who=name_of(by))
        case _:
            assert_never(event)


def _describe_stop(event: StopEvent, name_of: NameOf) -> Phrase:
    match event:
        case Stopped(by=by):
            return phrase("table-event-stopped", who=name_of(by))
        case Reopened(by=by):
            return phrase("table-event-reopened", who=name_of(by))
        case ClockPaused(by=by):
            return phrase("table-event-paused", who=name_of(by))
        case ClockResumed(by=by):
            return phrase("table-event-resumed", who=name_of(by))
        case _:
            assert_never(event)


def _describe_take_back(event: TakeBackEvent, name_of: NameOf) -> Phrase:
    match event:
        case TakeBackProposed(by=by, teams=()):
            return phrase("table-event-take-back", who=name_of(by))
        case TakeBackProposed(by=by, teams=teams):
            return phrase("table-event-proposed", who=name_of(by), teams=team_words(teams))
        case TakeBackAgreed(by=by, team=team):
            return phrase("table-event-agreed", who=name_of(by), team=team)
        case TakeBackRefused(by=by):
            return phrase("table-event-refused", who=name_of(by))
        case TakeBackLapsed():
            return phrase("table-event-lapsed")
        case TakenBack():
            return phrase("table-event-taken-back")
        case TimeUp(turn=turn):
            return phrase("table-event-time-up", turn=turn)
        case _:
            assert_never(event)
