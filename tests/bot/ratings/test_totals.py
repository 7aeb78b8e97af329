from datetime import UTC, datetime, timedelta, timezone

import pytest

from bot.identity import GONE, User
from bot.ratings.facts import GameFacts, settled_turns
from bot.ratings.totals import (
    EVERYBODY,
    POPULATION,
    MemoryKey,
    Tally,
    TallyKey,
    Totals,
    day_of,
    pool_of,
    turn_tally_keys,
)
from core.agents.memory import Memory, settled
from core.codenames.model import Options, Team, TurnEnd
from core.rating.colt import outcome_of
from tests.bot.ratings.games import (
    ACE,
    ANN,
    BLUE_GUESS,
    BLUE_SPY,
    BOB,
    CAT,
    GLOSS,
    GUILD,
    OTHER,
    RED_SPY,
    SECOND_GUESS,
    TABLE,
    blue,
    clue_thoughts,
    game,
    red,
    turn_of,
)

GOOD = outcome_of("2000").index


def booked(*games: GameFacts) -> Totals:
    books = Totals()
    for facts in games:
        for turn in settled_turns(facts):
            books.add_turn(turn)
    return books


def tally(books: Totals, user: User, role: str, period: str = "all", alone: bool = False) -> Tally:
    return books.tally(TallyKey(GUILD, str(user), role, period, alone))


def test_a_turn_counts_for_its_spymaster_and_its_guesser_of_all_time_and_of_its_day() -> None:
    books = booked(game(blue(1, "BB")))
    for user, role in ((ANN, "spymaster"), (BOB, "guesser")):
        for period in ("all", "2026-11-21"):
            found = tally(books, user, role, period)
            assert (found.turns, found.counts[GOOD]) == (1, 1)
    assert tally(books, ANN, "guesser") == Tally()


def test_bots_are_rated_beside_people() -> None:
    books = booked(game(blue(1, "BB"), red(2, "R")))
    assert tally(books, ACE, "spymaster").turns == 1


@pytest.mark.parametrize("options", [Options(rows=6), Options(rows=3, cols=3), Options(teams=3)])
def test_other_boards_teach_ace_and_are_not_rated(options: Options) -> None:
    table = TABLE | {BLUE_SPY: ACE}
    thoughts = {(1, BLUE_SPY): clue_thoughts(gloss=1.0)}
    books = booked(game(blue(1, "BB"), table=table, thoughts=thoughts, options=options))
    assert books.tallies == {}
    for user in (BOB, EVERYBODY, pool_of(GUILD)):
        arm = settled(books.memory(MemoryKey("ace", str(user), "guesser"))).arm("gloss")
        assert (arm.uses, arm.counts[GOOD]) == (1.0, 1.0)


def test_games_alone_with_bots_are_kept_apart() -> None:
    books = booked(game(blue(1, "BB"), table=TABLE | {BLUE_GUESS: GLOSS}))
    assert tally(books, ANN, "spymaster") == Tally()
    assert tally(books, ANN, "spymaster", alone=True).turns == 1


def test_a_shared_game_counts_for_each_in_the_guild_of_their_own_room() -> None:
    books = booked(game(blue(1, "BB"), table=TABLE | {BLUE_GUESS: CAT}))
    assert tally(books, ANN, "spymaster").turns == 1
    assert tally(books, CAT, "guesser") == Tally()
    assert books.tally(TallyKey(OTHER, str(CAT), "guesser", "all", alone=False)).turns == 1


def test_who_holds_two_chairs_of_a_role_plays_a_turn_once() -> None:
    facts = game(
        turn_of(Team.BLUE, 1, "BB", TurnEnd.PASSED, (BLUE_GUESS, SECOND_GUESS)),
        table=TABLE | {SECOND_GUESS: BOB},
        options=Options(guessers=2),
    )
    assert tally(booked(facts), BOB, "guesser").turns == 1


