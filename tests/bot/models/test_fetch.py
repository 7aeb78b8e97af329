"""Fetching models from a local server, with cuts, wrong files and a full disk."""

import gzip
import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from gensim import downloader

from bot.__main__ import main
from bot.models.cache import ModelCache, ModelError, game_words
from bot.models.download import IDLE_TRIES, Downloader, DownloadError
from bot.models.fetch import Fetcher
from bot.models.readers import ModelFileError
from core.view import phrase
from tests.bot.models.mirror import Mirror, served

NAME = "glove-wiki-gigaword-50"
WORD2VEC = "word2vec-google-news-300"
CONCEPTS = "conceptnet-numberbatch-17-06-300"
WORDS = (*sorted(game_words())[:300], "zzunknown", "zzown")
MATRIX = np.random.default_rng(5).normal(size=(len(WORDS), 6)).astype(np.float32)


def packed(prefix: str = "") -> bytes:
    lines = [f"{len(WORDS)} 6"]
    for word, row in zip(WORDS, MATRIX, strict=True):
        lines.append(f"{prefix}{word} " + " ".join(map(repr, row.tolist())))
    return gzip.compress("\n".join(lines).encode() + b"\n", mtime=0)


def packed_binary() -> bytes:
    rows = (w.encode() + b" " + r.tobytes() for w, r in zip(WORDS, MATRIX, strict=True))
    return gzip.compress(b"%d 6\n" % len(WORDS) + b"".join(rows), mtime=0)


@pytest.fixture
def mirror(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mirror]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with served(Mirror()) as mirror:
        monkeypatch.setenv("SPYRING_MODELS_URL", mirror.address)
        yield mirror


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelCache:
    monkeypatch.setenv("SPYRING_MODELS", str(tmp_path / "models"))
    return ModelCache(tmp_path / "models")


def fetcher(cache: ModelCache, mirror: Mirror, waits: list[float] | None = None) -> Fetcher:
    paused = [] if waits is None else waits
    return Fetcher(cache, mirror.address, Downloader(paused.append))


def downloads(cache: ModelCache) -> list[str]:
    return sorted(path.name for path in (cache.folder / ".downloads").iterdir())


@pytest.mark.parametrize(
    ("name", "content"),
    [(NAME, packed()), (WORD2VEC, packed_binary()), (CONCEPTS, packed("/c/en/"))],
)
def test_a_model_is_fetched_and_cut_to_the_words_of_the_games(
    cache: ModelCache, mirror: Mirror, name: str, content: bytes
) -> None:
    mirror.publish(name, [content])
    model, reading = fetcher(cache, mirror).fetch(name)
    assert (len(model), model.vector_size, reading.unread()) == (300, 6, ())
    stored, facts = cache.load(name), cache.facts(name)
    assert stored.index_to_key == [*WORDS[:-2]]
    assert np.array_equal(stored.vectors, MATRIX[:-2])
    assert (facts.words, facts.dimensions) == (300, 6)
    assert facts.source == f"{mirror.address}/{name}"
    assert downloads(cache) == []


