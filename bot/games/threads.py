"""Threads: the places that games have of their own inside the rooms where they were opened.

The room stays the game's: what is sent in its thread is taken as sent in the room, about that game.
"""

from dataclasses import dataclass

from bot.games.service import Games
from bot.identity import GameId, Room
from bot.store import threads
from bot.store.threads import ThreadRow


@dataclass(frozen=True, slots=True)
class GameRoom:
    """The owner of a thread: a game, and the room where it was opened."""

    game_id: GameId
    room: Room


@dataclass(frozen=True, slots=True)
class Thread:
    """The thread of a game; its place is None where none could be made.

    In one that is `closed` nothing can be posted (any more): the game is shown in its room.
    """

    game_room: GameRoom
    place: Room | None
    is_unusable: bool = False


class Threads:
    """The threads of all games."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def thread(self, game_room: GameRoom) -> Thread | None:
        """Return a game's thread, None while nobody has tried to make one; raises StoreFault."""
        async with self._games.store.reading() as conn:
            row = await threads.thread_of(conn, game_room.game_id, game_room.room)
        return None if row is None else Thread(game_room, row.thread, row.closed)

    async def save(self, thread: Thread) -> None:
        """Remember a game's thread as it is now; raises StoreFault."""
        home = thread.game_room
        row = ThreadRow(home.game_id, home.room, thread.place, thread.is_unusable)
        async with self._games.store.writing() as conn:
            await threads.put_thread(conn, row)

    async def find_game_room(self, place: Room) -> GameRoom | None:
        """Return whose thread a place is, None for one that is no game's; raises StoreFault."""
        async with self._games.store.reading() as conn:
            row = await threads.thread_at(conn, place)
        return GameRoom(row.game_id, row.room) if row else None
