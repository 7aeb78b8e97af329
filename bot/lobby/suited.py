"""Which chairs are for whom: for anybody, for bots or people alone, to be dealt or picked."""

from bot.lobby.model import Chairing, Lobby, Status


def dealt_chairs(lobby: Lobby) -> tuple[Chairing, ...]:
    """Return the chairs over which chance can deal people: those that are for anybody."""
    return tuple(chair for chair in lobby.chairs if not (chair.for_bot or chair.for_person))


def dealt_teams(lobby: Lobby) -> tuple[str, ...]:
    """Return the teams over which chance can deal people."""
    return tuple(dict.fromkeys(chair.team for chair in dealt_chairs(lobby)))


def picked(lobby: Lobby) -> tuple[Chairing, ...]:
    """Return the first keyed chair of each team that has others, too: who sits there is picked."""
    first = {chair.team: chair for chair in reversed(lobby.chairs) if chair.keyed}
    return tuple(first[team] for team in lobby.teams if team in first and len(lobby.of(team)) > 1)


def for_people(lobby: Lobby) -> tuple[Chairing, ...]:
    """Return the chairs that a person may take: no person sits there, and they are for people."""
    taken = {member.seat for member in lobby.people}
    return tuple(one for one in lobby.chairs if not one.for_bot and one.seat not in taken)


def for_bots(lobby: Lobby) -> tuple[Chairing, ...]:
    """Return the chairs that a bot may take: no person sits there, nor has to at the start."""
    taken = {member.seat for member in lobby.people}
    before = lobby.status is Status.LOBBY
    return tuple(
        one for one in lobby.chairs if one.seat not in taken and not (before and one.for_person)
    )


def wanting(lobby: Lobby) -> tuple[Chairing, ...]:
    """Return the chairs that need a person before the game begins, and have none."""
    seats = {member.seat for member in lobby.people}
    missing = tuple(one for one in lobby.chairs if one.for_person and one.seat not in seats)
    return missing if lobby.status is Status.LOBBY else ()


def to_fill(lobby: Lobby) -> tuple[Chairing, ...]:
    """Return the empty chairs that need a bot, if no person takes them."""
    return tuple(chair for chair in lobby.lacking if chair not in wanting(lobby))