def test_the_population_counts_each_turn_of_people_once_and_none_of_bots() -> None:
    books = booked(game(blue(1, "BB"), red(2, "RR"), blue(3, "BB")))
    assert books.tally(POPULATION).turns == 2


def test_who_was_forgotten_is_on_no_board_and_counts_for_the_others() -> None:
    gone = User(GONE, "a1")
    facts = game(blue(1, "BB"), table=TABLE | {BLUE_SPY: gone}, guilds={gone: GUILD, BOB: GUILD})
    books = booked(facts)
    assert not any(key.user == str(gone) for key in books.tallies)
    assert tally(books, BOB, "guesser").turns == 1
    (turn,) = settled_turns(
        game(
            blue(1, "BB"),
            table={BLUE_SPY: gone, BLUE_GUESS: ACE, RED_SPY: GLOSS},
            guilds={gone: GUILD},
        )
    )
    assert POPULATION not in turn_tally_keys(turn)


def test_the_days_are_those_of_utc() -> None:
    moment = datetime(2026, 11, 22, 1, tzinfo=timezone(timedelta(hours=2)))
    assert day_of(moment) == "2026-11-21"
    assert day_of(moment.astimezone(UTC)) == "2026-11-21"


def test_a_turn_teaches_of_the_person_the_guild_and_everybody() -> None:
    books = booked(
        game(
            blue(1, "BB"),
            table={BLUE_SPY: ACE, BLUE_GUESS: BOB},
            thoughts={(1, BLUE_SPY): clue_thoughts(gloss=1.0, sense=0.25)},
        )
    )
    for user in (BOB, pool_of(GUILD), EVERYBODY):
        memory = settled(books.memory(MemoryKey("ace", str(user), "guesser")))
        assert memory.turns == 1
        assert {name: arm.uses for name, arm in memory.arms.items()} == {"gloss": 1, "sense": 0.25}
        assert memory.arm("sense").counts[GOOD] == 0.25
    assert len(books.memories) == 3


def test_a_bot_teaches_of_itself_and_of_no_pool() -> None:
    books = booked(
        game(
            blue(1, "BB"),
            table={BLUE_SPY: ACE, BLUE_GUESS: GLOSS, RED_SPY: ANN},
            thoughts={(1, BLUE_SPY): clue_thoughts(gloss=1.0)},
        )
    )
    assert set(books.memories) == {MemoryKey("ace", str(GLOSS), "guesser")}


def test_two_guessers_of_one_turn_are_one_turn_of_the_pool() -> None:
    books = booked(
        game(
            turn_of(Team.BLUE, 1, "BB", TurnEnd.PASSED, (BLUE_GUESS, SECOND_GUESS)),
            table={BLUE_SPY: ACE, BLUE_GUESS: ANN, SECOND_GUESS: BOB},
            options=Options(guessers=2),
            thoughts={(1, BLUE_SPY): clue_thoughts(gloss=1.0)},
        )
    )
    pool = books.memory(MemoryKey("ace", str(pool_of(GUILD)), "guesser"))
    assert (pool.turns, pool.arm("gloss").uses) == (1, 2.0)


def test_a_person_is_remembered_as_the_published_code_does_a_turn_late() -> None:
    table = {BLUE_SPY: ACE, BLUE_GUESS: BOB}
    one = game(blue(1, "BB"), table=table, thoughts={(1, BLUE_SPY): clue_thoughts(gloss=1.0)})
    memory = booked(one).memory(MemoryKey("ace", str(BOB), "guesser"))
    assert (memory.arms, memory.pending is not None) == ({}, True)


@pytest.mark.parametrize("taken_back", [frozenset[int](), frozenset({1})])
def test_a_turn_that_is_not_rated_changes_nothing(taken_back: frozenset[int]) -> None:
    facts = game(blue(1, "BB"), ending=None, stopped=True, taken_back=taken_back)
    assert bool(booked(facts).tallies) is not bool(taken_back)


def test_an_unknown_sum_is_empty() -> None:
    assert Totals().memory(MemoryKey("ace", "x:1", "guesser")) == Memory()
