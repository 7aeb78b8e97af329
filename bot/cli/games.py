"""A person's games in the database: what was played, with whom, how it ended, and when."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.cli.replay import replay_command
from bot.games.names import TableNames, known_names, with_names
from bot.games.service import Games
from bot.games.session import Session
from bot.identity import User
from bot.store import games as stored
from bot.texts import Texts
from core.rules import Legal
from core.view import Phrase, phrase


@dataclass(frozen=True, slots=True)
class ListedGame:
    """One game as a list tells it; `state` says how it ended, or that it has not."""

    row: stored.GameRow
    plays: Phrase
    others: tuple[Phrase | str, ...]
    state: Phrase


async def list_games(games: Games, user: User, last: int) -> tuple[list[ListedGame], int]:
    """Return the `last` newest games in which a person has a chair, and how many are older.

    Raises StoreFault.
    """
    async with games.store.reading() as conn:
        rows = [row for row in await stored.games_of(conn, user) if row.kind in games.game_types]
    listed = [await _listed(games, user, row) for row in rows[:last]]
    return listed, max(0, len(rows) - last)


def list_lines(
    listed: Sequence[ListedGame], older: int, user: User, state: str | None
) -> Iterator[Phrase]:
    """Yield two phrases for each game, and the command that tells the newest again.

    `state` is the file with the games, where one was named.
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
    """Return the games as JSON; moments in ISO 8601."""
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
    """Return how a game ended, as its board says, or how far it is."""
    if not session.is_over:
        return phrase("games-state", status=session.lobby.status.value, turn=session.turn)
    view = session.game_type.game.present(session.observe(None), Legal())
    title: Phrase = with_names(view.title, names.at(session.lobby))
    return title
