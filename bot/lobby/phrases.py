"""Sentences about the events, chairs and settings of a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from types import MappingProxyType
from typing import Final, TypeAlias, assert_never

from bot.identity import User, bot_user
from bot.lobby import events, settings
from bot.lobby.events import (
    ChairEvent,
    DirectEvent,
    LobbyEvent,
    PersonEvent,
    ProgressEvent,
    SettingEvent,
    StopEvent,
    TakeBackEvent,
)
from bot.lobby.model import DEFAULT, Lobby, LobbyChair, Status
from bot.lobby.settings import CLUE_TIME, GUESS_TIME, ClockMode, LobbySettings
from core.rules import Seat
from core.view import Phrase, phrase

NameOf: TypeAlias = Callable[[User], Phrase | str]
"""What people and bots are called."""


def describe(event: LobbyEvent, lobby: Lobby, name_of: NameOf) -> Phrase:
    """Return the sentence that tells the table of an event, after or before it."""
    if isinstance(event, PersonEvent):
        return _describe_person(event, lobby, name_of)
    if isinstance(event, DirectEvent):
        return _describe_direct(event, lobby, name_of)
    if isinstance(event, SettingEvent):
        return _describe_setting(event, lobby, name_of)
    if isinstance(event, TakeBackEvent):
        return _describe_take_back(event, name_of)
    if isinstance(event, StopEvent):
        return _describe_stop(event, lobby, name_of)
    return _describe_progress(event, name_of)


def _describe_person(event: PersonEvent, lobby: Lobby, name_of: NameOf) -> Phrase:
    who = name_of(event.user)
    match event:
        case events.Joined(team=None):
            return phrase("table-event-joined", who=who)
        case events.Joined(team=team):
            return phrase("table-event-joined-team", who=who, team=team)
        case events.Left(seat=seat):
            return _vacant(_describe_left(event, name_of), lobby, seat, event.user)
        case events.TeamWished(team=team):
            return phrase("table-event-wished", who=who, team=team or "any")
        case events.Seated(seat=seat):
            return phrase("table-event-seated", who=who, seat=seat_within(lobby, seat))
        case events.Stood(seat=seat):
            said = phrase("table-event-stood", who=who, seat=seat_within(lobby, seat))
            return _vacant(said, lobby, seat, event.user)
        case events.ChairRequested() | events.ChairRefused():
            return describe_request(event, lobby, name_of)
        case events.Watched():
            return phrase("table-event-watched", who=who)
        case events.KeyShown():
            return phrase("table-event-key-shown", who=who)
        case _:
            assert_never(event)


def describe_request(event: ChairEvent, lobby: Lobby, name_of: NameOf) -> Phrase:
    """Return the sentence on who asks for a chair, or on the answer that keeps them out of it."""
    if isinstance(event, events.ChairRefused):
        return phrase("table-event-kept-out", who=name_of(event.user), by=name_of(event.by))
    seat = seat_within(lobby, event.seat)
    return phrase("table-event-asks-chair", who=name_of(event.user), seat=seat)


def _describe_left(event: events.Left, name_of: NameOf) -> Phrase:
    who = name_of(event.user)
    if event.by == event.user:
        return phrase("table-event-left", who=who)
    return phrase("table-event-dropped", who=who, by=name_of(event.by))


def _describe_direct(event: DirectEvent, lobby: Lobby, name_of: NameOf) -> Phrase:
    who = name_of(event.user)
    if isinstance(event, events.DirectRetried):
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
        case events.RoomAdded():
            return phrase("table-event-room")
        case events.RoomRemoved():
            return phrase("table-event-room-removed")
        case events.BotSeated(seat=seat, name=name):
            who, named = name_of(bot_user(name)), is_named(name, lobby.chair(seat))
            place = seat_within(lobby, seat)
            return phrase("table-event-bot-seated", who=who, named=named, seat=place)
        case events.BotRemoved(seat=seat):
            return phrase("table-event-bot-removed", seat=seat_within(lobby, seat))
        case events.HostChanged(user=user):
            return phrase("table-event-host", who=name_of(user))
        case events.SettingsChanged(settings=changed):
            return phrase("table-event-settings", settings=summary(lobby, changed))
        case _:
            assert_never(event)


def team_words(teams: Iterable[str]) -> tuple[Phrase, ...]:
    """Return the names of teams as they stand in a sentence."""
    return tuple(phrase("identity-word", name=team) for team in teams)


def _describe_progress(event: ProgressEvent, name_of: NameOf) -> Phrase:
    match event:
        case events.Opened(host=host, kind=kind):
            game = phrase("game-name", game=kind)
            return phrase("table-event-opened", who=name_of(host), game=game)
        case events.OptionsChanged(chairs=chairs):
            return phrase("table-event-options", chairs=len(chairs))
        case events.Started(by=by):
            return phrase("table-event-started", who=name_of(by))
        case events.GameOver():
            return phrase("table-event-over")
        case events.NamesReplaced():
            return phrase("table-event-names")
        case events.Rematched(by=by):
            return phrase("table-event-rematched", who=name_of(by))
        case _:
            assert_never(event)


def _describe_stop(event: StopEvent, lobby: Lobby, name_of: NameOf) -> Phrase:
    match event:
        case events.Stopped(by=by, forfeit=seat) if seat:
            side = seat_within(lobby, seat)
            return phrase("table-event-forfeited", who=name_of(by), seat=side)
        case events.Stopped(by=by):
            return phrase("table-event-stopped", who=name_of(by))
        case events.LobbyClosed():
            return phrase("table-event-closed")
        case events.GiveUpAsked(by=by, team=team):
            return phrase("table-event-give-up", who=name_of(by), team=team)
        case events.GiveUpAgreed(by=by, team=team):
            return phrase("table-event-give-up-agreed", who=name_of(by), team=team)
        case events.GiveUpLapsed(team=team):
            return phrase("table-event-give-up-lapsed", team=team)
        case events.Reopened(by=by):
            return phrase("table-event-reopened", who=name_of(by))
        case events.ClockPaused(by=by):
            return phrase("table-event-paused", who=name_of(by))
        case events.ClockResumed(by=by):
            return phrase("table-event-resumed", who=name_of(by))
        case _:
            assert_never(event)


def _describe_take_back(event: TakeBackEvent, name_of: NameOf) -> Phrase:
    match event:
        case events.TakeBackProposed(by=by, teams=()):
            return phrase("table-event-take-back", who=name_of(by))
        case events.TakeBackProposed(by=by, teams=teams):
            return phrase("table-event-proposed", who=name_of(by), teams=team_words(teams))
        case events.TakeBackAgreed(by=by, team=team):
            return phrase("table-event-agreed", who=name_of(by), team=team)
        case events.TakeBackRefused(by=by):
            return phrase("table-event-refused", who=name_of(by))
        case events.TakeBackLapsed():
            return phrase("table-event-lapsed")
        case events.TakenBack():
            return phrase("table-event-taken-back")
        case events.TimeUp(turn=turn):
            return phrase("table-event-time-up", turn=turn)
        case _:
            assert_never(event)


def names(lobby: Lobby) -> tuple[str, ...]:
    """Return the settings that a table has: those that none of its chairs heeds are left out."""
    heeded = {chair.time_setting for chair in lobby.chairs}
    unheeded = {one.name for one in settings.SETTINGS if one.by_game} - heeded
    if all(chair.bot for chair in lobby.chairs):
        unheeded.add("bot")
    return tuple(name for name in settings.SETTING_NAMES if name not in unheeded)


def shown(lobby: Lobby) -> tuple[tuple[str, str], ...]:
    """Return the names and values of a table's settings as people type them."""
    own = names(lobby)
    return tuple((name, value) for name, value in settings.shown(lobby.settings) if name in own)


