"""Games as the input of learning, written as letters, and rows of the database to compare."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from sqlalchemy import Table, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.identity import GameId, GuildId, User, bot_user
from bot.ratings.facts import GameFacts
from bot.store import schema
from bot.store.games import GameRow, insert_game
from core.agents.explanations import Evidence
from core.agents.listener import FITTED_WEIGHTS
from core.agents.personas import persona_family
from core.agents.thoughts import ClueThoughts, GuessThoughts, Thoughts
from core.codenames.model import (
    Card,
    Chair,
    Clue,
    GameEnded,
    Identity,
    Observation,
    Options,
    Phase,
    Reason,
    Role,
    Team,
    Turn,
    TurnEnd,
    Uncovered,
)
from core.rules import Seat
from core.words.ensemble import STORED

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)

ANN, BOB = User("discord", "81384788"), User("discord", "81384799")
CAT, DAN = User("slack", "T1/U2"), User("terminal", "José")
ACE, GLOSS = bot_user("ace"), bot_user("gloss")
GUILD, OTHER = GuildId("discord:1"), GuildId("slack:T1")

BLUE_SPY = Chair(Team.BLUE, Role.SPYMASTER).seat
BLUE_GUESS = Chair(Team.BLUE, Role.GUESSER).seat
RED_SPY = Chair(Team.RED, Role.SPYMASTER).seat
RED_GUESS = Chair(Team.RED, Role.GUESSER).seat
SECOND_GUESS = Chair(Team.BLUE, Role.GUESSER, 2).seat

TABLE = {BLUE_SPY: ANN, BLUE_GUESS: BOB, RED_SPY: ACE, RED_GUESS: GLOSS}
WORDS = tuple(f"card {place}" for place in range(25))

BOARD_WON, BLUE_WON = GameEnded(None, Reason.CARDS), GameEnded(Team.BLUE, Reason.CARDS)

GUILDS = {ANN: GUILD, BOB: GUILD, CAT: OTHER, DAN: GUILD}


def blue(number: int, letters: str, end: TurnEnd | None = TurnEnd.PASSED) -> Turn:
    """Return a turn of the blue guesser; the letters are the identities of the picked cards."""
    return turn_of(Team.BLUE, number, letters, end)


def red(number: int, letters: str, end: TurnEnd | None = TurnEnd.PASSED) -> Turn:
    """Return a turn of the red guesser."""
    return turn_of(Team.RED, number, letters, end)


def turn_of(
    team: Team,
    number: int,
    letters: str,
    end: TurnEnd | None,
    guessers: Iterable[Seat] = (),
) -> Turn:
    """Return a turn in which the guessers' seats alternate in picking these cards."""
    seats = tuple(guessers) or (Chair(team, Role.GUESSER).seat,)
    guesses = tuple(
        Uncovered(seats[place % len(seats)], place, Identity(letter))
        for place, letter in enumerate(letters)
    )
    clue = Clue(Chair(team, Role.SPYMASTER).seat, "sea", 2)
    return Turn(number, team, clue, guesses, end)


def game(
    *turns: Turn,
    name: str = "abc234",
    table: Mapping[Seat, User] = TABLE,
    options: Options | None = None,
    words: tuple[str, ...] = WORDS,
    ending: GameEnded | None = BOARD_WON,
    **more: Any,
) -> GameFacts:
    """Return the facts of a game whose people keep their seats."""
    ended = [turn.number for turn in turns if turn.end is not None]
    cards = tuple(map(Card, words))
    facts: dict[str, Any] = {
        "sitters": dict.fromkeys(ended, table),
        "guilds": GUILDS,
        "at": {number: NOON + timedelta(hours=number) for number in ended},
    }
    public = Observation(options or Options(), None, Phase.GUESS, cards, (), turns, ending=ending)
    return GameFacts(game_id=GameId(name), public=public, **(facts | more))


def running(facts: GameFacts, count: int) -> GameFacts:
    """Return the facts of a game after so many turns, before its end."""
    turns = facts.public.turns[:count]
    return replace(facts, public=replace(facts.public, turns=turns, ending=None))


def clue_thoughts(**earned: float) -> Thoughts:
    """Return ACE's thoughts for a clue, with the credits of its experts."""
    return ClueThoughts("gloss", "sea", 2, (), credits=tuple(earned.items()))


def guess_thoughts(**earned: float) -> Thoughts:
    """Return ACE's thoughts for a guess, with the credits of its experts."""
    return GuessThoughts("gloss", "sea", "sea", None, (), credits=tuple(earned.items()))


def told(*thousandths: int) -> Evidence:
    """Return the evidence of a turn about the first personas; it is 0 for the others."""
    rest = (0,) * (len(persona_family().priors) - 1 - len(thousandths))
    return Evidence(1, (*thousandths, *rest))


def follower(direction: str) -> Evidence:
    """Return the evidence of a turn for a person who follows one model alone."""
    alone = 5 * np.eye(len(FITTED_WEIGHTS.array))[STORED.index(direction)]
    others = persona_family().weights[1:]
    place = next(at for at, one in enumerate(others) if np.array_equal(one, alone))
    return told(*(0,) * place, 15_000)


def leaning(user: User, turns: int, name: str, guild: GuildId = GUILD) -> GameFacts:
    """Return the facts of a game in which a guesser goes by categories for this many turns."""
    numbers = range(1, turns + 1)
    return game(
        *(blue(number, "B") for number in numbers),
        name=name,
        table={BLUE_SPY: ACE, BLUE_GUESS: user},
        guilds={user: guild},
        evidence={(number, BLUE_GUESS): follower("wordnet") for number in numbers},
    )


async def keep_game(conn: AsyncConnection, name: str, status: str = "over") -> GameId:
    """Store a game's row, which learned rows refer to."""
    game_id = GameId(name)
    await insert_game(conn, GameRow(game_id, "codenames", {}, {}, {}, None, status, 0, NOON, NOON))
    return game_id


async def rows_of(conn: AsyncConnection, table: Table) -> list[str]:
    """Return a table's rows as text that is exact to the last bit of each number."""
    rows = (await conn.execute(select(table))).mappings()
    return sorted(json.dumps(dict(row), sort_keys=True, default=str) for row in rows)


async def learnt(conn: AsyncConnection) -> dict[str, list[str]]:
    """Return all sums that follow from the log."""
    return {
        table.name: await rows_of(conn, table) for table in (schema.agent_memory, schema.ratings)
    }


async def clear(conn: AsyncConnection) -> None:
    """Delete all games and everything learned."""
    for table in (schema.games, schema.agent_memory, schema.ratings):
        await conn.execute(delete(table))
