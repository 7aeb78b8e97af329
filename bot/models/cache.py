"""The cache of models: one folder per model, memory-mapped into gensim's `KeyedVectors`.

A model's folder holds `vectors.npy` (float32 (V, D), as in its source, not normalised), `words.txt`
(one word per line) and `model.json` (name, source, SHA-256, words, dimensions). `ModelCache.add`
writes a hidden folder and renames it at the end, so a half-written model never appears.

`KeyedVectors.save` and `load` are unsafe here: a pickle in the folder could run code. gensim takes
a second to import, so only functions that load a model import it.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_data_path

from bot.files import make_private_folder
from bot.models.readers import ModelFileError, Row
from bot.settings import Settings
from core.agents.associations import vocabulary_form
from core.agents.listener_policy import LISTENING
from core.rules import Refusal
from core.words.ensemble import MODELS, clue_words
from core.words.packs import default_pack

if TYPE_CHECKING:
    from gensim.models import KeyedVectors

MODEL_NAME: Final = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
"""The form of a model's name, which is a folder's name and part of comma-separated lists."""

TWO_FACED: Final = "wg"
"""The paper's model with different vectors for spymaster and guesser."""

RESERVED_NAMES: Final = frozenset(
    {*MODELS, TWO_FACED, "ace", "ace-paper", *LISTENING, "random", "human", "none", "anyone"}
)
"""The names of experts and other players."""

VECTORS: Final = "vectors.npy"
WORDS: Final = "words.txt"
ABOUT: Final = "model.json"


class ModelError(Refusal):
    """An unknown model, or a name under which a model cannot be stored."""


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """The facts in a stored model's `model.json`."""

    name: str
    source: str
    sha256: str
    """The checksum of `words.txt` followed by `vectors.npy`."""
    words: int
    dimensions: int


def keyed(words: Sequence[str], matrix: NDArray[np.float32]) -> "KeyedVectors":
    """Return gensim's object for words and their vectors, float32 (V, D), without a copy.

    A word with a row of zeros has no vector: it is equally far from every word.
    """
    from gensim.models import KeyedVectors  # noqa: PLC0415 - takes a second

    made = KeyedVectors(matrix.shape[1])
    made.index_to_key = [*words]
    made.key_to_index = {word: row for row, word in enumerate(words)}
    made.vectors = matrix
    return made


def models_folder(settings: Settings) -> Path:
    """Return the folder of all models, by default one in the user's data folder."""
    if settings.models:
        return Path(settings.models).expanduser().absolute()
    return user_data_path("spyring", appauthor=False) / "models"


def game_words() -> frozenset[str]:
    """Return the words that games need: clue words, and the words of the embedded pack."""
    cards = (vocabulary_form(card) for card in default_pack().words)
    return frozenset((*clue_words(), *(part for card in cards for part in (card, *card.split()))))


