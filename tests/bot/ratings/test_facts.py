from dataclasses import replace
from typing import Any

import pytest

from bot.identity import GONE, User, bot_user
from bot.ratings.facts import Credit, GameFacts, TurnPlayer, results, settled_turns
from core.agents.thoughts import ClueThoughts, GuessThoughts, Thoughts
from core.codenames.model import GameEnded, Options, Reason, Role, Team, Turn, TurnEnd
from core.rating.colt import OUTCOMES
from core.rules import Seat
from tests.bot.ratings.games import (
    ACE,
    ANN,
    BLUE_GUESS,
    BLUE_SPY,
    BLUE_WON,
    BOB,
    CAT,
    DAN,
    GLOSS,
    GUILD,
    OTHER,
    RED_GUESS,
    RED_SPY,
    SECOND_GUESS,
    TABLE,
    blue,
    clue_thoughts,
    game,
    guess_thoughts,
    red,
    told,
    turn_of,
)

GUESSED = GuessThoughts("teammate", "sea", "sea", None, ())
OVER = TurnEnd.GAME_OVER


def outcomes(facts: GameFacts) -> list[str | None]:
    found = [turn.outcome for turn in settled_turns(facts)]
    return [None if index is None else OUTCOMES[index].code for index in found]


@pytest.mark.parametrize(
    ("turn", "code"),
    [
        (blue(1, "BB"), "2000"),
        (blue(1, "BR", TurnEnd.WRONG_CARD), "1100"),
        (blue(1, "T", TurnEnd.WRONG_CARD), "0010"),
        (blue(1, "BBK", OVER), "2001"),
        (blue(1, "B" * 9, OVER), "9000"),
        (blue(1, "BB", TurnEnd.LIMIT), "2000"),
        (blue(1, "B", TurnEnd.EXPIRED), "1000"),
        (blue(1, "", TurnEnd.EXPIRED), None),
        (blue(1, "B", TurnEnd.RESIGNED), None),
        (blue(1, "B" * 10, OVER), "9000"),
        (blue(1, "B" * 9 + "T", TurnEnd.WRONG_CARD), "8010"),
        (blue(1, "BG", TurnEnd.WRONG_CARD), "1100"),
    ],
)
def test_a_turn_is_learnt_by_the_cards_it_turned(turn: Turn, code: str | None) -> None:
    assert outcomes(game(turn)) == [code]


def test_a_turn_that_was_taken_back_is_not_learnt() -> None:
    assert outcomes(game(blue(1, "B"), red(2, "R"), taken_back=frozenset({1}))) == [None, "1000"]


WORDS = ("whale", "lamp", "tiger")


@pytest.mark.parametrize(
    ("seat", "thoughts", "code"),
    [
        (RED_SPY, ClueThoughts("teammate", "sea", 2, (), is_slip=True), None),
        (RED_SPY, ClueThoughts("teammate", "sea", 2, ()), "2000"),
        (RED_SPY, ClueThoughts("teammate", "taken back", 2, (), is_slip=True), "2000"),
        (RED_GUESS, replace(GUESSED, slips=("lamp",)), None),
        (RED_GUESS, replace(GUESSED, slips=("tiger",)), "2000"),
        (BLUE_GUESS, replace(GUESSED, slips=("lamp",)), "2000"),
    ],
    ids=["clue", "no slip", "another clue", "picked", "not reached", "another's"],
)
def test_a_turn_in_which_a_bot_made_a_slip_is_not_learnt(
    seat: Seat, thoughts: Thoughts, code: str | None
) -> None:
    evidence = {(1, RED_SPY): told(3000)}
    facts = game(
        red(1, "RR"),
        table=TABLE | {RED_SPY: ANN, RED_GUESS: BOB},
        words=WORDS,
        thoughts={(1, seat): thoughts},
        evidence=evidence,
    )
    assert outcomes(facts) == [code]
    assert bool(settled_turns(facts)[0].evidence) == (code is not None)


@pytest.mark.parametrize(
    ("reason", "code"), [(Reason.RESIGNED, None), (Reason.CARDS, "1000"), (Reason.ASSASSIN, "1000")]
)
def test_the_turn_that_a_resignation_broke_off_is_not_learnt(
    reason: Reason, code: str | None
) -> None:
    ending = GameEnded(None, reason)
    assert outcomes(game(blue(1, "BB"), red(2, "R", OVER), ending=ending)) == ["2000", code]


@pytest.mark.parametrize(
    ("options", "rated"),
    [
        (Options(), True),
        (Options(guessers=3), True),
        (Options(solo=Team.BLUE), True),
        (Options(rows=4), False),
        (Options(rows=6), False),
        (Options(teams=3), False),
        (Options(teams=3, solo=Team.BLUE), False),
    ],
)
def test_all_boards_teach_and_only_standard_ones_are_rated(options: Options, rated: bool) -> None:
    facts = game(blue(1, "B", OVER), options=options)
    assert outcomes(facts) == ["1000"]
    assert [turn.rated for turn in settled_turns(facts)] == [rated]
    assert bool(results(facts)) is rated


