"""Views and updates for the readers of a game: lines and sentences, never events."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from bot.games.names import DisplayNames, TableNames, with_names
from bot.games.requests import GameView, SeatedUser, Update
from bot.games.session import Recorded, Session
from bot.gametypes.game_type import AnyAction, AnyLegal
from bot.identity import User
from bot.lobby import view as lobby_view
from bot.lobby.forms import Offer, rules_of
from bot.lobby.model import Lobby, LobbyChair, Status
from bot.lobby.phrases import NameOf
from bot.lobby.placement import newcomers_chair
from bot.lobby.view import seating
from core.rules import Form, Legal, Seat
from core.view import Block, Fields, Grid, Text, Tone, View, phrase


def updates_for(
    session: Session,
    recorded: Iterable[Recorded],
    names: TableNames,
    *,
    before: Lobby,
    seat: Seat | None = None,
) -> tuple[Update, ...]:
    """Return the updates of successive events in a session's log, for a seat (None: the public).

    `before` is the lobby before the first of them: each update has the names at that moment.
    """
    knows, game = session.game_type.codec.knows, session.game_type.game
    seen = session.observe(seat)
    lobby, plates, found = before, names.at(before), list[Update]()
    for one in recorded:
        if knows(one.event):
            line, said = game.event_line(one.event, seen), game.describe(one.event, seen)
            found.append(Update(one.version, line, with_names(said, plates)))
            continue
        lobby = one.event.apply(lobby)
        plates = names.at(lobby)
        if one.event.is_told:
            said = one.event.describe(session.lobby, partial(names.in_event, lobby))
            found.append(Update(one.version, None, said))
    return tuple(found)


def private_view_for(session: Session, user: User, names: TableNames) -> GameView:
    """Return the view of a private message: the chair's private view, or a note until then."""
    game_view = view_for(session, user, names, alone=True)
    chair = session.lobby.chair_of(user)
    if chair and chair.private_view and _has_own(session, chair, is_due=user in game_view.due):
        return replace(game_view, view=_without_marks(game_view.view))
    return replace(game_view, view=lobby_view.note(session.lobby, user), due=())


def view_for(
    session: Session, user: User | None, names: TableNames, *, alone: bool = False
) -> GameView:
    """Return a person's (None: the public) view of a game.

    A view for a person `alone` is shown next to the public one, and leaves out the players.
    """
    seat = session.lobby.seat_of(user) if user else None
    running = session.lobby.status is Status.RUNNING
    lobby, sitters, due = session.lobby, session.lobby.sitters, sorted(session.to_act)
    commands = session.game_type.game.commands
    unbidden = {chair.seat for chair in lobby.chairs if chair.optional}
    shown, public = _view(session, user, names, alone=alone), session.observe(None)
    deal = shown.footer if session.game_type.commitment(public) else None
    return GameView(
        game_id=session.game_id,
        version=session.version,
        turn=session.turn,
        status=session.lobby.status,
        view=replace(shown, footer=None) if deal else shown,
        seat=seat,
        due=tuple(sitters[one] for one in due if one in sitters and one not in unbidden),
        sitters=tuple(
            SeatedUser(one, sitter, names.known.get(sitter, sitter.id))
            for one, sitter in sorted(sitters.items())
        ),
        settings=session.lobby.settings,
        game=session.game_type.name,
        bots=_bots(session),
        apart=_is_apart(session, user),
        keyed=not session.is_over and any(chair.sees_key for chair in lobby.chairs),
        host=names.known.get(lobby.host, "") if lobby.host else "",
        deal=deal,
        recorded=session.is_over and deal is not None,
        questions=tuple(one.name for one in commands.questions) if session.is_over else (),
        teams=tuple(dict.fromkeys(one.team for one in lobby.chairs if not one.for_bot)),
        verbs=_verbs(session, seat) if running else frozenset(),
    )


def _verbs(session: Session, seat: Seat | None) -> frozenset[str]:
    """Return the verbs that a chair, or (None) any chair, can use in the game."""
    usable, lobby = session.game_type.game.usable, session.lobby
    chairs = {chair.role: chair.seat for chair in lobby.chairs if not chair.for_bot}
    seats = [seat] if seat else chairs.values()
    return frozenset(command.name for one in seats for command in usable(session.observe(one)))


def _has_own(session: Session, chair: LobbyChair, *, is_due: bool) -> bool:
    """Return whether a chair has anything private: its board, its key or its form."""
    if chair.board:
        return session.began is not None
    return bool(session.game_type.dealt_words(session.state)) or is_due


def _is_apart(session: Session, user: User | None) -> bool:
    """Return whether a person, or (None) anyone, has their own board in a running game."""
    lobby = session.lobby
    chairs = (lobby.chair_of(user),) if user else lobby.chairs
    running = lobby.status is Status.RUNNING
    return running and any(chair.board for chair in chairs if chair)


