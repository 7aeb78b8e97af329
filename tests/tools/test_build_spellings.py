"""The builder of the word lists, from sources of a few words each to files and a manifest."""

import json
from pathlib import Path

import pytest

from core.words.word_lists import CATEGORIES
from tools.build_lexicon import DATA
from tools.build_spellings import AMENDMENTS, main, parse, word_set
from tools.lexicon.wordnet import PartOfSpeech
from tools.spellings.kana import FILES

NOUNS = (
    ("whale", 5),
    ("elbow", 8),
    ("bread", 13),
    ("willow", 20),
    ("river", 17),
    ("lamp", 6),
    ("singer", 18),
)
"""A noun for each category, with its lexicographer file."""


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    for part in PartOfSpeech:
        for kind in ("data.{}", "index.{}", "{}.exc"):
            (tmp_path / kind.format(part.value)).write_text("")
    (tmp_path / "cntlist.rev").write_text("")
    data = (f"{n:08} {file:02} n 01 {word} 0 000 | it  \n" for n, (word, file) in enumerate(NOUNS))
    index = (f"{word} n 1 0 1 0 {number:08}  \n" for number, (word, _) in enumerate(NOUNS))
    (tmp_path / "data.noun").write_text("".join(data))
    (tmp_path / "index.noun").write_text("".join(index))
    words = (*(word for word, _ in NOUNS), "whales", "Paris", "slut")
    (tmp_path / "spellings").write_text("".join(f"{word}\n" for word in words))
    for name in FILES:
        (tmp_path / name).write_text("")
    rows = [
        ("鯰", "ナマズ", 5622),
        ("鱧", "ハモ", 5622),
        ("鯨", "クジラ", 5000),
        ("鯉", "コイ", 5522),
    ]
    (tmp_path / FILES[0]).write_text(
        "".join(f"{s},1,1,{cost},名詞,一般,*,*,*,*,{s},{r},{r}\n" for s, r, cost in rows),
        encoding="euc_jp",
    )
    (tmp_path / "topics.txt").write_text("# none\n")
    (tmp_path / "kana_everyday.txt").write_text("# everybody\nはも うなぎ\n")
    (tmp_path / "kana_left_out.txt").write_text("")
    out = tmp_path / "out"
    out.mkdir()
    (out / "block.txt").write_text("# never\nslut\n")
    return tmp_path


def build(sources: Path) -> dict[str, list[str]]:
    given = ("wordnet", "ipadic", "amendments")
    folders = [part for name in given for part in (f"--{name}", str(sources))]
    main([*folders, "--spellings", str(sources / "spellings"), "--out", str(sources / "out")])
    files = (sources / "out").glob("*.txt")
    return {path.stem: path.read_text(encoding="utf-8").split() for path in files}


def test_a_list_is_written_for_each_category(sources: Path) -> None:
    lists = build(sources)
    topics = ("animals", "body", "food", "plants", "nature", "things", "people")
    for topic, (word, _) in zip(topics, NOUNS, strict=True):
        assert lists[f"spellings_{topic}"] == [word]
    assert lists["spellings_words"] == sorted([*(word for word, _ in NOUNS), "whales"])
    assert lists["spellings_kana"] == ["くじら", "こい", "はも"]
    assert lists["rare_kana"] == ["こい"]
    assert set(lists) - {"block", "rare_kana"} == {f"spellings_{name}" for name in CATEGORIES}


def test_what_is_built_twice_is_the_same_and_in_the_manifest(sources: Path) -> None:
    assert build(sources) == build(sources)
    manifest = json.loads((sources / "out" / "manifest.json").read_text())
    assert {"spellings_words.txt", "spellings_kana.txt", "rare_kana.txt"} < set(manifest)


def test_the_task_has_defaults() -> None:
    task = parse([])
    assert (task.out, task.amendments) == (DATA, AMENDMENTS)


def test_every_everyday_word_is_shipped_and_no_word_left_out_is() -> None:
    shipped = set((DATA / "spellings_kana.txt").read_text(encoding="utf-8").split())
    everyday = word_set(AMENDMENTS / "kana_everyday.txt")
    left_out = word_set(AMENDMENTS / "kana_left_out.txt")
    assert everyday - left_out <= shipped
    assert not left_out & shipped
    assert len(everyday) > 300