def test_the_assassin_and_the_cards_of_a_team_that_is_out_have_outcomes_among_three_teams() -> None:
    turns = (blue(1, "BK", TurnEnd.WRONG_CARD), red(2, "B", TurnEnd.WRONG_CARD), red(3, "RG"))
    out = dict.fromkeys((1, 2, 3), frozenset({Team.BLUE}))
    facts = game(*turns, options=Options(teams=3), out=out)
    assert outcomes(facts) == ["1001", "0010", "1100"]


@pytest.mark.parametrize(
    ("more", "settled"),
    [
        ({"ending": None}, [1]),
        ({"ending": None, "stopped": True}, [1, 2]),
        ({}, [1, 2]),
    ],
)
def test_a_turn_is_settled_by_the_next_clue_or_the_end(
    more: dict[str, Any], settled: list[int]
) -> None:
    waiting = Turn(3, Team.BLUE)
    facts = game(blue(1, "B"), red(2, "R"), waiting, **more)
    assert [turn.turn for turn in settled_turns(facts)] == settled


def test_a_turn_that_was_going_on_when_the_game_was_stopped_does_not_count() -> None:
    facts = game(blue(1, "B"), red(2, "R", None), ending=None, stopped=True)
    assert outcomes(facts) == ["1000"]


def test_who_gave_the_clue_and_who_guessed_have_played_the_turn() -> None:
    table = TABLE | {SECOND_GUESS: CAT}
    options = Options(guessers=2)
    (first, second, third) = settled_turns(
        game(
            blue(1, "BB"),
            turn_of(Team.BLUE, 2, "BB", TurnEnd.PASSED, (BLUE_GUESS, SECOND_GUESS)),
            red(3, "R"),
            table=table,
            options=options,
        )
    )
    spymaster = TurnPlayer(BLUE_SPY, ANN, Role.SPYMASTER, GUILD)
    guesser = TurnPlayer(BLUE_GUESS, BOB, Role.GUESSER, GUILD)
    assert first.players == (spymaster, guesser)
    assert second.players == (
        spymaster,
        guesser,
        TurnPlayer(SECOND_GUESS, CAT, Role.GUESSER, OTHER),
    )
    assert [player.user for player in third.players] == [ACE, GLOSS]


def test_a_bot_counts_in_the_guild_of_its_teams_people_or_of_the_others() -> None:
    table = {BLUE_SPY: ACE, BLUE_GUESS: ANN, RED_SPY: GLOSS, RED_GUESS: CAT}
    mixed = settled_turns(game(blue(1, "B"), red(2, "R"), table=table))
    assert [turn.players[0].guild for turn in mixed] == [GUILD, OTHER]
    table = {BLUE_SPY: ACE, BLUE_GUESS: GLOSS, RED_SPY: GLOSS, RED_GUESS: CAT}
    apart = settled_turns(game(blue(1, "B"), table=table))
    assert [player.guild for player in apart[0].players] == [OTHER, OTHER]


def test_whose_guild_has_been_purged_plays_for_the_others_only() -> None:
    (turn,) = settled_turns(game(blue(1, "BB"), guilds={BOB: GUILD}))
    assert turn.outcome is not None
    assert [player.user for player in turn.players] == [BOB]


def test_a_table_of_bots_alone_is_not_learnt() -> None:
    facts = game(blue(1, "B"), table=dict.fromkeys(TABLE, GLOSS))
    (turn,) = settled_turns(facts)
    assert (turn.outcome, turn.players, results(facts)) == (None, (), ())


@pytest.mark.parametrize(
    ("table", "alone"),
    [
        (TABLE, False),
        (TABLE | {BLUE_GUESS: ACE}, True),
        (TABLE | {BLUE_GUESS: ANN}, True),
        (TABLE | {BLUE_GUESS: ACE, RED_GUESS: DAN}, False),
    ],
)
def test_one_person_with_bots_is_alone(table: dict[Seat, User], alone: bool) -> None:
    facts = game(blue(1, "B"), table=table)
    assert [turn.alone for turn in settled_turns(facts)] == [alone]
    assert {result.alone for result in results(facts)} == {alone}


def test_a_game_that_somebody_left_was_not_played_alone() -> None:
    sitters = {1: TABLE, 2: TABLE | {BLUE_GUESS: ACE}}
    facts = game(blue(1, "B"), red(2, "R"), sitters=sitters)
    assert [turn.alone for turn in settled_turns(facts)] == [False, True]
    assert {result.alone for result in results(facts)} == {False}


def test_an_empty_chair_plays_nothing() -> None:
    table = {BLUE_SPY: ANN, BLUE_GUESS: BOB}
    facts = game(blue(1, "B"), table=table)
    assert [result.player.user for result in results(facts)] == [ANN, BOB]


