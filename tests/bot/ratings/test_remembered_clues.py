"""Cards and their clues are remembered with a turn, for people who agree, for a limited time."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.chat.privacy.export import export
from bot.identity import GameId, User, bot_user
from bot.ratings.boards.json import profile_json
from bot.ratings.boards.profile import profile
from bot.ratings.boards.view import plain_lines, profile_view
from bot.ratings.facts import GameFacts, RememberedClue, settled_turns
from bot.ratings.learn import learn, rebuild
from bot.ratings.memory import memory_of_team
from bot.ratings.remembered_clues import (
    KEPT_CLUES,
    ClueQuestion,
    RememberedPairs,
    clue_memory,
    drop_old_clues,
    met_before,
    remembered_pairs,
)
from bot.store import schema
from bot.store.connection import Store
from bot.store.erasure import erase, request_erasure
from bot.store.rooms import change_user, ensure_user
from bot.texts import Texts
from core.agents.associations import vocabulary_form
from core.agents.clue_memory import NO_CLUES, PairCounts
from core.agents.listener_policy import TEAMMATE
from core.agents.thoughts import ClueThoughts
from core.codenames.model import Role, Turn
from tests.bot.chat.privacy.community import everything, forgotten, purged
from tests.bot.ratings.games import (
    ACE,
    ANN,
    BLUE_GUESS,
    BLUE_SPY,
    BOB,
    CAT,
    GUILD,
    NOON,
    OTHER,
    RED_GUESS,
    RED_SPY,
    SECOND_GUESS,
    blue,
    game,
    keep_game,
    red,
    rows_of,
    turn_of,
)
from tests.bot.store.test_erasure import remains
from tests.databases import with_store

pytestmark = pytest.mark.either_database

MATE = bot_user(TEAMMATE)
HOME = {ANN: GUILD, BOB: GUILD}
BOARD = ("Bat", "NEST", "ice cream", "wyvern", "egg", *(f"card {place}" for place in range(20)))
TABLE = {BLUE_SPY: ANN, BLUE_GUESS: BOB, RED_SPY: ACE, RED_GUESS: MATE}
SWAPPED = TABLE | {BLUE_SPY: BOB, BLUE_GUESS: ANN}


def clued(turn: Turn, word: str = "Robin", number: int | None = 2, **more: Any) -> Turn:
    """Return a turn with another clue."""
    assert turn.clue is not None
    return replace(turn, clue=replace(turn.clue, word=word, number=number, **more))


def played(*turns: Turn, **more: Any) -> GameFacts:
    """Return the facts of a game in one guild, on a board of words."""
    facts: dict[str, Any] = {"table": TABLE, "guilds": HOME, "words": BOARD}
    return game(*turns, **(facts | more))


def clues_of(facts: GameFacts) -> list[RememberedClue]:
    """Return all pairs of clue and card of a game."""
    return [one for turn in settled_turns(facts) for one in turn.clues]


def short(facts: GameFacts) -> list[tuple[str, str, bool | None, bool, bool]]:
    """Return the pairs of a game with their results."""
    return [(one.clue, one.card, one.meant, one.picked, one.found) for one in clues_of(facts)]


def meant(*cards: str, word: str = "Robin", turn: int = 1) -> dict[str, Any]:
    """Return the thoughts of a bot as blue spymaster, and a table with it."""
    thoughts = ClueThoughts(TEAMMATE, word, 2, tuple((card, 0.5) for card in cards))
    return {"thoughts": {(turn, BLUE_SPY): thoughts}, "table": TABLE | {BLUE_SPY: MATE}}


def test_a_pair_has_the_people_the_guild_and_the_moment_of_its_turn() -> None:
    facts = played(clued(blue(1, "B")))
    assert clues_of(facts) == [
        RememberedClue(ANN, BOB, GUILD, "robin", "bat", None, True, True, facts.at[1])
    ]


@pytest.mark.parametrize(
    ("letters", "number", "pairs"),
    [
        ("BB", 2, [("bat", True), ("nest", True)]),
        ("BR", 2, [("bat", True), ("nest", False)]),
        ("BT", 3, [("bat", True), ("nest", False)]),
        ("BBB", 2, [("bat", True), ("nest", True)]),  # the third belongs to an earlier clue
        ("BBB", None, [("bat", True), ("nest", True), ("ice cream", True)]),
        ("BB", 0, []),
    ],
)
def test_each_card_counts_that_was_picked_on_a_clue_up_to_its_number(
    letters: str, number: int | None, pairs: list[tuple[str, bool]]
) -> None:
    found = clues_of(played(clued(blue(1, letters), number=number)))
    assert [(one.card, one.found) for one in found] == pairs


def test_a_bots_clue_tells_what_it_meant_and_what_was_missed() -> None:
    facts = played(clued(blue(1, "BB")), **meant("Bat", "wyvern"))
    assert short(facts) == [
        ("robin", "bat", True, True, True),
        ("robin", "nest", False, True, True),
        ("robin", "wyvern", True, False, False),
    ]


def test_a_meant_card_counts_though_it_was_found_beyond_the_number() -> None:
    facts = played(clued(blue(1, "BBB")), **meant("Bat", "ice cream"))
    assert [one[1] for one in short(facts)] == ["bat", "nest", "ice cream"]


def test_another_clue_than_the_bot_had_in_mind_tells_nothing_of_what_it_meant() -> None:
    facts = played(clued(blue(1, "B")), **meant("Bat", "wyvern", word="owl"))
    assert short(facts) == [("robin", "bat", None, True, True)]


def test_a_misspelled_clue_is_remembered_as_it_was_understood() -> None:
    (one,) = clues_of(played(clued(blue(1, "B"), word="robbin", heard_as="robin")))
    assert one.clue == "robin"


@pytest.mark.parametrize(
    "more",
    [
        {"taken_back": frozenset({1})},
        {"guilds": HOME | {CAT: OTHER}},  # a table of two guilds
        {"guilds": {}},
        {"shared": {1: frozenset({BLUE_SPY})}},
        {"shared": {1: frozenset({BLUE_GUESS})}},
        {"table": TABLE | {BLUE_SPY: ACE, BLUE_GUESS: MATE, RED_SPY: ANN}},  # with bots alone
        {"table": TABLE | {BLUE_GUESS: User("gone", "1")}, "guilds": HOME},
    ],
)
def test_turns_that_tell_nothing_of_people_of_one_guild_are_not_remembered(
    more: dict[str, Any],
) -> None:
    assert clues_of(played(clued(blue(1, "B")), **more)) == []


def test_each_of_several_guessers_has_their_own_picks() -> None:
    turn = clued(turn_of(blue(1, "").team, 1, "BB", blue(1, "").end, (BLUE_GUESS, SECOND_GUESS)))
    options = replace(played().public.options, guessers=2)
    table = TABLE | {SECOND_GUESS: MATE}
    found = clues_of(played(turn, table=table, options=options))
    assert [(one.card, one.picker) for one in found] == [("bat", BOB), ("nest", MATE)]


# In the database.

FACTS = played(
    clued(blue(1, "BT"), word="zephyrous"),
    clued(red(2, "R"), word="sea"),
    **meant("Bat", "wyvern", word="zephyrous"),
)
"""A bot's clue to Bob; the red team are bots."""