def settings_typed(lobby: Lobby) -> tuple[str, ...]:
    """Return a table's settings as people type them, one after the other."""
    return tuple(f"{name} {value}" for name, value in shown(lobby))


def summary(lobby: Lobby, now: LobbySettings) -> Phrase:
    """Return in words how a table is set, or would be: what is unusual, and what all ask for."""
    return reduce(joined, _parts(lobby, now))


def summary_with_clock(lobby: Lobby, played: Phrase) -> Phrase:
    """Return in words what is played, and the time for it where there is a clock."""
    clock = lobby.settings.clock is not ClockMode.OFF
    return joined(played, next(_parts(lobby, lobby.settings))) if clock else played


def joined(first: Phrase, following: Phrase) -> Phrase:
    """Return two phrases as one, such as the parts of a list."""
    return phrase("table-and", first=first, following=following)


def _parts(lobby: Lobby, now: LobbySettings) -> Iterator[Phrase]:
    times = of_game(lobby, TIMES, clue=_time(now.clue_seconds), guess=_time(now.guess_seconds))
    yield phrase("table-now-clock", mode=now.clock.value, times=times, hours=now.slow_hours)
    yield phrase("table-now-pace", seconds=now.pace_seconds)
    if now.bot != DEFAULT.bot and "bot" in names(lobby):
        yield phrase("table-now-bot", bot=now.bot)
    yield phrase("table-now-stop", stop=now.stop.value)
    if now.join is not DEFAULT.join:
        yield phrase("table-now-join")
    yield phrase("table-now-theme", theme=now.theme.value)
    if now.thread:
        yield phrase("table-now-thread")


