"""The one door to every game: adapters open tables, submit lines and ask for views here."""

from bot.games.closing import refusal
from bot.games.door import Games
from bot.games.drawing import Drawing, Drawings, Spot
from bot.games.notice import Notice
from bot.games.receipt import Caller, Delivery, Look, News, Receipt, Sitter
from bot.games.threads import Home, Thread, Threads
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.model import Status
from bot.notify import Change, Gap
from bot.store.faults import StoreFault

__all__ = [
    "Caller",
    "Change",
    "Delivery",
    "Drawing",
    "Drawings",
    "GameId",
    "Games",
    "Gap",
    "GuildId",
    "Home",
    "Look",
    "News",
    "Notice",
    "Receipt",
    "Room",
    "Sitter",
    "Spot",
    "Status",
    "StoreFault",
    "Thread",
    "Threads",
    "User",
    "refusal",
]