WORDS = ("zephyrous", '"bat"', '"nest"', '"wyvern"')


async def _kept(conn: AsyncConnection, facts: GameFacts = FACTS, status: str = "over") -> None:
    for user in (ANN, BOB):
        await ensure_user(conn, user, f"name of {user.id}")
    await keep_game(conn, facts.game_id, status)
    await learn(conn, facts)


async def _cards(conn: AsyncConnection) -> set[str]:
    return set(await conn.scalars(select(schema.remembered_clues.c.card)))


def test_rows_are_written_with_their_turn_once_and_never_rebuilt(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn)
            before = await rows_of(conn, schema.remembered_clues)
            assert len(before) == 3
            assert await learn(conn, FACTS) == ()
            await rebuild(conn)
            assert await rows_of(conn, schema.remembered_clues) == before

    with_store(database_url, work)


@pytest.mark.parametrize("user", [ANN, BOB])
def test_none_is_written_of_turns_in_which_somebody_wants_none(
    database_url: str, user: User
) -> None:
    facts = played(clued(blue(1, "B")), clued(red(2, "R")), table=TABLE | {RED_SPY: CAT})
    facts = replace(facts, guilds=HOME | {CAT: GUILD})

    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await ensure_user(conn, user, "Somebody")
            await change_user(conn, user, remember_clues=False)
            await _kept(conn, facts)
            stored = set(await conn.scalars(select(schema.remembered_clues.c.giver)))
            assert stored == {str(CAT)}  # who gave clues to a bot

    with_store(database_url, work)


def test_rows_are_deleted_after_180_days(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn)
            end = FACTS.at[1] + KEPT_CLUES
            assert timedelta(days=180) == KEPT_CLUES
            assert await drop_old_clues(conn, end) == 0
            assert await drop_old_clues(conn, end + timedelta(seconds=1)) == 3
            assert await _cards(conn) == set()

    with_store(database_url, work)


def test_pairs_of_a_stopped_game_serve_nobody_and_are_deleted(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn, FACTS, "stopped")
            assert len(await _cards(conn)) == 3
            assert (await clue_memory(conn, asked(FACTS))).pairs == {}
            assert await drop_old_clues(conn, FACTS.at[1]) == 3
            assert await _cards(conn) == set()

    with_store(database_url, work)


