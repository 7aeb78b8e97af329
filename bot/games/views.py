"""What has happened at a table, as its readers may know it: lines and sentences, never an event."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any

from bot.games.naming import Names, Plates, Plating, called, named, nameplates
from bot.games.receipt import Look, News, Sitter
from bot.games.session import Recorded, Session
from bot.identity import User
from bot.kinds import Kind
from bot.lobby import describe, present
from bot.lobby.describe import NameOf
from bot.lobby.form import Offer
from bot.lobby.history import apply, fold
from bot.lobby.model import Chairing, GameOver, KeyShown, Lobby, Status
from bot.lobby.renaming import NamesReplaced
from bot.lobby.roster import seating
from core.rules import Legal, Seat
from core.view import Block, Fields, Grid, Phrase, Text, View, phrase

_UNSAID = (GameOver, KeyShown, NamesReplaced)
"""Events that tell nothing new: the game's own have said it, or it concerns no player."""


def news_of(
    session: Session,
    recorded: Iterable[Recorded],
    names: Names,
    *,
    before: Lobby,
    plating: Plating = nameplates,
    seat: Seat | None = None,
) -> tuple[News, ...]:
    """Return events that follow each other in a session's log for a seat (None: the public).

    `names` are what people are called; `before` is the table before the first of the events.
    """
    return tuple(_told(session, recorded, names, before, plating, session.observe(seat)))


def _told(
    session: Session,
    recorded: Iterable[Recorded],
    names: Names,
    lobby: Lobby,
    plating: Plating,
    seen: Any,  # noqa: ANN401 - the game's own
) -> Iterator[News]:
    """Yield news, each as of those who sat at the table then, for who has seen so much."""
    plates = plating(lobby, names)
    for one in recorded:
        if session.kind.codec.knows(one.event):
            yield _game_news(session, one, plates, seen)
            continue
        lobby = apply(lobby, one.event)
        plates = plating(lobby, names)
        if not isinstance(one.event, _UNSAID):
            said = describe.describe(one.event, session.lobby, lambda user: called(user, names))
            yield News(one.version, None, said)


def _game_news(session: Session, one: Recorded, plates: Plates, seen: Any) -> News:  # noqa: ANN401
    game = session.kind.game
    line, said = game.event_line(one.event, seen), game.describe(one.event, seen)
    return News(one.version, line, named(said, plates))


def table_of(kind: Kind, log: Iterable[Recorded]) -> Lobby:
    """Return the table that a log, from its beginning on, adds up to."""
    return fold(one.event for one in log if not kind.codec.knows(one.event))


def look_of(
    session: Session, user: User | None, names: Names, plating: Plating = nameplates
) -> Look:
    """Return the game as a person (None: the public) may see it."""
    return _look(session, user, names, plating, alone=False)


def own_look_of(session: Session, user: User, names: Names, plating: Plating = nameplates) -> Look:
    """Return what a message to one person alone shows: what their chair sees, or that it waits."""
    look = _look(session, user, names, plating, alone=True)
    chair = session.lobby.chair_of(user)
    if chair and chair.sees and _has_own(session, chair, is_due=user in look.due):
        return replace(look, view=_unpointed(look.view))
    return replace(look, view=present.note(session.lobby, user), due=())


def _look(
    session: Session, user: User | None, names: Names, plating: Plating, *, alone: bool
) -> Look:
    """Return the game as a person (None: the public) may see it.

    What somebody is shown `alone` stands beside what all see, and leaves out who sits where.
    """
    seat = session.lobby.seat_of(user) if user else None
    running = session.lobby.status is Status.RUNNING
    due = session.rules.to_act(session.state) if running else frozenset[Seat]()
    lobby, sitters = session.lobby, session.lobby.sitters
    return Look(
        game_id=session.game_id,
        version=session.version,
        turn=session.turn,
        status=session.lobby.status,
        view=_view(session, user, names, plating, alone=alone),
        seat=seat,
        due=tuple(sitters[one] for one in sorted(due) if one in sitters and _is_called(lobby, one)),
        sitters=tuple(
            Sitter(one, sitter, names.get(sitter, sitter.id))
            for one, sitter in sorted(sitters.items())
        ),
        theme=session.lobby.settings.theme,
        thread=session.lobby.settings.thread,
        game=session.kind.name,
        bots=_bots(session),
        apart=_is_apart(session, user),
    )


def _has_own(session: Session, chair: Chairing, *, is_due: bool) -> bool:
    """Return whether there is something that only a chair sees: its board, or a key or its form."""
    if chair.board:
        return session.began is not None
    return bool(session.kind.words(session.state)) or is_due


def _is_apart(session: Session, user: User | None) -> bool:
    """Return whether a person, or (None) anybody, is shown a board in the game that runs alone."""
    lobby = session.lobby
    chairs = (lobby.chair_of(user),) if user else lobby.chairs
    running = lobby.status is Status.RUNNING
    return running and any(chair.board for chair in chairs if chair)


