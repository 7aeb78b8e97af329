"""Lines of a terminal are right in every language."""

import pytest
from wcwidth import wcswidth

from adapters.terminal.render import Renderer, render_text, spoken_seat
from bot.lobby.view import present as present_lobby
from bot.texts import Texts, languages
from core.codenames.present import present
from core.rules import Legal, Seat
from core.view import Cell, Grid, View, phrase
from tests.adapters.terminal.tables import marks_of
from tests.bot.lobby.tables import ANN, BEN, CAT, name_of, opened
from tests.core.codenames.boards import dealt

KEY = "BBBB RRR T K"
KNOWN = {language: Texts.load(language) for language in languages()}


def played() -> View:
    """Return the table as its spymaster sees it after a clue and a guess."""
    play = dealt(KEY)
    play.clue("blue")
    play.guess("blue", 0)
    observation = play.rules.observe(play.state, Seat("blue-spymaster"))
    return present(observation, play.rules.legal(play.state, Seat("blue-spymaster")))


def lobby() -> View:
    """Return a table before the game, with a bot, a watcher and a member without a chair."""
    table = opened(ANN, BEN, CAT)
    table.do(BEN, "watch")
    table.do(CAT, "bot red-spymaster gloss")
    return present_lobby(table.lobby, name_of)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("width", [78, 80])
@pytest.mark.parametrize("view", [played(), lobby()])
def test_no_line_is_wider_than_the_terminal(view: View, width: int, language: str) -> None:
    lines = render_text(view, KNOWN[language], colour=False, width=width).split("\n")
    assert [line for line in lines if wcswidth(line) > width] == []


def test_a_table_reads_in_japanese() -> None:
    lines = render_text(lobby(), KNOWN["ja"], colour=False).split("\n")
    assert lines[:6] == [
        "コードネーム：席を決めてください",
        "青チームのスパイマスター：空席（開始時にボットが座ります）",
        "青チームの諜報員：空席（開始時にボットが座ります）",
        "赤チームのスパイマスター：gloss（ボット）",
        "赤チームの諜報員：空席（開始時にボットが座ります）",
        "Annさん（1番、ホスト）：席を待っています   Benさん（2番）：観戦",
    ]


def test_a_game_reads_in_japanese() -> None:
    lines = render_text(played(), KNOWN["ja"], colour=False).split("\n")
    assert lines[0] == "ターン1：青チームが「zephyr 9」で推測中（あと9枚）"
    assert " ● B  ＝青：残り3枚（全4枚）" in "\n".join(lines)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Marks on whale: red guesser, blue guesser 2."),
        ("ja", "whaleを指している席：赤チームの諜報員、青チームの諜報員2"),
    ],
)
def test_who_points_at_a_card_is_named_in_the_readers_language(language: str, said: str) -> None:
    cell = Cell("A1", "whale", marks=marks_of("red-guesser", "blue-guesser-2"))
    painter = Renderer(KNOWN[language], colour=False)
    assert list(painter.grid(Grid(((cell,),), phrase("board-alt"))))[-1] == said


@pytest.mark.parametrize(
    ("seat", "english", "japanese"),
    [
        ("red-guesser", "red guesser", "赤チームの諜報員"),
        ("blue-spymaster", "blue spymaster", "青チームのスパイマスター"),
        ("blue-guesser-4", "blue guesser 4", "青チームの諜報員4"),
        ("clock", "clock", "clock"),
        ("a-b-c", "a-b-c", "a-b-c"),
    ],
)
def test_a_seat_is_called_what_people_call_it(seat: str, english: str, japanese: str) -> None:
    said = phrase("rating-person", name=spoken_seat(seat))
    assert (KNOWN["en"].say(said), KNOWN["ja"].say(said)) == (english, japanese)


def test_a_view_without_anything_to_do_is_painted_in_every_language() -> None:
    play = dealt(KEY)
    view = present(play.rules.observe(play.state, None), Legal())
    assert len({render_text(view, texts, colour=False) for texts in KNOWN.values()}) == len(KNOWN)
