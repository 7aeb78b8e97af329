"""The views of hangman show and offer each seat its own board."""

from string import ascii_lowercase
from typing import TypeVar

import pytest

from bot.texts import Texts, languages
from core.fit import Capabilities, fit
from core.hangman.command import HANGMAN
from core.hangman.gallows import gallows
from core.hangman.game import GAME
from core.hangman.model import GuessText, SetWord
from core.hangman.options import Dealer, Mode, Options, Team
from core.rules import Legal, Secret
from core.view import (
    Buttons,
    Choice,
    Choices,
    Drawing,
    Fields,
    FormBlock,
    Menus,
    Pen,
    Text,
    View,
    phrase,
)
from core.words.word_lists import KANA
from tests.core.hangman.tables import DEALER, Play, fixed, table

B = TypeVar("B")
TEXTS = Texts.load()


def blocks(view: View, kind: type[B]) -> list[B]:
    return [block for block in view.blocks if isinstance(block, kind)]


def said(view: View) -> list[str]:
    """Return all texts of a view, line by line."""
    lines = [TEXTS.say(view.title)]
    for block in view.blocks:
        match block:
            case Text(phrase=line):
                lines.append(TEXTS.say(line))
            case Fields(rows=rows):
                lines += [f"{TEXTS.say(name)}: {TEXTS.say(value)}" for _, name, value in rows]
    return [*lines, TEXTS.say(view.footer)] if view.footer else lines


def told(play: Play, seat: str | None = None) -> list[str]:
    return [TEXTS.say(GAME.describe(event, play.seen(seat))) for event in play.events]


def test_a_game_of_the_day_does_not_begin_with_a_dealer_who_chooses() -> None:
    view = table(dealer=Dealer.HONEST, daily="2026-01-31").view("guess1")
    assert TEXTS.say(view.title) == "Hangman: the word of the day"


def test_a_guesser_sees_the_pattern_the_letters_and_the_lives() -> None:
    play = fixed("trumps", lives=8)
    play.guess("uzsa")
    assert said(play.view("guess1")) == [
        "Hangman: guess a letter, or the whole word",
        "· · U · · S",
        "Guessed: A S U Z",
        "Lives: 6 of 8",
        "Last: Guesser 1: A – sorry",
        "A player sets the word.",
    ]


def test_a_verbose_table_shows_how_many_words_are_left_and_which_if_they_are_few() -> None:
    play = table(verbose=True)
    play.guess("h")
    assert said(play.view("guess1"))[1:6] == [
        "· · · · · ·",
        "Guessed: H",
        "Lives: no limit, 1 wrong guess",
        "Last: Guesser 1: H – sorry",
        "Words left: 3, score 18",
    ]
    assert "Left: CRUMBS, TRUCKS, TRUMPS" in said(play.view("guess1"))
    many = table(tuple(f"{a}{b}" for a in "abc" for b in "def"), verbose=True)
    assert not any(line.startswith("Left:") for line in said(many.view("guess1")))


def test_letters_that_were_guessed_keep_their_places_and_cannot_be_chosen() -> None:
    play = fixed("trumps")
    play.guess("uz")
    letters, hints = blocks(play.view("guess1"), Choices)
    assert [choice.line for choice in letters.choices] == [
        f"guess {letter}" for letter in ascii_lowercase
    ]
    assert [choice.label for choice in letters.choices if not choice.enabled] == ["U", "Z"]
    assert letters.choices[0].label == "A"
    assert letters.evident
    assert [choice.line for choice in hints.choices] == ["hint"]


def test_a_hint_keeps_its_place_when_the_last_life_is_too_dear_for_it() -> None:
    play = fixed("trumps", lives=2)
    assert _hint(play).enabled
    play.guess("z")
    assert not _hint(play).enabled


def _hint(play: Play) -> Choice:
    _, hints = blocks(play.view("guess1"), Choices)
    (hint,) = hints.choices
    return hint


