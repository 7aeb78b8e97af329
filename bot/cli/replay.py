"""A game told again from its log: what all could see, when, and the deal once the game is over."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.games.requests import Update
from bot.games.service import Games
from bot.gametypes.game_type import RevealedDeal
from bot.identity import GameId
from bot.lobby.model import Status
from bot.texts import Texts
from core.view import Phrase, phrase


@dataclass(frozen=True, slots=True)
class Replay:
    """A game's public course: what happened, as all may know it, and when.

    `deal` is None, and `thoughts` of bots are not told, until the game is over: both hold secrets.
    """

    game_id: GameId
    kind: str
    status: Status
    version: int
    updates: tuple[tuple[datetime, Update], ...]
    deal: RevealedDeal | None = field(repr=False)
    decided: tuple[Phrase, ...] = ()
    thoughts: tuple[Phrase, ...] = field(default=(), repr=False)


def replay_command(game_id: GameId, state: str | None) -> str:
    """Return the command that tells a game again, as a shell reads it.

    `state` is the file with the games, where one was named.
    """
    kept = () if state is None else ("--state", state)
    return shlex.join(("spyring", "replay", game_id, *kept))


async def replay(games: Games, game_id: GameId) -> Replay:
    """Return the course of a game; raises IllegalAction where there is none, and StoreFault.

    Moves that were taken back are told, too.
    """
    session, log = await games.history(game_id)
    times = {one.version: one.at for one in log}
    news = await games.updates(game_id)
    # The game may have gone on between the two.
    told = tuple((times[one.version], one) for one in news if one.version in times)
    return Replay(
        game_id,
        session.game_type.name,
        session.lobby.status,
        session.version,
        told,
        session.game_type.reveal(session.observe(None)) if session.is_over else None,
        await games.recap(game_id),
        await games.recap(game_id, every_turn=True),
    )


def replay_lines(found: Replay) -> tuple[Phrase, ...]:
    """Return a game's course, a phrase for each thing that happened."""
    title = phrase("replay-title", game=found.game_id, kind=found.kind, status=found.status.value)
    told = (
        phrase("replay-line", at=at.isoformat(" ", "seconds"), said=update.phrase)
        for at, update in found.updates
    )
    more = () if found.thoughts == found.decided else found.thoughts
    return (title, *told, *_ending(found), *found.decided, *more)


def replay_json(found: Replay, texts: Texts) -> dict[str, Any]:
    """Return a game's course as JSON; moments in ISO 8601, `deal` as `play --record` writes it."""
    return {
        "game": found.game_id,
        "kind": found.kind,
        "status": found.status.value,
        "version": found.version,
        "events": [
            {
                "version": one.version,
                "at": at.isoformat(),
                "line": one.line,
                "said": texts.say(one.phrase),
            }
            for at, one in found.updates
        ],
        "decided": [*map(texts.say, found.decided)],
        "thoughts": [*map(texts.say, found.thoughts)],
        "deal": None if found.deal is None else dict(found.deal.record),
    }


def _ending(found: Replay) -> Sequence[Phrase]:
    """Return the sentences after the last line: the deal, or why it is not told."""
    if found.status is Status.OVER:
        return () if found.deal is None else found.deal.phrases
    return (phrase("replay-not-over", status=found.status.value),)
