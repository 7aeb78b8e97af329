"""Shiritori at a terminal: the questions about a word's reading, and about giving up."""

import io

import pytest

from adapters.terminal import plain
from bot.cli.play.client import LocalClient, open_client
from bot.gametypes.shiritori.game_type import shiritori_type
from bot.gametypes.table_request import TableSetup
from bot.texts import Texts
from core.rules import Seat
from core.shiritori.options import Options
from core.words.word_lists import noun_list
from tests.adapters.terminal.keys import play, read
from tests.adapters.terminal.tables import OPEN, TEXTS

ONE, TWO = Seat("player1"), Seat("player2")


@pytest.fixture
def table() -> LocalClient:
    """A table of two people who share a screen."""
    kind = shiritori_type()
    client = OPEN.enter_context(open_client(":memory:", seed=1, game_types={kind.name: kind}))
    client.begin(
        TableSetup(
            kind=kind.name,
            values=kind.values(Options()),
            pack=noun_list("nouns"),
            host="ann",
            people={ONE: "ann", TWO: "bob"},
            bots={},
        )
    )
    return client


def lines(table: LocalClient) -> list[str]:
    return [one.line for one in table.updates() if one.line]


@pytest.mark.parametrize("number", ["2", "２"])
def test_a_reading_is_chosen_by_its_number(table: LocalClient, number: str) -> None:
    _, written = play(["", "一目", number], table, [ONE, TWO])
    assert "1: イチモク 2: ヒトメ Which one? Type a number from 1 to 2" in read(written)
    assert lines(table)[-1] == "player1 say 一目 ヒトメ"


@pytest.mark.parametrize("answer", ["", "3"])
def test_no_reading_is_chosen_by_another_answer(table: LocalClient, answer: str) -> None:
    _, written = play(["", "一目", answer, "1"], table, [ONE, TWO])
    assert "Type one word" in read(written)
    assert not any(" say " in line or " failed " in line for line in lines(table))


def test_a_japanese_screen_asks_in_japanese(table: LocalClient) -> None:
    _, written = play(["", "一目", "1"], table, [ONE, TWO], texts=Texts.load("ja"))
    assert "1から2までの番号" in written
    assert lines(table)[-1] == "player1 say 一目 イチモク"


def test_a_script_reads_how_to_give_each_reading(table: LocalClient) -> None:
    stdout, typed = io.StringIO(), io.StringIO("一目\nsay 一目 ヒトメ\n")
    plain.Script(table, TEXTS, seats=[ONE, TWO], stdin=typed, stdout=stdout).run()
    said = stdout.getvalue()
    assert "# イチモク: say 一目 イチモク\n# ヒトメ: say 一目 ヒトメ\n" in said
    assert "player1 say 一目 ヒトメ" in said


def test_giving_up_is_asked_about(table: LocalClient) -> None:
    _, written = play(["", "concede", "n"], table, [ONE, TWO])
    assert "Give up? Then you're out of this game. [y/N]" in read(written)
    assert not any(line.startswith("won") for line in lines(table))
    play(["", "concede", "y"], table, [ONE, TWO])
    assert lines(table)[-1] == "won player2"
