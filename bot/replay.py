"""A game told again from its log: what all could see, when, and the deal once the game is over."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.games.door import Games
from bot.games.receipt import News
from bot.games.session import Session
from bot.identity import GameId
from bot.lobby.model import Status
from bot.record import Keyword, Record, record_json, recorded
from bot.texts import Texts
from core.codenames.model import Drawn
from core.codenames.notation import key_rows
from core.view import Phrase, phrase


@dataclass(frozen=True, slots=True)
class Told:
    """Something that happened, as all may know it."""

    at: datetime
    news: News


@dataclass(frozen=True, slots=True)
class Replay:
    """A game's public course; `deal` is None until the game is over, for it holds the secret."""

    game_id: GameId
    kind: str
    status: Status
    version: int
    told: tuple[Told, ...]
    deal: Record | None = field(repr=False)


async def replay(games: Games, game_id: GameId) -> Replay:
    """Return the course of a game; raises IllegalAction where there is none, and StoreFault.

    Moves that were taken back are told, too.
    """
    session, log = await games.history(game_id)
    times = {one.version: one.at for one in log}
    news = await games.news(game_id)
    # The game may have gone on between the two.
    told = tuple(Told(times[one.version], one) for one in news if one.version in times)
    return Replay(
        game_id,
        session.kind.name,
        session.lobby.status,
        session.version,
        told,
        _deal(session),
    )


def replay_lines(found: Replay) -> tuple[Phrase, ...]:
    """Return a game's course, a phrase for each thing that happened."""
    title = phrase("replay-title", game=found.game_id, kind=found.kind, status=found.status.value)
    told = (
        phrase("replay-line", at=one.at.isoformat(" ", "seconds"), said=one.news.said)
        for one in found.told
    )
    return (title, *told, *_ending(found))


def replay_json(found: Replay, texts: Texts) -> dict[str, Any]:
    """Return a game's course as JSON; moments in ISO 8601, `deal` as `play --record` writes it."""
    return {
        "game": found.game_id,
        "kind": found.kind,
        "status": found.status.value,
        "version": found.version,
        "events": [_told_json(one, texts) for one in found.told],
        "deal": None if found.deal is None else record_json(found.deal),
    }


def _told_json(one: Told, texts: Texts) -> dict[str, Any]:
    return {
        "version": one.news.version,
        "at": one.at.isoformat(),
        "line": one.news.line,
        "said": texts.say(one.news.said),
    }


def _deal(session: Session) -> Record | None:
    return recorded(session.observe(None)) if session.is_over else None


def _ending(found: Replay) -> Sequence[Phrase]:
    """Return the sentences after the last line: the deal, or why it is not told."""
    if found.deal is None:
        return (phrase("replay-not-over", status=found.status.value),)
    rows = " ".join(key_rows(found.deal.key.identities, found.deal.options.cols))
    match found.deal.source:
        case Keyword(text=text):
            source = phrase("replay-keyword", keyword=text)
        case Drawn(secret=secret):
            source = phrase("replay-secret", secret=secret.value.hex())
    return (phrase("replay-key", rows=rows), source)
