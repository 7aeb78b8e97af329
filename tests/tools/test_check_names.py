"""The checks of names and docstrings, on small packages."""

from pathlib import Path

import pytest

from tools.check_names import (
    Module,
    main,
    many_valued,
    particulars,
    read,
    shared_functions,
    shared_types,
)


def modules(root: Path, sources: dict[str, str]) -> tuple[Module, ...]:
    """Write the sources below a folder; return their modules as the tool reads them."""
    for path, text in sources.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tuple(read(root))


def test_classes_and_aliases_of_one_name_are_listed_with_their_files(tmp_path: Path) -> None:
    sources = {
        "core/a.py": "class Board: ...",
        "bot/b.py": "from typing import TypeAlias\nBoard: TypeAlias = int\nclass Alone: ...",
    }
    assert shared_types(modules(tmp_path, sources)) == {"Board": ["bot/b.py", "core/a.py"]}


@pytest.mark.parametrize(
    "source",
    [
        'Cards = NewType("Cards", int)',
        'Cards = typing.NewType("Cards", int)',
        "Cards = NDArray[np.float64]",
        "Cards = int | None",
        "Cards: typing.TypeAlias = int",
    ],
)
def test_new_types_and_aliases_without_a_mark_are_types(tmp_path: Path, source: str) -> None:
    found = shared_types(modules(tmp_path, {"core/a.py": source, "bot/b.py": source}))
    assert found == {"Cards": ["bot/b.py", "core/a.py"]}


def test_functions_of_one_name_are_listed_with_their_files(tmp_path: Path) -> None:
    sources = {
        "core/a.py": "def shown(): ...\ndef _own(): ...\nclass A:\n    def held(self): ...",
        "bot/b.py": "async def shown(): ...\ndef _own(): ...\ndef held(): ...",
    }
    assert shared_functions(modules(tmp_path, sources)) == {"shown": ["bot/b.py", "core/a.py"]}


@pytest.mark.parametrize(
    "source",
    [
        "class State: ...",
        "class _Board: ...",
        "class Rules:\n    class Board: ...",
        "Board = 1",
        "BOARDS = FOLDERS[0]",
        "from core.c import Board",
    ],
)
def test_names_that_are_a_games_private_nested_or_imported_may_be_shared(
    tmp_path: Path, source: str
) -> None:
    sources = {"core/a.py": source, "bot/b.py": source}
    assert shared_types(modules(tmp_path, sources)) == {}


def test_constants_with_different_values_are_listed_with_the_values(tmp_path: Path) -> None:
    sources = {
        "core/a.py": "from typing import Final\nLIMIT: Final = max(1, 2)\nSAME = 1_000\n_OWN = 1",
        "bot/b.py": "LIMIT = 3\nSAME = 1000\n_OWN = 2",
    }
    found = list(many_valued(modules(tmp_path, sources)))
    assert found == ["LIMIT: bot/b.py:1 = 3, core/a.py:2 = max(1, 2)"]


def test_computed_values_and_names_in_small_letters_are_no_constants(tmp_path: Path) -> None:
    sources = {
        "core/a.py": "GAME = object()\nlimit = 1\ndef f():\n    LIMIT = 1",
        "bot/b.py": "GAME = list()\nlimit = 2\ndef f():\n    LIMIT = 2",
    }
    assert list(many_valued(modules(tmp_path, sources))) == []


def test_a_final_with_a_type_is_a_constant(tmp_path: Path) -> None:
    sources = {"core/a.py": "LIMIT: Final[int] = 1", "bot/b.py": "LIMIT: typing.Final = 2"}
    assert len(list(many_valued(modules(tmp_path, sources)))) == 1


def test_shared_code_names_no_game_and_no_platform(tmp_path: Path) -> None:
    source = '''"""Discord is named in a docstring."""
from core.hangman import rules
LIMIT = 1  # a comment on Slack
"""Slack is named below a constant."""
def play(name):
    return name == "codenames" or name.is_Discord or f"{name} Shiritori"
'''
    found = list(particulars(modules(tmp_path, {"bot/games/a.py": source})))
    assert found[:3] == [
        "bot/games/a.py:2: hangman",
        'bot/games/a.py:6: "codenames"',
        "bot/games/a.py:6: is_Discord",
    ]
    assert len(found) == 4
    assert found[3].startswith("bot/games/a.py:6:")
    assert "Shiritori" in found[3]


@pytest.mark.parametrize("folder", ["chat", "cli", "games", "lobby", "server", "store"])
def test_the_path_of_shared_code_counts_too(tmp_path: Path, folder: str) -> None:
    path = f"bot/{folder}/play/codenames.py"
    assert list(particulars(modules(tmp_path, {path: ""}))) == [f"{path}:1: the path"]


@pytest.mark.parametrize("path", ["bot/gametypes/a.py", "adapters/discord/a.py", "bot/a.py"])
def test_other_code_may_name_games_and_platforms(tmp_path: Path, path: str) -> None:
    assert list(particulars(modules(tmp_path, {path: "discord = 'hangman'"}))) == []


def test_plain_packages_pass(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    modules(tmp_path, {"core/a.py": '"""Cards."""\nclass Card: ...', "bot/games/a.py": "CARDS = 9"})
    assert main([str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[2].split()[0] for line in lines] == ["0"] * 2


@pytest.mark.parametrize(
    "sources",
    [
        {"core/a.py": "LIMIT = 1", "bot/b.py": "LIMIT = 2"},
        {"bot/lobby/a.py": "slack = 1"},
    ],
)
def test_each_other_finding_fails(tmp_path: Path, sources: dict[str, str]) -> None:
    modules(tmp_path, sources)
    assert main([str(tmp_path)]) == 1
