import pytest

from core.codenames.actions import GiveClue, Point, Resign, TypeKeyword
from core.codenames.clue import Referee
from core.codenames.deal import Supply
from core.codenames.model import Lawfulness, Options, Team
from core.codenames.notation import event_line
from core.codenames.present import describe, present
from core.codenames.rules import Codenames
from core.rules import Legal, Seat, Secret, advance
from core.view import (
    Cell,
    Choices,
    Fields,
    FormBlock,
    Glyph,
    Grid,
    SeatPhrase,
    Text,
    Tone,
    View,
    phrase,
)
from tests.core.codenames.boards import PACK, Play, dealt

KEY = "BBBB RRR T K"


def cells(play: Play, seat: str | None) -> list[Cell]:
    name = Seat(seat) if seat else None
    legal = play.rules.legal(play.state, name) if name else Legal()
    view = present(play.rules.observe(play.state, name), legal)
    (grid,) = [block for block in view.blocks if isinstance(block, Grid)]
    return [cell for row in grid.cells for cell in row]


def seen(play: Play, seat: str) -> View:
    return present(
        play.rules.observe(play.state, Seat(seat)), play.rules.legal(play.state, Seat(seat))
    )


def forms(view: View) -> list[FormBlock]:
    return [block for block in view.blocks if isinstance(block, FormBlock)]


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
    assert choice.line == "mark whale"
    play.do("blue-guesser", Point(1, 0))
    play.do("blue-guesser-2", Point(1, 0))
    marked = cells(play, "blue-guesser")[0]
    assert [one.seat for one in marked.marks if isinstance(one, SeatPhrase)] == [
        "blue-guesser",
        "blue-guesser-2",
    ]
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
    assert "warned-inflection" in texts
    assert "clue-inflection" not in texts


def test_all_read_of_a_clue_that_a_bot_does_not_know() -> None:
    play = dealt(KEY)
    bot = Seat("blue-guesser")
    (event,) = play.do("blue-spymaster", GiveClue(1, "zyzzyva", 2, anyway=True, unknown_to=(bot,)))
    seen = play.rules.observe(play.state, None)
    (said,) = [
        block.phrase
        for block in present(seen, Legal()).blocks
        if isinstance(block, Text) and block.phrase.key == "clue-blind"
    ]
    assert said["word"] == "zyzzyva"
    names = said["bots"]
    assert isinstance(names, tuple)
    assert [name.seat for name in names] == [bot]
    assert describe(event, seen)["warning"] == said
    assert event_line(event, seen) == "blue-spymaster clue zyzzyva 2 unknown blue-guesser"


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
    assert lines == [("zephyr", "2", ("whale ●", "tiger ■")), ("breeze", "unlimited", "–")]


def test_the_alternative_text_of_a_guessers_board_names_no_hidden_identity() -> None:
    play = dealt(KEY)
    play.clue("blue")
    play.guess("blue", 0)
    view = present(play.rules.observe(play.state, Seat("blue-guesser")), Legal())
    (grid,) = [block for block in view.blocks if isinstance(block, Grid)]
    cards = grid.alt["cards"]
    assert isinstance(cards, tuple)
    assert cards[0] == phrase("alt-uncovered", place="A1", word="whale", name="blue")
    assert {card.key for card in cards[1:]} == {"alt-covered"}


def test_a_table_with_a_typed_keyword_says_so_when_it_is_dealt() -> None:
    rules = Codenames(Options(keyword=True), Supply(PACK), Referee())
    typed = TypeKeyword(0, Secret("swordfish"))
    events = rules.decide(rules.initial(), Seat("red-spymaster"), typed)
    state = advance(rules, rules.initial(), events)
    said = describe(events[0], rules.observe(state, None))
    assert said.key == "event-dealt-typed"
    assert "swordfish" not in repr(said)


def test_below_the_key_card_of_a_keyword_the_playing_order_is_said() -> None:
    rules = Codenames(Options(keyword=True), Supply(PACK), Referee())
    empty, typed = rules.initial(), TypeKeyword(0, Secret("swordfish"))
    state = advance(rules, empty, rules.decide(empty, Seat("red-spymaster"), typed))
    order = rules.observe(state, None).order
    said = phrase(
        "key-order", order=tuple(phrase("identity-word", name=one.value) for one in order)
    )
    told = {
        seat: Text(said) in present(rules.observe(state, Seat(seat)), Legal()).blocks
        for seat in ("blue-spymaster", "red-spymaster", "blue-guesser")
    }
    assert told == {"blue-spymaster": True, "red-spymaster": True, "blue-guesser": False}
    drawn = dealt(KEY)
    spymaster = present(drawn.rules.observe(drawn.state, Seat("blue-spymaster")), Legal())
    assert not any(
        isinstance(one, Text) and one.phrase.key == "key-order" for one in spymaster.blocks
    )


