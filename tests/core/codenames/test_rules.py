from dataclasses import replace

import pytest

from core.codenames.actions import (
    Deal,
    GiveClue,
    Guess,
    Pass,
    Point,
    Resign,
    TypeKeyword,
    Unpoint,
)
from core.codenames.clue import Referee, Rule, Substrings
from core.codenames.deal import Supply
from core.codenames.model import (
    Clue,
    ClueGiven,
    Dealt,
    GameEnded,
    Identity,
    Lawfulness,
    Options,
    Phase,
    Reason,
    Team,
    TeamEliminated,
    TurnEnd,
    TurnEnded,
    TurnStarted,
    Uncovered,
)
from core.codenames.notation import parse
from core.codenames.rules import Codenames
from core.rules import CHANCE, CLOCK, Expire, IllegalAction, OptionsError, Seat, Secret, Unconfirmed
from tests.core.codenames.boards import PACK, WORDS, Play, dealt, seen

KEY = "BBBB RRR T K"  # 3 x 3: Blue 0-3, Red 4-6, a bystander 7, the assassin 8
THREE = "BBBBB RRRR GGG TTT K"  # 4 x 4, as 16 cards and 3 teams are shared out
ORDER3 = (Team.BLUE, Team.RED, Team.GREEN)


def refused(play: Play, seat: str, action: object) -> str:
    """Return the key of the refusal of an action, after a check that the state is unchanged."""
    before = play.state
    with pytest.raises(IllegalAction) as refusal:
        play.do(seat, action)  # type: ignore[arg-type]
    assert play.state == before
    return refusal.value.phrase.key


def after_clue(number: int | None = 2, key: str = KEY) -> Play:
    play = dealt(key)
    play.clue("blue", number=number)
    return play


# Guesses and turns


@pytest.mark.parametrize(("number", "allowed"), [(1, 2), (2, 3), (3, 4)])
def test_a_clue_of_n_allows_n_and_one_more_guesses(number: int, allowed: int) -> None:
    play = dealt("BBBBB RRRR TTTTTT K")
    play.clue("blue", number=number)
    for place in range(allowed - 1):
        assert len(play.guess("blue", place)) == 1
    assert TurnEnded(TurnEnd.LIMIT) in play.guess("blue", allowed - 1)
    assert play.state.turns[-1].team is Team.RED


@pytest.mark.parametrize("number", [0, None])
def test_zero_and_unlimited_set_no_limit(number: int | None) -> None:
    play = after_clue(number)
    play.guess("blue", 0, 1, 2)
    assert play.state.phase is Phase.GUESS
    assert play.rules.observe(play.state, None).guesses_left is None


@pytest.mark.parametrize("number", [-1, 10, 99])
def test_other_numbers_are_refused(number: int) -> None:
    play = dealt(KEY)
    assert refused(play, "blue-spymaster", GiveClue(1, "zephyr", number)) == "clue-number"


def test_a_bystander_ends_the_turn() -> None:
    play = after_clue()
    events = play.guess("blue", 7)
    assert events[1:] == (TurnEnded(TurnEnd.WRONG_CARD), TurnStarted(2, Team.RED))


def test_an_opponents_card_ends_the_turn_and_stays_uncovered() -> None:
    play = after_clue()
    play.guess("blue", 4)
    assert play.state.turns[-1].team is Team.RED
    assert dict(play.rules.observe(play.state, None).left)[Team.RED] == 2


def test_passing_before_a_guess_is_refused_and_after_one_it_ends_the_turn() -> None:
    play = after_clue()
    assert refused(play, "blue-guesser", Pass(1)) == "pass-before-guess"
    play.guess("blue", 0)
    seat = Seat("blue-guesser")
    assert play.do(seat, Pass(1))[0] == TurnEnded(TurnEnd.PASSED, seat)


def test_passing_before_the_clue_is_refused() -> None:
    assert refused(dealt(KEY), "blue-guesser", Pass(1)) == "no-clue-yet"


def test_a_card_uncovered_before_is_refused_and_does_not_end_the_turn() -> None:
    play = after_clue()
    play.guess("blue", 0)
    assert refused(play, "blue-guesser", Guess(1, 0)) == "already-uncovered"
    assert play.state.turns[-1].team is Team.BLUE


@pytest.mark.parametrize("place", [9, 25, -1])
def test_places_off_the_board_are_refused(place: int) -> None:
    assert refused(after_clue(), "blue-guesser", Guess(1, place)) == "no-such-place"


