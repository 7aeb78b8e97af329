"""A guild's memory of clues: pairs of a clue and a card, kept for 180 days.

`insert_turns` adds the rows of a turn, and no rebuild changes them. Rows of a running game stay
hidden, because they contain the cards that bots meant.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, Executable, and_, delete, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.codec import read_value, tag_of
from bot.identity import GameId, GuildId, User
from bot.lobby.model import Status
from bot.ratings.facts import RememberedClue, SettledTurn
from bot.ratings.turns import of_finished_games
from bot.store import rooms, schema
from bot.store.erasure import request_erasure
from core.agents.associations import vocabulary_form
from core.agents.clue_memory import ClueMemory, PairCounts
from core.codenames.model import ClueGiven

KEPT_CLUES: Final = timedelta(days=180)
"""The time for which a pair of a clue and a card is kept."""

_CLUES: Final = schema.remembered_clues


@dataclass(frozen=True, slots=True)
class ClueQuestion:
    """The pairs to look up: those of a guild from `since` on, for the cards of a game.

    `givers` and `pickers` are the users of a team, whose own pairs count separately; `heard` has
    the last games in the rooms that show the game.
    """

    game_id: GameId
    guild: GuildId
    cards: frozenset[str]
    givers: frozenset[User]
    pickers: frozenset[User]
    heard: frozenset[GameId]
    since: datetime


async def clue_memory(conn: AsyncConnection, question: ClueQuestion) -> ClueMemory:
    """Return a guild's memory of a question's cards, with the clues of the last games."""
    pairs = defaultdict[tuple[str, str], Counter[str]](Counter)
    for row in await conn.execute(_counted(question)):
        who = "ours" if row.ours else "others"
        how = "worked" if row.found else "failed" if row.picked else "missed"
        pairs[row.clue, row.card][f"{who}_{how}"] = row.turns
    counts = {pair: PairCounts(**counted) for pair, counted in pairs.items()}
    return ClueMemory(counts, await _heard(conn, question.heard - {question.game_id}))


def _counted(question: ClueQuestion) -> Executable:
    """Select the number of turns of each pair, grouped by picked, found, and this team's own."""
    its = _CLUES.c
    ours = and_(
        its.giver.in_(sorted(map(str, question.givers))),
        its.picker.in_(sorted(map(str, question.pickers))),
    ).label("ours")
    pairs = (
        select(its.clue, its.card, its.picked, its.found, ours)
        .where(its.guild == question.guild, its.card.in_(sorted(question.cards)))
        .where(its.at >= question.since, of_finished_games(_CLUES))
        .subquery()
    )
    return select(pairs, func.count().label("turns")).group_by(*pairs.c)


async def _heard(conn: AsyncConnection, games: Iterable[GameId]) -> frozenset[str]:
    """Return the clues of games."""
    events = schema.events.c
    given = select(events.body).where(
        events.game_id.in_(sorted(games)), events.tag == tag_of(ClueGiven)
    )
    clues = [read_value(ClueGiven, body).clue for body in await conn.scalars(given)]
    return frozenset(vocabulary_form(clue.heard_as or clue.word) for clue in clues)


async def met_before(conn: AsyncConnection, turns: Iterable[SettledTurn]) -> RememberedClue | None:
    """Return a game's first pair that its two users had found in an earlier game, if any."""
    new = [(turn.game_id, one) for turn in turns for one in turn.clues if one.found]
    if not new:
        return None
    its, (game_id, first) = _CLUES.c, new[0]
    earlier = select(its.clue, its.card, its.giver, its.picker).where(
        its.guild == first.guild,
        its.card.in_(sorted({one.card for _, one in new})),
        its.found.is_(True),
        its.game_id != game_id,
        its.at.between(first.at - KEPT_CLUES, first.at),
        of_finished_games(_CLUES),
    )
    known = {
        (row.clue, row.card, frozenset({row.giver, row.picker}))
        for row in await conn.execute(earlier)
    }
    met = (
        one
        for _, one in new
        if (one.clue, one.card, frozenset({str(one.giver), str(one.picker)})) in known
    )
    return next(met, None)


async def guild_remembering(conn: AsyncConnection, game_id: GameId) -> GuildId | None:
    """Return the guild that remembers the clues of a game, if any."""
    found: GuildId | None = await conn.scalar(
        select(_CLUES.c.guild).where(_CLUES.c.game_id == game_id).limit(1)
    )
    return found


@dataclass(frozen=True, slots=True)
class RememberedPairs:
    """A person's pairs in a guild: their number, and the last that worked, if any."""

    count: int
    clue: str = ""
    card: str = ""


async def remembered_pairs(
    conn: AsyncConnection, guild: GuildId, user: User
) -> RememberedPairs | None:
    """Return a person's pairs in a guild from finished games; None if there are none."""
    its = _CLUES.c
    own = (its.guild == guild, with_user(user), of_finished_games(_CLUES))
    pairs = select(its.clue, its.card).where(*own)
    count = await conn.scalar(select(func.count()).select_from(pairs.distinct().subquery())) or 0
    last = pairs.where(its.found.is_(True)).order_by(its.at.desc(), its.card).limit(1)
    example = (await conn.execute(last)).first()
    return RememberedPairs(count, *(example or ())) if count else None


async def allowed_clues(
    conn: AsyncConnection, turns: Iterable[SettledTurn]
) -> tuple[SettledTurn, ...]:
    """Return turns without the pairs of people who have turned the memory off.

    The caller holds the lock of learning, so nobody can turn it off meanwhile.
    """
    turns = tuple(turns)
    people = {user for turn in turns for one in turn.clues for user in (one.giver, one.picker)}
    unwilling = await rooms.users_without_memory(conn, people)
    return tuple(
        replace(
            turn,
            clues=tuple(one for one in turn.clues if not unwilling & {one.giver, one.picker}),
        )
        for turn in turns
    )


def with_user(user: User) -> ColumnElement[bool]:
    """Return the condition that a user gave a pair's clue, or picked its card."""
    return or_(_CLUES.c.giver == str(user), _CLUES.c.picker == str(user))


async def drop_clues_of(conn: AsyncConnection, user: User) -> None:
    """Delete the pairs that a user gave or picked."""
    await conn.execute(delete(_CLUES).where(with_user(user)))


async def drop_old_clues(conn: AsyncConnection, now: datetime) -> int:
    """Delete pairs older than `KEPT_CLUES` and those of stopped games; return their number.

    A stopped game keeps its key secret, so its pairs are useless.
    """
    games = schema.games.c
    stopped = select(games.game_id).where(games.status == Status.STOPPED.value)
    old = or_(_CLUES.c.at < now - KEPT_CLUES, _CLUES.c.game_id.in_(stopped))
    dropped = (await conn.execute(delete(_CLUES).where(old))).rowcount
    if dropped:
        await request_erasure(conn, now)
    return dropped