def test_the_alternative_text_of_a_spymasters_board_tells_the_key() -> None:
    play = dealt(KEY)
    view = present(play.rules.observe(play.state, Seat("blue-spymaster")), Legal())
    (grid,) = [block for block in view.blocks if isinstance(block, Grid)]
    cards = grid.alt["cards"]
    assert isinstance(cards, tuple)
    assert phrase("alt-known", place="A1", word="whale", name="blue") in cards
    assert phrase("alt-known", place="C3", word="castle", name="assassin") in cards


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
        "event-lost",
        "event-turn-ended",
        "title-over",
    ]


def test_a_card_that_is_guessed_when_chosen_can_be_pointed_at_by_a_form() -> None:
    play = dealt(KEY)
    play.clue("blue")
    play.do("blue-guesser", Point(1, 0))
    (form,) = forms(seen(play, "blue-guesser"))
    assert form.verb == "mark"
    assert form.blanks[0].values[:2] == ("orbit", '"scuba diver"')


def test_where_marks_are_needed_there_is_no_other_form_for_pointing() -> None:
    play = dealt(KEY, guessers=2, marks=2)
    play.clue("blue")
    assert forms(seen(play, "blue-guesser")) == []


def test_what_a_person_need_not_be_reminded_of_is_quiet() -> None:
    play = dealt(KEY)
    play.clue("blue")
    play.do("blue-guesser", Point(1, 0))
    play.guess("blue", 1)
    (choices,) = [
        block for block in seen(play, "blue-guesser").blocks if isinstance(block, Choices)
    ]
    tones = {choice.line: choice.tone for choice in choices.choices}
    assert tones == {"unmark whale": Tone.QUIET, "pass": Tone.PLAIN, "resign": Tone.QUIET}


def test_a_spymaster_is_asked_for_the_keyword_that_the_table_waits_for() -> None:
    rules = Codenames(Options(keyword=True), Supply(PACK), Referee())
    seat, state = Seat("red-spymaster"), rules.initial()
    view = present(rules.observe(state, seat), rules.legal(state, seat))
    assert [(form.verb, len(form.blanks)) for form in forms(view)] == [("keyword", 1)]


@pytest.mark.parametrize(("seeded", "key"), [(False, "footer-drawn"), (True, "footer-seeded")])
def test_only_a_board_that_nobody_could_foresee_is_called_fair(seeded: bool, key: str) -> None:
    play = dealt(KEY)
    footer = present(play.rules.observe(play.state, None), Legal(), seeded=seeded).footer
    assert footer
    assert footer.key == key


def test_a_team_that_resigns_alone_or_against_one_other_loses_and_its_cards_stay_its_own() -> None:
    for solo in (None, Team.BLUE):
        play = dealt(KEY, solo=solo)
        play.do("blue-guesser", Resign(1))
        public = play.rules.observe(play.state, None)
        (fields,) = [b for b in present(public, Legal()).blocks if isinstance(b, Fields)]
        assert {said.key for _, _, said in fields.rows} == {"cards-left"}
        assert "event-lost" in {describe(event, public).key for event in play.events}


def test_among_three_teams_the_cards_of_one_that_is_out_count_as_bystanders() -> None:
    order = (Team.BLUE, Team.RED, Team.GREEN)
    play = dealt("BBBBB RRRR GGG TTT K", order)
    play.do("red-guesser", Resign(1))
    public = play.rules.observe(play.state, None)
    (fields,) = [b for b in present(public, Legal()).blocks if isinstance(b, Fields)]
    assert [said.key for _, _, said in fields.rows][:3] == ["cards-left", "cards-out", "cards-left"]
    assert describe(play.events[-1], public).key == "event-eliminated"


def test_a_solo_game_names_the_team_that_plays_and_no_playing_order() -> None:
    play = dealt("RRRR BBB T K", (Team.RED, Team.BLUE), solo=Team.RED)
    said = describe(play.events[0], play.rules.observe(play.state, None))
    assert (said.key, said["team"], said["other"]) == ("event-dealt-solo", "red", "blue")


def uncovered(play: Play, seat: str | None) -> list[object]:
    """Return the uncovered cards that a view names in sentences above the board."""
    name = Seat(seat) if seat else None
    blocks = present(play.rules.observe(play.state, name), Legal()).blocks
    above = blocks[: next(place for place, one in enumerate(blocks) if isinstance(one, Grid))]
    return [one.phrase["card"] for one in above if isinstance(one, Text)]


def test_what_was_uncovered_lately_stands_in_words_above_the_board() -> None:
    play = dealt(KEY)
    assert uncovered(play, None) == []
    words = [cell.label for cell in cells(play, None)]
    play.clue("blue")
    play.guess("blue", 0, 7)
    for seat in (None, "blue-guesser", "red-guesser"):
        assert uncovered(play, seat) == [words[0], words[7]]
    play.clue("red")
    play.guess("red", 4)
    assert uncovered(play, None) == [words[4]]
    assert uncovered(play, "red-guesser") == [words[4]]
    assert uncovered(play, "blue-spymaster") == [words[0], words[7], words[4]]
