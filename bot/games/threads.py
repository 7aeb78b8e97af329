"""Threads: the places that games have of their own inside the rooms where they were opened.

The room stays the game's: what is sent in its thread is taken as sent in the room, about that game.
"""

from dataclasses import dataclass

from bot.games.messages import MessageTarget
from bot.games.service import Games
from bot.identity import Room
from bot.store import threads
from bot.store.threads import ThreadRow


@dataclass(frozen=True, slots=True)
class Thread:
    """The thread of what all see of a game in a room; its place is None where none could be made.

    In one that `is_unusable` nothing can be posted (any more): the game is shown in its room.
    """

    target: MessageTarget
    place: Room | None
    is_unusable: bool = False


class Threads:
    """The threads of all games."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def thread(self, target: MessageTarget) -> Thread | None:
        """Return a game's thread, None while nobody has tried to make one; raises StoreFault."""
        async with self._games.store.reading() as conn:
            row = await threads.thread_of(conn, target.game_id, target.room)
        return None if row is None else Thread(target, row.thread, row.closed)

    async def save(self, thread: Thread) -> None:
        """Remember a game's thread as it is now; raises StoreFault."""
        home = thread.target
        row = ThreadRow(home.game_id, home.room, thread.place, thread.is_unusable)
        async with self._games.store.writing() as conn:
            await threads.put_thread(conn, row)

    async def find_game_room(self, place: Room) -> MessageTarget | None:
        """Return whose thread a place is, None for one that is no game's; raises StoreFault."""
        async with self._games.store.reading() as conn:
            row = await threads.thread_at(conn, place)
        return MessageTarget(row.game_id, row.room) if row else None
