"""The one door to every game: adapters open tables, submit lines and ask for views here."""

from bot.games.learnt import LEARNT, SHARING
from bot.games.local_table import LocalTable
from bot.games.lookups import refusal
from bot.games.messages import MessageTarget, MessageTask, MessageTasks
from bot.games.requests import (
    Caller,
    Countdown,
    Delivery,
    GameView,
    OtherGame,
    Press,
    Receipt,
    SeatedUser,
    Submission,
    Update,
)
from bot.games.service import Games
from bot.games.shares import TooManyLines
from bot.games.threads import GameRoom, Thread, Threads
from bot.identity import GameId, GuildId, Room, User
from bot.lobby.model import Status
from bot.lobby.phrases import RULES
from bot.store.faults import StoreFault
from bot.store.notify import Change, ChangeNotice, ChangesMissed

__all__ = [
    "LEARNT",
    "RULES",
    "SHARING",
    "Caller",
    "Change",
    "ChangeNotice",
    "ChangesMissed",
    "Countdown",
    "Delivery",
    "GameId",
    "GameRoom",
    "GameView",
    "Games",
    "GuildId",
    "LocalTable",
    "MessageTarget",
    "MessageTask",
    "MessageTasks",
    "OtherGame",
    "Press",
    "Receipt",
    "Room",
    "SeatedUser",
    "Status",
    "StoreFault",
    "Submission",
    "Thread",
    "Threads",
    "TooManyLines",
    "Update",
    "User",
    "refusal",
]