def test_choices_stand_above_the_text_that_grows() -> None:
    play = fixed("trumps", verbose=True)
    before = [type(block) for block in play.view("guess1").blocks]
    play.guess("uz")
    after = [type(block) for block in play.view("guess1").blocks]
    end = before.index(Fields)
    assert before[:end] == after[:end]
    assert {Choices, FormBlock} < {*before[:end]}
    assert not {Choices, FormBlock} & {*after[end:]}


@pytest.mark.parametrize(
    ("room", "shape"),
    [
        (Capabilities(buttons=27, row=7), [7, 7, 7, 5]),
        (Capabilities(menus=2, menu_options=25), [13, 13]),
    ],
)
def test_26_letters_are_buttons_or_two_menus(room: Capabilities, shape: list[int]) -> None:
    play = fixed("trumps", hints=False)
    view = fit(play.view("guess1"), room)
    rows = [row for block in blocks(view, Buttons) for row in block.rows]
    menus = [menu for block in blocks(view, Menus) for menu in block.menus]
    assert [len(choices) for choices in rows or menus] == shape


def test_kana_are_choices_too() -> None:
    play = table(("さくら", "くるま"), category=KANA)
    letters, _ = blocks(play.view("guess1"), Choices)
    assert [choice.line for choice in letters.choices] == [f"guess {kana}" for kana in "くさまらる"]


def test_a_whole_word_and_a_secret_word_are_typed_into_forms() -> None:
    play = table(dealer=Dealer.WORD)
    assert [form.verb for form in blocks(play.view("dealer"), FormBlock)] == ["word"]
    assert blocks(play.view("guess1"), FormBlock) == []
    play.do(DEALER, SetWord(1, Secret("trumps")))
    assert [form.verb for form in blocks(play.view("guess1"), FormBlock)] == ["solve"]


def test_who_thinks_of_a_word_presses_the_pattern_that_is_right() -> None:
    play = table(dealer=Dealer.THOUGHT)
    play.do("guess1", GuessText(1, "c"))
    (answers,) = blocks(play.view("dealer"), Choices)
    labels = [
        choice.label if isinstance(choice.label, str) else TEXTS.say(choice.label)
        for choice in answers.choices
    ]
    assert labels == ["There's no C", "C · · · · ·", "· · · C · ·"]
    assert [choice.line for choice in answers.choices] == [
        *("answer c none", "answer c 1", "answer c 4"),
    ]
    assert said(play.view("dealer"))[0] == "Hangman: is it C? The dealer answers"


def test_who_thinks_of_a_word_says_whether_a_solution_is_right() -> None:
    play = table(dealer=Dealer.THOUGHT)
    play.solve("trumps")
    (answers,) = blocks(play.view("dealer"), Choices)
    assert [choice.line for choice in answers.choices] == ["answer yes", "answer no"]


def test_nobody_guesses_out_of_turn() -> None:
    play = fixed("trumps", mode=Mode.TURNS, guessers=2)
    waiting = [one for offer in blocks(play.view("guess2"), Choices) for one in offer.choices]
    assert not any(choice.enabled for choice in waiting)
    assert [form.enabled for form in blocks(play.view("guess2"), FormBlock)] == [False]
    assert said(play.view("guess2"))[0].startswith("Turn 1: Guesser 1 guesses")


def test_a_race_shows_the_own_board_first_and_the_progress_of_the_other_team() -> None:
    play = fixed("trumps", mode=Mode.RACE, lives=5, verbose=True)
    play.guess("u", "blue1")
    play.guess("hm", "red1")
    view = play.view("blue1")
    drawings = blocks(view, Drawing)
    assert len(drawings) == 2
    assert len({drawing.alt for drawing in drawings}) == 2
    assert said(view)[1:-1] == [
        "· · U · · ·",
        *("Blue: 1 guess", "Guessed: U", "Lives: 5 of 5"),
        "Last: Blue 1: U – good",
        "Words left: 4, score 19",
        "Left: CRUMBS, TRUCKS, TRUMPS, TRUTHS",
        *("Red: 2 guesses", "Uncovered: 1 of 6", "Lives: 4 of 5"),
    ]
    assert "guess h" in [choice.line for block in blocks(view, Choices) for choice in block.choices]