def _view(session: Session, user: User | None, names: TableNames, *, alone: bool) -> View:
    """Return the lobby's view before the game, and then the game's with the lobby's blocks."""
    lobby, status = session.lobby, session.lobby.status
    seat = lobby.seat_of(user) if user else None
    if status is Status.LOBBY or (status is Status.STOPPED and session.began is None):
        return lobby_view.present(lobby, names.of, session.game_type.faces, _offer(session), user)
    legal: AnyLegal = Legal()
    if status is Status.RUNNING:
        legal = _legal_for(session, user) if user else _offered(session)
    seen: View = session.game_type.game.present(session.observe(seat), legal)
    shown = view_with_names(seen, session, names.at(lobby))
    if not alone:
        shown = _with_players(shown, session, names.of)
    if status is Status.STOPPED:
        shown = lobby_view.halted(shown, lobby, names.of, *_told_at_stop(session))
    return _after_last_text(shown, lobby_view.table_blocks(lobby, names.of))


def _legal_for(session: Session, user: User) -> AnyLegal:
    """Return the legal actions of a person's chair; for newcomers, those of the open chair.

    If that chair has its own board, a newcomer's line only takes the chair: return none.
    """
    lobby = session.lobby
    if own := lobby.chair_of(user):
        return session.rules.legal(session.state, own.seat)
    chair = newcomers_chair(lobby)
    if chair is None or chair.board:
        return Legal()
    if not (lobby.admits(user) and lobby.may_know(user, chair)):
        return Legal()
    return session.rules.legal(session.state, chair.seat)


def _told_at_stop(session: Session) -> Iterator[Text]:
    """Yield the secret if the stop was a loss, and a note that a game of the day can go on."""
    kind = session.game_type
    if session.lobby.forfeit and (secret := kind.told_at_stop(session.state)):
        yield Text(secret, Tone.STRONG)
    if day := kind.day(session.options):
        yield Text(phrase("daily-stopped", game=kind.name, day=day.isoformat()))


def _with_players(view: View, session: Session, name_of: NameOf) -> View:
    """Return a game's view with players, thinking bots and opening remarks after its last text."""
    lobby = session.lobby
    running = lobby.status is Status.RUNNING
    kind = session.game_type
    players = seating(lobby, name_of, kind.faces)
    said = kind.opening(session.options, dict(lobby.bots)) if running and session.turn == 1 else ()
    level = (Text(one, Tone.QUIET) for one in said)
    told: tuple[Block, ...] = (*lobby_view.thinking(lobby, session.to_act), players, *level)
    return _after_last_text(view, told)


def _after_last_text(view: View, more: Iterable[Block]) -> View:
    """Return a view with more blocks after its last text, so that texts stay together."""
    written = [place for place, one in enumerate(view.blocks) if isinstance(one, Text | Fields)]
    end = written[-1] + 1 if written else 0
    return replace(view, blocks=(*view.blocks[:end], *more, *view.blocks[end:]))


def view_with_names(view: View, session: Session, display_names: DisplayNames) -> View:
    """Return a game's view with the names of players.

    The title is about the present players; other parts are about past moves, so chairs whose
    players changed keep their own names.
    """
    return replace(
        with_names(view, names_of_unmoved(session, display_names)),
        title=with_names(view.title, display_names),
    )


def names_of_unmoved(session: Session, display_names: DisplayNames) -> DisplayNames:
    """Return the display names of the chairs whose players have not changed."""
    return {seat: plate for seat, plate in display_names.items() if seat not in session.moved}


def _without_marks(view: View) -> View:
    """Return a view without marks on cards, so that a key changes only with its cards."""
    unmarked = partial(replace, marks=())
    blocks = (one.with_cells(unmarked) if isinstance(one, Grid) else one for one in view.blocks)
    return replace(view, blocks=tuple(blocks))


def _offer(session: Session) -> Offer:
    kind = session.game_type
    options = kind.game.commands.new.options
    values, remarks = kind.values(session.options), kind.bots.warnings(session.rules)
    language = kind.words_language(session.rules)
    rules = tuple(rules_of(kind.name, kind.example()))
    summary = kind.summary(session.options)
    bots, code = dict(_bots(session)), session.game_id
    return Offer(bots, options, values, remarks, language, summary, rules, code)


def _bots(session: Session) -> tuple[tuple[Seat, tuple[str, ...]], ...]:
    bots, options = session.game_type.bots, session.options
    seats = (chair.seat for chair in session.lobby.chairs)
    return tuple((seat, bots.offered_for(options, seat)) for seat in seats)


def _offered(session: Session) -> AnyLegal:
    """Return the public offer: the distinct actions and forms of people who are due.

    It leaves out actions on a private board, because they would reveal the board.
    """
    actions, forms = dict[AnyAction, None](), dict[Form, None]()
    for seat in sorted(session.to_act):
        sitter, chair = session.lobby.sitter(seat), session.lobby.chair(seat)
        if sitter and not sitter.is_bot:
            legal: AnyLegal = session.rules.legal(session.state, seat)
            forms |= dict.fromkeys(legal.forms)
            if not (chair and chair.board):
                actions |= dict.fromkeys(legal.actions)
    return Legal(tuple(actions), tuple(forms))
