"""The agents of a ladder: their files, and their guessers."""

from pathlib import Path

import pytest

from bot.arena.ladder.agents import (
    PANEL,
    SHIPPED,
    LadderAgent,
    agents_of,
    kin,
    pairs_of,
    teammates,
)
from core.rules import Refusal
from core.words.ensemble import MODELS

BOTS = ("gloss", "random", "ace")


def test_a_new_folder_gets_the_shipped_agents(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "ladder"
    names = {agent.spymaster for agent in SHIPPED}
    found = agents_of(folder, names)
    assert sorted(found, key=str) == sorted(SHIPPED, key=str)
    assert len(found) >= 12
    assert {*MODELS, "random", "ace", "ace-paper", "best-average", "stranger"} <= names
    assert agents_of(folder, names) == found


def test_a_file_names_a_spymaster_and_maybe_a_guesser(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'spymaster = \'exec:"./agent +x"\'\nguesser = "gloss"\n', encoding="utf-8"
    )
    (tmp_path / "best.toml").write_text('spymaster = "best-average"\n', encoding="utf-8")
    assert agents_of(tmp_path, BOTS) == (
        LadderAgent("best", "best-average"),
        LadderAgent("mine", "exec:./agent +x", "gloss"),
    )


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("a.toml", "", "ladder-file"),
        ("a.toml", "spymaster = 3", "ladder-file"),
        ("a.toml", "spymaster = ", "ladder-file"),
        ("a.toml", 'spymaster = "gloss"\nguess = "gloss"', "ladder-file"),
        ("a.toml", 'spymaster = "gloss"\nguesser = 2', "ladder-file"),
        ("a.toml", 'spymaster = "glos"', "asset-unknown-expert"),
        ("a.toml", 'spymaster = "gloss"\nguesser = "best-average"', "asset-unknown-expert"),
        ("a.toml", 'spymaster = "exec:"', "asset-unknown-expert"),
        ("My Agent.toml", 'spymaster = "gloss"', "ladder-name"),
        ("a.toml", 'spymaster = "gloss"', "ladder-lonely"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, name: str, text: str, key: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(Refusal) as refused:
        agents_of(tmp_path, BOTS)
    assert refused.value.phrase.key == key


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    with pytest.raises(Refusal) as refused:
        agents_of(path, BOTS)
    assert refused.value.phrase.key == "ladder-folder"


def test_no_spymaster_plays_beside_one_that_thinks_as_it_does() -> None:
    for first, second in pairs_of(SHIPPED):
        beside = teammates((first.spymaster, second.spymaster))
        assert beside
        for name in {first.spymaster, second.spymaster}.intersection(MODELS):
            assert not kin(name).intersection(beside)
    assert teammates(("random", "ace")) == PANEL
    assert "stranger" not in teammates(("stranger",))
    assert not {"fusion", "minilm", "gloss"}.intersection(teammates(("noise",)))
    assert not {"fusion", "minilm", "gloss"}.intersection(teammates(("detect",)))
    with pytest.raises(Refusal, match="ladder-no-teammate"):
        teammates(("stranger", "fusion", "senseg", "piece", "associations"))


def test_every_two_agents_meet_once() -> None:
    pairs = list(pairs_of(SHIPPED))
    assert len(pairs) == len(SHIPPED) * (len(SHIPPED) - 1) // 2
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
