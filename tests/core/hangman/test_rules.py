"""Actions at a table of hangman, and their consequences."""

from typing import Any

import pytest

from core.hangman.model import (
    Answered,
    AnswerLetter,
    AnswerSolve,
    BoardEnded,
    End,
    GameEnded,
    GuessText,
    Hinted,
    Phase,
    Progress,
    SetWord,
    SolveAnswered,
    TakeHint,
    TurnPassed,
)
from core.hangman.notation import board_line
from core.hangman.options import Dealer, Mode, Team
from core.rules import CLOCK, Expire, IllegalAction, Seat, Secret, advance
from core.words.word_lists import KANA
from tests.core.hangman.tables import CHECK, CHECK_LINES, DEALER, Play, fixed, table


def test_the_cheating_dealer_plays_the_known_game_to_the_word() -> None:
    play, lines = table(verbose=True), []
    for letter in "urshbcpmt":
        play.guess(letter)
        lines.append(board_line(play.seen(), play.board))
    assert lines == CHECK_LINES.splitlines()
    seen = play.seen()
    assert (seen.known[0].word, play.board.guesses, play.board.wrong) == ("trumps", 9, 3)
    assert seen.known[0].alive == (4, 4, 4, 3, 2, 1, 1, 1, 1)
    assert advance(play.rules, play.rules.initial(), play.events) == play.state


def test_the_word_is_found_when_its_last_letter_is() -> None:
    play = fixed("noon", ("noon",))
    play.guess("n")
    assert play.board.pattern(4) == ("n", None, None, "n")
    assert play.guess("o")[-2:] == (BoardEnded(Team.GUESSERS, End.FOUND), GameEnded(Team.GUESSERS))
    outcome = play.rules.outcome(play.state)
    assert outcome
    assert outcome.winners == {"guess1"}
    assert play.rules.to_act(play.state) == frozenset()


def test_the_last_life_ends_the_game_for_the_dealer() -> None:
    play = fixed("trumps", lives=2)
    play.guess("z")
    events = play.guess("q")
    assert events[-2:] == (BoardEnded(Team.GUESSERS, End.LIVES), GameEnded(Team.DEALER))
    outcome = play.rules.outcome(play.state)
    assert outcome
    assert outcome.winners == {"dealer"}
    assert play.seen().known[0].word == "trumps"


def test_without_a_limit_every_letter_may_be_wrong() -> None:
    play = fixed("trumps", lives=None)
    play.guess("abcdefghijklnoqvwxyz")
    assert (play.board.wrong, play.state.ending) == (20, None)


def test_a_lost_game_shows_a_word_that_fits_every_answer() -> None:
    play = table(lives=2)
    play.guess("rhb")
    word = play.seen().known[0].word
    assert word in ("trucks", "trumps")
    assert word == play.seen("guess1").known[0].word


def test_the_typed_word_may_have_another_length_and_need_not_be_listed() -> None:
    play = fixed("mississippi")
    assert play.seen().length == 11
    play.guess("s")
    assert play.board.answers[0].places == (2, 3, 5, 6)


def test_an_honest_dealer_takes_a_word_of_the_list() -> None:
    play = table(dealer=Dealer.HONEST)
    assert play.rules.to_act(play.state) == {"dealer"}
    assert play.refusal(DEALER, SetWord(1, Secret("planet"))) == "hangman-word-unlisted"
    play.do(DEALER, SetWord(1, Secret("truths")))
    assert play.refusal("guess1", GuessText(1, "planet")) == "hangman-solve-unknown"
    assert play.solve("truths")[-1] == GameEnded(Team.GUESSERS)


def test_no_seat_is_shown_the_word_before_the_end() -> None:
    play = fixed("trumps")
    for seat in (None, "dealer", "guess1"):
        assert "trumps" not in repr(play.seen(seat)) + repr(play.events)


@pytest.mark.parametrize("dealer", [Dealer.CHEATING, Dealer.STUBBORN, Dealer.LARGEST])
def test_a_dealer_who_keeps_words_refuses_a_solution_while_another_fits(dealer: Dealer) -> None:
    play = table(dealer=dealer, lives=2)
    assert play.solve("truths")[-1] == SolveAnswered(Team.GUESSERS, right=False)
    assert (play.board.wrong, play.board.guesses) == (1, 1)
    assert play.refusal("guess1", GuessText(1, "truths")) == "hangman-solve-again"
    assert play.solve("crumbs")[-1] == GameEnded(Team.DEALER)
    assert play.seen().known[0].word in ("trucks", "trumps")


def test_the_only_word_that_fits_is_the_solution() -> None:
    play = table()
    play.guess("hbc")
    assert play.solve("trumps")[-1] == GameEnded(Team.GUESSERS)
    assert play.board.pattern(6) == tuple("trumps")


def test_a_letter_waits_for_the_dealer_who_keeps_words() -> None:
    play = table()
    play.do("guess1", GuessText(1, "u"))
    assert play.rules.to_act(play.state) == {"dealer"}
    assert play.refusal("guess1", GuessText(1, "r")) == "hangman-waiting"
    play.answer((2,))
    assert play.rules.to_act(play.state) == {"guess1"}


