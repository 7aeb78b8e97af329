"""Tests of countdowns, which show a table its clock and its waiting bots."""

from collections.abc import Mapping
from datetime import timedelta

import pytest

from bot.games.deadlines import PATIENCE, DeadlineKind
from bot.games.requests import Countdown
from bot.games.service import Games
from bot.store import leases
from bot.store.leases import DeadlineRow
from bot.store.notify import Notifier
from bot.texts import Texts, languages
from core.rules import Seat
from core.view import WHEN
from tests.bot.bots import Salon, in_salon
from tests.bot.countdowns import countdowns_of
from tests.bot.games.gallows import Gallows, at_gallows
from tests.bot.hours import after, leap, running
from tests.bot.tables import Scripted

pytestmark = pytest.mark.either_database

PERSON, BOT = Seat("blue-guesser-2"), Seat("blue-guesser")
ENGLISH = Texts.load()


def beside(
    url: str,
    work: object,
    *lines: str,
    bots: Mapping[str, Scripted] | None = None,
    guessers: int = 2,
    marks: int = 1,
) -> None:
    """Play with a bot that wants A1 and a person in one team, after the host has said `lines`."""

    async def after_clue(salon: Salon) -> None:
        await salon.say("blue-spymaster", "clue zephyr 3")
        await salon.rest()
        await work(salon)  # type: ignore[operator]

    bots = bots or {BOT: Scripted()}
    in_salon(url, bots, after_clue, *lines, guessers=guessers, marks=marks)


async def told(salon: Salon) -> list[tuple[str, timedelta | None]]:
    """Return the countdowns' sentences, and the time until each."""
    found = await countdowns_of(salon.games, salon.game_id)
    return [(said(one), one.at - salon.hands.moment if one.at else None) for one in found]


def said(notice: Countdown) -> str:
    """Return a sentence with "soon" instead of its moment."""
    assert (notice.at is None) == (WHEN not in ENGLISH.say(notice.phrase))
    return ENGLISH.say(notice.phrase).replace(WHEN, "soon")


# Turns.


@pytest.mark.parametrize(
    ("clock", "sentence", "length"),
    [
        ("enforced", "Time is up soon, and then this turn ends.", timedelta(minutes=3)),
        (
            "advisory",
            "Time is up soon. The turn doesn't end then: there's only a message.",
            timedelta(minutes=3),
        ),
        ("slow", "Slow play: time is up soon, and then this turn ends.", timedelta(days=1)),
    ],
)
def test_a_table_is_told_what_happens_when_a_time_is_up(
    sqlite_url: str, clock: str, sentence: str, length: timedelta
) -> None:
    async def work(salon: Salon) -> None:
        assert await told(salon) == [(sentence, length)]

    in_salon(sqlite_url, {}, work, f"set clock {clock}")