def test_who_only_watches_a_race_sees_how_far_the_teams_have_come_and_all_of_it_at_the_end() -> (
    None
):
    play = fixed("trumps", mode=Mode.RACE, lives=5)
    play.guess("u", "blue1")
    play.guess("hm", "red1")
    outlines = [
        *("Blue: 1 guess", "Uncovered: 1 of 6", "Lives: 5 of 5"),
        *("Red: 2 guesses", "Uncovered: 1 of 6", "Lives: 4 of 5"),
    ]
    public = GAME.present(play.seen(), Legal())
    assert said(public)[1:-1] == said(play.view("dealer"))[1:-1] == outlines
    play.solve("trumps", "blue1")
    shown = said(GAME.present(play.seen(), Legal()))
    assert "T R U M P S" in shown
    assert "· · · M · ·" in shown
    assert "1. Red 1: H – sorry" in shown


def test_a_dealer_that_answers_sees_both_boards_of_a_race() -> None:
    play = table(mode=Mode.RACE)
    play.do("red1", GuessText(1, "u"))
    assert [board.team for board in play.seen("dealer").boards] == [Team.BLUE, Team.RED]
    assert "answer red u 3" in [
        choice.line for block in blocks(play.view("dealer"), Choices) for choice in block.choices
    ]


def test_the_end_tells_who_guessed_what_and_how_many_words_were_left() -> None:
    play = table(lives=8, guessers=2)
    play.guess("h", "guess1")
    play.hint("guess2")
    play.solve("trucks", "guess1")
    play.guess("zqx", "guess2")
    play.guess("kv", "guess1")
    lines = said(play.view("guess2"))
    assert lines[0] == "The dealer wins: no life is left."
    assert lines[4].startswith("The dealer never had to choose: ")
    assert lines[5:8] == [
        "1. Guesser 1: H – sorry, 3 words left",
        "2. Guesser 2: a hint, R – good, 3 words left",
        "3. Guesser 1: the word TRUCKS – sorry, 2 words left",
    ]


def test_a_word_that_was_fixed_is_told_at_the_end() -> None:
    play = fixed("trumps", lives=1)
    play.guess("z")
    lines = said(play.view("guess1"))
    assert "The word was TRUMPS." in lines
    assert "1. Guesser 1: Z – sorry" in lines


def test_the_end_tells_who_found_the_word() -> None:
    play = fixed("trumps", guessers=2)
    play.guess("u", "guess1")
    play.solve("trumps", "guess2")
    log = [line for line in said(play.view("guess1")) if line[0].isdigit()]
    assert log == ["1. Guesser 1: U – good", "2. Guesser 2: the word TRUMPS – good"]


def test_a_thought_that_is_not_found_stays_the_dealers() -> None:
    play = table(dealer=Dealer.THOUGHT, lives=1)
    play.do("guess1", GuessText(1, "z"))
    play.answer(())
    word = play.seen().known[0].word
    line = f"Only the dealer knows the word: {word and word.upper()} fits every answer."
    assert line in said(play.view("dealer"))


def test_a_word_that_was_never_set_is_not_told() -> None:
    play = table(dealer=Dealer.WORD)
    play.expire()
    assert play.seen().known[0].word is None
    assert not any("word was" in line for line in said(play.view("guess1")))


@pytest.mark.parametrize("language", languages())
def test_every_command_option_and_form_is_described(language: str) -> None:
    texts = Texts.load(language)
    for command in (HANGMAN.new, *HANGMAN.play):
        assert texts.say(phrase(command.key))
        assert all(texts.say(phrase(option.key)) for option in command.options)
    thought, guesser = table(dealer=Dealer.WORD).view("dealer"), table().view("guess1")
    for form in (*blocks(thought, FormBlock), *blocks(guesser, FormBlock)):
        assert texts.say(form.label)
        assert all(texts.say(blank.label) for blank in form.blanks)


