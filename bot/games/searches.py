"""Actions that an engine works out, such as a hint: no transaction is open meanwhile.

The first try of a request ends in `SearchNeeded`; the next one knows the answer.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from bot.games.session import Session
from bot.gametypes.engine import FALLBACK, Engine, MoveRequest
from bot.gametypes.game_type import AnyAction
from core.agents.memory import EMPTY
from core.bot import BotChoice
from core.rules import IllegalAction, Seat

SEARCH_SECONDS: Final = 10.0
"""How long a person waits for an answer, in the engine's queue too."""


class SearchNeeded(Exception):
    """An action that an engine has to work out before it can be judged."""


@dataclass(slots=True)
class ActionSearch:
    """Works out the action of one request; without an `engine`, actions stay as they are.

    `person` is who asks, for the engine's queue.
    """

    engine: Engine | None
    person: str
    seconds: float = SEARCH_SECONDS
    _request: MoveRequest | None = field(default=None, init=False)
    _choice: BotChoice[object, object] | None = field(default=None, init=False)

    def complete(self, session: Session, seat: Seat, action: AnyAction) -> AnyAction:
        """Return an action as the engine has worked it out; raises SearchNeeded before that.

        What needs no engine, or is not allowed, is returned as it is.
        """
        bots = session.game_type.bots
        bot = bots.adviser(action) if self.engine else ""
        if not bot or action not in session.rules.legal(session.state, seat).actions:
            return action
        question = bots.build_request(session.rules, session.observe(seat))
        request = MoveRequest(session.game_type.name, bot, question, EMPTY, (0,), self.person)
        if self._choice is None or request != self._request:
            self._request, self._choice = request, None
            raise SearchNeeded
        return self._choice.action

    async def run(self) -> None:
        """Work out what the last try needed; raises IllegalAction where that takes too long."""
        if self.engine is None or self._request is None or self._choice is not None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(self.seconds):
                self._choice = await self.engine.choose(self._request)
        if self._choice is None or self._choice.cause == FALLBACK:
            raise IllegalAction("search-slow")