def test_the_command_keeps_the_words_of_a_file(
    cache: ModelCache, mirror: Mirror, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mirror.publish(NAME, [packed()])
    (tmp_path / "words.txt").write_text("ZZown\n\n")
    assert main(["models", "fetch", NAME, "--words", str(tmp_path / "words.txt")]) == 0
    assert capsys.readouterr().out == f"{NAME} is ready: 301 words, 6 dimensions.\n"
    assert cache.load(NAME).index_to_key == [*WORDS[:-2], "zzown"]


def test_a_file_in_parts_is_put_together(cache: ModelCache, mirror: Mirror) -> None:
    whole = packed()
    mirror.publish(NAME, [whole[:500], whole[500:900], whole[900:]])
    fetcher(cache, mirror).fetch(NAME)
    assert np.array_equal(cache.load(NAME).vectors, MATRIX[:-2])
    assert downloads(cache) == []


@pytest.mark.parametrize("seed", range(5))
def test_ten_cuts_in_one_fetch_are_gone_on_from(
    cache: ModelCache, mirror: Mirror, seed: int
) -> None:
    whole = packed()
    mirror.publish(NAME, [whole])
    mirror.cuts = np.random.default_rng(seed).integers(1, len(whole) // 11, 10).tolist()
    offsets = [f"bytes={offset}-" for offset in np.cumsum(mirror.cuts).tolist()]
    fetcher(cache, mirror).fetch(NAME)
    assert [asked for path, asked in mirror.requests if path != "/list.json"] == [None, *offsets]
    assert np.array_equal(cache.load(NAME).vectors, MATRIX[:-2])


def test_a_server_that_ignores_ranges_sends_the_whole_file_again(
    cache: ModelCache, mirror: Mirror
) -> None:
    mirror.publish(NAME, [packed()])
    mirror.ranges, mirror.cuts = False, [100, 700, 300]
    fetcher(cache, mirror).fetch(NAME)
    assert np.array_equal(cache.load(NAME).vectors, MATRIX[:-2])


def test_a_download_goes_on_when_the_command_is_started_again(
    cache: ModelCache, mirror: Mirror
) -> None:
    mirror.publish(NAME, [packed()])
    mirror.cuts = [400, *[0] * IDLE_TRIES]
    waits: list[float] = []
    with pytest.raises(DownloadError) as caught:
        fetcher(cache, mirror, waits).fetch(NAME)
    assert caught.value.phrase.key == "models-offline"
    assert waits == sorted(waits)
    assert len(waits) == IDLE_TRIES
    assert downloads(cache) == [f"{NAME}.gz"]
    del mirror.requests[:], mirror.cuts[:]
    fetcher(cache, mirror).fetch(NAME)
    assert mirror.requests[1] == (f"/{NAME}/{NAME}.gz", "bytes=400-")
    assert cache.names == (NAME,)


def test_a_file_that_is_there_already_is_not_fetched_again(
    cache: ModelCache, mirror: Mirror
) -> None:
    mirror.publish(NAME, [packed()])
    (cache.folder / ".downloads").mkdir(parents=True)
    (cache.folder / ".downloads" / f"{NAME}.gz").write_bytes(packed())
    fetcher(cache, mirror).fetch(NAME)
    assert cache.names == (NAME,)


def test_a_wrong_checksum_deletes_the_file(cache: ModelCache, mirror: Mirror) -> None:
    mirror.publish(NAME, [packed()], checksum="0" * 32)
    with pytest.raises(DownloadError) as caught:
        fetcher(cache, mirror).fetch(NAME)
    assert caught.value.phrase == phrase("models-checksum", file=f"{NAME}.gz")
    assert (cache.names, downloads(cache)) == ((), [])


def test_a_file_that_is_no_model_is_deleted(cache: ModelCache, mirror: Mirror) -> None:
    mirror.publish(NAME, [b"no model"])
    with pytest.raises(ModelFileError):
        fetcher(cache, mirror).fetch(NAME)
    assert (cache.names, downloads(cache)) == ((), [])


def catalogue(models: object) -> bytes:
    return json.dumps({"corpora": {}, "models": models}).encode()


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"no json", "models-catalogue"),
        (b"[]", "models-catalogue"),
        (b'{"models": {}}', "models-catalogue"),
        (catalogue([]), "models-catalogue"),
        (catalogue({NAME: {"parts": 0}}), "models-described"),
        (catalogue({NAME: {"parts": 1}}), "models-described"),
        (catalogue({NAME: {"parts": 1, "checksum": ""}}), "models-http"),
    ],
)
def test_a_wrong_catalogue_gets_a_sentence(
    cache: ModelCache, mirror: Mirror, content: bytes, key: str
) -> None:
    mirror.files["/list.json"] = content
    with pytest.raises(DownloadError) as caught:
        fetcher(cache, mirror).fetch(NAME)
    assert caught.value.phrase.key == key


