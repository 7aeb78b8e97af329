"""The parser of the text that textarena's Codenames shows to a player."""

import sys

import pytest

from benchmarks.textarena import BoardLanguage, board_language, main, observation_of
from core.codenames.model import Identity, Phase, Role, Team

START = """
[GAME] You are playing Codenames. Give a one-word clue and number.
[GAME] Spymaster of Red team, Player 0, submitted [zebra 2].
[GAME] Operator of Red team, Player 1, correctly guessed [gold].
[GAME] Operator of Red team, Player 1, wrongly guessed [cat]. It is a Blue Team word.
[GAME] Spymaster of Blue team, Player 2, did not provide a valid clue. The teams turn is skipped.
"""
KEYED = """[GAME] Codenames Words:
gold     R revealed
cat      B revealed
spoon    R
chair    A
bank     N
"""
OPEN = """[GAME] Spymaster of Red team, Player 0, submitted [tool 1].
[GAME] Codenames Words:
gold     R
cat      B
spoon
chair
bank
"""


def test_a_spymaster_knows_the_key_and_what_was_turned() -> None:
    seen = observation_of(START + KEYED, 0)
    assert seen.chair is not None
    assert (seen.chair.team, seen.chair.role, seen.phase) == (Team.RED, Role.SPYMASTER, Phase.CLUE)
    assert [card.word for card in seen.cards] == ["gold", "cat", "spoon", "chair", "bank"]
    assert seen.covered == (2, 3, 4)
    assert seen.cards[3].key is Identity.ASSASSIN
    assert seen.turn is not None
    assert (seen.turn.team, seen.turn.clue) == (Team.RED, None)
    assert dict(seen.left) == {Team.RED: 8, Team.BLUE: 7}


def test_an_operative_knows_the_clue_and_never_the_key() -> None:
    seen = observation_of(f"{START}{KEYED.replace(' R ', ' ')}\n\n{OPEN}", 1)
    assert seen.phase is Phase.GUESS
    assert seen.clue is not None
    assert (seen.clue.word, seen.clue.number) == ("tool", 1)
    assert all(card.key is None for card in seen.cards)
    assert seen.cards[0].shown is Identity.RED
    assert [len(turn.guesses) for turn in seen.turns] == [2, 0]


@pytest.fixture(scope="module")
def language() -> BoardLanguage:
    return board_language()


def test_no_clue_holds_a_card_or_stands_in_one(language: BoardLanguage) -> None:
    language.board = ("car", "rainbow")
    sayable = language.sayable(("rainbow",), ())
    words = [word for word, may in zip(language.vocabulary.words, sayable, strict=True) if may]
    assert words
    assert not [word for word in words if "car" in word or word in "rainbow"]


def test_without_the_package_it_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "textarena", None)
    monkeypatch.setattr("sys.argv", ["textarena"])
    assert main() == 0
    assert "not installed" in capsys.readouterr().out
