"""Threads: the places that games have of their own inside the rooms where they were opened.

The room stays the game's: what is sent in its thread is taken as sent in the room, about that game.
"""

from dataclasses import dataclass
from typing import Final

from bot.games.service import Games
from bot.identity import GameId, Room
from bot.store import threads
from bot.store.threads import ThreadRow

THREADS_REMEMBERED: Final = 10_000
"""Threads whose games one process knows without asking the database."""


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
        self._game_rooms: dict[Room, GameRoom] = {}

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
        """Return whose thread a place is, None for one that is no game's; raises StoreFault.

        A thread stays its game's, so that what was found is not looked for again.
        """
        if place not in self._game_rooms:
            async with self._games.store.reading() as conn:
                row = await threads.thread_at(conn, place)
            if row is None:
                return None
            if len(self._game_rooms) >= THREADS_REMEMBERED:
                self._game_rooms.clear()
            self._game_rooms[place] = GameRoom(row.game_id, row.room)
        return self._game_rooms[place]

    def clear_cache(self) -> None:
        """Forget what this process has found: games may have been deleted."""
        self._game_rooms.clear()