@dataclass(frozen=True, slots=True)
class ModelCache:
    """The models in a folder."""

    folder: Path

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all complete models, in alphabetical order."""
        if not self.folder.is_dir():
            return ()
        return tuple(sorted(path.parent.name for path in self.folder.glob(f"[!.]*/{ABOUT}")))

    def facts(self, name: str) -> ModelFacts:
        """Return a model's facts; raises ModelError if unknown, ModelFileError if damaged."""
        self.require(name)
        path = self.folder / name / ABOUT
        try:
            return ModelFacts(**json.loads(path.read_bytes()))
        except (OSError, ValueError, TypeError):
            raise ModelFileError("models-damaged", name=name) from None

    def size(self, name: str) -> int:
        """Return the bytes of a model's files; raises ModelError if unknown."""
        self.require(name)
        return sum(path.stat().st_size for path in (self.folder / name).iterdir())

    def require(self, name: str) -> None:
        """Raise ModelError if no model has this name."""
        if not self.names:
            raise ModelError("models-none", name=name)
        if name not in self.names:
            raise ModelError("models-unknown", name=name, known=self.names)

    def load(self, name: str) -> "KeyedVectors":
        """Return a model with memory-mapped vectors; raises ModelError and ModelFileError."""
        facts = self.facts(name)
        folder = self.folder / name
        try:
            matrix = np.load(folder / VECTORS, mmap_mode="r", allow_pickle=False)
            words = (folder / WORDS).read_text(encoding="utf-8").split("\n")
        except (OSError, ValueError, EOFError):
            raise ModelFileError("models-damaged", name=name) from None
        if matrix.shape != (facts.words, facts.dimensions) or len(words) != facts.words:
            raise ModelFileError("models-damaged", name=name)
        return keyed(words, matrix)

    def verify(self, name: str) -> None:
        """Raise ModelFileError if a model's files have changed."""
        stored = self.facts(name).sha256
        if _digest(self.folder / name) != stored:
            raise ModelFileError("models-damaged", name=name)

    def check_new(self, name: str) -> None:
        """Raise ModelError for an invalid name, or one that is taken."""
        if not MODEL_NAME.fullmatch(name) or name in RESERVED_NAMES:
            raise ModelError("models-name", name=name)
        if name in self.names:
            raise ModelError("models-exists", name=name)

    def add(self, name: str, source: str, rows: Iterable[Row]) -> "KeyedVectors":
        """Store a model of these rows and load it; raises ModelError, and errors from the rows.

        A failure leaves no files.
        """
        self.check_new(name)
        with self.disk_faults():
            make_private_folder(self.folder)
            with TemporaryDirectory(
                prefix=f".{name}-", dir=self.folder, ignore_cleanup_errors=True
            ) as hidden:
                _write(Path(hidden), name, source, rows)
                Path(hidden).rename(self.folder / name)
        return self.load(name)

    def remove(self, name: str) -> None:
        """Delete a stored model; raises ModelError if unknown."""
        self.require(name)
        with self.disk_faults(), TemporaryDirectory(prefix=".", dir=self.folder) as gone:
            (self.folder / name).rename(Path(gone, name))

    @contextmanager
    def disk_faults(self) -> Iterator[None]:
        """Raise ModelError for disk errors, such as a full disk."""
        try:
            yield
        except OSError as error:
            problem = error.strerror or str(error)
            raise ModelError("models-disk", path=str(self.folder), problem=problem) from None


def _write(folder: Path, name: str, source: str, rows: Iterable[Row]) -> None:
    words, dimensions, is_varied = list[str](), 0, False
    with (folder / VECTORS).open("wb") as file:
        for word, vector in rows:
            if not words:
                first, dimensions = vector, len(vector)
                _write_header(file, 0, dimensions)
            words.append(word)
            is_varied = is_varied or not np.array_equal(vector, first)
            file.write(np.ascontiguousarray(vector, dtype=np.float32).tobytes())
        if not words:
            raise ModelFileError("models-empty", path=source)
        if not is_varied:
            raise ModelFileError("models-same", path=source, words=len(words))
        file.seek(0)  # numpy pads a header so that the first axis can grow
        _write_header(file, len(words), dimensions)
    (folder / WORDS).write_text("\n".join(words), encoding="utf-8")
    facts = ModelFacts(name, source, _digest(folder), len(words), dimensions)
    (folder / ABOUT).write_text(json.dumps(asdict(facts), indent=1), encoding="utf-8")


def _write_header(file: BinaryIO, words: int, dimensions: int) -> None:
    """Write the header of a float32 array."""
    header = {"descr": "<f4", "fortran_order": False, "shape": (words, dimensions)}
    np.lib.format.write_array_header_1_0(file, header)


def _digest(folder: Path) -> str:
    digest = sha256()
    for name in (WORDS, VECTORS):
        with (folder / name).open("rb") as file:
            while part := file.read(1 << 20):
                digest.update(part)
            if name == VECTORS:
                os.fsync(file.fileno())
    return digest.hexdigest()
