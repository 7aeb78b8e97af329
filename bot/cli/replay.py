"""Replays of finished and running games, and lists of a person's games."""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bot.games.names import TableNames, known_names, with_names
from bot.games.requests import Update
from bot.games.service import Games
from bot.games.session import Session
from bot.gametypes.game_type import RevealedDeal
from bot.identity import GameId, User
from bot.lobby.model import Status
from bot.store import games as stored
from bot.texts import Texts
from core.rules import Legal
from core.view import Phrase, phrase


@dataclass(frozen=True, slots=True)
class Replay:
    """A game's public events with their times.

    `deal` is None, and the bots' `thoughts` are hidden, until the game is over: both are secret.
    """

    session: Session = field(repr=False)
    updates: tuple[tuple[datetime, Update], ...]
    deal: RevealedDeal | None = field(repr=False)
    decided: tuple[Phrase, ...] = ()
    thoughts: tuple[Phrase, ...] = field(default=(), repr=False)


def replay_command(game_id: GameId, state: str | None) -> str:
    """Return the shell command that replays a game; `state` is the file named by `--state`."""
    kept = () if state is None else ("--state", state)
    return shlex.join(("spyring", "replay", game_id, *kept))


async def replay(games: Games, game_id: GameId) -> Replay:
    """Return the replay of a game, including moves that were taken back.

    Raises IllegalAction for an unknown game, and StoreFault.
    """
    session, log = await games.history(game_id)
    times = {one.version: one.at for one in log}
    news = await games.updates(game_id)
    # The game may have continued between the two reads.
    told = tuple((times[one.version], one) for one in news if one.version in times)
    return Replay(
        session,
        told,
        session.game_type.reveal(session.observe(None)) if session.is_over else None,
        await games.recap(game_id),
        await games.recap(game_id, every_turn=True),
    )


def replay_lines(found: Replay) -> tuple[Phrase, ...]:
    """Return a replay as phrases, one for each event."""
    game, status = found.session, found.session.lobby.status
    kind = game.game_type.name
    title = phrase("replay-title", game=game.game_id, kind=kind, status=status.value)
    told = (
        phrase("replay-line", at=at.isoformat(" ", "seconds"), said=update.phrase)
        for at, update in found.updates
    )
    ending: Sequence[Phrase] = found.deal.phrases if found.deal else ()
    if status is not Status.OVER:
        ending = (phrase("replay-not-over", status=status.value),)
    more = () if found.thoughts == found.decided else found.thoughts
    return (title, *told, *ending, *found.decided, *more)


def replay_json(found: Replay, texts: Texts) -> dict[str, Any]:
    """Return a replay as JSON; times in ISO 8601, `deal` as in `play --record`."""
    return {
        "game": found.session.game_id,
        "kind": found.session.game_type.name,
        "status": found.session.lobby.status.value,
        "version": found.session.version,
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


# A list of games.


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in a list; `state` is its result or its progress."""

    row: stored.GameRow
    plays: Phrase
    others: tuple[Phrase | str, ...]
    state: Phrase


async def list_games(games: Games, user: User, last: int) -> tuple[list[ListedGame], int]:
    """Return a person's `last` newest games and the number of older ones; raises StoreFault."""
    async with games.store.reading() as conn:
        rows = [row for row in await stored.games_of(conn, user) if row.kind in games.game_types]
    listed = [await _listed(games, user, row) for row in rows[:last]]
    return listed, max(0, len(rows) - last)


def list_lines(
    listed: Sequence[ListedGame], older: int, user: User, state: str | None
) -> Iterator[Phrase]:
    """Yield two phrases for each game, and the command that replays the newest.

    `state` is the file named by `--state`.
    """
    if not listed:
        yield phrase("games-none", user=user.id)
        return
    for one in listed:
        row, kind = one.row, phrase("game-name", game=one.row.kind)
        at = row.changed_at.isoformat(" ", "minutes")
        yield phrase("games-line", game=row.game_id, at=at, kind=kind, state=one.state)
        others = one.others or (phrase("games-nobody"),)
        yield phrase("games-line-plays", plays=one.plays, others=others)
    if older:
        yield phrase("games-older", older=older)
    yield phrase("games-replay", command=replay_command(listed[0].row.game_id, state))


def list_json(listed: Iterable[ListedGame], texts: Texts) -> list[dict[str, Any]]:
    """Return the games as JSON; times in ISO 8601."""
    return [
        {
            "game": one.row.game_id,
            "kind": one.row.kind,
            "plays": texts.say(one.plays),
            "others": [texts.say(other) for other in one.others],
            "status": one.row.status,
            "said": texts.say(one.state),
            "at": one.row.changed_at.isoformat(),
        }
        for one in listed
    ]


async def _listed(games: Games, user: User, row: stored.GameRow) -> ListedGame:
    session = await games.session(row.game_id)
    sitters = tuple(dict.fromkeys(session.lobby.sitters.values()))
    async with games.store.reading() as conn:
        names = TableNames(await known_names(conn, sitters))
    others = (
        phrase("rating-bot", name=one.id) if one.is_bot else names.of(one)
        for one in sitters
        if one != user
    )
    plays = session.game_type.summary(session.options)
    return ListedGame(row, plays, tuple(others), _state(session, names))


def _state(session: Session, names: TableNames) -> Phrase:
    """Return the result of a game, as on its board, or its progress."""
    if not session.is_over:
        return phrase("games-state", status=session.lobby.status.value, turn=session.turn)
    view = session.game_type.game.present(session.observe(None), Legal())
    title: Phrase = with_names(view.title, names.at(session.lobby))
    return title
