"""Boards that somebody deletes: each is posted anew, but for those that are deleted at once again.

A board that stays away for that is posted with the next change of its game.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import Final

import structlog

from adapters.chat.budget import RecentDict
from adapters.chat.platform import ChatApp
from adapters.discord.output.messages import Handle
from adapters.discord.output.response import DISCORD
from bot.games import MessageTarget, Room, StoreFault

REPOST_AFTER: Final = 60.0
"""Seconds for which a board that was posted anew is not again: nobody is to fight a program."""

_LOG = structlog.get_logger()


@dataclass(slots=True)
class DeletedBoards:
    """Hears what was deleted, and has `redraw` bring boards back; `now` tells seconds."""

    chat: ChatApp
    redraw: Callable[[MessageTarget], None]
    now: Callable[[], float] = monotonic
    _lately: RecentDict[MessageTarget, float] = field(default_factory=RecentDict, init=False)

    async def handle(self, channel: int, messages: Collection[int]) -> None:
        """Have the board that is among messages deleted from a channel or thread posted anew."""
        try:
            lost = await self._lost(channel, messages)
        except StoreFault as fault:
            _LOG.warning("loss-not-heard", platform=DISCORD, fault=fault.code)
            return
        for target in lost:
            if self.now() - self._lately.get(target, -inf) >= REPOST_AFTER:
                self._lately[target] = self.now()
                self.redraw(target)

    async def _lost(self, channel: int, messages: Collection[int]) -> tuple[MessageTarget, ...]:
        """Return where the newest board of the game in a channel was; raises StoreFault."""
        place = Room(DISCORD, str(channel))
        home = await self.chat.services.threads.find_game_room(place)
        game_id = home.game_id if home else await self.chat.games.current(place)
        if game_id is None:
            return ()
        boards = await self.chat.tasks.handles(DISCORD, game_id)
        handles = {target: Handle.parse(handle) for target, handle in boards.items()}
        return tuple(target for target, handle in handles.items() if handle.message in messages)
