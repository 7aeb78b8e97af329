"""A person's games in the database: what was played, with whom, how it ended, and when."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.cli.replay import replay_command
from bot.games.names import TableNames, known_names, with_names
from bot.games.service import Games
from bot.games.session import Session
from bot.identity import GameId, User
from bot.lobby.model import Status
from bot.store import games as stored
from bot.texts import Texts
from core.rules import Legal
from core.view import Phrase, phrase


@dataclass(frozen=True, slots=True)
class ListedGame:
    """One game as a list tells it; `state` says how it ended, or that it has not."""

    game_id: GameId
    kind: str
    plays: Phrase
    others: tuple[Phrase | str, ...]
    status: Status
    state: Phrase
    at: datetime
    """The moment of the last change."""


@dataclass(frozen=True, slots=True)
class GameList:
    """A person's newest games, the latest first, and how many older ones there are."""

    user: User
    games: tuple[ListedGame, ...]
    older: int


async def list_games(games: Games, user: User, last: int) -> GameList:
    """Return the `last` newest games in which a person has a chair; raises StoreFault."""
    async with games.store.reading() as conn:
        rows = [row for row in await stored.games_of(conn, user) if row.kind in games.game_types]
    listed = [await _listed(games, user, row) for row in rows[:last]]
    return GameList(user, tuple(listed), max(0, len(rows) - last))


def list_lines(found: GameList, state: str | None) -> tuple[Phrase, ...]:
    """Return two phrases for each game, and the command that tells the newest again.

    `state` is the file with the games, where one was named.
    """
    if not found.games:
        return (phrase("games-none", user=found.user.id),)
    lines = [line for one in found.games for line in _lines(one)]
    if found.older:
        lines.append(phrase("games-older", older=found.older))
    again = replay_command(found.games[0].game_id, state)
    return (*lines, phrase("games-replay", command=again))


def list_json(found: GameList, texts: Texts) -> list[dict[str, Any]]:
    """Return the games as JSON; moments in ISO 8601."""
    return [
        {
            "game": one.game_id,
            "kind": one.kind,
            "plays": texts.say(one.plays),
            "others": [texts.say(other) for other in one.others],
            "status": one.status.value,
            "said": texts.say(one.state),
            "at": one.at.isoformat(),
        }
        for one in found.games
    ]


def _lines(one: ListedGame) -> Sequence[Phrase]:
    others = one.others or (phrase("games-nobody"),)
    kind = phrase("game-name", game=one.kind)
    at = one.at.isoformat(" ", "minutes")
    return (
        phrase("games-line", game=one.game_id, at=at, kind=kind, state=one.state),
        phrase("games-line-plays", plays=one.plays, others=others),
    )


async def _listed(games: Games, user: User, row: stored.GameRow) -> ListedGame:
    session = await games.session(row.game_id)
    sitters = tuple(dict.fromkeys(session.lobby.sitters.values()))
    async with games.store.reading() as conn:
        names = TableNames(await known_names(conn, sitters))
    return ListedGame(
        row.game_id,
        row.kind,
        session.game_type.summary(session.options),
        tuple(
            phrase("rating-bot", name=one.id) if one.is_bot else names.of(one)
            for one in sitters
            if one != user
        ),
        session.lobby.status,
        _state(session, names),
        row.changed_at,
    )


def _state(session: Session, names: TableNames) -> Phrase:
    """Return how a game ended, as its board says, or how far it is."""
    if not session.is_over:
        return phrase("games-state", status=session.lobby.status.value, turn=session.turn)
    view = session.game_type.game.present(session.observe(None), Legal())
    title: Phrase = with_names(view.title, names.at(session.lobby))
    return title
