"""`spyring models` on the user's own files: list, add, check and remove."""

import json
from pathlib import Path

import numpy as np
import pytest

from bot.__main__ import main
from bot.models.cache import ABOUT, ModelCache, ModelError
from bot.models.fetch import PAPERS_MEGABYTES
from bot.models.readers import ModelFileError
from core.words.ensemble import MODELS, embedded_model

WORDS = ("whale", "ocean", "fish", "desk")
MATRIX = np.array([[4, 0], [3, 1], [2, 2], [0, 1]], dtype=np.float32)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelCache:
    monkeypatch.setenv("SPYRING_MODELS", str(tmp_path / "models"))
    return ModelCache(tmp_path / "models")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "Mine.txt"
    rows = (f"{word} {x} {y}\n" for word, (x, y) in zip(WORDS, MATRIX.tolist(), strict=True))
    path.write_text("".join(rows))
    return path


def said(capsys: pytest.CaptureFixture[str], *line: str, code: int = 0) -> str:
    assert main(["models", *line]) == code
    captured = capsys.readouterr()
    return captured.err if code else captured.out


def test_the_embedded_models_are_listed_with_their_sizes(
    cache: ModelCache, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(capsys).splitlines()
    assert [line.partition(":")[0] for line in lines] == [*MODELS, *PAPERS_MEGABYTES]
    assert lines[len(MODELS)] == (
        "glove-wiki-gigaword-50: not here yet, a download of 65 MB "
        '("spyring models fetch glove-wiki-gigaword-50")'
    )
    assert lines[0] == "minilm: 11,824 words, 128 dimensions, 1,514 KB (embedded)"
    assert cache.names == ()


def test_a_model_is_added_listed_checked_and_removed(
    cache: ModelCache, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(capsys, "add", str(source)) == "mine is ready: 4 words, 2 dimensions.\n"
    assert said(capsys).splitlines()[len(MODELS)].startswith("mine: 4 words, 2 dimensions, ")
    stored = cache.load("mine")
    assert stored.index_to_key == [*WORDS]
    assert isinstance(stored.vectors, np.memmap)
    assert np.array_equal(stored.vectors, MATRIX)

    ranked = tmp_path / "ranked.json"
    ranked.write_text(json.dumps({"whale": ["ocean", "fish"], "desk": ["whale", "fish"]}))
    found = json.loads(said(capsys, "check", "mine", "--against", str(ranked), "--json"))
    assert found["overlap@10"] == 1.0
    assert (found["cards"], found["compared"]) == (2, 2)
    told = said(capsys, "check", "mine", "--against", str(ranked))
    assert told == "overlap@10 1.000, @50 1.000, @300 1.000 (2 of 2 cards compared)\n"

    assert said(capsys, "remove", "mine") == "mine is deleted.\n"
    assert cache.names == ()
    assert [*cache.folder.iterdir()] == []


def test_a_model_that_an_embedded_one_hides_can_be_removed(
    cache: ModelCache, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "add", str(source))
    (cache.folder / "mine").rename(cache.folder / "associations")
    assert said(capsys, "remove", "associations") == "associations is deleted.\n"
    assert cache.names == ()


def test_models_are_listed_with_and_without_the_word_for_it(
    cache: ModelCache, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "add", str(source), "--name", "mine")
    assert cache.names == ("mine",)
    assert "mine: 4 words" in said(capsys)
    assert said(capsys, "list") == said(capsys)


def test_a_damaged_model_is_named_and_the_others_are_listed(
    cache: ModelCache, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("mine", "other"):
        said(capsys, "add", str(source), "--name", name)
    (cache.folder / "mine" / ABOUT).write_text("{")
    assert main(["models"]) == 0
    told = capsys.readouterr()
    assert "other: 4 words" in told.out
    assert "The files of the model mine are damaged" in told.err


@pytest.mark.parametrize("number", ["0", "0.5"])
def test_a_model_whose_words_are_all_the_same_is_refused(
    cache: ModelCache, tmp_path: Path, capsys: pytest.CaptureFixture[str], number: str
) -> None:
    path = tmp_path / "flat.txt"
    path.write_text("".join(f"{word} {number} {number}\n" for word in WORDS))
    assert "its words (4) all have the same numbers" in said(capsys, "add", str(path), code=2)
    assert cache.names == ()


def test_neighbours_that_are_not_found_lower_the_overlap(
    cache: ModelCache, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "add", str(source))
    ranked = tmp_path / "ranked.json"
    ranked.write_text(json.dumps({"whale": ["ocean", "boat", "sea", "salt"], "boat": ["sea"]}))
    found = json.loads(said(capsys, "check", "mine", "--against", str(ranked), "--json"))
    assert cache.names == ("mine",)
    assert found["overlap@10"] == 0.25
    assert (found["cards"], found["compared"]) == (2, 1)


def test_an_added_folder_can_be_checked_as_the_embedded_models_can(
    cache: ModelCache, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ranked = tmp_path / "ranked.json"
    ranked.write_text(json.dumps({"whale": ["ocean"]}))
    assert said(capsys, "check", "gloss", "--against", str(ranked)).startswith("overlap@10 1.000")
    ranked.write_text(json.dumps({"zzzz": ["ocean"]}))
    line = ("check", "gloss", "--against", str(ranked))
    assert "none of the cards" in said(capsys, *line, code=2)
    assert cache.names == ()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (("add", "{source}", "--name", "gloss"), "no name of a bot"),
        (("add", "{source}", "--name", "../up"), "A model can't be called"),
        (("add", "{source}", "--name", "a,b"), "A model can't be called"),
        (("add", "{source}/none"), "There's nothing at"),
        (
            ("remove", "nobody"),
            "because none is fetched or added yet",
        ),
        (("remove", "gloss"), "is an embedded model and stays"),
        (("check", "nobody", "--against", "{source}"), "There's no model called"),
        (("check", "gloss", "--against", "{source}"), "isn't JSON"),
    ],
)
def test_a_wrong_request_gets_a_sentence(
    cache: ModelCache,
    source: Path,
    capsys: pytest.CaptureFixture[str],
    line: tuple[str, ...],
    expected: str,
) -> None:
    told = said(capsys, *(word.format(source=source) for word in line), code=2)
    assert expected in told
    assert cache.names == ()


def test_a_name_is_given_once(
    cache: ModelCache, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "add", str(source))
    assert "There's a model called mine already" in said(capsys, "add", str(source), code=2)
    said(capsys, "add", str(source), "--name", "other")
    assert cache.names == ("mine", "other")


def test_damaged_files_are_named(
    cache: ModelCache, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, "add", str(source))
    words, vectors = (cache.folder / "mine" / name for name in ("words.txt", "vectors.npy"))
    whole = vectors.read_bytes()
    vectors.write_bytes(whole[:-1] + b"\x40")
    ranked = tmp_path / "ranked.json"
    ranked.write_text(json.dumps({"whale": ["ocean"]}))
    line = ("check", "mine", "--against", str(ranked))
    assert "are damaged" in said(capsys, *line, code=2)
    vectors.write_bytes(whole)
    said(capsys, *line)
    vectors.unlink()
    assert "are damaged" in said(capsys, *line, code=2)
    vectors.write_bytes(whole)
    words.write_text("whale")
    with pytest.raises(ModelFileError, match="models-damaged"):
        cache.load("mine")
    assert "are damaged" in said(capsys, *line, code=2)
    (cache.folder / "mine" / ABOUT).write_text("{}")
    assert "are damaged" in said(capsys, *line, code=2)
    said(capsys, "remove", "mine")


def test_a_full_disk_leaves_nothing_half_written(cache: ModelCache) -> None:
    def rows() -> object:
        yield "whale", MATRIX[0]
        raise OSError(28, "No space left on device")

    with pytest.raises(ModelError, match="models-disk"):
        cache.add("mine", "test", rows())  # type: ignore[arg-type]
    assert [*cache.folder.iterdir()] == []


def test_rows_that_are_left_out_are_said_and_a_file_that_is_mostly_unread_is_refused(
    cache: ModelCache, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source.write_text(source.read_text() + "boat 1 2 3\n")
    assert said(capsys, "add", str(source)).splitlines() == [
        "mine is ready: 4 words, 2 dimensions.",
        'Left out: 1 row with more or fewer numbers than 2, line 5 ("boat 1 2 3").',
    ]
    source.write_text("4 2\nwhale 0,5 1\nocean 0,5 1\nfish 0,5 1\ndesk 1 1\n")
    told = said(capsys, "add", str(source), "--name", "other", code=2)
    assert "isn't added: only 1 of 4 rows can be read. Left out: 3 rows with commas (" in told
    assert 'the first is line 2 ("whale 0,5 1").' in told
    assert cache.names == ("mine",)


@pytest.mark.parametrize(
    ("ending", "options"),
    [
        (".txt.gz", ("--binary",)),
        pytest.param(".txt", ("--binary",), marks=pytest.mark.slow),
        *(pytest.param(end, (), marks=pytest.mark.slow) for end in (".txt", ".txt.gz")),
    ],
)
def test_a_model_that_is_written_out_is_the_same_when_it_is_added_again(
    cache: ModelCache,
    source: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: tuple[str, ...],
    ending: str,
) -> None:
    said(capsys, "add", str(source))
    for name in ("mine", "gloss"):
        path = tmp_path / f"{name}-again{ending}"
        told = said(capsys, "export", name, str(path), *options)
        assert told == f"{name} is written to {path}.\n"
        said(capsys, "add", str(path))
    again = cache.load("mine-again")
    assert (again.index_to_key, again.vectors.tolist()) == ([*WORDS], MATRIX.tolist())
    gloss, again = embedded_model("gloss"), cache.load("gloss-again")
    assert np.array_equal(again.vectors, gloss.matrix[gloss.known])
    assert "can't be written" in said(capsys, "export", "mine", str(tmp_path), code=2)
    assert "exists already" in said(capsys, "export", "mine", str(source), code=2)
