"""Bots and people in one team, through the door: bots mark cards, wait, and lose patience."""

import asyncio

from bot.store import games as stored
from core.codenames.model import (
    Identity,
    Pointed,
    TurnEnded,
    Uncovered,
    Unpointed,
)
from core.rules import Seat
from tests.bot.bots import Held, Salon, in_salon, place_name
from tests.bot.tables import Scripted

PERSON, BOT = Seat("blue-guesser-2"), Seat("blue-guesser")


def beside(url: str, work: object, policy: Scripted | None = None) -> None:
    """Play with a bot that wants A1 and a person in one team, after a clue for three."""

    async def after_clue(salon: Salon) -> None:
        await salon.say("blue-spymaster", "clue zephyr 3")
        await work(salon)  # type: ignore[operator]

    in_salon(url, {BOT: policy or Scripted()}, after_clue, guessers=2)


def test_a_bot_beside_a_person_points_and_then_waits(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        assert await salon.act() == [Pointed(BOT, 0)]
        assert await salon.act() == []
        assert await salon.advice() == ["advice-guess"]

    beside(sqlite_url, work)


def test_it_guesses_when_the_person_points_at_the_same_card(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.act()
        await salon.say(PERSON, "mark A2")
        assert await salon.act() == []
        await salon.say(PERSON, "mark A1")
        guessed = (await salon.act())[0]
        assert isinstance(guessed, Uncovered)
        assert guessed.card == 0

    beside(sqlite_url, work)


def test_somebody_who_comes_to_watch_does_not_take_a_persons_agreement_away(
    sqlite_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        await salon.act()
        await salon.say(PERSON, "mark A1")
        await salon.say("passer-by", "join")
        assert isinstance((await salon.act())[0], Uncovered)

    beside(sqlite_url, work)


def test_it_guesses_when_it_has_been_told_to_go_on(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.act()
        assert isinstance((await salon.act(waited=True))[0], Uncovered)

    beside(sqlite_url, work)


def test_its_mark_follows_its_mind(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        own = await salon.places(Identity.BLUE)
        await salon.say(PERSON, f"mark {place_name(own[-1])}")
        await salon.act()
        await salon.say(PERSON, f"guess {place_name(own[-1])}")
        assert await salon.act() == []
        assert (await salon.public()).marks == {(BOT, 0)}

    beside(sqlite_url, work)


def test_it_takes_its_mark_off_a_card_that_it_no_longer_wants(sqlite_url: str) -> None:
    policy = Scripted()

    async def work(salon: Salon) -> None:
        await salon.act()
        policy.skip = 4
        assert await salon.act() == [Unpointed(BOT, 0)]
        assert await salon.act() == [Pointed(BOT, 4)]

    beside(sqlite_url, work, policy)


def test_a_bot_that_would_stop_says_so_and_stops_when_told_to_go_on(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        own = await salon.places(Identity.BLUE)
        await salon.say(PERSON, f"guess {place_name(own[0])}")
        assert await salon.act() == []
        assert await salon.advice() == ["advice-pass"]
        assert isinstance((await salon.act(waited=True))[0], TurnEnded)

    beside(sqlite_url, work, Scripted(stop=1))


def test_a_mark_that_was_there_before_a_bots_is_no_answer_to_it(sqlite_url: str) -> None:
    policy = Scripted()

    async def work(salon: Salon) -> None:
        await salon.act()
        await salon.say(PERSON, "mark A5")
        policy.skip = 4
        assert await salon.act() == [Unpointed(BOT, 0)]
        assert await salon.act() == [Pointed(BOT, 4)]
        assert await salon.act() == []
        assert (await salon.public()).turns[-1].guesses == ()

    beside(sqlite_url, work, policy)


def test_only_those_who_are_to_act_can_tell_bots_to_go_on(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.act()
        assert await salon.go("red-guesser") == []
        assert await salon.consequence("red-guesser") is None

    beside(sqlite_url, work)


def test_a_game_that_was_stopped_beside_waiting_bots_waits_for_nobody(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.act()
        await salon.say("host", "stop")
        assert await salon.advice() == []
        assert await salon.go(PERSON) == []
        assert await salon.consequence(PERSON) is None
        assert await salon.act(waited=True) == []

    beside(sqlite_url, work)


def test_a_bot_beside_an_empty_chair_does_not_wait_for_it(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.say("blue-spymaster", "clue zephyr 3")
        assert await salon.act() == [Pointed(BOT, 0)]
        assert await salon.act() == []
        await salon.say(PERSON, "leave")
        assert isinstance((await salon.act())[0], Uncovered)

    in_salon(sqlite_url, {BOT: Scripted()}, work, guessers=2)


def test_a_bot_that_thought_too_long_does_not_act_on_what_it_has_not_seen(
    sqlite_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        held = Held(salon.thinker)
        await salon.say("blue-spymaster", "clue zephyr 3")
        await salon.act()
        await salon.say(PERSON, "mark A1")
        late = asyncio.create_task(salon.process("late", held).act(salon.game_id))
        await held.asked.wait()
        await salon.say(PERSON, "unmark A1")
        held.may_go.set()
        assert await late is None
        assert (await salon.public()).turns[-1].guesses == ()

    in_salon(sqlite_url, {BOT: Scripted()}, work, guessers=2)


def test_thoughts_are_kept_with_the_first_sign_of_a_pick(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.act()
        async with salon.games.store.reading() as conn:
            (row,) = await stored.thoughts_of(conn, salon.game_id)
        assert (row.turn, row.seat, row.body["kind"]) == (1, BOT, "guess")

    beside(sqlite_url, work)


# Cards that need several marks.


def marking(
    url: str, work: object, policies: dict[str, Scripted] | None = None, guessers: int = 2
) -> None:
    """Run `work` once bots have made their marks; a guess needs two marks."""

    async def shown(salon: Salon) -> None:
        await salon.say("blue-spymaster", "clue zephyr 3")
        await salon.rest()
        await work(salon)  # type: ignore[operator]

    in_salon(url, policies or {BOT: Scripted()}, shown, guessers=guessers, marks=2)


def test_where_marks_are_needed_a_bot_keeps_to_its_own_pick(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.say(PERSON, "mark A3")
        assert await salon.act() == []
        assert (await salon.public()).marks == {(BOT, 0), (PERSON, 2)}
        assert await salon.advice() == ["advice-guess-too", "advice-join"]

    marking(sqlite_url, work)


def test_a_second_mark_is_answered_with_the_guess_that_was_foretold(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        word = await salon.word(0)
        assert await salon.consequence(PERSON, "mark A3") is None
        assert await salon.consequence(PERSON, "mark A1") == f"guess {word}"
        await salon.say(PERSON, "mark A1")
        uncovered = (await salon.act())[0]
        assert isinstance(uncovered, Uncovered)
        assert (uncovered.seat, uncovered.card) == (BOT, 0)

    marking(sqlite_url, work)


def test_telling_a_bot_to_go_on_lends_it_the_mark_that_it_lacks(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        assert await salon.consequence(PERSON) == f"guess {await salon.word(0)}"
        pointed, uncovered, *_ = await salon.go(PERSON)
        assert pointed == Pointed(PERSON, 0)
        assert isinstance(uncovered, Uncovered)
        assert uncovered.seat == BOT

    marking(sqlite_url, work)


def test_telling_a_bot_to_go_on_makes_it_join_people_in_the_card_that_they_marked(
    sqlite_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        await salon.say(PERSON, "mark A3")
        assert await salon.consequence(PERSON) == f"guess {await salon.word(2)}"
        pointed, uncovered, *_ = await salon.go(PERSON)
        assert pointed == Pointed(BOT, 2)
        assert isinstance(uncovered, Uncovered)
        # The person chose the card, so the bot learns nothing from it.
        assert (uncovered.seat, uncovered.card) == (PERSON, 2)

    marking(sqlite_url, work)


def test_two_bots_that_want_different_cards_agree_on_the_firsts_when_told_to_go_on(
    sqlite_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        assert await salon.advice() == ["advice-guess", "advice-guess-too"]
        assert (await salon.go("blue-guesser-3"))[:1] == [Pointed(PERSON, 0)]
        assert (await salon.public()).turns[-1].guesses[0].seat == BOT

    marking(sqlite_url, work, {BOT: Scripted(), PERSON: Scripted(skip=1)}, guessers=3)


def test_time_that_has_passed_adds_no_persons_mark(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        assert await salon.act(waited=True) == []
        await salon.say(PERSON, "mark A3")
        assert await salon.act(waited=True) == [Pointed(BOT, 2)]
        assert await salon.act(waited=True) == []
        assert await salon.act() == []

    marking(sqlite_url, work)


def test_a_bot_that_would_stop_takes_its_mark_off_and_ends_the_turn_when_told_to(
    sqlite_url: str,
) -> None:
    policy = Scripted()

    async def work(salon: Salon) -> None:
        await salon.go(PERSON)
        await salon.rest()
        policy.stop = 1
        (mark,) = (await salon.public()).marks
        assert await salon.act() == [Unpointed(*mark)]
        assert await salon.consequence(PERSON) is None
        assert await salon.advice() == ["advice-pass"]
        assert isinstance((await salon.go(PERSON))[0], TurnEnded)

    marking(sqlite_url, work, {BOT: policy})


def test_what_bots_meant_is_told_also_where_marks_were_needed(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.go(PERSON)
        for seat in (PERSON, PERSON, "blue-spymaster"):
            await salon.say(seat, "resign")
        recap = await salon.games.recap(salon.game_id, every_turn=True)
        assert [(said.key, said["cards"]) for said in recap] == [("recap-guess", ("y",))]

    marking(sqlite_url, work)
