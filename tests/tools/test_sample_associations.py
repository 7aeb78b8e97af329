"""Readers get real pairs and decoys without any sign that distinguishes them, and are scored."""

from pathlib import Path

import pytest

from tools.sample_associations import DECOYS, REAL, judged, main, sampled


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a slice of made-up entries, whose words contain their headword."""
    letters = "abcdefghijklmnopqrst"
    entries = [
        f"head{one}: "
        + " ".join(f"w{one}{other}/r/{'ps'[place % 2]}" for place, other in enumerate(letters))
        for one in letters
    ]
    (tmp_path / "slice_01.txt").write_text("\n".join(entries) + "\n", encoding="utf-8")
    return tmp_path


def test_decoys_are_words_of_other_headwords(folder: Path) -> None:
    pairs = sampled(3, folder)
    assert len(pairs) == REAL + DECOYS
    assert sum(one.is_real for one in pairs) == REAL
    for one in pairs:
        assert (one.association[1] == one.headword[-1]) is one.is_real
    assert sampled(3, folder) == pairs != sampled(4, folder)


def test_answers_are_counted_and_refused_pairs_are_named(folder: Path) -> None:
    pairs = sampled(1, folder)
    first = next(place for place, one in enumerate(pairs, 1) if one.is_real)
    answers = [f"{place} {'no' if place == first else 'yes'}" for place in range(1, len(pairs) + 1)]
    told = list(judged(pairs, answers))
    assert told[:2] == [
        f"real: {REAL - 1} of {REAL} sensible",
        f"decoys: {DECOYS} of {DECOYS} sensible",
    ]
    refused = pairs[first - 1]
    assert told[2:] == [f"not sensible: {refused.headword} - {refused.association}"]


def test_a_reader_sees_numbered_pairs_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.build_headwords.FOLDER", folder)
    main([str(tmp_path)])
    written = (tmp_path / "pairs.txt").read_text(encoding="utf-8").splitlines()
    assert len(written) == REAL + DECOYS
    assert written[0].startswith("1. head")
