"""What has happened at a table, as all may know it: lines and sentences, never an event."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace

from bot.games.receipt import Look, News, Sitter
from bot.games.session import Recorded, Session
from bot.identity import User
from bot.lobby import describe, present
from bot.lobby.model import GameOver, KeyShown, Status
from core.rules import Legal, Seat
from core.view import View

_UNSAID = (GameOver, KeyShown)
"""Events that tell nothing new: the game's own have said it."""


def news_of(
    session: Session, recorded: Iterable[Recorded], names: Mapping[User, str]
) -> tuple[News, ...]:
    """Return events of a session's log for the public; `names` are what people are called."""
    return tuple(
        _news(session, one, names) for one in recorded if not isinstance(one.event, _UNSAID)
    )


def _news(session: Session, one: Recorded, names: Mapping[User, str]) -> News:
    if not session.kind.codec.knows(one.event):
        said = describe.describe(one.event, session.lobby, lambda user: names.get(user, user.id))
        return News(one.version, None, said)
    game, public = session.kind.game, session.observe(None)
    line, said = game.event_line(one.event, public), game.describe(one.event, public)
    return News(one.version, line, said)


def look_of(session: Session, user: User | None, names: Mapping[User, str]) -> Look:
    """Return the game as a person (None: the public) may see it."""
    seat = session.lobby.seat_of(user) if user else None
    due = session.rules.to_act(session.state)
    sitters = session.lobby.sitters
    return Look(
        game_id=session.game_id,
        version=session.version,
        turn=session.turn,
        status=session.lobby.status,
        view=_view(session, user, names),
        seat=seat,
        due=tuple(sitters[one] for one in sorted(due) if one in sitters),
        sitters=tuple(
            Sitter(one, sitter, names.get(sitter, sitter.id))
            for one, sitter in sorted(sitters.items())
        ),
    )


def _view(session: Session, user: User | None, names: Mapping[User, str]) -> View:
    """Return the lobby until the game begins, and the game with what stands beside it then."""
    lobby, status = session.lobby, session.lobby.status
    seat = lobby.seat_of(user) if user else None

    def name_of(user: User) -> str:
        return names.get(user, user.id)

    if status is Status.LOBBY or (status is Status.STOPPED and not session.log):
        return present.present(lobby, name_of)
    asked = seat if user else _asked(session)
    running = status is Status.RUNNING and asked is not None
    legal = session.rules.legal(session.state, asked) if running and asked else Legal()
    seen: View = session.kind.game.present(session.observe(seat), legal)
    return replace(seen, blocks=(*seen.blocks, *present.beside(lobby, name_of)))


def _asked(session: Session) -> Seat | None:
    """Return the seat of the first person that the table waits for."""
    sitters, due = session.lobby.sitters, sorted(session.rules.to_act(session.state))
    people = (one for one in due if one in sitters and not sitters[one].is_bot)
    return next(people, None)


def users_in(recorded: Iterable[Recorded]) -> frozenset[User]:
    """Return the users whom events name."""
    return frozenset(
        value
        for one in recorded
        for value in (getattr(one.event, field.name) for field in fields(one.event))
        if isinstance(value, User)
    )