def test_a_time_that_was_up_and_ended_nothing_is_told_of_as_that(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        up = "Time is up, but the turn goes on: keep playing."
        await leap(salon, await running(salon), 180)
        assert await told(salon) == [(up, None)]
        await salon.say("host", "pause")
        assert await told(salon) == []

    in_salon(sqlite_url, {}, work, "set clock advisory")


def test_a_moment_that_has_come_is_not_told_of(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        salon.hands.forward(minutes=3)
        assert await told(salon) == []

    in_salon(sqlite_url, {}, work, "set clock enforced")


def test_a_time_that_ends_the_game_says_so(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(mode="together", dealer="cheating")
        session = await table.session()
        row = DeadlineRow(
            table.game_id, session.turn, DeadlineKind.TURN.value, table.now + timedelta(minutes=1)
        )
        async with table.store.writing() as conn:
            await leases.put_deadline(conn, row)
        (notice,) = await countdowns_of(table.games, table.game_id)
        assert said(notice) == "Time is up soon, and then the game ends."

    at_gallows(sqlite_url, work)


# Bots that wait.


def test_all_are_told_which_card_a_bot_uncovers_when_and_how_to_agree(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        word = await salon.word(0)
        (sentence, at), *others = await told(salon)
        assert sentence == (
            f"Blue guesser (bot) uncovers {word} soon, unless someone guesses or passes "
            f"first. To agree at once, mark {word} too."
        )
        assert (at, others) == (PATIENCE, [])
        service = await running(salon)
        await leap(salon, service, PATIENCE.total_seconds())
        session = await salon.session()
        assert (session.log[-1].seat, session.log[-1].event.card) == (BOT, 0)

    beside(database_url, work)


def test_another_process_tells_the_same(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        store = salon.games.store
        other = Games(store, Notifier(store, troubled=print), now=salon.hands)
        assert await countdowns_of(other, salon.game_id) == await countdowns_of(
            salon.games, salon.game_id
        )
        assert len(await countdowns_of(other, salon.game_id)) == 1

    beside(database_url, work)


def test_the_turns_time_and_a_bots_patience_are_told_apart(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        (turn, turn_at), (bot, bot_at) = await told(salon)
        assert (turn_at, bot_at) == (timedelta(minutes=10), timedelta(minutes=5))
        assert "this turn ends" in turn
        assert "uncovers" in bot
        await salon.say("host", "pause")
        assert await told(salon) == []

    beside(sqlite_url, work, "set clock enforced", "set guess-time 10m")


def test_a_bot_that_points_at_nothing_does_one_of_two_things(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        ((sentence, _),) = await told(salon)
        assert sentence.endswith(
            ". It marks one or ends the turn soon, unless someone guesses or passes first."
        )

    beside(sqlite_url, work, bots={BOT: Scripted(stop=0)})


def test_a_moved_mind_is_told_of_with_the_mark(sqlite_url: str) -> None:
    policy = Scripted()

    async def work(salon: Salon) -> None:
        policy.skip = 4
        await salon.rest()
        ((sentence, _),) = await told(salon)
        assert f"uncovers {await salon.word(4)} soon, unless" in sentence

    beside(sqlite_url, work, bots={BOT: policy})


def test_after_downtime_the_moments_are_those_of_the_deadlines_that_were_put_off(
    sqlite_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        await after(salon, await running(salon), 45)
        salon.hands.forward(hours=3)
        await running(salon)
        assert [at for _, at in await told(salon)] == [PATIENCE - timedelta(seconds=45)]

    beside(sqlite_url, work)


# Cards that need several marks.


def test_a_bot_that_lacks_marks_foretells_nothing_that_it_cannot_do(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        assert await told(salon) == []
        await leap(salon, await running(salon), PATIENCE.total_seconds())
        assert (await salon.public()).turns[-1].guesses == ()

    beside(sqlite_url, work, marks=2)


def test_a_bot_foretells_that_it_joins_people_and_nothing_after_that(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.say(PERSON, "mark A3")
        ((sentence, _),) = await told(salon)
        word = await salon.word(2)
        assert sentence.startswith(f"Blue guesser (bot) marks {word} too soon, unless")
        await leap(salon, await running(salon), PATIENCE.total_seconds())
        assert (BOT, 2) in (await salon.public()).marks
        assert await told(salon) == []

    beside(sqlite_url, work, marks=2)


def test_of_two_bots_the_second_foretells_that_it_points_where_the_first_does(
    sqlite_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        ((sentence, _),) = await told(salon)
        assert sentence.startswith(f"Blue guesser 2 (bot) marks {await salon.word(0)} too")
        service = await running(salon)
        await leap(salon, service, PATIENCE.total_seconds())
        assert (PERSON, 0) in (await salon.public()).marks

    bots: dict[str, Scripted] = {BOT: Scripted(), PERSON: Scripted(skip=1)}
    beside(sqlite_url, work, bots=bots, guessers=3, marks=2)


# Secrets of a board that only its team sees.


def test_a_bot_of_hangman_foretells_that_it_guesses_and_not_what(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open("ann", mode="race", dealer="honest", guessers=2)
        for line in ("chair blue1", "bot blue2", "start"):
            await table.say("ann", line)
        session = await table.session()
        row = DeadlineRow(
            table.game_id, session.turn, DeadlineKind.PATIENCE.value, table.now + PATIENCE
        )
        async with table.store.writing() as conn:
            await leases.put_deadline(conn, row)
        found = await countdowns_of(table.games, table.game_id)
        sentence = "Blue 2 guesses soon, unless someone guesses first."
        assert [said(one) for one in found] == [sentence]

    at_gallows(sqlite_url, work)


@pytest.mark.parametrize("language", languages())
def test_every_language_says_when(language: str, sqlite_url: str) -> None:
    texts = Texts.load(language)

    async def work(salon: Salon) -> None:
        found = await countdowns_of(salon.games, salon.game_id)
        assert [texts.say(one.phrase).count(WHEN) for one in found] == [1, 1]

    beside(sqlite_url, work, "set clock slow")
