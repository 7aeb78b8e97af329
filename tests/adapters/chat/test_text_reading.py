"""Tests of a text's meaning, by its writer and its address."""

from typing import Final

import pytest

from adapters.chat.incoming import Address, Incoming
from adapters.chat.text_input import TypedOpening, Verbs
from adapters.chat.text_reading import Act, Explain, Feedback, TextReader
from bot.games import Caller, Delivery, GameId, GameView, GuildId, Room, Status, User
from bot.texts import Texts
from core.rules import IllegalAction, InvalidNotation, Misspelled, Refusal, Seat
from core.view import Blank, Block, Cell, Choice, Choices, FormBlock, Grid, View, phrase
from tests.adapters.chat.recording import TABLES

ANN: Final = User("pigeon", "ann")
NAMED, REPLY, THREAD = Address
HELP, OFFER, SAY, REFUSE, CORRECT, WARN, MARK, NOTHING = Feedback

CARDS: Final = Grid(
    ((Cell("A1", "whale", choice=Choice("whale", "guess whale")), Cell("A2", "table")),),
    phrase("nobody"),
)
BOARD: Final = Grid(((Cell("A1", "whale"), Cell("A2", "table")),), phrase("nobody"))
CLUE: Final = FormBlock(
    "clue",
    phrase("command-clue"),
    (Blank("word", phrase("option-word")), Blank("number", phrase("option-number"), ("1", "2"))),
)
SOLVE: Final = FormBlock(
    "solve",
    phrase("hangman-form-solve"),
    (Blank("solution", phrase("title-deal"), pattern="[a-z]{6}"),),
)
WORD: Final = FormBlock("word", phrase("hangman-form-word"), (Blank("word", phrase("title-deal")),))
LETTERS: Final = Choices((Choice("E", "guess e"), Choice("A", "guess a", enabled=False)))


def view(*blocks: Block, verbs: str, is_due: bool = True, chair: str = "chair") -> GameView:
    """Return a running game as the person in this chair sees it; an empty name means no chair."""
    due, seat = (ANN,) if is_due else (), Seat(chair) if chair else None
    shown = View(phrase("title-deal"), blocks)
    said = frozenset(verbs.split())
    return GameView(GameId("g"), 1, 1, Status.RUNNING, shown, seat, due, verbs=said)


GUESSER: Final = view(CARDS, verbs="guess pass resign")
SPYMASTER: Final = view(BOARD, CLUE, verbs="clue resign")
WAITING: Final = view(verbs="guess pass resign", is_due=False)
ONLOOKER: Final = view(CARDS, verbs="guess pass clue resign", is_due=False, chair="")
SOLVER: Final = view(LETTERS, SOLVE, verbs="guess solve hint")
EARLY: Final = view(LETTERS, verbs="guess solve hint", is_due=False)
DEALER: Final = view(WORD, verbs="word answer")
LOBBY: Final = GameView(
    GameId("g"), 1, 1, Status.LOBBY, View(phrase("title-deal"), ()), Seat("chair"), ()
)
OVER: Final = GameView(
    GameId("g"), 1, 1, Status.OVER, View(phrase("title-deal"), ()), Seat("chair"), ()
)


def reader(
    game_view: GameView | None, address: Address = REPLY, *, is_direct: bool = False
) -> TextReader:
    """Return the reader of a text by Ann."""
    caller = Caller(ANN, Room("pigeon", "loft"), GuildId("pigeon:1"), "Ann", is_direct=is_direct)
    incoming = Incoming(caller, Delivery("pigeon", "1"), address=address)
    return TextReader(TABLES, Verbs.of(TABLES), Texts.load(), incoming, game_view)