def _view(
    session: Session, user: User | None, names: Names, plating: Plating, *, alone: bool
) -> View:
    """Return the lobby until the game begins, and the game with what stands beside it then."""
    lobby, status = session.lobby, session.lobby.status
    seat = lobby.seat_of(user) if user else None

    def name_of(user: User) -> Phrase | str:
        return called(user, names)

    if status is Status.LOBBY or (status is Status.STOPPED and session.began is None):
        return present.present(lobby, name_of, session.kind.faces, _offer(session))
    legal: Legal[Any] = Legal()
    if status is Status.RUNNING and user is None:
        legal = _offered(session)
    elif status is Status.RUNNING and seat:
        legal = session.rules.legal(session.state, seat)
    seen: View = session.kind.game.present(session.observe(seat), legal)
    shown = with_names(seen, session, plating(lobby, names))
    if not alone:
        shown = _with_players(shown, session, name_of)
    if status is Status.STOPPED:
        shown = present.halted(shown, lobby, name_of, *_of_day(session))
    return replace(shown, blocks=(*shown.blocks, *present.beside(lobby, name_of)))


def _of_day(session: Session) -> Iterator[Text]:
    """Yield that a game of the day that was stopped can be gone on with."""
    scoring = session.kind.scoring
    if scoring and (day := scoring.day(session.options)):
        yield Text(phrase("daily-stopped", day=day.isoformat()))


def _with_players(view: View, session: Session, name_of: NameOf) -> View:
    """Return a game's view with who plays, and that bots think, behind the last that is written.

    There it takes no more room than its lines.
    """
    lobby = session.lobby
    running = lobby.status is Status.RUNNING
    due = session.rules.to_act(session.state) if running else frozenset[Seat]()
    players = seating(lobby, name_of, session.kind.faces)
    told: tuple[Block, ...] = (*present.thinking(lobby, due, name_of), players)
    written = [place for place, one in enumerate(view.blocks) if isinstance(one, Text | Fields)]
    end = written[-1] + 1 if written else 0
    return replace(view, blocks=(*view.blocks[:end], *told, *view.blocks[end:]))


def with_names(view: View, session: Session, plates: Plates) -> View:
    """Return a game's view with the names of those who sit at the table.

    The title tells whom it waits for; all else what has been done, where chairs that somebody has
    left keep their own names.
    """
    return replace(named(view, lasting(session, plates)), title=named(view.title, plates))


def lasting(session: Session, plates: Plates) -> Plates:
    """Return the plates of those who have sat in their chairs all the time."""
    return {seat: plate for seat, plate in plates.items() if seat not in session.moved}


def _unpointed(view: View) -> View:
    """Return a view without who points where: a key changes only when a card falls."""
    blocks = (_bare(block) if isinstance(block, Grid) else block for block in view.blocks)
    return replace(view, blocks=tuple(blocks))


def _bare(grid: Grid) -> Grid:
    rows = (tuple(replace(cell, marks=()) for cell in row) for row in grid.cells)
    return replace(grid, cells=tuple(rows))


def _offer(session: Session) -> Offer:
    """Return what the game offers to its lobby."""
    kind = session.kind
    options = kind.game.commands.new.options
    values, remarks = kind.values(session.options), kind.bots.remarks(session.rules)
    return Offer(dict(_bots(session)), options, values, remarks)


def _bots(session: Session) -> tuple[tuple[Seat, tuple[str, ...]], ...]:
    """Return the bots that each chair is offered."""
    bots, options = session.kind.bots, session.options
    seats = (chair.seat for chair in session.lobby.chairs)
    return tuple((seat, bots.at(options, seat)) for seat in seats)


def _is_called(lobby: Lobby, seat: Seat) -> bool:
    """Return whether the table calls who sits there: who came to an open chair is there anyway."""
    chair = lobby.chair(seat)
    return chair is None or not chair.optional


def _asked(session: Session) -> tuple[Seat, ...]:
    """Return the seat of the first person of each team that the table waits for."""
    lobby, due = session.lobby, sorted(session.rules.to_act(session.state))
    sitters = lobby.sitters
    chairs = (lobby.chair(one) for one in due if one in sitters and not sitters[one].is_bot)
    first = {chair.team: chair.seat for chair in reversed([*filter(None, chairs)])}
    return tuple(sorted(first.values()))


def _open(session: Session, seat: Seat) -> Legal[Any]:
    """Return what all may be offered of what a seat may do.

    What there is to choose on a board tells of the board; a form does not.
    """
    legal: Legal[Any] = session.rules.legal(session.state, seat)
    chair = session.lobby.chair(seat)
    return Legal(forms=legal.forms) if chair and chair.board else legal


def _offered(session: Session) -> Legal[Any]:
    """Return what all are offered: what those may do whom the table waits for, each thing once."""
    found = [_open(session, seat) for seat in _asked(session)]
    actions = (action for one in found for action in one.actions)
    forms = (form for one in found for form in one.forms)
    return Legal(tuple(dict.fromkeys(actions)), tuple(dict.fromkeys(forms)))


def users_in(recorded: Iterable[Recorded]) -> frozenset[User]:
    """Return the users whom events name."""
    return frozenset(
        value
        for one in recorded
        for value in (getattr(one.event, field.name) for field in fields(one.event))
        if isinstance(value, User)
    )
