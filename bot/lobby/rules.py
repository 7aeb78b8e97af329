"""The rules of a table: wishes in, events out; the events add up to the next table."""

from dataclasses import replace
from typing import Final

from bot.identity import User
from bot.lobby.context import ActionContext, Actor, GameContext, LastMove, LobbyAction
from bot.lobby.events import DirectFound, KeySeen, LobbyEvent, SettingsChanged
from bot.lobby.game_events import LobbyClosed, fold
from bot.lobby.members import Leave
from bot.lobby.model import Lobby, Status
from bot.lobby.progress import Rematch, settled
from core.rules import Entropy, IllegalAction

NOTHING_KNOWN: Final = GameContext()


def decide(
    lobby: Lobby,
    actor: Actor,
    action: LobbyAction,
    *,
    entropy: Entropy,
    last_move: LastMove | None = None,
    game: GameContext = NOTHING_KNOWN,
) -> tuple[LobbyEvent, ...]:
    """Return the facts that the action makes true; raises IllegalAction.

    There may be none, where all is as it was wished for already, and for `ChangeOption`, which the
    game itself judges.
    """
    if lobby.is_closed and not isinstance(action, Rematch | Leave):
        raise IllegalAction("table-closed")
    events = tuple(action.decide(ActionContext(lobby, actor, entropy, last_move, game)))
    after = fold(events, lobby)
    shown = keys_shown(after) if game.dealt else ()
    return (*events, *settled(after, last_move, game), *shown)


def keys_shown(lobby: Lobby) -> tuple[KeySeen, ...]:
    """Return that people see what their chairs see, for those who did not before.

    `decide` does so by itself, unless it is told that nothing has been dealt yet.
    """
    if lobby.status is not Status.RUNNING:
        return ()
    chairs = ((member.user, lobby.chair_of(member.user)) for member in lobby.with_private_view)
    seen = ((user, chair.private_view) for user, chair in chairs if chair)
    return tuple(KeySeen(user, what) for user, what in seen if (user, what) not in lobby.shown)


def direct_found(lobby: Lobby, user: User, *, reached: bool) -> tuple[DirectFound, ...]:
    """Return that direct messages reach a member or do not, where that is new to the table.

    Once the game has begun, they are expected to.
    """
    member = lobby.member(user)
    expected = reached and lobby.status is not Status.LOBBY
    if member is None or expected or member.direct is reached:
        return ()
    return (DirectFound(user, reached),)


def reactions_used(lobby: Lobby) -> tuple[SettingsChanged, ...]:
    """Return that reactions to pick by are offered from now on, where that is new to the table."""
    if lobby.settings.reactions or lobby.is_closed:
        return ()
    return (SettingsChanged(replace(lobby.settings, reactions=True)),)


def closed(lobby: Lobby) -> tuple[LobbyClosed, ...]:
    """Return the end of a table at which nobody does anything; raises IllegalAction after that."""
    if lobby.status is not Status.LOBBY:
        raise IllegalAction("table-closed" if lobby.is_closed else "table-running")
    return (LobbyClosed(),)