def test_no_byte_is_left_of_pairs_that_are_deleted_for_their_age(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn)
        async with store.writing() as conn:
            await drop_old_clues(conn, FACTS.at[1] + KEPT_CLUES + timedelta(seconds=1))
        assert await erase(store)
        if database_url.startswith("sqlite"):
            assert remains(database_url, ("zephyrous", "wyvern")) == []

    with_store(database_url, work)


def test_an_export_tells_ones_part_in_finished_games_of_a_guild_without_the_other(
    database_url: str,
) -> None:
    running = played(clued(blue(1, "B")), name="running")

    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn)
            await _kept(conn, running, "running")
            told = (await export(conn, BOB))["clues"]
            assert [(one["clue"], one["card"], one["part"]) for one in told] == [
                ("zephyrous", card, "picker") for card in ("bat", "nest", "wyvern")
            ]
            assert [one["meant"] for one in told] == [True, False, True]
            assert str(MATE) not in str(told)
            assert (await export(conn, BOB, GUILD))["clues"] == told
            assert (await export(conn, BOB, OTHER))["clues"] == []
            assert (await export(conn, ANN))["clues"] == []

    with_store(database_url, work)


def test_who_is_forgotten_leaves_no_remembered_word_in_any_byte(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn)
            before = await everything(conn)
            assert all(word in before["remembered_clues"] for word in (*WORDS, BOB.id))
        async with store.writing() as conn:
            await forgotten(conn, BOB)
            await request_erasure(conn, NOON)
        async with store.reading() as conn:
            after = "\n".join((await everything(conn)).values())
            assert not [word for word in (*WORDS, str(BOB), f"name of {BOB.id}") if word in after]
        assert await erase(store)
        if database_url.startswith("sqlite"):
            words = ("zephyrous", "wyvern", BOB.id)
            assert remains(database_url, words) == []

    with_store(database_url, work)


@pytest.mark.parametrize("user", [ANN, BOB])
def test_forgetting_one_of_two_people_deletes_what_they_share(
    database_url: str, user: User
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn, played(clued(blue(1, "B"))))
            assert await _cards(conn) == {"bat"}
            await forgotten(conn, user)
            assert await _cards(conn) == set()

    with_store(database_url, work)


def test_a_purged_guild_remembers_nothing(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn)
            await purged(conn, GUILD)
            assert await _cards(conn) == set()

    with_store(database_url, work)


# Clues that a bot gets.


def asked(facts: GameFacts, **more: Any) -> ClueQuestion:
    """Return the question of the blue team in a later game with the same words."""
    table = facts.sitters[1]
    question = ClueQuestion(
        GameId("later"),
        GUILD,
        frozenset(map(vocabulary_form, BOARD)),
        frozenset({table[BLUE_SPY]}),
        frozenset({table[BLUE_GUESS]}),
        frozenset(),
        NOON - KEPT_CLUES,
    )
    return replace(question, **more)


BY_ANN = played(clued(blue(1, "BT")), clued(blue(3, "B"), word="owl"), name="first")
"""Ann's clues to Bob: robin for bat and, in vain, for nest; owl for bat."""

BY_MATE = played(clued(blue(1, "TB")), clued(blue(3, "B")), name="second", **meant("Bat", "wyvern"))
"""A bot's clue robin for bat, in vain, and wyvern, which was missed; then robin for bat again."""


