"""Who gets which chair where nobody has chosen: at the start, by shuffling, by picking."""

from collections.abc import Iterator, Sequence

from bot.identity import User
from bot.lobby.case import Case
from bot.lobby.history import apply
from bot.lobby.model import (
    BotSeated,
    Chairing,
    Lobby,
    Member,
    Seated,
    Stood,
    TableEvent,
    TeamWished,
)
from bot.lobby.suited import dealt_chairs


def seated(lobby: Lobby, *, typed: bool) -> Sequence[Seated]:
    """Return chairs for all who would play and have none, in the order in which they came.

    They sit in the team that they wish for where it has room, the others in the team with the
    fewest people; chairs without a key go first, unless the game is `typed` and nobody is there to
    type. Bots make room; who finds none watches.
    """
    events: list[Seated] = []
    for member in sorted(lobby.members, key=lambda one: one.team is None):
        chair = None if member.seat or member.watching else _chair_for(lobby, member, typed=typed)
        if chair:
            events.append(Seated(member.user, chair.seat))
            lobby = apply(lobby, events[-1])
    return events


def _chair_for(lobby: Lobby, member: Member, *, typed: bool) -> Chairing | None:
    taken = {one.seat for one in lobby.people}
    free = [chair for chair in lobby.chairs if chair.seat not in taken and not chair.for_bot]
    people = [chair.team for chair in lobby.chairs if chair.seat in taken]
    keyed_first = typed and not any(chair.keyed and chair.seat in taken for chair in lobby.chairs)

    def rank(chair: Chairing) -> tuple[bool, int, bool, bool]:
        is_bots = lobby.bot(chair.seat) is not None
        return (
            chair.team != member.team,
            people.count(chair.team),
            chair.keyed != keyed_first,
            is_bots,
        )

    return min(free, key=rank, default=None)


def filled(lobby: Lobby) -> Sequence[BotSeated]:
    """Return a bot for each chair that is empty and must not be."""
    return [BotSeated(chair.seat, lobby.bot_for(chair)) for chair in lobby.lacking]


def open_chairs(lobby: Lobby) -> Sequence[Chairing]:
    """Return the chairs in which who plays may sit down at any time, also those that are taken."""
    open_to = {(chair.team, chair.role) for chair in lobby.chairs if chair.optional}
    return [chair for chair in lobby.chairs if (chair.team, chair.role) in open_to]


def newcomers_chair(lobby: Lobby) -> Chairing | None:
    """Return the open chair for who comes late, in the team with the fewest players."""
    teams = [chair.team for chair in lobby.chairs if chair.seat in lobby.sitters]
    free = [chair for chair in open_chairs(lobby) if chair in lobby.empty]
    return min(free, key=lambda chair: teams.count(chair.team), default=None)


def shuffled(case: Case) -> Sequence[TableEvent]:
    """Return new chairs for those who do not watch: teams of like size, roles by chance.

    Who sits in a chair that needs a person keeps it.
    """
    kept = {chair.seat for chair in case.lobby.chairs if chair.for_person}
    playing = (one for one in case.lobby.members if not one.watching and one.seat not in kept)
    players = case.shuffled(member.user for member in playing)
    chairs = _dealing_order(case)
    left_over = [TeamWished(user, None) for user in players[len(chairs) :]]
    return [
        *left_over,
        *(Seated(user, chair.seat) for user, chair in zip(players, chairs, strict=False)),
    ]


def _dealing_order(case: Case) -> Sequence[Chairing]:
    """Return the chairs by rounds over the teams: a guesser, a spymaster, further guessers."""
    teams = case.shuffled(case.lobby.teams)
    ranked = [
        (rank, teams.index(team), chair)
        for team in teams
        for rank, chair in enumerate(_by_need(case.lobby, team))
    ]
    return [chair for *_, chair in sorted(ranked, key=lambda entry: entry[:2])]


def _by_need(lobby: Lobby, team: str) -> Sequence[Chairing]:
    chairs = [chair for chair in dealt_chairs(lobby) if chair.team == team]
    plain = [chair for chair in chairs if not chair.keyed]
    return [*plain[:1], *(chair for chair in chairs if chair.keyed), *plain[1:]]


def candidates(lobby: Lobby, chair: Chairing) -> Sequence[User]:
    """Return the people of a chair's team that do not sit in it."""
    return [
        member.user
        for member in lobby.members
        if member.team == chair.team and member.seat != chair.seat
    ]


def swapped(lobby: Lobby, user: User, chair: Chairing) -> Iterator[TableEvent]:
    """Yield how a person gets a chair and who sat there gets theirs, or another of the team."""
    own = lobby.chair_of(user)
    old = own.seat if own and own.team == chair.team else None
    sitter = next((one.user for one in lobby.people if one.seat == chair.seat), None)
    bot = lobby.bot(chair.seat)
    rest = [one.seat for one in lobby.empty if one.team == chair.team and not one.keyed]
    place = old or next(iter(rest), None)
    if sitter and not place:
        yield Stood(sitter, chair.seat)
    yield Seated(user, chair.seat)
    if sitter and place:
        yield Seated(sitter, place)
    if bot and old:
        yield BotSeated(old, bot)