def test_the_table_is_told_of_everything() -> None:
    play = fixed("trumps", lives=4)
    play.guess("uz")
    play.hint()
    play.solve("crumbs")
    play.solve("trumps")
    assert told(play) == [
        "The word is chosen: it has 6 letters.",
        "Guesser 1 guesses U.",
        "Good: U is at 3.",
        "Guesser 1 guesses Z.",
        "Sorry: there's no Z.",
        "Guesser 1 buys a hint with a life: M is at 4.",
        "Guesser 1 tries the word CRUMBS.",
        "That isn't the word.",
        "Guesser 1 tries the word TRUMPS.",
        "That's the word!",
        "The word is found.",
        "The guessers win.",
    ]


def test_a_race_is_told_by_team_and_to_others_without_letters() -> None:
    play = fixed("trumps", mode=Mode.RACE, lives=3)
    play.guess("z", "red1")
    play.hint("red1")
    play.solve("crumbs", "red1")
    assert told(play, "red1")[1:5] == [
        *("Red 1 guesses Z.", "Red: Sorry: there's no Z."),
        "Red: Red 1 buys a hint with a life: M is at 4.",
        "Red 1 tries the word CRUMBS.",
    ]
    hidden = [
        *("Red 1 has guessed.", "Red: That was wrong.", "Red 1 buys a hint with a life."),
        *("Red 1 has guessed.", "Red: That was wrong.", "Red: No life is left."),
    ]
    assert told(play)[1:] == told(play, "blue1")[1:] == hidden
    play.solve("trumps", "blue1")
    assert told(play) == told(play, "red1") == told(play, "blue1")
    assert "Red 1 tries the word CRUMBS." in told(play)


def test_the_word_of_the_day_says_so() -> None:
    play = table(dealer=Dealer.HONEST, daily="2026-01-31")
    assert said(play.view("guess1"))[-1].startswith("The word of 2026-01-31")


@pytest.mark.parametrize("lives", range(1, 27))
def test_the_gallows_grow_until_the_last_life(lives: int) -> None:
    drawings = [gallows(wrong, lives) for wrong in range(lives + 1)]
    inked = [len("".join(drawing.lines).replace(" ", "")) for drawing in drawings]
    assert inked == sorted(inked)
    faint = [sum(one.pen is Pen.FAINT for one in drawing.strokes) for drawing in drawings]
    assert faint == sorted(faint, reverse=True)
    assert (faint[0], faint[-1]) == (10, 0)
    assert drawings[-1].lines == (
        *(" +----+", " |/   |", " |    O", " |   /|\\", " |   / \\", " |", "========="),
    )
    assert all(
        0 <= across <= drawing.breadth and 0 <= down <= 1
        for drawing in drawings
        for stroke in drawing.strokes
        for across, down in stroke.points
    )


def test_who_is_saved_stands_free_of_what_has_been_built() -> None:
    figure = ["\\O/", "|", "/ \\"]
    assert [row.strip() for row in gallows(0, 8, saved=True).lines] == [
        "",
        "",
        "",
        *figure,
        "=" * 9,
    ]
    assert gallows(7, 8, saved=True).lines == (
        *(" +----+", " |/", " |", " |   \\O/", " |    |", " |   / \\", "========="),
    )


def test_no_gallows_stand_where_lives_are_unlimited() -> None:
    assert blocks(fixed("trumps").view("guess1"), Drawing) == []


def test_options_have_the_chairs_that_they_name() -> None:
    assert [chair.seat for chair in Options(guessers=2).chairs] == ["dealer", "guess1", "guess2"]
    race = Options(guessers=1, mode=Mode.RACE)
    assert [chair.seat for chair in race.chairs] == ["dealer", "blue1", "red1"]
