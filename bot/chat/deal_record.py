"""The record of a finished game's deal, as a file with which anybody can check it."""

import json
from typing import Final

from bot.chat.request import Reply, ReplyFile
from bot.games.requests import Caller
from bot.games.service import Games
from bot.identity import GameId
from core.rules import Refusal
from core.view import Text, View, phrase

RECORD: Final = "deal.json"
"""The name of the file."""


async def deal_record(games: Games, caller: Caller, game_id: GameId) -> Reply:
    """Return what a drawn deal followed from; raises Refusal before the end and for other deals."""
    session = await games.visible_session(caller, game_id)
    kind, seen = session.game_type, session.observe(None)
    deal = kind.reveal(seen) if session.is_over and kind.commitment(seen) else None
    if deal is None:
        raise Refusal("deal-untold")
    content = json.dumps(deal.record, ensure_ascii=False, indent=1) + "\n"
    told = (phrase("deal-check", file=RECORD), *deal.phrases)
    return Reply(
        View(phrase("deal-title"), tuple(map(Text, told))), ReplyFile(RECORD, content.encode())
    )
