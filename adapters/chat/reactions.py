"""Guesses by reactions: a row and a column mark a card, a check mark takes it.

A platform reads which reactions a person has put on a board, and in which order.
"""

import asyncio
from dataclasses import dataclass, field

from adapters.chat.reaction_picks import ReactionBoard, button_id_of
from bot.games import Caller, Delivery, Games, GameView, Press, Submission
from core.rules import IllegalAction


@dataclass(slots=True)
class ReactionSequence:
    """Reactions of one person on a message, in the order in which they came."""

    put: list[str] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


async def view_of_reacting(games: Games, board: ReactionBoard, caller: Caller) -> GameView:
    """Return a game as one who reacts to its board may see it; from now on reactions are offered.

    Raises Refusal.
    """
    game_view = await games.look(caller, board.game_id)
    if not game_view.reactions:
        await games.reactions_used(caller, board.game_id)
    return game_view


async def submit_pick(
    games: Games,
    caller: Caller,
    board: ReactionBoard,
    place: tuple[int, int],
    game_view: GameView,
    delivery: Delivery,
    *,
    takes: bool,
) -> None:
    """Mark the card at a place, or take it; raises Refusal, also where there is no such card."""
    press = button_id_of(game_view, board, place)
    if press is None:
        raise IllegalAction("chat-no-pick")
    games.lines.spend(caller.user)
    mark = None if takes else Press(only_shows=True)
    await games.submit(caller, Submission(press.line, board.turn, board.game_id, delivery, mark))
