"""Learning from a game's log: each turn counts once."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from sqlalchemy import select

from bot.games.requests import Submission
from bot.identity import GuildId, Room, User, bot_user
from bot.ratings.totals import MemoryKey, Totals, read_memories, write_totals
from bot.server.workers import learner as learner_module
from bot.server.workers.learner import CLOCK_SKEW, EVIDENCE_BOOKMARK, Learner
from bot.store import rooms, schema
from core.agents.ace import AceVariant
from core.agents.ace import learn as ace_learn
from core.agents.associations import vocabulary_form
from core.agents.clue_memory import NO_CLUES, PairCounts
from core.agents.explanations import Evidence
from core.agents.listener_policy import TEAMMATE
from core.agents.memory import EMPTY, Memory
from core.agents.observation import played_turn
from core.agents.prior import fitted_memory, with_prior
from core.agents.thoughts import ClueThoughts, CodenamesChoice, NamedNumbers
from core.codenames.model import Identity, Observation, Phase, Team
from core.rating.colt import OUTCOME_COUNT
from core.rating.estimate import expected_outcomes
from core.rating.race import TYPICAL_TURNS
from core.rules import IllegalAction, Seat, Secret
from tests.bot.bots import Salon, in_salon, place_name
from tests.bot.games.parlour import GUILD, ROOM, person
from tests.bot.tables import Scripted
from tests.services import at_work, learn_all

pytestmark = pytest.mark.either_database

SPY, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")
RED = (Seat("red-spymaster"), Seat("red-guesser"))
MATE = User("recorder", GUESSER)
GAMES = 2

FITTED = with_prior(EMPTY, EMPTY, EMPTY, fitted_memory("guesser"))
"""The memory of `teammate` about a person with whom it has not played."""


def credits_of(turn: int) -> NamedNumbers:
    return (("gloss", 1.0), ("sense", 0.25 * (turn % 3)))


class Adaptive(Scripted):
    """A scripted spymaster whose experts' credits differ by turn."""

    def choose(self, *asked: object) -> CodenamesChoice:
        choice = super().choose(*asked)  # type: ignore[arg-type]
        number = asked[0].number  # type: ignore[attr-defined]
        thoughts = ClueThoughts("gloss", "zephyr", 2, (), credits=credits_of(number))
        return CodenamesChoice(choice.action, choice.cause, Secret(thoughts))


def ace() -> Adaptive:
    return Adaptive(name="ace")


@dataclass
class Play:
    """People who guess at random, with the game's number as the seed."""

    say: Callable[[Seat, str], Awaitable[object]]
    bots: Callable[[], Awaitable[object]]
    public: Callable[[], Awaitable[Observation]]

    async def game(self, number: int) -> None:
        rng = np.random.default_rng(number)
        while (await self.public()).phase is not Phase.OVER:
            await self.bots()
            public = await self.public()
            if public.phase is Phase.CLUE:
                await self.say(RED[0], "clue zephyr 3")
            elif public.phase is Phase.GUESS:
                await self._guess(public, rng)

    async def _guess(self, public: Observation, rng: np.random.Generator) -> None:
        turn = public.turns[-1]
        seat = GUESSER if turn.team.value == "blue" else RED[1]
        if turn.guesses and rng.random() < 0.3:
            await self.say(seat, "pass")
        else:
            await self.say(seat, f"guess {place_name(int(rng.choice(public.covered)))}")


def _taught(memory: Memory, public: Observation) -> Memory:
    """Return ACE's memory after a game whose public turns only its mate guessed."""
    for turn in public.turns:
        if turn.team.value == "blue" and turn.clue:
            played = played_turn(turn, credits_of(turn.number))
            memory = ace_learn(memory, played, AceVariant.REPOSITORY) if played else memory
    return memory


async def _memory(salon: Salon) -> Memory:
    key = MemoryKey("ace", str(MATE), "guesser")
    async with salon.games.store.reading() as conn:
        return (await read_memories(conn, {key})).get(key, EMPTY)


