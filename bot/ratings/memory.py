"""What agents have learnt in a game about the people they played with, told when it is over."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import schema
from bot.identity import BOTS, GameId, User
from bot.learning.books import Books, MemoryKey
from bot.learning.facts import SettledTurn
from core.agents.ace import AceVariant, learn, rating
from core.agents.memory import EMPTY, Memory, PlayedTurn, settled
from core.view import Phrase, phrase


@dataclass(frozen=True, slots=True)
class Lesson:
    """What an agent remembered of a person in a role before a game, and after it."""

    agent: str
    user: User
    role: str
    before: Memory
    after: Memory


async def lessons_of(conn: AsyncConnection, turns: Iterable[SettledTurn]) -> tuple[Lesson, ...]:
    """Return what the rated turns of one game taught agents about people.

    It is the same whether the game itself has been learnt already or not yet.
    """
    taught = [turn for turn in turns if turn.outcome is not None]
    keys = {
        MemoryKey(credit.agent, str(credit.user), credit.role.value): credit.user
        for turn in taught
        for credit in turn.credits
        if credit.user.platform != BOTS
    }
    found = []
    for key, user in keys.items():
        before = await _before(conn, key, taught[0].game_id)
        books = Books({key: before})
        for turn in taught:
            books.add_turn(turn)
        found.append(Lesson(key.agent, user, key.role, before, books.memory(key)))
    return tuple(found)


def told(lessons: Iterable[Lesson], name_of: Callable[[User], str]) -> tuple[Phrase, ...]:
    """Return a sentence on each person: from which turns, and by which expert they are known."""
    return tuple(_said(one, name_of(one.user)) for one in lessons if favourite(one.after))


def favourite(memory: Memory) -> str | None:
    """Return the expert by whose advice turns with a person were rated highest, if there is one.

    Of equals it is the one that was used most.
    """
    arms = settled(memory).arms
    used = [name for name, arm in arms.items() if arm.uses > 0]
    return max(used, key=lambda name: (rating(arms[name]), arms[name].uses), default=None)


def _said(lesson: Lesson, who: str) -> Phrase:
    before, now = favourite(lesson.before), favourite(lesson.after)
    change = "first" if before is None else "same" if before == now else "other"
    return phrase(
        "report-learnt",
        agent=lesson.agent,
        who=who,
        role=lesson.role,
        turns=lesson.after.turns,
        change=change,
        now=now,
        before=before or "",
    )


async def _before(conn: AsyncConnection, key: MemoryKey, game_id: GameId) -> Memory:
    """Return what an agent remembered of somebody before it learnt the first turn of a game."""
    turns, credits_ = schema.turns.c, schema.turn_credits.c
    first = select(func.min(turns.sequence)).where(turns.game_id == game_id).scalar_subquery()
    same = (credits_.game_id == turns.game_id) & (credits_.turn == turns.turn)
    query = (
        select(turns.sequence, turns.outcome, credits_.expert, credits_.credit)
        .select_from(schema.turns.join(schema.turn_credits, same))
        .where(
            credits_.agent == key.agent,
            credits_.user == key.user,
            credits_.role == key.role,
            turns.outcome.is_not(None),
            turns.sequence < func.coalesce(first, turns.sequence + 1),
        )
        .order_by(turns.sequence, credits_.expert)
    )
    played = dict[int, PlayedTurn]()
    for row in await conn.execute(query):
        earlier = played.get(row.sequence, PlayedTurn(row.outcome))
        share = (row.expert, row.credit)
        played[row.sequence] = PlayedTurn(row.outcome, (*earlier.credits, share))
    memory = EMPTY
    for turn in played.values():
        memory = learn(memory, turn, AceVariant(key.agent))
    return memory