def test_a_hint_of_a_fixed_word_is_the_letter_that_stands_most_often_and_costs_a_life() -> None:
    play = fixed("banana", ("banana",), lives=3)
    assert play.hint() == (Hinted(Seat("guess1"), Team.GUESSERS, "a", (1, 3, 5)),)
    assert (play.board.wrong, play.board.answers[0].hint) == (1, True)
    assert play.hint()[0].letter == "n"  # type: ignore[union-attr]
    assert play.refusal("guess1", TakeHint(1)) == "hangman-hint-last-life"


def test_a_hint_of_kept_words_leaves_the_highest_score() -> None:
    play = table()
    assert play.hint() == (Hinted(Seat("guess1"), Team.GUESSERS, "r", (1,)),)
    assert len(play.rules.left(play.state, play.board)) == 4


def test_a_hint_may_end_the_game() -> None:
    play = fixed("aa", ("aa",), lives=2)
    assert play.hint()[-1] == GameEnded(Team.GUESSERS)


# A person thinks of a word.


def thought(*words: str, **changes: Any) -> Play:
    return table(words or CHECK, dealer=Dealer.THOUGHT, **changes)


def test_who_thinks_of_a_word_answers_each_letter() -> None:
    play = thought()
    play.do("guess1", GuessText(1, "c"))
    legal = play.rules.legal(play.state, DEALER)
    assert {action.places for action in legal.actions if isinstance(action, AnswerLetter)} == {
        (),
        (0,),
        (3,),
    }
    assert play.refusal(DEALER, AnswerLetter(1, Team.GUESSERS, (5,))) == "hangman-answer-unknown"
    assert play.answer((3,)) == (Answered(Team.GUESSERS, "c", (3,)),)


def test_who_thinks_of_a_word_answers_a_solution() -> None:
    play = thought()
    play.solve("crumbs")
    assert play.refusal("guess1", GuessText(1, "c")) == "hangman-waiting"
    assert play.answer_solve(right=False) == (SolveAnswered(Team.GUESSERS, right=False),)
    play.solve("trumps")
    assert play.answer_solve(right=True)[-1] == GameEnded(Team.GUESSERS)


def test_the_last_word_that_is_known_cannot_be_denied_but_an_unknown_one_told() -> None:
    play = thought("trumps")
    play.solve("trumps")
    assert play.refusal(DEALER, AnswerSolve(1, right=False)) == "hangman-no-other-word"
    events = play.do(DEALER, SetWord(1, Secret("grumps")))
    assert events[-2:] == (BoardEnded(Team.GUESSERS, End.UNKNOWN), GameEnded(Team.DEALER))
    assert play.seen().known[0].word == "grumps"


def test_a_word_that_is_told_must_fit_and_be_unknown() -> None:
    play = thought()
    play.do("guess1", GuessText(1, "r"))
    play.answer((1,))
    assert play.refusal(DEALER, SetWord(1, Secret("planet"))) == "hangman-told-misfit"
    assert play.refusal(DEALER, SetWord(1, Secret("trumps"))) == "hangman-told-known"


# In turns.


def test_guessers_take_turns() -> None:
    play = fixed("trumps", mode=Mode.TURNS, guessers=2)
    assert play.rules.to_act(play.state) == {"guess1"}
    assert play.refusal("guess2", GuessText(1, "u")) == "hangman-not-your-turn"
    play.guess("u", "guess1")
    assert play.state.turn == 2
    assert play.refusal("guess1", GuessText(1, "r")) == "other-turn"
    play.guess("r", "guess2")
    play.solve("trucks", "guess1")
    assert play.rules.to_act(play.state) == {"guess2"}


def test_a_hint_does_not_end_the_turn() -> None:
    play = fixed("trumps", mode=Mode.TURNS, guessers=2)
    play.hint("guess1")
    assert play.rules.to_act(play.state) == {"guess1"}


def test_the_clock_passes_the_turn_on() -> None:
    play = fixed("trumps", mode=Mode.TURNS, guessers=2)
    assert play.expire() == (TurnPassed(Seat("guess1")),)
    assert play.rules.to_act(play.state) == {"guess2"}
    assert play.refusal(CLOCK, Expire(1)) == "other-turn"


# The clock in other modes.


def test_time_that_is_up_loses_the_word() -> None:
    play = fixed("trumps")
    assert play.expire() == (BoardEnded(Team.GUESSERS, End.EXPIRED), GameEnded(Team.DEALER))


@pytest.mark.parametrize("asked", [False, True])
def test_a_dealer_who_lets_the_time_pass_loses(asked: bool) -> None:
    play = thought() if asked else table(dealer=Dealer.WORD)
    if asked:
        play.do("guess1", GuessText(1, "u"))
    assert play.expire() == (BoardEnded(Team.GUESSERS, End.LEFT), GameEnded(Team.GUESSERS))


def test_only_the_clock_ends_the_time() -> None:
    assert table().refusal("guess1", Expire(1)) == "only-clock-expires"


