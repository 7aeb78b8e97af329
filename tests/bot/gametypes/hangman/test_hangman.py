"""Whole games of hangman through the door, with bots in worker processes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import pytest

from bot.cli.replay import replay
from bot.games import GameId, Games
from bot.games.requests import Receipt, Submission
from bot.games.session import Session, table_view
from bot.gametypes.engine import Engine, LocalEngine
from bot.gametypes.registry import GameTypes
from bot.lobby.model import Status
from bot.server.workers.bot_memory import seed_of
from bot.server.workers.bots import BotWorker
from bot.server.workers.engine_pool import EnginePool
from bot.store.connection import Store
from bot.store.leases import Holder
from bot.store.notify import Notifier
from bot.texts import Texts
from core.hangman.model import Answered, Observation, WordSet
from core.hangman.options import Dealer
from core.hangman.rules import Hangman
from core.rules import Refusal, Seat
from core.view import phrase
from core.words.packs import Pack
from core.words.word_lists import word_list
from tests.bot.games.parlour import ROOM, person

pytestmark = pytest.mark.either_database

TEXTS = Texts.load()

LONG = 60.0
"""Seconds that a bot may think: more than any bot needs."""

SHORT = ("ball", "bell", "bill", "bull")
"""Words of which up to three vowels can be rejected."""


@dataclass
class Yard:
    """A table of hangman with people in some chairs and bots in all others."""

    games: Games
    players: BotWorker
    game_id: GameId

    async def say(self, name: str, line: str) -> Receipt:
        return await self.games.submit(person(name), Submission(line, game_id=self.game_id))

    async def rest(self) -> None:
        """Run bots until they wait."""
        while await self.players.act(self.game_id):
            pass

    async def session(self) -> Session:
        return await self.games.session(self.game_id)

    async def public(self) -> Observation:
        seen: Observation = (await self.session()).observe(None)
        return seen


@asynccontextmanager
async def yard(
    url: str,
    *people: tuple[str, str],
    words: tuple[str, ...] = (),
    inline: bool = False,
    **values: object,
) -> AsyncIterator[Yard]:
    """Open a table and start it; `people` are names with their seats.

    Bots think in worker processes, or `inline` in a thread of this one.
    """
    kinds = GameTypes()
    bots = {"hangman": kinds["hangman"].bots}
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(Store.open(url))
        engine: Engine = LocalEngine({name: one.loader for name, one in bots.items()})
        if not inline:
            engine = await stack.enter_async_context(EnginePool(bots, seconds=LONG))
        games = Games(store, Notifier(store, troubled=print), kinds)
        players = BotWorker(games, engine, Holder("one"))
        pack = Pack("own", words) if words else None
        opened = await games.open(person("ann"), "hangman", values, pack=pack)
        table = Yard(games, players, opened.game_id)
        await table.say("ann", "watch")
        for name, seat in people:
            await table.say(name, "join")
            if seat:
                await table.say(name, f"chair {seat}")
        await table.say("ann", "start")
        yield table


def in_yard(
    work: Callable[[Yard], Awaitable[None]],
    *people: tuple[str, str],
    url: str,
    words: tuple[str, ...] = (),
    inline: bool = False,
    **values: object,
) -> None:
    async def run() -> None:
        async with yard(url, *people, words=words, inline=inline, **values) as table:
            await work(table)

    asyncio.run(run())


def check_truthful(session: Session) -> None:
    """Check that the shown word fits every answer, and each answer the word."""
    seen: Observation = session.observe(None)
    for board, known in zip(seen.boards, seen.known, strict=True):
        assert known.word is not None
        assert len(known.word) == seen.length
        assert board.end or not (known.word in board.refused or board.contradicted(known.word))
        for answer in board.answers:
            places = tuple(at for at, letter in enumerate(known.word) if letter == answer.text)
            assert places == answer.places


MODES = {
    "honest": "turns",
    "cheating": "race",
    "stubborn": "together",
    "largest": "turns",
    "optimal": "race",
}
"""The dealers, each with its mode in the short run."""


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("dealer", "mode"),
    [
        pytest.param(dealer, mode, marks=() if mode == brief else pytest.mark.slow)
        for dealer, brief in MODES.items()
        for mode in ("together", "turns", "race")
    ],
)
def test_bots_play_a_whole_game_of_each_dealer_and_mode(
    database_url: str, dealer: str, mode: str
) -> None:
    async def work(table: Yard) -> None:
        await table.rest()
        session = await table.session()
        assert session.lobby.status is Status.OVER
        check_truthful(session)
        causes = {one.cause for one in session.log if isinstance(one.event, Answered | WordSet)}
        assert dealer in causes
        assert "fallback" not in {one.cause for one in session.log}

    in_yard(work, url=database_url, inline=True, dealer=dealer, mode=mode, guessers=2, length=5)


@pytest.mark.parametrize("dealer", ["honest", "cheating"])
def test_a_bot_that_races_is_asked_about_its_own_board_alone(sqlite_url: str, dealer: str) -> None:
    async def work(table: Yard) -> None:
        sight = table_view(await table.session())
        shown = {
            seat: [board.team.value for board in sight.bots[seat].boards] for seat in sight.bots
        }
        answering = [] if dealer == "honest" else ["blue", "red"]
        assert shown == {"dealer": answering, "blue1": ["blue"], "red1": ["red"]}
        assert sight.public.boards == ()

    in_yard(work, url=sqlite_url, dealer=dealer, mode="race", guessers=1)


def test_a_person_guesses_against_a_dealer_in_a_worker(database_url: str) -> None:
    async def work(table: Yard) -> None:
        for letter in "etaoinshrdlucmfwypvbgkjqxz":
            if (await table.session()).lobby.status is Status.OVER:
                break
            await table.say("bob", f"guess {letter}")
            await table.rest()
        assert (await table.session()).lobby.status is Status.OVER
        check_truthful(await table.session())

    in_yard(work, ("bob", "guess1"), url=database_url, lives=0)


@pytest.mark.slow
def test_a_bot_beside_people_guesses_when_it_is_told_to(database_url: str) -> None:
    async def work(table: Yard) -> None:
        await table.say("ann", "bot guess2")
        await table.rest()
        assert not (await table.public()).board.tries
        said = [TEXTS.say(one) for one in await table.players.advice(table.game_id)]
        assert len(said) == 1
        assert "would guess" in said[0]
        line = await table.players.consequence(table.game_id, Seat("guess1"))
        assert line is not None
        assert line.startswith("guess ")
        (receipt, *_) = await table.players.continue_bots(table.game_id, Seat("guess1"))
        assert receipt.updates[0].line is not None
        assert line.removeprefix("guess ") in receipt.updates[0].line
        await table.rest()
        assert len((await table.public()).board.tries) == 1

    in_yard(work, ("bob", "guess1"), url=database_url, guessers=2)


def test_a_word_that_a_person_sets_is_told_when_the_game_is_over(database_url: str) -> None:
    async def work(table: Yard) -> None:
        await table.say("bob", "word planet")
        with pytest.raises(Refusal) as refused:
            await table.say("bob", "chair guess1")
        assert refused.value.phrase.key == "table-barred"
        while (await table.session()).lobby.status is Status.RUNNING:
            found = await replay(table.games, table.game_id)
            look = await table.games.view(table.game_id)
            assert "planet" not in repr((found, look)).lower()
            assert await table.players.act(table.game_id)
        assert "planet" in repr(await table.games.view(table.game_id)).lower()

    in_yard(work, ("bob", "dealer"), url=database_url, dealer="word")


def test_a_bot_guesses_the_word_that_a_person_thinks_of(database_url: str) -> None:
    async def work(table: Yard) -> None:
        while (await table.session()).lobby.status is Status.RUNNING:
            await table.rest()
            board = (await table.public()).board
            if board.pending:
                places = [at for at, letter in enumerate("planet", 1) if letter == board.pending]
                await table.say("bob", f"answer {' '.join(map(str, places)) or 'none'}")
            elif board.asked:
                await table.say("bob", "answer yes")
        session = await table.session()
        outcome = session.rules.outcome(session.state)
        assert outcome is not None
        assert (await table.public()).known[0].word == "planet"
        assert outcome.winners == {"guess1"}

    in_yard(work, ("bob", "dealer"), url=database_url, dealer="thought", lives=0, guessers=1)


def test_nobody_starts_without_the_person_who_knows_the_word(database_url: str) -> None:
    async def work(_table: Yard) -> None:
        raise AssertionError

    with pytest.raises(Refusal) as refused:
        in_yard(work, url=database_url, dealer="thought")
    assert refused.value.phrase.key == "table-person-missing"


def test_an_optimal_dealer_says_where_nothing_is_proved(sqlite_url: str) -> None:
    async def work(table: Yard) -> None:
        for letter in "zq":
            await table.say("bob", f"guess {letter}")
            await table.rest()
        assert (await table.session()).lobby.status is Status.OVER
        assert await table.games.recap(table.game_id) == (phrase("hangman-recap-unproved"),)

    in_yard(work, ("bob", "guess1"), url=sqlite_url, dealer="optimal", lives=2, length=6)


def test_an_optimal_dealer_tells_the_win_that_was_missed(database_url: str) -> None:
    async def work(table: Yard) -> None:
        for letter in "zqxj":
            await table.say("bob", f"guess {letter}")
            await table.rest()
            assert await table.games.recap(table.game_id) == () or letter == "j"
        assert (await table.session()).lobby.status is Status.OVER
        (said,) = await table.games.recap(table.game_id)
        assert said == phrase("hangman-recap", guess=1, letter="A")

    in_yard(
        work,
        ("bob", "guess1"),
        url=database_url,
        words=SHORT,
        dealer="optimal",
        lives=4,
        length=4,
    )


def test_nobody_can_work_a_dealers_word_out_from_the_games_name(database_url: str) -> None:
    async def work(table: Yard) -> None:
        session = await table.session()
        seeds = {seed_of(session, Seat("dealer")) for _ in range(3)}
        assert len(seeds) == 3
        assert len({seed_of(session, Seat("guess1")) for _ in range(3)}) == 1

    in_yard(work, url=database_url, dealer="honest")


def test_a_person_who_joins_guesses_and_a_bot_deals(database_url: str) -> None:
    async def work(table: Yard) -> None:
        lobby = (await table.session()).lobby
        assert lobby.seat_of(person("bob").user) == "guess1"
        assert lobby.bots == (("dealer", "dealer"),)
        assert [chair.seat for chair in lobby.empty] == ["guess2", "guess3"]

    in_yard(work, ("bob", ""), url=database_url, guessers=3)


def test_who_has_no_chair_sits_down_by_guessing_as_long_as_one_is_open(database_url: str) -> None:
    async def work(table: Yard) -> None:
        receipt = await table.say("cat", "guess e")
        assert [one.line for one in receipt.updates][-1] == "guess2 guess e"
        lobby = (await table.session()).lobby
        assert lobby.seat_of(person("cat").user) == "guess2"
        await table.rest()
        with pytest.raises(Refusal) as refused:
            await table.say("dan", "guess e")
        assert refused.value.phrase.key == "table-full"
        with pytest.raises(Refusal) as refused:
            await table.say("cat", "guess e")
        assert refused.value.phrase.key == "hangman-letter-guessed"

    in_yard(work, ("bob", "guess1"), url=database_url, guessers=2)


@pytest.mark.parametrize(
    ("seats", "chairs", "bots"), [("1", 2, {"guess2"}), ("12", 2, set()), ("14", 4, {"2", "3"})]
)
def test_guessers_in_turn_have_as_many_chairs_as_there_are_guessers(
    database_url: str, seats: str, chairs: int, bots: set[str]
) -> None:
    async def work(table: Yard) -> None:
        lobby = (await table.session()).lobby
        assert [chair.seat for chair in lobby.chairs] == [
            "dealer",
            *(f"guess{number}" for number in range(1, chairs + 1)),
        ]
        assert lobby.empty == ()
        assert {seat for seat, _ in lobby.bots} == {"dealer", *(f"guess{one[-1]}" for one in bots)}
        with pytest.raises(Refusal) as refused:
            await table.say("eve", "guess e")
        assert refused.value.phrase.key == ("table-not-seated" if bots else "table-full")

    people = [(f"p{number}", f"guess{number}") for number in seats]
    in_yard(work, *people, url=database_url, mode="turns")


def test_another_category_brings_its_own_words(database_url: str) -> None:
    async def work(table: Yard) -> None:
        await table.rest()
        await table.say("ann", "rematch")
        found = await table.games.current(ROOM)
        assert found is not None
        table.game_id = found
        await table.say("ann", "set category animals")
        await table.say("ann", "set length 5")
        await table.say("ann", "start")
        await table.rest()
        rules = (await table.session()).rules
        assert isinstance(rules, Hangman)
        assert rules.pack == word_list("animals")
        assert (await table.public()).known[0].word in word_list("animals").words

    in_yard(work, url=database_url, dealer="honest")


def test_options_go_into_values_and_back() -> None:
    kind = GameTypes()["hangman"]
    values = {"length": "5", "lives": "0", "mode": "race", "hints": "off", "category": "animals"}
    options = kind.options(values)
    assert (options.length, options.lives, options.hints) == (5, None, False)
    assert kind.options(kind.values(options)) == options
    assert kind.read_options(kind.write_options(options)) == options
    daily = kind.options({"daily": "2026-01-31", "guessers": 3})
    assert kind.options(kind.values(daily)) == daily
    assert (daily.dealer, daily.lives, daily.guessers) == (Dealer.HONEST, 8, 3)


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"length": "25"}, "option-integer"),
        ({"length": "--5"}, "option-integer"),
        ({"length": "9" * 5000}, "option-integer"),
        ({"category": "cars"}, "option-choice"),
        ({"dealer": "thought", "mode": "race"}, "hangman-race-dealer"),
        ({"daily": "tomorrow", "dealer": "honest"}, "hangman-daily-date"),
        ({"daily": "2026-01-31", "dealer": "cheating"}, "hangman-daily-fixed"),
        ({"daily": "2026-01-31", "lives": "9"}, "hangman-daily-fixed"),
        ({"daily": "2026-01-31", "verbose": "on"}, "hangman-daily-fixed"),
    ],
)
def test_options_that_no_table_can_have_are_refused(values: dict[str, object], key: str) -> None:
    with pytest.raises(Refusal) as refused:
        GameTypes()["hangman"].options(values)
    assert refused.value.phrase.key == key