@pytest.mark.parametrize("ours", [BY_ANN, BY_MATE])
def test_pairs_are_counted_by_whether_they_worked_and_whose_they_were(
    database_url: str, ours: GameFacts
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            for facts in (BY_ANN, BY_MATE):
                await _kept(conn, facts)
            found = (await clue_memory(conn, asked(ours))).pairs
        ann, mate = (1, 0), (1, 1)
        bat = PairCounts(*ann, *mate) if ours is BY_ANN else PairCounts(*mate, *ann)
        assert found["robin", "bat"] == bat
        assert found["robin", "wyvern"] == (
            PairCounts(others_missed=1) if ours is BY_ANN else PairCounts(ours_missed=1)
        )
        assert {card for clue, card in found if clue == "owl"} == {"bat"}

    with_store(database_url, work)


def test_pairs_of_any_of_a_teams_guessers_are_its_own(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn, BY_ANN)
            team = asked(BY_ANN, pickers=frozenset({MATE, BOB}))
            assert (await clue_memory(conn, team)).pairs["owl", "bat"] == PairCounts(ours_worked=1)

    with_store(database_url, work)


@pytest.mark.parametrize(
    "more",
    [
        {"guild": OTHER},
        {"cards": frozenset({"egg"})},
        {"since": BY_ANN.at[3] + timedelta(seconds=1)},
    ],
)
def test_no_pair_is_told_elsewhere_for_other_cards_or_when_it_is_old(
    database_url: str, more: dict[str, Any]
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn, BY_ANN)
            assert await clue_memory(conn, asked(BY_ANN, **more)) == NO_CLUES
            assert (await clue_memory(conn, asked(BY_ANN))).pairs

    with_store(database_url, work)


@pytest.mark.parametrize(("status", "number"), [("running", 0), ("stopped", 0), ("over", 3)])
def test_what_bots_meant_is_told_to_none_before_the_end_of_the_game(
    database_url: str, status: str, number: int
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn, BY_ANN, status)
            assert len((await clue_memory(conn, asked(BY_ANN))).pairs) == number

    with_store(database_url, work)


def test_the_memory_of_a_team_holds_the_answer_and_without_a_question_nothing(
    database_url: str,
) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn, BY_ANN)
            people, question = {BOB: GUILD}, asked(BY_ANN)
            team = await memory_of_team(conn, TEAMMATE, people, Role.GUESSER, question)
            assert team.clues == await clue_memory(conn, question) != NO_CLUES
            team = await memory_of_team(conn, TEAMMATE, people, Role.GUESSER)
            assert team.clues == NO_CLUES

    with_store(database_url, work)


# Clues that people see.

LAST = played(clued(blue(1, "RB")), clued(blue(3, "B")), name="last")
"""Ann's clue robin to Bob again: for bat in vain, then for bat."""


def _at(facts: GameFacts, days: int, **more: Any) -> GameFacts:
    """Return a game some days later."""
    at = {turn: moment + timedelta(days=days) for turn, moment in facts.at.items()}
    return replace(facts, at=at, **more)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("earlier", "later", "status", "met"),
    [
        (BY_ANN, LAST, "over", True),
        (BY_ANN, replace(LAST, sitters=dict.fromkeys((1, 3), SWAPPED)), "over", True),
        (BY_MATE, LAST, "over", False),  # by others
        (BY_ANN, LAST, "running", False),
        (BY_ANN, played(clued(blue(1, "R")), name="last"), "over", False),  # not found now
        (BY_ANN, played(clued(blue(1, "B"), word="sea"), name="last"), "over", False),
        (_at(BY_ANN, 2), LAST, "over", False),  # a later game
        (_at(BY_ANN, -180), LAST, "over", False),
    ],
)
def test_a_pair_is_met_again_where_the_same_two_had_found_it_in_an_earlier_game(
    database_url: str, earlier: GameFacts, later: GameFacts, status: str, *, met: bool
) -> None:
    later = _at(later, 1)

    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn, earlier, status)
            found = await met_before(conn, settled_turns(later))
            assert (found is not None) is met
            assert found is None or (found.clue, found.card) == ("robin", "bat")
            await _kept(conn, later)
            assert await met_before(conn, settled_turns(later)) == found
            assert await met_before(conn, ()) is None

    with_store(database_url, work)


def test_a_person_is_told_how_many_pairs_a_guild_remembers_and_the_last(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn, BY_ANN)
            await _kept(conn, _at(LAST, 1))
            assert await remembered_pairs(conn, GUILD, ANN) == RememberedPairs(3, "robin", "bat")
            assert await remembered_pairs(conn, GUILD, CAT) is None
            assert await remembered_pairs(conn, OTHER, ANN) is None
            await _kept(conn, played(clued(blue(1, "B"), word="sky"), name="now"), "running")
            own = await profile(conn, GUILD, BOB, with_clues=True)
            assert own.clues == RememberedPairs(3, "robin", "bat")
            assert profile_json(own)["clues"] == {"count": 3, "clue": "robin", "card": "bat"}
            other = await profile(conn, GUILD, BOB)
            assert (other.clues, profile_json(other)["clues"]) == (None, None)
        lines = [Texts.load().say(one) for one in plain_lines(profile_view(own))]
        said = 'Bots remember 3 pairs of a clue and a card from your games here, such as "robin"'
        assert f'{said} for "bat".' in lines
        assert "Bots remember" not in str(plain_lines(profile_view(other)))

    with_store(database_url, work)


def test_a_pair_that_failed_is_counted_and_no_example(database_url: str) -> None:
    async def work(store: Store) -> None:
        async with store.writing() as conn:
            await _kept(conn, played(clued(blue(1, "R"))))
            own = await profile(conn, GUILD, BOB, with_clues=True)
        lines = [Texts.load().say(one) for one in plain_lines(profile_view(own))]
        assert "Bots remember 1 clue with a card from your games here." in lines

    with_store(database_url, work)
