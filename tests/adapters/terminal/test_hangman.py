"""Hangman in the terminal: drawings, input, questions and messages."""

import pytest
from wcwidth import wcswidth

from adapters.terminal import views
from adapters.terminal.input import (
    LocalCommand,
    expected_input,
    local_commands,
    read_line,
    read_local_command,
    seat_name,
)
from adapters.terminal.render import MOST_CHOICES, PlayOptions, Renderer
from bot.cli.play.client import LocalClient
from bot.texts import Texts, languages
from core.codenames.command import CODENAMES
from core.hangman.command import HANGMAN
from core.hangman.options import Dealer, Mode, Options
from core.rules import IllegalAction, Seat
from core.view import Choices, find, phrase
from tests.adapters.terminal.hangman import CHECK, DEALER, GUESSER, by_person, laid, secret
from tests.adapters.terminal.keys import play, read
from tests.adapters.terminal.tables import TEXTS, completions

PAINTER = Renderer(TEXTS, colour=False)


def alone(
    *typed: str, options: Options | None = None, seat: Seat = GUESSER
) -> tuple[str, LocalClient]:
    """Return the output for one person who types these lines, and the table."""
    table = laid(options, seat)
    code, written = play(typed, table, (seat,), manner=PlayOptions(colour=False))
    assert code == 0
    return read(written), table


def both(*typed: str, texts: Texts = TEXTS) -> tuple[str, LocalClient]:
    """Return the output for a dealer and a guesser who share a screen, and the table."""
    table = laid(by_person(Dealer.WORD), DEALER, GUESSER)
    code, written = play(typed, table, (DEALER, GUESSER), texts=texts)
    assert code == 0
    return read(written), table


def board(table: LocalClient) -> str:
    """Return the uncovered pattern."""
    letters = table.observe(None).board.pattern(6)
    return "".join(letter or "." for letter in letters)


def test_a_word_is_guessed_letter_by_letter() -> None:
    told, table = alone(*"urshbcpmt", "n")
    assert table.outcome is not None
    assert "Good: U is at 3." in told
    assert "Sorry: there's no H." in told
    assert "The guessers win: the word is found." in told
    assert "The word was TRUMPS." in told
    assert "docs/fair-deal.md" not in told


def test_a_letter_is_guessed_without_a_question() -> None:
    told, table = alone("u")
    assert "Uncover" not in told
    assert board(table) == "..u..."


def test_a_whole_word_is_tried_only_after_a_question() -> None:
    told, table = alone("trumps", "n")
    assert "Try trumps as the whole word? [Y/n]" in told
    assert "Nothing was done." in told
    assert table.observe(None).board.tries == ()
    told, table = alone("trumps", "")
    assert "That isn't the word." in told
    assert table.observe(None).board.refused == ("trumps",)


def test_solve_before_a_word_is_question_enough() -> None:
    told, table = alone("solve trumps")
    assert "[Y/n]" not in told
    assert table.observe(None).board.refused == ("trumps",)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("trump", "TRUMP doesn't fit: type a word of 6 letters."),
        ("planet", "PLANET isn't in the dictionary of this game: try another word."),
        ("3", "3 is a digit: guess a letter."),
        ("é", "for é guess e."),
        ("", "Type a letter, the whole word, or help."),
        ("no way", "is more than one letter"),
        ("answer e 2", "is more than one letter"),
        ("answer", "ANSWER isn't in the dictionary"),
    ],
)
def test_what_cannot_be_is_refused_without_a_question_and_costs_nothing(
    typed: str, said: str
) -> None:
    told, table = alone(typed)
    assert said in told
    assert "[Y/n]" not in told
    assert table.observe(None).board.tries == ()


def test_a_letter_that_was_guessed_costs_nothing() -> None:
    told, table = alone("u", "u")
    assert "U has been guessed already" in told
    assert len(table.observe(None).board.tries) == 1


def test_the_gallows_grow_where_there_are_lives() -> None:
    few = Options(lives=3)
    told, table = alone("x", "y", options=few)
    assert next(views.part(LocalCommand.BOARD, table.view(GUESSER), PAINTER)) == " +----+"
    assert "Lives: 1 of 3" in told
    wrong = views.part(LocalCommand.BOARD, alone("x")[1].view(None), PAINTER)
    assert not any("+" in line for line in wrong)


def test_no_letter_of_the_alphabet_is_listed_and_no_form() -> None:
    view = laid(None, GUESSER).view(GUESSER)
    lines = PAINTER.view(view).split("\n")
    assert [len(one.choices) for one in find(view, Choices) if one.evident] == [26]
    assert [line for line in lines if line.startswith(("guess", "Solve"))] == []
    assert "hint – A hint, for a life" in lines


def test_tab_completes_letters_and_orders_but_no_word_that_may_be_the_one() -> None:
    offered = completions(laid(None, GUESSER), GUESSER, "")
    assert {"e", "guess ", "solve", "hint", "quit"} <= set(offered)
    assert not set(CHECK) & set(offered)


def test_orders_that_need_cards_are_words_to_guess_here() -> None:
    assert local_commands(CODENAMES) == tuple(LocalCommand)
    here = local_commands(HANGMAN)
    assert {
        LocalCommand.BOARD,
        LocalCommand.RULES,
        LocalCommand.HELP,
        LocalCommand.QUIT,
        LocalCommand.STOP,
        LocalCommand.GO,
    } == set(here)
    assert read_local_command("refuse", here) is None
    assert read_local_command("help", here) is LocalCommand.HELP
    told, _ = alone("refuse", "help")
    assert "REFUSE isn't in the dictionary" in told
    assert "takeback" not in told


