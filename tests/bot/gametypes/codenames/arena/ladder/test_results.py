"""Results that outlive the end of the process at any byte."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.gametypes.codenames.arena.ladder.results import GameBlock, Results
from core.rules import Refusal
from tests.profile import examples

BLOCKS = tuple(GameBlock(("a", "b"), ("ace", "gloss"), ("sense", "sense"), (n,)) for n in range(4))


def written(path: Path) -> bytes:
    path.unlink(missing_ok=True)
    results = Results(path, "sum")
    for number, block in enumerate(BLOCKS):
        results.add(block, {"wins": [number]})
    return path.read_bytes()


def test_what_was_added_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    whole = written(path)
    results = Results(path, "sum")
    assert [results[block] for block in BLOCKS] == [{"wins": [n]} for n in range(4)]
    assert GameBlock(("a",), ("ace",), ("sense",), (0,)) not in results
    assert len(whole.splitlines()) == 5


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_cut_at_any_byte_it_goes_on_to_the_same_file(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("cut") / "results.jsonl"
    whole = written(path)
    path.write_bytes(whole[: data.draw(st.integers(0, len(whole)))])
    results = Results(path, "sum")
    kept = [block in results for block in BLOCKS]
    assert kept == sorted(kept, reverse=True)
    for number, block in enumerate(BLOCKS):
        if block not in results:
            results.add(block, {"wins": [number]})
    assert path.read_bytes() == whole


def test_results_of_other_models_and_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    written(path)
    with pytest.raises(Refusal) as refused:
        Results(path, "other")
    assert refused.value.phrase.key == "ladder-other-models"
    for text in (b'{"version": 1, "checksum": "sum"}\n[1]\n', b"\xff\n", b"hello\n"):
        path.write_bytes(text)
        with pytest.raises(Refusal):
            Results(path, "sum")


def test_blocks_differ_in_every_part() -> None:
    block = BLOCKS[0]
    others = (
        GameBlock(("a", "c"), block.spymasters, block.guessers, block.seeds),
        GameBlock(block.agents, ("ace", "ace"), block.guessers, block.seeds),
        GameBlock(block.agents, block.spymasters, ("piece", "piece"), block.seeds),
        BLOCKS[1],
    )
    assert len({one.key for one in (block, *others)}) == 5
