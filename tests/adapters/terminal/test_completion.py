import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from adapters.terminal.completion import MOST_CLUE_WORDS, TableCompleter
from adapters.terminal.input import LocalCommand
from bot.cli.play.client import LocalClient
from core.codenames.model import Options
from core.rules import Seat
from tests.adapters.terminal.tables import CLUES, completions, dealt, key, words_of

SPYMASTER, GUESSER = Seat("blue-spymaster"), Seat("blue-guesser")


@pytest.fixture
def table() -> LocalClient:
    """A table with a given clue."""
    table = dealt()
    table.submit(SPYMASTER, "clue zephyr 2")
    return table


def test_a_card_completes_alone_and_after_a_verb(table: LocalClient) -> None:
    assert completions(table, GUESSER, "TIG") == ("tiger",)
    assert completions(table, GUESSER, "guess tig") == ("guess tiger",)
    assert completions(table, GUESSER, "mark tig") == ("mark tiger",)


def test_an_uncovered_card_is_not_completed(table: LocalClient) -> None:
    word = words_of(table, "blue")[0]
    table.submit(GUESSER, f"guess {word}")
    assert completions(table, GUESSER, word) == ()


def test_orders_complete(table: LocalClient) -> None:
    assert LocalCommand.HELP.value in completions(table, GUESSER, "he")


def test_the_word_of_a_clue_completes_from_the_vocabulary_then_its_number() -> None:
    table = dealt()
    assert completions(table, SPYMASTER, "ze", CLUES) == ("zephyr",)
    assert completions(table, SPYMASTER, "clue Ze", CLUES) == ("clue zephyr",)
    assert completions(table, SPYMASTER, "zephyr un", CLUES) == ("zephyr unlimited",)
    assert completions(table, SPYMASTER, "zephyr 2 ", CLUES) == ()


def test_without_a_vocabulary_no_word_is_offered_for_a_clue() -> None:
    assert completions(dealt(), SPYMASTER, "ze") == ()


def test_a_guesser_is_offered_no_clue(table: LocalClient) -> None:
    assert completions(table, GUESSER, "ze", CLUES) == ()


def test_every_card_and_every_command_is_offered(table: LocalClient) -> None:
    offered = completions(table, GUESSER, "")
    words = [word for word, _ in key(table)]
    commands = ["guess ", "mark ", "resign", *(order.value for order in LocalCommand)]
    assert list(offered) == [*words, *commands]


def test_all_cards_of_the_largest_board_follow_a_verb() -> None:
    table = dealt(Options(rows=10, cols=10))
    table.submit(SPYMASTER, "clue zephyr 2")
    assert len(completions(table, GUESSER, "guess ")) == 100


def test_no_more_words_for_a_clue_are_offered_than_can_be_read() -> None:
    vocabulary = [f"z{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert len(completions(dealt(), SPYMASTER, "z", vocabulary)) == MOST_CLUE_WORDS


@pytest.mark.sampled
@pytest.mark.parametrize("typed", ["", "g", "guess", "guess t", "mark", "t"])
def test_a_guesser_is_offered_the_same_whatever_the_key(table: LocalClient, typed: str) -> None:
    other = dealt(order=tuple(reversed(range(25))))
    other.submit(SPYMASTER, "clue zephyr 2")
    assert key(other) != key(table)
    assert completions(other, GUESSER, typed) == completions(table, GUESSER, typed)


def test_a_completion_replaces_all_that_was_typed(table: LocalClient) -> None:
    completer = TableCompleter(table, GUESSER)
    found = list(completer.get_completions(Document("guess tig"), CompleteEvent()))
    assert [(item.text, item.start_position) for item in found] == [("guess tiger", -9)]