def test_the_last_own_card_wins() -> None:
    play = after_clue(9)
    events = play.guess("blue", 0, 1, 2, 3)
    assert events[-1] == GameEnded(Team.BLUE, Reason.CARDS)
    assert play.rules.to_act(play.state) == frozenset()


def test_a_teams_last_card_wins_for_it_whoever_uncovers_it() -> None:
    play = after_clue(9)
    play.guess("blue", 4)
    play.clue("red")
    play.guess("red", 7)
    play.clue("blue")
    play.guess("blue", 5)
    play.clue("red", number=1)
    play.guess("red", 0)
    play.clue("blue")
    assert play.guess("blue", 6)[-1] == GameEnded(Team.RED, Reason.CARDS)


def test_the_assassin_loses_the_game_between_two_teams() -> None:
    play = after_clue()
    events = play.guess("blue", 8)
    assert events[1] == TeamEliminated(Team.BLUE, Reason.ASSASSIN)
    assert events[-1] == GameEnded(Team.RED, Reason.ASSASSIN)
    outcome = play.rules.outcome(play.state)
    assert outcome
    assert outcome.winners == {"red-spymaster", "red-guesser"}


def test_nothing_can_be_done_after_the_end() -> None:
    play = after_clue()
    play.guess("blue", 8)
    assert refused(play, "red-spymaster", GiveClue(1, "zephyr", 1)) == "game-over"


# Three teams and more


def test_the_assassin_only_eliminates_one_of_three_teams() -> None:
    play = dealt(THREE, ORDER3)
    play.clue("blue")
    events = play.guess("blue", 15)
    assert TeamEliminated(Team.BLUE, Reason.ASSASSIN) in events
    assert play.state.phase is Phase.CLUE
    assert play.state.turns[-1].team is Team.RED


def test_cards_of_an_eliminated_team_count_as_bystanders() -> None:
    play = dealt(THREE, ORDER3)
    play.clue("blue")
    play.guess("blue", 15)
    play.clue("red")
    assert play.guess("red", 0)[1] == TurnEnded(TurnEnd.WRONG_CARD)
    assert play.state.ending is None
    assert Team.BLUE not in dict(play.rules.observe(play.state, None).left)


def test_an_eliminated_team_does_not_win_by_its_last_card() -> None:
    play = dealt(THREE, ORDER3)
    play.do("blue-guesser", Resign(1))
    for place in range(5):
        team = play.state.turns[-1].team.value
        play.clue(team)
        play.guess(team, place)
    assert play.state.ending is None


def test_the_last_team_standing_wins() -> None:
    play = dealt(THREE, ORDER3)
    play.do("green-spymaster", Resign(1))
    assert play.state.turns[-1].team is Team.BLUE
    play.clue("blue")
    assert play.guess("blue", 15)[-1] == GameEnded(Team.RED, Reason.ASSASSIN)


def test_an_eliminated_teams_people_can_only_watch() -> None:
    play = dealt(THREE, ORDER3)
    play.do("green-guesser", Resign(1))
    assert refused(play, "green-guesser", Resign(1)) == "team-out"
    assert not play.rules.legal(play.state, Seat("green-guesser"))


def test_turns_skip_a_team_that_is_out() -> None:
    play = dealt(THREE, ORDER3)
    play.do("red-guesser", Resign(1))
    play.clue("blue")
    play.guess("blue", 12)
    assert play.state.turns[-1].team is Team.GREEN


def test_resigning_in_ones_own_turn_hands_it_on() -> None:
    play = dealt(THREE, ORDER3)
    events = play.do("blue-spymaster", Resign(1))
    assert events[1:] == (TurnEnded(TurnEnd.RESIGNED), TurnStarted(2, Team.RED))


def test_resigning_between_two_teams_ends_the_game() -> None:
    play = dealt(KEY)
    assert play.do("red-guesser", Resign(1))[-1] == GameEnded(Team.BLUE, Reason.RESIGNED)


# Solo


def test_in_solo_the_same_team_plays_every_turn() -> None:
    play = dealt(KEY, solo=Team.BLUE)
    play.clue("blue")
    play.guess("blue", 7)
    assert play.state.turns[-1].team is Team.BLUE
    assert play.state.number == 2


