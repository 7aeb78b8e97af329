import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.codenames.actions import GiveClue, Guess, Pass, Point, Resign, TypeKeyword, Unpoint
from core.codenames.model import Drawn, Identity, Lawfulness
from core.codenames.notation import (
    action_line,
    coordinate,
    event_line,
    key_rows,
    parse,
    revealed_lines,
)
from core.rules import InvalidNotation, Misspelled, Secret
from tests.core.codenames.boards import PACK, WORDS, dealt, seen

BOARD = WORDS[:9]
KEY = "BBBB RRR T K"


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("clue ocean 2", GiveClue(1, "ocean", 2)),
        ("clue 2 ocean", GiveClue(1, "ocean", 2)),
        ("CLUE ocean 0", GiveClue(1, "ocean", 0)),
        ("clue ocean unlimited", GiveClue(1, "ocean", None)),
        ("clue ∞ ocean", GiveClue(1, "ocean", None)),
        ("clue 1984 2", GiveClue(1, "1984", 2)),
        ("clue 2 1984", GiveClue(1, "1984", 2)),
        ('clue "ocean" 2', GiveClue(1, "ocean", 2)),
        ("clue two words 2", GiveClue(1, "two words", 2)),
        ("clue ocean 2 anyway", GiveClue(1, "ocean", 2, anyway=True)),
        ("clue 2 ocean Anyway", GiveClue(1, "ocean", 2, anyway=True)),
        ("clue anyway 2", GiveClue(1, "anyway", 2)),
        ("clue 2 anyway", GiveClue(1, "anyway", 2)),
        ("guess whale", Guess(1, 0)),
        ("guess  WHALE ", Guess(1, 0)),
        ("guess scuba diver", Guess(1, 2)),
        ('guess "Scuba Diver"', Guess(1, 2)),
        ("guess scuba-diver", Guess(1, 2)),
        ("guess A3", Guess(1, 2)),
        ("guess c3", Guess(1, 8)),
        ("mark bread", Point(1, 7)),
        ("unmark bread", Unpoint(1, 7)),
        ("point bread", Point(1, 7)),  # in buttons of earlier versions
        ("unpoint bread", Unpoint(1, 7)),
        ("pass", Pass(1)),
        ("pass ", Pass(1)),
        (" resign", Resign(1)),
        ("keyword  two  spaces ", TypeKeyword(1, Secret(" two  spaces "))),
    ],
)
def test_lines_are_read(line: str, action: object) -> None:
    assert parse(line, seen(BOARD, 3), 1) == action


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("", "line-unknown"),
        ("fly", "line-unknown"),
        ("guess", "card-missing"),
        ('guess ""', "card-missing"),
        ("guess wale", "card-near"),
        ("guess xylophone", "card-unknown"),
        ("guess A4", "card-unknown"),
        ("guess D1", "card-unknown"),
        ("guess A0", "card-unknown"),
        ("clue", "clue-missing"),
        ("clue ocean", "clue-number-missing"),
        ("clue ocean two", "clue-number-unread"),
        ("clue ocean *", "clue-number-unread"),
        ("clue new york", "clue-number-unread"),
        ("clue ocean 10", "clue-number"),
        ("clue ocean -1", "clue-number"),
        ("clue ocean 1.5", "clue-number"),
        ("clue 2", "clue-word-missing"),
        ("pass now", "line-too-long"),
        ("deal xyz", "deal-not-hexadecimal"),
    ],
)
def test_lines_that_cannot_be_read_are_refused(line: str, key: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse(line, seen(BOARD, 3), 1)
    assert refused.value.phrase.key == key


@pytest.mark.parametrize("typed", ["ヒントは海 2", "ヒントは 海 2", "clue ヒントは海 2", "海 2"])
def test_a_clue_may_be_a_japanese_sentence(typed: str) -> None:
    assert parse(typed, seen(BOARD, 3), 1) == GiveClue(1, "海", 2)


def test_a_word_that_is_only_like_the_beginning_of_such_a_sentence_is_a_clue() -> None:
    assert parse("ヒントは 2", seen(BOARD, 3), 1) == GiveClue(1, "ヒントは", 2)
    assert parse("ヒント 2", seen(BOARD, 3), 1) == GiveClue(1, "ヒント", 2)


@pytest.mark.parametrize("verb", ["guess", "mark", "unmark"])
def test_a_misspelled_card_is_refused_with_the_line_that_is_near(verb: str) -> None:
    for typed, near in (("wale", "whale"), ("scuba divr", '"scuba diver"')):
        with pytest.raises(Misspelled) as refused:
            parse(f"{verb} {typed}", seen(BOARD, 3), 1)
        assert refused.value.line == f"{verb} {near}"


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("cleu ocean 2", "clue ocean 2"),
        ("gess B3", "guess B3"),
        ("psas", "pass"),
        ("clue ocean tow", "clue ocean 2"),
        ("clue ocean fuor", "clue ocean 4"),
    ],
)
def test_a_misspelled_verb_or_number_is_refused_with_the_line_that_is_near(
    typed: str, line: str
) -> None:
    with pytest.raises(Misspelled) as refused:
        parse(typed, seen(BOARD, 3), 1)
    assert refused.value.line == line


