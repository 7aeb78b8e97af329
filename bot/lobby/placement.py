"""Placement in chairs: at the start, by shuffling, by picking a spymaster."""

from collections.abc import Iterator, Sequence

from bot.identity import User
from bot.lobby.context import ActionContext
from bot.lobby.events import BotSeated, LeftChair, LobbyEvent, Seated, TeamRequested
from bot.lobby.model import Lobby, LobbyChair, Member, Status


def seated(lobby: Lobby, *, typed: bool) -> Sequence[Seated]:
    """Return chairs for members who want to play and have none, in order of arrival.

    They get a chair in the requested team, or else in the team with the fewest people. Chairs
    without a key go first, unless the game is `typed` and still lacks a typist. Members replace
    bots; members who get no chair watch.
    """
    events: list[Seated] = []
    for member in sorted(lobby.members, key=lambda one: one.team is None):
        chair = None if member.seat or member.watching else _chair_for(lobby, member, typed=typed)
        if chair:
            events.append(Seated(member.user, chair.seat))
            lobby = events[-1].apply(lobby)
    return events


def _chair_for(lobby: Lobby, member: Member, *, typed: bool) -> LobbyChair | None:
    taken = [chair for one in lobby.people if (chair := lobby.chair_of(one.user))]
    people = [chair.team for chair in taken]
    keyed_first = typed and not any(chair.sees_key for chair in taken)

    def rank(chair: LobbyChair) -> tuple[bool, int, bool, bool]:
        return (
            chair.team != member.team,
            people.count(chair.team),
            chair.sees_key != keyed_first,
            lobby.bot(chair.seat) is not None,
        )

    return min(for_people(lobby), key=rank, default=None)


def newcomers_chair(lobby: Lobby) -> LobbyChair | None:
    """Return the open chair for a newcomer, in the team with the fewest players."""
    teams = [chair.team for chair in lobby.chairs if chair.seat in lobby.sitters]
    open_to = {chair.group for chair in lobby.chairs if chair.optional}
    free = [chair for chair in lobby.empty if chair.group in open_to]
    return min(free, key=lambda chair: teams.count(chair.team), default=None)


def shuffled(context: ActionContext) -> Sequence[LobbyEvent]:
    """Return new random chairs for all who do not watch, in teams of equal size.

    Players in chairs that need a person keep their chairs.
    """
    kept = {chair.seat for chair in context.lobby.chairs if chair.for_person}
    playing = (one for one in context.lobby.members if not one.watching and one.seat not in kept)
    players = context.shuffled(member.user for member in playing)
    chairs = _dealing_order(context)
    left_over = [TeamRequested(user, None) for user in players[len(chairs) :]]
    return [
        *left_over,
        *(Seated(user, chair.seat) for user, chair in zip(players, chairs, strict=False)),
    ]


def _dealing_order(context: ActionContext) -> Sequence[LobbyChair]:
    """Return the chairs in rounds over the teams: a guesser, a spymaster, more guessers."""
    teams = context.shuffled(context.lobby.teams)
    ranked = [
        (rank, teams.index(team), chair)
        for team in teams
        for rank, chair in enumerate(_by_need(context.lobby, team))
    ]
    return [chair for *_, chair in sorted(ranked, key=lambda entry: entry[:2])]


def _by_need(lobby: Lobby, team: str) -> Sequence[LobbyChair]:
    chairs = [chair for chair in dealt_chairs(lobby) if chair.team == team]
    plain = [chair for chair in chairs if not chair.sees_key]
    return [*plain[:1], *(chair for chair in chairs if chair.sees_key), *plain[1:]]


def swapped(lobby: Lobby, user: User, chair: LobbyChair) -> Iterator[LobbyEvent]:
    """Yield the events that swap a person with the player of a chair, or move that player."""
    own = lobby.chair_of(user)
    old = own.seat if own and own.team == chair.team else None
    sitter = next((one.user for one in lobby.people if one.seat == chair.seat), None)
    empty = (one.seat for one in lobby.empty if one.team == chair.team and not one.sees_key)
    place = old or next(empty, None)
    if sitter and not place:
        yield LeftChair(sitter, chair.seat)
    yield Seated(user, chair.seat)
    if sitter and place:
        yield Seated(sitter, place)
    if old and (bot := lobby.bot(chair.seat)):
        yield BotSeated(old, bot)


def dealt_chairs(lobby: Lobby) -> tuple[LobbyChair, ...]:
    """Return the chairs that a shuffle can deal: those open to both people and bots."""
    return tuple(chair for chair in lobby.chairs if not (chair.for_bot or chair.for_person))


def picked(lobby: Lobby) -> tuple[LobbyChair, ...]:
    """Return the chair of each team's spymaster: its first keyed chair, if it has others."""
    first = {chair.team: chair for chair in reversed(lobby.chairs) if chair.sees_key}
    return tuple(
        first[team] for team in lobby.teams if team in first and len(lobby.chairs_of(team)) > 1
    )


def for_people(lobby: Lobby) -> tuple[LobbyChair, ...]:
    """Return the chairs that a person may take."""
    return tuple(chair for chair in _without_person(lobby) if not chair.for_bot)


def for_bots(lobby: Lobby) -> tuple[LobbyChair, ...]:
    """Return the chairs that a bot may take."""
    needed = wanting(lobby)
    return tuple(chair for chair in _without_person(lobby) if chair not in needed)


def wanting(lobby: Lobby) -> tuple[LobbyChair, ...]:
    """Return the chairs that need a person before the game begins, and have none yet."""
    if lobby.status is not Status.LOBBY:
        return ()
    return tuple(chair for chair in _without_person(lobby) if chair.for_person)


def to_fill(lobby: Lobby) -> tuple[LobbyChair, ...]:
    """Return the empty chairs that bots fill at the start."""
    return tuple(chair for chair in lobby.required_empty if chair not in wanting(lobby))


def _without_person(lobby: Lobby) -> list[LobbyChair]:
    taken = {member.seat for member in lobby.people}
    return [chair for chair in lobby.chairs if chair.seat not in taken]
