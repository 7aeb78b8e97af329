"""Tables of hangman at which a guess takes a chair, through the door."""

import asyncio
from typing import Any

import pytest

from bot.games.requests import GameView, Press, Submission
from bot.games.session import table_view
from bot.gametypes.hangman.teamplay import HangmanTeamPlay
from bot.gametypes.registry import GameTypes
from bot.lobby.model import Status
from bot.server.workers.engine_pool import EnginePool
from bot.store.connection import Store
from bot.store.rooms import find_room
from core.hangman.options import GUESSERS, Mode
from core.rules import IllegalAction, Seat
from core.view import Choices, FormBlock
from tests.bot.games.gallows import Gallows, at_gallows
from tests.bot.games.parlour import ROOM, person

pytestmark = pytest.mark.either_database


def test_a_game_that_needs_nobody_else_begins_when_it_is_opened(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        receipt = await table.open()
        session = await table.session()
        assert session.lobby.status is Status.RUNNING
        assert session.version == receipt.version
        assert await table.seat("ann") == "guess1"
        assert dict(session.lobby.bots) == {"dealer": "dealer"}
        assert len(session.lobby.empty) == GUESSERS[-1] - 1
        await table.say("ann", "ｇｕｅｓｓ　ｅ")
        assert len((await table.public()).board.tries) == 1

    at_gallows(database_url, work)


@pytest.mark.parametrize(
    "values", [{"mode": "turns"}, {"mode": "race"}, {"dealer": "word"}, {"dealer": "thought"}]
)
def test_games_that_need_others_have_a_lobby(sqlite_url: str, values: dict[str, Any]) -> None:
    async def work(table: Gallows) -> None:
        await table.open(**values)
        assert (await table.session()).lobby.status is Status.LOBBY

    at_gallows(sqlite_url, work)


def test_a_table_is_only_begun_at_once_where_that_is_asked_for(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        receipt = await table.games.open(person("ann"), "hangman", {})
        session = await table.games.session(receipt.game_id)
        assert session.lobby.status is Status.LOBBY

    at_gallows(sqlite_url, work)


def test_opening_again_by_the_same_delivery_begins_one_game(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        first = await table.open(delivery="1")
        again = await table.open(delivery="1")
        assert again.repeated
        assert (again.game_id, again.version) == (first.game_id, first.version)

    at_gallows(database_url, work)


def test_a_newcomers_letter_seats_them_in_the_same_breath(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open()
        receipt = await table.say("bob", "guess e", delivery="press")
        assert [one.line for one in receipt.updates] == [None, None, "guess2 guess e"]
        assert await table.seat("bob") == "guess2"
        repeated = await table.say("bob", "guess e", delivery="press")
        assert repeated.repeated
        assert len((await table.public()).board.tries) == 1

    at_gallows(database_url, work)


def test_a_newcomers_letter_at_a_closed_table_seats_nobody(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open()
        await table.say("ann", "set join host")
        assert await table.refused("bob", "guess e") == "table-join-host"
        await table.say("bob", "watch")
        bob = person("bob").user
        assert "guess e" not in _lines(await table.games.view(table.game_id, bob))
        await table.say("ann", f"replace guess2 {bob}")
        assert "guess e" in _lines(await table.games.view(table.game_id, bob))
        await table.say("bob", "guess e")
        assert await table.seat("bob") == "guess2"

    at_gallows(sqlite_url, work)


def test_a_guess_that_is_refused_seats_nobody(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open()
        await table.say("ann", "guess e")
        before = (await table.session()).version
        assert await table.refused("bob", "guess e") == "hangman-letter-guessed"
        assert await table.refused("bob", "guess 7") == "hangman-letter-digit"
        assert await table.seat("bob") is None
        assert (await table.session()).version == before

    at_gallows(database_url, work)


def test_who_comes_when_all_chairs_are_taken_is_told_to_wait(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(lives=0)
        for number, letter in enumerate("etaoinsr"[1:], 2):
            await table.say(f"p{number}", f"guess {letter}")
        assert await table.refused("late", "guess z") == "table-full"
        await table.say("p5", "stand")
        await table.say("late", "guess z")
        assert await table.seat("late") == "guess5"

    at_gallows(sqlite_url, work)


def test_the_first_chair_is_open_too_once_it_is_empty(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(guessers=1)
        assert await table.refused("bob", "guess e") == "table-full"
        await table.say("ann", "stop")
        await table.open(guessers=2)
        await table.say("bob", "guess e")
        await table.say("ann", "stand")
        await table.say("cat", "guess a")
        assert await table.seat("cat") == "guess1"

    at_gallows(sqlite_url, work)


def test_newcomers_to_a_race_help_the_smaller_team_and_see_its_board_before_they_guess(
    sqlite_url: str,
) -> None:
    async def work(table: Gallows) -> None:
        await table.open(mode="race", guessers=3)
        await table.say("bob", "join red")
        await table.say("ann", "start")
        await table.say("ann", "guess e")
        teams = list[str]()
        for name, letter in (("cat", "e"), ("dan", "a"), ("eve", "i"), ("fay", "o")):
            await table.say(name, f"guess {letter}")
            assert [one.guesses for one in (await table.public()).progress] == [1, 0]
            seat = await table.seat(name)
            assert seat is not None
            teams.append(seat.rstrip("123"))
        assert teams == ["blue", "red", "blue", "red"]
        assert await table.refused("gus", "guess z") == "table-full"

    at_gallows(sqlite_url, work)


def test_who_set_the_word_does_not_guess_it(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="word")
        await table.say("ann", "chair dealer")
        await table.say("bob", "join")
        await table.say("ann", "start")
        await table.say("ann", "word planet")
        assert await table.refused("ann", "guess p") == "hangman-dealer-guesses"
        await table.say("ann", "stand")
        assert await table.refused("ann", "guess p") == "table-barred"
        await table.say("cat", "solve planet")
        assert (await table.session()).lobby.status is Status.OVER

    at_gallows(database_url, work)


def test_a_bot_guesses_only_where_it_was_asked_to(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open()
        await table.say("ann", "bot guess2")
        assert dict((await table.session()).lobby.bots)[Seat("guess2")] == "guesser"
        assert await table.refused("ann", "bot guess3 ace") == "table-bot-unknown"

    at_gallows(sqlite_url, work)


@pytest.mark.slow
def test_a_bot_that_cannot_play_in_a_chair_does_not_get_there(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(mode="turns")
        for line in (
            "bot guess3 dealer",
            "bot dealer guesser",
            "replace guess1 dealer",
            "replace dealer guesser",
        ):
            assert await table.refused("ann", line) == "table-bot-unfit", line
        await table.say("ann", "start")
        assert await table.refused("ann", "replace guess2 dealer") == "table-bot-unfit"
        await table.say("ann", "replace guess1 guesser")
        bots = dict((await table.session()).lobby.bots)
        assert bots == {"dealer": "dealer", "guess1": "guesser", "guess2": "guesser"}

    at_gallows(sqlite_url, work)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "dealer",
    [
        "cheating",
        "optimal",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("honest", "stubborn", "largest")),
    ],
)
def test_bots_in_other_processes_play_on_where_people_have_left(
    database_url: str, dealer: str
) -> None:
    async def run() -> None:
        pool = EnginePool({"hangman": GameTypes()["hangman"].bots}, seconds=60.0)
        async with Store.open(database_url) as store, pool:
            table = Gallows(store, pool)
            await table.open(dealer=dealer)
            await table.say("bob", "guess e")
            await table.say("ann", "bot guess3")
            assert len((await table.public()).board.tries) == 1
            await table.say("bob", "leave")
            await table.say("ann", "watch")
            session = await table.session()
            assert session.lobby.status is Status.OVER
            causes = {one.cause for one in session.log}
            assert causes >= {dealer, "guesser"}
            assert "fallback" not in causes

    asyncio.run(run())


def test_the_next_game_begins_at_once_with_the_same_people(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="honest")
        await table.say("bob", f"guess {(await table.word())[0]}")
        await table.find("ann")
        receipt = await table.games.submit(person("bob"), Submission("rematch"))
        table.game_id = receipt.game_id
        session = await table.session()
        assert session.lobby.status is Status.RUNNING
        assert await table.seat("ann") == "guess1"
        assert await table.seat("bob") == "guess2"
        assert session.options.mode is Mode.TOGETHER

    at_gallows(database_url, work)


def test_a_word_that_was_guessed_is_none_that_codenames_leaves_out(database_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(dealer="honest")
        await table.find("ann")
        opened = await table.games.open(person("ann"), "codenames", {})
        await table.games.submit(person("ann"), Submission("start", game_id=opened.game_id))
        session = await table.games.session(opened.game_id)
        assert len(session.observe(None).cards) == 25
        async with table.store.reading() as conn:
            room = await find_room(conn, ROOM)
        assert room is not None
        assert set(room.recent_words) == {card.word for card in session.observe(None).cards}

    at_gallows(database_url, work)


def test_only_who_opened_is_called_however_many_come(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open()
        before = (await table.games.view(table.game_id)).due
        await table.say("bob", "guess e")
        assert (await table.games.view(table.game_id)).due == before == (person("ann").user,)

    at_gallows(sqlite_url, work)


def test_in_a_race_each_is_offered_what_their_team_may_guess_and_all_only_the_form(
    sqlite_url: str,
) -> None:
    async def work(table: Gallows) -> None:
        await table.open(mode="race", guessers=1)
        for name, line in (("ann", "chair blue1"), ("bob", "chair red1"), ("ann", "start")):
            await table.say(name, line)
        await table.say("ann", "guess e")
        public = await table.games.view(table.game_id)
        ann, bob = [
            await table.games.view(table.game_id, person(name).user) for name in ("ann", "bob")
        ]
        assert "guess e" in _lines(bob) - _lines(ann)
        assert _lines(public) == set()
        assert any(isinstance(block, FormBlock) for block in public.view.blocks)
        assert (public.apart, ann.apart, bob.apart) == (True, True, True)
        assert not (await table.games.view(table.game_id, person("eve").user)).apart

    at_gallows(sqlite_url, work)


def test_a_second_press_of_one_person_within_a_second_is_not_a_guess(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        async def press(name: str, letter: str) -> str:
            asks, line = person(name), f"guess {letter}"
            try:
                await table.games.submit(
                    asks, Submission(line, turn=1, game_id=table.game_id, press=Press())
                )
            except IllegalAction as refusal:
                return refusal.phrase.key
            await table.rest()
            return ""

        await table.open(guessers=2)
        assert await press("ann", "q") == ""
        table.later(milliseconds=900)
        assert await press("ann", "q") == "press-twice"
        assert await press("ann", "z") == "press-twice"
        assert await press("bob", "z") == ""
        table.later(milliseconds=100)
        assert await press("ann", "q") == "hangman-letter-guessed"
        assert await press("ann", "e") == ""
        await table.say("ann", "guess x")  # a typed line is no double tap
        assert [one.text for one in (await table.public()).board.answers] == [*"qzex"]

    at_gallows(sqlite_url, work)


def test_a_press_right_after_a_typed_guess_or_a_hint_is_a_guess(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(guessers=1)
        asks, press = person("ann"), Press()
        await table.say("ann", "guess q")
        await table.rest()
        for line in ("guess z", "hint"):
            await table.games.submit(
                asks, Submission(line, turn=1, game_id=table.game_id, press=press)
            )
            await table.rest()
        assert [one.text for one in (await table.public()).board.answers][:2] == [*"qz"]
        assert [one.hint for one in (await table.public()).board.tries].count(True) == 1

    at_gallows(sqlite_url, work)


def test_a_double_tap_buys_one_hint(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(guessers=2)
        asks, press = person("ann"), Press()
        await table.games.submit(
            asks, Submission("hint", turn=1, game_id=table.game_id, press=press)
        )
        await table.rest()
        with pytest.raises(IllegalAction) as refused:
            await table.games.submit(
                asks, Submission("hint", turn=1, game_id=table.game_id, press=press)
            )
        assert refused.value.phrase.key == "press-twice"
        assert [one.hint for one in (await table.public()).board.tries].count(True) == 1

    at_gallows(sqlite_url, work)


def test_bots_in_a_race_do_not_get_ahead_of_people(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open(mode="race", guessers=1)
        for line in ("chair blue1", "bot red1", "bot dealer", "start"):
            await table.say("ann", line)
        assert [one.guesses for one in (await table.public()).progress] == [0, 1]
        await table.say("ann", "guess e")
        assert [one.guesses for one in (await table.public()).progress] == [1, 2]

    at_gallows(sqlite_url, work)


def test_dealers_answer_at_once_and_guessers_take_their_time(sqlite_url: str) -> None:
    async def work(table: Gallows) -> None:
        await table.open()
        asked = person("ann")
        await table.games.submit(asked, Submission("guess e", game_id=table.game_id))
        assert not HangmanTeamPlay().waits_politely(table_view(await table.session()))
        await table.rest()
        await table.say("ann", "stop")
        await table.open(mode="race", guessers=1)
        for line in ("chair blue1", "bot red1", "bot dealer"):
            await table.say("ann", line)
        await table.games.submit(asked, Submission("start", game_id=table.game_id))
        assert HangmanTeamPlay().waits_politely(table_view(await table.session()))

    at_gallows(sqlite_url, work)


def _lines(look: GameView) -> set[str]:
    offers = [block for block in look.view.blocks if isinstance(block, Choices)]
    return {choice.line for offer in offers for choice in offer.choices if choice.enabled}