def test_in_solo_the_team_begins_even_where_a_keyword_says_that_it_is_second() -> None:
    rules = Codenames(Options(solo=Team.BLUE, keyword=True), Supply(PACK), Referee())
    keywords = (f"keyword {number}" for number in range(100))
    for keyword in keywords:
        play = Play(rules, rules.initial())
        play.do("blue-spymaster", TypeKeyword(0, Secret(keyword)))
        if play.state.layout and play.state.layout.order[0] is Team.RED:
            break
    assert play.state.turns[-1].team is Team.BLUE
    assert dict(play.rules.observe(play.state, None).left) == {Team.RED: 9, Team.BLUE: 8}


def test_in_solo_uncovering_all_of_the_opponents_cards_loses() -> None:
    play = dealt(KEY, solo=Team.BLUE)
    for place in (4, 5, 6):
        play.clue("blue")
        events = play.guess("blue", place)
    assert events[-1] == GameEnded(None, Reason.CARDS)
    outcome = play.rules.outcome(play.state)
    assert outcome
    assert outcome.winners == frozenset()


def test_in_solo_the_assassin_loses() -> None:
    play = dealt(KEY, solo=Team.BLUE)
    play.clue("blue")
    assert play.guess("blue", 8)[-1] == GameEnded(None, Reason.ASSASSIN)


def test_in_solo_finding_all_own_cards_wins() -> None:
    play = dealt(KEY, solo=Team.BLUE)
    play.clue("blue", number=9)
    assert play.guess("blue", 0, 1, 2, 3)[-1] == GameEnded(Team.BLUE, Reason.CARDS)


# Permissions


@pytest.mark.parametrize(
    ("seat", "action", "key"),
    [
        ("blue-guesser", GiveClue(1, "zephyr", 1), "only-spymaster-clues"),
        ("red-spymaster", GiveClue(1, "zephyr", 1), "not-your-turn"),
        ("blue-guesser", Guess(1, 0), "no-clue-yet"),
        ("red-guesser", Guess(1, 0), "not-your-turn"),
        ("blue-spymaster", Guess(1, 0), "only-guessers-guess"),
        ("blue-spymaster", Pass(1), "only-guessers-guess"),
        ("green-guesser", Guess(1, 0), "no-such-chair"),
        ("blue-guesser-2", Guess(1, 0), "no-such-chair"),
        ("blue-spymaster", TypeKeyword(1, Secret("ocean")), "no-keyword-now"),
        ("blue-guesser", TypeKeyword(1, Secret("ocean")), "keyword-from-guesser"),
        ("blue-spymaster", Deal(1, Secret(bytes(16))), "only-chance-deals"),
        ("blue-spymaster", Expire(1), "only-clock-expires"),
        (CHANCE, Deal(1, Secret(bytes(16))), "no-deal-now"),
        ("blue-guesser", Guess(0, 0), "other-turn"),
        ("blue-guesser", Guess(2, 0), "other-turn"),
    ],
)
def test_before_the_clue(seat: str, action: object, key: str) -> None:
    assert refused(dealt(KEY), seat, action) == key


UNKNOWN = GiveClue(1, "zyzzyva", 2, unknown_to=(Seat("blue-guesser"),))
"""A clue that the guessing bot does not know."""


def test_a_clue_that_a_bot_does_not_know_stands_once_it_is_said_to_be_meant() -> None:
    play = dealt(KEY)
    with pytest.raises(Unconfirmed) as asked:
        play.do("blue-spymaster", UNKNOWN)
    assert asked.value.phrase.key == "clue-unknown"
    assert asked.value.turn == 1
    meant = parse(asked.value.choices[0].line, seen(WORDS[:9], 3), asked.value.turn)
    assert meant == replace(UNKNOWN, anyway=True, unknown_to=())
    (given,) = play.do("blue-spymaster", replace(UNKNOWN, anyway=True))
    clue = Clue(Seat("blue-spymaster"), "zyzzyva", 2, unknown_to=(Seat("blue-guesser"),))
    assert given == ClueGiven(clue)


def test_that_a_clue_is_meant_changes_nothing_where_it_is_known() -> None:
    play = dealt(KEY)
    (given,) = play.do("blue-spymaster", GiveClue(1, "zephyr", 2, anyway=True))
    assert given == ClueGiven(Clue(Seat("blue-spymaster"), "zephyr", 2))