async def _play(salon: Salon, number: int, learner: Learner) -> None:
    async def bots() -> None:
        await salon.rest()
        await learner.learn(salon.game_id)

    await Play(salon.say, bots, salon.public).game(number)
    await learner.learn(salon.game_id)


async def _rematch(salon: Salon) -> None:
    """Begin the next game, with all players in the chairs that they are named after."""
    salon.game_id = (await salon.say("host", "rematch")).game_id
    for seat in RED:
        await salon.say(seat, "stand")
    for seat in RED:
        await salon.say(seat, f"chair {seat}")
    await salon.say("host", "start")


def test_after_some_games_bots_remember_what_happened_in_all_of_them(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        learner, expected = Learner(salon.games), EMPTY
        for number in range(GAMES):
            if number:
                await _rematch(salon)
            await _play(salon, number, learner)
            expected = _taught(expected, await salon.public())
        assert await _memory(salon) == expected
        assert expected.turns > GAMES

    in_salon(database_url, {SPY: ace()}, work)


def test_a_bot_plays_by_what_it_has_learnt_and_keeps_to_it_for_the_turn(sqlite_url: str) -> None:
    bot = ace()

    async def work(salon: Salon) -> None:
        await salon.rest()
        await _play(salon, 0, Learner(salon.games))
        await _rematch(salon)
        await salon.players.act(salon.game_id)
        assert bot.seen[0] == FITTED
        assert bot.seen[-1].turns > FITTED.turns

    in_salon(sqlite_url, {SPY: bot}, work)


def test_a_bot_expects_what_the_turns_of_its_team_have_been(sqlite_url: str) -> None:
    bot = ace()

    async def work(salon: Salon) -> None:
        await salon.rest()
        await _play(salon, 0, Learner(salon.games))
        played = [turn for turn in (await salon.public()).turns if turn.team is Team.BLUE]
        await _rematch(salon)
        await salon.players.act(salon.game_id)
        assert bot.seen[0].expected == TYPICAL_TURNS
        outcomes = [one.outcome for turn in played if (one := played_turn(turn, ()))]
        counts = np.bincount(outcomes, minlength=OUTCOME_COUNT).astype(np.float64)
        expected = expected_outcomes(counts, np.array(TYPICAL_TURNS))
        np.testing.assert_allclose(bot.seen[-1].expected, expected)

    in_salon(sqlite_url, {SPY: bot}, work)


def test_what_is_learnt_elsewhere_in_the_middle_of_a_turn_waits_for_the_next(
    sqlite_url: str,
) -> None:
    bot = Scripted(name="ace")
    giver = MemoryKey("ace", "recorder:blue-spymaster", "spymaster")

    async def work(salon: Salon) -> None:
        await salon.say(SPY, "clue zephyr 3")
        await salon.act()
        async with salon.games.store.writing() as conn:
            await write_totals(conn, Totals({giver: Memory(7, {})}))
        await salon.advice()
        assert [memory.turns for memory in bot.seen] == [FITTED.turns] * 2
        await salon.process("two").advice(salon.game_id)
        assert bot.seen[-1].turns == FITTED.turns + 7

    in_salon(sqlite_url, {GUESSER: bot}, work, guessers=2)


def test_teammate_is_told_which_clues_went_with_the_cards_on_its_board(database_url: str) -> None:
    bot = Scripted(name=TEAMMATE)

    async def play(salon: Salon) -> str:
        """Play a turn after the bot's clue, then the game to its end; return the turn's card."""
        place = (await salon.places(Identity.BLUE))[0]
        await _turn(salon, Identity.BLUE, Identity.BYSTANDER)
        await _turn(salon, Identity.ASSASSIN)
        await Learner(salon.games).learn(salon.game_id)
        return await salon.word(place)

    async def same_words(salon: Salon) -> None:
        """Allow the words of the last game to be dealt again."""
        async with salon.games.store.writing() as conn:
            found = await rooms.find_room(conn, ROOM)
            assert found is not None
            await rooms.change_room(conn, ROOM, recent_words=[], recent_games=[*found.recent_games])

    async def work(salon: Salon) -> None:
        first, word = salon.game_id, vocabulary_form(await play(salon))
        assert bot.seen[-1].clues == NO_CLUES
        await same_words(salon)
        await _rematch(salon)
        await salon.rest()
        clues = bot.seen[-1].clues
        assert clues.pairs["zephyr", word] == PairCounts(ours_worked=1)
        assert set(clues.recent) == {"zephyr"}
        assert salon.game_id != first
        async with salon.games.store.reading() as conn:
            found = await rooms.find_room(conn, ROOM)
            assert found is not None
            assert found.recent_games == (first, salon.game_id)
        # A second guild joins, so the memory of this one is not used.
        elsewhere = person("zoe", Room("recorder", "den"), GuildId("recorder:away"))
        joined = Submission(f"join {salon.game_id}")
        await salon.games.submit(elsewhere, joined)
        await _turn(salon, Identity.BYSTANDER)
        await _turn(salon, Identity.BYSTANDER)
        await salon.rest()
        assert bot.seen[-1].clues == NO_CLUES

    in_salon(database_url, {SPY: bot}, work)


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["ace", "stranger"])
def test_other_bots_are_told_nothing_of_clues(sqlite_url: str, name: str) -> None:
    bot = Scripted(name=name)

    async def work(salon: Salon) -> None:
        await _play(salon, 0, Learner(salon.games))
        await _rematch(salon)
        await salon.rest()
        assert all(memory.clues == NO_CLUES for memory in bot.seen)

    in_salon(sqlite_url, {SPY: bot}, work)


