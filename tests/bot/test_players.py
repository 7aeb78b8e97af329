"""Bots at the tables, through the door: among themselves, beside people, in several processes."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.errand import SWEEP_SECONDS
from bot.games.clock import Due
from bot.lobby.model import Status
from bot.mind import Seeding, seed_of, seeding_by
from bot.players import PATIENCE, Players
from bot.store import games as stored
from bot.store import leases
from core.agents.thoughts import Choice
from core.codenames.actions import Guess
from core.codenames.model import (
    ClueGiven,
    Identity,
    Options,
    Pointed,
    TurnEnded,
    Uncovered,
    Unpointed,
)
from core.rules import IllegalAction, Seat
from tests.bot.bots import Held, Salon, in_salon, place_name
from tests.bot.tables import Scripted

ALL = tuple(chair.seat for chair in Options().chairs)
PERSON, BOT = Seat("blue-guesser-2"), Seat("blue-guesser")


def everybody() -> dict[str, Scripted]:
    return {seat: Scripted() for seat in ALL}


# Bots among themselves.


def test_bots_alone_play_to_the_end(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.rest()
        session = await salon.session()
        assert session.lobby.status is Status.OVER
        assert await salon.act() == []
        assert {one.cause for one in session.log if one.seat in ALL} == {"scripted"}

    in_salon(database_url, everybody(), work)


def test_bots_wait_for_people(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        assert await salon.act() == []
        await salon.say("blue-spymaster", "clue zephyr 2")
        assert isinstance((await salon.act())[0], Uncovered)

    in_salon(sqlite_url, {"blue-guesser": Scripted(), "red-spymaster": Scripted()}, work)


def test_nobody_is_told_what_bots_mean_before_the_end(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        assert isinstance((await salon.act())[0], ClueGiven)
        assert await salon.players.recap(salon.game_id) == ()
        await salon.rest()
        keys = [said.key for said in await salon.players.recap(salon.game_id)]
        assert keys[:2] == ["recap-clue", "recap-guess"]

    in_salon(database_url, everybody(), work)


def test_bots_of_a_stopped_game_do_nothing(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.act()
        await salon.say("host", "stop")
        assert await salon.players.act(salon.game_id) is None
        assert await salon.players.act(salon.game_id, waited=True) is None
        assert await salon.players.advice(salon.game_id) == ()

    in_salon(sqlite_url, everybody(), work)


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


# Beside people.


def beside(url: str, work: object, policy: Scripted | None = None) -> None:
    """Play where a bot that wants A1 sits beside a person, and the clue is for three."""

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
        await salon.say(PERSON, "point A2")
        assert await salon.act() == []
        await salon.say(PERSON, "point A1")
        guessed = (await salon.act())[0]
        assert isinstance(guessed, Uncovered)
        assert guessed.card == 0

    beside(sqlite_url, work)


def test_somebody_who_comes_to_watch_does_not_take_a_persons_agreement_away(
    sqlite_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        await salon.act()
        await salon.say(PERSON, "point A1")
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
        await salon.say(PERSON, f"point {place_name(own[-1])}")
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
        await salon.say(PERSON, "point A5")
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


# Where several must mark a card.


def marking(
    url: str, work: object, policies: dict[str, Scripted] | None = None, guessers: int = 2
) -> None:
    """Play where two must mark a card and bots, of whom the first wants A1, have shown theirs."""

    async def shown(salon: Salon) -> None:
        await salon.say("blue-spymaster", "clue zephyr 3")
        await salon.rest()
        await work(salon)  # type: ignore[operator]

    in_salon(url, policies or {BOT: Scripted()}, shown, guessers=guessers, marks=2)


def test_where_marks_are_needed_a_bot_keeps_to_its_own_pick(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.say(PERSON, "point A3")
        assert await salon.act() == []
        assert (await salon.public()).marks == {(BOT, 0), (PERSON, 2)}
        assert await salon.advice() == ["advice-guess-too", "advice-join"]

    marking(sqlite_url, work)


def test_a_second_mark_is_answered_with_the_guess_that_was_foretold(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        word = await salon.word(0)
        assert await salon.consequence(PERSON, "point A3") is None
        assert await salon.consequence(PERSON, "point A1") == f"guess {word}"
        await salon.say(PERSON, "point A1")
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
        await salon.say(PERSON, "point A3")
        assert await salon.consequence(PERSON) == f"guess {await salon.word(2)}"
        pointed, uncovered, *_ = await salon.go(PERSON)
        assert pointed == Pointed(BOT, 2)
        assert isinstance(uncovered, Uncovered)
        # The person chose the card, so that the bot learns nothing from it.
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
        await salon.say(PERSON, "point A3")
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
        await salon.say(PERSON, "resign")
        recap = await salon.players.recap(salon.game_id)
        assert [(said.key, said["cards"]) for said in recap] == [("recap-guess", "y")]

    marking(sqlite_url, work)


# What is drawn and kept.


def test_a_bot_draws_the_same_each_time_that_it_is_asked_in_a_turn(sqlite_url: str) -> None:
    policy = Scripted()

    async def work(salon: Salon) -> None:
        await salon.say("blue-spymaster", "clue zephyr 9")
        await salon.act()
        await salon.act()
        await salon.advice()
        assert len(policy.drawn) > 1
        assert len(set(policy.drawn)) == 1

    in_salon(sqlite_url, {BOT: policy}, work)


@pytest.mark.parametrize("seeding", [seed_of, seeding_by(lambda _: 3)])
def test_each_seat_and_turn_has_a_seed_of_its_own(sqlite_url: str, seeding: Seeding) -> None:
    async def work(salon: Salon) -> None:
        session = await salon.session()
        seeds = {seeding(session, seat) for seat in ALL}
        assert seeds == {seeding(session, seat) for seat in ALL}
        await salon.say("blue-spymaster", "clue zephyr 1")
        bystander = (await salon.places(Identity.BYSTANDER))[0]
        await salon.say("blue-guesser", f"guess {place_name(bystander)}")
        seeds |= {seeding(await salon.session(), seat) for seat in ALL}
        assert len(seeds) == 2 * len(ALL)

    in_salon(sqlite_url, {}, work)


def test_thoughts_are_kept_with_the_first_sign_of_a_pick(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.act()
        async with salon.games.store.reading() as conn:
            (row,) = await stored.thoughts_of(conn, salon.game_id)
        assert (row.turn, row.seat, row.body["kind"]) == (1, BOT, "guess")

    beside(sqlite_url, work)


# Several processes.


async def _until_over(salon: Salon, players: Players) -> None:
    """Let a process play by itself until the game is over."""
    with salon.games.notifier.subscribe() as changes:
        task = asyncio.create_task(players.run())
        try:
            async with asyncio.timeout(60):
                async for _ in changes:
                    if (await salon.session()).is_over:
                        return
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def test_of_two_processes_on_one_database_one_thinks_and_acts(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        held = Held(salon.thinker)
        first = asyncio.create_task(salon.process("one", held).act(salon.game_id))
        await held.asked.wait()
        assert await salon.process("other").act(salon.game_id) is None
        held.may_go.set()
        assert await first is not None
        assert await _clues(salon) == 1

    in_salon(database_url, everybody(), work)


def test_two_processes_that_decided_on_the_same_board_act_once(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        # Of one name, so that a lease keeps neither of them from thinking.
        held = [Held(salon.thinker), Held(salon.thinker)]
        acts = [salon.process("same", each).act(salon.game_id) for each in held]
        tasks = [asyncio.create_task(act) for act in acts]
        for each in held:
            await each.asked.wait()
        for each in held:
            each.may_go.set()
        assert (await asyncio.gather(*tasks)).count(None) == 1
        assert await _clues(salon) == 1

    in_salon(database_url, everybody(), work)


async def _clues(salon: Salon) -> int:
    return sum(isinstance(one.event, ClueGiven) for one in (await salon.session()).log)


def test_what_a_killed_process_had_chosen_is_chosen_and_done_once_by_the_next(
    database_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        held = Held(salon.thinker)
        killed = asyncio.create_task(salon.process("killed", held).act(salon.game_id))
        await held.asked.wait()
        killed.cancel()
        await asyncio.gather(killed, return_exceptions=True)
        again = salon.process("next")
        assert await again.act(salon.game_id) is None
        salon.hands.forward(seconds=31)
        assert await again.act(salon.game_id) is not None
        assert (await salon.session()).observe(None).turns[-1].clue is not None

    in_salon(database_url, everybody(), work)


def test_a_process_comes_back_to_what_another_one_had_claimed(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        held = Held(salon.thinker)
        killed = asyncio.create_task(salon.process("killed", held).act(salon.game_id))
        await held.asked.wait()
        killed.cancel()
        await asyncio.gather(killed, return_exceptions=True)

        async def pause(seconds: float) -> None:
            if seconds == SWEEP_SECONDS:
                await asyncio.Event().wait()
            salon.hands.forward(seconds=seconds)

        await _until_over(salon, salon.process("next", pause=pause))

    in_salon(sqlite_url, everybody(), work, "set pace 0")


def test_a_process_that_is_called_as_the_killed_one_need_not_wait(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        held = Held(salon.thinker)
        killed = asyncio.create_task(salon.process("same", held).act(salon.game_id))
        await held.asked.wait()
        killed.cancel()
        await asyncio.gather(killed, return_exceptions=True)
        assert await salon.process("same").act(salon.game_id) is not None

    in_salon(sqlite_url, everybody(), work)


def test_a_bot_that_thought_too_long_does_not_act_on_what_it_has_not_seen(
    sqlite_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        held = Held(salon.thinker)
        await salon.say("blue-spymaster", "clue zephyr 3")
        await salon.act()
        await salon.say(PERSON, "point A1")
        late = asyncio.create_task(salon.process("late", held).act(salon.game_id))
        await held.asked.wait()
        await salon.say(PERSON, "unpoint A1")
        held.may_go.set()
        assert await late is None
        assert (await salon.public()).turns[-1].guesses == ()

    in_salon(sqlite_url, {BOT: Scripted()}, work, guessers=2)


class Wrong(Scripted):
    """Guesses where a clue is waited for."""

    def choose(self, *asked: Any) -> Choice:
        choice = super().choose(*asked)
        return replace(choice, action=Guess(asked[0].number, 0))


def test_a_move_that_the_rules_refuse_is_told_to_operators_without_the_move(
    sqlite_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        with capture_logs() as logs:
            assert await salon.players.act(salon.game_id) is None
        (told,) = logs
        assert told["event"] == "bot-move-refused"
        assert told["log_level"] == "error"
        assert (told["game"], told["seat"]) == (salon.game_id, "blue-spymaster")
        assert "zephyr" not in repr(told)

    in_salon(sqlite_url, {"blue-spymaster": Wrong()}, work)


def test_a_game_that_there_is_not_is_refused(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        with pytest.raises(IllegalAction):
            await salon.players.act("nowhere")  # type: ignore[arg-type]

    in_salon(sqlite_url, everybody(), work)


# A process by itself.


def test_a_process_finds_the_games_that_wait_for_bots_and_plays_them(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        await _until_over(salon, salon.process("one"))
        assert (await salon.session()).is_over

    in_salon(database_url, everybody(), work, "set pace 0")


def test_two_processes_that_play_by_themselves_make_one_game(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        other = asyncio.create_task(salon.process("other").run())
        await _until_over(salon, salon.process("one"))
        other.cancel()
        await asyncio.gather(other, return_exceptions=True)
        _, log = await salon.games.history(salon.game_id)
        assert [one.version for one in log] == [*range(1, len(log) + 1)]

    in_salon(database_url, everybody(), work, "set pace 0")


def test_bots_keep_the_tables_pace(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        waited = list[float]()

        async def pause(seconds: float) -> None:
            if seconds == SWEEP_SECONDS:
                await asyncio.Event().wait()
            waited.append(seconds)
            salon.hands.forward(seconds=seconds)

        await _until_over(salon, salon.process("one", pause=pause))
        moves = [one.at for one in (await salon.session()).log if one.cause]
        assert set(waited) == {3.0}
        assert min(then - now for now, then in pairwise(sorted(set(moves)))) == timedelta(seconds=3)

    in_salon(sqlite_url, everybody(), work, "set pace 3")


# Patience.


async def _patience(salon: Salon) -> list[leases.DeadlineRow]:
    async with salon.games.store.reading() as conn:
        rows = await leases.deadlines_of(conn, salon.game_id)
    return [row for row in rows if row.kind == Due.PATIENCE.value]


def test_bots_that_wait_set_a_deadline_that_each_move_puts_off(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.act()
        await salon.act()
        (first,) = await _patience(salon)
        assert first.due_at == salon.hands.moment + PATIENCE
        salon.hands.forward(seconds=20)
        await salon.act()
        assert await _patience(salon) == [first]
        await salon.say(PERSON, "point A2")
        await salon.act()
        (second,) = await _patience(salon)
        assert second.due_at == salon.hands.moment + PATIENCE

    beside(database_url, work)


def test_bots_without_people_beside_them_set_no_deadline(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.rest()
        assert await _patience(salon) == []

    in_salon(sqlite_url, everybody(), work)
