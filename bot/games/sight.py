"""A table as its bots see it: what a game's `Council` judges by."""

from bot.council import Sight
from bot.games.session import Session
from bot.lobby.model import Status


def sight_of(session: Session) -> Sight:
    """Return a table as its bots see it; a game that does not run waits for nobody."""
    sitters = session.lobby.sitters
    is_running = session.lobby.status is Status.RUNNING
    return Sight(
        public=session.observe(None),
        to_act=session.rules.to_act(session.state) if is_running else frozenset(),
        people=frozenset(seat for seat, user in sitters.items() if not user.is_bot),
        bots={seat: session.observe(seat) for seat, user in sitters.items() if user.is_bot},
        last=session.log[-1].event if session.log else None,
    )
