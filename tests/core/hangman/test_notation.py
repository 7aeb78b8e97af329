"""Lines of hangman: reading, refusals, writing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.hangman.game import GAME
from core.hangman.model import Action, AnswerLetter, AnswerSolve, GuessText, SetWord, TakeHint
from core.hangman.notation import board_line, closing_lines, parse
from core.hangman.options import Dealer, Mode, Team
from core.rules import Expire, InvalidNotation, Misspelled, Seat, Secret
from core.words.word_lists import KANA
from tests.core.hangman.tables import CHECK, DEALER, fixed, table

KANA_WORDS = ("がっこう", "らーめん", "くだもの")


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("guess e", GuessText(1, "e")),
        ("GUESS E", GuessText(1, "e")),
        ("  guess   ｅ ", GuessText(1, "e")),
        ("e", GuessText(1, "e")),
        ("E ", GuessText(1, "e")),
        ("solve Planet", GuessText(1, "planet")),
        ("hint", TakeHint(1)),
        ("word ＰＬＡＮＥＴ", SetWord(1, Secret("planet"))),
        ("answer e 5 2", AnswerLetter(1, Team.GUESSERS, (1, 4))),
        ("answer 2, 5, 2", AnswerLetter(1, Team.GUESSERS, (1, 4))),
        ("answer none", AnswerLetter(1, Team.GUESSERS, ())),
        ("answer E none", AnswerLetter(1, Team.GUESSERS, ())),
        ("answer Yes", AnswerSolve(1, right=True)),
        ("answer no", AnswerSolve(1, right=False)),
        ("expire", Expire(1)),
    ],
)
def test_a_line_is_read(line: str, action: Action) -> None:
    assert parse(line, table().seen(), 1) == action


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("", "hangman-letter-missing"),
        ("   ", "hangman-letter-missing"),
        ("guess", "hangman-letter-missing"),
        ("guess ab", "hangman-letter-several"),
        ("guess a b", "hangman-letter-several"),
        ("planet", "hangman-letter-several"),
        ("guess 7", "hangman-letter-digit"),
        ("7", "hangman-letter-digit"),
        ("guess ٣", "hangman-letter-digit"),
        ("guess é", "hangman-letter-accent"),
        ("guess e\u0301", "hangman-letter-accent"),
        ("guess か", "hangman-letter-unknown"),
        ("guess が", "hangman-letter-unknown"),
        ("guess ø", "hangman-letter-unknown"),
        ("!", "hangman-letter-unknown"),
        ("solve", "hangman-solve-missing"),
        ("solve ice cream", "hangman-word-letters"),
        ("solve e", "hangman-solve-length"),
        ("solve café", "hangman-word-letters"),
        ("word", "hangman-word-missing"),
        ("word 1984", "hangman-word-letters"),
        ("hint please", "line-too-long"),
        ("try e", "line-unknown"),
        ("gess e", "line-near"),
        ("gess everything", "line-unknown"),
        ("answer", "hangman-answer-missing"),
        ("answer e", "hangman-answer-missing"),
        ("answer second", "hangman-place"),
        ("answer 1 x2", "hangman-place"),
        ("answer -1", "hangman-place"),
        ("answer " + "9" * 5000, "hangman-place"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line: str, key: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse(line, table().seen(), 1)
    assert refused.value.phrase.key == key


def test_a_refused_word_is_not_repeated() -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse("word naïveté", table(dealer=Dealer.WORD).seen(), 1)
    assert "na" not in str(dict(refused.value.phrase.params))


def test_an_answer_for_another_letter_is_refused() -> None:
    play = table(dealer=Dealer.THOUGHT)
    play.do("guess1", GuessText(1, "u"))
    with pytest.raises(InvalidNotation) as refused:
        parse("answer r 2", play.seen("dealer"), 1)
    assert refused.value.phrase.key == "hangman-answer-letter"


@pytest.mark.parametrize(
    ("typed", "letter"), [("ラ", "ら"), ("ﾗ", "ら"), ("ｶﾞ", "が"), ("か\u3099", "が"), ("ー", "ー")]
)
def test_kana_may_be_typed_as_katakana(typed: str, letter: str) -> None:
    seen = table(KANA_WORDS, category=KANA).seen()
    assert parse(f"guess {typed}", seen, 1) == GuessText(1, letter)
    assert parse("solve ラーメン", seen, 1) == GuessText(1, "らーめん")


@pytest.mark.parametrize(
    ("line", "key"),
    [("guess e", "hangman-letter-unknown"), ("guess ほ", "hangman-letter-unknown")],
)
def test_only_the_kana_of_the_list_are_guessed(line: str, key: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse(line, table(KANA_WORDS, category=KANA).seen(), 1)
    assert refused.value.phrase.key == key


def test_in_a_race_an_answer_names_the_team() -> None:
    play = table(mode=Mode.RACE)
    play.do("blue1", GuessText(1, "u"))
    play.do("red1", GuessText(1, "u"))
    seen = play.seen("dealer")
    action = AnswerLetter(1, Team.RED, (2,))
    line = GAME.action_line(action, seen)
    assert line == "answer red u 3"
    assert parse(line, seen, 1) == action


@given(st.text(max_size=40))
def test_every_text_is_read_or_refused(line: str) -> None:
    seen = table().seen()
    try:
        action = parse(line, seen, 1)
    except InvalidNotation:
        return
    assert parse(GAME.action_line(action, seen), seen, 1) == action


def test_events_read_like_what_was_done() -> None:
    play = fixed("trumps", lives=3)
    play.guess("uz")
    play.hint()
    play.solve("trumps")
    lines = [GAME.event_line(event, play.seen()) for event in play.events]
    assert lines == [
        "dealer word",
        "guess1 guess u",
        "dealer answer u 3",
        "guess1 guess z",
        "dealer answer z none",
        "guess1 hint m 4",
        "guess1 solve trumps",
        "dealer answer yes",
        "end guessers found",
        "won guessers",
    ]


def test_other_events_have_lines() -> None:
    thought = table(("trumps",), dealer=Dealer.THOUGHT)
    thought.do(DEALER, SetWord(1, Secret("grumps")))
    turns = fixed("trumps", mode=Mode.TURNS)
    turns.expire()
    race = table(mode=Mode.RACE, lives=1)
    race.guess("z", "red1")
    race.solve("trumps", "blue1")
    lines = [
        GAME.event_line(event, play.seen())
        for play in (thought, turns, race)
        for event in play.events
    ]
    assert lines == [
        *("dealer told grumps", "end guessers unknown", "won dealer"),
        *("dealer word", "guess1 expired"),
        *("red1 guess z", "dealer answer red z none", "end red lives"),
        *("blue1 solve trumps", "dealer answer blue no", "end blue lives", "won dealer"),
    ]


def test_a_line_tells_other_teams_only_whether_a_try_was_right() -> None:
    play = fixed("trumps", mode=Mode.RACE)
    play.guess("uz", "red1")
    play.solve("crumbs", "red1")
    play.hint("red1")
    lines = {
        seat: [GAME.event_line(event, play.seen(seat)) for event in play.events[1:]]
        for seat in (None, "dealer", "blue1", "red1")
    }
    assert lines["red1"] == [
        *("red1 guess u", "dealer answer red u 3", "red1 guess z", "dealer answer red z none"),
        *("red1 solve crumbs", "dealer answer red no", "red1 hint m 4"),
    ]
    assert lines[None] == lines["dealer"] == lines["blue1"]
    assert lines[None] == [
        *("red1 guess", "dealer answer red good", "red1 guess", "dealer answer red sorry"),
        *("red1 guess", "dealer answer red sorry", "red1 hint"),
    ]


def test_an_answer_is_read_for_a_team_whose_board_is_not_seen() -> None:
    seen = fixed("trumps", mode=Mode.RACE).seen("dealer")
    assert parse("answer red 2", seen, 1) == AnswerLetter(1, Team.RED, (1,))
    assert parse("answer none", seen, 1) == AnswerLetter(1, Team.BLUE, ())


def test_a_board_is_told_on_one_line() -> None:
    play = fixed("trumps")
    assert board_line(play.seen(), play.board) == "...... []"
    play.guess("u")
    assert board_line(play.seen(), play.board) == "good ..u... [u]"
    play.solve("crumbs")
    assert board_line(play.seen(), play.board) == "sorry ..u... [u]"
    play.solve("trumps")
    assert board_line(play.seen(), play.board) == "good trumps [u]"


def test_closing_lines_tell_the_word_and_how_many_were_alive() -> None:
    play = table()
    assert closing_lines(play.seen()) == ()
    play.guess("hb")
    play.solve("trucks")
    assert closing_lines(play.seen()) == ()
    play.solve("trumps")
    assert closing_lines(play.seen()) == ("Game over in 4 guesses.", "word trumps", "alive 3 2 1")


def test_closing_lines_of_a_race_name_the_teams() -> None:
    play = table(mode=Mode.RACE, lives=1)
    play.guess("z", "blue1")
    play.guess("h", "red1")
    blue = play.seen().known[0].word
    red = play.seen().known[1].word
    assert blue in CHECK
    assert closing_lines(play.seen()) == (
        *(f"word blue {blue}", "alive blue 4"),
        *(f"word red {red}", "alive red 3"),
    )


def test_who_watches_has_no_command_and_each_chair_its_own() -> None:
    names = {
        (dealer, seat): [command.name for command in GAME.usable(play.seen(seat))]
        for dealer in (Dealer.CHEATING, Dealer.WORD, Dealer.THOUGHT)
        for play in [table(dealer=dealer)]
        for seat in (None, Seat("dealer"), Seat("guess1"))
    }
    assert names == {
        (Dealer.CHEATING, None): [],
        (Dealer.CHEATING, "dealer"): ["answer"],
        (Dealer.CHEATING, "guess1"): ["guess", "solve", "hint"],
        (Dealer.WORD, None): [],
        (Dealer.WORD, "dealer"): ["word"],
        (Dealer.WORD, "guess1"): ["guess", "solve", "hint"],
        (Dealer.THOUGHT, None): [],
        (Dealer.THOUGHT, "dealer"): ["answer", "word"],
        (Dealer.THOUGHT, "guess1"): ["guess", "solve"],
    }


def test_a_line_that_is_unknown_is_answered_with_what_the_chair_may_type() -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse("try e", table().seen(), 1)
    verbs = dict(refused.value.phrase.params)["verbs"]
    assert verbs == ("guess", "solve")


@pytest.mark.parametrize(
    ("typed", "line"), [("gess e", "guess e"), ("slove Truths", "solve Truths")]
)
def test_a_misspelled_verb_is_refused_with_the_line_that_is_near(typed: str, line: str) -> None:
    with pytest.raises(Misspelled) as refused:
        parse(typed, table().seen(), 1)
    assert refused.value.line == line
