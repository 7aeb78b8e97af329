"""`spyring arena` as a whole."""

import sys

import pytest

from bot.arena.command import LIBRARIES
from tests.bot.programs import spyring


@pytest.mark.parametrize("library", LIBRARIES)
def test_without_the_extra_the_lab_says_in_one_sentence_how_to_install_it(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    ended = spyring("arena", "table")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == (
        f"spyring: Libraries for experiments are missing ({library}): "
        'run pip install ".[arena]" in the folder that you cloned Spyring into.\n'
    )
