"""Threads: the places that games have of their own inside the rooms where they were opened.

The room stays the game's: what is sent in its thread is taken as sent in the room, about that game.
"""

from dataclasses import dataclass
from typing import Final

from bot.games.door import Games
from bot.identity import GameId, Room
from bot.store import threads
from bot.store.threads import ThreadRow

REMEMBERED: Final = 10_000
"""Threads whose games one process knows without asking the database."""


@dataclass(frozen=True, slots=True)
class Home:
    """Whose a thread is: a game, and the room where it was opened."""

    game_id: GameId
    room: Room


@dataclass(frozen=True, slots=True)
class Thread:
    """The thread of a game; its place is None where none could be made.

    In one that is `closed` nothing can be posted (any more): the game is shown in its room.
    """

    home: Home
    place: Room | None
    closed: bool = False


class Threads:
    """The threads of all games."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._homes: dict[Room, Home] = {}

    async def thread(self, home: Home) -> Thread | None:
        """Return a game's thread, None while nobody has tried to make one; raises StoreFault."""
        async with self._games.store.reading() as conn:
            row = await threads.thread_of(conn, home.game_id, home.room)
        return None if row is None else Thread(home, row.thread, row.closed)

    async def keep(self, thread: Thread) -> None:
        """Remember a game's thread as it is now; raises StoreFault."""
        home = thread.home
        row = ThreadRow(home.game_id, home.room, thread.place, thread.closed)
        async with self._games.store.writing() as conn:
            await threads.put_thread(conn, row)

    async def home(self, place: Room) -> Home | None:
        """Return whose thread a place is, None for one that is no game's; raises StoreFault.

        A thread stays its game's, so that what was found is not looked for again.
        """
        if place not in self._homes:
            async with self._games.store.reading() as conn:
                row = await threads.thread_at(conn, place)
            if row is None:
                return None
            if len(self._homes) >= REMEMBERED:
                self._homes.clear()
            self._homes[place] = Home(row.game_id, row.room)
        return self._homes[place]

    def drop(self) -> None:
        """Forget what this process has found: games may have been deleted."""
        self._homes.clear()