# A race.


def race(**changes: Any) -> Play:
    return table(**{"mode": Mode.RACE, **changes})


def test_in_a_race_each_team_has_a_board_and_guesses_at_its_own_pace() -> None:
    play = race(guessers=2)
    assert play.rules.to_act(play.state) == {"blue1", "blue2", "red1", "red2"}
    play.guess("ur", "blue1")
    play.guess("s", "red2")
    blue, red = play.state.boards
    assert blue.guessed == {"u", "r"}
    assert red.guessed == {"s"}


def test_the_fewest_guesses_win_and_who_cannot_catch_up_is_beaten() -> None:
    play = race()
    play.guess("hbcz", "red1")
    play.guess("hbc", "blue1")
    events = play.solve("trumps", "blue1")
    assert events[-3:] == (
        BoardEnded(Team.BLUE, End.FOUND),
        BoardEnded(Team.RED, End.BEATEN),
        GameEnded(Team.BLUE),
    )
    assert play.refusal("red1", GuessText(1, "e")) == "game-over"


def test_who_can_still_draw_plays_on() -> None:
    play = race()
    play.guess("hbc", "blue1")
    play.guess("hbc", "red1")
    play.solve("trumps", "blue1")
    assert play.rules.to_act(play.state) == {"red1"}
    assert play.refusal("blue1", GuessText(1, "e")) == "hangman-board-over"
    events = play.solve("trumps", "red1")
    assert events[-2:] == (BoardEnded(Team.RED, End.FOUND), GameEnded(None))
    outcome = play.rules.outcome(play.state)
    assert outcome
    assert outcome.winners == frozenset()


def test_a_wrong_solution_counts_as_a_guess() -> None:
    play = race()
    play.solve("crumbs", "blue1")
    assert play.state.board(Team.BLUE).guesses == 1


def test_the_dealer_wins_a_race_that_nobody_finishes() -> None:
    play = race(lives=1)
    play.guess("z", "blue1")
    assert play.guess("z", "red1")[-1] == GameEnded(Team.DEALER)


def test_the_end_of_the_time_ends_every_board_of_a_race() -> None:
    play = race()
    assert play.expire()[-1] == GameEnded(Team.DEALER)


@pytest.mark.parametrize("dealer", [Dealer.HONEST, Dealer.WORD])
def test_both_teams_of_a_race_may_look_for_one_word(dealer: Dealer) -> None:
    play = race(dealer=dealer)
    assert play.rules.to_act(play.state) == {"dealer"}
    play.do(DEALER, SetWord(1, Secret("trumps")))
    play.guess("u", "blue1")
    play.guess("m", "red1")
    assert play.solve("trumps", "red1")[-1] == BoardEnded(Team.RED, End.FOUND)
    assert play.solve("trumps", "blue1")[-1] == GameEnded(None)


def test_nobody_wins_a_race_for_which_no_word_was_set_in_time() -> None:
    play = race(dealer=Dealer.WORD)
    assert play.expire()[-1] == GameEnded(None)
    outcome = play.rules.outcome(play.state)
    assert outcome
    assert outcome.reason["winner"] == "left"


def test_until_the_end_a_team_sees_its_own_board_alone() -> None:
    play = race(dealer=Dealer.HONEST, guessers=2)
    play.do(DEALER, SetWord(1, Secret("trumps")))
    play.guess("ux", "blue1")
    sees = {
        seat: [board.team for board in play.seen(seat).boards]
        for seat in (None, "dealer", "blue1", "blue2", "red1")
    }
    blue, red = [Team.BLUE], [Team.RED]
    assert sees == {None: [], "dealer": [], "blue1": blue, "blue2": blue, "red1": red}
    assert play.seen("red1").progress == (Progress(Team.BLUE, 2, 1, 1), Progress(Team.RED))
    assert play.seen().known == ()
    play.solve("trumps", "red1")
    assert len(play.seen().boards) == 2


def test_the_dealer_answers_the_team_that_asks() -> None:
    play = race()
    play.do("blue1", GuessText(1, "h"))
    play.do("red1", GuessText(1, "c"))
    play.answer((), Team.RED)
    assert play.state.board(Team.BLUE).pending == "h"
    assert play.rules.to_act(play.state) == {"dealer", "red1"}


def test_kana_are_guessed_from_the_kana_of_the_list() -> None:
    play = table(("さくら", "くるま", "たまご"), category=KANA)
    assert play.rules.alphabet == tuple("くごさたまらる")
    play.guess("ま")
    assert play.refusal("guess1", GuessText(1, "e")) == "hangman-letter-unknown"


def test_the_phase_says_what_the_table_waits_for() -> None:
    play = table(dealer=Dealer.WORD)
    assert play.seen().phase is Phase.WORD
    play.do(DEALER, SetWord(1, Secret("at")))
    assert play.seen().phase is Phase.GUESS
    play.guess("at")
    assert play.seen().phase is Phase.OVER
    with pytest.raises(IllegalAction):
        play.guess("b")
