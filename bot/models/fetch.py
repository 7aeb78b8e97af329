"""Fetches the models of the paper as gensim's downloader names them.

The catalogue is `list.json` of gensim-data, and the files are assets of its releases: one NAME.gz,
or several NAME.gz_00, NAME.gz_01 ... that make one file together. gensim's own `load` is not used:
it runs code that it downloads.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bot.files import make_private_folder
from bot.models.cache import ModelCache, ModelError, ModelFacts, game_words
from bot.models.download import Downloader, DownloadError, check_md5
from bot.models.readers import Reading
from bot.progress import progress
from core.rules import Refusal

CATALOGUE_URL: Final = (
    "https://raw.githubusercontent.com/RaRe-Technologies/gensim-data/master/list.json"
)
FILES_URL: Final = "https://github.com/RaRe-Technologies/gensim-data/releases/download"
"""The addresses in gensim's downloader (gensim/downloader.py)."""

DOWNLOAD_MEGABYTES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "glove-wiki-gigaword-50": 65,
        "glove-wiki-gigaword-100": 128,
        "glove-wiki-gigaword-200": 252,
        "glove-wiki-gigaword-300": 376,
        "word2vec-google-news-300": 1662,
        "conceptnet-numberbatch-17-06-300": 1168,
    }
)
"""The language models of "Adapting to Teammates in a Cooperative Language Game", and the
megabytes that are downloaded for each, as the documentation of gensim-data has them."""

FETCHABLE: Final = tuple(DOWNLOAD_MEGABYTES)

DOWNLOADS: Final = ".downloads"
MOST_CATALOGUE_BYTES: Final = 1 << 24
MOST_PARTS: Final = 10
"""gensim-data numbers the parts of a file with one digit."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file of a model, or a part of one: its name, and the MD5 that the catalogue gives."""

    name: str
    md5: str


@dataclass(frozen=True, slots=True)
class Fetcher:
    """Fetches models into a cache, from gensim-data or from `base`, an address laid out alike."""

    cache: ModelCache
    base: str = ""
    downloader: Downloader = field(default_factory=Downloader)

    def fetch(self, name: str, words: frozenset[str] = frozenset()) -> tuple[ModelFacts, Reading]:
        """Store a model, cut to the words of games and to `words`; return it and its reading.

        A download that was cut goes on. Raises ModelError, DownloadError and ModelFileError.
        """
        check_fetchable(name)
        self.cache.check_new(name)
        url, size, files = self._described(name)
        folder = self.cache.folder / DOWNLOADS
        with self.cache.disk_faults():
            make_private_folder(folder)
        whole = folder / f"{name}.gz"
        parts = [folder / file.name for file in files]
        try:
            with self.cache.disk_faults():
                self._download(url, size, files, folder)
                _join(parts, whole)
            reading = Reading(whole, game_words() | words)
            facts = self.cache.add(name, url, reading.rows())
        except DownloadError:
            raise
        except Refusal:
            # The disk is full, or the file no model: what was downloaded is only in the way.
            _delete([whole, *parts])
            raise
        _delete([whole, *parts])
        return facts, reading

    def _described(self, name: str) -> tuple[str, int, Sequence[RemoteFile]]:
        """Return the address of a model's folder, its bytes and its files."""
        url = f"{self.base.rstrip('/')}/list.json" if self.base else CATALOGUE_URL
        content = self.downloader.read(url, MOST_CATALOGUE_BYTES)
        try:
            described = json.loads(content)["models"][name]
            files = _files(name, described)
            size = int(described.get("file_size", 0))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise DownloadError("models-catalogue", address=url, name=name) from None
        return f"{(self.base or FILES_URL).rstrip('/')}/{name}", size, files

    def _download(self, url: str, size: int, files: Sequence[RemoteFile], folder: Path) -> None:
        before = 0
        with progress(max(size, 1)) as report:
            for file in files:
                path, done = folder / file.name, before
                self.downloader.fetch(
                    f"{url}/{file.name}",
                    path,
                    lambda count, done=done: report(done + count),  # type: ignore[misc]
                )
                check_md5(path, file.md5)
                before += path.stat().st_size


def check_fetchable(name: str) -> None:
    """Raise ModelError for a model that cannot be fetched."""
    if name not in FETCHABLE:
        raise ModelError("models-not-fetchable", name=name, known=FETCHABLE)


def _files(name: str, described: Mapping[str, Any]) -> Sequence[RemoteFile]:
    """Return a model's files; raises KeyError, TypeError and ValueError for a wrong entry."""
    parts = int(described["parts"])
    if not 1 <= parts <= MOST_PARTS:
        raise ValueError(f"{parts} parts")
    if parts == 1:
        return (RemoteFile(f"{name}.gz", str(described["checksum"])),)
    return [
        RemoteFile(f"{name}.gz_0{part}", str(described[f"checksum-{part}"]))
        for part in range(parts)
    ]


def _join(parts: Sequence[Path], whole: Path) -> None:
    """Write the parts of a file one after the other, deleting each; one part stays as it is."""
    if parts == [whole]:
        return
    with whole.open("wb") as file:
        for part in parts:
            with part.open("rb") as source:
                while content := source.read(1 << 20):
                    file.write(content)
            part.unlink()


def _delete(paths: Sequence[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