@pytest.mark.parametrize(
    ("game_view", "text", "reading"),
    [
        (GUESSER, "A1", Act("guess whale", SAY, CORRECT, MARK)),
        (GUESSER, "a 1.", Act("guess whale", SAY, CORRECT, MARK)),
        (GUESSER, "pass.", Act("pass", SAY, CORRECT, MARK)),
        (GUESSER, "guess A9", Act("guess A9", SAY, CORRECT, MARK)),
        (GUESSER, "gess A1", Act("gess A1", MARK, CORRECT, MARK)),
        (GUESSER, "maybe 2", MARK),
        (GUESSER, "clue me in", MARK),
        (GUESSER, "?", MARK),
        (GUESSER, "", MARK),
        (GUESSER, "help", HELP),
        (GUESSER, "codenames", MARK),
        (SPYMASTER, "zebra (2)", Act("clue zebra 2", SAY, CORRECT, MARK)),
        (SPYMASTER, "2 zebra", Act("2 zebra", SAY, CORRECT, MARK)),
        (GUESSER, "パス", Act("pass", SAY, CORRECT, MARK)),
        (SPYMASTER, "パス", MARK),
        (SPYMASTER, "ヒント 海 2", Act("clue 海 2", SAY, CORRECT, MARK)),
        (SPYMASTER, "ヒントは 海 ２", Act("ヒントは 海 2", SAY, CORRECT, MARK)),
        (SPYMASTER, "A 2", MARK),
        (SPYMASTER, "cleu zebra two", Act("cleu zebra two", MARK, CORRECT, MARK)),
        (SPYMASTER, "gess A1", MARK),
        (WAITING, "guess A1", Act("guess A1", REFUSE, MARK, MARK)),
        (WAITING, "whale", MARK),
        (ONLOOKER, "guess A1", Act("guess A1", MARK, MARK, MARK)),
        (ONLOOKER, "stop", Act("stop", REFUSE, MARK, MARK)),
        (SOLVER, "カ", Act("カ", SAY, CORRECT, MARK)),  # the game knows other spellings
        (SOLVER, "planet", Act("solve planet", SAY, CORRECT, MARK)),
        (SOLVER, "solve it", MARK),
        (SOLVER, "solve plane", Act("solve plane", SAY, CORRECT, MARK)),
        (SOLVER, "answer 42", MARK),
        (SOLVER, "a", Act("a", SAY, SAY, SAY)),  # it was already guessed
        (EARLY, "a", Act("a", REFUSE, REFUSE, REFUSE)),
        (LOBBY, "start", Act("start", SAY, MARK, MARK)),
        (LOBBY, "nice", MARK),
        (OVER, "thanks", NOTHING),
        (OVER, "why ocean?", Act("why ocean?", SAY, MARK, MARK, is_question=True)),
        (OVER, "drop 7", Act("drop 7", SAY, MARK, MARK)),
        (OVER, "pass.", Act("pass", SAY, MARK, MARK)),
        (OVER, "理由 海", Act("why 海", SAY, MARK, MARK, is_question=True)),
        (OVER, "パス", Act("pass", SAY, MARK, MARK)),
        (OVER, "pass the salt", NOTHING),
        (None, "nice", MARK),
        (None, "pass the salt", MARK),
        (None, "pass", OFFER),
        (None, "中止", OFFER),
        (None, "hangman", TypedOpening("hangman", "")),
    ],
)
def test_a_reply_acts_as_a_whole_or_is_talk(
    game_view: GameView | None, text: str, reading: object
) -> None:
    assert reader(game_view).read(text) == reading


@pytest.mark.parametrize(
    ("game_view", "text", "reading"),
    [
        (GUESSER, "A1", Act("guess whale", SAY, CORRECT, MARK)),
        (GUESSER, "nice one", NOTHING),
        (GUESSER, "help", NOTHING),
        (WAITING, "guess A1", NOTHING),
        (WAITING, "leave", NOTHING),
        (EARLY, "a", Act("a", REFUSE, REFUSE, REFUSE)),
        (DEALER, "nice", NOTHING),
        (LOBBY, "start", NOTHING),
        (OVER, "hangman", NOTHING),
        (None, "hangman", NOTHING),
    ],
)
def test_a_line_in_a_thread_counts_from_those_who_are_awaited(
    game_view: GameView | None, text: str, reading: object
) -> None:
    assert reader(game_view, THREAD).read(text) == reading