# Turns to learn from.


async def _turn(salon: Salon, *identities: Identity) -> None:
    """Play a turn of people, in which the team guesses cards of these identities."""
    await salon.rest()
    public = await salon.public()
    team = public.turns[-1].team.value
    if public.phase is Phase.CLUE:
        await salon.say(f"{team}-spymaster", "clue zephyr 3")
    for identity in identities:
        covered = (await salon.public()).covered
        place = next(place for place in await salon.places(identity) if place in covered)
        await salon.say(f"{team}-guesser", f"guess {place_name(place)}")


async def _stored(salon: Salon) -> list[tuple[int, int | None]]:
    turns = schema.turns.c
    async with salon.games.store.reading() as conn:
        rows = await conn.execute(select(turns.turn, turns.outcome).order_by(turns.sequence))
        return [tuple(row) for row in rows]


def test_a_turn_is_learnt_when_the_next_clue_has_been_given(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        learner = Learner(salon.games)
        await _turn(salon, Identity.BLUE, Identity.BYSTANDER)
        assert await learner.learn(salon.game_id) == ()
        await salon.say(RED[0], "clue zephyr 1")
        (turn,) = await learner.learn(salon.game_id)
        assert (turn.turn, turn.team.value) == (1, "blue")
        assert turn.outcome is not None
        assert {player.guild for player in turn.players} == {GUILD}
        assert await learner.learn(salon.game_id) == ()

    in_salon(sqlite_url, {SPY: ace()}, work)


def test_a_stopped_game_teaches_the_turns_that_had_ended(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await _turn(salon, Identity.BYSTANDER)
        await salon.say("host", "stop")
        assert [turn.turn for turn in await Learner(salon.games).learn(salon.game_id)] == [1]

    in_salon(sqlite_url, {SPY: ace()}, work)


def test_a_turn_with_a_move_that_was_taken_back_is_kept_and_not_rated(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await _turn(salon, Identity.BLUE)
        await salon.say(GUESSER, "takeback")
        session = await salon.session()
        if session.lobby.proposal is not None:
            for seat in RED:
                if (await salon.session()).lobby.proposal is not None:
                    await salon.say(seat, "agree")
        assert (await salon.public()).turns[-1].guesses == ()
        await _turn(salon, Identity.BLUE, Identity.BYSTANDER)
        await salon.say(RED[0], "clue zephyr 1")
        await Learner(salon.games).learn(salon.game_id)
        assert await _stored(salon) == [(1, None)]
        assert await _memory(salon) == EMPTY

    in_salon(sqlite_url, {SPY: ace()}, work)


def test_a_turn_that_the_next_clue_has_settled_is_not_taken_back_after_that_clue(
    sqlite_url: str,
) -> None:
    async def back(salon: Salon, seat: Seat) -> None:
        await salon.say(seat, "takeback")
        for other in (SPY, *RED):
            if other != seat and (await salon.session()).lobby.proposal is not None:
                with suppress(IllegalAction):  # it has agreed already, or is not asked
                    await salon.say(other, "agree")

    async def work(salon: Salon) -> None:
        await salon.say(SPY, "clue music 2")
        await _turn(salon, Identity.BLUE)
        await salon.say(GUESSER, "pass")
        await salon.say(RED[0], "clue zephyr 1")
        assert len(await Learner(salon.games).learn(salon.game_id)) == 1
        await back(salon, RED[0])
        assert (await salon.public()).turns[-1].clue is None
        with pytest.raises(IllegalAction) as refused:
            await salon.say(GUESSER, "takeback")
        assert refused.value.phrase.key == "table-nothing-to-take-back"
        await salon.say(RED[0], "clue ocean 1")
        await salon.say(RED[0], "takeback")

    in_salon(sqlite_url, {}, work)


def test_who_sat_in_the_chair_when_the_turn_ended_played_it(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await _turn(salon, Identity.BYSTANDER)
        await salon.say(GUESSER, "leave")
        await salon.say("newcomer", "join")
        await salon.say("newcomer", f"chair {GUESSER}")
        await _turn(salon, Identity.BYSTANDER)
        await salon.rest()
        place = (await salon.places(Identity.BYSTANDER))[-1]
        await salon.say("newcomer", f"guess {place_name(place)}")
        await salon.say("host", "stop")
        first, _, third = await Learner(salon.games).learn(salon.game_id)
        assert [player.user for player in first.players] == [bot_user("ace"), MATE]
        newcomer = person("newcomer").user
        assert [player.user for player in third.players] == [bot_user("ace"), newcomer]

    in_salon(sqlite_url, {SPY: ace()}, work)


def test_everybody_counts_in_the_guild_of_the_room_that_they_came_from(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.say(GUESSER, "leave")
        guest = person("guest", Room("elsewhere", "salon"), GuildId("elsewhere:home"))
        for line in (f"join {salon.game_id}", f"chair {GUESSER}"):
            await salon.games.submit(guest, Submission(line))
        await salon.rest()
        bystander = (await salon.places(Identity.BYSTANDER))[0]
        guess = f"guess {place_name(bystander)}"
        await salon.games.submit(guest, Submission(guess, turn=1, game_id=salon.game_id))
        await salon.say("host", "stop")
        ((bot, player),) = [
            turn.players for turn in await Learner(salon.games).learn(salon.game_id)
        ]
        assert (player.user, player.guild) == (guest.user, guest.guild)
        assert bot.guild == guest.guild

    in_salon(sqlite_url, {SPY: ace()}, work)


def test_boards_of_all_sizes_teach_and_only_the_standard_one_is_rated(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await _turn(salon, Identity.BLUE, Identity.BYSTANDER)
        await salon.say(RED[0], "clue zephyr 1")
        await Learner(salon.games).learn(salon.game_id)
        assert (await _memory(salon)).turns == 1
        async with salon.games.store.reading() as conn:
            assert (await conn.execute(select(schema.ratings))).all() == []

    in_salon(sqlite_url, {SPY: ace()}, work, rows=4, cols=5)


def test_the_end_of_a_game_is_kept_for_everybody_who_played_it(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        await _play(salon, 0, Learner(salon.games))
        outcome = (await salon.session()).rules.outcome((await salon.session()).state)
        async with salon.games.store.reading() as conn:
            rows = (await conn.execute(select(schema.results))).all()
        assert outcome is not None
        assert {row.seat for row in rows if row.won} == outcome.winners
        assert {row.user for row in rows} >= {str(MATE), "bot:ace"}

    in_salon(database_url, {SPY: ace()}, work)


def test_two_processes_learn_a_turn_once(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        await _turn(salon, Identity.BLUE, Identity.BYSTANDER)
        await salon.say(RED[0], "clue zephyr 1")
        learnt = await asyncio.gather(
            *(Learner(salon.games).learn(salon.game_id) for _ in range(3))
        )
        assert sorted(map(len, learnt)) == [0, 0, 1]
        assert len(await _stored(salon)) == 1
        assert (await _memory(salon)).turns == 1

    in_salon(database_url, {SPY: ace()}, work)


async def _told(salon: Salon) -> list[tuple[int, str, str]]:
    evidence = schema.turn_evidence.c
    async with salon.games.store.reading() as conn:
        rows = await conn.execute(
            select(evidence.turn, evidence.user, evidence.role).order_by(
                evidence.turn, evidence.role
            )
        )
        return [tuple(row) for row in rows]


async def _two_turns(salon: Salon) -> None:
    """Play a turn of a person with a bot's clue, then a turn of two people."""
    await _turn(salon, Identity.BYSTANDER)
    await salon.say(RED[0], "clue music 2")
    covered = (await salon.public()).covered
    place = next(one for one in await salon.places(Identity.BYSTANDER) if one in covered)
    await salon.say(RED[1], f"guess {place_name(place)}")
    await salon.say("host", "stop")


TWO_TURNS = [
    (1, str(MATE), "guesser"),
    (2, "recorder:red-guesser", "guesser"),
    (2, "recorder:red-spymaster", "spymaster"),
]


def test_turns_tell_about_the_people_in_them_and_about_no_bot(database_url: str) -> None:
    async def work(salon: Salon) -> None:
        await _two_turns(salon)
        await Learner(salon.games).learn(salon.game_id)
        assert await _told(salon) == TWO_TURNS

    in_salon(database_url, {SPY: ace()}, work)


def test_a_chair_that_changed_hands_after_a_pick_tells_of_nobody(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        await salon.say(SPY, "clue music 3")
        await _turn(salon, Identity.BLUE)
        await salon.say(GUESSER, "leave")
        for line in ("join", f"chair {GUESSER}", "pass"):
            await salon.say("newcomer", line)
        await salon.say("host", "stop")
        await Learner(salon.games).learn(salon.game_id)
        assert await _told(salon) == [(1, f"recorder:{SPY}", "spymaster")]

    in_salon(sqlite_url, {}, work)


def test_teammate_plays_by_what_turns_told_about_its_mate(sqlite_url: str) -> None:
    bot = Adaptive(name=TEAMMATE)

    async def work(salon: Salon) -> None:
        await _two_turns(salon)
        assert bot.seen[0] == EMPTY
        await Learner(salon.games).learn(salon.game_id)
        await _rematch(salon)
        await salon.players.act(salon.game_id)
        memory = bot.seen[-1]
        assert memory.evidence.turns > 0
        assert memory.arms == {}

    in_salon(sqlite_url, {SPY: bot}, work)


def test_evidence_is_found_in_another_thread(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = list[int]()

    def evidence(*_: object) -> dict[tuple[int, Seat], Evidence]:
        threads.append(threading.get_ident())
        return {}

    async def work(salon: Salon) -> None:
        await _two_turns(salon)
        monkeypatch.setattr(learner_module, "evidence_of", evidence)
        await Learner(salon.games).learn(salon.game_id)
        assert threads
        assert threading.get_ident() not in threads

    in_salon(sqlite_url, {SPY: ace()}, work)


def test_a_turn_that_is_settled_while_evidence_is_sought_is_learnt_with_its_own(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(salon: Salon) -> None:
        learner, sought = Learner(salon.games), Learner._evidence

        async def meanwhile(self: Learner, *asked: Any) -> Any:
            found = await sought(self, *asked)
            monkeypatch.setattr(Learner, "_evidence", sought)
            await _two_turns(salon)
            return found

        await _turn(salon, Identity.BLUE)
        monkeypatch.setattr(Learner, "_evidence", meanwhile)
        await learner.learn(salon.game_id)
        assert [turn for turn, *_ in await _told(salon)] == [1, 2, 2]

    in_salon(database_url, {SPY: ace()}, work)


# Missed turns.


def test_turns_that_were_learnt_before_there_was_evidence_are_looked_at_once_more(
    database_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        await _two_turns(salon)
        learner = Learner(salon.games)
        await learn_all(learner)
        await learner.unlearned()
        memories, evidence = schema.agent_memory, schema.turn_evidence
        async with salon.games.store.writing() as conn:
            right = (await conn.execute(select(memories))).all()
            await conn.execute(memories.delete().where(memories.c.agent == TEAMMATE))
            await conn.execute(evidence.delete())
        await learn_all(Learner(salon.games))
        assert await _told(salon) == []
        async with salon.games.store.writing() as conn:
            mark = schema.leases.c.key == EVIDENCE_BOOKMARK
            await conn.execute(schema.leases.delete().where(mark))
        for _ in range(2):
            assert await learn_all(Learner(salon.games)) == (salon.game_id,)
            assert await _told(salon) == TWO_TURNS
            async with salon.games.store.reading() as conn:
                assert sorted((await conn.execute(select(memories))).all()) == sorted(right)

    in_salon(database_url, {SPY: ace()}, work)


def test_learnt_turns_are_looked_at_again_only_until_all_games_have_been(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = list[frozenset[int]]()

    def evidence(_public: object, turns: frozenset[int]) -> dict[tuple[int, Seat], Evidence]:
        known.append(turns)
        return {}

    async def work(salon: Salon) -> None:
        for _ in range(2):
            await _turn(salon, Identity.BYSTANDER)
        monkeypatch.setattr(learner_module, "evidence_of", evidence)
        learner = Learner(salon.games)
        await learn_all(learner)
        await _turn(salon, Identity.BYSTANDER)
        await _turn(salon, Identity.BYSTANDER)
        await learner.learn(salon.game_id)
        assert not known[0]
        assert {turn for turn, _ in await _stored(salon)} > known[1] > frozenset()

    in_salon(sqlite_url, {SPY: ace()}, work)


def test_a_game_that_ended_while_nobody_learnt_is_learnt_by_the_next_sweep(
    database_url: str,
) -> None:
    async def work(salon: Salon) -> None:
        async def bots() -> None:
            await salon.rest()

        await Play(salon.say, bots, salon.public).game(0)
        await learn_all(Learner(salon.games))
        assert len(await _stored(salon)) == len((await salon.public()).turns)

    in_salon(database_url, {SPY: ace()}, work)


def test_sweeps_do_not_look_at_old_games_again_once_all_has_been_learnt(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        learner = Learner(salon.games)
        await _play(salon, 0, learner)
        looked_at = []
        for _ in range(4):
            salon.hands.forward(seconds=2 * CLOCK_SKEW.total_seconds())
            looked_at.append(await learn_all(learner))
        assert looked_at == [(salon.game_id,), (), (), ()]
        assert await learn_all(Learner(salon.games)) == ()

    in_salon(sqlite_url, {SPY: ace()}, work)


def test_a_learner_that_runs_learns_as_the_game_goes(sqlite_url: str) -> None:
    async def work(salon: Salon) -> None:
        async with at_work(Learner(salon.games)), asyncio.timeout(30):
            await _turn(salon, Identity.BYSTANDER)
            await salon.say(RED[0], "clue zephyr 1")
            while not await _stored(salon):
                await asyncio.sleep(0)

    in_salon(sqlite_url, {SPY: ace()}, work)
