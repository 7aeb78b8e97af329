from core.codenames.actions import Point, TypeKeyword
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Lawfulness, Options, Team
from core.codenames.present import describe, present
from core.codenames.rules import Codenames
from core.rules import Legal, Seat, Secret, replay
from core.view import Cell, Fields, FormBlock, Glyph, Grid, Text
from tests.core.codenames.boards import PACK, Play, dealt

KEY = "BBBB RRR T K"


def cells(play: Play, seat: str | None) -> list[Cell]:
    name = Seat(seat) if seat else None
    legal = play.rules.legal(play.state, name) if name else Legal()
    view = present(play.rules.observe(play.state, name), legal)
    (grid,) = [block for block in view.blocks if isinstance(block, Grid)]
    return [cell for row in grid.cells for cell in row]


def test_a_guesser_sees_words_and_no_hints() -> None:
    play = dealt(KEY)
    assert [cell.hint for cell in cells(play, "blue-guesser")] == [None] * 9
    assert [cell.label for cell in cells(play, None)][:2] == ["whale", "orbit"]


def test_a_spymaster_sees_the_key_as_hints_with_letter_and_shape() -> None:
    hints = [cell.hint for cell in cells(dealt(KEY), "red-spymaster")]
    assert [hint.letter for hint in hints if hint] == list("BBBBRRRTK")
    assert hints[8]
    assert hints[8].glyph is Glyph.CROSS


def test_an_uncovered_card_shows_its_face_to_all_and_is_no_choice() -> None:
    play = dealt(KEY)
    play.clue("blue", number=3)
    play.guess("blue", 0)
    seen = cells(play, "blue-guesser")
    assert seen[0].face.letter == "B"
    assert seen[0].choice is None
    assert seen[1].choice
    assert seen[1].choice.line == "guess orbit"
    assert seen[2].choice
    assert seen[2].choice.line == 'guess "scuba diver"'


def test_where_marks_are_needed_a_card_can_be_pointed_at_first() -> None:
    play = dealt(KEY, guessers=2, marks=2)
    play.clue("blue")
    choice = cells(play, "blue-guesser")[0].choice
    assert choice
    assert choice.line == "point whale"
    play.do("blue-guesser", Point(1, 0))
    play.do("blue-guesser-2", Point(1, 0))
    marked = cells(play, "blue-guesser")[0]
    assert marked.marks == ("blue-guesser", "blue-guesser-2")
    assert marked.choice
    assert marked.choice.line == "guess whale"


def test_only_the_spymaster_on_turn_is_asked_for_a_clue() -> None:
    play = dealt(KEY)
    for seat, asked in (
        ("blue-spymaster", True),
        ("red-spymaster", False),
        ("blue-guesser", False),
    ):
        view = present(
            play.rules.observe(play.state, Seat(seat)), play.rules.legal(play.state, Seat(seat))
        )
        assert any(isinstance(block, FormBlock) for block in view.blocks) is asked


def test_cards_left_stand_in_playing_order() -> None:
    play = dealt("RRRR BBB T K", (Team.RED, Team.BLUE))
    play.clue("red")
    play.guess("red", 7)
    (fields,) = [
        block
        for block in present(play.rules.observe(play.state, None), Legal()).blocks
        if isinstance(block, Fields)
    ]
    rows = [
        (face.letter if face else "", said["left"], said["total"]) for face, _, said in fields.rows
    ]
    assert rows == [("R", 4, 4), ("B", 3, 3), ("T", 0, 1), ("K", 1, 1)]


def test_a_clue_that_breaks_a_rule_is_shown_with_the_rule() -> None:
    play = dealt(KEY, lawfulness=Lawfulness.WARN)
    play.clue("blue", "whales", 2)
    texts = [
        block.phrase.key
        for block in present(play.rules.observe(play.state, None), Legal()).blocks
        if isinstance(block, Text)
    ]
    assert "clue-contains" in texts


def test_the_log_shows_each_clue_and_what_was_uncovered_on_it() -> None:
    play = dealt(KEY)
    play.clue("blue", "zephyr", 2)
    play.guess("blue", 0, 4)
    play.clue("red", "breeze", None)
    lines = [
        (block.phrase["word"], block.phrase["number"], block.phrase["guesses"])
        for block in present(play.rules.observe(play.state, None), Legal()).blocks
        if isinstance(block, Text) and block.phrase.key == "log-line"
    ]
    assert lines == [("zephyr", "2", "whale ●, tiger ■"), ("breeze", "unlimited", "–")]


def test_the_alternative_text_of_a_guessers_board_names_no_hidden_identity() -> None:
    play = dealt(KEY)
    play.clue("blue")
    play.guess("blue", 0)
    view = present(play.rules.observe(play.state, Seat("blue-guesser")), Legal())
    (grid,) = [block for block in view.blocks if isinstance(block, Grid)]
    alt = str(grid.alt["cards"])
    assert "A1 whale = blue" in alt
    assert "(" not in alt
    assert "assassin" not in alt


def test_a_table_with_a_typed_keyword_says_so_when_it_is_dealt() -> None:
    rules = Codenames(Options(keyword=True), Supply(PACK), Referee())
    typed = TypeKeyword(0, Secret("swordfish"))
    events = rules.decide(rules.initial(), Seat("red-spymaster"), typed)
    state = replay(rules, events)
    said = describe(events[0], rules.observe(state, None))
    assert said.key == "event-dealt-typed"
    assert "swordfish" not in repr(said)


def test_the_alternative_text_of_a_spymasters_board_tells_the_key() -> None:
    play = dealt(KEY)
    view = present(play.rules.observe(play.state, Seat("blue-spymaster")), Legal())
    (grid,) = [block for block in view.blocks if isinstance(block, Grid)]
    assert "A1 whale (blue)" in str(grid.alt["cards"])
    assert "C3 castle (assassin)" in str(grid.alt["cards"])


def test_every_event_of_a_game_is_described() -> None:
    play = dealt(KEY)
    play.clue("blue", number=1)
    play.guess("blue", 8)
    public = play.rules.observe(play.state, None)
    assert [describe(event, public).key for event in play.events] == [
        "event-dealt",
        "event-turn-started",
        "event-clue",
        "event-uncovered",
        "event-eliminated",
        "event-turn-ended",
        "title-over",
    ]
