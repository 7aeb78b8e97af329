"""Why something is closed to somebody: what the rules say to a line before anybody types it."""

from bot.games.clerk import names_at
from bot.games.door import Games
from bot.games.naming import name_in
from bot.games.receipt import Caller
from bot.games.wish import Ground, line_wished
from bot.identity import GameId
from bot.lobby.rules import Actor
from bot.store.games import read_game
from core.rules import IllegalAction, InvalidNotation


async def refusal(
    games: Games, caller: Caller, line: str, *, turn: int, game_id: GameId
) -> IllegalAction | None:
    """Return how a person's line would be refused; None where it cannot be read or is allowed.

    Nothing happens. Raises StoreFault.
    """
    async with games.store.reading() as conn:
        row = await read_game(conn, game_id)
        if row is None:
            return IllegalAction("no-such-game", game=game_id)
        session = await games.ledger.session(conn, row)
        ground = Ground(games.entropy, await games.ledger.pack(conn, row.lists["pack"]))
        names = await names_at(conn, session)
    try:
        line_wished(session, Actor(caller.user, caller.room), line, turn, ground)
    except InvalidNotation:
        return None
    except IllegalAction as refused:
        name_in(refused, games.plating(session.lobby, names))
        return refused
    return None