@pytest.mark.parametrize(
    "typed", ["gess so", "cleu me in", "guess wh", "guess on", "keywrod abc", "clue me in"]
)
def test_what_is_no_line_with_its_slip_mended_is_not_near_one(typed: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse(typed, seen(BOARD, 3), 1)
    assert not isinstance(refused.value, Misspelled)


@given(st.text())
def test_any_text_is_an_action_or_refused(line: str) -> None:
    try:
        action = parse(line, seen(BOARD, 3), 1)
    except InvalidNotation:
        return
    assert parse(action_line(action, seen(BOARD, 3)), seen(BOARD, 3), 1) is not None


@pytest.mark.parametrize("verb", ["guess", "clue", "fly", "pass", "mark", "point"])
@pytest.mark.parametrize(
    "rest", ["whale" * 100_000, "9" * 500_000, "B" + "9" * 5000, "a b " * 100_000]
)
def test_a_line_as_long_as_a_book_is_refused_in_a_sentence(verb: str, rest: str) -> None:
    for line in (f"{verb} {rest}", verb + rest):
        with pytest.raises(InvalidNotation) as refused:
            parse(line, seen(BOARD, 3), 1)
        assert len(str(refused.value.phrase)) < 400


def test_the_longest_card_is_meant_where_one_begins_another() -> None:
    board = ("scuba", "scuba diver", "diver")
    assert parse("guess scuba diver", seen(board, 3), 1) == Guess(1, 1)
    assert parse("guess scuba", seen(board, 3), 1) == Guess(1, 0)


def test_a_card_that_looks_like_a_place_is_meant_before_the_place() -> None:
    assert parse("guess b1", seen(("whale", "lamp", "B1"), 1), 1) == Guess(1, 2)


def test_places_are_rows_by_letter_and_columns_by_number() -> None:
    assert [coordinate(place, 10) for place in (0, 9, 10, 99)] == ["A1", "A10", "B1", "J10"]
    assert key_rows((Identity.BLUE, Identity.RED, Identity.BYSTANDER, Identity.ASSASSIN), 2) == (
        "BR",
        "TK",
    )


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("zephyr", "blue-spymaster clue zephyr 2"),
        ("whales", "blue-spymaster clue whales 2 breaks inflection whale"),
        ("diving", 'blue-spymaster clue diving 2 breaks inflection "scuba diver"'),
    ],
)
def test_the_line_of_a_clue_names_the_rule_that_it_breaks_and_the_card(
    word: str, line: str
) -> None:
    play = dealt(KEY, lawfulness=Lawfulness.WARN)
    play.clue("blue", word, 2)
    assert event_line(play.events[-1], seen(BOARD, 3)) == line


def test_a_whole_game_reads_line_by_line() -> None:
    play = dealt(KEY)
    play.clue("blue", number=1)
    play.do("blue-guesser", Point(1, 2))
    play.do("blue-guesser", Unpoint(1, 2))
    play.guess("blue", 2)
    play.do("blue-guesser", Pass(1))
    play.clue("red", number=None)
    play.guess("red", 8)
    lines = [event_line(event, seen(BOARD, 3)) for event in play.events]
    source = play.state.layout.source if play.state.layout else None
    assert isinstance(source, Drawn)
    words = 'whale orbit "scuba diver" lamp tiger piano glove bread castle'
    assert lines == [
        f"dealt 3x3 blue,red drawn {source.commitment} {words}",
        "turn 1 blue",
        "blue-spymaster clue zephyr 1",
        'blue-guesser mark "scuba diver"',
        'blue-guesser unmark "scuba diver"',
        'blue-guesser guess "scuba diver" blue',
        "end passed blue-guesser",
        "turn 2 red",
        "red-spymaster clue zephyr unlimited",
        "red-guesser guess castle assassin",
        "out red assassin",
        "end game-over",
        "won blue assassin",
    ]


def test_the_key_and_the_secret_are_revealed_only_at_the_end() -> None:
    play = dealt(KEY)
    assert revealed_lines(play.rules.observe(play.state, None)) == ()
    play.clue("blue")
    play.guess("blue", 8)
    assert revealed_lines(play.rules.observe(play.state, None)) == (
        "key BBB BRR RTK",
        f"secret {bytes(16).hex()}",
        f"pack {PACK.digest}",
    )


def test_a_number_in_words_is_answered_with_a_clue_that_could_be_given() -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse("clue ocean two", seen(BOARD, 3), 1)
    assert (refused.value.phrase["word"], refused.value.phrase["number"]) == ("ocean", "two")


@pytest.mark.parametrize("line", ["keyword", "keyword ", "keyword   "])
def test_a_keyword_that_is_not_there_is_asked_for(line: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        parse(line, seen(WORDS, 5), 0)
    assert refused.value.phrase.key == "keyword-missing"


def test_blanks_around_a_keyword_belong_to_it() -> None:
    action = parse("keyword  open sesame ", seen(WORDS, 5), 0)
    assert isinstance(action, TypeKeyword)
    assert action.keyword.value == " open sesame "
