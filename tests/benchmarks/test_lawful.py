"""The benchmark of lawful clues, on a dictionary of a few words."""

import re
from pathlib import Path

import pytest

from benchmarks.lawful import links_of, main
from tools.lexicon.wordnet import PartOfSpeech

NOUNS = """\
00000001 06 n 01 anchor 0 001 + 00000002 v 0101 | it
00000003 06 n 01 anchorage 0 001 + 00000001 n 0101 | it
00000004 06 n 01 harbor 0 000 | it
"""
VERBS = "00000002 06 v 02 anchor 0 cast_anchor 0 001 + 00000001 n 0101 01 + 01 00 | to do it\n"
ADJECTIVES = "00000005 01 a 01 moored(p) 0 001 \\ 00000004 n 0101 | of it\n"


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    for part in PartOfSpeech:
        for kind in ("data.{}", "index.{}", "{}.exc"):
            (tmp_path / kind.format(part.value)).write_text("")
    (tmp_path / "cntlist.rev").write_text("")
    (tmp_path / "data.noun").write_text(NOUNS)
    (tmp_path / "data.verb").write_text(VERBS)
    (tmp_path / "data.adj").write_text(ADJECTIVES)
    nouns = ((line.split()[4], line.split()[0]) for line in NOUNS.splitlines())
    index = (f"{word} n 1 0 1 0 {offset}  \n" for word, offset in nouns)
    (tmp_path / "index.noun").write_text("".join(index))
    return tmp_path


def test_words_are_linked_both_ways_by_what_they_are_derived_from(wordnet: Path) -> None:
    links = dict(links_of(wordnet))
    assert links["anchor"] == {"anchor", "anchorage"}
    assert links["anchorage"] == {"anchor"}
    assert links["moored"] == {"harbor"}


def test_forms_and_other_words_are_counted_apart(
    wordnet: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.argv", ["lawful", "--wordnet", str(wordnet), "--cards", "2", "--words", "2000"]
    )
    main()
    written = capsys.readouterr().out
    assert written.startswith("Configuration(words=2000,")
    assert re.search(r"^checksum: [0-9a-f]{64}$", written, re.MULTILINE)
    # The forms of anchor, the second card: anchors, anchorage, anchorages.
    assert re.search(r"^forms +3 +3 +100\.0000% +3 +100\.0000%$", written, re.MULTILINE)
    assert re.search(r"^innocent +3\d{3} +\d+ ", written, re.MULTILINE)
