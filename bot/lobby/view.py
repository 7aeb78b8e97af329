"""How a table looks: the lobby before the game, and what stands beside the game's own view."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
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
    RetryDirect,
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
from bot.lobby.describe import NameOf, team_words
from bot.lobby.form import NOTHING, Offer, forms, plain_seat
from bot.lobby.model import Chairing, Lobby, Proposal, Status
from bot.lobby.notation import action_line
from bot.lobby.roster import players, roster
from bot.lobby.suited import dealt_teams, for_people, picked, to_fill
from bot.lobby.summary import summary
from bot.lobby.wording import (
    INSTEAD,
    NOTE,
    OWN,
    chair_phrase,
    chair_within,
    is_named,
    of_game,
    sort_phrase,
)
from core.rules import Seat
from core.view import Block, Choice, Choices, Face, Phrase, Text, Tone, View, phrase

NO_FACES: Final[Mapping[str, Face]] = MappingProxyType({})


def present(
    lobby: Lobby,
    name_of: NameOf,
    faces: Mapping[str, Face] = NO_FACES,
    offer: Offer = NOTHING,
) -> View:
    """Return the lobby before the game as all see it; `faces` are the teams'.

    A table that was stopped shows who sat there, and offers the next game.
    """
    if lobby.is_closed:
        seats, stopped = roster(lobby, name_of, faces), _stopped(lobby, name_of, "table-stopped")
        return View(_stopped_title(lobby), (*seats, stopped, *beside(lobby, name_of)))
    return View(
        title=phrase("table-title", game=_game(lobby)),
        blocks=(*_blocks(lobby, name_of, faces, offer), *forms(lobby, offer)),
        footer=_footer(lobby, name_of),
    )


def halted(view: View, lobby: Lobby, name_of: NameOf, *more: Text) -> View:
    """Return a game's view as that of one that was stopped before its end: first by whom, and more.

    What it shows besides is what was shown before.
    """
    stopped = _stopped(lobby, name_of, "table-halted")
    return replace(view, title=_stopped_title(lobby), blocks=(stopped, *more, *view.blocks))


def thinking(lobby: Lobby, due: Iterable[Seat], name_of: NameOf) -> tuple[Text, ...]:
    """Return that the table waits for bots, where it does and waits for nobody else."""
    asked = [chair for chair in lobby.chairs if chair.seat in due]
    people = {member.seat for member in lobby.people}
    who = players(lobby, asked, name_of)
    if not who or any(chair.seat in people for chair in asked):
        return ()
    return (Text(phrase("table-thinking", who=who)),)


def beside(lobby: Lobby, name_of: NameOf) -> tuple[Block, ...]:
    """Return what all see beside the view of a game that runs or has ended.

    Chairs to be filled, a take-back to be agreed to, a clock that stands still, the next game.
    """
    return tuple(_beside(lobby, name_of))


def note(lobby: Lobby, user: User) -> View:
    """Return what a person is told alone about what they will be shown, while it is nothing."""
    chair = lobby.chair_of(user)
    if chair is None or not chair.sees:
        said = phrase("table-note-none")
    elif lobby.is_closed:
        said = phrase("table-note-closed")
    else:
        said = of_game(lobby, NOTE, role=chair.role, seat=chair_within(lobby, chair))
    return View(phrase("table-note-title", game=_game(lobby)), (Text(said),))


def _stopped_title(lobby: Lobby) -> Phrase:
    return phrase("table-stopped-title", game=_game(lobby))


def _stopped(lobby: Lobby, name_of: NameOf, said: str) -> Text:
    """Return a sentence on who stopped the game."""
    by = lobby.stopped_by
    return Text(phrase(said, who=name_of(by) if by else phrase("sitter-gone")), Tone.STRONG)


def _game(lobby: Lobby) -> Phrase:
    return phrase("game-name", game=lobby.kind)


def _blocks(
    lobby: Lobby, name_of: NameOf, faces: Mapping[str, Face], offer: Offer
) -> Iterator[Block]:
    yield from roster(lobby, name_of, faces)
    yield from _reaching(lobby, name_of)
    yield Text(phrase("table-settings", settings=summary(lobby, lobby.settings)), Tone.QUIET)
    if lobby.bots or lobby.empty:
        yield from (Text(remark, Tone.BAD) for remark in offer.remarks)
    yield Choices(tuple(_joining(lobby)))
    yield Choices(tuple(_leading(lobby, offer)))


def _footer(lobby: Lobby, name_of: NameOf) -> Phrase:
    if lobby.host is None:
        return phrase("table-footer-nobody")
    filled = to_fill(lobby)
    bots = "all" if filled == lobby.empty else "needed" if filled else "none"
    return phrase("table-footer", host=name_of(lobby.host), bots=bots)


def _reaching(lobby: Lobby, name_of: NameOf) -> Iterator[Block]:
    """Yield whom direct messages of their own reach, and whom not, as far as is known."""
    closed = False
    for role in dict.fromkeys(chair.role for chair in lobby.chairs):
        privy = [(one, lobby.chair_of(one.user)) for one in lobby.privy]
        members = [member for member, chair in privy if chair and chair.role == role]
        if reached := tuple(name_of(one.user) for one in members if one.direct):
            own = of_game(lobby, OWN, role=role)
            yield Text(phrase("table-direct-open-to", who=reached, own=own), Tone.QUIET)
        if missed := tuple(name_of(one.user) for one in members if one.direct is False):
            closed, instead = True, of_game(lobby, INSTEAD, role=role)
            yield Text(phrase("table-direct-closed-to", who=missed, instead=instead), Tone.BAD)
    if closed:
        yield Choices((_choice(phrase("table-choice-reach"), RetryDirect()),))


def _joining(lobby: Lobby) -> Iterator[Choice]:
    """Yield what people may do with themselves."""
    yield from _teams(lobby)
    yield from _seats(lobby)
    yield _choice(phrase("table-choice-stand"), Stand())
    yield _choice(phrase("table-choice-watch"), Watch())
    yield _choice(phrase("table-choice-leave"), Leave())


def _teams(lobby: Lobby) -> Iterator[Choice]:
    """Yield the teams to be joined: where chairs are alike, by sitting down in the next one."""
    for team in lobby.teams:
        chairs = [chair for chair in lobby.of(team) if not chair.for_bot]
        label = phrase("table-choice-join", team=team)
        if not _are_alike(chairs):
            yield _choice(label, Join(team))
        elif len(chairs) > 1 and any(chair in for_people(lobby) for chair in chairs):
            yield _choice(label, TakeChair(Spot(team=team)))


def _seats(lobby: Lobby) -> Iterator[Choice]:
    """Yield the chairs to be taken, several alike as one, but for those of whole teams alike."""
    free = for_people(lobby)
    for sort in dict.fromkeys(chair.sort for chair in free):
        chair, *others = [one for one in free if one.sort == sort]
        team = [one for one in lobby.of(chair.team) if not one.for_bot]
        if len(team) > 1 and _are_alike(team):
            continue
        if others:
            yield _choice(sort_phrase(chair, 1), TakeChair(Spot(None, *sort)))
        else:
            yield _choice(chair_phrase(lobby, chair), TakeChair(Spot(chair.seat)))


def _are_alike(chairs: Sequence[Chairing]) -> bool:
    return len({chair.sort for chair in chairs}) < 2


def _leading(lobby: Lobby, offer: Offer) -> Iterator[Choice]:
    """Yield what the host may do."""
    yield _choice(phrase("table-choice-start"), Start(), Tone.GOOD)
    if len(dealt_teams(lobby)) > 1:
        yield _choice(phrase("table-choice-shuffle"), Shuffle())
    if picked(lobby):
        yield _choice(phrase("table-choice-spymaster"), PickSpymaster())
    if any(not chair.for_bot for chair in to_fill(lobby)):
        yield _choice(phrase("table-choice-bots"), SeatBot())
    if seat := plain_seat(lobby, offer.bots):
        yield _choice(phrase("form-bot"), SeatBot(Spot(seat)))
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
    for chair in lobby.lacking:
        name, bot = chair_within(lobby, chair), lobby.bot_for(chair)
        spot, named = Spot(chair.seat), is_named(bot, chair)
        yield Text(phrase("table-vacant", seat=name), Tone.STRONG)
        sit = _choice(phrase("table-choice-chair", seat=name), TakeChair(spot))
        let = _choice(phrase("table-choice-bot", bot=bot, named=named), SeatBot(spot))
        yield Choices((let,) if chair.for_bot else (sit, let))


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
