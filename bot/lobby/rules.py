"""The rules of a table: actions become events, which fold to the next table."""

from dataclasses import replace
from typing import Final

from bot.identity import User
from bot.lobby.context import ActionContext, Actor, GameContext, LobbyAction
from bot.lobby.events import DirectFound, KeySeen, LobbyEvent, SettingsChanged
from bot.lobby.game_events import LobbyClosed, fold
from bot.lobby.members import Leave
from bot.lobby.model import Lobby, Status
from bot.lobby.progress import Rematch, settled
from core.rules import Entropy, IllegalAction

UNKNOWN: Final = GameContext()


def decide(
    lobby: Lobby, actor: Actor, action: LobbyAction, entropy: Entropy, game: GameContext = UNKNOWN
) -> tuple[LobbyEvent, ...]:
    """Return the events of an action; raises IllegalAction.

    There are none if nothing changes, and for `ChangeOption`, which the game itself decides.
    """
    if lobby.is_closed and not isinstance(action, Rematch | Leave):
        raise IllegalAction("table-closed")
    events = tuple(action.decide(ActionContext(lobby, actor, entropy, game)))
    after = fold(events, lobby)
    shown = keys_shown(after) if game.dealt else ()
    return (*events, *settled(after, game), *shown)


def keys_shown(lobby: Lobby) -> tuple[KeySeen, ...]:
    """Return a KeySeen for each person with a new private view; `decide` adds them after a deal."""
    if lobby.status is not Status.RUNNING:
        return ()
    chairs = ((member.user, lobby.chair_of(member.user)) for member in lobby.with_private_view)
    seen = ((user, chair.private_view) for user, chair in chairs if chair)
    return tuple(KeySeen(user, what) for user, what in seen if (user, what) not in lobby.shown)


def direct_found(lobby: Lobby, user: User, *, reached: bool) -> tuple[DirectFound, ...]:
    """Return the event for direct messages that now reach a member or fail; () if unchanged."""
    member = lobby.member(user)
    expected = reached and lobby.status is not Status.LOBBY
    if member is None or expected or member.direct is reached:
        return ()
    return (DirectFound(user, reached),)


def reactions_used(lobby: Lobby) -> tuple[SettingsChanged, ...]:
    """Return the event that adds reactions to boards from now on; () if they have them."""
    if lobby.settings.reactions or lobby.is_closed:
        return ()
    return (SettingsChanged(replace(lobby.settings, reactions=True)),)


def closed(lobby: Lobby) -> tuple[LobbyClosed, ...]:
    """Return the events that close an idle table; raises IllegalAction once its game has begun."""
    if lobby.status is not Status.LOBBY:
        raise IllegalAction("table-closed" if lobby.is_closed else "table-running")
    return (LobbyClosed(),)