@pytest.mark.parametrize(
    ("seat", "action", "key"),
    [
        ("red-spymaster", UNKNOWN, "not-your-turn"),
        ("blue-guesser", UNKNOWN, "only-spymaster-clues"),
        ("blue-spymaster", replace(UNKNOWN, turn=2), "other-turn"),
        ("blue-spymaster", replace(UNKNOWN, word="whales"), "clue-inflection"),
        ("blue-spymaster", replace(UNKNOWN, word="whales", anyway=True), "clue-inflection"),
    ],
)
def test_an_unknown_clue_is_asked_about_only_where_it_is_lawful(
    seat: str, action: object, key: str
) -> None:
    assert refused(dealt(KEY), seat, action) == key


def test_a_second_clue_in_a_turn_is_refused() -> None:
    assert refused(after_clue(), "blue-spymaster", GiveClue(1, "breeze", 1)) == "clue-stands"


def test_before_the_deal_nobody_can_play() -> None:
    play = Play(
        Codenames(Options(), Supply(PACK), Referee()),
        Codenames(Options(), Supply(PACK), Referee()).initial(),
    )
    assert refused(play, "blue-spymaster", GiveClue(0, "zephyr", 1)) == "not-dealt"
    assert refused(play, "blue-guesser", Resign(0)) == "not-dealt"
    assert refused(play, CLOCK, Expire(0)) == "no-turn-runs"
    assert refused(play, CHANCE, Deal(0, Secret(b"short"))) == "deal-secret-size"


def test_a_keyword_table_waits_for_a_spymaster_and_keeps_the_keyword_secret() -> None:
    rules = Codenames(Options(keyword=True), Supply(PACK), Referee())
    play = Play(rules, rules.initial())
    assert rules.to_act(play.state) == {"blue-spymaster", "red-spymaster"}
    assert rules.chance(play.state, SystemBytes()) is None
    assert refused(play, "red-spymaster", TypeKeyword(0, Secret("\ud800"))) == "keyword-text"
    assert refused(play, CHANCE, Deal(0, Secret(bytes(16)))) == "no-deal-now"
    play.do("red-spymaster", TypeKeyword(0, Secret("swordfish")))
    assert rules.observe(play.state, Seat("blue-guesser")).typed_by == "red-spymaster"
    assert "swordfish" not in repr(play.state)
    assert "swordfish" not in repr(play.events)


class SystemBytes:
    def bytes(self, length: int, /) -> bytes:
        return bytes(length)


def test_chance_deals_once() -> None:
    rules = Codenames(Options(), Supply(PACK), Referee())
    play = Play(rules, rules.initial())
    deal = rules.chance(play.state, SystemBytes())
    assert deal == Deal(0, Secret(bytes(16)))
    assert isinstance(play.do(CHANCE, deal)[0], Dealt)
    assert rules.chance(play.state, SystemBytes()) is None


def test_time_that_is_up_ends_a_turn_with_or_without_a_clue() -> None:
    play = dealt(KEY)
    play.do(CLOCK, Expire(1))
    assert play.state.turns[0].end is TurnEnd.EXPIRED
    play.clue("red")
    play.do(CLOCK, Expire(2))
    assert play.state.turns[-1].team is Team.BLUE


# Marks


def test_pointing_uncovers_nothing_and_marks_end_with_the_turn() -> None:
    play = after_clue()
    play.do("blue-guesser", Point(1, 7))
    assert play.state.uncovered == frozenset()
    assert play.rules.observe(play.state, None).marks == {("blue-guesser", 7)}
    play.guess("blue", 4)
    assert play.state.marks == frozenset()


def test_marks_are_put_on_once_and_taken_off_once() -> None:
    play = after_clue()
    assert refused(play, "blue-guesser", Unpoint(1, 7)) == "not-marked"
    play.do("blue-guesser", Point(1, 7))
    assert refused(play, "blue-guesser", Point(1, 7)) == "already-marked"
    play.do("blue-guesser", Unpoint(1, 7))
    assert play.state.marks == frozenset()


def test_an_uncovered_card_loses_its_marks() -> None:
    play = after_clue()
    play.do("blue-guesser", Point(1, 0))
    play.guess("blue", 0)
    assert play.state.marks == frozenset()


def test_two_people_must_mark_a_card_where_the_table_asks_for_it() -> None:
    play = dealt(KEY, guessers=2, marks=2)
    play.clue("blue")
    assert refused(play, "blue-guesser", Guess(1, 0)) == "too-few-marks"
    play.do("blue-guesser", Point(1, 0))
    assert refused(play, "blue-guesser", Guess(1, 0)) == "too-few-marks"
    play.do("blue-guesser-2", Point(1, 0))
    assert play.do("blue-guesser-2", Guess(1, 0)) == (
        Uncovered(Seat("blue-guesser-2"), 0, Identity.BLUE),
    )