@pytest.mark.parametrize(
    ("game_view", "text", "reading"),
    [
        (GUESSER, "A1", Act("guess whale")),
        (GUESSER, "clue me in", Act("clue me in")),
        (GUESSER, "maybe 2", Act("maybe 2", unread=MARK)),
        (GUESSER, "", HELP),
        (GUESSER, "?", HELP),
        (GUESSER, "降参", Act("降参", unread=MARK)),  # from another game
        (GUESSER, "hangman", TypedOpening("hangman", "")),
        (GUESSER, "why ocean", Act("why ocean", is_question=True)),
        (GUESSER, "理由", Act("why", is_question=True)),
        (SPYMASTER, "why 2", Act("clue why 2")),
        (SPYMASTER, "A 2", Act("A2", unread=MARK)),
        (ONLOOKER, "guess A1", Act("guess A1", REFUSE)),
        (ONLOOKER, "nice", Act("nice", REFUSE, unread=MARK)),
        (ONLOOKER, "stop", Act("stop")),
        (LOBBY, "nice", MARK),
        (LOBBY, "strat", MARK),
        (LOBBY, "settings thread on", Act("set thread on")),
        (LOBBY, "開始", Act("start")),
        (OVER, "again", Act("rematch")),
        (OVER, "hello", HELP),
        (OVER, "thanks", OFFER),
        (None, "nice", OFFER),
    ],
)
def test_a_mention_is_answered(game_view: GameView | None, text: str, reading: object) -> None:
    assert reader(game_view, NAMED).read(text) == reading


@pytest.mark.parametrize(
    ("address", "is_direct", "text", "answer"),
    [
        (REPLY, False, "planet", WARN),
        (REPLY, False, "word planet", WARN),
        (THREAD, False, "word planet", WARN),
        (NAMED, False, "planet", SAY),
        (NAMED, True, "planet", SAY),
    ],
)
def test_nothing_secret_is_taken_where_all_can_read_it(
    address: Address, text: str, answer: Feedback, *, is_direct: bool
) -> None:
    said = reader(DEALER, address, is_direct=is_direct).read(text)
    assert isinstance(said, Explain)
    assert said.answer is answer
    assert said.refusal.phrase.key == ("chat-verb-first" if is_direct else "chat-aloud")


def test_a_direct_message_gives_a_secret() -> None:
    assert reader(DEALER, NAMED, is_direct=True).read("word planet") == Act("word planet")


@pytest.mark.parametrize(
    ("game_view", "line", "refusal", "answer"),
    [
        (GUESSER, "guess A1", IllegalAction("game-over"), SAY),
        (GUESSER, "guess A9", InvalidNotation("card-unknown"), CORRECT),
        (GUESSER, "guess so", InvalidNotation("card-unknown"), MARK),
        (GUESSER, "gess A1", Misspelled("line-near", line="guess A1"), CORRECT),
        (SPYMASTER, "gess A1", Misspelled("line-near", line="guess A1"), MARK),
        (SPYMASTER, "clue 2", InvalidNotation("clue-word-missing"), CORRECT),
        (SPYMASTER, "clue me in", InvalidNotation("clue-number-unread"), MARK),
        (SOLVER, "solve plane", InvalidNotation("hangman-word-long"), CORRECT),
    ],
)
def test_what_is_near_a_line_of_its_writer_is_corrected(
    game_view: GameView, line: str, refusal: Refusal, answer: Feedback
) -> None:
    assert reader(game_view).answer_to(refusal, Act(line, SAY, CORRECT, MARK)) is answer
