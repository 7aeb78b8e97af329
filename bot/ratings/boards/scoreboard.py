"""The leaderboard of a side game: its players, and the guild's daily streak."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GuildId
from bot.ratings.boards.leaderboard import LIMIT, Standing, standings
from bot.ratings.scores import Score
from bot.ratings.scores_store import score_of, scores_of
from core.view import Block, Fields, Phrase, Text, Tone, View, phrase


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The board of a side game; `own` is the guild's score in its words of the day."""

    game: str
    today: date
    standings: tuple[Standing[Score], ...]
    own: Score


def daily(game: str) -> str:
    """Return the name of a game's words of the day in the scores."""
    return f"{game}-daily"


async def scoreboard(
    conn: AsyncConnection, guild: GuildId, game: str, *, today: date, limit: int = LIMIT
) -> Scoreboard:
    """Return a guild's players of a side game: most points first, then most wins in fewest games.

    `today` is the day in UTC of the streaks.
    """
    listed = await standings(conn, await scores_of(conn, guild, game), _merit, limit)
    return Scoreboard(game, today, listed, await score_of(conn, guild, None, daily(game)))


def _merit(score: Score) -> tuple[int, int, int]:
    return -score.points, -score.won, score.played


def scoreboard_view(board: Scoreboard) -> View:
    """Return the board as a view."""
    title = phrase("side-title", game=phrase("game-name", game=board.game))
    blocks: list[Block] = []
    if board.own.played:
        streak = board.own.streak_on(board.today)
        days = phrase("side-days", game=board.game, days=streak, best=board.own.best)
        blocks.append(Text(days, Tone.STRONG))
    if board.standings:
        blocks.append(Fields(tuple(_row(one) for one in board.standings)))
    return View(
        title,
        tuple(blocks) or (Text(phrase("side-empty")),),
        phrase("side-footer", game=board.game),
    )


def _row(standing: Standing[Score]) -> tuple[None, Phrase, Phrase]:
    score = standing.record
    place = phrase("leaderboard-place", rank=standing.rank, name=standing.name)
    told = phrase(
        "side-score",
        points=score.points,
        won=score.won,
        played=score.played,
        streak=score.streak,
        best=score.best,
    )
    return None, place, told