def test_any_guesser_may_guess() -> None:
    play = dealt(KEY, guessers=3)
    play.clue("blue")
    play.do("blue-guesser-3", Guess(1, 0))
    play.do("blue-guesser", Guess(1, 1))
    assert play.state.uncovered == {0, 1}


# Clues


@pytest.mark.parametrize(
    ("word", "key"),
    [
        ("Whale", "clue-same"),
        ("whales", "clue-inflection"),
        ("whale-bone", "clue-contains"),
        ("scuba", "clue-contained"),
        ("diving", "clue-inflection"),
        ("two words", "clue-several-words"),
        (",", "clue-not-a-word"),
        ("", "clue-empty"),
    ],
)
def test_unlawful_clues_are_refused_naming_the_rule(word: str, key: str) -> None:
    assert refused(dealt(KEY), "blue-spymaster", GiveClue(1, word, 1)) == key


def test_a_refusal_names_the_card() -> None:
    with pytest.raises(IllegalAction) as refusal:
        dealt(KEY).do("blue-spymaster", GiveClue(1, "SCUBA-DIVER", 1))
    assert refusal.value.phrase["card"] == "scuba diver"


def test_an_uncovered_word_may_be_a_clue() -> None:
    play = after_clue()
    play.guess("blue", 0, 7)
    play.clue("red", "whale")
    assert play.state.phase is Phase.GUESS


def test_a_table_that_warns_takes_the_clue_and_says_which_rule_it_breaks() -> None:
    play = dealt(KEY, lawfulness=Lawfulness.WARN)
    play.clue("blue", "whales")
    clue = play.state.turns[-1].clue
    assert clue
    assert clue.breach
    assert clue.breach.rule is Rule.INFLECTION
    assert clue.breach.card == "whale"


def test_a_table_without_clue_rules_still_wants_one_word() -> None:
    play = dealt(KEY, lawfulness=Lawfulness.OFF)
    assert refused(play, "blue-spymaster", GiveClue(1, "two words", 1)) == "clue-several-words"
    play.clue("blue", "whale")
    clue = play.state.turns[-1].clue
    assert clue
    assert clue.breach is None


def test_a_table_chooses_what_it_makes_of_a_card_within_another_word() -> None:
    chosen = GiveClue(1, "narwhale", 1)
    assert dealt(KEY).do("blue-spymaster", chosen)
    refusing = dealt(KEY, substrings=Substrings.REFUSE)
    assert refused(refusing, "blue-spymaster", chosen) == "clue-contains"


# Options


@pytest.mark.parametrize(
    ("options", "key"),
    [
        (Options(teams=5), "board-too-small"),
        (Options(rows=2), "board-sides"),
        (Options(solo=Team.BLUE, teams=3, rows=5), "solo-teams"),
        (Options(solo=Team.GREEN), "solo-team"),
        (Options(guessers=0), "guessers-none"),
        (Options(marks=2), "marks-guessers"),
        (Options(marks=3, guessers=4), "marks-guessers"),
        (Options(rows=6), "pack-too-few"),
    ],
)
def test_tables_that_cannot_be_set_are_refused(options: Options, key: str) -> None:
    with pytest.raises(OptionsError) as refusal:
        Codenames(options, Supply(PACK), Referee())
    assert refusal.value.phrase.key == key


# Visibility


def test_only_spymasters_see_the_key_until_the_game_is_over() -> None:
    play = after_clue()
    seen = {
        seat: [card.key for card in play.rules.observe(play.state, seat).cards]
        for seat in (Seat("blue-spymaster"), Seat("red-guesser"), None)
    }
    assert seen[Seat("blue-spymaster")][8] is Identity.ASSASSIN
    assert set(seen[Seat("red-guesser")]) == set(seen[None]) == {None}
    play.guess("blue", 8)
    assert play.rules.observe(play.state, None).cards[8].key is Identity.ASSASSIN
    assert play.rules.observe(play.state, None).layout == play.state.layout


def test_a_guesser_sees_what_is_uncovered() -> None:
    play = after_clue()
    play.guess("blue", 0)
    cards = play.rules.observe(play.state, Seat("red-guesser")).cards
    assert cards[0].shown is Identity.BLUE
    assert cards[0].word == WORDS[0]
    assert cards[1].shown is None