def test_the_result_is_that_of_who_sat_there_in_the_last_turn() -> None:
    sitters = {1: TABLE, 2: TABLE | {BLUE_GUESS: DAN}}
    facts = game(blue(1, "B"), red(2, "R", OVER), sitters=sitters, ending=BLUE_WON)
    found = {result.player.user: result.won for result in results(facts)}
    assert found == {ANN: True, DAN: True, ACE: False, GLOSS: False}


@pytest.mark.parametrize("more", [{"ending": None}, {"ending": None, "stopped": True}])
def test_only_a_game_that_is_over_has_a_result(more: dict[str, Any]) -> None:
    assert results(game(blue(1, "B"), red(2, "R"), **more)) == ()


def earned(table: dict[Seat, User], **more: Any) -> tuple[Credit, ...]:
    (turn,) = settled_turns(game(blue(1, "BB"), table=table, **more))
    return turn.credits


def test_aces_clue_teaches_it_about_each_person_who_guessed_on_it() -> None:
    facts = game(
        turn_of(Team.BLUE, 1, "BB", TurnEnd.PASSED, (BLUE_GUESS, SECOND_GUESS)),
        table={BLUE_SPY: ACE, BLUE_GUESS: BOB, SECOND_GUESS: CAT},
        options=Options(guessers=2),
        thoughts={(1, BLUE_SPY): clue_thoughts(sense=1.0, gloss=0.5)},
    )
    (turn,) = settled_turns(facts)
    assert turn.credits == tuple(
        Credit(user, Role.GUESSER, "ace", expert, credit)
        for user in (BOB, CAT)
        for expert, credit in (("gloss", 0.5), ("sense", 1.0))
    )


def test_a_guesser_who_did_not_guess_teaches_nothing() -> None:
    facts = game(
        blue(1, "BB"),
        table={BLUE_SPY: ACE, BLUE_GUESS: BOB, SECOND_GUESS: CAT},
        options=Options(guessers=2),
        thoughts={(1, BLUE_SPY): clue_thoughts(sense=1.0)},
    )
    (turn,) = settled_turns(facts)
    assert {credit.user for credit in turn.credits} == {BOB}


def test_the_first_ace_that_guessed_learns_about_the_spymaster() -> None:
    facts = game(
        turn_of(Team.BLUE, 1, "BB", TurnEnd.PASSED, (SECOND_GUESS, BLUE_GUESS)),
        table={BLUE_SPY: ANN, BLUE_GUESS: bot_user("ace-paper"), SECOND_GUESS: ACE},
        options=Options(guessers=2),
        thoughts={
            (1, BLUE_GUESS): guess_thoughts(gloss=1.0),
            (1, SECOND_GUESS): guess_thoughts(sense=1.0),
        },
    )
    (turn,) = settled_turns(facts)
    assert turn.credits == (Credit(ANN, Role.SPYMASTER, "ace-paper", "gloss", 1.0),)


def test_an_ace_that_only_pointed_learns_nothing() -> None:
    facts = game(
        blue(1, "BB"),
        table={BLUE_SPY: ANN, BLUE_GUESS: BOB, SECOND_GUESS: ACE},
        options=Options(guessers=2),
        thoughts={(1, SECOND_GUESS): guess_thoughts(sense=1.0)},
    )
    (turn,) = settled_turns(facts)
    assert turn.credits == ()


@pytest.mark.parametrize("sitter", [GLOSS, DAN])
def test_only_ace_learns(sitter: User) -> None:
    table = {BLUE_SPY: sitter, BLUE_GUESS: BOB}
    assert earned(table, thoughts={(1, BLUE_SPY): clue_thoughts(gloss=1.0)}) == ()


def test_nothing_is_kept_of_what_ace_learnt_about_somebody_who_was_forgotten() -> None:
    told = {(1, BLUE_SPY): clue_thoughts(gloss=1.0)}
    table = {BLUE_SPY: ACE, BLUE_GUESS: User(GONE, "a1"), RED_GUESS: BOB}
    facts = game(blue(1, "B"), table=table, thoughts=told, guilds={User(GONE, "a1"): GUILD})
    (turn,) = settled_turns(facts)
    assert turn.outcome is not None
    assert turn.credits == ()


def test_ace_learns_nothing_of_a_turn_that_does_not_count() -> None:
    table = {BLUE_SPY: ACE, BLUE_GUESS: BOB}
    told = {(1, BLUE_SPY): clue_thoughts(gloss=1.0)}
    assert earned(table, thoughts=told)
    assert earned(table, thoughts=told, taken_back=frozenset({1})) == ()


def test_facts_show_no_thoughts() -> None:
    facts = game(blue(1, "B"), thoughts={(1, BLUE_SPY): clue_thoughts(minilm=1.0)})
    assert "minilm" not in repr(facts)
