"""How a table looks: the lobby before the game, and what stands beside the game's own view."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from bot.identity import User
from bot.lobby.actions import (
    Agree,
    Join,
    Leave,
    PickSpymaster,
    Refuse,
    Rematch,
    Resume,
    SeatBot,
    Shuffle,
    Spot,
    Stand,
    Start,
    Stop,
    TableAction,
    TakeChair,
    Watch,
)
from bot.lobby.case import chair_phrase
from bot.lobby.describe import NameOf, settings_text, team_words
from bot.lobby.model import Chairing, Lobby, Member, Proposal, Status
from bot.lobby.notation import action_line
from core.view import Block, Choice, Choices, Face, Fields, Phrase, Text, Tone, View, phrase

NO_FACES: Final[Mapping[str, Face]] = MappingProxyType({})


def present(lobby: Lobby, name_of: NameOf, faces: Mapping[str, Face] = NO_FACES) -> View:
    """Return the lobby before the game as all see it; `faces` are the teams'."""
    return View(
        title=phrase("table-title", game=phrase("game-name", game=lobby.kind)),
        blocks=tuple(_blocks(lobby, name_of, faces)),
        footer=_footer(lobby, name_of),
    )


def beside(lobby: Lobby, name_of: NameOf) -> tuple[Block, ...]:
    """Return what all see beside the view of a game that runs or has ended.

    Chairs to be filled, a take-back to be agreed to, a clock that stands still, the next game.
    """
    return tuple(_beside(lobby, name_of))


def _blocks(lobby: Lobby, name_of: NameOf, faces: Mapping[str, Face]) -> Iterator[Block]:
    yield Fields(
        tuple(
            (faces.get(chair.team), chair_phrase(lobby, chair), _sitter(lobby, chair, name_of))
            for chair in lobby.chairs
        )
    )
    if others := tuple(_other(lobby, member, name_of) for member in _unseated(lobby)):
        yield Fields(others)
    yield Text(phrase("table-settings", settings=settings_text(lobby.settings)), Tone.QUIET)
    yield Choices(tuple(_joining(lobby)))
    yield Choices(tuple(_leading(lobby)))


def _footer(lobby: Lobby, name_of: NameOf) -> Phrase:
    if lobby.host is None:
        return phrase("table-footer-nobody")
    return phrase("table-footer", host=name_of(lobby.host))


def _sitter(lobby: Lobby, chair: Chairing, name_of: NameOf) -> Phrase:
    user = lobby.sitter(chair.seat)
    if user is None:
        return phrase("table-sitter-empty", bot=lobby.settings.bot)
    if user.is_bot:
        return phrase("table-sitter-bot", who=name_of(user))
    return _member(lobby, user, name_of)


def _member(lobby: Lobby, user: User, name_of: NameOf) -> Phrase:
    """Return a member's name, and the number by which lines may name them."""
    users = [member.user for member in lobby.members]
    key = "table-member-host" if user == lobby.host else "table-member"
    return phrase(key, who=name_of(user), number=users.index(user) + 1)


def _unseated(lobby: Lobby) -> tuple[Member, ...]:
    return tuple(member for member in lobby.members if member.seat is None)


def _other(lobby: Lobby, member: Member, name_of: NameOf) -> tuple[None, Phrase, Phrase]:
    who = _member(lobby, member.user, name_of)
    if member.watching:
        return (None, who, phrase("table-watching"))
    return (None, who, phrase("table-wish", team=member.team or "any"))


def _joining(lobby: Lobby) -> Iterator[Choice]:
    """Yield what people may do with themselves."""
    for team in lobby.teams:
        yield _choice(phrase("table-choice-join", team=team), Join(team))
    taken = {member.seat for member in lobby.people}
    for chair in lobby.chairs:
        if chair.seat not in taken:
            yield _choice(chair_phrase(lobby, chair), TakeChair(Spot(chair.seat)))
    yield _choice(phrase("table-choice-stand"), Stand())
    yield _choice(phrase("table-choice-watch"), Watch())
    yield _choice(phrase("table-choice-leave"), Leave())


def _leading(lobby: Lobby) -> Iterator[Choice]:
    """Yield what the host may do."""
    yield _choice(phrase("table-choice-start"), Start(), Tone.GOOD)
    yield _choice(phrase("table-choice-shuffle"), Shuffle())
    if any(chair.keyed for chair in lobby.chairs):
        yield _choice(phrase("table-choice-spymaster"), PickSpymaster())
    if lobby.empty:
        yield _choice(phrase("table-choice-bots"), SeatBot())
    yield _choice(phrase("table-choice-stop"), Stop(), Tone.BAD)


def _beside(lobby: Lobby, name_of: NameOf) -> Iterator[Block]:
    if lobby.is_closed and not lobby.followed:
        yield Choices((_choice(phrase("table-choice-rematch"), Rematch(), Tone.GOOD),))
    if lobby.status is Status.RUNNING:
        yield from _vacancies(lobby)
        if lobby.proposal:
            yield from _asked(lobby.proposal, name_of)
        if lobby.paused:
            yield Text(phrase("table-paused"), Tone.STRONG)
            yield Choices((_choice(phrase("table-choice-resume"), Resume()),))


def _vacancies(lobby: Lobby) -> Iterator[Block]:
    """Yield the empty chairs, each to be taken or given to a bot."""
    for chair in lobby.empty:
        name = chair_phrase(lobby, chair)
        spot = Spot(chair.seat)
        yield Text(phrase("table-vacant", seat=name), Tone.STRONG)
        yield Choices(
            (
                _choice(phrase("table-choice-chair", seat=name), TakeChair(spot)),
                _choice(phrase("table-choice-bot", bot=lobby.settings.bot), SeatBot(spot)),
            )
        )


def _asked(proposal: Proposal, name_of: NameOf) -> Iterator[Block]:
    """Yield the question whether a move is taken back."""
    teams = team_words(proposal.teams)
    yield Text(phrase("table-event-proposed", who=name_of(proposal.by), teams=teams), Tone.STRONG)
    yield Choices(
        (
            _choice(phrase("table-choice-agree"), Agree(), Tone.GOOD),
            _choice(phrase("table-choice-refuse"), Refuse(), Tone.BAD),
        )
    )


def _choice(label: Phrase, action: TableAction, tone: Tone = Tone.PLAIN) -> Choice:
    return Choice(label, action_line(action), tone)