def test_help_tells_scripts_what_counts_in_their_lines() -> None:
    table = laid(None, GUESSER)
    commands = table.game.usable(table.observe(GUESSER))
    people, scripts = (
        list(views.help_lines(table.game, commands, PAINTER, (GUESSER,), script=script))
        for script in (False, True)
    )
    assert people[:-1] == scripts[:-1]
    assert "is a guess of its first letter" in scripts[-1]


def test_a_secret_word_is_typed_unseen_and_guessed_by_somebody_else() -> None:
    told, table = both("", "trumps", "", *"rumpst")
    assert "trumps" not in told
    assert "Hand the keyboard to the dealer." in told
    assert "Hand the keyboard to the guesser." in told
    assert "The word was TRUMPS." in told
    assert table.outcome is not None


def test_a_secret_word_that_cannot_be_is_asked_for_again() -> None:
    told, table = both("", "two words", "", "naïve", "trumps", "", "u")
    assert told.count("letters from a to z") == 2
    assert "You typed nothing" in told
    assert "two words" not in told
    assert board(table) == "..u..."


def test_the_dealers_prompt_is_in_the_readers_language() -> None:
    told, _ = both("", "trumps", texts=Texts.load("ja"))
    assert "秘密の単語を入力する" in told
    assert "解答者に交代してください。" in told


def test_a_person_who_thinks_of_a_word_answers_by_places_or_a_pattern() -> None:
    table = laid(by_person(Dealer.THOUGHT), DEALER)
    while table.outcome is None:
        table.act(after_patience=True)
        asked = table.observe(None).board.asked
        if asked is None:
            continue
        pattern = "".join(letter if letter == asked.text else "." for letter in "trumps")
        said = "yes" if asked.is_word else pattern
        table.submit(DEALER, read_line(table, DEALER, said))
    assert table.observe(None).known[0].word == "trumps"


def test_an_answer_that_cannot_be_is_refused_in_a_sentence() -> None:
    told, table = alone("1 7", "five", options=by_person(Dealer.THOUGHT), seat=DEALER)
    assert "There's no place 7: count from 1 to 6." in told
    assert '"five" isn\'t a place' in told
    pending = table.observe(None).board.pending
    assert f"where {pending.upper()} is, such as 2 5, or none; or help" in told


def test_of_many_answers_only_a_few_are_listed() -> None:
    words = tuple("".join("ab"[n >> place & 1] for place in range(4)) for n in range(15))
    table = laid(Options(length=4, dealer=Dealer.THOUGHT), DEALER, words=words)
    table.act(after_patience=True)
    lines = PAINTER.view(table.view(DEALER)).split("\n")
    answers = len(table.legal(DEALER).actions)
    assert answers > MOST_CHOICES
    assert sum(line.startswith("answer ") for line in lines) == MOST_CHOICES
    assert f"... and {answers - MOST_CHOICES} more: Tab shows them all." in lines


def test_a_mate_that_waits_goes_on_with_enter_and_is_not_asked_about() -> None:
    told, table = alone("", options=Options(guessers=2))
    assert "Guesser 2 would guess " in told
    assert "Enter lets the bot go on" in told
    assert "Uncover" not in told
    assert [one.seat for one in table.observe(None).board.tries] == ["guess2"]


def test_seats_are_called_by_what_they_do() -> None:
    race = laid(Options(mode=Mode.RACE, guessers=2), Seat("blue1"))
    assert _called(race, "red2") == "red guesser 2"
    assert _called(laid(None, GUESSER), "guess1") == "guesser"
    assert TEXTS.say(expected_input(race, Seat("blue1"), advised=False)).startswith("a letter")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("width", [40, 80])
def test_no_line_is_wider_than_the_terminal(language: str, width: int) -> None:
    painter = Renderer(Texts.load(language), colour=False, width=width)
    race = Options(mode=Mode.RACE, guessers=2, lives=5, verbose=True, hints=True)
    for options, seat in ((race, Seat("blue1")), (by_person(Dealer.THOUGHT, 3), DEALER)):
        table = laid(options, seat)
        table.act(after_patience=True)
        lines = painter.view(table.view(seat)).split("\n")
        assert [line for line in lines if wcswidth(line) > width] == []


def test_a_line_is_checked_without_doing_it() -> None:
    table = laid(None, GUESSER)
    table.check(GUESSER, "guess u")
    with pytest.raises(IllegalAction):
        table.check(GUESSER, "solve planet")
    assert table.observe(None).board.tries == ()
    assert table.observe(None).board.pending is None


def test_a_word_that_was_set_is_on_no_screen_before_the_end() -> None:
    for word in ("trumps", "truths"):
        table = secret(laid(by_person(Dealer.WORD), DEALER, GUESSER), word)
        for seat in (DEALER, GUESSER, None):
            assert word not in PAINTER.view(table.view(seat)).casefold()


def _called(table: LocalClient, seat: str) -> str:
    return TEXTS.say(phrase("rating-person", name=seat_name(table, Seat(seat))))


BLUE, RED = Seat("blue1"), Seat("red1")
RACE = Options(mode=Mode.RACE, dealer=Dealer.HONEST, lives=8, hints=True)


def test_who_races_alone_against_a_bot_reads_their_own_letters_and_not_the_bots() -> None:
    table = laid(RACE, BLUE, words=CHECK)
    code, written = play(("u", "hint"), table, (BLUE,), manner=PlayOptions(colour=False))
    told = read(written)
    assert code == 0
    assert "Good: U is at 3." in told
    assert "buys a hint with a life:" in told
    assert "has guessed." in told
    (bots,) = [one for one in table.observe(RED).boards if one.tries]
    assert table.observe(BLUE).board_of(bots.team) is None
    found = {one.text for one in bots.answers if one.places}
    for letter in found - table.observe(BLUE).board.guessed:
        assert f"{letter.upper()} stands" not in told