def _time(seconds: int) -> Phrase:
    minutes, rest = divmod(seconds, 60)
    return phrase("table-time", minutes=minutes, seconds=rest)


OWN_VIEW: Final = "own"
"""A clause: what comes by direct message to who sits in a chair of a `role`."""

INSTEAD: Final = "instead"
"""A clause: where it is found by whom no direct message reaches; by `role`."""

NOTE: Final = "note"
"""What who sits as `seat`, a chair of a `role`, reads alone until there is something to see."""

TIMES: Final = "times"
"""How long a move may take: `clue` and `guess` are times, inside a sentence."""

NO_TAKE_BACK: Final = "no-take-back"
"""Why no move can be taken back now, and what to do instead."""

STOP_FORFEITS: Final = "stop-forfeits"
"""Why a stop gives the game up for who stops it now, and what to do instead."""

RULES: Final = tuple(f"rules-{number}" for number in range(1, 6))
"""The rules, in five sentences."""

EXAMPLE: Final = "rules-example"
"""What the picture shows that stands below the rules."""

WHICH_BOT: Final = "which-bot"
"""What tells bots apart; only of a game that has several for a chair."""

GAME_CLAUSES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        OWN_VIEW: ("role",),
        INSTEAD: ("role",),
        NOTE: ("role", "seat"),
        TIMES: ("clue", "guess"),
        CLUE_TIME: (),
        GUESS_TIME: (),
        NO_TAKE_BACK: (),
        STOP_FORFEITS: (),
        WHICH_BOT: (),
        **dict.fromkeys(RULES, ()),
        EXAMPLE: (),
    }
)
"""What games say, and the values that it is said with.

The times of moves are what forms call the settings that some of a game's chairs have.
"""

CHAIR: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "": ("team", "role", "number"),
        "-within": ("team", "role", "number"),
        "-any": ("team", "role", "count"),
        "-role": ("role", "count"),
    }
)
"""What chairs are called: alone, inside a sentence, one or several (`count`) of a sort.

The role stands behind the names of those who sit in so many chairs of a team that has others.
"""


def of_game(lobby: Lobby, said: str, **values: object) -> Phrase:
    """Return what the table's game says itself."""
    return phrase(f"{lobby.kind}-{said}", **values)


def chair_phrase(lobby: Lobby, chair: LobbyChair) -> Phrase:
    """Return a chair's name as it stands alone."""
    return phrase(chair.name_key, team=chair.team, role=chair.role, number=lobby.number(chair))


def chair_within(lobby: Lobby, chair: LobbyChair) -> Phrase:
    """Return a chair's name as it stands inside a sentence."""
    number = lobby.number(chair)
    return phrase(f"{chair.name_key}-within", team=chair.team, role=chair.role, number=number)


def seat_within(lobby: Lobby, seat: Seat) -> Phrase | str:
    """Return the name of a seat's chair inside a sentence."""
    chair = lobby.chair(seat)
    return chair_within(lobby, chair) if chair else str(seat)


def group_phrase(chair: LobbyChair, count: int) -> Phrase:
    """Return what one or several chairs that are like this one are called."""
    return phrase(f"{chair.name_key}-any", team=chair.team, role=chair.role, count=count)


def role_phrase(chair: LobbyChair, count: int) -> Phrase:
    """Return what one or several are who sit in chairs like this one, beside others of the team."""
    return phrase(f"{chair.name_key}-role", role=chair.role, count=count)


def is_named(bot: str, chair: LobbyChair | None) -> str:
    """Return ``yes`` for a bot that has a name of its own, ``no`` for one called after its role."""
    return "no" if chair and bot == chair.role else "yes"