@pytest.mark.parametrize(("status", "key"), [(403, "models-http"), (503, "models-offline")])
def test_a_refusal_of_the_server_gets_a_sentence(
    cache: ModelCache, mirror: Mirror, status: int, key: str
) -> None:
    mirror.status = status
    with pytest.raises(DownloadError) as caught:
        fetcher(cache, mirror).fetch(NAME)
    assert caught.value.phrase.key == key


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("file:///etc", "models-address"),
        ("http://127.0.0.1:1", "models-offline"),
        ("http://[", "models-address"),
        ("http://127.0.0.1:x", "models-address"),
        ("http://a b", "models-address"),
    ],
)
def test_an_address_without_a_server_gets_a_sentence(
    cache: ModelCache, monkeypatch: pytest.MonkeyPatch, address: str, key: str
) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with pytest.raises(DownloadError) as caught:
        Fetcher(cache, address, Downloader(lambda _: None)).fetch(NAME)
    assert caught.value.phrase.key == key


def test_all_names_are_checked_before_the_first_is_fetched(
    cache: ModelCache, mirror: Mirror, capsys: pytest.CaptureFixture[str]
) -> None:
    mirror.publish(NAME, [packed()])
    assert main(["models", "fetch", NAME, "nobody"]) == 2
    assert (
        f'gensim-data has no model called "nobody": choose one of {NAME}' in capsys.readouterr().err
    )
    assert (mirror.requests, cache.names) == ([("/list.json", None)], ())


def test_any_model_of_the_catalogue_is_fetched(cache: ModelCache, mirror: Mirror) -> None:
    mirror.publish("glove-twitter-25", [packed()])
    fetcher(cache, mirror).fetch("glove-twitter-25")
    assert cache.names == ("glove-twitter-25",)


def test_the_catalogue_is_read_as_by_gensim_and_nothing_is_left_in_the_home_folder(
    cache: ModelCache, mirror: Mirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = downloader.BASE_DIR, downloader.urlopen
    monkeypatch.setattr(downloader, "BASE_DIR", str(tmp_path / "home"))
    mirror.publish(NAME, [packed()])
    mirror.publish(WORD2VEC, [packed_binary()], latest=False)
    with pytest.raises(ModelError) as caught:
        fetcher(cache, mirror).check([WORD2VEC])
    # As in `gensim.downloader.info`, models with a later version are left out.
    assert caught.value.phrase == phrase("models-not-fetchable", name=WORD2VEC, known=())
    assert not (tmp_path / "home").exists()
    monkeypatch.undo()
    assert (downloader.BASE_DIR, downloader.urlopen) == before


def test_rows_of_a_fetched_file_that_are_not_read_are_said(
    cache: ModelCache, mirror: Mirror, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [f"{word} 1 {number}" for number, word in enumerate(WORDS[:4])]
    mirror.publish(NAME, [gzip.compress("\n".join([*lines, lines[0]]).encode(), mtime=0)])
    assert main(["models", "fetch", NAME]) == 0
    said = capsys.readouterr().out.splitlines()
    assert cache.names == (NAME,)
    assert said[0] == f"{NAME} is ready: 4 words, 2 dimensions."
    assert said[1] == f'Left out: 1 row with a repeated word, line 5 ("{lines[0]}").'


@contextmanager
def small_disk(size: int) -> Iterator[None]:
    """Limit the size of this process's files, in bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


LIKE = "".join(f"{word}{' 2 ' if word == WORDS[0] else ' 1 '}{'1 ' * 49}\n" for word in WORDS)
EVEN = gzip.compress(LIKE.encode(), mtime=0)
"""A file that is much smaller than its vectors."""


@pytest.mark.parametrize("room", [len(EVEN) // 2, len(EVEN) + 1000], ids=["file", "vectors"])
def test_a_full_disk_leaves_nothing_behind(cache: ModelCache, mirror: Mirror, room: int) -> None:
    assert room < 4 * 50 * 300
    mirror.publish(NAME, [EVEN])
    with small_disk(room), pytest.raises(ModelError) as caught:
        fetcher(cache, mirror).fetch(NAME)
    assert caught.value.phrase.key == "models-disk"
    assert (cache.names, downloads(cache)) == ((), [])
    assert [path.name for path in cache.folder.iterdir()] == [".downloads"]
    fetcher(cache, mirror).fetch(NAME)
    assert cache.names == (NAME,)
