"""Fetches models from gensim-data, as `gensim.downloader` describes them.

The files of a model are assets of gensim-data's releases: one NAME.gz, or the parts NAME.gz_00,
NAME.gz_01 ... of one file. gensim knows their addresses, but its `load` would run downloaded code.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bot.files import make_private_folder
from bot.models.cache import ModelCache, ModelError, game_words
from bot.models.download import Downloader, DownloadError, check_md5
from bot.models.readers import Reading
from bot.progress import progress
from core.rules import Refusal

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

PAPERS_MEGABYTES: Final[Mapping[str, int]] = {
    "glove-wiki-gigaword-50": 65,
    "glove-wiki-gigaword-100": 128,
    "glove-wiki-gigaword-200": 252,
    "glove-wiki-gigaword-300": 376,
    "word2vec-google-news-300": 1662,
    "conceptnet-numberbatch-17-06-300": 1168,
}
"""The language models of "Adapting to Teammates in a Cooperative Language Game", with the
megabytes of each download, from the documentation of gensim-data."""

DOWNLOADS: Final = ".downloads"
MOST_CATALOGUE_BYTES: Final = 1 << 24
MOST_PARTS: Final = 10
"""gensim-data numbers the parts of a file with one digit."""


@dataclass(frozen=True, slots=True)
class Fetcher:
    """Fetches models into a cache, from gensim-data or from a mirror at `base`."""

    cache: ModelCache
    base: str = ""
    downloader: Downloader = field(default_factory=Downloader)

    def check(self, names: Sequence[str]) -> None:
        """Raise ModelError for names that cannot be fetched, DownloadError without a catalogue."""
        for name in names:
            self.cache.check_new(name)
        catalogue = self._catalogue()
        for name in names:
            _described(name, catalogue)

    def fetch(
        self, name: str, words: frozenset[str] = frozenset()
    ) -> tuple["KeyedVectors", Reading]:
        """Store a model, cut to the words of games and to `words`; return it and its reading.

        An interrupted download resumes. Raises ModelError, DownloadError and ModelFileError.
        """
        from gensim.downloader import DOWNLOAD_BASE_URL  # noqa: PLC0415 - takes a second

        self.cache.check_new(name)
        size, files = _described(name, self._catalogue())
        url = f"{(self.base or DOWNLOAD_BASE_URL).rstrip('/')}/{name}"
        folder = self.cache.folder / DOWNLOADS
        with self.cache.disk_faults():
            make_private_folder(folder)
        whole = folder / f"{name}.gz"
        parts = [folder / file for file in files]
        try:
            with self.cache.disk_faults():
                self._download(url, size, files, folder)
                _join(parts, whole)
            reading = Reading(whole, game_words() | words)
            model = self.cache.add(name, url, reading.rows())
        except DownloadError:
            raise
        except Refusal:
            # The disk is full, or the file is no model: the download is useless.
            _delete([whole, *parts])
            raise
        _delete([whole, *parts])
        return model, reading

    def _catalogue(self) -> Mapping[str, Any]:
        """Return the models of `gensim.downloader.info`; raises DownloadError.

        gensim itself has no timeout and no mirrors, and caches the catalogue in the home folder.
        Only the latest versions count.
        """
        from gensim.downloader import DATA_LIST_URL  # noqa: PLC0415 - takes a second

        url = f"{self.base.rstrip('/')}/list.json" if self.base else DATA_LIST_URL
        content = self.downloader.read(url, MOST_CATALOGUE_BYTES)
        try:
            listed = json.loads(content)["models"]
            models = {name: one for name, one in listed.items() if one.get("latest", True)}
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            listed, models = {}, {}
        if not listed:
            raise DownloadError("models-catalogue", address=url)
        return models

    def _download(self, url: str, size: int, files: Mapping[str, str], folder: Path) -> None:
        before = 0
        with progress(max(size, 1)) as report:
            for file, md5 in files.items():
                path, done = folder / file, before
                self.downloader.fetch(
                    f"{url}/{file}",
                    path,
                    lambda count, done=done: report(done + count),  # type: ignore[misc]
                )
                check_md5(path, md5)
                before += path.stat().st_size


def _described(name: str, catalogue: Mapping[str, Any]) -> tuple[int, Mapping[str, str]]:
    """Return a model's byte count and its files' MD5; raises ModelError, DownloadError."""
    if name not in catalogue:
        raise ModelError("models-not-fetchable", name=name, known=tuple(catalogue))
    try:
        described = catalogue[name]
        size, parts = int(described.get("file_size", 0)), int(described["parts"])
        if parts == 1:
            return size, {f"{name}.gz": str(described["checksum"])}
        numbers = range(parts) if 1 < parts <= MOST_PARTS else ()
        files = {f"{name}.gz_0{part}": str(described[f"checksum-{part}"]) for part in numbers}
    except (ValueError, TypeError, KeyError, AttributeError):
        files = {}
    if not files:
        raise DownloadError("models-described", name=name)
    return size, files


def _join(parts: Sequence[Path], whole: Path) -> None:
    """Concatenate the parts of a file, deleting each; a single part is the file already."""
    if parts == [whole]:
        return
    with whole.open("wb") as file:
        for part in parts:
            with part.open("rb") as source:
                shutil.copyfileobj(source, file)
            part.unlink()


def _delete(paths: Sequence[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
